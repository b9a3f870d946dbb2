"""One writer at a time: an operating-system lock that ends with the process that holds it."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from cbir.errors import CbirError, LibraryLocked
from cbir.layout import Layout
from cbir.storage import write_atomically


@contextlib.contextmanager
def writer_lock(layout: Layout) -> Iterator[None]:
    """Hold the library's writer lock. Raises LibraryLocked, naming the holder, when another process has it.

    Worker processes are spawned, not forked, so that none of them inherits it.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(layout.lock, timeout=0, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise LibraryLocked(
            f"The library {layout.folder} is being written to by {_holder(layout)}. "
            "Wait until it is done, or stop it; searching works meanwhile."
        ) from error
    except NotImplementedError as error:
        raise CbirError(
            f"The file system of {layout.folder} cannot lock files, so that a library there could be damaged. "
            "Choose a folder on another drive with --library."
        ) from error
    except PermissionError as error:
        raise CbirError(f"The library {layout.folder} cannot be written to: {error.strerror}.") from error
    try:
        about = {"process": os.getpid(), "program": Path(sys.argv[0]).name, "host": socket.gethostname()}
        write_atomically(layout.lock_holder, json.dumps({**about, "since": time.time()}).encode(), durable=False)
        yield
    finally:
        lock.release()


def _holder(layout: Layout) -> str:
    try:
        about = json.loads(layout.lock_holder.read_bytes())
        since = time.strftime("%H:%M", time.localtime(about["since"]))
        return f"{about['program']} (process {about['process']} on {about['host']}, since {since})"
    except (OSError, ValueError, KeyError):
        return "another process"
