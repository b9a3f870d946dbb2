"""Messages about trashed photos, wherever they were trashed from, and their way back by undo."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from cbir.base.types import Marks, PhotoId, RestoreReport, Skipped, Trashed, TrashReport
from cbir.service import (
    DuplicatesRequest,
    Failure,
    RestoreAnswer,
    RestoreRequest,
    TrashAnswer,
    TrashRequest,
)
from cbir_app.base.undo import Step
from cbir_app.control import TrashControl
from tests.app.by_hand import Chosen, Wall, hits

GONE = Trashed(path=Path("/photos/2.jpg"), kept=Path("/trash/2.jpg"), marks=Marks())


def test_copies_that_went_come_back_and_are_looked_for_again(qtbot, window, engine, monkeypatch):
    asked = []
    control = window.controls.duplicates
    control.show()

    def request(one, on_answer, *_):
        asked.append(one)
        if isinstance(one, RestoreRequest):
            on_answer(RestoreAnswer(report=RestoreReport(photos=(PhotoId(9),))))
        return 0

    monkeypatch.setattr(engine, "request", request)
    control.session.trashed.emit(TrashReport(photos=1, trashed=(GONE,)))
    assert window.notice.text.text().startswith("1 photo moved to the")
    window.undo.undo()
    assert window.notice.text.text() == "1 photo is back."
    assert [one.trashed for one in asked if isinstance(one, RestoreRequest)] == [(GONE,)]
    assert any(isinstance(one, DuplicatesRequest) for one in asked)


def test_what_could_not_be_trashed_is_said_of_two_photos_at_most(window):
    problems = tuple(Skipped(path=Path(f"/photos/{name}.jpg"), reason="It is in use.") for name in "abc")
    window.controls.trash.say_trashed(TrashReport(photos=0, problems=problems))
    said = window.notice.text.text()
    assert "a.jpg: It is in use. b.jpg: It is in use." in said
    assert "c.jpg" not in said


@pytest.fixture
def chosen():
    return Chosen(hits(2))


@pytest.fixture
def wall():
    return Wall()


@pytest.fixture
def trash(under, hand, chosen, undo, wall, notice):
    return TrashControl(under, hand, chosen.control, undo, wall.search, notice)


def question(under, trash):
    trash.ask()
    return next(box for box in under.findChildren(QMessageBox, "trash") if not box.isHidden())


def move(under, trash):
    """Answer the question with yes. Returns what is told of the work, as it comes."""
    told = []
    trash.progressed.connect(lambda *step: told.append(step))
    trash.ended.connect(lambda: told.append(("", 0, 0)))
    box = question(under, trash)
    next(
        push_button
        for push_button in box.buttons()
        if box.buttonRole(push_button) is QMessageBox.ButtonRole.AcceptRole
    ).click()
    return told


def away(hit):
    return replace(hit, offline=True)


def told_again(count):
    return TrashReport(photos=count, trashed=(GONE,) * count)


def test_where_every_drive_is_away_nothing_is_asked_and_it_is_said_why(under, trash, chosen, notice):
    chosen.hits = tuple(map(away, chosen.hits))
    trash.ask()
    assert under.findChild(QMessageBox) is None
    assert notice.text.text().startswith("Nothing was moved. ")
    assert notice.property("tone") == "warning"


def test_without_a_photo_nothing_is_asked_or_said(under, trash, chosen, notice):
    chosen.hits = ()
    trash.ask()
    assert under.findChild(QMessageBox) is None
    assert notice.isHidden()


def test_the_question_names_the_only_photo_that_is_there_and_counts_those_that_stay(under, trash, chosen):
    there, gone = chosen.hits
    box = question(under, trash)
    assert box.text().startswith("Move 2 photos to the")
    assert "stay" not in box.informativeText()
    box.close()
    chosen.hits = (there, away(gone))
    box = question(under, trash)
    assert box.text().startswith("Move “IMG_0001.jpg” to the")
    assert "1 photo stays where it is" in box.informativeText()
    default = box.defaultButton()
    assert default.text() == "Cancel"
    box.close()


def test_photos_leave_the_wall_at_once_and_those_that_could_not_go_come_back(
    under, trash, hand, wall, notice, qtbot
):
    with qtbot.waitSignal(trash.trashed):
        told = move(under, trash)
    assert wall.hidden == [1, 2]
    assert [step[0].startswith("Moving 2 photos") for step in told] == [True]
    stayed = Skipped(path=hits(2)[1].path, reason="It is in use.")
    hand.answer(TrashRequest, TrashAnswer(report=TrashReport(photos=1, problems=(stayed,))))
    assert wall.hidden == [1]
    assert told[1:] == [("", 0, 0)]
    assert notice.text.text().startswith("1 photo moved")
    assert "Nothing was moved" not in notice.text.text()
    assert notice.property("tone") == "warning"
    assert notice.action.isHidden(), "nothing of it can be brought back"


def test_what_the_engine_refuses_is_said_and_all_photos_are_shown_again(under, trash, hand, wall, notice):
    told = move(under, trash)
    hand.answer(TrashRequest, Failure(message="The library is full."))
    assert wall.hidden == []
    assert told[-1] == ("", 0, 0)
    assert (notice.text.text(), notice.property("tone")) == ("The library is full.", "warning")


def test_two_photos_that_stayed_are_named_and_more_are_counted(trash, notice):
    problems = [Skipped(path=Path(f"/photos/{name}.jpg"), reason="It is in use.") for name in "abcd"]
    trash.say_trashed(TrashReport(photos=0, problems=tuple(problems[:2])))
    assert notice.text.text().endswith("b.jpg: It is in use.")
    trash.say_trashed(TrashReport(photos=0, problems=tuple(problems)))
    assert notice.text.text().endswith("And 2 others.")


def test_the_notice_undoes_its_own_step_and_no_later_one(trash, undo, notice, hand):
    undone = []
    trash.say_trashed(told_again(1))
    assert notice.property("tone") == "info"
    later = Step(words="stars", undo=lambda: undone.append("stars"), redo=lambda: None)
    undo.record(later)
    assert not notice.action.isHidden()
    notice.action.click()
    assert not undone and not hand.asked(RestoreRequest)
    undo.forget([later])
    trash.say_trashed(told_again(1))
    notice.action.click()
    assert hand.asked(RestoreRequest) == [RestoreRequest(trashed=(GONE,))]


def test_photos_that_came_back_go_again_under_their_new_ids(trash, undo, notice, hand, wall, qtbot):
    told = []
    trash.progressed.connect(lambda said, _done, _total: told.append(said))
    trash.ended.connect(lambda: told.append("ended"))
    trash.say_trashed(told_again(2))
    undo.undo()
    assert told == ["Bringing 2 photos back…"]
    wall.hide((PhotoId(8),))
    locked = Skipped(path=Path("/photos/3.jpg"), reason="The folder is gone.")
    with qtbot.waitSignal(trash.restored):
        hand.answer(
            RestoreRequest,
            RestoreAnswer(report=RestoreReport(photos=(PhotoId(8),), problems=(locked,))),
        )
    assert told[1:] == ["ended"]
    assert notice.text.text() == "1 photo is back. 3.jpg: The folder is gone."
    assert notice.property("tone") == "warning"
    assert wall.hidden == [], "an id may be one that was hidden before"
    undo.redo()
    assert hand.asked(TrashRequest) == [TrashRequest(photos=(PhotoId(8),))]
    assert wall.hidden == [8]
    hand.answer(TrashRequest, TrashAnswer(report=told_again(1)))
    assert notice.text.text().startswith("1 photo moved")


def test_what_cannot_be_brought_back_is_said_and_does_not_go_again(trash, undo, notice, hand):
    trash.say_trashed(told_again(1))
    undo.undo()
    hand.answer(RestoreRequest, Failure(message="The trash was emptied."))
    assert (notice.text.text(), notice.property("tone")) == ("The trash was emptied.", "warning")
    undo.redo()
    assert hand.asked(TrashRequest) == []


def test_the_question_names_the_file_that_goes_with_its_photo(under, trash, chosen):
    raw, plain = replace(chosen.hits[0], beside="IMG_1.CR2"), chosen.hits[1]
    for selected, sentence in (
        ((raw,), "“IMG_1.CR2” is part of the same item and goes with it."),
        ((raw, plain, replace(plain, beside="IMG_2.CR2")), "2 files of the same items go with them."),
    ):
        chosen.hits = selected
        box = question(under, trash)
        assert sentence in box.informativeText()
        box.close()
