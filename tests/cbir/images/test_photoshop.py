"""Photoshop files of every mode, depth and compression show their merged picture."""

import struct
import zlib

import numpy as np
import pytest

from cbir.base.errors import ImageUnreadable
from cbir.images import decode, find_extras, read_header, sniff
from tests.pictures import photo

_GREY, _INDEXED, _RGB, _CMYK, _MULTICHANNEL, _DUOTONE, _LAB = 1, 2, 3, 4, 7, 8, 9


def _photo():
    return np.ascontiguousarray(photo("coffee")[:300:3, :400:3][:73, :101])


def _runs(row):
    """PackBits: literals, and a run where four bytes are equal."""
    out, at = b"", 0
    while at < len(row):
        same = 1
        while at + same < len(row) and same < 128 and row[at + same] == row[at]:
            same += 1
        if same >= 4:
            out += bytes([257 - same, row[at]])
        else:
            same = min(4, len(row) - at)
            out += bytes([same - 1]) + row[at : at + same]
        at += same
    return out


def _resource(number, body):
    return b"8BIM" + struct.pack(">HHI", number, 0, len(body)) + body + bytes(len(body) % 2)


def _psd(
    planes,
    mode,
    *,
    depth=8,
    how=1,
    large=False,
    palette=b"",
    resources=(),
    layers=0,
    blocks=b"",
    predicted=True,
):
    """planes : (channels, h, bytes of a row) uint8, big-endian. how : compression 0 to 3. layers : their number"""
    count, height, row_bytes = planes.shape
    width = {1: 8, 8: 1}.get(depth, 1) * row_bytes // max(1, depth // 8)
    if how == 0:
        body = planes.tobytes()
    elif how == 1:
        rows = [_runs(row.tobytes()) for plane in planes for row in plane]
        body = struct.pack(f">{len(rows)}{'I' if large else 'H'}", *map(len, rows)) + b"".join(rows)
    elif how == 2:
        body = zlib.compress(planes.tobytes())
    else:
        values = planes.view(">u2").astype(np.uint16) if depth == 16 else planes
        if depth == 32:
            values = np.ascontiguousarray(values.reshape(count, height, -1, 4).swapaxes(2, 3)).reshape(
                planes.shape
            )
        differences = np.diff(values, axis=2, prepend=values.dtype.type(0))
        body = zlib.compress(differences.astype(">u2" if depth == 16 else np.uint8).tobytes())
    wide = ">Q" if large else ">I"
    inner = struct.pack(wide, 2) + struct.pack(">h", layers) + struct.pack(">I", 0) + blocks
    listed = b"".join(resources)
    return b"".join(
        (
            struct.pack(">4sH6xHIIHH", b"8BPS", 1 + large, count, height, width, depth, mode),
            struct.pack(">I", len(palette)) + palette,
            struct.pack(">I", len(listed)) + listed,
            struct.pack(wide, len(inner)) + inner,
            struct.pack(">H", how) + body,
        )
    )


def _planes(pixels, depth=8):
    values = np.moveaxis(pixels, 2, 0)
    if depth == 16:
        return np.ascontiguousarray((values.astype(np.uint16) * 257).astype(">u2")).view(np.uint8)
    if depth == 32:
        return np.ascontiguousarray((values / 255).astype(">f4")).view(np.uint8)
    return np.ascontiguousarray(values)


def _error(data, expected):
    assert sniff(data) == read_header(data).format == "Photoshop"
    assert read_header(data).size == expected.shape[1::-1]
    return float(np.abs(decode(data, max_side_px=None).pixels.astype(int) - expected).mean())


@pytest.mark.parametrize("extra", [0, 1, 2, 5])
@pytest.mark.parametrize("depth", [8, 16, 32])
@pytest.mark.parametrize(
    ("how", "large"), [(0, False), (1, False), (1, True), (2, False), (3, False), (3, True)]
)
def test_channels_beside_the_colours_are_stored_selections(how, large, depth, extra):
    picture = _photo()
    selections = np.repeat(picture[..., :1], extra, axis=2)
    planes = _planes(np.concatenate([picture, selections], axis=2), depth)
    assert _error(_psd(planes, _RGB, depth=depth, how=how, large=large), picture) <= 0.5


@pytest.mark.parametrize("mode", [_GREY, _DUOTONE])
@pytest.mark.parametrize("how", [0, 1])
def test_grey_and_duotone_are_their_grey(mode, how):
    picture = _photo()
    grey = picture[..., :1]
    planes = _planes(np.concatenate([grey, picture[..., 1:2]], axis=2))
    assert _error(_psd(planes, mode, how=how, palette=bytes(52)), np.repeat(grey, 3, axis=2)) == 0


@pytest.mark.parametrize("how", [0, 1])
def test_a_bitmap_is_no_negative(how):
    black = _photo()[:, :96, 0] < 100
    planes = np.packbits(black, axis=1)[None]
    expected = np.repeat(np.where(black, 0, 255)[..., None], 3, axis=2)
    assert _error(_psd(planes, 0, depth=1, how=how), expected) == 0


def test_indexed_colours_come_from_the_palette_and_one_may_be_transparent():
    palette = np.random.default_rng(3).integers(0, 256, (3, 256), np.uint8)
    palette[:, 7] = palette[:, 8] + 1
    indices = _photo()[..., 0]
    expected = palette.T[indices].astype(int)
    plain = _psd(indices[None], _INDEXED, palette=palette.tobytes())
    assert _error(plain, expected) == 0
    clear = _psd(
        indices[None], _INDEXED, palette=palette.tobytes(), resources=[_resource(1047, struct.pack(">H", 7))]
    )
    expected[indices == 7] = 255
    assert _error(clear, expected) == 0


@pytest.mark.parametrize("depth", [8, 16])
def test_inks_are_stored_as_their_paper(depth):
    picture = _photo()
    inks = np.concatenate([picture, np.full((*picture.shape[:2], 1), 255, np.uint8)], axis=2)
    assert _error(_psd(_planes(inks, depth), _CMYK, depth=depth), picture) <= 1


@pytest.mark.parametrize("depth", [8, 16])
def test_lab_shows_its_colours(depth):
    lab = np.zeros((4, 6, 3), np.uint8)
    lab[..., 0], lab[..., 1], lab[..., 2] = 138, 128 + 81, 128 + 70  # nearly sRGB's red
    stored = (lab.astype(np.uint16) << 8).astype(">u2") if depth == 16 else lab
    planes = np.ascontiguousarray(np.moveaxis(stored, 2, 0)).view(np.uint8)
    assert _error(_psd(planes, _LAB, depth=depth), np.full(lab.shape, (255, 0, 0))) <= 6


@pytest.mark.parametrize("said_by", ["layers", "block"])
def test_transparency_is_over_white_however_the_colours_under_it_are_stored(said_by):
    picture = _photo()
    alpha = np.full(picture.shape[:2], 255, np.uint8)
    alpha[:30], alpha[30:40] = 0, 128
    share = alpha[..., None] / 255
    expected = picture * share + 255 * (1 - share)
    says = {"layers": -1} if said_by == "layers" else {"blocks": b"8BIMMt16" + bytes(4)}
    for colours in (picture, expected.round().astype(np.uint8)):
        planes = _planes(np.concatenate([colours, alpha[..., None]], axis=2))
        assert _error(_psd(planes, _RGB, **says), expected) <= 1


def test_thirty_two_bits_by_photoshop_are_linear_light():
    light = np.full((5, 8, 3), 0.2140, ">f4")  # of sRGB 128
    planes = np.ascontiguousarray(np.moveaxis(light, 2, 0)).view(np.uint8)
    by_photoshop = _resource(1057, struct.pack(">IB", 1, 1) + bytes(12))
    data = _psd(planes, _RGB, depth=32, resources=[by_photoshop])
    assert _error(data, np.full(light.shape, 128)) <= 1


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"mode": _MULTICHANNEL}, "not supported: multichannel"),
        ({"mode": 6}, "not supported"),
        ({"resources": [_resource(1057, bytes(17))]}, "no merged picture.*Maximize Compatibility"),
    ],
)
def test_what_is_not_read_is_named(changes, why):
    data = _psd(_planes(_photo()), **{"mode": _RGB, **changes})
    for call in (read_header, lambda data: decode(data, max_side_px=50)):
        with pytest.raises(ImageUnreadable, match=why):
            call(data)


@pytest.mark.parametrize("how", [0, 1, 2])
def test_a_truncated_file_is_used_from_half_of_the_rows_that_all_planes_have(how):
    picture = _photo()
    data = _psd(_planes(picture), _RGB, how=how)
    most = decode(data[: int(0.9 * len(data))], max_side_px=None).pixels
    assert (most[:40] == picture[:40]).all()
    with pytest.raises(ImageUnreadable, match="of the picture"):
        decode(data[: int(0.7 * len(data))], max_side_px=None)


def test_a_file_that_pillow_does_not_open_still_has_more_than_a_copy_of_eight_bits():
    data = _psd(_planes(_photo(), 16), _RGB, depth=16)
    assert "deep color" in find_extras(data)


def test_nothing_is_allocated_for_the_size_that_a_header_claims():
    data = _psd(_planes(_photo()), _RGB)
    claimed = data[:14] + struct.pack(">II", 1 << 31, 1 << 31) + data[22:]
    with pytest.raises(ImageUnreadable, match="The picture is too long"):
        decode(claimed, max_side_px=50)
