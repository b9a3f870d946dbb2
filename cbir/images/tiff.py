"""TIFF -> the samples of its first page, whatever their depth, arrangement and number format.

TIFF 6.0; Adobe's Technical Note 3 (predictors of floating point numbers); BigTIFF. libtiff unpacks LZW and ZSTD: strips
or tiles become a small grey TIFF of their bytes, and the samples are made of these bytes here. JPEG and fax remain
Pillow's.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ImageUnreadable
from cbir.images.packed import unpacked_segments
from cbir.images.samples import (
    CHANNELS,
    Samples,
    Space,
    chunk_rows,
    damaged,
    in_chunks,
    lab_codes,
    not_supported,
    scaled,
    unpacked,
    whole_range,
)

KIND = "TIFF"

_FORMS = {
    1: "B",
    2: "B",
    3: "H",
    4: "I",
    6: "b",
    7: "B",
    8: "h",
    9: "i",
    11: "f",
    12: "d",
    13: "I",
    16: "Q",
    17: "q",
    18: "Q",
}
_RATIONALS = {5: "II", 10: "ii"}
_MOST_PAGES = 10_000

_WIDTH, _HEIGHT, _BITS, _COMPRESSION, _PHOTOMETRIC, _FILL_ORDER = 256, 257, 258, 259, 262, 266
_STRIPS, _ORIENTATION, _SAMPLES, _ROWS_PER_STRIP, _STRIP_BYTES, _PLANAR = 273, 274, 277, 278, 279, 284
_PREDICTOR, _COLOUR_MAP, _TILE_WIDTH, _TILE_HEIGHT, _TILES, _TILE_BYTES = 317, 320, 322, 323, 324, 325
_EXTRA, _FORMAT, _PROFILE, _INK_SET = 338, 339, 34675, 332
_YCC_WEIGHTS, _SUBSAMPLING, _REFERENCES = 529, 530, 532

_NONE, _LZW, _DEFLATE, _OLD_DEFLATE, _PACKBITS, _LZMA, _ZSTD = 1, 5, 8, 32946, 32773, 34925, 50000
_CODECS = (_NONE, _LZW, _DEFLATE, _OLD_DEFLATE, _PACKBITS, _LZMA, _ZSTD)
_PILLOWS = (2, 3, 4, 6, 7, 32771, 32809)
"""Compressions that remain Pillow's: fax, JPEG, words of 16 bits, ThunderScan."""
_JPEG = (6, 7)

_WHITE_IS_ZERO, _BLACK_IS_ZERO, _RGB, _PALETTE, _MASK, _INKS, _YCC, _CIE_LAB, _ICC_LAB = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    9,
)
_SPACES: dict[int, Space] = {
    _WHITE_IS_ZERO: "grey", _BLACK_IS_ZERO: "grey", _RGB: "rgb", _PALETTE: "rgb", _INKS: "cmyk",
    _MASK: "grey", _CIE_LAB: "lab", _ICC_LAB: "lab", _YCC: "rgb",
}  # fmt: skip
_UNSIGNED, _SIGNED, _FLOAT, _UNDEFINED = 1, 2, 3, 4
_ASSOCIATED, _UNASSOCIATED = 1, 2
_DIFFERENCES, _FLOAT_DIFFERENCES = 2, 3
_BRIGHTEST = 16.0  # floats that have 1 for white reach this in highlights
_REVERSED = np.packbits(
    np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1)[:, ::-1], axis=1
).tobytes()

Limits = tuple[float, float]
_DAMAGED = (struct.error, KeyError, IndexError, ValueError, OverflowError, MemoryError)


class _Directory:
    """The tags of a page. at : its offset. next : offset of the next page, 0 after the last one"""

    def __init__(self, data: bytes, order: str, big: bool, at: int) -> None:
        self._data, self._order = data, order
        count_form, entry_form, entry_bytes, inline = ("Q", "HHQ", 20, 8) if big else ("H", "HHI", 12, 4)
        (count,) = struct.unpack_from(order + count_form, data, at)
        start = at + struct.calcsize(order + count_form)
        self._entries: dict[int, tuple[int, int, int]] = {}
        for entry in range(start, start + entry_bytes * min(count, 4096), entry_bytes):
            tag, kind, number = struct.unpack_from(order + entry_form, data, entry)
            value = entry + entry_bytes - inline
            size = number * struct.calcsize("=" + (_FORMS.get(kind) or _RATIONALS.get(kind, "B")))
            if size > inline:
                (value,) = struct.unpack_from(order + ("Q" if big else "I"), data, value)
            self._entries.setdefault(tag, (kind, number, value))
        place = start + entry_bytes * count
        form = order + ("Q" if big else "I")
        self.next = struct.unpack_from(form, data, place)[0] if place + inline <= len(data) else 0

    def numbers(self, tag: int) -> tuple[float, ...]:
        kind, count, at = self._entries.get(tag, (0, 0, 0))
        if kind in _RATIONALS:
            form = f"{self._order}{count * 2}{_RATIONALS[kind][0]}"
            values = struct.unpack_from(form, self._data, at)
            return tuple(top / (bottom or 1) for top, bottom in zip(values[::2], values[1::2], strict=True))
        if kind not in _FORMS:
            return ()
        return struct.unpack_from(f"{self._order}{count}{_FORMS[kind]}", self._data, at)

    def integers(self, tag: int) -> tuple[int, ...]:
        return tuple(map(int, self.numbers(tag)))

    def integer(self, tag: int, default: int) -> int:
        return next(iter(self.integers(tag)), default)

    def bytes(self, tag: int) -> bytes:
        _, count, at = self._entries.get(tag, (0, 0, 0))
        return self._data[at : at + count]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    """The arrangement of a page's samples.

    bits, format : of a sample. planes : 1, or one for each sample. across : samples of a pixel in a plane
    segment : (width, height) of a tile, or of a strip. tiles : in a row, 1 for strips
    offsets, lengths : of the segments, plane by plane
    alpha : channel of the transparency, 0 without any
    """

    order: str
    size: tuple[int, int]
    bits: int
    format: int
    samples: int
    planes: int
    across: int
    compression: int
    photometric: int
    predictor: int
    reversed: bool
    segment: tuple[int, int]
    tiles: int
    offsets: tuple[int, ...]
    lengths: tuple[int, ...]
    alpha: int
    multiplied: bool
    colours: NDArray[Any] | None
    subsampling: tuple[int, int]
    weights: tuple[float, ...]
    references: tuple[float, ...]

    @property
    def is_tiled(self) -> bool:
        return self.tiles > 1 or self.segment[0] != self.size[0]


def samples_of(data: bytes) -> Samples | None:
    """The first page; None if Pillow is to decode it.

    Raises ImageUnreadable for a damaged directory, and for a kind that is not read.
    """
    try:
        page, order, big = _first_page(data)
        compression = page.integer(_COMPRESSION, _NONE)
        if compression not in _CODECS:
            _check_for_pillow(page, compression, big=big and order == ">")
            return None
        layout = _layout(page, order, compression, len(data))
        profile, orientation = page.bytes(_PROFILE), page.integer(_ORIENTATION, 1)
        frames = _pages(data, page, order, big)
    except _DAMAGED as error:
        raise damaged(KIND) from error
    space = _SPACES[layout.photometric]
    step = _step(layout)
    read = _reader(data, layout, step)
    limits = _plain_limits(layout)
    raw_bytes = layout.samples * max(layout.bits, 8) / 8

    def rows(top: int, bottom: int, limits: Limits | None = limits) -> tuple[NDArray[Any], int]:
        numbers, present = read(top, bottom)
        return _codes(layout, numbers, limits), present

    samples = Samples(
        size=layout.size,
        space=space,
        rows=rows,
        profile=profile,
        alpha="none" if not layout.alpha else "multiplied" if layout.multiplied else "straight",
        orientation=orientation if 1 <= orientation <= 8 else 1,
        frames=frames,
        bytes_per_pixel=2 * raw_bytes + 4 + (0 if layout.bits == 8 else 2 * CHANNELS[space]),
        chunk_bytes=int(2 * raw_bytes * layout.size[0] * min(step, layout.size[1])),
    )
    if not _needs_range(layout):
        return samples

    def prepare() -> Samples:
        own = _limits(layout, read)
        return replace(samples, rows=lambda top, bottom: rows(top, bottom, own))

    return replace(samples, prepare=prepare)


def is_tiled(data: bytes) -> bool:
    """True if the first page consists of tiles."""
    try:
        page, _, _ = _first_page(data)
    except _DAMAGED:
        return False
    return bool(page.integer(_TILE_WIDTH, 0))


def _first_page(data: bytes) -> tuple[_Directory, str, bool]:
    """The first page, the order of its bytes, and whether this is a BigTIFF."""
    order = {b"II": "<", b"MM": ">"}[data[:2]]
    big = struct.unpack_from(order + "H", data, 2)[0] == 43
    at = struct.unpack_from(order + ("Q" if big else "I"), data, 8 if big else 4)[0]
    return _Directory(data, order, big, at), order, big


def _check_for_pillow(page: _Directory, compression: int, *, big: bool) -> None:
    """Refuse what Pillow would misread. big : a big-endian BigTIFF"""
    if compression not in _PILLOWS:
        raise not_supported(KIND, f"compression {compression}")
    if big:
        raise not_supported(KIND, "BigTIFF, big-endian, JPEG")
    bits = set(page.integers(_BITS) or (1,))
    if compression in _JPEG and bits != {8}:
        raise not_supported(KIND, f"JPEG, {max(bits)} bit")


def _pages(data: bytes, page: _Directory, order: str, big: bool) -> int:
    seen: set[int] = set()
    while page.next and page.next not in seen and len(seen) < _MOST_PAGES:
        seen.add(page.next)
        try:
            page = _Directory(data, order, big, page.next)
        except _DAMAGED:
            seen.discard(page.next)
            break
    return 1 + len(seen)


def _layout(page: _Directory, order: str, compression: int, file_bytes: int) -> _Layout:
    width, height = page.integer(_WIDTH, 0), page.integer(_HEIGHT, 0)
    if width < 1 or height < 1:
        raise ImageUnreadable("The file is damaged: its header has no width or height.")
    photometric = page.integer(_PHOTOMETRIC, _BLACK_IS_ZERO)
    if photometric not in _SPACES:
        raise not_supported(KIND, f"photometric interpretation {photometric}")
    samples = page.integer(_SAMPLES, 1)
    bits, format = _sample_format(page, samples, photometric)
    stored = 1 if photometric == _PALETTE else CHANNELS[_SPACES[photometric]]
    if samples < stored or (photometric == _INKS and page.integer(_INK_SET, 1) != 1):
        raise not_supported(KIND, f"{samples} samples, photometric interpretation {photometric}")
    extra = page.integers(_EXTRA)
    if not extra and photometric == _RGB and samples == stored + 1:
        extra = (_UNASSOCIATED,)  # some programs leave the tag out, and all readers take it so
    alphas = [
        at for at, meaning in enumerate(extra[: samples - stored]) if meaning in (_ASSOCIATED, _UNASSOCIATED)
    ]
    planes = samples if page.integer(_PLANAR, 1) == 2 else 1
    tile = page.integer(_TILE_WIDTH, 0), page.integer(_TILE_HEIGHT, 0)
    offsets, lengths = page.integers(_STRIPS), page.integers(_STRIP_BYTES)
    if all(tile) and (offsets or page.integers(_TILES)):
        # Some files have their tiles in the tags of strips, and libtiff reads them.
        segment, tiles = tile, math.ceil(width / tile[0])
        offsets = page.integers(_TILES) or offsets
        lengths = page.integers(_TILE_BYTES) or lengths
    else:
        rows = page.integer(_ROWS_PER_STRIP, height)
        segment, tiles = (width, min(rows, height) or height), 1
    count = math.ceil(height / segment[1]) * tiles * planes
    if len(offsets) < count:
        raise ValueError("fewer strips than the picture needs")
    if len(lengths) < count:  # old files leave them out
        lengths = tuple(
            min((later for later in offsets if later > start), default=file_bytes) - start
            for start in offsets
        )
    subsampling = page.integers(_SUBSAMPLING) or (2, 2)
    return _Layout(
        order=order,
        size=(width, height),
        bits=bits,
        format=format,
        samples=samples,
        planes=planes,
        across=1 if planes > 1 else samples,
        compression=compression,
        photometric=photometric,
        predictor=page.integer(_PREDICTOR, 1),
        reversed=page.integer(_FILL_ORDER, 1) == 2,
        segment=segment,
        tiles=tiles,
        offsets=offsets,
        lengths=lengths,
        alpha=stored + alphas[0] if alphas else 0,
        multiplied=bool(alphas) and extra[alphas[0]] == _ASSOCIATED,
        colours=_palette(page, bits) if photometric == _PALETTE else None,
        subsampling=(subsampling[0], subsampling[-1]) if photometric == _YCC and planes == 1 else (1, 1),
        weights=page.numbers(_YCC_WEIGHTS) or (0.299, 0.587, 0.114),
        references=page.numbers(_REFERENCES) or (0, 255, 128, 255, 128, 255),
    )


def _sample_format(page: _Directory, samples: int, photometric: int) -> tuple[int, int]:
    """Bits and number format of a sample. Raises ImageUnreadable for those that are not read."""
    all_bits, formats = page.integers(_BITS) or (1,), set(page.integers(_FORMAT) or (_UNSIGNED,))
    bits, format = all_bits[0], min(formats)
    format = _UNSIGNED if format == _UNDEFINED else format
    if len(set(all_bits[:samples])) > 1 or len(formats) > 1:
        raise not_supported(KIND, f"{'/'.join(map(str, all_bits))} bit")
    readable = {
        _UNSIGNED: (*range(1, 17), 32, 64),
        _SIGNED: (8, 16, 32, 64),
        _FLOAT: (16, 32, 64),
    }.get(format, ())
    if photometric in (_CIE_LAB, _ICC_LAB, _YCC):
        readable = (8,) if photometric == _YCC else (8, 16)
    if bits not in readable or (photometric == _PALETTE and (format != _UNSIGNED or bits > 16)):
        kind = {_FLOAT: "float", _UNSIGNED: "unsigned", _SIGNED: "signed"}.get(format, "complex")
        raise not_supported(KIND, f"{bits} bit, {kind}")
    return bits, format


def _palette(page: _Directory, bits: int) -> NDArray[Any]:
    """(2 ** bits, 3) colours; some old files have values of 8 bits in them."""
    values = np.array(page.integers(_COLOUR_MAP), np.uint16)
    count = 1 << bits
    if len(values) < 3 * count:
        raise ValueError("too short a palette")
    colours = values[: 3 * count].reshape(3, count).T
    return (colours if colours.max() < 256 else colours >> 8).astype(np.uint8)


# --- reading


def _step(layout: _Layout) -> int:
    """The number of rows to unpack at once."""
    high, most = layout.segment[1], chunk_rows(layout.size[0])
    if _is_direct(layout):
        return most
    return high if layout.is_tiled else high * max(1, most // high)


def _is_direct(layout: _Layout) -> bool:
    """True if each row can be taken from the file on its own."""
    return layout.compression == _NONE and not layout.is_tiled and layout.subsampling == (1, 1)


Read = Callable[[int, int], tuple[NDArray[Any], int]]


def _reader(data: bytes, layout: _Layout, step: int) -> Read:
    """Return a function that reads rows of a picture: (n, w, samples) numbers, as they are stored."""
    row_bytes = (layout.segment[0] * layout.across * layout.bits + 7) // 8

    def plane_rows(plane: int, top: int, bottom: int) -> tuple[NDArray[Any], int]:
        high, per_plane = layout.segment[1], len(layout.offsets) // layout.planes
        first, last = top // high, math.ceil(bottom / high)
        blocks, present = [], 0
        for tile in range(layout.tiles):
            numbers = [plane * per_plane + row * layout.tiles + tile for row in range(first, last)]
            packed = [data[layout.offsets[at] : layout.offsets[at] + layout.lengths[at]] for at in numbers]
            if layout.reversed:
                packed = [segment.translate(_REVERSED) for segment in packed]
            rows = [
                high if layout.is_tiled else min(high, layout.size[1] - row * high)
                for row in range(first, last)
            ]
            block, complete = _block(layout, packed, rows, row_bytes)
            blocks.append(block[: bottom - top])
            present += min(complete, bottom - top)
        whole = blocks[0] if len(blocks) == 1 else np.concatenate(blocks, axis=1)
        return whole[:, : layout.size[0]], present // layout.tiles

    def direct_rows(plane: int, top: int, bottom: int) -> tuple[NDArray[Any], int]:
        high, per_plane = layout.segment[1], len(layout.offsets) // layout.planes
        parts, present = [], 0
        for strip in range(top // high, math.ceil(bottom / high)):
            first, last = max(top, strip * high), min(bottom, (strip + 1) * high)
            start = layout.offsets[plane * per_plane + strip] + (first - strip * high) * row_bytes
            part = data[start : start + (last - first) * row_bytes]
            present += len(part) // row_bytes
            parts.append(part.ljust((last - first) * row_bytes, b"\0"))
        stored = b"".join(parts)
        if layout.reversed:
            stored = stored.translate(_REVERSED)
        return _numbers(layout, np.frombuffer(stored, np.uint8).reshape(bottom - top, row_bytes)), present

    read_plane = direct_rows if _is_direct(layout) else plane_rows

    def chunk(top: int, bottom: int) -> tuple[NDArray[Any], int]:
        planes = [read_plane(plane, top, bottom) for plane in range(layout.planes)]
        rows = planes[0][0] if len(planes) == 1 else np.concatenate([rows for rows, _ in planes], axis=2)
        return rows, min(present for _, present in planes)

    return in_chunks(layout.size[1], step, chunk)


def _block(layout: _Layout, packed: list[bytes], rows: list[int], row_bytes: int) -> tuple[NDArray[Any], int]:
    """Unpack segments that lie below each other: (n, width, samples of a plane), and the number of rows not cut off."""
    if layout.subsampling == (1, 1):
        stored, present = unpacked_segments(packed, rows, row_bytes, layout.compression)
        return _numbers(layout, stored), present
    across, down = layout.subsampling
    units = math.ceil(layout.segment[0] / across)
    unit_bytes = across * down + 2
    high = [math.ceil(count / down) for count in rows]
    stored, present = unpacked_segments(packed, high, units * unit_bytes, layout.compression)
    blocks = stored.reshape(len(stored), units, unit_bytes)
    rows_of_units = blocks[..., :-2].reshape(len(stored), units, down, across).swapaxes(1, 2)
    luma = rows_of_units.reshape(len(stored) * down, units * across)
    colour = blocks[..., -2:].repeat(down, axis=0).repeat(across, axis=1)
    out = np.concatenate([luma[..., None], colour], axis=2)[:, : layout.segment[0]]
    starts = np.cumsum([0, *(count * down for count in high[:-1])])
    return np.concatenate(
        [out[at : at + count] for at, count in zip(starts, rows, strict=True)]
    ), present * down


def _numbers(layout: _Layout, stored: NDArray[np.uint8]) -> NDArray[Any]:
    """Convert rows of bytes to numbers: (n, width, samples of a plane)."""
    bits, across = layout.bits, layout.across
    width = layout.segment[0]
    shape = (len(stored), width, across)
    if layout.predictor == _FLOAT_DIFFERENCES and layout.format == _FLOAT:
        sums = np.add.accumulate(stored.reshape(len(stored), -1, across), axis=1, dtype=np.uint8)
        parts = sums.reshape(len(stored), bits // 8, width * across).swapaxes(1, 2)
        return np.ascontiguousarray(parts).view(f">f{bits // 8}").reshape(shape)
    if layout.format == _UNSIGNED and bits <= 16 and bits not in (8, 16):
        return unpacked(stored, bits, width * across).reshape(shape)
    whole = stored.view(f"{layout.order}u{bits // 8}").astype(f"u{bits // 8}", copy=False).reshape(shape)
    if layout.predictor == _DIFFERENCES:
        whole = np.add.accumulate(whole, axis=1, dtype=whole.dtype)
    letter = {_UNSIGNED: "u", _SIGNED: "i", _FLOAT: "f"}[layout.format]
    return whole.view(f"{letter}{bits // 8}")


# --- meaning


def _plain_limits(layout: _Layout) -> Limits | None:
    """The numbers for black and white; None if the number of bits decides them."""
    return None if layout.format == _UNSIGNED and layout.bits <= 16 else (0.0, 1.0)


def _needs_range(layout: _Layout) -> bool:
    """True if black and white are the extremes of the whole picture."""
    if layout.photometric in (_PALETTE, _CIE_LAB, _ICC_LAB, _YCC):
        return False
    grey16 = layout.bits == 16 and _SPACES[layout.photometric] == "grey"
    return grey16 or _plain_limits(layout) is not None


def _limits(layout: _Layout, read: Read) -> Limits:
    """Read all numbers, and choose black and white (see colour.py)."""
    channels = CHANNELS[_SPACES[layout.photometric]]
    low, high, over, count = math.inf, -math.inf, 0, 0
    step = chunk_rows(layout.size[0])
    for top in range(0, layout.size[1], step):
        numbers = read(top, min(top + step, layout.size[1]))[0][..., :channels]
        if layout.format == _FLOAT:
            numbers = numbers[np.isfinite(numbers)]
        if numbers.size:
            low, high = min(low, float(numbers.min())), max(high, float(numbers.max()))
            over += int((numbers > 1).sum())
            count += numbers.size
    if low > high:
        return 0.0, 1.0
    if layout.format == _UNSIGNED and layout.bits == 16:
        return 0.0, 65535.0 if high >= 4096 else float((1 << max(8, int(high).bit_length())) - 1)
    if layout.format == _FLOAT:
        bright = low >= -0.5 and 2 * over < count and (channels > 1 or high <= _BRIGHTEST)
        if (low >= 0 and high <= 1) or bright:
            return 0.0, 1.0
        if channels > 1 and low >= 0 and 4096 <= high <= 65535:
            return 0.0, 65535.0
        return (0.0, 255.0) if low >= 0 and _BRIGHTEST < high <= 255 else (low, max(high, low + 1e-6))
    if low >= 0:
        whole = float((1 << layout.bits - (layout.format == _SIGNED)) - 1)
        for white in (255.0, 65535.0):
            if high <= white:
                return 0.0, min(white, whole)
        if high >= whole / 4:
            return 0.0, whole
    return low, max(high, low + 1e-6)


def _codes(layout: _Layout, numbers: NDArray[Any], limits: Limits | None) -> NDArray[Any]:
    """Samples of 8 or 16 bits, (n, w, channels): colours, then the transparency if there is any."""
    photometric = layout.photometric
    channels = CHANNELS[_SPACES[photometric]]
    if photometric == _PALETTE and layout.colours is not None:
        colours: NDArray[Any] = layout.colours[numbers[..., 0]]
    elif photometric in (_CIE_LAB, _ICC_LAB):
        colours = _lab(layout, numbers)
    elif photometric == _YCC:
        colours = _from_ycc(layout, numbers[..., :3])
    elif limits is None:
        colours = whole_range(numbers[..., :channels], layout.bits)
    else:
        colours = scaled(numbers[..., :channels], *limits)
    if photometric == _WHITE_IS_ZERO:
        colours = np.iinfo(colours.dtype).max - colours
    if not layout.alpha:
        return colours
    alpha = numbers[..., layout.alpha : layout.alpha + 1]
    if limits is None:
        alpha = whole_range(alpha, layout.bits)
    else:
        alpha = scaled(
            alpha, 0, 1 if layout.format == _FLOAT else (1 << layout.bits - (layout.format == _SIGNED)) - 1
        )
    if alpha.dtype != colours.dtype:
        alpha = alpha >> 8 if alpha.dtype == np.uint16 else alpha.astype(np.uint16) * 257
    return np.concatenate([colours, alpha.astype(colours.dtype)], axis=2)


def _lab(layout: _Layout, numbers: NDArray[Any]) -> NDArray[np.uint16]:
    values = numbers[..., :3].astype(np.float32)
    white, unit = ((1 << layout.bits) - 1, 1 << layout.bits - 8)
    signs = values[..., 1:] / unit
    complement = layout.photometric == _CIE_LAB
    signs = np.where(signs >= 128, signs - 256, signs) if complement else signs - 128
    return lab_codes(values[..., 0] * (100 / white), signs[..., 0], signs[..., 1])


def _from_ycc(layout: _Layout, numbers: NDArray[Any]) -> NDArray[np.uint8]:
    """TIFF 6.0, section 21."""
    references = layout.references
    values = [
        (numbers[..., at].astype(np.float32) - black) * (scale / ((white - black) or 1))
        for at, (black, white, scale) in enumerate(
            zip(references[::2], references[1::2], (255, 127, 127), strict=True)
        )
    ]
    red_weight, green_weight, blue_weight = layout.weights
    luma, blueness, redness = values
    red = luma + redness * (2 - 2 * red_weight)
    blue = luma + blueness * (2 - 2 * blue_weight)
    green = (luma - red_weight * red - blue_weight * blue) / (green_weight or 1)
    return np.clip(np.stack([red, green, blue], axis=-1) + 0.5, 0, 255).astype(np.uint8)
