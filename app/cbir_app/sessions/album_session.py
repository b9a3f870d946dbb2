"""Albums of the library: loaded, saved and corrected as the user asks, and counted while nobody waits. No widgets.

A search by the user stops the counting at once. It continues when the window has been idle for a moment.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from cbir.base.types import Album, AlbumCount, PhotoId
from cbir.service import (
    AlbumsAnswer,
    AlbumsRequest,
    Answer,
    CorrectAlbumAnswer,
    CorrectAlbumRequest,
    CountAlbumAnswer,
    CountAlbumRequest,
    Failure,
)
from cbir_app.engine import Engine
from cbir_app.sessions.filters import filter_chips
from cbir_app.sessions.library_session import LibrarySession
from cbir_app.sessions.query import Part, Query, part_of_words
from cbir_app.sessions.search_session import SearchSession

NAME_LENGTH = 60
Corrections = tuple[
    tuple[PhotoId, bool | None], ...
]  # True: in the album, False: not in it, None: the search decides


class AlbumSession(QObject):
    changed = Signal(object)  # tuple of Album
    corrected = Signal(str)  # the album's id; its correction was saved or refused
    failed = Signal(str)

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self.albums: tuple[Album, ...] = ()
        self.latest = 0  # the newest ticket; answers to older tickets are out of date
        engine.ready.connect(lambda _info: self.ask(AlbumsRequest()))

    def save(self, query: Query) -> Album:
        """Save a query as an album with the query's own name; return the existing album if there is one."""
        return self.album_of(query) or self.make(saved_of(query))

    def make(self, album: Album) -> Album:
        """Save an album under a name that no other album has."""
        album = replace(album, id=uuid.uuid4().hex, name=self._free_name(album.name))
        self.restore((*self.albums, album))
        return album

    def album_of(self, query: Query) -> Album | None:
        """Return the album that a query was opened from, or an album with the same search."""
        if query.album is not None:
            return self.find(query.album_id)
        saved = saved_of(query)
        search = (saved.terms, saved.filters, saved.engine)
        return next((a for a in self.albums if (a.terms, a.filters, a.engine) == search), None)

    def find(self, album_id: str) -> Album | None:
        return next((album for album in self.albums if album.id == album_id), None)

    def rename(self, album: Album, name: str) -> None:
        name = " ".join(name.split())[:NAME_LENGTH]
        if name and name != album.name:
            renamed = replace(album, name=name)
            self.restore(tuple(renamed if other.id == album.id else other for other in self.albums))
        else:
            self.changed.emit(self.albums)  # the edited row shows the old name again

    def remove(self, album: Album) -> None:
        self.restore(tuple(other for other in self.albums if other.id != album.id))

    def restore(self, albums: tuple[Album, ...]) -> None:
        """Replace the albums. Only differences are written: another program may have saved albums meanwhile."""
        ids = {album.id for album in albums}
        removed = tuple(album.id for album in self.albums if album.id not in ids)
        changed = tuple(album for album in albums if album not in self.albums)
        self.albums = albums
        self.changed.emit(albums)
        self.ask(AlbumsRequest(keep=changed, removed=removed))

    def correct(
        self,
        album: Album,
        corrections: Corrections,
        then: Callable[[Corrections], None] = lambda before: None,
    ) -> None:
        """Put photos in an album or take them out. then : called with the previous corrections once these are saved"""
        request = CorrectAlbumRequest(album=album.id, corrections=corrections)
        self._engine.request(request, partial(self._on_corrected, album.id, then))

    def _on_corrected(self, album_id: str, then: Callable[[Corrections], None], answer: Answer) -> None:
        if isinstance(answer, CorrectAlbumAnswer):
            then(answer.before)
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.failed.emit(answer.message)
        self.corrected.emit(album_id)

    def _free_name(self, name: str) -> str:
        names = {album.name.casefold() for album in self.albums}
        free, number = name, 2
        while free.casefold() in names:
            free, number = f"{name} ({number})", number + 1
        return free

    def ask(self, request: AlbumsRequest) -> None:
        self.latest = self._engine.request(request, lambda answer: self._on_answer(ticket[0], answer))
        ticket = [self.latest]

    def _on_answer(self, ticket: int, answer: Answer) -> None:
        latest = ticket == self.latest
        self.latest = 0 if latest else self.latest  # 0: no answer is awaited
        if isinstance(answer, AlbumsAnswer):
            if latest and answer.albums != self.albums:
                self.albums = answer.albums
                self.changed.emit(answer.albums)
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.failed.emit(answer.message)


def saved_of(query: Query) -> Album:
    """Return an album with the search of a query, named after its words."""
    typed = part_of_words(query.draft)
    parts = query.parts if typed is None else (*query.parts, typed)
    words = [query.label] if query.label else []
    words += [] if words else [chip.words for chip in filter_chips(query.filters)]
    return Album(
        name=", ".join(words)[:NAME_LENGTH],
        terms=tuple(part.term for part in parts),
        labels=tuple(part.label for part in parts),
        filters=query.filters,
        engine=query.effective_engine,
    )


def query_of(album: Album) -> Query:
    parts = tuple(Part(term, label) for term, label in zip(album.terms, album.labels, strict=True))
    return Query(parts=parts, filters=album.filters, engine=album.engine, opened=album)


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
        self.count_by_album: dict[Album, AlbumCount] = {}  # by the album without its name
        self._waiting: list[Album] = []
        self.ticket: int | None = None
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
        return tuple(self.count_by_album.get(_unnamed(album)) for album in self._albums.albums)

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
            self.count_by_album[_unnamed(album)] = AlbumCount(photos=len(result.album.members), new=0)
            self._tell()

    def _on_albums(self, albums: tuple[Album, ...]) -> None:
        unnamed = [_unnamed(album) for album in albums]
        self.count_by_album = {
            album: self.count_by_album[album] for album in unnamed if album in self.count_by_album
        }
        self._waiting = [
            album for album in unnamed if album not in self.count_by_album or album in self._waiting
        ]
        self._tell()
        self._go_on()

    def _tell(self) -> None:
        self.changed.emit(self.counts)

    def _pause(self) -> None:
        """Stop counting for now; the album in progress stays in the queue."""
        self._rest.stop()
        if self.ticket is not None:
            self._engine.cancel(self.ticket)
            self.ticket = None

    def _go_on(self) -> None:
        if self._waiting and self.ticket is None:
            self._rest.start()

    def _next(self) -> None:
        if not self._waiting or self.ticket is not None or self._search.busy or self._library.running:
            return  # the end of the running count, search or indexing run starts this again
        album = self._waiting[0]
        self.ticket = self._engine.request(CountAlbumRequest(album=album.id), partial(self._on_answer, album))

    def _on_answer(self, album: Album, answer: Answer) -> None:
        self.ticket = None
        self._waiting = [other for other in self._waiting if other != album]
        if isinstance(answer, CountAlbumAnswer):
            before = self.count_by_album.get(album)
            self.count_by_album[album] = answer.count
            if before is not None and answer.count.new > before.new:
                self.arrived.emit(self._albums.find(album.id), answer.count.new - before.new)
        else:
            self.count_by_album.pop(
                album, None
            )  # for example, the file of a picture is gone; opening the album says why
        self._tell()
        self._next()


def _unnamed(album: Album) -> Album:
    return replace(album, name="")
