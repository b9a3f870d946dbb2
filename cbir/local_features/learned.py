"""Working image -> keypoints and descriptors of a small network, for pairs that SIFT cannot decide.

The network (XFeat) sees the picture in cells of 8 pixels. For each cell it says how likely each of its pixels is a
keypoint, how reliable the place is, and a descriptor. Local maxima of the first are keypoints, ordered by likelihood
times reliability. Descriptors are interpolated between the cells. A keypoint has no scale and no direction, so
matching.verify_learned() compares positions alone.

Potje, Cadar, Araujo, Martins and Nascimento, "XFeat: accelerated features for lightweight image matching", CVPR 2024.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.learned_graphs import FEATURES_GRAPH, QUARTER_TURN, learned_graph
from cbir.base.opencv import cv2
from cbir.base.types import LearnedFeatures

_STEP_PX = 32  # the network halves its input five times
_CELL_PX = 8
_NEIGHBOURS = np.ones(
    (5, 5), np.uint8
)  # a keypoint is the likeliest pixel of 5 x 5, as in the published detector
_CUBIC = -0.75  # the free parameter of bicubic interpolation, as the network was trained with


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedOptions:
    """Size of the network's input, and the number of keypoints. The same for query and photo.

    equalised : light and contrast are made alike all over the picture (CLAHE)
    """

    max_features: int = 1000
    # Smaller pictures are enlarged: at 960 px, 94 of 96 right pairs of hard/ have more agreeing points than any
    # stranger has; at their own 640 px 90 do.
    working_side_px: int = 960
    most_enlarged: float = 2.0
    min_likelihood: float = 0.05  # of a keypoint, as published
    equalised: bool = False


# Of the right photos of hard/ that SIFT cannot find, all 11 are among the six most alike of 50 at 400 px, 10 at 640 px.
GLANCE = LearnedOptions(working_side_px=400)
"""For a first impression by nearest neighbours, in a sixth of the time."""

CLOSER = LearnedOptions(max_features=2000, equalised=True)
"""To see whether agreement holds among other points and in other light, in three times the time."""


def learned_features(
    pixels: NDArray[np.uint8],
    options: LearnedOptions = LearnedOptions(),
    *,
    turn: int = 0,
    threads: int = 1,
) -> LearnedFeatures:
    """Detect and describe keypoints with the network that comes with the program.

    pixels : (h, w, 3) uint8 RGB or (h, w) uint8 grey, of any size
    turn : quarter turns counterclockwise in which the network sees the picture: it knows things only the way up that
        they usually are. threads : of the network
    Returns at most `options.max_features` keypoints, none for a picture of one colour. Raises LearnedFeaturesMissing.
    """
    height, width = pixels.shape[:2]
    if options.equalised:
        pixels = _equalised(pixels)
    grey = _network_input(np.ascontiguousarray(np.rot90(pixels, turn)), options)
    if grey.min() == grey.max():
        likely = np.zeros_like(grey)
        reliability, descriptors = np.zeros((1, 1, 1), np.float32), np.zeros((1, 1, 64), np.float32)
    else:
        likely, reliability, descriptors = _run(grey, threads)
    strongest = np.asarray(cv2.dilate(likely, _NEIGHBOURS))
    y, x = np.nonzero((likely == strongest) & (likely > options.min_likelihood))
    cells = _on_cells(x, grey.shape[1]), _on_cells(y, grey.shape[0])
    scores = likely[y, x] * _interpolated(reliability, *cells, _linear)[:, 0]
    best = np.argsort(-scores, kind="stable")[: options.max_features]
    best = best[scores[best] > 0]
    described = _interpolated(descriptors, cells[0][best], cells[1][best], _cubic)
    described /= np.maximum(np.linalg.norm(described, axis=1, keepdims=True), 1e-12)
    seen_size = (height, width) if turn % 2 else (width, height)
    xy = (np.stack([x[best], y[best]], axis=1) + 0.5) * seen_size / grey.shape[::-1] - np.array(seen_size) / 2
    xy = xy @ np.linalg.matrix_power(QUARTER_TURN.T, turn) + (np.array([width, height]) - 1) / 2
    return LearnedFeatures(
        xy=xy.astype(np.float32),
        scores=scores[best].astype(np.float32),
        descriptors=described.astype(np.float32),
        size=(width, height),
        turn=turn,
    )


def _network_input(pixels: NDArray[np.uint8], options: LearnedOptions) -> NDArray[np.float32]:
    """The picture in grey, (h, w) float32, with sides that are multiples of 32."""
    height, width = pixels.shape[:2]
    scale = min(options.most_enlarged, options.working_side_px / max(width, height))
    size = [max(_STEP_PX, int(side * scale) // _STEP_PX * _STEP_PX) for side in (width, height)]
    smaller = size[0] <= width and size[1] <= height
    pixels = np.asarray(
        cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_CUBIC)
    )
    return _grey(pixels)


def _grey(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The mean of the channels, as the network was trained: (h, w) float32."""
    if pixels.ndim == 2:
        return pixels.astype(np.float32)
    return np.asarray(cv2.transform(pixels.astype(np.float32), np.full((1, 3), 1 / 3, np.float32)))


def _equalised(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture in grey, with its contrast raised in each of 8 x 8 parts: (h, w) uint8.

    Zuiderveld, "Contrast limited adaptive histogram equalization", Graphics Gems IV, 1994.
    """
    return np.asarray(cv2.createCLAHE(4.0, (8, 8)).apply(_grey(pixels).astype(np.uint8)), np.uint8)


def _run(
    grey: NDArray[np.float32], threads: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Likelihood of each pixel (h, w); of each cell, reliability (r, c, 1) and descriptor (r, c, 64)."""
    likely, reliability, descriptors = learned_graph(FEATURES_GRAPH, threads).run(grey=grey[None, None])
    return likely[0, 0], reliability[0].transpose(1, 2, 0), descriptors[0].transpose(1, 2, 0)


def _on_cells(places: NDArray[np.intp], side_px: int) -> NDArray[np.float64]:
    """Positions of pixels among cells. The last pixel lies at the border of the last cell, as in the published code."""
    return places * (side_px // _CELL_PX) / (side_px - 1) - 0.5


_Weights = tuple[NDArray[np.float64], ...]


def _linear(t: NDArray[np.float64]) -> _Weights:
    return np.zeros_like(t), 1 - t, t, np.zeros_like(t)


def _cubic(t: NDArray[np.float64]) -> _Weights:
    """Keys, "Cubic convolution interpolation for digital image processing", 1981."""

    def near(d: NDArray[np.float64]) -> NDArray[np.float64]:
        return ((_CUBIC + 2) * d - (_CUBIC + 3)) * d * d + 1

    def far(d: NDArray[np.float64]) -> NDArray[np.float64]:
        return ((_CUBIC * d - 5 * _CUBIC) * d + 8 * _CUBIC) * d - 4 * _CUBIC

    return far(t + 1), near(t), near(1 - t), far(2 - t)


def _interpolated(
    cells: NDArray[np.float32],
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    kernel: Callable[[NDArray[np.float64]], _Weights],
) -> NDArray[np.float32]:
    """(n, c) values of cells (h, w, c) between their centres; beyond the border they are 0."""
    padded = np.pad(cells, ((2, 2), (2, 2), (0, 0)))
    left, top = np.floor(x).astype(np.intp), np.floor(y).astype(np.intp)
    across, down = kernel(x - left), kernel(y - top)
    values = np.zeros((len(x), cells.shape[2]), np.float32)
    for row, of_row in enumerate(down):
        for column, of_column in enumerate(across):
            weight = (of_row * of_column).astype(np.float32)
            values += weight[:, None] * padded[top + row + 1, left + column + 1]
    return values
