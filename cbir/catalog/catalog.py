"""The catalog: which photos there are, what they look like to the index, and what failed.

Catalog.open() -> reads -> transaction() around writes -> close(). It is the truth: a photo is indexed when the
transaction that says so has committed. One connection belongs to one thread at a time.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from cbir.catalog.details import MetadataTable
from cbir.catalog.full_text import FullText
from cbir.catalog.moves import MoveTables
from cbir.catalog.names import bind_name, read_name
from cbir.catalog.roots import Root
from cbir.catalog.schema import check_version, migrate
from cbir.errors import CbirError
from cbir.types import DocumentId, Metadata, PhotoId, Skipped

_SQL_VARIABLES = 500  # in one statement; SQLite's oldest limit is 999


@dataclass(frozen=True, slots=True, kw_only=True)
class FileState:
    """What the catalog knows of a file that a scan may find unchanged."""

    photo: PhotoId | None  # None: it failed
    size: int
    mtime_ns: int
    reason: str = ""  # why it failed
    lasting: bool = True  # of a failure: the same bytes would fail again
    current: bool = True  # its features were made by today's codebook and options
    pixels: str = ""  # fingerprint of what its features were made from
    sidecar: str = ""  # the stamp of the sidecar that was read with it
    extractor: int = 0  # version of what read its metadata; 0: nothing did


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDocument:
    """A photo's content as it was indexed; see the tables photo and document for the fields."""

    root: int
    path: str
    size: int
    mtime_ns: int
    fingerprint: str
    format: str
    width: int
    height: int
    document: DocumentId
    store_row: int
    pixels: str = ""
    metadata: Metadata = field(default_factory=Metadata)
    sidecar: str = ""
    extractor: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A document and the photo it belongs to."""

    document: DocumentId
    photo: PhotoId
    path: Path
    width: int
    height: int
    fingerprint: str
    store: str
    store_row: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentRow:
    name: str
    kind: str
    codebook: str
    options: str
    documents: int


class Catalog(FullText, MoveTables, MetadataTable):
    """One connection to a library's catalog.sqlite."""

    @classmethod
    def open(cls, path: Path, *, writable: bool) -> Self:
        """Open a catalog; a writable one is created or brought up to date.

        Raises CatalogTooNew, and CbirError where the file is not a catalog or cannot be opened.
        """
        try:
            connection = cls._connect(path, writable)
            connection.execute("PRAGMA foreign_keys = ON")
            if writable:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                migrate(connection)
            else:
                connection.execute("PRAGMA query_only = ON")
                check_version(connection)
        except sqlite3.DatabaseError as error:
            raise CbirError(
                f"The library's catalog {path} cannot be opened ({error}). If it is damaged, restore it from a "
                "backup, or move the library folder away and index your folders again."
            ) from error
        return cls(connection)

    @staticmethod
    def _connect(path: Path, writable: bool) -> sqlite3.Connection:
        # isolation_level None: transactions are ours to begin. The lock of the owner serialises threads.
        if writable:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # private from its first byte on
            return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
        # WAL needs to write beside the file even to read; a folder that forbids it cannot change under us either
        mode = "mode=ro" if os.access(path.parent, os.W_OK) else "immutable=1"
        uri = f"{path.absolute().as_uri()}?{mode}"
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=30)

    def close(self) -> None:
        """Close the connection; a writer first folds its log into the file, as far as no reader is in the way."""
        if not self._connection.execute("PRAGMA query_only").fetchone()[0]:
            with contextlib.suppress(sqlite3.OperationalError):
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All of the writes inside become visible together, or none does."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """All of the reads inside see one moment of the catalog."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")

    def data_version(self) -> int:
        """Changes when another connection has committed."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    # --- settings ---

    def setting(self, name: str) -> str | None:
        row = self._connection.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_setting(self, name: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))

    # --- roots, photos, failures ---

    def photo_count(self, root: Root | None = None) -> int:
        if root is None:
            row = self._connection.execute("SELECT count(*) FROM photo").fetchone()
        else:
            row = self._connection.execute(
                "SELECT count(*) FROM photo WHERE root_id = ?", (root.id,)
            ).fetchone()
        return int(row[0])

    def files(self, root: Root, *, codebook: str, options: str) -> dict[str, FileState]:
        """All that is known of the files of a root, by path below it.

        codebook, options : of today; photos that others indexed are not `current`
        """
        known = {
            read_name(path): FileState(
                photo=PhotoId(photo),
                size=size,
                mtime_ns=mtime_ns,
                current=bool(current),
                pixels=pixels,
                sidecar=sidecar or "",
                extractor=extractor or 0,
            )
            for path, photo, size, mtime_ns, current, pixels, sidecar, extractor in self._connection.execute(
                """SELECT photo.path, photo.id, photo.size, photo.mtime_ns,
                          segment.codebook = ? AND segment.options = ?, pixels, sidecar, extractor
                   FROM photo LEFT JOIN document ON document.photo_id = photo.id AND document.live
                   LEFT JOIN segment ON segment.name = document.store
                   LEFT JOIN metadata ON metadata.photo_id = photo.id WHERE photo.root_id = ?""",
                (codebook, options, root.id),
            )
        }
        for path, size, mtime_ns, reason, lasting in self._connection.execute(
            "SELECT path, size, mtime_ns, reason, lasting FROM failure WHERE root_id = ?", (root.id,)
        ):
            known[read_name(path)] = FileState(
                photo=None, size=size, mtime_ns=mtime_ns, reason=reason, lasting=bool(lasting)
            )
        return known

    def failures(self) -> list[Skipped]:
        rows = self._connection.execute(
            "SELECT root.path, failure.path, reason FROM failure JOIN root ON root.id = root_id ORDER BY 1, 2"
        )
        return [
            Skipped(path=Path(read_name(root), read_name(path)), reason=reason) for root, path, reason in rows
        ]

    def add_failure(
        self, root: Root, path: str, *, size: int, mtime_ns: int, reason: str, lasting: bool
    ) -> None:
        """Note that a file could not be indexed. A photo that was there before is no longer what the file holds."""
        self.remove_files(root, [path])
        self._connection.execute(
            "INSERT INTO failure VALUES (?, ?, ?, ?, ?, ?, ?)",
            (root.id, bind_name(path), size, mtime_ns, reason, lasting, time.time()),
        )

    def remove_files(self, root: Root, paths: Iterable[str]) -> int:
        """Forget files; their documents become tombstones. Returns the number of photos that were removed."""
        removed = 0
        for path in map(bind_name, paths):
            self._connection.execute("DELETE FROM failure WHERE root_id = ? AND path = ?", (root.id, path))
            self._connection.execute(
                "UPDATE document SET live = 0 WHERE live AND photo_id = "
                "(SELECT id FROM photo WHERE root_id = ? AND path = ?)",
                (root.id, path),
            )
            deleted = self._connection.execute(
                "DELETE FROM photo WHERE root_id = ? AND path = ?", (root.id, path)
            )
            removed += deleted.rowcount
        return removed

    # --- documents and segments ---

    def next_document(self) -> DocumentId:
        row = self._connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'document'").fetchone()
        return DocumentId(1 if row is None else int(row[0]) + 1)

    def add_documents(self, documents: Sequence[NewDocument], *, store: str, postings: str) -> None:
        """Make photos searchable: insert or replace their rows; earlier versions become tombstones."""
        for new in documents:
            path = bind_name(new.path)
            photo = self._connection.execute(
                """INSERT INTO photo
                       (root_id, path, size, mtime_ns, fingerprint, format, width, height, pixels)
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                   ON CONFLICT (root_id, path) DO UPDATE SET size = excluded.size, mtime_ns = excluded.mtime_ns,
                       fingerprint = excluded.fingerprint, format = excluded.format,
                       width = excluded.width, height = excluded.height, pixels = excluded.pixels
                   RETURNING id""",
                (
                    new.root,
                    path,
                    new.size,
                    new.mtime_ns,
                    new.fingerprint,
                    new.format,
                    new.width,
                    new.height,
                    new.pixels,
                ),
            ).fetchone()[0]
            self._connection.execute("UPDATE document SET live = 0 WHERE photo_id = ? AND live", (photo,))
            self._connection.execute(
                "INSERT INTO document (id, photo_id, store, store_row, postings) VALUES (?, ?, ?, ?, ?)",
                (new.document, photo, store, new.store_row, postings),
            )
            if new.extractor:
                self.set_metadata(photo, new.metadata, extractor=new.extractor, sidecar=new.sidecar)
            self._connection.execute("DELETE FROM failure WHERE root_id = ? AND path = ?", (new.root, path))

    def update_file(self, photo: PhotoId, *, size: int, mtime_ns: int, fingerprint: str) -> None:
        """Note that a photo's file was written anew, and its pixels are what they were."""
        self._connection.execute(
            "UPDATE photo SET size = ?, mtime_ns = ?, fingerprint = ? WHERE id = ?",
            (size, mtime_ns, fingerprint, photo),
        )

    def add_segment(self, segment: SegmentRow) -> None:
        self._connection.execute(
            "INSERT INTO segment VALUES (?, ?, ?, ?, ?)",
            (segment.name, segment.kind, segment.codebook, segment.options, segment.documents),
        )

    def segments(self, kind: str | None = None) -> list[SegmentRow]:
        rows = self._connection.execute(
            "SELECT name, kind, codebook, options, documents FROM segment WHERE ? IS NULL OR kind = ?",
            (kind, kind),
        )
        return [
            SegmentRow(name=name, kind=of, codebook=codebook, options=options, documents=documents)
            for name, of, codebook, options, documents in rows
        ]

    def replace_postings(self, merged: Sequence[str], segment: SegmentRow) -> None:
        """Put one postings segment in the place of several; the tombstones that it left out are forgotten."""
        self.add_segment(segment)
        for name in merged:
            self._connection.execute("DELETE FROM document WHERE postings = ? AND NOT live", (name,))
            self._connection.execute(
                "UPDATE document SET postings = ? WHERE postings = ?", (segment.name, name)
            )
            self._connection.execute("DELETE FROM segment WHERE name = ?", (name,))

    def forget_segment(self, name: str) -> int:
        """Drop a damaged segment and the photos in it, so that the next index reads them again. Returns how many."""
        photos = self._connection.execute(
            "DELETE FROM photo WHERE id IN (SELECT photo_id FROM document WHERE live AND (postings = ? OR store = ?))",
            (name, name),
        ).rowcount
        # Elsewhere the documents are still in sound postings: tombstones. Their words are gone with a damaged store,
        # so that postings which share it go as well (see Library.check).
        self._connection.execute("DELETE FROM document WHERE postings = ? OR store = ?", (name, name))
        self._connection.execute("DELETE FROM segment WHERE name = ?", (name,))
        return photos

    def postings_of_store(self, store: str) -> list[str]:
        """Postings segments that hold documents of a features segment."""
        rows = self._connection.execute("SELECT DISTINCT postings FROM document WHERE store = ?", (store,))
        return [str(row[0]) for row in rows]

    def deleted_documents(self) -> list[tuple[DocumentId, str, int]]:
        """Tombstones that the postings still hold: document, features segment, row in it."""
        rows = self._connection.execute(
            "SELECT id, store, store_row FROM document WHERE NOT live ORDER BY id"
        )
        return [(DocumentId(id), store, row) for id, store, row in rows]

    def deleted_in(self, postings: str) -> int:
        row = self._connection.execute(
            "SELECT count(*) FROM document WHERE postings = ? AND NOT live", (postings,)
        ).fetchone()
        return int(row[0])

    def find_documents(self, documents: Sequence[int]) -> dict[int, Found]:
        """The live ones of some documents, with their photos."""
        found: dict[int, Found] = {}
        for start in range(0, len(documents), _SQL_VARIABLES):
            some = [int(document) for document in documents[start : start + _SQL_VARIABLES]]
            marks = ",".join("?" * len(some))
            for row in self._connection.execute(
                f"{_SELECT_FOUND} WHERE live AND document.id IN ({marks})", some
            ):
                found[row[0]] = _found(row)
        return found

    def find_photos(self, photos: Sequence[PhotoId]) -> dict[PhotoId, Found]:
        """Some photos, as far as they can be found."""
        found: dict[PhotoId, Found] = {}
        for start in range(0, len(photos), _SQL_VARIABLES):
            some = photos[start : start + _SQL_VARIABLES]
            marks = ",".join("?" * len(some))
            for row in self._connection.execute(
                f"{_SELECT_FOUND} WHERE live AND photo.id IN ({marks})", some
            ):
                found[PhotoId(row[1])] = _found(row)
        return found

    def find_photo(self, photo: PhotoId) -> Found | None:
        row = self._connection.execute(f"{_SELECT_FOUND} WHERE live AND photo.id = ?", (photo,)).fetchone()
        return None if row is None else _found(row)


_SELECT_FOUND = """SELECT document.id, photo.id, root.path, photo.path, width, height, fingerprint, store, store_row
    FROM document JOIN photo ON photo.id = photo_id JOIN root ON root.id = root_id"""


def _found(row: tuple[int, int, str | bytes, str | bytes, int, int, str, str, int]) -> Found:
    document, photo, root, path, width, height, fingerprint, store, store_row = row
    return Found(
        document=DocumentId(document),
        photo=PhotoId(photo),
        path=Path(read_name(root), read_name(path)),
        width=width,
        height=height,
        fingerprint=fingerprint,
        store=store,
        store_row=store_row,
    )
