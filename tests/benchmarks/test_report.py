"""The document of the benchmarks keeps what one of them does not own."""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.benchmarks.report import Table, cores, markdown, on_one_core, side_by_side, thinned, with_section

DOCUMENT_OF_BENCHMARKS = Path(__file__).parents[2] / "docs" / "benchmarks.md"
DOCUMENT = "# Benchmarks\n\n<!-- begin a -->\nold\n<!-- end a -->\n\nprose\n"


def test_a_section_is_replaced_as_a_whole_and_nothing_else_is() -> None:
    assert with_section(DOCUMENT, "a", "new\n\nlines") == DOCUMENT.replace("old", "new\n\nlines")


def test_a_new_section_goes_to_the_end() -> None:
    text = with_section(DOCUMENT, "b", "new")
    assert text.startswith(DOCUMENT.rstrip())
    assert text.endswith("<!-- begin b -->\nnew\n<!-- end b -->\n")
    assert with_section(text, "b", "new") == text


def test_a_section_that_never_ends_is_not_guessed_at() -> None:
    with pytest.raises(ValueError, match="never ends"):
        with_section("<!-- begin a -->\nold\n", "a", "new")


def test_every_command_that_the_document_names_is_one() -> None:
    named = set(re.findall(r"python -m ([\w.]+)", DOCUMENT_OF_BENCHMARKS.read_text(encoding="utf-8")))
    assert len(named) > 30
    packages = {name for name in named if find_spec(name).submodule_search_locations is not None}  # type: ignore[union-attr]
    assert all(find_spec(f"{name}.__main__") for name in packages)


def test_a_table_is_markdown_with_its_bars_escaped() -> None:
    table = Table(title="T", columns=("a", "b"), rows=(("1", "x|y"),), notes=("A note.",))
    assert markdown(table) == "**T**\n\n| a | b |\n|---|---|\n| 1 | x\\|y |\n\nA note."
    with pytest.raises(ValueError, match="2 cells"):
        Table(columns=("a", "b"), rows=(("1",),))


def test_a_quick_look_is_spread_evenly_over_all() -> None:
    assert list(thinned(range(10), 5)) == [0, 2, 4, 6, 8]
    assert list(thinned(range(3), 5)) == [0, 1, 2]
    assert list(thinned(range(3), None)) == [0, 1, 2]


def test_work_side_by_side_comes_back_in_order() -> None:
    assert side_by_side("x", range(7), lambda part: (item * 2 for item in part)) == [0, 2, 4, 6, 8, 10, 12]
    assert side_by_side("x", [], list) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process choose its cores")
def test_on_one_core_no_thread_has_a_second_and_the_caller_keeps_its_own() -> None:
    before = cores()
    assert on_one_core(cores_of_threads, 3) == [1, 1, 1]
    assert cores() == before


def cores_of_threads(count: int) -> list[int]:
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(lambda _: cores(), range(count)))
