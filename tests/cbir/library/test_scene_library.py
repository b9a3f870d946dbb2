"""Sentences against libraries of rendered scenes: with the model that is shipped, and with the one trained just now."""

import json
from pathlib import Path

import numpy as np
import pytest

from cbir.base.types import SearchOptions, Term
from cbir.cli import main
from cbir.demo.scenes import caption, draw_scenes, split_groups
from cbir.embeddings import ModelStore, demo_model
from cbir.library import Library, LibraryOptions
from tests.cbir.scene_library import held_and_absent, sentences_for, write_scenes
from tests.cbir.trained_model import SHIPPED_SEED

PHOTOS, SENTENCES = 200, 100


@pytest.mark.long
@pytest.mark.timeout(300)
def test_strong_hits_are_there_where_the_scene_is_and_are_not_where_it_is_not(tmp_path):
    """The line between strong and weak, of the shipped model, on combinations that it was not trained on."""
    model = demo_model()
    assert model is not None
    assert f"--seed {SHIPPED_SEED} " in model.provenance["command"] + " "
    rng = np.random.default_rng(20261120)
    held, absent = held_and_absent(split_groups(SHIPPED_SEED).held_out, PHOTOS, SENTENCES, rng)
    write_scenes(tmp_path / "photos", held, rng)
    asked = [held[index] for index in rng.permutation(len(held))[:SENTENCES]]
    assert len(set(absent)) == SENTENCES and not set(absent) & set(held)
    options = LibraryOptions(models=tmp_path / "models")
    with Library.open(tmp_path / "library", create=True, options=options) as library:
        library.models.use("demo")
        library.index([tmp_path / "photos"])

        def shown(sentence):
            found = library.search((Term(text=sentence),), SearchOptions(top=10, engine="semantic"))
            assert len(found.hits) == 10
            return found.strong > 0

        present_share = np.mean([shown(sentence) for sentence in sentences_for(asked, rng)])
        absent_share = np.mean([shown(sentence) for sentence in sentences_for(absent, rng)])
    assert present_share >= 0.90
    assert absent_share <= 0.05


@pytest.mark.long
def test_the_command_line_says_where_nothing_clearly_shows_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CBIR_MODELS", str(tmp_path / "models"))
    rng = np.random.default_rng(5)
    groups = split_groups(SHIPPED_SEED).held_out
    held, absent = held_and_absent(groups, 20, 8, rng)
    write_scenes(tmp_path / "photos", held, rng)
    with Library.open(tmp_path / "library", create=True) as library:
        library.models.use("demo")
        library.index([tmp_path / "photos"])
    asked = ["--engine", "semantic", "--library", str(tmp_path / "library")]
    honest = 0
    for sentence in sentences_for(absent, rng):
        status = main(["search", sentence, *asked])
        said = capsys.readouterr()
        weak = "No photo clearly shows this" in said.err
        assert status == (1 if weak else 0)
        honest += weak
        assert len(said.out.splitlines()) == 10
    assert honest >= 7, "one at most shows something that is too much like it"
    assert main(["search", caption(held[-1], rng), *asked]) == 0
    assert "No photo clearly" not in capsys.readouterr().err


@pytest.mark.long
def test_the_command_line_finds_what_sentences_say(
    tmp_path,
    monkeypatch,
    capsys,
):
    monkeypatch.setenv("CBIR_MODELS", str(tmp_path / "models"))
    rng = np.random.default_rng(4)
    groups = split_groups(SHIPPED_SEED).held_out
    model = demo_model()
    assert model is not None
    scenes = (
        *draw_scenes(groups, 20, group_count=1, rng=rng),
        *draw_scenes(groups, 20, group_count=2, rng=rng),
    )
    photos = write_scenes(tmp_path / "photos", scenes, rng)
    library = ["--library", str(tmp_path / "library")]
    assert main(["models", "import", str(model.folder)]) == 0
    assert main(["index", str(tmp_path / "photos"), *library]) == 0
    capsys.readouterr()
    right = 0
    for (path, _), sentence in zip(photos.items(), sentences_for(scenes, rng), strict=True):
        assert main(["search", sentence, "--json", *library]) in (0, 1)
        found = json.loads(capsys.readouterr().out)
        right += Path(found["hits"][0]["path"]) == path
        assert "semantic" in found["hits"][0]["engines"]
    assert right >= 36


def test_a_store_never_takes_the_shipped_model_by_itself(tmp_path):
    store = ModelStore(tmp_path)
    assert store.current() is None
    assert store.find("demo").info.demo
