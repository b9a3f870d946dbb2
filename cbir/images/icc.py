"""ICC profile <-> the curves and the matrix by which its device values become linear sRGB.

ICC.1:2022, sections 8 (required tags) and 10 (curveType, parametricCurveType, XYZType). A profile with tables of
several dimensions has no such form; LittleCMS converts from it (see colour.py).
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]

CODES = 1 << 16
"""Device values that a table has an entry for: those of 16 bits."""

_D50 = (0.9642, 1.0, 0.8249)  # the white of the connection space, section 7.2.16
_SRGB_D50 = ((0.43607, 0.38515, 0.14307), (0.22249, 0.71687, 0.06061), (0.01392, 0.09708, 0.71410))
RELATIVE_TO_SRGB = np.linalg.solve(np.array(_SRGB_D50), np.diag(_D50)).astype(np.float32)
"""X, Y and Z, each relative to the white's, to linear sRGB."""

_BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
_OFF_WHITE = (0.2, 0.15, 0.7)
_PARAMETERS = (1, 3, 4, 5, 7)  # of each kind of parametric curve, section 10.18
_DAMAGED = (struct.error, ValueError, IndexError, ArithmeticError)


@dataclass(frozen=True, slots=True)
class Curves:
    """Conversion of 16-bit device values to linear sRGB.

    tables : (1 or 3, CODES) float32, linear light of each value. matrix : (3, 3) float32; None for grey
    """

    tables: NDArray[np.float32]
    matrix: NDArray[np.float32] | None


@functools.lru_cache(maxsize=8)
def curves_of(profile: bytes) -> Curves | None:
    """The curves of a grey profile or of one with three primaries; None for any other and for a damaged one."""
    try:
        tags = _tags(profile)
        space, connection = profile[16:20], profile[20:24]
        if space == b"GRAY" and b"kTRC" in tags:
            table = _table(tags[b"kTRC"])
            return Curves(_lightness(table)[None] if connection == b"Lab " else table[None], None)
        if space != b"RGB " or connection != b"XYZ " or b"A2B0" in tags:
            return None
        tables = np.stack([_table(tags[name]) for name in (b"rTRC", b"gTRC", b"bTRC")])
        primaries = _primaries(tags)
        if not _makes_white(primaries):
            return None
        return Curves(tables, (np.linalg.inv(np.array(_SRGB_D50)) @ primaries).astype(np.float32))
    except (KeyError, *_DAMAGED):
        return None


def has_odd_primaries(profile: bytes) -> bool:
    """True for a profile of three primaries that do not make white together: its tags are damaged."""
    try:
        return not _makes_white(_primaries(_tags(profile)))
    except (KeyError, *_DAMAGED):
        return False  # without primaries, it has tables


def _primaries(tags: Mapping[bytes, bytes]) -> Reals:
    """X, Y and Z of red, green and blue, one in each column."""
    return np.array([_xyz(tags[name]) for name in (b"rXYZ", b"gXYZ", b"bXYZ")]).T


def _makes_white(primaries: Reals) -> bool:
    """Old profiles have the white of their screen in place of D50: Z is 1.09 for D65, 1.44 for 9300 K."""
    return bool(np.all(np.abs(primaries.sum(axis=1) - _D50) < _OFF_WHITE))


def _tags(profile: bytes) -> dict[bytes, bytes]:
    (count,) = struct.unpack_from(">I", profile, 128)
    entries = (struct.unpack_from(">4sII", profile, 132 + 12 * entry) for entry in range(min(count, 200)))
    return {name: profile[start : start + size] for name, start, size in entries}


def _xyz(tag: bytes) -> Reals:
    return np.array(struct.unpack_from(">3i", tag, 8)) / 65536


def _table(tag: bytes) -> NDArray[np.float32]:
    """Linear light, 0 to 1, of each device value."""
    values = np.linspace(0, 1, CODES)
    if tag[:4] == b"curv":
        (count,) = struct.unpack_from(">I", tag, 8)
        stored = np.frombuffer(tag, ">u2", count, 12)
        if count == 0:
            linear = values
        elif count == 1:
            linear = values ** (int(stored[0]) / 256)
        else:
            linear = np.interp(values, np.linspace(0, 1, count), stored / 65535)
    elif tag[:4] == b"para":
        (kind,) = struct.unpack_from(">H", tag, 8)
        numbers = struct.unpack_from(f">{_PARAMETERS[kind]}i", tag, 12)
        linear = _parametric(kind, values, [number / 65536 for number in numbers])
    else:
        raise ValueError("neither of the two types of curve")
    return np.clip(np.nan_to_num(linear), 0, 1).astype(np.float32)


def _parametric(kind: int, x: Reals, numbers: Sequence[float]) -> Reals:
    """Section 10.18, table 68."""
    defaults = (1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    g, a, b, c, d, e, f = (*numbers, *defaults[len(numbers) :])
    power = np.maximum(a * x + b, 0) ** g
    if kind == 0:
        return power
    if kind in (1, 2):
        return np.where(x >= -b / a, power, 0) + (c if kind == 2 else 0)
    return np.where(x >= d, power + e, c * x + f)


def _lightness(table: NDArray[np.float32]) -> NDArray[np.float32]:
    """Linear light of L*, 0 to 1 (CIE 15, section 8.2.1)."""
    lightness = table.astype(np.float64) * 100
    root = (lightness + 16) / 116
    return np.where(lightness > 8, root**3, lightness / 903.3).astype(np.float32)


def matrix_profile(primaries: Sequence[float], curve: bytes | float) -> bytes:
    """A profile of three primaries.

    primaries : x and y of white, red, green and blue, as PNG's cHRM has them
    curve : the exponent that makes values linear, or a whole tag of type curveType
    Raises ValueError for primaries that span no colours.
    """
    white, *corners = np.reshape(np.asarray(primaries, float), (4, 2))
    if not (white[1] > 0 and all(corner[1] > 0 for corner in corners)):
        raise ValueError("a chromaticity without y")
    white, red, green, blue = (np.array([x / y, 1, (1 - x - y) / y]) for x, y in (white, *corners))
    unscaled = np.stack([red, green, blue], axis=1)
    if abs(np.linalg.det(unscaled)) < 1e-6:
        raise ValueError("primaries on a line")
    matrix = unscaled * np.linalg.solve(unscaled, white)
    cones = np.diag((_BRADFORD @ np.array(_D50)) / (_BRADFORD @ white))
    adapted = np.linalg.inv(_BRADFORD) @ cones @ _BRADFORD @ matrix
    if isinstance(curve, float):
        curve = curve_tag([min(round(curve * 256), 0xFFFF)])
    tags = {
        b"desc": b"desc" + struct.pack(">II", 0, 2) + b"-\0" + bytes(79),
        b"cprt": b"text\0\0\0\0-\0",
        b"wtpt": _xyz_tag(_D50),
        **{name: _xyz_tag(adapted[:, at]) for at, name in enumerate((b"rXYZ", b"gXYZ", b"bXYZ"))},
        **dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve),
    }
    return _profile(b"RGB ", tags)


def curve_tag(values: Sequence[int] | NDArray[np.int64]) -> bytes:
    """A curveType of 16-bit values; a single one is an exponent with 8 fractional bits."""
    return b"curv" + struct.pack(">II", 0, len(values)) + np.asarray(values, ">u2").tobytes()


def sampled_curve(linear: Callable[[Reals], Reals]) -> bytes:
    """A curveType of 4096 samples of a function from device values to linear light, both 0 to 1."""
    values = np.clip(linear(np.linspace(0, 1, 4096)), 0, 1)
    return curve_tag(np.rint(values * 65535).astype(np.int64))


def _xyz_tag(values: Sequence[float] | Reals) -> bytes:
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(float(value) * 65536) for value in values))


def _profile(space: bytes, tags: dict[bytes, bytes]) -> bytes:
    table, body, start = b"", b"", 132 + 12 * len(tags)
    for name, content in tags.items():
        table += name + struct.pack(">II", start + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    head = bytearray(128)
    struct.pack_into(">I4xI4s4s4s", head, 0, start + len(body), 0x02100000, b"mntr", space, b"XYZ ")
    head[36:40] = b"acsp"
    struct.pack_into(">3i", head, 68, *(round(value * 65536) for value in _D50))
    return bytes(head) + struct.pack(">I", len(tags)) + table + body
