"""A poster's name -> its pixels: a printed pattern and shards, the same for the same name on every machine.

The posters have no lettering: two sheets with text in one typeface truly share details, and a search that compares
details finds them. So only a copy of a poster matches it.
"""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image as PillowImage
from PIL import ImageDraw

from cbir.evaluation import Pixels, generator_for

POSTERS = tuple(
    f"poster {name}"
    for name in (
        *("harbour", "orchard", "railway", "glacier", "theatre"),
        *("market", "comet", "kites", "jazz", "chess"),
    )
)
"""The names of all posters."""

_WIDTH, _HEIGHT = 600, 840


def poster(name: str) -> Pixels:
    """Render the poster of this name: (840, 600, 3) uint8 RGB."""
    rng = generator_for("poster", name)
    canvas = PillowImage.fromarray(_pattern(rng))
    draw = ImageDraw.Draw(canvas)
    for _ in range(32):
        draw.polygon(_shard(rng), fill=_colour(rng, 20, 240))
    return np.asarray(canvas, np.uint8).copy()


def _pattern(rng: np.random.Generator) -> Pixels:
    """Blots of four colours: smoothed noise, cut into levels."""
    smooth = np.zeros((_HEIGHT, _WIDTH), np.float32)
    for cells, weight in ((6, 1.0), (16, 0.6), (40, 0.35)):
        noise = rng.random((cells, cells), np.float32)
        smooth += weight * np.asarray(cv2.resize(noise, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_CUBIC))
    levels = sum((smooth >= bound).view(np.uint8) for bound in np.quantile(smooth, (0.3, 0.55, 0.8)))
    base = rng.integers(60, 170, 3)
    inks = np.clip(base + rng.integers(-60, 86, (4, 3)), 0, 255).astype(np.uint8)
    return np.asarray(np.take(inks, levels, axis=0), np.uint8)


def _shard(rng: np.random.Generator) -> list[tuple[int, int]]:
    """An irregular polygon of five to nine corners."""
    corners = int(rng.integers(5, 10))
    angles = np.sort(rng.uniform(0, 2 * np.pi, corners))
    radii = rng.uniform(12, 75, corners)
    x, y = rng.uniform(0, _WIDTH), rng.uniform(0, _HEIGHT)
    return [
        (round(x + radius * np.cos(angle)), round(y + radius * np.sin(angle)))
        for angle, radius in zip(angles, radii, strict=True)
    ]


def _colour(rng: np.random.Generator, low: int, high: int) -> tuple[int, int, int]:
    red, green, blue = (int(value) for value in rng.integers(low, high, 3))
    return red, green, blue
