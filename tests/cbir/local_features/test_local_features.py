"""Features against plain OpenCV and a plain loop; turning, scaling, flipping; pictures of nothing."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from cbir.evaluation.altered import scaled
from cbir.local_features import FeatureOptions, Features, describe, empty_features, mirrored, without_root
from cbir.local_features.opencv import root_sift
from tests.pictures import flat, photo

ALL = FeatureOptions(max_features=100_000)
OPENCV = FeatureOptions(max_features=100_000, implementation="opencv")


@pytest.fixture(name="coffee", scope="module")
def _coffee():
    return photo("coffee")


def root_sift_of_one(sift):
    """Take the L1-normalised histogram's square root times 512, as the docstring says."""
    total = sum(sift)
    return [0 if total == 0 else min(255, round(math.sqrt(value / total) * 512)) for value in sift]


def found_again(expected, actual, within_px):
    """Return the share of keypoints at their place, and of those the share that look and point alike."""
    near = alike = 0
    for i in range(len(expected)):
        distance = np.linalg.norm(actual.xy - expected.xy[i], axis=1)
        turn = np.abs((actual.angle - expected.angle[i] + np.pi) % (2 * np.pi) - np.pi)
        ratio = np.abs(np.log2(actual.sigma / expected.sigma[i]))
        candidates = np.flatnonzero((distance <= within_px) & (ratio < 0.3))
        near += len(candidates) > 0
        candidates = candidates[turn[candidates] < 0.2]
        if len(candidates):
            difference = actual.descriptors[candidates].astype(float) - expected.descriptors[i]
            alike += bool(np.linalg.norm(difference, axis=1).min() < 150)
    return near / len(expected), alike / max(near, 1)


def test_opencv_can_make_the_features_with_root_sift_on_top(coffee):
    grey = cv2.cvtColor(coffee, cv2.COLOR_RGB2GRAY)
    sift = cv2.SIFT.create(0, ALL.octave_layers, ALL.contrast_threshold, ALL.edge_threshold, ALL.sigma)
    keypoints, descriptors = sift.detectAndCompute(grey, None)
    found = describe(coffee, OPENCV)
    assert len(found) == len(keypoints) > 500
    for i in range(0, len(keypoints), 97):
        assert tuple(found.xy[i]) == pytest.approx(keypoints[i].pt)
        assert found.sigma[i] == pytest.approx(keypoints[i].size / 2)
        assert math.cos(found.angle[i] - math.radians(keypoints[i].angle)) == pytest.approx(1)
        assert found.descriptors[i].tolist() == pytest.approx(
            root_sift_of_one(descriptors[i].tolist()), abs=1
        )


def test_root_sift_has_length_512_and_leaves_zeros_alone():
    rng = np.random.default_rng(1)
    sift = rng.integers(0, 150, (50, 128)).astype(np.float32)
    sift[7] = 0
    found = root_sift(sift)
    assert found.dtype == np.uint8
    assert not found[7].any()
    lengths = np.linalg.norm(np.delete(found, 7, axis=0).astype(float), axis=1)
    assert np.abs(lengths - 512).max() < 512 * 0.01
    assert [row.tolist() for row in found[:5]] == [
        pytest.approx(root_sift_of_one(row.tolist()), abs=1) for row in sift[:5]
    ]


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_root_sift_of_few_rows(rows):
    assert root_sift(np.ones((rows, 128), np.float32)).shape == (rows, 128)


def test_a_banner_of_small_print_does_not_take_the_whole_budget(coffee):
    soft = (128 + 0.25 * (coffee.astype(float) - 128)).astype(np.uint8)
    for line in range(3):
        cv2.putText(
            soft, "Hamburgefonstiv 12345 " * 2, (2, 20 + 14 * line), cv2.FONT_HERSHEY_PLAIN, 1.0, (0, 0, 0)
        )
    options = FeatureOptions(max_features=200)
    found = describe(soft, options)
    assert len(found) == 200
    below = int((found.xy[:, 1] > 60).sum())
    grey = cv2.cvtColor(soft, cv2.COLOR_RGB2GRAY)
    strongest = cv2.SIFT.create(200, 3, options.contrast_threshold).detect(grey, None)
    assert sum(keypoint.pt[1] > 60 for keypoint in strongest) < 20, "by contrast alone the banner takes all"
    assert below > 60


def test_the_spread_fills_the_budget_round_by_round(coffee):
    budget = 150
    options = FeatureOptions(max_features=budget, surplus_features=100_000, implementation="opencv")
    grey = cv2.cvtColor(coffee, cv2.COLOR_RGB2GRAY)
    sift = cv2.SIFT.create(
        0, options.octave_layers, options.contrast_threshold, options.edge_threshold, options.sigma
    )
    keypoints = sift.detect(grey, None)
    side = max(grey.shape) / options.cells
    cells = {}
    for keypoint in sorted(keypoints, key=lambda keypoint: -keypoint.response):
        cells.setdefault((int(keypoint.pt[0] // side), int(keypoint.pt[1] // side)), []).append(keypoint)
    kept = []
    for round_number in range(budget):
        this_round = [cell[round_number] for cell in cells.values() if len(cell) > round_number]
        this_round.sort(key=lambda keypoint: -keypoint.response)
        kept += this_round[: budget - len(kept)]
    found = describe(coffee, options)
    assert len(found) == budget
    expected = {(round(k.pt[0], 2), round(k.pt[1], 2), round(k.size / 2, 2)) for k in kept}
    actual = {
        (round(float(x), 2), round(float(y), 2), round(float(s), 2))
        for (x, y), s in zip(found.xy, found.sigma, strict=True)
    }
    assert len(expected ^ actual) <= 4, "but for keypoints of equal contrast"


def test_grey_pixels_give_the_features_of_the_same_grey_in_colour():
    grey = np.asarray(cv2.cvtColor(photo("rocket"), cv2.COLOR_RGB2GRAY), np.uint8)
    one, three = describe(grey), describe(np.repeat(grey[:, :, None], 3, axis=2))
    assert np.array_equal(one.xy, three.xy)
    assert np.array_equal(one.descriptors, three.descriptors)


@pytest.mark.parametrize(
    "size", [(1, 1), (2, 2), (3, 3), (2, 500), (10_000, 1), (6, 900), (16, 16), (33, 47)]
)
def test_tiny_and_even_pictures_have_no_features_and_pass(size):
    found = describe(flat(*size))
    assert len(found) == 0
    assert found.size == size
    assert found.descriptors.shape == (0, 128)
    assert len(mirrored(found)) == 0


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_has_the_turned_features(coffee, turns):
    upright = describe(coffee, FeatureOptions(max_features=150))
    turned = describe(np.ascontiguousarray(np.rot90(coffee, -turns)), ALL)  # clockwise on screen
    x, y = upright.xy.T.astype(np.float64)
    width, height = upright.size
    for _ in range(turns):
        x, y = height - 1 - y, x
        width, height = height, width
    expected = Features(
        xy=np.stack([x, y], axis=1).astype(np.float32),
        sigma=upright.sigma.copy(),
        angle=((upright.angle + turns * np.pi / 2) % (2 * np.pi)).astype(np.float32),
        descriptors=upright.descriptors.copy(),
        size=(width, height),
    )
    near, alike = found_again(expected, turned, within_px=1.5)
    assert near > 0.85
    assert alike > 0.85


def test_a_picture_at_half_its_size_has_the_features_at_half_their_scale(coffee):
    small = scaled(coffee, max(coffee.shape) // 2).pixels
    found, full = describe(small, FeatureOptions(max_features=150)), describe(coffee, ALL)
    expected = Features(
        xy=(found.xy + 0.5) * 2 - 0.5,
        sigma=found.sigma * 2,
        angle=found.angle.copy(),
        descriptors=found.descriptors.copy(),
        size=full.size,
    )
    near, alike = found_again(expected, full, within_px=3)
    assert near > 0.75
    assert alike > 0.75


@pytest.mark.parametrize("name", ["coffee", "astronaut"])
def test_mirrored_features_are_the_features_of_the_flipped_picture(name):
    pixels = photo(name)
    flipped = describe(np.ascontiguousarray(pixels[:, ::-1]), ALL)
    near, alike = found_again(
        mirrored(describe(pixels, FeatureOptions(max_features=150))), flipped, within_px=1.5
    )
    assert near > 0.85
    assert alike > 0.85


def test_mirroring_twice_changes_nothing(coffee):
    found = describe(coffee)
    twice = mirrored(mirrored(found))
    assert np.array_equal(twice.descriptors, found.descriptors)
    assert np.allclose(twice.xy, found.xy, atol=1e-3)
    assert np.allclose(np.cos(twice.angle - found.angle), 1)
    assert not np.array_equal(mirrored(found).descriptors, found.descriptors)


def test_features_cannot_be_altered_and_must_be_of_one_length():
    found = empty_features((4, 5))
    for array in (found.xy, found.sigma, found.angle, found.descriptors):
        assert not array.flags.writeable
    with pytest.raises(ValueError, match="unequal length"):
        Features(
            xy=np.zeros((2, 2), np.float32),
            sigma=np.zeros(1, np.float32),
            angle=np.zeros(2, np.float32),
            descriptors=np.zeros((2, 128), np.uint8),
            size=(9, 9),
        )


def test_the_fingerprint_names_what_changes_a_feature_and_not_how_many_there_are():
    plain = FeatureOptions()
    assert FeatureOptions(max_features=7).fingerprint == plain.fingerprint
    for other in (
        FeatureOptions(working_side_px=800),
        FeatureOptions(contrast_threshold=0.03),
        FeatureOptions(edge_threshold=11),
        FeatureOptions(sigma=1.5),
        FeatureOptions(octave_layers=2),
        FeatureOptions(implementation="opencv"),
    ):
        assert other.fingerprint != plain.fingerprint


def test_without_the_root_descriptors_are_opencvs_sift(coffee):
    plain = describe(coffee, replace(OPENCV, root=False))
    rooted = describe(coffee, OPENCV)
    np.testing.assert_array_equal(plain.descriptors, without_root(rooted.descriptors))
    grey = cv2.cvtColor(coffee, cv2.COLOR_RGB2GRAY)
    _, theirs = cv2.SIFT_create(
        nfeatures=103_000, nOctaveLayers=3, contrastThreshold=0.01, edgeThreshold=10, sigma=1.6
    ).detectAndCompute(grey, None)
    apart = np.linalg.norm(plain.descriptors[:, None, :].astype(float)[:50] - theirs[None], axis=2).min(
        axis=1
    )
    assert apart.max() < 16  # of 512: two roundings to 8 bits
    assert without_root(np.zeros((1, 128), np.uint8)).sum() == 0
    assert OPENCV.fingerprint != replace(OPENCV, root=False).fingerprint
