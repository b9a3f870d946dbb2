"""Where typed words are written in the photos that are seen, asked for in groups as they are painted, and kept."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from cbir.base.types import PhotoId, Quad
from cbir.service import Answer, WordPlacesAnswer, WordPlacesRequest
from cbir_app.engine.client import Engine

BATCH_MS = 50  # photos that are painted within this time share one request


class WordPlaces(QObject):
    changed = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._texts: tuple[str, ...] = ()
        self._known: dict[PhotoId, Sequence[Quad]] = {}
        self._waiting: dict[PhotoId, None] = {}
        self._ticket: int | None = None
        self._soon = QTimer(self, singleShot=True)
        self._soon.setInterval(BATCH_MS)
        self._soon.timeout.connect(self._ask)

    def look_for(self, texts: tuple[str, ...]) -> None:
        """Point at the words of these texts from now on."""
        if texts != self._texts:
            self._texts = texts
            self.forget()

    def forget(self) -> None:
        """Ask anew: another text was read, or another library opened."""
        self._engine.cancel(self._ticket)
        self._ticket = None
        self._known, self._waiting = {}, {}

    def of(self, photo: PhotoId) -> Sequence[Quad]:
        """The corners of each word in a photo, in its pixels; none as long as nobody knows."""
        if self._texts and photo not in self._known:
            self._waiting[photo] = None
            if self._ticket is None and not self._soon.isActive():
                self._soon.start()
        return self._known.get(photo, ())

    def _ask(self) -> None:
        photos, self._waiting = tuple(self._waiting), {}
        if photos and self._texts:
            self._known |= dict.fromkeys(photos, ())
            self._ticket = self._engine.request(
                WordPlacesRequest(photos=photos, texts=self._texts), self._on_answer
            )

    def _on_answer(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, WordPlacesAnswer) and answer.places:
            self._known |= {photo: [word.quad for word in words] for photo, words in answer.places.items()}
            self.changed.emit()
        if self._waiting:
            self._soon.start()
