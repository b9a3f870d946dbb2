"""Stacks of near-duplicates among photos in an order."""

from dataclasses import replace

from cbir.duplicates import PhotoRow
from cbir.duplicates.stacking import stacked

ROW = PhotoRow(
    photo=0, document=0, root_id=1, root="/photos", path="", fingerprint="", pixels="", width=4, height=3,
    bytes=9, format="JPEG", taken_at=None, has_camera=False, mtime_ns=0,
)  # fmt: skip
FAR = {"a": bytes(16), "b": b"\xff" * 16, "c": b"\x0f" * 16, "d": b"\x33" * 16}


def rows(*contents):
    return [
        replace(ROW, photo=at, document=at, path=f"{at}.jpg", fingerprint=content)
        for at, content in enumerate(contents)
    ]


def two(one, other):
    return frozenset((one, other))


def test_photos_of_one_content_and_what_was_proven_to_be_a_copy_are_stacked():
    compared = {two("a", "b"): "cropped", two("a", "c"): "part", two("c", "d"): "burst"}
    assert stacked(rows("a", "c", "b", "a", "d"), FAR, compared, ()) == ((0, 2, 3), (1, 4))


def test_each_photo_of_a_stack_belongs_to_the_one_that_stands_for_it():
    chain = {two("a", "b"): "edited", two("b", "c"): "edited"}
    assert stacked(rows("a", "b", "c"), FAR, chain, ()) == ((0, 1),), "a and c were never proven"
    assert stacked(rows("b", "a", "c"), FAR, chain, ()) == ((0, 1, 2),)


def test_near_hashes_count_only_where_nothing_was_compared():
    near = {"a": bytes(16), "b": bytes(15) + b"\x07", "c": bytes(14) + b"\xff\x7f"}
    assert stacked(rows("a", "b", "c"), near, {}, ()) == ((0, 1),), "15 bits are too many"
    assert stacked(rows("a", "b"), near, {}, ()) == ((0, 1),)
    assert stacked(rows("a", "b"), near, {two("a", "b"): ""}, ()) == ()


def test_what_a_person_called_no_duplicate_is_not_stacked():
    compared = {two("a", "b"): "edited"}
    assert stacked(rows("a", "b"), FAR, compared, [two("a", "b")]) == ()


def test_a_raw_file_lies_with_the_jpeg_beside_it():
    jpeg, raw = rows("a", "b")
    raw = replace(raw, path="0.nef", format="camera raw")
    assert stacked([jpeg, raw], FAR, {}, ()) == ((0, 1),)
