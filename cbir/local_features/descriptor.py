"""Keypoints with a direction -> RootSIFT descriptors, 8 bits.

Lowe, IJCV 60(2), 2004, section 6; Arandjelovic and Zisserman, "Three things everyone should know to improve object
retrieval", CVPR 2012, section 2.

The neighbourhood is sampled in the keypoint's own frame, 4 x 4 times in each cell. Gradients are thus relative to the
keypoint's direction, and a fixed table has the share of each sample in each cell, including the Gaussian window.
"""

from __future__ import annotations

import itertools
import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from cbir.local_features.orientation import turn_of
from cbir.local_features.refinement import KEYPOINT
from cbir.local_features.scale_space import OCTAVE
from cbir.loops import array, compiled

_CELLS = 4  # along a side
_BINS = 8
_CELL = 3  # the width of a cell, in sigma of the keypoint: as in OpenCV and VLFeat
_PER_CELL = 4  # samples along the side of a cell
_SAMPLES = (
    _CELLS + 1
) * _PER_CELL  # along a side: a sample half a cell outside still has a share in the cell
_PATCH = _SAMPLES + 2  # for central differences
_PADDED = (_CELLS + 2) * _BINS  # a row of cells with one more at each end, whose content is discarded
_CLAMP = 0.2  # 6.1


def shares_in_cells() -> NDArray[np.float32]:
    """(_SAMPLES, 2) float32: along a side, a sample's shares in the cells whose centres are before and after it.

    Sample i is between the centres of cells i // _PER_CELL and i // _PER_CELL + 1, with the outer cells counted. The
    shares are weighted with a Gaussian whose sigma is half the width of the descriptor.
    """
    place = (np.arange(_SAMPLES) + 0.5) / _PER_CELL
    window = np.exp(-((place - (_CELLS + 1) / 2) ** 2) / (2 * (_CELLS / 2) ** 2))
    shares = np.stack([1 - place % 1, place % 1], axis=1)
    return np.asarray(shares * window[:, None], np.float32)


def describe_all(
    levels: NDArray[np.float32],
    octaves: NDArray[np.void],
    octave_layers: int,
    sigma: float,
    keypoints: NDArray[np.void],
    of_keypoint: NDArray[np.int64],
    turns: NDArray[np.float32],
    threads: int = 1,
) -> NDArray[np.uint8]:
    """(n, 128) uint8, the descriptors of n features. A flat neighbourhood has a descriptor of zeros.

    sigma : of level 0 of an octave, in its pixels. of_keypoint, turns : from orient()
    threads : that share the features; compiled loops release the interpreter. Each feature is described by itself
    """
    descriptors = np.empty((len(of_keypoint), _CELLS * _CELLS * _BINS), np.uint8)
    scale = keypoints["scale"][of_keypoint].astype(np.float64)
    pitch = _CELL / _PER_CELL * sigma * np.exp2(scale / octave_layers)
    angle = 2 * np.pi * turns.astype(np.float64)
    cosine, sine = (np.asarray(of(angle) * pitch, np.float32) for of in (np.cos, np.sin))

    def describe_part(part: slice) -> None:
        describe_patches(
            levels,
            octaves,
            keypoints,
            of_keypoint[part],
            cosine[part],
            sine[part],
            shares_in_cells(),
            *(np.empty(_PATCH * _PATCH, np.float32) for _ in range(3)),
            np.empty(_PADDED, np.float32),
            np.empty((_CELLS + 2) * _PADDED, np.float32),
            descriptors[part],
        )

    bounds = [len(of_keypoint) * part // threads for part in range(threads + 1)]
    parts = [slice(start, end) for start, end in itertools.pairwise(bounds)]
    if threads == 1:
        describe_part(parts[0])
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(describe_part, parts))
    return descriptors


@compiled(
    array(np.float32),
    array(OCTAVE),
    array(KEYPOINT),
    array(np.int64),
    array(np.float32),
    array(np.float32),
    array(np.float32, 2),
    array(np.float32),
    array(np.float32),
    array(np.float32),
    array(np.float32),
    array(np.float32),
    array(np.uint8, 2),
    fused=True,
)
def describe_patches(
    levels, octaves, keypoints, of_keypoint, cosines, sines, shares, patch, lengths, bins, line, cells, out
):
    """See describe_all(). cosines, sines : of each feature's direction, times the distance of two samples

    shares : from shares_in_cells(). patch ... cells : scratch
    """
    for i in range(len(of_keypoint)):
        k = keypoints[of_keypoint[i]]
        height, width = octaves[k.octave].height, octaves[k.octave].width
        start = k.sample - k.row * width - k.column
        _sample(levels, start, height, width, k.x, k.y, cosines[i], sines[i], patch)
        _gradients(patch, lengths, bins)
        _sum_in_cells(lengths, bins, shares, line, cells)
        _root_sift(cells, out, i)
    return len(out)


def _sample(levels, start, height, width, x, y, cosine, sine, patch):
    """Sample a rotated square grid around x, y by bilinear interpolation, replicating the picture's borders."""
    middle, zero = np.float32((_PATCH - 1) / 2), np.float32(0)
    last_x, last_y = np.float32(width - 1.001), np.float32(height - 1.001)
    step, line = np.uint64(1), np.uint64(width)
    for i in range(_PATCH):
        v = np.float32(i) - middle
        for j in range(_PATCH):
            u = np.float32(j) - middle
            px, py = x + cosine * u - sine * v, y + sine * u + cosine * v
            px = px if px > zero else zero
            px = px if px < last_x else last_x
            py = py if py > zero else zero
            py = py if py < last_y else last_y
            column, row = np.int32(px), np.int32(py)
            fx, fy = px - np.float32(column), py - np.float32(row)
            p = np.uint64(start + row * width + column)
            upper = levels[p] + fx * (levels[p + step] - levels[p])
            lower = levels[p + line] + fx * (levels[p + line + step] - levels[p + line])
            patch[i * _PATCH + j] = upper + fy * (lower - upper)


def _gradients(patch, lengths, bins):
    """Gradient length and direction, in bins, of each pixel of the patch except at its edge.

    Bins are numbered from x away from y, as in OpenCV.
    """
    step, line = np.uint64(1), np.uint64(_PATCH)
    for i in range(_PATCH + 1, _PATCH * _PATCH - _PATCH - 1):
        p = np.uint64(i)
        dx, dy = patch[p + step] - patch[p - step], patch[p - line] - patch[p + line]
        lengths[p] = np.float32(math.sqrt(dx * dx + dy * dy))
        bins[p] = turn_of(dx, dy) * np.float32(_BINS)


def _sum_in_cells(lengths, bins, shares, line, cells):
    """Distribute each gradient over two bins, two columns and two rows of cells (trilinear interpolation)."""
    for c in range((_CELLS + 2) * _PADDED):
        cells[c] = 0
    for i in range(_SAMPLES):
        for c in range(_PADDED):
            line[c] = 0
        for j in range(_SAMPLES):
            p = (i + 1) * _PATCH + j + 1
            length, place = lengths[p], bins[p]
            first = int(place)
            later = length * (place - np.float32(first))
            earlier = length - later
            cell = j // _PER_CELL * _BINS
            a, b = cell + (first & (_BINS - 1)), cell + ((first + 1) & (_BINS - 1))
            line[a] += shares[j, 0] * earlier
            line[b] += shares[j, 0] * later
            line[a + _BINS] += shares[j, 1] * earlier
            line[b + _BINS] += shares[j, 1] * later
        at = i // _PER_CELL * _PADDED
        for c in range(_PADDED):
            cells[at + c] += shares[i, 0] * line[c]
            cells[at + _PADDED + c] += shares[i, 1] * line[c]


def _root_sift(cells, out, i):
    """Clamp at 0.2 of the length (6.1); then the root of each value's share of the sum, times 512 (Arandjelovic)."""
    row = _CELLS * _BINS
    half, full = np.float32(0.5), np.float32(512)
    squares = np.float32(0)
    for r in range(_CELLS):
        for c in range(row):
            squares += cells[(r + 1) * _PADDED + _BINS + c] ** 2
    most = np.float32(_CLAMP * math.sqrt(squares))
    total = np.float32(1e-9)
    for r in range(_CELLS):
        for c in range(row):
            total += min(cells[(r + 1) * _PADDED + _BINS + c], most)
    for r in range(_CELLS):
        for c in range(row):
            value = min(cells[(r + 1) * _PADDED + _BINS + c], most)
            root = np.float32(math.sqrt(value / total)) * full + half
            out[i, r * row + c] = np.uint8(min(root, np.float32(255)))
