"""Encoded picture -> further content of its file, which a copy may have lost.

It may be further pages and frames, an appended video, transparency, depth and gain maps.
ITU-T T.81, annex B (end of a JPEG); CIPA DC-007 (Multi-Picture Format); Google's Motion Photo 1.0 and Samsung's
trailer (an MP4 after the picture); ISO/IEC 23008-12 (auxiliary images of HEIF); TIFF 6.0 (NewSubfileType).
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cbir.base.errors import ImageUnreadable
from cbir.images import pillow, raw
from cbir.images.header import DecodeOptions, identify
from cbir.images.iso_media import boxes
from cbir.images.jpeg import END_OF_IMAGE, START_OF_SCAN, segments

if TYPE_CHECKING:
    from PIL import Image as PilImage

_MOST_PIXELS = 60_000_000  # of all frames; up to this, their pixels are hashed, beyond it the file's bytes
_LEAST_APPENDED_BYTES = 4096  # after a picture; fewer bytes are a camera's time stamp or padding
_WHOLE_VALUE = 255  # of an alpha channel that hides nothing
_DEEP_BITS = 9  # the smallest depth of a channel that 8 bits cannot hold

_BY_OWN_READERS = ("TIFF", "Photoshop", "JPEG 2000", "DDS")
_PAGES = {"TIFF": "pages", "Photoshop": "layers"}
_SUBFILE_TYPE, _BITS_PER_SAMPLE = 254, 258
_REDUCED = 1  # in NewSubfileType: a smaller copy of another page
_LARGE_THUMBNAILS = (0x010001, 0x010002)  # Multi-Picture types
_DISPARITY = 0x020002
_GAIN_MAP = (b"hdrgm:", b"HDRGainMap", b"hdrgainmap")
_IN_XMP = {  # of a JPEG's application segments
    b"GDepth:Data": "depth map",
    b"GImage:Data": "original picture",
    b"GAudio:Data": "sound",
    b"FLIR\0": "thermal data",
}
_AUXILIARY = re.compile(rb"urn:[a-z]+:[A-Za-z0-9:.]+")
_AUXILIARY_KINDS = {
    b"gainmap": "gain map",
    b"auxid:2": "depth map",
    b"depth": "depth map",
    b"disparity": "depth map",
    b"matte": "mattes",
}


def find_extras(data: bytes, options: DecodeOptions = DecodeOptions()) -> Mapping[str, str]:  # noqa: B008 (frozen)
    """Kinds of further content, such as "pages", "video" or "transparency", each with a digest of its bytes.

    Files with equal digests have the same content, even in different formats. A damaged file has no further content.
    """
    extras: dict[str, str] = {}
    kind = ""
    try:
        kind = identify(data)
        if kind == "JPEG":
            extras.update(_of_jpeg(data))
        elif kind == raw.KIND:
            extras["raw data"] = ""
        else:
            if kind in ("HEIF", "AVIF"):
                extras.update(_of_iso_media(data))
            extras.update(_of_frames(data, kind, options))
    except (ImageUnreadable, struct.error, IndexError, ValueError):
        if kind in _BY_OWN_READERS and "deep color" not in extras:
            extras["deep color"] = _name(data)  # Pillow cannot open it, so nothing more is known
    return extras


# --- JPEG


def _of_jpeg(data: bytes) -> Iterator[tuple[str, str]]:
    pictures: list[tuple[int, int, int]] = []
    for marker, start, end in segments(data):
        body = data[start + 4 : end]
        if marker in (0xE1, 0xE2):
            for sign, name in _IN_XMP.items():
                if sign in body[: 1 << 16]:
                    yield name, ""
        if marker == 0xE2 and body[:4] == b"MPF\0":
            pictures = list(_multi_pictures(body[4:], start + 8))
    behind = _end_of_jpeg(data)
    for type_, at, size in pictures:
        picture = data[at : at + size]
        behind = max(behind, at + size)
        if type_ in _LARGE_THUMBNAILS or picture[:2] != b"\xff\xd8":
            continue
        gains = any(sign in picture[: 1 << 16] for sign in _GAIN_MAP)
        yield (
            "gain map" if gains else "depth map" if type_ == _DISPARITY else "more pictures",
            _name(picture),
        )
    appended = data[_end_of_jpeg(data) :]
    if (video := _video_in(appended)) is not None:
        yield "video", _name(appended[video:])
        appended = data[behind : len(data) - len(appended) + video] if video > behind else b""
    else:
        appended = data[behind:]
    if len(appended.strip(b"\0 \r\n")) >= _LEAST_APPENDED_BYTES:
        yield "appended data", _name(appended)


def _end_of_jpeg(data: bytes) -> int:
    """Offset of the end of the last scan of the first picture in the data."""
    at = next((start for marker, start, _ in segments(data) if marker == START_OF_SCAN), len(data))
    while at < len(data) - 1:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            return len(data)
        marker = data[at + 1]
        if marker == END_OF_IMAGE:
            return at + 2
        if marker in (0x00, 0xFF) or 0xD0 <= marker <= 0xD7:  # within a scan
            at += 1 if marker == 0xFF else 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return len(data)


def _multi_pictures(index: bytes, offset: int) -> Iterator[tuple[int, int, int]]:
    """Type, offset and size of the further pictures in a Multi-Picture index. offset : of the index in the file"""
    order = "<" if index[:2] == b"II" else ">"
    (at,) = struct.unpack_from(f"{order}I", index, 4)
    (count,) = struct.unpack_from(f"{order}H", index, at)
    for entry in range(min(count, 64)):
        tag, _, size, value = struct.unpack_from(f"{order}HHII", index, at + 2 + 12 * entry)
        if tag == 0xB002:
            for place in range(
                value + 16, min(value + size, len(index) - 15), 16
            ):  # the first is the picture itself
                attributes, length, start = struct.unpack_from(f"{order}III", index, place)
                if start:
                    yield attributes & 0xFFFFFF, offset + start, length


def _video_in(appended: bytes) -> int | None:
    """Offset of an MP4 or QuickTime file in the bytes appended to a picture, or None."""
    at = appended.find(b"ftyp")
    while at >= 0:
        if at >= 4 and 8 <= int.from_bytes(appended[at - 4 : at], "big") <= 256:
            return at - 4
        at = appended.find(b"ftyp", at + 4)
    return None


# --- HEIF and AVIF


def _of_iso_media(data: bytes) -> Iterator[tuple[str, str]]:
    inside = dict(boxes(data))
    meta = inside.get(b"meta", b"")
    for urn in _AUXILIARY.findall(meta):
        for sign, name in _AUXILIARY_KINDS.items():
            if sign in urn.lower():
                yield name, ""
    if b"tmap" in meta:
        yield "gain map", ""
    if b"mpvd" in inside:
        yield "video", _name(inside[b"mpvd"])
    if b"moov" in inside and b"trak" in inside[b"moov"]:
        yield "frames", ""


# --- all that Pillow opens


def _of_frames(data: bytes, kind: str, options: DecodeOptions) -> Iterator[tuple[str, str]]:
    """Further pages or frames, transparency, and more than 8 bits of a channel."""
    if kind not in pillow.OPENED:
        return
    with pillow.opened(data, kind, max_pixels=options.max_pixels, tolerant=True) as picture:
        count = pillow.frames(picture)
        if _bits(data, picture, kind) >= _DEEP_BITS:
            yield "deep color", ""
        alpha = _alpha(picture)
        if alpha is not None and alpha.getextrema()[0] < _WHOLE_VALUE:  # type: ignore[operator]
            yield "transparency", _name(alpha.tobytes())
        if kind == "ICO" or count < 2:
            return
        if kind == "Photoshop" or count * picture.width * picture.height > _MOST_PIXELS:
            yield _PAGES.get(kind, "frames"), _name(data)
            return
        frames = hashlib.sha256()
        further = 0
        for number in range(1, count):
            try:
                picture.seek(number)
                if kind == "TIFF" and picture.tag_v2.get(_SUBFILE_TYPE, 0) & _REDUCED:  # type: ignore[attr-defined]
                    continue
                frames.update(repr(picture.size).encode() + picture.convert("RGBA").tobytes())
            except (OSError, EOFError, ValueError, SyntaxError):
                break
            further += 1
        if further:
            yield _PAGES.get(kind, "frames" if kind != "HEIF" else "more pictures"), frames.hexdigest()


def _bits(data: bytes, picture: PilImage.Image, kind: str) -> int:
    """Bits of a channel according to the header."""
    if kind == "PNG":
        return data[24]
    if kind == "TIFF":
        bits = picture.tag_v2.get(_BITS_PER_SAMPLE, (8,))  # type: ignore[attr-defined]
        return max(bits) if isinstance(bits, tuple) else int(bits)
    return int(picture.info.get("bit_depth", 8) or 8)


def _alpha(picture: PilImage.Image) -> PilImage.Image | None:
    if picture.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info:
        return picture.convert("RGBA").getchannel("A")
    return None


def _name(data: bytes | memoryview) -> str:
    return hashlib.sha256(data).hexdigest()[:32]
