"""The inner loop of nearest neighbours among many photos, compiled: exhaustive within a cell, a tile at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cbir.loops import array, compiled

_LANES = 64  # others at a time: a tile of them, 16 KB, stays in the first-level cache

_CODES, _TABLE, _FLOATS = array(np.uint8, 2), array(np.float32, 2), array(np.float32)
_COUNTS, _ROWS = array(np.int64), array(np.int64, 2)

ByCell = tuple[NDArray[np.int64], NDArray[np.int64]]  # rows cell by cell, and the offset of each cell


def look_in(
    cells: range,
    details: tuple[NDArray[np.float32], ByCell],
    others: tuple[NDArray[np.uint8], ByCell, NDArray[np.int64]],
    levels: NDArray[np.float32],
    neighbours: int,
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """For each descriptor, the nearest others in some cells, from different photos, nearest first.

    details : (n, 64) descriptors, and their rows by cell
    others : (m, 32) codes with (16, 64) levels, their rows by cell, and (m,) int64 photos
    Returns (n, neighbours) half the squared distances, infinite for none, and rows of codes, -1 for none.
    """
    descriptors, details_by_cell = details
    codes, others_by_cell, photo_of = others
    n = len(descriptors)
    distances = np.full((n, neighbours), np.inf, np.float32)
    nearest = np.full((n, neighbours), -1, np.int64)
    _look_in(
        cells.start,
        cells.stop,
        cells.step,
        descriptors,
        np.einsum("ij,ij->i", descriptors, descriptors) / 2,
        *details_by_cell,
        codes,
        *others_by_cell,
        photo_of,
        levels.T.ravel(),
        np.empty(2 * codes.shape[1] * _LANES, np.float32),
        np.empty(_LANES, np.float32),
        np.empty(_LANES, np.float32),
        distances,
        nearest,
    )
    return distances, nearest


def by_cell(cell: NDArray[np.integer], cells: int) -> ByCell:
    """(n,) positions in `cell`, cell by cell, and (cells + 1,) their offsets."""
    order, bounds = np.empty(len(cell), np.int64), np.zeros(cells + 2, np.int64)
    _by_cell(np.minimum(cell, cells).astype(np.uint64), order, bounds)  # positions without a cell come last
    return order, bounds[:-1]


@compiled(array(np.uint64), _COUNTS, _COUNTS)
def _by_cell(cell, order, bounds):
    """Sorts by counting. bounds : zeros"""
    for i in range(len(cell)):
        bounds[cell[i] + np.uint64(1)] += 1
    for at in range(1, len(bounds)):
        bounds[at] += bounds[at - 1]
    for i in range(len(cell)):
        order[bounds[cell[i]]] = i
        bounds[cell[i]] += 1
    for at in range(len(bounds) - 1, 0, -1):  # each has moved on to the start of the next
        bounds[at] = bounds[at - 1]
    bounds[0] = 0
    return len(cell)


@compiled(
    *(np.int64, np.int64, np.int64),
    *(_TABLE, _FLOATS, _COUNTS, _COUNTS),
    *(_CODES, _COUNTS, _COUNTS, _COUNTS, _FLOATS),
    *(_FLOATS, _FLOATS, _FLOATS),
    *(_TABLE, _ROWS),
    fused=True,
)
def _look_in(
    first,
    stop,
    step,
    descriptors,
    half_squares,
    details,
    detail_bounds,
    codes,
    others,
    other_bounds,
    photo_of,
    levels,
    tile,
    tile_half_squares,
    half_distances,
    distances,
    nearest,
):
    """tile, tile_half_squares, half_distances : (64, lanes), (lanes,), (lanes,) scratch for the others of a tile

    levels : (64 * 16,)
    """
    last = distances.shape[1] - 1
    for cell in range(first, stop, step):
        if detail_bounds[cell] == detail_bounds[cell + 1]:
            continue
        for start in range(other_bounds[cell], other_bounds[cell + 1], _LANES):
            count = min(_LANES, other_bounds[cell + 1] - start)
            _fill(codes, others, start, count, levels, tile, tile_half_squares)
            for at in range(detail_bounds[cell], detail_bounds[cell + 1]):
                row = details[at]
                _measure(descriptors, row, half_squares[row], tile, tile_half_squares, half_distances)
                limit, near = distances[row, last], np.int32(0)
                for lane in range(np.uint64(_LANES)):
                    near += np.int32(half_distances[lane] < limit)
                if near:  # which is rare
                    for lane in range(count):
                        if half_distances[lane] < distances[row, last]:
                            distance = max(half_distances[lane], np.float32(0))
                            _keep(distances, nearest, row, distance, others[start + lane], photo_of)
    return stop


def _fill(codes, others, start, count, levels, tile, tile_half_squares):
    """Decompress some others into the columns of a tile; unused columns are infinitely far."""
    first = np.uint64(start)
    for pair in range(np.uint64(codes.shape[1])):
        low, high = pair * np.uint64(32), pair * np.uint64(32) + np.uint64(16)
        at = pair * np.uint64(2 * _LANES)
        for lane in range(np.uint64(count)):
            code = codes[np.uint64(others[first + lane]), pair]
            tile[at + lane] = levels[low + np.uint64(code & 15)]
            tile[at + np.uint64(_LANES) + lane] = levels[high + np.uint64(code >> 4)]
    for lane in range(np.uint64(_LANES)):
        tile_half_squares[lane] = 0
    for d in range(2 * codes.shape[1]):
        at = np.uint64(d) * np.uint64(_LANES)
        for lane in range(np.uint64(_LANES)):
            tile_half_squares[lane] += tile[at + lane] * tile[at + lane] / np.float32(2)
    for lane in range(np.uint64(count), np.uint64(_LANES)):
        tile_half_squares[lane] = np.inf


def _measure(descriptors, row, half_square, tile, tile_half_squares, half_distances):
    """Half the squared distances of a descriptor to the others in a tile: |a|^2 / 2 + |b|^2 / 2 - a.b"""
    for lane in range(np.uint64(_LANES)):
        half_distances[lane] = half_square + tile_half_squares[lane]
    for d in range(
        0, descriptors.shape[1], 8
    ):  # eight at a time, so that a sum is loaded and stored once for them
        a, b = -descriptors[row, d], -descriptors[row, d + 1]
        c, e = -descriptors[row, d + 2], -descriptors[row, d + 3]
        f, g = -descriptors[row, d + 4], -descriptors[row, d + 5]
        h, i = -descriptors[row, d + 6], -descriptors[row, d + 7]
        start = np.uint64(d) * np.uint64(_LANES)
        for lane in range(np.uint64(_LANES)):
            at = start + lane
            total = half_distances[lane] + a * tile[at]
            total += b * tile[at + np.uint64(_LANES)]
            total += c * tile[at + np.uint64(2 * _LANES)]
            total += e * tile[at + np.uint64(3 * _LANES)]
            total += f * tile[at + np.uint64(4 * _LANES)]
            total += g * tile[at + np.uint64(5 * _LANES)]
            total += h * tile[at + np.uint64(6 * _LANES)]
            half_distances[lane] = total + i * tile[at + np.uint64(7 * _LANES)]


def _keep(distances, nearest, row, distance, other, photo_of):
    """Insert a neighbour by its distance, unless one of the same photo is as near."""
    at = 0
    while at < distances.shape[1] - 1 and not _is_of(nearest[row, at], photo_of[other], photo_of):
        at += 1
    if _is_of(nearest[row, at], photo_of[other], photo_of) and distances[row, at] <= distance:
        return 0
    while at > 0 and distances[row, at - 1] > distance:
        distances[row, at], nearest[row, at] = distances[row, at - 1], nearest[row, at - 1]
        at -= 1
    distances[row, at], nearest[row, at] = distance, other
    return 0


def _is_of(other, photo, photo_of):
    return other >= 0 and photo_of[other] == photo


def load() -> None:
    """Load them ahead of their first use."""
    _by_cell.load()
    _look_in.load()
