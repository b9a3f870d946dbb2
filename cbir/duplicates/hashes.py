"""Thumbnail -> a 128-bit perceptual hash, equal for its copies but for a few bits.

The bits are the signs of the 128 lowest frequencies of the cosine transform (pHash: Zauner, "Implementation and
benchmarking of perceptual image hash functions", 2010, section 3.2; there the median is the threshold). With signs,
turning and mirroring a picture only swaps bits and inverts others, so that one stored hash serves all eight views.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

HASH_BYTES = 16
VIEWS = 8
"""Views of a picture. In this order, bit 0 mirrors left to right, bit 1 upside down, bit 2 swaps rows and columns."""
_SIDE = 32  # pixels that are transformed
_BITS = 8 * HASH_BYTES


def hash_picture(pixels: NDArray[np.uint8]) -> bytes:
    """(h, w, 3) uint8 -> HASH_BYTES."""
    import cv2

    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    rows, columns = _frequencies()
    return np.packbits(cv2.dct(small.astype(np.float32))[rows, columns] > 0).tobytes()


def as_words(hashes: Sequence[bytes]) -> NDArray[np.uint64]:
    """Pack n hashes into (n, 2) uint64."""
    return np.frombuffer(b"".join(hashes), ">u8").reshape(-1, 2).astype(np.uint64)


def seen_as(hashes: NDArray[np.uint64], view: int) -> NDArray[np.uint64]:
    """The hashes that the pictures would have in another view. hashes : (n, 2) uint64"""
    rows, columns = _frequencies()
    bits = np.unpackbits(
        np.ascontiguousarray(hashes, ">u8").view(np.uint8).reshape(-1, HASH_BYTES), axis=1
    ).astype(bool)
    if view & 1:
        bits = bits ^ (columns % 2 == 1)
    if view & 2:
        bits = bits ^ (rows % 2 == 1)
    if view & 4:
        place = {pair: at for at, pair in enumerate(zip(rows.tolist(), columns.tolist(), strict=True))}
        bits = bits[
            :, [place[column, row] for row, column in zip(rows.tolist(), columns.tolist(), strict=True)]
        ]
    return np.ascontiguousarray(np.packbits(bits, axis=1)).view(">u8").reshape(-1, 2).astype(np.uint64)


def view_transform(view: int) -> NDArray[np.float64]:
    """The (3, 3) transform from a picture to a view of it, both in shares of their width and height."""
    transform = np.eye(3)
    if view & 1:
        transform = np.array([[-1.0, 0, 1], [0, 1, 0], [0, 0, 1]]) @ transform
    if view & 2:
        transform = np.array([[1.0, 0, 0], [0, -1, 1], [0, 0, 1]]) @ transform
    if view & 4:
        transform = np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]]) @ transform
    return transform


@functools.cache
def _frequencies() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the lowest frequencies, lowest first. Each comes with its transpose, which views need."""
    pairs = sorted(
        ((row, column) for row in range(_SIDE) for column in range(_SIDE) if row + column),
        key=lambda pair: (pair[0] ** 2 + pair[1] ** 2, min(pair), pair),
    )
    chosen: list[tuple[int, int]] = []
    for row, column in pairs:
        both = [(row, column)] if row == column else [(row, column), (column, row)]
        if row <= column and len(chosen) + len(both) <= _BITS:
            chosen += both
    return np.array([row for row, _ in chosen]), np.array([column for _, column in chosen])
