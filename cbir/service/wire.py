"""Requests and answers <-> JSON, for an engine on another computer: the dataclasses that cross the pipe, as they are.

A request is checked against its class's own types when it comes, since anybody with a token may have written it.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import types
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from cbir.base import types as base_types
from cbir.base.errors import QueryUnusable
from cbir.service import messages

Shown = Callable[[Path], str]
MOST_BYTES = 1 << 28  # of an answer, packed and unpacked: a million photos' columns take a tenth
_KINDS = "biuf"  # of arrays: numbers alone


def packed(value: object, shown: Shown = str) -> bytes:
    """A message as compressed JSON. shown : what is said of a path"""
    return zlib.compress(json.dumps(_plain(value, shown)).encode(), 1)


def unpacked(data: bytes, place: Path) -> Any:
    """The answer that packed() made of; its paths lie below `place`. Raises ValueError where it is none."""
    opener = zlib.decompressobj()
    try:
        text = opener.decompress(data, MOST_BYTES)
    except zlib.error as error:
        raise ValueError("this is no answer") from error
    if not opener.eof:
        raise ValueError("this answer has no end, or is too large")
    return _made(json.loads(text), place)


def below(place: Path, name: str) -> Path:
    """A path below a place. Raises ValueError for one that leads out of it, to a file of this computer."""
    path = place / name
    if not path.is_relative_to(place) or ".." in path.parts:
        raise ValueError("this path leads out of the library")
    return path


def request_to_json(request: object) -> bytes:
    return json.dumps(_plain(request, str)).encode()


def request_from_json(data: bytes) -> Any:
    """A request, whose values have the types that its class asks for. Raises QueryUnusable."""
    try:
        request = _made(json.loads(data), None)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise QueryUnusable("This is no request that the service knows.") from error
    if not dataclasses.is_dataclass(request) or not _fits(request, type(request)):
        raise QueryUnusable("This is no request that the service knows.")
    return request


def _plain(value: Any, shown: Shown) -> Any:
    import numpy as np

    match value:
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return {"b": base64.b64encode(value).decode()}
        case Path():
            return {"p": shown(value)}
        case tuple() | list():
            return [_plain(one, shown) for one in value]
        case frozenset() | set():
            return {"f": [_plain(one, shown) for one in value]}
        case dict():
            return {"d": [[_plain(key, shown), _plain(one, shown)] for key, one in value.items()]}
        case np.ndarray():
            data = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()
            return {"a": data, "t": value.dtype.str, "s": list(value.shape)}
        case np.generic():
            return value.item()
    fields = {one.name: _plain(getattr(value, one.name), shown) for one in dataclasses.fields(value)}
    return {"c": type(value).__name__, "v": fields}


def _made(plain: Any, place: Path | None) -> Any:
    """A value of JSON's. place : where paths lie; None of a request, which has no paths, arrays or dictionaries"""
    match plain:
        case list():
            return tuple(_made(one, place) for one in plain)
        case {"b": str(text)}:
            return base64.b64decode(text, validate=True)
        case {"f": list(them)}:
            return frozenset(_made(one, place) for one in them)
        case {"c": str(name), "v": dict(fields)}:
            return _classes()[name](**{field: _made(value, place) for field, value in fields.items()})
        case {"d": list(pairs)} if place is not None:
            return {_made(key, place): _made(one, place) for key, one in pairs}
        case {"p": str(path)} if place is not None:
            return below(place, path)
        case {"a": str(text), "t": str(kind), "s": list(shape)} if place is not None:
            return _array(base64.b64decode(text), kind, shape)
        case dict():
            raise ValueError("this is no value")
    return plain


def _array(data: bytes, kind: str, shape: list[int]) -> Any:
    import numpy as np

    dtype = np.dtype(kind)
    if dtype.kind not in _KINDS:
        raise ValueError("this is no array of numbers")
    return np.frombuffer(data, dtype).reshape(shape)


@cache
def _classes() -> Mapping[str, type]:
    """The classes that may cross, by name."""
    found = {}
    for room in (base_types, messages):
        them = [getattr(room, name) for name in getattr(room, "__all__", dir(room))]
        found.update(
            {one.__name__: one for one in them if isinstance(one, type) and dataclasses.is_dataclass(one)}
        )
    return found


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value has a type, all the way down."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return any(_fits(value, one) for one in inner)
    if origin is Literal:
        return any(value is one or (type(value) is type(one) and value == one) for one in inner)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if len(inner) == 2 and inner[1] is Ellipsis:
            return all(_fits(one, inner[0]) for one in value)
        return len(value) == len(inner) and all(map(_fits, value, inner))
    if origin is frozenset:
        return isinstance(value, frozenset) and all(_fits(one, inner[0]) for one in value)
    kind = getattr(kind, "__supertype__", kind)  # of a NewType
    if kind is float:
        return type(value) in (int, float) and abs(value) < 1e9  # neither endless nor no number
    if kind is int:
        return type(value) is int and abs(value) < 2**31
    if type(value) is not kind:
        return False
    if not dataclasses.is_dataclass(value):
        return True
    known: type = type(value)
    return all(_fits(getattr(value, name), hint) for name, hint in _hints(known).items())


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
