"""`cbir watch`: index folders whenever something changes in them, until Ctrl-C."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.errors import CbirError
from cbir.base.types import IndexRequest
from cbir.cli.console import result, say
from cbir.cli.index import is_missing, report_json, report_line
from cbir.cli.terms import DeviceOption, ExcludeDirOption, ExcludeOption, JsonOption, LibraryOption

if TYPE_CHECKING:
    from cbir.base.types import Device, IndexReport
    from cbir.indexing import FolderWatch


def watch(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FOLDER...]",
            help="Folders of photos. Default: all folders of the library.",
            show_default=False,
        ),
    ] = None,
    library: LibraryOption = None,
    exclude_dir: ExcludeDirOption = None,
    exclude: ExcludeOption = None,
    device: DeviceOption = "auto",
    as_json: JsonOption = False,
    at_login: Annotated[
        bool | None,
        typer.Option(
            "--at-login/--not-at-login",
            help="Start or stop watching all folders of the library at login. Nothing is watched now.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Keep the library up to date with FOLDER until Ctrl-C: changes are indexed after a few seconds.

    Network drives do not report changes, so they are scanned every five minutes.
    """
    from cbir.library import Library, LibraryOptions

    if at_login is not None:
        _set_login(at_login, library, device)
        return

    named = folders or []
    for folder in named:
        if is_missing(folder):
            raise CbirError(f"There is no such folder: {folder}")
    options = LibraryOptions(device=device)
    with Library.open(library, create=bool(named), writable=True, options=options) as opened:
        if not named and not opened.info().roots:
            raise CbirError("The library knows no folders yet. Name the folders to watch.")
        watching = opened.watch(
            IndexRequest(
                folders=tuple(named),
                exclude_dirs=tuple(exclude_dir or ()),
                exclude=tuple(exclude or ()),
            ),
            on_report=lambda report: _print(report, as_json=as_json),
            on_trouble=say,
        )
        say("Watching. Ctrl-C stops.")
        with _stopped_by_interrupt(watching):
            watching.run()
    say("Stopped. Everything that was finished is in the library.")


def _set_login(start: bool, library: Path | None, device: Device) -> None:
    from cbir.base.at_login import do_not_start_at_login, start_at_login
    from cbir.base.layout import default_folder

    if start:
        start_at_login(library or default_folder(), device)
        say("The library's folders are watched from the next login on. Undo this with --not-at-login.")
    else:
        do_not_start_at_login()
        say("Nothing is watched at login.")


def _print(report: IndexReport, *, as_json: bool) -> None:
    """Print a line for each run at once, for programs that read along."""
    if as_json:
        result(json.dumps(report_json(report)))
    else:
        result(f"{time.strftime('%H:%M:%S')}\t{report_line(report)}")
        for note in report.notes:
            say(note)
    _flush()


def _flush() -> None:
    import sys

    sys.stdout.flush()


@contextmanager
def _stopped_by_interrupt(watching: FolderWatch) -> Iterator[None]:
    """Stop the watch at the first Ctrl-C or SIGTERM; a second Ctrl-C interrupts at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ask(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before[signal.SIGINT])
        # not in the handler: it may have interrupted the thread that holds the watch's lock
        threading.Thread(target=watching.stop, daemon=True).start()

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
