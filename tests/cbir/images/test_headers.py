"""Sizes, turns and costs that headers say, at the borders of their fields and before anything is decoded."""

import io
from dataclasses import replace

import pytest
from PIL import Image as PilImage

from cbir.base.errors import ImageUnreadable
from cbir.images import DecodeOptions, decode, read_header
from cbir.images.header import Header, check_cost
from cbir.images.jpeg_xl import size_and_orientation

_MAGIC = b"\xff\x0a"


def _jpeg_xl(*fields):
    """A codestream's first bytes, of fields and their widths in bits."""
    value = shift = 0
    for field, bits in fields:
        value |= field << shift
        shift += bits
    return _MAGIC + value.to_bytes(30, "little")


def _side(pixels):
    """A side in the shortest of its four forms."""
    selector, bits = next((n, bits) for n, bits in enumerate((9, 13, 18, 30)) if pixels <= 1 << bits)
    return [(selector, 2), (pixels - 1, bits)]


@pytest.mark.parametrize("high", [1, 512, 513, 8192, 8193, 1 << 18, (1 << 18) + 1, 1 << 30])
@pytest.mark.parametrize("wide", [1, 513, 1 << 30])
def test_a_jpeg_xl_has_sides_of_four_lengths(high, wide):
    data = _jpeg_xl((0, 1), *_side(high), (0, 3), *_side(wide), (1, 1))
    assert size_and_orientation(data) == ((wide, high), 1)


@pytest.mark.parametrize(
    ("ratio", "width"), [(1, 240), (2, 288), (3, 320), (4, 360), (5, 426), (6, 300), (7, 480)]
)
def test_a_jpeg_xl_may_say_its_width_by_its_height(ratio, width):
    plain = (1, 1)
    assert size_and_orientation(_jpeg_xl((0, 1), *_side(240), (ratio, 3), plain)) == ((width, 240), 1)
    assert size_and_orientation(_jpeg_xl((1, 1), (29, 5), (ratio, 3), plain)) == ((width, 240), 1)
    assert size_and_orientation(_jpeg_xl((1, 1), (29, 5), (0, 3), (31, 5), plain)) == ((256, 240), 1)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_jpeg_xl_says_how_it_is_turned(orientation):
    data = _jpeg_xl((1, 1), (0, 5), (0, 3), (1, 5), (0, 1), (1, 1), (orientation - 1, 3))
    assert size_and_orientation(data) == ((16, 8), orientation)
    assert read_header(data).size == ((8, 16) if orientation >= 5 else (16, 8))
    data = _jpeg_xl((1, 1), (0, 5), (0, 3), (1, 5), (0, 1), (0, 1), (7, 3))
    assert size_and_orientation(data) == ((16, 8), 1), "these bits say something else"


def test_a_jpeg_xl_is_found_in_its_boxes():
    stream = _jpeg_xl((1, 1), (0, 5), (0, 3), (1, 5), (1, 1))

    def box(kind, body, *, long=False, open_ended=False):
        length = len(body) + (16 if long else 8)
        if long:
            return (1).to_bytes(4, "big") + kind + length.to_bytes(8, "big") + body
        return (0 if open_ended else length).to_bytes(4, "big") + kind + body

    first = box(b"JXL ", b"\r\n\x87\n")
    for way in ({}, {"long": True}, {"open_ended": True}):
        for data in (
            first + box(b"jxlc", stream, **way),
            first + box(b"jxlp", b"\0\0\0\0" + stream, **way),
            first + box(b"Exif", b"", long=True) + box(b"free", b"") + box(b"jxlc", stream, **way),
            first + box(b"jxlp", b"\0\0\0\0") + box(b"jxlp", b"\0\0\0\1" + stream, **way),
        ):
            assert size_and_orientation(data) == ((16, 8), 1)
    for data in (first, first + b"\0\0\0\7jxlx" + box(b"jxlc", stream), first + box(b"jxlc", b"no")):
        with pytest.raises(ImageUnreadable):
            size_and_orientation(data)


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({"lossless": True}, (16_383, 9)),
        ({"lossless": True}, (9, 16_383)),
        ({}, (16_383, 9)),
        ({}, (9, 16_383)),
    ],
)
@pytest.mark.parametrize("extended", [False, True])
def test_a_large_webp_is_refused_before_it_is_opened(options, size, extended, monkeypatch):
    file = io.BytesIO()
    more = {"exif": PilImage.Exif().tobytes() + b"\1"} if extended else {}
    PilImage.effect_noise(size, 90).convert("RGB").save(file, "WEBP", method=0, **options, **more)
    data = file.getvalue()
    assert (data[12:16] == b"VP8X") == extended
    assert read_header(data).size == size
    monkeypatch.setattr("cbir.images.header.pillow.opened", lambda *_: pytest.fail("it was opened"))
    least = 25 if options and not extended else 30  # bytes that say its size
    for there in (data, data[:least]):
        with pytest.raises(ImageUnreadable, match=f": {size[0]} x {size[1]} pixels are more than the limit"):
            decode(there, max_side_px=90, options=DecodeOptions(max_pixels=16_383 * 9 - 1))
    with pytest.raises(ImageUnreadable, match="it contains no picture"):
        read_header(data[: least - 1])


def _header(side, bytes_per_pixel=0.0):
    size = (side // 2, side)
    return Header(format="", size=size, orientation=1, frames=1, bytes_per_pixel=bytes_per_pixel)


def test_a_reduction_falls_short_of_the_target_by_a_fifth_at_most():
    for side, expected in ((639, 1), (6399, 4), (6400, 8), (3200, 4), (3199, 2), (1600, 2), (1599, 1)):
        assert replace(_header(side), reductions=(8, 4, 2)).reduction(1000) == expected
    assert replace(_header(6400), reductions=(8, 4, 2)).reduction(None) == 1
    assert _header(6400).reduction(1000) == 1


def test_the_memory_that_decoding_takes_is_summed_from_its_parts():
    spare, pixels = 1 << 20, 2000 * 4000
    plain = _header(4000, 4)
    assert plain.decoded_bytes(None) == plain.decoded_bytes(9000) == 4 * pixels + 6 * pixels + spare
    assert plain.decoded_bytes(1000) == 4 * pixels + 6 * pixels // 16 + spare
    assert replace(plain, in_bands=True).decoded_bytes(1000) == (96 << 20) + 6 * pixels // 16 + spare
    reduced = replace(_header(4000, 2), reductions=(8, 4, 2), bytes_per_reduced_pixel=3)
    assert reduced.decoded_bytes(1000) == 2 * pixels + 3 * pixels // 16 + 6 * pixels // 16 + spare


def test_a_webp_of_one_row_or_column_has_as_many_pixels_as_it_is_long():
    for size in ((1, 8), (8, 1)):
        file = io.BytesIO()
        PilImage.new("RGB", size).save(file, "WEBP")
        data = file.getvalue()
        assert decode(data, max_side_px=None, options=DecodeOptions(max_pixels=8)).full_size == size
        with pytest.raises(ImageUnreadable, match="too large"):
            decode(data, max_side_px=None, options=DecodeOptions(max_pixels=7))


def test_half_a_gigabyte_may_be_held_for_decoding_and_not_one_pixel_more():
    room = (512 << 20) - (1 << 20)
    header = Header(format="HEIF", size=(room // 512 // 8, 512), orientation=1, frames=1, bytes_per_pixel=8)
    beside = header.decoded_bytes(1) - (512 << 20)  # what is left at last
    assert 0 <= beside < 100
    fits = replace(header, bytes_per_pixel=8 * (1 - 2 * beside / room))
    check_cost(fits, None, DecodeOptions())  # raises nothing
    with pytest.raises(ImageUnreadable, match="more than the limit of 512 MB"):
        check_cost(replace(header, size=(header.size[0] + 1, 512)), None, DecodeOptions())
