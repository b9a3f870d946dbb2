"""Pixels -> rectangles around lines of text: a probability map, its blobs, and a rectangle around each blob.

Liao et al., "Real-time scene text detection with differentiable binarization", AAAI 2020: the network is trained on
shrunken blobs, so that lines do not touch. Each rectangle is then grown by area * ratio / perimeter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2

_FILLED = 0.75  # share of its rectangle that a straight line fills
_THIN = 0.04  # of the square of its circumference: a line three times as long as high has less
_STEP = 32  # the network halves its input five times
_STROKES_SIDE_PX = 640
_STROKES_AROUND_PX = 15
_STROKES_CONTRAST = 32
_STROKES_SHARE = 0.07  # exceeded by a page of small print, and by a quarter of the photos without text


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectionOptions:
    """Size of the detector's input, and thresholds for its blobs.

    side_px : longer side of the network's input
    """

    side_px: int = 640
    min_probability: float = 0.3  # for a pixel to belong to a blob; as PP-OCR
    min_confidence: float = 0.5  # mean over a blob's rectangle; as RapidOCR
    grow: float = 1.6  # as RapidOCR
    min_height_px: int = 3  # height of a blob on the map
    max_lines: int = 1000


def detector_input(pixels: NDArray[np.uint8], side_px: int) -> NDArray[np.float32]:
    """Convert (h, w, 3) RGB to (1, 3, H, W) float32 BGR in -1 to 1. H and W are multiples of 32; only shrinks."""
    height, width = pixels.shape[:2]
    scale = min(1.0, side_px / max(height, width))
    size = [max(_STEP, round(side * scale / _STEP) * _STEP) for side in (width, height)]
    resized = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    return normalised(np.asarray(resized, np.uint8))[None]


def normalised(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Convert (h, w, 3) RGB uint8 to (3, h, w) float32 BGR in -1 to 1, as the networks were trained."""
    planes = pixels[:, :, ::-1].transpose(2, 0, 1).astype(np.float32)
    planes *= 2 / 255
    planes -= 1
    return planes


def has_fine_strokes(pixels: NDArray[np.uint8]) -> bool:
    """True if much of a picture is darker or lighter than its surroundings, like small print that a glance misses.

    pixels : (h, w, 3) RGB
    """
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    scale = _STROKES_SIDE_PX / max(grey.shape)
    if scale < 1:
        size = [max(1, round(side * scale)) for side in grey.shape[::-1]]
        grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    around = cv2.blur(grey, (_STROKES_AROUND_PX, _STROKES_AROUND_PX))
    contrasts = [cv2.subtract(grey, around), cv2.subtract(around, grey)]
    return any((contrast > _STROKES_CONTRAST).mean() > _STROKES_SHARE for contrast in contrasts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob:
    """Text on the probability map. quad : (4, 2), the rectangle around it, grown. outline : (n, 2), not grown

    Both in the coordinates of the picture. bent : the rectangle holds much that is no text
    """

    quad: NDArray[np.float32]
    outline: NDArray[np.float32]
    bent: bool


def find_blobs(
    probabilities: NDArray[np.float32], size: tuple[int, int], options: DetectionOptions
) -> list[Blob]:
    """Blobs of a probability map.

    probabilities : (H, W). size : (width, height) of the picture whose coordinates the corners are returned in
    The corners of a blob's rectangle are clockwise, the first at the top left of upright text.
    """
    mask = cv2.dilate((probabilities > options.min_probability).astype(np.uint8), np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    stretch = np.array(size, np.float32) / probabilities.shape[::-1]
    blobs = []
    for contour in contours[: options.max_lines]:
        centre, (width, height), angle = cv2.minAreaRect(contour)
        if min(width, height) < options.min_height_px:
            continue
        area = cv2.contourArea(contour)
        bent = area < _FILLED * width * height and area < _THIN * cv2.arcLength(contour, closed=True) ** 2
        inside = contour if bent else cv2.boxPoints((centre, (width, height), angle))
        if _mean_inside(probabilities, np.asarray(inside).reshape(-1, 2)) < options.min_confidence:
            continue
        grown = width * height * options.grow / (width + height)  # both sides of a rectangle together
        corners = cv2.boxPoints((centre, (width + grown, height + grown), angle)) * stretch
        blobs.append(
            Blob(
                quad=_from_top_left(np.clip(corners, 0, np.array(size, np.float32) - 1)),
                outline=(contour.reshape(-1, 2) * stretch).astype(np.float32),
                bent=bent,
            )
        )
    return blobs


def _mean_inside(probabilities: NDArray[np.float32], corners: NDArray[Any]) -> float:
    height, width = probabilities.shape
    left, top = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, (width - 1, height - 1))
    right, bottom = np.clip(np.ceil(corners.max(axis=0)).astype(int), 0, (width - 1, height - 1))
    mask = np.zeros((bottom - top + 1, right - left + 1), np.uint8)
    cv2.fillPoly(mask, [(corners - (left, top)).astype(np.int32)], 1)
    return float(cv2.mean(probabilities[top : bottom + 1, left : right + 1], mask)[0])


def _from_top_left(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Order corners clockwise, beginning with the top left: the corner whose outgoing edge points most to the right."""
    edges = np.roll(corners, -1, axis=0) - corners
    turn = edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0]
    clockwise = corners if turn > 0 else corners[::-1]
    edges = np.roll(clockwise, -1, axis=0) - clockwise
    directions = edges[:, 0] / np.maximum(np.hypot(edges[:, 0], edges[:, 1]), 1e-6)
    return np.roll(clockwise, -int(np.argmax(directions)), axis=0).astype(np.float32)
