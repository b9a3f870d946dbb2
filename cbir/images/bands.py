"""Large picture -> Pillow pictures of some rows each, so that it is never in memory as a whole.

Call bands_of() once, then rows(top, bottom) from the first row to the last.

PNG: rows are unpacked and unfiltered in order, and each band becomes a small PNG, because Pillow then handles all modes
(PNG 3.0, chapters 5, 9 and 10). TIFF: some strips become a small TIFF (TIFF 6.0, sections 2 and 3). Uncompressed pixels
are cut out of the file's bytes.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cbir.loops import array, compiled

if TYPE_CHECKING:
    from PIL import Image as PilImage


SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER, _PIXELS, _END = b"IHDR", b"IDAT", b"IEND"
_COLOUR_CHUNKS = (b"PLTE", b"tRNS")  # needed to turn pixels into colours
PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Channels of each colour type."""
_ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
_PIECE_BYTES = 1 << 16  # packed bytes per step; up to twenty times as many unpacked


def chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Type, begin and end of each complete chunk of a PNG."""
    at = 8
    while (stop := at + 12 + int.from_bytes(data[at : at + 4], "big")) <= len(data):
        yield data[at + 4 : at + 8], at, stop
        at = stop


def with_scaled_transparency(data: bytes) -> bytes:
    """The same PNG, with the transparent grey of 2 or 4 bits as the value of 8 bits that Pillow compares it with."""
    if len(data) < 33 or data[24] not in (2, 4) or data[25] != 0:
        return data
    for name, start, stop in chunks(data):
        if name == b"tRNS" and stop - start == 14:
            grey = (data[start + 9] & (1 << data[24]) - 1) * (255 // ((1 << data[24]) - 1))
            return b"".join((data[:start], *_chunk(name, bytes([0, grey])), data[stop:]))
    return data


def png_rows(data: bytes) -> Callable[[int], tuple[bytes, int]] | None:
    """A function that makes a PNG of the next n rows. It also returns how many of them the file has; others are zeros.

    None for an interlaced picture, whose rows come in seven passes, and for an invalid header.
    """
    rows = unfiltered_rows(data)
    if rows is None:
        return None
    data = with_scaled_transparency(data)
    colours = [data[start:stop] for name, start, stop in chunks(data) if name in _COLOUR_CHUNKS]

    def encoded(count: int) -> tuple[bytes, int]:
        block, count_present = rows(count)
        header = data[16:20] + struct.pack(">I", count) + data[24:26] + bytes(3)
        pixels = zlib.compress(block.data, 0)
        parts: list[bytes | memoryview] = [
            SIGNATURE,
            *_chunk(_HEADER, header),
            *colours,
            *_chunk(_PIXELS, pixels),
            *_chunk(_END, b""),
        ]
        return b"".join(parts), count_present

    return encoded


def unfiltered_rows(data: bytes) -> Callable[[int], tuple[NDArray[np.uint8], int]] | None:
    """A function that returns the next n rows without their filters, (n, 1 + bytes of a row), and how many are there.

    The first byte of each row is 0. None as for png_rows()
    """
    listed = list(chunks(data))
    if not listed or listed[0][0] != _HEADER or listed[0][2] != 33:
        return None
    width, _, depth, colour, _, _, interlaced = struct.unpack_from(">IIBBBBB", data, 16)
    if interlaced or colour not in PNG_CHANNELS or not width:
        return None
    bits = depth * PNG_CHANNELS[colour]
    fill = _unpacker(memoryview(data), listed)
    above = np.zeros((width * bits + 7) // 8, np.uint8)

    def rows(count: int) -> tuple[NDArray[np.uint8], int]:
        block = np.zeros((count, 1 + len(above)), np.uint8)
        count_present = fill(block.reshape(-1)) // (1 + len(above))
        undo_filters(block[:count_present], above, max(1, bits // 8))
        block[count_present:] = 0
        above[:] = block[-1, 1:]
        return block, count_present

    return rows


def unfiltered_passes(data: bytes) -> tuple[NDArray[np.uint8], int]:
    """All pixels of an interlaced PNG of whole bytes, (h, w, bytes), and the number of complete rows.

    PNG 3.0, section 8.1: seven passes, each a picture of its own. A file without its last passes has no complete row
    between theirs.
    """
    width, height, depth, colour = struct.unpack_from(">IIBB", data, 16)
    pixel_bytes = PNG_CHANNELS[colour] * depth // 8
    fill = _unpacker(memoryview(data), list(chunks(data)))
    out = np.zeros((height, width, pixel_bytes), np.uint8)
    complete = np.ones(height, bool)
    for left, top, across, down in _ADAM7:
        part = out[top::down, left::across]
        if not part.size:
            continue
        block = np.zeros((len(part), 1 + part.shape[1] * pixel_bytes), np.uint8)
        present = fill(block.reshape(-1)) // block.shape[1]
        undo_filters(block[:present], np.zeros(block.shape[1] - 1, np.uint8), pixel_bytes)
        block[present:] = 0
        part[:] = block[:, 1:].reshape(part.shape)
        complete[top::down][present:] = False
    return out, int(complete.sum())


def _unpacker(view: memoryview, listed: list[tuple[bytes, int, int]]) -> Callable[[NDArray[np.uint8]], int]:
    """A function that fills an array with the next bytes of the pixels and returns the number of bytes."""
    whole = [view[start + 8 : stop - 4] for name, start, stop in listed if name == _PIXELS]
    rest = view[listed[-1][2] :]  # an incomplete chunk, if the file is truncated
    parts = [*whole, rest[8:]] if rest[4:8] == _PIXELS else whole
    pieces = (part[at : at + _PIECE_BYTES] for part in parts for at in range(0, len(part), _PIECE_BYTES))
    inflate = zlib.decompressobj()
    unread: bytes | memoryview = b""

    def fill(out: NDArray[np.uint8]) -> int:
        nonlocal unread
        done = 0
        while done < len(out) and not inflate.eof:
            unread = unread or next(pieces, b"")
            try:
                piece = inflate.decompress(unread, min(len(out) - done, 20 * _PIECE_BYTES))
            except zlib.error:
                break
            if not piece and not unread:
                break
            unread = inflate.unconsumed_tail
            out[done : done + len(piece)] = np.frombuffer(piece, np.uint8)
            done += len(piece)
        return done

    return fill


def _chunk(name: bytes, body: bytes) -> Iterator[bytes]:
    yield struct.pack(">I", len(body)) + name
    yield body
    yield struct.pack(">I", zlib.crc32(body, zlib.crc32(name)))


@compiled(array(np.uint8, 2), array(np.uint8, 1), np.int64)
def undo_filters(rows, above, pixel_bytes):  # type: ignore[no-untyped-def]
    """Undo the filters of a PNG's rows in place (PNG 3.0, section 9.2).

    rows : (n, 1 + b) uint8: the filter type, then the row. above : (b,) uint8, the row before the first one
    pixel_bytes : bytes of a pixel, at least 1
    """
    for number in range(rows.shape[0]):
        kind = rows[number, 0]
        rows[number, 0] = 0
        for at in range(1, rows.shape[1]):
            before = at - pixel_bytes
            over = int(above[at - 1]) if number == 0 else int(rows[number - 1, at])
            left = 0
            corner = 0
            if before > 0:
                left = int(rows[number, before])
                corner = int(above[before - 1]) if number == 0 else int(rows[number - 1, before])
            guess = 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = over
            elif kind == 3:
                guess = (left + over) >> 1
            elif kind == 4:
                to_left, to_over = abs(over - corner), abs(left - corner)
                to_corner = abs(left + over - 2 * corner)
                if to_left <= to_over and to_left <= to_corner:
                    guess = left
                else:
                    guess = over if to_over <= to_corner else corner
            rows[number, at] = (int(rows[number, at]) + guess) & 255
    return 0


RAW_BITS = {
    "1": 1, "1;I": 1, "P;1": 1, "P;4": 4, "L": 8, "P": 8, "BGR;15": 16, "BGR;16": 16, "LA": 16, "RGB": 24, "BGR": 24,
    "RGBX": 32, "BGRX": 32, "RGBA": 32, "BGRA": 32, "CMYK": 32,
}  # fmt: skip
_UNCOMPRESSED = ("TIFF", "BMP", "DIB", "PPM", "TGA")  # formats with uncompressed "raw" tiles
_BAD_BAND = (OSError, SyntaxError, ValueError, TypeError, LookupError, RuntimeError, struct.error)

_LENGTH, _STRIPS, _ROWS_OF_STRIP, _STRIP_BYTES, _PLANES, _TILES = 257, 273, 278, 279, 284, 322
_NEEDED = (
    # Tags that describe a strip's pixels: size, bits, compression, colours, fill order, samples, fax options,
    # predictor, colour map, alpha, number format, JPEG tables, subsampling, black and white.
    256, 258, 259, 262, 266, 277, 292, 293, 317, 320, 338, 339, 347, 529, 530, 532,
)  # fmt: skip
TYPE_BYTES = {
    1: 1,
    2: 1,
    3: 2,
    4: 4,
    5: 8,
    6: 1,
    7: 1,
    8: 2,
    9: 4,
    10: 8,
    11: 4,
    12: 8,
}  # TIFF 6.0, section 2
_SHORT, _LONG = 3, 4


class Bands:
    """A picture that is decoded from its first row to its last.

    height_px : bands must begin at multiples of it, as a TIFF's strips do
    missing : number of requested rows that the file does not have
    """

    def __init__(
        self,
        picture: PilImage.Image,
        decode: Callable[[int, int], tuple[PilImage.Image, int]],
        height_px: int = 1,
    ) -> None:
        self._mode, self._width = picture.mode, picture.size[0]
        self._decode = decode
        self.height_px = height_px
        self.missing = 0

    def rows(self, top: int, bottom: int) -> PilImage.Image:
        """Rows top to bottom - 1; missing rows are zeros. Rows must be requested in order, without gaps."""
        from PIL import Image as PilImage

        try:
            band, count_present = self._decode(top, bottom)
        except _BAD_BAND:
            band, count_present = PilImage.new(self._mode, (self._width, bottom - top)), 0
        self.missing += bottom - top - count_present
        return band


def bands_of(data: bytes, picture: PilImage.Image, kind: str) -> Bands | None:
    """The bands of a picture that was opened but not loaded; None if it can be decoded only as a whole.

    This includes pixels with more than 8 bits, except a PNG's: their range over the whole picture must be known first.
    """
    if kind == "PNG":
        return _bands_of_png(data, picture)
    if picture.mode.startswith(("I", "F")):
        return None
    if kind in _UNCOMPRESSED and all(tile.codec_name == "raw" for tile in picture.tile):  # type: ignore[attr-defined]
        return _bands_of_raw(data, picture)
    return _bands_of_strips(data, picture) if kind == "TIFF" else None


def _bands_of_png(data: bytes, picture: PilImage.Image) -> Bands | None:
    following = png_rows(data)
    if following is None:
        return None

    def decode(top: int, bottom: int) -> tuple[PilImage.Image, int]:
        encoded, count_present = following(bottom - top)
        return _opened(encoded, "PNG"), count_present

    return Bands(picture, decode)


def _bands_of_raw(data: bytes, picture: PilImage.Image) -> Bands | None:
    """Bands of a picture with uncompressed, contiguous pixels, as Pillow's only tile describes them."""
    from PIL import Image as PilImage

    tiles = picture.tile  # type: ignore[attr-defined]
    width, height = picture.size
    if len(tiles) != 1 or tuple(tiles[0].extents) != (0, 0, width, height):
        return None
    args = tiles[0].args
    layout, stride, step = (*args, 0, 1)[:3] if isinstance(args, tuple) else (args, 0, 1)
    bits = RAW_BITS.get(layout)
    if bits is None or step not in (1, -1):
        return None
    stride = stride or (width * bits + 7) // 8
    palette = picture.palette

    def decode(top: int, bottom: int) -> tuple[PilImage.Image, int]:
        first = top if step == 1 else height - bottom
        start = tiles[0].offset + first * stride
        pixels = data[start : start + (bottom - top) * stride]
        whole = len(pixels) // stride
        pixels += bytes((bottom - top) * stride - len(pixels))
        band = PilImage.frombytes(picture.mode, (width, bottom - top), pixels, "raw", layout, stride, step)
        if palette is not None and picture.mode == "P":
            band.putpalette(palette)
        band.info = dict(picture.info)
        return band, whole

    return Bands(picture, decode)


def _bands_of_strips(data: bytes, picture: PilImage.Image) -> Bands | None:
    tags: Any = picture.tag_v2  # type: ignore[attr-defined]
    offsets, lengths = tags.get(_STRIPS), tags.get(_STRIP_BYTES)
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(data[:4])
    high = int(tags.get(_ROWS_OF_STRIP, 0))
    if order is None or not offsets or not lengths or _TILES in tags or tags.get(_PLANES, 1) != 1 or high < 1:
        return None
    height = picture.size[1]
    if len(offsets) != len(lengths) or len(offsets) != -(-height // high) or len(offsets) < 2:
        return None
    entries = tiff_entries(data, order)

    def decode(top: int, bottom: int) -> tuple[PilImage.Image, int]:
        strips = [
            data[offsets[strip] : offsets[strip] + lengths[strip]]
            for strip in range(top // high, -(-bottom // high))
        ]
        return _opened(_tiff(data, order, entries, strips, bottom - top, high), "TIFF"), bottom - top

    return Bands(picture, decode, high)


def tiff_entries(data: bytes, order: str) -> dict[int, tuple[int, int, int]]:
    """Entries of the first directory by tag: type, number of values, and their offset."""
    (at,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, at)
    entries = {}
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind, number = struct.unpack_from(order + "HHI", data, entry)
        inside = number * TYPE_BYTES.get(kind, 1) <= 4
        entries[tag] = (
            kind,
            number,
            entry + 8 if inside else struct.unpack_from(order + "I", data, entry + 8)[0],
        )
    return entries


def _tiff(
    data: bytes,
    order: str,
    entries: dict[int, tuple[int, int, int]],
    strips: list[bytes],
    rows: int,
    high: int,
) -> bytes:
    """A TIFF of some strips of another one, with its description of the pixels."""
    values = {
        tag: (kind, number, data[at : at + number * TYPE_BYTES[kind]])
        for tag, (kind, number, at) in entries.items()
        if tag in _NEEDED and kind in TYPE_BYTES
    }
    number = len(strips)
    values[_LENGTH] = _LONG, 1, struct.pack(order + "I", rows)
    values[_ROWS_OF_STRIP] = _LONG, 1, struct.pack(order + "I", high)
    values[_PLANES] = _SHORT, 1, struct.pack(order + "H", 1)
    values[_STRIP_BYTES] = _LONG, number, struct.pack(f"{order}{number}I", *map(len, strips))
    values[_STRIPS] = _LONG, number, bytes(4 * number)
    after = 8 + 2 + 12 * len(values) + 4
    values_start = after + sum(len(value) for _, _, value in values.values() if len(value) > 4)
    starts = [values_start + sum(map(len, strips[:strip])) for strip in range(number)]
    values[_STRIPS] = _LONG, number, struct.pack(f"{order}{number}I", *starts)
    head = {"<": b"II*\0", ">": b"MM\0*"}[order] + struct.pack(order + "IH", 8, len(values))
    long = b""
    for tag, (kind, count, value) in sorted(values.items()):
        place = value.ljust(4, b"\0") if len(value) <= 4 else struct.pack(order + "I", after + len(long))
        long += value if len(value) > 4 else b""
        head += struct.pack(order + "HHI", tag, kind, count) + place
    return b"".join((head, bytes(4), long, *strips))


def _opened(encoded: bytes, kind: str) -> PilImage.Image:
    from PIL import Image as PilImage

    band = PilImage.open(io.BytesIO(encoded), formats=(kind,))
    band.load()
    return band
