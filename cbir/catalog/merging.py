"""Two roots that are one folder -> one root: each file is one photo, with what a person said of either."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from cbir.base.types import Marks, PhotoId, keyword_key
from cbir.catalog.catalog import Catalog
from cbir.catalog.files import Move
from cbir.catalog.metadata import MarkTable
from cbir.catalog.roots import Root
from cbir.catalog.rows import Table, bind_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """joined : photos that the library had twice. moved : photos that it had in the inner root alone

    rated_twice : photos of which the two had different stars; those of the outer root count
    """

    joined: int = 0
    moved: int = 0
    rated_twice: int = 0


def merge_root(catalog: Catalog, outer: Root, inner: Root, below: PurePosixPath) -> Merged:
    """Take a root into another, of which it is a folder or all; the caller holds a transaction.

    below : the inner root's folder, from the outer one's. Its photos keep their ids where the outer root lacks them;
    else those of the outer root stay, and get marks, album places, judgements and verdicts of the others.
    """
    tables, moves, joined, rated_twice = catalog.table(_SaidTables), [], 0, 0
    here = catalog.files.places(outer)
    for path, photo in catalog.files.places(inner).items():
        place = (below / path).as_posix()
        if (kept := here.get(place)) is not None:
            rated_twice += tables.hand_over(catalog.marks, photo, kept)
            catalog.files.remove(inner, [path])
            tables.let_return(photo, kept, f"{inner.id}/{path}", f"{outer.id}/{place}")
            catalog.metadata.refresh(kept)
            joined += 1
        elif (file := catalog.files.of_photo(photo)) is not None:
            moves.append(Move(photo=photo, root=outer.id, path=place, size=file.size, mtime_ns=file.mtime_ns))
    catalog.files.move(moves)
    for folder in catalog.roots.excluded(inner):
        left_out = below / folder.relative_to(inner.path).as_posix()
        if not any(PurePosixPath(place).is_relative_to(left_out) for place in here):
            catalog.roots.exclude(outer, outer.path / left_out)
    catalog.roots.remove(inner)
    return Merged(joined=joined, moved=len(moves), rated_twice=rated_twice)


class _SaidTables(Table):
    """What a person said of photos: the tables mark, album_photo, judgement and duplicate_verdict."""

    def hand_over(self, marks: MarkTable, photo: PhotoId, kept: PhotoId) -> bool:
        """Give a photo the marks and album places of another one of its file. Whether both had stars that differ."""
        own, others = marks.of(kept), marks.of(photo)
        removed = {keyword_key(word) for word in own.removed}
        added = {keyword_key(word) for word in own.added}
        marks.set(
            kept,
            Marks(
                rating=others.rating if own.rating is None else own.rating,
                added=_joined(own.added, [word for word in others.added if keyword_key(word) not in removed]),
                removed=_joined(
                    own.removed, [word for word in others.removed if keyword_key(word) not in added]
                ),
            ),
        )
        marks.set(photo, Marks())  # else they would wait for the content to come back
        joined = """UPDATE album_photo SET
                   said = coalesce(album_photo.said, other.said), asked = max(album_photo.asked, other.asked),
                   seen = CASE WHEN 0 IN (album_photo.seen, other.seen) THEN max(album_photo.seen, other.seen)
                               ELSE min(album_photo.seen, other.seen) END
               FROM album_photo AS other WHERE other.album_id = album_photo.album_id
                   AND other.photo_id = ? AND album_photo.photo_id = ?"""
        self._connection.execute(joined, (photo, kept))
        own_again = "UPDATE album_photo SET said = other.said, asked = other.asked, seen = other.seen"
        self._connection.execute(
            f"{own_again} FROM album_photo AS other WHERE other.album_id = album_photo.album_id "
            "AND other.photo_id = ? AND album_photo.photo_id = ?",
            (kept, photo),
        )
        return None not in (own.rating, others.rating) and own.rating != others.rating

    def let_return(self, photo: PhotoId, kept: PhotoId, place: str, place_kept: str) -> None:
        """Give what waits for a photo that was removed to the one that stays, and what was said of its file."""
        self._connection.execute("UPDATE departed_photo SET returned = ? WHERE photo_id = ?", (kept, photo))
        self._connection.execute(
            "DELETE FROM duplicate_verdict WHERE kept = other AND path IN (?, ?) AND 2 > "
            "(SELECT count(*) FROM photo WHERE photo.fingerprint = duplicate_verdict.other)",
            (bind_name(place), bind_name(place_kept)),
        )
        self._connection.execute(
            "UPDATE OR REPLACE duplicate_verdict SET path = ? WHERE path = ?",
            (bind_name(place_kept), bind_name(place)),
        )


def _joined(words: tuple[str, ...], others: list[str]) -> tuple[str, ...]:
    known = {keyword_key(word) for word in words}
    return (*words, *(word for word in others if keyword_key(word) not in known))
