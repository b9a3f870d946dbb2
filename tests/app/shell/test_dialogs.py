"""The dialogs: every control named, closed by Escape, and gone when they are closed."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget

from cbir_app.panels.library import LibraryDialog, WordsDialog
from cbir_app.panels.measure import MeasureDialog
from cbir_app.shell.help_dialogs import AboutDialog, GuideDialog, KeysDialog, NewsDialog
from cbir_app.shell.palette import PaletteDialog
from cbir_app.shell.settings import SettingsDialog

OPENERS = {
    "settings": (SettingsDialog, lambda window: window.dialogs.show_settings()),
    "models": (SettingsDialog, lambda window: window.dialogs.show_settings(models=True)),
    "library": (LibraryDialog, lambda window: window.dialogs.show_library()),
    "own words": (WordsDialog, lambda window: window.controls.maintenance.learn_words()),
    "measure": (MeasureDialog, lambda window: window.dialogs.show_measure()),
    "keys": (KeysDialog, lambda window: window.dialogs.show_keys()),
    "palette": (PaletteDialog, lambda window: window.dialogs.show_palette()),
    "guide": (GuideDialog, lambda window: window.dialogs.show_guide()),
    "news": (NewsDialog, lambda window: window.dialogs.show_news()),
    "about": (AboutDialog, lambda window: window.dialogs.show_about()),
}


@pytest.fixture(params=OPENERS)
def opened(qtbot, window, request):
    kind, show = OPENERS[request.param]
    qtbot.waitUntil(lambda: window.model_session.answered)
    show(window)
    dialog = window.findChild(kind)
    assert isinstance(dialog, QDialog)
    qtbot.waitUntil(dialog.isVisible)
    return dialog


def test_every_control_has_a_name(opened):
    unnamed = []
    for widget in opened.findChildren(QWidget):
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or not widget.isVisible():
            continue
        if not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name):
            unnamed.append(f"{type(widget).__name__} {widget.objectName()} in {widget.parent()}")
    assert unnamed == []


def test_escape_closes_it_and_nothing_of_it_stays(qtbot, window, theme, opened):
    before = type(opened)
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChild(before) is None)
    window.model_session.changed.emit()
    theme.changed.emit()
    window.controls.maintenance.log.changed.emit()


def test_the_keys_say_what_is_done_and_not_what_was(window):
    from cbir_app.shell.help_dialogs import key_rows

    window.search.type("boat")
    assert window.actions_.undo.text() == "&Undo: change of the search"
    rows = dict(key_rows(window.actions_.groups["Edit"]))
    assert set(rows) >= {"Undo", "Redo", "Select all"}
    assert rows["Undo"] == "Ctrl+Z"
    assert rows["Redo"] == "Ctrl+Shift+Z"
    window.search.clear()
