"""A photo -> the altered copies that the benchmarks search with.

KINDS names them all; altered_copy() makes one from a photo's name, so that every run alters it alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cbir.evaluation import (
    Pixels,
    View,
    blurred,
    crop,
    encode_jpeg,
    generator_for,
    lit,
    resized,
    rotated,
    text_band,
)
from cbir.evaluation.altered import Homography


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One way to alter a photo.

    quality : of the JPEG that it is saved as. mirrored : found by a second look, as in a mirror.
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


def altered_copy(pixels, kind, name):
    """Alter a photo. name : what the random parameters are drawn from, together with the kind."""
    view = kind.alter(pixels, generator_for(name, kind.name))
    return AlteredCopy(jpeg=encode_jpeg(view.pixels, kind.quality), homography=view.homography)


def rotation(pixels, rng):
    """Turned by any angle. The canvas grows, so that nothing is cut off; its corners take the mean colour."""
    return rotated(pixels, float(rng.uniform(0, 360)))


def scale(pixels, rng):
    """0.3 to 2 times as large, every factor on a logarithmic scale alike."""
    height, width = pixels.shape[:2]
    factor = float(np.exp(rng.uniform(np.log(0.3), np.log(2))))
    return resized(pixels, (max(1, round(width * factor)), max(1, round(height * factor))))


def same(pixels, rng):
    """Unaltered: what is left to the JPEG quality of the kind."""
    return View(pixels=pixels.copy(), homography=np.eye(3))


def mirror(pixels, rng):
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
