"""Our keypoints and descriptors against OpenCV's, rendered blobs and themselves: shifted, side by side, again."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from cbir.local_features import FeatureOptions, describe, forget_workspace, sift
from cbir.local_features.sift import ScaleSpace
from tests.pictures import photo

ALL = FeatureOptions(max_features=100_000)
Grey = NDArray[np.uint8]


def grey_photo(name):
    return np.asarray(cv2.cvtColor(photo(name), cv2.COLOR_RGB2GRAY), np.uint8)


def same_points(a, b):
    """Pair points of one place and scale; for each pair its distance in px, scale ratio, turn, descriptors' distance.

    A point of several directions pairs with the one whose direction is nearest.
    """
    pairs = []
    for i in range(len(a)):
        distance = np.linalg.norm(b.xy - a.xy[i], axis=1)
        near = np.flatnonzero((distance < 1) & (np.abs(np.log2(b.sigma / a.sigma[i])) < 0.2))
        if len(near):
            turn = np.abs((b.angle[near] - a.angle[i] + np.pi) % (2 * np.pi) - np.pi)
            j = near[turn.argmin()]
            apart = np.linalg.norm(a.descriptors[i].astype(float) - b.descriptors[j])
            pairs.append((distance[j], b.sigma[j] / a.sigma[i], np.degrees(turn.min()), apart))
    return np.array(pairs).reshape(-1, 4)


@pytest.mark.parametrize("name", ["coffee", "astronaut"])
def test_points_and_descriptors_are_those_of_opencv(name):
    grey = grey_photo(name)
    ours, theirs = describe(grey, ALL), describe(grey, replace(ALL, implementation="opencv"))
    # OpenCV puts the corner, not the centre, of the first doubled pixel on that of the first pixel.
    theirs = replace(theirs, xy=theirs.xy - np.float32(0.25))
    pairs = same_points(theirs, ours)
    assert len(pairs) > 0.97 * len(theirs)
    assert len(ours) == pytest.approx(len(theirs), rel=0.03)
    distance, ratio, turn, apart = pairs.T
    assert np.mean(distance < 0.1) > 0.97
    assert np.mean(np.abs(ratio - 1) < 0.01) > 0.97
    assert np.mean(turn < 5) > 0.95
    assert np.median(apart) < 45, "of a length of 512"
    assert np.quantile(apart, 0.9) < 100


@pytest.mark.parametrize("sigma", [2.0, 3.1, 7.5])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_blob_is_found_in_its_middle_and_at_its_size(sigma, sign):
    x, y = 61.3, 55.8
    v, u = np.mgrid[0:120, 0:130]
    blob = 128 + sign * 100 * np.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * sigma**2))
    found = describe(np.rint(blob).astype(np.uint8), ALL)
    middle = np.linalg.norm(found.xy - (x, y), axis=1)
    assert middle.min() < 0.1
    # Between two levels, D is that of the scale half a step above the lower one (Lowe 2004, 3: k = 2^(1/3)).
    assert found.sigma[middle.argmin()] == pytest.approx(sigma / 2 ** (1 / 6), rel=0.05)


@pytest.mark.parametrize("magnification", [1.0, 1.25, 1.5])
def test_a_blob_lies_where_it_lies_in_a_cheaper_scale_space(magnification):
    x, y, sigma = 61.3, 55.8, 3.1
    v, u = np.mgrid[0:120, 0:130]  # whose width is no whole number of pixels when it is magnified
    blob = 128 + 100 * np.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * sigma**2))
    options = replace(ALL, magnification=magnification)
    found = describe(np.rint(blob).astype(np.uint8), options)
    middle = np.linalg.norm(found.xy - (x, y), axis=1)
    assert middle.min() < 0.1
    assert found.sigma[middle.argmin()] == pytest.approx(sigma / 2 ** (1 / 6), rel=0.05)
    assert len(describe(grey_photo("coffee"), options)) < len(describe(grey_photo("coffee"), ALL))
    assert options.fingerprint != ALL.fingerprint


def test_a_picture_shifted_by_whole_pixels_of_every_octave_has_the_shifted_points():
    grey = grey_photo("astronaut")
    whole, shifted = describe(grey, ALL), describe(np.ascontiguousarray(grey[32:, 64:]), ALL)
    moved = replace(shifted, xy=shifted.xy + np.array([64, 32], np.float32))
    inside = (moved.xy - [64, 32] > 100).all(axis=1) & (moved.xy < 512 - 100).all(axis=1)
    inside &= moved.sigma < 8  # whose kernels end inside, too
    assert inside.sum() > 300
    known = {
        (*np.round(row, 2), round(float(angle), 2)) for row, angle in zip(whole.xy, whole.angle, strict=True)
    }
    again = [
        (*np.round(row, 2), round(float(angle), 2)) in known
        for row, angle in zip(moved.xy[inside], moved.angle[inside], strict=True)
    ]
    assert np.mean(again) > 0.99, "but for the rounding of a place that lies between two"


def test_what_came_before_and_what_runs_beside_make_no_difference():
    pictures = [grey_photo(name) for name in ("coffee", "chelsea", "astronaut", "chelsea")]
    pictures[1] = np.ascontiguousarray(pictures[1][:90, :70])
    options = FeatureOptions(max_features=300)
    alone = []
    for grey in pictures:
        forget_workspace()
        alone.append(describe(grey, options))
    with ThreadPoolExecutor(3) as pool:
        beside = list(pool.map(lambda grey: describe(grey, options), pictures * 2))
    for a, b in zip(alone * 2, beside, strict=True):
        assert np.array_equal(a.xy, b.xy)
        assert np.array_equal(a.angle, b.angle)
        assert np.array_equal(a.descriptors, b.descriptors)


@pytest.mark.parametrize("budget", [1, 2, 500])
def test_threads_share_the_features_and_change_none(budget):
    options = FeatureOptions(max_features=budget)
    alone, shared = (describe(photo("astronaut"), options, threads=threads) for threads in (1, 3))
    assert len(alone.xy) == budget
    for field in ("xy", "sigma", "angle", "descriptors"):
        np.testing.assert_array_equal(getattr(alone, field), getattr(shared, field))


def test_more_extrema_than_there_is_room_for_at_first_are_all_found(monkeypatch):
    grey = grey_photo("chelsea")
    expected = describe(grey, ALL)
    monkeypatch.setattr(sift, "EXTREMA_ROOM", 10)
    found = describe(grey, ALL)
    assert np.array_equal(found.xy, expected.xy)
    assert np.array_equal(found.descriptors, expected.descriptors)


def test_one_scale_space_gives_more_points_on_request():
    space = ScaleSpace(grey_photo("chelsea"), FeatureOptions(surplus_features=100_000))
    few, many = space.describe(100), space.describe(400)
    assert np.array_equal(few.descriptors, many.descriptors[:100])


def test_noise_and_stripes_have_finite_features():
    noise = np.random.default_rng(3).integers(0, 256, (301, 203)).astype(np.uint8)
    stripes = np.repeat(np.tile([0, 255], 100).astype(np.uint8)[None], 150, axis=0)
    for grey in (noise, stripes, np.where(noise > 250, 255, 0).astype(np.uint8)):
        found = describe(grey, ALL)
        for array in (found.xy, found.sigma, found.angle):
            assert np.isfinite(array).all()
        assert ((found.angle >= 0) & (found.angle < 2 * np.pi)).all()
        assert ((found.xy >= 0) & (found.xy <= np.array(found.size) - 1)).all()


def test_more_extrema_than_there_is_room_for_are_all_found(monkeypatch):
    grey = grey_photo("chelsea")
    whole = describe(grey, ALL)
    monkeypatch.setattr("cbir.local_features.sift.EXTREMA_ROOM", 16)
    assert np.array_equal(describe(grey, ALL).xy, whole.xy)
