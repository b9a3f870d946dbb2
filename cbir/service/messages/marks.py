"""What a person does to photos: stars, keywords and the trash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import KeywordSuggestion, MarkReport, PhotoId, RestoreReport, Trashed, TrashReport
from cbir.service.bounds import Most


@dataclass(frozen=True, slots=True, kw_only=True)
class RateRequest:
    """Give photos a rating: 0 to 5 stars, -1 rejected, None for what their files say. Answered by MarkAnswer.

    It does not wait for an index run, and cannot be cancelled. sidecar : write it into their XMP sidecars too
    """

    photos: Annotated[tuple[PhotoId, ...], Most(10_000)]
    rating: int | None
    sidecar: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordRequest:
    """Add keywords to photos and remove others. Answered by MarkAnswer; it does not wait for an index run."""

    photos: Annotated[tuple[PhotoId, ...], Most(10_000)]
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    sidecar: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkAnswer:
    report: MarkReport


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestRequest:
    """Ask which keywords fit what photos show. Answered by SuggestAnswer, and where no model answers by Failure."""

    photos: Annotated[tuple[PhotoId, ...], Most(10_000)]
    top: int = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestAnswer:
    suggestions: tuple[KeywordSuggestion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashRequest:
    """Move photos to the system's trash and take them out of the library; it does not wait for an index run.

    Whoever sends it has asked the user. Marks and trash are done in the order in which they were asked.
    LibraryChanged comes before the answer.
    """

    photos: tuple[PhotoId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashAnswer:
    report: TrashReport


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreRequest:
    """Bring photos back from the system's trash, with their marks. Answered by RestoreAnswer.

    It waits for an index run, and is one itself. Progress comes before the answer, LibraryChanged too.
    """

    trashed: tuple[Trashed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreAnswer:
    report: RestoreReport


Request = RateRequest | KeywordRequest | SuggestRequest | TrashRequest | RestoreRequest
Answer = MarkAnswer | SuggestAnswer | TrashAnswer | RestoreAnswer
