"""Faces with key points -> upright pictures of 150 x 150 pixels -> 128 numbers for each.

Two faces whose numbers differ by less than 0.6 (Euclidean) are of one person, as dlib's author trained the network
and published it. The key points are the detector's own: a second network for them changes no pair of our photos.
King, dlib's `dnn_face_recognition_ex.cpp`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.faces.networks import FaceNetwork

FACE_PX = 150
_AT_ONCE = 16  # faces in one run of the network: 16 take 40 MB of activations
_PLACES = np.array([[46.7, 46.5], [100.9, 46.9], [73.5, 79.9], [73.4, 105.0]], np.float64)
"""Eyes, nose and mouth in the upright picture: the means of the detector's points in dlib's own pictures of faces."""


def transforms_of(points: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n, 2, 3): for each face, the similarity that moves its key points to their places, by least squares.

    points : (n, >= 4, 2), see detection.KEY_POINTS. Umeyama, IEEE PAMI 13(4), 1991, for the plane, where it is linear.
    """
    here = points[:, : len(_PLACES)].astype(np.float64)
    middles, place = here.mean(axis=1, keepdims=True), _PLACES.mean(axis=0)
    x, y = np.moveaxis(here - middles, 2, 0)
    u, v = (_PLACES - place).T
    squares = np.maximum((x * x + y * y).sum(axis=1), 1e-6)
    a, b = (x * u + y * v).sum(axis=1) / squares, (x * v - y * u).sum(axis=1) / squares
    turns = np.stack([np.stack([a, -b], axis=1), np.stack([b, a], axis=1)], axis=1)
    shifts = place[:, None] - turns @ middles.transpose(0, 2, 1)
    return np.concatenate([turns, shifts], axis=2)


def aligned_faces(pixels: NDArray[np.uint8], points: NDArray[np.float32]) -> NDArray[np.uint8]:
    """(n, 150, 150, 3) uint8: the faces upright, in one size and place. Beyond the photo's border it is black.

    pixels : (h, w, 3) uint8 RGB. points : (n, >= 4, 2), in its pixels
    """
    faces = np.zeros((len(points), FACE_PX, FACE_PX, 3), np.uint8)
    for number, transform in enumerate(transforms_of(points)):
        scale = float(np.hypot(*transform[:, 0]))
        source, matrix = pixels, transform.copy()
        matrix[:, 2] += matrix[:, :2] @ (0.5, 0.5) - 0.5  # from corners to centres of pixels
        if scale < 0.5:  # a linear warp would skip pixels
            factor = max(1, int(1 / scale))
            source, offset = _surroundings(pixels, transform, factor)
            matrix[:, 2] += matrix[:, :2] @ (offset + (factor - 1) / 2)
            matrix[:, :2] *= factor
        cv2.warpAffine(source, matrix, (FACE_PX, FACE_PX), dst=faces[number], flags=cv2.INTER_LINEAR)
    return faces


def _surroundings(
    pixels: NDArray[np.uint8], transform: NDArray[np.float64], factor: int
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The part of a photo that an upright face shows, smaller by a whole factor, and where it begins."""
    back = np.linalg.inv(transform[:, :2])
    corners = np.array([[0, 0], [FACE_PX, 0], [0, FACE_PX], [FACE_PX, FACE_PX]]) - transform[:, 2]
    corners = corners @ back.T
    low = np.clip(np.floor(corners.min(axis=0)).astype(int) - factor, 0, None)
    high = np.ceil(corners.max(axis=0)).astype(int) + factor
    part = pixels[low[1] : max(low[1] + 1, high[1]), low[0] : max(low[0] + 1, high[0])]
    size = (max(1, part.shape[1] // factor), max(1, part.shape[0] // factor))
    part = part[: size[1] * factor or None, : size[0] * factor or None]
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA)), low.astype(np.float64)


def describe_faces(network: FaceNetwork, faces: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(n, 128) float32: for each face, the mean of what the network says of it and of its mirror image.

    faces : (n, 150, 150, 3) uint8 RGB, upright
    """
    numbers = [np.zeros((0, 128), np.float32)]
    for start in range(0, len(faces), _AT_ONCE):
        planes = faces[start : start + _AT_ONCE].transpose(0, 3, 1, 2).astype(np.float32)
        both = [network.run(side)["numbers_of_faces"] for side in (planes, planes[..., ::-1].copy())]
        numbers.append((both[0] + both[1]) / 2)
    return np.concatenate(numbers)
