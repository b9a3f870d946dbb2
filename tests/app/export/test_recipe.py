"""Names of copies, and how pictures are written: every system takes them, and none is written over another."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.export import Recipe, name_of
from app.export.export import Archive, Folder, encode
from app.export.recipe import wrong_place
from tests.app.fake_engine import hit

ONE = replace(hit(1, False, Path("/photos")), taken_at="2019:07:14 10:11:12")


@pytest.mark.parametrize(
    ("pattern", "total", "name"),
    [
        ("{date}", 1, "2019-07-14.jpg"),
        ("{number}", 9, "1.jpg"),
        ("{number}", 10, "01.jpg"),
        ("-_ {name} ._", 1, "IMG_0001.jpg"),
        ("{name}{other}", 1, "IMG_0001{other}.jpg"),
    ],
)
def test_a_pattern_is_filled_in(pattern: str, total: int, name: str) -> None:
    assert name_of(ONE, 0, total, Recipe(pattern=pattern)) == name


def test_a_photo_without_a_date_keeps_a_name() -> None:
    assert name_of(replace(ONE, taken_at=None), 0, 1, Recipe(pattern="{date}")) == "IMG_0001.jpg"


def test_the_first_place_that_is_not_known_is_told() -> None:
    assert wrong_place("{name} {date} {number} {folder}") is None
    assert wrong_place("{name} {year} {month}") == "year"


def test_names_in_an_archive_differ_whatever_their_case(tmp_path: Path) -> None:
    like = tmp_path / "a.jpg"
    like.touch()
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        place = Archive(file)
        made = [
            place.write(name, lambda copy: copy.write(b"x"), like).name
            for name in ("a.jpg", "A.jpg", "a.jpg")
        ]
    assert made == ["a.jpg", "A (2).jpg", "a (3).jpg"]
    assert file.namelist() == made


def test_of_a_copy_that_broke_off_nothing_is_left(tmp_path: Path) -> None:
    def fill(copy: BinaryIO) -> None:
        copy.write(b"half")
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        Folder(tmp_path).write("a.jpg", fill, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_that_cannot_be_written_says_so(qapp: QApplication) -> None:
    with pytest.raises(OSError, match="cannot be written"):
        encode(QImage(), "jpg")
