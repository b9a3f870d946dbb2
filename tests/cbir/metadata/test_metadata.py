"""Metadata of anything: broken, hostile, in old charsets. Real writers are in test_metadata_exiftool."""

import random
import struct
import time
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cbir.base.types import Metadata
from cbir.metadata import MAX_SIDECAR_BYTES, extract, is_whole, read_sidecar, sidecar_names
from tests.pictures import photo, write_jpeg

NOTHING = Metadata()
PACKET = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmp:Rating="4"><dc:subject><rdf:Bag><rdf:li>tram</rdf:li><rdf:li>São Jorge</rdf:li></rdf:Bag></dc:subject>
<dc:title><rdf:Alt><rdf:li xml:lang="pt">Elétrico</rdf:li><rdf:li xml:lang="x-default">Tram</rdf:li></rdf:Alt>
</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>"""


def segment(marker, body):
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def jpeg_with(*segments):
    return b"\xff\xd8" + b"".join(segments) + b"\xff\xda\x00\x02\xff\xd9"


def tiff(entries, order="<"):
    """A TIFF structure of one directory; each entry is tag, type, count, value."""
    at = 8 + 2 + 12 * len(entries) + 4
    rows, tail = b"", b""
    for tag, kind, count, value in entries:
        place = value.ljust(4, b"\0")
        if len(value) > 4:
            place = struct.pack(order + "I", at + len(tail))
            tail += value
        rows += struct.pack(order + "HHI", tag, kind, count) + place
    head = b"II*\0" if order == "<" else b"MM\0*"
    return head + struct.pack(order + "IH", 8, len(entries)) + rows + b"\0\0\0\0" + tail


def iptc(*records):
    packed = b"".join(b"\x1c" + bytes([r, d]) + struct.pack(">H", len(body)) + body for r, d, body in records)
    padded = packed + b"\0" * (len(packed) % 2)
    resource = b"8BIM\x04\x04\0\0" + struct.pack(">I", len(packed)) + padded
    return segment(0xED, b"Photoshop 3.0\0" + resource)


@pytest.mark.parametrize("order", ["<", ">"])
def test_both_byte_orders_are_read(order):
    exif = tiff([(0x010F, 2, 6, b"Canon\0"), (0x0112, 3, 1, struct.pack(order + "H", 6))], order)
    assert extract(jpeg_with(segment(0xE1, b"Exif\0\0" + exif))) == Metadata(make="Canon", orientation=6)


def test_a_packet_and_its_default_language_are_read():
    found = extract(jpeg_with(segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + PACKET.encode())))
    assert found == Metadata(rating=4, keywords=("tram", "São Jorge"), title="Tram")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_sidecar_in_any_unicode_is_read(encoding):
    declared = f'<?xml version="1.0" encoding="{encoding[:6]}"?>{PACKET}'
    for text in (PACKET, declared):
        assert extract(b"", text.encode(encoding)).keywords == ("tram", "São Jorge")


def test_a_packet_that_is_cut_off_around_its_content_is_read():
    assert extract(b"", f"<broken {PACKET} </broken".encode()).rating == 4


def test_entities_and_document_types_are_refused_without_effect():
    bomb = '<!DOCTYPE a [<!ENTITY b "aaaaaaaaaa"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
    hostile = bomb + PACKET.replace("Tram", "&c;")
    assert extract(b"", hostile.encode()).title is None
    outside = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>' + PACKET.replace("Tram", "&b;")
    assert extract(b"", outside.encode()).title in (None, "Elétrico")


def test_iptc_without_a_charset_is_latin_where_it_is_not_utf_8():
    old = extract(jpeg_with(iptc((2, 25, "Évora".encode("cp1252")), (2, 25, "Łódź".encode()))))
    assert old.keywords == ("Évora", "Łódź")


def test_a_caption_that_the_camera_wrote_is_none():
    text = b"OLYMPUS DIGITAL CAMERA\0"
    assert extract(tiff([(0x010E, 2, len(text), text)])) == NOTHING


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        (b"2019:07:14 12:30:05\0", "2019-07-14T12:30:05"),
        (b"2019-07-14T12:30:05\0", "2019-07-14T12:30:05"),
        (b"0000:00:00 00:00:00\0", None),
        (b"    :  :     :  :  \0", None),
        (b"2019:13:14 12:30:05\0", None),
        (b"yesterday\0", None),
    ],
)
def test_dates_that_are_none_are_left_out(date, expected):
    assert extract(tiff([(0x0132, 2, len(date), date)])).taken_at == expected


def test_a_text_chunk_that_unpacks_to_gigabytes_is_left_out():
    bomb = zlib.compress(b"\0" * (64 << 20), 9)
    body = b"XML:com.adobe.xmp\0\x01\0\0\0" + bomb
    chunk = struct.pack(">I", len(body)) + b"iTXt" + body + b"\0\0\0\0"
    assert extract(b"\x89PNG\r\n\x1a\n" + chunk) == NOTHING


def test_a_directory_that_claims_millions_of_values_takes_no_time():
    entries = [(0x010F, 2, 0x7FFFFFFF, b"\0\0\0\0")] + [(0x9C9E, 1, 0x7FFFFFFF, b"\0\0\0\0")] * 2000
    started = time.process_time()
    assert extract(tiff(entries)) == NOTHING
    assert time.process_time() - started < 5


def test_directories_that_point_at_themselves_end():
    loop = tiff([(0x8769, 4, 1, struct.pack("<I", 8)), (0x8825, 4, 1, struct.pack("<I", 8))])
    assert extract(loop) == NOTHING


@given(st.binary(max_size=400))
def test_any_bytes_are_metadata_of_nothing_or_something(data):
    for head in (
        b"",
        b"\xff\xd8",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\0\0\0\0WEBP",
        b"II*\0\x08\0\0\0",
        b"MM\0*\0\0\0\x08",
        b"FUJIFILMCCD-RAW",
        b"\0\0\0\x10ftypheic\0\0\0\0heic",
    ):
        assert isinstance(extract(head + data, data), Metadata)
    wrapped = [segment(0xE1, b"Exif\0\0" + data), iptc((2, 25, data))]
    assert isinstance(extract(jpeg_with(*wrapped)), Metadata)


def test_a_thousand_mutated_files_never_raise(tmp_path):
    draw = random.Random(7)
    exif = tiff(
        [(0x010F, 2, 6, b"Canon\0"), (0x8825, 4, 1, struct.pack("<I", 8)), (0x9C9B, 1, 8, b"a\0b\0c\0\0\0")]
    )
    whole = jpeg_with(
        segment(0xE1, b"Exif\0\0" + exif),
        segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + PACKET.encode()),
        iptc((1, 90, b"\x1b%G"), (2, 25, b"tram"), (2, 55, b"20190714"), (2, 60, b"123005+0200")),
    )
    assert extract(whole).keywords == ("tram", "São Jorge")
    for _ in range(1000):
        broken = bytearray(whole)
        for _ in range(draw.randint(1, 8)):
            broken[draw.randrange(len(broken))] = draw.randrange(256)
        assert isinstance(extract(bytes(broken[: draw.randint(0, len(broken))])), Metadata)


def test_the_beginning_of_a_jpeg_is_enough_once_it_reaches_the_scan(tmp_path):
    data = write_jpeg(tmp_path / "photo.jpg", photo("coffee")).read_bytes()
    scan = data.index(b"\xff\xda")
    assert is_whole(data[: scan + 100])
    assert not is_whole(data[: scan - 1])
    assert not is_whole(b"II*\0" + data)


def test_a_sidecar_is_looked_for_under_both_names(tmp_path):
    assert sidecar_names("photo.jpg") == ("photo.jpg.xmp", "photo.xmp")
    assert sidecar_names("photo") == ("photo.xmp", "photo.xmp")
    file = tmp_path / "photo.xmp"
    assert read_sidecar(file) is None
    file.write_bytes(PACKET.encode())
    assert read_sidecar(file) == PACKET.encode()
    file.write_bytes(b" " * (MAX_SIDECAR_BYTES + 1))
    assert read_sidecar(file) is None
    assert read_sidecar(tmp_path) is None


@pytest.mark.parametrize(
    ("make", "model", "camera"),
    [
        ("Canon", "Canon EOS 5D", "Canon EOS 5D"),
        ("NIKON CORPORATION", "NIKON D800", "NIKON D800"),
        ("FUJIFILM", "X-T3", "FUJIFILM X-T3"),
        (None, "X-T3", "X-T3"),
        ("Apple", None, "Apple"),
        (None, None, ""),
    ],
)
def test_a_camera_has_its_make_once(make, model, camera):
    assert Metadata(make=make, model=model).camera == camera
