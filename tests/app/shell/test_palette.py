"""The command palette: what it offers, how it is filtered, and what Enter does."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from cbir_app.shell.palette import Command, PaletteDialog, matching


@pytest.fixture
def palette(qtbot, window):
    qtbot.waitUntil(lambda: window.library.info is not None)
    window.actions_.palette.trigger()
    dialog = window.findChild(PaletteDialog)
    qtbot.waitUntil(dialog.isVisible)
    return dialog


def rows(palette):
    return [palette.rows.topLevelItem(at) for at in range(palette.rows.topLevelItemCount())]


def words(palette):
    return [row.text(0) for row in rows(palette)]


def test_actions_are_offered_with_menu_and_key_and_those_that_cannot_be_done_are_not(palette, window):
    texts = {row.text(0): row.text(1) for row in rows(palette)}
    assert texts["Search › Filter…"] == "Ctrl+L"
    assert texts["✓ View › Library column"] == "F9"
    assert not window.actions_.redo.isEnabled()
    assert not any("Redo" in text for text in texts)
    palette.reject()


def test_enter_runs_what_typing_and_arrows_have_chosen(qtbot, palette, window):
    on = window.actions_.filmstrip.isChecked()
    QTest.keyClicks(palette.field, "column LIBR")
    assert words(palette)[0] == "✓ View › Library column"
    palette.field.clear()
    QTest.keyClicks(palette.field, "show as a")
    assert words(palette)[:2] == ["View › Show as a grid", "View › Show as a list"]
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.results.bar.shape == "list"
    assert window.actions_.filmstrip.isChecked() == on
    assert not palette.isVisible()


def test_a_field_of_the_search_text_is_begun_after_what_was_typed(qtbot, window):
    window.search.type("boat")
    window.actions_.palette.trigger()
    palette = window.findChild(PaletteDialog)
    QTest.keyClicks(palette.field, "taken:2019")
    assert words(palette) == ["In the text › When it was taken"]
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.search.query.draft == "boat taken:"
    assert window.bar.edit.text() == "boat taken:"


def test_without_a_fitting_command_enter_does_nothing(palette):
    QTest.keyClicks(palette.field, "xyzzy")
    assert palette.nothing.isVisible()
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()
    palette.reject()


def test_words_that_begin_as_typed_come_first():
    commands = [Command(text, "", list) for text in ("Edit › Replay", "Help › Play")]
    assert [command.words for command in matching(commands, "play")] == ["Help › Play", "Edit › Replay"]
