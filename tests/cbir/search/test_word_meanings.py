"""Typed words find photos with words that mean the same, in another language, and the reasons name those words."""

import shutil

import pytest

from cbir.base.types import SearchOptions, Term
from tests.pictures import photo_file


@pytest.fixture(name="library")
def _library(make_library, tmp_path, monkeypatch):
    monkeypatch.delenv("CBIR_BUILT_IN_MODEL")
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("chelsea", "coffee"):
        shutil.copy(photo_file(name), folder)
    library = make_library()
    library.index([folder])
    photos = {hit.path.stem: hit.photo for hit in library.search([], SearchOptions()).hits}
    library.marks.set_keywords([photos["chelsea"]], add=["plage"])
    library.marks.set_keywords([photos["coffee"]], add=["montagne"])
    return library


def named(library, text):
    hits = library.search([Term(text=text)]).hits
    fields = library.reasons.fields([Term(text=text)], [hit.photo for hit in hits])
    return {
        hit.path.stem: field.words
        for hit in hits
        for field in fields.get(hit.photo, ())
        if field.field == "keywords"
    }


def test_a_word_finds_keywords_that_mean_the_same(library):
    assert named(library, "praia") == {}, "not before the words are encoded"
    library.start()
    assert named(library, "praia") == {"chelsea": ("plage",)}


def test_words_in_quotation_marks_and_fields_stay_as_they_are(library):
    library.start()
    assert named(library, '"praia"') == named(library, "keyword:praia") == {}
