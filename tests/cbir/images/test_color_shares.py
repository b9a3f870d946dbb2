"""The shares of the basic colours in a picture."""

import numpy as np
import pytest

from cbir.base.types import COLORS
from cbir.images import color_shares

SAMPLES = {
    "black": "050505",
    "white": "fdfdfd",
    "grey": "7f7f80",
    "red": "c81e1e",
    "orange": "f58216",
    "yellow": "f4d312",
    "green": "2f9a3a",
    "blue": "2050d0",
    "purple": "7a3fae",
    "pink": "f28ab8",
    "brown": "6b4423",
}


def plain(code, height=40, width=60):
    return np.full((height, width, 3), list(bytes.fromhex(code)), np.uint8)


def named(pixels):
    return {color: share / 255 for color, share in zip(COLORS, color_shares(pixels), strict=True)}


@pytest.mark.parametrize("color", COLORS)
def test_a_plain_picture_has_one_colour(color):
    shares = named(plain(SAMPLES[color]))
    assert shares.pop(color) > 0.9
    assert max(shares.values()) < 0.1


def test_halves_have_half_of_the_picture_each():
    shares = named(np.hstack([plain(SAMPLES["red"]), plain(SAMPLES["blue"])]))
    assert shares["red"] == pytest.approx(0.5, abs=0.05) and shares["blue"] == pytest.approx(0.5, abs=0.05)


def test_the_middle_counts_more_than_the_corners():
    pixels = plain(SAMPLES["green"], 60, 60)
    pixels[20:40, 20:40] = list(bytes.fromhex(SAMPLES["red"]))
    corner = plain(SAMPLES["green"], 60, 60)
    corner[:20, :20] = list(bytes.fromhex(SAMPLES["red"]))
    assert named(pixels)["red"] > 1.2 * named(corner)["red"] > 0


def test_beige_has_no_name():
    assert max(named(plain("dcc8a8")).values()) < 0.2


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 500, 3), (500, 1, 3)])
def test_the_smallest_pictures_have_colours(shape):
    assert named(np.full(shape, (200, 20, 20), np.uint8))["red"] > 0.9
