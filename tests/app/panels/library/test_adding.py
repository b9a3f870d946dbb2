"""Folders added several at once, and what in them is left out."""

from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QMimeData, QPoint, QPointF, QStandardPaths, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton

from cbir.base.types import NO_EXCLUSIONS, Exclusions
from cbir.service import IndexRequest
from cbir_app.base import desktop
from cbir_app.panels.library import AddFoldersDialog


@pytest.fixture
def dialog(qtbot, window):
    """The dialog as a command opens it, with the system's dialog for the first folder over it."""
    window.actions_.add_folder.trigger()
    made = window.findChild(AddFoldersDialog)
    assert made is not None
    return made


def choose(dialog, folder):
    """Choose a folder in the system's dialog that is open."""
    (chooser,) = (widget for widget in dialog.findChildren(QFileDialog) if widget.isVisible())
    chooser.fileSelected.emit(str(folder))
    chooser.close()
    QApplication.processEvents()


def requests(fake):
    return [request for request in fake.seen if isinstance(request, IndexRequest)]


def test_several_folders_are_added_at_once_and_parts_left_out(qtbot, dialog, fake, tmp_path):
    assert not dialog.start.isEnabled()
    choose(dialog, tmp_path / "a")
    dialog.more.click()
    choose(dialog, tmp_path / "b")
    dialog.more.click()
    choose(dialog, tmp_path / "a")
    assert dialog.folders.folders == [tmp_path / "a", tmp_path / "b"], "each once"
    dialog.except_.click()
    choose(dialog, tmp_path / "a" / "private")
    dialog.patterns.setText("*.tmp.jpg, Screenshots,, *.tmp.jpg")
    dialog.start.click()
    qtbot.waitUntil(lambda: bool(requests(fake)))
    assert requests(fake) == [
        IndexRequest(
            folders=(tmp_path / "a", tmp_path / "b"),
            leave_out=Exclusions(
                folders=(tmp_path / "a" / "private",), patterns=("*.tmp.jpg", "Screenshots")
            ),
        )
    ]


def test_a_folder_is_taken_off_by_its_key(dialog, tmp_path):
    choose(dialog, tmp_path / "a")
    assert dialog.start.isEnabled()
    QTest.keyClick(dialog.folders, Qt.Key.Key_Delete)
    assert dialog.folders.folders == []
    assert not dialog.start.isEnabled()
    choose_more(dialog, tmp_path / "b")
    (remove,) = (
        widget
        for widget in dialog.findChildren(QPushButton)
        if widget.text() == "Remove" and widget.isVisible()
    )
    remove.click()
    assert dialog.folders.folders == []
    assert not remove.isVisible(), "there is nothing to remove"


def choose_more(dialog, folder):
    dialog.more.click()
    choose(dialog, folder)


def test_a_folder_is_looked_for_among_the_pictures_first(qtbot, window, monkeypatch, tmp_path):
    pictures = tmp_path / "Pictures"
    pictures.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _kind: str(pictures))
    chooser = QFileDialog(window)
    qtbot.addWidget(chooser)
    chooser.setDirectory(QDir.current())
    desktop.among_pictures(chooser)
    assert Path(chooser.directory().path()) == pictures
    chooser.setDirectory(str(tmp_path))
    desktop.among_pictures(chooser)
    assert Path(chooser.directory().path()) == tmp_path, "where one was already"


def test_folders_are_dropped_on_the_dialog(dialog, tmp_path):
    (tmp_path / "a.txt").write_text("no folder")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in (tmp_path, tmp_path / "a.txt")])
    action, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(dialog, QDragEnterEvent(QPoint(9, 9), action, data, button, key))
    QApplication.sendEvent(dialog, QDropEvent(QPointF(9, 9), action, data, button, key))
    assert dialog.folders.folders == [tmp_path]


def test_what_is_left_out_waits_for_the_run_that_goes_on(qtbot, window, fake, tmp_path):
    session = window.library
    session.add([tmp_path / "a"])
    session.add([tmp_path / "b"], Exclusions(folders=(tmp_path / "b" / "x",), patterns=("*.png",)))
    session.add([tmp_path / "c"], Exclusions(folders=(tmp_path / "c" / "y",)))
    qtbot.waitUntil(lambda: len(requests(fake)) == 2 and not session.running)
    assert [request.leave_out for request in requests(fake)] == [
        NO_EXCLUSIONS,
        Exclusions(folders=(tmp_path / "b" / "x", tmp_path / "c" / "y"), patterns=("*.png",)),
    ]


def test_the_hint_on_names_is_wrapped_within_the_dialog(dialog):
    (hint,) = (
        widget for widget in dialog.findChildren(QLabel) if widget.text().startswith("Names of files or")
    )
    assert hint.wordWrap()
