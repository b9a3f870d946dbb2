"""Keypoints -> the dominant directions of the gradients around them.

Lowe, IJCV 60(2), 2004, section 5.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from cbir.local_features.refinement import KEYPOINT
from cbir.local_features.scale_space import OCTAVE, VECTOR
from cbir.loops import array, compiled

_BINS = 36
_PEAK = 0.8  # of the highest peak: every peak of this height makes a feature of its own
_WINDOW = 1.5  # sigma of the Gaussian window, in sigma of the keypoint
_REACH = 3  # radius of the window, in its sigma


def orient(
    levels: NDArray[np.float32],
    octaves: NDArray[np.void],
    octave_layers: int,
    sigma: float,
    keypoints: NDArray[np.void],
    most: int,
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Find the directions of keypoints, in their order, until there are `most` features.

    sigma : of level 0 of an octave, in its pixels
    Returns (n,) int64, the keypoint of each feature, and (n,) float32, its direction in turns, from x towards y.
    """
    of_keypoint, turns = np.empty(most, np.int64), np.empty(most, np.float32)
    longest = 2 * math.ceil(_REACH * _WINDOW * sigma * 4) + 2 + VECTOR
    n = find_directions(
        levels,
        octaves,
        _WINDOW * sigma * np.exp2(keypoints["scale"].astype(np.float64) / octave_layers),
        keypoints,
        of_keypoint,
        turns,
        np.empty(2 * _BINS, np.float32),
        np.empty(longest, np.float32),
        np.empty(longest, np.float32),
        np.empty(longest, np.int32),
    )
    return of_keypoint[:n], turns[:n]


@compiled(
    array(np.float32),
    array(OCTAVE),
    array(np.float64),
    array(KEYPOINT),
    array(np.int64),
    array(np.float32),
    array(np.float32),
    array(np.float32),
    array(np.float32),
    array(np.int32),
    fused=True,
)
def find_directions(levels, octaves, scales, keypoints, of_keypoint, turns, histogram, window, weights, bins):
    """See orient(). Fills of_keypoint and turns, and returns the number of features.

    scales : sigma of each window, in pixels of the octave. histogram ... bins : scratch
    """
    n = 0
    for i in range(len(keypoints)):
        k = keypoints[i]
        height, width = octaves[k.octave].height, octaves[k.octave].width
        start = k.sample - k.row * width - k.column
        _fill(levels, start, height, width, k.row, k.column, scales[i], histogram, window, weights, bins)
        highest = np.float32(0)
        for b in range(_BINS):
            outer = histogram[(b + _BINS - 2) % _BINS] + histogram[(b + 2) % _BINS]
            inner = histogram[(b + _BINS - 1) % _BINS] + histogram[(b + 1) % _BINS]
            smooth = np.float32(1 / 16) * (outer + 4 * inner + 6 * histogram[b])
            histogram[_BINS + b] = smooth
            highest = max(highest, smooth)
        for b in range(_BINS):
            here = histogram[_BINS + b]
            left, right = histogram[_BINS + (b + _BINS - 1) % _BINS], histogram[_BINS + (b + 1) % _BINS]
            if here > left and here > right and here >= _PEAK * highest:
                if n == len(turns):
                    return n
                peak = b + (left - right) / (
                    2 * (left - 2 * here + right)
                )  # of the parabola through the three
                turn = peak / _BINS
                of_keypoint[n], turns[n] = i, turn + 1 if turn < 0 else turn
                n += 1
    return n


def _fill(levels, start, height, width, row, column, sigma, histogram, window, weights, bins):
    """Fill the histogram of gradient directions around a sample, weighted by length and a Gaussian of this sigma.

    start : of the level. window, weights, bins : scratch
    """
    radius = np.int64(_REACH * sigma + 0.5)
    for i in range(radius + 1):
        window[i] = math.exp(-(i * i) / (2 * sigma * sigma))
    for b in range(_BINS):
        histogram[b] = 0
    first = max(column - radius, 1)
    n = min(column + radius, width - 2) + 1 - first
    step, line = np.uint64(1), np.uint64(width)
    for y in range(max(row - radius, 1), min(row + radius, height - 2) + 1):
        at = np.uint64(start + y * width + first)
        for i in range((n + VECTOR - 1) // VECTOR * VECTOR):
            p = at + np.uint64(i)
            dx, dy = levels[p + step] - levels[p - step], levels[p + line] - levels[p - line]
            weights[i] = np.float32(math.sqrt(dx * dx + dy * dy))
            bins[i] = np.int32(turn_of(dx, dy) * np.float32(_BINS) + np.float32(0.5))
        across = window[abs(y - row)]
        for i in range(n):
            b = bins[i] if bins[i] < _BINS else 0
            histogram[b] += weights[i] * across * window[abs(first + i - column)]


def turn_of(x, y):
    """The angle of a vector in turns, from x towards y, [0, 1], with an error below 2e-6; 0 for a zero vector.

    It has no branch, so it vectorises: a polynomial gives the arc tangent of the smaller side over the larger one
    (Abramowitz and Stegun, Handbook of Mathematical Functions, 4.4.49), and the octant does the rest.
    """
    wide, tall = abs(x), abs(y)
    large = wide if wide > tall else tall
    small = tall if wide > tall else wide
    t = small / (large + np.float32(1e-30))
    u = t * t
    p = np.float32(0.0028662257)
    p = p * u - np.float32(0.0161657367)
    p = p * u + np.float32(0.0429096138)
    p = p * u - np.float32(0.0752896400)
    p = p * u + np.float32(0.1065626393)
    p = p * u - np.float32(0.1420889944)
    p = p * u + np.float32(0.1999355085)
    p = p * u - np.float32(0.3333314528)
    p = (p * u + np.float32(1)) * t * np.float32(0.5 / math.pi)
    p = np.float32(0.25) - p if tall > wide else p
    p = np.float32(0.5) - p if x < 0 else p
    return np.float32(1) - p if y < 0 else p
