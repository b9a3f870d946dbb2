"""JPEG markers, each in a file made of it: sampling, turns, profiles, and bytes between segments."""

import struct

import pytest

from cbir.base.errors import ImageUnreadable
from cbir.images.jpeg import exif_orientation, read_markers, segments


def _segment(marker, body):
    return bytes([0xFF, marker]) + (len(body) + 2).to_bytes(2, "big") + body


def _frame(*factors, marker=0xC0, components=None):
    body = struct.pack(">BHHB", 8, 300, 400, len(factors) if components is None else components)
    return _segment(marker, body + b"".join(bytes([at, h << 4 | v, 0]) for at, (h, v) in enumerate(factors)))


_ROUND = ((2, 2), (1, 1), (1, 1))
_PLAIN = _frame(*_ROUND)


def _read(*parts):
    return read_markers(b"".join((b"\xff\xd8", *parts, _segment(0xDA, b""))))


@pytest.mark.parametrize(
    ("factors", "samples"),
    [
        (((1, 1),), 1),
        (((2, 2),), 1),
        (_ROUND, 1.5),
        (((2, 1), (1, 1), (1, 1)), 2),
        (((1, 2), (1, 1), (1, 1)), 2),
        (((4, 1), (1, 1), (1, 1)), 1.5),
        (((1, 1),) * 3, 3),
        (((1, 1),) * 4, 4),
        (((2, 2), (1, 1), (1, 1), (2, 2)), 2.5),
        (((0, 0),) * 3, 3),
    ],
)
def test_samples_are_counted_by_their_factors(factors, samples):
    markers = _read(_frame(*factors))
    assert (markers.size, markers.bits, markers.components) == ((400, 300), 8, len(factors))
    assert markers.samples == samples
    assert _read(_frame(*factors[:-1], components=len(factors))).samples == len(factors), "where some lack"
    assert _read(_segment(0xC0, _frame(*factors)[4:] + bytes(9))).samples == samples, "more is no component"


def test_a_frame_of_jpeg_ls_is_named():
    with pytest.raises(ImageUnreadable, match="This kind of JPEG file is not supported: JPEG-LS"):
        _read(_frame(*_ROUND, marker=0xF7))


@pytest.mark.parametrize("marker", range(0xC0, 0xD0))
def test_a_frame_is_of_every_process_but_tables_are_none(marker):
    if marker in (0xC4, 0xC8, 0xCC):
        assert not _read(_frame(*_ROUND, marker=marker), _PLAIN).progressive
        with pytest.raises(ImageUnreadable, match="contains no picture"):
            _read(_frame(*_ROUND, marker=marker))
    else:
        assert _read(_frame(*_ROUND, marker=marker)).progressive == (marker in (0xC2, 0xC6, 0xCA, 0xCE))


def _exif(order, orientation, *, kind=3, before=1, directory=8):
    entry = struct.pack(order + "HHI", 274, kind, 1) + struct.pack(order + ("I" if kind == 4 else "HH"), *(
        (orientation,) if kind == 4 else (orientation, 0xFFFF)
    ))  # fmt: skip
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", directory)
    return (
        head
        + bytes(directory - 8)
        + struct.pack(order + "H", before + 1)
        + struct.pack(order + "HHII", 271, 2, 1, 6) * before
        + entry
    )


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("kind", [3, 4])
@pytest.mark.parametrize("orientation", range(10))
def test_an_orientation_is_read_in_either_order_of_bytes(order, kind, orientation):
    exif = _exif(order, orientation, kind=kind)
    wanted = orientation if 1 <= orientation <= 8 else None
    assert exif_orientation(exif) == wanted
    assert exif_orientation(_exif(order, orientation, kind=kind, before=0, directory=20)) == wanted
    assert _read(_segment(0xE1, b"Exif\0\0" + exif), _PLAIN).orientation == (wanted or 1)
    for length in range(len(exif)):
        assert exif_orientation(exif[:length]) is None
    assert exif_orientation(b"XX" + exif[2:]) is None


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("entries", [0, 1, 2, 20])
def test_what_lies_behind_a_directory_is_none_of_its_tags(order, entries):
    exif = _exif(order, 6, before=entries) + bytes(99)
    assert exif_orientation(exif) == 6
    assert exif_orientation(exif[:8] + struct.pack(order + "H", entries) + exif[10:]) is None


def test_exif_wins_over_xmp_and_the_first_over_later_ones():
    def xmp(text):
        return _segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + text)

    first, second = (_segment(0xE1, b"Exif\0\0" + _exif("<", turned)) for turned in (6, 8))
    by_attribute, by_element = xmp(b'tiff:Orientation="3"'), xmp(b"<tiff:Orientation>5</tiff:Orientation>")
    assert _read(by_attribute, _PLAIN).orientation == 3
    assert _read(by_element, _PLAIN).orientation == 5
    assert _read(by_attribute, xmp(b"no turn"), _PLAIN).orientation == 3
    assert _read(by_attribute, first, second, _PLAIN).orientation == 6
    assert _read(first, by_attribute, _PLAIN).orientation == 6
    assert _read(_segment(0xE2, b"Exif\0\0" + _exif("<", 6)), _PLAIN).orientation == 1
    assert (
        _read(_segment(0xE2, b"http://ns.adobe.com/xap/1.0/\0tiff:Orientation='3'"), _PLAIN).orientation == 1
    )


def test_a_profile_is_whole_or_none():
    def part(number, body):
        return _segment(0xE2, b"ICC_PROFILE\0" + bytes([number, 2]) + body)

    first, second = part(1, b"one"), part(2, b"two")
    assert _read(first, second, _PLAIN).profile == _read(second, first, _PLAIN).profile == b"onetwo"
    assert _read(second, _PLAIN).profile == b""
    assert _read(part(1, b"x"), _PLAIN).profile == b"x"
    assert _read(part(1, b""), _PLAIN).profile == b""
    assert _read(part(1, b""), second, _PLAIN).profile == b"", "a part of nothing is none"
    assert _read(_segment(0xE3, first[4:]), _PLAIN).profile == b""


def test_what_lies_between_segments_is_passed_over():
    for between in (
        b"garbage",
        b"\xff",
        b"\xff\xff\xff",
        b"\xff\x01",
        b"\xff\x00",
        b"\xff\xd0",
        b"\xff\xd7",
        b"\xff\xd8",
    ):
        assert _read(_segment(0xFE, b"said"), between, _PLAIN).size == (400, 300)
    assert _read(b"\xff\xfe\0\0", _PLAIN).size == (400, 300), "a length that is too short"


@pytest.mark.parametrize("end", [b"\xff\xd9", _segment(0xDA, b"")])
def test_nothing_counts_behind_the_end_or_the_first_scan(end):
    with pytest.raises(ImageUnreadable, match="contains no picture"):
        _read(end, _PLAIN)


def test_a_frame_cut_within_its_header_or_of_no_size_is_damaged():
    for cut in range(5):
        with pytest.raises(ImageUnreadable, match=r"ends within its header|contains no picture"):
            read_markers(b"\xff\xd8" + _PLAIN[: 5 + cut])
    for size in ((0, 400), (300, 0)):
        with pytest.raises(ImageUnreadable, match="no width or height"):
            _read(_segment(0xC0, struct.pack(">BHHB", 8, *size, 1)))


def test_segments_end_with_the_image_or_its_first_scan_and_nothing_is_read_behind_the_data():
    comment = _segment(0xFE, b"text")
    for last in (b"\xff\xd9", _segment(0xDA, b"")):
        data = b"\xff\xd8" + comment + _PLAIN + last + comment
        found = list(segments(data))
        assert [marker for marker, _, _ in found] == [0xFE, 0xC0, last[1]]
        assert found[-1][2] == len(data)
        for length in range(len(data)):
            cut = list(segments(data[:length]))
            assert [at for _, at, _ in cut] == [at for _, at, _ in found if at + 4 <= length]
