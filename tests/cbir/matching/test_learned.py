"""Learned features of two pictures: many points agree on the same thing however it is seen, few on two strangers."""

import itertools

import cv2
import numpy as np
import pytest

from cbir.base.types import LearnedFeatures
from cbir.evaluation import generator_for, tilted
from cbir.local_features import LearnedOptions, learned_features
from cbir.matching import (
    LearnedMatchOptions,
    evidence_of,
    glance,
    match_learned,
    outline,
    project,
    verify_learned,
)
from tests.evaluation.hard_views import dark
from tests.pictures import photo, poster

OPTIONS = LearnedOptions(max_features=400, working_side_px=480)
NAMES = ("astronaut", "chelsea", "coffee", "rocket", "china")
# Query position, photo position and confidence of the surest pairs of a crop and the same shifted by (14, 11), by
# the published weights in torch.
PUBLISHED = (
    (81, 117, 96, 127, 0.976),
    (170, 53, 184, 64, 0.973),
    (90, 173, 106, 185, 0.969),
    (160, 63, 174, 74, 0.969),
)


def described(pixels):
    return learned_features(pixels, OPTIONS)


@pytest.fixture(name="photos", scope="module")
def _photos():
    return {name: described(photo(name)) for name in NAMES}


def best(features, count):
    rows = (features.xy[:count], features.scores[:count], features.descriptors[:count])
    return LearnedFeatures(xy=rows[0], scores=rows[1], descriptors=rows[2], size=features.size)


def warped(pixels, matrix):
    height, width = pixels.shape[:2]
    return np.asarray(cv2.warpPerspective(pixels, np.array(matrix, np.float64), (width, height)))


def seen(name, way):
    """Return a photo seen in a way, and the homography from the photo to it (None: not needed)."""
    pixels = photo(name)
    height, width = pixels.shape[:2]
    if way == "turned":
        turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), 25, 0.9), [0, 0, 1]])
        return warped(pixels, turn), turn
    if way == "small":
        return cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.diag([0.5, 0.5, 1])
    if way == "dark":
        return dark(pixels, generator_for("learned", name)).pixels, np.eye(3)
    view = tilted(pixels, tilt_deg=50, axis_deg=80, roll_deg=0)
    return np.ascontiguousarray(view.pixels), view.homography


@pytest.mark.parametrize(
    ("name", "way"),
    [("astronaut", "turned"), ("china", "small"), ("coffee", "dark"), ("astronaut", "aside")],
)
def test_the_same_thing_is_verified_where_it_lies(name, way, photos):
    pixels, truth = seen(name, way)
    query = described(pixels)
    verification = verify_learned(query, photos[name])
    assert verification.verified and verification.inliers >= 30
    full = max(photo(name).shape) / max(photos[name].size)
    rows = verification.rows
    expected = project(truth, photos[name].xy[rows[:, 1]] * full)
    off = np.linalg.norm(expected - query.xy[rows[:, 0]] * (max(pixels.shape) / max(query.size)), axis=1)
    assert np.median(off) < 4


def test_a_small_part_is_verified_though_its_perspective_folds_the_rest_of_the_query():
    part = np.ascontiguousarray(photo("china")[:, 220:420])
    query = np.full((427, 640, 3), 128, np.uint8)
    query[:, :200] = part
    view = np.array([[1, 0, 0], [0, 1, 0], [-1 / 600, 0, 1]])  # the horizon lies at x = 600
    seen_part = np.asarray(cv2.warpPerspective(part, view, (300, 640)))
    verification = verify_learned(described(query), described(seen_part))
    assert verification.verified and verification.transform is not None
    assert outline(verification.transform, (640, 427)) is not None


def test_no_two_strangers_are_verified(photos):
    for a, b in itertools.combinations(NAMES[:4], 2):
        verification = verify_learned(photos[a], photos[b])
        assert not verification.verified and verification.inliers < 9, (a, b)


def test_a_glance_tells_which_way_up_a_picture_is(photos):
    chosen = LearnedMatchOptions(turned_pairs=40)
    sideways = np.ascontiguousarray(np.rot90(photo("china"), -1))
    turned = [learned_features(sideways, OPTIONS, turn=turn) for turn in range(4)]
    right, wrong = (glance(turned, photos[name], chosen) for name in ("china", "astronaut"))
    assert right.turn == 1 and right.pairs >= 40 > 16 > wrong.pairs
    assert (
        verify_learned(turned[1], photos["china"]).inliers
        > 4 * verify_learned(turned[0], photos["china"]).inliers
    )


def test_pairs_are_those_of_the_published_weights():
    pixels = np.ascontiguousarray(poster("poster harbour")[100:356, 100:420, 0])
    query, shifted = (
        learned_features(picture, LearnedOptions(max_features=500, working_side_px=320))
        for picture in (pixels, np.roll(pixels, (11, 14), (0, 1)).copy())
    )
    rows, confidence = match_learned(query, shifted, LearnedMatchOptions(min_confidence=0.1))
    assert 250 <= len(rows) <= 270  # 260
    pairs = np.column_stack([query.xy[rows[:, 0]], shifted.xy[rows[:, 1]], confidence])[: len(PUBLISHED)]
    assert np.allclose(pairs, PUBLISHED, atol=0.01)
    assert (np.diff(confidence) <= 0).all()
    assert len(set(rows[:, 0].tolist())) == len(set(rows[:, 1].tolist())) == len(rows)


@pytest.mark.parametrize(("n", "m"), [(0, 0), (0, 5), (5, 0), (1, 1), (1, 500), (2, 2), (2, 1)])
def test_few_points_are_no_error_and_no_proof(n, m, photos):
    query, picture = best(photos["china"], n), best(photos["china"], m)
    rows, confidence = match_learned(query, picture)
    assert len(rows) == len(confidence) <= min(n, m)
    verification = verify_learned(query, picture)
    assert not verification.verified and verification.inliers == len(verification.rows)


def test_points_on_one_line_prove_nothing(photos):
    chosen = photos["china"]
    line = np.column_stack([np.linspace(0, 400, len(chosen)), np.full(len(chosen), 100)]).astype(np.float32)
    picture = LearnedFeatures(
        xy=line, scores=chosen.scores.copy(), descriptors=chosen.descriptors.copy(), size=chosen.size
    )
    assert not verify_learned(picture, picture).verified


def test_its_evidence_is_in_pixels_of_both_pictures(photos):
    pixels, truth = seen("astronaut", "turned")
    query, size = described(pixels), photo("astronaut").shape[1::-1]
    evidence = evidence_of(
        query,
        photos["astronaut"],
        verify_learned(query, photos["astronaut"]),
        None,
        term=0,
        query_size=size,
        photo_size=size,
    )
    assert evidence.outline is not None and evidence.coverage > 0.6
    off = np.linalg.norm(project(truth, evidence.photo_xy) - evidence.query_xy, axis=1)
    assert np.median(off) < 4


def test_points_that_opencv_cannot_fit_lines_to_agree_on_their_plane_alone(photos, monkeypatch):
    def refuse(*_):
        raise cv2.error("model.empty()")

    plain = verify_learned(photos["coffee"], photos["coffee"])
    monkeypatch.setattr("cbir.matching.learned.cv2.findFundamentalMat", refuse)
    assert verify_learned(photos["coffee"], photos["coffee"]).inliers == plain.inliers


def test_points_at_two_depths_agree_on_lines_where_a_plane_has_half_of_them(photos):
    print_ = photos["china"]
    depths = np.where(
        np.arange(len(print_)) % 2, 25, -25
    )  # seen from the side: near points move against far ones
    aside = LearnedFeatures(
        xy=(print_.xy + np.stack([depths, np.zeros_like(depths)], axis=1)).astype(np.float32),
        scores=print_.scores.copy(),
        descriptors=print_.descriptors.copy(),
        size=print_.size,
    )
    seen_aside = verify_learned(print_, aside)
    assert seen_aside.verified
    assert seen_aside.inliers > 0.6 * verify_learned(print_, print_).inliers
