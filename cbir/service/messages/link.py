"""The link itself: giving up a request, failures, the end, and what the engine tells unasked."""

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
    """online : each root's path, and whether its drive is there now."""

    online: tuple[tuple[Path, bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delayed:
    """why : a sentence that says what holds the engine up now; empty: nothing does any longer"""

    why: str


Request = Cancel | Shutdown
Answer = Failure | Ready | LibraryChanged | DrivesChanged | Delayed
