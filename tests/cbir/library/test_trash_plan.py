"""Plans for the trash, by rows without pictures: the photos asked for, their companions, last copies."""

from dataclasses import replace
from typing import cast

import pytest

from cbir.base.types import PhotoId
from cbir.duplicates import DuplicateTables, PairVerdict, PhotoRow
from cbir.duplicates.records import go_together
from cbir.library.duplicates import trash_plan


class Tables:
    def __init__(self, rows):
        self.rows = list(rows)

    def photos_with(self, fingerprints):
        return [row for row in self.rows if row.fingerprint in fingerprints]

    def companions(self, photo):
        return [row for row in self.rows if row.photo != photo.photo and go_together(row, photo)]


@pytest.fixture(name="row")
def _row(tmp_path):
    return PhotoRow(1, 1, 1, str(tmp_path), "a.jpg", "one", "", 40, 30, 1000, "JPEG", None, False, 7)


def trash(kept, other):
    return PairVerdict(kept=kept.fingerprint, other=other.fingerprint, verdict="trash", place=other.place)


def plan(rows, *said, trouble=None):
    """trouble : of photos whose file is not there as it was indexed"""

    def trouble_of(rows):
        return {row.photo: trouble[row.photo] for row in rows if trouble and row.photo in trouble}

    return trash_plan(cast(DuplicateTables, Tables(rows)), said, trouble_of)


def ids(plan):
    """The photos to trash, the photos that remain for each, and the names of last copies."""
    return [photo.photo for photo in plan.photos], list(plan.kept), [one.path.name for one in plan.last]


def numbered(row, *about):
    """Rows with these paths and contents."""
    return [
        replace(
            row,
            photo=n,
            document=n,
            path=path,
            fingerprint=content,
            format="camera raw" if path.endswith(".nef") else "JPEG",
        )
        for n, (path, content) in enumerate(about, 1)
    ]


def test_a_raw_file_goes_with_its_jpeg_where_another_copy_of_it_stays(row):
    rows = numbered(row, ("a.jpg", "j"), ("a.nef", "r"), ("kept/a.jpg", "j"), ("kept/a.nef", "r"))
    found = plan(rows, trash(rows[2], rows[0]))
    assert ids(found) == ([1, 2], [(3,), (4,)], [])
    assert found.bytes == 2000


def test_the_only_raw_file_stays_whatever_becomes_of_its_jpeg(row):
    rows = numbered(row, ("a.jpg", "j"), ("a.nef", "r"), ("kept/a.jpg", "j"))
    assert ids(plan(rows, trash(rows[2], rows[0]))) == ([1], [(3,)], [])


def test_of_two_raw_files_that_would_both_go_with_their_jpegs_one_stays(row):
    rows = numbered(row, ("a.jpg", "j"), ("a.nef", "r"), ("b.jpg", "j"), ("b.nef", "r"), ("kept.jpg", "j"))
    going, kept, last = ids(plan(rows, trash(rows[4], rows[0]), trash(rows[4], rows[2])))
    assert sorted(going) in ([1, 2, 3], [1, 3, 4]) and last == []
    assert {photo for some in kept for photo in some} & set(going) == set() and all(kept), (
        "what stays in the place of one does not go itself"
    )


def test_what_was_said_of_a_photo_that_is_gone_or_meant_another_file_moves_nothing(row):
    rows = numbered(row, ("a.jpg", "j"), ("b.jpg", "k"))
    elsewhere = replace(trash(rows[1], rows[0]), place="1/gone.jpg")
    nobody = replace(trash(rows[1], rows[0]), other="nobody")
    both = replace(trash(rows[1], rows[0]), verdict="both")
    assert ids(plan(rows, elsewhere, nobody, both)) == ([], [], [])


def test_copies_that_are_said_to_go_for_each_other_are_last_copies(row):
    rows = numbered(row, ("a.jpg", "j"), ("b.jpg", "k"))
    found = plan(rows, trash(rows[1], rows[0]), trash(rows[0], rows[1]))
    assert ids(found) == ([1, 2], [(), ()], ["a.jpg", "b.jpg"])
    assert {one.reason for one in found.last} == {"No copy of it would be left."}


def test_a_copy_that_cannot_be_read_takes_nobodys_place(row):
    rows = numbered(row, ("a.jpg", "j"), ("b.jpg", "k"), ("away/b.jpg", "k"))
    found = plan(rows, trash(rows[1], rows[0]), trouble={2: "It is gone.", 3: "Its drive is away."})
    assert ids(found) == ([1], [()], ["a.jpg"])
    assert found.last[0].reason.startswith("The photo that would stay, b.jpg, cannot be read: It")
    found = plan(rows, trash(rows[1], rows[0]), trouble={2: "It is gone."})
    assert ids(found) == ([1], [(3,)], [])


def test_what_has_changed_since_it_was_indexed_stays_and_is_told(row):
    rows = numbered(row, ("a.jpg", "j"), ("b.jpg", "k"))
    found = plan(rows, trash(rows[1], rows[0]), trouble={1: "It has changed."})
    assert ids(found) == ([], [], [])
    assert [(stay.path.name, stay.reason) for stay in found.stays] == [("a.jpg", "It has changed.")]


def test_of_equal_copies_another_content_that_was_kept_comes_first(row):
    rows = numbered(row, ("a.jpg", "j"), ("same.jpg", "j"), ("better.jpg", "k"))
    assert ids(plan(rows, trash(rows[2], rows[0])))[1] == [(PhotoId(3),)]
    assert ids(plan(rows, trash(rows[2], rows[0]), trouble={3: "It is gone."}))[1] == [(PhotoId(2),)]
