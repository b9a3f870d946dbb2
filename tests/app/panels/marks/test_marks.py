"""Ratings, keywords, the trash, and what takes them back."""

import time
from functools import partial

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from cbir.base.types import Filters, KeywordSuggestion, Marks, PhotoId, Term
from cbir.service import Cancel, KeywordRequest, RateRequest, SuggestRequest, TrashRequest
from cbir_app.control.marks import REST_MS
from cbir_app.panels.marks.stars import Stars
from cbir_app.sessions import SIDECARS, Part, Query, part_of_file
from tests.app.handling import button, found

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def shown(qtbot, window, picture_file):
    """A window that shows 24 hits, the first one selected and its metadata there."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.results.view)
    qtbot.waitUntil(lambda: bool(window.evidence.marks.keywords.chips))
    return window


def words(window):
    return [chip.text() for chip in window.evidence.marks.keywords.chips]


def rated(fake, rating):
    return fake.collection.marks[PhotoId(1)].rating == rating


def all_answered(qtbot, window):
    qtbot.waitUntil(lambda: window.controls.marks.session.waiting == 0)


def of_kind(fake, kind):
    return [request for request in fake.seen if isinstance(request, kind)]


def test_undo_of_a_rejection_gives_a_photo_its_stars_back(qtbot, shown, fake):
    shown.results.select(0)
    photo = shown.results.current_hit().photo
    for act, rating in (
        (lambda: shown.controls.marks.rate(4), 4),
        (lambda: shown.controls.marks.flag("reject"), -1),
        (shown.actions_.undo.trigger, 4),
    ):
        act()
        qtbot.waitUntil(lambda: shown.controls.marks.session.waiting == 0)
        assert fake.collection.marks[photo].rating == rating


def test_a_digit_rates_the_selected_photos_and_undo_gives_each_its_own_back(qtbot, shown, fake):
    fake.collection.marks[PhotoId(2)] = Marks(rating=1)
    QTest.keyClick(shown.results.view, Qt.Key.Key_Right, SHIFT)
    QTest.keyClick(shown.results.view, Qt.Key.Key_4)
    stars = shown.evidence.marks.stars
    assert stars.value() == 4
    qtbot.waitUntil(lambda: shown.notice.text.text() == "2 photos now have ★★★★.")
    assert fake.collection.marks == {PhotoId(1): Marks(rating=4), PhotoId(2): Marks(rating=4)}
    assert shown.actions_.undo.text() == "&Undo: rating of 2 photos"
    shown.actions_.undo.trigger()
    qtbot.waitUntil(lambda: fake.collection.marks == {PhotoId(1): Marks(), PhotoId(2): Marks(rating=1)})
    shown.actions_.redo.trigger()
    qtbot.waitUntil(lambda: fake.collection.marks[PhotoId(1)] == Marks(rating=4))
    assert stars.value() == 4
    button(shown.notice, "Undo").click()
    qtbot.waitUntil(lambda: fake.collection.marks[PhotoId(1)] == Marks())


def test_quick_changes_come_one_after_the_other(qtbot, shown, fake):
    for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3):
        QTest.keyClick(shown.results.view, key)
    assert shown.evidence.marks.stars.value() == 3
    all_answered(qtbot, shown)
    seen = []
    for rating in (2, 1, None):
        shown.actions_.undo.trigger()
        qtbot.waitUntil(partial(rated, fake, rating))
        seen.append(fake.collection.marks[PhotoId(1)].rating)
    assert seen == [2, 1, None]


def test_undo_at_once_takes_back_the_mark_that_was_just_given(qtbot, shown, fake):
    """The library has not answered yet when the keys are pressed."""
    for key in (Qt.Key.Key_1, Qt.Key.Key_2):
        QTest.keyClick(shown.results.view, key)
        all_answered(qtbot, shown)
    QTest.keyClick(shown.results.view, Qt.Key.Key_3)
    shown.actions_.undo.trigger()
    qtbot.waitUntil(lambda: shown.controls.marks.session.waiting == 0)
    qtbot.waitUntil(partial(rated, fake, 2))
    assert fake.collection.marks[PhotoId(1)].rating == 2


def test_the_first_mark_of_all_can_be_undone_at_once(qtbot, shown, fake):
    shown.undo.forget(shown.undo.done)
    assert not shown.actions_.undo.isEnabled()
    QTest.keyClick(shown.results.view, Qt.Key.Key_3)
    assert shown.actions_.undo.isEnabled()
    shown.actions_.undo.trigger()
    qtbot.waitUntil(lambda: fake.collection.marks.get(PhotoId(1)) == Marks())
    assert [request.rating for request in of_kind(fake, RateRequest)] == [3, None]


def test_stars_are_set_by_pointer_and_by_keyboard(qtbot, shown, fake):
    stars = shown.evidence.marks.stars
    assert stars.value() == 1
    spoken = QAccessible.queryAccessibleInterface(stars)
    assert spoken.role() == QAccessible.Role.Slider
    assert spoken.text(QAccessible.Text.Description) == "1 star"
    place = QPointF(stars.width() - 8, stars.height() / 2).toPoint()
    QTest.mouseClick(stars, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: fake.collection.marks.get(PhotoId(1)) == Marks(rating=5))
    QTest.mouseClick(stars, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: fake.collection.marks[PhotoId(1)] == Marks(rating=0))
    stars.setFocus()
    QTest.keyClick(stars, Qt.Key.Key_Right)
    QTest.keyClick(stars, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: fake.collection.marks[PhotoId(1)] == Marks(rating=2))
    shown.actions_.rating_of_file.trigger()
    qtbot.waitUntil(lambda: fake.collection.marks[PhotoId(1)] == Marks(rating=None))


def test_a_late_answer_does_not_take_stars_back(qtbot, shown, fake):
    stars = shown.evidence.marks.stars
    stars.setFocus()
    QTest.keyClick(stars, Qt.Key.Key_Right)
    shown.details.arrived.emit()  # what was known of the photo before
    assert stars.value() == 2
    qtbot.waitUntil(lambda: fake.collection.marks.get(PhotoId(1)) == Marks(rating=2))
    qtbot.waitUntil(lambda: stars.accessibleDescription() == "2 stars")


def test_stars_are_seen_on_the_current_tile(qtbot, shown, fake):
    view = shown.results.view
    first = shown.results.model.hits[0]
    qtbot.waitUntil(lambda: shown.details.get(first) is not None)

    def edge():
        tile = view.visualRect(view.model().index(0, 0))
        strip = view.viewport().grab(tile.adjusted(0, tile.height() - 30, 0, -8))
        return bytes(strip.toImage().constBits())

    before = edge()
    QTest.keyClick(view, Qt.Key.Key_4)
    qtbot.waitUntil(lambda: edge() != before)


def test_digits_are_words_where_words_are_typed(qtbot, shown, fake):
    shown.bar.focus()
    QTest.keyClicks(shown.bar.edit, "2019")
    QTest.keyClick(shown.bar.edit, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not shown.search.busy)
    assert shown.bar.edit.text() == "2019"
    assert of_kind(fake, RateRequest) == []
    assert shown.findChild(QMessageBox) is None


def test_different_ratings_are_said(qtbot, shown, fake):
    QTest.keyClick(shown.results.view, Qt.Key.Key_Right, SHIFT)
    marks = shown.evidence.marks
    qtbot.waitUntil(lambda: marks.remark.text() == "different ratings")
    assert marks.reach.text() == "For all 2 photos selected"
    QTest.keyClick(marks.stars, Qt.Key.Key_0)
    assert marks.remark.text() == ""
    all_answered(qtbot, shown)
    assert fake.collection.marks == {PhotoId(1): Marks(rating=0), PhotoId(2): Marks(rating=0)}


def suggestion(word, *photos):
    return KeywordSuggestion(word=word, photos=tuple(map(PhotoId, photos)), margin=1.0)


def test_keywords_that_fit_are_offered_and_added_by_a_digit(qtbot, shown, fake):
    fake.collection.fitting = (suggestion("beach", 1, 2), suggestion("dog", 2), suggestion("R&D", 9))
    offered = shown.evidence.marks.suggestions
    assert not offered.isVisible()
    QTest.keyClick(shown.results.view, Qt.Key.Key_Right, SHIFT)
    shown.actions_.write_keyword.trigger()
    qtbot.waitUntil(lambda: [chip.text() for chip in offered.chips] == ["1  beach", "2  dog"])
    assert offered.isVisible()
    assert offered.chips[1].toolTip() == "Suits 1 of 2 photos\nClick to add it"
    assert not fake.collection.marks, "nothing is written unasked"
    QTest.keyClick(shown.evidence.marks.keywords.field, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: fake.collection.marks == {PhotoId(2): Marks(added=("dog",))})
    assert [chip.text() for chip in offered.chips] == ["1  beach"]
    offered.chips[0].click()
    all_answered(qtbot, shown)
    assert fake.collection.marks[PhotoId(1)] == Marks(added=("beach",))
    assert not offered.isVisible()
    shown.actions_.undo.trigger()
    all_answered(qtbot, shown)
    assert fake.collection.marks[PhotoId(1)] == Marks()


def test_one_photo_that_is_rated_leads_to_the_next_and_several_do_not(qtbot, shown):
    control = shown.controls.marks
    told = []
    control.rated.connect(lambda: told.append(1))
    control.rate(3)
    assert told == [1]
    all_answered(qtbot, shown)
    assert shown.notice.text.text() == "3 stars for “IMG_0001.jpg”."
    QTest.keyClick(shown.results.view, Qt.Key.Key_Right, SHIFT)
    control.rate(4)
    all_answered(qtbot, shown)
    assert told == [1]


def test_the_marks_of_very_many_are_shown_once_the_selecting_rests(qtbot, shown, monkeypatch):
    monkeypatch.setattr("cbir_app.control.hits.MANY", 3)
    shows = []
    monkeypatch.setattr(shown.evidence.marks, "show_hits", lambda hits: shows.append(len(hits)))
    began = time.monotonic()
    shown.results.view.selectAll()
    for _ in range(3):
        QApplication.processEvents()
    assert shows == [] or time.monotonic() - began > REST_MS / 1000
    qtbot.waitUntil(lambda: bool(shows))
    assert shows == [len(shown.results.model.hits)]
    assert shows[0] > 3
    view = shown.results.view
    view.clearSelection()
    view.selectAll()
    shows.clear()
    view.setCurrentIndex(view.model().index(1, 0))
    at_once = list(shows)
    assert set(at_once) == {1}
    QTest.qWait(2 * REST_MS)
    assert shows == at_once, "what the rest was for is not shown any more"


def test_what_was_asked_for_another_selection_is_given_up(qtbot, shown, fake):
    session = shown.controls.marks.session
    session.suggest([PhotoId(1)], lambda _: None)
    first = session.suggesting
    session.suggest([PhotoId(2)], lambda _: None)
    qtbot.waitUntil(lambda: len(of_kind(fake, SuggestRequest)) == 2)
    qtbot.waitUntil(lambda: first in [request.ticket for request in fake.seen if isinstance(request, Cancel)])


def test_suggestions_go_with_the_selection_and_need_a_model(qtbot, shown, fake):
    offered = shown.evidence.marks.suggestions
    shown.actions_.write_keyword.trigger()
    qtbot.waitUntil(lambda: len(of_kind(fake, SuggestRequest)) == 1)
    all_answered(qtbot, shown)
    assert not offered.isVisible()
    fake.collection.fitting = (suggestion("beach", 2),)
    shown.results.view.setFocus()
    QTest.keyClick(shown.results.view, Qt.Key.Key_Right)
    assert len(of_kind(fake, SuggestRequest)) == 1, "not before somebody goes to the field"
    shown.actions_.write_keyword.trigger()
    qtbot.waitUntil(offered.isVisible)
    shown.results.view.setFocus()
    QTest.keyClick(shown.results.view, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: not offered.isVisible())


def test_keywords_are_added_and_removed_for_several_photos(qtbot, shown, fake):
    fake.collection.marks[PhotoId(3)] = Marks(added=("Harbour",))
    shown.details.forget()
    for _ in range(2):
        QTest.keyClick(shown.results.view, Qt.Key.Key_Right, SHIFT)
    qtbot.waitUntil(lambda: words(shown) == ["boat", "sea", "Harbour"])
    assert shown.evidence.marks.keywords.chips[2].property("partial") is True
    shown.actions_.write_keyword.trigger()
    field = shown.evidence.marks.keywords.field
    assert QApplication.focusWidget() is field
    QTest.keyClicks(field, " harbour , R&D ")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert words(shown) == ["boat", "sea", "harbour", "R&&D"]
    all_answered(qtbot, shown)
    assert fake.collection.marks[PhotoId(3)] == Marks(added=("Harbour", "R&D"))
    assert shown.actions_.undo.text() == "&Undo: keyword “R&&D” on 3 photos"
    for _ in range(2):  # they go back, and not the typing
        QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert field.text() == ""
    qtbot.waitUntil(lambda: words(shown) == ["boat", "sea", "Harbour"])
    shown.evidence.marks.keywords.chips[0].click()
    assert words(shown) == ["sea", "Harbour"]
    all_answered(qtbot, shown)
    assert fake.collection.marks[PhotoId(1)] == Marks(removed=("boat",))
    shown.actions_.undo.trigger()
    qtbot.waitUntil(lambda: fake.collection.marks[PhotoId(1)] == Marks())


def test_sidecars_are_written_where_they_are_wanted(qtbot, shown, fake):
    QTest.keyClick(shown.results.view, Qt.Key.Key_5)
    qtbot.waitUntil(lambda: len(of_kind(fake, RateRequest)) == 1)
    shown.preferences.set_flag(SIDECARS, True)
    fake.collection.sidecar_problem = "Its sidecar cannot be written: Permission denied."
    QTest.keyClick(shown.results.view, Qt.Key.Key_4)
    qtbot.waitUntil(lambda: "Permission denied" in shown.notice.text.text())
    asked = [request.sidecar for request in fake.seen if isinstance(request, RateRequest)]
    assert asked == [False, True]
    assert fake.collection.marks[PhotoId(1)] == Marks(rating=4)


def test_a_mark_that_fails_is_said_and_the_next_one_goes_on(qtbot, shown, fake):
    fake.collection.mark_failure = "This photo is no longer in the library."
    QTest.keyClick(shown.results.view, Qt.Key.Key_5)
    qtbot.waitUntil(lambda: shown.notice.text.text() == fake.collection.mark_failure)
    assert shown.undo.last is not None
    assert "rating" not in shown.undo.last.words
    assert shown.evidence.marks.stars.value() == 1
    fake.collection.mark_failure = ""
    shown.evidence.marks.keywords.add_asked.emit(("dusk",))
    assert "dusk" in words(shown)  # at once, before the library has answered
    all_answered(qtbot, shown)
    assert len(of_kind(fake, KeywordRequest)) == 1
    assert fake.collection.marks[PhotoId(1)] == Marks(added=("dusk",))


def trash(window):
    QTest.keyClick(window.results.view, Qt.Key.Key_Delete)
    box = window.findChild(QMessageBox, "trash")
    assert isinstance(box, QMessageBox)
    return box


def test_the_trash_asks_first_and_says_where_the_files_go(qtbot, shown, fake):
    QTest.keyClick(shown.results.view, Qt.Key.Key_Right)
    QTest.keyClick(shown.results.view, Qt.Key.Key_Right, SHIFT)
    box = trash(shown)
    assert box.text() == "Move 2 photos to the trash?"
    assert "of your system, where you can get them back" in box.informativeText()
    assert box.defaultButton().text().replace("&", "") == "Cancel"
    box.reject()
    assert of_kind(fake, TrashRequest) == []
    steps = shown.undo.last
    button(trash(shown), "Move to the trash").click()
    assert len(shown.results.model.hits) == 5
    qtbot.waitUntil(lambda: fake.collection.trashed != [])
    assert fake.collection.trashed == [2, 3]
    assert [hit.photo for hit in shown.results.model.hits[:3]] == [1, 4, 5]
    current = shown.results.current_hit()
    assert current is not None
    assert current.photo == 5  # where the current one stood
    qtbot.waitUntil(lambda: shown.notice.text.text().startswith("2 photos moved to the trash."))
    assert shown.undo.last is steps
    assert not shown.status.bar.isVisible()


def test_undo_brings_trashed_photos_back_where_the_trash_allows_it(qtbot, shown, fake):
    fake.collection.restorable = True
    button(trash(shown), "Move to the trash").click()
    qtbot.waitUntil(lambda: shown.undo.last is not None and "trash" in shown.undo.last.words)
    assert fake.collection.trashed == [1]
    button(shown.notice, "Undo").click()
    qtbot.waitUntil(lambda: shown.notice.text.text() == "1 photo is back.")
    assert fake.collection.trashed == []
    qtbot.waitUntil(lambda: len(shown.results.model.hits) == 7)
    shown.actions_.redo.trigger()
    qtbot.waitUntil(lambda: fake.collection.trashed == [1])


@pytest.mark.parametrize("again", [False, True])
def test_photos_that_could_not_be_trashed_are_shown_again(qtbot, shown, fake, again):
    fake.collection.restorable = True
    if again:
        button(trash(shown), "Move to the trash").click()
        qtbot.waitUntil(lambda: shown.undo.last is not None and "trash" in shown.undo.last.words)
        button(shown.notice, "Undo").click()
        qtbot.waitUntil(lambda: len(shown.results.model.hits) == 7)
    fake.collection.trash_failure = "The library is gone."
    if again:
        shown.actions_.redo.trigger()
    else:
        button(trash(shown), "Move to the trash").click()
    assert len(shown.results.model.hits) == 6
    qtbot.waitUntil(lambda: shown.notice.text.text() == "The library is gone.")
    assert len(shown.results.model.hits) == 7


def test_what_stays_is_said_with_its_reason(qtbot, shown, fake):
    fake.collection.locked = (1,)
    button(trash(shown), "Move to the trash").click()
    qtbot.waitUntil(lambda: shown.notice.text.text().startswith("Nothing was moved."))
    assert shown.notice.text.text().endswith("IMG_0001.jpg: The file is not there now.")
    assert len(shown.results.model.hits) == 7


def test_photos_of_an_absent_drive_are_not_trashed(qtbot, make_window, fake, picture_file):
    fake.script.offline = True
    window = make_window()
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.controls.trash.ask()
    assert window.findChild(QMessageBox) is None
    assert window.notice.text.text() == "Nothing was moved. Its drive is not connected."


def test_every_change_of_the_query_is_undone_and_done_again(qtbot, window, fake):
    search, undo = window.search, window.undo
    assert not window.actions_.undo.isEnabled()
    for n in range(1, 5):
        search.type("boat"[:n])
    search.commit()
    search.weigh(0, 1)
    search.weigh(0, 1)
    search.set_filters(Filters(min_rating=3))
    search.flip(0)
    wanted = [search.query]
    while undo.last is not None:
        window.actions_.undo.trigger()
        wanted.append(search.query)
    assert [query.filters.min_rating for query in wanted] == [3, 3, None, None]
    assert wanted[-1] == Query()
    assert wanted[2] == Query(parts=(Part(Term(text="boat", weight=4.0), "boat"),))
    for query in reversed(wanted[:-1]):
        window.actions_.redo.trigger()
        assert search.query == query
    assert not window.actions_.redo.isEnabled()
    search.clear()
    window.actions_.undo.trigger()
    assert search.query == wanted[0]
    qtbot.waitUntil(lambda: not search.busy)


def test_a_rating_by_wheel_is_left_to_scrolling(shown):
    stars = shown.evidence.marks.stars
    assert isinstance(stars, Stars)
    before = stars.value()
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QWheelEvent

    turn = QWheelEvent(
        *(QPointF(5, 5), QPointF(stars.mapToGlobal(QPoint(5, 5))), QPoint(), QPoint(0, 120)),
        *(Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False),
    )
    QApplication.sendEvent(stars, turn)
    assert stars.value() == before
