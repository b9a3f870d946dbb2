"""A photo -> pictures made from it with known geometry, and altered copies like people's: cropped, tilted, lettered.

Altered copies are functions (pixels, generator) -> View. They are pure, and give the same result for the same seed on
every machine with the same OpenCV.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ImageUnreadable

Pixels = NDArray[np.uint8]
Homography = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A picture made from an original.

    pixels : (h, w, 3) uint8 RGB. homography : (3, 3), maps (x, y, 1) of the original to the view
    Coordinates as everywhere: the origin is the centre of the top left pixel.
    """

    pixels: Pixels
    homography: Homography

    def __post_init__(self) -> None:
        if self.pixels.dtype != np.uint8 or self.pixels.ndim != 3 or self.pixels.shape[2] != 3:
            raise ValueError("pixels must be (h, w, 3) uint8.")
        if self.homography.shape != (3, 3):
            raise ValueError("homography must be (3, 3).")


def generator_for(*parts: str) -> np.random.Generator:
    """A random generator seeded by these names (crc32), independent of the order of the work."""
    return np.random.default_rng(zlib.crc32("\n".join(parts).encode()))


def read_pixels(path: Path) -> Pixels:
    """Decode a trusted picture of a ground-truth folder: (h, w, 3) uint8 RGB, upright, full resolution.

    Untrusted files are decoded by `cbir.images` in a worker. These files are ours, and an oracle should not share
    code with the subject of the test. Raises ImageUnreadable.
    """
    # Not cv2.imread, which cannot open every path on Windows.
    try:
        return decode_jpeg(path.read_bytes())
    except (OSError, ImageUnreadable) as error:
        raise ImageUnreadable("{0} is not a picture that can be read.", path) from error


def decode_jpeg(encoded: bytes) -> Pixels:
    """Decode a trusted picture from encode_jpeg() or a camera. Raises ImageUnreadable."""
    pixels = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR) if encoded else None
    if pixels is None:
        raise ImageUnreadable("These bytes are not a picture that can be read.")
    return _as_pixels(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB))


def encode_jpeg(pixels: Pixels, quality: int = 90) -> bytes:
    """Encode RGB pixels as JPEG. quality : 1 to 100, libjpeg's scale"""
    done, encoded = cv2.imencode(
        ".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    if not done:
        raise ValueError("These pixels cannot be written as JPEG.")
    return encoded.tobytes()


def scaled(pixels: Pixels, longer_side_px: int) -> View:
    """Scale the picture to a given longer side: area average down, bicubic up."""
    height, width = pixels.shape[:2]
    factor = longer_side_px / max(height, width)
    return resized(pixels, (max(1, round(width * factor)), max(1, round(height * factor))))


def resized(pixels: Pixels, size: tuple[int, int]) -> View:
    """Resize the picture. size : (width, height)"""
    height, width = pixels.shape[:2]
    x_scale, y_scale = size[0] / width, size[1] / height
    interpolation = cv2.INTER_AREA if x_scale < 1 else cv2.INTER_CUBIC
    # The borders are scaled, and the origin is half a pixel inside them: x' = (x + 1/2) s - 1/2.
    homography = np.array(
        [[x_scale, 0, (x_scale - 1) / 2], [0, y_scale, (y_scale - 1) / 2], [0, 0, 1]], np.float64
    )
    return View(
        pixels=_as_pixels(cv2.resize(pixels, size, interpolation=interpolation)), homography=homography
    )


def translation(x: float, y: float) -> Homography:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]], np.float64)


def mean_colour(pixels: Pixels) -> tuple[float, float, float]:
    """Mean colour, to fill empty corners: black or white would add an edge that is not in the picture."""
    red, green, blue = (float(value) for value in pixels.reshape(-1, 3).mean(axis=0))
    return red, green, blue


def _as_pixels(array: object) -> Pixels:
    return np.ascontiguousarray(array, dtype=np.uint8)


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
