"""Encoded picture -> a fingerprint of its pixels, which does not change when its metadata is edited.

If a format has metadata in separate segments, all other segments are hashed, without decoding them.
The parts of a file: ITU-T T.81, annex B (JPEG); PNG 3.0, chapter 11; RFC 9649, section 2.7 (WebP).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from cbir.base.types import Image
from cbir.images.header import Header
from cbir.images.jpeg import segments

_DIGITS = 32  # hexadecimal: 128 bits
_PNG_METADATA = (b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"tIME")
_WEBP_METADATA = (b"EXIF", b"XMP ")
_WEBP_METADATA_FLAGS = 0x08 | 0x04  # of VP8X: presence of EXIF and of XMP


def image_data_fingerprint(data: bytes, header: Header) -> str:
    """Fingerprint of the source of a picture's pixels: its coded data, colour profile and orientation.

    header : of the same data
    Returns "" for a format in which only decoding separates pixels from metadata.
    """
    parts = {"JPEG": _jpeg_parts, "PNG": _png_parts, "WebP": _webp_parts}.get(header.format)
    if parts is None:
        return ""
    digest = _digest(header)
    for part in parts(data):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()[:_DIGITS]


def pixel_fingerprint(image: Image, header: Header) -> str:
    """Fingerprint of the pixels of a decoded picture."""
    digest = _digest(header)
    digest.update(repr(image.pixels.shape).encode())
    digest.update(image.pixels.tobytes())
    return digest.hexdigest()[:_DIGITS]


def _digest(header: Header) -> hashlib._Hash:
    """SHA-256: today's processors compute it twice as fast as BLAKE2b."""
    return hashlib.sha256(f"{header.format} {header.size} {header.orientation}".encode())


def _jpeg_parts(data: bytes) -> Iterator[memoryview]:
    """Every segment that decoding needs, then everything from the first scan to the end."""
    view = memoryview(data)
    for marker, start, end in segments(data):
        profile = marker == 0xE2 and data[start + 4 : start + 16] == b"ICC_PROFILE\0"
        adobe_colours = marker == 0xEE
        application_or_comment = 0xE0 <= marker <= 0xEF or marker == 0xFE
        if not application_or_comment or profile or adobe_colours:
            yield view[start:end]


def _png_parts(data: bytes) -> Iterator[memoryview]:
    view = memoryview(data)
    at = 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] not in _PNG_METADATA:
            yield view[at : at + 12 + length]
        at += 12 + length


def _webp_parts(data: bytes) -> Iterator[memoryview]:
    view = memoryview(data)
    at = 12
    while at + 8 <= len(data):
        kind = data[at : at + 4]
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        body = view[at + 8 : at + 8 + length]
        if kind == b"VP8X" and length:
            # VP8X announces the other chunks. If it announces only metadata, a file without it is the same picture.
            if flags := body[0] & ~_WEBP_METADATA_FLAGS & 0xFF:
                yield memoryview(bytes([flags, *body[1:]]))
        elif kind not in _WEBP_METADATA:
            yield body
        at += 8 + (length + 1 & ~1)
