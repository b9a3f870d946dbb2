"""Albums <-> JSON and rows of the catalog, with the changes that a person made and the photos that were seen.

Earlier programs stored saved searches in searches.json in the library's folder. The library imports them as albums. A
library that cannot be written to reads them from the file.
"""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import hashlib
import json
import reprlib
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from cbir.base.artifacts import read_sealed_json, sealed_json
from cbir.base.errors import CbirError, message_of
from cbir.base.messages import Message
from cbir.base.storage import write_atomically
from cbir.base.types import Album, EngineName, Filters, PhotoId, Problem, Region, Term
from cbir.catalog import Table

FORMAT = 1


def read_searches(file: Path) -> list[Album]:
    """Read the searches that an earlier program saved; none if there is no file.

    Raises CbirError if the file cannot be read or a newer program wrote it.
    """
    try:
        content = read_sealed_json(file.read_bytes())
        if content["format"] > FORMAT:
            raise CbirError("A newer version of cbir wrote the saved searches in {0}. Update cbir.", file)
        if content.keys() != {"format", "searches"}:
            raise ValueError("it has changed since it was written")
        return [replace(read_album(entry), id=_id(at, entry)) for at, entry in enumerate(content["searches"])]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CbirError(
            "The saved searches in {0} cannot be read ({1}). {check} recovers the readable ones.",
            file,
            error,
        ) from error


def _id(at: int, entry: dict[str, Any]) -> str:
    """An id that is the same whenever the same file is read, so that importing it twice makes no second album."""
    return hashlib.sha256(json.dumps([at, entry]).encode()).hexdigest()[:32]


def check_searches(file: Path, *, mend: bool) -> Problem | None:
    """The problem with the saved searches, if there is one. The searches that can still be read are kept."""
    try:
        read_searches(file)
        return None
    except CbirError as error:
        trouble = error
    if isinstance(trouble.__cause__, ValueError | KeyError | TypeError | AttributeError) and mend:
        intact = _readable(file)
        if intact is not None:
            write_searches(file, intact)
            remedy = Message(
                "{0} were kept. Look through them: one of them may not be what you saved.", len(intact)
            )
        else:
            aside = file.with_name(f"{file.stem}-damaged{file.suffix}")
            file.replace(aside)
            remedy = Message(
                "The file is called {0} now. Copy {1} from a backup if you have one.", aside.name, file.name
            )
        return Problem(
            what=Message("The saved searches in {0} were damaged.", file), remedy=remedy, mended=True
        )
    return Problem(what=message_of(trouble), remedy=Message("Copy the file from a backup, or delete it."))


def _readable(file: Path) -> list[Album] | None:
    """The intact searches of a damaged file; None if it has no list of searches."""
    try:
        entries = json.loads(file.read_bytes())["searches"]
        intact = []
        for entry in entries:
            with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError):
                intact.append(read_album(entry))
        return intact
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def write_searches(file: Path, searches: Sequence[Album]) -> None:
    """Replace the saved searches. Raises OSError."""
    content = {"format": FORMAT, "searches": [album_entry(search) for search in searches]}
    write_atomically(file, sealed_json(content))


def album_entry(album: Album) -> dict[str, Any]:
    """An album as a JSON object, without its id."""
    return {
        "name": album.name,
        "terms": [term_entry(term) for term in album.terms],
        "labels": list(album.labels),
        "engine": album.engine,
        "filters": {
            name: value
            for name, value in dataclasses.asdict(album.filters).items()
            if value not in (None, ())
        },
    }


def term_entry(term: Term) -> dict[str, Any]:
    """A term as a JSON object."""
    entry = {
        "path": None if term.path is None else str(term.path),
        "data": None if term.data is None else base64.b64encode(term.data).decode(),
        "photo": term.photo,
        "text": term.text,
        "region": term.region,
        "sign": term.sign,
        "weight": term.weight,
        "marked": term.marked or None,
    }
    return {name: value for name, value in entry.items() if value is not None}


def read_album(entry: dict[str, Any]) -> Album:
    """The album of an album_entry(). Raises KeyError, TypeError, ValueError or AttributeError for anything else."""
    engine = entry.get("engine", "auto")
    if engine not in get_args(EngineName):
        raise ValueError(f"there is no engine {engine!r}")
    terms = tuple(read_term(term) for term in entry["terms"])
    labels = tuple(str(label) for label in entry["labels"])
    if len(labels) != len(terms):
        raise ValueError("a search needs a label for each term")
    return Album(
        name=str(entry["name"]),
        terms=terms,
        labels=labels,
        filters=_read_filters(entry["filters"]),
        engine=engine,
        id=str(entry.get("id", "")),
    )


def _read_filters(entry: dict[str, Any]) -> Filters:
    kinds = get_type_hints(Filters)
    for name, value in entry.items():
        if not is_a(kinds[name], value):
            raise ValueError(f"the filter {name} cannot be {reprlib.repr(value)}")
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()
    }
    return Filters(**values)


def read_term(entry: dict[str, Any]) -> Term:
    """The term of a term_entry(). Raises KeyError, TypeError or ValueError for anything else."""
    for name, kind in _TERM_KINDS.items():
        if name in entry and not is_a(kind, entry[name]):
            raise ValueError(f"the {name} of a term cannot be {reprlib.repr(entry[name])}")
    if len(entry.keys() & {"path", "data", "photo", "text"}) != 1:
        raise ValueError("a term is one picture or one text")
    region = entry.get("region")
    if region is not None and len(region) != 4:
        raise ValueError("the region of a term has four numbers")
    return Term(
        path=Path(entry["path"]) if "path" in entry else None,
        data=base64.b64decode(entry["data"]) if "data" in entry else None,
        photo=PhotoId(entry["photo"]) if "photo" in entry else None,
        text=entry.get("text"),
        region=None if region is None else cast(Region, tuple(float(value) for value in region)),
        sign=entry.get("sign", 1),
        weight=float(entry.get("weight", 1.0)),
        marked=entry.get("marked", False),
    )


_TERM_KINDS: dict[str, Any] = {
    "path": str, "data": str, "photo": int, "text": str, "region": tuple[float, ...] | None, "sign": Literal[1, -1],
    "weight": float, "marked": bool,
}  # fmt: skip


def is_a(kind: Any, value: object) -> bool:
    """True if a value from JSON has the type of a field: a list for a tuple, and no number that SQLite cannot hold."""
    if kind is float or kind is int:
        number = isinstance(value, int) or (kind is float and isinstance(value, float))
        return number and not isinstance(value, bool) and -(2.0**63) < value < 2.0**63  # type: ignore[operator]
    if get_origin(kind) is tuple:
        return isinstance(value, list) and all(is_a(get_args(kind)[0], element) for element in value)
    if get_origin(kind) is Literal:
        return type(value) in map(type, get_args(kind)) and value in get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return any(is_a(choice, value) for choice in get_args(kind))
    return isinstance(value, kind)


_KEPT_REMOVED_S = 30 * 86400  # time in which a removed album can be put back
_STEP_S = 1e-3  # between the times of albums that are added together
_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


class AlbumTable(Table):
    """The tables album and album_photo.

    When a photo is removed, its rows stay under its old id. When it comes back, they belong to it again.
    """

    def all(self) -> list[Album]:
        """The albums in the order of their creation, without unreadable ones."""
        if not self.has_table("album_photo"):
            return []  # an earlier program wrote the catalog, and it is opened only for reading
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
        for _, name, query in self._rows() if self.has_table("album_photo") else ():
            try:
                read_album({**json.loads(query), "name": name})
            except _UNREADABLE as error:
                unreadable.append((name, str(error)))
        return unreadable

    def add(self, albums: Iterable[Album], *, made_at: float | None = None) -> None:
        """Add or replace albums, also removed ones. A person's choices of photos remain."""
        if (
            made_at is None
        ):  # after all others, also after those of the same moment or of a clock that was ahead
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
            photos = {term.photo for term in album.terms if term.photo is not None}
            self._note("asked", album.id, [(photo, 1) for photo in photos])

    def add_missing(self, albums: Sequence[Album]) -> None:
        """Add albums that the table never had, before all others."""
        present = {row[0] for row in self._connection.execute("SELECT id FROM album")}
        self.add([album for album in albums if album.id not in present], made_at=0.0)

    def remove(self, albums: Collection[str]) -> None:
        """Mark albums as removed. Albums that were removed long ago are deleted."""
        now = time.time()
        self._connection.execute("DELETE FROM album WHERE removed_at < ?", (now - _KEPT_REMOVED_S,))
        self._connection.executemany(
            "UPDATE album SET removed_at = ? WHERE id = ?", [(now, album) for album in albums]
        )

    def corrections(self, album: str) -> dict[PhotoId, bool]:
        """The photos that a person put in (True) or took out (False), including photos that are gone."""
        rows = self._photos("photo_id, said", album, "said IS NOT NULL")
        return {PhotoId(photo): bool(inside) for photo, inside in rows}

    def say(self, album: str, judged: Mapping[PhotoId, bool | None]) -> None:
        """Put photos in (True) or take them out (False). None lets the search decide again."""
        values = [(photo, None if inside is None else int(inside)) for photo, inside in judged.items()]
        self._note("said", album, values)

    def opened(self, album: str) -> int:
        """The number of times that an album was opened; 0 if that is unknown."""
        if not self.has_table("album_photo"):
            return 0
        row = self._connection.execute("SELECT opened FROM album WHERE id = ?", (album,)).fetchone()
        return 0 if row is None else int(row[0])

    def seen(self, album: str, *, not_at: int | None = None) -> set[PhotoId]:
        """The photos of an album when it was opened. not_at : number of an opening whose new photos are left out"""
        condition = "seen > 0" if not_at is None else f"seen > 0 AND seen <> {not_at:d}"
        return {PhotoId(photo) for (photo,) in self._photos("photo_id", album, condition)}

    def note_opened(self, album: str, photos: Iterable[PhotoId]) -> None:
        """Count an opening of an album. photos : new in it, never seen before"""
        self._connection.execute("UPDATE album SET opened = opened + 1 WHERE id = ?", (album,))
        opened = self._count("SELECT max(opened) FROM album WHERE id = ?", album)
        self._note("seen", album, [(photo, opened) for photo in photos])

    def _rows(self) -> list[tuple[str, str, bytes]]:
        """Id, name and query of each album. They are read as bytes: invalid text of one must not hide the others."""
        rows = self._connection.execute(
            "SELECT CAST(id AS BLOB), CAST(name AS BLOB), CAST(query AS BLOB) FROM album "
            "WHERE removed_at IS NULL ORDER BY made_at, id"
        )
        return [
            (album.decode(errors="replace"), name.decode(errors="replace"), query)
            for album, name, query in rows
        ]

    def _photos(self, columns: str, album: str, condition: str) -> list[tuple[int, ...]]:
        if not self.has_table("album_photo"):
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
