"""Back from the trash: the file in its place, the photo in the library, its marks on it, and nothing overwritten."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from cbir.library import Library, restore_photos
from cbir.library.trash import kept_in_trash
from tests.pictures import photo, write_jpeg

Make = Callable[..., Library]


@pytest.fixture(name="pictures")
def _pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    for name in ("coffee", "rocket"):
        write_jpeg(folder / f"{name} ü.jpg", photo(name))
    return folder


@pytest.fixture(name="trash")
def _trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A freedesktop trash in a folder of the test, and what moves files there as send2trash does."""
    trash = tmp_path / "data" / "Trash"
    for name in ("files", "info"):
        (trash / name).mkdir(parents=True)

    def send(path: str) -> None:
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


def test_a_photo_comes_back_with_its_marks_and_its_sidecar(
    make_library: Make, pictures: Path, trash: Path
) -> None:
    library = make_library()
    library.index([pictures])
    file = pictures / "coffee ü.jpg"
    (wanted,) = library.find_photos([file])
    library.marks.set_rating([wanted], 4, sidecar=True)
    library.marks.set_keywords([wanted], add=["mug"])
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
    assert (marks.rating, marks.added) == (4, ("mug",))
    assert [one.name for one in (trash / "files").iterdir()] == [file.name], "the one from before stays"
    assert list((trash / "info").iterdir()) == []


def test_no_file_is_overwritten_and_the_reason_is_said(
    make_library: Make, pictures: Path, trash: Path
) -> None:
    library = make_library()
    library.index([pictures])
    file = pictures / "rocket ü.jpg"
    report = library.trash(library.find_photos([file]))
    file.write_bytes(b"somebody's new file")
    back = restore_photos(library, report.trashed)
    assert back.photos == ()
    assert [one.reason for one in back.problems] == [
        "There is another file in its place now, so it stays in the trash."
    ]
    assert file.read_bytes() == b"somebody's new file"
    file.unlink()
    gone = replace(report.trashed[0], kept=trash / "files" / "never.jpg")
    assert [one.reason for one in restore_photos(library, (gone,)).problems] == [
        "It is no longer in the trash."
    ]


def test_a_trash_that_does_not_say_where_files_were_gives_nothing_back(tmp_path: Path, trash: Path) -> None:
    (trash / "files" / "a.jpg").write_bytes(b"x")
    assert kept_in_trash(tmp_path / "a.jpg") is None
    (trash / "info" / "a.jpg.trashinfo").write_text(f"[Trash Info]\nPath={quote(str(tmp_path / 'b.jpg'))}\n")
    assert kept_in_trash(tmp_path / "a.jpg") is None
