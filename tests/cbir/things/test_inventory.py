"""A shelf of several pictures, some of which the library has."""

import csv

import cv2
import numpy as np

from cbir.cli import main
from tests.cbir.things.test_finder import write_photos  # noqa: F401 (the library's photos)
from tests.pictures import photo, write_jpeg

PLACES = {"astronaut": (60, 50), "china": (700, 60), "rocket": (80, 560), "brick": (720, 570)}


def write_shelf(path):
    shelf = np.full((1100, 1400, 3), 120, np.uint8)
    for name, (left, top) in PLACES.items():
        if name != "brick":
            shelf[top : top + 400, left : left + 560] = cv2.resize(photo(name), (560, 400))
    return write_jpeg(path, shelf)


def test_items_are_named_with_their_places(library, tmp_path):
    items = {item.path.stem: item for item in library.inventory(write_shelf(tmp_path / "shelf.jpg"))}
    assert {"astronaut", "china"} <= set(items) <= {"astronaut", "china", "rocket 0", "rocket 1"}
    for name in ("astronaut", "china"):
        left, top = PLACES[name]
        corners = [(left, top), (left + 560, top), (left + 560, top + 400), (left, top + 400)]
        assert np.allclose(items[name].corners, corners, atol=6)


def test_a_picture_without_items_has_none(library, tmp_path):
    assert library.inventory(write_jpeg(tmp_path / "grey.jpg", np.full((500, 500, 3), 90, np.uint8))) == []


def test_the_table_is_written_once(library, tmp_path, capsys):
    shelf, table = write_shelf(tmp_path / "shelf.jpg"), tmp_path / "table.csv"
    arguments = ["inventory", str(shelf), "--csv", str(table), "--library", str(library.folder)]
    assert main(arguments) == 0
    head, *rows = csv.reader(table.read_text(encoding="utf-8").splitlines())
    assert head[:2] == ["photo", "points"]
    assert len(rows) == len(library.inventory(shelf))
    assert main(arguments) == 2
