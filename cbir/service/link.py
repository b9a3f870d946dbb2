"""The link itself: cancellation, failures, shutdown, and unsolicited messages of the engine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cbir.base.messages import Message
from cbir.base.types import LibraryInfo
from cbir.service.registry import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel:
    ticket: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shutdown:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure(Answer):
    """message : one or two plain sentences for the user: what happened, what to do."""

    message: Message
    cancelled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Answer):
    info: LibraryInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryChanged(Answer):
    """photos : in the library now, searchable or only listed"""

    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrivesChanged(Answer):
    """online : each root's path; True if its drive is connected now."""

    online: tuple[tuple[Path, bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delayed(Answer):
    """why : a sentence that says what delays the engine now; empty when the delay is over"""

    why: Message
