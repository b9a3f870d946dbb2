"""A model that gives nothing usable for one photo, or one sentence: the rest goes on, and it is said."""

import json
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import SearchOptions, Term
from cbir.cli import main
from cbir.embeddings import ModelStore
from cbir.library import Library
from tests.cbir.colour_model import make_colour_model
from tests.pictures import photo

Make = Callable[..., Library]
SEMANTIC = SearchOptions(engine="semantic")
SEEN = ("astronaut", "chelsea", "rocket")
REASON = "The model colours gives it no usable embedding."
NOT_A_NUMBER = (np.nan, 0, 0, 0)


@pytest.fixture(name="photos")
def _photos(tmp_path):
    """Photos, one of which has nothing of the colour blue."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in (*SEEN, "coffee"):
        pixels = cv2.cvtColor(photo(name)[::2, ::2], cv2.COLOR_RGB2BGR)
        pixels[..., 0] = 0 if name == "coffee" else np.maximum(pixels[..., 0], 1)
        cv2.imwrite(str(folder / f"{name}.png"), pixels)
    return folder


@pytest.fixture(name="models", params=["Relu", "Reciprocal"], ids=["zeros", "infinite"])
def _models(tmp_path, request):
    make_colour_model(tmp_path / "models" / "colours", blue_through=request.param)
    return tmp_path / "models"


def open_with(make_library, models):
    library = make_library(models=models)
    library.models.store.use("colours")
    return library


def check_all_but_the_coffee(library, photos):
    match, semantic = library.info().coverage
    assert (match.photos, semantic.photos) == (4, 3)
    assert [(one.path, one.reason) for one in semantic.skipped] == [(photos / "coffee.png", REASON)]
    assert library.search([Term(path=photos / "coffee.png")], SearchOptions(engine="match")).hits[0].verified
    found = library.search([Term(text="blue")], SEMANTIC)
    assert {hit.path.stem for hit in found.hits} == set(SEEN)
    assert found.notes == (), "there is nothing to wait for"
    assert library.check(deep=True) == []


def test_the_rest_is_indexed_and_the_photo_by_its_words(make_library, models, photos):
    library = open_with(make_library, models)
    report = library.index([photos])
    assert (report.indexed, report.skipped) == (4, ())
    assert report.notes == (
        f"{photos / 'coffee.png'} can be found by picture and name only: the model colours gives it no usable "
        "embedding.",
    )
    check_all_but_the_coffee(library, photos)


def test_a_model_that_comes_later_stumbles_over_it_as_little(make_library, models, photos):
    make_library(models=models.with_name("none")).index([photos])
    library = open_with(make_library, models)
    report = library.index([photos])
    assert (report.unchanged, len(report.notes)) == (4, 1)
    check_all_but_the_coffee(library, photos)


def test_it_is_asked_again_when_the_photo_or_the_model_changes_and_only_then(
    make_library, models, photos, workers
):
    library = open_with(make_library, models)
    library.index([photos])
    workers.submitted.clear()
    assert library.index([photos]).notes == ()
    assert workers.submitted == []

    make_colour_model(models / "other", name="other")
    library.models.store.use("other")
    assert library.index([photos]).notes == ()
    assert workers.submitted == ["prepare_photo"] * 4
    assert library.info().coverage[1].photos == 4
    assert library.info().coverage[1].skipped == ()

    library.models.store.use("colours")
    cv2.imwrite(str(photos / "coffee.png"), cv2.cvtColor(photo("coffee"), cv2.COLOR_RGB2BGR))
    assert library.index([photos]).notes == ()
    assert library.info().coverage[1].photos == 4


def test_asking_to_try_failed_files_again_tries_it_again(make_library, models, photos):
    library = open_with(make_library, models)
    library.index([photos])
    library.forget_failures()
    assert len(library.index([photos]).notes) == 1
    check_all_but_the_coffee(library, photos)


def test_a_model_that_gives_nothing_at_all_leaves_the_words(make_library, tmp_path):
    make_colour_model(tmp_path / "models" / "colours", blue_through="Relu")
    (tmp_path / "photos").mkdir()
    for name in SEEN:
        pixels = cv2.cvtColor(photo(name)[::2, ::2], cv2.COLOR_RGB2BGR)
        pixels[..., 0] = 0
        cv2.imwrite(str(tmp_path / "photos" / f"{name}.png"), pixels)
    library = open_with(make_library, tmp_path / "models")
    report = library.index([tmp_path / "photos"])
    first = tmp_path / "photos" / "astronaut.png"
    assert report.notes == (
        f"3 photos can be found by picture and name only, {first} among them: the model colours gives them no "
        "usable embedding.",
    )
    assert library.search([Term(path=first)]).hits[0].verified


@pytest.mark.parametrize("vector", [NOT_A_NUMBER, (0, 0, 0, 0)], ids=["not a number", "zeros"])
def test_a_sentence_without_a_usable_embedding_is_a_sentence(make_library, tmp_path, photos, vector):
    make_colour_model(tmp_path / "models" / "colours", words_of={"coffee": vector})
    library = open_with(make_library, tmp_path / "models")
    library.index([photos])
    with pytest.raises(QueryUnusable, match="The model colours gives no usable embedding for “coffee”"):
        library.search([Term(text="coffee")], SEMANTIC)
    found = library.search([Term(text="coffee")])
    assert [hit.path.stem for hit in found.hits] == ["coffee"], "names are looked through all the same"
    assert any("no usable embedding for “coffee”" in note for note in found.notes)


def test_a_picture_without_a_usable_embedding_is_a_sentence(make_library, models, photos):
    library = open_with(make_library, models)
    library.index([photos])
    with pytest.raises(QueryUnusable, match="gives no usable embedding for the picture"):
        library.search([Term(path=photos / "coffee.png")], SEMANTIC)
    found = library.search([Term(path=photos / "coffee.png")])
    assert found.hits[0].verified
    assert any("no usable embedding for the picture" in note for note in found.notes)


def test_terms_that_cancel_each_other_out_are_a_sentence(make_library, tmp_path, photos):
    """Seen from the mean of all sentences, two of them lie in exactly opposite directions."""
    mean = make_colour_model(tmp_path / "plain").text_mean
    this = np.array([0.6, 0, 0.8, 0])
    away = (mean - this) / np.linalg.norm(mean - this)
    opposite = this - 2 * (this @ away) * away
    make_colour_model(
        tmp_path / "models" / "colours", words_of={"this": tuple(this), "opposite": tuple(opposite)}
    )
    library = open_with(make_library, tmp_path / "models")
    library.index([photos])
    terms = [Term(text="this"), Term(text="opposite")]
    with pytest.raises(QueryUnusable, match="cancel each other out"):
        library.search(terms, SEMANTIC)
    assert any("cancel each other out" in note for note in library.search(terms).notes)


@pytest.mark.parametrize("models", ["Relu"], indirect=True, ids=["zeros"])
def test_the_command_line_lists_it(
    tmp_path,
    photos,
    models,
    capsys,
    monkeypatch,
):
    monkeypatch.setenv("CBIR_MODELS", str(models))
    ModelStore(models).use("colours")
    library = str(tmp_path / "library")
    assert main(["index", str(photos), "--library", library]) == 0
    assert "coffee.png can be found by picture and name only" in capsys.readouterr().err
    assert main(["library", "info", "--library", library]) == 0
    out, err = capsys.readouterr()
    assert "model\tcolours\t3 photos\t" in out
    assert f"skipped by colours {photos / 'coffee.png'}: {REASON}" in err
    assert main(["library", "info", "--json", "--library", library]) == 0
    semantic = json.loads(capsys.readouterr().out)["coverage"][1]
    assert semantic["skipped"] == [{"path": str(photos / "coffee.png"), "reason": REASON}]
