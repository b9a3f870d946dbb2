"""The wall: photos in their own shapes, line after line from edge to edge."""

import random
from itertools import pairwise

import pytest
from PySide6.QtWidgets import QAbstractItemView

from cbir_app.results import result_layout
from cbir_app.results.result_layout import GAP_PX, ResultLayout
from cbir_app.results.result_sections import HEADER_PX, Section

WIDTH, HEIGHT = 1000, 180


def shapes(count):
    rng = random.Random(count)
    return [rng.choice((4 / 3, 3 / 4, 3 / 2, 16 / 9, 1, 3.0, 2 / 3)) for _ in range(count)]


def lines(laid):
    """The rows of each line, by where their cells are."""
    made = {}
    for row in range(laid.rows):
        made.setdefault(laid.cell(row).top(), []).append(row)
    return list(made.values())


@pytest.mark.parametrize("count", [1, 2, 3, 17, 400])
@pytest.mark.parametrize("width", [300, 1000, 2500])
def test_no_photo_lies_on_another_or_beyond_the_edge_and_each_is_found_again(count, width):
    sections = (Section(0, count // 2, "a"), Section(count // 2, 0, "b"), Section(count // 2, -(-count // 2)))
    laid = ResultLayout(sections, shapes(count), width, HEIGHT)
    cells = [laid.cell(row) for row in range(count)]
    for row, cell in enumerate(cells):
        assert cell.width() > 0
        assert cell.left() >= GAP_PX
        assert cell.right() < width
        assert laid.row_at(cell.center().x(), cell.center().y()) == row
        assert not any(cell.intersects(other) for other in cells[max(0, row - 20) : row])
    assert list(laid.rows_between(0, laid.height)) == list(range(count))
    assert laid.cell(count).isEmpty()


def test_full_lines_go_from_edge_to_edge_and_photos_keep_their_shape():
    aspects = shapes(200)
    laid = ResultLayout((Section(0, 200),), aspects, WIDTH, HEIGHT)
    for line in lines(laid)[:-1]:
        cells = [laid.cell(row) for row in line]
        assert cells[0].left() == GAP_PX
        assert cells[-1].right() + 1 == WIDTH - GAP_PX
        assert {cell.height() for cell in cells} == {cells[0].height()}
        assert 0.7 * HEIGHT < cells[0].height() <= 1.4 * HEIGHT
        for before, after in pairwise(cells):
            assert after.left() - before.right() - 1 in (GAP_PX - 1, GAP_PX, GAP_PX + 1)
        for row, cell in zip(line, cells, strict=True):
            assert cell.width() / cell.height() == pytest.approx(aspects[row], rel=0.06)


def test_few_photos_are_not_blown_up_to_fill_a_line():
    laid = ResultLayout((Section(0, 2, "a"), Section(2, 1, "b", scale=1.5)), [1.5, 1.0, 1.0], WIDTH, HEIGHT)
    assert [laid.cell(row).height() for row in range(3)] == [180, 180, 270]
    assert [laid.cell(row).width() for row in range(3)] == [270, 180, 270]
    assert laid.cell(2).top() == laid.placed[1].cells_top == laid.placed[1].top + HEADER_PX


def test_in_a_window_that_is_too_narrow_photos_stay_large_enough_to_be_told_apart():
    laid = ResultLayout((Section(0, 2),), [4.0, 4.0], 60, HEIGHT)
    assert [laid.cell(row).height() for row in range(2)] == [24, 24]


def test_what_is_folded_takes_a_title_and_no_more():
    laid = ResultLayout((Section(0, 3), Section(3, 0, "Less likely (9)", folded=True)), [1.5] * 3, WIDTH)
    assert laid.placed[1].top + HEADER_PX == laid.height
    assert laid.section_at(laid.height - 5) is laid.placed[1]
    assert laid.rows == 3
    assert ResultLayout((Section(0, 0, "Less likely (9)", folded=True),)).height == HEADER_PX
    assert ResultLayout(()).height == 0


def test_sections_are_stepped_through():
    sections = (Section(0, 5, "a"), Section(5, 0, "b"), Section(5, 1, "c"), Section(6, 9))
    laid = ResultLayout(sections, shapes(15), WIDTH, HEIGHT)
    assert [laid.next_section(row, 1) for row in (0, 5, 6, 14)] == [5, 6, 6, 14]
    assert [laid.next_section(row, -1) for row in (3, 0, 5, 9)] == [0, 0, 0, 6]


def test_keys_go_from_photo_to_photo_from_line_to_line_and_to_either_end():
    keys = QAbstractItemView.CursorAction
    laid = ResultLayout((Section(0, 40),), [1.5] * 40, WIDTH, HEIGHT)
    second = lines(laid)[1][0]
    expected = {
        keys.MoveHome: 0,
        keys.MoveEnd: 39,
        keys.MoveLeft: second - 1,
        keys.MovePrevious: second - 1,
        keys.MoveRight: second + 1,
        keys.MoveNext: second + 1,
        keys.MoveUp: 0,
        keys.MoveDown: lines(laid)[2][0],
        keys.MovePageUp: 0,
        keys.MovePageDown: lines(laid)[4][0],
    }
    assert {key: laid.moved(second, key, 3 * HEIGHT) for key in expected} == expected
    assert laid.moved(-1, keys.MoveDown, HEIGHT) == 0, "where none is current"


def many_sections():
    return (
        Section(0, 120, "a"),
        Section(120, 1),
        Section(121, 400, "b", scale=1.25),
        Section(521, 0, "Less likely (9)", folded=True),
    )


@pytest.mark.parametrize("at_once", [1, 7, 120, 300])
def test_rows_laid_out_part_by_part_have_the_places_of_those_laid_out_at_once(monkeypatch, at_once):
    whole = ResultLayout(many_sections(), shapes(521), WIDTH, HEIGHT)
    monkeypatch.setattr(result_layout, "AT_ONCE", at_once)
    laid = ResultLayout(many_sections(), shapes(521), WIDTH, HEIGHT)
    assert (whole.complete, laid.complete) == (True, False)
    assert laid.rows == 521
    while not laid.complete:
        laid.work()
    assert laid.placed == whole.placed
    assert laid.height == whole.height
    assert [laid.cell(row) for row in range(521)] == [whole.cell(row) for row in range(521)]


@pytest.mark.parametrize("row", [0, 119, 120, 121, 400, 520])
def test_what_is_asked_for_is_laid_out_up_to_there(monkeypatch, row):
    whole = ResultLayout(many_sections(), shapes(521), WIDTH, HEIGHT)
    cell = whole.cell(row)
    monkeypatch.setattr(result_layout, "AT_ONCE", 7)

    def laid():
        return ResultLayout(many_sections(), shapes(521), WIDTH, HEIGHT)

    assert laid().cell(row) == cell
    assert laid().rows_between(cell.top(), cell.bottom()) == whole.rows_between(cell.top(), cell.bottom())
    assert laid().next_line(row, 1) == whole.next_line(row, 1)
    assert laid().next_line(row, -1) == whole.next_line(row, -1)
    assert laid().next_section(row, 1) == whole.next_section(row, 1)
    for found, placed in (
        (laid().section_of(row), whole.section_of(row)),
        (laid().section_at(cell.top()), whole.section_at(cell.top())),
    ):
        assert found is not None
        assert placed is not None
        assert (found.section, found.top, found.cells_top) == (placed.section, placed.top, placed.cells_top)


def test_the_height_is_about_right_before_all_is_laid_out(monkeypatch):
    monkeypatch.setattr(result_layout, "AT_ONCE", 500)
    laid = ResultLayout((Section(0, 3000),), shapes(3000), WIDTH, HEIGHT)
    expected = laid.height
    laid.cell(2999)
    assert laid.complete
    assert expected == pytest.approx(laid.height, rel=0.05)
