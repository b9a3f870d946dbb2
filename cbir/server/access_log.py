"""Answers -> lines of an access log in the "combined" format of web servers, followed by the duration in seconds.

The query string of an address is left out, because it contains what people search for.
"""

from __future__ import annotations

import datetime
import logging
import logging.handlers
import sys
from pathlib import Path

from starlette.types import Scope

from cbir.base.errors import CbirError

_log = logging.getLogger("cbir.access")
_MOST_AGENT = 200  # letters of a user agent


def open_access_log(file: Path | None) -> None:
    """Write the log to a file, or to stderr for "-"; None switches it off. After a rename, a new file is begun."""
    for handler in list(_log.handlers):
        _log.removeHandler(handler)
        handler.close()
    _log.propagate = False
    if file is None:
        _log.setLevel(logging.CRITICAL)
        return
    try:
        handler = (
            logging.StreamHandler(sys.stderr)
            if str(file) == "-"
            else logging.handlers.WatchedFileHandler(file, encoding="ascii")
        )
    except OSError as error:
        raise CbirError(
            "The access log {0} cannot be written: {1}. Name another file with --access-log.",
            file,
            error.strerror or error,
        ) from error
    _log.addHandler(handler)
    _log.setLevel(logging.INFO)


def note_access(scope: Scope, status: int, sent_bytes: int, seconds: float) -> None:
    """Add a line. scope : as returned by Proxies.unwrapped()"""
    if not _log.isEnabledFor(logging.INFO):
        return
    now = datetime.datetime.now().astimezone()
    address = scope["client"][0] if scope["client"] else "-"
    who = scope.get("state", {}).get("who", "") or "-"
    target = f"{scope['method']} {scope['path']} HTTP/{scope['http_version']}"
    agent = next((value for name, value in scope["headers"] if name == b"user-agent"), b"-")
    _log.info(
        '%s - %s [%s] "%s" %d %d "-" "%s" %.3f',
        address,
        _quoted(who).replace(" ", "_"),
        f"{now:%d/%b/%Y:%H:%M:%S %z}",
        _quoted(target),
        status or 499,  # the client left before the answer began
        sent_bytes,
        _quoted(agent.decode("latin-1")[:_MOST_AGENT]),
        seconds,
    )


def _quoted(text: str) -> str:
    """Escape a text so that it can neither end its field nor begin a new line."""
    return text.encode("unicode_escape").decode("ascii").replace('"', "\\x22")
