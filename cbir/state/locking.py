"""One writer at a time: a lock of the operating system, which ends with its process, and a test of such locks."""

from __future__ import annotations

import contextlib
import errno
import json
import multiprocessing
import os
import shutil
import socket
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.errors import CbirError, LibraryLocked
from cbir.base.layout import Layout
from cbir.base.liveness import answers
from cbir.base.storage import temporary_name, write_atomically
from cbir.workers import START, no_main_module

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

CANNOT_LOCK = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL}


@contextlib.contextmanager
def writer_lock(layout: Layout) -> Iterator[None]:
    """Hold the library's writer lock. Raises LibraryLocked, which names the holder, if another process has it.

    Worker processes are spawned, not forked, so they do not inherit the lock. Raises CbirError if the file system
    cannot lock or the library cannot be written to.
    """
    from filelock import FileLock, Timeout

    # A soft lock, a mere file, would outlive a killed owner. No lock is better than that.
    if layout.lock.is_symlink():
        layout.lock.unlink()  # a link is not followed
    lock = FileLock(layout.lock, timeout=0, mode=0o600, thread_local=False, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise LibraryLocked(
            "The library {0} is being written to by {1}. "
            "Wait until it is done, or stop it; searching works meanwhile.",
            layout.folder,
            _holder(layout),
        ) from error
    except (NotImplementedError, OSError) as error:
        raise _explain(error, layout) from error
    try:
        about = {"process": os.getpid(), "program": Path(sys.argv[0]).name, "host": socket.gethostname()}
        # best effort: on a full disk, the name of the holder is unimportant
        with contextlib.suppress(OSError):
            named = json.dumps({**about, "since": time.time()}).encode()
            write_atomically(layout.lock_holder, named, durable=False)
        yield
    finally:
        lock.release()


def locks_hold(folder: Path, *, is_kept_out: Callable[[Path, Path], bool] | None = None) -> bool:
    """True if locks in a folder keep other processes out: the writer's, and SQLite's with its shared memory.

    Only another process can test that. Within one process, SQLite uses its own memory and never asks the file system.
    is_kept_out : tests a database and a lock that are held; None does so in a child process
    Raises sqlite3.OperationalError, OSError or NotImplementedError if not even one process can lock.
    """
    from filelock import FileLock

    is_kept_out = is_kept_out or child_is_kept_out
    scratch = temporary_name(folder / "locks")
    scratch.mkdir(mode=0o700)
    try:
        database, lock = scratch / "probe.sqlite", scratch / "probe.lock"
        with (
            contextlib.closing(sqlite3.connect(database, isolation_level=None, timeout=0)) as connection,
            FileLock(lock, timeout=0, fallback_to_soft=False),
        ):
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            connection.execute("CREATE TABLE probe AS SELECT 1")
            connection.execute("BEGIN IMMEDIATE")
            return mode == "wal" and is_kept_out(database, lock)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def child_is_kept_out(database: Path, lock: Path) -> bool:
    context = multiprocessing.get_context(
        "spawn"
    )  # also works in a packaged program, which is its own interpreter
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=try_to_lock, args=(theirs, database, lock), name="cbir lock probe")
    with no_main_module():
        child.start()
    theirs.close()
    try:
        return answers(child.pid, ours, START) and bool(ours.recv())
    except EOFError as error:
        raise OSError(errno.ECHILD, "the process that tries its locks died") from error
    finally:
        child.kill()
        child.join()
        ours.close()


def try_to_lock(answer: Connection[bool, bool], database: Path, lock: Path) -> None:
    kept_out = is_kept_out(database, lock)
    with contextlib.suppress(
        ConnectionError
    ):  # the parent process has ended meanwhile, for example by Ctrl-C
        answer.send(kept_out)


def is_kept_out(database: Path, lock: Path) -> bool:
    """True if this process can read a database that another one holds, but can lock neither it nor the lock file."""
    from filelock import FileLock, Timeout

    rows = 0
    with contextlib.closing(sqlite3.connect(database, isolation_level=None, timeout=0)) as connection:
        try:
            rows = connection.execute("SELECT count(*) FROM probe").fetchone()[0]
            connection.execute("BEGIN IMMEDIATE")
            return False
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                return False
    try:
        FileLock(lock, timeout=0, fallback_to_soft=False).acquire()
    except Timeout:
        return rows == 1
    return False


def _explain(error: Exception, layout: Layout) -> CbirError:
    if isinstance(error, NotImplementedError) or (isinstance(error, OSError) and error.errno in CANNOT_LOCK):
        return cannot_lock(layout.folder)
    reason = error.strerror if isinstance(error, OSError) else None
    return CbirError(
        "The library {0} cannot be written to: {1}.", layout.folder, (reason or str(error)).lower()
    )


def cannot_lock(folder: Path) -> CbirError:
    return CbirError(
        "The file system of {0} cannot lock files, so that a library there could be damaged. "
        "Choose a folder on another drive with --library.",
        folder,
    )


def _holder(layout: Layout) -> str:
    try:
        about = json.loads(layout.lock_holder.read_bytes())
        since = time.strftime("%H:%M", time.localtime(about["since"]))
        return f"{about['program']} (process {about['process']} on {about['host']}, since {since})"
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return "another process"
