"""Pictures made from another picture, with the geometry between the two, and their JPEG bytes.

Altered copies are functions (pixels, generator) -> View. They are pure, and give the same result for the same seed on
every machine with the same OpenCV.
"""

from __future__ import annotations

import zlib
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
        raise ImageUnreadable(f"{path} is not a picture that can be read.") from error


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
