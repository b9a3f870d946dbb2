"""Picture file -> its metadata blocks: EXIF, IPTC and XMP as bytes, a PNG's own texts; bytes -> clean text.

Only headers are walked; pixels are never read. Exif 2.32, 4.5.4 and 4.7 (JPEG); XMP part 3 (all formats);
PNG 3.0, 11.3; RFC 9649 (WebP); TIFF 6.0; ISO/IEC 14496-12, 8.11 (the items of HEIF and AVIF); ISO/IEC 15444-1, annex I
(JPEG 2000); GIF89a, 23 to 26; Adobe Photoshop File Formats Specification, "Image Resources Section".
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_TEXT = 65_536  # stored characters of a title or caption

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+")


def decode(raw: bytes) -> str:
    """Decode UTF-8 if it is valid, else Windows-1252, which programs without a declared charset write."""
    raw = raw[: 4 * MAX_TEXT]
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def clean(text: str) -> str | None:
    """Remove control characters and blanks at both ends; None if nothing remains."""
    text = text[:MAX_TEXT].encode("utf-8", "replace").decode("utf-8")  # replaces halves of surrogate pairs
    return _CONTROLS.sub(" ", text).strip() or None


MAX_BLOCK_BYTES = 16 << 20  # of one block; real ones are below 1 MB, extended XMP with a depth map a few
_MAX_PREVIEWS = 16  # sections of an X3F file; real ones have about five
_MAX_PARTS = 10_000  # segments, chunks, boxes or items read in one file

_START_OF_SCAN, _COMMENT = 0xDA, 0xFE
_EXIF = b"Exif\0\0"
_XMP = b"http://ns.adobe.com/xap/1.0/\0"
_EXTENDED_XMP = b"http://ns.adobe.com/xmp/extension/\0"
_PHOTOSHOP = b"Photoshop 3.0\0"
_TIFF_ORDERS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
_CANON_EXIF = bytes.fromhex("85c0b687820f11e08111f4ce462b6a48")
XMP_BOX = bytes.fromhex("be7acfcb97a942e89c71999491e3afac")
_EXIF_BOXES = (
    b"JpgTiffExif->JP2",
    bytes.fromhex("0537cdab9d0c4431a72afa561f2a113e"),
)  # exiftool, Jpeg2000.pm
_IPTC_BOXES = (
    bytes.fromhex("33c7a4d2b81d4723a0baf1a3e097ad38"),
    bytes.fromhex("09a14e97c0b442e0bebf36df6f0ce36f"),
)
_PHOTOSHOP_BOX = bytes.fromhex("2c4c0100850440b9a03e562148d6dfeb")
_NETPBM, _NETPBM_COMMENT, _NETPBM_HEAD = re.compile(rb"P[1-6]\s"), re.compile(rb"(?m)^#[^\r\n]*"), 512
_GIF_XMP_TRAILER = bytes(
    [1, *range(255, -1, -1)]
)  # XMP part 3, 1.1.2: makes a reader of sub-blocks skip the packet
_IPTC_RESOURCE, _EXIF_RESOURCE, _XMP_RESOURCE = 0x0404, 0x0422, 0x0424
_TIFF_IN_DISGUISE = {  # Olympus' and Panasonic's raw files: TIFF with other signatures
    b"IIRO": b"II*\0", b"IIRS": b"II*\0", b"MMOR": b"MM\0*", b"IIU\0": b"II*\0",
}  # fmt: skip


@dataclass(slots=True)
class Blocks:
    """The metadata blocks of a file, in its order. The first of several blocks of a kind has priority.

    exif : TIFF structures. iptc : IIM records. xmp : packets. texts : a PNG's keyword -> text
    comments : of JPEG, GIF and PPM
    """

    exif: list[bytes] = field(default_factory=list)
    iptc: list[bytes] = field(default_factory=list)
    xmp: list[bytes] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)


def find_blocks(data: bytes) -> Blocks:
    """Find the metadata of a JPEG, PNG, WebP, TIFF (and raw files built on it), HEIF, AVIF, JPEG XL, JPEG 2000,
    Photoshop, GIF or RAF file.

    A damaged structure ends the walk; the blocks before it are returned.
    """
    blocks = Blocks()
    try:
        if data[:2] == b"\xff\xd8":
            _jpeg(data, blocks)
        elif data[:8] == b"\x89PNG\r\n\x1a\n":
            _png(data, blocks)
        elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            _webp(data, blocks)
        elif data[:4] in _TIFF_ORDERS:
            blocks.exif.append(data)  # the whole file is the structure, with its directories anywhere in it
        elif data[:4] in _TIFF_IN_DISGUISE:
            blocks.exif.append(_TIFF_IN_DISGUISE[data[:4]] + data[4:])
        elif data[:15] == b"FUJIFILMCCD-RAW":
            start, length = struct.unpack_from(">II", data, 84)
            _jpeg(data[start : start + length], blocks)
        elif data[:4] == b"\0MRM":
            _minolta_raw(data, blocks)
        elif data[:4] == b"FOVb":
            _sigma_raw(data, blocks)
        elif _NETPBM.match(data[:3]):
            blocks.comments += [decode(line[1:]) for line in _NETPBM_COMMENT.findall(data[:_NETPBM_HEAD])]
        elif data[4:8] == b"JXL ":
            _jpeg_xl(data, blocks)
        elif data[4:8] == b"jP  ":
            _jpeg_2000(data, blocks)
        elif data[:4] == b"8BPS":
            _photoshop(data, blocks)
        elif data[:4] == b"GIF8":
            _gif(data, blocks)
        elif data[4:12] == b"ftypcrx ":
            _canon_raw(data, blocks)
        elif data[4:8] == b"ftyp":
            _iso_media(data, blocks)
    except (struct.error, ValueError, IndexError, zlib.error, UnicodeDecodeError):
        pass
    return blocks


def is_whole(beginning: bytes) -> bool:
    """True if a file's first bytes contain all of its metadata: for a JPEG, if they reach its first scan."""
    if beginning[:2] != b"\xff\xd8":
        return False
    reached = [marker for marker, _ in _jpeg_segments(beginning, scan=True)]
    return bool(reached) and reached[-1] == _START_OF_SCAN


def _jpeg(data: bytes, blocks: Blocks) -> None:
    extended: dict[bytes, dict[int, bytes]] = {}
    photoshop = []
    for marker, body in _jpeg_segments(data):
        if marker == 0xE1 and body.startswith(_EXIF):
            blocks.exif.append(body[len(_EXIF) :])
        elif marker == 0xE1 and body.startswith(_XMP):
            blocks.xmp.append(body[len(_XMP) :])
        elif marker == 0xE1 and body.startswith(_EXTENDED_XMP):
            at = len(_EXTENDED_XMP)
            (offset,) = struct.unpack_from(">I", body, at + 36)
            extended.setdefault(body[at : at + 32], {})[offset] = body[at + 40 :]
        elif marker == 0xED and body.startswith(_PHOTOSHOP):
            photoshop.append(body[len(_PHOTOSHOP) :])
        elif marker == _COMMENT:
            blocks.comments.append(decode(body.rstrip(b"\0")))
    if photoshop:  # a resource may continue in the next segment
        blocks.iptc += photoshop_blocks(b"".join(photoshop)).iptc
    for parts in extended.values():
        whole = b"".join(parts[offset] for offset in sorted(parts))
        if len(whole) <= MAX_BLOCK_BYTES:
            blocks.xmp.append(whole)


def _jpeg_segments(data: bytes, *, scan: bool = False) -> Iterator[tuple[int, bytes]]:
    """Yield applications' segments and comments before the first scan. scan : end with an empty segment for it"""
    at, end = 2, len(data)
    for _ in range(_MAX_PARTS):
        at = data.find(b"\xff", at)
        if at < 0 or at + 4 > end:
            return
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in (0x00, 0x01) or 0xD0 <= marker <= 0xD8:
            at += 2
            continue
        if marker in (0xD9, _START_OF_SCAN):
            if scan and marker == _START_OF_SCAN:
                yield marker, b""
            return
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xE0 <= marker <= 0xEF or marker == _COMMENT:
            yield marker, data[at + 4 : at + 2 + length]
        at += 2 + length


def photoshop_blocks(data: bytes) -> Blocks:
    """The blocks in Photoshop's image resources: IIM records, EXIF and XMP."""
    blocks = Blocks()
    at = 0
    for _ in range(_MAX_PARTS):
        if data[at : at + 4] not in _RESOURCES or at + 7 > len(data):
            break
        kind = int.from_bytes(data[at + 4 : at + 6], "big")
        at += 6 + (data[at + 6] + 2 & ~1)  # a name with its length before it, padded to even
        length = int.from_bytes(data[at : at + 4], "big")
        body = data[at + 4 : at + 4 + min(length, MAX_BLOCK_BYTES)]
        if kind == _IPTC_RESOURCE:
            blocks.iptc.append(body)
        elif kind == _EXIF_RESOURCE:
            blocks.exif.append(body.removeprefix(_EXIF))
        elif kind == _XMP_RESOURCE:
            blocks.xmp.append(body)
        at += 4 + (length + 1 & ~1)
    return blocks


_RESOURCES = (
    b"8BIM",
    b"MeSa",
    b"AgHg",
    b"PHUT",
    b"DCSR",
)  # and other programs' signatures; exiftool, Photoshop.pm


def _add(further: Blocks, blocks: Blocks) -> None:
    blocks.exif += further.exif
    blocks.iptc += further.iptc
    blocks.xmp += further.xmp


def _photoshop(data: bytes, blocks: Blocks) -> None:
    """Add the image resources, the section after the header and the colour table."""
    at = 26
    at += 4 + int.from_bytes(data[at : at + 4], "big")
    length = int.from_bytes(data[at : at + 4], "big")
    _add(photoshop_blocks(data[at + 4 : at + 4 + length]), blocks)


def _gif(data: bytes, blocks: Blocks) -> None:
    """Add comments, and the application extensions of XMP and ImageMagick."""
    at = 13 + _colour_table(data[10])
    for _ in range(_MAX_PARTS):
        kind = data[at : at + 1]
        if kind == b",":  # a frame: its descriptor, colours, and the size of the codes before the data
            at = _sub_blocks_end(data, at + 11 + _colour_table(data[at + 9]))
        elif kind == b"!":
            first = at + 2
            at = _sub_blocks_end(data, first)
            if data[first - 1] == 0xFE:
                blocks.comments.append(decode(_sub_blocks(data, first)))
            elif data[first - 1] == 0xFF and data[first] == 11:
                _gif_application(data, first, at, blocks)
        else:
            return  # the trailer, or damage


def _gif_application(data: bytes, first: int, end: int, blocks: Blocks) -> None:
    name, body = data[first + 1 : first + 12], first + 12
    if name == b"XMP DataXMP":  # not in sub-blocks: the packet itself, then bytes that lead to the end
        packet, trailer, _ = data[body:end].partition(_GIF_XMP_TRAILER)
        if len(packet) <= MAX_BLOCK_BYTES:
            blocks.xmp.append(packet if trailer else packet.rstrip(b"\0"))
    elif name == b"MGKIPTC0000":
        blocks.iptc.append(_sub_blocks(data, body))
    elif name == b"MGK8BIM0000":
        _add(photoshop_blocks(_sub_blocks(data, body)), blocks)


def _colour_table(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _sub_blocks_end(data: bytes, at: int) -> int:
    """The byte after the empty sub-block that ends a row of them. Raises IndexError at the end of the data."""
    while length := data[at]:
        at += 1 + length
    return at + 1


def _sub_blocks(data: bytes, at: int) -> bytes:
    parts = []
    while length := data[at]:
        parts.append(data[at + 1 : at + 1 + length])
        at += 1 + length
    return b"".join(parts)


def _jpeg_2000(data: bytes, blocks: Blocks) -> None:
    """Add the boxes of EXIF, IPTC and XMP by their UUIDs, and XML that may be XMP."""
    for kind, start, end in _boxes(data, 0, len(data)):
        last = min(end, start + MAX_BLOCK_BYTES)
        if kind == b"xml ":
            blocks.xmp.append(data[start:last])
        elif kind == b"uuid":
            name, body = data[start : start + 16], data[start + 16 : last]
            if name == XMP_BOX:
                blocks.xmp.append(body)
            elif name in _EXIF_BOXES:
                blocks.exif.append(body.removeprefix(_EXIF))
            elif name in _IPTC_BOXES:
                blocks.iptc.append(body)
            elif name == _PHOTOSHOP_BOX:
                _add(photoshop_blocks(body), blocks)


def _png(data: bytes, blocks: Blocks) -> None:
    at = 8
    for _ in range(_MAX_PARTS):
        if at + 12 > len(data):
            return
        length = int.from_bytes(data[at : at + 4], "big")
        kind = data[at + 4 : at + 8]
        if kind == b"eXIf":
            blocks.exif.append(data[at + 8 : at + 8 + length])
        elif kind in (b"tEXt", b"zTXt", b"iTXt") and length <= MAX_BLOCK_BYTES:
            _png_text(kind, data[at + 8 : at + 8 + length], blocks)
        at += 12 + length


def _png_text(kind: bytes, body: bytes, blocks: Blocks) -> None:
    keyword, _, rest = body.partition(b"\0")
    try:
        if kind == b"iTXt":
            packed, _, rest = rest[0], rest[1], rest[2:]
            text = rest.split(b"\0", 2)[2]
            text = _inflate(text) if packed else text
        else:
            text = _inflate(rest[1:]) if kind == b"zTXt" else rest
    except (zlib.error, IndexError, ValueError):
        return  # a damaged text does not affect the others
    if keyword == b"XML:com.adobe.xmp":
        blocks.xmp.append(text)
    elif keyword.startswith(b"Raw profile type "):
        _raw_profile(keyword[17:], text, blocks)
    elif len(text) <= 65536:
        encoding = "utf-8" if kind == b"iTXt" else "latin-1"
        blocks.texts.setdefault(keyword.decode("latin-1"), text.decode(encoding, "replace"))


_RAW_PROFILE = re.compile(rb"\s*[^\n]+\n\s*\d+\s+")  # exiftool's name has a space: "IPTC profile"


def _raw_profile(kind: bytes, text: bytes, blocks: Blocks) -> None:
    """Add a block from ImageMagick's form in a PNG: lines of a name, a length and hexadecimal digits."""
    match = _RAW_PROFILE.match(text)
    if match is None:
        return
    try:
        body = bytes.fromhex(b"".join(text[match.end() :].split()).decode("ascii"))
    except (ValueError, UnicodeDecodeError):
        return
    if kind in (b"exif", b"APP1") and body.startswith(_EXIF):
        blocks.exif.append(body[len(_EXIF) :])
    elif kind == b"APP1" and body.startswith(_XMP):
        blocks.xmp.append(body[len(_XMP) :])
    elif kind == b"xmp":
        blocks.xmp.append(body)
    elif kind in (b"iptc", b"8bim"):
        blocks.iptc += photoshop_blocks(body).iptc if body[:4] == b"8BIM" else [body]


def _inflate(packed: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    text = unpacking.decompress(packed, MAX_BLOCK_BYTES)
    if unpacking.unconsumed_tail:
        raise ValueError("the text unpacks to more than a block may hold")
    return text


def _webp(data: bytes, blocks: Blocks) -> None:
    at = 12
    for _ in range(_MAX_PARTS):
        if at + 8 > len(data):
            return
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        body = slice(at + 8, at + 8 + min(length, MAX_BLOCK_BYTES))
        if data[at : at + 4] == b"EXIF":
            blocks.exif.append(data[body].removeprefix(_EXIF))
        elif data[at : at + 4] == b"XMP ":
            blocks.xmp.append(data[body])
        at += 8 + (length + 1 & ~1)


def _iso_media(data: bytes, blocks: Blocks) -> None:
    """Add the EXIF and XMP items of the file's meta box."""
    for kind, start, end in _boxes(data, 0, len(data)):
        if kind == b"meta":
            inner = {name: (first, last) for name, first, last in _boxes(data, start + 4, end)}
            if b"iinf" in inner and b"iloc" in inner:
                kinds = _items(data, *inner[b"iinf"])
                base = inner.get(b"idat", (0, 0))[0]
                for number, body in _locations(data, *inner[b"iloc"], base):
                    _add_item(kinds.get(number), body, blocks)
            return


def _jpeg_xl(data: bytes, blocks: Blocks) -> None:
    """Add EXIF and XMP from their boxes; cjxl compresses them when it transcodes a JPEG (ISO/IEC 18181-2)."""
    for kind, start, end in _boxes(data, 0, len(data)):
        body = data[start : min(end, start + MAX_BLOCK_BYTES)]
        if kind == b"brob":
            kind, body = body[:4], _expand(body[4:]) if body[:4] in (b"Exif", b"xml ") else b""
        if kind == b"Exif" and len(body) > 4:
            # pillow-jxl-plugin omits the offset before the structure.
            first = 0 if body[:4] in _TIFF_ORDERS else 4 + int.from_bytes(body[:4], "big")
            blocks.exif.append(body[first:])
        elif kind == b"xml ":
            blocks.xmp.append(body)


def _expand(packed: bytes) -> bytes:
    """Decompress Brotli (RFC 7932); empty without the package, and for more than a block may hold."""
    try:
        import brotli
    except ImportError:  # it comes with the extra jxl
        return b""
    unpacking = brotli.Decompressor()
    try:
        text: bytes = unpacking.process(packed, output_buffer_limit=MAX_BLOCK_BYTES)
    except brotli.error:
        return b""
    return text if unpacking.is_finished() else b""


def _canon_raw(data: bytes, blocks: Blocks) -> None:
    """Add EXIF and XMP of Canon's CR3: a box for each EXIF directory, and one for XMP (as in exiftool and LibRaw)."""
    for kind, start, end in _boxes(data, 0, len(data)):
        if kind == b"uuid" and data[start : start + 16] == XMP_BOX:
            blocks.xmp.append(data[start + 16 : min(end, start + 16 + MAX_BLOCK_BYTES)].rstrip(b"\0"))
        elif kind == b"moov":
            for inner, first, last in _boxes(data, start, end):
                if inner == b"uuid" and data[first : first + 16] == _CANON_EXIF:
                    for name, begin, stop in _boxes(data, first + 16, last):
                        if name in (
                            b"CMT1",
                            b"CMT2",
                            b"CMT4",
                        ):  # the first directory, the EXIF directory and the GPS directory
                            blocks.exif.append(data[begin:stop])


def _minolta_raw(data: bytes, blocks: Blocks) -> None:
    """Add the TIFF structure among the blocks of an MRW file (exiftool, MinoltaRaw.pm)."""
    at, end = 8, 8 + int.from_bytes(data[4:8], "big")
    while at + 8 <= min(end, len(data)):
        length = int.from_bytes(data[at + 4 : at + 8], "big")
        if data[at : at + 4] == b"\0TTW":
            blocks.exif.append(data[at + 8 : at + 8 + min(length, MAX_BLOCK_BYTES)])
        at += 8 + length


def _sigma_raw(data: bytes, blocks: Blocks) -> None:
    """Add the blocks of the JPEG previews in an X3F file, by the directory at its end (exiftool, SigmaRaw.pm)."""
    directory = int.from_bytes(data[-4:], "little")
    count = int.from_bytes(data[directory + 8 : directory + 12], "little")
    for entry in range(min(count, _MAX_PREVIEWS)):
        start, length, kind = struct.unpack_from("<II4s", data, directory + 12 + 12 * entry)
        picture = data[start + 28 : start + min(length, MAX_BLOCK_BYTES)]
        if kind in (b"IMAG", b"IMA2") and picture[:2] == b"\xff\xd8":
            _jpeg(picture, blocks)


def _boxes(data: bytes, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield the kind, first byte and end of the content of each box."""
    for _ in range(_MAX_PARTS):
        if at + 8 > end:
            return
        length, kind = struct.unpack_from(">I4s", data, at)
        head = 8
        if length == 1:
            (length,) = struct.unpack_from(">Q", data, at + 8)
            head = 16
        last = end if length == 0 else min(end, at + length)
        if length and length < head:
            return
        yield kind, at + head, last
        at = last


def _items(data: bytes, start: int, end: int) -> dict[int, bytes]:
    """Kind of each item, by number: `Exif`, or the content type of a `mime` item."""
    count_bytes = 2 if data[start] == 0 else 4
    kinds: dict[int, bytes] = {}
    for kind, at, last in _boxes(data, start + 4 + count_bytes, end):
        if kind != b"infe" or data[at] < 2:
            continue
        id_bytes = 2 if data[at] == 2 else 4
        number = int.from_bytes(data[at + 4 : at + 4 + id_bytes], "big")
        at += 4 + id_bytes + 2
        kinds[number] = data[at : at + 4]
        if kinds[number] == b"mime":
            _, content_type, *_ = [*data[at + 4 : last].split(b"\0"), b"", b""]
            kinds[number] = content_type
    return kinds


def _locations(data: bytes, start: int, end: int, item_data: int) -> Iterator[tuple[int, bytes]]:
    """Yield each item's number and content. ISO/IEC 14496-12, 8.11.3."""
    version = data[start]
    sizes = int.from_bytes(data[start + 4 : start + 6], "big")
    offset_bytes, length_bytes, base_bytes = sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15
    index_bytes = sizes & 15 if version in (1, 2) else 0
    at = start + 6
    wide = 4 if version == 2 else 2

    def number(size: int) -> int:
        nonlocal at
        at += size
        if at > end:
            raise ValueError("the table of items ends early")
        return int.from_bytes(data[at - size : at], "big")

    for _ in range(min(number(wide), _MAX_PARTS)):
        item_number = number(wide)
        method = number(2) & 15 if version in (1, 2) else 0
        number(2)  # the data reference: this file
        base = number(base_bytes)
        body = b""
        for _ in range(min(number(2), _MAX_PARTS)):
            number(index_bytes)
            first = base + number(offset_bytes) + (item_data if method == 1 else 0)
            body += data[first : first + min(number(length_bytes), MAX_BLOCK_BYTES - len(body))]
        if method in (0, 1):
            yield item_number, body


def _add_item(kind: bytes | None, body: bytes, blocks: Blocks) -> None:
    if kind == b"Exif" and len(body) > 4:
        body = (
            body[4 + int.from_bytes(body[:4], "big") :] or body[4:]
        )  # the first 4 bytes are the offset of the structure
        blocks.exif.append(body.removeprefix(_EXIF))
    elif kind == b"application/rdf+xml":
        blocks.xmp.append(body)
