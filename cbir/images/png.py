"""PNG: its colours without an ICC profile, and its pixels of 16 bits.

PNG 3.0, sections 11.3.1 (tRNS) and 11.3.2 (cHRM, gAMA, iCCP, sRGB, cICP); ITU-T H.273 (the numbers in cICP).
"""

from __future__ import annotations

import functools
import struct
import zlib
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cbir.images.bands import PNG_CHANNELS, chunks, unfiltered_passes, unfiltered_rows
from cbir.images.icc import Reals, matrix_profile, sampled_curve
from cbir.images.samples import Samples, chunk_rows, in_chunks

MAX_PROFILE_BYTES = 1 << 24
"""A profile with large tables has several megabytes; a larger one is a bomb."""

_SRGB_PRIMARIES = (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)
_PRIMARIES = {  # white, red, green, blue (H.273, table 2)
    1: _SRGB_PRIMARIES,
    5: (0.3127, 0.329, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06),
    6: (0.3127, 0.329, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07),
    9: (0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046),
    11: (0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06),
    12: (0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06),
}
_SDR_WHITE_NITS = 203  # ITU-R BT.2408: diffuse white of a picture of high dynamic range
_GAMMA_OF_SRGB, _ALMOST = 45455, 600  # stored exponents this near are written for sRGB


def profile_of(data: bytes) -> bytes:
    """The ICC profile of a PNG, or a profile equal to its other colour chunks. Empty for sRGB and without such chunks.

    The order of precedence is cICP, iCCP, sRGB, then gAMA and cHRM.
    """
    bodies: dict[bytes, bytes] = {}
    for name, start, stop in chunks(data):
        if name == b"IDAT":
            break
        bodies.setdefault(name, data[start + 8 : stop - 4])
    try:
        if len(bodies.get(b"cICP", b"")) == 4 and (profile := _coded(*bodies[b"cICP"])):
            return profile
        if b"iCCP" in bodies:
            return _unpacked_profile(bodies[b"iCCP"])
        if b"sRGB" in bodies:
            return b""
        gamma, corners = bodies.get(b"gAMA"), bodies.get(b"cHRM")
        return _described(
            struct.unpack(">I", gamma)[0] if gamma else _GAMMA_OF_SRGB,
            tuple(value / 100_000 for value in struct.unpack(">8I", corners)) if corners else _SRGB_PRIMARIES,
        )
    except (struct.error, ValueError, ArithmeticError, np.linalg.LinAlgError):
        return b""  # damaged colour chunks are ignored


def _unpacked_profile(body: bytes) -> bytes:
    packed = body.partition(b"\0")[2][1:]
    try:
        profile = zlib.decompressobj().decompress(packed, MAX_PROFILE_BYTES)
    except zlib.error:
        return b""
    return profile if len(profile) < MAX_PROFILE_BYTES else b""


@functools.lru_cache(maxsize=16)
def _described(gamma: int, primaries: tuple[float, ...]) -> bytes:
    """A profile of gAMA and cHRM. gamma : the exponent of light that gives the stored value, times 100,000"""
    near_srgb = all(abs(own - usual) < 0.005 for own, usual in zip(primaries, _SRGB_PRIMARIES, strict=True))
    usual_gamma = gamma == 0 or abs(gamma - _GAMMA_OF_SRGB) <= _ALMOST
    if near_srgb and usual_gamma:
        return b""
    return matrix_profile(primaries, sampled_curve(_srgb) if usual_gamma else 100_000 / gamma)


@functools.lru_cache(maxsize=16)
def _coded(primaries: int, transfer: int, matrix: int, full_range: int) -> bytes:
    """The colour profile that a cICP chunk names; empty for sRGB and for unknown codes."""
    curve = {
        4: lambda values: values**2.2,
        5: lambda values: values**2.8,
        8: lambda values: values,
        16: _perceptual_quantiser,
        18: _hybrid_log,
    }.get(transfer, _srgb if transfer in (1, 6, 13, 14, 15) else None)
    if primaries not in _PRIMARIES or curve is None or matrix or not full_range:
        return b""
    return matrix_profile(_PRIMARIES[primaries], sampled_curve(curve))


def _srgb(values: Reals) -> Reals:
    """IEC 61966-2-1. Pictures with the curve of television get it too: screens show them with nearly this curve."""
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _perceptual_quantiser(values: Reals) -> Reals:
    """SMPTE ST 2084, cut at diffuse white."""
    root = values ** (32 / 2523)
    nits = 10_000 * (np.maximum(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)) ** (16384 / 2610)
    return nits / _SDR_WHITE_NITS


def _hybrid_log(values: Reals) -> Reals:
    """ITU-R BT.2100, HLG, cut at diffuse white: 75 % of the signal."""
    light = np.where(
        values <= 0.5, values**2 / 3, (np.exp((values - 0.55991073) / 0.17883277) + 0.28466892) / 12
    )
    return (light / 0.26496) ** 1.2


def deep_samples(data: bytes) -> Samples | None:
    """The pixels of a PNG with 16 bits a channel; None for any other. Pillow would keep 8 of them, and its transparent
    color would then match nothing.
    """
    if len(data) < 33 or data[24] != 16 or data[25] not in (0, 2, 4, 6):
        return None
    width, height = struct.unpack_from(">II", data, 16)
    channels = PNG_CHANNELS[data[25]]
    alpha: Literal["none", "straight"] = "straight" if data[25] >= 4 else "none"
    transparent = None
    for name, start, stop in chunks(data):
        if name == b"tRNS" and alpha == "none" and stop - start - 12 == 2 * channels:
            transparent = struct.unpack_from(f">{channels}H", data, start + 8)
    interlaced = bool(data[28])
    return Samples(
        size=(width, height),
        space="grey" if channels < 3 else "rgb",
        rows=_rows_of_passes(data) if interlaced else _rows_in_order(data, width, height, channels),
        profile=profile_of(data),
        alpha=alpha,
        transparent=transparent,
        bytes_per_pixel=2 * channels * (3 if interlaced else 2) + 4,
        chunk_bytes=4 * channels * width * (height if interlaced else chunk_rows(width)),
    )


def _rows_in_order(data: bytes, width: int, height: int, channels: int) -> Any:
    """Rows as they are unpacked; asking for the first row starts over."""
    following: Any = None

    def chunk(top: int, bottom: int) -> tuple[NDArray[np.uint16], int]:
        nonlocal following
        if top == 0:
            following = unfiltered_rows(data)
        if following is None:
            raise ValueError("the header makes no sense")
        block, present = following(bottom - top)
        return block[:, 1:].copy().view(">u2").astype(np.uint16).reshape(-1, width, channels), present

    return in_chunks(height, chunk_rows(width), chunk)


def _rows_of_passes(data: bytes) -> Any:
    pixels: list[tuple[NDArray[np.uint16], int]] = []

    def rows(top: int, bottom: int) -> tuple[NDArray[np.uint16], int]:
        if not pixels:
            stored, complete = unfiltered_passes(data)
            pixels.append((stored.view(">u2").astype(np.uint16), complete))
        whole, complete = pixels[0]
        # Which rows are complete does not matter, only how many are.
        return whole[top:bottom], max(0, min(bottom, complete) - top)

    return rows
