"""Requests of a visitor in which one place holds far too much, or all that it may: made from the messages' own types.

A new request, or a new field of one, is among them without anybody thinking of it.
"""

from __future__ import annotations

import dataclasses
import json
import types
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

from cbir.service import ENGINE_PATHS, MARKS, REQUESTS, SHORT
from cbir.service.registry import MOST_ITEMS, MOST_LETTERS, Most

_MODULUS = 2**61 - 1  # of Python's hash of integers: multiples of it collide
_REQUIRED = {
    "terms": [{"c": "Term", "v": {"text": "boat"}}],
    "term": {"c": "Term", "v": {"photo": 1}},
    "album": "a",
    "said": [[1, True]],
    "id": "a",
}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Hostile:
    """name : of the place. path, body : the request. kinds : what the path answers"""

    name: str
    path: str
    body: bytes

    @property
    def kinds(self):
        return next(visit for visit, path in ENGINE_PATHS.items() if path == self.path)


def too_much(size=600_000):
    """Bodies of so many bytes, nearly all of them in one place."""
    yield from _all(size)


def all_that_is_allowed():
    """The same with as much in each place as it declares."""
    yield from _all(None)


def _all(size):
    for kind, declared in REQUESTS.items():
        visitors = declared.visitors
        ways = (SHORT, MARKS) if callable(visitors) else () if visitors is None else (visitors,)
        for path in (ENGINE_PATHS[way] for way in ways):
            for name, value in _places(kind, size):
                yield Hostile(name=f"{kind.__name__}{name}", path=path, body=json.dumps(value).encode())


def _places(kind, size):
    sent = {field.name: field.metadata.get("json", field.name) for field in dataclasses.fields(kind)}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        for place, value in _filled(hint, size):
            yield f".{name}{place}", _plain(kind, **{sent[name]: value})


def _filled(hint, size, most=None):
    if get_origin(hint) is Annotated:
        bounds = [one.items for one in hint.__metadata__ if isinstance(one, Most)]
        yield from _filled(get_args(hint)[0], size, *bounds)
        return
    origin, inner = get_origin(hint), get_args(hint)
    hint = getattr(hint, "__supertype__", hint)
    if origin in (Union, types.UnionType):
        for one in inner:
            yield from _filled(one, size, most) if one is not types.NoneType else ()
    elif origin is tuple and inner[-1] is Ellipsis:
        least = _least(inner[0])
        items = size // (len(json.dumps(least)) + 2) if size else most or MOST_ITEMS
        yield "[same]", [least] * items
        if isinstance(least, int | str) and get_origin(inner[0]) is not Literal:
            distinct = [number if isinstance(least, int) else f"t{number}" for number in range(1, items + 1)]
            yield "[distinct]", distinct
        for place, value in _filled(inner[0], size):
            yield f"[0]{place}", [value]
    elif origin is frozenset and size:
        yield "{colliding}", {"f": [number * _MODULUS for number in range(1, size // 23)]}
    elif hint is str:
        letters = size or most or MOST_LETTERS
        yield " letters", "x" * letters
        yield " words", "two words " * (letters // 10)
        yield " signs", "(" * letters
    elif dataclasses.is_dataclass(hint) and isinstance(hint, type):
        yield from _places(hint, size)


def _plain(kind, **values):
    fields = {} if kind.__name__ == "Term" else dict(_required(kind))
    if kind.__name__ == "Term" and not {"text", "data"} & set(values):
        fields["text"] = "boat"
    return {"c": kind.__name__, "v": {**fields, **values}}


def _required(kind):
    hints = get_type_hints(kind)
    for field in dataclasses.fields(kind):
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            yield (
                field.metadata.get("json", field.name),
                _REQUIRED[field.name] if field.name in _REQUIRED else _least(hints[field.name]),
            )


def _least(hint):
    """The smallest value of a type that says something."""
    origin, inner = get_origin(hint), get_args(hint)
    hint = getattr(hint, "__supertype__", hint)
    if origin is Annotated:
        return _least(inner[0])
    if origin in (Union, types.UnionType):
        return _least(next(one for one in inner if one is not types.NoneType))
    if origin is Literal:
        return inner[0]
    if origin is tuple:
        return [_least(one) for one in inner if one is not Ellipsis]
    if origin is frozenset:
        return {"f": []}
    if dataclasses.is_dataclass(hint):
        return _plain(hint)
    return {str: "Lisbon", int: 1, float: 1.0, bool: False}[hint]
