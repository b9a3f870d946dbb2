"""Extrema of D -> keypoints at sub-pixel positions. Those of low contrast and on edges are removed.

Brown and Lowe, BMVC 2002; Lowe, IJCV 60(2), 2004, section 4.
"""

from __future__ import annotations

import numpy as np

from cbir.local_features.extrema import BORDER_PX
from cbir.local_features.scale_space import OCTAVE
from cbir.loops import array, compiled

KEYPOINT = np.dtype(
    [
        (
            "sample",
            np.int64,
        ),  # index in the levels of the nearest sample; the next five fields are its position
        ("octave", np.int32),
        ("level", np.int32),
        ("row", np.int32),
        ("column", np.int32),
        ("x", np.float32),  # in pixels of the octave
        ("y", np.float32),
        ("scale", np.float32),  # level, with a fraction
        ("contrast", np.float32),  # |D| there
    ]
)
_MAX_MOVES = 5  # to a neighbouring sample; an extremum that moves further is no keypoint


@compiled(
    array(np.float32),
    array(OCTAVE),
    np.int64,
    array(np.int32, 2),
    np.int64,
    np.float32,
    np.float32,
    array(KEYPOINT),
    fused=True,
)
def refine(levels, octaves, octave_layers, extrema, n_found, contrast, edge, keypoints):
    """Move each extremum to that of a quadratic through its neighbours. Keep it if it has contrast and is on no edge.

    extrema : see scale_space.build. contrast : the least |D| of a keypoint. edge : r of section 4.1
    Fills `keypoints`, (n_found,) KEYPOINT, and returns their number. Several may have moved to the same sample.
    """
    n = 0
    half = np.float32(0.5)
    for e in range(n_found):
        o, level, row, column = extrema[e, 0], extrema[e, 1], extrema[e, 2], extrema[e, 3]
        height, width, start = octaves[o].height, octaves[o].width, octaves[o].start
        for _ in range(_MAX_MOVES):
            p = start + (level * height + row) * width + column
            x, y, s, value, trace, determinant = _fit(levels, p, width, height * width)
            if abs(x) < half and abs(y) < half and abs(s) < half:
                is_edge = trace * trace * edge >= (edge + 1) ** 2 * determinant
                if abs(value) >= contrast and not is_edge:
                    k = keypoints[n]
                    k.sample, k.octave, k.level, k.row, k.column = p, o, level, row, column
                    k.x, k.y, k.scale, k.contrast = column + x, row + y, level + s, abs(value)
                    n += 1
                break
            if not (abs(x) < width and abs(y) < height and abs(s) < octave_layers):
                break  # the quadratic is almost flat
            column, row, level = column + _nearest(x), row + _nearest(y), level + _nearest(s)
            if not (
                1 <= level <= octave_layers
                and BORDER_PX <= row < height - BORDER_PX
                and BORDER_PX <= column < width - BORDER_PX
            ):
                break
    return n


def _fit(levels, p, width, size):
    """The extremum of the quadratic through the neighbours of the sample p (equations 2 and 3).

    Returns its offset x, y and s from the sample, the value of D at the extremum, and the trace and determinant of the
    Hessian in x and y (equation 4). Without an extremum, the offset is not finite.
    """
    half, quarter = np.float32(0.5), np.float32(0.25)
    low, here, high = p - size, p, p + size  # D_s = L_{s+1} - L_s
    d = levels[here + size] - levels[here]
    east, west = _d(levels, here + 1, size), _d(levels, here - 1, size)
    south, north = _d(levels, here + width, size), _d(levels, here - width, size)
    above, below = _d(levels, high, size), _d(levels, low, size)
    dx, dy, ds = half * (east - west), half * (south - north), half * (above - below)
    dxx, dyy, dss = east + west - 2 * d, south + north - 2 * d, above + below - 2 * d
    dxy = quarter * (
        _d(levels, here + width + 1, size)
        - _d(levels, here + width - 1, size)
        - _d(levels, here - width + 1, size)
        + _d(levels, here - width - 1, size)
    )
    dxs = quarter * (
        _d(levels, high + 1, size)
        - _d(levels, high - 1, size)
        - _d(levels, low + 1, size)
        + _d(levels, low - 1, size)
    )
    dys = quarter * (
        _d(levels, high + width, size)
        - _d(levels, high - width, size)
        - _d(levels, low + width, size)
        + _d(levels, low - width, size)
    )
    # minus the inverse of the Hessian, by its minors, times the gradient
    xx, yy, ss = dyy * dss - dys * dys, dxx * dss - dxs * dxs, dxx * dyy - dxy * dxy
    xy, xs, ys = dxs * dys - dxy * dss, dxy * dys - dxs * dyy, dxy * dxs - dxx * dys
    scale = -1 / (dxx * xx + dxy * xy + dxs * xs)
    x = scale * (xx * dx + xy * dy + xs * ds)
    y = scale * (xy * dx + yy * dy + ys * ds)
    s = scale * (xs * dx + ys * dy + ss * ds)
    return x, y, s, d + half * (dx * x + dy * y + ds * s), dxx + dyy, ss


def _nearest(x):
    half = np.float32(0.5)
    return np.int64(x + half) if x > 0 else np.int64(x - half)


def _d(levels, p, size):
    return levels[p + size] - levels[p]
