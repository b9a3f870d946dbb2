"""`cbir codebook learn`: what it would take, the comparison, and who decides."""

from collections.abc import Callable

import pytest

from cbir.base.types import OWN_PHOTOS, WordsTrial, WordsTrialRow
from cbir.cli import main
from cbir.library import Library
from tests.cbir.stage_data import write_pictures
from tests.docs.schemas import fitting

Run = Callable[..., tuple[int, str, str]]
SMALL = ("--words", 64, "--compare", 1)


@pytest.fixture(name="run")
def _run(make_library, tmp_path, capsys):
    """A function that runs a command on a library of three photos: exit code, stdout and stderr."""
    write_pictures(tmp_path / "photos", ("astronaut", "coffee", "rocket"))
    with make_library() as library:
        library.index([tmp_path / "photos"])

    def run(*arguments):
        capsys.readouterr()
        code = main(["codebook", "learn", *map(str, arguments), "--library", str(tmp_path / "library")])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run


@pytest.fixture(name="name")
def _name(tmp_path):
    def name():
        with Library.open(tmp_path / "library") as library:
            return library.models.codebook().name

    return name


def told(better):
    row = WordsTrialRow(measure="first", before=0.5, after=0.75, low=0.1, high=0.4)
    return lambda *_, **__: WordsTrial(photos=10, copies=60, differing=15, rows=(row,), better=better)


def test_a_dry_run_says_what_it_takes_and_writes_nothing(run, tmp_path):
    code, out, err = run("--words", 64, "--dry-run")
    lines = dict(line.split("\t", 1) for line in out.splitlines())
    assert (code, err) == (0, "")
    assert lines["photos"] == "3\t0 have the new words"
    assert lines["words"] == "64\tto learn"
    assert lines["time"] == "about 1 min, then the comparison"
    assert not (tmp_path / "library" / "learning").exists()


def test_without_a_terminal_the_new_words_wait_for_a_decision(run, name):
    before = name()
    code, out, err = run(*SMALL, "--json")
    answer = fitting("codebook learn", out)
    assert (code, answer["kept"], answer["discarded"]) == (0, None, False)
    assert (answer["plan"]["photos"], answer["plan"]["done"], answer["trial"]["copies"]) == (3, 0, 6)
    assert [row["measure"] for row in answer["trial"]["rows"]] == ["first", "proven", "words"]
    assert "cbir codebook learn --keep" in err
    assert name() == before

    code, out, err = run("--words", 64, "--keep", "--json")
    answer = fitting("codebook learn", out)
    assert (code, answer["plan"]["done"], answer["trial"]) == (0, 3, None)
    assert answer["kept"] is not None
    assert "Searches now use the new words." in err
    assert name() == OWN_PHOTOS


@pytest.mark.parametrize("better", [True, False])
def test_yes_does_what_the_comparison_recommends(run, name, monkeypatch, tmp_path, *, better):
    monkeypatch.setattr("cbir.evaluation.try_words", told(better))
    code, out, _ = run(*SMALL, "--yes")
    assert code == 0
    assert "found first\t\t50.0%\t75.0%\t+10.0 to +40.0 points" in out
    assert f"recommended\tkeep the {'new' if better else 'old'} words" in out
    assert (name() == OWN_PHOTOS) == better
    assert not (tmp_path / "library" / "learning").exists()


@pytest.mark.parametrize(
    ("answer", "kept", "waits"), [("new", True, False), ("old", False, False), ("", False, True)]
)
def test_a_person_decides(
    run,
    name,
    monkeypatch,
    tmp_path,
    answer,
    *,
    kept,
    waits,
):
    monkeypatch.setattr("cbir.evaluation.try_words", told(better=False))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdin.readline", lambda: f"{answer}\n")
    assert run(*SMALL)[0] == 0
    assert (name() == OWN_PHOTOS) == kept
    assert (tmp_path / "library" / "learning").exists() == waits


def test_what_cannot_be_done_is_a_sentence(run):
    code, _, err = run()
    assert code == 2
    assert "needs 40,960 details" in err and "Add more photos first" in err
    code, _, err = run("--yes", "--keep")
    assert (code, err) == (2, "Give only one of --dry-run, --yes, --keep and --discard.\n")
    code, _, err = run("--discard")
    assert (code, err) == (0, "The old words stay; what was learned is removed.\n")
