"""Clear sentences for what cannot work, with nothing lost: locks, disks, permissions, catalogs."""

import contextlib
import json
import multiprocessing
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cbir.base.drives import Mount, Volumes
from cbir.base.errors import CatalogTooNew, CbirError, LibraryLocked
from cbir.base.layout import Layout
from cbir.base.types import Album, Term
from cbir.catalog.schema import MIGRATIONS
from cbir.library import Library
from cbir.library.maintenance import restore
from cbir.state import write_searches
from cbir.state.locking import is_kept_out, locks_hold, try_to_lock, writer_lock
from cbir.state.opening import refuse_without_locks
from tests.cbir.copies import copy_library, copy_pictures
from tests.kill_nursery import OPTIONS
from tests.kill_scenarios import make_old, shared_pool
from tests.pictures import POSTERS, photo, poster, write_jpeg
from tests.source_tree import python_path
from tests.told import next_line

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def locks_that_hold():
    """Here they are tried."""


@pytest.fixture(scope="module")
def pool():
    with shared_pool() as started:
        yield started


@pytest.fixture(scope="module")
def original(tmp_path_factory, pool):
    """A library and its photos, for copies."""
    folder = tmp_path_factory.mktemp("original")
    for number, name in enumerate(POSTERS[:3]):
        write_jpeg(folder / "pictures" / f"{number}.jpg", poster(name)[::3, ::3].copy())
    with Library.open(folder / "library", create=True, options=OPTIONS, pool=pool) as opened:
        opened.index([folder / "pictures"])
    return folder


@pytest.fixture
def pictures(original, tmp_path):
    return copy_pictures(original, tmp_path)


@pytest.fixture
def folder(original, tmp_path, pictures):
    return copy_library(original, tmp_path)


# --- locks ---

_HOLD = """
import sys, time
from pathlib import Path
from cbir.base.layout import Layout
from cbir.state.locking import is_kept_out, locks_hold, writer_lock
from cbir.workers import WorkerPool
from cbir.workers.tasks import fingerprint_file
with writer_lock(Layout(Path(sys.argv[1]))), WorkerPool(1) as pool:
    pool.submit(fingerprint_file, Path(sys.argv[2])).result()
    print("held", flush=True)
    time.sleep(60)
"""


@contextlib.contextmanager
def holder(folder):
    """Another process that writes to a library, with a worker of its own."""
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(folder), str(Path(__file__))],
        env={**os.environ, "PYTHONPATH": python_path()},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_a_second_writer_is_told_who_holds_the_library_and_searching_goes_on(folder, pictures, pool):
    with holder(folder) as other, Library.open(folder, options=OPTIONS, pool=pool) as library:
        with pytest.raises(LibraryLocked, match=rf"process {other.pid} .*searching works meanwhile"):
            library.index([pictures])
        assert library.search([Term(path=pictures / "0.jpg")]).verified == 1


def test_the_lock_ends_with_a_killed_owner_and_its_workers_never_had_it(folder, pictures, pool):
    import psutil

    with holder(folder) as other:
        if sys.platform == "linux":
            descendants = psutil.Process(other.pid).children(recursive=True)
            assert descendants
            for process in descendants:
                assert str(Layout(folder).lock) not in {file.path for file in process.open_files()}
        other.kill()
        other.wait()
        with writer_lock(Layout(folder)):
            pass
    with Library.open(folder, options=OPTIONS, pool=pool) as library:
        assert library.index([pictures]).unchanged == 3


def test_a_file_system_that_shows_every_process_a_lock_of_its_own_is_refused(tmp_path):
    def sees_a_copy(database, lock):
        other = tmp_path / "what the other process sees"
        shutil.copytree(database.parent, other)
        return is_kept_out(other / database.name, other / lock.name)

    folder = tmp_path / "library"
    folder.mkdir()
    refuse_without_locks(folder)
    with pytest.raises(CbirError, match="cannot lock files"):
        refuse_without_locks(folder, is_kept_out=sees_a_copy)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("lies", ["database", "writer's lock"])
def test_both_kinds_of_locks_are_tried(tmp_path, lies):
    def lie(database, lock):
        if lies == "database":
            shutil.copy(database, other := database.with_name("other.sqlite"))
            shutil.copy(f"{database}-wal", f"{other}-wal")
            return is_kept_out(other, lock)
        return is_kept_out(database, lock.with_name("other.lock"))

    assert locks_hold(tmp_path)
    assert not locks_hold(tmp_path, is_kept_out=lie)


def test_who_tries_a_lock_for_somebody_who_is_gone_leaves_in_silence(tmp_path):
    ours, theirs = multiprocessing.Pipe(duplex=False)
    ours.close()
    try_to_lock(theirs, tmp_path / "probe.sqlite", tmp_path / "probe.lock")


def test_locks_are_tried_once_on_each_file_system(tmp_path, pictures, pool, monkeypatch):
    tried = []

    def count(database, lock):
        tried.append(database)
        return True

    drives = [Mount(point=tmp_path / name, volume=f"uuid:{name}") for name in ("here", "there")]
    monkeypatch.setattr(Volumes, "now", lambda: Volumes(drives))
    monkeypatch.setattr("cbir.state.locking.child_is_kept_out", count)
    with Library.open(tmp_path / "here", create=True, options=OPTIONS, pool=pool) as library:
        library.index([pictures])
        library.albums.keep([])
        library.marks.set_rating(library.find_photos([pictures / "0.jpg"]), 3)
    assert len(tried) == 1
    (tmp_path / "here").rename(tmp_path / "there")
    for _ in range(2):
        with Library.open(tmp_path / "there", options=OPTIONS, pool=pool) as library:
            library.search([Term(path=pictures / "0.jpg")])
            assert len(tried) == 1, "searching needs no lock"
    with Library.open(tmp_path / "there", options=OPTIONS, pool=pool) as library:
        library.index([pictures])
        library.compact()
    assert len(tried) == 2


def test_a_library_on_a_network_drive_is_neither_made_nor_written_to_but_can_be_taken_away(
    folder, pictures, pool, monkeypatch
):
    share = Mount(point=folder.parent / "share", volume="share:nas:/photos", kind="nfs4")
    local = Mount(point=Path(folder.anchor), volume="uuid:1")
    monkeypatch.setattr(Volumes, "now", lambda: Volumes([local, share]))
    share.point.mkdir()
    with pytest.raises(CbirError, match="network drive"):
        Library.open(share.point / "new", create=True)
    assert list(share.point.iterdir()) == []
    with Library.open(folder, options=OPTIONS, pool=pool) as library:
        library.back_up(folder.parent / "backup")
        with pytest.raises(CbirError, match="network drive"):
            library.move(share.point / "moved")
    with pytest.raises(CbirError, match="network drive"):
        restore(folder.parent / "backup", share.point / "restored")
    folder.rename(share.point / "library")
    with Library.open(share.point / "library", options=OPTIONS, pool=pool) as library:
        assert library.search([Term(path=pictures / "0.jpg")]).verified == 1
        for write in (
            lambda: library.index([pictures]),
            lambda: library.marks.set_rating(library.find_photos([pictures / "0.jpg"]), 3),
        ):
            with pytest.raises(CbirError, match="network drive"):
                write()
        assert library.back_up(folder.parent / "another backup") > 0
        library.move(folder)
    with Library.open(folder, options=OPTIONS, pool=pool) as library:
        assert library.index([pictures]).unchanged == 3


# --- readers beside a writer ---


@pytest.mark.long
def test_a_reader_in_a_loop_sees_no_error_and_loses_no_committed_photo(tmp_path, pictures, pool):
    for number in range(24):
        write_jpeg(pictures / f"more {number}.jpg", photo("coffee")[3 * number :: 3, ::3][:220, :220].copy())
    folder = tmp_path / "library"
    with Library.open(folder, create=True, options=OPTIONS, pool=pool) as library:
        library.index([pictures])
    environment = {**os.environ, "PYTHONPATH": python_path()}
    code = (
        "import sys; from pathlib import Path; from cbir.library import Library\n"
        "from tests.kill_nursery import OPTIONS\n"
        "if __name__ == '__main__':\n"
        "    with Library.open(Path(sys.argv[1]), options=OPTIONS) as library:\n"
        "        library.rebuild()\n"
    )
    writer = subprocess.Popen([sys.executable, "-c", code, str(folder)], env=environment)
    searches = 0
    try:
        with Library.open(folder, options=OPTIONS, pool=pool) as reader:
            while writer.poll() is None or searches == 0:
                found = reader.search([Term(path=pictures / "0.jpg")])
                searches += 1
                assert found.hits[0].path == pictures / "0.jpg" and found.hits[0].verified
                assert found.searched == 27
    finally:
        writer.kill()
        writer.wait()
    assert writer.returncode == 0
    assert searches > 3


@pytest.mark.long
def test_of_two_index_commands_one_refuses_politely(tmp_path, pictures):
    for number in range(4):
        write_jpeg(pictures / f"more {number}.jpg", photo("coffee")[number::2, ::2].copy())
    command = [sys.executable, "-m", "cbir", "index", str(pictures), "--library", str(tmp_path / "library")]
    environment = {**os.environ, "PYTHONPATH": python_path()}
    both = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [process.communicate(timeout=100) for process in both]
    codes = sorted(process.returncode for process in both)
    assert codes in ([0, 2], [0, 0]), told  # both, where one had ended before the other began
    for process, (_, error) in zip(both, told, strict=True):
        assert "Traceback" not in error
        if process.returncode == 2:
            assert "is being written to by" in error


# --- permissions ---


@contextlib.contextmanager
def nobody_may_write(library):
    """Let a library's folders and files only be read."""
    modes = {path: path.stat().st_mode for path in (library, *library.rglob("*"))}
    for path in modes:
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        yield
    finally:
        for path, mode in modes.items():
            path.chmod(mode)


# Each command in the process of the one before: what is written to, not how a process starts, is tried here.
_ONE_BY_ONE = """
import contextlib, io, json, sys
from cbir.cli import main
for arguments in json.load(sys.stdin):
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            code = main(arguments)
        except SystemExit as leaving:
            code = leaving.code
    print(json.dumps([code, out.getvalue(), errors.getvalue()]), flush=True)
"""


def run(*commands):
    """Run commands as somebody to whom modes mean something: to root they do not.

    Return the exit code, stdout and stderr of each.
    """
    drop = []
    if os.geteuid() == 0:
        powers = "-dac_override,-dac_read_search,-fowner"
        drop = ["setpriv", f"--bounding-set={powers}", f"--inh-caps={powers}"]
        if shutil.which("setpriv") is None or subprocess.run([*drop, "true"], check=False).returncode:
            pytest.skip("root cannot give up its powers here")
    done = subprocess.run(
        [*drop, sys.executable, "-c", _ONE_BY_ONE],
        env={**os.environ, "PYTHONPATH": python_path()},
        input=json.dumps([[str(argument) for argument in command] for command in commands]),
        capture_output=True,
        text=True,
        check=True,
    )
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


@pytest.mark.skipif(os.name == "nt", reason="folders there have no such mode")
def test_libraries_in_a_read_only_folder_are_searched_and_not_written_to(folder):
    """Today's and one of the first version."""
    query = write_jpeg(folder.parent / "query.jpg", poster(POSTERS[0])[::3, ::3].copy())
    write_searches(folder / "searches.json", [Album(name="Old", terms=(Term(path=query),), labels=("",))])
    old = shutil.copytree(folder, folder.parent / "of the first version")
    make_old(old / "catalog.sqlite")
    for path in old.glob("catalog.sqlite-*"):
        path.unlink()
    asked = [
        ("album", "list"), ("album", "show", "old", "-f"), ("search", query), ("library", "check", "--deep"),
        ("library", "backup", "{kept}"), ("index", folder.parent), ("library", "compact"),
        ("album", "create", "New", "sea"),
    ]  # fmt: skip
    libraries = {folder: folder.parent / "backup", old: folder.parent / "old backup"}
    with nobody_may_write(folder), nobody_may_write(old):
        answers = run(
            *(
                (*(kept if part == "{kept}" else part for part in arguments), "--library", library)
                for library, kept in libraries.items()
                for arguments in asked
            )
        )
    for number, kept in enumerate(libraries.values()):
        albums, shown, found, checked, backed_up, *refused = answers[number * len(asked) :][: len(asked)]
        assert albums[:2] == (0, "Old\t1\t0\n"), albums
        assert shown[0] == 0 and len(shown[1].splitlines()) == 1, shown
        assert (found[0], found[1].count("verified")) == (0, 1), found
        assert checked[0] == 0, checked
        assert backed_up[0] == 0 and kept.exists(), backed_up
        for code, _out, error in refused:
            assert code == 2
            assert "read-only" in error and "Traceback" not in error


@pytest.mark.skipif(os.name == "nt", reason="folders there have no such mode")
def test_a_place_that_forbids_a_new_library_is_a_sentence(folder):
    with nobody_may_write(folder):
        ((code, _out, error),) = run(("index", folder.parent, "--library", folder / "postings" / "new"))
    assert code == 2
    assert "permission denied" in error and "Traceback" not in error


# --- catalogs ---


def test_a_catalog_that_lost_its_end_is_told_at_once(folder):
    catalog = folder / "catalog.sqlite"
    whole = catalog.read_bytes()
    for length in (0, 50, len(whole) // 2, len(whole) - 1):
        catalog.write_bytes(whole[:length])
        with pytest.raises(CbirError, match="restore") as told:
            Library.open(folder, create=True)
        assert "photos are not affected" in str(told.value)
        assert catalog.read_bytes() == whole[:length], "it was not touched"
    catalog.unlink()
    with pytest.raises(CbirError, match="missing"):
        Library.open(folder, create=True)
    assert not catalog.exists(), "no empty library took its place"


def test_a_catalog_damaged_in_the_middle_is_a_sentence(folder, pictures, pool):
    catalog = folder / "catalog.sqlite"
    content = bytearray(catalog.read_bytes())
    content[4096:] = bytes(byte ^ 0x5A for byte in content[4096:])
    catalog.write_bytes(content)
    with contextlib.suppress(CbirError), Library.open(folder, options=OPTIONS, pool=pool) as library:
        (problem,) = library.check()
        assert "catalog" in problem.what and not problem.mended
        with pytest.raises(CbirError, match="catalog"):
            library.index([pictures])


def test_a_catalog_of_a_newer_version_is_left_alone(folder):
    catalog = folder / "catalog.sqlite"
    connection = sqlite3.connect(catalog)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    before = catalog.read_bytes()
    with pytest.raises(CatalogTooNew, match="newer version"):
        Library.open(folder)
    assert catalog.read_bytes() == before


def test_a_library_of_the_first_version_is_brought_up_to_date(folder, pictures, pool):
    make_old(folder / "catalog.sqlite")
    with Library.open(folder, options=OPTIONS, pool=pool) as library:
        assert library.search([Term(path=pictures / "1.jpg")]).verified == 1
        assert library.check(deep=True) == []
        assert library.index([pictures]).removed == 0


def test_an_interrupted_creation_is_completed(tmp_path, folder, caplog):
    half = tmp_path / "half"
    Library.open(half, create=True).close()
    (half / "library.json").unlink()
    with Library.open(half, create=True) as library:
        assert library.check(deep=True) == []
    assert json.loads((half / "library.json").read_text()) == {"format": 1}
    assert "missing" not in caplog.text
    # With photos in it, a library had that file and has lost it.
    (folder / "library.json").unlink()
    Library.open(folder, create=True).close()
    assert json.loads((folder / "library.json").read_text()) == {"format": 1}
    assert "library.json is missing. It was written again" in caplog.text


def test_a_folder_with_other_files_does_not_become_a_library(tmp_path):
    (tmp_path / "precious.txt").write_text("precious")
    with pytest.raises(CbirError, match="not empty"):
        Library.open(tmp_path, create=True)
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


def test_ctrl_c_in_a_watch_is_clean(folder, pictures):
    if os.name == "nt":
        pytest.skip("a console's Ctrl-C cannot be sent to one process there")
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "cbir",
            "watch",
            str(pictures),
            "--library",
            str(folder),
            "--json",
            "--device",
            "cpu",
        ],
        env={**os.environ, "PYTHONPATH": python_path()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None and process.stderr is not None
        assert next_line(process.stderr) == "Watching. Ctrl-C stops.\n"
        time.sleep(0.5)
        write_jpeg(pictures / "new.jpg", photo("rocket")[::3, ::3].copy())
        assert json.loads(process.stdout.readline())["indexed"] == 1
        os.killpg(process.pid, signal.SIGINT)
        _, error = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0
    assert "Traceback" not in error
