"""Features of one picture, as arrays with one row per feature."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# The 4 x 4 x 8 layout of a SIFT descriptor under a left-right flip: the columns of cells change places and every
# orientation bin o, an angle, becomes -o.
_FLIP = np.arange(128).reshape(4, 4, 8)[::-1, :, (-np.arange(8)) % 8].reshape(128)


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """Keypoints and descriptors of one working image.

    xy : (n, 2) float32, working-image pixels
    sigma : (n,) float32, scale of the keypoint in working-image pixels
    angle : (n,) float32, dominant gradient direction in radians, [0, 2 pi), from x towards y (clockwise on screen)
    descriptors : (n, 128) uint8, RootSIFT times 512; SIFT where the options leave the root out
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
    """Features of the same picture flipped left to right, without looking at its pixels again.

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
