"""TIFFs of every arrangement, depth, number format and compression that is read."""

import io
import itertools
import lzma
import struct
import zlib

import numpy as np
import pytest
from PIL import Image as PilImage

from cbir.base.errors import ImageUnreadable
from cbir.images import DecodeOptions, decode, read_header
from tests.pictures import photo

_LZW, _PACKBITS, _DEFLATE, _LZMA, _ZSTD = 5, 32773, 8, 34925, 50000
_RGB, _GREY, _INKS, _YCC, _CIE_LAB = 2, 1, 5, 6, 8


def _photo():
    return np.ascontiguousarray(photo("coffee")[:300:3, :400:3][:73, :101])


def _pack(block, compression):
    """block : (rows, bytes of a row) uint8"""
    if compression == 1:
        return block.tobytes()
    if compression == _DEFLATE:
        return zlib.compress(block.tobytes())
    if compression == _LZMA:
        return lzma.compress(block.tobytes(), preset=0)  # the others set up a dictionary of megabytes
    names = {_LZW: "tiff_lzw", _PACKBITS: "packbits", _ZSTD: "zstd"}
    file = io.BytesIO()
    PilImage.fromarray(block).save(file, "TIFF", compression=names[compression], strip_size=1 << 30)
    with PilImage.open(file) as picture:
        (start,), (length,) = picture.tag_v2[273], picture.tag_v2[279]
    return file.getvalue()[start : start + length]


def _bytes(block, bits, order, predictor):
    """(rows, w, samples) numbers -> (rows, bytes of a row) uint8"""
    rows = len(block)
    if predictor == 3:
        numbers = np.ascontiguousarray(block).astype(f">f{bits // 8}")
        parts = np.ascontiguousarray(numbers.view(np.uint8).reshape(rows, -1, bits // 8).swapaxes(1, 2))
        parts = parts.reshape(rows, -1, block.shape[2])
        return np.diff(parts, axis=1, prepend=np.uint8(0)).reshape(rows, -1)
    if bits not in (8, 16, 32, 64):
        every = np.unpackbits(block.astype(">u2")[..., None].view(np.uint8), axis=-1)[..., 16 - bits :]
        return np.packbits(every.reshape(rows, -1), axis=1)
    if predictor == 2:
        whole = np.ascontiguousarray(block).view(f"u{bits // 8}")
        block = np.diff(whole, axis=1, prepend=whole.dtype.type(0))
    return (
        np.ascontiguousarray(block.astype(block.dtype.newbyteorder(order))).view(np.uint8).reshape(rows, -1)
    )


def _tiff(
    pixels, photometric, *, bits=None, compression=1, planar=False, tile=None, strip=20, predictor=1, order="<",
    big=False, tags=None, left=1.0,
):  # fmt: skip
    height, width, samples = pixels.shape
    bits = bits or 8 * pixels.dtype.itemsize
    kinds = {"u": 1, "i": 2, "f": 3}
    planes = np.split(pixels, samples, axis=2) if planar else [pixels]
    segments = []
    for plane in planes:
        if tile:
            short = (-height % tile[1], -width % tile[0])
            whole = np.pad(plane, ((0, short[0]), (0, short[1]), (0, 0)), mode="edge")
            corners = itertools.product(range(0, height, tile[1]), range(0, width, tile[0]))
            blocks = [whole[y : y + tile[1], x : x + tile[0]] for y, x in corners]
        else:
            blocks = [plane[y : y + strip] for y in range(0, height, strip)]
        segments += [_pack(_bytes(block, bits, order, predictor), compression) for block in blocks]
    head = 16 if big else 8
    starts = [head + sum(map(len, segments[:at])) for at in range(len(segments))]
    entries = {
        256: width, 257: height, 258: [bits] * samples, 259: compression, 262: photometric, 277: samples,
        284: 1 + planar, 317: predictor, 339: [kinds[pixels.dtype.kind]] * samples,
    }  # fmt: skip
    places = {322: tile[0], 323: tile[1], 324: starts, 325: [*map(len, segments)]} if tile else {
        273: starts, 278: strip, 279: [*map(len, segments)]
    }  # fmt: skip
    body, listed = b"".join(segments), []
    body = body[: int(left * len(body))].ljust(len(body), b"\0")
    for tag, value in sorted((entries | places | (tags or {})).items()):
        values = value if isinstance(value, list) else [value]
        kind, form = (3, "H") if tag not in (273, 279, 324, 325) else (16, "Q") if big else (4, "I")
        packed = struct.pack(f"{order}{len(values)}{form}", *values)
        if len(packed) > (8 if big else 4):
            at, body = head + len(body), body + packed
            packed = struct.pack(order + ("Q" if big else "I"), at)
        listed.append(
            struct.pack(order + ("HHQ" if big else "HHI"), tag, kind, len(values))
            + packed.ljust(8 if big else 4, b"\0")
        )
    body += bytes(len(body) % 2)
    mark = {"<": b"II", ">": b"MM"}[order]
    first = (
        struct.pack(order + "HHHQ", 43, 8, 0, head + len(body))
        if big
        else struct.pack(order + "HI", 42, head + len(body))
    )
    directory = struct.pack(order + ("Q" if big else "H"), len(listed)) + b"".join(listed) + bytes(8)
    return mark + first + body + directory


def _error(data, expected):
    header = read_header(data)
    assert (header.format, header.size) == ("TIFF", expected.shape[1::-1])
    return float(np.abs(decode(data, max_side_px=None).pixels.astype(int) - expected).mean())


_NUMBERS = {
    "u8": lambda picture: picture,
    "u16": lambda picture: picture.astype(np.uint16) * 257,
    "u32": lambda picture: picture.astype(np.uint32) * 16843009,
    "i16": lambda picture: picture.astype(np.int16) * 128,
    "i32": lambda picture: picture.astype(np.int32) * 8421504,
    "f2": lambda picture: (picture / 255).astype(np.float16),
    "f4": lambda picture: (picture / 255).astype(np.float32),
    "f8": lambda picture: picture / 255,
}


def test_tiles_may_stand_in_the_tags_of_strips():
    picture = _photo()
    data = bytearray(_tiff(picture, _RGB, compression=_LZW, tile=(32, 16)))
    (directory,) = struct.unpack_from("<I", data, 4)
    for entry in range(directory + 2, len(data) - 12, 12):
        (tag,) = struct.unpack_from("<H", data, entry)
        struct.pack_into("<H", data, entry, {324: 273, 325: 279}.get(tag, tag))
    assert _error(bytes(data), picture) == 0


@pytest.mark.parametrize("numbers", _NUMBERS)
@pytest.mark.parametrize("compression", [1, _LZW, _PACKBITS, _DEFLATE, _LZMA, _ZSTD])
@pytest.mark.parametrize("planar", [False, True])
def test_colours_of_any_number_format_in_strips_and_tiles(numbers, compression, planar):
    picture = _photo()
    pixels = _NUMBERS[numbers](picture)
    predictors = [1] if compression in (1, _PACKBITS) else [1, 3] if pixels.dtype.kind == "f" else [1, 2]
    for tile, predictor, order in itertools.product([None, (48, 32)], predictors, "<>"):
        data = _tiff(
            pixels, _RGB, compression=compression, planar=planar, tile=tile, predictor=predictor, order=order
        )
        assert _error(data, picture) <= 0.5, (tile, predictor, order)


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("tile", [None, (48, 32)])
def test_large_files_of_either_byte_order(order, tile):
    picture = _photo()
    assert _error(_tiff(picture, _RGB, order=order, tile=tile, big=True), picture) == 0


@pytest.mark.parametrize("bits", [3, 5, 6, 10, 12, 14])
@pytest.mark.parametrize("planar", [False, True])
def test_samples_of_odd_depths_are_packed(bits, planar):
    picture = _photo()
    stored = (picture.astype(np.uint16) * 257) >> (16 - bits)
    expected = np.rint(stored / ((1 << bits) - 1) * 255)
    assert _error(_tiff(stored, _RGB, bits=bits, planar=planar), expected) <= 1


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize(("meaning", "premultiplied"), [(2, False), (1, True), (0, False)])
@pytest.mark.parametrize("photometric", [_GREY, _RGB, _INKS])
def test_a_further_sample_is_transparency_where_the_file_says_so(bits, meaning, premultiplied, photometric):
    picture = _photo()
    colours = picture[..., :1] if photometric == _GREY else picture
    alpha = np.full((*picture.shape[:2], 1), 255, np.uint8)
    alpha[:, :30], alpha[:, 30:40] = 0, 128
    share = alpha / 255
    shown = np.broadcast_to(colours, picture.shape)
    expected = shown * share + 255 * (1 - share) if meaning else shown
    if photometric == _INKS:
        colours = np.concatenate([255 - colours, np.zeros_like(alpha)], axis=2)
    stored = (colours * share).round().astype(np.uint8) if premultiplied else colours
    pixels = np.concatenate([stored, alpha], axis=2).astype(f"u{bits // 8}") * (1 if bits == 8 else 257)
    for planar in (False, True):
        assert _error(_tiff(pixels, photometric, planar=planar, tags={338: meaning}), expected) <= 1.5
    if photometric == _RGB and meaning == 2:
        assert _error(_tiff(pixels, photometric), expected) <= 1.5, "without the tag"


@pytest.mark.parametrize("bits", [1, 4, 8, 12, 16])
def test_white_may_be_zero_at_any_depth(bits):
    grey = _photo()[..., :1].astype(np.uint16) * 257 >> (16 - bits)
    expected = np.repeat(255 - grey / ((1 << bits) - 1) * 255, 3, axis=2)
    stored = grey.astype(np.uint8) if bits == 8 else grey
    assert _error(_tiff(stored, 0, bits=bits, compression=_DEFLATE), expected) <= 1


@pytest.mark.parametrize("dtype", ["int8", "int16"])
def test_signed_numbers_keep_their_order(dtype):
    picture = _photo()
    picture[0, 0], picture[0, 1] = 0, 255
    stored = (picture.astype(int) - 128).astype(dtype)
    assert _error(_tiff(stored, _RGB), picture) <= 1


def test_highlights_above_one_do_not_darken_the_rest():
    picture = _photo()
    light = (picture / 255).astype(np.float32)
    light[:3] = 30.0
    found = decode(_tiff(light, _RGB), max_side_px=None).pixels.astype(int)
    assert np.abs(found[3:] - picture[3:]).mean() <= 1 and (found[:3] == 255).all()


@pytest.mark.parametrize("across", [1, 2, 4])
@pytest.mark.parametrize("down", [1, 2])
def test_luma_and_colour_differences_without_jpeg(across, down):
    grey = _photo()[:72, :96, 0]
    blocks = (
        grey.reshape(72 // down, down, 96 // across, across)
        .swapaxes(1, 2)
        .reshape(72 // down, 96 // across, -1)
    )
    units = np.concatenate([blocks, np.full((*blocks.shape[:2], 2), 128, np.uint8)], axis=2)
    data = _tiff(units.reshape(72 // down, -1, 1), _YCC, strip=24 // down, tags={
        256: 96, 257: 72, 258: [8] * 3, 277: 3, 278: 24, 339: [1] * 3, 530: [across, down]
    })  # fmt: skip
    assert _error(data, np.repeat(grey[..., None], 3, axis=2)) <= 1


def test_lab_of_eight_and_sixteen_bits():
    for dtype, unit in (("uint8", 1), ("uint16", 256)):
        lab = np.zeros((4, 6, 3), dtype)
        lab[..., 0] = 138 * (257 if unit > 1 else 1)
        lab[..., 1], lab[..., 2] = 81 * unit, 70 * unit  # nearly sRGB's red
        assert _error(_tiff(lab, _CIE_LAB), np.full(lab.shape, (255, 0, 0))) <= 6


def test_all_eight_orientations_turn_deep_pixels():
    picture = _photo()
    turned = {6: np.rot90(picture, -1), 3: picture[::-1, ::-1], 5: picture.swapaxes(0, 1)}
    for orientation, expected in turned.items():
        data = _tiff(picture.astype(np.uint16) * 257, _RGB, planar=True, tags={274: orientation})
        assert _error(data, expected) == 0


@pytest.mark.parametrize("tile", [None, (48, 16)])
@pytest.mark.parametrize("compression", [_LZW, _DEFLATE])
@pytest.mark.parametrize("planar", [False, True])
def test_a_file_that_is_damaged_at_its_end_is_used_from_half_of_its_rows(tile, compression, planar):
    picture = _photo()
    kind = {"compression": compression, "tile": tile, "strip": 8, "planar": planar}
    most = decode(_tiff(picture, _RGB, left=0.9 if planar else 0.8, **kind), max_side_px=None).pixels
    assert (most[:32] == picture[:32]).all()
    with pytest.raises(ImageUnreadable, match="of the picture"):
        decode(_tiff(picture, _RGB, left=0.3, **kind), max_side_px=None)


def test_tiles_of_jpeg_that_are_lost_are_not_filled_by_chance():
    file = io.BytesIO()
    tags = {322: 32, 323: 32}
    PilImage.fromarray(np.tile(_photo(), (3, 3, 1))).save(file, "TIFF", compression="jpeg", tiffinfo=tags)
    data = file.getvalue()
    with PilImage.open(io.BytesIO(data)) as picture:
        if 324 not in picture.tag_v2:
            pytest.skip("this Pillow writes no tiles")
        start = picture.tag_v2[324][3]
    lost = data[:start] + bytes(len(data) - start)
    with pytest.raises(ImageUnreadable, match="damaged"):
        decode(lost, max_side_px=None)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"tags": {259: 34712}}, "not supported: compression 34712"),
        ({"tags": {262: 32845}}, "not supported: photometric interpretation 32845"),
        ({"tags": {339: [6, 6, 6]}}, "not supported: 8 bit, complex"),
        ({"tags": {258: [5, 6, 5]}}, "not supported: 5/6/5 bit"),
        ({"tags": {258: [12] * 3, 259: 7}}, "not supported: JPEG, 12 bit"),
    ],
)
def test_what_is_not_read_is_named(changes, why):
    data = _tiff(_photo(), _RGB, **changes)
    for call in (read_header, lambda data: decode(data, max_side_px=50)):
        with pytest.raises(ImageUnreadable, match=why):
            call(data)


def test_pages_are_counted_and_a_circle_of_them_ends():
    data = _tiff(_photo(), _RGB)
    directory = struct.unpack_from("<I", data, 4)[0]
    assert read_header(data).frames == 1
    circle = data[:-8] + struct.pack("<I", directory) + bytes(4)
    assert read_header(circle).frames <= 2


def test_a_strip_that_claims_more_than_it_has_takes_no_memory():
    data = _tiff(
        np.zeros((20, 101, 3), np.uint8), _RGB, compression=_DEFLATE, tags={256: 14000, 257: 14000, 278: 20}
    )
    with pytest.raises(ImageUnreadable, match="damaged"):
        decode(data, max_side_px=90)
    with pytest.raises(ImageUnreadable, match="more than the limit of"):
        whole = _tiff(
            np.zeros((20, 101, 3), np.uint8),
            _RGB,
            compression=_LZW,
            tags={256: 14000, 257: 14000, 278: 14000},
            strip=14000,
        )
        decode(whole, max_side_px=90, options=DecodeOptions())
