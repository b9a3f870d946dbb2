"""A photo -> the same scene as a worse photographer sees it: in the dark, in glare, aslant, half hidden.

Rendered from sharp camera files, so that the geometry is known exactly; options are chosen on these.
"""

from types import MappingProxyType

import cv2
import numpy as np

from cbir.evaluation import View, tilted

_GAMMA = 2.2  # sRGB, near enough: what matters is that light adds up in linear values


def dark(pixels, rng):
    """4 to 10 % of the light, with photon noise (sqrt of the signal), read noise and 8-bit rounding."""
    light = (pixels.astype(np.float32) / 255) ** _GAMMA * float(rng.uniform(0.04, 0.10))
    full_well = 4000.0  # electrons: a phone's small pixel at a high ISO setting
    electrons = light * full_well
    noise = rng.standard_normal(electrons.shape, np.float32)
    electrons += noise * np.sqrt(electrons + 4.0**2)
    values = 255 * np.clip(electrons / full_well, 0, 1) ** (1 / _GAMMA)
    return View(pixels=np.rint(values).astype(np.uint8), homography=np.eye(3))


def glare(pixels, rng):
    """A lamp mirrored in the middle of the picture: a blob that saturates, and its veil over the rest."""
    height, width = pixels.shape[:2]
    centre_x, centre_y = rng.uniform(0.3, 0.7) * width, rng.uniform(0.3, 0.7) * height
    radius = float(rng.uniform(0.18, 0.28)) * max(width, height)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    squared = ((x - centre_x) ** 2 + (y - centre_y) ** 2 * float(rng.uniform(0.6, 1.6))) / radius**2
    blob = 1.6 * np.exp(-(squared**1.5)) + 0.15 * np.exp(-squared / 8)
    light = (pixels.astype(np.float32) / 255) ** _GAMMA + blob[..., None]
    values = 255 * np.clip(light, 0, 1) ** (1 / _GAMMA)
    return View(pixels=np.rint(values).astype(np.uint8), homography=np.eye(3))


def perspective(pixels, rng):
    """Seen from 50 to 60 degrees aside, in any direction, rolled by up to 20 degrees."""
    return tilted(
        pixels,
        tilt_deg=float(rng.uniform(50, 60)),
        axis_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.uniform(-20, 20)),
    )


def half_hidden(pixels, rng):
    """One half, beyond a line through the middle, covered by foliage that has corners of its own."""
    height, width = pixels.shape[:2]
    angle = float(rng.uniform(0, 2 * np.pi))
    y, x = np.mgrid[0:height, 0:width]
    hidden = (x - (width - 1) / 2) * np.cos(angle) + (y - (height - 1) / 2) * np.sin(angle) > 0
    canvas = pixels.copy()
    canvas[hidden] = _foliage(height, width, rng)[hidden]
    return View(pixels=canvas, homography=np.eye(3))


HARD_VIEWS = MappingProxyType(
    {"dark": dark, "glare": glare, "perspective": perspective, "half hidden": half_hidden}
)


def _foliage(height, width, rng):
    """A dense layer of leaf-like ellipses in greens and browns."""
    side = max(height, width)
    canvas = np.full((height, width, 3), (40, 50, 20), np.uint8)
    for _ in range(600):
        centre = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        axes = (int(side * rng.uniform(0.01, 0.06)) + 1, int(side * rng.uniform(0.005, 0.02)) + 1)
        colour = (int(rng.integers(20, 150)), int(rng.integers(50, 190)), int(rng.integers(10, 90)))
        cv2.ellipse(canvas, centre, axes, float(rng.uniform(0, 360)), 0, 360, colour, -1, cv2.LINE_AA)
    return canvas
