"""PNG -> its chunks, and its rows in bands of any height, so that a large one is never in memory as a whole.

chunks() for what a file consists of; png_rows() once, then its function from the first row to the last.
Unpacked and freed from its filters, each band is handed on as a PNG of its own, which Pillow reads in any of its modes.
PNG 3.0, chapters 5, 9 and 10.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from cbir.loops import array, compiled

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER, _PIXELS, _END = b"IHDR", b"IDAT", b"IEND"
_NEEDED = (b"PLTE", b"tRNS")  # to make colours of the pixels
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type
_PIECE_BYTES = 1 << 16  # of packed data, and twenty times as much unpacked


def chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Type of each whole chunk, where it begins and where the next one does."""
    at = 8
    while (stop := at + 12 + int.from_bytes(data[at : at + 4], "big")) <= len(data):
        yield data[at + 4 : at + 8], at, stop
        at = stop


def png_rows(data: bytes) -> Callable[[int], tuple[bytes, int]] | None:
    """A function that makes a PNG of the next n rows, and says how many of them are there; the rest are zeros.

    None for an interlaced picture, whose rows come in seven passes, and for a header that makes no sense.
    """
    listed = list(chunks(data))
    if not listed or listed[0][0] != _HEADER or listed[0][2] != 33:
        return None
    width, _, depth, colour, _, _, interlaced = struct.unpack_from(">IIBBBBB", data, 16)
    if interlaced or colour not in _CHANNELS or not width:
        return None
    bits = depth * _CHANNELS[colour]
    view = memoryview(data)
    fill = _unpacker(view, listed)
    kept = [view[start:stop] for name, start, stop in listed if name in _NEEDED]
    above = np.zeros((width * bits + 7) // 8, np.uint8)

    def rows(count: int) -> tuple[bytes, int]:
        block = np.zeros((count, 1 + len(above)), np.uint8)
        there = fill(block.reshape(-1)) // (1 + len(above))
        undo_filters(block[:there], above, max(1, bits // 8))
        block[there:] = 0
        above[:] = block[-1, 1:]
        header = struct.pack(">IIBBBBB", width, count, depth, colour, 0, 0, 0)
        pixels = zlib.compress(block.data, 0)
        parts: list[bytes | memoryview] = [
            SIGNATURE,
            *_chunk(_HEADER, header),
            *kept,
            *_chunk(_PIXELS, pixels),
            *_chunk(_END, b""),
        ]
        return b"".join(parts), there

    return rows


def _unpacker(view: memoryview, listed: list[tuple[bytes, int, int]]) -> Callable[[NDArray[np.uint8]], int]:
    """A function that fills an array with what comes next of the pixels, and says how much there was."""
    whole = [view[start + 8 : stop - 4] for name, start, stop in listed if name == _PIXELS]
    rest = view[listed[-1][2] :]  # of a file that was cut short
    parts = [*whole, rest[8:]] if rest[4:8] == _PIXELS else whole
    pieces = (part[at : at + _PIECE_BYTES] for part in parts for at in range(0, len(part), _PIECE_BYTES))
    inflate = zlib.decompressobj()
    left: bytes | memoryview = b""

    def fill(out: NDArray[np.uint8]) -> int:
        nonlocal left
        done = 0
        while done < len(out) and not inflate.eof:
            left = left or next(pieces, b"")
            try:
                piece = inflate.decompress(left, min(len(out) - done, 20 * _PIECE_BYTES))
            except zlib.error:
                break
            if not piece and not left:
                break
            left = inflate.unconsumed_tail
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
    """Undo the filters of a PNG's rows where they are (PNG 3.0, section 9.2).

    rows : (n, 1 + b) uint8: the kind of filter, then the row. above : (b,) uint8, the row before the first one
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
