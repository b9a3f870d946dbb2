"""Bad input, damage, full and read-only disks, other writers: a clear sentence, an unharmed library."""

import errno
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest

import cbir.base.artifacts
from cbir.base.errors import ArtifactMismatch, CatalogTooNew, CbirError, LibraryLocked, UnreadableNow
from cbir.base.layout import Layout
from cbir.base.types import SearchOptions, Term
from cbir.catalog import Catalog
from cbir.images import FileUnreadable, read_file
from cbir.library import Library
from cbir.state import shipped_codebook
from cbir.state.locking import writer_lock
from cbir.workers import WorkerDied
from tests.cbir.stage_data import small_options, write_pictures
from tests.dead_drive import mounted
from tests.pictures import POSTERS

Make = Callable[..., Library]
Hits = list[tuple[str, float, bool]]
NAMES = ("coffee", "chelsea", "rocket", *POSTERS[:2])
root_on_linux = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or shutil.which("mount") is None,
    reason="only root on Linux can mount a small disk",
)


OPTIONS = {"commit_after_photos": 2}  # several segments


def write_photos(folder):
    write_pictures(folder, NAMES)


def hits(library, picture):
    result = library.search([Term(path=picture)], SearchOptions(top=50))
    return [(hit.path.name, round(hit.score, 6), hit.verified) for hit in result.hits]


def all_files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def is_sentence(error):
    text = str(error)
    return text[0].isupper() and " " in text and "Traceback" not in text and "Error" not in text


# --- folders ---


def test_a_missing_folder_is_named_and_nothing_changes(library, pictures):
    with pytest.raises(CbirError, match="nowhere does not exist") as caught:
        library.index([pictures / "nowhere"])
    assert is_sentence(caught.value)
    with pytest.raises(CbirError, match="not a folder"):
        library.index([pictures / "coffee.jpg"])
    assert library.info().photos == len(NAMES)
    assert len(library.info().roots) == 1


def test_a_missing_folder_beside_another_is_a_note(library, pictures, tmp_path):
    report = library.index([tmp_path / "nowhere", pictures])
    assert report.unchanged == len(NAMES)
    assert "nowhere does not exist" in report.notes[0]


def test_an_empty_folder_is_no_error(make_library, tmp_path):
    (tmp_path / "empty").mkdir()
    report = make_library().index([tmp_path / "empty"])
    assert (report.indexed, report.unchanged, report.removed, report.skipped) == (0, 0, 0, ())


@pytest.mark.parametrize("how", ["missing", "emptied"])
def test_a_root_that_is_missing_or_empty_as_a_whole_keeps_its_photos(library, pictures, tmp_path, how):
    query = tmp_path / "query.jpg"
    query.write_bytes((pictures / "coffee.jpg").read_bytes())
    before = hits(library, query)
    pictures.rename(tmp_path / "unplugged")
    other = write_pictures(tmp_path / "other", [POSTERS[5]])
    if how == "emptied":
        pictures.mkdir()
    report = library.index([other[0].parent, pictures])
    assert report.removed == 0
    assert any(str(pictures) in note for note in report.notes)
    assert {(name, verified) for name, _, verified in before} <= {
        (name, verified) for name, _, verified in hits(library, query)
    }
    if how == "emptied":
        pictures.rmdir()
    (tmp_path / "unplugged").rename(pictures)
    assert library.index([pictures]).unchanged == len(NAMES)


# --- single photos ---


@pytest.mark.parametrize(
    "error",
    [
        WorkerDied("It took longer than 60 s and was stopped."),
        FileUnreadable("Permission to read the file was denied."),
        MemoryError(),
        RuntimeError("something new"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_photo_that_fails_for_now_is_reported_and_tried_again(
    make_library,
    pictures,
    workers,
    monkeypatch,
    error,
):
    real = workers.submit

    def submit(function, *args, priority=0):
        if args[0] != pictures / "coffee.jpg":
            return real(function, *args, priority=priority)
        failed = Future()
        failed.set_exception(error)
        return failed

    library = make_library()
    with monkeypatch.context() as patch:
        patch.setattr(workers, "submit", submit)
        report = library.index([pictures])
    assert report.indexed == len(NAMES) - 1
    assert [skipped.path.name for skipped in report.skipped] == ["coffee.jpg"]
    assert report.skipped[0].reason.endswith(".")
    assert library.index([pictures]).indexed == 1
    assert library.info().skipped == ()


def test_a_file_that_the_system_does_not_deliver_is_told_from_one_that_is_no_picture(tmp_path):
    with pytest.raises(FileUnreadable, match="The file has moved"):
        read_file(tmp_path / "nowhere.jpg")


# --- newer and foreign libraries ---


def test_a_library_of_a_newer_format_is_refused_and_left_alone(library):
    library.close()
    layout = Layout(library.folder)
    layout.format_file.write_text(json.dumps({"format": 99}), encoding="utf-8")
    before = all_files(library.folder)
    with pytest.raises(CatalogTooNew, match=r"format 99.*Update cbir.*nothing was changed"):
        Library.open(library.folder)
    assert all_files(library.folder) == before


def test_a_newer_catalog_is_refused_and_left_alone(library):
    library.close()
    layout = Layout(library.folder)
    connection = sqlite3.connect(layout.catalog)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    before = layout.catalog.read_bytes()
    for create in (True, False):
        with pytest.raises(CatalogTooNew, match=r"Update cbir.*nothing was changed"):
            Library.open(library.folder, create=create)
    assert layout.catalog.read_bytes() == before


UNREADABLE = [
    "",
    "{",
    "[]",
    '{"format": null}',
    '{"format": "new"}',
    '{"format": -1}',
    '{"format": 0}',
    "[" * 100_000,
]


@pytest.mark.parametrize("content", [None, *UNREADABLE], ids=lambda content: str(content)[:20])
def test_a_lost_or_unreadable_format_file_is_written_again_where_the_catalog_is(
    library, make_library, pictures, content
):
    expected = hits(library, pictures / "coffee.jpg")
    library.close()
    file = Layout(library.folder).format_file
    sound = file.read_bytes()
    file.unlink()
    if content is not None:
        file.write_text(content, encoding="utf-8")
    opened = make_library()
    assert hits(opened, pictures / "coffee.jpg") == expected
    (problem,) = opened.check()
    assert problem.mended and str(file) in problem.what and is_sentence(CbirError(problem.what))
    assert opened.check() == []
    assert file.read_bytes() == sound


@pytest.mark.parametrize("content", UNREADABLE, ids=lambda content: content[:20])
def test_an_unreadable_format_file_without_a_catalog_is_a_sentence(tmp_path, content):
    (tmp_path / "library.json").write_text(content, encoding="utf-8")
    (tmp_path / "catalog.sqlite").write_bytes(b"no catalog")
    before = all_files(tmp_path)
    for create in (True, False):
        with pytest.raises(CbirError, match=r"library\.json cannot be read.*backup"):
            Library.open(tmp_path, create=create)
    assert all_files(tmp_path) == before


def test_a_folder_that_is_no_library_is_not_taken_over(tmp_path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(CbirError, match="not a library and not empty"):
        Library.open(tmp_path / "letters", create=True)
    with pytest.raises(CbirError, match="no library"):
        Library.open(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["a.txt"]


@pytest.mark.parametrize("left", [0, 100, 5000])
def test_a_truncated_catalog_is_a_sentence_and_the_index_is_not_thrown_away(library, pictures, left):
    library.close()
    layout = Layout(library.folder)
    os.truncate(layout.catalog, left)
    segments = {folder.name for folder in layout.all_postings.iterdir()}
    with pytest.raises(CbirError, match="backup") as caught, Library.open(library.folder) as opened:
        opened.index([pictures])
    assert is_sentence(caught.value)
    assert {folder.name for folder in layout.all_postings.iterdir()} == segments


# --- damage ---


def damaged(library, kind, how):
    """Damage one file of one segment and return the segment's folder."""
    layout = Layout(library.folder)
    with Catalog.open(layout.catalog, writable=False) as catalog:
        name = min(segment.name for segment in catalog.segments.all(kind))
    folder = layout.postings(name) if kind == "postings" else layout.features(name)
    path = folder / ("rows.u8" if kind == "postings" else "records")
    if how == "lost":
        shutil.rmtree(folder)
    elif how == "missing":
        path.unlink()
    else:
        os.truncate(path, path.stat().st_size // 2)
    return folder


@pytest.mark.parametrize(
    ("kind", "how"), [("postings", "lost"), ("postings", "cut"), ("features", "missing"), ("features", "cut")]
)
def test_a_damaged_segment_is_named_mended_by_check_and_read_again(
    library, make_library, pictures, kind, how
):
    looked_for = [pictures / "coffee.jpg", pictures / f"{POSTERS[0]}.jpg"]
    expected = [hits(library, path) for path in looked_for]
    library.close()
    folder = damaged(library, kind, how)
    opened = make_library(commit_after_photos=2)
    with pytest.raises(ArtifactMismatch) as caught:
        for path in sorted(pictures.iterdir()):
            opened.search([Term(path=path)])
    assert f"{kind}/{folder.name}" in str(caught.value)
    assert "cbir library check" in str(caught.value)
    assert "cbir index" in str(caught.value)
    problems = opened.check()
    assert any(folder.name in problem.what and problem.mended for problem in problems)
    hits(opened, looked_for[0])  # what is left is searchable
    report = opened.index([pictures])
    assert report.indexed > 0
    assert report.indexed + report.unchanged == len(NAMES)
    assert opened.check() == []
    assert [hits(opened, path) for path in looked_for] == expected


def test_a_flipped_byte_is_found_by_check(library):
    layout = Layout(library.folder)
    with Catalog.open(layout.catalog, writable=False) as catalog:
        path = layout.postings(catalog.segments.all("postings")[0].name) / "signatures.u64"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    (problem, *_) = library.check()
    assert path.parent.name in problem.what
    assert "signatures.u64" in problem.what
    assert "cbir index" in problem.remedy


def test_an_index_run_over_a_damaged_segment_says_how_to_mend_it(library, make_library, pictures):
    library.close()
    folder = damaged(library, "postings", "cut")
    write_pictures(pictures, POSTERS[4:8])
    with pytest.raises(ArtifactMismatch) as caught:
        make_library(commit_after_photos=1).index([pictures])
    assert folder.name in str(caught.value)
    assert "cbir library check" in str(caught.value)


def test_a_damaged_codebook_is_named(library, make_library, pictures):
    library.close()
    (path,) = Layout(library.folder).all_codebooks.iterdir()
    os.truncate(path, 1000)
    with pytest.raises(CbirError, match=path.name):
        make_library().search([Term(path=pictures / "coffee.jpg")])
    assert any(path.name in problem.what for problem in make_library().check())


@pytest.mark.parametrize("how", ["missing", "cut", "flipped", "another"])
def test_the_shipped_codebook_is_taken_again_where_the_librarys_copy_is_damaged(
    library,
    make_library,
    pictures,
    tiny_codebook_file,
    monkeypatch,
    how,
):
    expected = hits(library, pictures / "coffee.jpg")
    library.close()
    (path,) = Layout(library.folder).all_codebooks.iterdir()
    sound = path.read_bytes()
    match how:
        case "missing":
            path.unlink()
        case "cut":
            os.truncate(path, 1000)
        case "flipped":
            path.write_bytes(sound[:5000] + bytes([sound[5000] ^ 4]) + sound[5001:])
        case "another":
            shutil.copy(shipped_codebook(), path)
    monkeypatch.setattr("cbir.state.codebooks.shipped_codebook", lambda: tiny_codebook_file)
    opened = make_library()
    assert hits(opened, pictures / "coffee.jpg") == expected
    (problem,) = opened.check()
    assert path.name in problem.what and problem.mended
    assert path.read_bytes() == sound
    assert opened.check() == []
    write_pictures(pictures, POSTERS[4:5])
    path.write_bytes(sound[:-1000])
    assert make_library().index([pictures]).indexed == 1


def test_leftovers_are_removed_by_the_next_writer_and_by_nobody_else(library, pictures):
    layout = Layout(library.folder)
    leftovers = [layout.postings("0" * 16), layout.features(".unfinished-1-abc")]
    for folder in leftovers:
        folder.mkdir()
        (folder / "offsets.i64").write_bytes(b"half")
    library.search([Term(path=pictures / "coffee.jpg")])
    Library.open(library.folder).close()
    assert all(folder.exists() for folder in leftovers)
    library.index([pictures])
    assert not any(folder.exists() for folder in leftovers)


def test_small_pictures_are_looked_through_only_after_a_run_that_was_cut_short(library, pictures):
    thumbnails = Layout(library.folder).thumbnails
    half = next(thumbnails.glob("*/*.jpg")).with_name(".unfinished-x-1-1-half.jpg")
    half.touch()
    library.index([pictures])
    assert half.exists(), "to list a million of them takes seconds"
    (thumbnails / ".unfinished-writing").touch()  # as a killed run leaves it
    library.index([pictures])
    assert not list(thumbnails.rglob(".unfinished-*"))


# --- disks ---


@pytest.mark.parametrize("after", [0, 5, 20])
def test_a_disk_that_is_full_at_any_moment_is_a_sentence_and_the_next_run_completes(
    make_library, pictures, monkeypatch, after
):
    library = make_library(commit_after_photos=1)
    real = cbir.base.artifacts.flush
    flushes = 0

    def flush(path):
        nonlocal flushes
        flushes += 1
        if flushes > after:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        real(path)

    with monkeypatch.context() as patch:
        patch.setattr(cbir.base.artifacts, "flush", flush)
        with pytest.raises(CbirError, match=r"is full.* is kept") as caught:
            library.index([pictures])
    assert is_sentence(caught.value)
    kept = library.info().searchable
    assert kept < len(NAMES)
    assert library.check() == []
    report = library.index([pictures])
    assert (report.indexed, report.unchanged) == (len(NAMES) - kept, kept)
    assert hits(library, pictures / "coffee.jpg")[0][0] == "coffee.jpg"
    assert not list(library.folder.rglob(".unfinished-*"))


ROOM_LEFT = 100_000  # bytes: a commit begins, and does not end


@pytest.fixture(name="small_disk")
def _small_disk(tmp_path):
    """A disk of its own that can be mounted anew."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this system does not let root mount a small disk")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


@root_on_linux
def test_a_disk_that_is_really_full_keeps_what_is_there(small_disk, make_library, pictures):
    (small_disk / "library").mkdir()
    library = make_library(small_disk / "library" / "new", commit_after_photos=1)
    first = write_pictures(pictures.parent / "first", [POSTERS[6]])
    assert library.index([first[0].parent]).indexed == 1
    left = os.statvfs(small_disk)
    used = (left.f_blocks - left.f_bfree) * left.f_frsize
    subprocess.run(["mount", "-o", f"remount,size={used + ROOM_LEFT}", str(small_disk)], check=True)
    with pytest.raises(CbirError, match=r"is full.* is kept"):
        library.index([pictures])
    kept = library.info().searchable
    assert 1 <= kept <= 1 + len(NAMES)  # perhaps it was merging that found no room
    assert hits(library, first[0])[0][::2] == (first[0].name, True)
    subprocess.run(["mount", "-o", "remount,size=20m", str(small_disk)], check=True)
    assert library.index([pictures, first[0].parent]).indexed == 1 + len(NAMES) - kept
    assert library.check() == []


@root_on_linux
@pytest.mark.parametrize("silent", [False, True])
def test_a_drive_that_does_not_answer_holds_nothing_else_up(tmp_path, library, pictures, monkeypatch, silent):
    for patience in ("PATIENCE_S", "WAKING_S"):
        monkeypatch.setattr(f"cbir.base.drives.{patience}", 0.2)
    said = f"The folder {pictures} cannot be read: {os.strerror(errno.ENOTCONN)}."
    if silent:
        said = f"The drive of {pictures} does not answer. Is it connected?"
    elsewhere = write_pictures(tmp_path / "elsewhere", [POSTERS[6]])
    before = hits(library, elsewhere[0])
    with mounted(pictures, silent=silent) as dead:
        if not dead:
            pytest.skip("this system has no FUSE, or does not let root mount")
        report = library.index([elsewhere[0].parent])
        assert (report.indexed, report.removed, report.notes) == (1, 0, ())
        report = library.index([pictures, elsewhere[0].parent])
        assert (report.unchanged, report.removed, report.notes) == (1, 0, (said,))
        with pytest.raises(CbirError) as caught:
            library.index([pictures])
        assert is_sentence(caught.value) and said in str(caught.value)
        report = library.index([tmp_path])
        assert (report.unchanged, report.removed) == (1, 0)
        found = library.search([Term(path=elsewhere[0])], SearchOptions(top=50))
        assert {hit.path.name: hit.offline for hit in found.hits} == {
            elsewhere[0].name: False,
            **{name: True for name, *_ in before},
        }
        assert library.check() == []
        assert [root.online for root in library.info().roots if root.path == pictures] == [False]
        away = next(hit.photo for hit in found.hits if hit.offline)
        marked = library.marks.set_rating([away], 5, sidecar=True)
        assert (marked.photos, marked.sidecars, len(marked.problems)) == (1, 0, 1)
        trashed = library.trash([away])
        assert (trashed.photos, len(trashed.problems)) == (0, 1)
        with pytest.raises(UnreadableNow, match="disconnected"):
            library.files.original(away)
    assert library.index([pictures, elsewhere[0].parent]).unchanged == 1 + len(NAMES)


@root_on_linux
@pytest.mark.parametrize("silent", [False, True])
def test_a_drive_among_the_photos_that_does_not_answer_keeps_its_own(library, pictures, monkeypatch, silent):
    for patience in ("PATIENCE_S", "WAKING_S"):
        monkeypatch.setattr(f"cbir.base.drives.{patience}", 0.2)
    write_pictures(pictures / "nas", [POSTERS[6]])
    assert library.index([pictures]).indexed == 1
    with mounted(pictures / "nas", silent=silent) as dead:
        if not dead:
            pytest.skip("this system has no FUSE, or does not let root mount")
        report = library.index([pictures])
        assert (report.unchanged, report.removed) == (len(NAMES), 0)
        (skipped,) = report.skipped
        assert skipped.path == pictures / "nas" and skipped.reason.startswith("The folder cannot be read:")
    assert library.index([pictures]).unchanged == 1 + len(NAMES)


@root_on_linux
def test_a_disk_with_no_room_at_all_is_a_sentence(small_disk, make_library):
    with (
        (small_disk / "ballast").open("wb", buffering=0) as file,
        pytest.raises(OSError, match=re.escape(os.strerror(errno.ENOSPC))),
    ):
        while True:
            file.write(bytes(4096))
    with pytest.raises(CbirError, match="full") as caught:
        make_library(small_disk / "library")
    assert is_sentence(caught.value)


@root_on_linux
def test_a_library_on_a_read_only_disk_is_searched_and_says_why_it_is_not_written(
    small_disk, make_library, pictures
):
    library = make_library(small_disk / "library")
    library.index([pictures])
    before = hits(library, pictures / "coffee.jpg")
    library.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    files = all_files(small_disk)
    reader = make_library(small_disk / "library")
    assert hits(reader, pictures / "coffee.jpg") == before
    assert reader.info().photos == len(NAMES)
    assert reader.check() == []
    for attempt in (
        lambda: reader.index([pictures]),
        lambda: Library.open(small_disk / "library", writable=True),
        lambda: Library.open(small_disk / "another", create=True),
    ):
        with pytest.raises(CbirError, match=r"cannot be (written|made)|read-only") as caught:
            attempt()
        assert is_sentence(caught.value)
    reader.close()
    assert all_files(small_disk) == files


# --- other writers ---


def test_a_second_writer_is_told_who_holds_the_library_and_readers_go_on(library, pictures):
    with writer_lock(Layout(library.folder)):
        with pytest.raises(LibraryLocked, match=f"process {os.getpid()} on .*searching works meanwhile"):
            library.index([pictures])
        with Library.open(library.folder, options=small_options()) as reader:
            assert hits(reader, pictures / "coffee.jpg")[0][0] == "coffee.jpg"
            assert reader.info().photos == len(NAMES)
    assert library.index([pictures]).unchanged == len(NAMES)


def test_the_lock_ends_with_its_owner_however_it_ends(library, pictures):
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from cbir.base.layout import Layout\n"
        "from cbir.state.locking import writer_lock\n"
        "with writer_lock(Layout(Path(sys.argv[1]))):\n"
        "    print('held', flush=True)\n"
        "    time.sleep(600)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(library.folder)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "held\n"
        with pytest.raises(LibraryLocked, match=f"process {owner.pid}"):
            library.index([pictures])
        owner.kill()
    assert library.index([pictures]).unchanged == len(NAMES)
