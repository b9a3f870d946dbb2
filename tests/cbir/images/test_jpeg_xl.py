"""JPEG XL: size without decoding, pixels upright, the JPEG that a file was made from."""

import io
import random
import sys
import time
from types import SimpleNamespace

import numpy as np
import pillow_jxl  # noqa: F401 (registers what Pillow saves with)
import pytest
from PIL import Image as PilImage

from cbir.base.errors import ImageUnreadable, UnreadableNow
from cbir.images import DecodeOptions, decode, read_header
from cbir.metadata import extract
from tests.pictures import photo


def _picture(width, height):
    return PilImage.fromarray(np.ascontiguousarray(photo("coffee"))).resize((width, height))


def _encode(picture, **options):
    file = io.BytesIO()
    picture.save(file, "JXL", effort=1, **options)
    return file.getvalue()


def _from_jpeg(folder, orientation):
    exif = PilImage.Exif()
    exif[0x0112], exif[0x010F] = orientation, "Canon"
    path = folder / "photo.jpg"
    _picture(330, 210).save(path, "JPEG", exif=exif)
    with PilImage.open(path) as opened:
        return path.read_bytes(), _encode(opened, lossless_jpeg=True)


@pytest.mark.parametrize("container", [False, True])
@pytest.mark.parametrize(
    "size",
    [(8, 8), (256, 256), (300, 300), (400, 300), (320, 180), (301, 77), (77, 301), (1200, 9), (9000, 3)],
)
def test_the_size_is_known_without_decoding(size, container):
    data = _encode(_picture(*size), use_container=container)
    assert read_header(data).size == size
    assert decode(data, max_side_px=None).full_size == size


@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA"])
def test_pixels_are_what_was_saved(mode):
    picture = _picture(300, 200).convert(mode)
    found = decode(_encode(picture, lossless=True), max_side_px=None).pixels
    assert (found == np.asarray(picture.convert("RGB"))).all()


def test_grey_halves_are_read_as_the_floats_that_the_plugin_gives(monkeypatch):
    """The plugin encodes no halves; it names them F;16 and hands out floats of 32 bits."""
    grey = np.linspace(0, 1, 64 * 48, dtype=np.float32).reshape(48, 64)

    class Decoder:
        def __init__(self, num_threads):
            pass

        def __call__(self, data):
            info = SimpleNamespace(mode="F;16", width=64, height=48)
            return False, info, grey.tobytes(), b"", None

    monkeypatch.setattr("pillow_jxl.Decoder", Decoder)
    data = _encode(_picture(64, 48).convert("L"))
    assert (decode(data, max_side_px=None).pixels[..., 0] == np.rint(grey * 255)).all()


@pytest.mark.parametrize("orientation", [1, 3, 6])
def test_one_made_from_a_jpeg_shows_what_that_shows(tmp_path, orientation):
    jpeg, data = _from_jpeg(tmp_path, orientation)
    wanted, found = decode(jpeg, max_side_px=200), decode(data, max_side_px=200)
    assert read_header(data).size == found.full_size == wanted.full_size
    assert np.abs(found.pixels.astype(int) - wanted.pixels).max() <= 1


def test_exif_in_its_box_is_read():
    exif = PilImage.Exif()
    exif[0x010F], exif[0x0110] = "Canon", "EOS"
    assert extract(_encode(_picture(60, 40), exif=exif.tobytes()), None).camera == "Canon EOS"


def test_it_is_decoded_where_it_is_asked_for():
    """A pool of workers uses every core: a decoder with threads of its own would crowd them out."""
    data = _encode(_picture(1500, 1000))
    decode(data, max_side_px=None)  # the plug-in is loaded by now
    ours, all_threads = time.thread_time(), time.process_time()
    decode(data, max_side_px=None)
    ours, all_threads = time.thread_time() - ours, time.process_time() - all_threads
    assert ours > 0.8 * all_threads, (ours, all_threads)


def test_a_large_one_is_refused_before_it_is_decoded(monkeypatch):
    monkeypatch.setattr("cbir.images.jpeg_xl.decode_jpeg_xl", lambda data: pytest.fail("it was decoded"))
    with pytest.raises(ImageUnreadable, match="300 x 200 pixels"):
        decode(_encode(_picture(300, 200)), max_side_px=90, options=DecodeOptions(max_pixels=1000))


def test_damage_is_said_in_a_sentence():
    data = _encode(_picture(300, 200), use_container=True)
    chance = random.Random(3)
    for _ in range(30):
        broken = bytearray(data[: chance.randrange(len(data))] if chance.random() < 0.5 else data)
        for _ in range(3 if broken else 0):
            broken[chance.randrange(min(90, len(broken)))] = chance.randrange(256)
        try:
            decode(bytes(broken), max_side_px=60)
        except ImageUnreadable as error:
            assert str(error).endswith(".")


def test_without_the_plugin_a_sentence_says_how_to_get_it(monkeypatch):
    data = _encode(_picture(30, 20))
    monkeypatch.setitem(sys.modules, "pillow_jxl", None)
    with pytest.raises(UnreadableNow, match="pip install pillow-jxl-plugin"):
        decode(data, max_side_px=10)
