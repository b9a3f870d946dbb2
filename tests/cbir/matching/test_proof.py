"""The same thing, or a part of it: pictures that share all, a window, a thing among others, or a strip alone."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from cbir.evaluation import rotated
from cbir.local_features import Features, empty_features
from cbir.matching import Shortlist, evidence_of, reach_of, verify_photo, weigh
from cbir.matching.geometry import NOTHING, Verification
from cbir.matching.proof import Weighed
from tests.cbir.stage_data import describe_some, photo_of, query_of
from tests.pictures import photo


def in_a_frame(pixels):
    """A picture behind the same case as others: a border with a few details."""
    framed = cv2.resize(pixels, (600, 420), interpolation=cv2.INTER_AREA)
    border = cv2.GaussianBlur(
        cv2.resize(photo("rocket"), (600, 420), interpolation=cv2.INTER_AREA), (0, 0), 2
    )
    for rows, columns in ((slice(0, 24), slice(None)), (slice(-24, None), slice(None))):
        framed[rows, columns] = border[rows, columns]
    return np.ascontiguousarray(framed, np.uint8)


@pytest.fixture(name="compare", scope="module")
def _compare(tiny_codebook):
    def compare(query, other):
        q = query_of(tiny_codebook, describe_some(query, 1500))
        p = photo_of(tiny_codebook, describe_some(other, 900))
        found = verify_photo(q, p, tiny_codebook.levels)
        assert found.verified
        return weigh(q, p, found, partial(Shortlist(q, [p], tiny_codebook.levels).grow, 0))

    return compare


def with_strip(pixels, strip):
    """The same strip along the top of a picture, as the spine of a series or a shop's banner."""
    marked = pixels.copy()
    marked[: len(strip), : strip.shape[1]] = strip
    return marked


def test_a_picture_shows_all_of_itself(compare):
    found = compare(photo("coffee"), photo("coffee"))
    assert found == Weighed(proof="same", coverage=1.0, photo_coverage=1.0, filled=found.filled)
    assert found.filled > 0.95


def test_a_turned_picture_and_a_window_are_shown_whole(compare):
    coffee = photo("coffee")
    turned = compare(coffee, rotated(coffee, 40).pixels)
    assert turned.proof == "same"
    assert turned.coverage > 0.9
    window = coffee[100:300, 150:450].copy()
    inside, around = compare(window, coffee), compare(coffee, window)
    share = window.size / coffee.size
    assert (inside.proof, around.proof) == ("same", "same")
    assert min(inside.coverage, around.photo_coverage) > 0.85
    assert max(abs(inside.photo_coverage - share), abs(around.coverage - share)) < 0.08


def test_a_thing_among_others_is_the_same_thing(compare):
    scene = photo("rocket").copy()
    thing = cv2.resize(photo("coffee"), (240, 160), interpolation=cv2.INTER_AREA)
    scene[120:280, 90:330] = thing
    for query, other in ((photo("coffee"), scene), (scene, photo("coffee"))):
        assert compare(query, other).proof == "same"
    assert compare(photo("coffee"), scene).coverage > 0.85, "it is shown whole"


def test_a_strip_that_two_pictures_share_is_a_part(compare):
    strip = photo("astronaut")[60:130, 40:440]
    one, other = with_strip(photo("coffee"), strip), with_strip(photo("chelsea"), strip)
    found = compare(one, other)
    assert found.proof == "part"
    assert max(found.coverage, found.photo_coverage) < 0.35


def test_a_frame_about_two_pictures_is_a_part(compare):
    found = compare(in_a_frame(photo("coffee")), in_a_frame(photo("chelsea")))
    assert found.proof == "part"
    assert max(found.coverage, found.photo_coverage) < 0.15


def test_points_reach_their_share_of_the_details_that_both_pictures_show():
    x, y = np.meshgrid(np.arange(10, 400, 20), np.arange(10, 400, 20))
    picture = SimpleNamespace(xy=np.stack([x.ravel(), y.ravel()], axis=1).astype(np.float32), size=(400, 400))

    def reach(chosen, transform):
        rows = np.flatnonzero(chosen(picture.xy))
        pairs = np.stack([rows, rows], axis=1)
        return reach_of(
            picture,
            picture,
            Verification(inliers=len(rows), rows=pairs, transform=transform, verified=True),
        )

    whole, banner = (lambda xy: xy[:, 0] >= 0), (lambda xy: xy[:, 1] < 40)
    frame = lambda xy: np.abs(xy - 200).max(axis=1) > 170  # noqa: E731 (as the others)
    for transform in (np.eye(3), None):  # epipolar lines have none
        assert min(reach(whole, transform)[:3]) > 0.95 and reach(whole, transform).breadth > 0.8
        narrow = reach(banner, transform)
        assert 0.05 < narrow.filled <= narrow.span < 0.25
        assert narrow.middle == 0 and narrow.breadth < 0.1
        around = reach(frame, transform)
        assert around.span > 0.95 and around.filled < 0.5 and around.middle == 0
        assert around.breadth > 0.8
    # A wrong transform makes the banner most of what is common in the query, but not in the photo.
    assert reach(banner, np.diag([1.0, 5.0, 1.0])).span < 0.25
    assert reach_of(picture, picture, NOTHING) == (0, 0, 0, 0)


def test_nothing_proves_nothing():
    blank = empty_features((100, 80))
    assert weigh(blank, blank, NOTHING, unled) == Weighed(
        proof="part", coverage=0.0, photo_coverage=0.0, filled=0.0
    )


def agreeing(points):
    """Eight on a line of lettering, more on a small square; details all over, and the identity between them."""
    rng = np.random.default_rng(3)
    xy = rng.uniform(0, 400, (1000, 2)).astype(np.float32)
    across = points if points == 8 else 4
    xy[:points] = np.stack(
        [100 + 30 * (np.arange(points) % across), 50 + 40 * (np.arange(points) // across)], 1
    )
    picture = Features(
        xy=xy,
        sigma=np.ones(1000, np.float32),
        angle=np.zeros(1000, np.float32),
        descriptors=np.zeros((1000, 128), np.uint8),
        size=(400, 400),
    )
    rows = np.stack([np.arange(points)] * 2, axis=1)
    return picture, replace(NOTHING, inliers=points, rows=rows, transform=np.eye(3), verified=True)


@pytest.mark.parametrize(
    ("points", "further", "proof"),
    [(8, 4, "part"), (12, 2, "part"), (12, 3, "same"), (15, 2, "part"), (16, 2, "same")],
)
def test_few_points_are_a_part_unless_they_lead_to_more(points, further, proof):
    picture, found = agreeing(points)
    weighed = weigh(picture, picture, found, lambda known: replace(known, inliers=points + further))
    assert weighed.proof == proof
    if points > 9:
        assert weigh(picture, picture, found, None).proof == "same", "pairs of a guess have been led to"
    assert proof == "same" or 0 < weighed.coverage < 0.25


@pytest.mark.parametrize("mirrored", [False, True])
def test_evidence_is_told_in_pixels_of_the_whole_pictures(mirrored):
    """The middle of the fourth pixel of 400 is the middle of the seventh and eighth of 800."""
    picture, found = agreeing(12)
    evidence = evidence_of(
        picture, picture, found, unled,
        term=1, query_size=(800, 800), photo_size=(1600, 1600), offset=(30, 40), mirrored=mirrored,
    )  # fmt: skip
    x, y = 2 * picture.xy[:12].T + 0.5
    np.testing.assert_allclose(evidence.query_xy, np.stack([(799 - x if mirrored else x) + 30, y + 40], 1))
    np.testing.assert_allclose(evidence.photo_xy, 4 * picture.xy[:12] + 1.5)
    corners = [(-0.5, -0.5), (1599.5, -0.5), (1599.5, 1599.5), (-0.5, 1599.5)]
    assert evidence.outline is not None
    order = [1, 0, 3, 2] if mirrored else [0, 1, 2, 3]
    np.testing.assert_allclose(evidence.outline, [corners[at] for at in order])
    assert (evidence.term, evidence.inliers, evidence.mirrored) == (1, 12, mirrored)


def unled(found):
    return found
