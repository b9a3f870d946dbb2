"""The hits of a search -> stacks of near-duplicates, of which one photo is shown until it is opened. No widget here.

The engine says which photos belong together; a hit without an answer stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from cbir.base.types import Hit, Listing, PhotoId
from cbir.service import Answer, StacksAnswer, StacksRequest
from cbir_app.base.preferences import Preferences
from cbir_app.engine import Engine

STACKED = "stack near-duplicates"  # the preference
MAX_STACKED = 5000  # hits that are asked about: the engine reads no more either


class Stacks(QObject):
    changed = Signal()  # what is stacked, or which stacks are open

    def __init__(self, engine: Engine, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine, self._preferences = engine, preferences
        self.on = preferences.flag(STACKED, False)
        self._hits: Sequence[Hit] = ()
        self._ticket: int | None = None
        self._stack_of: dict[PhotoId, tuple[PhotoId, ...]] = {}
        self._open: set[tuple[PhotoId, ...]] = set()
        self._on_top: dict[
            PhotoId, int
        ] = {}  # photos that stand for others, and how many stand in their place

    def switch(self, on: bool) -> None:
        """Stack from now on, or no longer."""
        self._preferences.set_flag(STACKED, on)
        self.on = on
        hits, self._hits = self._hits, ()
        self.show(hits)
        self.changed.emit()

    def show(self, hits: Sequence[Hit]) -> None:
        """Ask what of these hits belongs together. All photos, or those of a place, are not stacked."""
        if hits is self._hits:
            return
        self._hits = hits
        self._engine.cancel(self._ticket)
        self._ticket = None
        if self._stack_of:
            self._stack_of, self._open, self._on_top = {}, set(), {}
        if self.on and len(hits) > 1 and not isinstance(hits, Listing):
            photos = tuple(hit.photo for hit in hits[:MAX_STACKED])
            self._ticket = self._engine.request(StacksRequest(photos=photos), self._on_answer)

    def _on_answer(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, StacksAnswer) and answer.stacks:
            self._stack_of = {photo: stack for stack in answer.stacks for photo in stack}
            self.changed.emit()

    def folded(self, hits: Sequence[Hit]) -> Sequence[Hit]:
        """Hits with one photo of each stack, the first among them; of an open one all, side by side."""
        if not self._stack_of:
            return hits
        together: dict[tuple[PhotoId, ...], list[Hit]] = {}
        for hit in hits:
            together.setdefault(self._stack_of.get(hit.photo, (hit.photo,)), []).append(hit)
        shown: list[Hit] = []
        for stack, members in together.items():
            self._on_top |= {hit.photo: 0 for hit in members}
            self._on_top[members[0].photo] = len(members)
            shown += members if stack in self._open else members[:1]
        return tuple(shown)

    def size(self, photo: PhotoId) -> int:
        """How many hits a photo stands for, itself among them. 1: for itself alone; 0: it belongs to an open stack."""
        return self._on_top.get(photo, 1)

    def top(self, hit: Hit | None) -> PhotoId | None:
        """The photo that is shown for a hit."""
        if hit is None:
            return None
        stack = self._stack_of.get(hit.photo, ())
        if stack in self._open:
            return hit.photo
        return next((photo for photo in stack if self.size(photo) > 1), hit.photo)

    def has(self, hit: Hit | None) -> bool:
        """Whether a hit is in a stack."""
        return hit is not None and self.size(hit.photo) != 1

    def toggle(self, hit: Hit | None) -> None:
        """Open the stack that a hit belongs to, or close it."""
        if hit is not None and self.has(hit):
            self._open ^= {self._stack_of[hit.photo]}
            self.changed.emit()
