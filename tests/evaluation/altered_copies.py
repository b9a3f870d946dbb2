"""A photo -> the altered copies that the benchmarks search with.

KINDS and RARER_KINDS name them all; altered_copy() makes one from a photo's name, so that every run alters it alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from sklearn.datasets import load_sample_images

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
from cbir.evaluation.altered import Homography, scaled, translation


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


def screen_photographed(pixels, rng):
    """Shown on a screen and photographed at a slant: the raster of its red, green and blue stripes beats with the
    camera's, as moiré."""
    shown = scaled(pixels, 640)
    height, width = shown.pixels.shape[:2]
    dot = 6  # px of a pixel of the screen
    lit_dots = np.repeat(np.repeat(shown.pixels, dot, axis=0), dot, axis=1).astype(np.float32)
    mask = np.zeros((dot, dot, 3), np.float32)
    for channel in range(3):
        mask[: dot - 1, 2 * channel : 2 * channel + 2, channel] = 1
    lit_dots *= np.tile(mask, (height, width, 1)) * (0.8 / mask.mean())
    lens = cv2.GaussianBlur(lit_dots, (0, 0), 1.5)
    frame_width, frame_height = round(width * 1.9), round(height * 1.9)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) * dot - 0.5
    margin = np.array([frame_width, frame_height]) * 0.05
    seen = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (np.array([frame_width, frame_height]) - 2 * margin)
    seen = seen + margin + rng.uniform(-0.8, 0.8, (4, 2)) * margin
    to_frame = cv2.getPerspectiveTransform(corners.astype(np.float32), seen.astype(np.float32))
    frame = cv2.warpPerspective(lens, to_frame, (frame_width, frame_height), borderValue=(20, 20, 20))
    frame += rng.normal(0, 5, frame.shape)
    to_dots = np.array([[dot, 0, (dot - 1) / 2], [0, dot, (dot - 1) / 2], [0, 0, 1]])
    return View(
        pixels=np.clip(frame, 0, 255).astype(np.uint8), homography=to_frame @ to_dots @ shown.homography
    )


def halftone(pixels, rng):
    """Printed in four colours of dots, 5 px apart, and scanned."""
    scan = scaled(pixels, 1200)
    height, width = scan.pixels.shape[:2]
    ink = 1 - scan.pixels.astype(np.float32) / 255
    black = ink.min(axis=2)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    paper = np.ones((height, width, 3), np.float32)
    for channel, (angle, coverage) in enumerate(
        zip(np.deg2rad([15, 75, 0, 45]), [*np.moveaxis(ink - black[..., None], 2, 0), black], strict=True)
    ):
        along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        shift = rng.uniform(0, 2 * np.pi)
        raster = np.cos(2 * np.pi / 5 * along + shift) + np.cos(2 * np.pi / 5 * across + shift)
        printed = raster > np.quantile(raster[::7, ::7], np.linspace(1, 0, 256))[(coverage * 255).astype(int)]
        paper[printed] *= 0.1 if channel == 3 else np.where(np.arange(3) == channel, 0.1, 1.0)
    blurred_scan = cv2.GaussianBlur(paper, (0, 0), 0.8)
    return View(pixels=np.clip(blurred_scan * 255, 0, 255).astype(np.uint8), homography=scan.homography)


def collage(pixels, rng):
    """Among eight other pictures, in three rows of three."""
    width, height, gap = 400, 300, 8
    page = np.full((3 * height + 4 * gap, 3 * width + 4 * gap, 3), 255, np.uint8)
    place = int(rng.integers(9))
    others = load_sample_images().images
    for at in range(9):
        left, top = gap + at % 3 * (width + gap), gap + at // 3 * (height + gap)
        if at == place:
            factor = min(width / pixels.shape[1], height / pixels.shape[0])
            size = round(pixels.shape[1] * factor), round(pixels.shape[0] * factor)
            small = resized(pixels, size)
            page[top : top + size[1], left : left + size[0]] = small.pixels
            homography = translation(left, top) @ small.homography
        else:
            page[top : top + height, left : left + width] = resized(
                crop(others[at % 2], rng).pixels, (width, height)
            ).pixels
    return View(pixels=page, homography=homography)


def thumbnail(pixels, rng):
    """64 px at the longer side."""
    return scaled(pixels, 64)


def negative(pixels, rng):
    """Light and dark exchanged, as on film."""
    return View(pixels=255 - pixels, homography=np.eye(3))


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
RARER_KINDS = (
    Kind(name="photograph of a screen", alter=screen_photographed, quality=80),
    Kind(name="halftone print", alter=halftone),
    Kind(name="collage of nine", alter=collage),
    Kind(name="64 px thumbnail", alter=thumbnail, quality=75),
    Kind(name="negative", alter=negative),
)
