"""Reads the file of an SQLite database as bytes without dropping the locks that this process holds on it.

On POSIX, closing any descriptor of a file drops all locks of the process on that file, including SQLite's
(https://www.sqlite.org/howtocorrupt.html, section 2.2). There, each file is opened once and stays open until the
process ends or the file is deleted. Windows ties locks to the handle, and would not let an open file be moved.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

PIECE_BYTES = 1 << 20
_descriptors: dict[tuple[int, int], int] = {}  # by device and inode
_lock = threading.Lock()


def read_at(path: Path, start: int, length: int) -> bytes:
    """Read `length` bytes from `start` on; fewer at the end of the file. Raises OSError."""
    if os.name == "nt":
        with path.open("rb") as file:
            file.seek(start)
            return file.read(length)
    with _lock:
        return os.pread(_descriptor_of(path), length, start)


def read_pieces(path: Path, start: int = 0) -> Iterator[bytes]:
    """Read the file from `start` on, PIECE_BYTES at a time. Raises OSError."""
    while piece := read_at(path, start, PIECE_BYTES):
        yield piece
        start += len(piece)


def _descriptor_of(path: Path) -> int:
    for key, descriptor in list(_descriptors.items()):
        if os.fstat(descriptor).st_nlink == 0:
            os.close(_descriptors.pop(key))
    status = path.stat()
    key = status.st_dev, status.st_ino
    if key not in _descriptors:
        _descriptors[key] = os.open(path, os.O_RDONLY)
    return _descriptors[key]
