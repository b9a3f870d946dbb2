"""Grey picture -> Gaussian levels L, octave by octave, and the extrema of their differences D.

Call plan_levels(shape, ...) once, then build(grey, levels, ...).
Lowe, IJCV 60(2), 2004, section 3.

The picture is doubled first (3.3), or magnified by less. An octave has s + 3 levels L(x, y, k^i sigma), k = 2^(1/s),
each blurred from the previous one. The next octave begins with every second pixel of level s, which has twice the sigma
(figure 1). All levels of an octave are computed together, row by row. Each follows the previous one at the distance of
its kernel's radius, and the search for extrema follows the last level. The rows that a step needs are thus still in the
cache.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.local_features.extrema import BORDER_PX, TILE, scan_row
from cbir.loops import array, compiled

OCTAVE = np.dtype([("start", np.int64), ("height", np.int64), ("width", np.int64)])
CAMERA_SIGMA = 0.5  # of a photo's own blur: Lowe 2004, 3.3
_REACH = 4  # radius of a kernel, in its sigma; with 3, blurred pictures had 2 % fewer inliers
VECTOR = 16  # float32 values in the widest vector; a row is read up to a multiple, so that no pixel is processed alone
_MIN_RADIUS = 3  # of a kernel: weighted_sum


@dataclass(frozen=True, slots=True)
class LevelPlan:
    """Layout of a picture's levels in one flat array, and their blur kernels.

    octaves : (o,) OCTAVE; level i of an octave begins at start + i * height * width
    kernels : (s + 3, longest radius + 1) float32: half of each level's kernel, from its centre; the kernel of level 0
        blurs the magnified picture
    radii : (s + 3,) int64. pixels : of all levels, plus one vector that may be read beyond them
    """

    octaves: NDArray[np.void]
    kernels: NDArray[np.float32]
    radii: NDArray[np.int64]
    pixels: int


def plan_levels(
    height: int, width: int, *, octave_layers: int, sigma: float, magnification: float = 2.0
) -> LevelPlan:
    """Plan the levels for a picture of this size. A picture that is too small for a keypoint has no octave."""
    n_levels = octave_layers + 3
    octaves, pixels = [], 0
    height, width = round(magnification * height), round(magnification * width)
    while min(height, width) > 2 * BORDER_PX:
        octaves.append((pixels, height, width))
        pixels += n_levels * height * width
        height, width = height // 2, width // 2
    sigmas = [sigma * 2 ** (level / octave_layers) for level in range(n_levels)]
    blurred = [magnification * CAMERA_SIGMA, *sigmas[:-1]]
    blurs = [math.sqrt(max(s * s - b * b, 0.01)) for s, b in zip(sigmas, blurred, strict=True)]
    radii = [max(_MIN_RADIUS, math.floor(_REACH * blur) | 1) for blur in blurs]
    kernels = np.zeros((n_levels, max(radii) + 1), np.float32)
    for kernel, blur, radius in zip(kernels, blurs, radii, strict=True):
        half = np.exp(-(np.arange(radius + 1) ** 2) / (2 * blur * blur))
        kernel[: radius + 1] = half / (2 * half.sum() - half[0])
    return LevelPlan(np.array(octaves, OCTAVE), kernels, np.array(radii, np.int64), pixels + VECTOR)


@dataclass(frozen=True, slots=True)
class Scratch:
    """Working memory of build() for pictures of one plan."""

    taps: NDArray[np.uint64]
    row: NDArray[np.float32]
    doubled: NDArray[np.float32]  # a ring of the doubled picture's last rows
    differences: NDArray[np.float32]  # the last three rows of each D
    extremes: NDArray[np.float32]
    flags: NDArray[np.uint8]


def make_scratch(plan: LevelPlan) -> Scratch:
    n_levels, longest = len(plan.radii), 2 * plan.kernels.shape[1] - 1
    width = int(plan.octaves[0]["width"])
    return Scratch(
        taps=np.empty(longest, np.uint64),
        row=np.empty(width + 2 * longest, np.float32),
        doubled=np.empty(longest * width, np.float32),
        differences=np.empty(3 * (n_levels - 1) * width, np.float32),
        extremes=np.empty(2 * n_levels * TILE, np.float32),
        flags=np.zeros(TILE, np.uint8),
    )


def build(
    grey: NDArray[np.uint8],
    levels: NDArray[np.float32],
    plan: LevelPlan,
    threshold: float,
    extrema: NDArray[np.int32],
) -> tuple[NDArray[np.int32], int]:
    """Fill `levels` and collect the extrema of D whose absolute value is above the threshold.

    grey : (h, w) uint8. extrema : (n, 4) int32 to fill; if it is too small, a larger array replaces it
    Returns extrema (octave, level, row, column), and their number.
    """
    if not len(plan.octaves):
        return extrema, 0
    scratch = make_scratch(plan)
    doubled = scratch.doubled
    height, width = int(plan.octaves[0]["height"]), int(plan.octaves[0]["width"])
    if grey.shape != (height / 2, width / 2):  # another magnification: resize the whole picture
        magnified = cv2.resize(grey.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
        doubled = np.asarray(magnified, np.float32).reshape(-1)
        grey = grey[:0]
    while True:
        count = build_levels(
            grey,
            levels,
            plan.octaves,
            plan.kernels,
            plan.radii,
            threshold,
            extrema,
            scratch.taps,
            scratch.row,
            doubled,
            scratch.differences,
            scratch.extremes,
            scratch.flags,
            scratch.flags.view(np.uint64),
        )
        if count <= len(extrema):
            return extrema, count
        extrema = np.empty((count, 4), np.int32)


@compiled(
    array(np.uint8, 2),
    array(np.float32),
    array(OCTAVE),
    array(np.float32, 2),
    array(np.int64),
    np.float32,
    array(np.int32, 2),
    array(np.uint64),
    array(np.float32),
    array(np.float32),
    array(np.float32),
    array(np.float32),
    array(np.uint8),
    array(np.uint64),
    fused=True,
)
def build_levels(
    grey,
    levels,
    octaves,
    kernels,
    radii,
    threshold,
    extrema,
    taps,
    row,
    doubled,
    differences,
    scratch,
    flags,
    words,
):
    """See build(): the loop over all rows. grey : to be doubled; empty if `doubled` already has the whole picture

    Returns the number of extrema, which may exceed the room for them.
    """
    n_levels = len(radii)
    # A plain 0 would have another type, and the loop would be compiled twice.
    n_found, top = np.int64(0), np.int64(0)
    longest = 2 * kernels.shape[1] - 1
    is_doubled = len(grey) > 0
    ring = longest if is_doubled else octaves[0].height
    for o in range(len(octaves)):
        height, width, start = octaves[o].height, octaves[o].width, octaves[o].start
        size = height * width
        if o > 0:
            _halve(levels, octaves[o - 1], n_levels - 3, octaves[o])
        for step in range(height + n_levels * longest // 2):
            y = step
            if o == 0:
                if is_doubled and y < height:
                    _double_row(grey, y, doubled, (y % ring) * width)
                y -= radii[0]
                if 0 <= y < height:
                    at = start + y * width
                    blur_row(
                        levels, at, doubled, top, ring, y, height, width, kernels[0], radii[0], taps, row
                    )
            for i in range(1, n_levels):
                y -= radii[i]
                if 0 <= y < height:
                    at, source = start + i * size + y * width, start + (i - 1) * size
                    blur_row(
                        levels, at, levels, source, height, y, height, width, kernels[i], radii[i], taps, row
                    )
            if 0 <= y < height:
                n_found = scan_row(
                    levels,
                    octaves,
                    o,
                    n_levels,
                    y,
                    threshold,
                    differences,
                    scratch,
                    flags,
                    words,
                    extrema,
                    n_found,
                )
    return n_found


def blur_row(out, at, source, first, ring, y, height, width, kernel, radius, taps, row):
    """Write row y of G * source (equation 1) to out[at:]. The source is reflected at its borders.

    source : its row y begins at first + (y mod ring) * width
    taps, row : scratch, at least (2 radius + 1,) uint64 and (width + 2 radius,) float32
    """
    for i in range(2 * radius + 1):
        taps[i] = first + (_reflected(y + i - radius, height) % ring) * width
    weighted_sum(row, radius, width, source, taps, kernel, radius)
    for i in range(radius):
        row[i] = row[radius + _reflected(i - radius, width)]
        row[radius + width + i] = row[radius + _reflected(width + i, width)]
    for i in range(2 * radius + 1):
        taps[i] = i
    weighted_sum(out, at, width, row, taps, kernel, radius)


def weighted_sum(out, at, n, source, taps, kernel, radius):
    """out[at + x] = the sum over i of kernel[|i|] source[taps[radius + i] + x], for all x < n.

    A Gaussian is separable. Both passes use this function: taps are rows for the vertical pass, and pixels for the
    horizontal one. A few taps are summed at a time, because LLVM vectorises a loop over at most eight arrays. They are
    unsigned, because signed indices would be tested for negative values.
    radius : odd, at least 3
    """
    at = np.uint64(at)
    w0, w1, w2, w3 = kernel[0], kernel[1], kernel[2], kernel[3]
    c, a1, a2, a3 = taps[radius], taps[radius - 1], taps[radius - 2], taps[radius - 3]
    b1, b2, b3 = taps[radius + 1], taps[radius + 2], taps[radius + 3]
    for i in range(n):
        x = np.uint64(i)
        total = w0 * source[c + x] + w1 * (source[a1 + x] + source[b1 + x])
        out[at + x] = total + w2 * (source[a2 + x] + source[b2 + x]) + w3 * (source[a3 + x] + source[b3 + x])
    t = 4
    while t + 3 <= radius:
        w0, w1, w2, w3 = kernel[t], kernel[t + 1], kernel[t + 2], kernel[t + 3]
        a0, a1, a2, a3 = taps[radius - t], taps[radius - t - 1], taps[radius - t - 2], taps[radius - t - 3]
        b0, b1, b2, b3 = taps[radius + t], taps[radius + t + 1], taps[radius + t + 2], taps[radius + t + 3]
        for i in range(n):
            x = np.uint64(i)
            total = w0 * (source[a0 + x] + source[b0 + x]) + w1 * (source[a1 + x] + source[b1 + x])
            total += w2 * (source[a2 + x] + source[b2 + x]) + w3 * (source[a3 + x] + source[b3 + x])
            out[at + x] += total
        t += 4
    if t < radius:
        w0, w1 = kernel[t], kernel[t + 1]
        a0, a1, b0, b1 = taps[radius - t], taps[radius - t - 1], taps[radius + t], taps[radius + t + 1]
        for i in range(n):
            x = np.uint64(i)
            out[at + x] += w0 * (source[a0 + x] + source[b0 + x]) + w1 * (source[a1 + x] + source[b1 + x])


def _reflected(i, n):
    """Reflect an index outside 0 .. n - 1 about the centre of the first or the last pixel."""
    while i < 0 or i >= n:
        i = -i if i < 0 else 2 * (n - 1) - i
    return i


def _double_row(grey, y, out, at):
    """Write row y of the picture at twice its size, by linear interpolation.

    The new pixels' centres are a quarter of a pixel to either side of the old ones, as in OpenCV. With every second
    centre on an old one, 4 to 8 % of the inliers were lost.
    """
    near_share, far_share = np.float32(0.75), np.float32(0.25)
    height, width = grey.shape
    near = y // 2
    far = min(near + 1, height - 1) if y % 2 else max(near - 1, 0)
    here = near_share * grey[near, 0] + far_share * grey[far, 0]
    left = here
    for x in range(width):
        right = here
        if x + 1 < width:
            right = near_share * grey[near, x + 1] + far_share * grey[far, x + 1]
        out[at + 2 * x] = near_share * here + far_share * left
        out[at + 2 * x + 1] = near_share * here + far_share * right
        left, here = here, right


def _halve(levels, source, level, octave):
    """Fill level 0 of an octave with every second pixel of a level of the previous octave."""
    first = source.start + level * source.height * source.width
    at, height, width, source_width = octave.start, octave.height, octave.width, source.width
    for y in range(height):
        for x in range(width):
            levels[at + y * width + x] = levels[first + 2 * y * source_width + 2 * x]
