"""Path -> the bytes of a file and their fingerprint, read once. A moment of a video is read as a picture file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cbir.base.errors import ImageUnreadable
from cbir.base.storage import size_and_time
from cbir.base.types import Moment, moment_of
from cbir.images.files import opened
from cbir.images.video import moment_fingerprint, read_moment, video_fingerprint

MAX_FILE_BYTES = 1 << 30
"""A larger file is not read: an uncompressed 16-bit RGB picture of 170 megapixels is that large."""

_FINGERPRINT_BYTES = 16  # 128 bits: two photos of a library never collide by chance


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
    """Read a whole file, or the frame of a video's moment as a JPEG.

    earlier : from an earlier reading; it is valid while the file has the same size and time
    The file is not mapped: if another program truncates a mapped file, the process ends.
    Raises ImageUnreadable if it is no regular file of at most MAX_FILE_BYTES, and FileUnreadable if the system does not
    deliver it. The messages do not contain the path.
    """
    if (moment := moment_of(path)) is not None:
        return _read_moment(moment, earlier)
    with opened(path) as (file, status):
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


def _read_moment(moment: Moment, earlier: KnownContent | None) -> FileContent:
    data = read_moment(moment)
    if earlier is not None and (earlier.size, earlier.mtime_ns) == size_and_time(moment.video.stat()):
        return FileContent(data=data, fingerprint=earlier.fingerprint)
    return FileContent(data=data, fingerprint=moment_fingerprint(video_fingerprint(moment.video), moment.ms))


def read_beginning(path: Path, limit: int) -> bytes:
    """Read a file's first bytes, at most `limit`. Raises ImageUnreadable as read_file does."""
    with opened(path) as (file, _):
        return file.read(limit)


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
