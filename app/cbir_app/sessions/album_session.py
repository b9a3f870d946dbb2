"""Albums: read from the library when it opens, kept and corrected as one says. No widget here."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from cbir.base.types import Album, PhotoId
from cbir.service import (
    AlbumsAnswer,
    AlbumsRequest,
    Answer,
    CorrectAlbumAnswer,
    CorrectAlbumRequest,
    Failure,
)
from cbir_app.engine import Engine
from cbir_app.sessions.filters import filter_chips
from cbir_app.sessions.query import Part, Query, part_of_words

NAME_LENGTH = 60
Said = tuple[tuple[PhotoId, bool | None], ...]


class AlbumSession(QObject):
    changed = Signal(object)  # tuple of Album
    corrected = Signal(str)  # the album's id: what was said of its photos is kept, or was refused
    failed = Signal(str)

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self.albums: tuple[Album, ...] = ()
        self._latest = 0  # the newest ticket: answers to older ones are out of date
        engine.ready.connect(lambda _info: self._ask(AlbumsRequest()))

    def save(self, query: Query) -> Album:
        """Keep a query under its own words; one that is kept already stays as it is."""
        return self.kept(query) or self.make(saved_of(query))

    def make(self, album: Album) -> Album:
        """Keep an album under a name that no other one has."""
        album = replace(album, id=uuid.uuid4().hex, name=self._free_name(album.name))
        self.restore((*self.albums, album))
        return album

    def kept(self, query: Query) -> Album | None:
        """Return the album that a query is, or whose search it is."""
        if query.album is not None:
            return self.find(query.album_id)
        wanted = saved_of(query)
        asked = (wanted.terms, wanted.filters, wanted.engine)
        return next((one for one in self.albums if (one.terms, one.filters, one.engine) == asked), None)

    def find(self, album: str) -> Album | None:
        return next((one for one in self.albums if one.id == album), None)

    def rename(self, album: Album, name: str) -> None:
        name = " ".join(name.split())[:NAME_LENGTH]
        if name and name != album.name:
            renamed = replace(album, name=name)
            self.restore(tuple(renamed if one.id == album.id else one for one in self.albums))
        else:
            self.changed.emit(self.albums)  # whoever edited shows the old name again

    def remove(self, album: Album) -> None:
        self.restore(tuple(one for one in self.albums if one.id != album.id))

    def restore(self, albums: tuple[Album, ...]) -> None:
        """Keep these and no others. Only what differs is written: another program may have kept some meanwhile."""
        ids = {album.id for album in albums}
        removed = tuple(album.id for album in self.albums if album.id not in ids)
        kept = tuple(album for album in albums if album not in self.albums)
        self.albums = albums
        self.changed.emit(albums)
        self._ask(AlbumsRequest(keep=kept, removed=removed))

    def correct(self, album: Album, said: Said, then: Callable[[Said], None] = lambda before: None) -> None:
        """Put photos in or take them out. then : is given what was said of them before, once it is kept"""
        request = CorrectAlbumRequest(album=album.id, said=said)
        self._engine.request(request, partial(self._on_corrected, album.id, then))

    def _on_corrected(self, album: str, then: Callable[[Said], None], answer: Answer) -> None:
        if isinstance(answer, CorrectAlbumAnswer):
            then(answer.before)
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.failed.emit(answer.message)
        self.corrected.emit(album)

    def _free_name(self, name: str) -> str:
        taken = {album.name.casefold() for album in self.albums}
        free, number = name, 2
        while free.casefold() in taken:
            free, number = f"{name} ({number})", number + 1
        return free

    def _ask(self, request: AlbumsRequest) -> None:
        self._latest = self._engine.request(request, lambda answer: self._on_answer(ticket[0], answer))
        ticket = [self._latest]

    def _on_answer(self, ticket: int, answer: Answer) -> None:
        latest = ticket == self._latest
        self._latest = 0 if latest else self._latest  # 0: no answer is awaited
        if isinstance(answer, AlbumsAnswer):
            if latest and answer.albums != self.albums:
                self.albums = answer.albums
                self.changed.emit(answer.albums)
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.failed.emit(answer.message)


def saved_of(query: Query) -> Album:
    """What a query asks for, under its own words."""
    typed = part_of_words(query.draft)
    parts = query.parts if typed is None else (*query.parts, typed)
    words = [query.label] if query.label else []
    words += [] if words else [chip.words for chip in filter_chips(query.filters)]
    return Album(
        name=", ".join(words)[:NAME_LENGTH],
        terms=tuple(part.term for part in parts),
        labels=tuple(part.label for part in parts),
        filters=query.filters,
        engine=query.asked,
    )


def query_of(album: Album) -> Query:
    parts = tuple(Part(term, label) for term, label in zip(album.terms, album.labels, strict=True))
    return Query(parts=parts, filters=album.filters, engine=album.engine, opened=album)
