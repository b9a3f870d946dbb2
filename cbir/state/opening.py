"""Checks before a library is opened, made or written to. Each problem becomes an error that says what to do."""

from __future__ import annotations

import contextlib
import errno
import json
import logging
import os
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from cbir.base.artifacts import read_sealed_json
from cbir.base.database_files import read_at
from cbir.base.disk_room import is_full
from cbir.base.drives import Volumes
from cbir.base.errors import (
    ArtifactMismatch,
    Cancelled,
    CatalogTooNew,
    CbirError,
    DiskFull,
    LibraryLocked,
    message_of,
)
from cbir.base.layout import Layout
from cbir.base.messages import Message, parts, sentences
from cbir.base.storage import TEMPORARY_PREFIX, make_private_folder, write_atomically
from cbir.base.types import Problem
from cbir.catalog import Catalog
from cbir.state.locking import cannot_lock, locks_hold, writer_lock

log = logging.getLogger(__name__)

FORMAT = 1
_LOCKS_PROVEN = "locks_proven"  # setting that names the computer and file system of the last test
FOLDING_S = 2.0  # time for folding old texts at opening; the rest is folded in the background
_FOLDED_AT_ONCE = 500  # photos per transaction
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}


def prepare(layout: Layout, *, create: bool, writable: bool) -> tuple[Problem, ...]:
    """Make sure that a folder has a library that this program can open. If necessary, make or upgrade it.

    Returns the problems found, most of them mended. Raises CbirError if there is no usable library, and CatalogTooNew
    if a newer version of the program has written it.
    """
    mended: tuple[Problem, ...] = ()
    if layout.service_note.exists():
        raise CbirError(
            "{0} refers to a library on another computer. Open it in the window: cbir gui --library ADDRESS",
            layout.folder,
        )
    if trouble := _format_trouble(layout):
        if Catalog.is_catalog(layout.catalog):
            mended = _write_format_again(layout, trouble)
        elif layout.format_file.exists():
            raise CbirError("{0} Restore it from a backup.", trouble)
        elif create:
            _create(layout)
        else:
            raise CbirError("There is no library at {0}. Make one with: {add}", layout.folder)
    refuse_what_is_cut_short(layout)
    may_write = os.access(layout.folder, os.W_OK)
    if writable and not may_write:
        raise CbirError(
            "The library {0} cannot be written to: its folder is read-only for you.", layout.folder
        )
    if may_write and Catalog.is_outdated(layout.catalog):
        # to read it, an old catalog is migrated in memory: that needs no space on disk
        with (
            contextlib.nullcontext() if writable else contextlib.suppress(DiskFull),
            exclusive_write(layout, proven=False) as catalog,  # it migrates
        ):
            _fold_old_texts(catalog)
    return mended


def _fold_old_texts(catalog: Catalog) -> None:
    """Index the text of an earlier version's photos again, for up to FOLDING_S."""
    end = time.monotonic() + FOLDING_S
    left = True
    while left and time.monotonic() < end:
        with catalog.transaction():
            left = catalog.full_text.fold_more(_FOLDED_AT_ONCE)


@contextlib.contextmanager
def exclusive_write(layout: Layout, *, proven: bool = True, resumable: bool = False) -> Iterator[Catalog]:
    """Hold the writer lock and open the catalog for writing. Errors of disk or index are raised as sentences.

    proven : test first that the file system's locks work. False to move a library away from a file system on which
        they may not
    resumable : the work is done in parts, and finished parts remain when the disk is full
    """
    with (
        writer_lock(layout),
        explain_disk_trouble(layout.folder, resumable=resumable),
        _open_in_place(layout) as catalog,
    ):
        if proven:
            _prove_locks(layout, catalog)
        try:
            yield catalog
        except ArtifactMismatch as error:
            raise damaged_index(error) from error


def _open_in_place(layout: Layout) -> Catalog:
    _refuse_what_moved(layout)
    return Catalog.open(layout.catalog, writable=True)


def _refuse_what_moved(layout: Layout) -> None:
    if not layout.format_file.exists():
        raise CbirError("The library {0} was moved or removed meanwhile. Nothing was kept.", layout.folder)


@contextlib.contextmanager
def unlocked_write(layout: Layout) -> Iterator[Catalog]:
    """Open the catalog for short writes, such as marks or removed photos, even during an index run of any process.

    The database serialises the transactions. To add photos or replace segments, use exclusive_write.
    """
    with explain_disk_trouble(layout.folder):
        catalog = Catalog.open(layout.catalog, writable=True)
        try:
            catalog.make_durable()
            _prove_locks(layout, catalog)
            yield catalog
            _refuse_what_moved(layout)
        finally:
            catalog.close(fold_log=False)


@contextlib.contextmanager
def explain_disk_trouble(folder: Path, *, resumable: bool = False) -> Iterator[None]:
    """Raise errors of a full or failing disk, and of a busy or damaged catalog, as sentences for people.

    resumable : finished parts of the work remain when the disk is full
    """
    try:
        yield
    except OSError as error:
        if _is_elsewhere(error, folder):
            raise
        if is_full(error, folder):
            raise DiskFull(folder, resumable=resumable) from error
        if error.errno in _READ_ONLY:
            raise CbirError("The library {0} cannot be written to: {1}.", folder, _reason(error)) from error
        if error.errno == errno.EIO:
            raise CbirError(
                "The disk that holds the library {0} reported an error ({1}). "
                "Photos indexed so far are kept. Check the disk, then {run}: {check_deep}",
                folder,
                error.filename,
            ) from error
        raise
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_INTERRUPT:
            raise Cancelled("It was cancelled.") from error
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise LibraryLocked(
                "The library {0} is being written to by another process. Try again in a moment.", folder
            ) from error
        if is_full(error, folder):
            raise DiskFull(folder, resumable=resumable) from error
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}:
            raise CbirError("The library {0} cannot be written to: {1}.", folder, error) from error
        raise damaged_catalog(folder, error) from error
    except sqlite3.DatabaseError as error:
        raise damaged_catalog(folder, error) from error


_REMEDY = Message("To mend the library, {run}: {check}, and then {scan}.")


def _is_elsewhere(error: OSError, folder: Path) -> bool:
    """True if an error names a file outside a folder, such as a file of a model."""
    if error.filename is None or isinstance(error.filename, int):
        return False  # an error of write() names no file
    file, folder = (Path(os.path.realpath(path)) for path in (os.fsdecode(error.filename), folder))
    return not file.is_relative_to(folder) and not folder.is_relative_to(file)


def damaged_index(error: Exception) -> ArtifactMismatch:
    """Return the error with a remedy for the user."""
    message = message_of(error)
    named = any(part.template == _REMEDY.template for part in parts(message))
    return ArtifactMismatch(message if named else sentences(message, _REMEDY))


def damaged_catalog(folder: Path, why: object) -> CbirError:
    return CbirError(
        "The catalog of the library {0} cannot be used ({1}). Restore the library from a backup with "
        "{restore}, or move its folder away and index your folders again; "
        "your photos are not affected.",
        folder,
        why,
    )


def _create(layout: Layout) -> None:
    folder = layout.folder
    if folder.is_dir() and any(not _is_ours(path, layout) for path in folder.iterdir()):
        raise CbirError(
            "{0} is not a library and not empty. Name an empty or new folder for the library.", folder
        )
    refuse_network(folder)
    try:
        make_private_folder(folder)
        folder.chmod(0o700)
        refuse_without_locks(folder)
    except OSError as error:
        if is_full(error, folder):
            raise DiskFull(folder) from error
        raise CbirError("The library {0} cannot be made: {1}.", folder, _reason(error)) from error
    with writer_lock(layout), explain_disk_trouble(folder):
        with Catalog.open(layout.catalog, writable=True) as catalog, catalog.transaction():
            catalog.settings.set(_LOCKS_PROVEN, computer_and_volume(folder))
        _write_format(layout)


def _is_ours(path: Path, layout: Layout) -> bool:
    """True for files that an interrupted creation of a library leaves behind."""
    catalog = layout.catalog.name
    leftovers = {
        catalog,
        f"{catalog}-wal",
        f"{catalog}-shm",
        f"{catalog}-journal",
        layout.catalog_checksums.name,
    }
    leftovers |= {layout.lock.name, layout.lock_holder.name, layout.server_note.name}
    return path.name in leftovers or path.name.startswith(TEMPORARY_PREFIX)


def refuse_network(folder: Path) -> None:
    """Raise CbirError if a folder is on a network drive. The folder need not exist.

    SQLite's write-ahead log needs memory that all processes share, which processes on two computers cannot. A rollback
    journal needs none, but relies on locks, which network drives often implement wrongly (sqlite.org/wal.html,
    sqlite.org/faq.html, 5).
    """
    if Volumes.now().is_network(folder):
        raise CbirError(
            "{0} is on a network drive, where a library could be damaged. Name a folder on a drive of this "
            "computer with --library; your photos can stay on the network. A library that is there already can be "
            "searched, and moved with: cbir library move",
            folder,
        )


def refuse_without_locks(folder: Path, *, is_kept_out: Callable[[Path, Path], bool] | None = None) -> None:
    """Raise CbirError if SQLite's locks have no effect, as on many network drives.

    is_kept_out : see locks_hold()
    """
    refuse_network(folder)
    try:
        held = locks_hold(folder, is_kept_out=is_kept_out)
    except sqlite3.OperationalError as error:
        if is_full(error, folder):
            raise DiskFull(folder) from error
        raise cannot_lock(folder) from error
    except NotImplementedError as error:
        raise cannot_lock(folder) from error
    if not held:
        raise cannot_lock(folder)


def _prove_locks(layout: Layout, catalog: Catalog) -> None:
    """Test the file system's locks, unless they were tested before on this file system and computer."""
    place = computer_and_volume(layout.folder)
    if catalog.settings.get(_LOCKS_PROVEN) != place:
        refuse_without_locks(layout.folder)
        with catalog.transaction():
            catalog.settings.set(_LOCKS_PROVEN, place)


def computer_and_volume(folder: Path) -> str:
    """Name this computer, and the file system of a folder."""
    place = Volumes.now().place(folder)
    return f"{socket.gethostname()} {folder if place is None else place.volume}"


def _format_trouble(layout: Layout) -> Message | None:
    """Return why library.json does not name a format; None if it does. Raises CatalogTooNew."""
    try:
        format_number = read_sealed_json(layout.format_file.read_bytes()).get("format")
    except FileNotFoundError:
        return Message("The file {0} is missing.", layout.format_file)
    except (OSError, ValueError) as error:
        return Message("The file {0} cannot be read ({1}).", layout.format_file, error)
    if type(format_number) is not int or format_number < 1:
        return Message("The file {0} cannot be read (it does not name a format).", layout.format_file)
    if format_number > FORMAT:
        raise CatalogTooNew(
            "The library {0} has format {1}, made by a newer version of cbir; "
            "this one reads up to {2}. Update cbir to open it; nothing was changed. If there never was a newer "
            "version, {3} is damaged: delete it, and it is written again.",
            layout.folder,
            format_number,
            FORMAT,
            layout.format_file.name,
        )
    return None


def _write_format_again(layout: Layout, trouble: Message) -> tuple[Problem, ...]:
    """Write library.json again. The catalog proves that this is a library, and has a version of its own."""
    if not os.access(layout.folder, os.W_OK):
        return (Problem(what=trouble, remedy=Message("Make the library writable, and it is written again.")),)
    unfinished = not layout.format_file.exists() and _is_empty(layout)
    try:
        with explain_disk_trouble(layout.folder):
            _write_format(layout)
    except DiskFull:
        return (Problem(what=trouble, remedy=Message("Free some disk space, and it is written again.")),)
    if unfinished:
        return ()  # its creation was interrupted before this last file: nothing was lost
    log.warning("%s It was written again: the catalog is there.", trouble)
    return (Problem(what=trouble, remedy=Message("It was rewritten: the catalog is there."), mended=True),)


def _is_empty(layout: Layout) -> bool:
    with contextlib.closing(Catalog.open(layout.catalog, writable=False)) as catalog:
        return catalog.photos.count() == 0


def _write_format(layout: Layout) -> None:
    write_atomically(layout.format_file, json.dumps({"format": FORMAT}).encode())


def refuse_what_is_cut_short(layout: Layout) -> None:
    """Raise an error if the catalog is missing or truncated.

    A truncated catalog could be opened and fail later. A missing one would be created anew without a message.
    """
    try:
        size = layout.catalog.stat().st_size
        header = read_at(layout.catalog, 0, 100)
    except FileNotFoundError:
        size, header = 0, b""
    except OSError as error:
        raise CbirError(
            "The library's catalog {0} cannot be read: {1}.", layout.catalog, _reason(error)
        ) from error
    wal = layout.catalog.with_name(f"{layout.catalog.name}-wal")
    if wal.exists() and wal.stat().st_size:
        return  # pages may still be in the log
    # SQLite's file format, 1.3: page size at 16, size in pages at 28
    pages = int.from_bytes(header[28:32], "big")
    page_bytes = int.from_bytes(header[16:18], "big")
    page_bytes = 65536 if page_bytes == 1 else page_bytes
    if len(header) < 100 or size < pages * page_bytes:
        raise damaged_catalog(
            layout.folder, Message("it is missing") if size == 0 else Message("its end is missing")
        )


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
