"""Counts the photos of each album, and the new ones among them, while nobody waits for anything else.

A search by the user stops the counting at once. It continues when the window has been idle for a moment. No widgets.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from cbir.base.types import Album, AlbumCount
from cbir.service import Answer, CountAlbumAnswer, CountAlbumRequest
from cbir_app.engine import Engine
from cbir_app.sessions.album_session import AlbumSession
from cbir_app.sessions.library_session import LibrarySession
from cbir_app.sessions.search_session import SearchSession

REST_MS = 2000
"""Idle time before counting begins."""


class AlbumCounts(QObject):
    changed = Signal(object)  # tuple of AlbumCount, one for each album; None: not counted yet
    arrived = Signal(object, int)  # Album, and how many photos were added to it since the last count

    def __init__(
        self, engine: Engine, albums: AlbumSession, search: SearchSession, library: LibrarySession
    ) -> None:
        super().__init__(albums)
        self._engine, self._albums, self._search, self._library = engine, albums, search, library
        self._counts: dict[Album, AlbumCount] = {}  # by the album without its name
        self._waiting: list[Album] = []
        self._ticket: int | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._next)
        albums.changed.connect(self._on_albums)
        albums.corrected.connect(self._count_first)
        search.started.connect(self._pause)
        search.finished.connect(lambda _result: self._note_open())
        for happened in (search.finished, search.failed, search.cleared, library.finished, library.failed):
            happened.connect(self._go_on)
        engine.changed.connect(lambda _photos: self.count_again())
        engine.lost.connect(lambda _text, _again: self._pause())
        engine.ready.connect(lambda _info: self.count_again())

    @property
    def counts(self) -> tuple[AlbumCount | None, ...]:
        return tuple(self._counts.get(_unnamed(album)) for album in self._albums.albums)

    def count_again(self) -> None:
        """Count all albums: photos were added, removed or marked."""
        self._waiting = [_unnamed(album) for album in self._albums.albums]
        self._pause()
        self._go_on()

    def _count_first(self, album_id: str) -> None:
        """Count an album again, before the others."""
        if (album := self._albums.find(album_id)) is not None:
            corrected = _unnamed(album)
            self._waiting = [corrected, *(other for other in self._waiting if other != corrected)]
            self._pause()
            self._go_on()

    def _note_open(self) -> None:
        """Take the count of the album that is open from its result: none of its photos is new any more."""
        album, result = self._albums.find(self._search.answered.album_id), self._search.result
        if album is not None and result is not None and result.album is not None:
            self._waiting = [other for other in self._waiting if other.id != album.id]
            self._counts[_unnamed(album)] = AlbumCount(photos=len(result.album.members), new=0)
            self._tell()

    def _on_albums(self, albums: tuple[Album, ...]) -> None:
        unnamed = [_unnamed(album) for album in albums]
        self._counts = {album: self._counts[album] for album in unnamed if album in self._counts}
        self._waiting = [album for album in unnamed if album not in self._counts or album in self._waiting]
        self._tell()
        self._go_on()

    def _tell(self) -> None:
        self.changed.emit(self.counts)

    def _pause(self) -> None:
        """Stop counting for now; the album in progress stays in the queue."""
        self._rest.stop()
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None

    def _go_on(self) -> None:
        if self._waiting and self._ticket is None:
            self._rest.start()

    def _next(self) -> None:
        if not self._waiting or self._ticket is not None or self._search.busy or self._library.running:
            return  # the end of the running count, search or indexing run starts this again
        album = self._waiting[0]
        self._ticket = self._engine.request(
            CountAlbumRequest(album=album.id), partial(self._on_answer, album)
        )

    def _on_answer(self, album: Album, answer: Answer) -> None:
        self._ticket = None
        self._waiting = [other for other in self._waiting if other != album]
        if isinstance(answer, CountAlbumAnswer):
            before = self._counts.get(album)
            self._counts[album] = answer.count
            if before is not None and answer.count.new > before.new:
                self.arrived.emit(self._albums.find(album.id), answer.count.new - before.new)
        else:
            self._counts.pop(
                album, None
            )  # for example, the file of a picture is gone; opening the album says why
        self._tell()
        self._next()


def _unnamed(album: Album) -> Album:
    return replace(album, name="")
