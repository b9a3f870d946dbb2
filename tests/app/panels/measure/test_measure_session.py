"""Judgements and measurements without a window: what is asked of the engine, and what is said of its answers."""

import pytest
from PySide6.QtCore import Qt

from cbir.base.types import PhotoId, Term
from cbir.service import (
    Failure,
    JudgedAnswer,
    JudgeRequest,
    MeasureAnswer,
    MeasuredRow,
    MeasureProgress,
    MeasureRequest,
    Setting,
)
from cbir_app.base.undo import UndoStack
from cbir_app.panels.measure import MeasureDialog
from cbir_app.sessions import MeasureSession, ModelSession

BOAT = (Term(text="boat"),)
ONE, TWO, THREE = (PhotoId(n) for n in (1, 2, 3))
FIRST, SECOND = Setting(), Setting(engine="match", weighting="bm25")


@pytest.fixture
def undo():
    return UndoStack()


@pytest.fixture
def session(hand, undo):
    return MeasureSession(hand, undo)


@pytest.fixture
def told(session):
    heard = []
    session.judged.connect(heard.append)
    session.failed.connect(heard.append)
    return heard


@pytest.fixture
def dialog(qtbot, hand, session, theme):
    made = MeasureDialog(session, ModelSession(hand), theme)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def judged(right=(), wrong=()):
    return JudgedAnswer(right=frozenset(right), wrong=frozenset(wrong), searches=1)


def measured(first=0.5, second=None, p=None, sample=None):
    low, high = (None, None) if second is None else (-0.125, 0.25)
    rows = tuple(
        MeasuredRow(measure=name, first=first, second=second, low=low, high=high, p=p)
        for name in ("P@5", "AP")
    )
    return MeasureAnswer(searches=3, photos=5, rows=rows, plot="", sample=sample)


def said(requests):
    return [(request.photos, request.right) for request in requests]


def test_a_judgement_is_asked_for_said_and_taken_back_photo_by_photo(hand, session, undo, told):
    session.judge(BOAT, ["boat"], [ONE, TWO, ONE, THREE], True)
    assert hand.asked(JudgeRequest) == [JudgeRequest(terms=BOAT)]
    hand.answer(JudgeRequest, judged(right=(TWO,), wrong=(THREE,)))
    (asked,) = hand.asked(JudgeRequest)
    assert (asked.labels, *said([asked])) == (("boat",), ((ONE, TWO, THREE), True))
    assert (undo.last, told) == (None, []), "nothing is said yet"
    answer = judged(right=(ONE, TWO, THREE))
    hand.answer(JudgeRequest, answer)
    assert told == [answer]
    assert undo.last is not None and undo.last.words == "judgement of 3 photos"
    undo.undo()
    back = hand.asked(JudgeRequest)
    assert sorted(said(back), key=str) == sorted([((ONE,), None), ((TWO,), True), ((THREE,), False)], key=str)
    assert {(one.terms, one.labels) for one in back} == {(BOAT, ("boat",))}
    for _ in back:
        hand.answer(JudgeRequest, judged())
    undo.redo()
    assert said(hand.asked(JudgeRequest)) == [((ONE, TWO, THREE), True)]


@pytest.mark.parametrize("at_first", [True, False])
def test_a_judgement_that_cannot_be_kept_is_told_and_not_undone(hand, session, undo, told, at_first):
    session.judge(BOAT, ["boat"], [ONE], False)
    if not at_first:
        hand.answer(JudgeRequest, judged())
    hand.answer(JudgeRequest, Failure(message="The disk is full."))
    assert (told, undo.last, hand.waiting) == (["The disk is full."], None, [])


def test_one_measurement_runs_at_a_time_and_may_be_stopped(hand, session):
    changes = []
    progress = []
    session.changed.connect(lambda: changes.append(session.busy))
    session.progressed.connect(lambda done, total: progress.append((done, total)))
    session.cancel()
    assert changes == [], "none is running"
    session.measure(FIRST, None, dark=False)
    session.measure(FIRST, SECOND, dark=True)
    assert hand.cancelled == [MeasureRequest(first=FIRST)]
    assert hand.asked(MeasureRequest) == [MeasureRequest(first=FIRST, second=SECOND, dark=True)]
    hand.tell(MeasureRequest, MeasureProgress(done=1, total=4))
    assert (progress, session.busy) == ([(1, 4)], True)
    answer = measured()
    hand.answer(MeasureRequest, answer)
    assert (session.answer, session.failure, session.busy) == (answer, "", False)
    session.measure(SECOND, None, dark=False)
    assert (session.answer, session.busy) == (None, True)
    session.cancel()
    assert (session.busy, hand.waiting, changes[-2:]) == (False, [], [True, False])


@pytest.mark.parametrize(("cancelled", "failure"), [(False, "No photo is marked right."), (True, "")])
def test_a_measurement_that_failed_says_why_unless_it_was_stopped(hand, session, cancelled, failure):
    session.measure(FIRST, None, dark=False)
    hand.answer(MeasureRequest, Failure(message="No photo is marked right.", cancelled=cancelled))
    assert (session.failure, session.answer, session.busy) == (failure, None, False)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (measured(), "3 searches with right photos."),
        (measured(sample=200), "3 searches with right photos. Models ranked a sample of 200 photos."),
        (
            measured(0.5, 0.7, 0.0499),
            "3 searches with right photos. The second way is better, by more than chance (p = 0.050).",
        ),
        (
            measured(0.7, 0.5, 0.01),
            "3 searches with right photos. The first way is better, by more than chance (p = 0.010).",
        ),
        (
            measured(0.5, 0.7, 0.05),
            "3 searches with right photos. The difference may be chance (p = 0.050). "
            "More judged searches tell more.",
        ),
    ],
)
def test_the_verdict_is_in_words(hand, session, dialog, answer, verdict):
    dialog.start.click()
    assert (dialog.verdict.text(), dialog.start.isEnabled(), dialog.stop.isEnabled()) == (
        "Searching…", False, True
    )  # fmt: skip
    hand.tell(MeasureRequest, MeasureProgress(done=1, total=4))
    assert (dialog.bar.isVisible(), dialog.bar.value(), dialog.bar.maximum()) == (True, 1, 4)
    hand.answer(MeasureRequest, answer)
    assert dialog.verdict.text() == verdict
    assert (dialog.bar.isVisible(), dialog.start.isEnabled(), dialog.stop.isEnabled()) == (False, True, False)
    assert dialog.table.columnCount() == (2 if answer.rows[0].second is None else 4)


def test_a_measurement_is_stopped_by_its_button(hand, session, dialog):
    dialog.start.click()
    dialog.stop.click()
    assert (len(hand.cancelled), dialog.verdict.text(), dialog.table.isVisible()) == (1, "", False)
