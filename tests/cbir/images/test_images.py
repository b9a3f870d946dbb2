"""Pictures of every format and mode, upright, in sRGB and never larger than asked."""

import functools
import io
import os
import struct
import subprocess
import sys
import zlib
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
import skimage
from PIL import Image as PilImage
from PIL import ImageCms, ImageOps

from cbir.base.errors import ImageUnreadable
from cbir.base.types import Image
from cbir.images import (
    DecodeOptions,
    decode,
    decode_thumbnail,
    encode_thumbnail,
    looks_like_picture,
    read_file,
    read_header,
    sniff,
)
from tests.source_tree import python_path

DATA = Path(skimage.__file__).parent / "data"


def photo():
    """160 x 120, with every colour of a cat; no two of its eight orientations are alike."""
    with PilImage.open(DATA / "chelsea.png") as picture:
        return picture.convert("RGB").crop((100, 30, 340, 210)).resize((160, 120), PilImage.Resampling.BOX)


def encode(picture, kind, **options):
    file = io.BytesIO()
    if kind == "HEIF":
        heif = pillow_heif.from_pillow(picture)
        heif.save(file, quality=-1, **options)
    else:
        picture.save(file, kind, **options)
    return file.getvalue()


@functools.cache
def large(kind):
    """1600 x 1200."""
    return encode(photo().resize((1600, 1200)), kind)


def pixels(data, max_side_px=None):
    return decode(data, max_side_px=max_side_px).pixels.astype(np.int16)


def error(found, wanted):
    reference = np.asarray(wanted.convert("RGB"), np.int16)
    assert found.shape == reference.shape
    return float(np.abs(found - reference).mean())


@pytest.mark.parametrize(
    ("kind", "options", "name", "tolerance"),
    [
        ("JPEG", {"quality": 95}, "JPEG", 3),
        ("JPEG", {"quality": 95, "progressive": True}, "JPEG", 3),
        ("PNG", {}, "PNG", 0),
        ("WEBP", {"lossless": True}, "WebP", 0),
        ("TIFF", {}, "TIFF", 0),
        ("TIFF", {"compression": "tiff_lzw"}, "TIFF", 0),
        ("TIFF", {"big_tiff": True}, "TIFF", 0),
        ("BMP", {}, "BMP", 0),
        ("DIB", {}, "DIB", 0),
        ("TGA", {}, "TGA", 0),
        ("TGA", {"compression": "tga_rle"}, "TGA", 0),
        ("DDS", {}, "DDS", 0),
        ("ICO", {"sizes": [(160, 120)]}, "ICO", 0),
        ("JPEG2000", {}, "JPEG 2000", 0),
        ("JPEG2000", {"no_jp2": True}, "JPEG 2000", 0),
        ("GIF", {}, "GIF", 6),
        ("AVIF", {"quality": 95}, "AVIF", 3),
        ("HEIF", {}, "HEIF", 3),
        ("PPM", {}, "PPM", 0),
    ],
)
def test_every_format_is_recognised_and_decoded(kind, options, name, tolerance):
    data = encode(photo(), kind, **options)
    header = read_header(data)
    assert (sniff(data), header.format, header.size, header.frames) == (name, name, (160, 120), 1)
    image = decode(memoryview(data), max_side_px=None)
    assert image.full_size == (160, 120)
    assert image.pixels.dtype == np.uint8
    assert image.pixels.flags.c_contiguous
    assert not image.pixels.flags.writeable
    assert error(image.pixels.astype(np.int16), photo()) <= tolerance


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF", "HEIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_orientation_is_applied_once_in_every_format(kind, orientation):
    exif = PilImage.Exif()
    exif[274] = orientation
    turned = photo()
    turned.getexif()[274] = orientation
    wanted = ImageOps.exif_transpose(turned)
    quality = {
        "JPEG": {"quality": 95},
        "WEBP": {"lossless": True},
        "AVIF": {"quality": 95},
    }
    data = encode(photo(), kind, exif=exif.tobytes(), **quality.get(kind, {}))
    header = read_header(data)
    assert header.size == wanted.size
    if kind != "HEIF":  # there the container turns the picture
        assert header.orientation == orientation
    image = decode(data, max_side_px=None)
    assert image.full_size == wanted.size
    assert error(image.pixels.astype(np.int16), wanted) <= 3


def test_a_png_may_say_its_orientation_behind_the_pixels():
    exif = PilImage.Exif()
    exif[274] = 6
    data = encode(photo(), "PNG", exif=exif.tobytes())
    at = data.index(b"eXIf") - 4
    chunk = data[at : at + 12 + int.from_bytes(data[at : at + 4], "big")]
    end = data.index(b"IEND") - 4
    moved = data[:at] + data[at + len(chunk) : end] + chunk + data[end:]
    assert read_header(moved).size == decode(moved, max_side_px=None).full_size == (120, 160)


def png_chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


@pytest.mark.parametrize(
    "chunk",
    [
        png_chunk(b"zTXt", b"parameters\0\0" + zlib.compress(b"a" * 5_000_000)),
        png_chunk(b"iTXt", b"prompt\0\1\0\0\0" + zlib.compress(b"a" * 5_000_000)),
        png_chunk(b"iCCP", b"profile\0\0" + zlib.compress(b"a" * 5_000_000)),
    ],
    ids=["zTXt", "iTXt", "iCCP"],
)
def test_a_png_with_much_compressed_text_or_profile_is_read(chunk):
    data = encode(photo(), "PNG")
    start = 8 + 25  # behind the signature and IHDR
    assert error(pixels(data[:start] + chunk + data[start:]), photo()) == 0


def test_a_photoshop_file_shows_its_merged_picture():
    picture = photo()
    header = struct.pack(">4sH6xHIIHH", b"8BPS", 1, 3, picture.height, picture.width, 8, 3)
    planes = b"".join(plane.tobytes() for plane in picture.split())
    data = header + bytes(4) * 3 + struct.pack(">H", 0) + planes
    assert sniff(data) == "Photoshop"
    assert error(pixels(data), picture) == 0


def test_premultiplied_grey_with_alpha_is_read():
    straight, premultiplied = (struct.pack("<HHII", 338, 3, 1, meaning) for meaning in (2, 1))  # ExtraSamples
    data = encode(PilImage.new("LA", (8, 6), (100, 255)), "TIFF").replace(straight, premultiplied)
    with PilImage.open(io.BytesIO(data)) as picture:
        assert picture.mode == "La"
    assert (pixels(data) == 100).all()


@pytest.mark.parametrize(
    "head", [b"P6 160 120 255\n", b"P6\n# a\n# b\n160\t120\n255\n", b"P6\r\n 160 120\n255 "]
)
def test_netpbm_headers_may_be_spaced_as_they_like(head):
    assert error(pixels(head + photo().tobytes()), photo()) == 0


def test_a_picture_that_is_but_a_line_is_refused_in_its_own_words():
    data = b"P5 200000000 1 255\n"
    with pytest.raises(ImageUnreadable, match="too long and narrow to be compared: 200000000 x 1 pixels"):
        decode(data, max_side_px=960)


@pytest.mark.parametrize("orientation", [0, 9, 300])
def test_an_invalid_orientation_is_none(orientation):
    exif = PilImage.Exif()
    exif[274] = orientation
    data = encode(photo(), "JPEG", quality=95, exif=exif.tobytes())
    assert read_header(data).orientation == 1
    assert error(pixels(data), photo()) <= 3


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "YCbCr", "LAB"])
def test_modes_without_alpha_look_as_pillow_shows_them(mode):
    if mode == "LAB":
        to_lab = ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB"
        )
        converted = ImageCms.applyTransform(photo(), to_lab)
        assert converted is not None
        wanted = photo()
    else:
        converted = photo().convert(mode)
        wanted = converted.convert("RGB")
    assert error(pixels(encode(converted, "TIFF")), wanted) <= 3


@pytest.mark.parametrize("mode", ["L", "CMYK"])
def test_grey_and_cmyk_jpegs_are_decoded_also_when_reduced(mode):
    big = photo().resize((1600, 1200), PilImage.Resampling.BICUBIC)
    data = encode(big.convert(mode), "JPEG", quality=95)
    wanted = photo().convert(mode).convert("RGB")
    found = pixels(data, 160)
    assert error(found, wanted.resize((found.shape[1], found.shape[0]))) <= 6


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF"])
def test_what_is_transparent_is_white(kind):
    opaque = photo()
    alpha = np.zeros((120, 160), np.uint8)
    alpha[:60] = 255
    alpha[:, 80:] = np.maximum(alpha[:, 80:], 128)
    clear = opaque.copy()
    clear.putalpha(PilImage.fromarray(alpha))
    white = PilImage.new("RGBA", opaque.size, "white")
    options = {"lossless": True, "exact": True} if kind == "WEBP" else {}
    found = pixels(encode(clear, kind, **options))
    assert error(found, PilImage.alpha_composite(white, clear)) <= 0.5
    assert (found[60:, :80] == 255).all()


def test_a_transparent_colour_of_a_palette_is_white():
    picture = PilImage.new("P", (8, 8), 1)
    picture.putpalette([0, 0, 0, 200, 10, 20])
    picture.putpixel((3, 4), 0)
    for kind in ("PNG", "GIF"):
        found = pixels(encode(picture, kind, transparency=0))
        assert found[4, 3].tolist() == [255, 255, 255]
        assert found[0, 0].tolist() == [200, 10, 20]


def ramp(high, dtype):
    return np.tile(np.linspace(0, high, 256), (16, 1)).astype(dtype)


@pytest.mark.parametrize(
    ("kind", "high", "dtype", "white"),
    [
        ("PNG", 65535, "uint16", 255),
        ("PNG", 4095, "uint16", 16),  # a PNG's range is what its header says: this one is dark
        ("TIFF", 65535, "uint16", 255),
        ("TIFF", 4095, "uint16", 255),  # 12 bits in 16
        ("TIFF", 1023, "uint16", 255),
        ("TIFF", 1.0, "float32", 255),
        ("TIFF", 255.0, "float32", 255),
        ("TIFF", 7000.0, "float32", 255),
        ("TIFF", 65535, "int32", 255),
    ],
)
def test_deep_pixels_keep_their_range(kind, high, dtype, white):
    found = pixels(encode(PilImage.fromarray(ramp(high, dtype)), kind))
    wanted = np.tile(np.linspace(0, white, 256), (16, 1))
    assert np.abs(found - wanted[..., None]).max() <= 1


def test_floats_that_are_no_numbers_are_black_and_break_nothing():
    values = ramp(1.0, "float32")
    values[0, 0], values[0, 1], values[0, 2] = np.nan, np.inf, -np.inf
    found = pixels(encode(PilImage.fromarray(values), "TIFF"))
    assert found[0, :3, 0].tolist() == [0, 255, 0]
    assert found[5, 255].tolist() == [255, 255, 255]


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_white_may_be_zero(dtype):
    values = ramp(np.iinfo(dtype).max, dtype)
    stored = (
        values if dtype == "uint16" else np.iinfo(dtype).max - values
    )  # Pillow inverts 8 bits as it writes
    data = encode(PilImage.fromarray(stored), "TIFF", tiffinfo={262: 0})
    found = pixels(data)
    assert found[0, [0, 255], 0].tolist() == [255, 0]


def wide_profile():
    """Adobe RGB (1998), built from its primaries: red, green, blue and white, all adapted to D50 (PCS)."""

    def number(value):
        return round(value * 65536).to_bytes(4, "big", signed=True)

    def xyz(*values):
        return b"XYZ \0\0\0\0" + b"".join(number(value) for value in values)

    tags = {
        b"wtpt": xyz(0.9642, 1.0, 0.8249),
        b"rXYZ": xyz(0.60974, 0.31111, 0.01947),
        b"gXYZ": xyz(0.20528, 0.62567, 0.06087),
        b"bXYZ": xyz(0.14919, 0.06322, 0.74457),
        b"rTRC": b"curv\0\0\0\0\0\0\0\1\x02\x33\0\0",  # gamma 2.2
        b"desc": b"desc\0\0\0\0\0\0\0\5wide\0" + bytes(79),
        b"cprt": b"text\0\0\0\0none\0\0\0\0",
    }
    tags[b"gTRC"] = tags[b"bTRC"] = tags[b"rTRC"]
    table, body = b"", b""
    start = 128 + 4 + 12 * len(tags)
    for name, content in tags.items():
        table += name + (start + len(body)).to_bytes(4, "big") + len(content).to_bytes(4, "big")
        body += content + bytes(-len(content) % 4)
    head = bytearray(128)
    head[0:4] = (start + len(body)).to_bytes(4, "big")
    head[8:12] = b"\x02\x10\0\0"
    head[12:24] = b"mntrRGB XYZ "
    head[36:40] = b"acsp"
    head[68:80] = number(0.9642) + number(1.0) + number(0.8249)
    return bytes(head) + len(tags).to_bytes(4, "big") + table + body


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_wide_gamut_is_converted_to_srgb(kind):
    green = PilImage.new("RGB", (64, 48), (100, 200, 100))
    options = {"quality": 100} if kind == "JPEG" else {}
    found = pixels(encode(green, kind, icc_profile=wide_profile(), **options))[20, 20]
    # Adobe RGB (100, 200, 100) lies outside of sRGB in red: its red falls a long way, its blue a little.
    assert found[0] < 40
    assert abs(found[1] - 200) <= 4
    assert 80 <= found[2] <= 100


@pytest.mark.parametrize("profile", [b"garbage", b"\0" * 200, b"\0" * 16 + b"RGB " + b"x" * 200])
def test_a_broken_profile_is_ignored(profile):
    data = encode(photo(), "JPEG", quality=95, icc_profile=profile)
    assert error(pixels(data), photo()) <= 3


# Scaling.


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize("max_side", [1, 7, 100, 320, 900, 1024, 1500, 1599, 1600, 5000])
def test_the_longer_side_is_near_the_target_and_never_over_it(kind, max_side):
    image = decode(large(kind), max_side_px=max_side)
    assert image.full_size == (1600, 1200)
    height, width = image.pixels.shape[:2]
    assert min(0.8 * max_side, 1600) - 1 <= width <= min(max_side, 1600)
    assert abs(height - width * 0.75) <= 1
    assert image.scale == pytest.approx(width / 1600)


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (3000, 1), (1, 3000), (2999, 2)])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "WEBP"])
def test_thin_and_tiny_pictures_keep_at_least_one_pixel(size, kind):
    image = decode(encode(PilImage.new("RGB", size, (255, 0, 0)), kind), max_side_px=100)
    height, width = image.pixels.shape[:2]
    assert min(height, width) >= 1
    assert max(height, width) <= 100
    assert image.full_size == size


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_reducing_averages_and_does_not_shift(kind):
    big = photo().resize((1600, 1200), PilImage.Resampling.BICUBIC)
    found = pixels(encode(big, kind), 160)
    wanted = big.resize((found.shape[1], found.shape[0]), PilImage.Resampling.BOX)
    assert error(found, wanted) <= 2


def test_a_picture_in_many_bands_equals_one_in_a_single_band(monkeypatch):
    data = encode(photo().resize((803, 601)).convert("P"), "PNG")
    whole = pixels(data, 100)
    monkeypatch.setattr("cbir.images.decoding.BAND_BYTES", 803 * 3 * 20)
    assert (pixels(data, 100) == whole).all()


# Limits.


def test_a_bomb_is_refused_by_its_header_before_anything_is_granted():
    def refuse(n_bytes):
        raise AssertionError("nothing should be allocated")

    for kind in ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP"):
        data = encode(PilImage.new("L", (300, 200)), kind)
        with pytest.raises(ImageUnreadable, match=r"300 x 200 pixels .* limit of 0\.05 million"):
            decode(data, max_side_px=100, options=DecodeOptions(max_pixels=50_000), grant=refuse)


def test_a_frame_that_outgrows_its_header_is_refused():
    # A GIF of 10 x 10 whose first frame says that it is 60,000 x 60,000.
    head = b"GIF89a" + bytes([10, 0, 10, 0, 0x80, 0, 0]) + bytes(6)
    frame = b"," + bytes(4) + (60000).to_bytes(2, "little") * 2 + b"\0" + b"\x02\x02\x44\x01\0;"
    with pytest.raises(ImageUnreadable):
        decode(head + frame, max_side_px=100)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF", "HEIF", "TIFF"])
def test_the_memory_asked_for_covers_the_pixels_and_is_held_while_decoding(kind):
    events = []

    @contextmanager
    def grant(n_bytes):
        events.append(n_bytes)
        yield
        events.append("given back")

    data = encode(photo().resize((800, 600)), kind)
    decode(data, max_side_px=200, grant=grant)
    decode(data, max_side_px=None, grant=grant)
    reduced, whole = events[0], events[2]
    assert events[1] == events[3] == "given back"
    assert isinstance(reduced, int)
    assert isinstance(whole, int)
    assert whole >= 800 * 600 * 3
    assert 200 * 150 * 3 <= reduced < whole
    assert reduced == read_header(data).decoded_bytes(200)


def test_memory_is_given_back_when_decoding_fails():
    events = []

    @contextmanager
    def grant(n_bytes):
        events.append("held")
        try:
            yield
        finally:
            events.append("given back")

    data = encode(photo(), "PNG")
    with pytest.raises(ImageUnreadable):
        decode(data[: len(data) // 5], max_side_px=100, grant=grant)
    assert events == ["held", "given back"]


# Frames and pages.


@pytest.mark.parametrize("kind", ["GIF", "TIFF", "WEBP", "PNG"])
def test_the_first_of_several_frames_is_decoded_and_all_are_counted(kind):
    colours = [(250, 0, 0), (0, 250, 0), (0, 0, 250)]
    first, *others = (PilImage.new("RGB", (32, 24), colour) for colour in colours)
    options = {"lossless": True} if kind == "WEBP" else {}
    data = encode(first, kind, save_all=True, append_images=others, **options)
    assert read_header(data).frames == 3
    assert (pixels(data) == [250, 0, 0]).all()


# Thumbnails.


def test_a_thumbnail_is_small_and_looks_like_its_picture():
    image = decode(encode(photo().resize((800, 600), PilImage.Resampling.BICUBIC), "PNG"), max_side_px=None)
    data = encode_thumbnail(image)
    thumbnail = decode_thumbnail(data)
    assert len(data) < 40_000
    assert thumbnail.shape == (192, 256, 3)
    assert error(thumbnail.astype(np.int16), photo().resize((256, 192), PilImage.Resampling.BICUBIC)) <= 4


def test_a_thumbnail_never_enlarges_and_survives_one_pixel():
    image = Image(pixels=np.full((1, 1, 3), (200, 20, 20), np.uint8), full_size=(1, 1))
    thumbnail = decode_thumbnail(encode_thumbnail(image))
    assert thumbnail.shape == (1, 1, 3)
    assert thumbnail[0, 0, 0] > thumbnail[0, 0, 2]


@pytest.mark.parametrize("data", [b"", b"garbage", b"\xff\xd8\xff"])
def test_a_damaged_thumbnail_is_said_to_be(data):
    with pytest.raises(ImageUnreadable, match="thumbnail is damaged"):
        decode_thumbnail(data)


# Files.


def test_the_fingerprint_is_of_the_content_alone(tmp_path):
    (tmp_path / "a").write_bytes(b"one" * 100_000)
    (tmp_path / "b").write_bytes(b"one" * 100_000)
    (tmp_path / "c").write_bytes(b"one" * 99_999 + b"onf")
    a, b, c = (read_file(tmp_path / name) for name in "abc")
    assert a.data == b"one" * 100_000
    assert a.fingerprint == b.fingerprint != c.fingerprint
    assert len(a.fingerprint) == 32
    assert int(a.fingerprint, 16) >= 0


def test_what_cannot_be_read_is_said_in_a_sentence_without_the_path(tmp_path):
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "folder.jpg").mkdir()
    for name in ("empty.jpg", "folder.jpg", "missing.jpg"):
        with pytest.raises(ImageUnreadable) as caught:
            read_file(tmp_path / name)
        assert str(caught.value).endswith(".")
        assert str(tmp_path) not in str(caught.value)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no device without an end")
def test_a_link_to_a_device_without_end_is_no_picture(tmp_path):
    (tmp_path / "zero.jpg").symlink_to("/dev/zero")
    with pytest.raises(ImageUnreadable, match="device"):
        read_file(tmp_path / "zero.jpg")


def test_a_path_with_a_zero_in_it_is_no_file():
    with pytest.raises(ImageUnreadable, match="No file can have this name"):
        read_file(Path("a\0b.jpg"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are POSIX's")
def test_a_named_pipe_is_neither_read_nor_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ImageUnreadable, match="a pipe or a socket"):
        read_file(tmp_path / "pipe.jpg")
    assert not looks_like_picture(tmp_path / "pipe")


def test_pictures_are_told_by_name_or_by_content(tmp_path):
    jpeg, heif = encode(photo(), "JPEG"), encode(photo(), "HEIF")
    looks = {
        "a.JPG": b"",  # by its name; that it is empty is reported later
        "b.heic": b"?",
        "c.CR2": b"?",  # a picture that cannot be read is not passed over in silence
        ".hidden.png": b"?",
        "no_suffix": jpeg,
        "IMG_0001.2019": heif,
        "thing.bak": encode(photo(), "TIFF"),
        "pixmap": encode(photo(), "PPM"),
        "bitmap.old": encode(photo(), "BMP"),
    }
    looks_not = {
        "notes.txt": jpeg,
        "film.mp4": b"\0\0\0\x18ftypisom\0\0\0\0isomiso2",
        "film": b"\0\0\0\x18ftypisom\0\0\0\0isomiso2",
        "README": b"P1 is the first of our plans, BMx the second. GIF is a format.",
        "empty": b"",
        "._a.JPG": b"\0\5\x16\7",
    }
    for name, content in (looks | looks_not).items():
        (tmp_path / name).write_bytes(content)
        assert looks_like_picture(tmp_path / name) == (name in looks), name
    (tmp_path / "folder").mkdir()
    assert not looks_like_picture(tmp_path / "folder")
    assert not looks_like_picture(tmp_path / "missing")


def test_importing_loads_neither_opencv_nor_pillow():
    code = "import sys, cbir.images; print(*{'cv2', 'PIL', 'pi_heif'} & set(sys.modules))"
    environment = {**os.environ, "PYTHONPATH": python_path()}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


def test_two_hundred_million_pixels_are_read_and_not_one_row_more():
    assert decode(b"P4 20000 10000\n" + bytes(25_000_000), max_side_px=64).full_size == (20000, 10000)
    with pytest.raises(ImageUnreadable, match="limit of 200 million"):
        decode(b"P4 20000 10001\n" + bytes(25_002_500), max_side_px=64)
