"""Places of the typed terms in the recognised text of visible photos, requested in groups and cached."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from cbir.base.types import PhotoId, Quad
from cbir.service import Answer, WordPlacesAnswer, WordPlacesRequest
from cbir_app.engine.client import Engine

BATCH_MS = 50  # photos painted within this time share one request


class WordPlaces(QObject):
    changed = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._texts: tuple[str, ...] = ()
        self._places: dict[PhotoId, Sequence[Quad]] = {}
        self._waiting: dict[PhotoId, None] = {}
        self._ticket: int | None = None
        self._soon = QTimer(self, singleShot=True)
        self._soon.setInterval(BATCH_MS)
        self._soon.timeout.connect(self._ask)

    def look_for(self, texts: tuple[str, ...]) -> None:
        """Set the texts whose places are shown from now on."""
        if texts != self._texts:
            self._texts = texts
            self.forget()

    def forget(self) -> None:
        """Drop all places: other text was recognised, or another library opened."""
        self._engine.cancel(self._ticket)
        self._ticket = None
        self._places, self._waiting = {}, {}

    def of(self, photo: PhotoId) -> Sequence[Quad]:
        """The corners of each matching word in a photo, in its pixels; empty until they are known."""
        if self._texts and photo not in self._places:
            self._waiting[photo] = None
            if self._ticket is None and not self._soon.isActive():
                self._soon.start()
        return self._places.get(photo, ())

    def _ask(self) -> None:
        photos, self._waiting = tuple(self._waiting), {}
        if photos and self._texts:
            self._places |= dict.fromkeys(photos, ())
            self._ticket = self._engine.request(
                WordPlacesRequest(photos=photos, texts=self._texts), self._on_answer
            )

    def _on_answer(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, WordPlacesAnswer) and answer.places:
            self._places |= {photo: [word.quad for word in words] for photo, words in answer.places.items()}
            self.changed.emit()
        if self._waiting:
            self._soon.start()
