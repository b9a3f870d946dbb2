"""One writer at a time: an operating-system lock that ends with the process that holds it."""

from __future__ import annotations

import contextlib
import errno
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

_CANNOT_LOCK = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL}


@contextlib.contextmanager
def writer_lock(layout: Layout) -> Iterator[None]:
    """Hold the library's writer lock. Raises LibraryLocked, naming the holder, when another process has it.

    Worker processes are spawned, not forked, so that none of them inherits it. Raises CbirError where the
    file system cannot lock, or the library cannot be written to.
    """
    from filelock import FileLock, Timeout

    # A soft lock, a mere file, would outlive a killed owner: rather none at all.
    lock = FileLock(layout.lock, timeout=0, mode=0o600, thread_local=False, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise LibraryLocked(
            f"The library {layout.folder} is being written to by {_holder(layout)}. "
            "Wait until it is done, or stop it; searching works meanwhile."
        ) from error
    except (NotImplementedError, OSError) as error:
        raise _explain(error, layout) from error
    try:
        about = {"process": os.getpid(), "program": Path(sys.argv[0]).name, "host": socket.gethostname()}
        # best effort: on a full disk the name of the holder is not what matters
        with contextlib.suppress(OSError):
            named = json.dumps({**about, "since": time.time()}).encode()
            write_atomically(layout.lock_holder, named, durable=False)
        yield
    finally:
        lock.release()


def _explain(error: Exception, layout: Layout) -> CbirError:
    if isinstance(error, NotImplementedError) or (isinstance(error, OSError) and error.errno in _CANNOT_LOCK):
        return cannot_lock(layout.folder)
    reason = error.strerror if isinstance(error, OSError) else None
    return CbirError(f"The library {layout.folder} cannot be written to: {(reason or str(error)).lower()}.")


def cannot_lock(folder: Path) -> CbirError:
    return CbirError(
        f"The file system of {folder} cannot lock files, so that a library there could be damaged. "
        "Choose a folder on another drive with --library."
    )


def _holder(layout: Layout) -> str:
    try:
        about = json.loads(layout.lock_holder.read_bytes())
        since = time.strftime("%H:%M", time.localtime(about["since"]))
        return f"{about['program']} (process {about['process']} on {about['host']}, since {since})"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
