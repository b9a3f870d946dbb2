"""The files of the last scan, each a photo or a failure. A photo follows its file when the file moves or changes.

Moved files with equal content are recognised earlier (cbir/indexing/moves.py). This module recognises equal pixels: if
exactly one vanished and one new photo have them, the new photo gets the marks and other data of the vanished one.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cbir.base.messages import Message, from_json, to_json
from cbir.base.types import DocumentId, PhotoId, Skipped
from cbir.catalog.metadata import MarkTable, joined_marks, read_marks
from cbir.catalog.roots import Root
from cbir.catalog.rows import Table, bind_name, read_name


@dataclass(frozen=True, slots=True, kw_only=True)
class FileState:
    """A file as the catalog knows it. A scan compares it with the file to see if the file has changed."""

    photo: PhotoId | None  # None for a failure
    size: int
    mtime_ns: int
    reason: Message | None = None  # of the failure
    lasting: bool = True  # a failure that the same bytes would cause again
    current: bool = True  # its features were made with the current codebook and options
    pixels: str = ""  # fingerprint of the pixels from which its features were made
    sidecar: str = ""  # stamp of the sidecar that was read with it
    extractor: int = 0  # version of the metadata reader; 0 if not read
    document: DocumentId | None = None  # its live document


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFile:
    """The indexed file of a photo. path : below its root. fingerprint : of its content"""

    root: Root
    path: str
    size: int
    mtime_ns: int
    fingerprint: str

    @property
    def file(self) -> Path:
        return self.root.path / self.path


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPhoto:
    """An indexed photo.

    root : id of its root. current : its features were made with the current codebook and options
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
    """The new place of a photo. The photo keeps its id, its features and everything attached to it."""

    photo: PhotoId
    root: int
    path: str
    size: int
    mtime_ns: int


class FileTables(Table):
    """The tables photo and failure, by root and path."""

    def states(self, root: Root, *, codebook: str, options: str) -> dict[str, FileState]:
        """States of all files of a root, by path below it.

        codebook, options : the current ones. Photos indexed with others are not `current`
        """
        # Selecting by id reads the joined tables sequentially: 4 times as fast at 100,000 photos as by path.
        states = {
            read_name(path): FileState(
                photo=PhotoId(photo),
                size=size,
                mtime_ns=mtime_ns,
                current=bool(current),
                pixels=pixels,
                sidecar=sidecar or "",
                extractor=extractor or 0,
                document=None if document is None else DocumentId(document),
            )
            for path, photo, size, mtime_ns, current, pixels, sidecar, extractor, document in (
                self._connection.execute(
                    """SELECT photo.path, photo.id, photo.size, photo.mtime_ns,
                          segment.codebook = ? AND segment.options = ?, pixels, sidecar, extractor,
                          document.id
                   FROM photo LEFT JOIN document ON document.photo_id = photo.id AND document.live
                   LEFT JOIN segment ON segment.name = document.store
                   LEFT JOIN metadata ON metadata.photo_id = photo.id
                   WHERE photo.id IN (SELECT id FROM photo WHERE root_id = ?)""",
                    (codebook, options, root.id),
                )
            )
        }
        for path, size, mtime_ns, reason, lasting in self._connection.execute(
            "SELECT path, size, mtime_ns, reason, lasting FROM failure WHERE root_id = ?", (root.id,)
        ):
            states[read_name(path)] = FileState(
                photo=None,
                size=size,
                mtime_ns=mtime_ns,
                reason=from_json(json.loads(reason)),
                lasting=bool(lasting),
            )
        return states

    def paths(self, root: Root) -> list[str]:
        """Paths of photos and failures, below their root."""
        rows = self._connection.execute(
            "SELECT path FROM photo WHERE root_id = ? UNION SELECT path FROM failure WHERE root_id = ?",
            (root.id, root.id),
        )
        return [read_name(row[0]) for row in rows]

    def places(self, root: Root) -> dict[str, PhotoId]:
        """The photos of a root by their paths below it."""
        rows = self._connection.execute("SELECT path, id FROM photo WHERE root_id = ?", (root.id,))
        return {read_name(path): PhotoId(photo) for path, photo in rows}

    def photo_at(self, root: Root, path: str) -> PhotoId | None:
        """The photo at a path below a root."""
        row = self._connection.execute(
            "SELECT id FROM photo WHERE root_id = ? AND path = ?", (root.id, bind_name(path))
        ).fetchone()
        return None if row is None else PhotoId(row[0])

    def like(self, size: int, mtime_ns: int) -> list[tuple[PhotoId, Path]]:
        """Photos and paths of all files with this size and time."""
        rows = self._connection.execute(
            """SELECT photo.id, root.path, photo.path FROM photo JOIN root ON root.id = root_id
               WHERE size = ? AND mtime_ns = ?""",
            (size, mtime_ns),
        )
        return [(PhotoId(photo), Path(read_name(root), read_name(path))) for photo, root, path in rows]

    def of_photo(self, photo: PhotoId) -> PhotoFile | None:
        """The file of a photo, whether indexed or waiting."""
        row = self._connection.execute(
            """SELECT root_id, root.path, photo.path, size, mtime_ns, fingerprint
               FROM photo JOIN root ON root.id = root_id WHERE photo.id = ?""",
            (photo,),
        ).fetchone()
        if row is None:
            return None
        id, folder, path, size, mtime_ns, fingerprint = row
        root = Root(id=id, path=Path(read_name(folder)))
        return PhotoFile(
            root=root, path=read_name(path), size=size, mtime_ns=mtime_ns, fingerprint=fingerprint
        )

    def of_same_content(self, photo: PhotoId) -> dict[PhotoId, PhotoFile]:
        """The files of the other photos whose content was the same as this photo's when they were indexed."""
        rows = self._connection.execute(
            """SELECT other.id FROM photo JOIN photo AS other USING (fingerprint)
               WHERE photo.id = ? AND other.id <> photo.id ORDER BY other.id""",
            (photo,),
        )
        files = {PhotoId(id): self.of_photo(PhotoId(id)) for (id,) in rows.fetchall()}
        return {id: file for id, file in files.items() if file is not None}

    def fingerprints(self, *, only_searchable: bool = False) -> list[tuple[str, Path]]:
        """Fingerprint and path of every photo. only_searchable : leave out photos that are not searchable yet"""
        rows = self._connection.execute(
            """SELECT fingerprint, root.path, photo.path FROM photo JOIN root ON root.id = photo.root_id
               JOIN facet ON photo_id = photo.id WHERE document_id IS NOT NULL OR NOT ?""",
            (only_searchable,),
        )
        return [(fingerprint, Path(read_name(root), read_name(path))) for fingerprint, root, path in rows]

    def update(self, photo: PhotoId, *, size: int, mtime_ns: int, fingerprint: str) -> None:
        """Record that a photo's file was rewritten with the same pixels."""
        self._connection.execute(
            "UPDATE photo SET size = ?, mtime_ns = ?, fingerprint = ? WHERE id = ?",
            (size, mtime_ns, fingerprint, photo),
        )

    def remove(self, root: Root, paths: Iterable[str]) -> int:
        """Remove files; their documents become tombstones. Returns the number of removed photos."""
        return sum(self._remove(root.id, path) for path in paths)

    def _remove(self, root: int, path: str) -> int:
        place = (root, bind_name(path))
        self._connection.execute("DELETE FROM failure WHERE root_id = ? AND path = ?", place)
        self._connection.execute(
            "UPDATE document SET live = 0 WHERE live AND photo_id = "
            "(SELECT id FROM photo WHERE root_id = ? AND path = ?)",
            place,
        )
        return self._connection.execute("DELETE FROM photo WHERE root_id = ? AND path = ?", place).rowcount

    def failures(self) -> list[Skipped]:
        rows = self._connection.execute(
            "SELECT root.path, failure.path, reason FROM failure JOIN root ON root.id = root_id ORDER BY 1, 2"
        )
        return [
            Skipped(path=Path(read_name(root), read_name(path)), reason=from_json(json.loads(reason)))
            for root, path, reason in rows
        ]

    def add_failure(
        self, root: Root, path: str, *, size: int, mtime_ns: int, reason: Message, lasting: bool
    ) -> None:
        """Record that a file could not be indexed. The failure replaces an earlier photo of the file."""
        self.remove(root, [path])
        self._connection.execute(
            "INSERT INTO failure VALUES (?, ?, ?, ?, ?, ?, ?)",
            (root.id, bind_name(path), size, mtime_ns, json.dumps(to_json(reason)), lasting, time.time()),
        )

    def forget_failures(self) -> None:
        """Forget failures, so that the next run tries the files again."""
        self._connection.execute("DELETE FROM failure")

    def of_sizes(self, sizes: Collection[int], *, codebook: str, options: str) -> list[KnownPhoto]:
        """All photos whose file had one of these sizes, in bytes."""
        rows = self._connection.execute(
            """SELECT photo.id, root_id, path, size, mtime_ns, fingerprint,
                      segment.codebook = ? AND segment.options = ?
               FROM photo LEFT JOIN document ON document.photo_id = photo.id AND document.live
               LEFT JOIN segment ON segment.name = document.store
               WHERE size IN (SELECT value FROM json_each(?))""",
            (codebook, options, json.dumps(list(sizes))),
        )
        return [
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
        ]

    def move(self, moves: Sequence[Move]) -> int:
        """Store the new places of photos. All are stored at once, because photos may swap places.

        A photo that stays where another one moves is removed. Returns the number of removed photos.
        """
        for move in moves:  # via temporary paths that no file can have: // has an empty folder name
            self._connection.execute(
                "UPDATE photo SET path = ? WHERE id = ?", (f"//{move.photo}", move.photo)
            )
        removed = 0
        for move in moves:
            removed += self._remove(move.root, move.path)
            self._connection.execute(
                "UPDATE photo SET root_id = ?, path = ?, size = ?, mtime_ns = ? WHERE id = ?",
                (move.root, bind_name(move.path), move.size, move.mtime_ns, move.photo),
            )
        return removed


_ATTACHED = """
    (id IN (SELECT photo_id FROM mark) OR id IN (SELECT photo_id FROM judgement)
        OR id IN (SELECT photo_id FROM album_photo) OR id IN (SELECT photo_id FROM handed_over))
"""


class VanishedTable(Table):
    """The table vanished. Writers must hold a transaction."""

    def note(self, root: Root, paths: Iterable[str]) -> None:
        """Store the pixel fingerprints of photos before their removal, if a person has attached anything to them."""
        self._connection.executemany(
            f"""INSERT OR REPLACE INTO vanished
                SELECT id, pixels, fingerprint, root_id, path,
                    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'photo'), 0)
                FROM photo WHERE root_id = ? AND path = ? AND pixels <> '' AND {_ATTACHED}""",
            [(root.id, bind_name(path)) for path in paths],
        )

    def settle(self) -> list[PhotoId]:
        """Give new photos the data of vanished photos with the same pixels. Returns these new photos."""
        self._connection.execute(
            """DELETE FROM vanished WHERE photo_id NOT IN (SELECT photo_id FROM departed_photo)
               AND NOT EXISTS (SELECT 1 FROM kept_mark WHERE kept_mark.fingerprint = vanished.fingerprint
                   AND kept_mark.root_id = vanished.root_id AND kept_mark.path = vanished.path)"""
        )
        waiting = self._connection.execute(
            "SELECT photo_id, pixels, fingerprint, root_id, path FROM vanished"
        ).fetchall()
        if not waiting:
            return []
        new = self._connection.execute(
            """SELECT photo.id, photo.pixels FROM photo WHERE id > (SELECT min(seen) FROM vanished)
               AND EXISTS (SELECT 1 FROM vanished WHERE vanished.pixels = photo.pixels AND photo.id > seen)"""
        ).fetchall()
        vanished_counts, new_counts = Counter(row[1] for row in waiting), Counter(row[1] for row in new)
        new_photos = {pixels: PhotoId(photo) for photo, pixels in new}
        recognised = []
        for photo, pixels, fingerprint, root, path in waiting:
            if vanished_counts[pixels] == new_counts[pixels] == 1:
                self._give(PhotoId(photo), new_photos[pixels], fingerprint, root, path)
                recognised.append(new_photos[pixels])
        # A photo that is only listed has no known pixels yet, so it stays new.
        self._connection.execute(
            """UPDATE vanished SET seen = coalesce(
                (SELECT min(photo_id) - 1 FROM facet
                    WHERE photo_id > (SELECT min(seen) FROM vanished) AND document_id IS NULL),
                (SELECT seq FROM sqlite_sequence WHERE name = 'photo'), seen)"""
        )
        return recognised

    def _give(self, vanished: PhotoId, new: PhotoId, fingerprint: str, root: int, path: str | bytes) -> None:
        """Give a new photo the data of the vanished photo."""
        self._connection.execute("DELETE FROM vanished WHERE photo_id = ?", (vanished,))
        waiting_mark = self._connection.execute(
            "SELECT id, rating, added, removed, pick, label, stars FROM kept_mark "
            "WHERE fingerprint = ? AND root_id = ? AND path = ? ORDER BY id DESC LIMIT 1",
            (fingerprint, root, path),
        ).fetchone()
        if waiting_mark is not None:
            marks = MarkTable(self._connection)
            current = marks.of(new)
            stored = read_marks(*waiting_mark[1:])
            marks.set(
                new,
                replace(
                    joined_marks(current, stored),
                    added=tuple(dict.fromkeys([*stored.added, *current.added])),
                    removed=tuple(dict.fromkeys([*stored.removed, *current.removed])),
                ),
            )
            self._connection.execute("DELETE FROM kept_mark WHERE id = ?", (waiting_mark[0],))
        self._connection.execute("UPDATE departed_photo SET returned = ? WHERE photo_id = ?", (new, vanished))
