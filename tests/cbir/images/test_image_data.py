"""The name of a picture's pixels: an edit of its metadata leaves it, and nothing else does."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from cbir.base.types import Image as DecodedPicture
from cbir.images import image_data_fingerprint, read_header
from cbir.images.image_data import pixel_fingerprint
from tests.pictures import photo

RED = photo("coffee")[:64, :80]
XMP = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>"


def exif(orientation=1, description=""):
    made = Image.Exif()
    made[0x0112] = orientation
    if description:
        made[0x010E] = description
    return made


def encoded(kind, pixels=RED, **options):
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, kind, **options)
    return file.getvalue()


def name_of(data):
    return image_data_fingerprint(data, read_header(data))


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def texts(**values):
    made = PngImagePlugin.PngInfo()
    for name, value in values.items():
        made.add_text(name, value)
    return made


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WebP"])
def test_metadata_alone_does_not_change_it(kind):
    plain = name_of(encoded(kind, exif=exif()))
    assert len(plain) == 32
    assert name_of(encoded(kind, exif=exif(description="a cup, and more of it"))) == plain
    assert name_of(encoded(kind, exif=exif(description="a cup"), xmp=XMP)) == plain
    assert name_of(encoded(kind)) == plain


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WebP"])
def test_other_pixels_another_turn_and_other_colours_do(kind):
    plain = name_of(encoded(kind, exif=exif()))
    other = RED.copy()
    other[:32] = 255 - other[:32]
    profile = b"\0" * 128
    names = {
        plain,
        name_of(encoded(kind, other)),
        name_of(encoded(kind, RED[:63])),
        name_of(encoded(kind, exif=exif(orientation=6))),
        name_of(encoded(kind, icc_profile=profile)),
        name_of(encoded(kind, icc_profile=profile[:-1] + b"\1")),
    }
    assert len(names) == 6


def test_a_comment_is_no_picture_and_adobes_colours_are():
    data = encoded("JPEG")
    comment = b"\xff\xfe\0\x06some"
    adobe = b"\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\0"
    assert name_of(data[:2] + comment + data[2:]) == name_of(data)
    assert name_of(data[:2] + adobe + data[2:]) != name_of(data)
    thumbnail = b"\xff\xe2\0\x0aMPF\0\0\0\0\0"  # APP2 as a profile is, and none
    assert name_of(data[:2] + thumbnail + data[2:]) == name_of(data)


def test_every_text_of_a_png_is_left_out_and_what_is_behind_it_is_not():
    plain = encoded("PNG")
    head, rest = plain[:33], plain[33:]  # the signature and IHDR
    for kind in (b"tEXt", b"zTXt", b"iTXt", b"tIME"):
        assert name_of(head + chunk(kind, b"\x07\xe3\6\x0b\0\0\0") + rest) == name_of(plain)
    assert name_of(head + chunk(b"gAMA", b"\0\0\xb1\x8f") + rest) != name_of(plain)
    assert name_of(encoded("PNG", pnginfo=texts(Title="a cup"))) == name_of(plain)
    assert name_of(plain + chunk(b"quIT", b"")) != name_of(plain), "twelve bytes are a chunk"
    assert name_of(plain + b"\0" * 11) == name_of(plain), "eleven are none"


def test_a_chunk_of_webp_of_an_odd_length_is_padded():
    plain = encoded("WebP", exif=exif(), lossless=True)
    size = int.from_bytes(plain[4:8], "little")

    def with_chunk(kind, body):
        added = kind + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)
        return plain[:4] + struct.pack("<I", size + len(added)) + plain[8:] + added

    for length in (3, 4):
        assert name_of(with_chunk(b"XMP ", b"x" * length)) == name_of(plain)
        other = [name_of(with_chunk(b"NEWS", bytes([fill]) * length)) for fill in (1, 2)]
        assert len({name_of(plain), *other}) == 3


def test_a_format_that_mixes_both_has_no_name_but_its_pixels_have():
    data = encoded("BMP")
    header = read_header(data)
    assert image_data_fingerprint(data, header) == ""

    def of(pixels):
        return pixel_fingerprint(DecodedPicture(pixels=pixels, full_size=(80, 64)), header)

    assert len(of(RED)) == 32
    assert of(RED) == of(RED.copy())
    assert len({of(RED), of(255 - RED), of(np.ascontiguousarray(RED.reshape(32, 160, 3)))}) == 3
