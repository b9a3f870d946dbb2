"""Image -> the small JPEG that a library keeps of each photo, and back.

A CRC-32 follows the JPEG, where JPEG readers do not look. It is needed because a JPEG with a flipped bit usually still
decodes.
"""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ImageUnreadable
from cbir.base.types import Image

_CHECK_BYTES = 4
_END_OF_JPEG = b"\xff\xd9"
_QUALITY = 85  # about 15 kB at 256 px; below 80 rings show around dark edges


def encode_thumbnail(image: Image, max_side_px: int = 256) -> bytes:
    """Encode an image as a JPEG whose longer side is at most max_side_px. A smaller image keeps its size."""
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
    jpeg = encoded.tobytes()
    return jpeg + zlib.crc32(jpeg).to_bytes(_CHECK_BYTES, "little")


def decode_thumbnail(data: bytes) -> NDArray[np.uint8]:
    """Decode a result of encode_thumbnail(): (h, w, 3) uint8. Raises ImageUnreadable if it is damaged."""
    import cv2

    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR_RGB) if _is_whole(data) else None
    if pixels is None:
        raise ImageUnreadable("The thumbnail is damaged. It is rebuilt when its photo is indexed again.")
    return pixels  # type: ignore[return-value]


def _is_whole(data: bytes) -> bool:
    """True if the checksum is right or absent: before 2026-11-22 the file ended with the JPEG."""
    jpeg, check = data[:-_CHECK_BYTES], data[-_CHECK_BYTES:]
    sealed = len(data) > _CHECK_BYTES and zlib.crc32(jpeg) == int.from_bytes(check, "little")
    return sealed or data.endswith(_END_OF_JPEG)
