"""Photos that belong together: to find them, to judge them, and to move the judged ones to the trash."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from cbir.base.types import DuplicateReport, DuplicateSearch, Judged, PhotoId, TrashPlan
from cbir.service.messages.maintenance import MaintenanceProgress
from cbir.service.messages.marks import TrashAnswer
from cbir.service.registry import SHORT, Answer, Declaration, Lane, Most, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatesAnswer(Answer):
    """plan : trash plan from earlier verdicts. After a cancellation, report has the pairs compared until then."""

    report: DuplicateReport
    plan: TrashPlan


@Declaration(answer=DuplicatesAnswer, lane=Lane.MEASURE, interim=(MaintenanceProgress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatesRequest(Request):
    """Find duplicates. Answered by DuplicatesAnswer, after MaintenanceProgress of the pairs that are compared."""

    search: DuplicateSearch = field(default_factory=DuplicateSearch)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanAnswer(Answer):
    plan: TrashPlan


@Declaration(answer=PlanAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCopiesRequest(Request):
    """Store a person's verdicts on pairs; moves no file. Answered by PlanAnswer; cannot be cancelled."""

    judged: tuple[Judged, ...]


@Declaration(answer=TrashAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class TrashCopiesRequest(Request):
    """Move photos with the verdict "trash" to the trash. Answered by TrashAnswer, after LibraryChanged.

    The sender has asked the user. last : and asked again about last copies. sidecar : write the metadata that remaining
    photos receive from trashed ones into their XMP sidecars as well
    """

    photos: tuple[PhotoId, ...]
    last: bool = False
    sidecar: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksAnswer(Answer):
    """stacks : of two photos or more; the first represents its stack"""

    stacks: tuple[tuple[PhotoId, ...], ...]


@Declaration(answer=StacksAnswer, lane=Lane.SUGGEST, visitors=SHORT, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class StacksRequest(Request):
    """Ask which photos are near-duplicates. photos : in display order. Answered by StacksAnswer."""

    photos: Annotated[tuple[PhotoId, ...], Most(5000)]
