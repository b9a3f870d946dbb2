"""Working image -> difference-of-Gaussians keypoints -> RootSIFT.

Lowe, "Distinctive image features from scale-invariant keypoints", IJCV 60(2), 2004;
Arandjelovic and Zisserman, "Three things everyone should know to improve object retrieval", CVPR 2012.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.local_features.features import Features, empty_features

# Chosen by `python -m tests.benchmarks.sweep`; its table is in docs/benchmarks.md.
PHOTO_FEATURES = 900  # with 64 KB of disk a photo
QUERY_FEATURES = 3000


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureOptions:
    """What decides which features a picture gets. All but the budget must be the same for query and photo."""

    max_features: int = PHOTO_FEATURES
    working_side_px: int = 960  # the sweep
    octave_layers: int = 3  # Lowe 2004, 3.2
    sigma: float = 1.6  # Lowe 2004, 3.3
    contrast_threshold: float = (
        0.01  # the sweep; Lowe has 0.03 on the interpolated value, OpenCV 0.04 / layers
    )
    edge_threshold: float = 10.0  # Lowe 2004, 4.1
    cells: int = 8  # the longer side is cut into so many cells for the spread
    surplus_features: int = 3000  # so many more than the budget are described before the spread chooses: that
    # costs 0.03 ms each, a second scale space for the chosen ones alone some 40 ms
    equalise: bool = False  # contrast-limited histogram equalisation before detection: the sweep

    @property
    def fingerprint(self) -> str:
        """Names everything that changes the meaning of a stored feature, in words that can be read."""
        return (
            f"dog-rootsift8 side={self.working_side_px} layers={self.octave_layers} sigma={self.sigma:g} "
            f"contrast={self.contrast_threshold:g} edge={self.edge_threshold:g} equalise={int(self.equalise)}"
        )


def describe(pixels: NDArray[np.uint8], options: FeatureOptions = FeatureOptions()) -> Features:
    """Detect keypoints, keep the best of every part of the picture, and describe them.

    pixels : (h, w, 3) uint8 RGB or (h, w) uint8 grey, already at working size
    Returns at most `options.max_features` features; none for a picture without texture or under 3 px.
    """
    grey = pixels if pixels.ndim == 2 else cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    height, width = grey.shape
    if min(height, width) < 3:
        return empty_features((width, height))
    if options.equalise:
        grey = cv2.createCLAHE(clipLimit=2.0, tileGridSize=(8, 8)).apply(grey)
    sift = cv2.SIFT_create(  # type: ignore[attr-defined]
        nfeatures=options.max_features + options.surplus_features,
        nOctaveLayers=options.octave_layers,
        contrastThreshold=options.contrast_threshold,
        edgeThreshold=options.edge_threshold,
        sigma=options.sigma,
    )
    keypoints, sift_descriptors = sift.detectAndCompute(grey, None)
    if not keypoints:
        return empty_features((width, height))
    if len(keypoints) > options.max_features:
        kept = _spread(keypoints, (width, height), options)
        keypoints, sift_descriptors = [keypoints[i] for i in kept], sift_descriptors[kept]
    table = np.array([(*k.pt, k.size, k.angle) for k in keypoints], np.float32)
    return Features(
        xy=np.ascontiguousarray(table[:, :2]),
        sigma=table[:, 2] / np.float32(2),  # OpenCV's size is a diameter
        angle=np.deg2rad(table[:, 3]) % np.float32(2 * np.pi),
        descriptors=root_sift(sift_descriptors),
        size=(width, height),
    )


def root_sift(sift: NDArray[np.float32]) -> NDArray[np.uint8]:
    """(n, 128) SIFT -> (n, 128) uint8 RootSIFT times 512, so that its L2 norm is 512 but for rounding.

    The square root of the L1-normalised histogram: L2 distance on it is the Hellinger distance (Arandjelovic 2012).
    A descriptor of zeros stays zeros.
    """
    total = np.maximum(sift.sum(axis=1, keepdims=True), np.float32(1e-9))
    root: NDArray[np.uint8] = np.minimum(np.rint(np.sqrt(sift / total) * 512), 255).astype(np.uint8)
    return root


def _spread(
    keypoints: list[cv2.KeyPoint], size: tuple[int, int], options: FeatureOptions
) -> NDArray[np.intp]:
    """Indices of the keypoints to keep: rank within the cell first, contrast second.

    One banner of small print has more contrast than all the rest of a picture. Filling the budget round by round
    with the strongest of each cell, the second strongest of each cell and so on leaves every part its share and
    gives unused shares to the rich parts.
    """
    xy = np.array([k.pt for k in keypoints])
    response = np.array([k.response for k in keypoints])
    cell_px = max(size) / options.cells
    column, row = (xy // cell_px).astype(np.intp).T
    cell = row * options.cells + column
    order = np.lexsort((-response, cell))
    sorted_cell = cell[order]
    start_of_cell = np.searchsorted(sorted_cell, sorted_cell)
    round_number = np.empty(len(order), np.intp)
    round_number[order] = np.arange(len(order)) - start_of_cell
    return np.lexsort((-response, round_number))[: options.max_features]
