"""Scenes: the split shares nothing, sentences say what is drawn, and pictures show what the sentences say."""

import itertools

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cbir.demo.scenes import (
    COLOURS,
    COUNTS,
    PLACES,
    SHAPES,
    SIZES,
    Group,
    Scene,
    caption,
    draw_scenes,
    every_group,
    partial_caption,
    render,
    split_groups,
)

GROUPS = every_group()


def things_of(scene, seed=0, side_px=256):
    """Centres in shares of the side, and areas in px, of what stands out of the paper; shares no code with render()."""
    pixels = render(scene, np.random.default_rng(seed), side_px=side_px)
    lab = cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB).astype(np.float32)
    paper = cv2.medianBlur(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB), 5).astype(np.float32)
    border = np.concatenate([lab[0], lab[-1], lab[:, 0], lab[:, -1]])
    away = np.linalg.norm(paper - np.median(border, axis=0), axis=2)
    mask = (away > 45).astype(np.uint8)
    number, _, stats, centres = cv2.connectedComponentsWithStats(mask)
    kept = [index for index in range(1, number) if stats[index, cv2.CC_STAT_AREA] > 60]
    return centres[kept] / side_px, stats[kept, cv2.CC_STAT_AREA]


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_a_split_deals_every_combination_once(seed):
    split = split_groups(seed)
    parts = [split.trained, split.development, split.held_out]
    assert len(split.held_out) == 1000
    assert sorted(itertools.chain(*parts)) == sorted(GROUPS)
    assert len(set(GROUPS)) == len(COLOURS) * len(SHAPES) * len(SIZES) * len(PLACES) * len(COUNTS)


def test_another_seed_splits_otherwise_and_the_same_seed_alike():
    assert split_groups(3) == split_groups(3)
    assert set(split_groups(3).held_out) != set(split_groups(4).held_out)


def test_scenes_of_two_come_from_their_part_alone_and_stand_at_two_places():
    split = split_groups(0)
    scenes = draw_scenes(split.held_out, 300, group_count=2, rng=np.random.default_rng(0))
    assert len(set(scenes)) == 300
    assert {group for scene in scenes for group in scene.groups} <= set(split.held_out)
    assert all(scene.groups[0].place != scene.groups[1].place for scene in scenes)


def test_more_scenes_than_there_are_is_refused():
    with pytest.raises(ValueError, match="cannot be made"):
        draw_scenes(GROUPS[:3], 4, group_count=1, rng=np.random.default_rng(0))
    with pytest.raises(ValueError, match="cannot be made"):
        draw_scenes(GROUPS[:3], 1, group_count=2, rng=np.random.default_rng(0))  # all at one place
    with pytest.raises(ValueError, match="two at different places"):
        Scene(groups=(GROUPS[0], GROUPS[0]))


@given(st.integers(0, len(GROUPS) - 1), st.integers(0, 2**32 - 1))
def test_a_full_caption_is_true_of_no_other_group(index, seed):
    group = GROUPS[index]
    words = set(caption(Scene.of(group), np.random.default_rng(seed)).replace(",", "").split())
    said = {
        "colour": {c for c in COLOURS if c in words}
        | ({"purple"} if "violet" in words else set())
        | ({"turquoise"} if "teal" in words else set()),
        "size": {
            s
            for s, w in (("small", {"small", "little", "tiny"}), ("large", {"large", "big", "huge"}))
            if w & words
        },
        "count": {n for n, w in ((2, {"two", "2", "pair"}), (3, {"three", "3"})) if w & words} or {1},
        "place": {
            place
            for place, spelled in (
                ("left", {"left"}),
                ("right", {"right"}),
                ("top", {"top", "upper"}),
                ("bottom", {"bottom", "lower"}),
                ("middle", {"middle", "centre", "center"}),
            )
            if spelled & words
        },
    }
    assert said == {name: {getattr(group, name)} for name in said}


@given(st.integers(0, 2**32 - 1))
def test_a_partial_caption_says_less_and_never_something_else(seed):
    rng = np.random.default_rng(seed)
    (scene,) = draw_scenes(GROUPS, 1, group_count=int(rng.integers(1, 3)), rng=rng)
    words = set(partial_caption(scene, rng).replace(",", "").split())
    other_names = {"violet": "purple", "teal": "turquoise"}
    colours = {other_names.get(word, word) for word in words} & set(COLOURS)
    assert colours <= {group.colour for group in scene.groups}
    assert words


def test_the_same_generator_draws_the_same_picture_and_another_one_does_not():
    scene = Scene.of(GROUPS[5], GROUPS[-5])
    first, again, other = (render(scene, np.random.default_rng(seed), side_px=96) for seed in (1, 1, 2))
    assert first.shape == (96, 96, 3)
    assert first.dtype == np.uint8
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", COUNTS)
def test_the_picture_shows_as_many_things_at_the_place_that_the_words_say(place, size, count):
    expected = {
        "left": (0.2, 0.5),
        "right": (0.8, 0.5),
        "top": (0.5, 0.2),
        "bottom": (0.5, 0.8),
        "middle": (0.5, 0.5),
    }
    for seed, shape in enumerate(("square", "heart", "cross")):
        scene = Scene.of(Group(colour="black", shape=shape, size=size, place=place, count=count))
        centres, areas = things_of(scene, seed)
        assert len(centres) == count
        found = centres.mean(0)
        nearest = min(expected, key=lambda name: float(np.linalg.norm(found - np.array(expected[name]))))
        assert nearest == place
        side = np.sqrt(areas.mean()) / 256
        assert ("large" if side > 0.15 else "small") == size


@pytest.mark.parametrize("colour", COLOURS)
def test_inks_of_a_name_are_told_from_those_of_every_other(colour):
    """The nearest of the colours' own middles, in Lab, is the one that was asked for."""
    middles = {}
    for name in COLOURS:
        scene = Scene.of(Group(colour=name, shape="square", size="large", place="middle", count=1))
        middles[name] = np.mean([ink_of(scene, seed) for seed in range(100, 112)], axis=0)
    scene = Scene.of(Group(colour=colour, shape="square", size="large", place="middle", count=1))
    for seed in range(12):
        ink = ink_of(scene, seed)
        assert min(middles, key=lambda name: float(np.linalg.norm(middles[name] - ink))) == colour


def ink_of(scene, seed):
    pixels = render(scene, np.random.default_rng(seed), side_px=64)
    red, green, blue = np.median(pixels[28:36, 28:36].reshape(-1, 3), axis=0) / 255
    lab = cv2.cvtColor(np.array([[[red, green, blue]]], np.float32), cv2.COLOR_RGB2LAB)[0, 0]
    return np.asarray(lab)


def test_things_do_not_touch_even_in_the_fullest_scenes():
    for first, second in itertools.combinations(PLACES, 2):
        groups = [
            Group(colour="black", shape="circle", size="large", place=place, count=3)
            for place in (first, second)
        ]
        centres, _ = things_of(Scene.of(*groups), seed=3)
        assert len(centres) == 6
