"""A scene -> its picture: soft paper, a light shadow, and shapes that are never drawn twice alike.

Hue, size, position and rotation vary within what the captions allow. Scenes are drawn at twice the size and averaged
down, so that edges are smooth. That takes a few milliseconds at 256 px.
"""

from __future__ import annotations

import colorsys
import math
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.demo.scenes.captions import Group, Scene

Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]

# Ranges of hue in degrees, saturation and value in [0, 1]. No two inks overlap.
_INKS = MappingProxyType(
    {
        "red": ((354, 364), (0.78, 0.95), (0.72, 0.90)),
        "orange": ((23, 33), (0.85, 1.0), (0.93, 1.0)),
        "yellow": ((47, 56), (0.78, 1.0), (0.92, 1.0)),
        "green": ((105, 138), (0.50, 0.80), (0.45, 0.70)),
        "turquoise": ((172, 184), (0.62, 0.88), (0.66, 0.82)),
        "blue": ((205, 228), (0.65, 0.92), (0.60, 0.92)),
        "purple": ((265, 287), (0.48, 0.75), (0.48, 0.72)),
        "pink": ((328, 346), (0.32, 0.52), (0.93, 1.0)),
        "brown": ((19, 30), (0.55, 0.75), (0.32, 0.48)),
        "black": ((0, 360), (0.0, 0.15), (0.06, 0.17)),
    }
)
# All lengths are shares of the picture's side.
_CENTRES = MappingProxyType(
    {"left": (0.2, 0.5), "right": (0.8, 0.5), "top": (0.5, 0.2), "bottom": (0.5, 0.8), "middle": (0.5, 0.5)}
)
_RADII = MappingProxyType({"small": (0.074, 0.084), "large": (0.114, 0.127)})
_MARGIN = 0.02  # between two things, and to the border
_REACH = 1.15  # distance of corners from the centre, in radii
_ACROSS, _ALONG = 0.03, 0.10  # largest shift of a group from its centre: towards the middle, along its side
_TILT_DEG = 16.0  # more would turn a cross into an x
_TRIES_PER_SIZE = 60  # layouts tried before all things are drawn a little smaller
_SHIFT = 6  # fractional bits of OpenCV's coordinates


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thing:
    """One shape on the picture: its outline, (n, 2) points in shares of the side, and its ink."""

    outline: Points
    ink: tuple[int, int, int]


def render(scene: Scene, rng: np.random.Generator, *, side_px: int = 128) -> Pixels:
    """Draw a scene: (side_px, side_px, 3) uint8 RGB. The same generator state draws the same picture."""
    size = 2 * side_px
    things = [
        _thing(group, centre, radius, rng)
        for group, places in zip(scene.groups, _layout(scene, rng), strict=True)
        for centre, radius in places
    ]
    pixels = _paper(rng, size)
    shadow = np.zeros((size, size), np.uint8)
    offset = np.array((0.010, 0.016)) * rng.uniform(0.5, 1.2)
    for thing in things:
        _fill(shadow, thing.outline + offset, 255)
    shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), size * 0.01), np.uint8)
    depth = np.full(shadow.shape, rng.uniform(0.15, 0.3), np.float32)
    shade = cv2.merge([cv2.multiply(shadow, depth, dtype=cv2.CV_8U)] * 3)
    pixels = np.asarray(cv2.subtract(pixels, shade), np.uint8)
    for thing in things:
        _fill(pixels, thing.outline, thing.ink)
    lit = cv2.multiply(pixels, _light(rng, size), scale=1 / 128)
    return np.asarray(cv2.resize(lit, (side_px, side_px), interpolation=cv2.INTER_AREA), np.uint8)


def _paper(rng: np.random.Generator, size: int) -> Pixels:
    """A sheet of a pale, softly drifting colour: (size, size, 3) uint8."""
    base = _rgb((rng.uniform(0, 360), rng.uniform(0.02, 0.20), rng.uniform(0.80, 0.97)))
    drift = rng.normal(0, rng.uniform(3, 11), (3, 3, 3)) + rng.normal(0, rng.uniform(2, 8), (3, 3, 1))
    small = np.clip(np.array(base) + drift, 0, 250).astype(np.uint8)
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC), np.uint8)


def _light(rng: np.random.Generator, size: int) -> Pixels:
    """Light that falls from one side: (size, size, 3) uint8 around 128."""
    angle, depth = rng.uniform(0, 2 * math.pi), rng.uniform(2, 10)
    slope = np.array([[math.cos(angle) * x + math.sin(angle) * y for x in (-1, 1)] for y in (-1, 1)])
    small = np.repeat((128 + depth * slope - 3)[..., None], 3, axis=2).astype(np.uint8)
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR), np.uint8)


def _thing(group: Group, centre: Points, radius: float, rng: np.random.Generator) -> _Thing:
    tilt = math.radians(rng.uniform(-_TILT_DEG, _TILT_DEG))
    turn = np.array([[math.cos(tilt), math.sin(tilt)], [-math.sin(tilt), math.cos(tilt)]])
    hue, saturation, value = (rng.uniform(*bounds) for bounds in _INKS[group.colour])
    return _Thing(
        outline=_SHAPES[group.shape] @ turn * radius + centre,
        ink=_rgb((hue, saturation, value)),
    )


def _layout(scene: Scene, rng: np.random.Generator) -> list[list[tuple[Points, float]]]:
    """Centre and radius of each thing of each group; no thing touches another or the border."""
    shrunk, tries = 1.0, 0
    radii = [rng.uniform(*_RADII[group.size]) for group in scene.groups]
    while True:
        placed = [
            [(centre, radius * shrunk) for centre in _centres(group, radius * shrunk, rng)]
            for group, radius in zip(scene.groups, radii, strict=True)
        ]
        if _fits([place for places in placed for place in places]):
            return placed
        tries += 1
        if tries % _TRIES_PER_SIZE == 0:
            shrunk *= 0.96


def _centres(group: Group, radius: float, rng: np.random.Generator) -> Points:
    """Centres of a group's things, (count, 2): a row along the group's side of the picture, or a cluster."""
    upright = group.place in {"left", "right"}
    wander = np.array((_ACROSS, _ALONG) if upright else (_ALONG, _ACROSS))
    if group.place == "middle":
        wander = np.array((_ACROSS, _ACROSS)) * 1.5
    middle = np.array(_CENTRES[group.place]) + rng.uniform(-1, 1, 2) * wander
    step = 2 * _REACH * radius + _MARGIN + rng.uniform(0.0, 0.05)
    if group.place == "middle":
        angle = rng.uniform(0, math.pi)
    else:
        angle = (math.pi / 2 if upright else 0.0) + math.radians(rng.uniform(-20, 20))
    if group.count == 3 and (group.place == "middle" or (group.size == "small" and rng.random() < 0.4)):
        turns = angle + np.arange(3) * (2 * math.pi / 3)
        return np.asarray(middle + step / math.sqrt(3) * np.stack([np.cos(turns), np.sin(turns)], axis=1))
    along = np.arange(group.count) - (group.count - 1) / 2
    return np.asarray(middle + step * along[:, None] * np.array((math.cos(angle), math.sin(angle))))


def _fits(places: list[tuple[Points, float]]) -> bool:
    centres = np.array([centre for centre, _ in places])
    radii = np.array([radius for _, radius in places])
    inside = ((centres > radii[:, None] + _MARGIN) & (centres < 1 - radii[:, None] - _MARGIN)).all()
    gaps = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    gaps -= _REACH * (radii[:, None] + radii[None]) + _MARGIN
    np.fill_diagonal(gaps, 1.0)
    return bool(inside and (gaps > -1e-9).all())


def _fill(pixels: Pixels, outline: Points, ink: int | tuple[int, int, int]) -> None:
    """Fill an outline in place."""
    scale = pixels.shape[0] * (1 << _SHIFT)
    contour = np.round(outline * scale - (1 << _SHIFT) / 2).astype(np.int32)
    cv2.fillPoly(pixels, [contour], ink, lineType=cv2.LINE_AA, shift=_SHIFT)


def _rgb(hsv: tuple[float, float, float]) -> tuple[int, int, int]:
    hue, saturation, value = hsv
    red, green, blue = colorsys.hsv_to_rgb((hue % 360) / 360, saturation, value)
    return round(255 * red), round(255 * green), round(255 * blue)


def _arc(radius: float, start_deg: float, stop_deg: float, points: int = 40) -> Points:
    angles = np.radians(np.linspace(start_deg, stop_deg, points))
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _heart() -> Points:
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return np.stack([x, y - 2.5], axis=1) / 15.5


def _star() -> Points:
    radii = np.where(np.arange(10) % 2 == 0, 1.12, 0.47)
    angles = np.radians(np.arange(10) * 36 - 90)
    return np.asarray(radii[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1))


def _cross() -> Points:
    arm, half = 1.05, 0.34
    corner = np.array([(half, -arm), (half, -half), (arm, -half)])
    return np.concatenate([corner @ np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), k) for k in range(4)])


# Around (0, 0), about as large as the unit disc, y down.
_SHAPES: MappingProxyType[str, Points] = MappingProxyType(
    {
        "circle": _arc(0.97, 0, 351),
        "square": np.array([(-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)]),
        "triangle": np.array([(0.0, -1.08), (1.02, 0.76), (-1.02, 0.76)]),
        "star": _star(),
        "heart": _heart(),
        "cross": _cross(),
    }
)
