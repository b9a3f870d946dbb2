"""Recognised text in a library's photos: read in the background, stored in the catalog.

Reading needs no writer lock and can run during an index run. Results are stored every few photos, so that a stopped
or killed run continues where it ended.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from cbir.base.errors import ImageUnreadable, QueryUnusable, UnreadableNow
from cbir.base.layout import Layout
from cbir.base.types import PhotoId, ReadingProgress, ReadingReport, Region, Term, TextLine
from cbir.catalog import ToRead, places_of, wanted_words
from cbir.images import DecodeOptions
from cbir.library.lifetime import Lifetime
from cbir.state import IndexReader, unlocked_write
from cbir.workers import ReadingProcess

_AT_ONCE = 64  # photos per query to the catalog
_AHEAD = 2  # photos in the process's queue, so that it never waits
_KEEP_EVERY_S = 5.0
_PAUSE_CHECK_S = 0.2
_MAX_POINTED_AT = 64  # typed words: each is compared with all recognised words

_Read = tuple[ToRead, tuple[TextLine, ...]]


class WrittenText:
    """Recognised text in the photos of one library; methods may be called from several threads."""

    def __init__(
        self, layout: Layout, reader: IndexReader, lifetime: Lifetime, limits: DecodeOptions
    ) -> None:
        self._layout = layout
        self._reader = reader
        self._lifetime = lifetime
        self._limits = limits

    def of(self, photo: PhotoId) -> tuple[TextLine, ...] | None:
        """The lines of a photo in reading order; None if it has not been read yet."""
        with self._reader.catalog() as catalog:
            return catalog.written.of(photo)

    def places(self, photos: Sequence[PhotoId], texts: Sequence[str]) -> dict[PhotoId, list[TextLine]]:
        """Places of the words of typed texts, or of similar words, for each photo that has any."""
        lines_by_photo = {}
        with self._reader.catalog() as catalog:
            typed_words = list(dict.fromkeys(word for text in texts for word in wanted_words(text)))[
                :_MAX_POINTED_AT
            ]
            near = {word for similar in catalog.written.near(typed_words).values() for word in similar}
            for photo in photos if typed_words else ():
                if places := places_of(catalog.written.of(photo) or (), typed_words, near):
                    lines_by_photo[photo] = places
        return lines_by_photo

    def forget(self) -> None:
        """Drop all recognised text: the next run starts from the beginning."""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            catalog.written.forget()

    def read_picture(self, term: Term) -> tuple[TextLine, ...]:
        """Recognise text in the picture of a term, or in its framed part.

        A photo that was read before is not read again. Raises ImageUnreadable, PhotoGone and ReaderMissing.
        """
        lines = None if term.photo is None else self.of(term.photo)
        if lines is None:
            source = term.data or term.path
            if term.photo is not None:
                source = self._reader.find_photo(term.photo).path
            if source is None:
                raise QueryUnusable("Text can be read only in a picture.")
            with ReadingProcess(self._limits, urgent=True) as process:
                lines = process.submit(source).result()
        return lines if term.region is None else tuple(line for line in lines if _inside(line, term.region))

    def read(
        self,
        *,
        progress: Callable[[ReadingProgress], None] = lambda progress: None,
        cancelled: Callable[[], bool] = lambda: False,
        paused: Callable[[], bool] = lambda: False,
    ) -> ReadingReport:
        """Read all photos that have not been read, photos that are likely to have text first.

        paused : called before each photo; the run waits while it returns True
        Raises ReaderMissing.
        """

        def stopped() -> bool:
            return self._lifetime.ended or cancelled()

        with self._lifetime.run(), ReadingProcess(self._limits) as process:
            return _Run(self._layout, self._reader, process, progress, stopped, paused).run()


class _Run:
    """One run: photos from the catalog, through the process, and their lines back into the catalog."""

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        process: ReadingProcess,
        progress: Callable[[ReadingProgress], None],
        stopped: Callable[[], bool],
        paused: Callable[[], bool],
    ) -> None:
        self._layout = layout
        self._reader = reader
        self._process = process
        self._progress = progress
        self._stopped, self._paused = stopped, paused
        self._unreached: set[int] = set()
        self._done: list[_Read] = []
        self._kept_at = time.monotonic()
        self._read = self._found = 0
        self._total = 0

    def run(self) -> ReadingReport:
        cancelled = False
        while not cancelled and (photos := self._next()):
            cancelled = self._read_all(photos)
            self._keep()
        return ReadingReport(
            read=self._read,
            with_text=self._found,
            skipped=len(self._unreached),
            waiting=self._waiting(),
            cancelled=cancelled,
            scripts=self._process.scripts,
        )

    def _next(self) -> list[ToRead]:
        with self._reader.catalog() as catalog:
            photos = catalog.written.to_read(
                self._process.fingerprint, limit=_AT_ONCE, excluded=self._unreached
            )
        self._total = self._read + self._waiting()
        self._tell()
        return photos

    def _waiting(self) -> int:
        with self._reader.catalog() as catalog:
            return catalog.written.counts(self._process.fingerprint)[2] - len(self._unreached)

    def _read_all(self, photos: list[ToRead]) -> bool:
        """Read the photos. Returns True if the run was stopped."""
        running: deque[tuple[ToRead, Future[tuple[TextLine, ...]]]] = deque()
        waiting = deque(photos)
        while waiting or running:
            if not running:
                self._wait_while_paused()
            while waiting and len(running) < _AHEAD and not (running and self._paused()):
                running.append((waiting[0], self._process.submit(waiting.popleft().path)))
            photo, future = running.popleft()
            while not self._stopped():
                try:
                    lines = future.result(timeout=0.2)
                except TimeoutError:
                    continue
                except UnreadableNow:
                    self._unreached.add(photo.photo)
                except ImageUnreadable:
                    self._note(photo, ())
                else:
                    self._note(photo, lines)
                break
            else:
                return True
            if time.monotonic() - self._kept_at > _KEEP_EVERY_S:
                self._keep()
            self._tell()
        return False

    def _wait_while_paused(self) -> None:
        if not self._paused():
            return
        self._keep()
        self._tell(paused=True)
        while self._paused() and not self._stopped():
            time.sleep(_PAUSE_CHECK_S)

    def _note(self, photo: ToRead, lines: tuple[TextLine, ...]) -> None:
        self._done.append((photo, lines))
        self._read += 1
        self._found += bool(lines)

    def _keep(self) -> None:
        if self._done:
            with unlocked_write(self._layout) as catalog, catalog.transaction():
                for photo, lines in self._done:
                    if not catalog.written.set(photo, lines, reader=self._process.fingerprint):
                        self._unreached.add(photo.photo)  # the photo changed meanwhile: the next run reads it
        self._done = []
        self._kept_at = time.monotonic()

    def _tell(self, *, paused: bool = False) -> None:
        total = max(self._total, self._read)
        self._progress(ReadingProgress(done=self._read, total=total, with_text=self._found, paused=paused))


def _inside(line: TextLine, region: Region) -> bool:
    """True if the centre of a line is in a region of its picture."""
    left, top, width, height = region
    x, y = (sum(corner[axis] for corner in line.quad) / 4 for axis in (0, 1))
    return left <= x <= left + width and top <= y <= top + height
