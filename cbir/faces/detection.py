"""A photo's pixels -> boxes and key points of faces.

The network sees the photo small, where large faces are, and once more larger, where small ones are. All its layers
are convolutions, so that one large pass does the work of tiles, without borders between them.
Bazarevsky and others, "BlazeFace: sub-millisecond neural face detection on mobile GPUs", 2019.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.faces.networks import FaceNetwork

CELL_PX = 4  # of the network's output
STEP_PX = 32  # the network halves its input five times
KEY_POINTS = 6
"""Eyes (the one at the left of the picture first), tip of the nose, mouth, ears."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectionOptions:
    """Sizes at which the network sees a photo, and the least certainty of a face.

    sides_px : longer side of the photo in each pass
    """

    sides_px: tuple[int, ...] = (192, 736)  # 192: as the network was trained
    min_likelihood: float = 0.6  # as MediaPipe's full-range detector
    same_face: float = 0.3  # overlap, intersection over union; as MediaPipe
    max_faces: int = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Detections:
    """Faces of one picture, the likeliest first, in its pixels (continuous coordinates, origin at the corner).

    boxes : (n, 4) float32: left, top, width, height. points : (n, 6, 2) float32, see KEY_POINTS. likely : (n,)
    """

    boxes: NDArray[np.float32]
    points: NDArray[np.float32]
    likely: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.boxes)


def detect_faces(
    network: FaceNetwork, pixels: NDArray[np.uint8], options: DetectionOptions = DetectionOptions()
) -> Detections:
    """Find the faces in a picture.

    pixels : (h, w, 3) uint8 RGB, upright. A pass that would enlarge the picture is left out, except for the first.
    """
    rows = [
        _one_pass(network, pixels, side, options)
        for number, side in enumerate(options.sides_px)
        if number == 0 or max(pixels.shape[:2]) > options.sides_px[number - 1]
    ]
    rows_all = np.concatenate(rows)
    merged = _merged(rows_all[np.argsort(-rows_all[:, 0], kind="stable")], options)
    places = merged[:, 1:].reshape(-1, 2 + KEY_POINTS, 2)
    return Detections(
        boxes=np.concatenate([places[:, 0], places[:, 1] - places[:, 0]], axis=1),
        points=places[:, 2:],
        likely=merged[:, 0],
    )


def _one_pass(
    network: FaceNetwork, pixels: NDArray[np.uint8], side_px: int, options: DetectionOptions
) -> NDArray[np.float32]:
    """(n, 17) rows of likelihood, two corners and six key points, in pixels of the picture."""
    height, width = pixels.shape[:2]
    scale = side_px / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = np.asarray(
        cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    )
    rows, columns = (-(-length // STEP_PX) * STEP_PX for length in small.shape[:2])
    canvas = np.full((1, 3, rows, columns), -1, np.float32)  # black beside the picture
    canvas[0, :, : small.shape[0], : small.shape[1]] = small.transpose(2, 0, 1) * np.float32(2 / 255) - 1
    outputs = network.run(canvas)
    likely = 1 / (1 + np.exp(-np.clip(outputs["likely"][0, 0], -80, 80)))
    y, x = np.nonzero(likely >= options.min_likelihood)
    centres = np.stack([x + 0.5, y + 0.5], axis=1).astype(np.float32) * CELL_PX
    places = outputs["places"][0][:, y, x].T.reshape(-1, 2 + KEY_POINTS, 2)
    middle, half = places[:, 0] + centres, np.maximum(places[:, 1], 0) / 2
    corners = np.stack([middle - half, middle + half], axis=1)
    points = np.concatenate([corners, places[:, 2:] + centres[:, None]], axis=1)
    points *= np.array([width, height], np.float32) / np.array(size, np.float32)
    return np.concatenate([likely[y, x, None], points.reshape(len(points), 4 + 2 * KEY_POINTS)], axis=1)


def _merged(rows: NDArray[np.float32], options: DetectionOptions) -> NDArray[np.float32]:
    """The mean of the rows of each face, weighted by likelihood: non-maximum suppression as BlazeFace describes it.

    rows : the likeliest first
    """
    faces: list[NDArray[np.float32]] = []
    left = rows[(rows[:, 3:5] > rows[:, 1:3]).all(axis=1)]
    while len(left) and len(faces) < options.max_faces:
        overlap = _overlaps(left[0, 1:5], left[:, 1:5])
        same = overlap > options.same_face
        same[0] = True
        group = left[same]
        # If both passes saw a face, the likelier detection counts.
        near = group[np.abs(_areas(group) / _areas(group[:1]) - 1) < _SAME_AREA]
        mean = np.average(near, axis=0, weights=near[:, 0]).astype(np.float32)
        mean[0] = group[0, 0]
        faces.append(mean)
        left = left[~same & ~_is_inside(left[0, 1:5], left[:, 1:5])]
    return np.array(faces, np.float32).reshape(-1, rows.shape[1])


_SAME_AREA = 0.5  # relative difference
_INSIDE = 0.7  # share of a smaller box that lies in a likelier one: the same face in another pass


def _areas(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((rows[:, 3] - rows[:, 1]) * (rows[:, 4] - rows[:, 2]))


def _common(box: NDArray[np.float32], boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    sides = np.minimum(box[2:], boxes[:, 2:]) - np.maximum(box[:2], boxes[:, :2])
    return np.asarray(np.prod(np.maximum(sides, 0), axis=1))


def _overlaps(box: NDArray[np.float32], boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Intersection over union."""
    common = _common(box, boxes)
    areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    return np.asarray(common / np.maximum(np.prod(box[2:] - box[:2]) + areas - common, 1e-6))


def _is_inside(box: NDArray[np.float32], boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    return np.asarray(_common(box, boxes) > _INSIDE * np.maximum(areas, 1e-6))
