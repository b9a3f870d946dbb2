"""Path -> an open regular file, with sentences for all that the system may say instead."""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cbir.base.errors import ImageUnreadable, UnreadableNow
from cbir.base.liveness import waiting
from cbir.base.messages import Message


class FileUnreadable(UnreadableNow):
    """The system did not deliver the file. A later attempt may succeed: permissions, locks and cables change."""


@contextmanager
def opened(path: Path) -> Iterator[tuple[io.FileIO, os.stat_result]]:
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
