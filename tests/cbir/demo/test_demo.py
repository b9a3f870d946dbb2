"""The demo's pictures: always the same, made once, never over somebody's files."""

import shutil

import numpy as np
import pytest

from cbir.base.errors import CbirError
from cbir.demo import COPIED, PHOTOS, alterations, build_demo
from cbir.demo.posters import POSTERS, poster
from cbir.evaluation import read_pixels


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    build_demo(folder)
    return folder


def pictures_of(demo):
    return [path for path in (demo / "pictures").rglob("*") if path.is_file()]


def test_the_demo_holds_photos_and_altered_copies_of_some(built):
    names = {path.stem for path in pictures_of(built)}
    assert names == {*PHOTOS, *(f"{name}, {kind}" for name in COPIED for kind in alterations())}


def test_every_picture_of_the_demo_can_be_read(built):
    for path in [*pictures_of(built), built / "query.jpg"]:
        assert min(read_pixels(path).shape[:2]) >= 100, path.name


def test_a_second_run_leaves_the_pictures_alone(built):
    before = {path: path.stat().st_mtime_ns for path in pictures_of(built)}
    build_demo(built)
    assert {path: path.stat().st_mtime_ns for path in pictures_of(built)} == before


FOREIGN = (
    "pictures/china.txt",
    "pictures/scenes/mine.jpg",
    "pictures/mine/1.jpg",
    "notes.txt",
    "library/notes.txt",
    "library/thumbnails/mine.jpg",
)


@pytest.fixture(scope="module")
def again(built, tmp_path_factory):
    """A demo that is made again after an interrupted run, with a person's files among its pictures."""
    folder = tmp_path_factory.mktemp("again")
    shutil.copytree(built, folder, dirs_exist_ok=True)
    demo = build_demo(folder)
    assert (demo.library, demo.pictures) == (folder / "library", folder / "pictures")
    for name in FOREIGN:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("precious")
    (demo.library / "writer.json").write_text("a library's own")
    (demo.pictures / "china.jpg").write_bytes(b"of the version before")
    for name in ("brick.jpg", "poster jazz.jpg", "china, dark.jpg", "scenes/scene 160.jpg"):
        (demo.pictures / name).write_bytes(b"written by version 3 alone")
    (folder / "demo.json").write_text('{"version": 1}', encoding="utf-8")
    demo.query.unlink()
    assert build_demo(folder).query == folder / "query.jpg"
    return folder


@pytest.mark.long
def test_the_same_demo_is_made_every_time(built, again):
    assert (again / "query.jpg").read_bytes() == (built / "query.jpg").read_bytes()
    mine = {again / name for name in FOREIGN}
    made = [path for path in pictures_of(again) if path not in mine]
    assert len(made) == len(pictures_of(built))
    for path in made:
        same = built / path.relative_to(again)
        assert path.read_bytes() == same.read_bytes(), path.name


def test_files_that_somebody_put_beside_the_pictures_survive_a_new_version_of_them(again):
    assert [(again / name).read_text() for name in FOREIGN] == ["precious"] * len(FOREIGN)
    assert not (again / "library" / "writer.json").exists()
    assert min(read_pixels(again / "pictures" / "china.jpg").shape[:2]) >= 100


def test_a_folder_with_other_files_is_refused_and_left_as_it_is(tmp_path):
    mine = tmp_path / "pictures" / "mine.jpg"
    mine.parent.mkdir()
    mine.write_bytes(b"mine")
    with pytest.raises(CbirError, match="not empty"):
        build_demo(tmp_path)
    assert mine.read_bytes() == b"mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pictures"]


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path):
    blocker = tmp_path / "file"
    blocker.write_bytes(b"")
    with pytest.raises(CbirError, match="cannot be written"):
        build_demo(blocker / "demo")


def test_no_two_posters_are_alike():
    rendered = [poster(name) for name in POSTERS]
    for index, one in enumerate(rendered):
        for other in rendered[index + 1 :]:
            assert np.abs(one.astype(int) - other.astype(int)).mean() > 20, index
