"""Documents of one layout, and their copies; two exposures, and a copy of one."""

import io

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as PilImage
from PIL import ImageEnhance, ImageFilter

from cbir.images import has_plain_ground, is_document, is_paper, may_have_plain_ground
from cbir.matching import compare_ink, is_page_in, noise_in_common
from tests.documents import KINDS, document, two_documents
from tests.pictures import photo

Pixels = NDArray[np.uint8]


def saved(picture, quality=85, scale=1.0):
    size = round(picture.width * scale), round(picture.height * scale)
    held = io.BytesIO()
    picture.resize(size, PilImage.Resampling.LANCZOS).save(held, "JPEG", quality=quality)
    return np.asarray(PilImage.open(held), np.uint8)


@pytest.mark.parametrize("kind", ["ticket", "near-blank page", "price tag"])
def test_two_documents_of_one_layout_have_other_ink_and_copies_of_one_do_not(kind):
    first, second = (
        picture.reduce(2) if picture.width > 850 else picture for picture in two_documents(kind, 1)
    )
    one = saved(first, 92)
    assert is_document(one)
    assert compare_ink(one, saved(second, 80, 0.8), np.eye(3)).differs
    darker = ImageEnhance.Brightness(first).enhance(0.85)
    for copy in (saved(first, 60, 0.6), saved(darker.filter(ImageFilter.GaussianBlur(1.2)))):
        assert not compare_ink(one, copy, np.eye(3)).differs


@pytest.mark.parametrize("kind", ["ticket", "price tag", "crossword"])
def test_a_border_a_turn_and_black_and_white_are_no_other_ink(kind):
    page = saved(document(kind, 1).reduce(2))
    height, width = page.shape[:2]
    framed = cv2.copyMakeBorder(page, 30, 30, 40, 40, cv2.BORDER_CONSTANT, value=(120, 140, 60))
    into_frame = np.array([[width, 0, 40], [0, height, 30], [0, 0, 1]]) / [[width + 80], [height + 60], [1]]
    assert not compare_ink(page, framed, into_frame).differs
    turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), 10, 0.8), [0, 0, 1]])
    turned = cv2.warpAffine(page, turn[:2], (width, height), flags=cv2.INTER_AREA, borderValue=(90, 60, 60))
    sides = np.diag([width, height, 1])
    assert not compare_ink(page, turned, np.linalg.inv(sides) @ turn @ sides).differs
    grey = np.asarray(PilImage.fromarray(page).convert("L").convert("RGB"))
    assert not compare_ink(page, grey, np.eye(3)).differs


def test_one_changed_amount_on_a_page_is_other_ink_whichever_page_comes_first():
    paid, due = (saved(document("business card", 3)).copy() for _ in range(2))
    cv2.rectangle(due, (220, 290), (420, 320), (248, 246, 240), -1)
    for first, second in ((paid, due), (due, paid)):
        assert compare_ink(first, second, np.eye(3)).differs


def test_every_kind_is_a_document_and_a_photo_is_none():
    assert all(is_document(np.asarray(document(kind, 1).reduce(2))) for kind in list(KINDS)[::3])
    lit = np.asarray(document("chat", 1), np.float32) * np.linspace(0.5, 1, 720)[None, :, None]
    assert is_document(lit.astype(np.uint8))
    assert not any(is_document(photo(name)) for name in ("coffee", "rocket", "chelsea"))


@pytest.mark.parametrize("size", [(40, 30), (1, 1), (3, 300)])
def test_a_picture_of_one_color_has_no_ink(size):
    plain = np.full((size[1], size[0], 3), 240, np.uint8)
    assert not compare_ink(plain, plain, np.eye(3)).differs
    assert noise_in_common(plain, plain, np.eye(3)) == 0


def test_a_copy_has_the_noise_of_its_original_and_another_exposure_has_not():
    scene = cv2.GaussianBlur(photo("coffee"), (0, 0), 2).astype(np.float32)
    dice = np.random.default_rng(1)
    one, other = (
        PilImage.fromarray(np.clip(scene + dice.normal(0, 6, scene.shape), 0, 255).astype(np.uint8))
        for _ in range(2)
    )
    assert noise_in_common(saved(one, 92), saved(one, 85), np.eye(3)) > 0.4
    assert noise_in_common(saved(one, 92), saved(one, 80, 0.75), np.eye(3)) > 0.4
    assert noise_in_common(saved(one, 92), saved(other, 92), np.eye(3)) < 0.2


def held(page):
    """A page that is held by hand: bent by up to 9 pixels, shaded, slightly blurred."""
    height, width = page.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    bent = cv2.remap(
        page, x, y + 9 * np.sin(3 * x / width), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return (cv2.GaussianBlur(bent, (0, 0), 0.8) * np.linspace(0.5, 0.9, width)[None, :, None]).astype(
        np.uint8
    )


@pytest.mark.parametrize("kind", ["invoice", "ticket", "table"])
def test_a_bent_page_is_the_same_and_another_of_its_layout_is_not(kind):
    page, other = (np.asarray(picture) for picture in two_documents(kind, 1))
    assert is_page_in(held(page), page, np.eye(3))
    assert not is_page_in(held(other), page, np.eye(3))


def test_what_only_the_page_or_only_its_photograph_has_makes_another_page():
    page = np.asarray(document("timetable", 1)).copy()
    top, left = page.shape[0] // 2, page.shape[1] // 3
    blank = page.copy()
    blank[top : top + 90, left : left + 160] = np.median(page, axis=(0, 1))
    assert not is_page_in(held(blank), page, np.eye(3))
    filled = np.full_like(page, 250)
    filled[: top - 60] = page[: top - 60]
    empty = filled.copy()
    filled[top:] = page[top:]
    assert is_page_in(held(empty), empty, np.eye(3))
    assert not is_page_in(held(filled), empty, np.eye(3))


def test_a_nearly_blank_page_is_not_known_by_its_few_words():
    page = np.asarray(document("near-blank page", 1))
    assert not is_page_in(held(page), page, np.eye(3))


def test_a_finger_on_a_blank_part_is_no_ink():
    page = np.full((1200, 900, 3), 250, np.uint8)
    page[:700] = np.asarray(document("timetable", 1).resize((900, 1200)))[:700]
    photograph = held(page)
    cv2.line(photograph, (450, 1200), (430, 900), (20, 20, 25), 90, cv2.LINE_AA)
    assert is_page_in(photograph, page, np.eye(3))


def test_a_photograph_too_coarse_to_read_does_not_show_which_page_it_is():
    page = np.asarray(document("table", 1))
    assert not is_page_in(cv2.resize(held(page), None, fx=0.12, fy=0.12), page, np.eye(3))


def test_cards_and_tickets_are_paper_and_a_print_in_many_colors_is_not():
    assert all(is_paper(np.asarray(document(kind, 1))) for kind in ("ticket", "business card", "receipt"))
    cover = np.full((600, 400, 3), 250, np.uint8)
    assert is_paper(cover)
    cover[300:, 40:360] = cv2.resize(photo("chelsea"), (320, 300))
    assert not is_paper(cover)


def test_a_thumbnail_of_small_print_may_be_of_a_page_and_one_of_fur_is_not():
    page = np.full((1200, 900, 3), 255, np.uint8)
    for line in range(34):
        cv2.putText(page, "the river and the old stone bridge " * 2, (20, 36 * line), 1, 1.5, (20, 20, 20))
    thumbnail = cv2.resize(page, (192, 256), interpolation=cv2.INTER_AREA)
    assert has_plain_ground(page) and not has_plain_ground(thumbnail)
    assert may_have_plain_ground(thumbnail)
    assert not may_have_plain_ground(cv2.resize(photo("chelsea")[80:280, 100:300], (256, 256)))
