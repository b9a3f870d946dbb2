"""Decoded pixels of any mode -> sRGB, 8 bits.

Pixels with more than 8 bits are scaled by their range and never clipped. The range of a 16-bit PNG is 65535. A 16-bit
TIFF has the same, unless all its values fit into 12 bits or fewer: scanners and cameras store 10 and 12 bits that way.
Floats have a range of 1 or 255 if all values are within it, else the range between their extremes.
"""

from __future__ import annotations

import functools
import io
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cbir.images.icc import CODES, RELATIVE_TO_SRGB, Curves, curves_of, has_odd_primaries

if TYPE_CHECKING:
    from PIL import Image as PilImage

    from cbir.images.bands import Bands

Pixels = NDArray[np.uint8]

_MAX_BANDS = 4  # a band with whole blocks may be so many times as large as band_bytes
_RANGE_ROWS = 64  # rows read at a time
_WHITE_IS_ZERO = 0  # TIFF 6.0, tag 262
_INVISIBLE = 4  # of 255: versions of sRGB differ by up to 3 in the darkest colours


def picture_to_srgb(
    picture: PilImage.Image,
    kind: str,
    max_side_px: int | None,
    band_bytes: int,
    profile: bytes | None = None,
    bands: Bands | None = None,
) -> Pixels:
    """Convert a Pillow picture. If it is far too large, whole blocks of pixels are averaged on the way.

    The longer side of a reduced result is between max_side_px and twice that.
    profile : the ICC profile; None takes the picture's own
    bands : source of the pixels; None if the picture itself is loaded
    Returns (h, w, 3) uint8.
    """
    if profile is None:
        stored = picture.info.get("icc_profile")
        profile = stored if isinstance(stored, bytes) else b""
    convert = _converter(picture, kind, profile)
    rows_of = bands.rows if bands else functools.partial(_crop, picture)
    out = reduced(
        picture.size,
        max_side_px,
        band_bytes,
        lambda top, bottom: convert(rows_of(top, bottom)),
        height_px=bands.height_px if bands else 1,
    )
    return out if picture.mode == "CMYK" and profile else to_srgb(out, profile)


def reduced(
    size: tuple[int, int],
    max_side_px: int | None,
    band_bytes: int,
    rows_of: Callable[[int, int], Pixels],
    height_px: int = 1,
) -> Pixels:
    """Collect a picture's rows, averaged in whole blocks if it is far too large.

    rows_of : the rows from a first one up to a last one, (n, w, 3) uint8
    height_px : bands begin at multiples of it
    """
    width, height = size
    block = 1 if max_side_px is None else max(1, max(width, height) // max_side_px)
    across, down = min(block, width), min(block, height)
    step = math.lcm(down, height_px)
    band = max(step, band_bytes // (3 * width) // step * step)
    thin = max(1, _MAX_BANDS * band_bytes // (3 * width * (step // down))) * (step // down)
    out = np.empty((math.ceil(height / down), math.ceil(width / across), 3), np.uint8)
    for top in range(0, height, band):
        bottom = min(top + band, height)
        first, last = top // down, math.ceil(bottom / down)
        if bottom - top <= thin:
            out[first:last] = _average_blocks(rows_of(top, bottom), across, down)
            continue
        # In a picture that is far wider than high, a single row of blocks may be too large.
        parts = ((at, min(at + thin, bottom)) for at in range(top, bottom, thin))
        rows = [_average_blocks(rows_of(*part), across, 1) for part in parts]
        out[first:last] = _average_blocks(np.concatenate(rows), 1, down)
    return out


def _crop(picture: PilImage.Image, top: int, bottom: int) -> PilImage.Image:
    whole = (top, bottom) == (0, picture.size[1])
    return picture if whole else picture.crop((0, top, picture.size[0], bottom))


def _average_blocks(pixels: Pixels, across: int, down: int) -> Pixels:
    """Average blocks of the given width and height. Blocks at the right and bottom border may be smaller."""
    import cv2

    if across == down == 1:
        return pixels
    height, width = pixels.shape[:2]
    short = (-height % down, -width % across)
    if any(short):
        pixels = np.pad(pixels, ((0, short[0]), (0, short[1]), (0, 0)), mode="edge")
    size = (pixels.shape[1] // across, pixels.shape[0] // down)
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def to_srgb(pixels: Pixels, profile: bytes) -> Pixels:
    """Convert (h, w, 3) pixels from their ICC profile, which may be for RGB or, if they are all grey, for grey.

    They stay unchanged if it is sRGB, absent, broken or for something else.
    """
    if not profile:
        return pixels
    if profile[16:20] == b"GRAY":
        return _grey_to_srgb(pixels, profile)
    if profile[16:20] != b"RGB " or is_srgb(profile):
        return pixels
    transform = _transform(profile, "RGB")
    if transform is None:
        return pixels
    from PIL import Image as PilImage
    from PIL import ImageCms

    picture = PilImage.fromarray(np.ascontiguousarray(pixels))
    converted = ImageCms.applyTransform(picture, transform)
    return pixels if converted is None else np.asarray(converted)


def _grey_to_srgb(pixels: Pixels, profile: bytes) -> Pixels:
    import cv2

    table = _grey_table(profile)
    if table is None or (pixels != pixels[..., :1]).any():
        return pixels
    return cv2.LUT(np.ascontiguousarray(pixels), table)  # type: ignore[return-value]


@functools.lru_cache(maxsize=16)
def _grey_table(profile: bytes) -> Pixels | None:
    """Values of sRGB for each grey value; None for a profile that cannot be used."""
    values = np.arange(256, dtype=np.uint16)[None, :, None] * 257
    if (curves := curves_of(profile)) is not None:
        return encoded(curves, values)[0, :, 0].copy()
    transform = _transform(profile, "L")
    if transform is None:
        return None
    from PIL import Image as PilImage
    from PIL import ImageCms

    converted = ImageCms.applyTransform(PilImage.fromarray(np.arange(256, dtype=np.uint8)[None]), transform)
    return None if converted is None else np.asarray(converted)[0, :, 0].copy()


def encoded(curves: Curves, values: NDArray[np.uint16]) -> Pixels:
    """Convert 16-bit device values, (h, w, 1 or 3), to (h, w, 3) sRGB."""
    if values.shape[2] == 1 or curves.matrix is None:
        grey = _encode(curves.tables[0][values[..., 0]])
        return np.repeat(grey[..., None], 3, axis=2)
    light = [table[values[..., at]] for at, table in enumerate(curves.tables)]
    return _mixed(curves.matrix, light)


def encoded_light(xyz: NDArray[np.float32]) -> Pixels:
    """Convert X, Y and Z, each relative to that of the white D50, (h, w, 3), to sRGB."""
    return _mixed(RELATIVE_TO_SRGB, [xyz[..., at] for at in range(3)])


def _mixed(matrix: NDArray[np.float32], channels: list[NDArray[np.float32]]) -> Pixels:
    out = np.empty((*channels[0].shape, 3), np.uint8)
    for at, (first, second, third) in enumerate(matrix):
        out[..., at] = _encode(first * channels[0] + second * channels[1] + third * channels[2])
    return out


def _encode(linear: NDArray[np.float32]) -> Pixels:
    return _srgb_steps()[(np.clip(linear, 0, 1) * (CODES - 1) + 0.5).astype(np.uint16)]


@functools.lru_cache(maxsize=1)
def _srgb_steps() -> Pixels:
    """Values of sRGB for linear light in 16 bits (IEC 61966-2-1)."""
    linear = np.linspace(0, 1, CODES)
    values = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    steps: Pixels = np.rint(values * 255).astype(np.uint8)
    return steps


@functools.lru_cache(maxsize=16)
def is_srgb(profile: bytes) -> bool:
    """True for an RGB profile that changes no colour visibly. Its name says little: "sRGB, linear" is none."""
    transform = _transform(profile, "RGB")
    if transform is None:
        return False
    from PIL import Image as PilImage
    from PIL import ImageCms

    steps = np.arange(0, 256, 17, dtype=np.uint8)
    grid = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(len(steps), -1, 3)
    converted = ImageCms.applyTransform(PilImage.fromarray(grid), transform)
    difference = np.asarray(converted, np.int16) - grid
    return int(np.abs(difference).max()) <= _INVISIBLE


def is_other_rgb(profile: bytes) -> bool:
    """True for a usable profile of red, green and blue other than sRGB."""
    return profile[16:20] == b"RGB " and not is_srgb(profile) and _transform(profile, "RGB") is not None


@functools.lru_cache(maxsize=16)
def _transform(profile: bytes, mode: str) -> Any:
    """Build a transform to sRGB; None for a profile that LittleCMS does not accept, and for a damaged one."""
    from PIL import ImageCms

    if has_odd_primaries(profile):
        return None
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), mode, "RGB")
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None


def cmyk_to_srgb(inks: Pixels, profile: bytes) -> Pixels:
    """Convert (h, w, 4) inks, 0 for none. Without a profile for inks each takes its share of the light."""
    from PIL import Image as PilImage

    picture = PilImage.fromarray(np.ascontiguousarray(inks), "CMYK")
    return _cmyk_converter(profile)(picture)


def _cmyk_converter(profile: bytes) -> Callable[[PilImage.Image], Pixels]:
    if profile[16:20] == b"CMYK" and (transform := _transform(profile, "CMYK")) is not None:
        return functools.partial(_apply, transform=transform)
    return _plain


def _converter(picture: PilImage.Image, kind: str, profile: bytes) -> Any:
    """Choose the function that converts a band of this picture to (h, w, 3) uint8."""
    mode = picture.mode
    if mode.startswith(("I", "F")):
        low, high = _range(picture, kind)
        tags = getattr(picture, "tag_v2", {})
        inverted = tags.get(262) == _WHITE_IS_ZERO
        return functools.partial(_deep_to_rgb, low=low, high=high, inverted=inverted)
    if "transparency" in picture.info or mode in ("RGBA", "RGBa", "LA", "La", "PA"):
        return _over_white
    if mode == "CMYK":
        return _cmyk_converter(profile)
    if mode == "LAB":
        return functools.partial(_apply, transform=_lab_to_srgb())
    return _plain


def _plain(band: PilImage.Image) -> Pixels:
    return np.asarray(band if band.mode == "RGB" else band.convert("RGB"))


def _over_white(band: PilImage.Image) -> Pixels:
    from PIL import Image as PilImage

    rgba = (band.convert("LA") if band.mode == "La" else band).convert("RGBA")
    white = PilImage.new("RGB", band.size, (255, 255, 255))
    white.paste(rgba, mask=rgba)
    return np.asarray(white)


def _apply(band: PilImage.Image, transform: Any) -> Pixels:
    from PIL import ImageCms

    return np.asarray(ImageCms.applyTransform(band, transform))


@functools.lru_cache(maxsize=1)
def _lab_to_srgb() -> Any:
    from PIL import ImageCms

    return ImageCms.buildTransform(
        ImageCms.createProfile("LAB"), ImageCms.createProfile("sRGB"), "LAB", "RGB"
    )


def _deep_to_rgb(band: PilImage.Image, low: float, high: float, inverted: bool) -> Pixels:
    values = np.asarray(band).astype(np.float32)
    scaled = np.nan_to_num((values - low) * (255.0 / (high - low)), nan=0.0, posinf=255.0, neginf=0.0)
    grey = np.clip(np.rint(scaled), 0, 255).astype(np.uint8)
    if inverted:
        grey = 255 - grey
    return np.repeat(grey[..., None], 3, axis=2)


def _range(picture: PilImage.Image, kind: str) -> tuple[float, float]:
    """The values that become black and white."""
    if picture.mode.startswith("I;16") and kind != "TIFF":
        return 0.0, 65535.0
    low, high = math.inf, -math.inf
    for top in range(0, picture.size[1], _RANGE_ROWS):
        values = np.asarray(_crop(picture, top, min(top + _RANGE_ROWS, picture.size[1])))
        values = values[np.isfinite(values)] if values.dtype.kind == "f" else values
        if values.size:
            low, high = min(low, float(values.min())), max(high, float(values.max()))
    if low > high:
        return 0.0, 1.0
    if picture.mode.startswith("I;16"):
        return 0.0, 65535.0 if high >= 4096 else float((1 << max(8, int(high).bit_length())) - 1)
    if picture.mode == "F" and low >= 0 and high <= 1:
        return 0.0, 1.0
    if low >= 0 and high <= 255:
        return 0.0, 255.0
    if picture.mode.startswith("I") and low >= 0 and high <= 65535:
        return 0.0, 65535.0
    return low, max(high, low + 1e-6)
