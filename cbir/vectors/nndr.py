"""Descriptors of a whole library -> photos by unambiguous nearest neighbours: the match engine's oracle.

For each query descriptor, the nearest descriptor of all photos is compared with the nearest one of another photo. Two
similar points of one photo thus do not make a match ambiguous.
Lowe, IJCV 60(2), 2004, section 7.1, takes the second neighbour from another object for the same reason.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_NEIGHBOURS = 8  # searched for at first; a repeated pattern may need more until one is of another photo


@dataclass(frozen=True, slots=True, kw_only=True)
class NndrVotes:
    """Result of nndr_search(). matches : (k, 2) int64, rows of query and library, in the order of the query

    ratios : (k,) float32 d1 / d2. photos : (p,) int64 by votes, most first, equal ones by id
    votes : (p,) int64, number of matches of each photo
    """

    matches: NDArray[np.int64]
    ratios: NDArray[np.float32]
    photos: NDArray[np.int64]
    votes: NDArray[np.int64]


def nndr_search(
    query: NDArray[np.float32],
    descriptors: NDArray[np.float32],
    photos: NDArray[np.int64],
    *,
    max_ratio: float = 0.8,
) -> NndrVotes:
    """Match query descriptors with all photos at once, and count the matches of each photo.

    query : (n, d) float32. descriptors : (m, d) float32 of all photos. photos : (m,) int64, the photo of each
    max_ratio : on true (not squared) L2 distances, Lowe 2004, 7.1. A library of one photo matches nothing, because a
        ratio needs a neighbour in another photo. Exhaustive, 2 n m d operations: for up to some thousand photos.
    """
    if len(query) == 0 or len(descriptors) == 0:
        return _votes(np.zeros((0, 2), np.int64), np.zeros(0, np.float32), photos)
    import faiss

    query = np.ascontiguousarray(query, np.float32)
    descriptors = np.ascontiguousarray(descriptors, np.float32)
    first = np.zeros(len(query), np.int64)
    other = np.full(len(query), -1, np.int64)
    waiting, count = np.arange(len(query)), min(_NEIGHBOURS, len(descriptors))
    while len(waiting):
        _, rows = faiss.knn(query[waiting], descriptors, count)
        first[waiting] = rows[:, 0]
        foreign = photos[rows] != photos[rows[:, :1]]
        has_other = foreign.any(axis=1)
        other[waiting[has_other]] = rows[has_other, foreign[has_other].argmax(axis=1)]
        waiting = waiting[~has_other]
        if count == len(descriptors):
            break
        count = min(count * 8, len(descriptors))
    comparable = np.flatnonzero(other >= 0)
    # Computed again from differences: FAISS subtracts large squares, and equal points must have equal distances.
    d1 = np.linalg.norm(query[comparable] - descriptors[first[comparable]], axis=1)
    d2 = np.linalg.norm(query[comparable] - descriptors[other[comparable]], axis=1)
    accepted = d1 < max_ratio * d2
    matches = np.stack([comparable[accepted], first[comparable[accepted]]], axis=1)
    return _votes(matches, (d1[accepted] / d2[accepted]).astype(np.float32), photos)


def _votes(matches: NDArray[np.int64], ratios: NDArray[np.float32], photos: NDArray[np.int64]) -> NndrVotes:
    voted, votes = np.unique(photos[matches[:, 1]], return_counts=True)
    order = np.lexsort((voted, -votes))
    return NndrVotes(matches=matches, ratios=ratios, photos=voted[order], votes=votes[order])
