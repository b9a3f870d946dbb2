"""Boxes of MP4 and QuickTime files, written by hand."""

import struct
from datetime import UTC, datetime

APPLE = "com.apple.quicktime."


def box(name, *parts):
    body = b"".join(parts)
    return struct.pack(">I4s", 8 + len(body), name) + body


def mvhd(created, length_s=0, epoch=1904, wide=False):
    seconds = int((datetime.fromisoformat(created) - datetime(epoch, 1, 1, tzinfo=UTC)).total_seconds())
    form = ">IQQIQ" if wide else ">IIIII"
    return box(
        b"mvhd", struct.pack(form, wide << 24, seconds, seconds, 1000, int(length_s * 1000)), bytes(80)
    )


def keys(values, *, iso=False):
    """QuickTime's metadata: values by their keys."""
    entries = b"".join(struct.pack(">I4s", 8 + len(key.encode()), b"mdta") + key.encode() for key in values)
    items = [
        box(struct.pack(">I", number), box(b"data", struct.pack(">II", 1, 0), value.encode()))
        for number, value in enumerate(values.values(), start=1)
    ]
    version = bytes(4) if iso else b""
    hdlr = box(b"hdlr", bytes(8), b"mdta", bytes(12))
    return box(
        b"meta",
        version,
        hdlr,
        box(b"keys", struct.pack(">II", 0, len(values)), entries),
        box(b"ilst", *items),
    )


def user_text(name, text):
    return box(name.encode("latin-1"), struct.pack(">HH", len(text.encode()), 0x15C7), text.encode())


def movie(*parts):
    return box(b"ftyp", b"qt  ", bytes(4)) + box(b"mdat", bytes(5000)) + box(b"moov", *parts)


def with_header(path, *parts):
    """Add boxes to the moov box of a video by OpenCV, which comes last."""
    data = path.read_bytes()
    at = data.rindex(b"moov") - 4
    assert at + int.from_bytes(data[at : at + 4], "big") == len(data)
    path.write_bytes(data[:at] + box(b"moov", data[at + 8 :], *parts))
    return path
