"""Names of copies, and how pictures are written: every system takes them, and none is written over another."""

import io
import os
import zipfile
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from cbir_app.panels.export import Export, Recipe, name_of
from cbir_app.panels.export.export import Archive, Folder, wrong_place
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
def test_a_pattern_is_filled_in(pattern, total, name):
    assert name_of(ONE, 0, total, Recipe(pattern=pattern)) == name


@pytest.mark.parametrize(
    ("own", "pattern", "name"),
    [
        ("_MG_0001.JPG", "{name}", "_MG_0001.JPG"),
        ("_MG_0001.JPG", " {name}-", "_MG_0001.JPG"),
        ("_MG_0001.JPG", "{date}_{name}", "_MG_0001.JPG"),
        ("_MG_0001.JPG", "{date}", "_MG_0001.JPG"),
        ("a-.JPG", "{name}_{date}", "a-.JPG"),
        ("a: b?.jpg", "{name}", "a_ b_.jpg"),
        ("a: b?.jpg", "{date}", "a_ b_.jpg"),
        ("a.j:g", "{name}", "a.j_g"),
        ("{number}.jpg", "{name} {number}", "{number} 1.jpg"),
    ],
)
def test_a_name_of_its_own_stays_as_it_is_where_every_system_takes_it(own, pattern, name):
    one = replace(ONE, path=Path("/photos") / own, taken_at=None)
    assert name_of(one, 0, 1, Recipe(pattern=pattern)) == name


def test_a_photo_without_a_date_keeps_a_name():
    assert name_of(replace(ONE, taken_at=None), 0, 1, Recipe(pattern="{date}")) == "IMG_0001.jpg"


def test_the_first_place_that_is_not_known_is_told():
    assert wrong_place("{name} {date} {number} {folder}") is None
    assert wrong_place("{name} {year} {month}") == "year"


def test_names_in_an_archive_differ_whatever_their_case(tmp_path):
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


@pytest.mark.parametrize(
    ("modified_s", "year"), [(0, 1980), (datetime(2019, 7, 14, 12).timestamp(), 2019), (1 << 33, 2107)]
)
def test_an_archive_takes_files_of_every_date_and_name(tmp_path, modified_s, year):
    like = tmp_path / "a.jpg"
    like.touch()
    os.utime(like, (modified_s, modified_s))
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        Archive(file).write(os.fsdecode(b"caf\xe9.jpg"), lambda copy: copy.write(b"x"), like)
    with zipfile.ZipFile(content) as file:
        (packed,) = file.infolist()
        assert (packed.date_time[0], packed.filename, file.read(packed)) == (year, "caf\ufffd.jpg", b"x")


def test_a_drive_that_keeps_no_dates_has_the_copy(tmp_path, monkeypatch):
    def refused(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("shutil.copystat", refused)
    made = Folder(tmp_path).write("a.jpg", lambda copy: copy.write(b"x"), tmp_path)
    assert made.read_bytes() == b"x"


def test_an_export_ends_whatever_happens(qapp, tmp_path, monkeypatch):
    def fault(*_):
        raise RuntimeError("a fault")

    monkeypatch.setattr("cbir_app.panels.export.export.name_of", fault)
    export, ended = Export((ONE,), Recipe(), tmp_path), list[tuple[object, object]]()
    export.done.connect(lambda files, troubles: ended.append((files, troubles)))
    with pytest.raises(RuntimeError, match="a fault"):
        export.run()
    assert ended == [((), ())]


def test_of_a_copy_that_broke_off_nothing_is_left(tmp_path):
    def fill(copy):
        copy.write(b"half")
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        Folder(tmp_path).write("a.jpg", fill, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("own", "name"),
    [
        ("CON.jpg", "_CON.jpg"),
        ("com1.backup.jpg", "_com1.backup.jpg"),
        ("console.jpg", "console.jpg"),
        ("aux", "_aux"),
        ("trip ..jpg", "trip.jpg"),
        ("a.jpg. ", "a.jpg"),
        ("...", "_"),
        ("ö" * 200 + ".jpg", "ö" * 118 + ".jpg"),
    ],
)
def test_windows_takes_every_name(own, name):
    one = replace(ONE, path=Path("/photos") / own)
    made = name_of(one, 0, 1, Recipe())
    assert made == name
    assert len(made.encode()) <= 240
