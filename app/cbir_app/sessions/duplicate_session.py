"""Duplicates asked of the engine, one pair after the other, and what was said of each. No widget here.

What is said is shown at once and kept at once; nothing moves before the trash is asked for.
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
"""The photo that its group stands for, and the copy."""


class DuplicateSession(QObject):
    progressed = Signal(int, int)  # pairs compared, of how many
    found = Signal()  # groups came, or none
    moved = Signal()  # another pair is looked at
    judged = Signal()  # something was said, or taken back
    trashed = Signal(object)  # TrashReport
    search_failed = Signal(str)
    failed = Signal(str)  # to keep what was said, or to trash

    def __init__(
        self,
        engine: Engine,
        undo: UndoStack,
        parent: QObject | None = None,
        *,
        sidecars: Callable[[], bool] = lambda: False,
    ) -> None:
        """Sidecars : whether they are written too"""
        super().__init__(parent)
        self._engine, self._undo, self._sidecars = engine, undo, sidecars
        self._ticket: int | None = None
        self._at = 0
        self._verdicts: dict[Pair, Verdict | None] = {}
        self._steps: list[tuple[Step, set[PhotoId]]] = []  # that can be undone, and of which photos
        self._every: tuple[tuple[DuplicateGroup, Copy], ...] = ()  # of whatever cause
        self.pairs: tuple[tuple[DuplicateGroup, Copy], ...] = ()  # of the chosen cause
        self.cause: Cause | None = None  # None: all but those that are seldom copies
        self.plan = NO_PLAN
        self._freed: dict[Path, int] = {}  # bytes of what went, since the window was opened
        self.uncompared = 0  # pairs: it was stopped before

    @property
    def freed(self) -> int:
        """Bytes of what went and did not come back."""
        return sum(self._freed.values())

    @property
    def searching(self) -> bool:
        return self._ticket is not None

    @property
    def at(self) -> int:
        """Which pair is looked at."""
        return self._at

    @property
    def current(self) -> tuple[DuplicateGroup, Copy] | None:
        return self.pairs[self._at] if self.pairs else None

    @property
    def left(self) -> int:
        """Pairs of which nothing was said."""
        said = {frozenset(pair) for pair, verdict in self._verdicts.items() if verdict is not None}
        return sum(frozenset((group.kept.photo, copy.photo.photo)) not in said for group, copy in self.pairs)

    @property
    def verdict(self) -> Judged | None:
        """What was said of the current pair; a trashed one may be either of the two."""
        if (pair := self.current) is None:
            return None
        kept, other = pair[0].kept.photo, pair[1].photo.photo
        for two in ((kept, other), (other, kept)):
            if (said := self._verdicts.get(two)) is not None:
                return Judged(kept=two[0], other=two[1], verdict=said)
        return None

    # ---- finding

    def find(self, search: DuplicateSearch) -> None:
        """Ask for duplicates; an earlier question is given up, and no key judges what is not seen meanwhile."""
        self.give_up()
        self._every = self.pairs = ()
        self._ticket = self._engine.request(DuplicatesRequest(search=search), self._on_found)

    def stop(self) -> None:
        """Compare no further, and show what was found so far."""
        if self._ticket is not None:
            self._engine.stop(self._ticket)

    def give_up(self) -> None:
        """Stop comparing. What was compared is kept."""
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None

    def _on_found(self, answer: Answer) -> None:
        if isinstance(answer, MaintenanceProgress):
            self.progressed.emit(answer.done, answer.total)
            return
        self._ticket = None
        if isinstance(answer, DuplicatesAnswer):
            self._take(answer.report)
            self.plan = answer.plan
            self.found.emit()
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
        self._show_chosen()

    # ---- the cause

    @property
    def causes(self) -> Counter[Cause]:
        """How many pairs there are of each cause."""
        return Counter(copy.cause for _, copy in self._every)

    def choose(self, cause: Cause | None) -> None:
        """Look at the pairs of one cause alone, or at all again."""
        self.cause = cause
        self._at = 0
        self._show_chosen()
        self.moved.emit()

    def _show_chosen(self) -> None:
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
        """Go to the first pair of another group."""
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

    # ---- saying

    def say(self, verdict: Verdict, *, swapped: bool = False) -> None:
        """Say something of the current pair and go on. swapped : the photo that was suggested to stay goes"""
        if (pair := self.current) is None:
            return
        kept, other = pair[0].kept.photo, pair[1].photo.photo
        now = Judged(kept=other, other=kept, verdict=verdict) if swapped else Judged(
            kept=kept, other=other, verdict=verdict
        )  # fmt: skip
        before = self.verdict or Judged(kept=kept, other=other, verdict=None)
        step = Step(
            words=tr("what you said of two photos"),
            undo=partial(self._say_again, before),
            redo=partial(self._say_again, now),
        )
        self._steps.append((step, {kept, other}))
        self._undo.record(step)
        self._tell(now)
        self.step(1)

    def _say_again(self, judged: Judged) -> None:
        self._tell(judged)
        two = {judged.kept, judged.other}
        for at, (group, copy) in enumerate(self.pairs):
            if {group.kept.photo, copy.photo.photo} == two:
                self._go(at)

    def _tell(self, judged: Judged) -> None:
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
        """Move photos of the plan; whoever calls it has asked."""
        self._engine.request(
            TrashCopiesRequest(photos=tuple(photos), last=last, sidecar=self._sidecars()),
            partial(self._on_trashed, frozenset(photos)),
        )

    def _on_trashed(self, asked: frozenset[PhotoId], answer: Answer) -> None:
        if isinstance(answer, Failure):
            self.failed.emit(answer.message)
        elif isinstance(answer, TrashAnswer):
            self._forget(asked, answer.report)
            self.trashed.emit(answer.report)

    def _forget(self, asked: frozenset[PhotoId], report: TrashReport) -> None:
        """Show no more what went."""
        stayed = {one.path for one in report.problems}
        gone = {
            photo.photo for photo in self.plan.photos if photo.photo in asked and photo.path not in stayed
        }
        self._every = tuple(
            (group, copy) for group, copy in self._every if not {group.kept.photo, copy.photo.photo} & gone
        )
        self._show_chosen()
        self._undo.forget([step for step, two in self._steps if two & gone])
        self._steps = [(step, two) for step, two in self._steps if not two & gone]
        left = tuple(photo for photo in self.plan.photos if photo.photo not in gone)
        paths = {photo.path for photo in left}
        self._freed |= {photo.path: photo.bytes_to_free for photo in self.plan.photos if photo.photo in gone}
        self.plan = TrashPlan(
            photos=left,
            bytes=sum(photo.bytes_to_free for photo in left),
            last=tuple(one for one in self.plan.last if one.path in paths),
        )
        self._engine.request(
            JudgeCopiesRequest(judged=()), self._on_plan
        )  # what stays may be a last copy now
