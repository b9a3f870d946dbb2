"""Errors, classified by the action that they call for.

Every message can be shown to a user: it says what happened and what to do next.
"""

from __future__ import annotations

import errno
import os
from typing import Any

from cbir.base.messages import Message

_FULL = {errno.ENOSPC, errno.EDQUOT}
_REFUSED = {
    getattr(errno, name)
    for name in (
        *("EACCES", "EPERM", "EROFS", "EIO", "ENXIO", "ENODEV", "EBUSY"),
        *("ENAMETOOLONG", "ELOOP", "ENOTCONN", "ESTALE", "ETIMEDOUT", "EHOSTDOWN", "EHOSTUNREACH"),
    )
    if hasattr(errno, name)
}


def refusal(error: Exception) -> Message | None:
    """A message for an error of a drive or the system, such as denied permission; None for our own possible bugs."""
    if not isinstance(error, OSError):
        return None
    named = error.filename is not None and not isinstance(error.filename, int)
    if error.errno in _FULL:
        return DiskFull(os.fsdecode(error.filename) if named else None).message
    if error.errno not in _REFUSED or not named:
        return None
    return Message("{0} cannot be used: {1}.", os.fsdecode(error.filename), error.strerror)


class CbirError(Exception):
    """Base of all errors whose text can be shown to a user unchanged.

    template, values : of the message. A single Message is taken as it is.
    """

    def __init__(self, template: str, *values: object) -> None:
        super().__init__(Message(template, *values))

    @property
    def message(self) -> Message:
        message: Message = self.args[0]
        return message

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.message), self.__dict__


def message_of(error: BaseException) -> Message:
    """The message of an error, or another program's own words."""
    return error.message if isinstance(error, CbirError) else Message("{0}", error)


def _again(kind: type[CbirError], message: Message) -> CbirError:
    """An error as it was, on the other side of a pipe. Its class may take other arguments than a message."""
    error = kind.__new__(kind)
    CbirError.__init__(error, message)
    return error


class PhotoGone(CbirError):
    """A photo is no longer in the library: continue without it, or report it."""


class ImageUnreadable(CbirError):
    """A file is not a picture that can be used: skip it and report the reason."""


class UnreadableNow(ImageUnreadable):
    """A file cannot be read for a reason outside the file: skip it, and try again later."""


class ArtifactMismatch(CbirError):
    """A file of the library is damaged or was made by other options: rebuild it."""


class CatalogTooNew(CbirError):
    """The library was written by a newer version of the program: upgrade the program."""


class DiskFull(CbirError):
    """A drive has no room left: free some, and try again.

    path : a file or folder on that drive; None if the system names none
    resumable : part of the work was done and is kept; otherwise nothing was changed
    """

    def __init__(self, path: os.PathLike[str] | str | None = None, *, resumable: bool = False) -> None:
        where = None if path is None else os.fspath(path)
        if where is None:
            super().__init__("The disk is full. Free some space and try again.")
        elif resumable:
            super().__init__(
                "The disk that holds {0} is full. Free some space and try again; what was done so far is kept.",
                where,
            )
        else:
            super().__init__("The disk that holds {0} is full. Free some space; nothing was changed.", where)


class LibraryLocked(CbirError):
    """Another process is writing to the library: wait for it or stop it."""


class IndexUnreachable(CbirError):
    """The index is on a server that does not answer, or answers wrongly: start it, and try again."""


class ModelNotInstalled(CbirError):
    """A search needs a model that is not there: install it."""


class QueryUnusable(CbirError):
    """A query cannot be searched for: the text names the part and the reason."""


class QueryTooLong(QueryUnusable):
    """A query text has too many words to look up."""


class Cancelled(CbirError):
    """The user asked to stop. What was committed before stays."""


class LibraryClosed(Cancelled):
    """The library was closed, before a call or during it: open it again."""

    def __init__(self) -> None:
        super().__init__("The library was closed. Open it again.")
