"""Contents of a file beside the picture that is shown."""

import io
import struct

import numpy as np
import pytest
from PIL import Image as PilImage

from cbir.images import find_extras

VIDEO = struct.pack(">I", 24) + b"ftypmp42\0\0\0\0mp42isom" + bytes(range(256)) * 40


def picture(color="red", mode="RGB", size=(40, 30)):
    return PilImage.new(mode, size, color)


def saved(first, kind, **options):
    held = io.BytesIO()
    first.save(held, kind, **options)
    return held.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "GIF", "WEBP", "BMP", "AVIF"])
def test_a_plain_picture_holds_nothing_more(kind):
    assert find_extras(saved(picture(), kind)) == {}


@pytest.mark.parametrize(
    ("kind", "name", "options"),
    [
        ("TIFF", "pages", {}),
        ("GIF", "frames", {"duration": 100}),
        ("PNG", "frames", {"duration": 100}),
        ("WEBP", "frames", {"duration": 100, "lossless": True}),
        ("AVIF", "frames", {"duration": 100}),
    ],
)
def test_pages_and_frames_are_content_and_told_apart(kind, name, options):
    further = [picture("green"), picture("blue")]
    whole = find_extras(saved(picture(), kind, save_all=True, append_images=further, **options))
    fewer = find_extras(saved(picture(), kind, save_all=True, append_images=further[:1], **options))
    assert name in whole
    assert whole[name] != fewer[name] or kind == "AVIF"


def test_the_pages_of_two_tiffs_are_the_same_whatever_their_compression():
    further = [picture("green"), picture("blue")]
    names = {
        find_extras(saved(picture(), "TIFF", save_all=True, append_images=further, compression=way))["pages"]
        for way in ("raw", "tiff_lzw", "tiff_deflate")
    }
    assert len(names) == 1


def test_a_smaller_copy_of_a_page_is_no_page():
    preview = picture(size=(20, 15))
    preview.encoderinfo = {"tiffinfo": {254: 1}}
    data = saved(picture(), "TIFF", save_all=True, append_images=[preview])
    assert find_extras(data) == {}


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF"])
def test_transparency_is_content_where_it_hides_something(kind):
    whole = picture("red", "RGBA")
    assert find_extras(saved(whole, kind)) == {}
    whole.putpixel((3, 3), (255, 0, 0, 10))
    assert list(find_extras(saved(whole, kind, **({"lossless": True} if kind == "WEBP" else {})))) == [
        "transparency"
    ]


def test_more_than_eight_bits_of_a_channel_are_content():
    grey = PilImage.fromarray(np.arange(1200, dtype=np.uint16).reshape(30, 40))
    assert list(find_extras(saved(grey, "PNG"))) == ["deep color"]
    assert list(find_extras(saved(grey, "TIFF"))) == ["deep color"]


@pytest.mark.parametrize("before", [b"", b"\0\0\1\x0aMotionPhoto_Data", bytes(100)])
def test_a_video_behind_a_jpeg_is_found_whoever_put_it_there(before):
    jpeg = saved(picture(), "JPEG")
    found = find_extras(jpeg + before + VIDEO)
    assert list(found) == ["video"]
    assert find_extras(jpeg + before + VIDEO[:-1])["video"] != found["video"]


def test_a_few_bytes_or_padding_behind_a_jpeg_say_nothing_and_many_do():
    jpeg = saved(picture(), "JPEG")
    assert find_extras(jpeg + b"\0" * 9000) == {}
    assert find_extras(jpeg + b"SEFH" + b"x" * 100) == {}
    assert list(find_extras(jpeg + b"x" * 9000)) == ["appended data"]


def multi_picture(second, type_):
    """A JPEG with an index of two pictures, and the second one behind it."""
    jpeg = saved(picture(), "JPEG")
    head = 2 + 4 + 4  # to the index: start of image, segment, its sign
    entries = struct.pack("<IIIHH", 0x030000, len(jpeg), 0, 0, 0)
    index = b"II*\0" + struct.pack("<IHHHII", 8, 1, 0xB002, 7, 32, 26) + bytes(4)
    place = len(jpeg) + 2 + 2 + 4 + len(index) + 32 - head
    entries += struct.pack("<IIIHH", type_, len(second), place, 0, 0)
    body = b"MPF\0" + index + entries
    segment = b"\xff\xe2" + struct.pack(">H", len(body) + 2) + body
    return jpeg[:2] + segment + jpeg[2:] + second


@pytest.mark.parametrize(
    ("type_", "comment", "name"),
    [
        (0, b"hdrgm:Version", "gain map"),
        (0x020002, b"", "depth map"),
        (0x020003, b"", "more pictures"),
        (0x010001, b"", None),  # a large thumbnail
    ],
)
def test_further_pictures_of_a_jpeg_are_named_and_a_thumbnail_is_none(type_, comment, name):
    second = saved(picture("grey"), "JPEG", comment=comment)
    assert list(find_extras(multi_picture(second, type_))) == ([] if name is None else [name])


def test_a_depth_map_in_the_metadata_is_content():
    packet = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><a GDepth:Data="AAAA"/></x:xmpmeta>'
    assert list(find_extras(saved(picture(), "JPEG", xmp=packet))) == ["depth map"]


def test_the_auxiliary_pictures_of_heif_are_named():
    urn = b"urn:com:apple:photo:2020:aux:hdrgainmap\0"
    heif = struct.pack(">I", 16) + b"ftypheic\0\0\0\0" + struct.pack(">I", 8 + len(urn)) + b"meta" + urn
    assert find_extras(heif + struct.pack(">I", 16) + b"mpvd" + b"12345678").keys() >= {"gain map", "video"}


@pytest.mark.parametrize(
    "data", [b"", b"x", b"\xff\xd8\xff", b"\xff\xd8\xff\xe2\0\x0cMPF\0II*\0\xff\xff\xff\xff", b"GIF89a"]
)
def test_damaged_files_hold_nothing_more(data):
    assert find_extras(data) == {}
