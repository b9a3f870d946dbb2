"""Requests to find photos that belong together, to judge them, and to move the judged ones to the trash."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from cbir.base.types import DuplicateReport, DuplicateSearch, Judged, PhotoId, TrashPlan
from cbir.service.link import LibraryChanged
from cbir.service.maintenance import MaintenanceProgress
from cbir.service.marks import TrashAnswer
from cbir.service.registry import SHORT, Answer, Call, Declaration, Interim, Lane, Most, Request, handles


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatesAnswer(Answer):
    """plan : trash plan from earlier verdicts. After a cancellation, report has the pairs compared until then."""

    report: DuplicateReport
    plan: TrashPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatesSoFar(Interim):
    """Groups that are known while comparing goes on: identical files first."""

    report: DuplicateReport


@Declaration(answer=DuplicatesAnswer, lane=Lane.DUPLICATES, interim=(MaintenanceProgress, DuplicatesSoFar))
@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatesRequest(Request):
    """Find duplicates. The progress counts the pairs that are compared."""

    search: DuplicateSearch = field(default_factory=DuplicateSearch)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanAnswer(Answer):
    plan: TrashPlan


@Declaration(answer=PlanAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCopiesRequest(Request):
    """Store a person's verdicts on pairs; moves no file."""

    judged: tuple[Judged, ...]


@Declaration(answer=PlanAnswer, lane=Lane.MARKS, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class PlanCopiesRequest(Request):
    """Ask what these verdicts would move to the trash. Stores nothing, and moves no file."""

    judged: tuple[Judged, ...]


@Declaration(answer=TrashAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class TrashCopiesRequest(Request):
    """Move photos with the verdict "trash" to the trash. LibraryChanged comes before the answer.

    The sender has asked the user. last : and asked again about last copies. sidecar : write the metadata that remaining
    photos receive from trashed ones into their XMP sidecars as well
    """

    photos: tuple[PhotoId, ...]
    last: bool = False
    sidecar: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksAnswer(Answer):
    """Stacks of near-duplicates. stacks : each of two photos or more; the first one represents it"""

    stacks: tuple[tuple[PhotoId, ...], ...]


@Declaration(answer=StacksAnswer, lane=Lane.SUGGEST, visitors=SHORT, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class StacksRequest(Request):
    """Ask which photos are near-duplicates. photos : in display order."""

    photos: Annotated[tuple[PhotoId, ...], Most(5000)]


@handles(DuplicatesRequest)
def _find(call: Call, request: DuplicatesRequest) -> DuplicatesAnswer:
    duplicates = call.library.duplicates

    def progress(done: int, total: int) -> None:
        call.tell(MaintenanceProgress(done=done, total=total))

    def tell(report: DuplicateReport) -> None:
        call.tell(DuplicatesSoFar(report=report))

    report = duplicates.find(request.search, progress=progress, on_more=tell, cancelled=call.cancelled)
    return DuplicatesAnswer(report=report, plan=duplicates.plan_trash())


@handles(JudgeCopiesRequest)
def _judge(call: Call, request: JudgeCopiesRequest) -> PlanAnswer:
    call.library.duplicates.say(request.judged)
    return PlanAnswer(plan=call.library.duplicates.plan_trash())


@handles(PlanCopiesRequest)
def _plan(call: Call, request: PlanCopiesRequest) -> PlanAnswer:
    return PlanAnswer(plan=call.library.duplicates.plan_trash(request.judged))


@handles(TrashCopiesRequest)
def _trash(call: Call, request: TrashCopiesRequest) -> TrashAnswer:
    moved = call.library.duplicates.trash(request.photos, last=request.last, sidecar=request.sidecar)
    call.announce(LibraryChanged(photos=call.library.photo_count()))
    return TrashAnswer(report=moved)


@handles(StacksRequest)
def _stacks(call: Call, request: StacksRequest) -> StacksAnswer:
    return StacksAnswer(stacks=call.library.duplicates.stacks(request.photos))
