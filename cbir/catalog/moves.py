"""Photos that may have moved: found by size, and given their new place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cbir.base.types import PhotoId
from cbir.catalog.rows import Tables, bind_name, read_name

_SQL_VARIABLES = 500  # in one statement; SQLite's oldest limit is 999


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPhoto:
    """A photo as it was indexed.

    root : id of its root. current : its features were made by today's codebook and options
    """

    photo: PhotoId
    root: int
    path: str
    size: int
    mtime_ns: int
    fingerprint: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """The file that a photo is now. photo : whose id, index and all else go there."""

    photo: PhotoId
    root: int
    path: str
    size: int
    mtime_ns: int


class MoveTables(Tables):
    """What finding moved files needs of an open catalog."""

    def photos_of_sizes(self, sizes: Collection[int], *, codebook: str, options: str) -> list[KnownPhoto]:
        """All photos whose file had one of some sizes, in bytes."""
        found: list[KnownPhoto] = []
        wanted = sorted(sizes)
        for start in range(0, len(wanted), _SQL_VARIABLES):
            some = wanted[start : start + _SQL_VARIABLES]
            rows = self._connection.execute(
                f"""SELECT photo.id, root_id, path, size, mtime_ns, fingerprint,
                           segment.codebook = ? AND segment.options = ?
                    FROM photo LEFT JOIN document ON document.photo_id = photo.id AND document.live
                    LEFT JOIN segment ON segment.name = document.store
                    WHERE size IN ({",".join("?" * len(some))})""",
                (codebook, options, *some),
            )
            found.extend(
                KnownPhoto(
                    photo=PhotoId(photo),
                    root=root,
                    path=read_name(path),
                    size=size,
                    mtime_ns=mtime_ns,
                    fingerprint=fingerprint,
                    current=bool(current),
                )
                for photo, root, path, size, mtime_ns, fingerprint, current in rows
            )
        return found

    def move_photos(self, moves: Sequence[Move]) -> int:
        """Give photos their new places, all at once: they may change places with each other.

        A photo that is in the way and does not move itself is removed. Returns how many were.
        """
        for move in moves:  # out of the way first; no file has an empty folder's name in it
            self._connection.execute(
                "UPDATE photo SET path = ? WHERE id = ?", (f"//{move.photo}", move.photo)
            )
        removed = 0
        for move in moves:
            place = (move.root, bind_name(move.path))
            self._connection.execute("DELETE FROM failure WHERE root_id = ? AND path = ?", place)
            self._connection.execute(
                "UPDATE document SET live = 0 WHERE live AND photo_id = "
                "(SELECT id FROM photo WHERE root_id = ? AND path = ?)",
                place,
            )
            in_the_way = self._connection.execute("DELETE FROM photo WHERE root_id = ? AND path = ?", place)
            removed += in_the_way.rowcount
            self._connection.execute(
                "UPDATE photo SET root_id = ?, path = ?, size = ?, mtime_ns = ? WHERE id = ?",
                (*place, move.size, move.mtime_ns, move.photo),
            )
        return removed
