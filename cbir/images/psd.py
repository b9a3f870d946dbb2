"""Photoshop file -> the samples of its merged picture.

Adobe Photoshop File Formats Specification, 2019. The merged picture comes last: all channels, each a plane. Pillow
misplaces the rows where there are more channels than colours, knows 8 bits only, and shows a bitmap as a negative.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ImageUnreadable
from cbir.images.icc import matrix_profile
from cbir.images.packed import packbits_rows
from cbir.images.samples import (
    CHANNELS,
    Samples,
    Space,
    chunk_rows,
    damaged,
    in_chunks,
    not_supported,
    scaled,
    unpacked,
)

KIND = "Photoshop"

_BITMAP, _GREY, _INDEXED, _RGB, _CMYK, _MULTICHANNEL, _DUOTONE, _LAB = 0, 1, 2, 3, 4, 7, 8, 9
_SPACES: dict[int, Space] = {
    _BITMAP: "grey", _GREY: "grey", _INDEXED: "rgb", _RGB: "rgb", _CMYK: "cmyk", _DUOTONE: "grey", _LAB: "lab",
}  # fmt: skip
_RAW, _RUNS, _ZIP, _ZIP_OF_DIFFERENCES = range(4)
_DEPTHS = (1, 8, 16, 32)
_PROFILE, _TRANSPARENT_INDEX, _VERSION = 1039, 1047, 1057  # image resources
_MERGED_ALPHA = (b"Mtrn", b"Mt16", b"Mt32")  # blocks that say so where the layers are in a block of their own
_LARGE_BLOCKS = (
    b"LMsk", b"Lr16", b"Lr32", b"Layr", b"Mt16", b"Mt32", b"Mtrn", b"Alph", b"FMsk", b"lnk2", b"FEid", b"FXid", b"PxSD"
)  # fmt: skip  # their lengths take 8 bytes in a large file
_SAMPLED_ROWS = 64  # read to see how the colours under transparent pixels are stored
_LINEAR_SRGB = (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    """planes : channels in the file. depth : bits of a sample. start : offset of the pixels, after their compression"""

    large: bool
    planes: int
    width: int
    height: int
    depth: int
    mode: int
    palette: bytes
    resources: dict[int, bytes]
    alpha: bool
    compression: int
    start: int

    @property
    def row_bytes(self) -> int:
        return (self.width * self.depth + 7) // 8


def samples_of(data: bytes) -> Samples:
    """The merged picture. Raises ImageUnreadable for a file without one, of a kind that is not read, or damaged."""
    try:
        layout = _layout(data)
    except (struct.error, IndexError) as error:
        raise damaged(KIND) from error
    _check(layout)
    space = _SPACES[layout.mode]
    stored = 1 if layout.mode == _INDEXED else CHANNELS[space]
    if layout.planes < stored:
        raise damaged(KIND)
    has_alpha = layout.alpha and layout.planes > stored and layout.mode != _INDEXED
    read = _reader(data, layout, stored + has_alpha)
    step = chunk_rows(layout.width)
    rows = in_chunks(layout.height, step, lambda top, bottom: _meaning(layout, *read(top, bottom)))
    transparent = None
    if layout.mode == _INDEXED and len(layout.resources.get(_TRANSPARENT_INDEX, b"")) == 2:
        index = int.from_bytes(layout.resources[_TRANSPARENT_INDEX], "big")
        transparent = tuple(layout.palette[index::256]) if index < 256 else None
    whole = layout.compression in (_ZIP, _ZIP_OF_DIFFERENCES)
    samples = Samples(
        size=(layout.width, layout.height),
        space=space,
        rows=rows,
        profile=_profile(layout),
        transparent=transparent,
        bytes_per_pixel=max(layout.depth, 8) / 8 * (stored + has_alpha) * 2 + 6,
        chunk_bytes=2 * (stored + has_alpha) * layout.row_bytes * (layout.height if whole else step),
    )
    if not has_alpha:
        return samples

    def prepare() -> Samples:
        return samples if _is_over_white(rows, layout, stored) else replace(samples, alpha="straight")

    return replace(samples, prepare=prepare)


def _check(layout: _Layout) -> None:
    if not layout.width or not layout.height or layout.depth not in _DEPTHS:
        raise damaged(KIND)
    if layout.mode == _MULTICHANNEL:
        raise not_supported(KIND, "multichannel")
    if layout.mode not in _SPACES or layout.compression > _ZIP_OF_DIFFERENCES:
        raise not_supported(KIND)
    if (layout.depth == 1) != (layout.mode == _BITMAP) or (layout.mode == _INDEXED and layout.depth != 8):
        raise not_supported(KIND, f"{layout.depth} bit")
    if layout.depth == 32 and layout.mode not in (_GREY, _RGB):
        raise not_supported(KIND, "32 bit")
    version = layout.resources.get(_VERSION, b"")
    if len(version) >= 5 and not version[4]:
        raise ImageUnreadable(
            "The Photoshop file has no merged picture. Save it with “Maximize Compatibility” switched on."
        )


def _layout(data: bytes) -> _Layout:
    version, planes, height, width, depth, mode = struct.unpack_from(">H6xHIIHH", data, 4)
    large = version == 2
    at = 26
    (length,) = struct.unpack_from(">I", data, at)
    palette = data[at + 4 : at + 4 + length]
    at += 4 + length
    (length,) = struct.unpack_from(">I", data, at)
    resources = _resources(data, at + 4, at + 4 + length)
    at += 4 + length
    (length,) = struct.unpack_from(">Q" if large else ">I", data, at)
    at += 8 if large else 4
    alpha = _says_alpha(data, at, at + length, large)
    at += length
    (compression,) = struct.unpack_from(">H", data, at)
    return _Layout(
        large=large,
        planes=planes,
        width=width,
        height=height,
        depth=depth,
        mode=mode,
        palette=palette,
        resources=resources,
        alpha=alpha,
        compression=compression,
        start=at + 2,
    )


def _resources(data: bytes, at: int, end: int) -> dict[int, bytes]:
    by_kind: dict[int, bytes] = {}
    while at + 12 <= min(end, len(data)) and data[at : at + 4] in (
        b"8BIM",
        b"MeSa",
        b"8B64",
        b"AgHg",
        b"PHUT",
        b"DCSR",
    ):
        (number,) = struct.unpack_from(">H", data, at + 4)
        at += 6 + (data[at + 6] + 2 & ~1)  # a name with its length, of even size together
        (length,) = struct.unpack_from(">I", data, at)
        by_kind.setdefault(number, data[at + 4 : min(at + 4 + length, end)])
        at += 4 + (length + 1 & ~1)
    return by_kind


def _says_alpha(data: bytes, at: int, end: int, large: bool) -> bool:
    """True if the first channel after the colours is the merged picture's transparency, not a stored selection."""
    if end - at < 8:
        return False
    size, form = (8, ">Q") if large else (4, ">I")
    (length,) = struct.unpack_from(form, data, at)
    at += size
    if length >= 2 and struct.unpack_from(">h", data, at)[0] < 0:
        return True
    at += length + (length & 1)
    if at + 4 > end:
        return False
    (length,) = struct.unpack_from(">I", data, at)  # of the global mask
    at += 4 + length
    while at + 12 <= end and data[at : at + 4] in (b"8BIM", b"8B64"):
        name = data[at + 4 : at + 8]
        if name in _MERGED_ALPHA:
            return True
        wide = large and name in _LARGE_BLOCKS
        (length,) = struct.unpack_from(">Q" if wide else ">I", data, at + 8)
        at += (16 if wide else 12) + (length + 3 & ~3)
    return False


def _profile(layout: _Layout) -> bytes:
    stored = layout.resources.get(_PROFILE, b"")
    if stored or layout.depth < 32 or _VERSION not in layout.resources:
        return stored
    return matrix_profile(_LINEAR_SRGB, 1.0)  # Photoshop's 32 bits are linear light


Planes = NDArray[np.uint8]
Read = Callable[[int, int], tuple[Planes, int]]


def _reader(data: bytes, layout: _Layout, planes: int) -> Read:
    """A function that returns the bytes of rows, (planes, n, bytes of a row), and how many rows all planes have."""
    if layout.compression == _RAW:
        return _raw_reader(data, layout, planes, layout.start)
    if layout.compression == _RUNS:
        return _runs_reader(data, layout, planes)
    return _zip_reader(data, layout, planes)


def _raw_reader(data: bytes, layout: _Layout, planes: int, start: int) -> Read:
    size = layout.row_bytes

    def read(top: int, bottom: int) -> tuple[Planes, int]:
        out = np.zeros((planes, (bottom - top) * size), np.uint8)
        present = bottom - top
        for plane in range(planes):
            at = start + (plane * layout.height + top) * size
            part = np.frombuffer(data[at : at + out.shape[1]], np.uint8)
            out[plane, : len(part)] = part
            present = min(present, len(part) // size)
        return out.reshape(planes, bottom - top, size), present

    return read


def _runs_reader(data: bytes, layout: _Layout, planes: int) -> Read:
    """The lengths of all packed rows come first, those of channels that are not needed among them."""
    form = np.dtype(">u4" if layout.large else ">u2")
    places: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []

    def places_of_rows() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Begin and end of each row that is needed."""
        if not places:
            table = data[layout.start : layout.start + planes * layout.height * form.itemsize]
            stored = np.frombuffer(table[: len(table) // form.itemsize * form.itemsize], form)
            lengths = np.zeros(planes * layout.height, np.int64)
            lengths[: len(stored)] = stored
            ends = layout.start + layout.planes * layout.height * form.itemsize + np.cumsum(lengths)
            places.append((ends - lengths, ends))
        return places[0]

    def read(top: int, bottom: int) -> tuple[Planes, int]:
        starts, ends = places_of_rows()
        out = np.zeros((planes, bottom - top, layout.row_bytes), np.uint8)
        present = bottom - top
        for plane in range(planes):
            first = plane * layout.height + top
            last = plane * layout.height + bottom
            whole = int(np.searchsorted(ends[first:last], len(data), "right"))
            packed = data[int(starts[first]) : int(ends[first + whole - 1])] if whole else b""
            out[plane, :whole] = packbits_rows(packed, layout.row_bytes, whole)
            present = min(present, whole)
        return out, present

    return read


def _zip_reader(data: bytes, layout: _Layout, planes: int) -> Read:
    readers: list[Read] = []

    def read(top: int, bottom: int) -> tuple[Planes, int]:
        if not readers:
            size = planes * layout.height * layout.row_bytes
            try:
                whole = zlib.decompressobj().decompress(data[layout.start :], size)
            except zlib.error as error:
                raise damaged(KIND) from error
            readers.append(_raw_reader(whole, layout, planes, 0))
        return readers[0](top, bottom)

    if layout.compression == _ZIP:
        return read

    def summed(top: int, bottom: int) -> tuple[Planes, int]:
        stored, present = read(top, bottom)
        if layout.depth == 16:
            values = np.add.accumulate(stored.view(">u2").astype(np.uint16), axis=2, dtype=np.uint16)
            return values.astype(">u2").view(np.uint8), present
        values = np.add.accumulate(stored, axis=2, dtype=np.uint8)
        if layout.depth == 32:  # the first bytes of all numbers of a row, then the second ones
            values = np.ascontiguousarray(values.reshape(*values.shape[:2], 4, -1).swapaxes(2, 3)).reshape(
                values.shape
            )
        return values, present

    return summed


def _meaning(layout: _Layout, planes: Planes, present: int) -> tuple[NDArray[Any], int]:
    """Samples of rows, (n, w, channels), from the bytes of their planes."""
    if layout.mode == _BITMAP:
        bits = unpacked(planes[0], 1, layout.width)
        return ((1 - bits) * np.uint8(255))[..., None], present
    if layout.mode == _INDEXED:
        colours = np.frombuffer(layout.palette[:768].ljust(768, b"\0"), np.uint8).reshape(3, 256).T
        return colours[planes[0]], present
    if layout.depth == 32:
        values: NDArray[Any] = scaled(planes.view(">f4"), 0, 1)
    elif layout.depth == 16:
        values = planes.view(">u2").astype(np.uint16)
    else:
        values = planes
    if layout.mode == _CMYK:
        values = values.copy()
        values[:4] = np.iinfo(values.dtype).max - values[:4]
    return np.ascontiguousarray(np.moveaxis(values, 0, 2)), present


def _is_over_white(
    rows: Callable[[int, int], tuple[NDArray[Any], int]], layout: _Layout, stored: int
) -> bool:
    """True if the merged picture's colours lie over white already, as Photoshop writes them.

    Some other programs store the colours as they are without the transparency.
    """
    step = max(1, layout.height // _SAMPLED_ROWS)
    for top in range(0, layout.height, step):
        block, _ = rows(top, top + 1)
        clear = block[block[..., stored] == 0][:, :stored]
        ground = np.iinfo(block.dtype).max
        if layout.mode == _CMYK:
            clear = ground - clear
        checked = clear[:, :1] if layout.mode == _LAB else clear
        if checked.size and (checked < ground - (ground >> 6)).mean() > 0.05:
            return False
    return True
