"""Index runs, and the watch that starts them automatically."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import NO_EXCLUSIONS, Exclusions, IndexProgress, IndexReport
from cbir.service.registry import Answer, Declaration, Interim, Lane, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexAnswer(Answer):
    report: IndexReport


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress(Interim):
    progress: IndexProgress


@Declaration(answer=IndexAnswer, lane=Lane.INDEX, interim=(Progress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRequest(Request):
    folders: tuple[Path, ...]
    leave_out: Exclusions = NO_EXCLUSIONS


@Declaration(answer=IndexAnswer, lane=Lane.INDEX, interim=(Progress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class RetryRequest(Request):
    """Retry the files that could not be read, in all connected folders. Answered by IndexAnswer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchAnswer(Answer):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched(Interim):
    """A run of the watch changed something."""

    report: IndexReport


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchTrouble(Interim):
    """message : a sentence for the user about what cannot be followed."""

    message: str


@Declaration(answer=WatchAnswer, lane=Lane.WATCH, interim=(Progress, Watched, WatchTrouble), endless=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class WatchRequest(Request):
    """Watch all folders of the library until the ticket is cancelled; then WatchAnswer comes."""
