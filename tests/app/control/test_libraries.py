"""Other libraries: opened beside this one, made, restored, and remembered."""

import errno
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, QStandardPaths
from PySide6.QtWidgets import QFileDialog

from cbir_app.base import desktop
from cbir_app.control import libraries
from cbir_app.panels.library import AddressDialog
from tests.dead_drive import let_die

Started = list[list[str]]


@pytest.fixture
def started(monkeypatch):
    """The words of programs that were started."""
    made = []

    def start(_program, words):
        made.append(words[words.index("gui") :])
        return True, 1

    monkeypatch.setattr(QProcess, "startDetached", start)
    return made


def make_library(folder):
    folder.mkdir()
    (folder / "library.json").write_text("{}")
    return folder


def test_a_library_opens_in_a_window_of_its_own(window, started, tmp_path):
    control = window.controls.libraries
    other = make_library(tmp_path / "Scans")
    control.open(other)
    assert started == [["gui", "--library", str(other)]]
    control.open(tmp_path)
    assert started == [["gui", "--library", str(other)]]
    assert "is not a library" in window.notice.text.text()
    (tmp_path / "empty").mkdir()
    control.open_new(tmp_path / "empty")
    assert started[-1] == ["gui", "--library", str(tmp_path / "empty")]
    control.make()
    (dialog,) = window.findChildren(QFileDialog)
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave, (
        "a name that is not there yet can be given"
    )
    assert dialog.testOption(QFileDialog.Option.DontConfirmOverwrite), "an empty folder is not overwritten"
    assert dialog.isVisible()
    dialog.fileSelected.emit(str(tmp_path / "another"))
    dialog.close()
    assert started[-1] == ["gui", "--library", str(tmp_path / "another")]
    control.open_new(other)
    assert "is not empty" in window.notice.text.text()


def test_libraries_that_were_open_are_in_the_menu_and_the_open_one_in_the_title(
    qtbot, make_window, fake, started, tmp_path
):
    other = make_library(tmp_path / "Scans & co")
    (tmp_path / "library.json").write_text("{}")
    window = make_window()
    window.preferences.set_text(libraries.RECENT, f"{other}\n{tmp_path / 'gone'}")
    qtbot.waitUntil(lambda: window.library.info is not None)
    assert window.windowTitle() == f"{tmp_path.name} – cbir"
    menu = window.controls.libraries.menu
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == [f"Scans && co  –  {tmp_path}"]
    menu.aboutToShow.emit()
    assert len(menu.actions()) == 1, "shown again, it has each once"
    menu.actions()[0].trigger()
    assert started == [["gui", "--library", str(other)]]
    assert window.controls.libraries.recent == [tmp_path, other]


def test_a_library_in_the_usual_folder_has_no_name_of_its_own(qtbot, window, engine):
    qtbot.waitUntil(lambda: window.library.info is not None)
    info = window.library.info
    assert info is not None
    with qtbot.waitSignal(window.controls.libraries.named) as named:
        engine.ready.emit(replace(info, folder=info.folder / "library"))
    assert named.args == [""]


def test_a_folder_that_is_a_library_is_chosen_to_open_one(window, started, tmp_path, monkeypatch):
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    monkeypatch.setattr("cbir_app.base.desktop.pictures_folder", lambda: pictures)
    monkeypatch.chdir(QFileDialog().directory().path())  # where Qt would begin
    window.controls.libraries.choose()
    (dialog,) = window.findChildren(QFileDialog)
    assert (dialog.isVisible(), dialog.fileMode()) == (True, QFileDialog.FileMode.Directory)
    assert dialog.testOption(QFileDialog.Option.ShowDirsOnly)
    assert Path(dialog.directory().path()) == pictures
    dialog.fileSelected.emit(str(make_library(tmp_path / "Scans")))
    dialog.close()
    assert started == [["gui", "--library", str(tmp_path / "Scans")]]


def test_an_address_is_asked_for_and_the_dialog_goes(qtbot, window):
    for _ in range(2):
        window.controls.libraries.choose_address()
        (dialog,) = window.findChildren(AddressDialog)
        assert dialog.isVisible()
        dialog.reject()
        qtbot.waitUntil(lambda: not window.findChildren(AddressDialog))


def test_a_backup_is_chosen_then_a_folder_and_a_window_that_closes_ends_its_restoring(
    qtbot, window, tmp_path, monkeypatch
):
    control = window.controls.libraries
    monkeypatch.setattr(
        libraries, "program", lambda *words: (sys.executable, ["-c", "input()", *map(str, words)])
    )
    control.choose_backup()
    (first,) = window.findChildren(QFileDialog)
    assert (first.isVisible(), first.fileMode()) == (True, QFileDialog.FileMode.ExistingFile)
    first.fileSelected.emit(str(tmp_path / "backup.zip"))
    (second,) = (widget for widget in window.findChildren(QFileDialog) if widget is not first)
    assert (second.isVisible(), second.acceptMode()) == (True, QFileDialog.AcceptMode.AcceptSave)
    second.fileSelected.emit(str(tmp_path / "restored"))
    for dialog in (first, second):
        dialog.close()
    assert control.restoring is not None
    assert control.restoring.arguments()[2:] == [
        "library", "restore", str(tmp_path / "backup.zip"), "--library", str(tmp_path / "restored")
    ]  # fmt: skip
    assert control.restoring.waitForStarted()
    with qtbot.waitSignal(control.ended):
        control.close()
    assert window.notice.text.text() == "The library could not be restored."


def test_a_library_on_a_drive_that_does_not_answer_is_not_offered(window, started, tmp_path, monkeypatch):
    control = window.controls.libraries
    there, dead = make_library(tmp_path / "there"), make_library(tmp_path / "nas")
    window.preferences.set_text(libraries.RECENT, f"{there}\n{dead}")
    assert control.recent == [there, dead]
    let_die(monkeypatch, dead)
    assert control.recent == [there]
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _of: str(dead))
    assert desktop.pictures_folder() == Path.home()
    control.open(dead)
    assert window.notice.text.text() == "“nas” is not a library."
    control.open_new(dead)
    assert window.notice.text.text() == f"“nas” cannot be used: {os.strerror(errno.ENOTCONN)}."
    assert started == []


def test_a_program_that_does_not_start_is_said(qtbot, window, tmp_path, monkeypatch):
    control = window.controls.libraries
    monkeypatch.setattr(libraries, "program", lambda *_words: (str(tmp_path / "gone"), []))
    control.open_new(tmp_path / "new")
    assert window.notice.text.text() == "The window could not be opened."
    with qtbot.waitSignal(control.ended):
        control.restore(tmp_path / "backup.zip", tmp_path / "restored")
    assert window.notice.text.text() == "The library could not be restored."
    assert control.restoring is None


def test_a_backup_that_cannot_be_restored_says_why(qtbot, window, tmp_path):
    no_backup, folder = tmp_path / "notes.zip", tmp_path / "restored"
    no_backup.write_bytes(b"no zip")
    folder.mkdir()
    window.controls.libraries.restore(no_backup, folder)
    assert window.status.doing.text() == "Restoring the library…"
    qtbot.waitUntil(lambda: window.notice.isVisible() and window.notice.topic == "libraries")
    assert "notes.zip" in window.notice.text.text()
    assert not window.status.isVisible()
