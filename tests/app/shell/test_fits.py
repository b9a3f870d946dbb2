"""The window at its sizes: nothing is cut off, nothing lies over anything else, and all can be read."""

import re

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QLabel, QStyle, QStyleOptionViewItem

from cbir.base.types import IndexProgress
from cbir_app.base.theme import DARK, LIGHT
from cbir_app.sessions import part_of_file
from tests.app.fit_views import faults_of, in_language, overlays, searched_at, views
from tests.app.fits import contrast, faint, faults
from tests.app.handling import found

SIZES = ((800, 600), (1290, 820))


@pytest.fixture(params=["en", "de", *(pytest.param(name, marks=pytest.mark.long) for name in ("fr", "it"))])
def spoken(qapp, request):
    with in_language(qapp, request.param) as code:
        yield code


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off_or_lies_over_anything_else(
    qtbot,
    spoken,
    make_window,
    engine,
    picture_file,
    size,
):
    window = searched_at(size, qtbot, make_window, picture_file)
    seen = faults_of(views(window), qtbot, window, engine)
    window.notice.hide()
    for name, show in overlays(window).items():
        shown = show()
        QApplication.processEvents()
        seen[name] = faults(shown)
        shown.close()
    assert {name: wrong for name, wrong in seen.items() if wrong} == {}
    assert (window.width(), window.height()) == size, "the window grew beyond what was asked for"


def test_a_narrow_window_stays_narrow_while_photos_are_added(qtbot, spoken, make_window):
    window = make_window()
    window.resize(800, 600)
    qtbot.waitUntil(lambda: window.library.info is not None)
    status = window.status
    status.show_running(True)
    for done in range(20_000, 20_010):
        status.show_progress(IndexProgress(done=done, total=98_765, searchable=done), 98_765)
    QApplication.processEvents()
    assert status.pace.text()
    assert (window.width(), window.height()) == (800, 600)
    status.show_running(False)


def test_what_is_cut_off_is_noticed(qtbot, window):
    over = QLabel("a sentence that has no room at all", window.bar)
    place = window.bar.edit.mapTo(window.bar, QPoint(5, 5))
    over.setGeometry(QRect(place, QSize(40, 20)))
    over.show()
    wrong = faults(window)
    assert any("needs" in one for one in wrong)
    assert any("over each other" in one for one in wrong)


def test_what_is_cut_off_in_a_column_that_scrolls_is_noticed(qtbot, window):
    assert faults(window.panel) == []
    window.panel.add_button.setFixedWidth(4)
    assert any("needs" in fault for fault in faults(window.panel))
    window.panel.setFixedWidth(100)
    qtbot.waitUntil(lambda: any("at the side" in fault for fault in faults(window.panel)))


def test_what_is_cut_off_in_a_popover_is_noticed(window):
    popover = overlays(window)["filter: format"]()
    assert faults(popover) == []
    popover.title.setText("a title")
    popover.title.setFixedWidth(8)
    QApplication.processEvents()
    assert any("needs" in fault for fault in faults(popover))


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_every_text_stands_out_from_its_ground(colours):
    assert faint(colours) == []
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def texts_of_tile(window, row, state):
    """The texts of a tile, read from a drawing that keeps texts as texts."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(buffer)
    drawing.setSize(QSize(300, 200))
    painter, option = QPainter(drawing), QStyleOptionViewItem()
    option.rect, option.state = QRect(0, 0, 300, 200), state
    view = window.results.view
    view.itemDelegate().paint(painter, option, view.model().index(row, 0))
    painter.end()
    return re.findall(r"<text[^>]*>\s*([^<]+?)\s*</text>", bytes(content.data()).decode())


def test_a_tile_says_only_its_stars_until_it_is_pointed_at(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    states = QStyle.StateFlag
    rated = ["★", "★★", "★★★", "", "★★★★★", "", "★"]
    qtbot.waitUntil(  # what is known of the photos comes after the hits
        lambda: ["".join(texts_of_tile(window, row, states.State_Enabled)) for row in range(7)] == rated
    )
    assert texts_of_tile(window, 0, states.State_MouseOver) == ["IMG_0001.jpg", "★"]
    assert texts_of_tile(window, 1, states.State_HasFocus) == ["IMG_0002.jpg", "★★"]
    assert window.results.headline.text() == "7 matches"
    assert window.results.remark.text() == ""


@pytest.mark.parametrize(("size", "least"), [((1290, 820), 0.7), ((2560, 1440), 0.8), ((800, 600), 0.75)])
def test_photos_get_most_of_the_window(qtbot, window, size, least):
    window.actions_.evidence_column.setChecked(False)  # as it is for whoever opens the window first
    window.resize(*size)
    qtbot.waitUntil(lambda: window.results.shows_hits and not window.status.isVisible())
    QApplication.processEvents()
    wall = window.results.gallery.size()
    assert wall.width() * wall.height() >= least * size[0] * size[1]


def test_columns_fold_away_in_a_narrow_window_and_come_back(qtbot, window):
    assert window.panel.isVisible()
    window.resize(900, 700)
    qtbot.waitUntil(lambda: not window.panel.isVisible())
    assert not window.evidence.isVisible()
    window.actions_.library_column.trigger()  # asked for
    assert window.panel.isVisible()
    window.resize(1290, 820)
    qtbot.waitUntil(window.panel.isVisible)
    assert window.actions_.evidence_column.isChecked()
