"""Blocks of metadata in each format; damage to one of them loses no other."""

import struct
import zlib

import pytest

from cbir.metadata import containers, is_whole
from cbir.metadata.containers import (
    MAX_BLOCK_BYTES,
    Blocks,
    find_blocks,
    photoshop_blocks,
)
from tests.cbir.metadata.test_metadata import jpeg_with, segment

TIFF = b"II*\0\x08\0\0\0\0\0"
XMP = b"<x/>"
NOTHING = Blocks()
XMP_SEGMENT = segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + XMP)
EXIF_SEGMENT = segment(0xE1, b"Exif\0\0" + TIFF)


def resource(kind, body, name=b""):
    named = bytes([len(name)]) + name
    return (
        b"8BIM" + struct.pack(">H", kind) + named + b"\0" * (len(named) % 2)
        + struct.pack(">I", len(body)) + body + b"\0" * (len(body) % 2)
    )  # fmt: skip


# --- JPEG ---


def test_a_jpeg_has_blocks_in_segments_of_their_own():
    found = find_blocks(
        jpeg_with(segment(0xE0, b"JFIF\0"), EXIF_SEGMENT, segment(0xFE, b"a comment"), XMP_SEGMENT)
    )
    assert (found.exif, found.xmp, found.iptc) == ([TIFF], [XMP], [])


def test_padding_and_markers_without_a_length_are_passed_over():
    between = b"\xff\xff\xff" + EXIF_SEGMENT[1:] + b"\xff\x01" + b"\xff\xd8" + b"\xff\xd0" + XMP_SEGMENT
    found = find_blocks(jpeg_with(between))
    assert (found.exif, found.xmp) == ([TIFF], [XMP])
    assert find_blocks(jpeg_with(b"\xff\xe2\0\0", XMP_SEGMENT)).xmp == [XMP], (
        "a length that counts not even itself"
    )


@pytest.mark.parametrize(
    ("end", "whole"), [(b"\xff\xda\0\2\0\0", True), (b"\xff\xd9\0\0", False), (b"", False)]
)
def test_nothing_of_a_jpeg_counts_behind_its_first_scan(end, whole):
    data = b"\xff\xd8" + EXIF_SEGMENT + end
    assert is_whole(data) is whole
    assert not is_whole(b"\0" + data)
    found = find_blocks(data + XMP_SEGMENT)
    assert (found.exif, found.xmp) == ([TIFF], [] if end else [XMP])


def extended(guid, offset, body, total=0):
    head = b"http://ns.adobe.com/xmp/extension/\0" + guid * 32 + struct.pack(">II", total, offset)
    return segment(0xE1, head + body)


def test_a_long_packet_is_put_together_in_its_order():
    found = find_blocks(
        jpeg_with(extended(b"A", 3, b"DEF"), extended(b"B", 0, b"xyz"), extended(b"A", 0, b"ABC"))
    )
    assert found.xmp == [b"ABCDEF", b"xyz"]


def test_a_packet_that_is_too_long_is_left_out():
    piece = 60_000
    many = [extended(b"A", at * piece, bytes(piece)) for at in range(MAX_BLOCK_BYTES // piece + 1)]
    assert find_blocks(jpeg_with(*many, extended(b"B", 0, b"xyz"))).xmp == [b"xyz"]


def test_a_resource_of_photoshop_may_run_on_in_the_next_segment():
    whole = resource(0x03ED, b"odd", b"name") + resource(0x0404, b"records") + resource(0x0404, b"more")
    halves = [segment(0xED, b"Photoshop 3.0\0" + part) for part in (whole[:30], whole[30:])]
    assert find_blocks(jpeg_with(*halves)).iptc == [b"records", b"more"]
    assert photoshop_blocks(whole).iptc == [b"records", b"more"]
    assert photoshop_blocks(resource(0x0404, b"records") + b"8BIX" + resource(0x0404, b"more")).iptc == [
        b"records"
    ]


# --- PNG ---


def png(*chunks):
    packed = (struct.pack(">I", len(body)) + kind + body + b"crc!" for kind, body in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def test_a_png_has_exif_and_texts_in_chunks():
    found = find_blocks(
        png(
            (b"IHDR", bytes(13)),
            (b"tEXt", b"Title\0A tram in \xe9"),
            (b"tEXt", b"Title\0another"),
            (b"zTXt", b"Author\0\0" + zlib.compress(b"somebody")),
            (b"iTXt", b"Description\0\0\0pt\0Descri\0" + "água".encode()),
            (b"iTXt", b"Comment\0\1\0\0\0" + zlib.compress("água".encode())),
            (b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + XMP),
            (b"eXIf", TIFF),
        )
    )
    assert (found.exif, found.xmp) == ([TIFF], [XMP])
    assert found.texts == {
        **{"Title": "A tram in é", "Author": "somebody"},
        **{"Description": "água", "Comment": "água"},
    }


@pytest.mark.parametrize(
    "damaged",
    [
        (b"zTXt", b"Author\0\0no zlib"),
        (b"zTXt", b"Author"),
        (b"iTXt", b"Author\0"),
        (b"iTXt", b"Author\0\1\0\0\0no zlib"),
        (b"tEXt", b"Raw profile type exif\0nothing"),
        (b"tEXt", b"Raw profile type exif\0\nexif\n 4\nzz"),
    ],
)
def test_a_damaged_text_says_nothing_of_the_others(damaged):
    found = find_blocks(png(damaged, (b"tEXt", b"Title\0Tram"), (b"eXIf", TIFF)))
    assert (found.texts.get("Title"), found.exif) == ("Tram", [TIFF])


def test_a_text_that_unpacks_to_more_than_a_block_is_left_out():
    bomb = zlib.compress(bytes(MAX_BLOCK_BYTES + 1), 9)
    assert find_blocks(png((b"zTXt", b"XML:com.adobe.xmp\0\0" + bomb))).xmp == []


@pytest.mark.parametrize(
    ("kind", "body", "found"),
    [
        (b"exif", b"Exif\0\0" + TIFF, Blocks(exif=[TIFF])),
        (b"APP1", b"Exif\0\0" + TIFF, Blocks(exif=[TIFF])),
        (b"APP1", b"http://ns.adobe.com/xap/1.0/\0" + XMP, Blocks(xmp=[XMP])),
        (b"xmp", XMP, Blocks(xmp=[XMP])),
        (b"iptc", resource(0x0404, b"records"), Blocks(iptc=[b"records"])),
        (b"8bim", resource(0x0404, b"records"), Blocks(iptc=[b"records"])),
        (b"iptc", b"\x1c\2\5records", Blocks(iptc=[b"\x1c\2\5records"])),
        (b"icc", b"profile", NOTHING),
    ],
)
@pytest.mark.parametrize("name", [b"%s", b"%s profile", b"generic profile"])  # the last two are exiftool's
def test_imagemagick_and_exiftool_write_blocks_as_digits(kind, body, found, name):
    digits = body.hex().encode()
    name = name.replace(b"%s", kind)
    text = b"\n" + name + b"\n%8d\n" % len(body) + digits[:8] + b"\n" + digits[8:] + b"\n"
    assert find_blocks(png((b"tEXt", b"Raw profile type " + kind + b"\0" + text))) == found


# --- WebP, TIFF and raw files ---


def test_a_webp_has_blocks_in_chunks_that_are_padded():
    def webp(*chunks):
        packed = (k + struct.pack("<I", len(b)) + b + b"\0" * (len(b) % 2) for k, b in chunks)
        return b"RIFF\0\0\0\0WEBP" + b"".join(packed)

    found = find_blocks(
        webp((b"VP8 ", b"odd"), (b"EXIF", b"Exif\0\0" + TIFF), (b"EXIF", TIFF), (b"XMP ", XMP))
    )
    assert (found.exif, found.xmp) == ([TIFF, TIFF], [XMP])


@pytest.mark.parametrize(
    ("signature", "order"),
    [(b"II*\0", b"II*\0"), (b"MM\0*", b"MM\0*"), (b"IIRO", b"II*\0"), (b"IIRS", b"II*\0"), (b"MMOR", b"MM\0*"),
     (b"IIU\0", b"II*\0")],
)  # fmt: skip
def test_a_raw_file_is_a_tiff_file_whatever_it_calls_itself(signature, order):
    assert find_blocks(signature + TIFF[4:]).exif == [order + TIFF[4:]]


def test_a_raf_file_says_where_its_picture_lies():
    picture = jpeg_with(EXIF_SEGMENT)[:-6]
    head = b"FUJIFILMCCD-RAW ".ljust(84, b"\0") + struct.pack(">II", 100, len(picture))
    found = find_blocks(head.ljust(100, b"\0") + picture + XMP_SEGMENT)
    assert (found.exif, found.xmp) == ([TIFF], []), "what stands behind it is no part of it"
    assert find_blocks(head[:86]) == NOTHING


# --- boxes ---


def box(kind, body, *, wide=False, open_end=False):
    if wide:
        return struct.pack(">I4sQ", 1, kind, 16 + len(body)) + body
    return struct.pack(">I4s", 0 if open_end else 8 + len(body), kind) + body


def test_a_jpeg_xl_has_blocks_in_boxes():
    def jxl(*boxes):
        return box(b"JXL ", b"\r\n\x87\n") + box(b"ftyp", b"jxl ") + b"".join(boxes)

    for exif in (struct.pack(">I", 0) + TIFF, struct.pack(">I", 2) + b"__" + TIFF, TIFF):
        assert find_blocks(jxl(box(b"Exif", exif), box(b"xml ", XMP))) == Blocks(exif=[TIFF], xmp=[XMP])
    assert find_blocks(jxl(box(b"xml ", XMP, wide=True), box(b"Exif", TIFF))) == Blocks(
        exif=[TIFF], xmp=[XMP]
    )
    assert find_blocks(jxl(box(b"xml ", XMP, open_end=True))).xmp == [XMP]
    shorter_than_its_head = struct.pack(">I", 4)
    assert find_blocks(jxl(shorter_than_its_head + box(b"xml ", XMP))) == NOTHING


def test_canons_raw_file_has_a_box_for_each_directory():
    canon = bytes.fromhex("85c0b687820f11e08111f4ce462b6a48")
    adobe = bytes.fromhex("be7acfcb97a942e89c71999491e3afac")
    directories = b"".join(box(name, TIFF + name) for name in (b"CMT1", b"CMT2", b"CMT3", b"CMT4"))
    inside = box(b"uuid", b"another's".ljust(16) + directories) + box(b"uuid", canon + directories)
    data = box(b"ftyp", b"crx ....") + box(b"moov", inside) + box(b"uuid", adobe + XMP + bytes(9))
    found = find_blocks(data)
    assert found.exif == [TIFF + b"CMT1", TIFF + b"CMT2", TIFF + b"CMT4"]
    assert found.xmp == [XMP]


def heif(
    *,
    info_version=0,
    entry_version=2,
    location_version=0,
    base=False,
    in_data=False,
    kinds=(b"Exif\0", b"mime\0application/rdf+xml\0"),
    lead=b"\0\0\0\6Exif\0\0",
):
    """A file of two items, each in two pieces."""
    item = ">H" if entry_version < 3 else ">I"
    entries = b"".join(
        box(b"infe", bytes([entry_version, 0, 0, 0]) + struct.pack(item, number) + b"\0\0" + kind)
        for number, kind in zip((1, 2), kinds, strict=True)
    )
    count = struct.pack(">H" if info_version == 0 else ">I", 2)
    iinf = box(b"iinf", bytes([info_version, 0, 0, 0]) + count + entries)
    contents = (lead + TIFF, XMP)

    def meta(start):
        numbered = location_version in (1, 2)
        sizes = 4 << 12 | 4 << 8 | (4 << 4 if base else 0) | (4 if numbered else 0)
        wide = ">I" if location_version == 2 else ">H"
        table = bytes([location_version, 0, 0, 0]) + struct.pack(">H", sizes) + struct.pack(wide, 2)
        at = start
        for number, body in zip((1, 2), contents, strict=True):
            table += struct.pack(wide, number)
            table += struct.pack(">H", int(in_data)) if numbered else b""
            table += b"\0\0" + (struct.pack(">I", at) if base else b"") + struct.pack(">H", 2)
            for first, length in ((0, 3), (3, len(body) - 3)):
                table += struct.pack(">I", 9) if numbered else b""
                table += struct.pack(">II", first if base else at + first, length)
            at += len(body)
        data = box(b"idat", b"".join(contents)) if in_data else b""
        return box(b"meta", bytes(4) + iinf + box(b"iloc", table) + data)

    head = box(b"ftyp", b"heic\0\0\0\0heic")
    if in_data:
        return head + meta(0)
    whole = len(head) + len(meta(0)) + 8
    return head + meta(whole) + box(b"mdat", b"".join(contents))


BOTH = Blocks(exif=[TIFF], xmp=[XMP])
MAKE = {
    "as most write it": heif,
    "numbers of items of 32 bits": lambda: heif(info_version=1, entry_version=3),
    "pieces with numbers": lambda: heif(location_version=1),
    "places with numbers of 32 bits": lambda: heif(location_version=2, entry_version=3),
    "places from a base on": lambda: heif(base=True),
    "within the box itself": lambda: heif(location_version=1, in_data=True),
    "within the box itself, of 32 bits": lambda: heif(location_version=2, in_data=True, base=True),
    "no words before the structure": lambda: heif(lead=struct.pack(">I", 0)),
    "other words before the structure": lambda: heif(lead=struct.pack(">I", 6) + b"______"),
    "an offset beyond the end": lambda: heif(lead=struct.pack(">I", 999)),
}


@pytest.mark.parametrize("how", MAKE)
def test_items_of_a_heif_file_are_found_wherever_they_lie(how):
    assert find_blocks(MAKE[how]()) == BOTH


def test_no_block_is_longer_than_it_may_be(monkeypatch):
    monkeypatch.setattr(containers, "MAX_BLOCK_BYTES", 12)
    assert [len(one) for one in find_blocks(heif(lead=bytes(4))).exif] == [8], "without the words before it"
    texts = find_blocks(png((b"tEXt", b"Title\0" + bytes(7)), (b"tEXt", b"Author\0 some"))).texts
    assert texts == {"Author": " some"}


def test_items_that_lie_elsewhere_or_are_described_in_an_old_way_are_left_out():
    data = heif(location_version=1, in_data=True)
    other = data.replace(struct.pack(">HHHH", 1, 1, 0, 2), struct.pack(">HHHH", 1, 2, 0, 2))
    assert other != data
    assert find_blocks(other) == Blocks(xmp=[XMP])
    assert find_blocks(heif(entry_version=1)) == NOTHING
    assert find_blocks(heif(kinds=(b"hvc1\0", b"mime\0text/plain\0"))) == NOTHING


def test_a_table_of_items_that_ends_early_gives_what_came_before():
    data = heif()
    at = data.index(b"iloc") - 4
    (length,) = struct.unpack_from(">I", data, at)
    cut = data[:at] + struct.pack(">I", length - 12) + data[at + 4 :]
    assert find_blocks(cut) == Blocks(exif=[TIFF])
