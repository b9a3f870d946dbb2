"""Index runs, and the watch that starts them automatically."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import NO_EXCLUSIONS, Exclusions, IndexProgress, IndexReport


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRequest:
    folders: tuple[Path, ...]
    leave_out: Exclusions = NO_EXCLUSIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryRequest:
    """Retry the files that could not be read, in all connected folders. Answered by IndexAnswer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    progress: IndexProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexAnswer:
    report: IndexReport


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchRequest:
    """Watch all folders of the library until the ticket is cancelled; then WatchAnswer comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """A run of the watch changed something."""

    report: IndexReport


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchTrouble:
    """message : a sentence for the user about what cannot be followed."""

    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchAnswer:
    pass


Request = IndexRequest | RetryRequest | WatchRequest
Interim = Progress | Watched | WatchTrouble
Answer = IndexAnswer | WatchAnswer
