"""Packed bytes -> bytes, by the codecs in Pillow and the standard library.

Missing and damaged bytes become zeros; a caller counts what the file has by itself.
"""

from __future__ import annotations

import io
import lzma
import struct
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

_NONE, _LZW, _PACKBITS, _LZMA, _ZSTD = 1, 5, 32773, 34925, 50000  # TIFF's numbers; the others are deflate
_LIBTIFFS = (_LZW, _PACKBITS, _ZSTD)
_LZMA_BYTES = 64 << 20  # a dictionary that claims more is refused
_PIECE_BYTES = 4096


def packbits_rows(packed: bytes, row_bytes: int, count: int) -> Bytes:
    """(count, row_bytes) uint8 of rows that were packed one by one (TIFF 6.0, section 9)."""
    from PIL import Image as PilImage

    if not count or not row_bytes:
        return np.zeros((count, row_bytes), np.uint8)
    # Two zeros are one literal zero: enough of them fill all rows.
    padded = packed + bytes(2 * count * row_bytes)
    try:
        picture = PilImage.frombytes("L", (row_bytes, count), padded, "packbits", "L")
    except (ValueError, OSError):
        return np.zeros((count, row_bytes), np.uint8)
    return np.asarray(picture)


def unpacked_segments(
    packed: Sequence[bytes], rows: Sequence[int], row_bytes: int, compression: int
) -> tuple[Bytes, int]:
    """Rows of a TIFF's strips or tiles below each other, (sum of rows, row_bytes) uint8, and how many are there.

    rows : number of rows of each segment; only the last may differ. compression : tag 259, one of CODECS
    """
    out = np.zeros((sum(rows), row_bytes), np.uint8)
    if compression in _LIBTIFFS:
        whole = _by_libtiff(packed, rows, row_bytes, compression)
        if whole is not None:
            return whole, len(whole)
    top = present = 0
    for segment, count in zip(packed, rows, strict=True):
        size = count * row_bytes
        if compression in _LIBTIFFS:
            part = _by_libtiff([segment], [count], row_bytes, compression)
            stored = b"" if part is None else part.tobytes()
        else:
            stored = segment[:size] if compression == _NONE else _unpack(segment, size, compression)
        block = np.frombuffer(stored, np.uint8)
        out[top : top + count].reshape(-1)[: len(block)] = block
        present += len(block) // row_bytes
        top += count
    return out, present


def _unpack(packed: bytes, size: int, compression: int) -> bytes:
    """At most size bytes, as many as can be unpacked."""
    unpacker = lzma.LZMADecompressor(memlimit=_LZMA_BYTES) if compression == _LZMA else zlib.decompressobj()
    out = bytearray()
    try:
        out += unpacker.decompress(packed, size)
    except (zlib.error, lzma.LZMAError, EOFError):
        unpacker = (
            lzma.LZMADecompressor(memlimit=_LZMA_BYTES) if compression == _LZMA else zlib.decompressobj()
        )
        try:
            for at in range(0, len(packed), _PIECE_BYTES):  # up to the damage
                out += unpacker.decompress(packed[at : at + _PIECE_BYTES], size - len(out) or 1)
        except (zlib.error, lzma.LZMAError, EOFError):
            pass
    return bytes(out[:size])


def _by_libtiff(
    packed: Sequence[bytes], rows: Sequence[int], row_bytes: int, compression: int
) -> Bytes | None:
    """The bytes of segments, read as a grey picture of them; None if a segment is damaged."""
    from PIL import Image as PilImage

    encoded = _grey_tiff(packed, rows, row_bytes, compression)
    try:
        with PilImage.open(io.BytesIO(encoded), formats=("TIFF",)) as picture:
            picture.load()
            return np.array(picture)
    except (OSError, SyntaxError, ValueError, TypeError, RuntimeError):
        return None


def _grey_tiff(packed: Sequence[bytes], rows: Sequence[int], row_bytes: int, compression: int) -> bytes:
    count = len(packed)
    lengths = [len(segment) for segment in packed]
    after = 8 + 2 + 12 * 9 + 4
    first = after + (8 * count if count > 1 else 0)
    starts = [first + sum(lengths[:at]) for at in range(count)]
    entries = (
        (256, row_bytes), (257, sum(rows)), (258, 8), (259, compression), (262, 1),
        (273, starts[0] if count == 1 else after), (277, 1), (278, rows[0]),
        (279, lengths[0] if count == 1 else after + 4 * count),
    )  # fmt: skip
    listed = b"".join(
        struct.pack("<HHII", tag, 4, count if tag in (273, 279) else 1, value) for tag, value in entries
    )
    arrays = struct.pack(f"<{2 * count}I", *starts, *lengths) if count > 1 else b""
    return b"".join((b"II*\0", struct.pack("<IH", 8, 9), listed, bytes(4), arrays, *packed))
