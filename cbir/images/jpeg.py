"""JPEG bytes -> the content of its markers, without decoding.

ITU-T T.81, annex B (markers and frame header); Exif 2.32, section 4.5 (APP1); ICC.1, annex B.4 (APP2).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from cbir.base.errors import ImageUnreadable

END_OF_IMAGE, START_OF_SCAN = 0xD9, 0xDA
_FRAME_OF_JPEG_LS = 0xF7  # ITU-T T.87, C.1.1
_XMP_ORIENTATION = re.compile(rb"tiff:Orientation(?:=[\"']|>)([1-8])")


@dataclass(frozen=True, slots=True, kw_only=True)
class JpegMarkers:
    """The markers before a JPEG's first scan.

    size : (width, height) as stored, before the orientation is applied
    components : 1 grey, 3 colour, 4 CMYK
    bits : per sample
    samples : average number per pixel, such as 1.5 if four pixels share two colour samples
    progressive : true if decoding holds all coefficients in memory
    orientation : 1 to 8, as in EXIF; 1 if the file has none
    profile : the ICC profile; b"" if the file has none
    """

    size: tuple[int, int]
    components: int
    bits: int
    samples: float
    progressive: bool
    orientation: int
    profile: bytes


def segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the marker, begin and end of each segment, up to the first scan or the end of the image."""
    at = 2
    while 0 <= at <= len(data) - 4:
        marker = data[at + 1]
        if data[at] != 0xFF:  # garbage between segments: decoders skip it, so do we
            at = data.find(b"\xff", at)
        elif marker == 0xFF:  # fill byte
            at += 1
        elif marker in (0x00, 0x01) or 0xD0 <= marker <= 0xD8:  # no length follows
            at += 2
        elif marker in (END_OF_IMAGE, START_OF_SCAN):
            yield marker, at, len(data)
            return
        else:
            end = at + 2 + max(int.from_bytes(data[at + 2 : at + 4], "big"), 2)
            yield marker, at, end
            at = end


def read_markers(data: bytes) -> JpegMarkers:
    """Walk a JPEG's segments up to its frame header. Raises ImageUnreadable if it has none."""
    orientation: int | None = None
    xmp_orientation: int | None = None
    profile: dict[int, bytes] = {}
    for marker, start, end in segments(data):
        body = data[start + 4 : end]
        if marker == _FRAME_OF_JPEG_LS:
            raise ImageUnreadable("This kind of {0} file is not supported: {1}.", "JPEG", "JPEG-LS")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return _frame(marker, body, orientation or xmp_orientation or 1, profile)
        if marker == 0xE1 and orientation is None and body[:6] == b"Exif\0\0":
            orientation = exif_orientation(body[6:])
        elif marker == 0xE1 and body[:28] == b"http://ns.adobe.com/xap/1.0/":
            match = _XMP_ORIENTATION.search(body)
            xmp_orientation = int(match[1]) if match else xmp_orientation
        elif marker == 0xE2 and body[:12] == b"ICC_PROFILE\0" and len(body) > 14:
            profile[body[12]] = body[14:]
    raise ImageUnreadable("The JPEG file is damaged: it contains no picture.")


def exif_orientation(exif: bytes) -> int | None:
    """Read tag 274 of a TIFF structure's first directory; None if it is absent or not 1 to 8."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    if order is None or len(exif) < 8:
        return None
    (directory,) = struct.unpack_from(order + "I", exif, 4)
    if directory + 2 > len(exif):
        return None
    (entries,) = struct.unpack_from(order + "H", exif, directory)
    for at in range(directory + 2, min(directory + 2 + 12 * entries, len(exif) - 11), 12):
        tag, kind = struct.unpack_from(order + "HH", exif, at)
        if tag == 274:
            (value,) = struct.unpack_from(order + ("I" if kind == 4 else "H"), exif, at + 8)
            return value if 1 <= value <= 8 else None
    return None


def _frame(marker: int, body: bytes, orientation: int, profile: dict[int, bytes]) -> JpegMarkers:
    if len(body) < 6:
        raise ImageUnreadable("The JPEG file is damaged: it ends within its header.")
    bits, height, width, components = struct.unpack_from(">BHHB", body)
    if not width or not height:
        raise ImageUnreadable("The JPEG file is damaged: its header has no width or height.")
    complete = sorted(profile) == list(range(1, len(profile) + 1))
    return JpegMarkers(
        size=(width, height),
        components=components,
        bits=bits,
        samples=_samples(body[6:], components),
        progressive=marker in (0xC2, 0xC6, 0xCA, 0xCE),
        orientation=orientation,
        profile=b"".join(profile[part] for part in sorted(profile)) if complete else b"",
    )


def _samples(body: bytes, components: int) -> float:
    """Samples per pixel, by the sampling factors of the components (T.81, A.1.1); `components` if they are damaged."""
    factors = [(byte >> 4, byte & 15) for byte in body[1 : 3 * components : 3]]
    most = max((h for h, _ in factors), default=0) * max((v for _, v in factors), default=0)
    return sum(h * v for h, v in factors) / most if most and len(factors) == components else float(components)
