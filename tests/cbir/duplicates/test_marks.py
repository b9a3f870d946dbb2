"""Marks that are laid over photos: a watermark, a banner, a stamp."""

import cv2
import numpy as np
import pytest

from cbir.base.types import CAUSES, DuplicateSearch
from cbir.duplicates.judgement import Finding, keep_their_place, without_marks
from tests.pictures import photo, write_jpeg

PLACES = np.random.default_rng(3).random((12, 2)) * 0.3 + 0.35


def in_pixels(x, y, scale, first, second):
    """PLACES of the first picture as shares of the second one."""
    return (scale * PLACES * first + (x, y)) / np.array(second, float)


@pytest.mark.parametrize(
    ("x", "y", "scale", "first", "second", "expected"),
    [
        (0, 0, 1.0, (400, 300), (400, 300), True),
        (50, -50, 1.0, (300, 400), (400, 300), True),  # at the centre
        (0, 100, 1.0, (400, 300), (300, 400), True),  # in the lower left corner
        (0, 50, 2.0, (200, 300), (400, 700), True),  # in the middle on the left, as wide as the picture
        (50, 0, 2.0, (300, 200), (700, 400), True),  # in the middle above, as high as the picture
        (5, 0, 1.0, (400, 300), (400, 300), True),  # near enough for the longer side
        (9, 0, 2.0, (400, 300), (800, 600), True),  # of the second picture
        (7, 0, 1.0, (400, 300), (400, 300), False),
        (0, 0, 0.9, (400, 300), (400, 300), False),
        (0, 0, 1.4, (400, 300), (800, 600), False),  # larger, but less so than the picture
    ],
)
def test_what_keeps_its_place_is_as_far_from_one_edge_or_the_middle(x, y, scale, first, second, expected):
    there = in_pixels(x, y, scale, first, second)
    assert keep_their_place(PLACES, there, first, second) is expected


@pytest.mark.parametrize(
    ("by_deg", "x", "scale", "expected"),
    [(0, 0, 1.0, True), (7, 0, 1.0, True), (-90, 0, 1.0, True), (7, 8, 1.0, False), (7, 0, 1.5, False)],
)
def test_what_was_turned_with_its_photo_keeps_its_place_about_the_centre(by_deg, x, scale, expected):
    size = (400, 300)
    turn = cv2.getRotationMatrix2D((200, 150), by_deg, scale)
    there = cv2.transform((PLACES * size)[None], turn)[0] + (x, 0)
    assert keep_their_place(PLACES, there / size, size, size) is expected


def test_a_fifth_of_the_points_may_lie_elsewhere_and_none_prove_nothing():
    size = (400, 300)
    for points, astray, expected in ((12, 2, True), (10, 2, True), (12, 3, False)):
        there = PLACES[:points].copy()
        there[:astray] += 0.1
        assert keep_their_place(PLACES[:points], there, size, size) is expected
    assert not keep_their_place(PLACES[:0], PLACES[:0], size, size)


LAID = Finding(cause="part", detailed=0.2, laid_over=True)
LAID_UPON = Finding(cause="part", detailed=0.2, laid_over=True, covered=True)
PART = Finding(cause="part", detailed=0.2)
COPY = Finding(cause="cropped")
SHOT = Finding(cause="burst")


@pytest.mark.parametrize(
    ("findings", "left"),
    [
        ({("a", "b"): LAID}, []),
        ({("a", "b"): PART}, ["ab"]),
        ({("a", "b"): LAID_UPON}, ["ab"]),
        # What was laid upon a photo may leave its mark, which other photos bear.
        ({("a", "b"): LAID_UPON, ("a", "c"): LAID, ("b", "c"): PART}, ["ab"]),
        # A copy bears the mark of its photo wherever it was moved to.
        ({("a", "b"): LAID, ("b", "B"): COPY, ("a", "B"): PART}, ["bB"]),
        ({("a", "b"): LAID, ("b", "B"): SHOT, ("a", "B"): PART}, ["bB"]),
        ({("a", "b"): LAID, ("b", "c"): LAID, ("a", "c"): PART}, []),
        ({("a", "b"): LAID, ("a", "c"): PART}, ["ac"]),
        # On a plain ground a mark is most of what there is.
        ({("a", "b"): LAID, ("b", "c"): LAID, ("a", "c"): Finding(cause="edited", detailed=0.6)}, []),
        ({("a", "b"): LAID, ("b", "c"): LAID, ("a", "c"): Finding(cause="part", detailed=0.7)}, ["ac"]),
        # Two photos that share most of a part are still two: one has the mark, the other may have none.
        ({("a", "b"): Finding(cause="part", detailed=0.8), ("a", "c"): LAID, ("b", "c"): PART}, ["ab", "bc"]),
        ({("a", "A"): COPY, ("b", "A"): COPY, ("a", "b"): LAID}, ["aA", "bA", "ab"]),
    ],
)
def test_what_photos_of_one_mark_share_is_that_mark(findings, left):
    assert ["".join(pair) for pair in without_marks(findings)] == left


def with_mark(pixels):
    """The same light words over the middle, through which the photo is seen."""
    made = np.ascontiguousarray(pixels[:400, :500])
    words = np.zeros(made.shape[:2], np.uint8)
    for row, text in enumerate(("PICTURES", "& MORE 25", "(c) BANK")):
        cv2.putText(words, text, (60, 130 + 80 * row), cv2.FONT_HERSHEY_TRIPLEX, 2.2, 255, 4, cv2.LINE_AA)
    share = words[:, :, None] / 255 * 0.8
    return np.asarray(made * (1 - share) + 255 * share).astype(np.uint8)


def with_poster(pixels, x, y, turned_deg):
    """The same print on a wall, seen as a hand holds a camera."""
    print_ = photo("rocket")[:300, 100:400]
    side, high = 230, 230
    onto = cv2.getRotationMatrix2D((150, 150), turned_deg, side / 300)
    onto[:, 2] += (x, y)
    made = np.ascontiguousarray(pixels[:400, :500])
    mask = cv2.warpAffine(np.full(print_.shape[:2], 255, np.uint8), onto, (500, high + 170))
    laid = cv2.warpAffine(print_, onto, (500, high + 170))
    return np.where(mask[:, :, None] > 127, laid, made)


def test_photos_under_one_watermark_share_nothing_and_photos_of_one_print_a_part(tmp_path, make_library):
    for name in ("coffee", "chelsea"):
        write_jpeg(tmp_path / "photos" / f"{name}.jpg", with_mark(photo(name)))
    write_jpeg(tmp_path / "photos" / "wall.jpg", with_poster(photo("china"), 20, 60, 4))
    write_jpeg(tmp_path / "photos" / "room.jpg", with_poster(photo("astronaut"), 170, 10, -5))
    library = make_library()
    library.index([tmp_path / "photos"])
    report = library.duplicates.find(DuplicateSearch(causes=CAUSES))
    assert report.compared >= 2
    (group,) = report.groups
    assert {group.kept.path.name, group.copies[0].photo.path.name} == {"wall.jpg", "room.jpg"}
    assert group.copies[0].cause == "part"
