"""A full disk is not a damaged catalog: searches answer, writes say what is the matter, and nothing is half done.

On a small disk in memory, in Linux and as root; elsewhere these are skipped. tests/full_disk_rounds.py runs all.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from cbir.base.disk_room import has_room, require_room
from cbir.base.errors import DiskFull
from cbir.base.types import Album, Filters, SearchOptions, Term
from cbir.catalog import Catalog, compare_pages
from cbir.cli import main
from cbir.library import Library
from tests.full_disk_rounds import small_disk
from tests.pictures import photo, write_jpeg

Make = Callable[..., Library]


@pytest.fixture(name="disk")
def _disk(tmp_path):
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    with small_disk(tmp_path / "disk") as disk:
        if disk is None:
            pytest.skip("this system does not let root mount a small disk")
        yield disk


@pytest.fixture(name="folder")
def _folder(make_library, disk):
    """A library on the small disk, closed; its photos lie beside it."""
    for name in ("coffee", "rocket"):
        write_jpeg(disk.folder / "pictures" / f"{name}.jpg", photo(name))
    folder = Path(shutil.copytree(make_library().folder, disk.folder / "library"))
    with make_library(folder) as library:
        library.index([disk.folder / "pictures"])
        library.albums.keep([Album(name="all", terms=(Term(text="jpg"),), labels=("jpg",), id="1")])
    return folder


@pytest.fixture(name="trash")
def _trash(disk, monkeypatch):
    """The trash of a home on the small disk."""
    monkeypatch.setenv("XDG_DATA_HOME", str(disk.folder))
    trash = disk.folder / "Trash" / "files"
    for folder in (trash, trash.with_name("info")):
        folder.mkdir(parents=True)

    def throw_away(path):
        name = Path(path).name
        trash.with_name("info").joinpath(f"{name}.trashinfo").write_text(f"[Trash Info]\nPath={path}\n")
        shutil.move(path, trash / name)

    monkeypatch.setattr("send2trash.send2trash", throw_away)
    return trash


def names(library):
    return [
        hit.path.name for hit in library.search([Term(text="jpg")], SearchOptions(engine="metadata")).hits
    ]


@pytest.mark.parametrize("free_kb", [0, 4, 28])
def test_a_search_answers_without_room_for_the_shared_memory_of_sqlite(make_library, folder, disk, free_kb):
    disk.leave(free_kb)
    library = make_library(folder)
    hits = library.search([Term(path=disk.folder / "pictures" / "coffee.jpg")]).hits
    assert (hits[0].path.name, hits[0].verified) == ("coffee.jpg", True)
    assert sorted(names(library)) == ["coffee.jpg", "rocket.jpg"]
    assert library.info().photos == 2
    assert len(library.albums.search("1").hits) == 2
    assert library.check(deep=True) == []


def test_a_log_that_was_left_behind_is_part_of_the_answer_on_a_full_disk(
    make_library, folder, disk, tmp_path
):
    with make_library(folder) as library:
        photos = library.find_photos([disk.folder / "pictures" / "coffee.jpg"])
        library.marks.set_rating(photos, 5)
        killed = shutil.copytree(folder, tmp_path / "killed")
    shutil.rmtree(folder)
    shutil.copytree(killed, folder, ignore=shutil.ignore_patterns("*-shm"))
    assert (folder / "catalog.sqlite-wal").stat().st_size > 0
    disk.leave(0)
    found = make_library(folder).search([], SearchOptions(filters=Filters(min_rating=5)))
    assert [hit.path.name for hit in found.hits] == ["coffee.jpg"]


def test_a_library_opened_on_a_full_disk_sees_what_is_written_once_there_is_room(make_library, folder, disk):
    disk.leave(0)
    library = make_library(folder)
    assert len(names(library)) == 2
    disk.enlarge()
    write_jpeg(disk.folder / "pictures" / "chelsea.jpg", photo("chelsea"))
    make_library(folder).index([disk.folder / "pictures"])
    assert len(names(library)) == 3
    assert library.info().photos == 3
    assert library.search([Term(path=disk.folder / "pictures" / "chelsea.jpg")]).hits[0].verified


def test_every_write_says_that_the_disk_is_full_and_changes_nothing(make_library, folder, disk, trash):
    pictures = disk.folder / "pictures"
    library = make_library(folder)
    photos = library.find_photos([pictures / "coffee.jpg", pictures / "rocket.jpg"])
    library.close()
    disk.leave(0)
    library = make_library(folder)
    writes = [
        lambda: library.marks.set_rating(photos, 3),
        lambda: library.marks.set_keywords(photos, add=["cup"]),
        lambda: library.albums.keep([Album(name="cups", terms=(Term(text="cup"),), labels=("cup",), id="2")]),
        lambda: library.trash(photos),
        lambda: library.forget(pictures),
        lambda: library.back_up(disk.folder / "saved"),
    ]
    for write in writes:
        with pytest.raises(DiskFull, match=r"is full\. Free some space; nothing was changed"):
            write()
    assert {path.name for path in pictures.iterdir()} == {"coffee.jpg", "rocket.jpg"}
    assert not list(trash.iterdir())
    disk.enlarge()
    write_jpeg(pictures / "chelsea.jpg", photo("chelsea"))
    disk.leave(0)
    with pytest.raises(DiskFull, match="what was done so far is kept"):
        library.index([pictures])
    disk.enlarge()
    assert [marks.rating for marks in library.marks.of(photos)] == [None, None]
    assert [album.name for album in library.albums.all()] == ["all"]
    assert library.index([pictures]).indexed == 1
    assert library.check(deep=True) == []
    assert not list(disk.folder.rglob(".unfinished-*"))


def test_a_photo_that_the_catalog_cannot_let_go_comes_back_from_the_trash(
    make_library, folder, disk, trash, monkeypatch
):
    pictures = disk.folder / "pictures"
    library = make_library(folder)
    photos = library.find_photos([pictures / "coffee.jpg", pictures / "rocket.jpg"])
    monkeypatch.setattr("cbir.library.library.require_room", lambda _folder: disk.leave(48))
    report = library.trash(photos)
    assert report.photos == 0
    assert [problem.reason for problem in report.problems] == ["The disk is full, and it stays."] * 2
    assert {path.name for path in pictures.iterdir()} == {"coffee.jpg", "rocket.jpg"}
    assert list(trash.iterdir()) == []
    disk.enlarge()
    assert len(names(library)) == 2


def test_a_backup_to_another_disk_needs_no_room_on_the_full_one(make_library, folder, disk, tmp_path):
    disk.leave(0)
    assert make_library(folder).back_up(tmp_path / "saved") > 0


def test_an_older_library_is_read_on_a_full_disk_and_brought_up_to_date_later(make_library, folder, disk):
    connection = sqlite3.connect(folder / "catalog.sqlite")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    disk.leave(0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cbir.catalog.catalog.Catalog.is_outdated", lambda _path: True)
        assert len(names(make_library(folder))) == 2
    assert version > 0


def test_the_command_line_ends_with_2_and_one_sentence(make_library, folder, disk, capsys):
    disk.leave(0)
    photo_file = str(disk.folder / "pictures" / "coffee.jpg")
    assert main(["rate", photo_file, "4", "--library", str(folder)]) == 2
    said = capsys.readouterr().err
    assert said == f"The disk that holds {folder} is full. Free some space; nothing was changed.\n"
    assert main(["search", "coffee", "--engine", "metadata", "--library", str(folder)]) == 0


def test_what_cannot_be_folded_on_a_full_disk_is_no_damage_later(disk):
    path = disk.folder / "catalog.sqlite"
    with Catalog.open(path, writable=True):
        pass
    catalog = Catalog.open(path, writable=True)
    root = catalog.roots.add(Path("/photos"))
    with catalog.transaction():
        for number in range(3000):
            catalog.files.add_failure(
                root, f"{number}.jpg", size=1, mtime_ns=1, reason="x" * 90, lasting=True
            )
    disk.leave(0)
    catalog.close()
    disk.enlarge()
    with Catalog.open(path, writable=True) as catalog, catalog.transaction():
        assert catalog.roots.all() == [root]
    pages = compare_pages(path)
    assert pages.pages > 50
    assert (pages.changed, pages.checksums_damaged) == (0, False)


def test_room_is_proven_by_writing_and_the_trial_leaves_nothing(disk):
    require_room(disk.folder)
    disk.leave(100)
    assert has_room(disk.folder, 50_000)
    assert not has_room(disk.folder / "not" / "there", 200_000)
    with pytest.raises(DiskFull):
        require_room(disk.folder)
    assert list(disk.folder.iterdir()) == []
