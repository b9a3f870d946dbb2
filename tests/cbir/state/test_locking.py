"""The writer's lock: who may hold it, what is said about the holder, and what a try of the locks leaves."""

import errno
import json
import os
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest
from filelock import FileLock

from cbir.base.errors import CbirError, LibraryLocked
from cbir.base.layout import Layout
from cbir.base.liveness import Limits
from cbir.state import locking
from cbir.state.locking import is_kept_out, locks_hold, writer_lock

child_is_kept_out = locking.child_is_kept_out  # before it is replaced for each test


@pytest.fixture(name="layout")
def _layout(tmp_path):
    return Layout(tmp_path)


@pytest.fixture(name="kept")
def _kept(monkeypatch):
    """All locks that are made, so that none of them is given back because nobody has it any more."""
    kept = []

    class Lock(FileLock):
        def __init__(self, path, **options):
            super().__init__(path, **options)
            kept.append(self)

    monkeypatch.setattr("filelock.FileLock", Lock)
    return kept


def test_a_lock_is_free_again_as_soon_as_its_holder_is_done(layout, kept):
    with pytest.raises(ZeroDivisionError), writer_lock(layout):
        raise ZeroDivisionError
    assert len(kept) == 1
    with writer_lock(layout), pytest.raises(LibraryLocked), writer_lock(layout):
        pass


def test_a_lock_that_one_thread_took_may_be_given_back_by_another(layout, kept):
    """As closing a window does it while a run of its own ends."""
    lock = writer_lock(layout)
    with ThreadPoolExecutor(1) as threads:
        threads.submit(lock.__enter__).result()
    lock.__exit__(None, None, None)
    assert len(kept) == 1
    with writer_lock(layout):
        pass


@pytest.mark.skipif(os.name == "nt", reason="files there have no such mode")
def test_nobody_else_may_open_the_lock(layout):
    with writer_lock(layout):
        assert layout.lock.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (NotImplementedError(), "cannot lock files"),
        *((OSError(number, "no locks"), "cannot lock files") for number in sorted(locking.CANNOT_LOCK)),
        (OSError(errno.EACCES, "Permission denied"), "cannot be written to: permission denied"),
        (OSError("Strange"), "cannot be written to: strange"),
    ],
    ids=str,
)
def test_a_lock_that_cannot_be_taken_is_a_sentence(layout, monkeypatch, error, sentence):
    def fail(_self):
        raise error

    monkeypatch.setattr(FileLock, "acquire", fail)
    with pytest.raises(CbirError, match=sentence), writer_lock(layout):
        pass


def test_every_way_of_a_file_system_to_have_no_locks_is_known():
    assert {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL} == locking.CANNOT_LOCK


def test_a_mere_file_is_never_taken_for_a_lock(layout, monkeypatch):
    """It would outlive a holder that was killed."""
    asked = []

    class Lock(FileLock):
        def __init__(self, path, **options):
            asked.append(options)
            super().__init__(path, **options)

    monkeypatch.setattr("filelock.FileLock", Lock)
    with writer_lock(layout):
        pass
    locks_hold(layout.folder)
    assert [options["fallback_to_soft"] for options in asked] == [False, False]


def test_a_holder_whose_name_finds_no_room_holds_the_lock_all_the_same(layout, monkeypatch):
    def fail(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(locking, "write_atomically", fail)
    with (
        writer_lock(layout),
        pytest.raises(LibraryLocked, match="by another process"),
        writer_lock(layout),
    ):
        pass


KNOWN = {
    "program": "cbir",
    "process": 7,
    "host": "desk",
    "since": time.mktime((2026, 1, 2, 13, 14, 0, 0, 0, -1)),
}


@pytest.mark.parametrize(
    ("about", "said"),
    [
        (json.dumps(KNOWN), "by cbir (process 7 on desk, since 13:14)"),
        ("{", "by another process"),
        ("[]", "by another process"),
        ("{}", "by another process"),
        (json.dumps({**KNOWN, "since": "noon"}), "by another process"),
        (json.dumps({**KNOWN, "since": 1e30}), "by another process"),
        ("[" * 100_000, "by another process"),
    ],
)
def test_whoever_holds_the_lock_is_named_as_far_as_it_is_known(layout, about, said):
    with writer_lock(layout):
        layout.lock_holder.write_text(about, encoding="utf-8")
        with pytest.raises(LibraryLocked) as told, writer_lock(layout):
            pass
    assert said in str(told.value)


# --- trying them ---


def test_a_try_of_the_locks_leaves_nothing_whatever_comes_of_it(tmp_path):
    def fail(database, _lock):
        if os.name != "nt":
            assert database.parent.stat().st_mode & 0o777 == 0o700
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        locks_hold(tmp_path, is_kept_out=fail)
    assert list(tmp_path.iterdir()) == []


@contextmanager
def probed(folder):
    """A database and a lock that are held, as locks_hold() has them."""
    database, lock = folder / "probe.sqlite", folder / "probe.lock"
    with closing(sqlite3.connect(database, isolation_level=None)) as connection, FileLock(lock):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE probe AS SELECT 1")
        connection.execute("BEGIN IMMEDIATE")
        yield database, lock


def test_a_file_system_without_shared_memory_has_no_locks_that_hold(tmp_path, monkeypatch):
    class WithoutLog(sqlite3.Connection):
        """SQLite keeps the journal that it had and says so."""

        def execute(self, statement, *values):
            return super().execute("SELECT 'delete'" if "journal_mode" in statement else statement, *values)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *of, **how: connect(*of, factory=WithoutLog, **how))
    assert not locks_hold(tmp_path, is_kept_out=lambda _database, _lock: True)


def test_whoever_does_not_see_what_another_wrote_is_not_said_to_be_kept_out(tmp_path):
    with probed(tmp_path) as (database, lock):
        assert is_kept_out(database, lock)
        connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("DELETE FROM probe")
    connection.execute("BEGIN IMMEDIATE")
    with FileLock(lock):
        assert not is_kept_out(database, lock), "it is empty"
    connection.close()


def test_a_database_that_fails_in_another_way_than_by_its_lock_keeps_nobody_out(tmp_path, monkeypatch):
    class ReadOnly(sqlite3.Connection):
        def execute(self, statement, *values):
            if statement.startswith("BEGIN"):
                error = sqlite3.OperationalError("attempt to write a readonly database")
                error.sqlite_errorcode = sqlite3.SQLITE_READONLY
                raise error
            return super().execute(statement, *values)

    connect = sqlite3.connect
    with probed(tmp_path) as (database, lock):
        monkeypatch.setattr(sqlite3, "connect", lambda *of, **how: connect(*of, factory=ReadOnly, **how))
        assert not is_kept_out(database, lock)


def test_a_database_that_cannot_be_asked_keeps_nobody_out(tmp_path):
    with closing(sqlite3.connect(tmp_path / "probe.sqlite")), FileLock(tmp_path / "probe.lock"):
        assert not is_kept_out(tmp_path / "probe.sqlite", tmp_path / "probe.lock"), "it has no table"


def wait_for_ever(*_):
    time.sleep(3600)


def test_a_process_that_does_not_answer_is_ended_and_proves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(locking, "try_to_lock", wait_for_ever)
    monkeypatch.setattr(locking, "START", Limits(cpu_s=5.0, idle_s=0.2))
    assert not child_is_kept_out(tmp_path / "probe.sqlite", tmp_path / "probe.lock")


def test_a_process_that_dies_at_a_try_is_an_error_of_the_system(tmp_path, monkeypatch):
    monkeypatch.setattr(locking, "try_to_lock", print)  # it says nothing to whoever asked
    with pytest.raises(OSError, match="died"):
        child_is_kept_out(tmp_path / "probe.sqlite", tmp_path / "probe.lock")
