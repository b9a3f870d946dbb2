"""A database's file read as bytes: this process keeps its locks, and no more than a piece is in memory."""

import contextlib
import sqlite3
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from cbir.base.database_files import read_at, read_pieces

TAKE_THE_LOCK = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN EXCLUSIVE')"


@pytest.fixture(name="database")
def _database(tmp_path):
    path = tmp_path / "some.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE big (bytes BLOB)")
        connection.execute("INSERT INTO big VALUES (zeroblob(9000000))")
        connection.commit()
    return path


def test_it_is_read_as_it_is(database):
    whole = database.read_bytes()
    assert b"".join(read_pieces(database)) == whole
    assert read_at(database, 16, 2) == whole[16:18]
    assert read_at(database, len(whole) - 3, 100) == whole[-3:]


def test_the_locks_of_this_process_stay(database):
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        read_at(database, 0, 100)
        assert sum(map(len, read_pieces(database))) > 9_000_000
        taken = subprocess.run(
            [sys.executable, "-c", TAKE_THE_LOCK, str(database)], check=False, capture_output=True
        )
    assert b"database is locked" in taken.stderr


def test_a_piece_is_in_memory_and_not_the_file(database):
    tracemalloc.start()
    try:
        for _ in read_pieces(database):
            pass
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 3_000_000


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no list of the descriptors of a process")
def test_a_deleted_file_is_let_go_and_its_successor_is_read(database, tmp_path):
    read_at(database, 0, 1)
    database.unlink()
    database.write_bytes(b"another")
    assert b"".join(read_pieces(database)) == b"another"
    open_files = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the one that lists them
            open_files.append(str(descriptor.readlink()))
    assert str(database) in open_files
    assert f"{database} (deleted)" not in open_files
