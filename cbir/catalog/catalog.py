"""The catalog: which photos there are, what they look like to the index, and what failed.

Catalog.open() -> reads -> transaction() around writes -> close(). It is the truth: a photo is indexed when the
transaction that says so has committed. One connection belongs to one thread at a time.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self, TypeVar

from cbir.base.disk_room import is_full
from cbir.base.errors import CbirError, DiskFull
from cbir.base.stopping import is_stopped
from cbir.base.types import Filters, PhotoId
from cbir.catalog.audit import Audit
from cbir.catalog.documents import DocumentTable, NotEmbeddedTable, SegmentTable
from cbir.catalog.facets import FacetTable
from cbir.catalog.files import FileTables
from cbir.catalog.full_text import FullText
from cbir.catalog.handed_over import HandedOverTable
from cbir.catalog.metadata import JudgementTable, MarkTable, MetadataTable
from cbir.catalog.migration import READABLE_FROM, check_version, foreign, migrate
from cbir.catalog.page_checksums import (
    close_unfolded,
    fold,
    fold_all,
    log_is_long,
    renew_checksums,
    stamp,
    whole_image,
)
from cbir.catalog.photos import Found, PhotoTable
from cbir.catalog.query import Node
from cbir.catalog.roots import Root, RootTable
from cbir.catalog.rows import Connection, ReadingConnection, Table
from cbir.catalog.schema import MIGRATIONS
from cbir.catalog.vanished import VanishedTable
from cbir.catalog.written import WrittenTable
from cbir.gazetteer import distance_km

_Table = TypeVar("_Table", bound=Table)
_STEPS_BETWEEN_LOOKS = 100_000  # of SQLite's machine, some milliseconds: whether a read was given up


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The state of a catalog. revision : see Catalog.index_revision. settings : by name"""

    revision: int
    settings: Mapping[str, str]
    roots: tuple[Root, ...]


class RankedPhoto(NamedTuple):
    """A photo that fits a text, and how well, better high. A tuple, since a search makes hundreds of them."""

    photo: Found
    score: float


class SettingTable(Table):
    """Values that belong to the library, by name."""

    def all(self) -> dict[str, str]:
        return dict(self._connection.execute("SELECT name, value FROM setting"))

    def get(self, name: str) -> str | None:
        row = self._connection.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set(self, name: str, value: str | None) -> None:
        if value is None:
            self._connection.execute("DELETE FROM setting WHERE name = ?", (name,))
        else:
            self._connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))


class _Copy(Connection):
    """To a copy of a catalog in memory."""


class Catalog:
    """One connection to a library's catalog.sqlite, and the tables in it.

    copied : the stamp of the file that a copy in memory was made from; None where the connection reads the file
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        copied: tuple[tuple[int, int, int], ...] | None = None,
    ) -> None:
        self._connection = connection
        self.path = path
        self._copied = copied
        self.settings = SettingTable(connection)
        self.roots = RootTable(connection)
        self.files = FileTables(connection)
        self.photos = PhotoTable(connection)
        self.marks = MarkTable(connection)
        self.judgements = JudgementTable(connection)
        self.metadata = MetadataTable(connection, self.marks)
        self.handed_over = HandedOverTable(connection, self.metadata, self.marks)
        self.vanished = VanishedTable(connection)
        self.documents = DocumentTable(connection, self.metadata)
        self.segments = SegmentTable(connection)
        self.not_embedded = NotEmbeddedTable(connection)
        self.facets = FacetTable(connection, self.roots)
        self.full_text = FullText(connection, self.roots)
        self.written = WrittenTable(connection)
        self.audit = Audit(connection)

    def table(self, kind: type[_Table]) -> _Table:
        """Tables that another room keeps here."""
        return kind(self._connection)

    @classmethod
    def open(cls, path: Path, *, writable: bool) -> Self:
        """Open a catalog; a writable one is created or brought up to date.

        One that is read on a full disk is a copy in memory; see `is_outlived`.
        Raises CatalogTooNew, DiskFull, and CbirError where the file is not a catalog or cannot be opened.
        """
        if writable and path.is_symlink():
            raise CbirError(
                f"The library's catalog {path} is a link, and is not written to. "
                "Put the file that it leads to in its place."
            )
        before = stamp(path)
        try:
            connection = cls._connect(path, writable)
            connection.execute("PRAGMA foreign_keys = ON")
            if writable:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute("PRAGMA wal_autocheckpoint = 0")  # see page_checksums.py
                migrate(connection)
            else:
                connection = _up_to_date(connection)
                connection.execute("PRAGMA query_only = ON")
                connection.execute("PRAGMA temp_store = MEMORY")  # a search on a full disk sorts, too
            connection.create_function("distance_km", 4, distance_km, deterministic=True)  # of conditions.py
        except sqlite3.DatabaseError as error:
            if is_full(error, path.parent):
                raise DiskFull(path.parent) from error
            raise CbirError(
                f"The library's catalog {path} cannot be opened ({error}). If it is damaged, restore it from a "
                "backup, or move the library folder away and index your folders again."
            ) from error
        return cls(connection, path, before if isinstance(connection, _Copy) else None)

    def is_outlived(self) -> bool:
        """Whether it is a copy in memory, as of a catalog on a full disk, and the file has changed since."""
        return self._copied is not None and self._copied != stamp(self.path)

    @staticmethod
    def _connect(path: Path, writable: bool) -> sqlite3.Connection:
        # isolation_level None: transactions are ours to begin. The lock of the owner serialises threads.
        if writable:
            # Private from its first byte on, and never opened beside SQLite, whose locks on it closing would end:
            # https://www.sqlite.org/howtocorrupt.html, section 2.2
            with contextlib.suppress(FileExistsError):
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            return sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=30, factory=Connection
            )
        try:
            return _open_to_read(path, "mode=ro")
        except sqlite3.OperationalError as error:
            if is_full(error, path.parent):
                return _in_memory(path)
            # WAL needs to write beside the file even to read. Where a folder forbids that, nobody writes either,
            # or its log would be there to read.
            if os.access(path.parent, os.W_OK):
                raise
            return _open_to_read(path, "immutable=1")

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
    def foreign_parts(cls, path: Path) -> list[str]:
        """What a catalog has that cbir does not make, before anything of it runs. Raises sqlite3.DatabaseError."""
        with contextlib.closing(_open_to_read(path, "immutable=1")) as connection:
            return foreign(connection)

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
            try:
                fold_all(self._connection, self.path)
            except (sqlite3.OperationalError, OSError):  # somebody is writing, or the disk is full
                return close_unfolded(self._connection, self.path)
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
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # on a full disk SQLite has rolled back itself
                self._connection.execute("ROLLBACK")
            raise
        if log_is_long(self.path):
            with contextlib.suppress(
                sqlite3.OperationalError, OSError
            ):  # it has committed, whatever this meets
                self.checkpoint()

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """All of the reads inside see one moment of the catalog."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")

    def moment(self) -> Moment:
        """The values that whoever reads a moment of the library wants first."""
        return Moment(
            revision=self.index_revision(), settings=self.settings.all(), roots=tuple(self.roots.all())
        )

    def search(self, wanted: Sequence[Node], filters: Filters, *, top: int) -> list[RankedPhoto]:
        """The photos that fit all nodes and filters, in the order of FullText.search, where they can be found."""
        matched = self.full_text.search(wanted, filters, top=top)
        photos = self.photos.find_all([match.photo for match in matched])
        return [RankedPhoto(photos[match.photo], match.score) for match in matched if match.photo in photos]

    def search_loosely(
        self,
        typed: Sequence[str],
        demanded: Sequence[Node],
        filters: Filters,
        *,
        top: int,
        but: Collection[PhotoId] = (),
    ) -> list[RankedPhoto]:
        """Photos that fit the filters and have much of some typed words, or words like them; scored by the share.

        but : photos to leave out
        """
        shares = self.written.search_loosely(typed, top=top) if typed else []
        if shares and (demanded or filters != Filters()):
            allowed = set(
                self.full_text.in_order(demanded, filters, order="added", backwards=False, top=None)
            )
            shares = [entry for entry in shares if entry[0] in allowed]
        photos = self.photos.find_all([photo for photo, _ in shares if photo not in but])
        return [RankedPhoto(photos[photo], share) for photo, share in shares if photo in photos]

    def data_version(self) -> int:
        """Changes when another connection has committed."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def index_revision(self) -> int:
        """Changes with what a search maps: segments, documents and tombstones, and trained structures."""
        return int(self._connection.execute("SELECT revision FROM index_revision").fetchone()[0])

    def note_index_change(self) -> None:
        """Have readers look anew at what no table says, such as a trained structure."""
        self._connection.execute("UPDATE index_revision SET revision = revision + 1")

    def copy_to(self, path: Path) -> None:
        """Write a copy of the whole catalog as it is at this moment, without its log."""
        target = sqlite3.connect(path, isolation_level=None)
        try:
            self._connection.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        finally:
            target.close()

    def checkpoint(self) -> bool:
        """Flush what was committed: needed before a file goes that only an older state refers to.

        Returns whether nobody reads an older state any more, so that the file may go.
        """
        return fold(self._connection, self.path)

    def renew_checksums(self) -> None:
        """Take the file as it is for what was written."""
        renew_checksums(self._connection, self.path)

    def shrink(self) -> None:
        """Give the space of deleted rows back."""
        with self.transaction():
            self.written.tidy()
        self._connection.execute("INSERT INTO photo_text (photo_text) VALUES ('optimize')")
        self._connection.execute("VACUUM")
        self.checkpoint()


def _open_to_read(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{mode}"
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, timeout=30, factory=ReadingConnection
    )
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # connecting alone opens nothing
        connection.set_progress_handler(is_stopped, _STEPS_BETWEEN_LOOKS)
    except BaseException:
        connection.close()
        raise
    return connection


def _in_memory(path: Path) -> sqlite3.Connection:
    """A copy of a catalog in memory, which needs no room on the disk."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, factory=_Copy)
    try:
        connection.deserialize(whole_image(path))
    except BaseException:
        connection.close()
        raise
    return connection


def _up_to_date(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A catalog that may not be written to, in a form that can be read: an old one is copied and migrated in memory."""
    if check_version(connection) >= READABLE_FROM:
        return connection
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, factory=_Copy)
    connection.backup(memory)
    connection.close()
    migrate(memory)
    return memory
