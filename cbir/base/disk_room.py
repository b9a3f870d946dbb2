"""Recognition of a full disk from an error of the system or of SQLite, and a check for room before irreversible steps.

Python does not pass on the system error behind an SQLite error. An SQLite error of writing counts as a full disk if a
trial write fails as well.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from pathlib import Path

from cbir.base.errors import DiskFull
from cbir.base.storage import remove_unfinished, temporary_name

ROOM_BYTES = 1 << 18  # SQLite's shared memory (32 KB), and the log of any short transaction

_FULL = {errno.ENOSPC, errno.EDQUOT}
_WINDOWS_FULL = {39, 112, 1295}  # ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL, ERROR_DISK_QUOTA_EXCEEDED
_WRITING = {
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_DIR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP,
    sqlite3.SQLITE_CANTOPEN,
}


def is_full(error: BaseException, folder: Path) -> bool:
    """True if an error means a full disk. folder : on the disk that was written to; need not exist"""
    if isinstance(error, OSError):
        return error.errno in _FULL or getattr(error, "winerror", None) in _WINDOWS_FULL
    if not isinstance(error, sqlite3.Error):
        return False
    code = getattr(error, "sqlite_errorcode", None)  # None: raised by Python
    if code is None:
        return False
    return code & 0xFF == sqlite3.SQLITE_FULL or (code in _WRITING and not has_room(folder))


def has_room(folder: Path, size: int = ROOM_BYTES) -> bool:
    """True if `size` bytes can be written below a folder. Writes them, as the free space does not show quotas.

    Also True if writing fails for another reason, such as permission.
    """
    existing = next((above for above in (folder, *folder.parents) if above.is_dir()), None)
    if existing is None:
        return True
    trial = temporary_name(existing / "room")
    try:
        # real zeros, not a hole: some file systems reserve no space for holes
        descriptor = os.open(trial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            written = 0
            while written < size:
                written += os.write(descriptor, bytes(min(size - written, 1 << 16)))
        finally:
            os.close(descriptor)
    except OSError as error:
        return not is_full(error, existing)
    finally:
        with contextlib.suppress(OSError):
            remove_unfinished(trial)
    return True


def require_room(folder: Path, size: int = ROOM_BYTES) -> None:
    """Raise DiskFull, before anything is changed, if `size` bytes cannot be written below a folder."""
    if not has_room(folder, size):
        raise DiskFull(folder)
