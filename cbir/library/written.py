"""Recognised text in a library's photos: read in the background, stored in the catalog.

Reading needs no writer lock and can run during an index run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cbir.base.errors import QueryUnusable
from cbir.base.layout import Layout
from cbir.base.types import BackgroundProgress, PhotoId, ReadingReport, Region, Term, TextLine
from cbir.catalog import Catalog, ToRead, places_of, wanted_words
from cbir.images import DecodeOptions
from cbir.library.background_run import BackgroundRun
from cbir.library.lifetime import Lifetime
from cbir.state import IndexReader, unlocked_write
from cbir.workers import ReadingProcess

_MAX_POINTED_AT = 64  # typed words: each is compared with all recognised words


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
        progress: Callable[[BackgroundProgress], None] = lambda progress: None,
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


class _Run(BackgroundRun[tuple[TextLine, ...]]):
    """One run of text recognition."""

    nothing = ()

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        process: ReadingProcess,
        progress: Callable[[BackgroundProgress], None],
        stopped: Callable[[], bool],
        paused: Callable[[], bool],
    ) -> None:
        super().__init__(layout, reader, process, progress, stopped, paused)
        self._fingerprint, self._scripts = process.fingerprint, process.scripts
        self._stored = self._stored_with_text = 0

    def run(self) -> ReadingReport:
        self.go_through()
        return ReadingReport(
            read=self.count_done(),
            with_text=self.count_results(),
            skipped=len(self.unreached),
            waiting=self.waiting,
            cancelled=self.cancelled,
            scripts=self._scripts,
        )

    def next_photos(self, catalog: Catalog, limit: int) -> list[ToRead]:
        return catalog.written.to_read(self._fingerprint, limit=limit, excluded=self.unreached)

    def count_waiting(self, catalog: Catalog) -> int:
        return catalog.written.counts(self._fingerprint)[2]

    def count_done(self) -> int:
        return self._stored + len(self.fresh)

    def store(self, catalog: Catalog, results: list[tuple[ToRead, tuple[TextLine, ...]]]) -> None:
        for photo, lines in results:
            if not catalog.written.set(photo, lines, reader=self._fingerprint):
                self.unreached.add(photo.photo)
        self._stored, self._stored_with_text = self.count_done(), self.count_results()

    def count_results(self) -> int:
        return self._stored_with_text + sum(bool(lines) for _, lines in self.fresh)


def _inside(line: TextLine, region: Region) -> bool:
    """True if the centre of a line is in a region of its picture."""
    left, top, width, height = region
    x, y = (sum(corner[axis] for corner in line.quad) / 4 for axis in (0, 1))
    return left <= x <= left + width and top <= y <= top + height
