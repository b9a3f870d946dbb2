"""Hits called right or wrong while searching, and the page that measures by that."""

import pytest

from cbir.base.types import Term
from cbir.service import JudgeRequest, MeasureRequest, Setting
from cbir_app.panels.measure import MeasureDialog

BOAT = (Term(text="boat"),)


@pytest.fixture
def searched(qtbot, window):
    """A window that has found photos for a word, the first of them selected."""
    window.search.type("boat")
    qtbot.waitUntil(lambda: not window.search.busy and window.results.shows_hits)
    window.results.select_all()
    return window


def cell(dialog, row, column):
    item = dialog.table.topLevelItem(row)
    return "" if item is None else item.text(column)


def dialog_of(window):
    window.actions_.measure.trigger()
    return next(child for child in window.findChildren(MeasureDialog) if child.isVisible())


def test_hits_are_judged_by_a_key_and_taken_back(qtbot, searched, fake):
    chosen = {hit.photo for hit in searched.results.selected_hits()}
    assert chosen
    searched.actions_.right.trigger()
    qtbot.waitUntil(lambda: fake.judged.get(BOAT) == dict.fromkeys(chosen, True))
    qtbot.waitUntil(lambda: f"{len(chosen)} photos right, 0 wrong" in searched.notice.text.text())
    searched.actions_.wrong.trigger()
    qtbot.waitUntil(lambda: fake.judged[BOAT] == dict.fromkeys(chosen, False))
    qtbot.waitUntil(lambda: f"0 photos right, {len(chosen)} wrong" in searched.notice.text.text())
    assert "judgement" in searched.actions_.undo.text()
    searched.actions_.undo.trigger()
    qtbot.waitUntil(lambda: fake.judged[BOAT] == dict.fromkeys(chosen, True))
    searched.actions_.undo.trigger()
    qtbot.waitUntil(lambda: not fake.judged[BOAT])
    searched.actions_.redo.trigger()
    qtbot.waitUntil(lambda: fake.judged[BOAT] == dict.fromkeys(chosen, True))
    searched.actions_.not_judged.trigger()
    qtbot.waitUntil(lambda: not fake.judged[BOAT])
    sent = [request for request in fake.seen if isinstance(request, JudgeRequest) and request.photos]
    assert sent[0].terms == BOAT and sent[0].labels == ("boat",)


def test_nothing_is_right_where_nothing_was_searched_for(qtbot, window, searched):
    actions = searched.actions_
    judging = (actions.right, actions.wrong, actions.not_judged)
    assert all(action.isEnabled() for action in judging)
    searched.search.clear()
    qtbot.waitUntil(lambda: not any(action.isEnabled() for action in judging))


def test_two_ways_are_compared_and_the_verdict_is_in_words(qtbot, searched, fake):
    dialog = dialog_of(searched)
    dialog.start.click()
    qtbot.waitUntil(lambda: "No photo is marked right" in dialog.verdict.text())
    searched.actions_.right.trigger()
    qtbot.waitUntil(lambda: bool(fake.judged.get(BOAT)))
    dialog.start.click()
    qtbot.waitUntil(lambda: "1 search with right photos." in dialog.verdict.text())
    assert dialog.table.columnCount() == 2 and cell(dialog, 0, 1) == "0.500"
    assert dialog.plot.isVisible()
    dialog.second.setCurrentIndex(4)
    dialog.start.click()
    qtbot.waitUntil(lambda: "The second way is better" in dialog.verdict.text())
    assert cell(dialog, 1, 3) == "−0.125 to +0.250"
    asked = [request for request in fake.seen if isinstance(request, MeasureRequest)]
    assert asked[-1].second == Setting(engine="match", weighting="bm25") and asked[0].second is None
    dialog.close()


def test_installed_models_are_ways_too(qtbot, window):
    qtbot.waitUntil(lambda: window.model_session.answered)
    dialog = dialog_of(window)
    names = [dialog.first.itemText(row) for row in range(dialog.first.count())]
    assert len([name for name in names if name.startswith("Model ")]) == len(window.model_session.installed)
    dialog.close()


def test_an_order_is_learned_shown_and_switched(qtbot, searched, fake):
    dialog = dialog_of(searched)
    assert not dialog.use_order.isEnabled() and "can teach" in dialog.learned.text()
    dialog.learn.click()
    qtbot.waitUntil(lambda: "No photo is marked right" in dialog.verdict.text())
    searched.actions_.right.trigger()
    qtbot.waitUntil(lambda: bool(fake.judged.get(BOAT)))
    dialog.learn.click()
    qtbot.waitUntil(lambda: "0.750 instead of 0.500" in dialog.learned.text())
    assert "same thing 0.50, names and metadata 0.25" in dialog.learned.text()
    assert dialog.use_order.isEnabled() and dialog.use_order.isChecked()
    dialog.use_order.click()
    qtbot.waitUntil(lambda: not fake.order.on)
    assert not dialog.use_order.isChecked()
    dialog.close()
    again = dialog_of(searched)
    qtbot.waitUntil(lambda: again.use_order.isEnabled() and not again.use_order.isChecked())
    again.close()
