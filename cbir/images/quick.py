"""Photo file -> a thumbnail at small cost: decoded from a small JPEG, or the preview that the camera embedded.

The window shows it until the photo's features are extracted. Extraction decodes the file anyway, and makes the final
thumbnail where this one is not good enough.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ImageUnreadable
from cbir.base.types import Image
from cbir.images import raw
from cbir.images.decoding import Grant, decode, turn_upright
from cbir.images.header import DecodeOptions, Header
from cbir.images.jpeg import read_markers, segments
from cbir.images.thumbnails import encode_thumbnail
from cbir.images.tiff_directories import Tags, read_directories

SMALL_PX = 1_500_000
"""A JPEG with more pixels is not decoded for its thumbnail, which would take a fifth of the time of extraction."""

_DECODED_SIDE_PX = 320  # at least 256 from a reduced DCT: see SHORT_OF_TARGET
_LEAST_PREVIEW_PX = 96  # longer side: smaller ones are icons
_MOST_PREVIEW_PX = 2_000_000
_BAR_LEVEL = 24  # grey levels: the bars that pad a 4:3 preview are black, apart from compression
_ASPECT_TOLERANCE = 0.02  # a preview of another aspect shows the photo before it was cropped
_APP1, _EXIF = 0xE1, b"Exif\0\0"
_END_OF_JPEG = b"\xff\xd9"
_JPEG_AT, _JPEG_BYTES = 0x0201, 0x0202  # Exif 2.32, section 4.5.5


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickThumbnail:
    """jpeg : see encode_thumbnail. is_final : as good as the thumbnail that extraction would make"""

    jpeg: bytes
    is_final: bool


def quick_thumbnail(
    data: bytes, header: Header, max_side_px: int, options: DecodeOptions, grant: Grant | None = None
) -> QuickThumbnail | None:
    """A thumbnail that takes some milliseconds; None if the file offers none.

    header : of the same data. Raises ImageUnreadable if the file is damaged.
    """
    width, height = header.size
    if header.format == "JPEG" and width * height <= SMALL_PX:
        image = decode(data, max_side_px=_DECODED_SIDE_PX, options=options, grant=grant)
        return QuickThumbnail(jpeg=encode_thumbnail(image, max_side_px), is_final=True)
    preview = _embedded_preview(data, header)
    if preview is None:
        return None
    return QuickThumbnail(
        jpeg=encode_thumbnail(Image(pixels=preview, full_size=header.size), max_side_px), is_final=False
    )


def _embedded_preview(data: bytes, header: Header) -> NDArray[np.uint8] | None:
    """The preview in the second directory of the EXIF data, upright; None if there is none that shows the photo."""
    exif = data if header.format == raw.KIND else _exif_of(data) if header.format == "JPEG" else b""
    _, *others = read_directories(exif, limit=2) or [{}]
    encoded = _jpeg_in(exif, others[0]) if others else b""
    try:
        size = read_markers(encoded).size if encoded else (0, 0)
    except ImageUnreadable:
        return None
    if max(size) < _LEAST_PREVIEW_PX or size[0] * size[1] > _MOST_PREVIEW_PX:
        return None
    import cv2

    flags = cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION
    pixels = cv2.imdecode(np.frombuffer(encoded, np.uint8), flags)
    if pixels is None:
        return None
    upright = turn_upright(np.asarray(pixels, np.uint8), header.orientation)
    return _without_bars(upright, header.size)


def _exif_of(data: bytes) -> bytes:
    for marker, start, end in segments(data):
        if marker == _APP1 and data[start + 4 : start + 10] == _EXIF:
            return data[start + 10 : end]
    return b""


def _jpeg_in(exif: bytes, tags: Tags) -> bytes:
    start, length = tags.get(_JPEG_AT, 0), tags.get(_JPEG_BYTES, 0)
    encoded = exif[start : start + length].rstrip(b"\0") if start > 0 else b""
    return encoded if encoded.endswith(_END_OF_JPEG) else b""  # the rest of a truncated one would be grey


def _without_bars(pixels: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8] | None:
    """A preview without its black bars; None if its aspect is not the photo's. size : (width, height) of the photo"""
    height, width = pixels.shape[:2]
    inner_width, inner_height = width, height
    if width * size[1] > height * size[0]:
        inner_width = max(1, round(height * size[0] / size[1]))
    else:
        inner_height = max(1, round(width * size[1] / size[0]))
    if inner_width >= (1 - _ASPECT_TOLERANCE) * width and inner_height >= (1 - _ASPECT_TOLERANCE) * height:
        return pixels
    left, top = (width - inner_width) // 2, (height - inner_height) // 2
    outside = np.ones((height, width), bool)
    outside[max(0, top - 1) : top + inner_height + 1, max(0, left - 1) : left + inner_width + 1] = False
    if (pixels[outside].max(axis=-1) > _BAR_LEVEL).mean() > _ASPECT_TOLERANCE:
        return None
    return np.ascontiguousarray(pixels[top : top + inner_height, left : left + inner_width])
