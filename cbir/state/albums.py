"""Albums <-> JSON and rows of the catalog, with a person's changes to them and the photos seen of them.

Earlier programs kept saved searches in searches.json in the library's folder. The library takes them over as albums;
one that cannot be written to reads them there.
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
    """Read the searches that a program before this one saved; none where there is no file.

    Raises CbirError where the file cannot be read or a newer program wrote it.
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
            "The saved searches in {0} cannot be read ({1}). {check} keeps those that still can.",
            file,
            error,
        ) from error


def _id(at: int, entry: dict[str, Any]) -> str:
    """The same id whenever the same file is read, so that taking it over twice makes no second album."""
    return hashlib.sha256(json.dumps([at, entry]).encode()).hexdigest()[:32]


def check_searches(file: Path, *, mend: bool) -> Problem | None:
    """The problem with the saved searches, if there is one. The searches that can still be read are kept."""
    try:
        read_searches(file)
        return None
    except CbirError as error:
        trouble = error
    if isinstance(trouble.__cause__, ValueError | KeyError | TypeError | AttributeError) and mend:
        kept = _readable(file)
        if kept is not None:
            write_searches(file, kept)
            remedy = Message(
                "{0} were kept. Look through them: one of them may not be what you saved.", len(kept)
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
    """The searches of a damaged file that are whole; None where it cannot be told what is one."""
    try:
        entries = json.loads(file.read_bytes())["searches"]
        kept = []
        for entry in entries:
            with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError):
                kept.append(read_album(entry))
        return kept
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def write_searches(file: Path, searches: Sequence[Album]) -> None:
    """Replace the saved searches. Raises OSError."""
    content = {"format": FORMAT, "searches": [album_entry(search) for search in searches]}
    write_atomically(file, sealed_json(content))


def album_entry(album: Album) -> dict[str, Any]:
    """An album as JSON has it, without its id."""
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
    """A term as JSON has it."""
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
    """An album as album_entry() gave it. Raises KeyError, TypeError, ValueError or AttributeError for anything else."""
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
        if not _is_a(kinds[name], value):
            raise ValueError(f"the filter {name} cannot be {reprlib.repr(value)}")
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()
    }
    return Filters(**values)


def read_term(entry: dict[str, Any]) -> Term:
    """A term as term_entry() gave it. Raises KeyError, TypeError or ValueError for anything else."""
    for name, kind in _TERM_KINDS.items():
        if name in entry and not _is_a(kind, entry[name]):
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


def _is_a(kind: Any, value: object) -> bool:
    """True where a value from JSON has the type of a field: a list for a tuple, and no number beyond all use."""
    if kind is float or kind is int:
        number = isinstance(value, int) or (kind is float and isinstance(value, float))
        return number and not isinstance(value, bool) and -(2.0**63) < value < 2.0**63  # type: ignore[operator]
    if get_origin(kind) is tuple:
        return isinstance(value, list) and all(_is_a(get_args(kind)[0], element) for element in value)
    if get_origin(kind) is Literal:
        return type(value) in map(type, get_args(kind)) and value in get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return any(_is_a(choice, value) for choice in get_args(kind))
    return isinstance(value, kind)


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
