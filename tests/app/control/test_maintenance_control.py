"""Maintenance: what is asked, how far it is, what it said, and nothing of it twice."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox

from cbir.base.types import Problem, RootInfo
from cbir.service import (
    BackupAnswer,
    BackupRequest,
    CheckAnswer,
    CheckRequest,
    Failure,
    ForgetAnswer,
    ForgetRequest,
    IndexRequest,
    LibraryRequest,
    MaintenanceProgress,
)
from cbir_app.control import MaintenanceControl, maintenance
from cbir_app.panels.library import CheckDialog, WordsDialog
from cbir_app.sessions import MaintenanceLog
from tests.app.by_hand import library_of
from tests.app.handling import button

HOLIDAYS = RootInfo(path=Path("/photos/Holidays"), photos=24, online=True)
Told = list[tuple[str, int, int]]


@pytest.fixture
def log(preferences, library, hand):
    made = MaintenanceLog(preferences, library)
    hand.ready.emit(library_of(("/photos/Holidays", True)))
    return made


@pytest.fixture
def control(
    under,
    hand,
    library,
    log,
    undo,
    notice,
):
    return MaintenanceControl(under, hand, library, log, undo, notice)


@pytest.fixture
def told(control):
    """The messages to the status line: steps, and an empty one at the end."""
    steps = []
    control.progressed.connect(lambda *step: steps.append(step))
    control.ended.connect(lambda: steps.append(("", 0, 0)))
    return steps


def check(under, control):
    control.check()
    (dialog,) = (widget for widget in under.findChildren(CheckDialog) if widget.isVisible())
    return dialog


def said(notice):
    return notice.text.text(), notice.property("tone")


def test_a_check_begins_at_once_is_noted_and_can_be_thorough(under, control, hand, log, told):
    dialog = check(under, control)
    assert told == [("Checking the library…", 0, 0)]
    assert check(under, control) is dialog, "one at a time"
    assert hand.asked(CheckRequest) == [CheckRequest(deep=False)]
    hand.answer(CheckRequest, CheckAnswer(problems=(Problem(what="A gap.", remedy="Look."),)))
    assert told[1:] == [("", 0, 0)]
    assert dialog.headline.text() == "1 problem left"
    assert "1 problem is left" in log.checked
    dialog.deep.click()
    assert hand.asked(CheckRequest) == [CheckRequest(deep=True)]
    hand.answer(CheckRequest, Failure(message="The disk cannot be read."))
    assert dialog.remark.text() == "The disk cannot be read."
    dialog.close()


def test_a_check_whose_dialog_was_closed_is_noted_and_another_can_begin(
    qtbot,
    under,
    control,
    hand,
    log,
    told,
):
    dialog = check(under, control)
    with qtbot.waitSignal(dialog.destroyed):
        dialog.close()
    hand.answer(CheckRequest, CheckAnswer(problems=()))
    assert "All is well." in log.checked
    assert told[-1] == ("", 0, 0)
    check(under, control).close()


def test_a_dialog_that_is_asked_for_over_another_one_lies_over_that(qtbot, under, control):
    over = QDialog(under)
    over.open()
    control.check()
    (dialog,) = over.findChildren(CheckDialog)
    dialog.close()
    control.learn_words()
    (words,) = over.findChildren(WordsDialog)
    control.learn_words()
    assert over.findChildren(WordsDialog) == [words], "one at a time"
    with qtbot.waitSignal(words.destroyed):
        words.close()
    control.learn_words()
    (words,) = (widget for widget in over.findChildren(WordsDialog) if widget.isVisible())
    words.close()
    over.close()
    over.deleteLater()


def test_a_backup_is_named_by_its_day_and_the_engine_alone_refuses_what_is_there(
    under, control, hand, monkeypatch
):
    begun = []
    monkeypatch.setattr(maintenance, "among_pictures", begun.append)
    control.choose_backup()
    (dialog,) = under.findChildren(QFileDialog)
    assert begun == [dialog]
    assert dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    assert dialog.defaultSuffix() == "zip"
    dialog.fileSelected.emit("/backups/cbir.zip")
    dialog.close()
    assert hand.asked(BackupRequest) == [BackupRequest(file=Path("/backups/cbir.zip"))]


def test_a_backup_counts_up_in_megabytes_and_is_noted(control, hand, log, told, notice):
    control.back_up(Path("/backups/cbir.zip"))
    for done, total in ((0, 100), (3 << 20, 8 << 20), (9 << 20, 8 << 20)):
        hand.tell(BackupRequest, MaintenanceProgress(done=done, total=total))
    hand.answer(BackupRequest, BackupAnswer(file=Path("/backups/cbir.zip"), bytes=4_200_000))
    assert [step[1:] for step in told] == [(0, 0), (0, 1), (3, 8), (8, 8), (0, 0)]
    assert [step[0] for step in told] == ["Backing up the library…"] * 4 + [""]
    assert said(notice) == ("The library is backed up: “cbir.zip”, 4.2 MB.", "info")
    assert "cbir.zip" in log.backed_up


def test_why_there_is_no_backup_is_said(control, hand, notice, told, log):
    control.back_up(Path("/backups/cbir.zip"))
    hand.answer(BackupRequest, Failure(message="There is a file cbir.zip already."))
    assert told[-1] == ("", 0, 0)
    assert said(notice) == ("There is a file cbir.zip already.", "warning")
    assert log.backed_up == "Never backed up"


def forget(under, control, root):
    control.forget(root)
    (box,) = (widget for widget in under.findChildren(QMessageBox) if widget.isVisible())
    button(box, "Forget").click()


def test_a_folder_is_forgotten_and_added_again_by_the_notice_or_by_undo(
    under,
    control,
    hand,
    undo,
    notice,
    library,
    told,
):
    forget(under, control, HOLIDAYS)
    assert told == [("Forgetting a folder…", 0, 0)]
    assert hand.asked(LibraryRequest) == []
    hand.answer(ForgetRequest, ForgetAnswer(photos=24))
    assert told[-1] == ("", 0, 0)
    assert len(hand.asked(LibraryRequest)) == 1, "what is left of the library"
    assert said(notice) == ("“Holidays” was forgotten: 24 photos left the library.", "info")
    assert not notice.action.isHidden()
    notice.action.click()
    assert hand.asked(IndexRequest) == [IndexRequest(folders=(HOLIDAYS.path,))]
    library.waiting.clear()
    undo.undo()
    assert library.waiting == [HOLIDAYS.path]
    undo.redo()
    hand.answer(ForgetRequest, ForgetAnswer(photos=24))
    undo.undo()
    assert undo.last is None, "that it was done again is no step of its own"


def test_a_folder_whose_drive_is_away_cannot_be_added_again(under, control, hand, undo, notice):
    forget(under, control, replace(HOLIDAYS, online=False))
    hand.answer(ForgetRequest, ForgetAnswer(photos=24))
    assert notice.action.isHidden() and undo.last is None


def test_why_a_folder_was_not_forgotten_is_said(under, control, hand, undo, notice):
    forget(under, control, HOLIDAYS)
    hand.answer(ForgetRequest, Failure(message="The disk is full."))
    assert said(notice) == ("The disk is full.", "warning")
    assert undo.last is None


def test_new_words_are_told_where_nobody_looks_and_lead_to_the_decision(under, control, notice):
    control.words.learned.emit()
    assert notice.text.text() == "New visual words were learned from your photos and compared."
    assert not notice.action.isHidden()
    notice.action.click()
    (dialog,) = under.findChildren(WordsDialog)
    assert dialog.isVisible()
    notice.hide()
    control.words.learned.emit()
    assert notice.isHidden(), "the dialog shows it"
    control.words.decided.emit(True)
    assert notice.text.text() == "Searches now use the new visual words."
    control.words.decided.emit(False)
    assert notice.text.text() == "Searches still use the old visual words."
    dialog.close()
