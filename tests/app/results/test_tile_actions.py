"""Stars and buttons on the tile that is pointed at."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine import Engine
from app.query import part_of_file
from app.results import TileActions
from app.shell import MainWindow
from tests.app.conftest import MakeWindow
from tests.app.fake_engine import FakeEngine
from tests.app.handling import found, settle


@pytest.fixture
def tile(qtbot: QtBot, window: MainWindow, picture_file: Path) -> TileActions:
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    made = window.findChild(TileActions)
    assert isinstance(made, TileActions)
    return made


def point(window: MainWindow, place: QPoint) -> None:
    viewport = window.results.view.viewport()
    no, plain = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    at = QPointF(viewport.mapToGlobal(place))
    moved = QMouseEvent(QEvent.Type.MouseMove, QPointF(place), at, no, no, plain)
    QApplication.sendEvent(viewport, moved)


def middle(window: MainWindow, row: int) -> QPoint:
    view = window.results.view
    return view.visualRect(view.model().index(row, 0)).center()


def test_the_tile_under_the_pointer_is_rated_and_shown_large(
    qtbot: QtBot, window: MainWindow, tile: TileActions, fake: FakeEngine
) -> None:
    assert not tile.isVisible()
    point(window, middle(window, 2))
    assert tile.isVisible()
    view = window.results.view
    assert view.visualRect(view.model().index(2, 0)).contains(tile.geometry())
    star = QPoint(tile.stars.width() - 8, tile.stars.height() // 2)
    QTest.mouseClick(tile.stars, Qt.MouseButton.LeftButton, pos=star)
    qtbot.waitUntil(
        lambda: {int(photo): one.rating for photo, one in fake.collection.marks.items()} == {3: 5}
    )
    current = window.results.current_hit()
    assert current is not None
    assert current.photo == 3, "what is rated is chosen, so that one sees what the keys go to"
    point(window, middle(window, 1))
    assert tile.stars.value() != 5
    QTest.mouseClick(tile.large, Qt.MouseButton.LeftButton)
    assert window.pages.on_photo
    assert window.pages.photo.title.text() == "IMG_0002.jpg"


def test_it_goes_when_the_wall_moves_or_the_pointer_leaves(window: MainWindow, tile: TileActions) -> None:
    point(window, middle(window, 0))
    assert tile.isVisible()
    QApplication.sendEvent(window.results.view.viewport(), QEvent(QEvent.Type.Leave))
    assert not tile.isVisible()
    point(window, middle(window, 0))
    window.results.view.set_line_height(60)
    assert not tile.isVisible()
    point(window, middle(window, 0))
    assert not tile.isVisible(), "a narrow tile has no room for them"


@pytest.mark.parametrize(
    ("size", "line", "lines", "stars"),
    [((900, 600), 200, 1, True), ((600, 900), 220, 2, True), ((600, 900), 160, 1, False)],
)
def test_on_a_narrow_tile_they_lie_in_two_lines_and_on_a_thin_one_without_stars(
    qtbot: QtBot,
    make_window: MakeWindow,
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    line: int,
    lines: int,
    stars: bool,
) -> None:
    monkeypatch.setattr("tests.app.fake_engine.SIZE", size)
    window = make_window()
    view, tile = window.results.view, window.findChild(TileActions)
    assert isinstance(tile, TileActions)
    qtbot.waitUntil(lambda: window.results.shows_hits)
    view.set_line_height(line)
    settle(qtbot, window, engine)  # it goes whenever the wall is laid out anew
    point(window, middle(window, 0))
    assert tile.isVisible() and view.visualRect(view.model().index(0, 0)).contains(tile.geometry())
    assert round(tile.height() / tile.search.height()) == lines
    assert tile.stars.isVisible() == stars and tile.large.isVisible() and tile.search.isVisible()
