"""What files say of their photos, and what the user set: ratings and keywords, which win.

Keywords are kept as what was added to and removed from the file's, so that keywords which another program writes
into the file later are still found. Marks outlive their photo: they wait for its content to come back.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, fields, replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Marks, Metadata, PhotoId, distinct_keywords, keyword_key
from cbir.catalog.received import received_by, with_received
from cbir.catalog.rows import Table, has
from cbir.catalog.schema import POSITIONS_OF_PHOTOS
from cbir.gazetteer import all_towns

_FEW = 2000  # photos whose positions are looked up one at a time; for more the index of all is read
_LISTS = ("keywords", "places")
_NO_MARKS = Marks()
_SAID = tuple(field.name for field in fields(Metadata) if field.name not in ("dated_by", "town", "received"))


class MarkTable(Table):
    """The table mark; full text and facets follow it by triggers, and so does the keeping of what was set."""

    def of(self, photo: PhotoId) -> Marks:
        """What the user set for a photo."""
        row = self._connection.execute(
            "SELECT rating, added, removed FROM mark WHERE photo_id = ?", (photo,)
        ).fetchone()
        if row is None:
            return _NO_MARKS
        rating, added, removed = row
        return Marks(rating=rating, added=tuple(json.loads(added)), removed=tuple(json.loads(removed)))

    def set(self, photo: PhotoId, marks: Marks) -> None:
        """Set what the user said of a photo, in place of what is there. The photo must be in the catalog."""
        if marks == _NO_MARKS:
            self._connection.execute("DELETE FROM mark WHERE photo_id = ?", (photo,))
            return
        self._connection.execute(
            """INSERT INTO mark VALUES (?, ?, ?, ?) ON CONFLICT (photo_id) DO UPDATE SET
                   rating = excluded.rating, added = excluded.added, removed = excluded.removed""",
            (
                photo,
                marks.rating,
                json.dumps(marks.added, ensure_ascii=False),
                json.dumps(marks.removed, ensure_ascii=False),
            ),
        )

    def respell(self, photo: PhotoId, keywords: Sequence[str]) -> None:
        """Name keywords that were removed as the file spells them now: the full text compares them letter by letter."""
        marks = self.of(photo)
        if not marks.removed:
            return
        spelt = {keyword_key(word): word for word in keywords}
        removed = tuple(dict.fromkeys(spelt.get(keyword_key(word), word) for word in marks.removed))
        if removed != marks.removed:
            self.set(photo, replace(marks, removed=removed))


class JudgementTable(Table):
    """The tables judged_query and judgement: which photos are right for which search."""

    def set(self, terms: str, labels: str, photos: Sequence[PhotoId], grade: int | None) -> None:
        """Give photos a grade for a search; None takes it back. terms, labels : JSON"""
        self._connection.execute(
            "INSERT INTO judged_query (terms, labels) VALUES (?, ?) ON CONFLICT (terms) DO UPDATE SET labels = ?",
            (terms, labels, labels),
        )
        query = self._connection.execute("SELECT id FROM judged_query WHERE terms = ?", (terms,)).fetchone()[
            0
        ]
        if grade is None:
            self._connection.executemany(
                "DELETE FROM judgement WHERE query_id = ? AND photo_id = ?",
                [(query, photo) for photo in photos],
            )
        else:
            self._connection.executemany(
                "INSERT OR REPLACE INTO judgement VALUES (?, ?, ?)",
                [(query, photo, grade) for photo in photos],
            )
        self._connection.execute(
            "DELETE FROM judged_query WHERE id NOT IN (SELECT query_id FROM judgement) AND id = ?", (query,)
        )

    def of(self, terms: str) -> dict[PhotoId, int]:
        """The grades of one search's photos."""
        rows = self._connection.execute(
            "SELECT photo_id, grade FROM judgement JOIN judged_query ON id = query_id WHERE terms = ?",
            (terms,),
        )
        return {PhotoId(photo): int(grade) for photo, grade in rows}

    def all(self) -> list[tuple[str, str, dict[PhotoId, int]]]:
        """Terms, labels and grades of every search, the oldest first."""
        found: dict[int, tuple[str, str, dict[PhotoId, int]]] = {}
        for query, terms, labels, photo, grade in self._connection.execute(
            "SELECT id, terms, labels, photo_id, grade FROM judged_query JOIN judgement ON id = query_id ORDER BY id"
        ):
            found.setdefault(query, (terms, labels, {}))[2][PhotoId(photo)] = int(grade)
        return list(found.values())


class MetadataTable(Table):
    """The table metadata; full text and facets follow it by triggers."""

    def __init__(self, connection: sqlite3.Connection, marks: MarkTable) -> None:
        super().__init__(connection)
        self._marks = marks

    def keywords(self, most: int) -> dict[str, int]:
        """The commonest keywords of all photos, what the user set among them, with how many photos have each."""
        rows = self._connection.execute(
            """SELECT value, count(*) FROM (
                   SELECT photo_id, value FROM metadata, json_each(keywords)
                   WHERE value NOT IN (
                       SELECT value FROM mark, json_each(removed) WHERE mark.photo_id = metadata.photo_id)
                   UNION SELECT photo_id, value FROM mark, json_each(added)
               ) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?""",
            (most,),
        )
        return {str(word): photos for word, photos in rows}

    def set(self, photo: PhotoId, metadata: Metadata, *, extractor: int, sidecar: str) -> None:
        """Store what a photo says of itself in place of what is there; what it received from copies stays beside it.

        extractor : version of what read it
        sidecar : name, size and time of the sidecar; empty where there is none
        """
        received = received_by(self._connection, photo)
        self._keep_own(photo, metadata if received else None)
        metadata = with_received(metadata, received)
        self._marks.respell(photo, metadata.keywords)
        row: dict[str, object] = {
            "photo_id": photo,
            "extractor": extractor,
            "sidecar": sidecar,
            "camera": metadata.camera or None,
            **{name: value for name, value in asdict(metadata).items() if name in _SAID},
            "keywords": json.dumps(metadata.keywords, ensure_ascii=False),
            "places": json.dumps(metadata.places, ensure_ascii=False),
        }
        self._connection.execute(
            f"INSERT INTO metadata ({', '.join(row)}) VALUES ({', '.join('?' * len(row))}) "
            f"ON CONFLICT (photo_id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in row)}",
            tuple(row.values()),
        )

    def refresh(self, photo: PhotoId) -> None:
        """Let a photo have what it received as of now, and no more."""
        own = self.own(photo)
        if own is None or (own == self.of_file(photo) and not received_by(self._connection, photo)):
            return  # it has not been read yet, or has nothing else
        (extractor, sidecar) = self._connection.execute(
            "SELECT extractor, sidecar FROM metadata WHERE photo_id = ?", (photo,)
        ).fetchone()
        self.set(photo, own, extractor=extractor, sidecar=sidecar)

    def own(self, photo: PhotoId) -> Metadata | None:
        """What a photo's file and sidecar say, without what it received; None where they have not been asked yet."""
        row = None
        if self._has("own_metadata"):
            row = self._connection.execute(
                "SELECT said FROM own_metadata WHERE photo_id = ?", (photo,)
            ).fetchone()
        if row is None:
            return self.of_file(photo)
        entry = json.loads(row[0])
        entry |= {name: tuple(entry[name]) for name in _LISTS}
        return Metadata(**entry)

    def _keep_own(self, photo: PhotoId, own: Metadata | None) -> None:
        if own is None:
            self._connection.execute("DELETE FROM own_metadata WHERE photo_id = ?", (photo,))
            return
        entry = {name: value for name, value in asdict(own).items() if name in _SAID}
        self._connection.execute(
            "INSERT OR REPLACE INTO own_metadata VALUES (?, ?)",
            (photo, json.dumps(entry, ensure_ascii=False)),
        )

    def unread(self) -> int:
        """How many photos have not been asked yet."""
        counting = "SELECT (SELECT count(*) FROM photo) - (SELECT count(*) FROM metadata)"
        return self._total("unread", counting)

    def of(self, photo: PhotoId) -> Metadata | None:
        """What is known of a photo: what the user set, then what its file and sidecar say, and a date anyhow.

        None where it is not in the catalog.
        """
        dated = self._connection.execute(
            "SELECT taken_at, dated_by FROM facet WHERE photo_id = ?", (photo,)
        ).fetchone()
        if dated is None:
            return None
        known, marks = self.of_file(photo) or Metadata(), self._marks.of(photo)
        return replace(
            known,
            taken_at=dated[0],
            dated_by=dated[1],
            town=_town_of(known),
            rating=known.rating if marks.rating is None else marks.rating,
            keywords=_keywords_with(known.keywords, marks),
            received=received_by(self._connection, photo),
        )

    def of_file(self, photo: PhotoId) -> Metadata | None:
        """What a photo's file and sidecar say, with what it received; None where they have not been asked yet."""
        row = self._connection.execute(
            f"SELECT {', '.join(_SAID)} FROM metadata WHERE photo_id = ?", (photo,)
        ).fetchone()
        if row is None:
            return None
        known = dict(zip(_SAID, row, strict=True))
        for name in _LISTS:
            known[name] = tuple(json.loads(known[name]))
        return Metadata(**known)


def _town_of(metadata: Metadata) -> str | None:
    if metadata.latitude is None or metadata.longitude is None:
        return None
    (town,) = all_towns().of_positions([metadata.latitude], [metadata.longitude])
    return None if town < 0 else all_towns().label(town)


def read_positions(connection: sqlite3.Connection, photos: NDArray[np.integer] | None) -> NDArray[np.float64]:
    """Photo, latitude and longitude of those that have a position, (n, 3); None: of all photos."""
    among, chosen = "", tuple[str, ...]()
    if photos is not None and len(photos) <= _FEW:
        among = "AND photo_id IN (SELECT value FROM json_each(?))"
        chosen = (json.dumps(np.sort(photos).tolist()),)
    # SQLite would rather look the rows up by their number
    by = f"INDEXED BY {POSITIONS_OF_PHOTOS}" if among and has(connection, POSITIONS_OF_PHOTOS) else ""
    rows = connection.execute(
        f"SELECT photo_id, latitude, longitude FROM metadata {by} WHERE latitude IS NOT NULL {among}", chosen
    ).fetchall()
    found = np.array(rows, np.float64).reshape(-1, 3)
    return found if photos is None or among else found[np.isin(found[:, 0], photos)]


def towns_of(connection: sqlite3.Connection, photos: NDArray[np.integer]) -> NDArray[np.int32]:
    """The town that each photo is named after, a row of all_towns(); -1 where there is none."""
    towns = np.full(len(photos), -1, np.int32)
    placed = read_positions(connection, photos)
    if len(placed):
        order = np.argsort(photos)
        at = order[np.searchsorted(photos, placed[:, 0], sorter=order)]
        towns[at] = all_towns().of_positions(placed[:, 1], placed[:, 2])
    return towns


def _keywords_with(keywords: Sequence[str], marks: Marks) -> tuple[str, ...]:
    """A file's keywords, less what was removed, and what was added. The view photo_words does the same."""
    removed = {keyword_key(word) for word in marks.removed}
    return distinct_keywords([*(word for word in keywords if keyword_key(word) not in removed), *marks.added])


def change_keywords(metadata: Metadata, marks: Marks, add: Sequence[str], remove: Sequence[str]) -> Marks:
    """Add and remove keywords; all spellings of one are meant: capitals, and the form of an accent, differ.

    metadata : of the file alone
    """
    wanted = {keyword_key(word) for word in add}
    gone = {keyword_key(word) for word in remove} - wanted
    removed = [word for word in marks.removed if keyword_key(word) not in wanted]
    removed += [word for word in metadata.keywords if keyword_key(word) in gone and word not in removed]
    added = [word for word in marks.added if keyword_key(word) not in gone]
    there = {keyword_key(word) for word in [*added, *(w for w in metadata.keywords if w not in removed)]}
    for word in add:
        if keyword_key(word) not in there:
            there.add(keyword_key(word))
            added.append(word)
    return Marks(rating=marks.rating, added=tuple(added), removed=tuple(removed))
