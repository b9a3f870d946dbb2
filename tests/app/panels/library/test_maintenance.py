"""The library in the window: followed, offline, checked, backed up, forgotten, tried again."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox

from cbir.base.types import EngineCoverage, Filters, PhotoId, Problem
from cbir.service import (
    BackupRequest,
    CheckRequest,
    ForgetRequest,
    IndexRequest,
    LibraryRequest,
    PictureRequest,
    RetryRequest,
    WatchRequest,
)
from cbir_app.base import desktop
from cbir_app.panels.library import CheckDialog, LibraryDialog, SkippedDialog
from cbir_app.panels.models import ModelsPage
from cbir_app.sessions import WatchSession, part_of_file
from cbir_app.shell.settings import SettingsDialog
from tests.app.handling import button, found, hasten


def asked(fake, kind):
    return sum(isinstance(request, kind) for request in fake.seen)


def choose_folder(window):
    item = window.panel.tree.topLevelItem(0)
    assert item is not None
    window.panel.tree.setCurrentItem(item)


def test_folders_are_followed_unless_it_is_switched_off(qtbot, window, fake):
    qtbot.waitUntil(lambda: asked(fake, WatchRequest) == 1)
    assert window.watch.on
    assert window.actions_.follow.isChecked()
    fake.happened.set()
    qtbot.waitUntil(lambda: window.library.info is not None and window.library.info.photos == 27)
    assert window.notice.text.text() == "The drive tells of no changes."
    assert window.status.doing.text() == "Adding photos: 2 of 3"
    assert window.status.bar.isVisible()
    assert not window.status.cancel.isVisible()
    window.actions_.follow.trigger()
    assert not window.actions_.follow.isChecked()
    assert not window.status.bar.isVisible()
    window.actions_.follow.trigger()
    qtbot.waitUntil(lambda: asked(fake, WatchRequest) == 2)


def test_a_run_of_the_watch_that_falls_silent_is_over(qtbot, window, fake):
    hasten(window.watch, 20)
    qtbot.waitUntil(lambda: asked(fake, WatchRequest) == 1)
    fake.happened.set()
    with qtbot.waitSignal(window.watch.changed):
        pass
    qtbot.waitUntil(lambda: not window.status.bar.isVisible())


def test_each_library_remembers_whether_it_is_followed(qtbot, window, engine, preferences, fake):
    window.actions_.follow.trigger()
    other = WatchSession(engine, preferences)
    with qtbot.waitSignal(engine.ready):
        engine.restart()
    assert not other.on
    assert not window.watch.on
    assert not window.watch.on
    assert asked(fake, WatchRequest) == 1


def test_an_engine_that_starts_again_follows_again(qtbot, window, engine, fake):
    qtbot.waitUntil(lambda: asked(fake, WatchRequest) == 1)
    with qtbot.waitSignal(engine.ready):
        engine.restart()
    qtbot.waitUntil(lambda: asked(fake, WatchRequest) == 2)
    assert window.watch.on


def test_photos_of_an_absent_drive_are_marked_and_still_looked_at(qtbot, make_window, fake, picture_file):
    fake.script.offline = True
    window = make_window()
    qtbot.waitUntil(lambda: window.library.info is not None)
    item = window.panel.tree.topLevelItem(0)
    assert item is not None
    assert item.text(1) == "24"
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    spoken = window.results.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("Its drive is not connected.")
    assert "not connected" in window.evidence.why.text()
    assert not window.actions_.open_hit.isEnabled()
    assert not window.actions_.reveal_hit.isEnabled()
    assert window.actions_.copy_paths.isEnabled()
    QTest.keyClick(window.results.view, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: bool(window.pages.photo.canvas.scene().items()))
    assert "This is its thumbnail" in window.pages.photo.remark.text()
    window.pages.show_results()
    QTest.keyClick(window.results.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.pages.match.outline is not None)
    pictures = [request for request in fake.seen if isinstance(request, PictureRequest)]
    assert not any(request.photo == PhotoId(1) for request in pictures)


def test_failed_files_are_tried_again(qtbot, window, fake):
    window.actions_.show_skipped.trigger()
    dialog = window.findChild(SkippedDialog)
    assert dialog is not None
    assert dialog.retry.toolTip().startswith("Read these files again")
    dialog.retry.click()
    qtbot.waitUntil(lambda: asked(fake, RetryRequest) == 1)
    qtbot.waitUntil(lambda: not window.library.running)
    qtbot.waitUntil(lambda: not window.status.skipped.isVisible())


@pytest.mark.parametrize(
    ("problems", "headline"),
    [
        ((), "All is well"),
        ((Problem(what="A", remedy="B", mended=True),), "1 problem found and repaired"),
        ((Problem(what="A", remedy="B", mended=True), Problem(what="C", remedy="D")), "1 problem left"),
    ],
)
def test_a_check_says_what_it_found(qtbot, window, fake, problems, headline):
    fake.script.problems = problems
    window.actions_.check.trigger()
    dialog = window.findChild(CheckDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.headline.text() == headline)
    assert dialog.list.topLevelItemCount() == len(problems)
    assert dialog.update_button.isVisible() == bool(problems)
    dialog.deep.click()
    assert not dialog.deep.isEnabled()
    qtbot.waitUntil(lambda: dialog.headline.text() == headline)
    assert [request.deep for request in fake.seen if isinstance(request, CheckRequest)] == [False, True]
    dialog.close()
    qtbot.waitUntil(lambda: window.findChild(CheckDialog) is None)
    window.actions_.check.trigger()
    again = window.findChild(CheckDialog)
    assert again is not None
    again.close()


def test_a_backup_is_written_where_there_is_no_file(qtbot, window, fake, tmp_path, picture_file):
    window.actions_.back_up.trigger()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(tmp_path / "cbir.zip"))
    dialog.close()
    assert window.status.doing.text() == "Backing up the library…"
    qtbot.waitUntil(window.notice.isVisible)
    assert window.notice.text.text() == "The library is backed up: “cbir.zip”, 4.2 MB."
    assert not window.status.bar.isVisible()
    window.controls.maintenance.back_up(picture_file)
    qtbot.waitUntil(lambda: "already" in window.notice.text.text())
    assert asked(fake, BackupRequest) == 2


def test_a_folder_is_forgotten_after_a_question_and_can_be_added_again(qtbot, window, fake):
    assert not window.actions_.forget.isEnabled()
    choose_folder(window)
    window.actions_.forget.trigger()
    box = window.findChild(QMessageBox)
    assert box is not None
    assert "24 photos leave the library" in box.informativeText()
    assert box.defaultButton().text().replace("&", "") == "Cancel"
    assert asked(fake, ForgetRequest) == 0
    button(box, "Forget").click()
    qtbot.waitUntil(window.notice.isVisible)
    assert window.notice.text.text() == "“Holidays” was forgotten: 24 photos left the library."
    qtbot.waitUntil(lambda: window.library.info is not None and not window.library.info.roots)
    assert not window.notice.action.isHidden()
    window.notice.action.click()
    qtbot.waitUntil(lambda: asked(fake, IndexRequest) == 1)


def test_a_folder_of_the_library_is_browsed_by_enter(qtbot, window, monkeypatch, tmp_path):
    shown = []
    monkeypatch.setattr(desktop, "open_folder", shown.append)
    choose_folder(window)
    QTest.keyClick(window.panel.tree, Qt.Key.Key_Return)
    assert window.search.query.filters == Filters(folders=(str(tmp_path / "Holidays"),))
    window.actions_.reveal_folder.trigger()
    assert shown == [tmp_path / "Holidays"]


def overview(window):
    window.status.coverage.click()
    dialog = window.findChild(LibraryDialog)
    assert isinstance(dialog, LibraryDialog)
    return dialog


def test_files_are_measured_for_whoever_looks_and_stay_known(qtbot, window, fake):
    window.library.ask()
    qtbot.waitUntil(lambda: asked(fake, LibraryRequest) == 1)
    dialog = overview(window)
    measured = [False, True]
    qtbot.waitUntil(
        lambda: [request.sizes for request in fake.seen if isinstance(request, LibraryRequest)] == measured
    )
    qtbot.waitUntil(lambda: dialog.takes.text().startswith("1"))
    window.library.ask()
    qtbot.waitUntil(lambda: asked(fake, LibraryRequest) == 3 and window.library.info_ticket is None)
    assert dialog.takes.text().startswith("1")


def texts(dialog):
    return [widget.text() for widget in dialog.findChildren(QLabel) if widget.isVisibleTo(dialog)]


def test_the_overview_says_what_the_library_holds_and_how_much_is_found(qtbot, window, fake):
    dialog = overview(window)
    assert dialog.headline.text() == "24 photos in 1 folder"
    item = dialog.tree.topLevelItem(0)
    assert item is not None
    assert item.text(1) == "24"
    assert "24 of 24 photos · standard codebook" in texts(dialog)
    assert "0 of 24 photos · needs a model" in texts(dialog)
    assert dialog.skipped.text() == "2 files could not be read"
    fake.script.coverage = (
        EngineCoverage(engine="match", photos=24, name="c0ffee"),
        EngineCoverage(
            engine="semantic", photos=9, name="vit-b-32", how="exact", trained=True, device="the processor"
        ),
    )
    fake.script.offline = True
    window.library.ask()
    qtbot.waitUntil(lambda: "9 of 24 photos · vit-b-32 · FAISS index on the processor" in texts(dialog))
    again = dialog.tree.topLevelItem(0)
    assert again is not None
    assert again.text(2) == "not connected"
    dialog.retry.click()
    qtbot.waitUntil(lambda: dialog.skipped.text() == "Every file could be read.")
    assert not dialog.retry.isEnabled()
    dialog.close()
    qtbot.waitUntil(lambda: window.findChild(LibraryDialog) is None)
    window.library.add([Path("/photos")])  # nothing is told to a dialog that is gone
    qtbot.waitUntil(lambda: not window.library.running)


def test_the_overview_names_the_codebook_and_counts_the_photos_that_wait_for_it(qtbot, window, fake):
    dialog = overview(window)
    qtbot.waitUntil(lambda: dialog.visual_words.text() == "65,536, from the program")
    fake.script.codebook_name, fake.script.waiting = "Stamps", 7
    window.library.ask()
    qtbot.waitUntil(lambda: "24 of 24 photos · codebook “Stamps” · 7 photos to read again" in texts(dialog))
    assert dialog.visual_words.text() == "65,536, learned from “Stamps”"
    fake.script.waiting = 0
    window.library.ask()
    qtbot.waitUntil(lambda: "24 of 24 photos · codebook “Stamps”" in texts(dialog))


def test_the_overview_remembers_check_and_backup(qtbot, window, fake, tmp_path):
    dialog = overview(window)
    assert dialog.checked.text() == "Never checked"
    fake.script.problems = (Problem(what="A", remedy="B", mended=True), Problem(what="C", remedy="D"))
    window.controls.maintenance.check()
    qtbot.waitUntil(lambda: "1 problem is left and 1 problem was repaired." in dialog.checked.text())
    window.controls.maintenance.back_up(tmp_path / "cbir.zip")
    qtbot.waitUntil(lambda: "4.2 MB" in dialog.backed_up.text())
    dialog.close()
    qtbot.waitUntil(lambda: window.findChild(LibraryDialog) is None)
    assert "cbir.zip" in overview(window).backed_up.text()


def test_the_overview_leads_to_what_can_be_done(qtbot, window, fake):
    dialog = overview(window)
    button(dialog, "Models…").click()
    settings = window.findChild(SettingsDialog)
    assert isinstance(settings, SettingsDialog)
    assert settings.findChild(ModelsPage).isVisible()
    settings.close()
    dialog.forget.click()
    box = window.findChild(QMessageBox)
    assert box is not None
    button(box, "Forget").click()
    qtbot.waitUntil(lambda: dialog.headline.text() == "0 photos in 0 folders")
    assert not dialog.forget.isEnabled()
    window.actions_.undo.trigger()
    qtbot.waitUntil(lambda: asked(fake, IndexRequest) == 1)
    qtbot.waitUntil(lambda: not window.library.running)
    window.actions_.redo.trigger()
    qtbot.waitUntil(lambda: asked(fake, ForgetRequest) == 2)
    dialog.close()


def test_the_theme_repaints_the_folders_and_keeps_the_chosen_one(window, theme):
    choose_folder(window)
    theme.set_scheme("dark")
    assert window.panel.current_folder() is not None
