"""Duplicates from the engine, pair by pair, with the user's verdict on each. No widgets.

Verdicts are shown and saved at once. No file moves before trash() is called.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from cbir.base.types import (
    ASIDE,
    CAUSES,
    COPIES,
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
    DuplicatesSoFar,
    Failure,
    Interim,
    JudgeCopiesRequest,
    MaintenanceProgress,
    PlanAnswer,
    PlanCopiesRequest,
    TrashAnswer,
    TrashCopiesRequest,
)
from cbir_app.base.language import tr
from cbir_app.base.undo import Step, UndoStack
from cbir_app.engine import Engine

PACE_AFTER = 10  # pairs; the pace of fewer says little
NO_PLAN = TrashPlan(photos=(), bytes=0)
Pair = tuple[PhotoId, PhotoId]
"""The photo to keep, and the copy."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Pairs compared of all. seconds : since the first of them. first : pairs that were compared by then"""

    done: int
    total: int
    first: int
    began: float
    seconds: float = 0.0

    @classmethod
    def after(cls, before: Progress | None, done: int, total: int) -> Progress:
        now = time.monotonic()
        if before is None or before.total != total:
            return cls(done, total, first=done, began=now)
        return cls(done, total, first=before.first, began=before.began, seconds=now - before.began)

    @property
    def seconds_left(self) -> float | None:
        """Time for the rest at the pace so far; None until some pairs were compared."""
        compared = self.done - self.first
        return self.seconds / compared * (self.total - self.done) if compared >= PACE_AFTER else None


@dataclass(frozen=True, slots=True)
class FolderCopies:
    """A folder, and the verdicts that trash its copies of photos elsewhere. bytes : that they free"""

    folder: Path
    judged: tuple[Judged, ...]
    bytes: int


class DuplicateSession(QObject):
    progressed = Signal(int, int)  # pairs compared, pairs in all
    grew = Signal()  # more groups are known, and the search goes on
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
        self.progress: Progress | None = None  # of the search that is running
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
        """The verdict on the current pair."""
        return None if (pair := self.current) is None else self.verdict_on(*pair)

    # ---- the search

    def find(self, search: DuplicateSearch) -> None:
        """Search for duplicates, unless that is running. The groups of an earlier search stay until others arrive."""
        if self._ticket is None:
            self.progress = None
            request = DuplicatesRequest(search=search)
            self._ticket = self._engine.request(request, self._on_duplicates, self._on_progress)

    def stop(self) -> None:
        """Stop comparing. The answer has the duplicates so far, and the next search goes on from there."""
        if self._ticket is not None:
            self._engine.stop(self._ticket)

    def give_up(self) -> None:
        """Cancel the search. The engine keeps the results of the comparisons."""
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None

    def _on_progress(self, news: Interim) -> None:
        if isinstance(news, MaintenanceProgress):
            self.progress = Progress.after(self.progress, news.done, news.total)
            self.progressed.emit(news.done, news.total)
        elif isinstance(news, DuplicatesSoFar):
            self._take(news.report)
            self.grew.emit()

    def _on_duplicates(self, answer: Answer) -> None:
        self._ticket = self.progress = None
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
        self._at, self.pairs = 0, ()
        self._select_pairs()
        self.moved.emit()

    def _select_pairs(self) -> None:
        """Select the pairs of the cause. The current pair stays current, or the one that follows it."""
        following = [_photos_of(pair) for pair in self.pairs[self._at :]]
        self.pairs = tuple(
            pair
            for pair in self._every
            if pair[1].cause == self.cause or (self.cause is None and pair[1].cause not in ASIDE)
        )
        places = {_photos_of(pair): at for at, pair in reversed(list(enumerate(self.pairs)))}
        stays = next((places[photos] for photos in following if photos in places), self._at)
        self._at = min(stays, max(0, len(self.pairs) - 1))

    # ---- groups

    @property
    def groups(self) -> tuple[DuplicateGroup, ...]:
        """The groups with a pair of the chosen cause, by the cause of their first pair, in the order of the pairs."""
        order = {cause: at for at, cause in enumerate(CAUSES)}
        groups = dict.fromkeys(group for group, _ in self.pairs)
        return tuple(sorted(groups, key=lambda group: order[group.copies[0].cause]))

    def verdict_on(self, group: DuplicateGroup, copy: Copy) -> Judged | None:
        """The verdict on a pair. Either photo of the pair may be the one to trash."""
        original, other = group.kept.photo, copy.photo.photo
        for order in ((original, other), (other, original)):
            if (verdict := self._verdicts.get(order)) is not None:
                return Judged(kept=order[0], other=order[1], verdict=verdict)
        return None

    def open_group(self, group: DuplicateGroup) -> None:
        """Make the first pair of a group the current one."""
        at = next((at for at, (other, _) in enumerate(self.pairs) if other is group), None)
        if at is not None:
            self._go(at)

    def say_of_group(self, group: DuplicateGroup, verdict: Verdict) -> None:
        """Give the same verdict on all pairs of a group. Only suggested copies go to the trash, no shots of a burst."""
        copies = [copy for copy in group.copies if verdict != "trash" or is_offered(copy)]
        self._say_all(
            [Judged(kept=group.kept.photo, other=copy.photo.photo, verdict=verdict) for copy in copies]
        )

    def goes_without_a_copy(self) -> bool:
        """True if a photo that is to go, such as a shot of a burst, is no copy of the one that stays."""
        return any(
            copy.cause not in COPIES and judged.verdict == "trash"
            for group, copy in self._every
            if (judged := self.verdict_on(group, copy)) is not None
        )

    def folders(self) -> tuple[FolderCopies, ...]:
        """Folders with copies that can go, those with most of them first. A copy elsewhere stays for each."""
        going: dict[Path, dict[PhotoId, tuple[Judged, int]]] = {}
        for group, copy in self._every:
            for stays, goes in ((group.kept, copy.photo), (copy.photo, group.kept)):
                either = copy.cause == "identical"
                if not (is_offered(copy) and (either or goes is copy.photo)):
                    continue
                judged = Judged(kept=stays.photo, other=goes.photo, verdict="trash")
                for folder in goes.path.parents:
                    if not stays.path.is_relative_to(folder) and len(folder.parts) > 1:
                        going.setdefault(folder, {})[goes.photo] = judged, goes.bytes_to_free
        by_copies: dict[frozenset[PhotoId], Path] = {}
        for folder, copies in sorted(going.items(), key=lambda entry: len(entry[0].parts)):
            by_copies[frozenset(copies)] = (
                folder  # several folders may have the same copies: the innermost counts
            )
        entries = [
            FolderCopies(
                folder=folder,
                judged=tuple(judged for judged, _ in going[folder].values()),
                bytes=sum(size for _, size in going[folder].values()),
            )
            for folder in by_copies.values()
        ]
        return tuple(sorted(entries, key=lambda entry: (-len(entry.judged), str(entry.folder))))

    def ask_plan(self, judged: Sequence[Judged], on_plan: Callable[[TrashPlan], None]) -> None:
        """Ask what verdicts would move to the trash; nothing is stored."""

        def on_answer(answer: Answer) -> None:
            if isinstance(answer, PlanAnswer):
                on_plan(answer.plan)
            elif isinstance(answer, Failure):
                self.failed.emit(answer.message)

        self._engine.request(PlanCopiesRequest(judged=tuple(judged)), on_answer)

    def trash_judged(self, judged: Sequence[Judged], photos: Sequence[PhotoId]) -> None:
        """Give verdicts, and move these photos to the trash. The caller has asked the user."""
        self._say_all(judged)
        self.trash(photos, last=False)

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
        self._say_all([Judged(kept=stays, other=goes, verdict=verdict)])
        self.step(1)

    def _say_all(self, judged: Sequence[Judged]) -> None:
        """Give verdicts, as one step to undo."""
        before = [
            Judged(kept=order[0], other=order[1], verdict=self._verdicts.get(order))
            for now in judged
            for order in [(now.kept, now.other)]
            if self._verdicts.get(order[::-1]) is None
        ]
        before += [
            Judged(kept=now.other, other=now.kept, verdict=verdict)
            for now in judged
            if (verdict := self._verdicts.get((now.other, now.kept))) is not None
        ]
        words = tr("your decision about %Ln pair(s)", "", len(judged))
        step = Step(
            words=words,
            undo=partial(self._restore_verdicts, before),
            redo=partial(self._restore_verdicts, judged),
        )
        self._steps.append((step, {photo for now in judged for photo in (now.kept, now.other)}))
        self._undo.record(step)
        self._save_verdicts(judged)

    def _restore_verdicts(self, judged: Sequence[Judged]) -> None:
        self._save_verdicts(judged)
        pairs = [frozenset((now.kept, now.other)) for now in judged]
        for at, pair in enumerate(self.pairs):
            if _photos_of(pair) in pairs:
                self._go(at)
                return

    def _save_verdicts(self, judged: Sequence[Judged]) -> None:
        for now in judged:
            self._verdicts.pop((now.other, now.kept), None)
            self._verdicts[now.kept, now.other] = now.verdict
        self._engine.request(JudgeCopiesRequest(judged=tuple(judged)), self._on_plan)
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


def is_offered(copy: Copy) -> bool:
    """True for a copy that can go with its whole group. A shot of a burst is a photo of its own: each is looked at."""
    return copy.is_suggested and copy.cause in COPIES


def _photos_of(pair: tuple[DuplicateGroup, Copy]) -> frozenset[PhotoId]:
    group, copy = pair
    return frozenset((group.kept.photo, copy.photo.photo))
