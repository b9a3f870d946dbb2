"""Stores where a person was when the window closes, for each library, and goes back there at the next start.

The query or the album, the selected photo and the place in the list, and the unfolded folders. A start with a picture
goes to that picture.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, cast

from PySide6.QtCore import QObject

from cbir.base.types import LibraryInfo, PhotoId
from cbir_app.base.preferences import Preferences, of_library
from cbir_app.engine import Engine
from cbir_app.panels.library import LibraryPanel
from cbir_app.results import ResultsPage
from cbir_app.sessions import AlbumSession, Query, SearchSession, query_of, read_queries, write_queries

PLACE = "last place"
MAX_UNFOLDED = 200
Anchor = tuple[PhotoId, int]


@dataclass(frozen=True, slots=True)
class LastPlace:
    """query : without an album. album : its id; empty without one. anchor : photo, distance from the upper edge"""

    query: Query = Query()  # noqa: RUF009  # frozen
    album: str = ""
    photo: PhotoId | None = None
    anchor: Anchor | None = None
    unfolded: tuple[str, ...] = ()

    def to_json(self) -> str:
        entry = {
            "query": write_queries((self.query,)),
            "browsed": self.query.browsed,
            "recent": self.query.recent,
            "engine": self.query.engine,
            "album": self.album,
            "photo": self.photo,
            "anchor": self.anchor,
            "unfolded": self.unfolded[:MAX_UNFOLDED],
        }
        return json.dumps(entry, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> LastPlace:
        """Read a stored place; the beginning of the library for text that cannot be read."""
        try:
            entry: dict[str, Any] = json.loads(text)
            (query,) = read_queries(entry["query"])
            photo, anchor = entry["photo"], entry["anchor"]
            return cls(
                query=replace(
                    query,
                    browsed=bool(entry["browsed"]),
                    recent=bool(entry["recent"]),
                    engine=cast(Any, str(entry["engine"])),
                ),
                album=str(entry["album"]),
                photo=None if photo is None else PhotoId(int(photo)),
                anchor=None if anchor is None else (PhotoId(int(anchor[0])), int(anchor[1])),
                unfolded=tuple(map(str, entry["unfolded"])),
            )
        except (ValueError, KeyError, TypeError, IndexError):
            return cls()


class LastPlaceControl(QObject):
    def __init__(
        self,
        engine: Engine,
        search: SearchSession,
        albums: AlbumSession,
        results: ResultsPage,
        panel: LibraryPanel,
        preferences: Preferences,
    ) -> None:
        super().__init__(results)
        self._search, self._albums, self._results = search, albums, results
        self._panel, self._preferences = panel, preferences
        self._key = ""
        self._awaited: LastPlace | None = None  # an album that the library has not named yet
        engine.ready.connect(self._on_ready)
        albums.changed.connect(lambda _albums: self._open_album())

    def store(self) -> None:
        """Store where the person is. The window is closing."""
        if not self._key:
            return
        query, (photo, anchor) = self._search.query, self._results.place()
        album = query.album_id
        place = LastPlace(
            query=Query() if album else query,
            album=album,
            photo=photo,
            anchor=anchor,
            unfolded=self._panel.tree.unfolded,
        )
        self._preferences.set_text(self._key, place.to_json())

    def _on_ready(self, info: LibraryInfo) -> None:
        """Go to the last place of this library. A restart of the engine changes nothing."""
        if self._key:
            return
        self._key = of_library(PLACE, info.folder)
        place = LastPlace.from_json(self._preferences.text(self._key))
        self._panel.tree.unfold(place.unfolded)
        if self._search.query != Query():
            return  # the program was started with a picture
        if place.album:
            self._awaited = place
            self._open_album()
            return
        self._go(place, place.query)

    def _open_album(self) -> None:
        place = self._awaited
        if place is None or (album := self._albums.find(place.album)) is None:
            return
        self._awaited = None
        if self._search.query == Query():
            self._go(place, query_of(album))

    def _go(self, place: LastPlace, query: Query) -> None:
        self._results.remember(query, place.photo, place.anchor)
        if query != self._search.query:
            self._search.set_query(query)
