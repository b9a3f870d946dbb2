"""Checksums of the catalog's pages in a file beside it, as SQLite has none in a database.

    commits -> the log (SQLite's WAL, whose frames have checksums) -> fold(): checksums, then pages into the file

    catalog.contents   4 bytes "cbcs", the page size as u32, then for each page its CRC-32 and the complement of it

A page's checksum is written before the page reaches the file, and a page that is still in the log has a checksum there.
So at any moment at which a process or the computer dies, the file's content fits one of the two. This holds as long as
nobody else moves pages from the log; writing connections do not do it on their own (wal_autocheckpoint 0).
The complement distinguishes a damaged checksum from a damaged catalog. If a faulty page is rewritten, the fault stays,
and the new checksum covers it.

https://www.sqlite.org/fileformat2.html, section 4 (the log); https://www.sqlite.org/walformat.html
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import sqlite3
import stat
import struct
import time
import zlib
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.database_files import PIECE_BYTES, read_pieces
from cbir.base.disk_room import is_full
from cbir.base.storage import write_atomically
from cbir.catalog.rows import Connection

_MAGIC = b"cbcs"
_HEADER = struct.Struct("<4sI")
_LOG_HEADER = struct.Struct(">IIIIIIII")  # magic, version, page size, sequence, two salts, two checksums
_FRAME_HEADER = struct.Struct(">IIIIII")  # page, pages after a commit or 0, two salts, two checksums
_LOG_MAGIC = 0x377F0682  # plus 1 if its checksums are of big-endian numbers
_LONG_LOG_FRAMES = 1000  # as SQLite's own wal_autocheckpoint
_KEPT_LOG_BYTES = 1 << 17
_CUT_LOG_BYTES = 1 << 17  # of a log with a single page of 64 KB, the largest
PATIENCE_S = 5.0
_PAUSE_S = 0.12  # after each piece: SQLite checks every tenth of a second if it may write
PIECES_AT_ONCE = 32  # megabytes compared while writers wait: some 60 ms
_COPYING_ATTEMPTS = 5
_Content = TypeVar("_Content")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageComparison:
    """Result of a comparison. pages : of the catalog's file; 0: nothing was compared. changed : damaged pages"""

    pages: int = 0
    changed: int = 0
    checksums_damaged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Log(Generic[_Content]):
    """Pages that were committed to the log.

    contents : by page, the reader's result. pages : in the database after the last commit
    """

    contents: dict[int, _Content]
    pages: int


def checksums_file(catalog: Path) -> Path:
    return catalog.with_suffix(".checksums")


def fold(connection: sqlite3.Connection, catalog: Path) -> bool:
    """Move commits from the log into the catalog's file, unless readers prevent it, their checksums first.

    connection : writable, and in no transaction. Raises sqlite3.OperationalError if another connection is writing;
    the log stays as it is then.
    Returns True if all commits were moved. Then no reader of any process sees an older snapshot.
    """
    connection.execute("BEGIN IMMEDIATE")  # so that nobody commits or folds meanwhile
    try:
        log = _read_log(catalog, zlib.crc32)
        file = checksums_file(catalog)
        remove_foreign(file)
        if log.contents:
            _flush(_log_file(catalog))  # otherwise a power cut could leave checksums of lost pages
            if file.is_file():
                _note(file, log)
        elif file.is_file():
            return True
        with contextlib.closing(
            sqlite3.connect(catalog, isolation_level=None, timeout=0, factory=Connection)
        ) as other:
            busy, logged, folded = other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if not file.exists() and not busy and logged == folded:
            page_bytes = _page_bytes(catalog)
            _note_all(file, page_bytes, _checksums_of(catalog, page_bytes))
        return not busy and logged == folded
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def close_unfolded(connection: sqlite3.Connection, catalog: Path) -> None:
    """Close a connection whose log could not be folded, as on a full disk.

    SQLite empties the log when the last connection closes, and would do so without the checksums. A read-only
    connection that closes later prevents that.
    """
    with contextlib.ExitStack() as held:
        with contextlib.suppress(sqlite3.DatabaseError):
            uri = f"{catalog.absolute().as_uri()}?mode=ro"
            last = held.enter_context(contextlib.closing(sqlite3.connect(uri, uri=True)))
            last.execute("SELECT count(*) FROM sqlite_master").fetchone()
        connection.close()


def remove_foreign(file: Path) -> None:
    """Delete a link under a name that is written in place, as its target is not the library's."""
    with contextlib.suppress(FileNotFoundError):
        status = file.lstat()
        if stat.S_ISLNK(status.st_mode) or (stat.S_ISREG(status.st_mode) and status.st_nlink > 1):
            file.unlink()


def stamp(catalog: Path) -> tuple[tuple[int, int, int], ...]:
    """Sizes and times of a catalog's file and log, which change with every commit. An empty log counts as none."""
    stamps = []
    for path in (catalog, _log_file(catalog)):
        with contextlib.suppress(FileNotFoundError):
            status = path.stat()
            if status.st_size:
                stamps.append((status.st_ino, status.st_size, status.st_mtime_ns))
    return tuple(stamps)


def whole_image(catalog: Path) -> bytes:
    """The present database, including its log, as an image that needs no files beside it.

    Reading a log takes SQLite 32 KB on the disk, for its shared memory. Without that room nobody writes either. If a
    writer gets room meanwhile, the image is taken again. Raises sqlite3.OperationalError if that happens every time.
    """
    for _ in range(_COPYING_ATTEMPTS):
        before = stamp(catalog)
        image = bytearray().join(read_pieces(catalog))
        log = _read_log(catalog, bytes)
        for page, content in log.contents.items():
            start = (page - 1) * len(content)
            image.extend(bytes(max(0, start - len(image))))
            image[start : start + len(content)] = content
        if log.pages:
            del image[log.pages * len(next(iter(log.contents.values()))) :]
        if stamp(catalog) == before:
            image[18:20] = b"\1\1"  # read and written without a log: file format, 1.3
            return bytes(image)
    raise sqlite3.OperationalError("the catalog is being written to")


def fold_all(connection: sqlite3.Connection, catalog: Path) -> None:
    """`fold`, and free the room of a grown log. Errors as there.

    SQLite's own way to empty the log would also move commits made just then. A commit after a fold restarts the log
    and truncates it.
    """
    fold(connection, catalog)
    with contextlib.suppress(FileNotFoundError):
        if _log_file(catalog).stat().st_size > _KEPT_LOG_BYTES:
            cut_log(connection, catalog)


def cut_log(connection: sqlite3.Connection, catalog: Path) -> bool:
    """Fold the log, and cut it to a single commit that changes nothing. Errors as of `fold`.

    Returns False if a reader still needs an older part of it, so that it stays.
    """
    if not fold(connection, catalog):
        return False
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    connection.execute("PRAGMA journal_size_limit = 0").fetchall()
    connection.execute(f"PRAGMA user_version = {version}")
    return fold(connection, catalog) and _log_file(catalog).stat().st_size < _CUT_LOG_BYTES


def remove_log(catalog: Path) -> None:
    """Remove a log left behind by closing readers, unless another process has the catalog open.

    Pages in the log are read from there, so that their damage in the file would go unnoticed.
    """
    log = _log_file(catalog)
    if not log.exists() or not log.stat().st_size or not os.access(catalog.parent, os.W_OK):
        return
    connection = sqlite3.connect(catalog, isolation_level=None, timeout=0, factory=Connection)
    try:
        fold(connection, catalog)
    except (sqlite3.DatabaseError, OSError):
        # another process is writing, the disk is full, or the catalog is unreadable
        close_unfolded(connection, catalog)
    else:
        connection.close()


def log_is_long(catalog: Path) -> bool:
    """True if it is time to fold the log. One read, whatever its length."""
    try:
        with _log_file(catalog).open("rb") as log:
            header = log.read(_LOG_HEADER.size)
            if len(header) < _LOG_HEADER.size:
                return False
            _, _, page_bytes, _, *salts = _LOG_HEADER.unpack(header)[:6]
            log.seek(_LOG_HEADER.size + (_LONG_LOG_FRAMES - 1) * (_FRAME_HEADER.size + page_bytes))
            frame = log.read(_FRAME_HEADER.size)
    except FileNotFoundError:
        return False
    return len(frame) == _FRAME_HEADER.size and list(_FRAME_HEADER.unpack(frame)[2:4]) == salts


def compare_pages(catalog: Path) -> PageComparison:
    """Compare the catalog's file with its checksums.

    Writers wait for at most 32 MB of comparison. If one writes continuously, nothing is compared. Raises
    sqlite3.DatabaseError if the file cannot be read.
    """
    file = checksums_file(catalog)
    comparison, more = PageComparison(), file.is_file()
    try:
        while more:
            with no_writers(catalog):
                comparison, more = _compare_on(catalog, file, comparison)
            if more:
                time.sleep(_PAUSE_S)
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return comparison if comparison.changed else PageComparison()
    return comparison


def renew_checksums(connection: sqlite3.Connection, catalog: Path) -> None:
    """Write the checksums anew from the present catalog. Errors as of `fold`."""
    fold(connection, catalog)
    checksums_file(catalog).unlink(missing_ok=True)
    fold(connection, catalog)


def _compare_on(catalog: Path, file: Path, before: PageComparison) -> tuple[PageComparison, bool]:
    """Compare the next megabytes. Returns the comparison so far, and True if there may be more."""
    log, page_bytes, first = _read_log(catalog, zlib.crc32), _page_bytes(catalog), before.pages
    checksums_now = _checksums_of(catalog, page_bytes, first, PIECES_AT_ONCE)
    more = len(checksums_now) * page_bytes == PIECES_AT_ONCE * PIECE_BYTES
    pages = first + len(checksums_now)
    with file.open("rb") as checksums:
        header = checksums.read(_HEADER.size)
        checksums.seek(_HEADER.size + 8 * first)
        data = checksums.read(8 * len(checksums_now))
        stored_pages = (checksums.seek(0, os.SEEK_END) - _HEADER.size) // 8
    if header != _HEADER.pack(_MAGIC, page_bytes):
        return PageComparison(pages=pages, changed=before.changed, checksums_damaged=True), False
    stored = np.frombuffer(data, "<u4", len(data) // 8 * 2).reshape(-1, 2)
    checksums_now = checksums_now[: len(stored)]
    written = stored.any(axis=1)  # a free page, which was never in the log, has no checksum
    damaged = written & (stored[:, 0] != ~stored[:, 1])
    changed = written & ~damaged & (checksums_now != stored[:, 0])
    elsewhere = np.array([*log.contents], np.int64) - 1 - first
    changed[elsewhere[(elsewhere >= 0) & (elsewhere < len(changed))]] = False
    misses_some = not more and stored_pages != pages and not log.contents
    return PageComparison(
        pages=pages,
        changed=before.changed + int(changed.sum()),
        checksums_damaged=before.checksums_damaged or bool(damaged.any()) or misses_some,
    ), more


@contextlib.contextmanager
def no_writers(catalog: Path) -> Iterator[None]:
    """Prevent writes, if the file is writable at all."""
    if not (os.access(catalog, os.W_OK) and os.access(catalog.parent, os.W_OK)):
        yield
        return
    uri = f"{catalog.absolute().as_uri()}?mode=ro"
    with contextlib.ExitStack() as held:
        try:
            # the last connection to close must be a reader: a writer would empty the log
            last = held.enter_context(contextlib.closing(sqlite3.connect(uri, uri=True, factory=Connection)))
            holding = held.enter_context(
                contextlib.closing(
                    sqlite3.connect(catalog, isolation_level=None, timeout=PATIENCE_S, factory=Connection)
                )
            )
            last.execute("SELECT count(*) FROM sqlite_master").fetchone()
            holding.execute("BEGIN IMMEDIATE")
            held.callback(holding.execute, "ROLLBACK")
        except sqlite3.OperationalError as error:
            if not is_full(error, catalog.parent):  # nobody writes on a full disk
                raise
        yield


def _page_bytes(catalog: Path) -> int:
    uri = f"{catalog.absolute().as_uri()}?immutable=1"
    with contextlib.closing(sqlite3.connect(uri, uri=True, factory=Connection)) as connection:
        return int(connection.execute("PRAGMA page_size").fetchone()[0])


def _checksums_of(
    catalog: Path, page_bytes: int, first: int = 0, pieces: int | None = None
) -> NDArray[np.uint32]:
    """The CRC-32 of each page of the catalog's file without its log. first : page. pieces : to read; None for all"""
    checksums = array("I")
    rest = b""
    for piece in itertools.islice(read_pieces(catalog, first * page_bytes), pieces):
        data = memoryview(rest + piece if rest else piece)
        whole = len(data) // page_bytes * page_bytes
        checksums.extend(zlib.crc32(data[at : at + page_bytes]) for at in range(0, whole, page_bytes))
        rest = bytes(data[whole:])
    return np.array(checksums, np.uint32)


def _note(file: Path, log: _Log[int]) -> None:
    """Overwrite the stored checksums of the pages in the log.

    In place: a power cut can only damage checksums of pages that are still in the log.
    """
    with file.open("r+b") as target:
        for page, checksum in log.contents.items():
            target.seek(_HEADER.size + 8 * (page - 1))
            target.write(struct.pack("<II", checksum, checksum ^ 0xFFFFFFFF))
        target.truncate(_HEADER.size + 8 * log.pages)
        target.flush()
        os.fsync(target.fileno())


def _note_all(file: Path, page_bytes: int, checksums: NDArray[np.uint32]) -> None:
    both = np.stack([checksums, ~checksums], axis=1).astype("<u4")
    write_atomically(file, _HEADER.pack(_MAGIC, page_bytes) + both.tobytes())


def _read_log(catalog: Path, read: Callable[[memoryview], _Content]) -> _Log[_Content]:
    """The complete commits in the log, determined as SQLite does after a crash. read : converts a page"""
    committed: dict[int, _Content] = {}
    pending: dict[int, _Content] = {}
    pages = 0
    with contextlib.suppress(FileNotFoundError), _log_file(catalog).open("rb") as log:
        header = log.read(_LOG_HEADER.size)
        if len(header) < _LOG_HEADER.size:
            return _Log(contents={}, pages=0)
        magic, _, page_bytes, _, *rest = _LOG_HEADER.unpack(header)
        salts, state = rest[:2], (rest[2], rest[3])
        if magic & ~1 != _LOG_MAGIC or not 512 <= page_bytes <= 65536:
            return _Log(contents={}, pages=0)
        order = ">u4" if magic & 1 else "<u4"
        while len(frame := log.read(_FRAME_HEADER.size + page_bytes)) == _FRAME_HEADER.size + page_bytes:
            page, total, *rest = _FRAME_HEADER.unpack_from(frame)
            state = _log_checksum(state, np.frombuffer(frame[:8] + frame[_FRAME_HEADER.size :], order))
            if rest[:2] != salts or tuple(rest[2:]) != state:
                break
            pending[page] = read(memoryview(frame)[_FRAME_HEADER.size :])
            if total:
                committed |= pending
                pending, pages = {}, total
        remaining = {page: checksum for page, checksum in committed.items() if page <= pages}
        return _Log(contents=remaining, pages=pages)
    return _Log(contents={}, pages=0)


def _log_checksum(state: tuple[int, int], numbers: NDArray[np.uint32]) -> tuple[int, int]:
    """The log's running checksum after more 32-bit numbers: for each pair (a, b), s += a + t; t += b + s.

    It is linear, so each pair is multiplied by its final weight, modulo 2^32.
    """
    first, second = _weights(len(numbers) // 2)
    a, b = numbers[0::2].astype(np.uint32), numbers[1::2].astype(np.uint32)
    # the previous state is one more pair: (s, t) results from the pair (s, t - s)
    a = np.concatenate([np.array([state[0]], np.uint32), a])
    b = np.concatenate([np.array([(state[1] - state[0]) & 0xFFFFFFFF], np.uint32), b])
    s = (first[0] * a + first[1] * b).sum(dtype=np.uint32)
    t = (second[0] * a + second[1] * b).sum(dtype=np.uint32)
    return int(s), int(t)


@functools.cache
def _weights(pairs: int) -> tuple[tuple[NDArray[np.uint32], NDArray[np.uint32]], ...]:
    """Weights of each of pairs + 1 pairs (a, b) in the final s, and in the final t."""
    rows = np.empty((pairs + 1, 4), np.uint64)
    sa, sb, ta, tb = 1, 0, 1, 1  # of the last pair: s = a, t = a + b
    for row in range(pairs, -1, -1):
        rows[row] = sa, sb, ta, tb
        # one pair earlier: (s, t) -> (s + t, s + 2 t) for both of its parts
        sa, sb, ta, tb = (n & 0xFFFFFFFF for n in (sa + ta, sb + tb, sa + 2 * ta, sb + 2 * tb))
    numbers = rows.astype(np.uint32)
    return (numbers[:, 0], numbers[:, 1]), (numbers[:, 2], numbers[:, 3])


def _log_file(catalog: Path) -> Path:
    return catalog.with_name(f"{catalog.name}-wal")


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
