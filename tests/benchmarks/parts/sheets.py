"""Large pictures with small scenes in them, beside pictures that are one scene, and sentences for both.

A scene of colour, shape and number lies somewhere on a large sheet, its side a half to a fifth of the sheet's. Every
such combination is shown in pictures of one size only, or in whole scenes, or nowhere, so that a sentence has one kind
of right answer. Half A and half B share no group of things.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.scenes import Group, Scene, caption, draw_scenes, property_caption, render, split_groups
from tests.cbir.trained_model import SHIPPED_SEED

Pixels = NDArray[np.uint8]
Half = Literal["A", "B"]
WIDTH, HEIGHT = 960, 720
SHARES = (1 / 2, 1 / 3, 1 / 4, 1 / 5)  # of the sheet's shorter side
PER_SHARE = 40
WHOLE = 120
ABSENT_SHARE = 0.2
ASKED = 100  # sentences of whole scenes
_TOLD = frozenset({"colour", "shape", "count"})
_Thing = tuple[str, str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    """pictures : whole scenes first. small : sentences by share, with the rows that are right. whole : those of scenes

    absent : sentences of combinations that no picture shows
    """

    pictures: list[Pixels]
    small: dict[float, list[tuple[str, frozenset[int]]]]
    whole: list[tuple[str, frozenset[int]]]
    absent: list[str]


@functools.cache
def make_sheets(half: Half) -> Sheets:
    rng = np.random.default_rng(20261123 + (half == "B"))
    groups = [
        group
        for number, group in enumerate(split_groups(SHIPPED_SEED).held_out)
        if number % 2 == (half == "B")
    ]
    things = sorted({_thing(group) for group in groups})
    dealt = [things[row] for row in rng.permutation(len(things))]
    nowhere = set(dealt[: round(ABSENT_SHARE * len(dealt))])
    rest = dealt[len(nowhere) :]
    in_scenes = set(rest[: len(rest) // 3])
    on_sheets = rest[len(in_scenes) :]
    scenes = (
        *draw_scenes([g for g in groups if _thing(g) in in_scenes], WHOLE // 2, of=1, rng=rng),
        *draw_scenes([g for g in groups if _thing(g) in in_scenes], WHOLE - WHOLE // 2, of=2, rng=rng),
    )
    pictures = [
        np.asarray(cv2.resize(render(scene, rng, side_px=HEIGHT), (WIDTH, HEIGHT)), np.uint8)
        for scene in scenes
    ]
    whole = [
        (caption(scenes[row], rng), frozenset({int(row)})) for row in rng.permutation(len(scenes))[:ASKED]
    ]
    small: dict[float, list[tuple[str, frozenset[int]]]] = {}
    for number, share in enumerate(SHARES):
        mine = on_sheets[number :: len(SHARES)]
        shown: dict[_Thing, set[int]] = {}
        for picture in range(PER_SHARE):
            chosen = [mine[row] for row in rng.choice(len(mine), 1 + picture % 2, replace=False)]
            for thing in chosen:
                shown.setdefault(thing, set()).add(len(pictures))
            pictures.append(_sheet([_group_of(thing) for thing in chosen], share, rng))
        small[share] = [
            (property_caption(Scene.of(_group_of(thing)), _TOLD, rng), frozenset(rows))
            for thing, rows in shown.items()
        ]
    absent = [property_caption(Scene.of(_group_of(thing)), _TOLD, rng) for thing in sorted(nowhere)]
    return Sheets(pictures=pictures, small=small, whole=whole, absent=absent)


def _thing(group: Group) -> _Thing:
    return group.colour, group.shape, group.count


def _group_of(thing: _Thing) -> Group:
    colour, shape, count = thing
    return Group(colour=colour, shape=shape, count=count, size="large", place="middle")


def _sheet(groups: Sequence[Group], share: float, rng: np.random.Generator) -> Pixels:
    """A pale sheet with a small scene of each group somewhere, blended in at its border."""
    corner = np.clip(rng.uniform(205, 245, 3) + rng.normal(0, 8, (4, 4, 3)), 0, 250).astype(np.float32)
    sheet = cv2.resize(corner, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    side = round(share * HEIGHT)
    inside = np.zeros((side, side), np.float32)
    border = side // 16
    inside[border:-border, border:-border] = 1
    shown = cv2.GaussianBlur(inside, (0, 0), side / 24)[..., None]
    for group, (x, y) in zip(groups, _places(side, len(groups), rng), strict=True):
        scene = render(Scene.of(group), rng, side_px=side)
        window = sheet[y : y + side, x : x + side]
        window[:] = window * (1 - shown) + scene * shown
    return np.clip(sheet, 0, 255).astype(np.uint8)


def _places(side: int, count: int, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Where small scenes lie that do not touch: all are drawn anew until they do not."""
    while True:
        places = [
            (int(rng.integers(0, WIDTH - side + 1)), int(rng.integers(0, HEIGHT - side + 1)))
            for _ in range(count)
        ]
        apart = [
            abs(x - left) >= side or abs(y - top) >= side
            for number, (x, y) in enumerate(places)
            for left, top in places[:number]
        ]
        if all(apart):
            return places
