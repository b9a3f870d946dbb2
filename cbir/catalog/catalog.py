"""The catalog: photos, their documents in the index, and failed files.

Catalog.open() -> reads -> transaction() around writes -> close(). The catalog is the truth: a photo is indexed once
the transaction that records it has committed. A connection is used by one thread at a time.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Self, TypeVar

from cbir.base.disk_room import is_full
from cbir.base.errors import CbirError, DiskFull, LibraryLocked
from cbir.base.stopping import is_stopped
from cbir.base.types import Filters, PhotoId
from cbir.catalog.audit import Audit
from cbir.catalog.colors import ColorTable
from cbir.catalog.conditions import has_words
from cbir.catalog.documents import DocumentTable, NotEmbeddedTable, SegmentTable
from cbir.catalog.facets import FacetTable
from cbir.catalog.files import FileTables, VanishedTable
from cbir.catalog.full_text import FullText
from cbir.catalog.handed_over import HandedOverTable
from cbir.catalog.metadata import JudgementTable, MarkTable, MetadataTable
from cbir.catalog.migration import READABLE_FROM, check_version, foreign, migrate
from cbir.catalog.page_checksums import (
    close_unfolded,
    cut_log,
    fold,
    fold_all,
    log_is_long,
    renew_checksums,
    stamp,
    whole_image,
)
from cbir.catalog.people import PeopleTable
from cbir.catalog.photos import IndexedPhoto, PhotoTable
from cbir.catalog.places import distance_km
from cbir.catalog.query import Meanings, Node, Words, named_only, whole_words
from cbir.catalog.regions import PhotosInRegion
from cbir.catalog.roots import Root, RootTable
from cbir.catalog.rows import Connection, ReadingConnection, Table
from cbir.catalog.schema import MIGRATIONS, TO_COLOR, TO_FOLD
from cbir.catalog.spelling import Vocabulary
from cbir.catalog.written import WrittenTable

_Table = TypeVar("_Table", bound=Table)
_STEPS_BETWEEN_CHECKS = (
    100_000  # of SQLite's virtual machine, some milliseconds, between checks for a stopped read
)
_FOLDED_AT_ONCE = 2000  # photos of an earlier version's catalog, in memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Facts about a catalog at one moment. revision : see Catalog.index_revision(). photos : their number"""

    revision: int
    settings: Mapping[str, str]
    roots: tuple[Root, ...]
    photos: int


class RankedPhoto(NamedTuple):
    """A photo that matches a text. score : better high. A tuple, since a search makes hundreds of them."""

    photo: IndexedPhoto
    score: float


class SettingTable(Table):
    """Settings of the library, by name."""

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
    """A connection to a copy of a catalog in memory."""


class Catalog:
    """One connection to a library's catalog.sqlite, and the tables in it.

    copied : the stamp of the file from which a copy in memory was made; None if the connection reads the file
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
        self.colors = ColorTable(connection)
        self.documents = DocumentTable(connection, self.metadata, self.colors)
        self.segments = SegmentTable(connection)
        self.not_embedded = NotEmbeddedTable(connection)
        self.facets = FacetTable(connection, self.roots)
        self.full_text = FullText(connection, self.roots)
        self.written = WrittenTable(connection)
        self.people = PeopleTable(connection)
        self.vocabulary = Vocabulary(connection)
        self.audit = Audit(connection)

    def table(self, kind: type[_Table]) -> _Table:
        """A table that another package defines, on this catalog's connection."""
        return kind(self._connection)

    @classmethod
    def open(cls, path: Path, *, writable: bool) -> Self:
        """Open a catalog; a writable one is created or brought up to date.

        On a full disk, a catalog opened for reading is a copy in memory; see `is_outlived`.
        Raises CatalogTooNew, DiskFull, and CbirError if the file is no catalog or cannot be opened.
        """
        if writable and path.is_symlink():
            raise CbirError(
                "The library's catalog {0} is a link, and is not written to. Replace it with the "
                "file that it leads to.",
                path,
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
                connection.execute("PRAGMA temp_store = MEMORY")  # so that a search can sort on a full disk
            connection.create_function("distance_km", 4, distance_km, deterministic=True)  # see conditions.py
            connection.create_aggregate("photos_in_region", 4, PhotosInRegion)  # type: ignore[arg-type]
            connection.create_function("has_words", 2, has_words, deterministic=True)
        except sqlite3.DatabaseError as error:
            if is_full(error, path.parent):
                raise DiskFull(path.parent) from error
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise LibraryLocked(
                    "The library {0} is being written to by another process. Try again in a moment.",
                    path.parent,
                ) from error
            raise CbirError(
                "The library's catalog {0} cannot be opened ({1}). If it is damaged, restore it from a "
                "backup, or move the library folder away and index your folders again.",
                path,
                error,
            ) from error
        return cls(connection, path, before if isinstance(connection, _Copy) else None)

    def is_outlived(self) -> bool:
        """True if this catalog is a copy in memory (see `open`) and its file has changed since."""
        return self._copied is not None and self._copied != stamp(self.path)

    @staticmethod
    def _connect(path: Path, writable: bool) -> sqlite3.Connection:
        # isolation_level None: this class begins transactions. The owner's lock serialises threads.
        if writable:
            # The file is private from its first byte on. It is never opened while SQLite has it open, since closing
            # it would release SQLite's locks:
            # https://www.sqlite.org/howtocorrupt.html, section 2.2
            with contextlib.suppress(FileExistsError):
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            return sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=30, factory=Connection
            )
        try:
            return open_to_read(path, "mode=ro")
        except sqlite3.OperationalError as error:
            if path.is_file() and is_full(error, path.parent):
                return _in_memory(path)
            # WAL writes files beside the catalog even for reading. If the folder forbids that, there is no writer
            # either, otherwise its log would be there to read.
            if os.access(path.parent, os.W_OK):
                raise
            return open_to_read(path, "immutable=1")

    @classmethod
    def is_catalog(cls, path: Path) -> bool:
        """True if a file is the catalog of a library, of any version."""
        try:
            with contextlib.closing(cls._connect(path, writable=False)) as connection:
                names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        except sqlite3.DatabaseError:
            return False
        return {"root", "photo", "document", "segment", "setting"} <= {name for (name,) in names}

    @classmethod
    def foreign_parts(cls, path: Path) -> list[str]:
        """Describe the parts of a catalog that cbir does not make. None of them runs. Raises sqlite3.DatabaseError."""
        with contextlib.closing(open_to_read(path, "immutable=1")) as connection:
            return foreign(connection)

    @classmethod
    def is_outdated(cls, path: Path) -> bool:
        """True if an earlier version wrote it. Opening it once for writing brings it up to date."""
        try:
            with contextlib.closing(open_to_read(path, "mode=ro")) as connection:
                return check_version(connection) < len(MIGRATIONS)
        except sqlite3.DatabaseError:
            return False  # opening it reports the problem

    @classmethod
    def has_old_texts(cls, path: Path) -> bool:
        """True if some of its photos have the full text of an earlier version."""
        return cls._has_setting(path, TO_FOLD)

    @classmethod
    def lacks_colors(cls, path: Path) -> bool:
        """True if photos of an earlier version may lack the shares of their colours."""
        return cls._has_setting(path, TO_COLOR)

    @classmethod
    def _has_setting(cls, path: Path, name: str) -> bool:
        try:
            with contextlib.closing(open_to_read(path, "mode=ro")) as connection:
                return SettingTable(connection).get(name) is not None
        except sqlite3.DatabaseError:
            return False  # opening it reports the problem

    def make_durable(self) -> None:
        """Make every later commit durable before it returns, so that not even a power cut undoes it."""
        self._connection.execute("PRAGMA synchronous = FULL")

    def close(self, *, fold_log: bool = True) -> None:
        """Close the connection; a writer first folds its log into the file, unless a reader prevents it.

        fold_log : False leaves folding to another writer, as it may have to wait for one
        """
        if fold_log and not self._connection.execute("PRAGMA query_only").fetchone()[0]:
            try:
                fold_all(self._connection, self.path)
            except (sqlite3.OperationalError, OSError):  # another process is writing, or the disk is full
                return close_unfolded(self._connection, self.path)
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All writes inside become visible together, or none."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # on a full disk SQLite has already rolled back
                self._connection.execute("ROLLBACK")
            raise
        if log_is_long(self.path):
            # Errors do not matter here, as the transaction has committed.
            with contextlib.suppress(sqlite3.OperationalError, OSError):
                self.checkpoint()

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """All reads inside see one snapshot of the catalog."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")

    def moment(self) -> Moment:
        """The values that a reader of a snapshot needs first."""
        return Moment(
            revision=self.index_revision(),
            settings=self.settings.all(),
            roots=tuple(self.roots.all()),
            photos=self.photos.count(),
        )

    def search(self, demanded: Sequence[Node], filters: Filters, *, top: int) -> list[RankedPhoto]:
        """The photos that match all nodes and filters, in the order of FullText.search."""
        matched = self.full_text.search(demanded, filters, top=top)
        photos = self.photos.find_all([match.photo for match in matched])
        return [RankedPhoto(photos[match.photo], match.score) for match in matched if match.photo in photos]

    def search_in_turn(
        self,
        words: Sequence[Node],
        demanded: Sequence[Node],
        filters: Filters,
        *,
        top: int,
        meanings: Meanings = MappingProxyType({}),
    ) -> list[RankedPhoto]:
        """Return first the photos with the words themselves, then those with synonyms, then those with longer words.

        Each group is sorted by score, and by path for equal scores. meanings : see query.synonyms
        """
        named = [whole_words(named_only(node)) for node in words]
        turns = [list(map(whole_words, words)), self.full_text.with_synonyms(named, meanings), list(words)]
        in_turn: dict[PhotoId, RankedPhoto] = {}
        for turn, nodes in enumerate(turns):
            if (
                len(in_turn) < top
                and (turn == 0 or nodes not in turns[:turn])
                and (turn != 1 or nodes != named)
            ):
                ranked = self.search([*nodes, *demanded], filters, top=top)
                for entry in sorted(ranked, key=lambda entry: (-entry.score, entry.photo.path)):
                    in_turn.setdefault(entry.photo.photo, entry)
        return list(in_turn.values())[:top]

    def search_partly(
        self,
        words: Sequence[Words],
        demanded: Sequence[Node],
        filters: Filters,
        *,
        top: int,
        meanings: Meanings = MappingProxyType({}),
    ) -> list[RankedPhoto]:
        """The photos of FullText.search_partly."""
        matched = self.full_text.search_partly(words, demanded, filters, top=top, meanings=meanings)
        photos = self.photos.find_all([match.photo for match in matched])
        return [RankedPhoto(photos[match.photo], match.score) for match in matched if match.photo in photos]

    def search_loosely(
        self,
        typed: Sequence[str],
        demanded: Sequence[Node],
        filters: Filters,
        *,
        top: int,
        excluded: Collection[PhotoId] = (),
    ) -> list[RankedPhoto]:
        """Photos that match the filters and have many of the typed words, or similar ones; scored by their share.

        excluded : photos to leave out
        """
        shares = self.written.search_loosely(typed, top=top) if typed else []
        if shares and (demanded or filters != Filters()):
            allowed = set(
                self.full_text.in_order(demanded, filters, order="added", backwards=False, top=None)
            )
            shares = [entry for entry in shares if entry[0] in allowed]
        photos = self.photos.find_all([photo for photo, _ in shares if photo not in excluded])
        return [RankedPhoto(photos[photo], share) for photo, share in shares if photo in photos]

    def data_version(self) -> int:
        """A number that changes with every commit of another connection."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def file_stamp(self) -> tuple[tuple[int, int, int], ...]:
        """Sizes and times of the file and its log, which differ after a change."""
        return stamp(self.path)

    def index_revision(self) -> int:
        """A number that changes with the data of searches: segments, documents, tombstones and trained structures."""
        return int(self._connection.execute("SELECT revision FROM index_revision").fetchone()[0])

    def note_index_change(self) -> None:
        """Make readers reload data that no table lists, such as a trained structure."""
        self._connection.execute("UPDATE index_revision SET revision = revision + 1")

    def copy_to(self, path: Path) -> None:
        """Write a copy of the catalog's present snapshot, without its log."""
        target = sqlite3.connect(path, isolation_level=None)
        try:
            self._connection.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        finally:
            target.close()

    def checkpoint(self) -> bool:
        """Flush commits. This is necessary before the deletion of a file that only an older snapshot refers to.

        Returns True if nobody reads an older snapshot any more, so that the file may be deleted.
        """
        return fold(self._connection, self.path)

    def renew_checksums(self) -> None:
        """Write the checksums anew from the present file."""
        renew_checksums(self._connection, self.path)

    def erase(self, remove: Callable[[], None]) -> None:
        """Remove rows without a trace in the file: overwrite the freed pages, and rewrite the rest.

        remove : deletes the rows in a transaction. The log still has earlier contents; see empty_log()
        """
        self._connection.execute("PRAGMA secure_delete = ON").fetchall()
        with self.transaction():
            remove()
        self._connection.execute("VACUUM")

    def empty_log(self) -> bool:
        """Cut the log to its last commit, so that nothing older is left in it. False while somebody reads or writes."""
        try:
            return cut_log(self._connection, self.path)
        except sqlite3.OperationalError:
            return False

    def shrink(self) -> None:
        """Free the space of deleted rows."""
        with self.transaction():
            self.written.tidy()
        self._connection.execute("INSERT INTO photo_text (photo_text) VALUES ('optimize')")
        self._connection.execute("VACUUM")
        self.checkpoint()


def open_to_read(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{mode}"
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, timeout=30, factory=ReadingConnection
    )
    try:
        connection.execute(
            "SELECT count(*) FROM sqlite_master"
        ).fetchone()  # connecting alone does not open the file
        connection.set_progress_handler(is_stopped, _STEPS_BETWEEN_CHECKS)
    except BaseException:
        connection.close()
        raise
    return connection


def _in_memory(path: Path) -> sqlite3.Connection:
    """A copy of a catalog in memory, which needs no disk space."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, factory=_Copy)
    try:
        connection.deserialize(whole_image(path))
    except BaseException:
        connection.close()
        raise
    return connection


def _up_to_date(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A readable form of a read-only catalog: an old one is copied and migrated in memory."""
    if check_version(connection) >= READABLE_FROM:
        return connection
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, factory=_Copy)
    connection.backup(memory)
    connection.close()
    migrate(memory)
    while FullText(memory, RootTable(memory)).fold_more(_FOLDED_AT_ONCE):
        pass
    return memory
