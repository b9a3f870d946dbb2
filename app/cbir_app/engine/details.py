"""What photos say of themselves, asked for in groups and kept: for the list, the side panel and the viewer.

What a person has just set lies over it (Wishes), so that no answer that was on its way takes it back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from cbir.base.types import Hit, Metadata, PhotoId, keyword_key
from cbir.service import Answer, KeywordRequest, MetadataAnswer, MetadataRequest, RateRequest
from cbir_app.engine.client import Engine

MAX_KEPT = 10_000  # photos, some megabytes; more are kept only while they are asked for at once
NOTHING = Metadata()
BATCH_MS = 50  # photos that are to be asked for again within this time share one request


@dataclass(slots=True, eq=False)
class Wish:
    """confirmed : the moment at which the library had done it, by Wishes.now; None while it has not"""

    request: RateRequest | KeywordRequest
    confirmed: int | None = None


class Wishes:
    """What a person asked of photos, over what is shown of them, until the library says the same.

    add() with the request; confirm() or withdraw() with its answer; settle() with metadata that was asked for later.
    What was asked for before the library confirmed a wish may or may not have it in it, so the wish lies over that too.
    """

    def __init__(self) -> None:
        self._of_photo: dict[PhotoId, list[Wish]] = {}
        self.now = 0  # counts the confirmed wishes

    def __contains__(self, photo: PhotoId) -> bool:
        return photo in self._of_photo

    def add(self, request: RateRequest | KeywordRequest) -> Wish:
        wish = Wish(request)
        for photo in request.photos:
            self._of_photo.setdefault(photo, []).append(wish)
        return wish

    def confirm(self, wish: Wish) -> None:
        """The library has done it: what is asked for from now on includes it."""
        self.now += 1
        wish.confirmed = self.now

    def withdraw(self, wish: Wish) -> None:
        """The library refused it."""
        self._keep(wish.request.photos, lambda one: one is not wish)

    def settle(self, photos: Collection[PhotoId], asked: int) -> None:
        """The library has said what it knows of photos. asked : `now` when it was asked"""
        self._keep(photos, lambda one: one.confirmed is None or one.confirmed > asked)

    def over(self, photo: PhotoId, metadata: Metadata) -> Metadata:
        """Metadata as it will be. A rating that is left to the file is unknown until the library answers."""
        for wish in self._of_photo.get(photo, ()):
            request = wish.request
            if isinstance(request, KeywordRequest):
                metadata = replace(metadata, keywords=_changed(metadata.keywords, request))
            elif request.rating is not None:
                metadata = replace(metadata, rating=request.rating)
        return metadata

    def _keep(self, photos: Iterable[PhotoId], wanted: Callable[[Wish], bool]) -> None:
        for photo in photos:
            left = [wish for wish in self._of_photo.get(photo, ()) if wanted(wish)]
            if left:
                self._of_photo[photo] = left
            else:
                self._of_photo.pop(photo, None)


class Details(QObject):
    arrived = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._known: dict[PhotoId, Metadata] = {}
        self._asked: set[PhotoId] = set()
        self._stale: set[PhotoId] = set()  # known, and perhaps another by now
        self._again: dict[PhotoId, None] = {}  # to be asked for once more
        self._wishes = Wishes()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(BATCH_MS)
        self._rest.timeout.connect(self._ask_again)

    def get(self, hit: Hit) -> Metadata | None:
        """Return what is known of a photo, None where it has not been asked for or not arrived yet.

        What may have changed is asked for again when somebody looks at it, and shown until the answer comes.
        """
        known = self._known.get(hit.photo)
        if known is None:
            return None
        if hit.photo in self._stale:
            self._stale.discard(hit.photo)
            self._refresh((hit.photo,))
        return self._wishes.over(hit.photo, known)

    def rating(self, hit: Hit) -> int | None:
        """Return how many stars a photo has, as far as that is known."""
        return (self.get(hit) or self._wishes.over(hit.photo, NOTHING)).rating

    def ask(self, hits: Sequence[Hit]) -> None:
        """Ask for what is not known yet; `arrived` tells when it is."""
        wanted = tuple(
            hit.photo for hit in hits if hit.photo not in self._known and hit.photo not in self._asked
        )
        if wanted:
            self._asked.update(wanted)
            self._request(wanted)

    def forget(self) -> None:
        """Photos may have changed: ask again."""
        self._stale.update(self._known)
        self.arrived.emit()

    def keywords(self) -> set[str]:
        """Return the keywords of all photos that were looked at."""
        return {word for metadata in self._known.values() for word in metadata.keywords}

    # ---- what a person sets

    def wish(self, request: RateRequest | KeywordRequest) -> Wish:
        """Show at once what was asked for."""
        wish = self._wishes.add(request)
        self.arrived.emit()
        return wish

    def confirm(self, wish: Wish) -> None:
        """The library has done it: the wish goes when the library says so itself."""
        self._wishes.confirm(wish)
        self._refresh(photo for photo in wish.request.photos if photo in self._known or photo in self._asked)

    def withdraw(self, wish: Wish) -> None:
        """The library refused it: show again what was there before."""
        self._wishes.withdraw(wish)
        self.arrived.emit()

    # ---- asking

    def _refresh(self, photos: Iterable[PhotoId]) -> None:
        self._again.update(dict.fromkeys(photos))
        if self._again and not self._rest.isActive():
            self._rest.start()

    def _ask_again(self) -> None:
        again, self._again = tuple(self._again), {}
        self._request(again)

    def _request(self, photos: tuple[PhotoId, ...]) -> None:
        on_answer = partial(self._on_answer, photos, self._wishes.now)
        self._engine.request(MetadataRequest(photos=photos), on_answer)

    def _on_answer(self, photos: tuple[PhotoId, ...], asked: int, answer: Answer) -> None:
        self._asked.difference_update(photos)
        if isinstance(answer, MetadataAnswer):
            if len(self._known) > MAX_KEPT:
                self._known.clear()
                self._stale.clear()
            for photo, metadata in zip(photos, answer.metadata, strict=True):
                self._known[photo] = metadata or NOTHING
            self._wishes.settle(photos, asked)
            self.arrived.emit()


def _changed(keywords: tuple[str, ...], request: KeywordRequest) -> tuple[str, ...]:
    """All spellings of a keyword are one, as in the library."""
    gone = {keyword_key(word) for word in request.remove} - {keyword_key(word) for word in request.add}
    kept = [word for word in keywords if keyword_key(word) not in gone]
    there = {keyword_key(word) for word in kept}
    return (*kept, *(word for word in request.add if keyword_key(word) not in there))
