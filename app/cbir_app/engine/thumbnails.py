"""Hits on screen -> thumbnails, asynchronous and bounded in memory.

The view says what is visible, in reading order, each time it scrolls or changes; get() answers from memory or
not at all. What scrolled away before it was fetched is given up, so that the visible come first. Where a tile has more
pixels than the library's small picture, a larger one is made from the photo's file once all small ones are there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QPixmap

from cbir.base.types import Hit, PhotoId
from cbir.service import Answer, PictureAnswer, PictureRequest, ThumbnailRequest
from cbir_app.base.pictures import covering, fitted, picture_of
from cbir_app.engine.client import Engine

Key = tuple[PhotoId, str]
"""Photo and fingerprint of its content: an edited photo gets a new thumbnail."""


RADIUS_PX = 3
LARGE_BYTES = 24 << 20  # of the large ones: some twenty
Scale = Callable[[QPixmap, int, int, float], QPixmap]
SMALL_PX = 256  # of the library's own
LARGE_PX = 640  # of one that is made for a large tile, or for a screen of twice the pixels
FITTED = 80
"""Scaled thumbnails that are kept, of lists and small tiles: what a large screen shows, and some to scroll back to."""


def key_of(hit: Hit) -> Key:
    return hit.photo, hit.fingerprint


class Thumbnails(QObject):
    loaded = Signal(object)  # Key
    stale = Signal()  # ask again: what could not be had before may be there now

    def __init__(
        self,
        engine: Engine,
        parent: QObject | None = None,
        *,
        limit_bytes: int = 20 << 20,  # about 115 at 256 px and 32 bits: some screens full
        in_flight: int = 12,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._limit_bytes = limit_bytes
        self._in_flight = in_flight
        self._bytes = 0
        self._kept: OrderedDict[Key, QPixmap] = OrderedDict()
        self._shown: frozenset[Key] = frozenset()
        self._fitted: OrderedDict[tuple[Key, QSize, float], QPixmap] = OrderedDict()
        self._tickets: dict[Key, int] = {}
        self._wanted: list[Key] = []
        self._missing: set[Key] = set()
        self._large: OrderedDict[Key, QPixmap | None] = OrderedDict()  # None: it cannot be made
        self._large_wanted: list[Key] = []
        self._large_ticket: tuple[Key, int] | None = None
        engine.ready.connect(lambda _info: self._retry())

    def get(self, hit: Hit) -> QPixmap | None:
        key = key_of(hit)
        pixmap = self._kept.get(key)
        if pixmap is not None:
            self._kept.move_to_end(key)
        return pixmap

    def fitted(self, hit: Hit, box: QSize, ratio: float) -> QPixmap | None:
        """Return the thumbnail scaled into a box of device-independent pixels, made once for each size."""
        return self._scaled(hit, box, ratio, partial(fitted, radius=RADIUS_PX))

    def covering(self, hit: Hit, box: QSize, ratio: float) -> QPixmap | None:
        """Return the thumbnail in a size that paint_filling() can put into a box of device-independent pixels.

        A painter blends four pixels into one: of a thumbnail more than twice as large it would miss some.
        """
        pixmap = self._best(hit)
        if pixmap is None or pixmap.width() <= 2 * ratio * box.width():
            return pixmap
        return self._scaled(hit, box, ratio, covering)

    def _scaled(self, hit: Hit, box: QSize, ratio: float, scale: Scale) -> QPixmap | None:
        place = (key_of(hit), box, ratio)
        ready = self._fitted.get(place)
        if ready is not None:
            self._fitted.move_to_end(place)
            return ready
        pixmap = self._best(hit)
        if pixmap is None:
            return None
        ready = scale(pixmap, box.width(), box.height(), ratio)
        self._fitted[place] = ready
        if len(self._fitted) > FITTED:
            self._fitted.popitem(last=False)
        return ready

    def _best(self, hit: Hit) -> QPixmap | None:
        return self._large.get(key_of(hit)) or self.get(hit)

    def is_missing(self, hit: Hit) -> bool:
        """Return whether the engine could not give it, as for a photo that vanished."""
        return key_of(hit) in self._missing

    def show(self, hits: Iterable[Hit], large: Iterable[Hit] = ()) -> None:
        """Fetch these, in this order, and give up all others that are still waited for.

        large : those whose small picture is smaller than their tile
        """
        wanted = [key_of(hit) for hit in hits]
        self._large_wanted = [
            key_of(hit) for hit in large if not hit.offline and key_of(hit) not in self._large
        ]
        if self._large_ticket is not None and self._large_ticket[0] not in self._large_wanted:
            self._engine.cancel(self._large_ticket[1])
            self._large_ticket = None
        self._shown = frozenset(wanted)
        for key in set(self._tickets).difference(wanted):
            self._engine.cancel(self._tickets.pop(key))
        self._wanted = [key for key in wanted if key not in self._kept and key not in self._missing]
        self._fetch()

    def ask_again(self) -> None:
        """Let every view in sight say anew what it shows: another one had the thumbnails to itself."""
        self.stale.emit()

    def _fetch(self) -> None:
        while self._wanted and len(self._tickets) < self._in_flight:
            key = self._wanted.pop(0)
            if key not in self._tickets and key not in self._kept:
                self._tickets[key] = self._engine.request(
                    ThumbnailRequest(photo=key[0]), partial(self._on_answer, key)
                )
        self._fetch_large()

    def _fetch_large(self) -> None:
        """Ask for the next large one, one at a time: a worker decodes the photo's file for it."""
        if self._tickets or self._wanted or self._large_ticket is not None or not self._large_wanted:
            return
        key = self._large_wanted.pop(0)
        request = PictureRequest(photo=key[0], max_side_px=LARGE_PX)
        self._large_ticket = key, self._engine.request(request, partial(self._on_large, key))

    def _on_large(self, key: Key, answer: Answer) -> None:
        self._large_ticket = None
        large = isinstance(answer, PictureAnswer) and max(answer.pixels.shape) > SMALL_PX
        self._large[key] = picture_of(answer).pixmap if large and isinstance(answer, PictureAnswer) else None
        while sum(_bytes(one) for one in self._large.values() if one is not None) > LARGE_BYTES:
            self._large.popitem(last=False)
        for place in [one for one in self._fitted if one[0] == key]:
            del self._fitted[place]
        self.loaded.emit(key)
        self._fetch_large()

    def _on_answer(self, key: Key, answer: Answer) -> None:
        self._tickets.pop(key, None)
        if isinstance(answer, PictureAnswer):
            self._keep(key, picture_of(answer).pixmap)
        else:
            self._missing.add(key)
        self.loaded.emit(key)
        self._fetch()

    def _keep(self, key: Key, pixmap: QPixmap) -> None:
        self._kept[key] = pixmap
        self._bytes += _bytes(pixmap)
        while self._bytes > self._limit_bytes:
            # A large screen of small cells may show more than the limit holds; none of that may go.
            oldest = next((one for one in self._kept if one not in self._shown), None)
            if oldest is None:
                return
            self._bytes -= _bytes(self._kept.pop(oldest))

    def _retry(self) -> None:
        """A new engine may have what the one before did not live to give."""
        self._missing.clear()
        self.stale.emit()


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4
