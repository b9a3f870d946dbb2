"""Back from the trash: the file in its place, the photo in the library, its marks on it, and nothing overwritten."""

import errno
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from cbir.base.types import Exclusions, Judged
from cbir.library import Library, restore_photos
from cbir.library.trash import kept_in_trash
from cbir.metadata import write_sidecar
from tests.pictures import photo, write_jpeg

Make = Callable[..., Library]


@pytest.fixture(name="pictures")
def _pictures(tmp_path):
    folder = tmp_path / "pictures"
    for name in ("coffee", "rocket"):
        write_jpeg(folder / f"{name} ü.jpg", photo(name))
    return folder


@pytest.fixture(name="trash")
def _trash(tmp_path, monkeypatch):
    """A freedesktop trash in a folder of the test, and what moves files there as send2trash does."""
    trash = tmp_path / "data" / "Trash"
    for name in ("files", "info"):
        (trash / name).mkdir(parents=True)

    def send(path):
        kept, at = trash / "files" / Path(path).name, 1
        while kept.exists():
            at += 1
            kept = trash / "files" / f"{Path(path).stem} {at}{Path(path).suffix}"
        shutil.move(path, kept)
        said = f"[Trash Info]\nPath={quote(path)}\nDeletionDate=2026-11-22T10:00:00\n"
        (trash / "info" / f"{kept.name}.trashinfo").write_text(said)

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("send2trash.send2trash", send)
    monkeypatch.setattr("cbir.library.trash.sys.platform", "linux")
    return trash


def test_a_photo_comes_back_with_its_marks_and_its_sidecar(make_library, pictures, trash):
    library = make_library()
    file = pictures / "coffee ü.jpg"
    write_sidecar(file, {"dc:subject": ("cup", "tea")}, shared=False)
    library.index([pictures])
    (wanted,) = library.find_photos([file])
    library.marks.set_rating([wanted], 4, sidecar=True)
    library.marks.set_keywords([wanted], add=["mug"], remove=["tea"])
    content = file.read_bytes()
    (trash / "files" / file.name).write_bytes(b"another one, from before")
    report = library.trash([wanted])
    assert not file.exists()
    assert library.info().photos == 1
    back = restore_photos(library, report.trashed)
    assert back.problems == ()
    assert file.read_bytes() == content
    assert (pictures / "coffee ü.xmp").is_file() or (pictures / "coffee ü.jpg.xmp").is_file()
    assert back.photos == tuple(library.find_photos([file]))
    (marks,) = library.marks.of(back.photos)
    assert (marks.rating, marks.added, marks.removed) == (4, ("mug",), ("tea",))
    assert [path.name for path in (trash / "files").iterdir()] == [file.name], "the one from before stays"
    assert list((trash / "info").iterdir()) == []


def test_a_copy_that_was_said_to_go_comes_back_and_is_not_said_to_go_any_more(make_library, pictures, trash):
    library = make_library()
    file = pictures / "coffee ü.jpg"
    copy = Path(shutil.copyfile(file, pictures / "copy.jpg"))
    library.index([pictures])
    (kept,), (other,) = library.find_photos([file]), library.find_photos([copy])
    library.duplicates.say([Judged(kept=kept, other=other, verdict="trash")])
    report = library.duplicates.trash([other])
    assert not copy.exists()
    assert restore_photos(library, report.trashed).problems == ()
    assert copy.is_file()
    assert library.duplicates.plan_trash().photos == ()


def test_marks_come_back_though_a_copy_has_taken_them_over(make_library, pictures, trash):
    library = make_library()
    file = pictures / "coffee ü.jpg"
    content = file.read_bytes()
    write_sidecar(file, {"dc:subject": ("cup", "tea")}, shared=False)
    library.index([pictures])
    wanted = library.find_photos([file])
    library.marks.set_rating(wanted, 4)
    library.marks.set_keywords(wanted, add=["mug"], remove=["tea"])
    report = library.trash(wanted)
    (pictures / "copy.jpg").write_bytes(content)
    library.index([pictures])
    (marks,) = library.marks.of(restore_photos(library, report.trashed).photos)
    assert (marks.rating, marks.added, marks.removed) == (4, ("mug",), ("tea",))


def test_a_photo_comes_back_though_its_folders_are_gone_and_the_trash_keeps_no_record(
    make_library, pictures, trash
):
    library = make_library()
    file = write_jpeg(pictures / "trip" / "day" / "cat.jpg", photo("chelsea"))
    (pictures / "no picture.jpg").write_bytes(b"no picture")
    library.index([pictures])
    report = library.trash(library.find_photos([file]))
    shutil.rmtree(pictures / "trip")
    shutil.rmtree(trash / "info")  # macOS has none
    back = restore_photos(library, report.trashed)
    assert back.problems == (), "what else cannot be read there is another matter"
    assert back.photos == tuple(library.find_photos([file]))
    assert file.is_file()


def test_no_file_is_overwritten_and_the_reason_is_said(make_library, pictures, trash):
    library = make_library()
    library.index([pictures])
    file = pictures / "rocket ü.jpg"
    report = library.trash(library.find_photos([file]))
    file.write_bytes(b"somebody's new file")
    back = restore_photos(library, report.trashed)
    assert back.photos == ()
    assert [problem.reason for problem in back.problems] == [
        "There is another file in its place now, so it stays in the trash."
    ]
    assert file.read_bytes() == b"somebody's new file"
    file.unlink()
    gone = replace(report.trashed[0], kept=trash / "files" / "never.jpg")
    assert [problem.reason for problem in restore_photos(library, (gone,)).problems] == [
        "It is no longer in the trash."
    ]


def test_a_file_that_cannot_be_moved_back_stays_in_the_trash(make_library, pictures, trash):
    library = make_library()
    file = write_jpeg(pictures / "trip" / "cat.jpg", photo("chelsea"))
    library.index([pictures])
    report = library.trash(library.find_photos([file]))
    file.parent.rmdir()
    file.parent.write_bytes(b"a file in place of the folder")
    back = restore_photos(library, report.trashed)
    assert [problem.reason for problem in back.problems] == [
        f"It cannot be moved back, and stays in the trash ({os.strerror(errno.EEXIST)})."
    ]
    assert back.photos == () and report.trashed[0].kept.is_file()


def test_a_trash_that_does_not_say_where_files_were_gives_nothing_back(tmp_path, trash):
    (trash / "files" / "a.jpg").write_bytes(b"x")
    assert kept_in_trash(tmp_path / "a.jpg") is None
    (trash / "info" / "a.jpg.trashinfo").write_text(f"[Trash Info]\nPath={quote(str(tmp_path / 'b.jpg'))}\n")
    assert kept_in_trash(tmp_path / "a.jpg") is None


def test_of_several_that_were_trashed_from_one_place_the_last_comes_back(tmp_path, trash):
    place = tmp_path / "a [1].jpg"
    for name, order in (("a [1].jpg", 1), ("a [1] 2.jpg", 3), ("a [1] 3.jpg", 2), ("a [1] 4.jpg", 4)):
        info = trash / "info" / f"{name}.trashinfo"
        info.write_text(f"[Trash Info]\nPath={quote(str(place))}\n")
        os.utime(info, (order, order))
        if order < 4:  # the file of the last one was taken out by hand
            (trash / "files" / name).touch()
    assert kept_in_trash(place) == trash / "files" / "a [1] 2.jpg"


def test_a_broken_link_in_its_place_is_not_overwritten(make_library, pictures, trash):
    library = make_library()
    library.index([pictures])
    file = pictures / "rocket ü.jpg"
    report = library.trash(library.find_photos([file]))
    file.symlink_to(pictures / "on a drive that is away.jpg")
    assert "another file" in restore_photos(library, report.trashed).problems[0].reason
    assert file.is_symlink()
    assert report.trashed[0].kept.is_file()


def test_one_that_cannot_be_read_any_more_is_told_and_the_others_come_back(make_library, pictures, trash):
    library = make_library()
    library.index([pictures])
    files = sorted(pictures.iterdir())
    report = library.trash(library.find_photos(files))
    report.trashed[0].kept.write_bytes(b"no picture")
    back = restore_photos(library, report.trashed)
    assert [problem.path for problem in back.problems] == [files[0]]
    assert back.photos == tuple(library.find_photos(files[1:]))


def test_the_trash_forgets_a_file_only_when_its_folder_has_it_for_good(
    make_library, pictures, trash, monkeypatch
):
    library = make_library()
    library.index([pictures])
    file = pictures / "rocket ü.jpg"
    report = library.trash(library.find_photos([file]))
    flushed = []

    def flush(folder):
        flushed.append((folder, file.is_file(), len(list((trash / "info").iterdir()))))

    monkeypatch.setattr("cbir.library.trash.flush_folder", flush)
    restore_photos(library, report.trashed)
    assert flushed == [(pictures, True, 1)]
    assert list((trash / "info").iterdir()) == []


def test_a_photo_that_is_left_out_by_now_is_told_and_the_others_have_their_marks(
    make_library, pictures, trash
):
    library = make_library()
    library.index([pictures])
    files = [pictures / "coffee ü.jpg", pictures / "rocket ü.jpg"]
    library.marks.set_rating(library.find_photos(files), 5)
    report = library.trash(library.find_photos(files))
    library.index([pictures], leave_out=Exclusions(patterns=("coffee*",)))
    back = restore_photos(library, report.trashed)
    assert all(file.is_file() for file in files), "they are in their places all the same"
    assert [problem.path for problem in back.problems] == files[:1]
    assert back.photos == tuple(library.find_photos(files[1:]))
    assert [marks.rating for marks in library.marks.of(back.photos)] == [5]
