"""Embeddings of photos' parts -> the photos whose best part fits a direction."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.embeddings import PARTS, documents_of, part_keys, parts_of
from cbir.search.calibration import BackgroundScores
from cbir.vectors import VectorIndex

_BACKGROUND = 500  # photos whose best parts a query is calibrated against
_BACKGROUND_SEED = 0
WHOLE = -1  # in place of a part's key: the photo as a whole
_PER_PHOTO = 3  # parts of a photo that fit alike, as neighbours share what they show


@dataclass(frozen=True)
class PartIndex:
    """The parts of photos. index : by their keys"""

    index: VectorIndex

    @functools.cached_property
    def documents(self) -> NDArray[np.int64]:
        """The photos that have parts, ascending."""
        return np.unique(documents_of(self.index.documents()))

    def best(
        self,
        direction: NDArray[np.float32],
        top: int,
        *,
        allowed: NDArray[np.int64] | None,
        nprobe: int | None,
        expression: str | None = None,
    ) -> NDArray[np.int64]:
        """The photos with the best parts, in no order: `top` of them where there are as many."""
        keys = None if allowed is None else part_keys(allowed)
        documents = np.zeros(0, np.int64)
        for depth in (_PER_PHOTO, PARTS):
            # Whatever part is not among them is worse than all that are: so the photos found are the best ones.
            scored = self.index.search(
                direction, depth * top, allowed=keys, expression=expression, nprobe=nprobe
            )
            documents = np.unique(documents_of(scored.documents))
            if len(documents) >= top:
                break
        return documents

    def scores(
        self, direction: NDArray[np.float32], documents: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """(n,) the score of each photo's best part, and that part's key; -inf for a photo without parts."""
        keys = part_keys(documents)
        scores = self.index.scores(direction[None], keys)[0].reshape(-1, PARTS)
        best = scores.argmax(axis=1) if len(documents) else np.zeros(0, np.intp)
        rows = np.arange(len(documents))
        return scores[rows, best], keys.reshape(-1, PARTS)[rows, best]

    def better(
        self, direction: NDArray[np.float32], documents: NDArray[np.int64], whole: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """(n,) the score of each photo by the best of its whole and its parts, and that part's key, WHOLE for none.

        whole : (n,) the scores of whole photos
        The largest cosine and no z-score: a part that shows the thing alone scores what a photo of the thing does. By
        z-scores, parts outrank whole photos of what was asked for (docs/benchmarks.md).
        """
        scores, keys = self.scores(direction, documents)
        better = scores > whole
        return np.where(better, scores, whole).astype(np.float32), np.where(better, keys, WHOLE)

    def beside(self, whole: NDArray[np.float32], documents: NDArray[np.int64]) -> NDArray[np.float32]:
        """(n, 1 + PARTS, d) the embeddings of photos, (n, d), and of their parts; a missing one is as the whole."""
        parts = self.index.vectors(part_keys(documents)).reshape(len(documents), PARTS, self.index.dimension)
        there = np.asarray(parts.any(axis=2))[..., None]
        return np.concatenate([whole[:, None], np.where(there, parts, whole[:, None])], axis=1)

    def background(self, direction: NDArray[np.float32]) -> BackgroundScores:
        """The scores of the best parts of photos in general: the best of nine is better than one."""
        return BackgroundScores.of((self._sample @ direction).max(axis=1))

    @functools.cached_property
    def _sample(self) -> NDArray[np.float32]:
        """(k, PARTS, d) the parts of some photos, drawn once; a part that is missing is as the photo's first."""
        rng = np.random.default_rng(_BACKGROUND_SEED)
        drawn = rng.permutation(self.documents)[:_BACKGROUND]
        parts = self.index.vectors(part_keys(drawn)).reshape(len(drawn), PARTS, self.index.dimension)
        there = np.asarray(parts.any(axis=2))
        first = parts[np.arange(len(drawn)), there.argmax(axis=1)]
        return np.where(there[..., None], parts, first[:, None])


def part_number(key: int) -> int | None:
    """Which part of its photo a key stands for, as in part_regions(); None for the whole."""
    return None if key == WHOLE else int(parts_of(np.array([key], np.int64))[0])
