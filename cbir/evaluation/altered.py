"""A photo -> an altered copy like people's: cropped, turned, tilted, blurred, lit, lettered."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from cbir.evaluation.views import (
    Homography,
    Pixels,
    View,
    mean_colour,
    translation,
)

_WORDS = (
    *(
        "BREAKING",
        "NEWS",
        "TODAY",
        "SALE",
        "Limited",
        "OFFER",
        "photo",
        "of",
        "the",
        "day",
        "www.example.org",
    ),
    *("SUMMER", "winter", "Festival", "1998", "2024", "Open", "late", "Please", "share", "THIS", "Subscribe"),
)


def crop(pixels: Pixels, rng: np.random.Generator, area: float = 0.3) -> View:
    """Crop a random window with this share of the area and the picture's aspect ratio."""
    height, width = pixels.shape[:2]
    new_width, new_height = (max(1, round(side * area**0.5)) for side in (width, height))
    left = int(rng.integers(0, width - new_width + 1))
    top = int(rng.integers(0, height - new_height + 1))
    window = pixels[top : top + new_height, left : left + new_width].copy()
    return View(pixels=window, homography=translation(-left, -top))


def rotated(pixels: Pixels, angle_deg: float) -> View:
    """Rotate by an angle (from +x towards +y, clockwise on screen), on a canvas that holds the whole picture."""
    height, width = pixels.shape[:2]
    cos, sin = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    new_width = int(np.ceil(width * abs(cos) + height * abs(sin) - 1e-6))
    new_height = int(np.ceil(width * abs(sin) + height * abs(cos) - 1e-6))
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], np.float64)
    homography = (
        translation((new_width - 1) / 2, (new_height - 1) / 2)
        @ turn
        @ translation(-(width - 1) / 2, -(height - 1) / 2)
    )
    canvas = cv2.warpAffine(
        pixels,
        homography[:2],
        (new_width, new_height),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=mean_colour(pixels),
    )
    return View(pixels=np.asarray(canvas, np.uint8), homography=homography)


def blurred(sigma_px: float) -> Callable[[Pixels, np.random.Generator], View]:
    """A Gaussian blur. sigma_px : in pixels of the photo before any scaling"""

    def blur(pixels: Pixels, rng: np.random.Generator) -> View:
        smooth = cv2.GaussianBlur(pixels, (0, 0), sigma_px, borderType=cv2.BORDER_REFLECT)
        return View(pixels=np.asarray(smooth, np.uint8), homography=np.eye(3))

    return blur


def lit(factor: float) -> Callable[[Pixels, np.random.Generator], View]:
    """Multiply all values by a factor and clip at 255, as an editor's brightness slider does."""

    def light(pixels: Pixels, rng: np.random.Generator) -> View:
        values = np.clip(np.rint(pixels.astype(np.float32) * factor), 0, 255).astype(np.uint8)
        return View(pixels=values, homography=np.eye(3))

    return light


def text_band(pixels: Pixels, rng: np.random.Generator) -> View:
    """Draw an opaque band over the middle third of the height, full of lettering in strong contrast."""
    height = len(pixels)
    top, bottom = height // 3, height - height // 3
    canvas = pixels.copy()
    dark = tuple(int(value) for value in rng.integers(0, 70, 3))
    pale = tuple(int(value) for value in rng.integers(200, 256, 3))
    paper, ink = (pale, dark) if rng.random() < 0.5 else (dark, pale)
    canvas[top:bottom] = paper
    lines = int(rng.integers(2, 9))
    line_height = (bottom - top) / lines
    size = line_height / 40  # a Hershey letter is about 22 px tall at size 1, and needs space around it
    thickness = max(1, round(size * 2))
    for line in range(lines):
        baseline = round(top + line_height * (line + 0.75))
        text = " ".join(rng.choice(_WORDS, 40))
        # Draw on the band alone, so that descenders do not leave it.
        band = canvas[top:bottom]
        cv2.putText(
            band, text, (4, baseline - top), cv2.FONT_HERSHEY_DUPLEX, size, ink, thickness, cv2.LINE_AA
        )
    return View(pixels=canvas, homography=np.eye(3))


def tilted(pixels: Pixels, *, tilt_deg: float, axis_deg: float, roll_deg: float = 0.0) -> View:
    """Render the picture as a plane turned out of the camera's plane about an axis, on a square of its longer side.

    tilt_deg : angle between the plane and the camera's plane. axis_deg : the axis' direction in the picture
    """
    height, width = pixels.shape[:2]
    side = max(height, width)
    focal = 1.2 * side  # about the main lens of a phone; also the camera's distance from the plane
    axis = np.radians(axis_deg)
    tilt = np.radians(tilt_deg) * np.array([np.cos(axis), np.sin(axis), 0.0])
    turn = np.asarray(cv2.Rodrigues(np.array([0, 0, np.radians(roll_deg)]))[0]) @ np.asarray(
        cv2.Rodrigues(tilt)[0]
    )
    # A plane point (x, y, 0) is rotated to R (x, y, 0) and moved to the distance f: K [r1 r2 t].
    camera = np.diag([focal, focal, 1.0])
    plane = np.column_stack([turn[:, 0], turn[:, 1], np.array([0.0, 0.0, focal])])
    homography = camera @ plane @ translation(-(width - 1) / 2, -(height - 1) / 2)
    homography = _fitted(homography, width, height, side)
    return View(pixels=_warped(pixels, homography, side), homography=homography / homography[2, 2])


def _fitted(homography: Homography, width: int, height: int, side: int) -> Homography:
    """Scale and shift a homography's output so that the picture's four corners just fit a square canvas."""
    corners = np.array([[[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]]], np.float64)
    mapped = np.asarray(cv2.perspectiveTransform(corners, homography))[0]
    low, high = mapped.min(axis=0), mapped.max(axis=0)
    factor = (side - 1) / float((high - low).max())
    return np.diag([factor, factor, 1.0]) @ translation(-float(low[0]), -float(low[1])) @ homography


def _warped(pixels: Pixels, homography: Homography, side: int) -> Pixels:
    """Render at twice the size and average, as the far side shrinks so much that plain sampling would alias."""
    double = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]], np.float64)
    large = cv2.warpPerspective(
        pixels,
        double @ homography,
        (2 * side, 2 * side),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=mean_colour(pixels),
    )
    return np.asarray(cv2.resize(large, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
