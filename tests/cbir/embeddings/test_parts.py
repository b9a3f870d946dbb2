"""The parts of a photo: where they lie, how they are stored, and that they show what their places show."""

import cv2
import numpy as np
import pytest

from cbir.base.types import Preprocessing
from cbir.embeddings import (
    PARTS,
    documents_of,
    part_keys,
    part_regions,
    parts_made_by,
    parts_of,
    prepare,
    prepare_parts,
)

HOW = Preprocessing(side_px=32, fit="squash", interpolation="bilinear", mean=(0.5,) * 3, std=(0.5,) * 3)


def test_parts_cover_the_whole_picture_and_share_their_borders():
    seen = np.zeros((300, 500), np.int64)
    for x, y, width, height in part_regions((500, 300)):
        assert (width, height) == pytest.approx((200, 120))
        seen[round(y) : round(y + height), round(x) : round(x + width)] += 1
    assert len(part_regions((500, 300))) == PARTS
    assert seen.min() == 1
    assert set(np.unique(seen)) == {1, 2, 4}, "neighbours overlap, others do not"


def test_a_part_is_what_a_crop_of_its_place_would_be():
    pixels = np.random.default_rng(0).integers(0, 255, (300, 500, 3)).astype(np.uint8)
    prepared = prepare_parts(pixels, HOW)
    assert prepared.shape == (PARTS, 32, 32, 3)
    for part, (x, y, width, height) in zip(prepared, part_regions((500, 300)), strict=True):
        crop = pixels[round(y) : round(y + height), round(x) : round(x + width)]
        assert np.array_equal(part, prepare(crop, HOW))
    middle = cv2.resize(pixels[90:210, 150:350], (32, 32), interpolation=cv2.INTER_AREA).astype(int)
    assert np.abs(prepared[4].astype(int) - middle).mean() < 20


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (2, 3), (4000, 2)])
def test_pictures_of_a_few_pixels_have_parts_too(size):
    height, width = size
    assert prepare_parts(np.full((height, width, 3), 9, np.uint8), HOW).shape == (PARTS, 32, 32, 3)


def test_keys_ascend_with_documents_and_lead_back_to_them():
    documents = np.array([1, 2, 9, 1 << 40], np.int64)
    keys = part_keys(documents)
    assert np.all(np.diff(keys) > 0)
    assert np.array_equal(documents_of(keys), np.repeat(documents, PARTS))
    assert np.array_equal(parts_of(keys), np.tile(np.arange(PARTS), len(documents)))
    assert len(part_keys(np.zeros(0, np.int64))) == 0


def test_parts_of_two_models_are_never_mistaken_for_each_other_or_for_whole_photos():
    names = {"0" * 32, "1" * 32, parts_made_by("0" * 32), parts_made_by("1" * 32)}
    assert len(names) == 4
    assert all(len(name) == 32 and set(name) <= set("0123456789abcdef") for name in names)
