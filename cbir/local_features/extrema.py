"""Rows of the levels -> rows of D -> places where D is an extremum among its 26 neighbours.

Lowe, IJCV 60(2), 2004, section 3.1. The loops visit every pixel of every level and therefore have no branch: the
extremes of three rows are taken column by column, then those of three levels, then those of three columns.
"""

from __future__ import annotations

import numpy as np

BORDER_PX = 5  # least distance of a keypoint from the edge of an octave
TILE = 256  # pixels of a row per step: its working data fits a first-level cache


def scan_row(
    levels, octaves, octave, n_levels, y, threshold, differences, scratch, flags, words, extrema, n_found
):
    """Subtract row y of an octave's levels, and append the extrema of the row before it.

    differences : the last three rows of each D
    scratch, flags : (2 n_levels TILE,) float32 and (TILE,) uint8 scratch. words : a view of the flags as uint64
    Returns the number of extrema so far; see scale_space.build.
    """
    height, width, start = octaves[octave].height, octaves[octave].width, octaves[octave].start
    n_differences = n_levels - 1
    for i in range(n_differences):
        low = start + (i * height + y) * width
        _subtract(levels, low + height * width, low, differences, (3 * i + y % 3) * width, width)
    row = y - 1
    if row < BORDER_PX or row >= height - BORDER_PX:
        return n_found
    of_levels = 2 * n_differences * TILE  # their offset in scratch
    for left in range(0, width - 2, TILE - 2):
        n = min(TILE, width - left)
        for i in range(n_differences):
            d = 3 * i * width + left
            _extremes(differences, d, d + width, d + 2 * width, 0, scratch, 2 * i * TILE, n)
        for i in range(1, n_differences - 1):
            here = 2 * i * TILE
            _extremes(scratch, here - 2 * TILE, here, here + 2 * TILE, TILE, scratch, of_levels, n)
            _flag(differences, (3 * i + row % 3) * width + left, scratch, of_levels, n, threshold, flags)
            for word in range((n + 7) // 8):
                if words[word] == 0:
                    continue
                for x in range(max(8 * word, 1), min(8 * word + 8, n - 1)):
                    if flags[x] and BORDER_PX <= left + x < width - BORDER_PX:
                        if n_found < len(extrema):
                            extrema[n_found, 0], extrema[n_found, 1] = octave, i
                            extrema[n_found, 2], extrema[n_found, 3] = row, left + x
                        n_found += 1
    return n_found


def _subtract(levels, high, low, out, at, n):
    """D = L(k sigma) - L(sigma), along a row (equation 1)."""
    high, low, at = np.uint64(high), np.uint64(low), np.uint64(at)
    for i in range(n):
        x = np.uint64(i)
        out[at + x] = levels[high + x] - levels[low + x]


def _extremes(values, first, second, third, to_smallest, out, at, n):
    """The largest values of three rows, column by column, at out[at:], and the smallest at out[at + TILE:].

    to_smallest : offset from a row of largest values to its row of smallest ones; 0 if they are the same row
    """
    a, b, c, at = np.uint64(first), np.uint64(second), np.uint64(third), np.uint64(at)
    for i in range(n):
        x = np.uint64(i)
        high = values[a + x] if values[a + x] > values[b + x] else values[b + x]
        out[at + x] = high if high > values[c + x] else values[c + x]
    a, b, c = a + np.uint64(to_smallest), b + np.uint64(to_smallest), c + np.uint64(to_smallest)
    at += np.uint64(TILE)
    for i in range(n):
        x = np.uint64(i)
        low = values[a + x] if values[a + x] < values[b + x] else values[b + x]
        out[at + x] = low if low < values[c + x] else values[c + x]


def _flag(differences, row, extremes, first, n, threshold, flags):
    """Mark the pixels of a row that are as large, or as small, as all their neighbours, unless they are near zero."""
    row, first, last = np.uint64(row), np.uint64(first), np.uint64(first + TILE)
    step, two = np.uint64(1), np.uint64(2)
    for i in range(n - 2):
        x = np.uint64(i)
        value = differences[row + x + step]
        high, b, c = extremes[first + x], extremes[first + x + step], extremes[first + x + two]
        high = high if high > b else b
        high = high if high > c else c
        high = high if high > threshold else threshold
        low, b, c = extremes[last + x], extremes[last + x + step], extremes[last + x + two]
        low = low if low < b else b
        low = low if low < c else c
        low = low if low < -threshold else -threshold
        flags[x + step] = np.uint8(value >= high) | np.uint8(value <= low)
