"""Keypoints and descriptors of a picture, the options of their detection, and the selection of keypoints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

# A left-right flip of a SIFT descriptor, 4 x 4 x 8: the columns of cells are reversed, and every orientation bin o, an
# angle, becomes -o.
_FLIP = np.arange(128).reshape(4, 4, 8)[::-1, :, (-np.arange(8)) % 8].reshape(128)


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """Keypoints and descriptors of one working image.

    xy : (n, 2) float32, working-image pixels
    sigma : (n,) float32, scale of the keypoint in working-image pixels
    angle : (n,) float32, dominant gradient direction in radians, [0, 2 pi), from x towards y (clockwise on screen)
    descriptors : (n, 128) uint8, RootSIFT times 512; SIFT if the options omit the root
    size : (width, height) of the working image
    """

    xy: NDArray[np.float32]
    sigma: NDArray[np.float32]
    angle: NDArray[np.float32]
    descriptors: NDArray[np.uint8]
    size: tuple[int, int]

    def __post_init__(self) -> None:
        n = len(self.xy)
        if self.xy.shape != (n, 2) or self.descriptors.shape != (n, 128):
            raise ValueError(f"features of unequal length: {self.xy.shape}, {self.descriptors.shape}")
        if self.sigma.shape != (n,) or self.angle.shape != (n,):
            raise ValueError(f"features of unequal length: {n}, {self.sigma.shape}, {self.angle.shape}")
        for array in (self.xy, self.sigma, self.angle, self.descriptors):
            array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.xy)


def empty_features(size: tuple[int, int]) -> Features:
    """Features of a picture without any keypoint."""
    return Features(
        xy=np.zeros((0, 2), np.float32),
        sigma=np.zeros(0, np.float32),
        angle=np.zeros(0, np.float32),
        descriptors=np.zeros((0, 128), np.uint8),
        size=size,
    )


def mirrored(features: Features) -> Features:
    """Features of the same picture flipped left to right, computed without its pixels.

    The flip of a descriptor is exact: gradients change sign along x only, so cells and bins are permuted.
    """
    width = features.size[0]
    xy = features.xy.copy()
    xy[:, 0] = (width - 1) - xy[:, 0]
    return Features(
        xy=xy,
        sigma=features.sigma.copy(),
        angle=np.mod(np.float32(np.pi) - features.angle, np.float32(2 * np.pi)),
        descriptors=features.descriptors[:, _FLIP].copy(),
        size=features.size,
    )


def without_root(descriptors: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """RootSIFT -> SIFT, (n, 128) uint8 each: the squares, at length 512 in 8 bits (Lowe 2004, 6.1)."""
    squares = np.square(descriptors, dtype=np.float32)
    length = np.maximum(np.linalg.norm(squares, axis=1, keepdims=True), np.float32(1e-9))
    sift: NDArray[np.uint8] = np.minimum(np.rint(squares / length * 512), 255).astype(np.uint8)
    return sift


Implementation = Literal["cbir", "opencv"]

# Chosen by a sweep over half A of the data: docs/benchmarks.md, "Decided once".
PHOTO_FEATURES = 900  # 64 KB of disk a photo
QUERY_FEATURES = 3000


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureOptions:
    """Options of detection and description. Except for the budget, they must be the same for query and photo."""

    max_features: int = PHOTO_FEATURES
    working_side_px: int = 960  # the sweep
    octave_layers: int = 3  # Lowe 2004, 3.2
    sigma: float = 1.6  # Lowe 2004, 3.3
    magnification: float = (
        2.0  # before the first octave: Lowe 2004, 3.3. Less is faster, with fewer keypoints
    )
    contrast_threshold: float = 0.01  # the sweep; Lowe: 0.03 on the interpolated value, OpenCV: 0.04 / layers
    edge_threshold: float = 10.0  # Lowe 2004, 4.1
    cells: int = 8  # along the longer side, to spread the features over the picture
    surplus_features: int = 3000  # number of candidates beyond the budget among which the features are spread
    root: bool = True  # Arandjelovic 2012. False gives Lowe's SIFT, to measure the gain
    implementation: Implementation = "cbir"
    detector: str = ""  # "module:function" of a custom detector; empty for the implementation above

    @property
    def fingerprint(self) -> str:
        """Readable text of all options that change stored features."""
        if self.detector:
            return f"own {self.detector} side={self.working_side_px}"
        own = "cbir-" if self.implementation == "cbir" else ""
        first = "" if self.magnification == 2 else f" magnification={self.magnification:g}"
        descriptor = "rootsift8" if self.root else "sift8"
        # Earlier versions had an option `equalise`. Features stored without it are the same as today's.
        return (
            f"{own}dog-{descriptor} side={self.working_side_px} layers={self.octave_layers} sigma={self.sigma:g} "
            f"contrast={self.contrast_threshold:g} edge={self.edge_threshold:g} equalise=0{first}"
        )


def spread(
    xy: NDArray[np.float32],
    contrast: NDArray[np.float32],
    size: tuple[int, int],
    cells: int,
    strongest: int,
) -> NDArray[np.intp]:
    """Indices of the strongest keypoints, in order of preference: by rank within the cell, then by contrast.

    A banner of small print can have more contrast than the rest of a picture. The budget is therefore filled in rounds:
    the strongest of each cell, then the second strongest of each cell, and so on. Every part of the picture gets its
    share, and parts rich in texture get the shares that other parts cannot use.
    cells : along the longer side of the picture. strongest : number of keypoints to choose from, by contrast
    """
    strong = np.argsort(-contrast, kind="stable")[:strongest]
    column, row = np.maximum(xy[strong] // (max(size) / cells), 0).astype(np.intp).T
    cell = row * cells + column
    by_cell = np.argsort(cell, kind="stable")  # the strongest of each cell first
    sorted_cell = cell[by_cell]
    round_number = np.empty(len(strong), np.intp)
    round_number[by_cell] = np.arange(len(strong)) - np.searchsorted(sorted_cell, sorted_cell)
    return strong[np.argsort(round_number, kind="stable")]


def root_sift(sift: NDArray[np.float32]) -> NDArray[np.uint8]:
    """(n, 128) SIFT -> (n, 128) uint8 RootSIFT times 512: its L2 norm is 512, apart from rounding.

    The square root of the L1-normalised histogram: L2 distance on it is the Hellinger distance (Arandjelovic 2012).
    A descriptor of zeros stays zeros.
    """
    total = np.maximum(sift.sum(axis=1, keepdims=True), np.float32(1e-9))
    root: NDArray[np.uint8] = np.minimum(np.rint(np.sqrt(sift / total) * 512), 255).astype(np.uint8)
    return root
