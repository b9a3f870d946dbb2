"""A scene -> sentences that people might type for it, in varied wording.

caption() names every property of every group, so that it is true of no other scene. partial_caption() leaves some
properties out, as people do: "something red", "three hearts", "blue stars at the top".
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import TypeVar

import numpy as np

from cbir.demo.scenes.combinations import Group, Scene

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
