"""Two roots of one folder -> one root: each file is one photo, with the marks and verdicts of both."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from cbir.base.types import Marks, PhotoId, keyword_key
from cbir.catalog.catalog import Catalog
from cbir.catalog.files import Move
from cbir.catalog.metadata import MarkTable, joined_marks
from cbir.catalog.roots import Root
from cbir.catalog.rows import Table, bind_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """Result of a merge.

    joined : photos that the library had twice. moved : photos that it had only in the inner root
    rated_twice : photos with different stars in the two roots; those of the outer root count
    """

    joined: int = 0
    moved: int = 0
    rated_twice: int = 0


def merge_root(catalog: Catalog, outer: Root, inner: Root, below: PurePosixPath) -> Merged:
    """Merge a root into another that contains or equals it; the caller holds a transaction.

    below : path of the inner root's folder in the outer one's. Photos that the outer root lacks keep their ids.
    Otherwise the outer root's photo stays, and gets marks, album places, judgements and verdicts of the inner one's.
    """
    tables, moves, joined, rated_twice = catalog.table(_StatementTables), [], 0, 0
    outer_photos = catalog.files.places(outer)
    for path, photo in catalog.files.places(inner).items():
        place = (below / path).as_posix()
        if (remaining := outer_photos.get(place)) is not None:
            rated_twice += tables.hand_over(catalog.marks, photo, remaining)
            catalog.files.remove(inner, [path])
            catalog.people.look_again(remaining)  # which gives its faces the names of the removed photo
            tables.let_return(photo, remaining, f"{inner.id}/{path}", f"{outer.id}/{place}")
            catalog.metadata.refresh(remaining)
            joined += 1
        elif (file := catalog.files.of_photo(photo)) is not None:
            moves.append(Move(photo=photo, root=outer.id, path=place, size=file.size, mtime_ns=file.mtime_ns))
    catalog.files.move(moves)
    for folder in catalog.roots.excluded(inner):
        left_out = below / folder.relative_to(inner.path).as_posix()
        if not any(PurePosixPath(place).is_relative_to(left_out) for place in outer_photos):
            catalog.roots.exclude(outer, outer.path / left_out)
    catalog.roots.remove(inner)
    return Merged(joined=joined, moved=len(moves), rated_twice=rated_twice)


class _StatementTables(Table):
    """A person's statements about photos: the tables mark, album_photo, judgement and duplicate_verdict."""

    def hand_over(self, marks: MarkTable, photo: PhotoId, remaining: PhotoId) -> bool:
        """Give a photo the marks and album places of another one of its file. True if their stars differed."""
        own, others = marks.of(remaining), marks.of(photo)
        removed = {keyword_key(word) for word in own.removed}
        added = {keyword_key(word) for word in own.added}
        marks.set(
            remaining,
            replace(
                joined_marks(own, others),
                added=_joined(own.added, [word for word in others.added if keyword_key(word) not in removed]),
                removed=_joined(
                    own.removed, [word for word in others.removed if keyword_key(word) not in added]
                ),
            ),
        )
        marks.set(photo, Marks())  # otherwise the marks would be stored until the content comes back
        joined = """UPDATE album_photo SET
                   said = coalesce(album_photo.said, other.said), asked = max(album_photo.asked, other.asked),
                   seen = CASE WHEN 0 IN (album_photo.seen, other.seen) THEN max(album_photo.seen, other.seen)
                               ELSE min(album_photo.seen, other.seen) END
               FROM album_photo AS other WHERE other.album_id = album_photo.album_id
                   AND other.photo_id = ? AND album_photo.photo_id = ?"""
        self._connection.execute(joined, (photo, remaining))
        own_again = "UPDATE album_photo SET said = other.said, asked = other.asked, seen = other.seen"
        self._connection.execute(
            f"{own_again} FROM album_photo AS other WHERE other.album_id = album_photo.album_id "
            "AND other.photo_id = ? AND album_photo.photo_id = ?",
            (remaining, photo),
        )
        return None not in (own.rating, others.rating) and own.rating != others.rating

    def let_return(self, photo: PhotoId, remaining: PhotoId, place: str, remaining_place: str) -> None:
        """Give the remaining photo the rows that wait for a removed photo, and the verdicts on its file."""
        self._connection.execute(
            "UPDATE departed_photo SET returned = ? WHERE photo_id = ?", (remaining, photo)
        )
        self._connection.execute(
            "DELETE FROM duplicate_verdict WHERE kept = other AND path IN (?, ?) AND 2 > "
            "(SELECT count(*) FROM photo WHERE photo.fingerprint = duplicate_verdict.other)",
            (bind_name(place), bind_name(remaining_place)),
        )
        self._connection.execute(
            "UPDATE OR REPLACE duplicate_verdict SET path = ? WHERE path = ?",
            (bind_name(remaining_place), bind_name(place)),
        )


def _joined(words: tuple[str, ...], others: list[str]) -> tuple[str, ...]:
    own_keys = {keyword_key(word) for word in words}
    return (*words, *(word for word in others if keyword_key(word) not in own_keys))
