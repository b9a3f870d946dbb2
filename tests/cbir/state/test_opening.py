"""Refusals to open, make or write to a library, and their sentences; no photo is needed."""

import errno
import json
import os
import socket
import sqlite3

import pytest

from cbir.base.drives import Mount, Volumes
from cbir.base.errors import ArtifactMismatch, CbirError, DiskFull, LibraryLocked
from cbir.base.layout import Layout
from cbir.base.storage import TEMPORARY_PREFIX
from cbir.catalog import Catalog
from cbir.state import exclusive_write, explain_disk_trouble, opening, prepare, unlocked_write
from cbir.state.opening import damaged_index, refuse_without_locks
from tests.cbir.catalog_rows import execute_by_its_own


def sqlite_error(kind, code):
    error = kind("as SQLite says it")
    error.sqlite_errorcode = code
    return error


def no_room(_file, _data):
    raise OSError(errno.ENOSPC, "No space left on device")


# --- what there is ---


def test_a_folder_that_stands_for_a_service_is_no_library_of_its_own(tmp_path):
    layout = Layout(tmp_path)
    layout.service_note.write_text("{}", encoding="utf-8")
    with pytest.raises(CbirError, match="on another computer"):
        prepare(layout, create=True, writable=True)
    assert [path.name for path in tmp_path.iterdir()] == [layout.service_note.name]


@pytest.mark.parametrize(
    "left",
    [
        *("catalog.sqlite-wal", "catalog.sqlite-shm", "catalog.sqlite-journal", "catalog.checksums"),
        *("writer.lock", "writer.json", "server.json", f"{TEMPORARY_PREFIX}1-abc-library.json"),
    ],
)
def test_what_an_interrupted_creation_leaves_is_in_nobodys_way(tmp_path, left):
    (tmp_path / left).write_bytes(b"")
    prepare(Layout(tmp_path), create=True, writable=True)
    assert Layout(tmp_path).format_file.exists()


def test_an_existing_folder_becomes_private_when_a_library_is_made_in_it(tmp_path):
    tmp_path.chmod(0o755)
    prepare(Layout(tmp_path), create=True, writable=True)
    if os.name != "nt":
        assert tmp_path.stat().st_mode & 0o777 == 0o700


def test_a_truth_value_is_no_format(layout):
    layout.format_file.write_text('{"format": true}', encoding="utf-8")
    (problem,) = prepare(layout, create=False, writable=True)
    assert problem.mended and "does not name a format" in problem.what
    assert json.loads(layout.format_file.read_bytes()) == {"format": 1}


def test_a_lost_format_file_of_a_library_that_nobody_may_write_is_told(layout, monkeypatch):
    layout.format_file.unlink()
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    (problem,) = prepare(layout, create=False, writable=False)
    assert not problem.mended and "is missing" in problem.what
    assert not layout.format_file.exists()


def test_a_library_that_may_not_be_written_is_opened_only_to_read(layout, monkeypatch):
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    monkeypatch.setattr(Catalog, "is_outdated", lambda _path: True)
    with pytest.raises(CbirError, match="read-only for you"):
        prepare(layout, create=False, writable=True)
    before = {path: path.read_bytes() for path in layout.folder.iterdir()}
    prepare(layout, create=False, writable=False)
    assert {path: path.read_bytes() for path in layout.folder.iterdir()} == before, "nothing was migrated"


# --- a catalog's end ---


def header(*, page_bytes, pages):
    """As SQLite's file format says it, 1.3."""
    start = bytearray(100)
    start[16:18] = page_bytes.to_bytes(2, "big")
    start[28:32] = pages.to_bytes(4, "big")
    return bytes(start)


@pytest.mark.parametrize(
    ("page_bytes", "size", "whole"),
    [(4096, 8192, True), (4096, 8191, False), (1, 131072, True), (1, 131071, False)],
)
def test_a_catalog_is_whole_to_its_last_byte(layout, page_bytes, size, whole):
    start = header(page_bytes=page_bytes, pages=2)
    layout.catalog.write_bytes(start.ljust(size, b"\0"))
    if whole:
        opening.refuse_what_is_cut_short(layout)
        return
    with pytest.raises(CbirError, match="its end is missing"):
        opening.refuse_what_is_cut_short(layout)


@pytest.mark.parametrize("log", [b"", b"pages"])
def test_a_log_that_holds_something_may_hold_the_end_of_a_catalog(layout, log):
    layout.catalog.write_bytes(header(page_bytes=4096, pages=2))
    layout.catalog.with_name("catalog.sqlite-wal").write_bytes(log)
    if log:
        opening.refuse_what_is_cut_short(layout)
        return
    with pytest.raises(CbirError, match="its end is missing"):
        opening.refuse_what_is_cut_short(layout)


def test_a_catalog_that_the_disk_does_not_give_is_a_sentence(layout, monkeypatch):
    def fail(_path, _start, _length):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(opening, "read_at", fail)
    with pytest.raises(CbirError, match="cannot be read: input/output error"):
        prepare(layout, create=False, writable=True)


# --- writing ---


def test_a_writer_of_a_library_that_was_moved_meanwhile_makes_no_new_one(layout):
    for path in list(layout.folder.iterdir()):
        path.unlink()
    with pytest.raises(CbirError, match="moved or removed"), exclusive_write(layout):
        pass
    assert not layout.catalog.exists()


def test_a_mark_that_was_set_while_the_library_was_moved_is_told_to_be_lost(layout):
    with pytest.raises(CbirError, match="Nothing was kept"), unlocked_write(layout):
        layout.format_file.unlink()


def test_a_mark_is_on_the_disk_when_its_commit_returns(layout):
    with unlocked_write(layout) as catalog:
        assert execute_by_its_own(catalog, "PRAGMA synchronous") == [(2,)], "which is FULL"


def test_a_short_write_leaves_folding_the_log_to_a_run(layout, monkeypatch):
    """To fold it may take as long as a reader reads."""
    folded = []
    monkeypatch.setattr("cbir.catalog.catalog.fold_all", lambda _connection, path: folded.append(path))
    with unlocked_write(layout):
        pass
    assert folded == []
    with exclusive_write(layout):
        pass
    assert folded == [layout.catalog]


@pytest.mark.parametrize("write", [unlocked_write, exclusive_write])
def test_a_write_beside_one_that_does_not_end_is_told_to_try_again(layout, write):
    with pytest.raises(LibraryLocked, match="Try again in a moment"), write(layout):
        raise sqlite_error(sqlite3.OperationalError, sqlite3.SQLITE_BUSY)


def test_a_catalog_that_another_program_holds_cannot_be_opened_yet(layout, monkeypatch):
    """Not: restore it from a backup."""

    def busy(*_values, **_options):
        raise sqlite_error(sqlite3.OperationalError, sqlite3.SQLITE_BUSY)

    monkeypatch.setattr(sqlite3, "connect", busy)
    with pytest.raises(LibraryLocked, match="Try again in a moment"):
        Catalog.open(layout.catalog, writable=True)


def test_a_full_disk_at_a_short_write_is_no_other_process(layout):
    with pytest.raises(CbirError, match="is full"), unlocked_write(layout):
        raise sqlite_error(sqlite3.OperationalError, sqlite3.SQLITE_FULL)


def test_an_index_that_is_damaged_at_a_write_says_how_to_mend_it_once(layout):
    with pytest.raises(ArtifactMismatch, match="cbir library check") as told, exclusive_write(layout):
        raise damaged_index(ArtifactMismatch("It is damaged."))
    assert str(told.value).count("cbir library check") == 1


@pytest.mark.parametrize("write", [unlocked_write, exclusive_write])
def test_locks_are_tried_again_by_another_computer(
    layout,
    monkeypatch,
    write,
):
    tried = []

    def count(database, _lock):
        tried.append(database)
        return True

    monkeypatch.setattr("cbir.state.locking.child_is_kept_out", count)
    with write(layout):
        before = len(tried)
    for host, times in (("mine", 1), ("mine", 1), ("theirs", 2)):
        monkeypatch.setattr(socket, "gethostname", lambda host=host: host)
        with write(layout):
            assert len(tried) - before == times


def test_a_library_is_taken_away_from_a_drive_without_locks(layout, monkeypatch):
    monkeypatch.setattr(opening, "computer_and_volume", lambda _folder: "somewhere else")
    monkeypatch.setattr(opening, "locks_hold", lambda _folder, **_: False)
    with pytest.raises(CbirError, match="cannot lock files"), exclusive_write(layout):
        pass
    with exclusive_write(layout, proven=False) as catalog:
        assert catalog.photos.count() == 0


def test_locks_are_not_tried_again_in_another_folder_of_the_same_drive(tmp_path, monkeypatch):
    monkeypatch.setattr(Volumes, "now", lambda: Volumes([Mount(point=tmp_path, volume="uuid:1")]))
    prepare(Layout(tmp_path / "here"), create=True, writable=True)
    (tmp_path / "here").rename(tmp_path / "there")

    def fail(_database, _lock):
        raise AssertionError("it takes a process")

    monkeypatch.setattr("cbir.state.locking.child_is_kept_out", fail)
    with unlocked_write(Layout(tmp_path / "there")):
        pass


# --- what the system says ---


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "is full.* nothing was changed"),
        (errno.EDQUOT, "is full.* nothing was changed"),
        (errno.EROFS, "cannot be written to: as it says"),
        (errno.EACCES, "cannot be written to: as it says"),
        (errno.EPERM, "cannot be written to: as it says"),
        (errno.EIO, r"reported an error \(.*some file\)"),
    ],
)
def test_what_the_disk_says_becomes_a_sentence(tmp_path, number, sentence):
    with pytest.raises(CbirError, match=sentence), explain_disk_trouble(tmp_path):
        raise OSError(number, "As it says", str(tmp_path / "some file"))
    if number != errno.EIO:
        with pytest.raises(CbirError, match=sentence), explain_disk_trouble(tmp_path):
            raise OSError(number, "As it says")  # of a write


def test_what_is_said_of_a_file_elsewhere_is_nothing_of_the_library(tmp_path):
    library = tmp_path / "library"
    for file in (library / "segments" / "a", library, tmp_path):  # the last where it is to be made
        with pytest.raises(CbirError, match="cannot be written to"), explain_disk_trouble(library):
            raise PermissionError(errno.EACCES, "Permission denied", str(file))
    for other in (tmp_path / "models", os.fsencode(tmp_path / "library2"), "some file"):
        with pytest.raises(PermissionError), explain_disk_trouble(library):
            raise PermissionError(errno.EACCES, "Permission denied", other)


def test_trouble_that_is_not_the_disks_is_left_as_it_is(tmp_path):
    with pytest.raises(FileNotFoundError), explain_disk_trouble(tmp_path):
        raise FileNotFoundError(errno.ENOENT, "none", "some file")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (sqlite3.SQLITE_FULL, "is full"),
        (sqlite3.SQLITE_READONLY, "cannot be written to"),
        (sqlite3.SQLITE_READONLY_DBMOVED, "cannot be written to"),
        (sqlite3.SQLITE_PERM, "cannot be written to"),
        (sqlite3.SQLITE_IOERR_SHMMAP, "cannot be used"),
        (sqlite3.SQLITE_ERROR, "cannot be used"),
    ],
)
def test_what_the_database_says_becomes_a_sentence(tmp_path, code, sentence):
    with pytest.raises(CbirError, match=sentence), explain_disk_trouble(tmp_path):
        raise sqlite_error(sqlite3.OperationalError, code)


def test_a_file_that_is_no_database_is_a_damaged_catalog(tmp_path):
    with pytest.raises(CbirError, match="Restore the library from a backup"), explain_disk_trouble(tmp_path):
        raise sqlite_error(sqlite3.DatabaseError, sqlite3.SQLITE_NOTADB)


@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_CANTOPEN]
)
def test_what_sqlite_cannot_write_is_a_full_disk_only_where_nothing_else_can_be_written_either(
    tmp_path, monkeypatch, code
):
    with pytest.raises(CbirError, match="cannot be used"), explain_disk_trouble(tmp_path):
        raise sqlite_error(sqlite3.OperationalError, code)
    monkeypatch.setattr(os, "write", no_room)
    with pytest.raises(DiskFull), explain_disk_trouble(tmp_path):
        raise sqlite_error(sqlite3.OperationalError, code)


@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_CORRUPT]
)
def test_a_damaged_catalog_on_a_full_disk_is_still_told_as_damaged(tmp_path, monkeypatch, code):
    monkeypatch.setattr(os, "write", no_room)
    with pytest.raises(CbirError, match="Restore the library from a backup"), explain_disk_trouble(tmp_path):
        raise sqlite_error(
            sqlite3.DatabaseError if code == sqlite3.SQLITE_CORRUPT else sqlite3.OperationalError, code
        )


def test_work_in_parts_that_meets_a_full_disk_says_that_the_parts_before_are_kept(tmp_path):
    with pytest.raises(DiskFull, match="is kept"), explain_disk_trouble(tmp_path, resumable=True):
        raise OSError(errno.ENOSPC, "No space left on device")


# --- making one ---


@pytest.fixture(name="trouble")
def _trouble(monkeypatch):
    """The error with which a test of the locks ends."""
    raised = []

    def fail(_folder, **_):
        raise raised[0]

    monkeypatch.setattr(opening, "locks_hold", fail)
    yield raised


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "is full"),
        (OSError(errno.EACCES, "Permission denied"), "cannot be made: permission denied"),
        (NotImplementedError(), "cannot lock files"),
        (sqlite_error(sqlite3.OperationalError, sqlite3.SQLITE_FULL), "is full"),
        (sqlite_error(sqlite3.OperationalError, sqlite3.SQLITE_IOERR), "cannot lock files"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_library_is_not_made_where_it_cannot_be_locked_and_the_reason_is_said(
    tmp_path, trouble, error, sentence
):
    trouble.append(error)
    with pytest.raises(CbirError, match=sentence):
        prepare(Layout(tmp_path / "library"), create=True, writable=True)
    assert list((tmp_path / "library").iterdir()) == []


def test_locks_that_find_no_room_are_not_taken_for_locks_that_do_not_hold(tmp_path, trouble, monkeypatch):
    monkeypatch.setattr(os, "write", no_room)
    trouble.append(sqlite_error(sqlite3.OperationalError, sqlite3.SQLITE_IOERR))
    with pytest.raises(CbirError, match="is full"):
        refuse_without_locks(tmp_path)
