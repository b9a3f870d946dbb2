"""Rows of samples, as a format stores them -> sRGB, 8 bits.

Readers of our own deliver a picture this way where Pillow has no mode for it: more than 8 bits of several channels,
inks with transparency, channels in planes (see own.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ImageUnreadable
from cbir.images import colour
from cbir.images.icc import CODES, curves_of

Pixels = NDArray[np.uint8]
Rows = NDArray[Any]
Space = Literal["grey", "rgb", "cmyk", "lab"]

CHANNELS: dict[Space, int] = {"grey": 1, "rgb": 3, "cmyk": 4, "lab": 3}
_WHITE = CODES - 1
_MOST_ROWS = 64
CHUNK_PX = 1 << 19  # pixels that a reader decodes at once where the format leaves it the choice
_PIECE_PX = 1 << 18  # pixels converted at once: their numbers take 12 MB


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """A picture whose rows are read some at a time.

    size : (width, height) as stored. orientation : 1 to 8 as in EXIF
    space : meaning of the first channels. Inks are 0 for none; Lab is L, a + 128, b + 128, see lab_codes()
    rows : rows from a first one up to a last one, and the number of them that the file has; others are zeros.
        (n, w, channels) uint8 or uint16; the largest value is white, and alpha, if any, follows the colours.
        Called in order, and again from the first row if needed
    alpha : "multiplied" if the colours have been multiplied by it
    transparent : sample values of a color that is transparent
    bytes_per_pixel : memory of reading and converting all rows at once
    chunk_bytes : memory of the rows that are decoded at once at least
    prepare : reads pixels to learn what they mean, and returns the samples to use; called once memory is granted
    """

    size: tuple[int, int]
    space: Space
    rows: Callable[[int, int], tuple[Rows, int]]
    profile: bytes = b""
    alpha: Literal["none", "straight", "multiplied"] = "none"
    transparent: tuple[int, ...] | None = None
    orientation: int = 1
    frames: int = 1
    bytes_per_pixel: float
    chunk_bytes: int
    prepare: Callable[[], Samples] | None = None


def damaged(kind: str) -> ImageUnreadable:
    """The error for a file that a reader gives up, whatever the reason."""
    return ImageUnreadable("The {0} file is damaged or of an unknown kind.", kind)


def not_supported(kind: str, detail: str = "") -> ImageUnreadable:
    """The error for a healthy file of a kind that is not read. detail : a technical term, not translated"""
    if detail:
        return ImageUnreadable("This kind of {0} file is not supported: {1}.", kind, detail)
    return ImageUnreadable("This kind of {0} file is not supported.", kind)


def to_srgb(samples: Samples, rows: Rows) -> Pixels:
    """Convert rows of samples to (n, w, 3) sRGB, over white where they are transparent."""
    width = rows.shape[1]
    count = max(1, _PIECE_PX // max(1, width))
    if len(rows) <= count:
        return _piece_to_srgb(samples, rows)
    out = np.empty((len(rows), width, 3), np.uint8)
    for top in range(0, len(rows), count):
        out[top : top + count] = _piece_to_srgb(samples, rows[top : top + count])
    return out


def _piece_to_srgb(samples: Samples, rows: Rows) -> Pixels:
    channels = CHANNELS[samples.space]
    values, opaque = rows[..., :channels], None
    if samples.alpha != "none":
        opaque = _eight_bits(rows[..., channels])
        if samples.alpha == "multiplied":
            values = _unmultiplied(values, rows[..., channels])
    elif samples.transparent is not None:
        opaque = np.where((values == np.array(samples.transparent, rows.dtype)).all(axis=2), 0, 255)
    pixels = _colours(samples, values)
    return pixels if opaque is None else over_white(pixels, opaque)


def _colours(samples: Samples, values: Rows) -> Pixels:
    if samples.space == "lab":
        return _lab_to_srgb(_sixteen_bits(values))
    if samples.space == "cmyk":
        return colour.cmyk_to_srgb(_eight_bits(values), samples.profile)
    profile = samples.profile
    if values.dtype == np.uint16 and profile and _fits(samples.space, profile):
        curves = curves_of(profile)
        if curves is not None and (curves.matrix is None or not colour.is_srgb(profile)):
            return colour.encoded(curves, values)
    pixels = _eight_bits(values)
    if samples.space == "grey":
        pixels = np.repeat(pixels, 3, axis=2)
    return colour.to_srgb(pixels, profile)


def _fits(space: Space, profile: bytes) -> bool:
    return profile[16:20] == b"RGB " or (space == "grey" and profile[16:20] == b"GRAY")


def _eight_bits(values: Rows) -> Pixels:
    rounded: Pixels = values
    if values.dtype != np.uint8:
        rounded = (values - (values >> 8) + 128 >> 8).astype(np.uint8)  # 255 / 65535 of each
    return rounded


def _sixteen_bits(values: Rows) -> NDArray[np.uint16]:
    return values.astype(np.uint16) * 257 if values.dtype == np.uint8 else values


def _unmultiplied(values: Rows, alpha: Rows) -> Rows:
    white = np.iinfo(values.dtype).max
    straight = values.astype(np.float32) * (white / np.maximum(alpha, 1).astype(np.float32))[..., None]
    return np.minimum(straight + 0.5, white).astype(values.dtype)


def over_white(pixels: Pixels, opaque: Rows) -> Pixels:
    """Composite over white. opaque : (h, w), 0 to 255"""
    share = opaque.astype(np.uint16)[..., None]
    return ((pixels * share + 255 * (255 - share) + 127) // 255).astype(np.uint8)


def lab_codes(lightness: Rows, a: Rows, b: Rows) -> NDArray[np.uint16]:
    """16-bit codes of L (0 to 100), a and b (-128 to 128), any numbers of one shape."""
    scaled = (lightness * (_WHITE / 100), (a + 128) * 256.0, (b + 128) * 256.0)
    return np.stack([np.clip(values, 0, _WHITE) for values in scaled], axis=-1).astype(np.uint16)


def _lab_to_srgb(codes: NDArray[np.uint16]) -> Pixels:
    """CIE 15, section 8.2.1, from D50."""
    lightness = codes[..., 0].astype(np.float32) * (100 / _WHITE)
    y = (lightness + 16) / 116
    x = y + (codes[..., 1].astype(np.float32) / 256 - 128) / 500
    z = y - (codes[..., 2].astype(np.float32) / 256 - 128) / 200
    light = np.stack([x, y, z], axis=-1)
    light = np.where(light > 6 / 29, light**3, (light - 4 / 29) * (108 / 841))
    return colour.encoded_light(light.astype(np.float32))


def scaled(values: Rows, black: float, white: float) -> NDArray[np.uint16]:
    """Numbers of any type -> 16-bit codes. No number is black, as missing pixels are."""
    with np.errstate(over="ignore", invalid="ignore"):
        codes = (values.astype(np.float32) - np.float32(black)) * np.float32(_WHITE / (white - black))
    codes = np.nan_to_num(codes, nan=0.0, posinf=_WHITE, neginf=0.0)
    clipped: NDArray[np.uint16] = np.clip(codes + 0.5, 0, _WHITE).astype(np.uint16)
    return clipped


def unpacked(data: NDArray[np.uint8], bits: int, count: int) -> Rows:
    """Take rows of packed samples apart.

    data : (n, bytes of a row). bits : of a sample, 1 to 16, highest first. count : samples in a row
    Returns (n, count) of the smallest type that holds them: uint8 or uint16.
    """
    if bits == 8:
        return data[:, :count]
    if bits == 16:
        return data[:, : 2 * count].view(">u2").astype(np.uint16)
    out = np.empty((len(data), count), np.uint8 if bits < 8 else np.uint16)
    step = max(1, _PIECE_PX // max(1, count))
    for top in range(0, len(data), step):
        piece = np.unpackbits(data[top : top + step], axis=1)[:, : count * bits].reshape(-1, count, bits)
        if bits < 8:
            out[top : top + step] = np.packbits(piece, axis=2)[..., 0] >> (8 - bits)
        else:
            high, low = np.moveaxis(np.packbits(piece, axis=2), 2, 0)
            out[top : top + step] = (high.astype(np.uint16) << 8 | low) >> (16 - bits)
    return out


def whole_range(values: Rows, bits: int) -> Rows:
    """Stretch samples of so many bits to all of 8 or 16 bits."""
    if bits in (8, 16):
        return values
    if bits < 8:
        return (
            values * np.uint8(255 // ((1 << bits) - 1))
            if bits in (1, 2, 4)
            else (values.astype(np.uint16) * 255 // ((1 << bits) - 1)).astype(np.uint8)
        )
    return (values.astype(np.uint32) * _WHITE // ((1 << bits) - 1)).astype(np.uint16)


def chunk_rows(width: int) -> int:
    """Rows that a reader decodes at once where the format leaves it the choice."""
    return max(1, min(_MOST_ROWS, CHUNK_PX // max(1, width)))


def in_chunks(
    height: int, step: int, chunk: Callable[[int, int], tuple[Rows, int]]
) -> Callable[[int, int], tuple[Rows, int]]:
    """Rows by any limits from a source that decodes them in chunks.

    step : rows of a chunk. chunk : decodes rows from a multiple of step up to the next one, or the last
    The latest chunk is held, so that limits within it cost nothing.
    """
    held: dict[int, tuple[Rows, int]] = {}

    def rows(top: int, bottom: int) -> tuple[Rows, int]:
        parts, count = [], 0
        for start in range(top // step * step, bottom, step):
            if start not in held:
                held.clear()
                held[start] = chunk(start, min(start + step, height))
            block, present = held[start]
            first, last = max(top, start), min(bottom, start + step)
            parts.append(block[first - start : last - start])
            count += max(0, min(last - start, present) - (first - start))
        return (parts[0] if len(parts) == 1 else np.concatenate(parts)), count

    return rows
