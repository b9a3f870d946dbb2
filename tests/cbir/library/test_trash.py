"""The trash: the file is in it, the library forgets the photo at once, and what cannot go there stays."""

import errno
import io
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import wait
from pathlib import Path

import pytest

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import PhotoId, Term
from cbir.cli import main
from cbir.library import Library
from cbir.metadata import write_sidecar
from cbir.state.locking import writer_lock
from cbir.visual_words import merge_segments
from tests.pictures import photo, photo_file, write_jpeg

Make = Callable[..., Library]


def write_photos(folder):
    for name in ("coffee", "rocket", "chelsea"):
        write_jpeg(folder / f"{name}.jpg", photo(name))


class Trash:
    """Stands for the system's trash, so that a test puts nothing into the real one: a folder, or an error."""

    def __init__(self, folder):
        self.folder = folder
        self.error = None
        folder.mkdir()

    def __call__(self, path):
        if self.error is not None:
            raise self.error
        Path(path).rename(self.folder / Path(path).name)

    def names(self):
        return {path.name for path in self.folder.iterdir()}


@pytest.fixture(name="trash")
def _trash(tmp_path, monkeypatch):
    trash = Trash(tmp_path / "trash")
    monkeypatch.setattr("send2trash.send2trash", trash)
    return trash


def found(library):
    return {hit.path.name for hit in library.search([Term(path=photo_file("coffee"))]).hits if hit.verified}


def test_a_trashed_photo_is_gone_from_the_library_at_once(library, pictures, trash):
    assert found(library) == {"coffee.jpg"}
    (pictures / "coffee.jpg.xmp").write_bytes(b"its sidecar")
    report = library.trash(library.find_photos([pictures / "coffee.jpg"]))
    assert (report.photos, report.problems) == (1, ())
    assert trash.names() == {"coffee.jpg", "coffee.jpg.xmp"}
    assert found(library) == set()
    assert library.info().photos == 2
    assert library.check(deep=True) == []
    report_of_index = library.index([pictures])
    assert (report_of_index.unchanged, report_of_index.removed) == (2, 0)


def test_the_files_of_a_photo_go_with_it_and_what_it_shares_with_the_last_of_that_name(
    library, pictures, trash
):
    write_jpeg(pictures / "rocket.jpeg", photo("coffee"))
    for name in ("coffee.xmp", "coffee.AAE", "coffee.txt", "coffee.jpg.XMP", "Coffee.xmp", "coffee 2.xmp"):
        (pictures / name).write_bytes(b"beside it")
    for name in ("rocket.xmp", "rocket.aae", "rocket.jpg.xmp"):
        (pictures / name).write_bytes(b"beside it")
    library.index([pictures])
    library.trash(library.find_photos([pictures / "coffee.jpg", pictures / "rocket.jpg"]))
    coffee = {"coffee.jpg", "coffee.jpg.XMP", "coffee.xmp", "coffee.AAE"}
    assert trash.names() == coffee | {"rocket.jpg", "rocket.jpg.xmp"}
    library.trash(library.find_photos([pictures / "rocket.jpeg"]))
    assert trash.names() >= {"rocket.jpeg", "rocket.xmp", "rocket.aae"}
    left = {path.name for path in pictures.iterdir()}
    assert left == {"chelsea.jpg", "coffee.txt", "Coffee.xmp", "coffee 2.xmp"}


def test_a_photo_that_is_taken_out_of_the_trash_has_its_rating_again(library, pictures, trash):
    (coffee,) = library.find_photos([pictures / "coffee.jpg"])
    library.marks.set_rating([coffee], 4)
    library.trash([coffee])
    (trash.folder / "coffee.jpg").rename(pictures / "coffee.jpg")
    assert library.index([pictures]).indexed == 1
    (metadata,) = library.metadata(library.find_photos([pictures / "coffee.jpg"]))
    assert metadata is not None
    assert metadata.rating == 4


@pytest.mark.parametrize(
    "what", ["changed", "touched", "missing", "no trash", "denied", "read-only", "left where it is"]
)
def test_what_cannot_go_stays_with_a_sentence_and_the_others_go(library, pictures, trash, what, monkeypatch):
    from send2trash import TrashPermissionError

    path = pictures / "coffee.jpg"
    photos = library.find_photos([path, pictures / "rocket.jpg"])
    if what == "changed":
        path.write_bytes(path.read_bytes() + b"more")
    elif what == "touched":
        os.utime(path, (1, 1))
    elif what == "missing":
        path.rename(pictures.parent / "elsewhere.jpg")
    else:
        number = errno.EROFS if what == "read-only" else errno.EACCES
        error = TrashPermissionError(str(path)) if what == "no trash" else OSError(number, "Denied: x")

        def refuse(name):
            if Path(name) == path:
                if what == "left where it is":
                    return
                raise error
            trash(name)

        monkeypatch.setattr("send2trash.send2trash", refuse)
    report = library.trash(photos)
    assert report.photos == 1
    assert trash.names() == {"rocket.jpg"}
    (problem,) = report.problems
    assert problem.path == path
    assert problem.reason.endswith(".")
    assert ("read-only" in problem.reason) == (what == "read-only")
    assert path.exists() == (what != "missing")
    assert library.find_photos([path]) == photos[:1]


def test_nothing_is_moved_where_a_photo_is_unknown(library, pictures, trash):
    photos = library.find_photos([pictures / "coffee.jpg"])
    with pytest.raises(CbirError, match="no longer"):
        library.trash([*photos, PhotoId(999)])
    assert trash.names() == set()


def test_a_photo_is_trashed_while_somebody_else_writes_to_the_library(library, pictures, trash):
    with writer_lock(Layout(library.folder)):
        assert library.trash(library.find_photos([pictures / "coffee.jpg"])).photos == 1
    assert found(library) == set()


@pytest.mark.parametrize(
    "done",
    [
        pytest.param(0, id="before it is read"),
        pytest.param(3, id="after it was read and before it is written"),
    ],
)
def test_a_photo_that_is_trashed_during_a_run_that_reads_it_does_not_come_back(
    make_library, pictures, trash, done
):
    library = make_library(progress_every_s=0)  # every photo is told of
    library.index([pictures])
    coffee = library.find_photos([pictures / "coffee.jpg"])

    def progress(state):
        if state.total == 3 and state.done == done and coffee:
            assert library.trash(coffee).photos == 1
            coffee.clear()

    report = library.rebuild(progress=progress)
    assert coffee == []
    assert (report.indexed, report.skipped, report.notes) == (2, (), ())
    assert (found(library), library.info().photos, library.info().skipped) == (set(), 2, ())
    assert library.check(deep=True) == []
    again = library.index([pictures])
    assert (again.unchanged, again.indexed, again.removed) == (2, 0, 0)


def test_a_photo_that_is_trashed_when_its_metadata_was_read_again_stops_nothing(
    library, pictures, trash, monkeypatch
):
    coffee = library.find_photos([pictures / "coffee.jpg"])
    for name in ("coffee", "rocket"):
        write_sidecar(pictures / f"{name}.jpg", {"xmp:Rating": ("5",)}, shared=False)

    def wait_and_trash(*arguments, **options):
        done = wait(*arguments, **options)
        if coffee and not done.not_done:
            library.trash(coffee)
            coffee.clear()
        return done

    monkeypatch.setattr("cbir.workers.queueing.wait", wait_and_trash)
    report = library.index([pictures])
    assert coffee == []
    assert (report.skipped, library.info().photos) == ((), 2)
    (known,) = library.metadata(library.find_photos([pictures / "rocket.jpg"]))
    assert known is not None
    assert known.rating == 5
    assert library.check(deep=True) == []


def test_a_photo_that_is_trashed_during_a_merge_stays_a_tombstone(library, pictures, trash, monkeypatch):
    coffee = library.find_photos([pictures / "coffee.jpg"])
    library.trash(library.find_photos([pictures / "rocket.jpg"]))  # so that there is something to merge

    def merge(*arguments, **options):
        merge_segments(*arguments, **options)
        library.trash(coffee)

    monkeypatch.setattr("cbir.library.maintenance.segments.merge_segments", merge)
    library.compact()
    assert trash.names() == {"coffee.jpg", "rocket.jpg"}
    assert (found(library), library.info().photos) == (set(), 1)
    assert library.check(deep=True) == []


def test_the_command_asks_first(
    library,
    pictures,
    trash,
    monkeypatch,
    capsys,
):
    arguments = ["trash", str(pictures / "coffee.jpg"), "--library", str(library.folder)]
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert main(arguments) == 2
    assert "--yes" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", _Terminal("n\n"))
    assert main(arguments) == 1
    assert "Move 1 photo to the trash?" in capsys.readouterr().err
    assert trash.names() == set()
    monkeypatch.setattr("sys.stdin", _Terminal("y\n"))
    assert main(arguments) == 0
    assert capsys.readouterr().out == "1 photo moved to the trash\n"
    assert trash.names() == {"coffee.jpg"}
    assert main(["trash", str(pictures / "rocket.jpg"), "--yes", "--library", str(library.folder)]) == 0
    assert trash.names() == {"coffee.jpg", "rocket.jpg"}


class _Terminal(io.StringIO):
    """A person at the keyboard."""

    def isatty(self):
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="only there a trash of its own can be given to a test")
def test_the_real_trash_has_the_file_and_knows_where_it_was(library, pictures, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    before = (pictures / "coffee.jpg").read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "cbir", "trash", "--yes", str(pictures / "coffee.jpg"), "--library",
         str(library.folder)],
        env={**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data")},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "1 photo moved to the trash\n"), done.stderr
    assert (home / "data" / "Trash" / "files" / "coffee.jpg").read_bytes() == before
    about = (home / "data" / "Trash" / "info" / "coffee.jpg.trashinfo").read_text()
    assert "coffee.jpg" in about
    assert not (pictures / "coffee.jpg").exists()
    assert found(library) == set()
