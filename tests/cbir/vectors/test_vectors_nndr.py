"""Searching all photos at once by unambiguous neighbours, against a plain loop."""

import numpy as np
import pytest

from cbir.local_features import FeatureOptions, describe
from cbir.vectors import nndr_search
from tests.pictures import photo


def plain_nndr(query, descriptors, photos, max_ratio):
    """The rule as it is written: nearest of all, second nearest of another photo."""
    matches = []
    if len(descriptors) == 0:
        return matches
    for number, row in enumerate(query.astype(np.float64)):
        distance = np.sqrt(((descriptors.astype(np.float64) - row) ** 2).sum(axis=1))
        first = int(distance.argmin())
        others = distance[photos != photos[first]]
        if len(others) and distance[first] < max_ratio * others.min():
            matches.append((number, first))
    return matches


def assert_same_as_plain(query, descriptors, photos):
    found = nndr_search(query, descriptors, photos)
    wanted = plain_nndr(query, descriptors, photos, 0.8)
    assert [tuple(match) for match in found.matches.tolist()] == wanted
    owners = [int(photos[row]) for _, row in wanted]
    counts = sorted((-owners.count(photo), photo) for photo in set(owners))
    assert list(zip(found.photos.tolist(), found.votes.tolist(), strict=True)) == [(p, -n) for n, p in counts]
    assert ((found.ratios >= 0) & (found.ratios < 0.8)).all()
    assert len(found.ratios) == len(wanted)
    return found


def test_equals_a_plain_loop_on_drawn_descriptors():
    rng = np.random.default_rng(0)
    descriptors = rng.standard_normal((600, 16), dtype=np.float32)
    photos = rng.integers(0, 12, 600)
    query = descriptors[rng.integers(0, 600, 80)] + rng.normal(0, 0.6, (80, 16)).astype(np.float32)
    found = assert_same_as_plain(query, descriptors, photos)
    assert 10 < len(found.matches) < 75


def test_two_like_points_of_one_photo_are_not_ambiguous_and_those_of_two_photos_are():
    points = np.eye(4, dtype=np.float32)
    twice = np.concatenate([points, points + 0.01])
    query = points + 0.002
    assert len(nndr_search(query, twice, np.zeros(8, np.int64)).matches) == 0  # no other photo at all
    one_and_another = np.append(twice, [[9, 9, 9, 9]], axis=0).astype(np.float32)
    same = assert_same_as_plain(query, one_and_another, np.array([5] * 8 + [6]))
    assert same.photos.tolist() == [5]
    assert same.votes.tolist() == [4]
    assert (
        len(nndr_search(query, twice, np.array([5] * 4 + [6] * 4)).matches) == 4
    )  # 0.002 and 0.008 are far apart
    assert len(nndr_search(points + 0.005, twice, np.array([5] * 4 + [6] * 4)).matches) == 0


def test_a_photo_that_repeats_one_point_many_times_is_looked_past():
    rng = np.random.default_rng(1)
    repeated = rng.normal(0, 0.001, (500, 8)).astype(np.float32)
    others = rng.normal(3, 1, (40, 8)).astype(np.float32)
    descriptors, photos = np.concatenate([repeated, others]), np.array([1] * 500 + [2] * 40)
    found = assert_same_as_plain(np.zeros((2, 8), np.float32), descriptors, photos)
    assert found.votes.tolist() == [2]


def test_equal_points_of_two_photos_match_nothing():
    point = np.full((1, 8), 3.7, np.float32)
    assert len(nndr_search(point, np.repeat(point, 2, axis=0), np.array([1, 2])).matches) == 0


@pytest.mark.parametrize("n", [0, 1, 2])
@pytest.mark.parametrize("m", [0, 1, 2])
def test_few_descriptors(n, m):
    rng = np.random.default_rng(0)
    query, descriptors = (
        rng.standard_normal((n, 8), dtype=np.float32),
        rng.standard_normal((m, 8), dtype=np.float32),
    )
    assert_same_as_plain(query, descriptors, np.arange(m))


def test_names_the_photo_that_a_part_was_cut_from():
    names = ("astronaut", "chelsea", "coffee", "rocket")
    options = FeatureOptions(max_features=250)
    described = [describe(photo(name), options).descriptors.astype(np.float32) for name in names]
    photos = np.repeat(np.arange(len(names)), [len(rows) for rows in described])
    for number, name in enumerate(names):
        height, width = photo(name).shape[:2]
        part = np.ascontiguousarray(photo(name)[: height * 3 // 4, : width * 3 // 4])
        query = describe(part, options).descriptors.astype(np.float32)
        found = assert_same_as_plain(query, np.concatenate(described), photos)
        assert found.photos[0] == number
        assert found.votes[0] > 20
