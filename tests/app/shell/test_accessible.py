"""The window for a screen reader: every control of every view and dialog has a role and a name."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QPixmap
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QDialog,
    QFileDialog,
    QMessageBox,
    QScrollBar,
    QToolButton,
    QWidget,
)

from cbir.base.types import Problem
from cbir_app.query.snipping import SnipOverlay
from cbir_app.sessions import part_of_file
from tests.app.fit_views import full_engine, pages_beside_the_photos
from tests.app.handling import found, settle

Role = QAccessible.Role
NAMED = {
    *(Role.Button, Role.ButtonMenu, Role.ButtonDropDown, Role.CheckBox, Role.RadioButton, Role.ComboBox),
    *(Role.EditableText, Role.SpinBox, Role.Slider, Role.Dial, Role.ProgressBar, Role.Link),
    *(Role.List, Role.ListItem, Role.Table, Role.Cell, Role.Tree, Role.TreeItem, Role.ColumnHeader),
    *(Role.PageTab, Role.PageTabList, Role.MenuItem, Role.Dialog, Role.AlertMessage),
}
"""Roles that mean nothing to whoever hears them without a name."""

MOST = 60  # children of a list that are looked at


@pytest.fixture
def fake():
    return full_engine()


def tree(top):
    """Return everything that is to be seen in an accessible tree, without the parts of scroll bars."""
    yield top
    for at in range(min(MOST, top.childCount())):
        child = top.child(at)
        if not child.isValid() or isinstance(child.object(), QScrollBar):
            continue
        widget = child.object()
        if isinstance(widget, QWidget) and not widget.isVisible():
            continue
        yield from tree(child)


def faults(top):
    """Return what has no name, or takes the focus without a role."""
    found = []
    for one in tree(QAccessible.queryAccessibleInterface(top)):
        widget = one.object()
        name = one.text(QAccessible.Text.Name).strip()
        focusable = isinstance(widget, QWidget) and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        of_a_view = isinstance(widget, QWidget) and isinstance(widget.parent(), QAbstractScrollArea)
        if not name and (one.role() in NAMED or focusable) and not of_a_view and not _further(one):
            found.append(f"{one.role().name} without a name: {_place(one)}")
        if focusable and one.role() == Role.NoRole:
            found.append(f"{one.role().name} takes the focus: {_place(one)}")
    return found


def _further(one):
    """True for a cell after the first one of its row: without a value it is empty."""
    cell = one.tableCellInterface() if one.role() in (Role.Cell, Role.TreeItem) else None
    return cell is not None and cell.columnIndex() > 0


def _place(one):
    owners = []
    up = one
    while up is not None and up.isValid() and len(owners) < 4:
        owners.append(up.object())
        up = up.parent()
    return " in ".join(
        f"{type(owner).__name__} {owner.objectName() if isinstance(owner, QWidget) else ''}".strip()
        for owner in owners
    )


@pytest.fixture
def shown(qtbot, window, fake, picture_file):
    """A window with a query of two chips, hits, filters, marks, an album and a note."""
    fake.script.problems = (Problem(what="A thumbnail is missing.", remedy="Look again.", mended=False),)
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.search.type("boat")
    window.search.commit()
    qtbot.waitUntil(lambda: not window.search.busy)
    window.search.remove(1)
    found(qtbot, window)
    window.controls.albums.save()
    window.bar.filter_popover.open("folder", window.bar.filter_button)
    qtbot.waitUntil(lambda: window.model_session.answered)
    window.results.select(0)
    qtbot.wait(50)
    return window


def _overlay(window):
    window.pages.show_match()
    window.pages.match.over_button.setChecked(True)


def _details(window):
    window.pages.show_photo()
    window.pages.photo.info.click()


def _nothing(window):
    window.search.clear()


VIEWS = {
    "grid": lambda window: window.actions_.as_grid.trigger(),
    "list": lambda window: window.actions_.as_list.trigger(),
    "timeline": lambda window: window.actions_.as_timeline.trigger(),
    "match": lambda window: window.pages.show_match(),
    "overlay": _overlay,
    "photo": lambda window: window.pages.show_photo(),
    "what is known of a photo": _details,
    "frame": lambda window: window.pages.show_frame(),
    "full screen": lambda window: window.actions_.full_screen.trigger(),
    "a note": lambda window: window.notice.say("Something", topic="x", action="Do it", on_action=list),
    "no query": _nothing,
}


def test_every_control_of_a_view_has_a_name_and_a_role(qtbot, shown, engine):
    seen = {}
    beside = {name: lambda _window, act=act: act() for name, act in pages_beside_the_photos(shown).items()}
    for name, show in {**VIEWS, **beside}.items():
        show(shown)
        settle(qtbot, shown, engine)
        seen[name] = sorted(set(faults(shown)))
        if name == "full screen":
            show(shown)  # and back
        if name not in beside:  # these follow one another
            shown.pages.show_results()
    assert {name: wrong for name, wrong in seen.items() if wrong} == {}


DIALOGS = {
    "settings": lambda window: window.dialogs.show_settings(),
    "models": lambda window: window.dialogs.show_settings(models=True),
    "library": lambda window: window.dialogs.show_library(),
    "measure": lambda window: window.dialogs.show_measure(),
    "keys": lambda window: window.dialogs.show_keys(),
    "palette": lambda window: window.dialogs.show_palette(),
    "check": lambda window: window.controls.maintenance.check(),
    "skipped": lambda window: window.controls.folders.show_skipped(),
    "forget": lambda window: window.controls.maintenance.forget(window.library.info.roots[0]),
    "trash": lambda window: window.controls.trash.ask(),
}


def test_every_control_of_a_dialog_has_a_name_and_a_role(qtbot, shown):
    seen = {}
    for name, show in DIALOGS.items():
        show(shown)
        qtbot.waitUntil(lambda: any(dialog.isVisible() for dialog in shown.findChildren(QDialog)))
        qtbot.wait(30)
        (dialog,) = (dialog for dialog in shown.findChildren(QDialog) if dialog.isVisible())
        assert not isinstance(dialog, QFileDialog), name
        assert dialog.windowTitle() or isinstance(dialog, QMessageBox), name
        seen[name] = sorted(set(faults(dialog)))
        dialog.close()
        qtbot.waitUntil(lambda: not any(dialog.isVisible() for dialog in shown.findChildren(QDialog)))
    assert {name: wrong for name, wrong in seen.items() if wrong} == {}


def test_the_snip_is_named(qtbot, shown, theme):
    picture = QPixmap(shown.screen().size())
    picture.fill(Qt.GlobalColor.gray)
    overlay = SnipOverlay(shown.screen(), picture, theme)
    qtbot.addWidget(overlay)
    overlay.show()
    spoken = QAccessible.queryAccessibleInterface(overlay)
    assert spoken.text(QAccessible.Text.Name)
    assert spoken.text(QAccessible.Text.Description)
    overlay.close()


def test_every_entry_of_every_menu_has_words(shown):
    entries = [action for menu in shown.menuBar().actions() for action in menu.menu().actions()]
    assert len(entries) > 50
    assert [entry for entry in entries if not entry.isSeparator() and not entry.text().strip()] == []


def test_an_unnamed_control_is_noticed(qtbot, shown):
    bare = QToolButton(shown.panel)
    bare.show()
    assert [fault for fault in faults(shown) if "QToolButton" in fault]


def test_a_button_names_the_key_that_the_menu_names(window):
    keys = {
        action.text().replace("&", "").rstrip("…"): action.shortcut().toString()
        for action in window.actions_.all
    }
    named = {}
    for widget in window.findChildren(QToolButton):
        words, bracket, key = widget.toolTip().rpartition(" (")
        if bracket and keys.get(words):  # Space and Enter are keys of the views
            named[words] = key.rstrip(")")
    assert {"Copy the path", "Save as an album"} <= named.keys()
    assert named == {words: keys[words] for words in named}
