"""The catalog: which photos there are, what they look like to the index, and what failed.

Catalog.open() -> reads -> transaction() around writes -> close(). It is the truth: a photo is indexed when the
transaction that says so has committed. One connection belongs to one thread at a time.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from cbir.base.errors import CbirError
from cbir.base.types import DocumentId, PhotoId, Skipped
from cbir.catalog.audit import AuditTables
from cbir.catalog.documents import DocumentTables
from cbir.catalog.facets import FacetTable
from cbir.catalog.full_text import FullText
from cbir.catalog.migration import check_version, migrate
from cbir.catalog.moves import MoveTables
from cbir.catalog.page_checksums import fold_all, log_is_long
from cbir.catalog.roots import Root
from cbir.catalog.rows import bind_name, read_name
from cbir.catalog.schema import MIGRATIONS


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
    document: DocumentId | None = None  # the live one


class Catalog(FullText, FacetTable, MoveTables, DocumentTables, AuditTables):
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
                connection.execute("PRAGMA wal_autocheckpoint = 0")  # see page_checksums.py
                migrate(connection)
            else:
                connection.execute("PRAGMA query_only = ON")
                check_version(connection)
        except sqlite3.DatabaseError as error:
            raise CbirError(
                f"The library's catalog {path} cannot be opened ({error}). If it is damaged, restore it from a "
                "backup, or move the library folder away and index your folders again."
            ) from error
        return cls(connection, path)

    @staticmethod
    def _connect(path: Path, writable: bool) -> sqlite3.Connection:
        # isolation_level None: transactions are ours to begin. The lock of the owner serialises threads.
        if writable:
            # Private from its first byte on, and never opened beside SQLite, whose locks on it closing would end:
            # https://www.sqlite.org/howtocorrupt.html, section 2.2
            with contextlib.suppress(FileExistsError):
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
        try:
            return _open_to_read(path, "mode=ro")
        except sqlite3.OperationalError:
            # WAL needs to write beside the file even to read. Where a folder forbids that, nobody writes either,
            # or its log would be there to read.
            if os.access(path.parent, os.W_OK):
                raise
            return _up_to_date(_open_to_read(path, "immutable=1"))

    @classmethod
    def is_one(cls, path: Path) -> bool:
        """Whether a file is the catalog of a library, of whatever version."""
        try:
            with contextlib.closing(cls._connect(path, writable=False)) as connection:
                names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        except sqlite3.DatabaseError:
            return False
        return {"root", "photo", "document", "segment", "setting"} <= {name for (name,) in names}

    @classmethod
    def is_outdated(cls, path: Path) -> bool:
        """A program before this one wrote it: open it to write once, and it is brought up to date."""
        try:
            with contextlib.closing(_open_to_read(path, "mode=ro")) as connection:
                return check_version(connection) < len(MIGRATIONS)
        except sqlite3.DatabaseError:
            return False  # opening it says what is wrong

    def make_durable(self) -> None:
        """Let every commit from now on be on the disk when it returns, so that not even a power cut takes it back."""
        self._connection.execute("PRAGMA synchronous = FULL")

    def close(self, *, fold_log: bool = True) -> None:
        """Close the connection; a writer first folds its log into the file, as far as no reader is in the way.

        fold_log : False leaves that to another writer, since it may have to wait for one
        """
        if fold_log and not self._connection.execute("PRAGMA query_only").fetchone()[0]:
            with contextlib.suppress(sqlite3.OperationalError):
                fold_all(self._connection, self._path)
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
        if log_is_long(self._path):
            self.checkpoint()

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

    def index_revision(self) -> int:
        """Changes with what a search maps: segments, documents and tombstones, and trained structures."""
        return int(self._connection.execute("SELECT revision FROM index_revision").fetchone()[0])

    def note_index_change(self) -> None:
        """Have readers look anew at what no table says, such as a trained structure."""
        self._connection.execute("UPDATE index_revision SET revision = revision + 1")

    # --- settings ---

    def setting(self, name: str) -> str | None:
        row = self._connection.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_setting(self, name: str, value: str | None) -> None:
        if value is None:
            self._connection.execute("DELETE FROM setting WHERE name = ?", (name,))
        else:
            self._connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))

    # --- roots, photos, failures ---

    def photo_count(self, root: Root | None = None) -> int:
        """Photos that a search finds, of one root or of all."""
        if root is None:
            row = self._connection.execute("SELECT count(*) FROM document WHERE live").fetchone()
        else:
            row = self._connection.execute(
                "SELECT count(*) FROM photo JOIN document ON photo_id = photo.id AND live WHERE root_id = ?",
                (root.id,),
            ).fetchone()
        return int(row[0])

    def files(self, root: Root, *, codebook: str, options: str) -> dict[str, FileState]:
        """All that is known of the files of a root, by path below it.

        codebook, options : of today; photos that others indexed are not `current`
        """
        # +: in the order of ids, not of paths, so that the joined tables are read from front to back: 4 times
        # as fast at 100,000 photos
        known = {
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
                   LEFT JOIN metadata ON metadata.photo_id = photo.id WHERE +photo.root_id = ?""",
                    (codebook, options, root.id),
                )
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

    def forget_failures(self) -> None:
        """Forget why files failed, and which no model could embed, so that the next run tries them again."""
        self._connection.execute("DELETE FROM failure")
        self.forget_not_embedded()

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


def _open_to_read(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=30)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # connecting alone opens nothing
    except BaseException:
        connection.close()
        raise
    return connection


def _up_to_date(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A catalog that may not be written to, in today's form: an old one is copied to memory and migrated there."""
    if check_version(connection) == len(MIGRATIONS):
        return connection
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.backup(memory)
    connection.close()
    migrate(memory)
    return memory
