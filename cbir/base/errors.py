"""What can go wrong, by what the reader can do about it.

Every message is fit to show a user: it says what happened and what to do next.
"""

from __future__ import annotations

import errno
import os

_REFUSED = {
    getattr(errno, name)
    for name in (
        *("EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EIO", "ENXIO", "ENODEV", "EBUSY"),
        *("ENAMETOOLONG", "ELOOP", "ENOTCONN", "ESTALE", "ETIMEDOUT", "EHOSTDOWN", "EHOSTUNREACH"),
    )
    if hasattr(errno, name)
}


def refusal(error: Exception) -> str | None:
    """A sentence for an error of a drive or the system, such as denied permission; None for a possible bug of ours."""
    if not isinstance(error, OSError) or error.errno not in _REFUSED:
        return None
    if error.filename is None or isinstance(error.filename, int):
        return None
    return f"{os.fsdecode(error.filename)} cannot be used: {error.strerror}."


class CbirError(Exception):
    """Base of all errors whose text can be shown to a user as it is."""


class PhotoGone(CbirError):
    """A photo is no longer in the library: go on without it, or say so."""


class ImageUnreadable(CbirError):
    """A file is not a picture that can be used: skip it and report the reason."""


class UnreadableNow(ImageUnreadable):
    """What keeps a file from being read lies outside of it: skip it, and try it again another time."""


class ArtifactMismatch(CbirError):
    """A file of the library is damaged or was made by other options: rebuild it."""


class CatalogTooNew(CbirError):
    """The library was written by a newer version of the program: upgrade the program."""


class LibraryLocked(CbirError):
    """Another process is writing to the library: wait for it or stop it."""


class IndexUnreachable(CbirError):
    """The index is on a Milvus that does not answer, or not as it should: start it, and try again."""


class ModelNotInstalled(CbirError):
    """A search needs a model that is not there: install it."""


class QueryUnusable(CbirError):
    """A query cannot be searched for: the text says which part of it and why."""


class QueryTooLong(QueryUnusable):
    """A text has more words than can be looked up."""


class Cancelled(CbirError):
    """The user asked to stop. What was committed before stays."""
