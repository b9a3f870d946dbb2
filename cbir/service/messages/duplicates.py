"""Photos that belong together: to find them, to judge them, and to move the judged ones to the trash."""

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
    """plan : trash plan from earlier verdicts. After a cancellation, report has the pairs compared until then."""

    report: DuplicateReport
    plan: TrashPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCopiesRequest:
    """Store a person's verdicts on pairs; moves no file. Answered by PlanAnswer; cannot be cancelled."""

    judged: tuple[Judged, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanAnswer:
    plan: TrashPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashCopiesRequest:
    """Move photos with the verdict "trash" to the trash. Answered by TrashAnswer, after LibraryChanged.

    The sender has asked the user. last : and asked again about last copies. sidecar : write the metadata that remaining
    photos receive from trashed ones into their XMP sidecars as well
    """

    photos: tuple[PhotoId, ...]
    last: bool = False
    sidecar: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksRequest:
    """Ask which photos are near-duplicates. photos : in display order. Answered by StacksAnswer."""

    photos: Annotated[tuple[PhotoId, ...], Most(5000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksAnswer:
    """stacks : of two photos or more; the first represents its stack"""

    stacks: tuple[tuple[PhotoId, ...], ...]


Request = DuplicatesRequest | JudgeCopiesRequest | TrashCopiesRequest | StacksRequest
Answer = DuplicatesAnswer | PlanAnswer | StacksAnswer
