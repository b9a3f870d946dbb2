"""`cbir evaluate` over the real engine: searching, going on, comparing, pooling, plots, and what goes wrong."""

from __future__ import annotations

import json
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest

from cbir.cli import main
from cbir.search.stages import LearnedStage, WeakProofsStage
from tests.pictures import POSTERS, poster, write_jpeg

Captured = pytest.CaptureFixture[str]


@dataclass(frozen=True, slots=True)
class Measured:
    data: Path
    library: Path


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A library of three posters, and a data set that asks for a part of each; no test changes them."""
    folder = tmp_path_factory.mktemp("measured")
    for name in POSTERS[:3]:
        write_jpeg(folder / "data" / "reference" / f"{name}.jpg", poster(name))
        write_jpeg(folder / "data" / "query" / f"{name}.jpg", poster(name)[100:700])
    assert main(["index", str(folder / "data" / "reference"), "--library", str(folder / "library")]) == 0
    return Measured(data=folder / "data", library=folder / "library")


@pytest.fixture(autouse=True)
def without_networks(monkeypatch):
    """They would take four fifths of the time; their own tests compare posters with them."""
    for stage in (WeakProofsStage, LearnedStage):
        monkeypatch.setattr(stage, "applies", lambda *_: False)


@pytest.fixture
def evaluate(measured, workers, capsys):
    def run(*arguments, data=measured.data):
        given = ["--library", str(measured.library), "--engine", "match", *map(str, arguments)]
        code = main(["evaluate", str(data), *given])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_parts_of_posters_find_their_posters_and_the_run_is_gone_on_with(evaluate, tmp_path):
    run, asked = tmp_path / "a.run", ("--measure", "R@1", "--measure", "AP")
    code, out, err = evaluate(*asked, "--run", run, "--plots", tmp_path / "plots")
    assert code == 0
    assert {"R@1\t1.0000", "AP\t1.0000", "micro-AP\t1.0000"} <= set(out.splitlines())
    assert "3 searches in " in err and "3 queries of data that have an answer" in err
    assert (tmp_path / "plots" / "precision-recall.svg").read_text(encoding="utf-8").startswith("<svg")
    code, out, err = evaluate(*asked, "--run", run, "--json")
    assert code == 0 and json.loads(out)["measures"] == {"R@1": 1, "AP": 1}
    assert "1 searches in " in err  # the last one of the file may have been cut off


def test_without_their_photos_parts_of_posters_match_nothing_but_a_second_copy(
    evaluate, measured, workers, capsys, tmp_path
):
    code, out, _ = evaluate("--without-right")
    assert (code, out) == (0, "wrongly the same thing\t0 of 3\t0.0000\n")
    library = tmp_path / "library"
    copy = tmp_path / "others" / "copy.jpg"
    write_jpeg(copy, poster(POSTERS[0])[50:])
    folders = [str(measured.data / "reference"), str(copy.parent)]
    assert main(["index", *folders, "--library", str(library)]) == 0
    capsys.readouterr()
    assert main(["evaluate", str(measured.data), "--without-right", "--json", "--library", str(library)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["queries"], answer["wrong"]) == (3, 1)
    [[claim]] = answer["claims"].values()
    assert claim["path"] == str(copy) and claim["points"] > 20


def test_a_run_that_is_stopped_says_how_to_go_on(evaluate, tmp_path, monkeypatch):
    asked = iter((False, True))

    @contextmanager
    def ctrl_c():
        yield lambda: next(asked, True)

    monkeypatch.setattr("cbir.cli.measuring.stop_on_interrupt", ctrl_c)
    code, out, err = evaluate("--run", tmp_path / "a.run")
    assert code == 130 and not out and "the same command continues from there" in err


def test_runs_are_compared_and_pooled(evaluate, tmp_path):
    good, poor, pool = tmp_path / "good.run", tmp_path / "poor.run", tmp_path / "pool.txt"
    names = [f"{name}.jpg".replace(" ", "%20") for name in sorted(POSTERS[:3])]
    good.write_text("".join(f"query/{name} Q0 reference/{name} 1 1 good\n" for name in names))
    poor.write_text("".join(f"query/{name} Q0 reference/{names[0]} 1 1 poor\n" for name in names))
    code, out, err = evaluate("--compare", poor, good, "--measure", "AP", "--plots", tmp_path)
    assert code == 0 and out.splitlines()[1].split("\t")[:4] == ["AP", "0.3333", "1.0000", "+0.6667"]
    assert "3 queries of data" in err and (tmp_path / "difference-AP.svg").exists()
    code, _, err = evaluate("--pool", pool, "--of", good, "--of", poor)
    assert code == 0 and "5 photos. Give a grade to the 2 that have -1" in err


def test_what_does_not_fit_is_told_before_anything_is_searched(evaluate, measured, tmp_path):
    def refused(sentence, *arguments, data=measured.data):
        code, out, err = evaluate(*arguments, data=data)
        assert code == 2 and not out and sentence in err and "searches in" not in err, err

    refused("There is no measure MAP", "--measure", "MAP")
    refused("is not a data set", data=tmp_path)
    refused("Name the runs to pool", "--pool", tmp_path / "pool")
    refused("cannot be read", "--compare", tmp_path / "none", tmp_path / "none")
    other = tmp_path / "other"
    shutil.copytree(measured.data, other)
    assert main(["evaluate", "--library", str(measured.library)]) == 2  # the own searches
    refused("The library does not have 3 of the 3 right photos of other", data=other)
    (tmp_path / "a.run").write_text("x Q0 y 1 1 tag\n")
    refused("holds the run of another library", "--run", tmp_path / "a.run")


def test_each_ingredient_is_left_out_in_turn(measured, workers, capsys):
    given = ["--library", str(measured.library), "--limit", "2"]
    assert main(["ablate", str(measured.data), *given]) == 0
    out, err = capsys.readouterr()
    rows = [line.split("\t") for line in out.splitlines()[1:]]
    proven = next(row for row in rows if row[:2] == ["verification", "proven"])
    assert proven[2:5] == ["1.0000", "0.0000", "+1.0000"]
    assert len(rows) == 3 * 12 and "2 queries of data" in err


def test_an_order_that_is_not_better_is_not_kept(measured, tmp_path, capsys):
    (tmp_path / "topics.tsv").write_text("".join(f"{n}\tname:{POSTERS[n % 3]}\n" for n in range(10)))
    (tmp_path / "qrels.txt").write_text("".join(f"{n} 0 {quote(POSTERS[n % 3])}.jpg 1\n" for n in range(10)))
    library = ("--library", str(measured.library))
    given = ["evaluate", str(tmp_path / "topics.tsv"), "--qrels", str(tmp_path / "qrels.txt"), *library]
    for name in POSTERS[:3]:
        shutil.copy(measured.data / "reference" / f"{name}.jpg", tmp_path)
    assert main(["index", str(tmp_path), *library]) == 0
    capsys.readouterr()
    assert main([*given, "--learn"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("weight of match\t") and "nDCG@10, standard order\t" in out
    assert "Not better by more than chance" in err
    assert main(["evaluate", "--order", "learned", *library]) == 2
    assert "No order was learned yet" in capsys.readouterr().err
