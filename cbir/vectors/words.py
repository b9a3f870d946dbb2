"""Descriptors -> visual words through FAISS: IVF over the centroids, their dimensions reduced where asked.

An alternative to the assigner of visual_words/codebook.py, and its oracle: with `lists=0` it is exhaustive.
Sivic and Zisserman, "Video Google", ICCV 2003; Jegou et al., PAMI 2011, section 4 (IVF).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.vectors import compiled
from cbir.vectors.projection import Projection, principal_axes


@dataclass(frozen=True, slots=True, kw_only=True)
class WordOptions:
    """lists : of the IVF, None for the root of the number of words, 0 for an exhaustive search

    probes : lists that are looked into. dimensions : principal ones in which words are compared, None for all
    recheck : of the nearest words in reduced dimensions, so many are compared in all of them
    """

    lists: int | None = None
    probes: int = 8  # 0.986 of the words are exact among 65,536
    dimensions: int | None = None
    recheck: int = 8


class WordAssigner:
    """Finds the nearest of fixed centroids.

    centroids : (k, d) float32, k at least 1. The structure is made here and then only read.
    """

    def __init__(self, centroids: NDArray[np.float32], options: WordOptions = WordOptions()) -> None:
        import faiss

        self._centroids = np.ascontiguousarray(centroids, np.float32)
        self._options = options
        self._projection: Projection | None = None
        words = self._centroids
        if options.dimensions is not None and options.dimensions < words.shape[1]:
            self._projection = principal_axes(words, options.dimensions)
            words = self._projection.of_vectors(words)
        lists = round(math.sqrt(len(words))) if options.lists is None else options.lists
        self._index: Any
        if lists == 0:
            self._index = faiss.IndexFlatL2(words.shape[1])
        else:
            self._index = faiss.IndexIVFFlat(faiss.IndexFlatL2(words.shape[1]), words.shape[1], lists)
            self._index.cp.min_points_per_centroid = 1  # silences advice: there are no more words
            self._index.train(words)
        self._index.add(words)
        self._lists = lists

    def __len__(self) -> int:
        return len(self._centroids)

    def assign(self, vectors: NDArray[np.float32], *, probes: int | None = None) -> NDArray[np.uint32]:
        """The word of each vector: (n, d) float32 -> (n,) uint32, the row of its nearest centroid."""
        if len(vectors) == 0:
            return np.zeros(0, np.uint32)
        vectors = np.ascontiguousarray(vectors, np.float32)
        reduced = vectors if self._projection is None else self._projection.of_vectors(vectors)
        nprobe = None
        if self._lists:
            nprobe = min(self._lists, self._options.probes if probes is None else probes)
        count = 1 if self._projection is None else min(self._options.recheck, len(self))
        _, rows = self._index.search(reduced, count, params=compiled.parameters(nprobe=nprobe))
        return self._nearest_of(vectors, rows).astype(np.uint32)

    def _nearest_of(self, vectors: NDArray[np.float32], rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Of the words that each row names (-1 for none), the nearest in all dimensions."""
        if rows.shape[1] == 1:
            return rows[:, 0]
        difference = self._centroids[rows] - vectors[:, None]
        distance = np.einsum("nkd,nkd->nk", difference, difference)
        distance[rows < 0] = np.inf
        nearest: NDArray[np.int64] = rows[np.arange(len(rows)), distance.argmin(axis=1)]
        return nearest
