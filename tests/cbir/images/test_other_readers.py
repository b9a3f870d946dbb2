"""JPEG 2000, DDS, AVIF and JPEG XL where Pillow or its plugin misreads them."""

import io
import struct

import cv2
import numpy as np
import pillow_jxl  # noqa: F401 (registers what Pillow saves with)
import pytest
from PIL import Image as PilImage

from cbir.base.errors import ImageUnreadable
from cbir.images import decode, read_header
from cbir.images.icc import matrix_profile
from tests.pictures import photo

_SRGB = (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)


def _photo():
    picture = np.ascontiguousarray(photo("coffee")[:300:3, :400:3][:73, :101])
    picture[:8], picture[-8:] = 255, 0
    return picture


def _error(data, expected):
    assert read_header(data).size == expected.shape[1::-1]
    return float(np.abs(decode(data, max_side_px=None).pixels.astype(int) - expected).mean())


# JPEG 2000


def _jp2(components, bits=16):
    """A JP2 of 16-bit components in their order; cv2 takes them for blue, green, red."""
    order = [2, 1, 0, 3][: components.shape[2]]
    lossless = [cv2.IMWRITE_JPEG2000_COMPRESSION_X1000, 1000]
    done, data = cv2.imencode(".jp2", np.ascontiguousarray(components[..., order]), lossless)
    assert done
    return data.tobytes()


def _stream(data):
    return data[data.index(b"\xff\x4f\xff\x51") :]


def _box(name, body):
    return struct.pack(">I", 8 + len(body)) + name + body


def _boxed(stream, *inner):
    height, width = struct.unpack_from(">II", stream, 8)[::-1]
    count, depth = struct.unpack_from(">HB", stream, 40)
    image = _box(b"ihdr", struct.pack(">IIHBBBB", height, width, count, depth, 7, 0, 0))
    mark = _box(b"jP  ", b"\r\n\x87\n") + _box(b"ftyp", b"jp2 \0\0\0\0jp2 ")
    return mark + _box(b"jp2h", image + b"".join(inner)) + _box(b"jp2c", stream)


def _colours(kind):
    return _box(b"colr", struct.pack(">BBBI", 1, 0, 0, kind))


@pytest.mark.parametrize("boxed", [True, False])
@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("alpha", [True, False])
def test_white_of_sixteen_bits_is_white(boxed, signed, alpha):
    picture = _photo()
    pixels, expected = picture.astype(np.uint16) * 257, picture.copy()
    if alpha:
        share = np.full((*picture.shape[:2], 1), 65535, np.uint16)
        share[:, :30], expected[:, :30] = 0, 255
        pixels = np.concatenate([pixels, share], axis=2)
    stream = bytearray(_stream(_jp2(pixels)))
    if signed:
        for at in range(pixels.shape[2]):
            stream[42 + 3 * at] |= 0x80
    data = _boxed(bytes(stream), _colours(16)) if boxed else bytes(stream)
    assert _error(data, expected) <= 0.5
    assert _error(_jp2(picture.astype(np.uint16) * 257), picture) <= 0.5


def test_colours_of_jpeg_2000_come_from_its_boxes():
    picture = _photo()
    deep = picture.astype(np.uint16) * 257
    inks = np.concatenate([65535 - deep, np.zeros((*deep.shape[:2], 1), np.uint16)], axis=2)
    assert _error(_boxed(_stream(_jp2(inks)), _colours(12)), picture) <= 1
    ycc = np.asarray(PilImage.fromarray(picture).convert("YCbCr")).astype(np.uint16) * 257
    assert _error(_boxed(_stream(_jp2(ycc)), _colours(18)), picture) <= 3
    swapped = _box(b"cdef", struct.pack(">H9H", 3, 0, 0, 3, 1, 0, 2, 2, 0, 1))
    assert _error(_boxed(_stream(_jp2(deep[..., ::-1])), _colours(16), swapped), picture) <= 0.5


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_a_profile_in_jpeg_2000_counts(dtype):
    picture = _photo()
    light = np.where(
        picture / 255 <= 0.04045, picture / 255 / 12.92, ((picture / 255 + 0.055) / 1.055) ** 2.4
    )
    stored = np.rint(light * np.iinfo(dtype).max).astype(dtype)
    profile = _box(b"colr", b"\2\0\0" + matrix_profile(_SRGB, 1.0))
    assert _error(_boxed(_stream(_jp2(stored)), profile), picture) <= (4 if dtype == "uint8" else 0.6)


@pytest.mark.parametrize("depth", [8, 16])
def test_a_palette_in_jpeg_2000_of_any_depth(depth):
    indices = _photo()[..., 0] // 8
    palette = np.random.default_rng(4).integers(0, 256, (32, 3))
    entries = (palette * 257).astype(">u2") if depth == 16 else palette.astype(np.uint8)
    boxes = (
        _box(b"pclr", struct.pack(">HB", 32, 3) + bytes([depth - 1] * 3) + entries.tobytes()),
        _box(b"cmap", bytes([0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2])),
        _colours(16),
    )
    done, data = cv2.imencode(".jp2", indices, [cv2.IMWRITE_JPEG2000_COMPRESSION_X1000, 1000])
    assert done
    assert _error(_boxed(_stream(data.tobytes()), *boxes), palette[indices]) <= 0.5


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (lambda: _boxed(_stream(_jp2(_photo())), _colours(14)), "not supported: color space 14"),
        (
            lambda: _stream(_jp2(_photo().astype(np.uint16))).replace(b"\0\3\x0f\1\1", b"\0\3\x13\1\1"),
            "20 bit",
        ),
    ],
)
def test_what_is_not_read_of_jpeg_2000_is_named(data, why):
    with pytest.raises(ImageUnreadable, match=why):
        decode(data(), max_side_px=None)


# DDS


def _dds(pixels, flags, bits, masks, dxgi=None):
    height, width = pixels.shape[:2]
    code = b"DX10" if dxgi else bytes(4)
    head = b"DDS " + struct.pack("<7I44x", 124, 0x1007, height, width, 0, 0, 0)
    head += struct.pack("<2I4s5I", 32, 4 if dxgi else flags, code, bits, *masks) + struct.pack(
        "<5I", 0x1000, 0, 0, 0, 0
    )
    return head + (struct.pack("<5I", dxgi, 3, 0, 1, 0) if dxgi else b"") + pixels.tobytes()


@pytest.mark.parametrize("flags", [0x20000, 0x40, 0x20040])
def test_luminance_is_grey_not_red(flags):
    grey = np.ascontiguousarray(_photo()[..., 0])
    expected = np.repeat(grey[..., None], 3, axis=2)
    assert _error(_dds(grey, flags, 8, (0xFF, 0, 0, 0)), expected) == 0
    assert _error(_dds(grey.astype("<u2") * 257, flags, 16, (0xFFFF, 0, 0, 0)), expected) <= 0.5
    assert _error(_dds(grey, 0, 0, (0, 0, 0, 0), dxgi=61), expected) == 0
    both = np.dstack([grey, np.full_like(grey, 255)])
    assert _error(_dds(both, flags | 1, 16, (0xFF, 0, 0, 0xFF00)), expected) == 0


@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA"])
def test_dds_of_pillow_are_read_though_their_masks_are_wrong(mode):
    file, picture = io.BytesIO(), PilImage.fromarray(_photo()).convert(mode)
    picture.save(file, "DDS")
    assert _error(file.getvalue(), np.asarray(picture.convert("RGB"))) == 0


def test_colours_lie_where_the_masks_say():
    picture = _photo()
    clear = np.zeros((*picture.shape[:2], 1), np.uint8)
    assert _error(_dds(picture[..., ::-1], 0x40, 24, (0xFF0000, 0xFF00, 0xFF, 0)), picture) == 0
    four = np.concatenate([picture, clear], axis=2)
    assert _error(_dds(four, 0x40, 32, (0xFF, 0xFF00, 0xFF0000, 0xFF000000)), picture) == 0, "X, not alpha"
    assert (
        _error(_dds(four, 0x41, 32, (0xFF, 0xFF00, 0xFF0000, 0xFF000000)), np.full(picture.shape, 255)) == 0
    )
    red, green, blue = np.moveaxis(picture.astype(np.uint16), 2, 0)
    packed = ((red >> 3) << 11 | (green >> 2) << 5 | blue >> 3).astype("<u2")
    assert _error(_dds(packed, 0x40, 16, (0xF800, 0x7E0, 0x1F, 0)), picture) <= 3
    with pytest.raises(ImageUnreadable, match="not supported: DXGI format 2"):
        decode(_dds(picture, 0, 0, (0, 0, 0, 0), dxgi=2), max_side_px=None)


# AVIF


def _with_aperture(data, aperture):
    """The same AVIF with a clean aperture: width, height and offsets of the centre, each a fraction."""
    clap = _box(b"clap", struct.pack(">IIIIiIiI", *aperture))
    parents, at = [], 0

    def find(name, start):
        return data.index(name, start) - 4

    for name in (b"meta", b"iprp", b"ipco"):
        at = find(name, at)
        parents.append(at)
    size = struct.unpack_from(">I", data, at)[0]
    listed, place = 0, at + 8
    while place < at + size:
        listed, place = listed + 1, place + struct.unpack_from(">I", data, place)[0]
    links = find(b"ipma", at)
    count_at = links + 12 + 4 + 2  # of the first item, behind the number of items and its id
    grown = bytearray(data)
    for parent, more in ((parents[0], 41), (parents[1], 41), (parents[2], 40), (links, 1)):
        struct.pack_into(">I", grown, parent, struct.unpack_from(">I", grown, parent)[0] + more)
    where = find(b"iloc", 0)
    assert grown[where + 8] == 0 and grown[where + 12] == 0x44 and grown[where + 13] == 0
    struct.pack_into(">I", grown, where + 22, struct.unpack_from(">I", grown, where + 22)[0] + 41)
    own = count_at + 1 + grown[count_at]
    grown[count_at] += 1
    return (
        bytes(grown[: at + size])
        + clap
        + bytes(grown[at + size : own])
        + bytes([0x80 | listed + 1])
        + bytes(grown[own:])
    )


@pytest.mark.parametrize("orientation", [1, 6])
def test_an_avif_shows_its_clean_aperture_alone(orientation):
    picture, file = _photo(), io.BytesIO()
    exif = PilImage.Exif()
    exif[274] = orientation
    PilImage.fromarray(picture).save(file, "AVIF", quality=98, subsampling="4:4:4", exif=exif.tobytes())
    whole, shown = file.getvalue(), picture[20:50, 10:60]
    data = _with_aperture(whole, (50, 1, 30, 1, 2 * 10 + 50 - 101, 2, 2 * 20 + 30 - 73, 2))
    assert _error(data, np.rot90(shown, -1) if orientation == 6 else shown) <= 3
    outside = _with_aperture(whole, (500, 1, 30, 1, 0, 1, 0, 1))
    assert decode(outside, max_side_px=None).full_size == decode(whole, max_side_px=None).full_size


# JPEG XL


def test_an_animated_jpeg_xl_is_refused_in_place_of_its_last_frame():
    # A header with its animation bit: 147 x 240, no orientation, no intrinsic size, no preview.
    data = bytes.fromhex("ff0a9004de099a00404c080401002ec7012bf9038c14c001") + bytes(200)
    for call in (read_header, lambda data: decode(data, max_side_px=None)):
        with pytest.raises(ImageUnreadable, match="not supported: animation"):
            call(data)


# JPEG


def test_a_jpeg_of_twelve_bits_is_named():
    file = io.BytesIO()
    PilImage.fromarray(_photo()).save(file, "JPEG")
    data = file.getvalue()
    at = data.index(b"\xff\xc0") + 4
    with pytest.raises(ImageUnreadable, match="This kind of JPEG file is not supported: 12 bit"):
        decode(data[:at] + b"\x0c" + data[at + 1 :], max_side_px=None)


def test_an_avif_is_read_by_one_thread_of_the_many_workers():
    from PIL import AvifImagePlugin

    AvifImagePlugin.DEFAULT_MAX_THREADS = 0  # as many as there are cores
    file = io.BytesIO()
    PilImage.fromarray(_photo()).save(file, "AVIF")
    decode(file.getvalue(), max_side_px=None)
    assert AvifImagePlugin.DEFAULT_MAX_THREADS == 1
