"""Seams: around what was pasted into a photo the photo does not go on, around what was cut out of it it does."""

import cv2
import numpy as np
import pytest

from cbir.duplicates.seams import Seam, seam_of
from tests.pictures import flat, photo


def grass(seed, size=(480, 360), fine_px=1.0):
    """A texture of one light all over: what ends in another of it makes no edge."""
    noise = np.random.default_rng(seed).normal(0, 1, (size[1], size[0], 3)).astype(np.float32)
    smooth = cv2.GaussianBlur(noise, (0, 0), fine_px)
    return np.asarray(np.clip(120 + 30 * smooth / smooth.std(), 0, 255), np.uint8)


def seam_at(larger, x, y, width, height):
    inside = np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
    return seam_of(larger, larger[y : y + height, x : x + width], inside)


@pytest.mark.parametrize("fine_px", [1.0, 1.5, 2.0])
def test_a_pasted_picture_of_the_same_light_ends_in_a_seam_without_an_edge(fine_px):
    host = grass(1, fine_px=fine_px)
    assert abs(seam_at(host, 100, 80, 200, 160).parting) < 0.25
    host[80:240, 100:300] = grass(2, (200, 160), fine_px)
    assert seam_at(host, 100, 80, 200, 160).parted


def test_a_pasted_picture_with_a_frame_of_its_own_ends_in_a_seam():
    """The frame's inner edge is as much of an edge as the seam."""
    host = grass(1)
    host[80:240, 100:300] = 240
    host[85:235, 105:295] = grass(2, (190, 150))
    assert seam_at(host, 100, 80, 200, 160).parted


def test_a_plain_picture_that_was_pasted_upon_a_busy_one_ends_in_a_seam():
    host = grass(1)
    host[80:240, 100:300] = 120
    assert seam_at(host, 100, 80, 200, 160).parted


def test_a_seam_is_seen_though_the_border_lies_a_pixel_off():
    host = grass(1)
    host[80:240, 100:300] = grass(2, (200, 160))
    assert seam_at(host, 101, 79, 200, 160).parted


def test_a_crop_that_ends_at_an_edge_on_one_side_was_cut_out():
    wall = grass(3)
    wall[:, 300:] //= 2
    seam = seam_at(wall, 100, 80, 200, 160)
    assert seam.parting > 0.2
    assert not seam.parted


@pytest.mark.parametrize("name", ["coffee", "chelsea", "rocket"])
def test_a_photo_goes_on_around_what_was_cut_out_of_it(name):
    pixels = photo(name)
    height, width = pixels.shape[:2]
    assert not seam_at(pixels, width // 4, height // 4, width // 2, height // 2).parted


def test_a_side_that_is_the_border_of_the_larger_one_says_nothing():
    whole = grass(4)
    assert seam_at(whole, 0, 0, 480, 360) == Seam(filled=False, parting=0.0, throughout=0.0)
    assert abs(seam_at(whole, 0, 0, 240, 360).parting) < 0.25


def test_on_a_plain_ground_nothing_is_parted():
    plain = flat(480, 360, 200)
    assert seam_at(plain, 100, 80, 200, 160).parting == pytest.approx(0, abs=0.01)


def test_lettering_on_a_plain_ground_makes_no_border_of_it():
    page = flat(480, 360, 200)
    page[80:240, 100:300] = grass(2, (200, 160))
    assert seam_at(page, 100, 80, 200, 160).filled
    for line in range(260, 340, 20):
        page[line : line + 6, 100:300:8] = page[line : line + 6, 101:300:8] = 20
    assert not seam_at(page, 100, 80, 200, 160).filled


def test_the_ripples_of_compression_leave_a_border_of_one_colour():
    framed = flat(480, 360, 200)
    framed[20:340, 20:460] = grass(2, (440, 320))
    told, data = cv2.imencode(".jpg", framed, [cv2.IMWRITE_JPEG_QUALITY, 40])
    assert told
    assert seam_at(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8), 20, 20, 440, 320).filled


@pytest.mark.parametrize(
    ("parting", "throughout", "expected"),
    [(0.9, 0.5, False), (0.91, 0.0, True), (0.51, 0.51, True)],
)
def test_a_seam_on_the_whole_or_on_every_side_parts(parting, throughout, expected):
    assert Seam(filled=False, parting=parting, throughout=throughout).parted is expected


def test_of_fewer_than_three_sides_none_says_that_all_do():
    host = grass(1)
    host[:160, :200] = grass(2, (200, 160))
    assert seam_at(host, 0, 0, 200, 160).throughout == 0
    host[160:320, :200] = grass(3, (200, 160))
    assert seam_at(host, 0, 160, 200, 160).throughout > 0.5


def test_a_side_near_the_border_of_the_larger_one_says_what_is_seen_of_it():
    host = grass(1)
    host[:160, 6:206] = grass(2, (200, 160))
    assert seam_at(host, 6, 0, 200, 160).throughout > 0.5, "of three sides, each does"
