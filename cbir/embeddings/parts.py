"""A photo -> nine overlapping parts, each embedded like a photo of its own, to find small things in large photos.

A tower sees a photo at about 250 px. A bird on a roof is a dot in it, and two to three times as large in its part.
Parts have segments of vectors like those of whole photos. Such a segment names its maker by parts_made_by(model), and
its rows by part_keys(documents), which ascend as documents do. docs/benchmarks.md compares other grids.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Preprocessing, Region
from cbir.embeddings.towers import prepare

PARTS = 9
GRID = "3x3 of 0.4"  # option of a segment in the catalog; another grid gets another name
_PER_SIDE = 3
_SHARE = 0.4  # of either side: neighbours overlap by a quarter of a part, so that one shows whole what the other cuts
_BITS = 4  # of a key, for the number of the part


def part_regions(size: tuple[int, int]) -> tuple[Region, ...]:
    """The parts of a picture, row by row. size : (width, height)"""
    width, height = size
    starts = [(1 - _SHARE) * number / (_PER_SIDE - 1) for number in range(_PER_SIDE)]
    return tuple(
        (left * width, top * height, _SHARE * width, _SHARE * height) for top in starts for left in starts
    )


def prepare_parts(pixels: NDArray[np.uint8], preprocessing: Preprocessing) -> NDArray[np.uint8]:
    """Prepare the parts of a picture, (h, w, 3) uint8, for an image tower: (PARTS, s, s, 3) uint8."""
    height, width = pixels.shape[:2]
    parts = []
    for x, y, part_width, part_height in part_regions((width, height)):
        left, top = min(int(x), width - 1), min(int(y), height - 1)
        right, bottom = max(left + 1, round(x + part_width)), max(top + 1, round(y + part_height))
        parts.append(prepare(pixels[top:bottom, left:right], preprocessing))
    return np.stack(parts)


def parts_made_by(model: str) -> str:
    """Fingerprint of the maker of part embeddings: of the model's fingerprint and the grid."""
    return hashlib.sha256(f"{model} {GRID}".encode()).hexdigest()[:32]


def part_keys(documents: NDArray[np.int64]) -> NDArray[np.int64]:
    """Keys that the parts of n documents are stored under: (n * PARTS,), ascending if the documents are."""
    return np.asarray((documents[:, None] << _BITS) + np.arange(PARTS), np.int64).ravel()


def documents_of(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """The document of each part."""
    return keys >> _BITS


def parts_of(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of each part in its photo, as in part_regions()."""
    return keys & ((1 << _BITS) - 1)
