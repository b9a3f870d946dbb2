"""A random share of the codes of a segment, at the price of few reads from the disk."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from cbir.vectors.scanning import Mask
from cbir.vectors.segments import VectorSegment

_BLOCK = 16  # neighbouring rows are drawn together: all of them cost one page of the disk, as one row does


def draw_codes(
    segment: VectorSegment, live: Mask | None, share: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Codes of a random share of the rows, in blocks of neighbours; all of them, uncopied, for a share of 1 or more."""
    codes = segment.codes
    if share >= 1:
        return codes if live is None else np.asarray(codes[live])
    blocks = np.flatnonzero(rng.random(math.ceil(len(codes) / _BLOCK)) < share)
    starts = blocks * _BLOCK
    segment.compare_codes(starts, np.minimum(starts + _BLOCK, len(codes)))
    rows = (starts[:, None] + np.arange(_BLOCK)).ravel()
    rows = rows[rows < len(codes)]
    return np.asarray(codes[rows if live is None else rows[live[rows]]])
