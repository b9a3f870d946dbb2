"""The page of benchmarks quotes its records, and what benchmarks share."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

import pytest

from tests.benchmarks.records import PAGE, RECORDS, Record, Table, filled_in, load, markdown, save
from tests.benchmarks.report import cores, on_one_core, side_by_side, thinned

ROOT = PAGE.parents[1]
ROW = '| A cover | {} | [{}](benchmarks/quality.json "covers, R@1 > measured") |\n'


@pytest.fixture(name="record")
def _record():
    found = Table(title="Covers", columns=("what", "measured"), rows=(("covers, R@1", "0.99"), ("all", "")))
    lost = Table(title="Objects", columns=("what", "measured"), rows=(("all", "1"),), notes=("Of [four].",))
    return Record(
        heading="Quality",
        date="2026-11-24",
        machine="Linux",
        command="python -m tests.benchmarks.quality",
        commit="0123abcd",
        measures=("cbir/matching",),
        tables=(found, lost),
    )


def test_the_page_shows_what_the_records_have():
    page = PAGE.read_text(encoding="utf-8")
    assert filled_in(page) == page, "run python -m tests.benchmarks"


def test_every_record_can_be_read_and_stays_as_it_is(tmp_path):
    paths = list(RECORDS.iterdir())
    assert len(paths) > 50
    for path in paths:
        save(load(path), tmp_path / path.name)
        assert (tmp_path / path.name).read_text("utf-8") == path.read_text("utf-8")


def test_every_path_that_a_record_measures_is_there():
    assert [
        path for record in RECORDS.iterdir() for path in load(record).measures if not (ROOT / path).exists()
    ] == []


def test_a_row_is_filled_in_from_its_record(record, tmp_path):
    save(record, tmp_path / "quality.json")
    page = "# Page\n" + ROW.format("0.5", "old") + "text\n"
    assert filled_in(page, tmp_path) == "# Page\n" + ROW.format("0.99", "2026-11-24, 0123abcd") + "text\n"


def test_a_figure_is_quoted_only_where_one_row_has_it(record, tmp_path):
    save(record, tmp_path / "quality.json")
    row = '| All | 0 | – | [](benchmarks/quality.json "{}all > measured > –") |'
    assert "| All | 1 | – |" in filled_in(row.format("Objects > "), tmp_path)
    assert "| All | – | – |" in filled_in(row.format("Covers > "), tmp_path)
    with pytest.raises(KeyError, match="2 rows"):
        filled_in(row.format(""), tmp_path)


def test_every_command_that_the_page_lists_is_one():
    listed = PAGE.read_text(encoding="utf-8").partition("| `python -m tests.benchmarks.` |")[2]
    rows = [line.split(" | ")[0] for line in listed.partition("\n## ")[0].splitlines()[2:]]
    names = {f"tests.benchmarks.{name}" for row in rows for name in re.findall(r"`([a-z_.]+)", row)}
    assert len(names) > 20
    assert [name for name in names if find_spec(name) is None] == []


def test_a_table_is_markdown_with_its_bars_escaped():
    table = Table(title="T", columns=("a", "b"), rows=(("1", "x|y"),), notes=("A note.",))
    assert markdown(table) == "**T**\n\n| a | b |\n|---|---|\n| 1 | x\\|y |\n\nA note."
    with pytest.raises(ValueError, match="2 cells"):
        Table(columns=("a", "b"), rows=(("1",),))


def test_a_quick_look_is_spread_evenly_over_all():
    assert list(thinned(range(10), 5)) == [0, 2, 4, 6, 8]
    assert list(thinned(range(3), 5)) == [0, 1, 2]
    assert list(thinned(range(3), None)) == [0, 1, 2]


def test_work_side_by_side_comes_back_in_order():
    assert side_by_side("x", range(7), lambda part: (item * 2 for item in part)) == [0, 2, 4, 6, 8, 10, 12]
    assert side_by_side("x", [], list) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process choose its cores")
def test_on_one_core_no_thread_has_a_second_and_the_caller_keeps_its_own():
    before = cores()
    assert on_one_core(cores_of_threads, 3) == [1, 1, 1]
    assert cores() == before


def cores_of_threads(count):
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(lambda _: cores(), range(count)))
