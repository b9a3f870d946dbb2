"""The window on a fake engine: indexing, failures, themes, keys and what is remembered."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from cbir.base.types import Filters, IndexProgress
from cbir.service import Failure, IndexRequest
from cbir_app.base.page import MessagePage
from cbir_app.base.theme import DARK, LIGHT
from cbir_app.engine.client import GAVE_UP
from cbir_app.panels.library import SkippedDialog
from cbir_app.panels.library.status_line import pace
from cbir_app.results.results_page import BUSY_DELAY_MS
from cbir_app.sessions import Query, part_of_file
from cbir_app.shell import build_window
from cbir_app.shell.help_dialogs import KeysDialog
from tests.app.handling import button, found, search_requests


def test_indexing_shows_its_progress_and_can_be_stopped(qtbot, window, fake):
    fake.script.index_total = 100_000
    window.library.add([Path("/photos")])
    status = window.status
    qtbot.waitUntil(lambda: "Adding photos" in status.doing.text())
    assert status.bar.isVisible()
    assert "of 100,024 photos searchable" in status.coverage.text()
    status.cancel.click()
    assert "Stopping" in status.doing.text()
    assert not status.cancel.isEnabled()
    qtbot.waitUntil(lambda: not window.library.running)
    assert not status.bar.isVisible()
    assert window.notice.text.text() == "Stopped. The photos that were finished are kept."


def test_looking_again_at_a_known_folder_does_not_count_it_twice(qtbot, window, fake):
    fake.script.index_total = 24
    seen = []
    window.library.progressed.connect(lambda step: seen.append(window.library.expected - step.searchable))
    window.actions_.update_library.trigger()
    qtbot.waitUntil(lambda: not window.library.running)
    assert seen
    assert set(seen) == {0}


def test_new_photos_join_the_result_and_the_current_photo_stays(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.results.select(2)
    window.library.add([Path("/photos")])
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    qtbot.waitUntil(lambda: window.search.growing is None)
    assert window.results.current_hit().photo == 3
    assert not window.notice.isVisible()


def test_where_nothing_was_found_new_photos_are_searched_at_once(qtbot, window, fake, picture_file):
    fake.script.hits = fake.script.verified = 0
    window.search.search(part_of_file(picture_file))
    qtbot.waitUntil(lambda: window.search.result is not None and not window.search.busy)
    assert not window.results.model.hits
    fake.script.hits = fake.script.verified = 5
    window.library.add([Path("/photos")])
    qtbot.waitUntil(lambda: len(window.results.model.hits) == 5)
    assert not window.notice.isVisible() or window.notice.topic != "fresh"


def test_where_nothing_was_proved_it_is_searched_again_once_for_each_number_of_photos(
    qtbot, window, fake, picture_file
):
    fake.script.verified = 0
    window.search.search(part_of_file(picture_file))
    qtbot.waitUntil(lambda: window.search.result is not None and not window.search.busy)
    fake.script.verified = 3
    window.library.add([Path("/photos")])
    qtbot.waitUntil(lambda: window.search.result is not None and window.search.result.verified == 3)
    qtbot.waitUntil(lambda: not window.library.running and not window.search.busy)
    assert len(search_requests(fake)) == 2


def test_what_is_shown_stays_while_it_is_searched_again_for_new_photos(qtbot, window, fake, picture_file):
    fake.script.verified = 0
    window.search.search(part_of_file(picture_file))
    message = window.results.message
    qtbot.waitUntil(lambda: window.search.answered.has_picture and message.isVisible())
    fake.script.verified, fake.script.hold_search = 3, True
    window.library.add([Path("/photos")])
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    qtbot.wait(2 * BUSY_DELAY_MS)
    assert message.isVisible() and not window.results.model.hits
    fake.release.set()
    qtbot.waitUntil(lambda: window.results.headline.text() == "3 matches")


def test_what_fits_the_filters_grows_while_photos_come_in(qtbot, window, fake):
    window.search.set_filters(Filters(formats=("jpeg",)))
    qtbot.waitUntil(lambda: bool(window.results.model.hits))
    window.library.add([Path("/photos")])
    fake.script.words_hits = 9
    qtbot.waitUntil(lambda: len(window.results.model.hits) == 9)
    assert not window.notice.isVisible()


def test_adding_photos_is_paused_and_goes_on(qtbot, window, fake):
    fake.script.index_step_s, fake.script.index_total = 0.02, 400
    status = window.status
    window.library.add([Path("/photos")])
    qtbot.waitUntil(lambda: "a second" in status.pace.text())
    assert status.pace.text().endswith("left")
    status.pause.click()
    qtbot.waitUntil(status.resume.isVisible)
    assert status.doing.text() == "Adding photos is paused"
    assert not status.bar.isVisible()
    assert not window.notice.isVisible()
    assert not window.library.running
    fake.script.index_total = 5
    status.resume.click()
    qtbot.waitUntil(lambda: not window.library.running and not status.isVisible())
    asked = [request.folders for request in fake.seen if isinstance(request, IndexRequest)]
    assert asked == [(Path("/photos"),)] * 2


def test_speed_and_time_left_are_told_once_they_are_known():
    steps = [(float(second), 30 * second) for second in range(6)]
    assert pace(steps, 9150) == "30 a second · 5 minutes left"
    assert pace(steps, 200).endswith("less than a minute left")
    assert pace([(0.0, 0), (2.0, 1), (4.0, 2), (6.0, 3), (8.0, 4)], None) == ""
    assert pace(steps[:4], 900) == ""


def test_the_speed_is_that_of_reading_however_many_were_found_before(window):
    status = window.status
    status.show_running(True)
    for done in (100, 3_000, 6_000):
        status.show_progress(IndexProgress(done=done, total=None, searchable=0), 0)
    for done in range(9):
        status.show_progress(IndexProgress(done=done, total=6_000, searchable=done), 6_000)
    assert "a second" in status.pace.text()
    status.show_running(False)


def test_a_headline_is_whole_where_the_window_is_dressed_last(qtbot, theme):
    with theme.unstyled():
        page = MessagePage(theme)
        qtbot.addWidget(page)
        page.show_message("photos", "Opening the library…", "This takes a moment.")
    page.show()
    assert page.title.height() >= page.title.heightForWidth(page.title.width())


def test_the_skipped_count_opens_the_list_with_reasons(qtbot, window):
    assert window.status.skipped.text() == "2 files could not be read"
    window.status.skipped.click()
    dialog = window.findChild(SkippedDialog)
    assert dialog is not None
    assert dialog.list.topLevelItemCount() == 2
    item = dialog.list.topLevelItem(0)
    assert item is not None
    assert item.text(0) == "broken_0.jpg"
    assert item.text(1) == "The file ends in the middle of the picture."
    dialog.copy()
    assert QGuiApplication.clipboard().text().count("\n") == 1
    dialog.close()


def test_a_library_that_cannot_be_opened_says_why(qtbot, make_window, fake):
    fake.script.refuse = "The library was written by a newer version. Upgrade the program."
    window = make_window()
    qtbot.waitUntil(lambda: window.results.message.sentence == fake.script.refuse)
    assert window.results.message.title.text() == "The library cannot be opened"
    fake.script.refuse = ""
    button(window.results, "Try again").click()
    qtbot.waitUntil(lambda: window.results.headline.text() == "All photos")


def test_the_end_of_the_engine_is_said_and_survived(qtbot, window, fake, picture_file):
    fake.script.die_on, fake.script.die_times = "SearchRequest", 1
    window.search.search(part_of_file(picture_file))
    qtbot.waitUntil(lambda: window.notice.topic == "engine" and window.notice.isVisible())
    found(qtbot, window)  # it is asked for again
    assert not window.notice.isVisible()
    assert window.results.headline.text() == "7 matches"


def test_an_engine_that_keeps_dying_is_given_up_in_words(qtbot, window, engine, fake):
    fake.script.die_on = "LibraryRequest"
    engine.ready.connect(lambda _info: window.library.ask())
    window.library.ask()
    qtbot.waitUntil(lambda: window.results.message.sentence == GAVE_UP, timeout=10_000)
    assert not window.notice.isVisible()


def test_light_and_dark_are_both_there(qtbot, window, theme):
    window.dialogs.set_scheme("dark")
    assert theme.colours is DARK
    assert window.palette().base().color().name() == DARK.base
    window.dialogs.set_scheme("light")
    assert theme.colours is LIGHT
    assert window.palette().base().color().name() == LIGHT.base


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_on_its_ground(colours):
    """WCAG 2.1, 1.4.3: at least 4.5 to 1."""

    def luminance(name):
        text = getattr(colours, name)
        parts = [int(text[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return float(0.2126 * r + 0.7152 * g + 0.0722 * b)

    pairs = [(text, on) for text in ("text", "dim") for on in ("base", "panel", "raised", "accent_soft")]
    pairs += [("accent_text", "base"), ("accent_text", "panel"), ("on_accent", "accent")]
    pairs += [("text", "warning_soft")]
    for text, ground in pairs:
        high, low = sorted((luminance(text), luminance(ground)), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5, (text, ground)


def test_every_control_has_a_name_for_those_who_hear_it(qtbot, window, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.controls.albums.save()
    window.bar.filter_popover.open("folder", window.bar.filter_button)
    unnamed = []
    for page in (
        window.actions_.as_list.trigger,
        window.actions_.as_timeline.trigger,
        window.pages.show_match,
        lambda: window.pages.match.over_button.setChecked(True),
        window.pages.show_photo,
        window.pages.show_frame,
        window.pages.show_results,
    ):
        page()
        for widget in window.findChildren(QWidget):
            if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or not widget.isVisible():
                continue
            interface = QAccessible.queryAccessibleInterface(widget)
            if not interface.text(QAccessible.Text.Name):
                unnamed.append(f"{type(widget).__name__} {widget.objectName()} in {widget.parent()}")
    assert sorted(set(unnamed)) == []


def test_no_key_has_two_meanings(qtbot, window):
    keys = [key.toString() for action in window.actions_.all for key in action.shortcuts()]
    assert len(keys) == len(set(keys))
    for wanted in ("Ctrl+O", "Ctrl+V", "Ctrl+F", "Ctrl+I", "Ctrl+C", "F11", "F1", "?"):
        assert wanted in keys


def test_the_main_job_is_done_by_keyboard_alone(qtbot, window, picture_file, fake):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(picture_file))])
    QGuiApplication.clipboard().setMimeData(data)
    QTest.keyClick(window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    found(qtbot, window)
    focus = QApplication.focusWidget()
    assert focus is window.results.view
    QTest.keyClick(focus, Qt.Key.Key_Right)
    QTest.keyClick(focus, Qt.Key.Key_Return)
    assert window.pages.currentWidget() is window.pages.match
    QTest.keyClick(window.pages.match.canvas, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is window.results.view
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is window.bar.edit
    QTest.keyClick(window.bar.edit, Qt.Key.Key_Backspace)  # to the chip before the words
    assert QApplication.focusWidget() is window.bar.chips[0]
    QTest.keyClick(window.bar.chips[0], Qt.Key.Key_Backspace)
    assert window.search.query.empty
    assert not window.results.model.hits


def test_the_keys_are_listed_from_the_actions_themselves(qtbot, window):
    window.actions_.show_keys.trigger()
    dialog = window.findChild(KeysDialog)
    assert dialog is not None
    said = [widget.text() for widget in dialog.findChildren(QLabel)]
    assert said[said.index("Ctrl+K") + 1] == "Add a keyword"
    assert said[said.index("Ctrl+G") + 1] == "For this search › Right", "what lies in a menu of a menu, too"
    assert "Rating › Next photo after rating" in said and said.count("0 to 5") == 2 and "3" not in said
    dialog.close()


def test_keys_are_found_by_words_or_by_the_key(qtbot, window):
    window.actions_.show_keys.trigger()
    dialog = window.findChild(KeysDialog)
    assert dialog is not None and dialog.focusWidget() is dialog.finder

    def shown():
        return [widget.text() for widget in dialog.findChildren(QLabel) if widget.isVisible()]

    every = len(shown())
    QTest.keyClicks(dialog.finder, "KEYword add")
    assert shown() == ["Photo", "Ctrl+K", "Add a keyword"]
    dialog.finder.clear()
    QTest.keyClicks(dialog.finder, "ctrl+g")
    assert shown() == ["Photo", "Ctrl+G", "For this search › Right"]
    QTest.keyClicks(dialog.finder, "xyz")
    assert shown() == ["Not found"]
    dialog.finder.clear()
    assert len(shown()) == every
    dialog.close()


def test_columns_fold_away_and_the_window_remembers(qtbot, window, preferences, engine, theme):
    window.actions_.library_column.trigger()
    assert not window.panel.isVisible()
    window.resize(760, 600)
    window.close()
    assert preferences.flag("library column", True) is False
    again = build_window(engine, theme, preferences)
    qtbot.addWidget(again)
    again.show()
    assert not again.panel.isVisible()
    assert not again.actions_.library_column.isChecked()
    assert (again.width(), again.height()) == (760, 600)


def test_a_failed_indexing_is_a_sentence_not_a_dialog(qtbot, window, fake, monkeypatch):
    no = Failure(message="The folder /photos does not exist.")
    monkeypatch.setattr(fake, "index", lambda *_: no)
    window.library.add([Path("/photos")])
    qtbot.waitUntil(window.notice.isVisible)
    assert window.notice.text.text() == no.message
    assert not window.status.bar.isVisible()


def test_a_long_sentence_is_shown_whole(qtbot, make_window, fake):
    folder = "/".join(["a_rather_long_name_of_a_folder"] * 9)
    fake.script.refuse = f"The library in {folder} was written by a newer version. Upgrade the program."
    window = make_window()
    qtbot.waitUntil(lambda: window.results.message.sentence == fake.script.refuse)
    text = window.results.message.text
    needed = text.fontMetrics().boundingRect(
        text.rect().adjusted(0, 0, 0, 1000), Qt.TextFlag.TextWordWrap, text.text()
    )
    assert needed.height() > 3 * text.fontMetrics().height()
    assert text.height() >= needed.height()
    assert text.width() >= needed.width()


def test_what_is_said_of_the_hits_is_of_the_query_that_found_them_while_another_is_typed(
    qtbot, window, fake, picture_file
):
    results = window.results
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    said = (results.headline.text(), results.remark.text(), results.mirror.isVisibleTo(results))
    assert said[-1]
    window.search.set_query(Query(draft="boat"), rest=True)
    results.refresh()
    assert said == (results.headline.text(), results.remark.text(), results.mirror.isVisibleTo(results))
    fake.script.words_hits = 0
    qtbot.waitUntil(lambda: not window.search.busy and results.stack.currentWidget() is results.message)
    title = results.message.title.text()
    window.search.set_query(Query(parts=(part_of_file(picture_file),)), rest=True)
    results.refresh()
    assert results.message.title.text() == title
