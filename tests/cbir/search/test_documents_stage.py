"""Two documents of one layout share a part; a copy of a document is the same, however many others have its layout."""

import functools
import io

import cv2
import numpy as np
import pytest
from PIL import Image

from cbir.base.types import SearchOptions, Term
from cbir.local_features import FeatureOptions
from cbir.search import LearnedSearchOptions
from tests.documents import two_documents
from tests.pictures import photo

KINDS = ("invoice", "bar chart")
MATCH = SearchOptions(engine="match")
OPTIONS = {"features": FeatureOptions(max_features=500)}


@functools.cache
def documents(kind):
    """The pictures of two documents of one kind and layout."""
    return two_documents(kind, 5)


def write_photos(folder, kinds=KINDS):
    folder.mkdir()
    for kind in kinds:
        documents(kind)[0].save(folder / f"{kind}.png")


def proofs(result):
    return {hit.path.stem: hit.proof for hit in result.hits if hit.verified}


def as_query(picture, *, quality=80, share=1.0):
    smaller = picture.resize([round(side * share) for side in picture.size], Image.Resampling.LANCZOS)
    file = io.BytesIO()
    smaller.convert("RGB").save(file, "JPEG", quality=quality)
    return Term(data=file.getvalue())


@pytest.mark.parametrize("kind", KINDS)
def test_another_document_of_the_layout_shares_a_part(library, kind):
    other = as_query(documents(kind)[1])
    plainly = proofs(library.search([other], SearchOptions(engine="match", look_harder=False)))
    assert plainly == {kind: "same"}, "points alone cannot tell"
    assert proofs(library.search([other], MATCH)) == {kind: "part"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_smaller_copy_saved_anew_is_the_same_document(library, kind):
    copy = as_query(documents(kind)[0], quality=60, share=0.7)
    assert proofs(library.search([copy], MATCH))[kind] == "same"


def test_ink_is_compared_once(library, workers):
    copy = as_query(documents("invoice")[0])
    library.search([copy], MATCH)
    assert workers.submitted.count("compare_documents") >= 1
    asked = len(workers.submitted)
    library.search([copy], MATCH)
    assert "compare_documents" not in workers.submitted[asked:]


def test_photos_are_not_compared_as_documents(make_library, workers, tmp_path):
    rng = np.random.default_rng(3)
    coarse = rng.integers(0, 256, (24, 32, 3), dtype=np.uint8)
    picture = Image.fromarray(coarse).resize((640, 480), Image.Resampling.BICUBIC)
    noisy = np.clip(np.asarray(picture, np.int16) + rng.integers(-30, 31, (480, 640, 3)), 0, 255)
    (tmp_path / "photos").mkdir()
    Image.fromarray(noisy.astype(np.uint8)).save(tmp_path / "photos" / "photo.png")
    library = make_library(features=FeatureOptions(max_features=500))
    library.index([tmp_path / "photos"])
    result = library.search([as_query(Image.open(tmp_path / "photos" / "photo.png"))], MATCH)
    assert proofs(result) == {"photo": "same"}
    assert "compare_documents" not in workers.submitted


def photographed(picture):
    """A page on a dark table with a pattern, seen aslant."""
    page = np.asarray(picture.convert("RGB"))
    height, width = page.shape[:2]
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    aslant = np.float32([[190, 150], [width + 170, 110], [width + 210, height + 180], [120, height + 140]])
    onto = cv2.getPerspectiveTransform(corners, aslant)
    size = width + 330, height + 320
    table = cv2.resize(np.ascontiguousarray(photo("rocket")), size)
    seen, there = (cv2.warpPerspective(pixels, onto, size) for pixels in (page, np.full_like(page, 255)))
    return Image.fromarray(np.where(there > 0, (seen * 0.85).astype(np.uint8), table))


@pytest.mark.parametrize("kind", [*KINDS, "ticket"])
def test_another_photographed_document_of_a_layout_is_a_possible_one(make_library, tmp_path, kind):
    library = make_library(learned=LearnedSearchOptions())
    write_photos(tmp_path / "pages", [kind])
    library.index([tmp_path / "pages"])
    page, other = map(photographed, documents(kind))
    (hit, *_) = library.search([as_query(other, quality=90)], MATCH).hits
    assert (hit.path.stem, hit.kind) == (kind, "possibly")
    if kind == "invoice":  # a coarse photograph cannot tell
        (hit, *_) = library.search([as_query(page, quality=90)], MATCH).hits
        assert (hit.path.stem, hit.proof) == (kind, "same")
