"""Typed sentences on the command line, with a model of colours."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from cbir.cli import main
from tests.cbir.colour_model import make_colour_model
from tests.cbir.copies import copy_library

Captured = pytest.CaptureFixture[str]
BGR = {"one": (30, 30, 220), "two": (40, 200, 40), "three": (220, 40, 30)}


def index_colours(folder):
    """Index three coloured photos among forty muted ones; none has a colour in its name. Returns the library."""
    make_colour_model(folder / "models" / "colours")
    photos = folder / "photos"
    photos.mkdir()
    rng = np.random.default_rng(0)
    drawn = {f"muted {number}": tuple(rng.integers(70, 180, 3).tolist()) for number in range(40)}
    for name, colour in {**BGR, **drawn}.items():
        cv2.imwrite(str(photos / f"{name}.png"), np.full((48, 64, 3), colour, np.uint8))
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("CBIR_MODELS", str(folder / "models"))
        assert main(["index", str(photos), "--library", str(folder / "library")]) == 0
    return folder / "library"


@pytest.fixture(name="_indexed", scope="module")
def _colours_indexed(tmp_path_factory):
    return index_colours(tmp_path_factory.mktemp("colours"))


@pytest.fixture
def library(_indexed, workers, monkeypatch):
    """A library that no test changes."""
    monkeypatch.setenv("CBIR_MODELS", str(_indexed.parent / "models"))
    return _indexed


@pytest.fixture
def own(_indexed, tmp_path, monkeypatch, capsys):
    """A library that a test may change, with its photos and its model."""
    for name in ("photos", "models"):
        shutil.copytree(_indexed.parent / name, tmp_path / name)
    monkeypatch.setenv("CBIR_MODELS", str(tmp_path / "models"))
    capsys.readouterr()
    return copy_library(_indexed.parent, tmp_path, tmp_path / "photos")


def search(capsys, library, *arguments):
    assert main(["search", "--json", "--library", str(library), *arguments]) in (0, 1)
    found = json.loads(capsys.readouterr().out)
    return found


def names(found):
    return [Path(hit["path"]).stem for hit in found["hits"]]


def test_a_sentence_finds_what_photos_show(library, capsys):
    found = search(capsys, library, "a red one", "--engine", "semantic")
    assert names(found)[0] == "one"
    first = found["hits"][0]
    assert not first["verified"]
    assert first["engines"]["semantic"]["rank"] == 1
    assert found["strong"] == sum(hit["strong"] for hit in found["hits"])
    assert found["took_ms"]["encode"] > 0


def test_auto_finds_names_and_meanings_in_one_list(library, capsys):
    found = search(capsys, library, "green", "-a", "three", "-t", "2")
    assert set(names(found)) == {"two", "three"}
    engines = {Path(hit["path"]).stem: set(hit["engines"]) for hit in found["hits"]}
    assert "metadata" in engines["three"]
    assert "semantic" in engines["two"]


def test_a_weight_before_a_term_counts(library, capsys):
    for first, arguments in {
        "one": ["20:red", "-a", "0.1:blue"],
        "three": ["0.1:red", "-a", "20:blue"],
    }.items():
        found = search(capsys, library, *arguments, "--engine", "semantic")
        assert names(found)[0] == first
        assert sorted(term["weight"] for term in found["query"]) == [0.1, 20]


@pytest.mark.parametrize("weight", ["0", "1000"])
def test_a_weight_without_sense_is_a_sentence(library, capsys, weight):
    assert main(["search", f"{weight}:red", "--library", str(library)]) == 2
    assert "weight" in capsys.readouterr().err


def test_pages_and_orders(library, capsys):
    whole = names(search(capsys, library, "blue", "--engine", "semantic", "-t", "20"))
    second = search(capsys, library, "blue", "--engine", "semantic", "-t", "10", "--skip", "10")
    assert names(second) == whole[10:]
    by_name = names(search(capsys, library, "blue", "--engine", "semantic", "-t", "20", "--sort", "name"))
    assert sorted(by_name) == sorted(whole)
    assert [int(name.split()[1]) for name in by_name if name.startswith("muted")] == sorted(
        int(name.split()[1]) for name in whole if name.startswith("muted")
    )


def test_the_library_says_which_model_answers(library, capsys):
    assert main(["library", "info", "--library", str(library)]) == 0
    assert "model\tcolours\t43 photos\t" in capsys.readouterr().out
    assert main(["library", "info", "--json", "--library", str(library)]) == 0
    coverage = json.loads(capsys.readouterr().out)["coverage"]
    assert [(one["engine"], one["photos"]) for one in coverage] == [("match", 43), ("semantic", 43)]


def test_a_damaged_model_is_a_sentence_and_the_rest_still_answers(own, tmp_path, capsys):
    (tmp_path / "models" / "colours" / "text.onnx").write_bytes(b"not a model")
    assert main(["search", "muted", "--library", str(own), "-t", "50"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 40
    assert main(["search", "red", "--engine", "semantic", "--library", str(own)]) == 2
    assert capsys.readouterr().err.strip()


NO_CARD = "No graphics card that CUDA can use was found. The search ran on the processor."
NO_GPU = "There is no NVIDIA GPU that programs can use here. The model runs on the CPU."


@pytest.mark.long
def test_each_command_that_encodes_says_where_its_model_runs(own, tmp_path, capsys, monkeypatch):
    """The towers ask the CUDA driver; for a process that is shown no GPU there is none."""
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "-1")
    at = ["--library", str(own)]
    commands = (
        ["index", str(tmp_path / "photos"), *at],
        ["library", "rebuild", *at],
        ["search", "red", "--engine", "semantic", *at],
        ["search", str(tmp_path / "photos" / "one.png"), "--engine", "semantic", *at],
    )
    for number, command in enumerate(commands):
        cv2.imwrite(str(tmp_path / "photos" / "new.png"), np.full((48, 64, 3), 10 * number, np.uint8))
        assert main([*command, "--device", "cuda"]) in (0, 1)  # 1: a search without a clear hit
        said = capsys.readouterr().err
        assert NO_GPU in said, command
        assert (NO_CARD in said) == (command[0] == "search"), (
            command
        )  # vectors are compared in searches alone
        cv2.imwrite(str(tmp_path / "photos" / "new.png"), np.full((48, 64, 3), 10 * number + 5, np.uint8))
        assert main([*command, "--device", "cpu"]) in (0, 1)
        assert "GPU" not in capsys.readouterr().err, command
