"""A photo -> a copy as people make them: cropped, turned, resized, recompressed, blurred, lettered, mirrored.

KINDS names them all; altered_copy() makes one from a photo's name, so that every run alters it alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from cbir.evaluation.views import (
    Homography,
    Pixels,
    View,
    encode_jpeg,
    generator_for,
    mean_colour,
    resized,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One way to alter a photo.

    quality : of the JPEG that it is saved as. mirrored : only a mirrored search can find it.
    """

    name: str
    alter: Callable[[Pixels, np.random.Generator], View]
    quality: int = 90
    mirrored: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AlteredCopy:
    """jpeg : the encoded copy. homography : (3, 3), takes a point of the original to the copy."""

    jpeg: bytes
    homography: Homography


def altered_copy(pixels: Pixels, kind: Kind, name: str) -> AlteredCopy:
    """Alter a photo. name : what the random parameters are drawn from, together with the kind."""
    view = kind.alter(pixels, generator_for(name, kind.name))
    return AlteredCopy(jpeg=encode_jpeg(view.pixels, kind.quality), homography=view.homography)


def crop(pixels: Pixels, rng: np.random.Generator, area: float = 0.3) -> View:
    """A window of this share of the area and of the picture's own shape, anywhere in it."""
    height, width = pixels.shape[:2]
    new_width, new_height = (max(1, round(side * area**0.5)) for side in (width, height))
    left = int(rng.integers(0, width - new_width + 1))
    top = int(rng.integers(0, height - new_height + 1))
    window = pixels[top : top + new_height, left : left + new_width].copy()
    return View(pixels=window, homography=translation(-left, -top))


def rotation(pixels: Pixels, rng: np.random.Generator) -> View:
    """Turned by any angle. The canvas grows, so that nothing is cut off; its corners take the mean colour."""
    return rotated(pixels, float(rng.uniform(0, 360)))


def rotated(pixels: Pixels, angle_deg: float) -> View:
    """Turned by an angle (from +x towards +y, that is clockwise as seen) on a canvas that holds all of it."""
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


def scale(pixels: Pixels, rng: np.random.Generator) -> View:
    """0.3 to 2 times as large, every factor on a logarithmic scale alike."""
    height, width = pixels.shape[:2]
    factor = float(np.exp(rng.uniform(np.log(0.3), np.log(2))))
    return resized(pixels, (max(1, round(width * factor)), max(1, round(height * factor))))


def same(pixels: Pixels, rng: np.random.Generator) -> View:
    """Unaltered: what is left to the JPEG quality of the kind."""
    return View(pixels=pixels.copy(), homography=np.eye(3))


def blurred(sigma_px: float) -> Callable[[Pixels, np.random.Generator], View]:
    """A Gaussian blur of sigma in pixels of the photo as it is."""

    def blur(pixels: Pixels, rng: np.random.Generator) -> View:
        smooth = cv2.GaussianBlur(pixels, (0, 0), sigma_px, borderType=cv2.BORDER_REFLECT)
        return View(pixels=np.asarray(smooth, np.uint8), homography=np.eye(3))

    return blur


def lit(factor: float) -> Callable[[Pixels, np.random.Generator], View]:
    """All values multiplied by a factor and cut at 255, as an editor's brightness slider does."""

    def light(pixels: Pixels, rng: np.random.Generator) -> View:
        values = np.clip(np.rint(pixels.astype(np.float32) * factor), 0, 255).astype(np.uint8)
        return View(pixels=values, homography=np.eye(3))

    return light


def text_band(pixels: Pixels, rng: np.random.Generator) -> View:
    """An opaque band over the middle third of the height, full of lettering of strong contrast."""
    height = len(pixels)
    top, bottom = height // 3, height - height // 3
    canvas = pixels.copy()
    dark = tuple(int(value) for value in rng.integers(0, 70, 3))
    pale = tuple(int(value) for value in rng.integers(200, 256, 3))
    paper, ink = (pale, dark) if rng.random() < 0.5 else (dark, pale)
    canvas[top:bottom] = paper
    lines = int(rng.integers(2, 9))
    line_height = (bottom - top) / lines
    size = line_height / 40  # a Hershey letter is some 22 px tall at size 1, and needs air around it
    thickness = max(1, round(size * 2))
    for line in range(lines):
        baseline = round(top + line_height * (line + 0.75))
        text = " ".join(rng.choice(_WORDS, 40))
        # Letters that hang below their line must not leave the band.
        band = canvas[top:bottom]
        cv2.putText(
            band, text, (4, baseline - top), cv2.FONT_HERSHEY_DUPLEX, size, ink, thickness, cv2.LINE_AA
        )
    return View(pixels=canvas, homography=np.eye(3))


def mirror(pixels: Pixels, rng: np.random.Generator) -> View:
    """Flipped left to right."""
    flip = np.array([[-1, 0, pixels.shape[1] - 1], [0, 1, 0], [0, 0, 1]], np.float64)
    return View(pixels=np.ascontiguousarray(pixels[:, ::-1]), homography=flip)


KINDS = (
    Kind(name="crop to 30 % of the area", alter=crop),
    Kind(name="any rotation", alter=rotation),
    Kind(name="0.3x to 2x", alter=scale),
    Kind(name="JPEG quality 15", alter=same, quality=15),
    Kind(name="blur sigma 2", alter=blurred(2)),
    Kind(name="blur sigma 4", alter=blurred(4)),
    Kind(name="brightness +50 %", alter=lit(1.5)),
    Kind(name="brightness -50 %", alter=lit(0.5)),
    Kind(name="text over the middle third", alter=text_band),
    Kind(name="mirrored", alter=mirror, mirrored=True),
)
