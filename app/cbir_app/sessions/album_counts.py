"""Albums -> how many photos are in each now, and how many of them are new, when nobody waits for anything else.

A search by the user stops the counting at once; it goes on when the window has rested. No widget in here.
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
"""Counting begins after so long without any activity."""


class AlbumCounts(QObject):
    changed = Signal(object)  # for each album its AlbumCount, None where it is not known
    arrived = Signal(object, int)  # Album, and how many more are new in it than when that was last told

    def __init__(
        self, engine: Engine, albums: AlbumSession, search: SearchSession, library: LibrarySession
    ) -> None:
        super().__init__(albums)
        self._engine, self._albums, self._search, self._library = engine, albums, search, library
        self._known: dict[Album, AlbumCount] = {}  # by the album without its name
        self._waiting: list[Album] = []
        self._ticket: int | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._next)
        albums.changed.connect(self._on_albums)
        albums.corrected.connect(self._count_one)
        search.started.connect(self._pause)
        search.finished.connect(lambda _result: self._note_open())
        for happened in (search.finished, search.failed, search.cleared, library.finished, library.failed):
            happened.connect(self._go_on)
        engine.changed.connect(lambda _photos: self.count_again())
        engine.lost.connect(lambda _text, _again: self._pause())
        engine.ready.connect(lambda _info: self.count_again())

    @property
    def counts(self) -> tuple[AlbumCount | None, ...]:
        return tuple(self._known.get(_unnamed(album)) for album in self._albums.albums)

    def count_again(self) -> None:
        """Count all of them: photos came, went, or were marked."""
        self._waiting = [_unnamed(album) for album in self._albums.albums]
        self._pause()
        self._go_on()

    def _count_one(self, album: str) -> None:
        """Count one again, before the others."""
        if (found := self._albums.find(album)) is not None:
            one = _unnamed(found)
            self._waiting = [one, *(other for other in self._waiting if other != one)]
            self._pause()
            self._go_on()

    def _note_open(self) -> None:
        """What is shown was counted, and nothing of it is new any more."""
        found, result = self._albums.find(self._search.answered.album_id), self._search.result
        if found is not None and result is not None and result.album is not None:
            self._waiting = [one for one in self._waiting if one.id != found.id]
            self._known[_unnamed(found)] = AlbumCount(photos=len(result.album.members), new=0)
            self._tell()

    def _on_albums(self, albums: tuple[Album, ...]) -> None:
        questions = [_unnamed(album) for album in albums]
        self._known = {one: self._known[one] for one in questions if one in self._known}
        self._waiting = [one for one in questions if one not in self._known or one in self._waiting]
        self._tell()
        self._go_on()

    def _tell(self) -> None:
        self.changed.emit(self.counts)

    def _pause(self) -> None:
        """Give way: what is being counted is counted later."""
        self._rest.stop()
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None

    def _go_on(self) -> None:
        if self._waiting and self._ticket is None:
            self._rest.start()

    def _next(self) -> None:
        if not self._waiting or self._ticket is not None or self._search.busy or self._library.running:
            return  # the count, search or run that goes on starts this again when it ends
        album = self._waiting[0]
        self._ticket = self._engine.request(
            CountAlbumRequest(album=album.id), partial(self._on_answer, album)
        )

    def _on_answer(self, album: Album, answer: Answer) -> None:
        self._ticket = None
        self._waiting = [one for one in self._waiting if one != album]
        if isinstance(answer, CountAlbumAnswer):
            before = self._known.get(album)
            self._known[album] = answer.count
            if before is not None and answer.count.new > before.new:
                self.arrived.emit(self._albums.find(album.id), answer.count.new - before.new)
        else:
            self._known.pop(album, None)  # such as for a picture whose file is gone: opening it says why
        self._tell()
        self._next()


def _unnamed(album: Album) -> Album:
    return replace(album, name="")
