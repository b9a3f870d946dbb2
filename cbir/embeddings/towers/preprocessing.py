"""Decoded picture -> the square of 8-bit pixels that an image tower reads.

prepare() runs in the process that decodes the picture, normalise() in the process that runs the tower, so that 150 KB
cross the process border and not 600. Equal to open_clip's transform: Pillow's antialiased resize of 8-bit pixels, then
the crop.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Preprocessing

Pixels = NDArray[np.uint8]

_LONGEST = 8  # times the shorter side: the rest is cropped before scaling, not after, as a strip may be 1 x 20,000 px


def prepare(pixels: Pixels, preprocessing: Preprocessing) -> Pixels:
    """Scale and crop a picture to the square that a tower reads.

    pixels : (h, w, 3) uint8, sRGB, h and w at least 1
    Returns (side_px, side_px, 3) uint8, contiguous. "crop" scales the shorter side to side_px and cuts out the
    middle, as torchvision's Resize and CenterCrop do; "squash" scales both sides.
    """
    from PIL import Image

    side = preprocessing.side_px
    if preprocessing.fit == "crop":
        pixels = _without_far_ends(pixels)
    height, width = pixels.shape[:2]
    filters = {"bicubic": Image.Resampling.BICUBIC, "bilinear": Image.Resampling.BILINEAR}
    if preprocessing.fit == "squash":
        scaled_width = scaled_height = side
    else:
        # torchvision truncates the longer side and does not round it.
        scaled_width = side if width <= height else int(side * width / height)
        scaled_height = side if height <= width else int(side * height / width)
    picture = Image.fromarray(np.ascontiguousarray(pixels))
    if (scaled_width, scaled_height) != (width, height):
        picture = picture.resize((scaled_width, scaled_height), filters[preprocessing.interpolation])
    left = round((scaled_width - side) / 2.0)
    top = round((scaled_height - side) / 2.0)
    square = np.asarray(picture)[top : top + side, left : left + side]
    return np.ascontiguousarray(square)


def _without_far_ends(pixels: Pixels) -> Pixels:
    height, width = pixels.shape[:2]
    longest = _LONGEST * min(height, width)
    top, left = max(0, height - longest) // 2, max(0, width - longest) // 2
    return pixels[top : height - top, left : width - left]


def normalise(squares: Pixels, preprocessing: Preprocessing) -> NDArray[np.float32]:
    """Normalise each channel: (n, side_px, side_px, 3) uint8 -> (n, 3, side_px, side_px) float32."""
    mean = np.asarray(preprocessing.mean, np.float32)
    std = np.asarray(preprocessing.std, np.float32)
    scale = np.float32(1) / (np.float32(255) * std)
    planes = np.empty((len(squares), 3, *squares.shape[1:3]), np.float32)
    for channel in range(3):
        np.multiply(squares[..., channel], scale[channel], out=planes[:, channel])
        planes[:, channel] -= mean[channel] / std[channel]
    return planes
