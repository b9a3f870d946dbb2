"""The link itself: cancellation, failures, shutdown, and unsolicited messages of the engine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import LibraryInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel:
    ticket: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shutdown:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """message : one or two plain sentences for the user: what happened, what to do."""

    message: str
    cancelled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    info: LibraryInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryChanged:
    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrivesChanged:
    """online : each root's path; True if its drive is connected now."""

    online: tuple[tuple[Path, bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delayed:
    """why : a sentence that says what delays the engine now; empty when the delay is over"""

    why: str


Request = Cancel | Shutdown
Answer = Failure | Ready | LibraryChanged | DrivesChanged | Delayed
