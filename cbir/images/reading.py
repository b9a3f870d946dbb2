"""Path -> the bytes of a file and their fingerprint, read once."""

from __future__ import annotations

import errno
import hashlib
import io
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cbir.base.errors import ImageUnreadable, UnreadableNow
from cbir.base.liveness import waiting
from cbir.base.messages import Message
from cbir.base.storage import size_and_time

MAX_FILE_BYTES = 1 << 30
"""A larger file is not read: an uncompressed 16-bit RGB picture of 170 megapixels is that large."""

_FINGERPRINT_BYTES = 16  # 128 bits: two photos of a library never collide by chance


class FileUnreadable(UnreadableNow):
    """The system did not deliver the file. A later attempt may succeed: permissions, locks and cables change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileContent:
    """data : the whole file. fingerprint : 32 hexadecimal digits, BLAKE2b of data."""

    data: bytes
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownContent:
    """The fingerprint of a file's content while its size, in bytes, and time are these: see size_and_time."""

    size: int
    mtime_ns: int
    fingerprint: str


def fingerprint(data: bytes | memoryview) -> str:
    """Name a content: 32 hexadecimal digits, equal for equal bytes."""
    return hashlib.blake2b(data, digest_size=_FINGERPRINT_BYTES).hexdigest()


def content_of(data: bytes) -> FileContent:
    """The content of a picture that is no file, such as a pasted one."""
    return FileContent(data=data, fingerprint=fingerprint(data))


def read_file(path: Path, earlier: KnownContent | None = None) -> FileContent:
    """Read a whole file.

    earlier : from an earlier reading; it is valid while the file has the same size and time
    The file is not mapped: if another program truncates a mapped file, the process ends.
    Raises ImageUnreadable if it is no regular file of at most MAX_FILE_BYTES, and FileUnreadable if the system does not
    deliver it. The messages do not contain the path.
    """
    with _opened(path) as (file, status):
        if status.st_size > MAX_FILE_BYTES:
            raise ImageUnreadable("The file is larger than {0} GB.", MAX_FILE_BYTES >> 30)
        data = _read_at_most(file.read, MAX_FILE_BYTES, status.st_size)
    if not data:
        raise ImageUnreadable("The file is empty.")
    if (
        earlier is not None
        and (earlier.size, earlier.mtime_ns) == size_and_time(status)
        and len(data) == earlier.size
    ):
        return FileContent(data=data, fingerprint=earlier.fingerprint)
    return content_of(data)


def read_beginning(path: Path, limit: int) -> bytes:
    """Read a file's first bytes, at most `limit`. Raises ImageUnreadable as read_file does."""
    with _opened(path) as (file, _):
        return file.read(limit)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[io.FileIO, os.stat_result]]:
    """Open a regular file and return its status too. Errors of the system are raised as sentences.

    The block must only read: it counts as waiting for a disk, which may be slow to wake or never answer.
    """
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    flags |= getattr(os, "O_NONBLOCK", 0)  # otherwise a named pipe would wait for a writer forever
    try:
        with waiting("disk"):
            descriptor = os.open(path, flags)
            with os.fdopen(descriptor, "rb", buffering=0) as file:
                status = os.fstat(descriptor)
                if not stat.S_ISREG(status.st_mode):
                    raise ImageUnreadable(_not_a_file(status.st_mode))
                yield file, status
    except OSError as error:
        raise FileUnreadable(_explain(error)) from error
    except ValueError as error:  # a zero byte in the path; the block itself raises no ValueError
        raise ImageUnreadable("No file can have this name.") from error


def _not_a_file(mode: int) -> Message:
    if stat.S_ISDIR(mode):
        return Message("This is a folder, not a file.")
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        return Message("This is a device, or a link to one, not a file.")
    return Message("This is a pipe or a socket between programs, not a file.")


def _read_at_most(read: Callable[[int], bytes], limit: int, expected: int) -> bytes:
    """Read to the end of a file, even if it grows meanwhile."""
    parts: list[bytes] = []
    total = 0
    while part := read(max(expected - total, 1 << 16)):
        parts.append(part)
        total += len(part)
        if total > limit:
            raise ImageUnreadable("The file is larger than {0} GB.", limit >> 30)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _explain(error: OSError) -> Message:
    if isinstance(error, FileNotFoundError):
        return Message("The file has moved, or its drive is disconnected.")
    if isinstance(error, PermissionError):
        return Message("Permission to read the file was denied.")
    if isinstance(error, IsADirectoryError):
        return Message("This is a folder, not a file.")
    if error.errno == errno.EIO:
        return Message("The disk reported an error while the file was read.")
    return Message("The file could not be read: {0}.", (error.strerror or "unknown error").lower())
