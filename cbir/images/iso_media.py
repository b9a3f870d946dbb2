"""Boxes of an ISO media file, and the part of a picture that its clean aperture shows.

ISO/IEC 14496-12, 4.2 (boxes) and 12.1.4 (clap); 23008-12, 9.3 (properties of items). Pillow's AVIF reader ignores the
aperture; libheif applies it.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator

Box = tuple[int, int, int, int]


def boxes(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and content of each box."""
    at = 0
    while at + 8 <= len(data):
        size, name, head = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8], 8
        if size == 1:
            size, head = int.from_bytes(data[at + 8 : at + 16], "big"), 16
        size = size or len(data) - at
        if size < head:
            return
        yield name, data[at + head : at + size]
        at += size


def clean_aperture(data: bytes, size: tuple[int, int]) -> Box | None:
    """Left, top, right and bottom of the part to show, before any turn; None for all of the picture.

    size : (width, height) as coded
    """
    try:
        return _aperture(data, size)
    except (struct.error, KeyError, IndexError, ArithmeticError):
        return None


def _aperture(data: bytes, size: tuple[int, int]) -> Box | None:
    meta = next((content[4:] for name, content in boxes(data) if name == b"meta"), b"")
    inside = dict(boxes(meta))
    primary = inside[b"pitm"]
    item = int.from_bytes(primary[4 : 6 if primary[0] == 0 else 8], "big")
    properties = dict(boxes(inside[b"iprp"]))
    listed = list(boxes(properties[b"ipco"]))
    for number in _properties_of(item, properties[b"ipma"]):
        if 0 < number <= len(listed) and listed[number - 1][0] == b"clap":
            return _box(listed[number - 1][1], size)
    return None


def _properties_of(item: int, associations: bytes) -> Iterator[int]:
    """Numbers, from 1, of an item's properties."""
    version, wide = associations[0], associations[3] & 1
    (count,) = struct.unpack_from(">I", associations, 4)
    at = 8
    for _ in range(min(count, len(associations))):
        (owner,) = struct.unpack_from(">I" if version else ">H", associations, at)
        at += 4 if version else 2
        number = associations[at]
        at += 1
        form = f">{number}H" if wide else f">{number}B"
        if owner == item:
            yield from (
                value & (0x7FFF if wide else 0x7F) for value in struct.unpack_from(form, associations, at)
            )
        at += struct.calcsize(form)


def _box(clap: bytes, size: tuple[int, int]) -> Box | None:
    values = struct.unpack_from(">IIIIiIiI", clap)
    wide, high, right, down = (values[at] / values[at + 1] for at in range(0, 8, 2))
    left = (size[0] - wide) / 2 + right
    top = (size[1] - high) / 2 + down
    box = (math.floor(left), math.floor(top), math.floor(left + wide), math.floor(top + high))
    inside = 0 <= box[0] < box[2] <= size[0] and 0 <= box[1] < box[3] <= size[1]
    return box if inside and box != (0, 0, *size) else None
