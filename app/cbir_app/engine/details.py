"""Photos' metadata, requested in groups and cached: for the list, the side panel and the viewer.

A person's own changes (Wishes) cover it, so that no late answer reverts them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from cbir.base.types import Hit, Metadata, PhotoId, keyword_key
from cbir.service import (
    Answer,
    FlagRequest,
    KeywordRequest,
    LabelRequest,
    MetadataAnswer,
    MetadataRequest,
    RateRequest,
)
from cbir_app.engine.client import Engine

MAX_KEPT = 10_000  # photos, some megabytes; a larger cache is cleared at the next answer
NOTHING = Metadata()
BATCH_MS = 50  # repeated requests within this time are joined


MarkRequest = RateRequest | FlagRequest | LabelRequest | KeywordRequest


@dataclass(slots=True, eq=False)
class Wish:
    """A person's change to photos. confirmed : `Wishes.now` when the library confirmed it; None: not yet"""

    request: MarkRequest
    confirmed: int | None = None


class Wishes:
    """A person's changes to photos, shown over the metadata until the library returns the same.

    add() with the request; confirm() or withdraw() with its answer; settle() with metadata from later requests.
    Metadata that was requested before the library confirmed a wish may or may not include it, so the wish covers
    that too.
    """

    def __init__(self) -> None:
        self._of_photo: dict[PhotoId, list[Wish]] = {}
        self.now = 0  # number of confirmed wishes

    def __contains__(self, photo: PhotoId) -> bool:
        return photo in self._of_photo

    def add(self, request: MarkRequest) -> Wish:
        wish = Wish(request)
        for photo in request.photos:
            self._of_photo.setdefault(photo, []).append(wish)
        return wish

    def confirm(self, wish: Wish) -> None:
        """Mark a wish as done: metadata requested from now on includes it."""
        self.now += 1
        wish.confirmed = self.now

    def withdraw(self, wish: Wish) -> None:
        """Drop a wish that the library refused."""
        self._keep(wish.request.photos, lambda other: other is not wish)

    def settle(self, photos: Collection[PhotoId], requested: int) -> None:
        """Drop the wishes that newer metadata of photos includes. requested : `now` at the time of the request"""
        self._keep(photos, lambda wish: wish.confirmed is None or wish.confirmed > requested)

    def over(self, photo: PhotoId, metadata: Metadata) -> Metadata:
        """Metadata with the wishes applied. A value left to the file is unknown until the library answers."""
        for wish in self._of_photo.get(photo, ()):
            match wish.request:
                case KeywordRequest() as request:
                    metadata = replace(metadata, keywords=_changed(metadata.keywords, request))
                case LabelRequest(label=str(label)):
                    metadata = replace(metadata, label=label or None)
                case FlagRequest(flag="pick"):
                    metadata = replace(metadata, rating=_not_rejected(metadata.rating), pick=True)
                case FlagRequest(flag="none"):
                    metadata = replace(metadata, rating=_not_rejected(metadata.rating), pick=False)
                case RateRequest(rating=int(rating)):
                    metadata = replace(metadata, rating=rating)
        return metadata

    def _keep(self, photos: Iterable[PhotoId], is_open: Callable[[Wish], bool]) -> None:
        for photo in photos:
            wishes = [wish for wish in self._of_photo.get(photo, ()) if is_open(wish)]
            if wishes:
                self._of_photo[photo] = wishes
            else:
                self._of_photo.pop(photo, None)


class Details(QObject):
    arrived = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._metadata: dict[PhotoId, Metadata] = {}
        self._pending: set[PhotoId] = set()
        self._stale: set[PhotoId] = set()  # cached, and perhaps out of date
        self._outdated: dict[PhotoId, None] = {}  # to be requested again
        self.wishes = Wishes()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(BATCH_MS)
        self._rest.timeout.connect(self._request_outdated)

    def get(self, hit: Hit) -> Metadata | None:
        """Return a photo's metadata, or None if it has not been requested or has not arrived yet.

        Metadata that may be out of date is requested again on access, and returned until the answer arrives.
        """
        metadata = self._metadata.get(hit.photo)
        if metadata is None:
            return None
        if hit.photo in self._stale:
            self._stale.discard(hit.photo)
            self._refresh((hit.photo,))
        return self.wishes.over(hit.photo, metadata)

    def marks(self, hit: Hit) -> Metadata:
        """Return metadata with a photo's rating, flag and label, as far as they are known."""
        return self.get(hit) or self.wishes.over(hit.photo, NOTHING)

    def ask(self, hits: Sequence[Hit]) -> None:
        """Request missing metadata; `arrived` follows."""
        missing = tuple(
            hit.photo for hit in hits if hit.photo not in self._metadata and hit.photo not in self._pending
        )
        if missing:
            self._pending.update(missing)
            self._request(missing)

    def forget(self) -> None:
        """Mark all metadata as possibly out of date; it is requested again on access."""
        self._stale.update(self._metadata)
        self.arrived.emit()

    def keywords(self) -> set[str]:
        """Return the keywords of all cached photos."""
        return {word for metadata in self._metadata.values() for word in metadata.keywords}

    # ---- a person's changes

    def wish(self, request: MarkRequest) -> Wish:
        """Show a person's change at once."""
        wish = self.wishes.add(request)
        self.arrived.emit()
        return wish

    def confirm(self, wish: Wish) -> None:
        """Mark a wish as done. It is dropped when the library's metadata includes it."""
        self.wishes.confirm(wish)
        self._refresh(
            photo for photo in wish.request.photos if photo in self._metadata or photo in self._pending
        )

    def withdraw(self, wish: Wish) -> None:
        """Drop a wish that the library refused, and show the previous metadata."""
        self.wishes.withdraw(wish)
        self.arrived.emit()

    # ---- requests

    def _refresh(self, photos: Iterable[PhotoId]) -> None:
        self._outdated.update(dict.fromkeys(photos))
        if self._outdated and not self._rest.isActive():
            self._rest.start()

    def _request_outdated(self) -> None:
        photos, self._outdated = tuple(self._outdated), {}
        self._request(photos)

    def _request(self, photos: tuple[PhotoId, ...]) -> None:
        on_answer = partial(self._on_answer, photos, self.wishes.now)
        self._engine.request(MetadataRequest(photos=photos), on_answer)

    def _on_answer(self, photos: tuple[PhotoId, ...], requested: int, answer: Answer) -> None:
        self._pending.difference_update(photos)
        if isinstance(answer, MetadataAnswer):
            if len(self._metadata) > MAX_KEPT:
                self._metadata.clear()
                self._stale.clear()
            for photo, metadata in zip(photos, answer.metadata, strict=True):
                self._metadata[photo] = metadata or NOTHING
            self.wishes.settle(photos, requested)
            self.arrived.emit()


def _not_rejected(rating: int | None) -> int | None:
    """Return the rating after a rejection is taken back: unknown until the library answers."""
    return None if rating is not None and rating < 0 else rating


def _changed(keywords: tuple[str, ...], request: KeywordRequest) -> tuple[str, ...]:
    """Apply a request to keywords. All spellings of a keyword are equal, as in the library."""
    gone = {keyword_key(word) for word in request.remove} - {keyword_key(word) for word in request.add}
    remaining = [word for word in keywords if keyword_key(word) not in gone]
    present = {keyword_key(word) for word in remaining}
    return (*remaining, *(word for word in request.add if keyword_key(word) not in present))
