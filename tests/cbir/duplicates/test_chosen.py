"""Photos chosen by day and folder for a search for duplicates, and groups among them."""

import itertools
from pathlib import Path

import pytest

from cbir.base.types import DuplicateSearch
from cbir.duplicates.finder import Chosen
from cbir.duplicates.records import PhotoRow


def row(photo, path, *, taken_at=None, format="JPEG"):
    return PhotoRow(
        photo=photo, document=photo, root_id=1, root="/photos", path=path, fingerprint=str(photo), pixels=str(photo),
        width=10, height=10, bytes=100, format=format, taken_at=taken_at, has_camera=True, mtime_ns=0,
    )  # fmt: skip


DATED = [
    row(1, "a.jpg", taken_at="2019-06-10T08:00:00"),
    row(2, "b.jpg", taken_at="2019-06-11"),
    row(3, "c.jpg", taken_at="2019-06-12T23:59:59"),
    row(4, "d.jpg", taken_at=None),
]


@pytest.mark.parametrize(
    ("search", "asked"),
    [
        (DuplicateSearch(), [1, 2, 3, 4]),
        (DuplicateSearch(after="2019-06-11"), [2, 3]),
        (DuplicateSearch(before="2019-06-11"), [1]),
        (DuplicateSearch(after="2019-06-11", before="2019-06-12"), [2]),
        (DuplicateSearch(after="2019-06-13"), []),
    ],
)
def test_photos_are_asked_for_on_a_day_or_after_and_before_another(search, asked):
    assert [one.photo for one in Chosen(DATED, search).covered] == asked


def test_a_folder_is_asked_for_with_what_is_below_it():
    rows = [row(1, "sea/a.jpg"), row(2, "sea/far/b.jpg"), row(3, "seaside/c.jpg")]
    chosen = Chosen(rows, DuplicateSearch(folder=Path("/photos/sea")))
    assert [one.photo for one in chosen.covered] == [1, 2]


@pytest.mark.parametrize(
    ("search", "pairs"),
    [
        ({}, {"alps old", "alps raw", "alps sea", "old raw", "old sea", "raw sea"}),
        ({"folder": "sea"}, {"alps sea", "old sea", "raw sea"}),
        ({"against": "old"}, {"alps old", "old raw", "old sea"}),
        ({"folder": "sea", "against": "old"}, {"old sea"}),
        ({"folder": "old", "against": "old"}, set()),
    ],
)
def test_a_pair_has_one_that_is_asked_for_and_one_that_it_is_compared_with(search, pairs):
    names = ("sea", "alps", "old", "raw")
    rows = [row(at, f"{name}/{name}.jpg") for at, name in enumerate(names)]
    rows.append(row(9, "raw/raw.cr2", format="camera raw"))
    places = {name: Path("/photos", of) for name, of in search.items()}
    chosen = Chosen(rows, DuplicateSearch(**places))
    assert not chosen.rows_may_pair(rows[3], rows[4]), "one photo in two files"
    found = set()
    for one, other in itertools.combinations(rows[:4], 2):
        assert chosen.rows_may_pair(one, other) == chosen.rows_may_pair(other, one)
        if chosen.rows_may_pair(one, other):
            found.add(" ".join(sorted(names[at.photo] for at in (one, other))))
    assert found == pairs


def test_a_raw_file_and_its_jpeg_are_companions_and_two_of_a_kind_are_not():
    rows = [
        row(1, "sea/a.jpg"),
        row(2, "sea/a.cr2", format="camera raw"),
        row(3, "sea/b.jpg"),
        row(4, "sea/b.png", format="PNG"),
        row(5, "sea/c.cr2", format="camera raw"),
        row(6, "sea/c.dng", format="camera raw"),
        row(7, "d.cr2", format="camera raw"),
        row(8, "sea/d.jpg"),
    ]
    assert Chosen(rows, DuplicateSearch()).companions == {1, 2}
