"""Geometry of drawn pairs whose truth is known, and of pairs that only look like agreement."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cbir.base.types import PhotoFeatures, QueryFeatures
from cbir.matching import GeometryOptions, GuidedOptions, Verification, kernels, outline, project, verify
from cbir.matching.geometry import NOTHING
from cbir.matching.guided import grow, likeliest_guesses, predicted_pairs

SIZE = (900, 600)
Matrix = NDArray[np.float64]


def similarity(scale, turn, x, y):
    cos, sin = scale * math.cos(turn), scale * math.sin(turn)
    return np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]])


SLANTED = np.array([[0.9, 0.15, 40], [-0.1, 0.8, 30], [0, 0, 1]])
PERSPECTIVE = np.array([[0.9, 0.1, 30], [-0.05, 1.05, 20], [2e-4, 1e-4, 1]])


def frames_under(transform, xy, sigma, angle):
    """Return where a transform takes keypoints, by numerical differences: position, scale and direction."""
    landed = project(transform, xy)
    step = 1e-3
    right = (project(transform, xy + np.array([step, 0])) - landed) / step
    down = (project(transform, xy + np.array([0, step])) - landed) / step
    area = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])
    ahead = right * np.cos(angle)[:, None] + down * np.sin(angle)[:, None]
    return landed, sigma * np.sqrt(area), np.arctan2(ahead[:, 1], ahead[:, 0]) % (2 * np.pi)


def features(xy, sigma, angle, size=SIZE):
    """Return the same keypoints as a query's and as a photo's; words and descriptors play no part here."""
    n = len(xy)
    words = np.zeros(n, np.uint32)
    rows = xy.astype(np.float32), sigma.astype(np.float32), angle.astype(np.float32)
    query = QueryFeatures(
        words=words,
        signatures=np.zeros(n, np.uint64),
        projected=np.zeros((n, 64), np.float32),
        xy=rows[0],
        sigma=rows[1],
        angle=rows[2],
        size=size,
        scale=1.0,
    )
    codes = np.zeros((n, 32), np.uint8)
    return query, PhotoFeatures(words=words, codes=codes, xy=rows[0], sigma=rows[1], angle=rows[2], size=size)


def drawn(n, seed=0):
    """Draw keypoints at least 40 px apart, so that each is an observation of its own."""
    rng = np.random.default_rng(seed)
    grid = np.array(list(itertools.product(range(30, SIZE[0], 60), range(30, SIZE[1], 60))), np.float64)
    xy = rng.permutation(grid)[:n] + rng.uniform(-10, 10, (n, 2))
    return xy, np.exp2(rng.uniform(0.5, 4, n)), rng.uniform(0, 2 * np.pi, n)


def matched(transform, n, wrong=0, seed=0, noise_px=0.5):
    """Draw n pairs that a transform explains and some that nothing does, in an order of their own."""
    rng = np.random.default_rng(seed + 100)
    query_rows = drawn(n + wrong, seed)
    xy, sigma, angle = frames_under(transform, *query_rows)
    xy = xy + rng.normal(0, noise_px, xy.shape)
    sigma = sigma * np.exp2(rng.normal(0, 0.1, len(sigma)))
    angle = angle + rng.normal(0, 0.05, len(angle))
    xy[n:] = rng.uniform(0, 600, (wrong, 2))
    angle[n:] = rng.uniform(0, 2 * np.pi, wrong)
    query, _ = features(*query_rows)
    _, photo = features(xy, sigma, angle % (2 * np.pi))
    order = rng.permutation(n + wrong)
    return query, photo, np.stack([order, order], axis=1), rng.uniform(0.2, 0.8, n + wrong).astype(np.float32)


TRANSFORMS = {
    "same": np.eye(3),
    "turned and smaller": similarity(0.4, 2.5, 500, 90),
    "twice as large": similarity(2, -0.3, -80, 40),
    "upside down": similarity(1, math.pi, 900, 600),
    "perspective": PERSPECTIVE,
}


@pytest.mark.parametrize("name", TRANSFORMS)
@pytest.mark.parametrize("wrong", [0, 80])
def test_true_pairs_are_found_among_wrong_ones_with_their_transform(name, wrong):
    query, photo, rows, ratios = matched(TRANSFORMS[name], 40, wrong)
    found = verify(query, photo, rows, ratios)
    assert found.verified
    right = found.rows[:, 0] < 40
    assert right.sum() >= 36
    assert (~right).sum() <= 2
    assert found.inliers == len(found.rows)
    assert found.transform is not None
    corners = np.array([[100, 100], [800, 100], [800, 500], [100, 500]], np.float64)
    off = np.linalg.norm(project(found.transform, corners) - project(TRANSFORMS[name], corners), axis=1)
    assert off.max() < 8


def test_the_order_of_the_pairs_does_not_matter_when_their_ratios_differ():
    query, photo, rows, ratios = matched(TRANSFORMS["perspective"], 30, 40)
    found = verify(query, photo, rows, ratios)
    order = np.random.default_rng(1).permutation(len(rows))
    again = verify(query, photo, rows[order], ratios[order])
    assert np.array_equal(found.rows, again.rows)
    assert again.inliers == found.inliers


@pytest.mark.parametrize("n", range(9))
def test_fewer_pairs_than_evidence_are_nothing(n):
    query, photo, rows, ratios = matched(np.eye(3), n, noise_px=0)
    found = verify(query, photo, rows, ratios)
    assert found.verified == (n == 8)
    assert found.inliers == (8 if n == 8 else 0)
    assert (found.transform is None) == (n < 8)


@pytest.mark.parametrize(("n", "least"), [(8, 8), (8, 7), (9, 8)])
def test_a_view_in_perspective_takes_one_pair_more(n, least):
    aslant = np.array([[1.2, 0.1, 30], [-0.05, 1.2, 20], [5e-4, 1.25e-4, 1]])
    query, photo, rows, ratios = matched(aslant, n, noise_px=0)
    found = verify(query, photo, rows, ratios, GeometryOptions(min_inliers=least))
    assert found.inliers == n
    assert found.verified == (n > least)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), n=st.integers(0, 150))
def test_pairs_by_chance_do_not_agree(seed, n):
    query, photo, rows, ratios = matched(np.eye(3), 0, wrong=n, seed=seed)
    assert not verify(query, photo, rows, ratios).verified


def altered(photo, **rows):
    names = ("words", "codes", "xy", "sigma", "angle", "size")
    return PhotoFeatures(**{**{name: getattr(photo, name) for name in names}, **rows})


def test_positions_that_agree_are_no_evidence_where_scales_or_angles_do_not():
    query, photo, rows, ratios = matched(np.eye(3), 40)
    rng = np.random.default_rng(0)
    for other in (
        altered(photo, sigma=(photo.sigma * np.exp2(rng.uniform(-4, 4, 40))).astype(np.float32)),
        altered(photo, angle=rng.uniform(0, 2 * np.pi, 40).astype(np.float32)),
    ):
        assert verify(query, photo, rows, ratios).inliers >= 36
        assert verify(query, other, rows, ratios).inliers < 20


def test_a_flipped_picture_is_not_the_same_picture():
    query, photo, rows, ratios = matched(np.eye(3), 60)
    xy = photo.xy.copy()
    xy[:, 0] = SIZE[0] - 1 - xy[:, 0]
    flipped = altered(photo, xy=xy, angle=((math.pi - photo.angle) % (2 * np.pi)).astype(np.float32))
    assert not verify(query, flipped, rows, ratios).verified


def test_many_matches_in_one_place_are_one_observation():
    rng = np.random.default_rng(0)
    xy = 300 + rng.uniform(-5, 5, (50, 2))
    query, photo = features(xy, np.full(50, 3.0), np.full(50, 1.0))
    rows = np.stack([np.arange(50), np.arange(50)], axis=1)
    found = verify(query, photo, rows, np.full(50, 0.5, np.float32))
    assert not found.verified
    assert found.inliers <= 4  # a cell's corner may lie among them


def test_inliers_share_no_cell_with_another_in_either_picture():
    rng = np.random.default_rng(2)
    xy = np.repeat(drawn(30)[0], 4, axis=0) + rng.uniform(-3, 3, (120, 2))
    query, photo = features(xy, np.full(120, 2.0), np.full(120, 1.0))
    rows = np.stack([np.arange(120), np.arange(120)], axis=1)
    found = verify(query, photo, rows, rng.random(120).astype(np.float32))
    assert 30 <= found.inliers <= 90
    for side, xys in ((0, query.xy), (1, photo.xy)):
        cells = [tuple(cell) for cell in (xys[found.rows[:, side]] // GeometryOptions().cell_px).tolist()]
        assert len(cells) == len(set(cells))


def test_of_two_groups_the_larger_one_wins():
    query, photo, _, _ = matched(np.eye(3), 70, noise_px=0.2)
    xy = photo.xy.copy()
    xy[45:] += (70.0, -60.0)
    found = verify(
        query,
        altered(photo, xy=xy),
        np.stack([np.arange(70), np.arange(70)], axis=1),
        np.linspace(0.8, 0.2, 70).astype(np.float32),
    )
    assert found.verified
    assert (found.rows[:, 0] < 45).mean() > 0.9


def test_points_on_one_line_do_not_break_the_fit():
    n = 20
    xy = np.stack([np.linspace(20, 800, n), np.full(n, 50.0)], axis=1)
    query, photo = features(xy, np.full(n, 3.0), np.full(n, 0.5))
    rows = np.stack([np.arange(n), np.arange(n)], axis=1)
    found = verify(query, photo, rows, np.full(n, 0.5, np.float32))
    assert isinstance(found, Verification)
    assert found.inliers == 0 or found.transform is not None


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), n=st.integers(0, 25))
def test_votes_are_those_of_a_plain_loop(seed, n):
    rng = np.random.default_rng(seed)
    query = np.column_stack([rng.uniform(0, 60, (n, 2)), rng.uniform(0, 1, n), rng.uniform(0, 6.28, n)])
    photo = query + rng.normal(0, [15, 15, 0.5, 0.4], (n, 4))
    photo[:, 3] %= 2 * np.pi
    limits = (12.0, 0.2, math.log(2), math.radians(30))
    expected = np.zeros((n, n), bool)
    for i, j in itertools.permutations(range(n), 2):
        scale, turn = math.exp(photo[i, 2] - query[i, 2]), photo[i, 3] - query[i, 3]
        step = complex(*(query[j, :2] - query[i, :2])) * scale * complex(math.cos(turn), math.sin(turn))
        actual = complex(*(photo[j, :2] - photo[i, :2]))
        turn_off = math.remainder(photo[j, 3] - query[j, 3] - turn, 2 * math.pi)
        expected[i, j] = (
            abs(step - actual) <= limits[0] + limits[1] * abs(actual)
            and abs(photo[j, 2] - query[j, 2] - photo[i, 2] + query[i, 2]) <= limits[2]
            and abs(turn_off) <= limits[3]
        )
    votes = kernels.vote(query.astype(np.float32), photo.astype(np.float32), *limits)
    assert votes.tolist() == expected.sum(axis=1).tolist()
    for i in range(n):
        members = kernels.agreeing(query.astype(np.float32), photo.astype(np.float32), i, *limits)
        assert members.tolist() == (expected[i] | (np.arange(n) == i)).tolist()


def test_projecting_divides_by_the_depth():
    assert project(PERSPECTIVE, np.zeros((0, 2))).shape == (0, 2)
    (landed,) = project(PERSPECTIVE, np.array([[100.0, 200.0]]))
    depth = 2e-4 * 100 + 1e-4 * 200 + 1
    assert landed == pytest.approx([(90 + 20 + 30) / depth, (-5 + 210 + 20) / depth])
    assert not np.isfinite(project(np.array([[1, 0, 0], [0, 1, 0], [1, 0, 0]]), np.array([[0.0, 5.0]]))).all()


def test_the_outline_is_the_border_and_not_the_centres_of_the_corner_pixels():
    border = outline(similarity(2, 0, 10, 20), (30, 40))
    assert border is not None
    assert border.tolist() == [[9, 19], [69, 19], [69, 99], [9, 99]]


@pytest.mark.parametrize(
    "transform",
    [
        np.diag([-1.0, 1, 1]),
        np.diag([1.0, 1, -1]),
        np.array([[1, 0, 0], [0, 1, 0], [-0.01, 0, 1]]),
        np.array([[1, 0, 0], [0, 0, 0], [0, 0, 1.0]]),
    ],
    ids=["mirrored", "behind the camera", "through the horizon", "flat"],
)
def test_an_outline_that_makes_no_sense_is_none(transform):
    assert outline(transform, (300, 200)) is None


def test_a_guess_is_what_pairs_agree_on_and_then_what_the_one_says_that_most_agree_with():
    query, photo, rows, _ = matched(SLANTED, 30, 20)
    fitted, alone = itertools.islice(
        likeliest_guesses(query, photo, rows, GuidedOptions(), GeometryOptions()), 2
    )
    corners = np.array([[100, 100], [800, 100], [800, 500], [100, 500]], np.float64)
    assert np.abs(project(fitted, corners) - project(SLANTED, corners)).max() < 3
    a, b = alone[0, 0], alone[1, 0]
    assert alone.tolist() == [[a, -b, alone[0, 2]], [b, a, alone[1, 2]], [0, 0, 1]]
    assert np.linalg.norm(project(alone, query.xy.astype(np.float64)) - photo.xy, axis=1).min() < 0.01


def test_a_guess_leads_each_point_to_its_nearest_about_where_it_should_lie_the_clearest_first():
    query, photo, _, _ = matched(SLANTED, 40, noise_px=0)
    distances = np.ones((40, 40), np.float32)
    np.fill_diagonal(distances, np.linspace(0.01, 0.81, 40))
    rows, ratios = predicted_pairs(SLANTED, query, photo, distances, GuidedOptions(), GeometryOptions())
    assert rows.tolist() == [[at, at] for at in range(40)]
    np.testing.assert_allclose(ratios, np.sqrt(np.linspace(0.01, 0.81, 40)), rtol=1e-5)


def test_some_pairs_that_agree_lead_to_all_and_none_lead_nowhere():
    query, photo, rows, ratios = matched(SLANTED, 40, noise_px=0)
    descriptors = np.eye(40, dtype=np.float32)
    some = verify(query, photo, rows[:15], ratios[:15])
    assert some.verified and some.inliers <= 15
    assert grow(some, query, photo, (descriptors, descriptors)).inliers == 40
    assert grow(NOTHING, query, photo, (descriptors, descriptors)) is NOTHING
