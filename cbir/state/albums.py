"""Albums -> rows of the catalog, with what a person said of their photos, and what was seen of them."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterable, Mapping, Sequence

from cbir.base.types import Album, PhotoId
from cbir.catalog import Table
from cbir.state.saved_searches import album_entry, read_album

_KEPT_REMOVED_S = 30 * 86400  # an album that was removed can be put back for so long
_STEP_S = 1e-3  # between albums that are made together
_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


class AlbumTable(Table):
    """The tables album and album_photo.

    A photo that goes keeps its rows under its id of before, and they are its own again when it comes back.
    """

    def all(self) -> list[Album]:
        """The albums in the order in which they were made; those that cannot be read are left out."""
        if not self._has("album_photo"):
            return []  # a program before this one wrote the catalog, and it may not be written to
        albums = []
        for album, name, query in self._rows():
            try:
                albums.append(read_album({**json.loads(query), "name": name, "id": album}))
            except _UNREADABLE:
                continue
        return albums

    def unreadable(self) -> list[tuple[str, str]]:
        """Name and reason of each album that cannot be read."""
        unreadable = []
        for _, name, query in self._rows() if self._has("album_photo") else ():
            try:
                read_album({**json.loads(query), "name": name})
            except _UNREADABLE as error:
                unreadable.append((name, str(error)))
        return unreadable

    def add(self, albums: Iterable[Album], *, made_at: float | None = None) -> None:
        """Keep albums as they are now, also those that were removed; what was said of their photos stays."""
        if made_at is None:  # after all others, also those of the same moment or of a clock that was ahead
            (newest,) = self._connection.execute("SELECT max(made_at) FROM album").fetchone()
            made_at = max(time.time(), (newest or 0.0) + _STEP_S)
        for at, album in enumerate(albums):
            entry = album_entry(album)
            del entry["name"]
            self._connection.execute(
                "INSERT INTO album (id, made_at, name, query) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE "
                "SET name = excluded.name, query = excluded.query, removed_at = NULL",
                (album.id, made_at + at * _STEP_S, album.name, json.dumps(entry)),
            )
            self._connection.execute("UPDATE album_photo SET asked = 0 WHERE album_id = ?", (album.id,))
            asked = {term.photo for term in album.terms if term.photo is not None}
            self._note("asked", album.id, [(photo, 1) for photo in asked])

    def add_missing(self, albums: Sequence[Album]) -> None:
        """Keep those that were never kept, before all others."""
        present = {row[0] for row in self._connection.execute("SELECT id FROM album")}
        self.add([album for album in albums if album.id not in present], made_at=0.0)

    def remove(self, albums: Collection[str]) -> None:
        """Take albums away; those that went long ago go for good."""
        now = time.time()
        self._connection.execute("DELETE FROM album WHERE removed_at < ?", (now - _KEPT_REMOVED_S,))
        self._connection.executemany(
            "UPDATE album SET removed_at = ? WHERE id = ?", [(now, album) for album in albums]
        )

    def said(self, album: str) -> dict[PhotoId, bool]:
        """The photos that a hand put in (True) or took out, those that are gone too."""
        rows = self._photos("photo_id, said", album, "said IS NOT NULL")
        return {PhotoId(photo): bool(inside) for photo, inside in rows}

    def say(self, album: str, judged: Mapping[PhotoId, bool | None]) -> None:
        """Put photos in (True) or take them out; None leaves them to the search again."""
        values = [(photo, None if inside is None else int(inside)) for photo, inside in judged.items()]
        self._note("said", album, values)

    def opened(self, album: str) -> int:
        """The number of times that it was opened, as far as is known."""
        if not self._has("album_photo"):
            return 0
        row = self._connection.execute("SELECT opened FROM album WHERE id = ?", (album,)).fetchone()
        return 0 if row is None else int(row[0])

    def seen(self, album: str, *, not_at: int | None = None) -> set[PhotoId]:
        """The photos that were in it when it was opened. not_at : without those first seen at this opening"""
        condition = "seen > 0" if not_at is None else f"seen > 0 AND seen <> {not_at:d}"
        return {PhotoId(photo) for (photo,) in self._photos("photo_id", album, condition)}

    def note_opened(self, album: str, photos: Iterable[PhotoId]) -> None:
        """Photos : in it now that were never seen before"""
        self._connection.execute("UPDATE album SET opened = opened + 1 WHERE id = ?", (album,))
        opened = self._count("SELECT max(opened) FROM album WHERE id = ?", album)
        self._note("seen", album, [(photo, opened) for photo in photos])

    def _rows(self) -> list[tuple[str, str, bytes]]:
        """Id, name and query of each album. As bytes: one that is no text must not keep the others from being read."""
        rows = self._connection.execute(
            "SELECT CAST(id AS BLOB), CAST(name AS BLOB), CAST(query AS BLOB) FROM album "
            "WHERE removed_at IS NULL ORDER BY made_at, id"
        )
        return [
            (album.decode(errors="replace"), name.decode(errors="replace"), query)
            for album, name, query in rows
        ]

    def _photos(self, columns: str, album: str, condition: str) -> list[tuple[int, ...]]:
        if not self._has("album_photo"):
            return []
        return self._connection.execute(
            f"SELECT {columns} FROM album_photo WHERE album_id = ? AND {condition}", (album,)
        ).fetchall()

    def _note(self, column: str, album: str, values: Sequence[tuple[PhotoId, int | None]]) -> None:
        self._connection.executemany(
            f"INSERT INTO album_photo (album_id, photo_id, {column}) VALUES (?, ?, ?) "
            f"ON CONFLICT (album_id, photo_id) DO UPDATE SET {column} = excluded.{column}",
            [(album, photo, value) for photo, value in values],
        )
