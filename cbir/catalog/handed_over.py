"""What a photo hands to the copy that stays when it goes to the trash, and taking that back.

A file's own value is never replaced: what was received counts where the file has none, keywords are united, and a date
that was corrected on the copy counts for as long as the file says what was corrected. A rejection stays with its photo.
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
from cbir.catalog.metadata import MarkTable, MetadataTable
from cbir.catalog.received import RECEIVED_VALUES, album_names, read_received, received_by, with_received
from cbir.catalog.rows import Table, bind_name, read_name
from cbir.catalog.schema import photo_in_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Handover:
    """What one photo hands to another. fingerprint : of the file that goes. through : see the table

    albums : by id, whether it is put in (1) or taken out. asked : albums whose search asks with it
    judged : terms, labels and grade of searches that it is right or wrong for
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
    """A sidecar that received values. before : its content; None where there was none. digest : of what was written"""

    path: Path
    before: bytes | None
    digest: str


def digest_of(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


class HandedOverTable(Table):
    """The table handed_over. Whoever writes has a transaction open."""

    def __init__(self, connection: sqlite3.Connection, metadata: MetadataTable, marks: MarkTable) -> None:
        super().__init__(connection)
        self._metadata = metadata
        self._marks = marks

    def offers(self, goes: PhotoId, stays: PhotoId, before: Sequence[Received] = ()) -> list[Handover]:
        """What a photo would hand to another: its own, then what it had received itself. Nothing is written.

        before : what the other will have received by then
        """
        known = self._connection.execute(
            "SELECT fingerprint, mtime_ns, root.path, photo.path FROM photo JOIN root ON root.id = root_id "
            "WHERE photo.id = ?",
            (goes,),
        ).fetchone()
        if known is None:
            return []
        fingerprint, _, root, below = known
        path = Path(read_name(root), read_name(below))
        giver = self._as_marked(goes)
        taker = self._effective(stays, before)
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
        """Let a photo have what is handed to it, once."""
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
                json.dumps({name: value for name, value in entry.items() if value}, ensure_ascii=False),
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
        """Keep what a sidecar was before it received values, so that it can be so again."""
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
        """The sidecars that received values of files that went, the last first."""
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
        """Take what a file handed over from all photos that have it. returned : its photo, where it is back"""
        rows = self._connection.execute(
            "SELECT id, photo_id, received FROM handed_over WHERE source = ? OR through = ?",
            (bind_name(str(source)), bind_name(str(source))),
        ).fetchall()
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
        """Take back what photos handed over that are in the library again, in their places. Returns how many were."""
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
        """Copies that had received something, and handed it on."""
        rows = self._connection.execute("SELECT DISTINCT through FROM handed_over WHERE through <> ''")
        return [read_name(row[0]) for row in rows]

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

    # --- what there is to hand over

    def _as_marked(self, photo: PhotoId) -> Metadata:
        """What a photo's file and its person say, without what it received."""
        own, marks = self._metadata.own(photo) or Metadata(), self._marks.of(photo)
        removed = {keyword_key(word) for word in marks.removed}
        keywords = [word for word in own.keywords if keyword_key(word) not in removed]
        return replace(
            own,
            rating=own.rating if marks.rating is None else marks.rating,
            keywords=distinct_keywords([*keywords, *marks.added]),
        )

    def _effective(self, photo: PhotoId, before: Sequence[Received]) -> Metadata:
        own = self._metadata.own(photo) or Metadata()
        merged = with_received(own, [*received_by(self._connection, photo), *before])
        marks = self._marks.of(photo)
        # what a person removed is neither missing
        return replace(
            merged,
            rating=merged.rating if marks.rating is None else marks.rating,
            keywords=distinct_keywords([*merged.keywords, *marks.added, *marks.removed]),
        )

    def _written(self, photo: PhotoId) -> int:
        """When a photo's file or its sidecar was last written, whichever was later."""
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
        return {str(album): int(said) for album, said in rows}

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
        """Let an album ask with another photo."""
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
    """What one photo says and another lacks. later : the first one's file was written after the other's

    Where both have a date and they differ, the file that was written later has the corrected one.
    """
    there = {keyword_key(word) for word in taker.keywords}
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
        caption=None if taker.caption else giver.caption,
        keywords=tuple(word for word in giver.keywords if keyword_key(word) not in there),
        taken_at=date,
        corrects=corrects,
        latitude=None if located else giver.latitude,
        longitude=None if located else giver.longitude,
        places=() if taker.places else giver.places,
        rating=None if rated else giver.rating,
    )


def _same_moment(first: str, second: str) -> bool:
    """Two dates of which one says no more than the beginning of the other."""
    first, second = first[:19], second[:19]
    return first.startswith(second) or second.startswith(first)
