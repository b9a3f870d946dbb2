"""Truncated, mutated and foreign files: half a picture is used, everything else is refused in a sentence."""

import io
import json
import os
import random
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
import skimage
from PIL import Image as PilImage

from cbir.base.errors import ImageUnreadable
from cbir.images import decode, looks_like_picture, read_file, read_header
from cbir.workers import WorkerDied, WorkerPool
from tests.nasty_files import unpack_nasty_files

_FORMATS = {
    "JPEG", "MPO", "PNG", "WEBP", "TIFF", "BMP", "GIF", "HEIF", "AVIF", "PPM",
    "JPEG2000", "PSD", "TGA", "DDS", "ICO", "DIB",
}  # fmt: skip


def encode(kind, **options):
    with PilImage.open(Path(skimage.__file__).parent / "data" / "astronaut.png") as picture:
        photo = picture.convert("RGB").resize((320, 320))
    file = io.BytesIO()
    if kind == "HEIF":
        pillow_heif.from_pillow(photo).save(file, quality=80)
    else:
        photo.save(file, kind, **options)
    return file.getvalue()


def check_sentence(text, path=None):
    assert text.endswith(".")
    assert text[0].isupper()
    assert "Error" not in text
    assert "object at" not in text
    assert path is None or str(path) not in text


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("JPEG", {"quality": 90}),
        ("PNG", {}),
        ("TIFF", {}),
        ("BMP", {}),
        ("GIF", {"interlace": 0}),
    ],
)
def test_a_truncated_picture_is_used_from_half_of_its_rows(kind, options):
    data = encode(kind, **options)
    whole = decode(data, max_side_px=None).pixels.astype(int)
    most = decode(data[: int(0.8 * len(data))], max_side_px=None)
    assert most.full_size == (320, 320)
    there = slice(160, None) if kind == "BMP" else slice(160)  # a BMP begins with its last row
    assert np.abs(most.pixels[there].astype(int) - whole[there]).mean() <= 1
    with pytest.raises(ImageUnreadable, match="of the picture") as caught:
        decode(data[: int(0.2 * len(data))], max_side_px=None)
    check_sentence(str(caught.value))


def test_the_first_passes_of_an_interlaced_gif_are_not_half_a_picture():
    data = encode("GIF", interlace=1)
    with pytest.raises(ImageUnreadable, match="of the picture"):
        decode(data[: int(0.3 * len(data))], max_side_px=None)


def test_a_progressive_jpeg_without_its_last_scans_is_all_there():
    data = encode("JPEG", quality=90, progressive=True)
    whole = decode(data, max_side_px=None).pixels.astype(int)
    coarse = decode(data[: int(0.6 * len(data))], max_side_px=None).pixels.astype(int)
    assert np.abs(coarse - whole).mean() <= 12
    assert np.abs(coarse[-40:] - whole[-40:]).mean() <= 12


@pytest.mark.parametrize(
    "kind",
    ["JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "HEIF", "AVIF", "PPM", "JPEG2000", "TGA", "DDS", "DIB"],
)
def test_every_length_of_head_is_refused_or_used(kind):
    data = encode(kind)
    for length in sorted({0, 1, 3, 8, 12, 16, 20, 26, 30, 64, 100, 300, len(data) // 2, len(data) - 1}):
        try:
            image = decode(data[:length], max_side_px=64)
        except ImageUnreadable as error:
            check_sentence(str(error))
        else:
            assert image.full_size == (320, 320)


@pytest.mark.parametrize("times", [12, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "kind", ["JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "PPM", "JPEG2000", "TGA", "DDS", "DIB"]
)
def test_mutated_files_raise_nothing_but_unreadable(kind, times):
    healthy = encode(kind)
    rng = random.Random(kind)
    for _ in range(times):
        data = bytearray(healthy)
        for _ in range(rng.choice([1, 3, 20])):
            # Half of the changes hit the first hundred bytes, where the structure is.
            at = rng.randrange(min(100, len(data)) if rng.random() < 0.5 else len(data))
            data[at] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)])
        try:
            image = decode(bytes(data), max_side_px=64)
        except ImageUnreadable as error:
            check_sentence(str(error))
        else:
            assert max(image.pixels.shape[:2]) <= 64


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"hello, this is no picture", "not a picture of a known format"),
        (b"8BPS\0\1" + bytes(60), "Photoshop file is damaged"),
        (b"8BPS\0\2" + bytes(60), "Photoshop file is damaged"),
        (b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(60), "JPEG 2000 file is damaged"),
        (b"qoif" + bytes(60), "This is a QOI file; that format cannot be read"),
        (b"\x76\x2f\x31\x01" + bytes(60), "This is an OpenEXR file; that format cannot be read"),
        (b"II*\0\x10\0\0\0CR\2\0" + bytes(60), "camera raw"),
        (b"\0\0\0\x18ftypcrx \0\0\0\1crx isom" + bytes(60), "camera raw"),
        (b"\xff\xd8\xff\xd9", "contains no picture"),
        (b"\xff\xd8\xff\xc0\0\x0b\x08\0\0\0\x10\1\1\x11\0\xff\xd9", "no width or height"),
        (
            b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
            "This is an EPS file; that format cannot be read",
        ),
        (b"%!PS-Adobe-3.0\n%%BoundingBox: 0 0 9 9\n", "not a picture of a known format"),
    ],
)
def test_the_sentence_says_what_is_wrong(data, why):
    for call in (read_header, lambda data: decode(data, max_side_px=10)):
        with pytest.raises(ImageUnreadable, match=why) as caught:
            call(data)
        check_sentence(str(caught.value))


def test_a_camera_raw_file_is_not_taken_for_its_thumbnail():
    thumbnail = PilImage.new("RGB", (160, 120), "red")
    file = io.BytesIO()
    thumbnail.save(file, "TIFF", tiffinfo={50706: b"\1\4\0\0"})  # DNGVersion
    with pytest.raises(ImageUnreadable, match="camera raw"):
        read_header(file.getvalue())


def test_damage_does_not_leave_pillow_tolerant():
    from PIL import ImageFile

    before = PilImage.MAX_IMAGE_PIXELS
    data = encode("PNG")
    decode(data[: int(0.9 * len(data))], max_side_px=64)
    assert not ImageFile.LOAD_TRUNCATED_IMAGES
    assert before == PilImage.MAX_IMAGE_PIXELS


# The files that readers trip over.


def decode_file(path):
    """The task of the test below; runs in a worker."""
    return decode(read_file(path).data, max_side_px=256)


def _decodable(path):
    """True if Pillow with pillow-heif decodes a file in a format that we promise."""
    try:
        with PilImage.open(path) as picture:
            if picture.format not in _FORMATS or picture.size[0] * picture.size[1] > 178_000_000:
                return False
            picture.load()
    except Exception:
        return False
    return True


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.long)])
def test_the_nasty_files_neither_crash_nor_hang_and_what_is_decodable_is_decoded(
    shared_data, tmp_path, every
):
    unpack_nasty_files(shared_data, tmp_path)
    paths = [
        Path(folder) / name
        for folder, _, names in os.walk(tmp_path)
        for name in names
        if name != "index.json"
    ]
    listed = json.loads((tmp_path / "nasty" / "index.json").read_text())["files"]
    assert len(paths) >= len(listed) > 400
    paths = sorted(paths)[::every]
    pillow_heif.register_heif_opener()
    with WorkerPool() as pool:
        futures = {path: pool.submit(decode_file, path) for path in paths}
        lost = []
        decoded = decodable = 0
        for path, future in futures.items():
            error = future.exception(120)
            if error is None:
                assert looks_like_picture(path)
            else:
                assert isinstance(error, ImageUnreadable), path
                assert not isinstance(error, WorkerDied), path
                check_sentence(str(error), path)
            if _decodable(path):
                decodable += 1
                decoded += error is None
                if error is not None:
                    lost.append((path.name, str(error)))
    assert decodable > 300 / every
    assert decoded >= 0.99 * decodable, lost
