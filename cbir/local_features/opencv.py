"""Grey picture -> OpenCV's difference-of-Gaussians keypoints and SIFT -> RootSIFT.

Libraries had these features before the program had its own. Tests compare the two.
Arandjelovic and Zisserman, "Three things everyone should know to improve object retrieval", CVPR 2012.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.local_features.features import FeatureOptions, Features, empty_features, root_sift, spread


def describe_grey(grey: NDArray[np.uint8], options: FeatureOptions) -> Features:
    """See sift.describe. OpenCV describes more features than the budget, and spread() then chooses among them.

    A surplus feature costs 0.03 ms. To describe only the chosen ones, OpenCV would build a second scale space.
    """
    height, width = grey.shape
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
    table = np.array([(*k.pt, k.size, k.angle, k.response) for k in keypoints], np.float32)
    chosen = np.arange(len(table))
    if len(table) > options.max_features:
        chosen = spread(table[:, :2], table[:, 4], (width, height), options.cells, len(table))
        chosen = chosen[: options.max_features]
    table = table[chosen]
    return Features(
        xy=np.ascontiguousarray(table[:, :2]),
        sigma=table[:, 2] / np.float32(2),  # OpenCV's size is a diameter
        angle=np.deg2rad(table[:, 3]) % np.float32(2 * np.pi),
        descriptors=root_sift(sift_descriptors[chosen]),
        size=(width, height),
    )
