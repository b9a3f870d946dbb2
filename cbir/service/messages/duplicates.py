"""Photos that belong together: found, judged by a person, and moved to the trash when that was said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from cbir.base.types import DuplicateReport, DuplicateSearch, Judged, PhotoId, TrashPlan
from cbir.service.bounds import Most


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatesRequest:
    """Find duplicates. Answered by DuplicatesAnswer, after MaintenanceProgress of the pairs that are compared."""

    search: DuplicateSearch = field(default_factory=DuplicateSearch)


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatesAnswer:
    """plan : what was said to go before. Where it was cancelled, what was compared until then."""

    report: DuplicateReport
    plan: TrashPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCopiesRequest:
    """Keep what a person said of pairs; it moves nothing. Answered by PlanAnswer; it cannot be cancelled."""

    judged: tuple[Judged, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanAnswer:
    plan: TrashPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashCopiesRequest:
    """Move photos to the trash that were said to go. Answered by TrashAnswer, after LibraryChanged.

    Whoever sends it has asked the user. last : of last copies a second time. sidecar : what photos receive of those
    that go is written into their XMP sidecars too
    """

    photos: tuple[PhotoId, ...]
    last: bool = False
    sidecar: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksRequest:
    """Which of some photos are near-duplicates? In the order in which they are shown. Answered by StacksAnswer."""

    photos: Annotated[tuple[PhotoId, ...], Most(5000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksAnswer:
    """stacks : of two photos or more, each under the one that stands for it"""

    stacks: tuple[tuple[PhotoId, ...], ...]


Request = DuplicatesRequest | JudgeCopiesRequest | TrashCopiesRequest | StacksRequest
Answer = DuplicatesAnswer | PlanAnswer | StacksAnswer
