"""The catalog's pages and their checksums: every flipped bit is seen, and nothing that is written, or killed, is."""

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from cbir.base import database_files
from cbir.base.errors import CbirError
from cbir.catalog import Catalog, PageComparison, compare_pages, page_checksums, remove_log
from cbir.catalog.page_checksums import checksums_file, fold_all, log_is_long
from tests.cbir.catalog_rows import execute_by_its_own

ROWS = "x" * 300


@pytest.fixture(name="catalog")
def _catalog(tmp_path):
    path = tmp_path / "catalog.sqlite"
    with Catalog.open(path, writable=True) as catalog:
        write(catalog, 400)
    return path


def write(catalog, rows, start=0):
    root = next(iter(catalog.roots.all()), None) or catalog.roots.add(Path("/photos"))
    with catalog.transaction():
        for number in range(start, start + rows):
            catalog.files.add_failure(root, f"{number}.jpg", size=1, mtime_ns=1, reason=ROWS, lasting=True)


def flip(path, chance):
    """Flip one bit and return what was there."""
    sound = path.read_bytes()
    broken = bytearray(sound)
    broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
    path.write_bytes(broken)
    return sound


def log_bytes(catalog):
    log = catalog.with_name(f"{catalog.name}-wal")
    return log.stat().st_size if log.exists() else 0


def test_every_page_has_its_checksum_when_the_last_writer_has_gone(catalog):
    pages = compare_pages(catalog).pages
    assert compare_pages(catalog) == PageComparison(pages=pages)
    assert catalog.stat().st_size == pages * 4096
    known = checksums_file(catalog).read_bytes()[8:]
    assert len(known) == pages * 8
    data = catalog.read_bytes()
    for page in range(pages):
        checksum = zlib.crc32(data[page * 4096 : (page + 1) * 4096])
        assert known[page * 8 : page * 8 + 4] == checksum.to_bytes(4, "little")


def test_the_log_is_on_the_disk_before_its_checksums_and_these_before_its_pages(catalog, monkeypatch):
    before, real = catalog.read_bytes(), os.fsync
    steps = []

    def fsync(descriptor):
        names = {path.stat().st_ino: path.name for path in catalog.parent.iterdir()}
        steps.append((names[os.fstat(descriptor).st_ino], catalog.read_bytes() == before))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    with Catalog.open(catalog, writable=True) as opened:
        write(opened, 5, start=400)
    assert steps == [(f"{catalog.name}-wal", True), (checksums_file(catalog).name, True)]
    assert catalog.read_bytes() != before


def test_a_flipped_bit_anywhere_in_the_catalog_is_seen(catalog):
    chance = random.Random("catalog")
    unseen = 0
    for _ in range(100):
        sound = flip(catalog, chance)
        with contextlib.suppress(sqlite3.DatabaseError):  # its header: SQLite itself refuses it
            unseen += compare_pages(catalog).changed != 1
        catalog.write_bytes(sound)
    assert unseen == 0


def test_pieces_are_compared_like_the_whole_and_let_writers_in_between(catalog, monkeypatch):
    whole = compare_pages(catalog)
    for module in (database_files, page_checksums):
        monkeypatch.setattr(module, "PIECE_BYTES", 4096)
    monkeypatch.setattr(page_checksums, "PIECES_AT_ONCE", 3)
    pauses = []
    monkeypatch.setattr("cbir.catalog.page_checksums.time.sleep", pauses.append)
    assert compare_pages(catalog) == whole
    for number in range(1, 8):  # of the last pages, where the rows are: others have the schema
        data = bytearray(catalog.read_bytes())
        data[(whole.pages - number) * 4096 + 9] ^= 1
        catalog.write_bytes(data)
        assert compare_pages(catalog).changed == number, "all that were flipped so far"

    locked = 0
    hold = page_checksums.no_writers

    def holding(path):
        nonlocal locked
        locked += 1
        return hold(path)

    monkeypatch.setattr(page_checksums, "no_writers", holding)
    pauses.clear()
    compare_pages(catalog)
    assert len(pauses) == whole.pages // 3, "or a writer that waits would never be in time"
    assert locked == whole.pages // 3 + 1


def test_a_broken_schema_that_is_no_text_is_a_damaged_catalog(catalog):
    catalog.write_bytes(catalog.read_bytes().replace(b"CREATE TABLE root", b"CREATE TABLE \xf2\xa0ot"))
    with pytest.raises(sqlite3.DatabaseError):
        compare_pages(catalog)
    for writable in (True, False):
        with pytest.raises(CbirError, match="restore it from a backup"):
            Catalog.open(catalog, writable=writable)


def test_a_flipped_bit_in_the_checksums_is_told_from_one_in_the_catalog(catalog):
    chance = random.Random("checksums")
    for _ in range(100):
        sound = flip(checksums_file(catalog), chance)
        found = compare_pages(catalog)
        assert (found.changed, found.checksums_damaged) == (0, True)
        checksums_file(catalog).write_bytes(sound)
    with Catalog.open(catalog, writable=True) as opened:
        flip(checksums_file(catalog), chance)
        opened.renew_checksums()
    assert checksums_file(catalog).read_bytes() == sound


def test_checksums_stay_where_another_writer_is_in_the_way(catalog):
    before = checksums_file(catalog).read_bytes()
    with (
        Catalog.open(catalog, writable=True) as opened,
        contextlib.closing(sqlite3.connect(catalog, isolation_level=None)) as other,
    ):
        execute_by_its_own(opened, "PRAGMA busy_timeout = 10")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError):
            opened.renew_checksums()
        assert checksums_file(catalog).read_bytes() == before
        other.execute("ROLLBACK")


def test_what_is_still_in_the_log_is_no_damage_and_a_flip_beside_it_is(catalog):
    with Catalog.open(catalog, writable=False), Catalog.open(catalog, writable=True) as writer:
        write(writer, 5)
        assert log_bytes(catalog) > 0
        assert compare_pages(catalog).changed == 0
        with catalog.open("r+b") as file:  # the last page: nothing of it is in the log
            file.seek(-9, os.SEEK_END)
            file.write(bytes([file.read(1)[0] ^ 1]))
        assert compare_pages(catalog).changed == 1


def test_a_reader_in_the_way_leaves_pages_in_the_log_and_no_alarm(catalog):
    with Catalog.open(catalog, writable=False) as reader, reader.reading():
        assert len(reader.files.failures()) == 400
        with Catalog.open(catalog, writable=True) as writer:
            write(writer, 300, start=400)
        assert len(reader.files.failures()) == 400
        assert compare_pages(catalog).changed == 0
    with Catalog.open(catalog, writable=True) as writer:
        write(writer, 1, start=700)
        assert compare_pages(catalog).changed == 0
    assert compare_pages(catalog) == PageComparison(pages=catalog.stat().st_size // 4096)


def test_a_long_run_keeps_its_log_short_and_leaves_none(catalog):
    with Catalog.open(catalog, writable=False):
        with Catalog.open(catalog, writable=True) as writer:
            for start in range(0, 40_000, 2_000):
                write(writer, 2_000, start=start)
        assert 0 < log_bytes(catalog) < 200_000
    assert compare_pages(catalog) == PageComparison(pages=catalog.stat().st_size // 4096)
    with Catalog.open(catalog, writable=True) as writer:
        writer.files.forget_failures()
        writer.shrink()
    assert compare_pages(catalog) == PageComparison(pages=catalog.stat().st_size // 4096)


def test_the_log_that_a_reader_leaves_is_taken_away_when_nobody_needs_it(catalog):
    with Catalog.open(catalog, writable=False) as reader:
        with Catalog.open(catalog, writable=True) as writer:
            write(writer, 1, start=400)
        remove_log(catalog)
        assert log_bytes(catalog) > 0
        assert len(reader.files.failures()) == 401
    assert log_bytes(catalog) > 0
    remove_log(catalog)
    assert log_bytes(catalog) == 0
    assert compare_pages(catalog) == PageComparison(pages=catalog.stat().st_size // 4096)


def test_a_catalog_of_a_program_without_checksums_gets_them(catalog):
    checksums_file(catalog).unlink()
    assert compare_pages(catalog) == PageComparison()
    with Catalog.open(catalog, writable=True):
        pass
    assert compare_pages(catalog) == PageComparison(pages=catalog.stat().st_size // 4096)


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL")
def test_no_kill_leaves_a_page_without_its_checksum(catalog):
    chance = random.Random("kill")
    for number in range(12):
        child = subprocess.Popen(
            [sys.executable, "-c", _WRITE_FOR_EVER, str(catalog), str(number)], stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        child.stdout.readline()
        try:
            child.wait(chance.uniform(0, 0.2))
        except subprocess.TimeoutExpired:
            child.kill()
        child.wait()
        child.stdout.close()
        assert compare_pages(catalog).changed == 0
        with Catalog.open(catalog, writable=True) as writer:
            write(writer, 3, start=100 * number)
            assert writer.audit.damage(deep=True) == []
        assert compare_pages(catalog) == PageComparison(pages=catalog.stat().st_size // 4096)


_WRITE_FOR_EVER = """
import sys
from pathlib import Path
from cbir.catalog import Catalog
from tests.cbir.catalog.test_page_checksums import write
print("ready", flush=True)
start = 1000 * int(sys.argv[2])
while True:
    with Catalog.open(Path(sys.argv[1]), writable=True) as catalog:
        for _ in range(start % 7 + 1):
            write(catalog, 200, start=start)
            start += 200
"""


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX forgets locks when a file is closed")
def test_opening_to_write_does_not_end_the_locks_of_this_process(catalog):
    with Catalog.open(catalog, writable=False) as reader:
        assert len(reader.files.failures()) == 400
        Catalog.open(catalog, writable=True).close()
        compare_pages(catalog)
        code = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('DELETE FROM setting')"
        subprocess.run([sys.executable, "-c", code, str(catalog)], check=True)
        # the last one to close would have taken the log away
        assert catalog.with_name(f"{catalog.name}-wal").exists()


def test_a_log_is_long_from_a_thousand_frames_of_its_own(catalog):
    long = []

    def frames():
        return (log_bytes(catalog) - 32) // (24 + 4096)

    assert not log_is_long(catalog), "there is none"
    with (
        contextlib.closing(sqlite3.connect(catalog, isolation_level=None)) as reader,
        contextlib.closing(sqlite3.connect(catalog, isolation_level=None)) as writer,
    ):
        reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        version = writer.execute("PRAGMA user_version").fetchone()[0]
        while frames() < 1003:
            writer.execute(f"PRAGMA user_version = {version}")
            long.append((frames(), log_is_long(catalog)))
        assert long == [(number, number >= 1000) for number in range(1, 1004)]
        writer.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        writer.execute(f"PRAGMA user_version = {version}")
        assert (frames(), log_is_long(catalog)) == (1003, False), "the frames behind the first are of before"
        fold_all(writer, catalog)
        assert frames() < 10
    log = catalog.with_name(f"{catalog.name}-wal")
    log.write_bytes(bytes(31))
    assert not log_is_long(catalog)


@pytest.mark.parametrize("closed", ["file", "folder"])
def test_where_nobody_can_write_pages_are_compared_without_a_lock(catalog, closed, monkeypatch):
    denied = catalog if closed == "file" else catalog.parent
    monkeypatch.setattr("cbir.catalog.page_checksums.os.access", lambda path, mode: path != denied)
    monkeypatch.setattr("cbir.catalog.page_checksums.PATIENCE_S", 0)
    with contextlib.closing(sqlite3.connect(catalog, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert compare_pages(catalog) == PageComparison(pages=catalog.stat().st_size // 4096)
        monkeypatch.setattr("cbir.catalog.page_checksums.os.access", lambda path, mode: True)
        assert compare_pages(catalog) == PageComparison(), "somebody is writing"
