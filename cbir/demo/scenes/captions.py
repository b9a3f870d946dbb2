"""Colour x shape x size x place x count -> scenes of one or two groups, and sentences that people might type for them.

A *group* is one kind of thing at one place: "two small red circles on the left". A *scene* holds one group, or two at
different places. split_groups() decides before training which groups may be learned from. A scene of two groups
belongs to a part of the split only if both do, so that a held-out scene shows nothing that training showed.

caption() names every property of every group, so that it is true of no other scene. partial_caption() leaves some
properties out, as people do: "something red", "three hearts", "blue stars at the top".
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TypeVar

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


T = TypeVar("T")

_SHAPE_WORDS = MappingProxyType(
    {
        "circle": (("circle", "circles"), ("disc", "discs"), ("dot", "dots")),
        "square": (("square", "squares"), ("box", "boxes")),
        "triangle": (("triangle", "triangles"),),
        "star": (("star", "stars"),),
        "heart": (("heart", "hearts"),),
        "cross": (("cross", "crosses"), ("plus", "pluses")),
    }
)
_COLOUR_WORDS = MappingProxyType({"purple": ("purple", "violet"), "turquoise": ("turquoise", "teal")})
_SIZE_WORDS = MappingProxyType({"small": ("small", "little", "tiny"), "large": ("large", "big", "huge")})
_COUNT_WORDS = MappingProxyType(
    {1: ("a", "one", "a single"), 2: ("two", "2", "a pair of"), 3: ("three", "3", "a group of three")}
)
_PLACE_WORDS = MappingProxyType(
    {
        "left": ("on the left", "at the left", "on the left side", "to the left"),
        "right": ("on the right", "at the right", "on the right side", "to the right"),
        "top": ("at the top", "on top", "near the top", "in the upper part"),
        "bottom": ("at the bottom", "near the bottom", "in the lower part", "down at the bottom"),
        "middle": ("in the middle", "in the centre", "in the center"),
    }
)
_SHORT_PLACES = MappingProxyType(
    {"left": "left", "right": "right", "top": "top", "bottom": "bottom", "middle": "middle"}
)
_OPENINGS = ("", "", "", "", "there is ", "a picture of ", "a picture with ", "find ")
_JOINTS = (" and ", " and ", " and ", ", ", " with ", " and also ", ", and ")

_DROP_SIZE, _DROP_PLACE, _DROP_COUNT, _DROP_COLOUR, _DROP_SHAPE, _DROP_GROUP = 0.6, 0.3, 0.25, 0.2, 0.15, 0.3


def caption(scene: Scene, rng: np.random.Generator) -> str:
    """Return a sentence that is true of this scene alone."""
    return _sentence(scene.groups, rng, hidden=[frozenset()] * len(scene.groups))


def partial_caption(scene: Scene, rng: np.random.Generator) -> str:
    """Return a sentence that is true of this scene and of others: some properties, or a whole group, are left out."""
    groups = scene.groups
    if len(groups) > 1 and rng.random() < _DROP_GROUP:
        groups = (_pick(groups, rng),)
    hidden = [_hidden(rng) for _ in groups]
    if len(groups) == len(scene.groups) and not any(hidden):
        hidden[0] = frozenset({"size"})
    return _sentence(groups, rng, hidden=hidden)


def property_caption(scene: Scene, properties: frozenset[str], rng: np.random.Generator) -> str:
    """Return a sentence with only these properties of every group: for {"shape"}, "stars and a heart"."""
    every = frozenset({"colour", "shape", "size", "place", "count"})
    return _sentence(scene.groups, rng, hidden=[every - properties] * len(scene.groups))


def _hidden(rng: np.random.Generator) -> frozenset[str]:
    """Draw the properties of one group that the sentence leaves out; never both shape and colour."""
    chances = {"size": _DROP_SIZE, "place": _DROP_PLACE, "count": _DROP_COUNT}
    unsaid = {name for name, chance in chances.items() if rng.random() < chance}
    draw = rng.random()
    if draw < _DROP_COLOUR:
        unsaid.add("colour")
    elif draw < _DROP_COLOUR + _DROP_SHAPE:
        unsaid.add("shape")
    return frozenset(unsaid)


def _sentence(groups: Sequence[Group], rng: np.random.Generator, *, hidden: Sequence[frozenset[str]]) -> str:
    order = rng.permutation(len(groups))
    first_places = rng.random() < 0.2
    keywords = not first_places and rng.random() < 0.12
    parts = []
    for position, index in enumerate(order):
        group, unsaid = groups[index], hidden[index]
        thing = _keywords(group, unsaid, rng) if keywords else _thing(group, unsaid, rng)
        place = "" if "place" in unsaid else _place(group, position, groups, rng, short=keywords)
        comma = "," if rng.random() < 0.3 else ""
        phrase = f"{place}{comma} {thing}" if first_places and place else f"{thing} {place}"
        parts.append(phrase.strip())
    opening = "" if first_places or keywords else _pick(_OPENINGS, rng)
    if opening == "there is " and groups[order[0]].count > 1:
        opening = "there are "
    joint = (" ", ", ")[int(rng.integers(2))] if keywords else _pick(_JOINTS, rng)
    return opening + joint.join(parts)


def _thing(group: Group, unsaid: frozenset[str], rng: np.random.Generator) -> str:
    """A noun phrase such as "two small red circles"."""
    adjectives = []
    if "size" not in unsaid:
        adjectives.append(_pick(_SIZE_WORDS[group.size], rng))
    if "colour" not in unsaid:
        adjectives.append(_pick(_COLOUR_WORDS.get(group.colour, (group.colour,)), rng))
    if "shape" in unsaid:
        return " ".join(["something" if group.count == 1 else "some things that are", *adjectives])
    noun = _noun(group, rng)
    if "count" in unsaid and group.count > 1:
        return " ".join([*adjectives, noun])
    number = "a" if "count" in unsaid else _pick(_COUNT_WORDS[group.count], rng)
    phrase = " ".join([*adjectives, noun])
    if number == "a" and phrase[0] in "aeiou":
        number = "an"
    return f"{number} {phrase}"


def _keywords(group: Group, unsaid: frozenset[str], rng: np.random.Generator) -> str:
    """Keywords as people type them into a search box, without articles, such as "3 small red circles"."""
    words = (
        []
        if "count" in unsaid
        else [_pick((("1", "one"), ("2", "two"), ("3", "three"))[group.count - 1], rng)]
    )
    if "size" not in unsaid:
        words.append(_pick(_SIZE_WORDS[group.size], rng))
    if "colour" not in unsaid:
        words.append(_pick(_COLOUR_WORDS.get(group.colour, (group.colour,)), rng))
    if "shape" not in unsaid:
        words.append(_noun(group, rng))
    return " ".join(words)


def _noun(group: Group, rng: np.random.Generator) -> str:
    # The first word is the common one.
    words = _SHAPE_WORDS[group.shape]
    singular, plural = words[0] if rng.random() < 0.6 else _pick(words, rng)
    return singular if group.count == 1 else plural


def _place(
    group: Group, position: int, groups: Sequence[Group], rng: np.random.Generator, *, short: bool
) -> str:
    if short:
        return _SHORT_PLACES[group.place]
    places = {other.place for other in groups}
    if position == 1 and places == {"top", "bottom"} and rng.random() < 0.4:
        return "below" if group.place == "bottom" else "above"
    return _pick(_PLACE_WORDS[group.place], rng)


def _pick(choices: Sequence[T], rng: np.random.Generator) -> T:
    return choices[int(rng.integers(len(choices)))]
