"""DDS without compression -> its samples, which Pillow takes apart in Python, pixel by pixel, and luminance wrongly.

Microsoft, "Programming Guide for DDS".
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.images.samples import Samples, chunk_rows, damaged, in_chunks, not_supported

KIND = "DDS"

_ALPHA_PIXELS, _ALPHA, _FOUR_CC, _RGB, _LUMINANCE = 0x1, 0x2, 0x4, 0x40, 0x20000  # of DDS_PIXELFORMAT
_HEADER, _HEADER_DX10 = 128, 148
_DXGI: dict[int, tuple[int, tuple[int, ...]]] = {
    # Bits of a pixel, and the masks of red, green, blue and alpha; those with red alone are grey.
    **dict.fromkeys((27, 28, 29), (32, (0xFF, 0xFF00, 0xFF0000, 0xFF000000))),
    **dict.fromkeys((87, 90, 91), (32, (0xFF0000, 0xFF00, 0xFF, 0xFF000000))),
    **dict.fromkeys((88, 92, 93), (32, (0xFF0000, 0xFF00, 0xFF, 0))),
    24: (32, (0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000)),
    35: (32, (0xFFFF, 0xFFFF0000, 0, 0)),
    49: (16, (0xFF, 0xFF00, 0, 0)),
    56: (16, (0xFFFF, 0, 0, 0)),
    61: (8, (0xFF, 0, 0, 0)),
    85: (16, (0xF800, 0x7E0, 0x1F, 0)),
    86: (16, (0x7C00, 0x3E0, 0x1F, 0x8000)),
    115: (16, (0xF00, 0xF0, 0xF, 0xF000)),
}
_PILLOWS_FOUR_CC = (b"DXT1", b"DXT3", b"DXT5", b"BC4U", b"ATI1", b"BC5S", b"BC5U", b"ATI2")
_PILLOWS_DXGI = (*range(70, 75), *range(75, 85), *range(94, 100))  # compressed in blocks


def plain_samples(data: bytes) -> Samples | None:
    """The samples of a picture without compression; None if it is compressed, or has a palette."""
    if len(data) < _HEADER:
        raise damaged(KIND)
    height, width = struct.unpack_from("<2I", data, 12)
    flags, code, bits, *masks = struct.unpack_from("<I4s5I", data, 80)
    start = _HEADER
    if flags & _FOUR_CC:
        if code in _PILLOWS_FOUR_CC:
            return None
        (number,) = struct.unpack_from("<I", data.ljust(_HEADER_DX10, b"\0"), _HEADER)
        if code != b"DX10":
            raise not_supported(
                KIND, code.decode("ascii", "replace").strip("\0") if code.isalnum() else str(code[0])
            )
        if number in _PILLOWS_DXGI:
            return None
        if number not in _DXGI:
            raise not_supported(KIND, f"DXGI format {number}")
        start = _HEADER_DX10
        bits, masks = _DXGI[number][0], list(_DXGI[number][1])
    elif flags & (_RGB | _LUMINANCE):
        if not flags & _ALPHA_PIXELS:
            masks[3] = 0
        if flags & _LUMINANCE:
            whole = (1 << bits) - 1
            if (masks[0] | masks[3]) & ~whole:  # Pillow writes masks of 32 bits
                masks[0], masks[3] = (0xFF, 0xFF00) if masks[3] else (whole, 0)
            masks[1:3] = 0, 0
    elif flags & _ALPHA:
        masks = [masks[3] or 0xFF, 0, 0, 0]
    else:
        return None  # a palette
    if bits not in (8, 16, 24, 32) or not masks[0] | masks[1] | masks[2]:
        raise not_supported(KIND, f"{bits} bit")
    return _samples(data, start, (width, height), bits // 8, masks)


def _samples(
    data: bytes, start: int, size: tuple[int, int], pixel_bytes: int, masks: Sequence[int]
) -> Samples:
    width, height = size
    grey = not masks[1] and not masks[2]
    channels = [masks[0]] if grey else list(masks[:3])
    if masks[3]:
        channels.append(masks[3])

    def rows(top: int, bottom: int) -> tuple[NDArray[Any], int]:
        byte_count = (bottom - top) * width * pixel_bytes
        at = start + top * width * pixel_bytes
        stored = data[at : at + byte_count]
        present = len(stored) // max(1, width * pixel_bytes)
        pixels = np.frombuffer(stored.ljust(byte_count, b"\0"), np.uint8).reshape(
            bottom - top, width, pixel_bytes
        )
        numbers = np.zeros(pixels.shape[:2], np.uint32)
        for place in range(pixel_bytes):
            numbers |= pixels[..., place].astype(np.uint32) << (8 * place)
        out = np.zeros((*numbers.shape, len(channels)), np.uint8)
        for number, mask in enumerate(channels):
            if mask:
                shift = (mask & -mask).bit_length() - 1
                white = mask >> shift
                values = ((numbers & np.uint32(mask)) >> np.uint32(shift)).astype(np.float64)
                out[..., number] = np.minimum(values * (255 / white) + 0.5, 255)
        return out, present

    return Samples(
        size=size,
        space="grey" if grey else "rgb",
        rows=in_chunks(height, chunk_rows(width), rows),
        alpha="straight" if masks[3] else "none",
        bytes_per_pixel=24 + 2 * len(channels),
        chunk_bytes=24 * width * chunk_rows(width),
    )
