"""Colours: profiles by what they do, not by their names; and what a PNG says without one."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image as PilImage
from PIL import ImageCms

from cbir.base.errors import ImageUnreadable
from cbir.images import decode, read_header
from cbir.images.icc import curve_tag, curves_of, matrix_profile, sampled_curve
from tests.pictures import photo

_SRGB = (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)
_P3 = (0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06)


def _photo():
    return np.ascontiguousarray(photo("coffee")[:300:3, :400:3][:73, :101])


def _linear(values):
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _png(pixels, *chunks, interlaced=False):
    """pixels : (h, w, 1, 2, 3 or 4), uint8 or uint16"""
    height, width, channels = pixels.shape
    stored = pixels.astype(">u2") if pixels.dtype == np.uint16 else pixels
    corners = (
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    )
    passes = [stored[y::down, x::across] for x, y, across, down in corners] if interlaced else [stored]
    rows = b"".join(b"\0" + row.tobytes() for part in passes if part.size for row in part)
    colour = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    header = struct.pack(">IIBBBBB", width, height, 8 * pixels.dtype.itemsize, colour, 0, 0, interlaced)
    parts = (_chunk(b"IHDR", header), *chunks, _chunk(b"IDAT", zlib.compress(rows)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _saved(pixels, kind, profile):
    file = io.BytesIO()
    options = {"JPEG": {"quality": 97, "subsampling": 0}, "WEBP": {"lossless": True}}.get(kind, {})
    PilImage.fromarray(pixels).save(file, kind, icc_profile=profile, **options)
    return file.getvalue()


def _error(data, expected):
    return float(np.abs(decode(data, max_side_px=None).pixels.astype(int) - expected).mean())


def _grey_profile(curve, connection=b"XYZ "):
    """A grey profile with this curveType or parametricCurveType."""
    profile = bytearray(matrix_profile(_SRGB, 1.0))
    profile[16:24] = b"GRAY" + connection
    start = len(profile)
    struct.pack_into(">4sII", profile, 132, b"kTRC", start, len(curve))
    return bytes(profile) + curve


def _named(profile, name):
    return profile.replace(b"desc\0\0\0\0\0\0\0\2-\0", b"desc\0\0\0\0" + struct.pack(">I", len(name)) + name)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WEBP"])
def test_a_linear_profile_is_not_srgb_whatever_its_name_says(kind):
    picture = _photo()
    light = np.rint(_linear(picture / 255) * 255).astype(np.uint8)
    profile = matrix_profile(_SRGB, 1.0) + b"GIMP built-in sRGB (Linear RGB Profile)"
    assert b"sRGB" in profile
    shown = np.where(
        light / 255 <= 0.0031308, light / 255 * 12.92, 1.055 * (light / 255) ** (1 / 2.4) - 0.055
    )
    assert _error(_saved(light, kind, profile), shown * 255) <= (7 if kind == "JPEG" else 1)


def _with_primaries(profile, xyz):
    """The profile with other X, Y and Z of red, green and blue."""
    changed = bytearray(profile)
    for name, values in zip((b"rXYZ", b"gXYZ", b"bXYZ"), xyz, strict=True):
        (start,) = struct.unpack_from(">I", changed, changed.index(name) + 4)
        struct.pack_into(">3i", changed, start + 8, *(round(value * 65536) for value in values))
    return bytes(changed)


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize(
    ("xyz", "counts"),
    [
        ([(0, 0, 0), (0.38, 0.72, 0.1), (0, 0, 0)], False),
        ([(0, 0, 0), (-32768, 0, 0), (0, 0, 0)], False),
        # Version 2 did not demand that the primaries make D50: those of screens made D65 or 9300 K.
        ([(0.41, 0.21, 0.02), (0.36, 0.71, 0.12), (0.18, 0.07, 0.95)], True),
        ([(0.35, 0.18, 0.02), (0.34, 0.72, 0.12), (0.27, 0.1, 1.28)], True),
    ],
)
def test_a_profile_whose_primaries_make_no_white_is_damaged(xyz, counts, deep):
    picture = _photo()
    profile = _with_primaries(matrix_profile(_SRGB, 1.8), xyz)
    pixels = picture.astype(np.uint16) * 257 if deep else picture
    data = _png(pixels, _chunk(b"iCCP", b"-\0\0" + zlib.compress(profile)))
    assert (decode(data, max_side_px=None).pixels != picture).any() == counts


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF"])
def test_srgb_changes_nothing_whatever_its_name_says(kind):
    picture = _photo()
    for profile in (
        ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(),
        matrix_profile(_SRGB, sampled_curve(_linear)),
    ):
        plain, tagged = (decode(_saved(picture, kind, own), max_side_px=None) for own in (b"", profile))
        assert (plain.pixels == tagged.pixels).all()


@pytest.mark.parametrize(
    ("curve", "exponent"),
    [
        (curve_tag([256]), 1.0),
        (curve_tag([]), 1.0),
        (curve_tag([563]), 563 / 256),
        (curve_tag((np.linspace(0, 1, 256) ** 1.75 * 65535).astype(int)), 1.75),
        (b"para\0\0\0\0\0\0\0\0" + struct.pack(">i", 3 << 15), 1.5),
    ],
    ids=["linear", "identity", "gamma", "table as of a dot gain", "parametric"],
)
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF"])
def test_grey_profiles_count(curve, exponent, kind):
    grey = np.ascontiguousarray(_photo()[..., 0])
    light = (grey / 255) ** exponent
    expected = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055) * 255
    data = _saved(grey, kind, _grey_profile(curve))
    assert _error(data, expected[..., None]) <= (3 if kind == "JPEG" else 1)


def test_a_grey_profile_by_lightness_and_one_for_a_picture_in_colour():
    grey = np.ascontiguousarray(_photo()[..., 0])
    root = (grey / 255 * 100 + 16) / 116
    light = np.where(grey / 255 * 100 > 8, root**3, grey / 255 * 100 / 903.3)
    expected = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055) * 255
    profile = _grey_profile(curve_tag([256]), b"Lab ")
    assert _error(_saved(grey, "PNG", profile), expected[..., None]) <= 1
    assert _error(_saved(_photo(), "PNG", profile), _photo()) == 0


@pytest.mark.parametrize(
    "kind",
    [(0, [2.2], lambda x: x**2.2), (1, [2, 1, 0], lambda x: x**2), (2, [2, 1, 0, 0.1], lambda x: x**2 + 0.1),
     (3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045], _linear),
     (4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0], _linear)],
)  # fmt: skip
def test_every_parametric_curve_is_the_one_of_the_standard(kind):
    number, values, expected = kind
    tag = b"para\0\0\0\0" + struct.pack(">HH", number, 0)
    tag += struct.pack(f">{len(values)}i", *(round(value * 65536) for value in values))
    curves = curves_of(_grey_profile(tag))
    at = np.linspace(0, 65535, 50).astype(int)
    assert np.abs(curves.tables[0][at] - np.clip(expected(at / 65535), 0, 1)).max() < 1e-3


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("gamma", [1.0, 1.8, 2.6])
def test_a_png_says_its_gamma_where_it_has_no_profile(gamma, deep):
    picture = _photo()
    light = _linear(picture / 255)
    white = 65535 if deep else 255
    stored = np.rint(light ** (1 / gamma) * white).astype(np.uint16 if deep else np.uint8)
    chunk = _chunk(b"gAMA", struct.pack(">I", round(100_000 / gamma)))
    limit = 1 if deep else 4  # eight bits of linear light leave few dark tones
    assert _error(_png(stored, chunk), picture) <= limit
    assert _error(_png(stored[..., :1], chunk), picture[..., :1]) <= limit


def test_the_usual_gamma_and_primaries_of_a_png_change_nothing():
    picture = _photo()
    usual = (
        _chunk(b"gAMA", struct.pack(">I", 45455)),
        _chunk(b"cHRM", struct.pack(">8I", *(round(value * 100_000) for value in _SRGB))),
    )
    assert _error(_png(picture, *usual), picture) == 0
    other = _chunk(b"gAMA", struct.pack(">I", 100_000))
    assert _error(_png(picture, _chunk(b"sRGB", b"\0"), other), picture) == 0, "sRGB comes before gAMA"
    profile = _chunk(b"iCCP", b"own\0\0" + zlib.compress(matrix_profile(_SRGB, sampled_curve(_linear))))
    assert _error(_png(picture, profile, other), picture) == 0, "a profile comes before gAMA"
    for broken in (bytes(4), b"\0"):
        assert _error(_png(picture, _chunk(b"gAMA", broken), _chunk(b"cHRM", bytes(32))), picture) == 0


def test_the_primaries_of_a_png_count_by_chrm_and_by_cicp():
    green = np.full((4, 5, 3), (100, 200, 100), np.uint8)
    primaries = _chunk(b"cHRM", struct.pack(">8I", *(round(value * 100_000) for value in _P3)))
    by_profile = decode(_saved(green, "PNG", matrix_profile(_P3, sampled_curve(_linear))), max_side_px=None)
    for chunks in ([primaries], [_chunk(b"cICP", bytes([12, 13, 0, 1])), _chunk(b"sRGB", b"\0")]):
        found = decode(_png(green, *chunks), max_side_px=None).pixels
        assert np.abs(found.astype(int) - by_profile.pixels).max() <= 1
    assert by_profile.pixels[0, 0, 0] < 70


def test_high_dynamic_range_by_cicp_is_cut_at_diffuse_white():
    signal = np.array([0, 0.58, 1.0])  # PQ: black, diffuse white of 203 nits, 10,000 nits
    pixels = np.rint(np.repeat(signal[None, :, None], 3, axis=2) * 65535).astype(np.uint16)
    found = decode(_png(pixels, _chunk(b"cICP", bytes([9, 16, 0, 1]))), max_side_px=None).pixels
    assert found[0, 0, 0] == 0 and found[0, 1, 0] >= 250 and found[0, 2, 0] == 255


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_sixteen_bits_of_a_png_are_rounded_and_its_transparency_is_over_white(channels, interlaced):
    picture = _photo()[..., : 1 if channels < 3 else 3]
    expected = np.broadcast_to(picture, (*picture.shape[:2], 3)).astype(float)
    pixels = picture.astype(np.uint16) * 257
    if channels in (2, 4):
        alpha = np.full((*picture.shape[:2], 1), 65535, np.uint16)
        alpha[:20] = 0
        pixels, expected[:20] = np.concatenate([pixels, alpha], axis=2), 255
    assert _error(_png(pixels, interlaced=interlaced), expected) <= 0.01


@pytest.mark.parametrize("bits", [1, 2, 4])
def test_a_transparent_grey_of_few_bits_is_white(bits):
    white = (1 << bits) - 1
    values = np.arange(64 * 64).reshape(64, 64) % (white + 1)
    for clear in range(white):
        every = np.unpackbits(values.astype(np.uint8)[..., None], axis=-1)[..., 8 - bits :]
        rows = b"".join(b"\0" + row.tobytes() for row in np.packbits(every.reshape(64, -1), axis=1))
        header = _chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, bits, 0, 0, 0, 0))
        data = b"".join((
            b"\x89PNG\r\n\x1a\n", header, _chunk(b"tRNS", struct.pack(">H", clear)),
            _chunk(b"IDAT", zlib.compress(rows)), _chunk(b"IEND", b""),
        ))  # fmt: skip
        expected = np.where(values == clear, 255, values * 255 // white)
        assert _error(data, expected[..., None]) == 0


@pytest.mark.parametrize("channels", [1, 3])
def test_a_transparent_colour_of_sixteen_bits_is_compared_in_all_of_them(channels):
    pixels = np.full((6, 8, channels), 0x1234, np.uint16)
    pixels[3:] = 0x1235
    chunk = _chunk(b"tRNS", struct.pack(f">{channels}H", *[0x1234] * channels))
    found = decode(_png(pixels, chunk), max_side_px=None).pixels
    assert (found[:3] == 255).all() and (found[3:] == 0x12).all()


def test_nothing_is_allocated_for_the_width_that_a_deep_png_claims():
    data = _png(np.zeros((4, 5, 3), np.uint16))
    with pytest.raises(ImageUnreadable, match="The picture is too long"):
        decode(data[:16] + struct.pack(">I", 1 << 31) + data[20:], max_side_px=50)


@pytest.mark.parametrize(("interlaced", "copies"), [(False, 2), (True, 3)])
def test_a_png_of_sixteen_bits_is_charged_for_its_copies_of_the_samples(interlaced, copies):
    pixels = _photo().astype(np.uint16) * 257
    header = read_header(_png(pixels, interlaced=interlaced))
    assert header.bytes_per_pixel == 3 * 2 * copies + 4
