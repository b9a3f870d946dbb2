"""The engine's sentences in the window: menus where it names commands."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cbir.base.types import Problem, SearchResult, Skipped, Timings, TrashReport
from cbir.service import CheckAnswer, Failure, SearchAnswer, TrashAnswer
from cbir_app.engine import in_window
from cbir_app.engine.words import reworded

CBIR = Path(__file__).resolve().parents[3] / "cbir"
COMMAND = re.compile(r"\bcbir (?:index|search|models|library (?:check|info))\b")
PROGRAM = re.compile(
    r"\bcbir\b(?![./])"
)  # not a module's or a folder's name: most files are not worth parsing
SPOKEN_ELSEWHERE = ("cli", "demo", "evaluation")  # the terminal's own words


def sentences() -> Iterator[tuple[str, str]]:
    """Every text in the engine that names a command, docstrings apart."""
    for file in sorted(CBIR.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        if (
            file.relative_to(CBIR).parts[0] in SPOKEN_ELSEWHERE
            or file.name == "messages.py"
            or not PROGRAM.search(source)
        ):
            continue
        tree = ast.parse(source)
        pieces = {
            piece for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for piece in node.values
        }
        statements = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                text = "".join(
                    str(piece.value) if isinstance(piece, ast.Constant) else "NAME" for piece in node.values
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                if node in pieces or node in statements:
                    continue
                text = node.value
            else:
                continue
            if COMMAND.search(text):
                yield file.name, text


def test_the_engine_names_commands_here_and_there() -> None:
    assert len(list(sentences())) >= 8


@pytest.mark.parametrize(("file", "text"), list(sentences()))
def test_no_command_of_the_terminal_reaches_the_window(file: str, text: str) -> None:
    assert not COMMAND.search(in_window(text)), file


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            "The library holds no photos yet. Add some with: cbir index FOLDER",
            "The library holds no photos yet. Add some with: “Add folder…” in the menu Library",
        ),
        (
            "The file has changed since it was indexed, and stays. Run cbir index on its folder first.",
            "The file has changed since it was indexed, and stays. Choose “Scan for changes” first.",
        ),
        ("The drive is full.", "The drive is full."),
        (
            "Rerun nothing: the cbir index of before is kept.",
            "Rerun nothing: the cbir index of before is kept.",
        ),
    ],
)
def test_a_sentence_stays_a_sentence(said: str, shown: str) -> None:
    assert in_window(said) == shown


def test_every_kind_of_answer_is_reworded() -> None:
    command = "Run cbir index on your folders."
    shown = "Choose “Scan for changes”."
    assert reworded(Failure(message=command)) == Failure(message=shown)
    result = SearchResult(hits=(), took_ms=Timings(), searched=0, notes=(command,))
    answer = reworded(SearchAnswer(result=result))
    assert isinstance(answer, SearchAnswer)
    assert answer.result.notes == (shown,)
    checked = reworded(CheckAnswer(problems=(Problem(what="Damage.", remedy=command),)))
    assert checked == CheckAnswer(problems=(Problem(what="Damage.", remedy=shown),))
    problem = Skipped(path=Path("a.jpg"), reason=command)
    trashed = reworded(TrashAnswer(report=TrashReport(photos=0, problems=(problem,))))
    assert isinstance(trashed, TrashAnswer)
    assert trashed.report.problems[0].reason == shown
