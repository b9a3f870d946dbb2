"""The wall, its list and its rail, without a window: what lies on a tile, what a row says, where keys go."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import cast

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeView

from cbir.base.types import Metadata, PhotoId
from cbir.service import MetadataAnswer, MetadataRequest, ThumbnailRequest
from cbir_app.base.language import written
from cbir_app.engine import Details, Thumbnails
from cbir_app.results import Stacks, TileActions, TileMarks
from cbir_app.results.result_delegate import ResultDelegate, stack_badge
from cbir_app.results.result_list import ResultList
from cbir_app.results.result_model import COLUMNS, ResultModel, selected
from cbir_app.results.result_sections import HEADER_PX, Section, by_month
from cbir_app.results.result_view import ResultView
from cbir_app.results.tile_actions import BELOW_PX, INSET_PX
from cbir_app.results.timeline_rail import PAD_PX, Gallery, TimelineRail
from tests.app.by_hand import hits

NO, LEFT, RIGHT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
PLAIN, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


@dataclass
class Stacked:
    """The photos with a stack."""

    photos: set[PhotoId] = field(default_factory=set)

    def has(self, hit):
        return hit.photo in self.photos


@pytest.fixture
def stacked():
    return Stacked()


@pytest.fixture
def details(hand):
    return Details(hand, hand)


@pytest.fixture
def thumbnails(hand):
    return Thumbnails(hand, hand)


@pytest.fixture
def view(qtbot, under, thumbnails, theme):
    """A wall of three photos in a window that has the keys."""
    under.resize(800, 600)
    made = ResultView(thumbnails, theme, under)
    made.setModel(ResultModel(made))
    made.setItemDelegate(ResultDelegate(thumbnails, theme, made))
    made.resize(780, 580)
    under.show()
    under.activateWindow()
    qtbot.waitUntil(under.isActiveWindow)
    fill(made, hits(3))
    return made


def fill(view, shown, shape=1.5):
    model = view.model()
    assert isinstance(model, ResultModel)
    model.show(shown)
    view.set_sections((Section(0, len(shown)),), [shape] * len(shown))


def tile(view, row):
    return view.visualRect(view.model().index(row, 0)).center()


def moved(view, place, pressed=NO):
    at = QPointF(place)
    over = view.viewport()
    event = QMouseEvent(QEvent.Type.MouseMove, at, over.mapToGlobal(at), NO, pressed, PLAIN)
    QApplication.sendEvent(over, event)


def known(hand, details, *shown, rating):
    details.ask(shown)
    answer = MetadataAnswer(metadata=(Metadata(rating=rating),) * len(shown))
    hand.answer(MetadataRequest, answer)


# ---- what lies on a tile


@pytest.fixture
def actions(view, stacked, theme):
    return TileActions(view, cast(Stacks, stacked), theme)


@pytest.fixture
def told(actions):
    heard = []
    actions.chosen.connect(heard.append)
    actions.large_asked.connect(lambda: heard.append("large"))
    actions.search_asked.connect(lambda: heard.append("search"))
    actions.stack_asked.connect(lambda hit: heard.append(("stack", hit.photo)))
    return heard


def test_whatever_is_pressed_on_a_tile_chooses_its_photo_first(view, actions, told):
    moved(view, tile(view, 1))
    actions.large.click()
    actions.search.click()
    assert told == [1, "large", 1, "search"]
    parts = (actions.large, actions.search)
    assert {part.focusPolicy() for part in parts} == {Qt.FocusPolicy.NoFocus}, "the keys stay with the photos"


def test_nothing_lies_on_a_tile_while_something_is_dragged_or_beside_all_of_them(view, actions):
    moved(view, tile(view, 1))
    assert actions.isVisible()
    moved(view, tile(view, 1), pressed=LEFT)
    assert actions.isHidden()
    moved(view, tile(view, 1))
    assert actions.isVisible(), "the same tile once more"
    moved(view, QPoint(view.viewport().width() - 2, view.viewport().height() - 2))
    assert actions.isHidden()
    for gone in (view.scrolled, view.laid_out):
        moved(view, tile(view, 0))
        assert actions.isVisible()
        gone.emit()
        assert actions.isHidden()


def test_a_stack_opens_where_its_number_is_pressed_and_chooses_nothing(view, actions, stacked, told):
    index = view.model().index(1, 0)
    badge = stack_badge(view.visualRect(index), hits(3)[1]).center()
    QTest.mousePress(view.viewport(), LEFT, PLAIN, badge)
    assert told == [] and view.currentIndex().row() == 1, "it stands for itself alone"
    stacked.photos.add(PhotoId(2))
    view.setCurrentIndex(view.model().index(0, 0))
    QTest.mousePress(view.viewport(), LEFT, PLAIN, badge)
    assert told == [("stack", 2)] and view.currentIndex().row() == 0
    QTest.mousePress(view.viewport(), LEFT, PLAIN, tile(view, 1))
    assert len(told) == 1 and view.currentIndex().row() == 1


@pytest.fixture
def wanted():
    return [True]


@pytest.fixture
def marks(view, wanted):
    return TileMarks(view, lambda: wanted[-1])


def test_marks_are_there_while_a_search_can_learn_and_nothing_is_dragged(view, marks, wanted):
    moved(view, tile(view, 1))
    assert marks.isVisible()
    moved(view, tile(view, 1), pressed=LEFT)
    assert marks.isHidden()
    moved(view, tile(view, 1))
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert marks.isHidden()
    for gone in (view.scrolled, view.laid_out):
        moved(view, tile(view, 1))
        gone.emit()
        assert marks.isHidden()
    wanted.append(False)
    moved(view, tile(view, 1))
    assert marks.isHidden()


def test_marks_are_about_the_photo_under_them_and_below_the_sign_of_an_absent_drive(view, marks):
    one, two, three = hits(3)
    fill(view, (one, replace(two, offline=True), three))
    told = []
    marks.asked.connect(lambda hit, right: told.append((hit.photo, right)))
    for row, below in ((0, 0), (1, BELOW_PX)):
        moved(view, tile(view, row))
        corner = view.visualRect(view.model().index(row, 0)).topLeft()
        assert marks.pos() == corner + QPoint(INSET_PX, INSET_PX + below)
        marks.buttons[row == 0].click()
        assert marks.isHidden()
    assert told == [(1, True), (2, False)]
    moved(view, tile(view, 0))
    fill(view, ())
    marks.buttons[True].click()
    assert len(told) == 2, "its photo is gone"


def test_a_narrow_photo_has_no_room_for_marks(view, marks):
    fill(view, hits(30), shape=0.3)
    moved(view, tile(view, 1))
    assert marks.isHidden()


# ---- the wall by key, wheel and pointer


def chosen(view):
    return sorted(index.row() for index in view.selectionModel().selectedRows())


def test_shift_selects_from_where_one_was_in_either_direction(view):
    view.setFocus()
    QTest.mouseClick(view.viewport(), LEFT, PLAIN, tile(view, 2))
    QTest.mouseClick(view.viewport(), LEFT, Qt.KeyboardModifier.ShiftModifier, tile(view, 1))
    assert chosen(view) == [1, 2]
    QTest.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert chosen(view) == [0, 1, 2]
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert chosen(view) == [1]


def test_keys_that_are_held_with_others_open_nothing(view):
    told = []
    view.opened.connect(lambda _index: told.append("open"))
    view.previewed.connect(lambda _index: told.append("preview"))
    view.size_asked.connect(lambda by: told.append(f"size {by}"))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert told == [], "no photo is current"
    view.setCurrentIndex(view.model().index(0, 0))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        QTest.keyClick(view, key, CTRL)
    QTest.keyClick(view, Qt.Key.Key_Return, Qt.KeyboardModifier.KeypadModifier)
    QTest.keyClick(view, Qt.Key.Key_Space)
    QTest.keyClick(view, Qt.Key.Key_Plus, CTRL)
    QTest.keyClick(view, Qt.Key.Key_Minus, CTRL)
    assert told == ["open", "preview", "size 1", "size -1"]
    view.setCurrentIndex(view.model().index(2, 0))
    QTest.keyClick(view, Qt.Key.Key_I)
    assert view.currentIndex().row() == 2, "a letter does not go to a name"


def test_a_wheel_turned_in_pieces_makes_whole_steps_while_ctrl_is_held(view):
    steps = []
    view.size_asked.connect(steps.append)
    place = QPointF(tile(view, 0))

    def turn(angle, held):
        phase = Qt.ScrollPhase.NoScrollPhase
        event = QWheelEvent(
            place, view.viewport().mapToGlobal(place), QPoint(), QPoint(0, angle), NO, held, phase, False
        )
        QApplication.sendEvent(view.viewport(), event)

    for angle in (90, 90, 60, -240):
        turn(angle, CTRL)
    assert steps == [1, 1, -2]
    turn(120, PLAIN)
    assert len(steps) == 3


def test_the_wall_asks_for_what_is_seen_when_it_is_shown_or_told_that_it_may_be_there_now(
    qtbot, view, hand, thumbnails
):
    qtbot.waitUntil(lambda: [request.photo for request in hand.asked(ThumbnailRequest)] == [1, 2, 3])
    seen = []
    view.came_to_rest.connect(seen.append)
    thumbnails.ask_again()
    qtbot.waitUntil(lambda: len(seen) == 1)
    view.hide()
    view.show_visible()
    assert len(seen) == 1, "they belong to others meanwhile"
    view.show()
    qtbot.waitUntil(lambda: len(seen) == 2)


def test_a_title_that_folds_is_pressed_with_the_left_button_and_shows_a_hand(view):
    view.set_sections((Section(0, 3), Section(3, 0, "Less likely (9)", folded=True)), [1.5] * 3)
    told = []
    view.fold_asked.connect(lambda: told.append(None))
    title = QPoint(30, view.laid.placed[1].top + HEADER_PX // 2)
    hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
    for place, shape in ((tile(view, 0), arrow), (title, hand)):
        moved(view, place)
        assert view.viewport().cursor().shape() == shape
    QTest.mousePress(view.viewport(), RIGHT, PLAIN, title)
    assert told == []
    view.setCurrentIndex(view.model().index(1, 0))
    QTest.mousePress(view.viewport(), LEFT, PLAIN, title)
    assert len(told) == 1 and view.currentIndex().row() == 1, "no photo is chosen by that"


def test_a_photo_that_was_chosen_by_code_is_left_out_again_by_a_click(view):
    """Its row has more columns than the wall shows: all of them are chosen and left together."""
    flags = QItemSelectionModel.SelectionFlag
    for row in (0, 1):
        view.selectionModel().select(view.model().index(row, 0), flags.Select | flags.Rows)
    QTest.mouseClick(view.viewport(), LEFT, Qt.KeyboardModifier.ControlModifier, tile(view, 1))
    model = view.model()
    assert isinstance(model, ResultModel)
    assert selected(view.selectionModel().selection(), model.hits) == model.hits[:1]


def test_sections_are_stepped_to_with_their_titles_in_sight_and_selected_from_there(view):
    fill(view, hits(40))
    view.set_sections((Section(0, 20, "June"), Section(20, 20, "May")), [1.5] * 40)
    top = view.laid.cell(20).top()
    view.step_section(1)
    assert view.currentIndex().row() == 20 and view.verticalOffset() == top - HEADER_PX
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert chosen(view) == [20, 21]
    view.verticalScrollBar().setValue(top)
    view.scrollTo(view.model().index(20, 0))
    assert view.verticalOffset() == top - HEADER_PX, "with its title"
    for row in (20, 0):
        view.step_section(-1)
        assert view.currentIndex().row() == row, "the beginning of its own section first"


# ---- the list


@pytest.fixture
def table(details):
    counts = {2: 3, 3: 0}
    made = ResultModel(None, details.marks, lambda photo: counts.get(photo, 1), details.get)
    details.arrived.connect(made.refresh)
    return made


@pytest.fixture
def listed(qtbot, under, table, details, thumbnails, theme):
    under.resize(1200, 400)
    made = ResultList(table, details, thumbnails, theme, under)
    made.resize(1190, 390)
    under.show()
    under.activateWindow()
    qtbot.waitUntil(under.isActiveWindow)
    table.show(hits(3))
    yield made
    made.setModel(None)


def cell(table, row, column, role=int(Qt.ItemDataRole.DisplayRole)):
    return table.data(table.index(row, column), role)


def test_a_row_says_what_is_known_of_its_photo(hand, details, table):
    one, two, three = hits(3)
    found = replace(one, kind="same thing", strength=0.6, taken_at=None)
    table.show((found, replace(two, offline=True), three))
    names = [cell(table, row, 0) for row in range(3)]
    assert names == ["IMG_0001.jpg", "⏏ IMG_0002.jpg  (3)", "    IMG_0003.jpg"]
    matches = [str(cell(table, row, 1)) for row in range(2)]
    assert matches == ["●●○ The same thing", "Less likely"]
    assert cell(table, 0, 2) == "" and cell(table, 0, 4) == ""
    assert cell(table, 1, 2) == written(two.taken_at or "") != two.taken_at
    assert cell(table, 0, 6) == str(one.path.parent)
    known(hand, details, one, rating=0)
    assert cell(table, 0, 4) == "", "no star is none"
    spoken = int(Qt.ItemDataRole.AccessibleTextRole)
    assert str(cell(table, 1, 0, spoken)).startswith("IMG_0002.jpg. ")
    assert "Stack of 3" in str(cell(table, 1, 0, spoken))
    assert cell(table, 0, 1, spoken) == "The same thing. Probably right"
    assert cell(table, 1, 1, spoken) == "Less likely" and cell(table, 1, 2, spoken) is None
    assert cell(table, 0, 3, int(Qt.ItemDataRole.ToolTipRole)) == cell(
        table, 0, 0, int(Qt.ItemDataRole.ToolTipRole)
    )


def test_rows_tell_that_they_changed_when_details_come_or_hits_are_exchanged(hand, details, table):
    told = []
    table.dataChanged.connect(lambda _first, last, _roles: told.append((last.row(), last.column())))
    details.arrived.emit()
    assert told == []
    table.show(hits(3))
    details.arrived.emit()
    table.exchange(hits(3))
    assert told == [(2, len(COLUMNS) - 1)] * 2


def test_a_dragged_row_is_one_photo_however_many_columns_it_has(table):
    table.show(hits(3))
    indexes = [table.index(row, column) for column in range(2) for row in (2, 0)]
    assert table.mimeData(indexes).text().splitlines() == [str(hits(3)[row].path) for row in (0, 2)]


def test_the_list_opens_previews_and_sorts(listed):
    told = []
    listed.opened.connect(lambda: told.append("open"))
    listed.previewed.connect(lambda: told.append("preview"))
    listed.current_changed.connect(lambda: told.append("current"))
    listed.sort_key_asked.connect(told.append)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        QTest.keyClick(listed, key)
    assert told == [], "no photo is current"
    listed.setCurrentIndex(listed.model().index(1, 0))
    for key, held in ((Qt.Key.Key_Return, CTRL), (Qt.Key.Key_Enter, PLAIN), (Qt.Key.Key_Space, PLAIN)):
        QTest.keyClick(listed, key, held)
    listed.doubleClicked.emit(listed.model().index(1, 0))
    listed.header().sectionClicked.emit(4)
    QTest.keyClick(listed, Qt.Key.Key_I)
    assert told == ["current", "open", "preview", "open", "rating"], "a letter does not go to a name"


@pytest.mark.parametrize(
    ("key", "backwards", "down"), [("name", False, False), ("name", True, True), ("taken", False, True)]
)
def test_the_heading_says_which_way_the_list_is_sorted(listed, key, backwards, down):
    listed.show_sort_key("name" if key == "name" else "taken", backwards=backwards)
    header = listed.header()
    assert COLUMNS[header.sortIndicatorSection()][1] == key
    order = Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
    assert header.isSortIndicatorShown() and header.sortIndicatorOrder() == order


def test_the_list_asks_for_what_is_seen_and_no_more(qtbot, listed, table, hand, thumbnails):
    def asked():
        return [photo for request in hand.asked(MetadataRequest) for photo in request.photos]

    qtbot.waitUntil(lambda: asked() == [1, 2, 3])
    hand.waiting.clear()
    table.show(hits(60))
    qtbot.waitUntil(lambda: bool(asked()))
    first = max(asked())
    assert first < 30
    height = listed.visualRect(table.index(0, 0)).height()
    assert first == -(-listed.viewport().height() // height), "also the row at the edge"
    listed.verticalScrollBar().setValue(listed.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: 60 in asked())
    shown = []
    thumbnails.show = lambda wanted, *_: shown.append(len(list(wanted)))
    thumbnails.ask_again()
    qtbot.waitUntil(lambda: len(shown) == 1)
    listed.hide()
    listed.show_visible()
    assert len(shown) == 1, "they belong to others meanwhile"
    listed.show()
    qtbot.waitUntil(lambda: len(shown) == 2 and not listed.visible_timer.isActive())
    listed.resize(1190, 200)
    qtbot.waitUntil(lambda: len(shown) == 3)


def test_every_heading_has_room(listed):
    header = listed.header()
    assert all(listed.columnWidth(at) >= header.sectionSizeHint(at) for at in range(len(COLUMNS)))
    assert isinstance(listed, QTreeView)


# ---- the rail


def dated(*days):
    return tuple(replace(one, taken_at=day or None) for one, day in zip(hits(len(days)), days, strict=True))


@pytest.fixture
def rail(view, theme, under):
    shown = dated(*(f"20{24 - n // 12:02}-{12 - n % 12:02}-05" for n in range(48)), "")
    fill(view, shown)
    view.set_sections(by_month(shown), [1.5] * len(shown))
    made = TimelineRail(view, theme, under)
    made.resize(made.width(), 500)
    made.show()
    return made


def test_years_stand_where_they_begin_without_those_that_would_overlap(view, rail):
    assert [year for year, _ in rail.years()] == ["2024", "2023", "2022", "2021", "–"]
    assert rail.y_of(view.laid.height) == rail.height() - PAD_PX, "as far from the end as from the beginning"
    rail.resize(rail.width(), 60)
    years = rail.years()
    assert len(years) < 5
    assert all(after[1] - before[1] >= 17 for before, after in pairwise(years))


def test_keys_go_by_months_or_back_to_the_photos_and_other_buttons_scroll_nothing(view, rail):
    left = []
    rail.left.connect(lambda: left.append(None))
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Escape, Qt.Key.Key_Return):
        QTest.keyClick(rail, key)
    assert len(left) == 3
    view.setCurrentIndex(view.model().index(0, 0))
    QTest.keyClick(rail, Qt.Key.Key_Down)
    assert view.currentIndex().row() == view.sections[1].first > 0
    QTest.keyClick(rail, Qt.Key.Key_Up)
    assert view.currentIndex().row() == 0
    view.verticalScrollBar().setValue(0)
    QTest.mousePress(rail, RIGHT, PLAIN, QPoint(10, 400))
    moved_over = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(10, 300), rail.mapToGlobal(QPointF(10, 300)), NO, NO, PLAIN
    )
    QApplication.sendEvent(rail, moved_over)
    assert view.verticalOffset() == 0
    shown = rail.month_at(300)
    assert shown is not None and rail.toolTip() == f"{shown.section.title} · {shown.section.rows}"


def test_the_rail_takes_the_place_of_the_scroll_bar_and_gives_it_back(view, theme, under):
    gallery = Gallery(view, theme)
    gallery.setParent(under)
    gallery.resize(780, 580)
    gallery.show()
    always, never = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    assert gallery.rail.isHidden() and view.verticalScrollBarPolicy() == always
    wide = view.width()
    gallery.show_rail(True)
    assert gallery.rail.isVisible() and view.verticalScrollBarPolicy() == never
    assert view.width() < wide, "at once"
    kept = view.laid
    gallery.show_rail(True)
    assert view.laid is kept, "nothing is laid out for nothing"
    gallery.show_rail(False)
    assert gallery.rail.isHidden() and view.verticalScrollBarPolicy() == always
    gallery.rail.left.emit()
    assert view.hasFocus()
