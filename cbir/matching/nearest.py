"""A query and many photos -> votes for the photos with the nearest neighbours of its details.

Between two pictures, NNDR asks whether a detail has a counterpart in the photo. Among many photos it asks which photo
has the closest counterpart: the second neighbour comes from another photo. Visual words answer that with cells of fixed
size, and lose details that fall beside their cell, as they do in the dark and from the side.

A detail votes for its several nearest photos, weighted by how much nearer they are than the next one. With a single
vote, two copies of a photo would silence each other, and so would a street's repeated details. Photos are stored
upright and most queries are upright, so a rotated neighbour weighs less.
Lowe, IJCV 60(2), 2004, section 7.1; McCann and Lowe, "Local naive Bayes nearest neighbor for image classification",
CVPR 2012, whose background is the distance to the next neighbour as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import PhotoFeatures, QueryFeatures
from cbir.matching.matcher import one_core_each, usable_threads


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestOptions:
    """Chosen on hard/ and on half A of distractors/: docs/benchmarks.md."""

    details: int = 1500  # the query's largest: smaller ones cost as much and led to no further right photo
    neighbours: int = 4  # photos that a detail may vote for; they are compared with the next one
    max_ratio: float = 0.95  # distance over that of the next one; a vote's weight is max_ratio less the ratio
    upright_angle: float = math.radians(20)  # a neighbour rotated by more
    turned_weight: float = 0.2  # has its vote multiplied by this: by chance eight of nine are rotated
    probes: int = 8  # cells around a detail in which its neighbours are sought


class Cells(Protocol):
    """A partition of descriptor space, in which neighbours share a cell: a codebook.

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

    by_cell : (n,) rows of the other fields, cell by cell, and (c + 1,) offsets of the cells in them
    codes : (n, 32). angle : (n,). photo_of : (n,) the photo of each
    """

    by_cell: tuple[NDArray[np.int64], NDArray[np.int64]]
    codes: NDArray[np.uint8]
    angle: NDArray[np.float32]
    photo_of: NDArray[np.int64]

    @classmethod
    def of(cls, photos: Sequence[PhotoFeatures], cells: Cells) -> _Pool:
        from cbir.matching import nearest_kernels

        cell = np.concatenate([photo.words for photo in photos]) // cells.branch
        return cls(
            by_cell=nearest_kernels.by_cell(cell, len(cells.coarse)),
            codes=np.concatenate([photo.codes for photo in photos]),
            angle=np.concatenate([photo.angle for photo in photos]),
            photo_of=np.repeat(np.arange(len(photos)), [len(photo) for photo in photos]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Neighbours:
    """The k nearest neighbours of each detail, from k photos, nearest first; infinite and -1 where there are fewer.

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

    With options.neighbours photos or fewer there are no votes: no next photo is left to compare with.
    threads : None: one per core, up to four
    """
    if len(query) == 0 or not any(map(len, photos)):
        return np.zeros(len(photos), np.float32)
    from cbir.matching import nearest_kernels

    pool = _Pool.of(photos, cells)
    threads = threads or usable_threads()
    largest = np.sort(np.argsort(-query.sigma, kind="stable")[: options.details])
    descriptors, angle = query.projected[largest], query.angle[largest]
    # Each thread has its own cells, so that each descriptor is decompressed once.
    about = _cells_about(descriptors, cells, options.probes)
    details = nearest_kernels.by_cell(about.ravel(), len(cells.coarse))
    details = (details[0] // about.shape[1], details[1])

    def look(first: int) -> _Neighbours:
        looked_in = range(first, len(cells.coarse), threads)
        distances, rows = nearest_kernels.look_in(
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
    """(n, probes) nearest cells of each detail."""
    probes = min(probes, len(cells.coarse))
    likeness = descriptors @ cells.coarse.T - np.einsum("ij,ij->i", cells.coarse, cells.coarse) / 2
    return np.argpartition(likeness, -probes, axis=1)[:, -probes:]


def _nearest_of(parts: Sequence[_Neighbours], pool: _Pool, count: int) -> _Neighbours:
    """Merge the neighbours from several parts of the pool, again one per photo."""
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
