"""Two documents of one layout share a part; a copy of a document is the same, however many others have its layout."""

import functools
import io

import numpy as np
import pytest
from PIL import Image

from cbir.base.types import SearchOptions, Term
from cbir.local_features import FeatureOptions
from tests.documents import two_documents

KINDS = ("invoice", "bar chart")
MATCH = SearchOptions(engine="match")
OPTIONS = {"features": FeatureOptions(max_features=500)}


@functools.cache
def documents(kind):
    """The pictures of two documents of one kind and layout."""
    return two_documents(kind, 5)


def write_photos(folder):
    folder.mkdir()
    for kind in KINDS:
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
