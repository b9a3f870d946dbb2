"""What photos say of themselves, asked for in groups and kept: for the list, the side panel and the viewer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.engine import Engine
from cbir.service import Answer, MetadataAnswer, MetadataRequest
from cbir.types import Hit, Metadata, PhotoId

MOST = 10_000  # photos that are kept; some megabytes. Of more that are asked for at once all are
NOTHING = Metadata()


class Details(QObject):
    arrived = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._known: dict[PhotoId, Metadata] = {}
        self._asked: set[PhotoId] = set()

    def get(self, hit: Hit) -> Metadata | None:
        """Return what is known of a photo, None where it has not been asked for or not arrived yet."""
        return self._known.get(hit.photo)

    def rating(self, hit: Hit) -> int:
        """Return how many stars a photo is known to have."""
        return (self.get(hit) or NOTHING).rating or 0

    def ask(self, hits: Sequence[Hit]) -> None:
        """Ask for what is not known yet; `arrived` tells when it is."""
        wanted = tuple(
            hit.photo for hit in hits if hit.photo not in self._known and hit.photo not in self._asked
        )
        if wanted:
            self._asked.update(wanted)
            self._engine.request(MetadataRequest(photos=wanted), partial(self._on_answer, wanted))

    def forget(self) -> None:
        """Photos may have changed: ask again."""
        self._known.clear()

    def refresh(self, photos: Iterable[PhotoId]) -> None:
        """Ask again for photos that have changed; what is known of them is shown until the answer comes."""
        wanted = tuple(photo for photo in photos if photo in self._known)
        if wanted:
            self._engine.request(MetadataRequest(photos=wanted), partial(self._on_answer, wanted))

    def keywords(self) -> set[str]:
        """Return the keywords of all photos that were looked at."""
        return {word for metadata in self._known.values() for word in metadata.keywords}

    def _on_answer(self, photos: tuple[PhotoId, ...], answer: Answer) -> None:
        self._asked.difference_update(photos)
        if isinstance(answer, MetadataAnswer):
            if len(self._known) > MOST:
                self._known.clear()
            for photo, metadata in zip(photos, answer.metadata, strict=True):
                self._known[photo] = metadata or NOTHING
            self.arrived.emit()
