"""A program's own encoder and its own local features, in place of the models and SIFT."""

import re
from pathlib import Path

import numpy as np
import pytest

import cbir
from tests.cbir.api.own_features import grid_of_corners, of_the_wrong_size
from tests.pictures import photo, write_jpeg

COLOURS = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}


def mean_colour(squares):
    return squares.mean(axis=(1, 2)) - 127.5


def named_colour(texts):
    words = [[COLOURS[word] for word in text.split() if word in COLOURS] for text in texts]
    return np.array([np.mean(named, axis=0) - 127.5 if named else (1.0, 1.0, 1.0) for named in words])


def colours(**changes):
    parts = {"name": "mean colours", "pictures": mean_colour, "texts": named_colour, "side_px": 8}
    return cbir.Encoder(**{**parts, **changes})


@pytest.fixture(name="coloured")
def _coloured(tmp_path):
    for name, colour in COLOURS.items():
        pixels = np.zeros((60, 90, 3), np.uint8)
        pixels[:] = colour
        pixels[::7, ::5] = 40
        write_jpeg(tmp_path / "Pictures" / f"{name}ish.jpg", pixels)
    return tmp_path / "Pictures"


def open_with(folder, **parts):
    return cbir.open(folder / "own.cbir", create=True, **parts)


def test_two_functions_are_an_encoder(coloured, tmp_path):
    with open_with(tmp_path, encoder=colours()) as library:
        library.index(coloured)
        assert library.search("something blue", engine="semantic")[0].path.stem == "blueish"
        green = np.zeros((20, 20, 3), np.uint8)
        green[..., 1] = 200
        assert library.search(green, engine="semantic")[0].path.stem == "greenish"
        embeddings = library.embeddings()
        assert embeddings.model == "mean colours"
        assert embeddings.vectors.shape == (3, 3)
        red = library.embed_texts(["red"])[0]
        assert embeddings.paths[int((embeddings.vectors @ red).argmax())].stem == "redish"


def test_vectors_belong_to_the_name_of_the_encoder(coloured, tmp_path):
    with open_with(tmp_path, encoder=colours()) as library:
        library.index(coloured)
    with open_with(tmp_path, encoder=colours()) as library:
        assert len(library.embeddings()) == 3
    with open_with(tmp_path, encoder=colours(name="mean colours 2")) as library:
        with pytest.raises(cbir.ModelNotInstalled, match="mean colours 2"):
            library.embeddings()
        library.index()
        assert library.embeddings().model == "mean colours 2"


WRONG = {
    "no name": ({"name": " "}, "needs a name"),
    "no function": ({"texts": None}, "two functions"),
    "no side": ({"side_px": 0}, "side_px"),
    "no scale": ({"scale": 0}, "scale"),
    "one vector": ({"texts": lambda texts: np.zeros(3)}, r"must be \(64, d\)"),
    "not finite": ({"texts": lambda texts: np.full((len(texts), 3), np.nan)}, "not finite"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_encoder_gets_one_line(tmp_path, case):
    changes, text = WRONG[case]
    with pytest.raises(cbir.CbirError, match=text) as error:
        open_with(tmp_path, encoder=colours(**changes))
    assert "\n" not in str(error.value)


def test_an_encoder_that_fails_costs_no_photo(coloured, tmp_path):
    def fails(squares):
        raise RuntimeError("no card")

    with open_with(tmp_path, encoder=colours(pictures=fails)) as library:
        report = library.index(coloured)
        assert report.indexed == 3
        assert any("no card" in str(note) for note in report.notes)
        with pytest.raises(cbir.ModelNotInstalled, match="has not seen the photos"):
            library.search("blue", engine="semantic")


def test_pictures_of_another_size_than_texts_say_so(coloured, tmp_path):
    wide = colours(pictures=lambda squares: np.ones((len(squares), 5)))
    with open_with(tmp_path, encoder=wide) as library:
        notes = " ".join(map(str, library.index(coloured).notes))
    assert "vectors of 5 numbers. Those of its texts have 3" in notes


@pytest.fixture(name="cups")
def _cups(tmp_path):
    for name in ("coffee", "rocket"):
        write_jpeg(tmp_path / "Pictures" / f"{name}.jpg", photo(name))
    return tmp_path / "Pictures"


def test_a_function_describes_pictures_in_place_of_sift(cups, tmp_path):
    with open_with(tmp_path, features=grid_of_corners) as library:
        library.index(cups)
        hits = library.search(photo("coffee")[40:350, 100:500], engine="match")
        assert hits[0].path.stem == "coffee"
        assert hits[0].verified
    with open_with(tmp_path) as library:
        assert library.index().indexed == 2  # of other features, so they are described again


def test_a_function_that_workers_cannot_import_is_refused(tmp_path):
    for own in (lambda grey, most: None, Path("no function")):
        with pytest.raises(cbir.CbirError, match="module that can be imported"):
            open_with(tmp_path, features=own)


def test_features_of_another_picture_are_refused(cups, tmp_path):
    size = re.escape(str(photo("coffee").shape[1::-1])), re.escape(str(photo("rocket").shape[1::-1]))
    with (
        open_with(tmp_path, features=of_the_wrong_size) as library,
        pytest.raises(cbir.CbirError, match=f"must return cbir.Features of the size ({'|'.join(size)})"),
    ):
        library.index(cups)


def test_a_search_reports_early_hits_and_can_be_cancelled(cups, tmp_path):
    early = []
    with open_with(tmp_path) as library:
        library.index(cups)
        final = library.search([cups / "coffee.jpg", "rocket"], progress=early.append)
        with pytest.raises(cbir.Cancelled):
            library.search(cups / "coffee.jpg", cancelled=lambda: True)
    assert early
    assert all(isinstance(hits, cbir.Hits) for hits in early)
    assert len(final) == 2
