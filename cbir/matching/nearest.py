"""A query and many photos -> the photos that its details' nearest neighbours lie in.

NNDR between two pictures asks whether a detail has one like it in the photo. Among many photos it asks which of them
has the one that is most like it: the neighbour that it is compared with comes from another photo. Words answer that by
cells of a fixed size, and lose what falls beside its cell, as details do in the dark and from the side.

A detail votes for its nearest photos, by how much nearer than the next one they are. For several, since two copies of a
photo would silence each other, and what a street has again and again would be lost. Photos are stored upright, and most
queries are: a neighbour that is turned weighs less.
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

_BLOCK = 2048  # others at a time: they and their products stay in the second-level cache


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestOptions:
    """Chosen on hard/ and on half A of distractors/: docs/benchmarks.md."""

    details: int = 1500  # of the query, the largest: small ones cost as much, and led to no right photo more
    neighbours: int = 4  # photos that a detail may vote for; it compares them with the next one
    max_ratio: float = 0.95  # of their distances to that of the next one: a vote is by how much it is less
    upright_angle: float = math.radians(20)  # a neighbour that is turned by more
    turned_weight: float = 0.2  # counts for so much: at random eight of nine are
    probes: int = 8  # cells about a detail in which its neighbours are looked for


class Cells(Protocol):
    """What says where the neighbours of a descriptor may lie: a codebook.

    coarse : (c, 64) float32, their centres. branch : words of each, one after the other. levels : of the codes
    """

    @property
    def coarse(self) -> NDArray[np.float32]: ...
    @property
    def branch(self) -> int: ...
    @property
    def levels(self) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pool:
    """The details of many photos, and in which order they lie by cell.

    order : (n,) rows of the others, cell by cell. bounds : (c + 1,) where each begins in it
    codes : (n, 32). angle : (n,). photo_of : (n,) whose they are
    """

    order: NDArray[np.intp]
    bounds: NDArray[np.intp]
    codes: NDArray[np.uint8]
    angle: NDArray[np.float32]
    photo_of: NDArray[np.int64]

    @classmethod
    def of(cls, photos: Sequence[PhotoFeatures], cells: Cells) -> _Pool:
        cell = np.concatenate([photo.words for photo in photos]) // cells.branch
        order = np.argsort(cell.astype(np.uint16), kind="stable")  # by digits, which is quicker
        counts = np.bincount(cell, minlength=len(cells.coarse))
        return cls(
            order=order,
            bounds=np.concatenate([[0], np.cumsum(counts)]),
            codes=np.concatenate([photo.codes for photo in photos]),
            angle=np.concatenate([photo.angle for photo in photos]),
            photo_of=np.repeat(np.arange(len(photos)), [len(photo) for photo in photos]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Neighbours:
    """The k nearest others of each detail, of different photos, nearest first; infinite and -1 for none.

    distances : (n, k) float32, half the squared ones. rows : (n, k) int64, of the pool
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
    """(photos,) votes of the query's details for each photo, over the root of the number of details that it has.

    Of up to options.neighbours photos none gets any: there is no next one that a neighbour could be compared with.
    threads : None is one per core, up to four
    """
    if len(query) == 0 or not any(map(len, photos)):
        return np.zeros(len(photos), np.float32)
    pool = _Pool.of(photos, cells)
    threads = threads or usable_threads()
    largest = np.sort(np.argsort(-query.sigma, kind="stable")[: options.details])
    descriptors, angle = query.projected[largest], query.angle[largest]
    about = _cells_about(descriptors, cells, options.probes)
    # Each thread looks in cells of its own, so that what lies there is decompressed once.
    with one_core_each(threads) as workers:
        parts = workers.map(
            lambda first: _look_in(
                range(first, len(cells.coarse), threads), descriptors, about, pool, cells.levels, options
            ),
            range(threads),
        )
        neighbours = _nearest_of(list(parts), pool, options.neighbours + 1)
    voted, weights = _votes(neighbours, angle, pool, options)
    votes = np.bincount(voted, weights, len(photos))
    return (votes / np.sqrt([max(1, len(photo)) for photo in photos])).astype(np.float32)


def _cells_about(descriptors: NDArray[np.float32], cells: Cells, probes: int) -> NDArray[np.bool_]:
    """(n, c) the cells in which the neighbours of each detail are looked for."""
    probes = min(probes, len(cells.coarse))
    likeness = descriptors @ cells.coarse.T - np.einsum("ij,ij->i", cells.coarse, cells.coarse) / 2
    about = np.zeros(likeness.shape, np.bool_)
    np.put_along_axis(about, np.argpartition(likeness, -probes, axis=1)[:, -probes:], True, axis=1)
    return about


def _look_in(
    looked_in: Sequence[int],
    descriptors: NDArray[np.float32],
    about: NDArray[np.bool_],
    pool: _Pool,
    levels: NDArray[np.float32],
    options: NearestOptions,
) -> _Neighbours:
    """The nearest others in some of the cells."""
    from cbir.matching import kernels

    # |a - b|^2 / 2 = |a|^2 / 2 + |b|^2 / 2 - a.b in one product, of vectors that hold their own half squares and a one
    half_squares = np.einsum("ij,ij->i", descriptors, descriptors)[:, None] / 2
    pairs = kernels.level_pairs(levels)
    asked = np.hstack([-descriptors, half_squares, np.ones_like(half_squares)])
    distances = np.full((len(descriptors), options.neighbours + 1), np.inf, np.float32)
    nearest = np.full(distances.shape, -1, np.int64)
    there = np.ones((_BLOCK, asked.shape[1]), np.float32)
    products = np.empty(int(about.sum(axis=0).max()) * _BLOCK, np.float32)
    for cell in looked_in:
        rows = np.flatnonzero(about[:, cell])
        if not len(rows):
            continue
        these = asked[rows]
        for start in range(pool.bounds[cell], pool.bounds[cell + 1], _BLOCK):
            others = pool.order[start : min(start + _BLOCK, pool.bounds[cell + 1])]
            block = there[: len(others)]
            kernels.decompress_rows(pool.codes, others, pairs, block.view(np.uint64))
            block[:, -1] = np.einsum("ij,ij->i", block[:, :-2], block[:, :-2]) / 2
            found = products[: len(rows) * len(others)].reshape(len(rows), len(others))
            np.matmul(these, block.T, out=found)
            kernels.keep_nearest(
                found,
                found.view(np.int32),
                pool.photo_of,
                others,
                rows,
                distances,
                distances.view(np.int32),
                nearest,
            )
    return _Neighbours(distances=distances, rows=nearest)


def _nearest_of(parts: Sequence[_Neighbours], pool: _Pool, count: int) -> _Neighbours:
    """The nearest of what was found in several parts of the pool, again each of another photo."""
    distances = np.concatenate([part.distances for part in parts], axis=1)
    rows = np.concatenate([part.rows for part in parts], axis=1)
    order = np.argsort(distances, axis=1, kind="stable")
    distances, rows = np.take_along_axis(distances, order, 1), np.take_along_axis(rows, order, 1)
    photos = np.where(rows >= 0, pool.photo_of[rows], -1)
    for at in range(1, photos.shape[1]):
        known = (photos[:, :at] == photos[:, at : at + 1]).any(axis=1)
        distances[known, at], rows[known, at] = np.inf, -1
    order = np.argsort(distances, axis=1, kind="stable")[:, :count]
    return _Neighbours(
        distances=np.take_along_axis(distances, order, 1), rows=np.take_along_axis(rows, order, 1)
    )


def _votes(
    neighbours: _Neighbours, angle: NDArray[np.float32], pool: _Pool, options: NearestOptions
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """(votes,) photos that the details of a query vote for, and what each vote weighs. angle : (n,) of the details"""
    compared = np.isfinite(neighbours.distances[:, -1])  # with a next one
    distances = neighbours.distances[compared]
    ratios = np.sqrt(distances[:, :-1] / np.maximum(distances[:, -1:], 1e-12))
    voted = neighbours.rows[compared, :-1]
    turned = np.abs(np.remainder(pool.angle[voted] - angle[compared, None] + np.pi, 2 * np.pi) - np.pi)
    weights = np.float32(options.max_ratio) - ratios
    weights[turned > options.upright_angle] *= options.turned_weight
    near = ratios < options.max_ratio
    return pool.photo_of[voted[near]], weights[near]
