"""Italian, German and French words for a model that reads English."""

import json

import numpy as np
import pytest

from cbir.embeddings import ModelStore, open_model_folder, open_text_tower
from cbir.embeddings.model_folder import DESCRIPTION
from cbir.embeddings.towers.dictionary import to_english
from tests.cbir.colour_model import make_colour_model

TRANSLATED = {
    "cane spiaggia": "dog beach",
    "due cani sulla spiaggia": "two dog on beach",
    "l'albero di Natale": "the Christmas tree",
    "Hund am Strand": "dog on beach",
    "rote Häuser am Meer": "red house on sea",
    "chevaux dans un pré": "horse in a meadow",
    "un velo rouge": "a bicycle red",  # typed without the accent
    "la torre di Pisa": "the tower of pisa",  # a name stays
    "chat": "cat",
}
ENGLISH = (
    "a dog on the beach",
    "a man with a cane",
    "die hard",
    "red rose",
    "hot dog",
    "A batter prepares to hit a baseball",
    "DSC_0123",
    "la",
    "",
)


@pytest.mark.parametrize("text", TRANSLATED)
def test_words_of_other_languages_are_read_in_english(text):
    assert to_english(text) == TRANSLATED[text]


@pytest.mark.parametrize("text", ENGLISH)
def test_english_stays_as_it_is(text):
    assert to_english(text) is None


def test_a_model_that_reads_only_english_reads_italian_as_english_and_says_so(tmp_path):
    made = make_colour_model(tmp_path / "colours")
    about = json.loads((made.folder / DESCRIPTION).read_bytes())
    (made.folder / DESCRIPTION).write_text(json.dumps({**about, "languages": "English"}), encoding="utf-8")
    with open_text_tower(open_model_folder(made.folder), "cpu") as tower:
        read = tower.encode(["mare rosso", "sea red"])
        assert read.note == "Read in English: sea red."
        assert (read.vectors[0] == read.vectors[1]).all()
        assert tower.encode(["red"]).note is None


def test_the_built_in_model_reads_a_text_and_its_translation(tmp_path, monkeypatch):
    monkeypatch.delenv("CBIR_BUILT_IN_MODEL")
    with open_text_tower(ModelStore(tmp_path).find("built-in"), "cpu") as tower:
        read = tower.encode(["cane spiaggia", "dog beach", "cão praia", "x"])
        assert read.note is None and len(read.cut) == len(read.unknown) == 4
        both, english, portuguese, _ = read.vectors
        assert 1 > both @ english > portuguese @ english > 0.5
        assert np.linalg.norm(both) == pytest.approx(1)


def test_words_that_portuguese_shares_with_spanish_are_too_few_beside_the_text_itself():
    text = "uma casa com flor junto ao mar"
    assert to_english(text) is not None and to_english(text, least=0.6) is None
    assert to_english("un cane sulla spiaggia", least=0.6) == "a dog on beach"
    assert to_english("un perro en la playa", least=0.6) == "a dog in the beach"
