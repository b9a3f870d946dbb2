"""The main job from end to end without a mouse, as a person does it: key by key, to whatever has the focus."""

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from cbir_app.panels.library.albums_panel import AlbumsPanel
from cbir_app.query.filters.pages import DateField
from cbir_app.shell.help_dialogs import KeysDialog
from cbir_app.shell.settings import SettingsDialog
from tests.app.handling import found, search_requests

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
MAX_TABS = 80


def focus():
    widget = QApplication.focusWidget()
    assert widget is not None, "nothing has the focus"
    return widget


def press(key, modifier=NONE):
    QTest.keyClick(focus(), key, modifier)


def tab_to(wanted, modifier=NONE):
    """Go on with Tab until the focus is on a control of a kind."""
    for _ in range(MAX_TABS):
        press(Key.Key_Tab, modifier)
        if isinstance(focus(), wanted):
            return focus()
    raise AssertionError(f"Tab never comes to {wanted.__name__}")


@pytest.fixture
def ready(qtbot, window):
    """A window that has the keyboard and knows its models."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.waitUntil(lambda: window.model_session.answered)
    return window


def settled(qtbot, window):
    qtbot.waitUntil(lambda: not window.search.busy and window.search.result is not None)


def paste(qtbot, window, picture):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(picture))])
    QGuiApplication.clipboard().setMimeData(data)
    press(Key.Key_V, CTRL)
    found(qtbot, window)


def is_over(window):
    return window.pages.match.over


def lines_shown(window):
    lines = window.pages.match.lines
    return lines is not None and lines.isVisible()


def close_with_escape(qtbot, window, kind):
    """Close a dialog that is coming up, and return to the window as a window manager does."""

    def shown():
        return [
            widget
            for widget in window.findChildren(QDialog)
            if isinstance(widget, kind) and widget.isVisible()
        ]

    qtbot.waitUntil(lambda: [one for one in shown() if one.isActiveWindow()] != [])
    press(Key.Key_Escape)
    qtbot.waitUntil(lambda: not shown())
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def test_words_are_searched_and_their_hits_looked_at(qtbot, ready, fake):
    press(Key.Key_F, CTRL)
    assert focus() is ready.bar.edit
    QTest.keyClicks(focus(), "red boat")
    settled(qtbot, ready)
    assert ready.search.query.draft == "red boat"
    press(Key.Key_Return)
    settled(qtbot, ready)
    assert [part.label for part in ready.search.query.parts] == ["red boat"]
    qtbot.waitUntil(lambda: focus() is ready.results.view or focus() is ready.bar.edit)
    if focus() is ready.bar.edit:
        tab_to(type(ready.results.view))
    assert ready.results.view.currentIndex().row() == 0
    press(Key.Key_Right)
    press(Key.Key_Right)
    press(Key.Key_Left)
    assert ready.results.view.currentIndex().row() == 1
    press(Key.Key_Space)
    assert ready.pages.currentWidget() is ready.pages.photo
    assert ready.pages.photo.hit == ready.results.model.hits[1]
    press(Key.Key_PageDown)
    assert ready.pages.photo.hit == ready.results.model.hits[2]
    press(Key.Key_Escape)
    assert ready.pages.on_results
    assert focus() is ready.results.view
    assert ready.results.view.currentIndex().row() == 2


def test_a_picture_is_searched_compared_and_framed(qtbot, ready, fake, picture_file):
    press(Key.Key_F, CTRL)
    paste(qtbot, ready, picture_file)
    assert focus() is ready.results.view
    assert ready.results.headline.text() == "7 matches"
    press(Key.Key_Return)
    match = ready.pages.match
    assert ready.pages.currentWidget() is match
    qtbot.waitUntil(lambda: match.match is not None)
    press(Key.Key_O)
    assert is_over(ready)
    before = match.slider.value()
    press(Key.Key_BracketRight)
    assert match.slider.value() > before
    press(Key.Key_O)
    assert not is_over(ready)
    shown = lines_shown(ready)
    press(Key.Key_L)
    assert lines_shown(ready) != shown
    press(Key.Key_Escape)
    assert ready.pages.on_results
    press(Key.Key_R, CTRL)
    framing = ready.pages.framing
    assert ready.pages.currentWidget() is framing
    press(Key.Key_Right)
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: ready.pages.on_results)
    settled(qtbot, ready)
    assert ready.search.query.parts[0].term.region is not None
    assert search_requests(fake)[-1].terms[0].region is not None


def test_a_chip_is_turned_weighed_and_removed_and_the_query_taken_back(qtbot, ready, picture_file):
    press(Key.Key_F, CTRL)
    paste(qtbot, ready, picture_file)
    press(Key.Key_F, CTRL)
    press(Key.Key_Left)
    assert focus() is ready.bar.chips[0]
    press(Key.Key_Up)
    assert ready.search.query.parts[0].term.weight == 2.0
    for sign, key in ((-1, Key.Key_Minus), (1, Key.Key_Plus)):
        press(key)
        assert ready.search.query.parts[0].term.sign == sign
    press(Key.Key_Delete)
    assert ready.search.query.empty
    press(Key.Key_Z, CTRL)
    assert len(ready.search.query.parts) == 1
    settled(qtbot, ready)


def test_a_search_is_saved_named_and_run_again(qtbot, ready, fake):
    press(Key.Key_F, CTRL)
    QTest.keyClicks(focus(), "boat")
    settled(qtbot, ready)
    press(Key.Key_S, CTRL)
    qtbot.waitUntil(lambda: [album.name for album in fake.albums.albums] == ["boat"])
    assert tab_to(AlbumsPanel) is ready.panel.albums
    press(Key.Key_F2)
    QTest.keyClicks(focus(), "Boats")
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: [album.name for album in fake.albums.albums] == ["Boats"])
    press(Key.Key_Backspace, CTRL)
    assert ready.search.query.empty
    tab_to(AlbumsPanel)
    press(Key.Key_Return)
    settled(qtbot, ready)
    assert "boat" in ready.search.query.label


@pytest.mark.qt_log_ignore("does not support", extend=True)  # a menu grabs the keyboard
def test_a_filter_is_set_and_taken_away(qtbot, ready, fake):
    press(Key.Key_L, CTRL)
    qtbot.waitUntil(ready.bar.filter_menu.isVisible)
    QTest.keyClick(ready.bar.filter_menu, Key.Key_Return)  # the first: by date
    popover = ready.bar.filter_popover
    qtbot.waitUntil(lambda: isinstance(focus(), DateField))
    QTest.keyClicks(focus(), "2019")
    press(Key.Key_Return)
    press(Key.Key_Escape)
    assert not popover.isVisible()
    ready.activateWindow()  # offscreen, a menu that closes leaves no window active
    qtbot.waitUntil(ready.isActiveWindow)
    qtbot.waitUntil(lambda: any(request.options.filters.taken_from for request in search_requests(fake)[-1:]))
    settled(qtbot, ready)
    press(Key.Key_Z, CTRL)
    while not ready.search.query.empty:
        before = ready.search.query
        press(Key.Key_Backspace, CTRL)
        assert ready.search.query != before


def test_settings_keys_and_full_screen(qtbot, ready, picture_file):
    press(Key.Key_F, CTRL)
    press(Key.Key_Comma, CTRL)
    close_with_escape(qtbot, ready, SettingsDialog)
    assert focus() is ready.bar.edit
    paste(qtbot, ready, picture_file)
    press(Key.Key_Question)  # a platform with a keyboard knows that Shift is part of it
    close_with_escape(qtbot, ready, KeysDialog)
    assert focus() is ready.results.view
    press(Key.Key_F11)
    assert ready.isFullScreen()
    press(Key.Key_Space)
    assert ready.pages.currentWidget() is ready.pages.photo
    assert not ready.bar.isVisible()
    press(Key.Key_Escape)
    assert ready.bar.isVisible()
    press(Key.Key_F11)
    assert not ready.isFullScreen()


def test_hits_are_chosen_marked_and_shown_in_other_shapes(qtbot, ready, fake, picture_file):
    press(Key.Key_F, CTRL)
    paste(qtbot, ready, picture_file)
    press(Key.Key_Right, SHIFT)
    press(Key.Key_Right, SHIFT)
    assert len(ready.results.selected_hits()) == 3
    press(Key.Key_4)
    qtbot.waitUntil(lambda: "RateRequest" in [type(request).__name__ for request in fake.seen])
    press(Key.Key_2, CTRL)
    assert focus() is ready.results.list
    press(Key.Key_Down)
    chosen = ready.results.current_hit()
    press(Key.Key_3, CTRL)
    assert focus() is ready.results.view
    assert ready.results.current_hit() == chosen
    press(Key.Key_1, CTRL)
    press(Key.Key_Return, CTRL)
    settled(qtbot, ready)
    assert chosen is not None
    assert ready.search.query.parts[0].term.photo == chosen.photo
    press(Key.Key_Left, ALT)
    settled(qtbot, ready)
    assert ready.search.query.parts[0].term.path == picture_file


def test_tab_comes_to_every_part_of_the_window_and_back(qtbot, ready, picture_file):
    press(Key.Key_F, CTRL)
    paste(qtbot, ready, picture_file)
    start = focus()
    visited = [start]
    for _ in range(3 * MAX_TABS):
        press(Key.Key_Tab)
        if focus() is start:
            break
        visited.append(focus())
    else:
        raise AssertionError(f"Tab does not come round: {[type(one).__name__ for one in visited[-5:]]}")
    for part in (ready.bar, ready.panel, ready.results, ready.evidence):
        assert [one for one in visited if part.isAncestorOf(one)], f"no Tab to {type(part).__name__}"
