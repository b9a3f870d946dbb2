"""Two sets of descriptors -> pairs that are unambiguous: the nearest is much nearer than the second nearest.

Most descriptors have a second neighbour nearly as near as the first. 16-bit products are enough to reject them, and a
processor computes twice as many of them as of floats: their error is bounded, so a ratio that fails by more than the
bound fails exactly, too. For the others, floats measure only the candidates for nearest and second nearest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.loops import X86, array, compiled, look_at_tile

MOST_COLUMNS = (
    2**16 if X86 else 0
)  # that look_at_tile can number; on other processors it is no faster than floats
_UNITS = 32_000  # length of the longest descriptor: sums of products stay within 31 bits
_NONE = 0x7FFFFFFF
_TILE_ROWS, _TILE_COLUMNS, _LABEL = 4, 16, 0xFFF  # see look_at_tile

_TABLE, _FLOATS, _ROWS = array(np.float32, 2), array(np.float32), array(np.int64, 2)
_SHORTS, _PACKED, _BLOCKS = array(np.int16, 2), array(np.int32, 2), array(np.int32, 3)


def near_by_ratio(
    query: NDArray[np.float32],
    photo: NDArray[np.float32],
    query_norms: NDArray[np.float32],
    photo_norms: NDArray[np.float32],
    max_ratio: float,
) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
    """Rows of query and photo, (k, 2), and squared distances to the nearest and to the second nearest, (k,) each.

    query, photo : (n, d), (m, d) float32, n > 0, 1 < m <= MOST_COLUMNS. query_norms, photo_norms : squared lengths,
        finite
    """
    (n, d), m = query.shape, len(photo)
    longest = math.sqrt(max(query_norms.max(), photo_norms.max())) or 1.0
    unit = longest / _UNITS
    pairs, blocks = -(-d // 2), -(-m // _TILE_COLUMNS)
    columns = np.zeros((blocks, pairs, _TILE_COLUMNS, 2), np.int16)
    _round_columns(photo, 1 / unit, columns)
    half_norms = np.full((blocks, _TILE_COLUMNS), _NONE, np.int32)
    half_norms.ravel()[:m] = np.rint(photo_norms / (2 * unit**2))
    tile = np.zeros((_TILE_ROWS, pairs), np.int32)
    rows, nearest, second = np.empty((n, 2), np.int64), np.empty(n, np.float32), np.empty(n, np.float32)
    k = _near_by_ratio(
        *(query, photo, query_norms, photo_norms, max_ratio**2),
        *(
            unit,
            error_bound(d, longest),
            tile.view(np.int16),
            tile,
            columns.view(np.int32)[..., 0],
            half_norms,
        ),
        *(np.empty((2, _TILE_ROWS, _TILE_COLUMNS), np.int32), rows, nearest, second),
    )
    return rows[:k], nearest[:k], second[:k]


def error_bound(dimensions: int, longest: float) -> float:
    """Upper bound of the difference between squared distances in 16-bit integers and in floats.

    Rounding moves each coordinate by slightly more than half a unit. A descriptor moves by about sqrt(d) / 2 units, and
    a product of two, which counts twice, by about sqrt(d) units times the longest length (Cauchy and Schwarz). The last
    bits hold the block's number. Floats lose one part in 2**24 in each of d sums. The factors leave a margin.
    """
    units = 2.1 * math.sqrt(dimensions) * _UNITS + 2 * (_LABEL + 1)
    return longest**2 * (units / _UNITS**2 + (dimensions + 16) * 2.0**-22)


@compiled(_TABLE, np.float32, array(np.int16, 4))
def _round_columns(values, units, out):
    for i in range(np.uint64(values.shape[0])):
        block, lane = i // np.uint64(_TILE_COLUMNS), i % np.uint64(_TILE_COLUMNS)
        for k in range(np.uint64(values.shape[1])):
            out[block, k // np.uint64(2), lane, k % np.uint64(2)] = _rounded(values[i, k] * units)
    return values.shape[0]


def _rounded(value):
    """Round to within .51. The cast truncates, which rounds non-negative numbers down."""
    return np.int16(np.int32(value + np.float32(32768.5)) - np.int32(32768))


@compiled(
    *(_TABLE, _TABLE, _FLOATS, _FLOATS, np.float32),
    *(np.float64, np.float64, _SHORTS, _PACKED, _BLOCKS, _PACKED),
    *(_BLOCKS, _ROWS, _FLOATS, _FLOATS),
    fused=True,
)
def _near_by_ratio(
    query,
    photo,
    query_norms,
    photo_norms,
    max_ratio_squared,
    unit,
    error,
    numbers,
    tile,
    columns,
    half_norms,
    least,
    rows,
    nearest,
    second,
):
    """Fill rows, nearest and second. Returns their number.

    numbers, tile : two views of the same memory, (4, d) int16 and (4, d / 2) int32; zero beyond the last dimension
    columns, half_norms, least : see look_at_tile
    """
    n, k, squared_unit = query.shape[0], 0, 2 * unit * unit
    reach = np.int32(2 * error / squared_unit) + np.int32(1)
    for first in range(0, n, _TILE_ROWS):
        count = min(_TILE_ROWS, n - first)
        for row in range(np.uint64(count)):
            for d in range(np.uint64(query.shape[1])):
                numbers[row, d] = _rounded(query[np.uint64(first) + row, d] / np.float32(unit))
        for number in range(2):
            for row in range(_TILE_ROWS):
                for lane in range(_TILE_COLUMNS):
                    least[number, row, lane] = np.int32(_NONE)
        for block in range(columns.shape[0]):
            look_at_tile(tile, columns, block, half_norms, least)
        for row in range(count):
            lowest, second_lowest = _two_least(least, row)
            norm = np.float64(query_norms[first + row])
            low, high = norm + squared_unit * lowest - error, norm + squared_unit * second_lowest + error
            if low < max_ratio_squared * high:
                at, near, next_near = _measure(
                    query, first + row, photo, query_norms, photo_norms, least, row, second_lowest + reach
                )
                if near < max_ratio_squared * next_near:
                    rows[k, 0], rows[k, 1] = first + row, at
                    nearest[k], second[k] = near, next_near
                    k += 1
    return k


def _two_least(least, row):
    lowest, second_lowest = np.int32(_NONE), np.int32(_NONE)
    for lane in range(_TILE_COLUMNS):
        value = least[0, row, lane]
        second_lowest = min(second_lowest, least[1, row, lane], max(lowest, value))
        lowest = min(lowest, value)
    return lowest, second_lowest


def _measure(query, i, photo, query_norms, photo_norms, least, row, most):
    """The nearest candidate within `most`, and the squared distances to it and to the next candidate."""
    at, near, next_near = 0, np.float32(np.inf), np.float32(np.inf)
    blocks = (photo.shape[0] + _TILE_COLUMNS - 1) // _TILE_COLUMNS
    for lane in range(_TILE_COLUMNS):
        if least[0, row, lane] > most:
            continue
        begin, end = 0, blocks  # a third candidate of this lane may be as near
        if least[1, row, lane] > most:
            begin = np.int64(least[0, row, lane] & np.int32(_LABEL))
            end = begin + 1
        for block in range(begin, end):
            j = block * _TILE_COLUMNS + lane
            if j < photo.shape[0]:
                total = np.float32(0)
                for k in range(query.shape[1]):
                    total += query[i, k] * photo[j, k]
                squared = query_norms[i] + photo_norms[j] - np.float32(2) * total
                squared = max(squared, np.float32(0))
                if squared < near:
                    at, near, next_near = j, squared, near
                elif squared < next_near:
                    next_near = squared
    return at, near, next_near


def load() -> None:
    """Load the loops ahead of their first use."""
    for loop in (_round_columns, _near_by_ratio):
        loop.load()


_BLOCK = 256  # query rows at a time: the block of products stays in the second-level cache


@dataclass(frozen=True, slots=True, kw_only=True)
class NndrOptions:
    max_ratio: float = 0.8  # Lowe 2004, 7.1
    mutual: bool = True  # false inliers fall from 172 to 6 (measured over unrelated pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class NearPairs:
    """Query descriptors with their nearest in a photo, if the second nearest is farther. In the order of the query.

    rows : (k, 2) int64, of query and photo. nearest, second : (k,) float32, squared distances
    """

    rows: NDArray[np.int64]
    nearest: NDArray[np.float32]
    second: NDArray[np.float32]


def near_pairs(query: NDArray[np.float32], photo: NDArray[np.float32], max_ratio: float) -> NearPairs:
    """Pairs closer than max_ratio times the second nearest. match_nndr can choose among them.

    query, photo : (n, d), (m, d) float32. n = 0 or m < 2 gives no pair: a ratio needs two neighbours.
    """
    n, m = len(query), len(photo)
    if n == 0 or m < 2:
        return NearPairs(
            rows=np.zeros((0, 2), np.int64), nearest=np.zeros(0, np.float32), second=np.zeros(0, np.float32)
        )
    from cbir.matching import kernels

    query_norms, photo_norms = np.einsum("ij,ij->i", query, query), np.einsum("ij,ij->i", photo, photo)
    if m <= MOST_COLUMNS:
        rows, nearest, second = near_by_ratio(query, photo, query_norms, photo_norms, max_ratio)
        return NearPairs(rows=rows, nearest=nearest, second=second)
    columns = np.ascontiguousarray(photo.T)
    rows = np.empty((n, 2), np.int64)
    two = np.empty(2, np.float32)
    nearest, second = np.empty(n, np.float32), np.empty(n, np.float32)
    count = 0
    for start in range(0, n, _BLOCK):
        products = query[start : start + _BLOCK] @ columns
        count = kernels.nearest_by_ratio(
            products,
            products.view(np.int32),
            photo_norms,
            query_norms,
            max_ratio**2,
            start,
            rows,
            nearest,
            second,
            count,
            two,
            two.view(np.int32),
        )
    return NearPairs(rows=rows[:count], nearest=nearest[:count], second=second[:count])


def match_nndr(
    query: NDArray[np.float32],
    photo: NDArray[np.float32],
    options: NndrOptions = NndrOptions(),
    near: NearPairs | None = None,
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Pair each query descriptor with its nearest, if the second nearest is much farther.

    query, photo : (n, d), (m, d) float32
    near : near_pairs of this query and photo, with the same or a larger max_ratio
    Returns (k, 2) intp rows of query and photo, and (k,) float32 ratios d1 / d2, in the order of the query.
    Two distances of 0 give no pair: 0 < 0.8 * 0 is false.
    Lowe, IJCV 60(2), 2004, section 7.1: keep d1 < 0.8 d2 on true (not squared) L2 distances.
    """
    near = near_pairs(query, photo, options.max_ratio) if near is None else near
    chosen = near.nearest < np.float32(options.max_ratio**2) * near.second
    rows = near.rows[chosen]
    ratios = np.sqrt(near.nearest[chosen] / np.maximum(near.second[chosen], 1e-12))
    if options.mutual and len(rows):
        # Few pairs remain: the nearest query descriptor is needed only for their photo descriptors.
        photo_rows, position = np.unique(rows[:, 1], return_inverse=True)
        back = photo[photo_rows] @ query.T
        np.subtract(np.einsum("ij,ij->i", query, query) / 2, back, out=back)
        mutual = back.argmin(axis=1)[position] == rows[:, 0]
        rows, ratios = rows[mutual], ratios[mutual]
    return rows, ratios.astype(np.float32)
