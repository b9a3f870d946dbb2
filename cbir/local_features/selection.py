"""Keypoints -> those to keep, so that every part of the picture has its share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def spread(
    xy: NDArray[np.float32],
    contrast: NDArray[np.float32],
    size: tuple[int, int],
    cells: int,
    strongest: int,
) -> NDArray[np.intp]:
    """Indices of so many of the strongest, in the order in which to take them: rank within the cell, then contrast.

    One banner of small print has more contrast than all the rest of a picture. Filling the budget round by round
    with the strongest of each cell, the second strongest of each cell and so on leaves every part its share and
    gives unused shares to the rich parts.
    cells : along the longer side of the picture
    """
    taken = np.argsort(-contrast, kind="stable")[:strongest]
    column, row = np.maximum(xy[taken] // (max(size) / cells), 0).astype(np.intp).T
    cell = row * cells + column
    by_cell = np.argsort(cell, kind="stable")  # the strongest of each cell first
    sorted_cell = cell[by_cell]
    round_number = np.empty(len(taken), np.intp)
    round_number[by_cell] = np.arange(len(taken)) - np.searchsorted(sorted_cell, sorted_cell)
    return taken[np.argsort(round_number, kind="stable")]
