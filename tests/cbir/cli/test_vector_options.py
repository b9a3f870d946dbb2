"""Options of the search in embeddings, on the command line: what they do, and that none is ignored."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cbir.cli import main
from tests.cbir.cli.test_cli_semantics import index_colours

SENTENCES = ("a red one", "green", "a blue thing", "red and blue")
TRAINED = ("--kind", "trained", "--lists", "8", "--codes", "8bit", "--dimensions", "0")


@pytest.fixture(scope="module")
def indexed(tmp_path_factory):
    return index_colours(tmp_path_factory.mktemp("colours"))


@pytest.fixture
def library(indexed, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CBIR_MODELS", str(indexed.parent / "models"))
    shutil.copytree(indexed, tmp_path / "library")
    capsys.readouterr()
    return tmp_path / "library"


@pytest.fixture
def trained(library, capsys):
    assert main(["library", "vectors", *TRAINED, "--library", str(library)]) == 0
    capsys.readouterr()
    return library


def found(capsys, library, sentence, *options):
    status = main(
        [
            "search",
            sentence,
            "--engine",
            "semantic",
            "-t",
            "20",
            "--json",
            "--library",
            str(library),
            *options,
        ]
    )
    assert status in (0, 1)
    return [Path(hit["path"]).stem for hit in json.loads(capsys.readouterr().out)["hits"]]


def recall(capsys, library, *options):
    """Mean share of the exact answer that a search with these options has, for a few sentences."""
    shares = []
    for sentence in SENTENCES:
        exact = found(capsys, library, sentence)
        shares.append(len(set(exact) & set(found(capsys, library, sentence, *options))) / len(exact))
    return np.mean(shares)


def refused(capsys, *arguments):
    assert main(list(map(str, arguments))) == 2
    return capsys.readouterr().err


def test_fewer_lists_find_less_in_a_library_of_any_size(trained, capsys):
    one, two, four, all_ = (recall(capsys, trained, "--nprobe", n) for n in ("1", "2", "4", "8"))
    assert one < two <= four <= all_ == 1
    assert one < 0.7


def test_a_process_that_searches_once_searches_as_many_lists_as_it_is_told(trained, capsys):
    command = [
        *(sys.executable, "-m", "cbir", "search", "green", "--engine", "semantic", "-t", "20", "--json"),
        *("--library", str(trained), "--nprobe", "1"),
    ]
    alone = subprocess.run(
        command, capture_output=True, check=False, env=os.environ
    )  # 1: nothing clearly shows it
    names = [Path(hit["path"]).stem for hit in json.loads(alone.stdout)["hits"]]
    assert names == found(capsys, trained, "green", "--nprobe", "1")
    assert len(names) < len(found(capsys, trained, "green"))


def test_the_number_of_lists_of_a_library_is_that_of_its_searches(trained, capsys):
    by_search = found(capsys, trained, "green", "--nprobe", "2")
    assert main(["library", "vectors", "--nprobe", "2", "--library", str(trained)]) == 0
    capsys.readouterr()
    assert found(capsys, trained, "green") == by_search


def test_a_filter_does_not_change_the_number_of_lists(trained, capsys):
    folder = ("--in", str(trained))  # another folder than the photos'
    with_all = found(capsys, trained, "green", "--nprobe", "1", "--orientation", "landscape")
    assert with_all == found(capsys, trained, "green", "--nprobe", "1")
    assert found(capsys, trained, "green", "--nprobe", "1", *folder) == []


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("green", "--engine", "metadata"), "compares no embeddings"),
        (("rating:>=1",), "compares no embeddings"),
        (("green",), "no trained index"),
        (("green", "--engine", "semantic"), "no trained index"),
    ],
)
def test_a_number_of_lists_that_a_search_would_ignore_is_refused(library, capsys, arguments, reason):
    assert reason in refused(capsys, "search", *arguments, "--nprobe", "2", "--library", library)


def test_a_number_of_lists_is_refused_when_the_trained_index_is_damaged(trained, capsys):
    (index,) = (trained / "cache").rglob("index.faiss")
    index.write_bytes(index.read_bytes()[:-7])
    assert "no trained index" in refused(capsys, "search", "green", "--nprobe", "2", "--library", trained)


@pytest.mark.parametrize("kind", ["auto", "exact"])
@pytest.mark.parametrize("option", ["dimensions", "lists", "nprobe", "rerank", "codes"])
def test_options_of_an_index_that_would_not_be_used_are_refused(library, capsys, kind, option):
    value = "pq" if option == "codes" else "2"
    message = refused(
        capsys, "library", "vectors", "--kind", kind, f"--{option}", value, "--library", library
    )
    assert f"--{option}" in message
    assert "--kind trained" in message


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--dimensions", "999"), "dimensions are too many"),
        (("--lists", "44"), "too many for 43 embeddings"),
        (("--lists", "4", "--nprobe", "5"), "there are 4"),
    ],
)
def test_impossible_options_of_an_index_are_refused(library, capsys, options, reason):
    arguments = ("library", "vectors", "--kind", "trained", *options, "--library", library)
    assert reason in refused(capsys, *arguments)


def test_the_size_from_which_an_index_is_used_is_back_once_the_kind_is(trained, capsys):
    assert main(["library", "vectors", "--kind", "exact", "--library", str(trained)]) == 0
    assert "exact_up_to\t10000" in capsys.readouterr().out
