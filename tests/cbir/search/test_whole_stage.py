"""A picture with hardly any points finds the photo that looks the same all over, by its stored thumbnail."""

import cv2
import numpy as np
import pytest
from PIL import Image

from cbir.base.types import SearchOptions, Term
from cbir.images import has_plain_ground
from tests.cbir.colour_model import make_colour_model
from tests.cbir.stage_data import write_pictures
from tests.documents import two_documents
from tests.pictures import photo, write_jpeg

NAMES = ("astronaut", "chelsea", "coffee", "rocket")
WITHOUT = SearchOptions(without=frozenset({"whole"}))


def write_photos(folder):
    write_pictures(folder, NAMES)
    for number, page in enumerate(two_documents("invoice", 3)):
        write_jpeg(folder / f"invoice{number}.jpg", np.asarray(page.convert("RGB")))


def make_models(folder):
    make_colour_model(folder / "colours")


def reduced(path, side, folder):
    with Image.open(path) as picture:
        picture.thumbnail((side, side))
        picture.save(folder / "small.jpg", quality=75)
    return Term(path=folder / "small.jpg")


@pytest.mark.parametrize("name", NAMES)
def test_a_thumbnail_finds_its_photo(library, pictures, tmp_path, name):
    query = reduced(pictures / f"{name}.jpg", 64, tmp_path)
    first = library.search([query]).hits[0]
    assert (first.path.stem, first.kind in ("same picture", "same thing")) == (name, True)


def test_its_evidence_is_all_of_both_pictures(library, pictures, tmp_path):
    first = library.search([reduced(pictures / "rocket.jpg", 64, tmp_path)]).hits[0]
    assert (first.path.stem, first.kind) == ("rocket", "same picture")
    assert first.strength > 0.9
    (evidence,) = first.evidence
    width, height = first.size
    assert evidence.outline == pytest.approx(
        np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    )
    assert evidence.inliers == len(evidence.query_xy) == len(evidence.photo_xy) >= 15


def test_a_negative_finds_its_photo_and_needs_this_stage_for_it(library, pictures, tmp_path):
    pixels = np.asarray(Image.open(pictures / "coffee.jpg").convert("RGB"))
    query = Term(path=write_jpeg(tmp_path / "negative.jpg", 255 - pixels))
    assert not library.search([query], WITHOUT).verified
    (proven,) = (hit for hit in library.search([query]).hits if hit.verified)
    assert (proven.path.stem, proven.evidence[0].found_by) == ("coffee", "whole")


def test_the_file_of_the_photo_need_not_be_there(library, pictures, tmp_path):
    query = reduced(pictures / "rocket.jpg", 64, tmp_path)
    (pictures / "rocket.jpg").unlink()
    assert library.search([query]).hits[0].path.stem == "rocket"
    assert library.search([query]).verified == 1


def test_two_documents_of_one_layout_look_the_same_and_neither_is_proven(library, pictures, tmp_path):
    query = reduced(pictures / "invoice0.jpg", 64, tmp_path)
    assert not [hit for hit in library.search([query]).hits if hit.kind.startswith("same")]


def test_a_small_copy_that_is_as_plain_as_a_document_finds_its_photo(library, pictures, tmp_path):
    grain = np.random.default_rng(2).integers(-34, 34, (500, 380, 3))  # leather
    cover = np.clip(np.array([40, 50, 90]) + grain, 0, 255).astype(np.uint8)
    cover[130:370, 70:310] = photo("coffee")[20:260, 60:300]
    write_jpeg(pictures / "leather.jpg", cover)
    library.index([pictures])
    small = cv2.resize(cover, (49, 64), interpolation=cv2.INTER_AREA)
    assert has_plain_ground(small)
    first = library.search([Term(path=write_jpeg(tmp_path / "small.jpg", small))]).hits[0]
    assert (first.path.stem, first.evidence[0].found_by) == ("leather", "whole")


def test_a_framed_part_and_another_photo_find_nothing_by_it(library, pictures, tmp_path):
    query = reduced(pictures / "coffee.jpg", 64, tmp_path)
    part = Term(path=query.path, region=(0, 0, 40, 30))
    other = Term(path=write_jpeg(tmp_path / "other.jpg", photo("china")))
    for term in (part, other):
        hits = library.search([term]).hits
        assert not [hit for hit in hits if any(one.found_by == "whole" for one in hit.evidence)]
