"""Requests and answers <-> JSON, for an engine on another computer: the same dataclasses that cross the pipe.

An incoming request is checked against the types of its class, since anybody with a token may have written it.
"""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import json
import sys
import types
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from cbir.base import types as base_types
from cbir.base.errors import QueryUnusable
from cbir.base.messages import Message, from_json, to_json
from cbir.service import link
from cbir.service.registry import MOST_ITEMS, MOST_LETTERS, REQUESTS, Most

Shown = Callable[[Path], str]
MOST_BYTES = 1 << 28  # in an answer, packed and unpacked: the columns of a million photos take a tenth
MOST_VALUES = 200_000  # in a request, counted before parsing: twice the photos that a request may name
_BETWEEN_VALUES = (b",", b"[", b"{")  # base64, the form of a picture, has none of them
_KINDS = "biuf"  # of arrays: only numbers


def packed(value: object, shown: Shown = str) -> bytes:
    """A message as compressed JSON. shown : the text to send for a path"""
    return zlib.compress(json.dumps(_plain(value, shown)).encode(), 1)


def unpacked(data: bytes, place: Path) -> Any:
    """Read an answer that packed() made; its paths become paths below `place`. Raises ValueError if it is not one."""
    opener = zlib.decompressobj()
    try:
        text = opener.decompress(data, MOST_BYTES)
    except zlib.error as error:
        raise ValueError("this is no answer") from error
    if not opener.eof:
        raise ValueError("this answer has no end, or is too large")
    return _made(json.loads(text), place)


def below(place: Path, name: str) -> Path:
    """A path below a place. Raises ValueError for a path that leaves it, to a file of this computer."""
    path = place / name
    if not path.is_relative_to(place) or ".." in path.parts:
        raise ValueError("this path leads out of the library")
    return path


def request_to_json(request: object) -> bytes:
    return json.dumps(_plain(request, str)).encode()


def request_from_json(data: bytes) -> Any:
    """A request whose values have the types of its class, within the bounds that it declares.

    Raises QueryUnusable. No value is built before its type and size have been checked.
    """
    if sum(data.count(sign) for sign in _BETWEEN_VALUES) > MOST_VALUES:
        raise QueryUnusable("A request has {0} values at most.", f"{MOST_VALUES:,}")
    try:
        # ASCII, as request_to_json writes it; other text would take four times the memory
        plain = json.loads(data.decode("ascii"))
        return _requested(plain, _classes()[plain["c"]])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise QueryUnusable("The service does not know this request.") from error


def _plain(value: Any, shown: Shown) -> Any:
    import numpy as np

    match value:
        case Message():
            return {"m": to_json(value)}
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return {"b": base64.b64encode(value).decode()}
        case Path():
            return {"p": shown(value)}
        case tuple() | list():
            return [_plain(element, shown) for element in value]
        case frozenset() | set():
            return {"f": [_plain(element, shown) for element in value]}
        case dict():
            return {"d": [[_plain(key, shown), _plain(entry, shown)] for key, entry in value.items()]}
        case np.ndarray():
            data = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()
            return {"a": data, "t": value.dtype.str, "s": list(value.shape)}
        case np.generic():
            return value.item()
    kind: Any = type(value)
    names = _fields_by_json_name(kind)
    fields = {name: _plain(getattr(value, field), shown) for name, field in names.items()}
    return {"c": kind.__name__, "v": fields}


def _made(plain: Any, place: Path) -> Any:
    """A value of an answer. place : the folder for its paths"""
    match plain:
        case list():
            return tuple(_made(element, place) for element in plain)
        case {"m": message}:
            return from_json(message)
        case {"b": str(text)}:
            return base64.b64decode(text, validate=True)
        case {"f": list(elements)}:
            return frozenset(_made(element, place) for element in elements)
        case {"c": str(name), "v": dict(fields)}:
            kind = _classes()[name]
            names = _fields_by_json_name(kind)
            return kind(**{names[field]: _made(value, place) for field, value in fields.items()})
        case {"d": list(pairs)}:
            return {_made(key, place): _made(entry, place) for key, entry in pairs}
        case {"p": str(path)}:
            return below(place, path)
        case {"a": str(text), "t": str(kind), "s": list(shape)}:
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
    """The classes that may be sent, by name: types of the base, and those that stand beside declared requests."""
    subjects = {link.__name__, *(kind.__module__ for kind in REQUESTS)}
    exports = [getattr(base_types, name) for name in base_types.__all__]
    for subject in map(sys.modules.__getitem__, subjects):
        exports += [
            export
            for export in vars(subject).values()
            if getattr(export, "__module__", "") == subject.__name__
        ]
    return {
        export.__name__: export
        for export in exports
        if isinstance(export, type) and dataclasses.is_dataclass(export)
    }


def _requested(plain: Any, kind: Any, most: int | None = None, name: str = "it") -> Any:
    """A value of a request. most : bound on elements or letters that its field declares. name : of the field

    Raises ValueError for a value of another kind, and QueryUnusable for one that exceeds its bound.
    """
    if get_origin(kind) is Annotated:
        most = next((bound.items for bound in kind.__metadata__ if isinstance(bound, Most)), most)
        return _requested(plain, get_args(kind)[0], most, name)
    origin, inner = get_origin(kind), get_args(kind)
    kind = getattr(kind, "__supertype__", kind)  # of a NewType
    if origin in (Union, types.UnionType):
        return _either(plain, inner, most, name)
    if origin is Literal:
        if not any(type(plain) is type(choice) and plain == choice for choice in inner):
            raise ValueError("this is none of the choices")
        return plain
    if origin is tuple and inner[-1] is not Ellipsis:
        return tuple(
            _requested(element, element_kind, None, name)
            for element, element_kind in zip(_list(plain), inner, strict=True)
        )
    if origin in (tuple, frozenset):
        elements = _list(plain if origin is tuple else plain["f"])
        _bound(len(elements), MOST_ITEMS if most is None else most, name)
        return origin(_requested(element, inner[0], None, name) for element in elements)
    if dataclasses.is_dataclass(kind):
        return _requested_object(plain, kind)
    if kind is bytes:
        return base64.b64decode(plain["b"], validate=True)
    if kind is float and type(plain) is int:
        kind = int
    if (
        type(plain) is not kind
        or (kind is float and not abs(plain) < 1e9)
        or (kind is int and abs(plain) >= 2**31)
    ):
        raise ValueError("this is of another kind")  # or a number without an end
    if kind is str:
        _bound(len(plain), MOST_LETTERS if most is None else most, name)
    return plain


def _either(plain: Any, kinds: tuple[Any, ...], most: int | None, name: str) -> Any:
    if plain is None and types.NoneType in kinds:
        return None
    for kind in kinds:
        if kind is not types.NoneType:
            with contextlib.suppress(ValueError, TypeError, LookupError):
                return _requested(plain, kind, most, name)
    raise ValueError("this is of none of these kinds")


def _requested_object(plain: Any, kind: Any) -> Any:
    if plain["c"] != kind.__name__ or len(plain) != 2:
        raise ValueError("this is of another class")
    hints, names = _hints(kind), _fields_by_json_name(kind)
    return kind(
        **{
            names[name]: _requested(value, hints[names[name]], None, name)
            for name, value in plain["v"].items()
        }
    )


def _list(plain: Any) -> list[Any]:
    if not isinstance(plain, list):
        raise ValueError("this is no list")
    return plain


def _bound(items: int, most: int, name: str) -> None:
    if items > most:
        raise QueryUnusable("This is too much at once: {0} takes {1} at most.", name, f"{most:,}")


@cache
def _fields_by_json_name(kind: type) -> Mapping[str, str]:
    return {field.metadata.get("json", field.name): field.name for field in dataclasses.fields(kind)}


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
