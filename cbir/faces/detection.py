"""A photo's pixels -> boxes and key points of faces.

The network sees the photo small, where large faces are, and once more larger, where small ones are. All its layers
are convolutions, so that one large pass does the work of tiles, without borders between them. What may be a face in
either pass is cut out and seen twice more, each time in the size that the network is surest of.
Bazarevsky and others, "BlazeFace: sub-millisecond neural face detection on mobile GPUs", 2019.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.faces.networks import FaceNetwork

_AT_ONCE = 32  # candidates in one run of the network
CELL_PX = 4  # of the network's output
STEP_PX = 32  # the network halves its input five times
KEY_POINTS = 6
"""Eyes (the one at the left of the picture first), tip of the nose, mouth, ears."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectionOptions:
    """Sizes at which the network sees a photo, and the least certainty of a face.

    sides_px : longer side of the photo in each pass. min_candidate : likelihood in each; from .05 on, hardly a face of
        24 pixels is missed, at twice as many looks
    looks : for each further look, the side of a square around the candidate in sides of its box, and in pixels
    min_likelihood : mean of the looks. Options were chosen on half A (see FindingOptions), where four of the 200
        detections from .54 to .66 are none, and on faces of people/ pasted into its scenes
    """

    sides_px: tuple[int, ...] = (192, 736)  # 192: as the network was trained
    min_candidate: tuple[float, ...] = (0.15, 0.1)
    looks: tuple[tuple[float, int], ...] = ((2.0, 64), (3.0, 96))
    min_likelihood: float = 0.6
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
        _one_pass(
            network, pixels, side, options.min_candidate[number] if options.looks else options.min_likelihood
        )
        for number, side in enumerate(options.sides_px)
        if number == 0 or max(pixels.shape[:2]) > options.sides_px[number - 1]
    ]
    rows_all = np.concatenate(rows)
    merged = _merged(rows_all[np.argsort(-rows_all[:, 0], kind="stable")], options)
    if options.looks:
        merged = _looked_at(network, pixels, merged, options)
    places = merged[:, 1:].reshape(-1, 2 + KEY_POINTS, 2)
    return Detections(
        boxes=np.concatenate([places[:, 0], places[:, 1] - places[:, 0]], axis=1),
        points=places[:, 2:],
        likely=merged[:, 0],
    )


def _one_pass(
    network: FaceNetwork, pixels: NDArray[np.uint8], side_px: int, min_likelihood: float
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
    likely = _likelihoods(outputs)[0]
    y, x = np.nonzero(likely >= min_likelihood)
    centres = np.stack([x + 0.5, y + 0.5], axis=1).astype(np.float32) * CELL_PX
    places = outputs["places"][0][:, y, x].T.reshape(-1, 2 + KEY_POINTS, 2)
    middle, half = places[:, 0] + centres, np.maximum(places[:, 1], 0) / 2
    corners = np.stack([middle - half, middle + half], axis=1)
    points = np.concatenate([corners, places[:, 2:] + centres[:, None]], axis=1)
    points *= np.array([width, height], np.float32) / np.array(size, np.float32)
    return np.concatenate([likely[y, x, None], points.reshape(len(points), 4 + 2 * KEY_POINTS)], axis=1)


def _looked_at(
    network: FaceNetwork, pixels: NDArray[np.uint8], rows: NDArray[np.float32], options: DetectionOptions
) -> NDArray[np.float32]:
    """The candidates that are faces, the likeliest first, with the mean likelihood of the further looks."""
    rows = rows.copy()
    rows[:, 0] = 0
    for number, (share, side) in enumerate(options.looks, start=1):
        looks = [_look(network, pixels, part, share, side) for part in _parts(rows)]
        rows[:, 0] += np.concatenate([np.zeros(0, np.float32), *looks])
        rest = len(options.looks) - number  # if all of these were sure
        rows = rows[rows[:, 0] + rest >= options.min_likelihood * len(options.looks)]
    rows[:, 0] /= len(options.looks)
    faces = rows
    faces = faces[np.argsort(-faces[:, 0], kind="stable")]
    distinct = [
        row
        for number, row in enumerate(faces)
        if not (
            _common(row[1:5], faces[:number, 1:5])
            > _SHARED * np.minimum(_areas(faces[:number]), _areas(row[None]))
        ).any()
    ]  # doubtful candidates of the passes may be one face in two sizes
    return np.array(distinct, np.float32).reshape(-1, rows.shape[1])


def _parts(rows: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    return [rows[start : start + _AT_ONCE] for start in range(0, len(rows), _AT_ONCE)]


def _look(
    network: FaceNetwork, pixels: NDArray[np.uint8], rows: NDArray[np.float32], share: float, side_px: int
) -> NDArray[np.float32]:
    """(n,): the largest likelihood near the middle of a square around each candidate. Beyond the photo it is black."""
    squares = np.zeros((len(rows), side_px, side_px, 3), np.uint8)
    for square, (left, top, right, bottom) in zip(squares, rows[:, 1:5], strict=True):
        side = max(2, round(share * max(right - left, bottom - top)))
        x, y = round((left + right - side) / 2), round((top + bottom - side) / 2)
        part = pixels[max(0, y) : max(0, y + side), max(0, x) : max(0, x + side)]
        if part.size and part.shape[:2] != (side, side):
            above, before = max(0, -y), max(0, -x)
            rest = side - above - part.shape[0], side - before - part.shape[1]
            part = np.pad(part, ((above, rest[0]), (before, rest[1]), (0, 0)))
        if part.size:
            way = cv2.INTER_AREA if side > side_px else cv2.INTER_LINEAR
            cv2.resize(part, (side_px, side_px), dst=square, interpolation=way)
    likely = _likelihoods(
        network.run(squares.transpose(0, 3, 1, 2).astype(np.float32) * np.float32(2 / 255) - 1)
    )
    middle, near = likely.shape[1] // 2, max(1, likely.shape[1] // 8)
    nearby = likely[:, middle - near : middle + near, middle - near : middle + near]
    return np.asarray(nearby.max(axis=(1, 2)))


def _likelihoods(outputs: dict[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    """(n, rows, columns)"""
    return np.asarray(1 / (1 + np.exp(-np.clip(outputs["likely"][:, 0], -80, 80))))


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
_SHARED = 0.5  # share of a smaller box that lies in a likelier one after the looks; two faces share less
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
