"""Regions of a picture, in pixels of the upright full-resolution picture."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as PilImage

from cbir.base.errors import CbirError, QueryUnusable
from cbir.images import clip_region, decode, decode_region


def chart(kind, size=(800, 600), orientation=1):
    """A picture whose red grows to the right and whose green grows downwards."""
    width, height = size
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[..., 0] = np.linspace(0, 255, width)
    pixels[..., 1] = np.linspace(0, 255, height)[:, None]
    exif = PilImage.Exif()
    exif[274] = orientation
    file = io.BytesIO()
    options = {"quality": 97} if kind == "JPEG" else {}
    PilImage.fromarray(pixels).save(file, kind, exif=exif.tobytes(), **options)
    return file.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize("orientation", [1, 6, 8])
@pytest.mark.parametrize("region", [(0, 0, 100, 80), (400.5, 200.25, 150, 150), (590, 440, 10, 10)])
def test_a_region_is_the_crop_of_the_whole_upright_picture(kind, orientation, region):
    data = chart(kind, (800, 600), orientation)
    whole = decode(data, max_side_px=None).pixels
    x, y, width, height = clip_region(region, (whole.shape[1], whole.shape[0]))
    found = decode_region(data, region, 1000)
    assert found.full_size == (width, height)
    assert found.pixels.shape == (height, width, 3)
    assert (found.pixels == whole[y : y + height, x : x + width]).all()


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_small_region_of_a_large_picture_keeps_its_resolution(kind):
    data = chart(kind, (3200, 2400))
    small = decode_region(data, (1000, 1000, 300, 200), 400)
    assert small.pixels.shape == (200, 300, 3)
    large = decode_region(data, (400, 400, 2000, 1000), 400)
    assert large.full_size == (2000, 1000)
    assert large.pixels.shape == (200, 400, 3)
    # The corners' colours say where the crop was taken: red is x, green is y.
    corner = large.pixels[0, 0].astype(int)
    assert abs(corner[0] - 255 * 402 / 3200) <= 2
    assert abs(corner[1] - 255 * 402 / 2400) <= 2


def test_what_lies_outside_is_clipped():
    found = decode_region(chart("PNG"), (-50, -20, 100, 80), 1000)
    assert found.full_size == (50, 60)
    assert found.pixels.shape == (60, 50, 3)


@pytest.mark.parametrize(
    "region",
    [
        (800, 0, 10, 10),
        (0, 600, 10, 10),
        (-20, 0, 20, 10),
        (10, 10, 0, 5),
        (10, 10, 5, -5),
        (float("nan"), 0, 1, 1),
        (0, 0, float("inf"), 1),
    ],
)
def test_a_region_with_nothing_in_it_is_a_clear_error(region):
    with pytest.raises(QueryUnusable, match="region") as caught:
        decode_region(chart("PNG"), region, 100)
    assert isinstance(caught.value, CbirError)


@given(x=st.floats(-50, 250), y=st.floats(-50, 250), width=st.floats(0.01, 400), height=st.floats(0.01, 400))
def test_a_clipped_region_lies_inside_and_covers_what_was_asked(x, y, width, height):
    size = (200, 100)
    try:
        left, top, wide, high = clip_region((x, y, width, height), size)
    except QueryUnusable:
        assert x + width <= 0 or y + height <= 0 or x >= size[0] or y >= size[1]
        return
    assert left >= 0
    assert top >= 0
    assert wide >= 1
    assert high >= 1
    assert left + wide <= size[0]
    assert top + high <= size[1]
    assert left <= max(x, 0)
    assert left + wide >= min(x + width, size[0])
    assert top <= max(y, 0)
    assert top + high >= min(y + height, size[1])
