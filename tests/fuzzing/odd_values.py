"""Sound JSON -> JSON that says something odd; a class -> a value of it that nobody would expect. By a seed."""

from __future__ import annotations

import copy
import dataclasses
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from tests.mutations import mutate

_TYPING = {"np": np, "NDArray": NDArray}  # imported for the checker of types alone
_DEEP = "nested too deeply"  # where json itself gives up
TEXTS = (
    "", "boat", "boat red", '"', "\0", "\udc80", "\ud800", "../..", "%s", "in:scans (", "near:0,0~9km", "taken:2019-99",
    "東京 \u202e", "*", "x" * 5000,
)  # fmt: skip
WHOLE = (0, 1, 2, 3, -1, 5, 255, 2**31, -(2**63), 2**63 - 1, 2**63, 2**70)
WHOLE_64 = tuple(number for number in WHOLE if number < 2**63)
_NUMBERS = (0.0, 1.0, -1.0, 0.5, 1e-320, 1e308, float("inf"), float("-inf"), float("nan"))
_JSON = (None, True, False, *TEXTS, *WHOLE, *_NUMBERS, [], {}, [[]], {"": None}, _DEEP)


def odd_json(data, chance):
    """Broken bytes now and then; else a value or more are others, or gone, or twice there."""
    if chance.random() < 0.2:
        return mutate(data, chance)
    holder = [json.loads(data)]
    for _ in range(chance.randint(1, 3)):
        _change(holder, chance)
    return json.dumps(holder[0]).replace(f'"{_DEEP}"', "[" * 100_000).encode()


def _change(holder, chance):
    places = []
    left = [holder]
    while left:
        inside = left.pop()
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        places += [(inside, key) for key in keys]
        left += [inside[key] for key in keys if isinstance(inside[key], dict | list)]
    inside, key = chance.choice(places)
    kind = chance.choice(("another", "another", "another", "gone", "twice"))
    if kind == "another" or inside is holder:
        inside[key] = copy.deepcopy(chance.choice(_JSON))
    elif kind == "gone":
        del inside[key]
    elif isinstance(inside, dict):
        inside[f"{key}2"] = copy.deepcopy(inside[key])
    else:
        inside.insert(key, copy.deepcopy(inside[key]))


@dataclass(frozen=True, slots=True)
class OddValues:
    """paths : what a Path may be. known : texts and numbers that something is known by, and so worth to be tried

    one_of : of a class, the fields of which exactly one is set
    """

    chance: random.Random
    paths: tuple[Path, ...]
    known: tuple[str | int, ...] = ()
    one_of: Mapping[type, tuple[str, ...]] = field(default_factory=dict)

    def of(self, kind):
        """A value that a type checker takes for one of this kind."""
        chance = self.chance
        inner = get_args(kind)
        match get_origin(kind):
            case origin if origin is Literal:
                return chance.choice(inner)
            case origin if origin in (Union, UnionType):
                return self.of(chance.choice(inner))
            case origin if origin is tuple and inner[-1] is not Ellipsis:
                return tuple(map(self.of, inner))
            case origin if origin is tuple or origin is frozenset:
                return origin(self.of(inner[0]) for _ in range(chance.choice((0, 1, 1, 2, 5))))
            case origin if origin is np.ndarray:
                shape = chance.choice(((0,), (9,), (0, 2), (4, 2), (3, 3)))
                with np.errstate(all="ignore"):
                    return np.full(shape, chance.choice(_NUMBERS)).astype(get_args(inner[1])[0])
        return self._plain(getattr(kind, "__supertype__", kind))

    def _plain(self, kind):
        if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            hints = get_type_hints(kind, localns=_TYPING)
            fields = [one.name for one in dataclasses.fields(kind) if one.init]
            optional = {one.name for one in dataclasses.fields(kind) if _has_default(one)}
            either = self.one_of.get(kind, ())
            wanted = [name for name in fields if name not in optional or self.chance.random() < 0.4]
            values = {name: self.of(hints[name]) for name in wanted if name not in either}
            if either:
                name = self.chance.choice(either)
                values[name] = self.of(
                    next(argument for argument in get_args(hints[name]) if argument is not NoneType)
                )
            return kind(**values)
        numbers = tuple(one for one in self.known if isinstance(one, int))
        texts = tuple(one for one in self.known if isinstance(one, str))
        choices = {
            bool: (True, False),
            int: (*WHOLE_64, *numbers * 6),
            float: _NUMBERS,
            str: (*TEXTS, *texts * 6),
            bytes: (b"", b"\xff\xd8\xff", self.chance.randbytes(50)),
            Path: self.paths,
            NoneType: (None,),
        }
        return self.chance.choice(choices[kind])


def _has_default(one):
    return one.default is not dataclasses.MISSING or one.default_factory is not dataclasses.MISSING
