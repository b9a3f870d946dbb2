"""Stacks of near-duplicates among the hits of a search. A closed stack shows one photo. No widget here.

The engine decides which photos belong together. A hit without an answer stays single.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from cbir.base.types import Hit, Listing, PhotoId
from cbir.service import Answer, StacksAnswer, StacksRequest
from cbir_app.base.preferences import Preferences
from cbir_app.engine import Engine

STACKED = "stack near-duplicates"  # the preference
MAX_STACKED = 5000  # hits in a request: the engine's own limit


class Stacks(QObject):
    changed = Signal()  # new stacks, or one was opened or closed

    def __init__(self, engine: Engine, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine, self._preferences = engine, preferences
        self.on = preferences.flag(STACKED, True)
        self._hits: Sequence[Hit] = ()
        self.ticket: int | None = None
        self._stack_of: dict[PhotoId, tuple[PhotoId, ...]] = {}
        self._open: set[tuple[PhotoId, ...]] = set()
        self._on_top: dict[PhotoId, int] = {}  # number of hits that a photo represents

    def switch(self, on: bool) -> None:
        """Turn stacking on or off."""
        self._preferences.set_flag(STACKED, on)
        self.on = on
        hits, self._hits = self._hits, ()
        self.show(hits)
        self.changed.emit()

    def show(self, hits: Sequence[Hit]) -> None:
        """Request the stacks of hits. Listings are not stacked."""
        if hits is self._hits:
            return
        self._hits = hits
        self._engine.cancel(self.ticket)
        self.ticket = None
        if self._stack_of:
            self._stack_of, self._open, self._on_top = {}, set(), {}
        if self.on and len(hits) > 1 and not isinstance(hits, Listing):
            photos = tuple(hit.photo for hit in hits[:MAX_STACKED])
            self.ticket = self._engine.request(StacksRequest(photos=photos), self._on_answer)

    def _on_answer(self, answer: Answer) -> None:
        self.ticket = None
        if isinstance(answer, StacksAnswer) and answer.stacks:
            self._stack_of = {photo: stack for stack in answer.stacks for photo in stack}
            self.changed.emit()

    def folded(self, hits: Sequence[Hit]) -> Sequence[Hit]:
        """Hits with one photo of each closed stack, the first one. An open stack keeps all, side by side."""
        if not self._stack_of:
            return hits
        by_stack: dict[tuple[PhotoId, ...], list[Hit]] = {}
        for hit in hits:
            by_stack.setdefault(self._stack_of.get(hit.photo, (hit.photo,)), []).append(hit)
        visible: list[Hit] = []
        for stack, members in by_stack.items():
            self._on_top |= {hit.photo: 0 for hit in members}
            self._on_top[members[0].photo] = len(members)
            visible += members if stack in self._open else members[:1]
        return tuple(visible)

    def size(self, photo: PhotoId) -> int:
        """The number of hits that a photo represents, including itself. 1: a single photo; 0: within an open stack."""
        return self._on_top.get(photo, 1)

    def top(self, hit: Hit | None) -> PhotoId | None:
        """The photo that represents a hit on the wall."""
        if hit is None:
            return None
        stack = self._stack_of.get(hit.photo, ())
        if stack in self._open:
            return hit.photo
        return next((photo for photo in stack if self.size(photo) > 1), hit.photo)

    def has(self, hit: Hit | None) -> bool:
        """True if a hit is in a stack."""
        return hit is not None and self.size(hit.photo) != 1

    def toggle(self, hit: Hit | None) -> None:
        """Open or close the stack of a hit."""
        if hit is not None and self.has(hit):
            self._open ^= {self._stack_of[hit.photo]}
            self.changed.emit()
