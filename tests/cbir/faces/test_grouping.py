"""Groups of faces as they grow, beside average linkage computed anew, and their order of arrival."""

import random

import numpy as np
import pytest

from cbir.faces import FaceGroups, typical_faces


def drawn(people=12, shots=8, seed=0):
    """Faces of people 0.9 apart, their shots about .35 from each other."""
    chance = np.random.default_rng(seed)
    middles = chance.normal(size=(people, 128))
    middles *= 0.9 / 2**0.5 / np.linalg.norm(middles, axis=1, keepdims=True)
    noise = chance.normal(size=(people * shots, 128))
    noise *= 0.25 / np.linalg.norm(noise, axis=1, keepdims=True)
    who = np.repeat(np.arange(people), shots)
    return (middles[who] + noise).astype(np.float32), who


def grouped(faces, order, photos=None):
    groups, label, new = FaceGroups(), {}, 0
    for at in order:
        photo = at if photos is None else photos[at]
        group = groups.nearest(faces[at], photo)
        if group is None:
            group, new = new, new + 1
        groups.put(group, faces[at], photo)
        label[at] = group
        while (other := groups.joinable(group)) is not None:
            groups.join(group, other)
            label = {face: group if of == other else of for face, of in label.items()}
    return groups, label


@pytest.mark.parametrize("seed", range(5))
def test_faces_of_a_person_are_one_group_in_any_order(seed):
    faces, who = drawn(seed=seed)
    order = list(range(len(faces)))
    random.Random(seed).shuffle(order)
    groups, label = grouped(faces, order)
    assert len(groups) == 12
    assert len({(label[at], who[at]) for at in order}) == 12


def test_distances_are_root_mean_squares_between_all_faces():
    faces, who = drawn(people=3)
    groups = FaceGroups()
    for face, person in zip(faces, who, strict=True):
        groups.put(int(person), face, 0)
    apart = np.linalg.norm(faces[who == 0][:, None] - faces[who == 1][None], axis=2)
    assert groups.distances(0)[1] == pytest.approx(np.sqrt((apart**2).mean()), rel=1e-4)


def test_groups_that_are_known_are_those_that_grew():
    faces, who = drawn()
    photos = np.arange(len(faces)) // 2
    grown = FaceGroups()
    for face, person, photo in zip(faces, who, photos, strict=True):
        grown.put(int(person), face, int(photo))
    loaded = FaceGroups.of(who, faces, photos)
    assert loaded.distances(0) == pytest.approx(grown.distances(0), rel=1e-4)
    for at in range(0, len(faces), 7):
        for photo in (-1, int(photos[at])):
            assert loaded.nearest(faces[at], photo) == grown.nearest(faces[at], photo)
    for number in range(100, 130):  # more than there was room for
        loaded.put(number, faces[0] + number, -number)
    assert len(loaded) == 42


def test_two_faces_of_one_photo_are_two_people():
    faces, _ = drawn(people=1, shots=2)
    groups, label = grouped(faces, [0, 1], photos=[7, 7])
    assert len(groups) == 2 and label[0] != label[1]


def test_what_was_refused_is_not_joined():
    faces, _ = drawn(people=1, shots=2)
    groups = FaceGroups()
    groups.put(1, faces[0], 1)
    assert groups.nearest(faces[1], 2) == 1
    assert groups.nearest(faces[1], 2, refused=[1]) is None
    groups.put(2, faces[1], 2)
    assert groups.joinable(2) == 1
    assert groups.joinable(2, refused=[1]) is None


@pytest.mark.parametrize("count", [0, 1])
def test_few_faces(count):
    faces, who = drawn(people=1, shots=1)
    groups = FaceGroups.of(who[:count], faces[:count], who[:count])
    assert len(groups) == count
    assert groups.nearest(faces[0], 5) == (0 if count else None)


def test_the_same_distance_joins_rare_faces_and_keeps_ordinary_ones_apart():
    chance = np.random.default_rng(2)
    typical = typical_faces()[0].astype(np.float64)
    apart, away = np.linalg.qr(chance.normal(size=(128, 2)))[0].T
    pairs = {
        rarity: [(typical + rarity * away + sign * 0.19 * apart).astype(np.float32) for sign in (-1, 1)]
        for rarity in (0.4, 0.65)
    }
    for rarity, joined in ((0.4, None), (0.65, 1)):
        groups = FaceGroups()
        groups.put(1, pairs[rarity][0], 1)
        assert groups.nearest(pairs[rarity][1], 2) == joined
