"""Learning words from the own photos, in the window: offered, followed, paused, compared, decided."""

import pytest
from PySide6.QtWidgets import QPushButton

from cbir.base.types import OWN_PHOTOS
from cbir.service import DecideWordsRequest, LearnWordsRequest
from cbir_app.base.language import day
from cbir_app.panels.library import LibraryDialog, WordsDialog
from tests.app.handling import button


@pytest.fixture(name="dialog")
def _dialog(qtbot, window):
    window.status.coverage.click()
    overview = window.findChild(LibraryDialog)
    assert isinstance(overview, LibraryDialog)
    button(overview, "Learn from my photos…").click()
    return shown(window)


def shown(window):
    dialog = window.findChild(WordsDialog)
    assert isinstance(dialog, WordsDialog)
    return dialog


def choices(dialog):
    return [widget.text() for widget in dialog.findChildren(QPushButton) if widget.isVisibleTo(dialog)]


def cells(dialog):
    rows = (dialog.table.topLevelItem(row) for row in range(dialog.table.topLevelItemCount()))
    return [[row.text(column) for column in range(4)] for row in rows if row is not None]


def asked(fake, kind):
    return sum(isinstance(request, kind) for request in fake.seen)


def test_it_says_what_it_takes_before_anything_is_done(qtbot, dialog, fake):
    qtbot.waitUntil(dialog.learn.isEnabled)
    assert dialog.headline.text() == "Learn visual words from your photos"
    assert dialog.remark.text() == (
        "4,096 words from 24 photos. Takes about 2 minutes, plus the comparison, and 52 MB of disk space "
        "(80.0 GB free)."
    )
    assert choices(dialog) == ["Close", "Learn"]
    assert asked(fake, LearnWordsRequest) == 0


def test_learning_is_paused_and_gone_on_with(qtbot, dialog, fake):
    qtbot.waitUntil(dialog.learn.isEnabled)
    dialog.learn.click()
    qtbot.waitUntil(lambda: dialog.remark.text() == "Giving photos the new words")
    assert (dialog.bar.value(), dialog.bar.maximum(), choices(dialog)) == (
        12,
        24,
        ["Close", "Discard", "Pause"],
    )
    dialog.pause.click()
    qtbot.waitUntil(lambda: choices(dialog) == ["Close", "Discard", "Continue"])
    qtbot.waitUntil(lambda: "12 photos have them already." in dialog.remark.text())
    assert dialog.headline.text() == "Learning is paused"
    dialog.learn.click()
    fake.release.set()
    qtbot.waitUntil(lambda: bool(cells(dialog)))
    assert asked(fake, LearnWordsRequest) == 2


def test_the_comparison_is_shown_and_the_old_words_are_recommended_where_nothing_is_gained(
    qtbot, window, dialog, fake
):
    fake.release.set()
    qtbot.waitUntil(dialog.learn.isEnabled)
    dialog.learn.click()
    qtbot.waitUntil(lambda: dialog.headline.text() == "The new words do not find more")
    assert cells(dialog) == [
        ["The photo comes first", "85.0 %", "84.0 %", "−6.0 to +4.0 points"],
        ["It is confirmed as the same", "80.0 %", "80.0 %", "0.0 to 0.0 points"],
        ["It comes first by visual words alone", "60.0 %", "62.0 %", "−4.0 to +8.0 points"],
    ]
    assert dialog.remark.text() == (
        "240 altered copies of 40 photos were searched for. 24 of them gave a different result. "
        "The difference may be chance: keep the old words."
    )
    assert choices(dialog) == ["Close", "Keep the old words", "Keep the new words"]
    assert dialog.keep_old.property("primary") and not dialog.keep_new.property("primary")
    assert asked(fake, DecideWordsRequest) == 0, "a person decides"
    dialog.keep_old.click()
    qtbot.waitUntil(lambda: window.notice.text.text() == "Searches still use the old visual words.")
    qtbot.waitUntil(lambda: choices(dialog) == ["Close", "Learn"])
    assert [request.keep for request in fake.seen if isinstance(request, DecideWordsRequest)] == [False]


def test_better_words_are_kept_and_the_library_says_so(qtbot, window, dialog, fake):
    fake.words.better = True
    fake.release.set()
    qtbot.waitUntil(dialog.learn.isEnabled)
    dialog.learn.click()
    qtbot.waitUntil(lambda: dialog.headline.text() == "The new words find more")
    assert dialog.keep_new.property("primary") and not dialog.keep_old.property("primary")
    fake.words.busy = "The library is being written to by cbir."
    dialog.keep_new.click()
    qtbot.waitUntil(lambda: dialog.remark.text() == "The library is being written to by cbir.")
    fake.words.busy = ""
    dialog.keep_new.click()
    overview = window.findChild(LibraryDialog)
    assert isinstance(overview, LibraryDialog)
    qtbot.waitUntil(
        lambda: overview.visual_words.text() == f"65,536, learned from your photos, {day('2026-11-23')}"
    )
    assert fake.script.codebook_name == OWN_PHOTOS
    assert window.notice.text.text() == "Searches now use the new visual words."


def test_learning_goes_on_while_the_dialog_is_closed_and_tells_when_it_is_done(qtbot, window, dialog, fake):
    qtbot.waitUntil(dialog.learn.isEnabled)
    dialog.learn.click()
    dialog.close()
    qtbot.waitUntil(lambda: window.findChild(WordsDialog) is None)
    fake.release.set()
    qtbot.waitUntil(lambda: "were learned from your photos and compared" in window.notice.text.text())
    assert not window.notice.action.isHidden()
    window.notice.action.click()
    assert shown(window).headline.text() == "The new words do not find more"


def test_what_was_learned_is_discarded_while_it_goes_on(qtbot, dialog, fake):
    qtbot.waitUntil(dialog.learn.isEnabled)
    dialog.learn.click()
    qtbot.waitUntil(lambda: dialog.bar.value() == 12)
    dialog.discard.click()
    qtbot.waitUntil(lambda: choices(dialog) == ["Close", "Learn"])
    assert [request.keep for request in fake.seen if isinstance(request, DecideWordsRequest)] == [False]


def test_why_nothing_can_be_learned_is_said(qtbot, window, fake):
    fake.words.trouble = "The library's 24 photos have too few details."
    window.controls.maintenance.learn_words()
    dialog = shown(window)
    qtbot.waitUntil(lambda: dialog.remark.text() == "The library's 24 photos have too few details.")
    assert not dialog.learn.isEnabled()


def test_an_engine_that_ends_leaves_no_learning_behind(qtbot, window, engine, dialog):
    qtbot.waitUntil(dialog.learn.isEnabled)
    dialog.learn.click()
    qtbot.waitUntil(lambda: dialog.bar.value() == 12)
    with qtbot.waitSignal(engine.ready):
        engine.restart()
    assert not window.controls.maintenance.words.learning
