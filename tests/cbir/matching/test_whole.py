"""Whole pictures at the size of a stamp: copies with hardly any points agree all over, other pictures do not."""

import cv2
import numpy as np
import pytest

from cbir.matching import STAMP_PX, compare_whole, stamp
from tests.documents import two_documents
from tests.evaluation.altered_copies import KINDS, RARER_KINDS, altered_copy
from tests.pictures import flat, photo

NAMES = ("astronaut", "chelsea", "coffee", "rocket", "china", "flower")


def thumbnail(pixels):
    shrink = 256 / max(pixels.shape[:2])
    return cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)


def copy_of(name, kind):
    way = next(way for way in (*KINDS, *RARER_KINDS) if way.name == kind)
    encoded = altered_copy(photo(name), way, name).jpeg
    return stamp(cv2.cvtColor(cv2.imdecode(np.frombuffer(encoded, np.uint8), 1), cv2.COLOR_BGR2RGB))


@pytest.mark.parametrize(
    "kind", ["64 px thumbnail", "negative", "mirrored", "blur sigma 4", "JPEG quality 15", "brightness -50 %"]
)
@pytest.mark.parametrize("name", NAMES)
def test_a_copy_agrees_all_over(name, kind):
    match = compare_whole(copy_of(name, kind), thumbnail(photo(name)))
    assert match is not None
    assert match.mirrored == (kind == "mirrored")
    assert len(match.places) >= 12
    assert np.ptp(match.places, axis=0).min() > 0.3
    assert match.places.min() > 0
    assert match.places.max() < 1


@pytest.mark.parametrize("name", NAMES)
def test_other_pictures_of_the_same_shape_do_not(name):
    size = photo(name).shape[1::-1]
    for other in (photo(second) for second in NAMES if second != name):
        squeezed = cv2.resize(other, size, interpolation=cv2.INTER_AREA)
        assert compare_whole(copy_of(name, "64 px thumbnail"), thumbnail(squeezed)) is None


def test_a_copy_with_one_part_changed_is_no_copy_all_over():
    changed = photo("coffee").copy()
    changed[100:180, 100:200] = photo("china")[100:180, 100:200]
    assert compare_whole(stamp(changed), thumbnail(photo("coffee"))) is None


def test_two_positions_of_a_board_are_two_pictures():
    for seed in range(4):
        first, second = (np.asarray(page.convert("RGB")) for page in two_documents("chess diagram", seed))
        assert compare_whole(stamp(first), thumbnail(second)) is None
        assert compare_whole(stamp(first), thumbnail(first)) is not None


def test_another_shape_or_a_plain_picture_is_nothing():
    coffee = photo("coffee")
    assert compare_whole(stamp(coffee), thumbnail(coffee[:, 60:])) is None
    assert compare_whole(stamp(flat(300, 200)), thumbnail(flat(300, 200))) is None
    assert compare_whole(stamp(coffee[:8]), thumbnail(coffee[:8])) is None
    assert compare_whole(stamp(flat(1, 1)), thumbnail(coffee)) is None


def test_a_stamp_keeps_what_is_small_already():
    small = photo("coffee")[:30, :40]
    assert stamp(small) is small
    assert max(stamp(photo("coffee")).shape) == STAMP_PX
