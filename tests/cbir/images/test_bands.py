"""Large pictures, decoded some rows at a time, are what they are as a whole."""

import io
import re
import struct
import zlib

import numpy as np
import pytest
from PIL import Image as PilImage

from cbir.base.errors import ImageUnreadable
from cbir.images import DecodeOptions, decode, read_header
from cbir.images.bands import RAW_BITS, SIGNATURE, TYPE_BYTES, chunks, png_rows, tiff_entries, undo_filters

_SIZE = (203, 151)


def _picture(mode):
    """Soft colours with noise, so that an encoder has a use for each of its filters."""
    rng = np.random.default_rng(5)
    y, x = np.mgrid[: _SIZE[1], : _SIZE[0]]
    soft = np.stack([x, y, x + y, 255 - y], axis=2) + rng.integers(0, 9, (*x.shape, 4))
    picture = PilImage.fromarray(np.clip(soft, 0, 255).astype(np.uint8), "RGBA")
    return picture if mode == "RGBA" else picture.convert("RGB").convert(mode)


def _encode(mode, kind, **options):
    file = io.BytesIO()
    _picture(mode).save(file, kind, **options)
    return file.getvalue()


def _deep_png(colour, channels):
    """16 bits a sample, every filter in turn: Pillow writes neither."""
    rng = np.random.default_rng(colour)
    rows = np.zeros((_SIZE[1], 1 + _SIZE[0] * channels * 2), np.uint8)
    rows[:, 1:] = rng.integers(0, 256, (len(rows), rows.shape[1] - 1))
    rows[:, 0] = np.arange(len(rows)) % 5

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", *_SIZE, 16, colour, 0, 0, 0)
    return (
        SIGNATURE
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows.tobytes()))
        + chunk(b"IEND", b"")
    )


def _in_chunks(png, length):
    """A PNG whose pixels are cut into chunks of this length, as programs that write as they go do."""
    (first, stop), *others = [(start, stop) for name, start, stop in chunks(png) if name == b"IDAT"]
    assert not others
    pixels = png[first + 8 : stop - 4]
    parts = [b"IDAT" + pixels[at : at + length] for at in range(0, len(pixels), length)]
    cut = (struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part)) for part in parts)
    return png[:first] + b"".join(cut) + png[stop:]


_PICTURES = {
    **{f"PNG {mode}": _encode(mode, "PNG") for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")},
    "PNG with a transparent colour": _encode("P", "PNG", transparency=3),
    "PNG in many chunks": _in_chunks(_encode("RGB", "PNG"), 1000),
    "PNG of two bits": _encode("P", "PNG", bits=2),
    "PNG, 48 bits": _deep_png(2, 3),
    "PNG, 64 bits": _deep_png(6, 4),
    **{
        f"TIFF {mode} {how}": _encode(mode, "TIFF", compression=how, tiffinfo={278: 16})
        for mode in ("1", "L", "P", "RGB", "RGBA", "CMYK")
        for how in ("tiff_lzw", "tiff_adobe_deflate", "packbits")
    },
    "TIFF fax": _encode("1", "TIFF", compression="group4", tiffinfo={278: 16}),
    "TIFF JPEG": _encode("RGB", "TIFF", compression="jpeg", tiffinfo={278: 16}),
    "TIFF of differences": _encode("RGB", "TIFF", compression="tiff_lzw", tiffinfo={278: 16, 317: 2}),
    "TIFF of strips of one row": _encode("RGB", "TIFF", compression="tiff_lzw", tiffinfo={278: 1}),
    **{
        f"TIFF {mode} as it is": _encode(mode, "TIFF")
        for mode in ("1", "L", "P", "LA", "RGB", "RGBA", "CMYK")
    },
    **{f"BMP {mode}": _encode(mode, "BMP") for mode in ("1", "L", "P", "RGB", "RGBA")},
    **{f"PPM {mode}": _encode(mode, "PPM") for mode in ("1", "L", "RGB")},
    **{f"TGA {mode}": _encode(mode, "TGA") for mode in ("L", "P", "RGB", "RGBA")},
}


def _pixels(data, max_side_px):
    return decode(data, max_side_px=max_side_px).pixels


@pytest.fixture(name="in_bands")
def _in_bands(monkeypatch):
    """A picture of this test is as large to the decoder as one of many megabytes."""
    monkeypatch.setattr("cbir.images.header.WHOLE_BYTES", 30_000)  # less than each, more than a strip
    monkeypatch.setattr("cbir.images.decoding.BAND_BYTES", 3 * _SIZE[0] * 20)
    monkeypatch.setattr("cbir.images.samples.CHUNK_PX", _SIZE[0] * 8)


@pytest.mark.parametrize("name", _PICTURES)
def test_in_bands_a_picture_is_what_it_is_as_a_whole(name, request):
    data = _PICTURES[name]
    whole = [_pixels(data, side) for side in (None, 50)]
    request.getfixturevalue("in_bands")
    assert read_header(data).in_bands
    for wanted, side in zip(whole, (None, 50), strict=True):
        assert (_pixels(data, side) == wanted).all()


@pytest.mark.usefixtures("in_bands")
@pytest.mark.parametrize("name", ["PNG RGB", "BMP RGB", "PPM RGB"])
def test_a_large_truncated_picture_is_used_from_half_of_its_rows(name):
    data = _PICTURES[name]
    whole = _pixels(data, None)
    found = _pixels(data[: int(0.8 * len(data))], None)
    there = slice(80, None) if name == "BMP RGB" else slice(70)
    assert (found[there] == whole[there]).all()
    with pytest.raises(ImageUnreadable, match="damaged"):
        decode(data[: int(0.2 * len(data))], max_side_px=None)


@pytest.mark.usefixtures("in_bands")
@pytest.mark.parametrize(("bands", "used"), [(range(1), True), (range(8, 10), True), (range(1, 9), False)])
def test_a_picture_of_damaged_strips_is_used_from_half_of_its_rows(bands, used):
    data = bytearray(_PICTURES["TIFF RGB tiff_adobe_deflate"])
    tags = PilImage.open(io.BytesIO(data)).tag_v2
    whole = _pixels(bytes(data), None)
    for strip in bands:
        data[tags[273][strip] : tags[273][strip] + 40] = bytes(40)
    if used:
        found = _pixels(bytes(data), None)
        there = [row for row in range(len(whole)) if row // 16 not in bands]
        assert (found[there] == whole[there]).all()
    else:
        with pytest.raises(ImageUnreadable, match="damaged"):
            decode(bytes(data), max_side_px=None)


@pytest.mark.parametrize("layout", RAW_BITS)
def test_uncompressed_pixels_take_as_many_bits_as_pillow_reads(layout):
    mode = layout.partition(";")[0].replace("BGR", "RGB")
    mode = {"RGBX": "RGB", "RGBA": "RGBA"}.get(mode, mode) if layout != "BGRX" else "RGB"
    stride = 16 * RAW_BITS[layout] // 8
    assert PilImage.frombytes(mode, (16, 2), bytes(2 * stride), "raw", layout, 0, 1).size == (16, 2)
    with pytest.raises(ValueError, match="not enough"):
        PilImage.frombytes(mode, (16, 2), bytes(2 * stride - 1), "raw", layout, 0, 1)


@pytest.mark.parametrize("order", "<>")
def test_a_tiffs_values_lie_in_its_entry_where_they_fit(order):
    kinds = dict(enumerate(("B", "s", "H", "I", "II", "b", "s", "h", "i", "ii", "f", "d"), start=1))
    assert {kind: struct.calcsize(f"={format}") for kind, format in kinds.items()} == TYPE_BYTES
    entries = [(1000 * count + kind, kind, count) for count in (1, 2, 3, 4, 5) for kind in kinds]
    data = bytes(4) + struct.pack(f"{order}IH", 8, len(entries))
    data += b"".join(struct.pack(f"{order}HHII", *entry, 7777) for entry in entries)
    found = tiff_entries(data, order)
    assert list(found) == [tag for tag, _, _ in entries]
    for number, (tag, kind, count) in enumerate(entries):
        fits = struct.calcsize(f"={kinds[kind]}") * count <= 4
        assert found[tag] == (kind, count, 8 + 2 + 12 * number + 8 if fits else 7777)


@pytest.mark.parametrize(
    "data",
    [
        _encode("RGB", "GIF"),
        _encode("RGB", "AVIF"),
        _encode("RGB", "TIFF", compression="tiff_lzw", tiffinfo={278: 151}),
    ],
)
@pytest.mark.usefixtures("in_bands")
def test_what_comes_as_a_whole_only_is_not_taken_apart(data):
    assert not read_header(data).in_bands
    assert _pixels(data, None).shape[:2] == (_SIZE[1], _SIZE[0])


def test_the_memory_that_bands_ask_for_does_not_grow_with_the_picture():
    bitmap = _encode("RGB", "PPM").partition(b"255\n")[2]
    asked = [
        read_header(b"P6 %d %d 255\n" % (side, side) + bitmap).decoded_bytes(960) for side in (6000, 14_000)
    ]
    assert asked[0] == asked[1] < 128 << 20


@pytest.mark.usefixtures("in_bands")
def test_a_strip_too_large_for_a_band_is_not_taken_apart(monkeypatch):
    data = _encode("RGB", "TIFF", compression="tiff_lzw", tiffinfo={278: 76})
    monkeypatch.setattr("cbir.images.header.WHOLE_BYTES", 76 * _SIZE[0] * 6 - 1)
    assert not read_header(data).in_bands


def test_a_picture_far_wider_than_high_is_averaged_a_few_rows_at_a_time(
    monkeypatch,
):
    file = io.BytesIO()
    _picture("RGB").resize((4000, 60)).save(file, "PNG")
    whole = _pixels(file.getvalue(), 100).astype(int)
    monkeypatch.setattr("cbir.images.decoding.BAND_BYTES", 4000)
    assert np.abs(_pixels(file.getvalue(), 100) - whole).max() <= 1


def test_a_kind_that_takes_too_much_memory_is_refused_and_said_so():
    data = _encode("RGB", "WEBP")
    with pytest.raises(
        ImageUnreadable, match=r"203 x 151 pixels of this kind takes (\d+) MB of memory.*Save it as a JPEG"
    ) as refused:
        decode(data, max_side_px=100, options=DecodeOptions(max_bytes=1 << 20))
    said = re.findall(r"(\d+) MB", str(refused.value))
    assert said == [str(read_header(data).decoded_bytes(100) >> 20), "1"]


def test_a_profile_that_unpacks_to_a_gigabyte_costs_its_picture_nothing():
    squeeze = zlib.compressobj(9)
    body = b"profile\0\0" + b"".join(
        [*(squeeze.compress(bytes(1 << 20)) for _ in range(40)), squeeze.flush()]
    )
    profile = struct.pack(">I", len(body)) + b"iCCP" + body + struct.pack(">I", zlib.crc32(b"iCCP" + body))
    data = _PICTURES["PNG RGB"]
    assert (_pixels(data[:33] + profile + data[33:], None) == _pixels(data, None)).all()


@pytest.mark.parametrize(
    ("at", "value"),
    [(8, b"\0\0\0\x0e"), (12, b"IHDX"), (16, bytes(4)), (25, b"\5"), (28, b"\1")],
    ids=["another length", "no header", "no width", "no such colour", "interlaced"],
)
def test_a_png_of_which_the_header_makes_no_sense_is_not_taken_apart(at, value):
    data = _PICTURES["PNG RGB"]
    assert png_rows(data) is not None
    assert png_rows(data[:at] + value + data[at + len(value) :]) is None
    assert png_rows(SIGNATURE) is None


@pytest.mark.parametrize("length", [1, 7, 5000])
def test_rows_come_however_small_the_chunks_are_and_zeros_for_those_that_are_cut_off(length):
    data = _in_chunks(_PICTURES["PNG RGB"], length)
    whole = np.asarray(PilImage.open(io.BytesIO(data)))
    following = png_rows(data)
    assert following is not None
    for start in range(0, _SIZE[1], 60):
        made, there = following(60)
        assert there == min(60, _SIZE[1] - start)
        assert made[26:29] == bytes(3), "the one way to pack, to filter and to order rows"
        rows = np.asarray(PilImage.open(io.BytesIO(made)))
        assert (rows[:there] == whole[start : start + there]).all() and not rows[there:].any()


def test_filters_are_undone_across_the_border_of_a_band():
    rng = np.random.default_rng(9)
    rows = rng.integers(0, 256, (20, 1 + 12)).astype(np.uint8)
    rows[:, 0] = rng.integers(0, 5, 20)
    whole, parts = rows.copy(), rows.copy()
    undo_filters(whole, np.zeros(12, np.uint8), 3)
    undo_filters(parts[:7], np.zeros(12, np.uint8), 3)
    undo_filters(parts[7:], parts[6, 1:].copy(), 3)
    assert (whole == parts).all()
    assert (whole != rows).any()


def test_every_whole_chunk_is_found_and_no_other():
    data = _PICTURES["PNG L"]
    assert [name for name, _, _ in chunks(data)] == [b"IHDR", b"IDAT", b"IEND"]
    assert [name for name, _, _ in chunks(data[:-1])] == [b"IHDR", b"IDAT"]
