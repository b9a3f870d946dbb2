"""What each word of a sentence adds: by its definition, from the towers themselves, and on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from cbir.base.errors import ModelNotInstalled
from cbir.base.types import Term
from cbir.cli import main
from cbir.embeddings import demo_model, open_text_tower
from cbir.evaluation.captioned import embed_pictures
from cbir.library import Library
from cbir.scenes import draw_scenes, split_groups
from tests.cbir.conftest import SharedWorkers
from tests.cbir.scene_library import write_scenes
from tests.cbir.stage_data import small_options

SENTENCE = ("small", "red", "circle")


def test_a_words_share_is_what_the_sentence_loses_without_it(
    tmp_path: Path,
    workers: SharedWorkers,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    model = demo_model()
    if model is None:
        pytest.skip("the demo's model is not in this copy of the program")
    monkeypatch.setenv("CBIR_MODELS", str(tmp_path / "models"))
    rng = np.random.default_rng(22)
    written = write_scenes(tmp_path / "photos", draw_scenes(split_groups(1).held_out, 6, of=1, rng=rng), rng)
    terms = (Term(text=f"{' '.join(SENTENCE)} rating:>=0"), Term(text="blue square", sign=-1))
    options = small_options(models=tmp_path / "models")
    with Library.open(tmp_path / "library", create=True, options=options) as library:
        library.index([tmp_path / "photos"])
        photos = library.find_photos([*written])
        with pytest.raises(ModelNotInstalled):
            library.models.word_shares(terms, photos)
        library.models.use("demo")
        library.index([tmp_path / "photos"])
        shares = library.models.word_shares(terms, photos)
        assert library.models.word_shares([Term(text="red")], photos) == {}
        assert library.models.word_shares(terms, []) == {}
    pictures, _, _ = embed_pictures(model, [*written], "cpu", lambda *_: None)
    texts = [" ".join(SENTENCE), "red circle", "small circle", "small red"]
    with open_text_tower(model, "cpu") as tower:
        whole, *without = (pictures @ tower.encode(texts).vectors.T).T
    for row, photo in enumerate(photos):
        assert tuple(one.word for one in shares[photo]) == SENTENCE
        expected = [float(whole[row] - one[row]) for one in without]
        assert [one.share for one in shares[photo]] == pytest.approx(expected, abs=2e-3)  # stored in 16 bits
    asked = ["search", " ".join(SENTENCE), "--engine", "semantic", "--library", str(tmp_path / "library")]
    assert main([*asked, "--explain"]) == 0
    out = capsys.readouterr().out
    assert out.count("\twords: small ") == len(written)
    assert main([*asked, "--explain", "--json"]) == 0
    hits = json.loads(capsys.readouterr().out)["hits"]
    assert [word["word"] for word in hits[0]["words"]] == list(SENTENCE)
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hits"][0]["words"] == []
