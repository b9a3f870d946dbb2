"""A query and many photos -> votes for the photos with the nearest neighbours of its details.

Between two pictures, NNDR asks whether a detail has a counterpart in the photo. Among many photos it asks which photo
has the closest counterpart: the second neighbour comes from another photo. Visual words answer that with cells of fixed
size. They lose a detail that changes its cell, which happens in the dark and from the side.

A detail votes for several nearest photos. The weight of a vote is the distance to the next photo compared with the
photo's own. With a single vote, two copies of a photo would silence each other, and so would a street's repeated
details. Photos are stored upright and most queries are upright, so a rotated neighbour has less weight.
Lowe, IJCV 60(2), 2004, section 7.1; McCann and Lowe, "Local naive Bayes nearest neighbor for image classification",
CVPR 2012, where the background is also the distance to the next neighbour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import PhotoFeatures, QueryFeatures
from cbir.loops import array, compiled
from cbir.matching.matcher import one_core_each, usable_threads

_LANES = 64  # descriptors of photos in a tile, whose 16 KB stay in the first-level cache

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
    """Find the nearest neighbours of each detail in some cells, from different photos, nearest first.

    details : (n, 64) descriptors of the query, and their rows by cell
    others : (m, 32) codes of the photos' descriptors, with (16, 64) levels, their rows by cell, and (m,) int64 photos
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
    """(n,) positions in `cell`, sorted by cell, and (cells + 1,) their offsets."""
    order, bounds = np.empty(len(cell), np.int64), np.zeros(cells + 2, np.int64)
    _by_cell(np.minimum(cell, cells).astype(np.uint64), order, bounds)  # positions without a cell come last
    return order, bounds[:-1]


@compiled(array(np.uint64), _COUNTS, _COUNTS)
def _by_cell(cell, order, bounds):
    """See by_cell(). Sorts by counting. bounds : zeros at first"""
    for i in range(len(cell)):
        bounds[cell[i] + np.uint64(1)] += 1
    for at in range(1, len(bounds)):
        bounds[at] += bounds[at - 1]
    for i in range(len(cell)):
        order[bounds[cell[i]]] = i
        bounds[cell[i]] += 1
    for at in range(len(bounds) - 1, 0, -1):  # each bound has advanced to the start of the next cell
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
                if near:  # rare
                    for lane in range(count):
                        if half_distances[lane] < distances[row, last]:
                            distance = max(half_distances[lane], np.float32(0))
                            _keep(distances, nearest, row, distance, others[start + lane], photo_of)
    return stop


def _fill(codes, others, start, count, levels, tile, tile_half_squares):
    """Decompress descriptors of photos into the columns of a tile; unused columns are infinitely far."""
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
    ):  # eight at a time, so that a sum is loaded and stored once for eight
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
    """Insert a neighbour by its distance, unless a neighbour of the same photo is at least as near."""
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
    """Load the loops ahead of their first use."""
    _by_cell.load()
    _look_in.load()


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestOptions:
    """Chosen on hard/ and on half A of distractors/: docs/benchmarks.md."""

    details: int = 1500  # the query's largest; smaller details cost as much and led to no further right photo
    neighbours: int = 4  # photos that a detail may vote for; they are compared with the next photo
    max_ratio: float = (
        0.95  # distance over that to the next photo; a vote's weight is max_ratio minus this ratio
    )
    upright_angle: float = math.radians(20)  # a neighbour rotated by more counts as rotated
    turned_weight: float = 0.2  # factor of a rotated neighbour's vote; by chance, eight of nine are rotated
    probes: int = 8  # nearest cells of a detail in which neighbours are sought


class Cells(Protocol):
    """A partition of descriptor space into cells, such as a codebook's. Near descriptors usually share a cell.

    coarse : (c, 64) float32, centres of the cells. branch : words per cell, consecutive. levels : of the codes
    """

    @property
    def coarse(self) -> NDArray[np.float32]: ...
    @property
    def branch(self) -> int: ...
    @property
    def levels(self) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pool:
    """The details of many photos, and their order by cell.

    by_cell : (n,) rows of the other fields, sorted by cell, and (c + 1,) offsets of the cells in them
    codes : (n, 32). angle : (n,). photo_of : (n,) the photo of each detail
    """

    by_cell: tuple[NDArray[np.int64], NDArray[np.int64]]
    codes: NDArray[np.uint8]
    angle: NDArray[np.float32]
    photo_of: NDArray[np.int64]

    @classmethod
    def of(cls, photos: Sequence[PhotoFeatures], cells: Cells) -> _Pool:

        cell = np.concatenate([photo.words for photo in photos]) // cells.branch
        return cls(
            by_cell=by_cell(cell, len(cells.coarse)),
            codes=np.concatenate([photo.codes for photo in photos]),
            angle=np.concatenate([photo.angle for photo in photos]),
            photo_of=np.repeat(np.arange(len(photos)), [len(photo) for photo in photos]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Neighbours:
    """The k nearest neighbours of each detail, from k photos, nearest first. Missing ones are infinite and -1.

    distances : (n, k) float32, half the squared distances. rows : (n, k) int64, of the pool
    """

    distances: NDArray[np.float32]
    rows: NDArray[np.int64]


def vote_nearest(
    query: QueryFeatures,
    photos: Sequence[PhotoFeatures],
    cells: Cells,
    options: NearestOptions = NearestOptions(),
    *,
    threads: int | None = None,
) -> NDArray[np.float32]:
    """(photos,) votes of the query's details for each photo, divided by the root of the photo's number of details.

    With options.neighbours photos or fewer there are no votes, because no next photo is left to compare with.
    threads : None means one per core, up to four
    """
    if len(query) == 0 or not any(map(len, photos)):
        return np.zeros(len(photos), np.float32)

    pool = _Pool.of(photos, cells)
    threads = threads or usable_threads()
    largest = np.sort(np.argsort(-query.sigma, kind="stable")[: options.details])
    descriptors, angle = query.projected[largest], query.angle[largest]
    # Each thread has its own cells, so that each descriptor is decompressed once.
    about = _cells_about(descriptors, cells, options.probes)
    details = by_cell(about.ravel(), len(cells.coarse))
    details = (details[0] // about.shape[1], details[1])

    def look(first: int) -> _Neighbours:
        looked_in = range(first, len(cells.coarse), threads)
        distances, rows = look_in(
            looked_in,
            (descriptors, details),
            (pool.codes, pool.by_cell, pool.photo_of),
            cells.levels,
            options.neighbours + 1,
        )
        return _Neighbours(distances=distances, rows=rows)

    with one_core_each(threads) as workers:
        neighbours = _nearest_of(list(workers.map(look, range(threads))), pool, options.neighbours + 1)
    voted, weights = _votes(neighbours, angle, pool, options)
    votes = np.bincount(voted, weights, len(photos))
    return (votes / np.sqrt([max(1, len(photo)) for photo in photos])).astype(np.float32)


def _cells_about(descriptors: NDArray[np.float32], cells: Cells, probes: int) -> NDArray[np.intp]:
    """(n, probes), the nearest cells of each detail."""
    probes = min(probes, len(cells.coarse))
    likeness = descriptors @ cells.coarse.T - np.einsum("ij,ij->i", cells.coarse, cells.coarse) / 2
    return np.argpartition(likeness, -probes, axis=1)[:, -probes:]


def _nearest_of(parts: Sequence[_Neighbours], pool: _Pool, count: int) -> _Neighbours:
    """Merge the neighbours from several parts of the pool; again at most one per photo."""
    distances = np.concatenate([part.distances for part in parts], axis=1)
    rows = np.concatenate([part.rows for part in parts], axis=1)
    order = np.argsort(distances, axis=1, kind="stable")
    distances, rows = np.take_along_axis(distances, order, 1), np.take_along_axis(rows, order, 1)
    photos = np.where(rows >= 0, pool.photo_of[rows], -1)
    for at in range(1, photos.shape[1]):
        repeated = (photos[:, :at] == photos[:, at : at + 1]).any(axis=1)
        distances[repeated, at], rows[repeated, at] = np.inf, -1
    order = np.argsort(distances, axis=1, kind="stable")[:, :count]
    return _Neighbours(
        distances=np.take_along_axis(distances, order, 1), rows=np.take_along_axis(rows, order, 1)
    )


def _votes(
    neighbours: _Neighbours, angle: NDArray[np.float32], pool: _Pool, options: NearestOptions
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """(votes,) photos that the query's details vote for, and the weight of each vote. angle : (n,) of the details"""
    compared = np.isfinite(neighbours.distances[:, -1])  # details that have a next neighbour
    distances = neighbours.distances[compared]
    ratios = np.sqrt(distances[:, :-1] / np.maximum(distances[:, -1:], 1e-12))
    voted = neighbours.rows[compared, :-1]
    turned = np.abs(np.remainder(pool.angle[voted] - angle[compared, None] + np.pi, 2 * np.pi) - np.pi)
    weights = np.float32(options.max_ratio) - ratios
    weights[turned > options.upright_angle] *= options.turned_weight
    near = ratios < options.max_ratio
    return pool.photo_of[voted[near]], weights[near]
