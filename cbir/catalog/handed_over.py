"""Metadata that a photo hands to another one, and the return of this metadata.

A photo that goes to the trash hands its metadata to the remaining copy. A photo of a thing hands values to others of
the thing that a person accepted for them: rows whose `through` names the step, so that a step is taken back as one.

A file's own value is never replaced. A received value counts if the file has none, and keywords are united. A date that
was corrected on the copy counts as long as the file has the uncorrected date. A rejection stays with its photo.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cbir.base.types import Metadata, PhotoId, Received, distinct_keywords, keyword_key
from cbir.catalog.metadata import (
    RECEIVED_VALUES,
    MarkTable,
    MetadataTable,
    album_names,
    is_step,
    read_received,
    received_by,
    through_step,
    with_marks,
    with_received,
)
from cbir.catalog.rows import Table, bind_name, read_name
from cbir.catalog.schema import photo_in_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Handover:
    """Metadata that one photo hands to another. fingerprint : of the trashed file

    through : a file that had received this metadata and handed it on, or a step; "" without one

    albums : by id, 1 if it was put in, 0 if it was taken out. asked : albums whose search uses it
    judged : terms, labels and grade of searches for which it is right or wrong
    """

    photo: PhotoId
    goes: PhotoId
    received: Received
    fingerprint: str
    through: str = ""
    albums: dict[str, int] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    judged: tuple[tuple[str, str, int], ...] = ()

    @property
    def is_empty(self) -> bool:
        return self.received.is_empty and not self.asked


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenSidecar:
    """A sidecar that received values. before : its content, None without one. digest : of the written content"""

    path: Path
    before: bytes | None
    digest: str


def digest_of(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


class HandedOverTable(Table):
    """The table handed_over. Writers must hold a transaction."""

    def __init__(self, connection: sqlite3.Connection, metadata: MetadataTable, marks: MarkTable) -> None:
        super().__init__(connection)
        self._metadata = metadata
        self._marks = marks

    def offers(self, goes: PhotoId, stays: PhotoId, before: Sequence[Received] = ()) -> list[Handover]:
        """The handovers of a photo to another: its own metadata, then the received ones. Nothing is written.

        before : metadata that the other photo will have received by then
        """
        row = self._connection.execute(
            "SELECT fingerprint, mtime_ns, root.path, photo.path FROM photo JOIN root ON root.id = root_id "
            "WHERE photo.id = ?",
            (goes,),
        ).fetchone()
        if row is None:
            return []
        fingerprint, _, root, below = row
        path = Path(read_name(root), read_name(below))
        giver = self.as_marked(goes)
        taker = self.effective(stays, before)
        own = Handover(
            photo=stays,
            goes=goes,
            fingerprint=fingerprint,
            received=_difference(path, giver, taker, later=self._written(goes) > self._written(stays)),
            albums=self._albums(goes, stays),
            asked=self._asked(goes),
            judged=self._judged(goes, stays),
        )
        own = replace(
            own,
            received=replace(
                own.received,
                albums=album_names(self._connection, [*own.albums]),
                judgements=len(own.judged),
            ),
        )
        offers = [own]
        for source, content, text in self._rows_of(goes):
            offers.append(
                Handover(
                    photo=stays,
                    goes=goes,
                    fingerprint=content,
                    through=str(path),
                    received=replace(
                        read_received(self._connection, read_name(source), json.loads(text)),
                        albums=(),
                        judgements=0,
                    ),
                )
            )
        return [offer for offer in offers if not offer.is_empty]

    def give(self, handover: Handover) -> None:
        """Apply a handover to its photo, once."""
        entry: dict[str, object] = {
            name: value
            for name in RECEIVED_VALUES
            if (value := getattr(handover.received, name)) not in (None, ())
        }
        entry |= {"albums": handover.albums, "asked": handover.asked, "judged": handover.judged}
        added = self._connection.execute(
            """INSERT OR IGNORE INTO handed_over (photo_id, source, fingerprint, through, received, handed_at)
               VALUES (?, ?, ?, ?, ?, ?)""",
            (
                handover.photo,
                bind_name(str(handover.received.source)),
                handover.fingerprint,
                bind_name(handover.through),
                json.dumps(
                    {name: value for name, value in entry.items() if value not in (None, (), {})},
                    ensure_ascii=False,
                ),
                time.time(),
            ),
        ).rowcount
        if not added:
            return
        for album, inside in handover.albums.items():
            self._connection.execute(
                "INSERT INTO album_photo (album_id, photo_id, said) VALUES (?, ?, ?) "
                "ON CONFLICT (album_id, photo_id) DO UPDATE SET said = excluded.said WHERE said IS NULL",
                (album, handover.photo, inside),
            )
        for album in handover.asked:
            self._ask_with(album, handover.goes, handover.photo)
        for terms, labels, grade in handover.judged:
            self._connection.execute(
                "INSERT OR IGNORE INTO judged_query (terms, labels) VALUES (?, ?)", (terms, labels)
            )
            self._connection.execute(
                "INSERT OR IGNORE INTO judgement SELECT id, ?, ? FROM judged_query WHERE terms = ?",
                (handover.photo, grade, terms),
            )
        self._metadata.refresh(handover.photo)

    def note_sidecar(self, photo: PhotoId, source: Path, written: WrittenSidecar) -> None:
        """Store a sidecar's content before it received values, so that it can be restored."""
        self._connection.execute(
            "UPDATE handed_over SET sidecar = ?, sidecar_before = ?, sidecar_after = ? "
            "WHERE photo_id = ? AND source = ? AND through = ''",
            (
                bind_name(str(written.path)),
                written.before,
                written.digest,
                photo,
                bind_name(str(source)),
            ),
        )

    def sidecars(self, sources: Sequence[Path]) -> list[WrittenSidecar]:
        """The sidecars that received values of trashed files, the last first."""
        rows = [
            row
            for source in sources
            for row in self._connection.execute(
                "SELECT id, sidecar, sidecar_before, sidecar_after FROM handed_over "
                "WHERE source = ? AND sidecar IS NOT NULL",
                (bind_name(str(source)),),
            )
        ]
        return [
            WrittenSidecar(path=Path(read_name(path)), before=before, digest=digest)
            for _, path, before, digest in sorted(rows, key=lambda row: -row[0])
        ]

    def take_back(self, source: Path, returned: PhotoId | None = None) -> None:
        """Remove a file's handovers from all photos that received them. returned : the file's photo, if it is back"""
        rows = self._connection.execute(
            "SELECT id, photo_id, received, through FROM handed_over WHERE source = ? OR through = ?",
            (bind_name(str(source)), bind_name(str(source))),
        ).fetchall()
        self._remove([row[:3] for row in rows if not is_step(read_name(row[3]))], returned)

    def take_back_step(self, step: int) -> int:
        """Remove the values that a person accepted at once. Returns the number of photos that lose some."""
        rows = self._connection.execute(
            "SELECT id, photo_id, received FROM handed_over WHERE through = ?", (through_step(step),)
        ).fetchall()
        self._remove(rows, None)
        return len({photo for _, photo, _ in rows})

    def _remove(self, rows: Sequence[tuple[int, PhotoId, str]], returned: PhotoId | None) -> None:
        for row, photo, text in rows:
            self._connection.execute("DELETE FROM handed_over WHERE id = ?", (row,))
            entry = json.loads(text)
            for album, inside in entry.get("albums", {}).items():
                self._connection.execute(
                    "UPDATE album_photo SET said = NULL WHERE album_id = ? AND photo_id = ? AND said = ?",
                    (album, photo, inside),
                )
            if returned is not None:
                for album in entry.get("asked", ()):
                    self._ask_with(album, photo, returned)
            self._connection.execute(
                "DELETE FROM album_photo WHERE photo_id = ? AND said IS NULL AND NOT seen AND NOT asked",
                (photo,),
            )
            for terms, _, grade in entry.get("judged", ()):
                self._connection.execute(
                    "DELETE FROM judgement WHERE photo_id = ? AND grade = ? "
                    "AND query_id = (SELECT id FROM judged_query WHERE terms = ?)",
                    (photo, grade, terms),
                )
            self._metadata.refresh(photo)

    def take_back_returned(self) -> int:
        """Take back the handovers of photos that are in the library again, at their old paths. Returns their number."""
        if not self._count("SELECT EXISTS (SELECT 1 FROM handed_over)"):
            return 0
        rows = self._connection.execute(
            """SELECT DISTINCT source, photo.id, root.path, photo.path FROM handed_over
               JOIN photo ON photo.fingerprint = handed_over.fingerprint JOIN root ON root.id = photo.root_id
               WHERE through = ''"""
        ).fetchall()
        returned = {
            read_name(source): PhotoId(photo)
            for source, photo, root, below in rows
            if Path(read_name(source)) == Path(read_name(root), read_name(below))
        }
        returned |= {
            path: photo for path in self._passed_through() if (photo := self._at(Path(path))) is not None
        }
        for source, photo in returned.items():
            self.take_back(Path(source), photo)
        return len(returned)

    def _passed_through(self) -> list[str]:
        """Copies that had received metadata and handed them on."""
        rows = self._connection.execute("SELECT DISTINCT through FROM handed_over WHERE through <> ''")
        return [path for row in rows if not is_step(path := read_name(row[0]))]

    def _at(self, path: Path) -> PhotoId | None:
        """The photo at a path."""
        for root, folder in self._connection.execute("SELECT id, path FROM root").fetchall():
            if path.is_relative_to(read_name(folder)):
                below = path.relative_to(read_name(folder)).as_posix()
                row = self._connection.execute(
                    "SELECT id FROM photo WHERE root_id = ? AND path = ?", (root, bind_name(below))
                ).fetchone()
                if row is not None:
                    return PhotoId(row[0])
        return None

    # --- metadata to hand over

    def as_marked(self, photo: PhotoId) -> Metadata:
        """A photo's metadata by its file and its marks, without received ones."""
        own, marks = self._metadata.own(photo) or Metadata(), self._marks.of(photo)
        removed = {keyword_key(word) for word in marks.removed}
        keywords = [word for word in own.keywords if keyword_key(word) not in removed]
        return replace(
            with_marks(own, marks),
            keywords=distinct_keywords([*keywords, *marks.added]),
        )

    def effective(self, photo: PhotoId, before: Sequence[Received] = ()) -> Metadata:
        """A photo's metadata with received ones; among the keywords are those that a person removed."""
        own = self._metadata.own(photo) or Metadata()
        merged = with_received(own, [*received_by(self._connection, photo), *before])
        marks = self._marks.of(photo)
        return replace(
            with_marks(merged, marks),
            keywords=distinct_keywords([*merged.keywords, *marks.added, *marks.removed]),
        )

    def _written(self, photo: PhotoId) -> int:
        """Time of the last write to a photo's file or its sidecar, whichever is later."""
        row = self._connection.execute(
            "SELECT mtime_ns, sidecar FROM photo LEFT JOIN metadata ON photo_id = photo.id WHERE photo.id = ?",
            (photo,),
        ).fetchone()
        stamp = (row[1] or "").rpartition(":")[2] if row else ""
        return max(int(row[0]), int(stamp) if stamp.isdecimal() else 0) if row else 0

    def _rows_of(self, photo: PhotoId) -> list[tuple[str, str, str]]:
        return self._connection.execute(
            "SELECT source, fingerprint, received FROM handed_over WHERE photo_id = ? ORDER BY id", (photo,)
        ).fetchall()

    def _albums(self, goes: PhotoId, stays: PhotoId) -> dict[str, int]:
        rows = self._connection.execute(
            """SELECT album_id, said FROM album_photo WHERE photo_id = ? AND said IS NOT NULL AND album_id NOT IN
                   (SELECT album_id FROM album_photo WHERE photo_id = ? AND said IS NOT NULL)""",
            (goes, stays),
        )
        return {str(album): int(inside) for album, inside in rows}

    def _asked(self, goes: PhotoId) -> tuple[str, ...]:
        rows = self._connection.execute(
            "SELECT album_id FROM album_photo WHERE photo_id = ? AND asked ORDER BY album_id", (goes,)
        )
        return tuple(str(row[0]) for row in rows)

    def _judged(self, goes: PhotoId, stays: PhotoId) -> tuple[tuple[str, str, int], ...]:
        rows = self._connection.execute(
            """SELECT terms, labels, grade FROM judgement JOIN judged_query ON id = query_id
               WHERE photo_id = ? AND query_id NOT IN (SELECT query_id FROM judgement WHERE photo_id = ?)
               ORDER BY query_id""",
            (goes, stays),
        )
        return tuple((str(terms), str(labels), int(grade)) for terms, labels, grade in rows)

    def _ask_with(self, album: str, before: PhotoId, after: PhotoId) -> None:
        """Replace a photo in an album's search by another."""
        old, new = (f"SELECT {photo_in_terms(str(int(photo)))}" for photo in (before, after))
        self._connection.execute(
            f"UPDATE album SET query = replace(query, ({old}), ({new})) WHERE id = ?", (album,)
        )
        self._connection.execute(
            "UPDATE album_photo SET asked = 0 WHERE album_id = ? AND photo_id = ?", (album, before)
        )
        self._connection.execute(
            "INSERT INTO album_photo (album_id, photo_id, asked) VALUES (?, ?, 1) "
            "ON CONFLICT (album_id, photo_id) DO UPDATE SET asked = 1",
            (album, after),
        )


def _difference(source: Path, giver: Metadata, taker: Metadata, *, later: bool) -> Received:
    """Metadata that one photo has and another lacks. later : the giver's file was written after the taker's

    If both have a date and they differ, the file that was written later has the corrected one.
    """
    taker_keywords = {keyword_key(word) for word in taker.keywords}
    taker_people = {keyword_key(name) for name in taker.people}
    located = taker.latitude is not None
    rated = bool(taker.rating) or not giver.rating or giver.rating < 0
    date = giver.taken_at
    corrects = None
    if date is not None and taker.taken_at is not None:
        corrects = taker.taken_at if later and not _same_moment(date, taker.taken_at) else None
        date = None if corrects is None else date
    return Received(
        source=source,
        title=None if taker.title else giver.title,
        headline=None if taker.headline else giver.headline,
        caption=None if taker.caption else giver.caption,
        creator=None if taker.creator else giver.creator,
        copyright=None if taker.copyright else giver.copyright,
        label=None if taker.label else giver.label,
        people=tuple(name for name in giver.people if keyword_key(name) not in taker_people),
        keywords=tuple(word for word in giver.keywords if keyword_key(word) not in taker_keywords),
        taken_at=date,
        corrects=corrects,
        latitude=None if located else giver.latitude,
        longitude=None if located else giver.longitude,
        places=() if taker.places else giver.places,
        rating=None if rated else giver.rating,
        pick=True if giver.flag == "pick" and taker.flag is None else None,
    )


def _same_moment(first: str, second: str) -> bool:
    """True if one date is the beginning of the other, and so less precise."""
    first, second = first[:19], second[:19]
    return first.startswith(second) or second.startswith(first)
