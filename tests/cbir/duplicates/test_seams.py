"""Seams: around what was pasted into a photo the photo does not go on, around what was cut out of it it does."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from cbir.duplicates.judgement import JudgeOptions
from cbir.duplicates.seams import Seam, seam_of
from cbir.evaluation import Pixels
from tests.pictures import flat, photo

LIMIT = JudgeOptions().parting


def grass(seed: int, size: tuple[int, int] = (480, 360), fine_px: float = 1.0) -> Pixels:
    """A texture of one light all over: what ends in another of it makes no edge."""
    noise = np.random.default_rng(seed).normal(0, 1, (size[1], size[0], 3)).astype(np.float32)
    smooth = cv2.GaussianBlur(noise, (0, 0), fine_px)
    return np.asarray(np.clip(120 + 30 * smooth / smooth.std(), 0, 255), np.uint8)


def seam_at(larger: Pixels, x: int, y: int, width: int, height: int) -> Seam:
    inside = np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
    return seam_of(larger, larger[y : y + height, x : x + width], inside)


@pytest.mark.parametrize("fine_px", [1.0, 1.5])
def test_a_pasted_picture_of_the_same_light_ends_in_a_seam_without_an_edge(fine_px: float) -> None:
    host = grass(1, fine_px=fine_px)
    assert seam_at(host, 100, 80, 200, 160).parting < 0
    host[80:240, 100:300] = grass(2, (200, 160), fine_px)
    pasted = seam_at(host, 100, 80, 200, 160)
    assert pasted.edges < 0.6
    assert pasted.parting > LIMIT


def test_a_crop_that_ends_at_an_edge_on_one_side_was_cut_out() -> None:
    wall = grass(3)
    wall[:, 300:] //= 2
    cut = seam_at(wall, 100, 80, 200, 160)
    assert 0 < cut.edges < 0.5
    assert cut.parting < LIMIT


@pytest.mark.parametrize("name", ["coffee", "chelsea", "rocket"])
def test_a_photo_goes_on_around_what_was_cut_out_of_it(name: str) -> None:
    pixels = photo(name)
    height, width = pixels.shape[:2]
    assert seam_at(pixels, width // 4, height // 4, width // 2, height // 2).parting < LIMIT


def test_a_side_that_is_the_border_of_the_larger_one_says_nothing() -> None:
    whole = grass(4)
    assert seam_at(whole, 0, 0, 480, 360) == Seam(filled=False, edges=0.0, parting=0.0)
    assert seam_at(whole, 0, 0, 240, 360).parting < 0


def test_on_a_plain_ground_nothing_is_parted() -> None:
    plain = flat(480, 360, 200)
    assert seam_at(plain, 100, 80, 200, 160).parting == pytest.approx(0, abs=0.01)
