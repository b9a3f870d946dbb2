"""Vectors of captions and of pictures -> recall."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def text_to_image_ranks(
    texts: NDArray[np.float32],
    images: NDArray[np.float32],
    right: Sequence[NDArray[np.int64]] | NDArray[np.int64],
) -> NDArray[np.int64]:
    """The rank, from 1, of each text's best right picture.

    texts : (m, d), images : (n, d), unit rows. right : for each text the row of its picture, or the rows of several
    A wrong picture with the same score comes first, so that a model that says the same of everything finds nothing.
    """
    ranks = np.empty(len(texts), np.int64)
    for row, text in enumerate(texts):
        scores = images @ text
        answers = np.atleast_1d(right[row])
        wrong = np.ones(len(images), bool)
        wrong[answers] = False
        ranks[row] = 1 + np.count_nonzero(scores[wrong] >= scores[answers].max())
    return ranks


def recall_at(ranks: NDArray[np.int64], k: int) -> float:
    """Share of the texts that have a right picture among the first k; 0.0 without texts."""
    return float((ranks <= k).mean()) if len(ranks) else 0.0
