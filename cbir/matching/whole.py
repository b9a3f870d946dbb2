"""Two whole pictures at the size of a stamp -> do they agree all over, whatever their size, light and sharpness?

A picture of 64 pixels, a halftone print or a negative has hardly a keypoint in common with its original. Made as small
as a stamp, it looks the same. Two pictures of one layout do so, too: documents need another proof.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.matching.alignment import Pixels

STAMP_PX = 64

# Measured on half A of the distractors at 48 to 96 px. Copies have correlations of .97 and more in fine detail, and
# nearly all have at least .7 in each block. 6,500 pairs with other photos of the same shape have at most .55. Two chess
# diagrams have .93, but their pieces differ in some blocks.
_LEAST_CORRELATION = 0.9
_LEAST_IN_A_BLOCK = 0.5
_LEAST_DETAIL = 2.0  # grey levels of standard deviation
_FINE_PX, _SOFT_PX = 3.0, 0.7
_BLOCKS = 12  # along the longer side, and the least number with detail


class WholeMatch(NamedTuple):
    """Agreement of two whole pictures. mirrored : if the first one is flipped left to right

    places : (k, 2) float64, centers of the blocks with detail in the second, in shares of its sides
    """

    mirrored: bool
    places: NDArray[np.float64]


def stamp(pixels: Pixels) -> Pixels:
    """A picture with a longer side of at most STAMP_PX."""
    height, width = pixels.shape[:2]
    shrink = STAMP_PX / max(width, height)
    if shrink >= 1:
        return pixels
    size = max(1, round(width * shrink)), max(1, round(height * shrink))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def compare_whole(first: Pixels, second: Pixels) -> WholeMatch | None:
    """Compare a stamp with a picture of any size; None unless they agree all over, in light or in negative."""
    height, width = first.shape[:2]
    rows, columns = second.shape[:2]
    rounding = max(rows, columns, width, height)
    has_other_shape = abs(width * rows - height * columns) > rounding
    if has_other_shape or min(width, height) < _BLOCKS:
        return None
    other = _fine(np.asarray(cv2.resize(second, (width, height), interpolation=cv2.INTER_AREA), np.uint8))
    own = _fine(first)
    if min(own.std(), other.std()) < _LEAST_DETAIL:
        return None
    for mirrored, turned in ((False, own), (True, np.ascontiguousarray(own[:, ::-1]))):
        correlation = float((turned * other).sum() / np.sqrt((turned**2).sum() * (other**2).sum()))
        if abs(correlation) >= _LEAST_CORRELATION:
            places = _blocks_that_agree(turned * np.sign(correlation), other)
            return None if places is None else WholeMatch(mirrored, places)
    return None


def _fine(pixels: Pixels) -> NDArray[np.float32]:
    """The detail of a picture, without its light: (h, w)."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32), (0, 0), _SOFT_PX)
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), _FINE_PX), np.float32)


def _blocks_that_agree(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float64] | None:
    """Centers of the blocks with detail, in shares of the sides; None if they are few, or one of them differs."""
    height, width = first.shape
    across = max(2, round(_BLOCKS * width / max(width, height)))
    down = max(2, round(_BLOCKS * height / max(width, height)))
    products, own, other = (
        cv2.resize(product, (across, down), interpolation=cv2.INTER_AREA)
        for product in (first * second, first * first, second * second)
    )
    detailed = np.maximum(own, other) >= _LEAST_DETAIL**2
    differs = detailed & (products < _LEAST_IN_A_BLOCK * np.sqrt(own * other))
    if differs.any() or detailed.sum() < _BLOCKS:
        return None
    y, x = np.nonzero(detailed)
    return np.stack([(x + 0.5) / across, (y + 0.5) / down], axis=1)
