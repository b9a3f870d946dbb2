"""Data in the form of a TIFF, as raw files and EXIF are -> the numbers in its directories (TIFF 6.0, section 2)."""

from __future__ import annotations

import struct

Tags = dict[int, int]
"""The first value of each tag with whole numbers."""


def read_directories(data: bytes, *, limit: int) -> list[Tags]:
    """The first directories of a file, in the order of their links; empty for other data. limit : most directories"""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(data[:4])
    directories: list[Tags] = []
    at = 4  # of the link to the next directory
    while order is not None and len(directories) < limit and at + 4 <= len(data):
        (start,) = struct.unpack_from(order + "I", data, at)
        if start == 0 or start + 2 > len(data):
            break
        (entries,) = struct.unpack_from(order + "H", data, start)
        at = start + 2 + 12 * entries
        tags: Tags = {}
        for entry in range(start + 2, min(at, len(data) - 11), 12):
            tag, kind = struct.unpack_from(order + "HH", data, entry)
            form = {1: "B", 3: "H", 4: "I"}.get(kind, "I")
            (tags[tag],) = struct.unpack_from(order + form, data, entry + 8)
        directories.append(tags)
    return directories
