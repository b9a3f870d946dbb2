"""Thumbnails of the hits on screen, loaded asynchronously and bounded in memory.

The view calls show() with the visible hits, in display order, each time it scrolls or changes. get() answers from
memory or not at all. Requests that scrolled away are cancelled, so that visible hits come first. If a tile has more
pixels than the library's thumbnail, a larger one is made from the photo's file after all thumbnails have arrived.
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
LARGE_BYTES = 24 << 20  # for all large thumbnails: about twenty
Scale = Callable[[QPixmap, int, int, float], QPixmap]
SMALL_PX = 256  # the library's own thumbnails
LARGE_PX = 640  # thumbnails made for a large tile, or for a screen of twice the pixels
FITTED = 80
"""Number of cached scaled thumbnails, for lists and small tiles: a large screen, and some to scroll back to."""


def key_of(hit: Hit) -> Key:
    return hit.photo, hit.fingerprint


class Thumbnails(QObject):
    loaded = Signal(object)  # Key
    stale = Signal()  # request again: missing thumbnails may be available now

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
        self.cached: OrderedDict[Key, QPixmap] = OrderedDict()
        self._visible: frozenset[Key] = frozenset()
        self._fitted: OrderedDict[tuple[Key, QSize, float], QPixmap] = OrderedDict()
        self.tickets: dict[Key, int] = {}
        self.queue: list[Key] = []
        self._missing: set[Key] = set()
        self._previews: set[Key] = set()  # small ones, perhaps of photos that have thumbnails by now
        self.large: OrderedDict[Key, QPixmap | None] = OrderedDict()  # None: cannot be made
        self._large_queue: list[Key] = []
        self._large_ticket: tuple[Key, int] | None = None
        engine.ready.connect(lambda _info: self._retry())

    def get(self, hit: Hit) -> QPixmap | None:
        key = key_of(hit)
        pixmap = self.cached.get(key)
        if pixmap is not None:
            self.cached.move_to_end(key)
        return pixmap

    def fitted(self, hit: Hit, box: QSize, ratio: float) -> QPixmap | None:
        """Return the thumbnail scaled into a box of device-independent pixels, scaled once for each size."""
        return self._scaled(hit, box, ratio, partial(fitted, radius=RADIUS_PX))

    def covering(self, hit: Hit, box: QSize, ratio: float) -> QPixmap | None:
        """Return the thumbnail in a size for paint_filling() in a box of device-independent pixels.

        A painter blends four pixels into one. It would skip pixels of a thumbnail more than twice as large as the box.
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
        return self.large.get(key_of(hit)) or self.get(hit)

    def is_missing(self, hit: Hit) -> bool:
        """Return True if the engine had no thumbnail, as for a photo that vanished."""
        return key_of(hit) in self._missing

    def show(self, hits: Iterable[Hit], large: Iterable[Hit] = ()) -> None:
        """Fetch the thumbnails of these hits, in this order, and cancel all other requests.

        large : hits with a tile larger than their thumbnail
        """
        hits = tuple(hits)
        visible = [key_of(hit) for hit in hits]
        self._large_queue = [
            key_of(hit) for hit in large if not hit.offline and key_of(hit) not in self.large
        ]
        if self._large_ticket is not None and self._large_ticket[0] not in self._large_queue:
            self._engine.cancel(self._large_ticket[1])
            self._large_ticket = None
        self._visible = frozenset(visible)
        for key in set(self.tickets).difference(visible):
            self._engine.cancel(self.tickets.pop(key))
        outgrown = {
            key
            for hit in hits
            if (key := key_of(hit)) in self._previews
            and _side(self.cached[key]) < min(SMALL_PX, max(hit.size))
        }
        self._previews -= outgrown
        self.queue = [
            key for key in visible if key in outgrown or (key not in self.cached and key not in self._missing)
        ]
        self._fetch()

    def renew(self) -> None:
        """Request small thumbnails again once they are visible: of listed photos, they may be the cameras' previews."""
        self._previews = {key for key, pixmap in self.cached.items() if _side(pixmap) < SMALL_PX}
        self._missing.clear()
        self.stale.emit()

    def ask_again(self) -> None:
        """Let every visible view call show() again, after another view replaced its requests."""
        self.stale.emit()

    def _fetch(self) -> None:
        while self.queue and len(self.tickets) < self._in_flight:
            key = self.queue.pop(0)
            if key not in self.tickets:
                self.tickets[key] = self._engine.request(
                    ThumbnailRequest(photo=key[0]), partial(self._on_answer, key)
                )
        self._fetch_large()

    def _fetch_large(self) -> None:
        """Request the next large thumbnail. One at a time, because a worker decodes the photo's file for it."""
        if self.tickets or self.queue or self._large_ticket is not None or not self._large_queue:
            return
        key = self._large_queue.pop(0)
        request = PictureRequest(photo=key[0], max_side_px=LARGE_PX)
        self._large_ticket = key, self._engine.request(request, partial(self._on_large, key))

    def _on_large(self, key: Key, answer: Answer) -> None:
        self._large_ticket = None
        large = isinstance(answer, PictureAnswer) and max(answer.pixels.shape) > SMALL_PX
        self.large[key] = picture_of(answer).pixmap if large and isinstance(answer, PictureAnswer) else None
        while sum(_bytes(pixmap) for pixmap in self.large.values() if pixmap is not None) > LARGE_BYTES:
            self.large.popitem(last=False)
        self._forget_scaled(key)
        self.loaded.emit(key)
        self._fetch_large()

    def _forget_scaled(self, key: Key) -> None:
        for place in [scaled for scaled in self._fitted if scaled[0] == key]:
            del self._fitted[place]

    def _on_answer(self, key: Key, answer: Answer) -> None:
        self.tickets.pop(key, None)
        if isinstance(answer, PictureAnswer):
            self._keep(key, picture_of(answer).pixmap)
        else:
            self._missing.add(key)
        self.loaded.emit(key)
        self._fetch()

    def _keep(self, key: Key, pixmap: QPixmap) -> None:
        if (replaced := self.cached.pop(key, None)) is not None:
            self._bytes -= _bytes(replaced)
            self._forget_scaled(key)
        self.cached[key] = pixmap
        self._bytes += _bytes(pixmap)
        while self._bytes > self._limit_bytes:
            # A large screen of small cells may need more than the limit; visible thumbnails stay.
            oldest = next((cached for cached in self.cached if cached not in self._visible), None)
            if oldest is None:
                return
            self._bytes -= _bytes(self.cached.pop(oldest))
            self._previews.discard(oldest)

    def _retry(self) -> None:
        """Drop the record of missing thumbnails: a new engine may have those that the last one could not deliver."""
        self._missing.clear()
        self.stale.emit()


def _side(pixmap: QPixmap) -> int:
    return max(pixmap.width(), pixmap.height())


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4
