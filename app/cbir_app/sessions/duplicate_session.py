"""Duplicates from the engine, pair by pair, with the user's verdict on each. No widgets.

Verdicts are shown and saved at once. No file moves before trash() is called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from cbir.base.types import (
    ASIDE,
    Cause,
    Copy,
    DuplicateGroup,
    DuplicateReport,
    DuplicateSearch,
    Judged,
    PhotoId,
    TrashPlan,
    TrashReport,
    Verdict,
)
from cbir.service import (
    Answer,
    DuplicatesAnswer,
    DuplicatesRequest,
    Failure,
    JudgeCopiesRequest,
    MaintenanceProgress,
    PlanAnswer,
    TrashAnswer,
    TrashCopiesRequest,
)
from cbir_app.base.language import tr
from cbir_app.base.undo import Step, UndoStack
from cbir_app.engine import Engine

NO_PLAN = TrashPlan(photos=(), bytes=0)
Pair = tuple[PhotoId, PhotoId]
"""The photo to keep, and the copy."""


class DuplicateSession(QObject):
    progressed = Signal(int, int)  # pairs compared, pairs in all
    search_finished = Signal()  # with groups, or with none
    moved = Signal()  # another pair is current
    judged = Signal()  # a verdict was given or taken back
    trashed = Signal(object)  # TrashReport
    search_failed = Signal(str)
    failed = Signal(str)  # a verdict was not saved, or photos were not moved

    def __init__(
        self,
        engine: Engine,
        undo: UndoStack,
        parent: QObject | None = None,
        *,
        sidecars: Callable[[], bool] = lambda: False,
    ) -> None:
        """Create the session. sidecars : returns True if XMP sidecar files are written too"""
        super().__init__(parent)
        self._engine, self._undo, self._sidecars = engine, undo, sidecars
        self._ticket: int | None = None
        self._at = 0
        self._verdicts: dict[Pair, Verdict | None] = {}
        self._steps: list[tuple[Step, set[PhotoId]]] = []  # undo steps with the photos of their pair
        self._every: tuple[tuple[DuplicateGroup, Copy], ...] = ()  # all causes
        self.pairs: tuple[tuple[DuplicateGroup, Copy], ...] = ()  # the chosen cause
        self.cause: Cause | None = None  # None: all causes but those whose pairs are seldom copies
        self.plan = NO_PLAN
        self._freed: dict[Path, int] = {}  # bytes of photos moved to the trash since the window was opened
        self.uncompared = 0  # pairs that were left when the search was stopped

    @property
    def freed(self) -> int:
        """Bytes of the photos that were moved to the trash and not restored."""
        return sum(self._freed.values())

    @property
    def searching(self) -> bool:
        return self._ticket is not None

    @property
    def at(self) -> int:
        """Index of the current pair."""
        return self._at

    @property
    def current(self) -> tuple[DuplicateGroup, Copy] | None:
        return self.pairs[self._at] if self.pairs else None

    @property
    def left(self) -> int:
        """Number of pairs without a verdict."""
        judged = {frozenset(pair) for pair, verdict in self._verdicts.items() if verdict is not None}
        return sum(
            frozenset((group.kept.photo, copy.photo.photo)) not in judged for group, copy in self.pairs
        )

    @property
    def verdict(self) -> Judged | None:
        """The verdict on the current pair. Either photo of the pair may be the one to trash."""
        if (pair := self.current) is None:
            return None
        original, copy = pair[0].kept.photo, pair[1].photo.photo
        for order in ((original, copy), (copy, original)):
            if (verdict := self._verdicts.get(order)) is not None:
                return Judged(kept=order[0], other=order[1], verdict=verdict)
        return None

    # ---- the search

    def find(self, search: DuplicateSearch) -> None:
        """Search for duplicates. An earlier search is cancelled; no pair can be judged until the answer arrives."""
        self.give_up()
        self._every = self.pairs = ()
        self._ticket = self._engine.request(DuplicatesRequest(search=search), self._on_duplicates)

    def stop(self) -> None:
        """Stop comparing, and show the duplicates so far."""
        if self._ticket is not None:
            self._engine.stop(self._ticket)

    def give_up(self) -> None:
        """Cancel the search. The engine keeps the results of the comparisons."""
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None

    def _on_duplicates(self, answer: Answer) -> None:
        if isinstance(answer, MaintenanceProgress):
            self.progressed.emit(answer.done, answer.total)
            return
        self._ticket = None
        if isinstance(answer, DuplicatesAnswer):
            self._take(answer.report)
            self.plan = answer.plan
            self.search_finished.emit()
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.search_failed.emit(answer.message)

    def _take(self, report: DuplicateReport) -> None:
        self._every = tuple((group, copy) for group in report.groups for copy in group.copies)
        self._verdicts = {
            (group.kept.photo, copy.photo.photo): copy.verdict for group, copy in self._every if copy.verdict
        }
        for group, copy in self._every:
            for photo in (group.kept, copy.photo):
                self._freed.pop(photo.path, None)
        self._at = 0
        self.uncompared = report.left
        if self.cause not in self.causes:
            self.cause = None
        self._select_pairs()

    # ---- the cause

    @property
    def causes(self) -> Counter[Cause]:
        """Number of pairs by cause."""
        return Counter(copy.cause for _, copy in self._every)

    def choose(self, cause: Cause | None) -> None:
        """Show only the pairs of one cause. None: all causes again"""
        self.cause = cause
        self._at = 0
        self._select_pairs()
        self.moved.emit()

    def _select_pairs(self) -> None:
        self.pairs = tuple(
            pair
            for pair in self._every
            if pair[1].cause == self.cause or (self.cause is None and pair[1].cause not in ASIDE)
        )
        self._at = min(self._at, max(0, len(self.pairs) - 1))

    # ---- moving on

    def step(self, by: int) -> None:
        self._go(self._at + by)

    def step_group(self, by: int) -> None:
        """Go to the first pair of another group. by : 1 or -1"""
        if (pair := self.current) is None:
            return
        at = self._at
        while 0 <= at < len(self.pairs) and self.pairs[at][0] is pair[0]:
            at += by
        if 0 <= at < len(self.pairs):
            group = self.pairs[at][0]
            at = next(place for place, (other, _) in enumerate(self.pairs) if other is group)
            self._go(at)

    def _go(self, at: int) -> None:
        if self.pairs:
            self._at = min(max(0, at), len(self.pairs) - 1)
            self.moved.emit()

    # ---- verdicts

    def say(self, verdict: Verdict, *, swapped: bool = False) -> None:
        """Give a verdict on the current pair, and go to the next. swapped : the photos change their roles"""
        if (pair := self.current) is None:
            return
        original, copy = pair[0].kept.photo, pair[1].photo.photo
        stays, goes = (copy, original) if swapped else (original, copy)
        now = Judged(kept=stays, other=goes, verdict=verdict)
        before = self.verdict or Judged(kept=original, other=copy, verdict=None)
        step = Step(
            words=tr("your decision about two photos"),
            undo=partial(self._restore_verdict, before),
            redo=partial(self._restore_verdict, now),
        )
        self._steps.append((step, {original, copy}))
        self._undo.record(step)
        self._save_verdict(now)
        self.step(1)

    def _restore_verdict(self, judged: Judged) -> None:
        self._save_verdict(judged)
        pair = {judged.kept, judged.other}
        for at, (group, copy) in enumerate(self.pairs):
            if {group.kept.photo, copy.photo.photo} == pair:
                self._go(at)

    def _save_verdict(self, judged: Judged) -> None:
        self._verdicts.pop((judged.other, judged.kept), None)
        self._verdicts[judged.kept, judged.other] = judged.verdict
        self._engine.request(JudgeCopiesRequest(judged=(judged,)), self._on_plan)
        self.judged.emit()

    def _on_plan(self, answer: Answer) -> None:
        if isinstance(answer, PlanAnswer):
            self.plan = answer.plan
            self.judged.emit()
        elif isinstance(answer, Failure):
            self.failed.emit(answer.message)

    # ---- the trash

    def trash(self, photos: Sequence[PhotoId], *, last: bool) -> None:
        """Move photos of the plan to the trash. The caller has asked the user. last : also last copies"""
        self._engine.request(
            TrashCopiesRequest(photos=tuple(photos), last=last, sidecar=self._sidecars()),
            partial(self._on_trashed, frozenset(photos)),
        )

    def _on_trashed(self, photos: frozenset[PhotoId], answer: Answer) -> None:
        if isinstance(answer, Failure):
            self.failed.emit(answer.message)
        elif isinstance(answer, TrashAnswer):
            self._forget(photos, answer.report)
            self.trashed.emit(answer.report)

    def _forget(self, photos: frozenset[PhotoId], report: TrashReport) -> None:
        """Leave out the photos that were moved."""
        stayed = {problem.path for problem in report.problems}
        removed = {
            photo.photo for photo in self.plan.photos if photo.photo in photos and photo.path not in stayed
        }
        self._every = tuple(
            (group, copy) for group, copy in self._every if not {group.kept.photo, copy.photo.photo} & removed
        )
        self._select_pairs()
        self._undo.forget([step for step, pair in self._steps if pair & removed])
        self._steps = [(step, pair) for step, pair in self._steps if not pair & removed]
        remaining = tuple(photo for photo in self.plan.photos if photo.photo not in removed)
        paths = {photo.path for photo in remaining}
        self._freed |= {
            photo.path: photo.bytes_to_free for photo in self.plan.photos if photo.photo in removed
        }
        self.plan = TrashPlan(
            photos=remaining,
            bytes=sum(photo.bytes_to_free for photo in remaining),
            last=tuple(photo for photo in self.plan.last if photo.path in paths),
        )
        self._engine.request(
            JudgeCopiesRequest(judged=()), self._on_plan
        )  # photos that stay may be last copies now
