"""Pixels and metadata blocks -> the bytes of a picture file, with the profile of its colours."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cbir.base.types import CopyFormat

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
) -> bytes:
    """Encode a picture, with a profile that says that its colours are sRGB.

    pixels : (h, w, 3) uint8, sRGB. side_px : the longer side at most; a smaller picture keeps its size
    quality : 1 to 100, of JPEG and WebP. exif : as a JPEG has it, with its header
    """
    from PIL import Image as PilImage
    from PIL.PngImagePlugin import PngInfo

    picture = PilImage.fromarray(np.ascontiguousarray(pixels), "RGB")
    most = min(side_px or max(picture.size), MOST_WEBP_PX if format == "webp" else max(picture.size))
    if max(picture.size) > most:
        picture.thumbnail((most, most), PilImage.Resampling.LANCZOS)
    options: dict[str, Any] = {"icc_profile": _srgb_profile()}
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
