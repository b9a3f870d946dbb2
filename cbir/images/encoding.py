"""Pixels and metadata blocks -> the bytes of a picture file, with the profile of its colours."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cbir.base.types import CopyFormat, Region

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PILLOW = {"jpg": "JPEG", "png": "PNG", "webp": "WEBP", "tif": "TIFF"}
_XMP_TAG = 700  # TIFF; XMP part 3, 1.1.2
MOST_WEBP_PX = 16383  # RFC 9649, 2.5


def encode_picture(
    pixels: NDArray[np.uint8],
    format: CopyFormat,
    *,
    side_px: int | None = None,
    quality: int = 92,
    exif: bytes = b"",
    xmp: bytes = b"",
    profile: bytes = b"",
) -> bytes:
    """Encode a picture with the profile of its colours.

    pixels : (h, w, 3) uint8. side_px : the longer side at most; a smaller picture keeps its size
    quality : 1 to 100, of JPEG and WebP. exif : as a JPEG has it, with its header
    profile : ICC; without one, the colours are sRGB, and a profile says so
    """
    from PIL import Image as PilImage
    from PIL.PngImagePlugin import PngInfo

    picture = PilImage.fromarray(np.ascontiguousarray(pixels), "RGB")
    most = min(side_px or max(picture.size), MOST_WEBP_PX if format == "webp" else max(picture.size))
    if max(picture.size) > most:
        picture.thumbnail((most, most), PilImage.Resampling.LANCZOS)
    options: dict[str, Any] = {"icc_profile": profile or _srgb_profile()}
    if exif:
        options["exif"] = exif
    match format:
        case "jpg":
            options |= {"quality": quality, "optimize": True, "subsampling": 0 if quality >= 90 else 2}
            if xmp:
                options["xmp"] = xmp
        case "webp":
            options |= {"quality": quality, "method": 4}
            if xmp:
                options["xmp"] = xmp
        case "png":
            texts = PngInfo()
            if xmp:
                texts.add_itxt("XML:com.adobe.xmp", xmp.decode("utf-8"))
            options["pnginfo"] = texts
        case "tif":
            # Uncompressed: libtiff, which compresses, writes no EXIF from Pillow.
            tags = PilImage.Exif()
            tags.load(exif)
            for tag, text in list(tags.items()):
                if isinstance(text, str):  # Pillow reads texts as Latin-1, and would write ASCII
                    tags[tag] = text.encode("latin-1")
            if xmp:
                tags[_XMP_TAG] = xmp
            options["exif"] = tags
    encoded = io.BytesIO()
    picture.save(encoded, _PILLOW[format], **options)
    return encoded.getvalue()


@cache
def _srgb_profile() -> bytes:
    from PIL import ImageCms

    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


_CELLS = 4  # across a face: fewer than any network or person knows it by
_AROUND = 0.75  # half the sides of the ellipse that is blurred, in those of the box: hair and chin are outside the box


def blurred(pixels: NDArray[np.uint8], boxes: Sequence[Region]) -> NDArray[np.uint8]:
    """A picture whose faces cannot be recognised: a few means of colours are left of each, inside an ellipse.

    pixels : (h, w, 3) uint8. boxes : left, top, width, height, as shares of the sides
    """
    import cv2

    rows, columns = pixels.shape[:2]
    picture = pixels.copy()
    for left, top, width, height in boxes:
        x, y = (left + width / 2) * columns, (top + height / 2) * rows
        half_width, half_height = _AROUND * width * columns, _AROUND * height * rows
        x0, x1 = max(0, int(x - half_width)), min(columns, int(x + half_width) + 1)
        y0, y1 = max(0, int(y - half_height)), min(rows, int(y + half_height) + 1)
        if x0 >= x1 or y0 >= y1:
            continue
        part = picture[y0:y1, x0:x1]
        few = cv2.resize(part, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA)
        smooth = cv2.resize(few, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
        across, down = np.arange(x0, x1) + 0.5 - x, np.arange(y0, y1) + 0.5 - y
        inside = (across / half_width) ** 2 + (down[:, None] / half_height) ** 2 <= 1
        part[inside] = np.asarray(smooth)[inside]
    return picture
