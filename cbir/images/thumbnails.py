"""Image -> the small JPEG that a library keeps of each photo, and back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cbir.errors import ImageUnreadable
from cbir.types import Image

_QUALITY = 85  # about 15 kB at 256 px; below 80 rings show around dark edges


def encode_thumbnail(image: Image, max_side_px: int = 256) -> bytes:
    """Encode an image as a JPEG whose longer side is at most max_side_px; a small one keeps its size."""
    import cv2

    pixels = image.pixels
    height, width = pixels.shape[:2]
    if max(width, height) > max_side_px:
        scale = max_side_px / max(width, height)
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    bgr = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
    done, encoded = cv2.imencode(".jpg", bgr, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
    if not done:
        raise RuntimeError(f"OpenCV could not encode a thumbnail of {width} x {height} pixels")
    return encoded.tobytes()


def decode_thumbnail(data: bytes) -> NDArray[np.uint8]:
    """Decode what encode_thumbnail() made: (h, w, 3) uint8. Raises ImageUnreadable for anything damaged."""
    import cv2

    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR_RGB) if data else None
    if pixels is None:
        raise ImageUnreadable("The thumbnail is damaged; it is made again when its photo is indexed again.")
    return pixels  # type: ignore[return-value]
