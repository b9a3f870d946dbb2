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

import itertools
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
    """The details of many photos by cell. bounds : (c + 1,) where each begins. photo_of : (n,) whose they are"""

    bounds: NDArray[np.intp]
    codes: NDArray[np.uint8]
    angle: NDArray[np.float32]
    photo_of: NDArray[np.int64]

    @classmethod
    def of(cls, photos: Sequence[PhotoFeatures], cells: Cells) -> _Pool:
        cell = np.concatenate([photo.words for photo in photos]) // cells.branch
        order = np.argsort(cell.astype(np.uint16), kind="stable")  # by digits, which is quicker
        photo_of = np.repeat(np.arange(len(photos)), [len(photo) for photo in photos])
        return cls(
            bounds=np.searchsorted(cell[order], np.arange(len(cells.coarse) + 1)),
            codes=np.concatenate([photo.codes for photo in photos])[order],
            angle=np.concatenate([photo.angle for photo in photos])[order],
            photo_of=photo_of[order],
        )


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
    if len(query) == 0 or not photos:
        return np.zeros(len(photos), np.float32)
    pool = _Pool.of(photos, cells)
    threads = threads or usable_threads()
    largest = np.sort(np.argsort(-query.sigma, kind="stable")[: options.details])
    votes = np.zeros(len(photos))
    with one_core_each(threads) as workers:
        for voted, weights in workers.map(
            lambda descriptors, angle: _votes(descriptors, angle, pool, cells, options),
            np.array_split(query.projected[largest], threads),
            np.array_split(query.angle[largest], threads),
        ):
            votes += np.bincount(voted, weights, len(photos))
    return (votes / np.sqrt([max(1, len(photo)) for photo in photos])).astype(np.float32)


def _votes(
    descriptors: NDArray[np.float32],
    angle: NDArray[np.float32],
    pool: _Pool,
    cells: Cells,
    options: NearestOptions,
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """(votes,) photos that some details of a query vote for, and what each vote weighs."""
    from cbir.matching import kernels

    probes = min(options.probes, len(cells.coarse))
    likeness = descriptors @ cells.coarse.T - np.einsum("ij,ij->i", cells.coarse, cells.coarse) / 2
    about = np.zeros(likeness.shape, bool)
    np.put_along_axis(about, np.argpartition(likeness, -probes, axis=1)[:, -probes:], True, axis=1)
    half_norms = np.einsum("ij,ij->i", descriptors, descriptors) / 2
    distances = np.full((len(descriptors), options.neighbours + 1), np.inf, np.float32)
    nearest = np.full(distances.shape, -1, np.int64)
    for cell, (start, end) in enumerate(itertools.pairwise(pool.bounds.tolist())):
        rows = np.flatnonzero(about[:, cell])
        if start == end or not len(rows):
            continue
        there = kernels.decompress(pool.codes[start:end], cells.levels)
        kernels.keep_nearest(
            descriptors[rows] @ there.T,
            half_norms,
            np.einsum("ij,ij->i", there, there) / 2,
            pool.photo_of,
            start,
            rows,
            distances,
            nearest,
        )
    compared = np.isfinite(distances[:, -1])  # with a next one
    ratios = np.sqrt(distances[compared, :-1] / np.maximum(distances[compared, -1:], 1e-12))
    voted = nearest[compared, :-1]
    turned = np.abs(np.remainder(pool.angle[voted] - angle[compared, None] + np.pi, 2 * np.pi) - np.pi)
    weights = np.float32(options.max_ratio) - ratios
    weights[turned > options.upright_angle] *= options.turned_weight
    near = ratios < options.max_ratio
    return pool.photo_of[voted[near]], weights[near]
