"""JPEG XL -> its size without decoding; then its pixels, or the JPEG that it was made from, by pillow-jxl-plugin.

ISO/IEC 18181-1, annex D (headers) and 18181-2 (container). The plugin decodes a file as soon as it opens it. The size
is therefore read here, before memory is granted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cbir.images.formats import missing_package
from cbir.images.samples import damaged, not_supported

KIND = "JPEG XL"
BYTES_PER_PIXEL = 13  # with Pillow's copy; pillow-jxl-plugin 1.3.8 itself takes 8, alpha included (measured)

_CODESTREAM = b"\xff\x0a"
_RATIOS = {1: (1, 1), 2: (12, 10), 3: (4, 3), 4: (3, 2), 5: (16, 9), 6: (5, 4), 7: (2, 1)}
_HEADER_BYTES = 66
_SIDE_BITS = (9, 13, 18, 30)


@dataclass(frozen=True, slots=True)
class DecodedJpegXl:
    """mode : Pillow's. size : (width, height), upright. pixels : row by row. profile : ICC, empty without one"""

    mode: str
    size: tuple[int, int]
    pixels: bytes
    profile: bytes


def size_and_orientation(data: bytes) -> tuple[tuple[int, int], int]:
    """(width, height) as stored, and the orientation, 1 to 8 as in EXIF.

    Raises ImageUnreadable, also for an animation: the plugin would show its last frame.
    """
    bits = _bits(_codestream(data)[2:66])
    try:
        size, orientation = _size(bits), 1
        plain = bits(1) or not bits(1)  # all metadata is default, or there are no extra fields
        if not plain:
            orientation = 1 + bits(3)
            if bits(1):
                _size(bits)  # that at which it should be shown
            if bits(1):
                _skip_preview(bits)
            if bits(1):
                raise not_supported(KIND, "animation")
        return size, orientation
    except EOFError as error:
        raise damaged(KIND) from error


def _size(bits: Callable[[int], int]) -> tuple[int, int]:
    small = bits(1)
    height = 8 * (1 + bits(5)) if small else 1 + bits(_SIDE_BITS[bits(2)])
    ratio = bits(3)
    if ratio:
        times, over = _RATIOS[ratio]
        return height * times // over, height
    return 8 * (1 + bits(5)) if small else 1 + bits(_SIDE_BITS[bits(2)]), height


def _skip_preview(bits: Callable[[int], int]) -> None:
    side_bits = (0, 0, 5, 9) if bits(1) else (6, 8, 10, 12)
    bits(side_bits[bits(2)])
    if not bits(3):
        bits(side_bits[bits(2)])


def decode_jpeg_xl(data: bytes) -> bytes | DecodedJpegXl:
    """The pixels, or the exact JPEG from which the file was made.

    Raises ImageUnreadable, and UnreadableNow if pillow-jxl-plugin is not installed.
    """
    try:
        from pillow_jxl import Decoder
    except ImportError as error:
        raise missing_package("pillow_jxl") from error
    try:
        is_jpeg, info, pixels, profile, _ = Decoder(num_threads=0)(data)  # the pool already uses every core
    except Exception as error:  # the plugin's Rust code raises any of many
        raise damaged(KIND) from error
    if is_jpeg:
        return bytes(pixels)
    mode = "F" if info.mode == "F;16" else info.mode  # halves come as whole floats
    return DecodedJpegXl(mode, (info.width, info.height), pixels, bytes(profile or b""))


def _codestream(data: bytes) -> bytes:
    """The beginning of the coded picture: of the file itself, or of the first box that has a part of it."""
    if data.startswith(_CODESTREAM):
        return data[:_HEADER_BYTES]
    at = 0
    while at + 8 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        start = at + 8
        if length == 1:
            length, start = int.from_bytes(data[at + 8 : at + 16], "big"), at + 16
        if kind in (b"jxlc", b"jxlp"):
            start += 4 * (kind == b"jxlp")
            beginning = data[start : start + _HEADER_BYTES]
            if beginning.startswith(_CODESTREAM):
                return beginning
        if length < start - at:
            break
        at += length
    raise damaged(KIND)


def _bits(data: bytes) -> Callable[[int], int]:
    """A function that reads the next bits as a number, lowest bit first."""
    value, left = int.from_bytes(data, "little"), 8 * len(data)

    def read(count: int) -> int:
        nonlocal value, left
        if count > left:
            raise EOFError
        bits = value & ((1 << count) - 1)
        value, left = value >> count, left - count
        return bits

    return read
