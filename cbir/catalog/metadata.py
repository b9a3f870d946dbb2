"""Metadata of files, and what takes precedence: marks of the user, and metadata received from other photos.

A file's own value is never replaced. A received value counts if the file has none, and keywords are united. A date that
was corrected on the copy counts as long as the file has the uncorrected date.

Keywords are stored as additions to and removals from the file's, so that keywords that another program later writes
into the file are still found. Marks outlive their photo: they wait for its content to come back.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Marks, Metadata, PhotoId, Received, distinct_keywords, keyword_key
from cbir.catalog.places import all_towns
from cbir.catalog.rows import Table, has, read_name
from cbir.catalog.schema import EXPOSURES, LABELLED, POSITIONS_OF_PHOTOS, STARRED

RECEIVED_VALUES = tuple(
    value.name
    for value in fields(Received)
    if value.name not in ("source", "by_thing", "albums", "judgements")
)
"""The fields of Received that a row stores unchanged."""

_LISTS = ("keywords", "people", "places", "places_shown")


def with_received(own: Metadata, received: Sequence[Received]) -> Metadata:
    """A photo's metadata merged with received ones, earlier ones first."""
    merged = own
    for addition in received:
        if merged.latitude is None and addition.latitude is not None:
            merged = replace(merged, latitude=addition.latitude, longitude=addition.longitude)
        corrected = (
            addition.taken_at is not None
            and addition.corrects is not None
            and addition.corrects == merged.taken_at
        )
        merged = replace(
            merged,
            title=merged.title or addition.title,
            headline=merged.headline or addition.headline,
            caption=merged.caption or addition.caption,
            creator=merged.creator or addition.creator,
            copyright=merged.copyright or addition.copyright,
            label=merged.label or addition.label,
            keywords=distinct_keywords([*merged.keywords, *addition.keywords]),
            people=distinct_keywords([*merged.people, *addition.people]),
            places=merged.places or addition.places,
            rating=merged.rating or (merged.rating if addition.rating is None else addition.rating),
            pick=merged.pick or addition.pick,
            taken_at=addition.taken_at if corrected else merged.taken_at or addition.taken_at,
        )
    return merged


def received_by(connection: sqlite3.Connection, photo: PhotoId) -> tuple[Received, ...]:
    """Metadata that a photo received from copies in the trash and photos of its thing, in the order of receipt."""
    if not has(connection, "handed_over"):
        return ()  # an older catalog that is read-only
    rows = connection.execute(
        "SELECT source, received, through FROM handed_over WHERE photo_id = ? ORDER BY id", (photo,)
    ).fetchall()
    return tuple(
        read_received(connection, read_name(source), json.loads(text), by_thing=is_step(read_name(through)))
        for source, text, through in rows
    )


_STEP = "thing "


def through_step(step: int) -> str:
    """A step of a person in the column `through`, where no path begins like it."""
    return f"{_STEP}{step}"


def is_step(through: str) -> bool:
    return through.startswith(_STEP)


def read_received(
    connection: sqlite3.Connection, source: str, entry: dict[str, Any], *, by_thing: bool = False
) -> Received:
    values: dict[str, Any] = {
        name: tuple(entry[name]) if name in _LISTS else entry[name]
        for name in RECEIVED_VALUES
        if name in entry
    }
    names = album_names(connection, [*entry.get("albums", {})])
    return Received(
        source=Path(source),
        by_thing=by_thing,
        **values,
        albums=names,
        judgements=len(entry.get("judged", ())),
    )


def album_names(connection: sqlite3.Connection, albums: Sequence[str]) -> tuple[str, ...]:
    rows = connection.execute(
        "SELECT name FROM album WHERE id IN (SELECT value FROM json_each(?)) ORDER BY made_at",
        (json.dumps(albums),),
    )
    return tuple(str(row[0]) for row in rows)


FEW = 2000  # photos whose positions are looked up individually; for more, the whole index is read
_NO_MARKS = Marks()
_OWN_FIELDS = tuple(
    field.name for field in fields(Metadata) if field.name not in ("dated_by", "town", "received")
)


def read_marks(
    rating: int | None, added: str, removed: str, pick: int | None, label: str | None, stars: int | None
) -> Marks:
    """Marks as the tables mark and kept_mark store them."""
    return Marks(
        rating=rating,
        added=tuple(json.loads(added)),
        removed=tuple(json.loads(removed)),
        pick=None if pick is None else bool(pick),
        label=label,
        stars=stars,
    )


def with_marks(metadata: Metadata, marks: Marks) -> Metadata:
    """A file's metadata with the rating, the flag and the label that a person set."""
    rating, pick, label = _joined(marks, metadata)
    return replace(metadata, rating=rating, pick=pick, label=label or None)


def joined_marks(first: Marks, second: Marks) -> Marks:
    """Rating, flag and label of two photos that become one, the first's if both have them; keywords of the first."""
    rating, pick, label = _joined(first, second)
    stars = second.stars if first.rating is None else first.stars
    return replace(first, rating=rating, pick=pick, label=label, stars=stars)


def _joined(first: Marks, second: Marks | Metadata) -> tuple[int | None, bool | None, str | None]:
    """Rating, pick and label, those that the first lacks from the second. A rejected photo is no pick."""
    rating = second.rating if first.rating is None else first.rating
    pick = second.pick if first.pick is None else first.pick
    label = second.label if first.label is None else first.label
    return rating, False if pick and (rating or 0) < 0 else pick, label


class MarkTable(Table):
    """The table mark. Full text, facets and the marks of removed photos follow it by triggers."""

    def of(self, photo: PhotoId) -> Marks:
        """The marks of a photo."""
        flags = (
            "pick, label" if self.has_table(LABELLED) else "NULL, NULL"
        )  # an older catalog that is read-only
        stars = "stars" if self.has_table(STARRED) else "NULL"
        row = self._connection.execute(
            f"SELECT rating, added, removed, {flags}, {stars} FROM mark WHERE photo_id = ?", (photo,)
        ).fetchone()
        if row is None:
            return _NO_MARKS
        return read_marks(*row)

    def set(self, photo: PhotoId, marks: Marks) -> None:
        """Replace the marks of a photo, which must be in the catalog."""
        if marks == _NO_MARKS:
            self._connection.execute("DELETE FROM mark WHERE photo_id = ?", (photo,))
            return
        self._connection.execute(
            """INSERT INTO mark VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (photo_id) DO UPDATE SET
                   rating = excluded.rating, added = excluded.added, removed = excluded.removed,
                   pick = excluded.pick, label = excluded.label, stars = excluded.stars""",
            (
                photo,
                marks.rating,
                json.dumps(marks.added, ensure_ascii=False),
                json.dumps(marks.removed, ensure_ascii=False),
                marks.pick,
                marks.label,
                marks.stars,
            ),
        )

    def respell(self, photo: PhotoId, keywords: Sequence[str]) -> None:
        """Respell removed keywords as the file spells them now, as the full text compares them letter by letter."""
        marks = self.of(photo)
        if not marks.removed:
            return
        spelt = {keyword_key(word): word for word in keywords}
        removed = tuple(dict.fromkeys(spelt.get(keyword_key(word), word) for word in marks.removed))
        if removed != marks.removed:
            self.set(photo, replace(marks, removed=removed))


class JudgementTable(Table):
    """The tables judged_query and judgement: photos that are right or wrong for a search."""

    def set(self, terms: str, labels: str, photos: Sequence[PhotoId], grade: int | None) -> None:
        """Store a grade of photos for a search; None removes it. terms, labels : JSON"""
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
        searches: dict[int, tuple[str, str, dict[PhotoId, int]]] = {}
        for query, terms, labels, photo, grade in self._connection.execute(
            "SELECT id, terms, labels, photo_id, grade FROM judged_query JOIN judgement ON id = query_id ORDER BY id"
        ):
            searches.setdefault(query, (terms, labels, {}))[2][PhotoId(photo)] = int(grade)
        return list(searches.values())


class MetadataTable(Table):
    """The table metadata; full text and facets follow it by triggers."""

    def __init__(self, connection: sqlite3.Connection, marks: MarkTable) -> None:
        super().__init__(connection)
        self._marks = marks

    def keywords(self, most: int) -> dict[str, int]:
        """The commonest keywords of all photos, including the user's, with the number of photos of each."""
        return dict(count_keywords(self._connection)[:most])

    def set(self, photo: PhotoId, metadata: Metadata, *, extractor: int, sidecar: str) -> None:
        """Replace a photo's own metadata. Metadata received from copies stay.

        extractor : version that read them
        sidecar : name, size and time of the sidecar; empty without one
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
            **{name: value for name, value in asdict(metadata).items() if name in _OWN_FIELDS},
            **{name: json.dumps(getattr(metadata, name), ensure_ascii=False) for name in _LISTS},
        }
        self._connection.execute(
            f"INSERT INTO metadata ({', '.join(row)}) VALUES ({', '.join('?' * len(row))}) "
            f"ON CONFLICT (photo_id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in row)}",
            tuple(row.values()),
        )

    def refresh(self, photo: PhotoId) -> None:
        """Recompute a photo's metadata from its own and those received by now."""
        own = self.own(photo)
        if own is None or (own == self.of_file(photo) and not received_by(self._connection, photo)):
            return  # not read yet, or nothing received
        (extractor, sidecar) = self._connection.execute(
            "SELECT extractor, sidecar FROM metadata WHERE photo_id = ?", (photo,)
        ).fetchone()
        self.set(photo, own, extractor=extractor, sidecar=sidecar)

    def own(self, photo: PhotoId) -> Metadata | None:
        """Metadata of a photo's file and sidecar, without received ones; None if they were not read yet."""
        row = None
        if self.has_table("own_metadata"):
            row = self._connection.execute(
                "SELECT said FROM own_metadata WHERE photo_id = ?", (photo,)
            ).fetchone()
        if row is None:
            return self.of_file(photo)
        entry = json.loads(row[0])
        entry |= {name: tuple(entry.get(name, ())) for name in _LISTS}
        return Metadata(**entry)

    def _keep_own(self, photo: PhotoId, own: Metadata | None) -> None:
        if own is None:
            self._connection.execute("DELETE FROM own_metadata WHERE photo_id = ?", (photo,))
            return
        entry = {name: value for name, value in asdict(own).items() if name in _OWN_FIELDS}
        self._connection.execute(
            "INSERT OR REPLACE INTO own_metadata VALUES (?, ?)",
            (photo, json.dumps(entry, ensure_ascii=False)),
        )

    def unread(self) -> int:
        """Number of photos whose metadata were not read yet."""
        counting = "SELECT (SELECT count(*) FROM photo) - (SELECT count(*) FROM metadata)"
        return self._total("unread", counting)

    def outdated(self, extractor: int) -> int:
        """Number of photos whose metadata an earlier version read. extractor : the current version"""
        if not self.has_table(EXPOSURES):
            return 0  # an older catalog that is read-only
        return self._count("SELECT count(*) FROM metadata WHERE extractor < ?", extractor)

    def of(self, photo: PhotoId) -> Metadata | None:
        """Effective metadata of a photo: the user's marks, then those of its file and sidecar, and always a date.

        None if the photo is not in the catalog.
        """
        dated = self._connection.execute(
            "SELECT taken_at, dated_by FROM facet WHERE photo_id = ?", (photo,)
        ).fetchone()
        if dated is None:
            return None
        metadata, marks = self.of_file(photo) or Metadata(), self._marks.of(photo)
        return replace(
            with_marks(metadata, marks),
            taken_at=dated[0],
            dated_by=dated[1],
            town=_town_of(metadata),
            keywords=_keywords_with(metadata.keywords, marks),
            received=received_by(self._connection, photo),
        )

    def of_file(self, photo: PhotoId) -> Metadata | None:
        """Metadata of a photo's file and sidecar, with received ones; None if they were not read yet."""
        names = ", ".join(_OWN_FIELDS)
        if not self.has_table(LABELLED):
            names = names.replace("pick", "NULL")  # an older catalog that is read-only
        row = self._connection.execute(
            f"SELECT {names} FROM metadata WHERE photo_id = ?", (photo,)
        ).fetchone()
        if row is None:
            return None
        values = dict(zip(_OWN_FIELDS, row, strict=True))
        for name in _LISTS:
            values[name] = tuple(json.loads(values[name]))
        for name in ("flash", "pick"):
            values[name] = None if values[name] is None else bool(values[name])
        return Metadata(**values)


def count_keywords(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    """Effective keywords with the number of their photos, the commonest first: set here, without those removed.

    All spellings of a keyword count together, under the commonest.
    """
    rows = connection.execute(
        """SELECT word, count(*) FROM (
            SELECT photo_id, value AS word FROM metadata, json_each(metadata.keywords)
            WHERE keywords <> '[]' AND NOT EXISTS (
                SELECT 1 FROM mark, json_each(mark.removed) AS gone
                WHERE mark.photo_id = metadata.photo_id AND gone.value = json_each.value)
            UNION SELECT photo_id, value FROM mark, json_each(mark.added)
        ) GROUP BY word ORDER BY 2 DESC, 1"""
    )
    counts: dict[str, tuple[str, int]] = {}
    for word, photos in rows:
        spelling, before = counts.get(key := keyword_key(word), (word, 0))
        counts[key] = (spelling, before + photos)
    return sorted(counts.values(), key=lambda count: (-count[1], count[0]))


def _town_of(metadata: Metadata) -> str | None:
    if metadata.latitude is None or metadata.longitude is None:
        return None
    (town,) = all_towns().of_positions([metadata.latitude], [metadata.longitude])
    return None if town < 0 else all_towns().label(town)


def read_positions(connection: sqlite3.Connection, photos: NDArray[np.integer] | None) -> NDArray[np.float64]:
    """Photo, latitude and longitude of photos with a position, (n, 3). photos : None for all"""
    among, chosen = "", tuple[str, ...]()
    if photos is not None and len(photos) <= FEW:
        among = "AND photo_id IN (SELECT value FROM json_each(?))"
        chosen = (json.dumps(np.sort(photos).tolist()),)
    # by default SQLite would look the rows up by rowid
    by = f"INDEXED BY {POSITIONS_OF_PHOTOS}" if among and has(connection, POSITIONS_OF_PHOTOS) else ""
    rows = connection.execute(
        f"SELECT photo_id, latitude, longitude FROM metadata {by} WHERE latitude IS NOT NULL {among}", chosen
    ).fetchall()
    positions = np.array(rows, np.float64).reshape(-1, 3)
    return positions if photos is None or among else positions[np.isin(positions[:, 0], photos)]


def towns_of(connection: sqlite3.Connection, photos: NDArray[np.integer]) -> NDArray[np.int32]:
    """The town that each photo is named after, as a row of all_towns(); -1 if there is none."""
    towns = np.full(len(photos), -1, np.int32)
    placed = read_positions(connection, photos)
    if len(placed):
        order = np.argsort(photos)
        at = order[np.searchsorted(photos, placed[:, 0], sorter=order)]
        towns[at] = all_towns().of_positions(placed[:, 1], placed[:, 2])
    return towns


def _keywords_with(keywords: Sequence[str], marks: Marks) -> tuple[str, ...]:
    """A file's keywords without removed ones, and with added ones. The view photo_words does the same."""
    removed = {keyword_key(word) for word in marks.removed}
    return distinct_keywords([*(word for word in keywords if keyword_key(word) not in removed), *marks.added])


def change_keywords(metadata: Metadata, marks: Marks, add: Sequence[str], remove: Sequence[str]) -> Marks:
    """Add and remove keywords in all their spellings, which may differ in case and in the form of accents.

    metadata : of the file alone
    """
    added_keys = {keyword_key(word) for word in add}
    removed_keys = {keyword_key(word) for word in remove} - added_keys
    removed = [word for word in marks.removed if keyword_key(word) not in added_keys]
    removed += [
        word for word in metadata.keywords if keyword_key(word) in removed_keys and word not in removed
    ]
    added = [word for word in marks.added if keyword_key(word) not in removed_keys]
    present_keys = {
        keyword_key(word) for word in [*added, *(word for word in metadata.keywords if word not in removed)]
    }
    for word in add:
        if keyword_key(word) not in present_keys:
            present_keys.add(keyword_key(word))
            added.append(word)
    return replace(marks, added=tuple(added), removed=tuple(removed))
