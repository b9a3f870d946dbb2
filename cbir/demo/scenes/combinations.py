"""Colour x shape x size x place x count -> groups, scenes of one or two groups, and a split made by a seed.

A *group* is one kind of thing at one place: "two small red circles on the left". A *scene* holds one group, or two at
different places. split_groups() decides before training which groups may be learned from. A scene of two groups
belongs to a part of the split only if both do, so that a held-out scene shows nothing that training showed.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import numpy as np

COLOURS = ("red", "orange", "yellow", "green", "turquoise", "blue", "purple", "pink", "brown", "black")
SHAPES = ("circle", "square", "triangle", "star", "heart", "cross")
SIZES = ("small", "large")
PLACES = ("left", "right", "top", "bottom", "middle")
COUNTS = (1, 2, 3)


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Group:
    """One to three things of one colour, shape and size at one place; the values are those of the tuples above."""

    colour: str
    shape: str
    size: str
    place: str
    count: int


_CHOICES: MappingProxyType[str, Sequence[str | int]] = MappingProxyType(
    {"colour": COLOURS, "shape": SHAPES, "size": SIZES, "place": PLACES, "count": COUNTS}
)


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Scene:
    """A picture's content. groups : one, or two at different places; ascending, so that equal scenes compare equal"""

    groups: tuple[Group, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.groups) <= 2 or len({group.place for group in self.groups}) != len(self.groups):
            raise ValueError("A scene holds one group, or two at different places.")
        if tuple(sorted(self.groups)) != self.groups:
            raise ValueError("The groups of a scene stand in ascending order.")

    @classmethod
    def of(cls, *groups: Group) -> Scene:
        return cls(groups=tuple(sorted(groups)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Parts of all groups. trained : for learning. development : for choosing. held_out : for reporting only"""

    trained: tuple[Group, ...]
    development: tuple[Group, ...]
    held_out: tuple[Group, ...]


@cache
def every_group() -> tuple[Group, ...]:
    """All 1,800 combinations, in a fixed order."""
    return tuple(
        Group(colour=colour, shape=shape, size=size, place=place, count=count)
        for colour, shape, size, place, count in itertools.product(COLOURS, SHAPES, SIZES, PLACES, COUNTS)
    )


def split_groups(seed: int, *, trained: int = 720, held_out: int = 1000) -> Split:
    """Deal all groups into three disjoint parts; the rest after trained and held_out is for development."""
    groups = every_group()
    if trained + held_out > len(groups):
        raise ValueError(f"There are only {len(groups)} combinations.")
    order = np.random.default_rng((seed, 0x5CE2E)).permutation(len(groups))
    dealt = [groups[index] for index in order]
    return Split(
        held_out=tuple(dealt[:held_out]),
        trained=tuple(dealt[held_out : held_out + trained]),
        development=tuple(dealt[held_out + trained :]),
    )


def draw_scenes(
    groups: Sequence[Group], number: int, *, group_count: int, rng: np.random.Generator, distinct: bool = True
) -> tuple[Scene, ...]:
    """Draw scenes from these groups.

    group_count : groups in each scene, 1 or 2. distinct : no scene twice; ValueError if there are too few
    """
    if group_count == 1:
        if not distinct:
            return tuple(Scene.of(groups[index]) for index in rng.integers(len(groups), size=number))
        if number > len(groups):
            raise ValueError(f"{number} different scenes cannot be made of {len(groups)} groups.")
        return tuple(Scene.of(groups[index]) for index in rng.permutation(len(groups))[:number])
    drawn: dict[Scene, None] = {}
    many: list[Scene] = []
    tries = 0
    while len(drawn if distinct else many) < number:
        tries += 1
        if tries > 50 * number + 1000:
            raise ValueError(f"{number} different scenes cannot be made of {len(groups)} groups.")
        first, second = (groups[index] for index in rng.integers(len(groups), size=2))
        if first.place != second.place:
            drawn[Scene.of(first, second)] = None
            many.append(Scene.of(first, second))
    return tuple(drawn) if distinct else tuple(many)
