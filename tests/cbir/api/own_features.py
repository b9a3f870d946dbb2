"""A detector of a program's own: corners on a grid, described by OpenCV's SIFT. Workers import it from here."""

import cv2
import numpy as np

import cbir


def grid_of_corners(grey, max_features):
    points = cv2.goodFeaturesToTrack(grey, max_features, 0.01, 4)
    keypoints = (
        [] if points is None else [cv2.KeyPoint(float(x), float(y), 12.0, 0.0) for x, y in points[:, 0]]
    )
    keypoints, sift = cv2.SIFT_create().compute(grey, keypoints)
    return cbir.Features(
        xy=np.array([point.pt for point in keypoints], np.float32).reshape(-1, 2),
        sigma=np.full(len(keypoints), 6.0, np.float32),
        angle=np.zeros(len(keypoints), np.float32),
        descriptors=cbir.root_sift(np.zeros((0, 128), np.float32) if sift is None else sift),
        size=grey.shape[::-1],
    )


def of_the_wrong_size(grey, max_features):
    features = grid_of_corners(grey, max_features)
    return cbir.Features(
        xy=features.xy.copy(),
        sigma=features.sigma.copy(),
        angle=features.angle.copy(),
        descriptors=features.descriptors.copy(),
        size=(1, 1),
    )
