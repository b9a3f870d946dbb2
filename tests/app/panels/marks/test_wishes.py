"""Marks that show at once: no late answer takes them back, a refused one goes back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from cbir.base.types import Metadata, PhotoId
from cbir.service import KeywordRequest, RateRequest
from cbir_app.engine.details import Wishes
from cbir_app.sessions import part_of_file
from tests.app.handling import button, found

PHOTO = PhotoId(1)


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


class Watched:
    """Writes down every rating of a hit that is shown."""

    def __init__(self, window, hit):
        self.seen = []
        window.details.arrived.connect(lambda: self.seen.append(window.details.marks(hit).rating))


def asked_again(qtbot, window, fake):
    """The library says that it changed, and all that is shown is asked for again."""
    before = len(fake.seen)
    window.library.ask()
    qtbot.waitUntil(lambda: "MetadataRequest" in [type(request).__name__ for request in fake.seen[before:]])
    qtbot.wait(50)


def test_stars_are_shown_at_once_and_no_answer_takes_them_back(qtbot, shown, fake):
    fake.script.hold_marks = True
    hit = shown.results.model.hits[0]
    watched = Watched(shown, hit)
    assert shown.details.marks(hit).rating == 1
    QTest.keyClick(shown.results.view, Qt.Key.Key_3)
    QTest.keyClick(shown.results.view, Qt.Key.Key_5)
    assert (shown.details.marks(hit).rating, shown.evidence.marks.stars.value()) == (5, 5)
    asked_again(qtbot, shown, fake)
    assert fake.collection.marks == {}, "the library has not done it yet"
    fake.script.hold_marks = False
    qtbot.waitUntil(lambda: PHOTO not in shown.details.wishes)
    assert fake.collection.marks[PHOTO].rating == 5
    assert watched.seen[:2] == [3, 5]
    assert set(watched.seen[2:]) == {5}


def test_stars_stay_while_the_library_changes(qtbot, shown, fake):
    hit = shown.results.model.hits[0]
    watched = Watched(shown, hit)
    asked_again(qtbot, shown, fake)
    assert set(watched.seen) == {1}


def test_a_refused_rating_goes_back_with_a_sentence(qtbot, shown, fake):
    fake.collection.mark_failure = "The disk that holds the library is full."
    QTest.keyClick(shown.results.view, Qt.Key.Key_4)
    assert shown.evidence.marks.stars.value() == 4
    qtbot.waitUntil(lambda: shown.notice.text.text() == "The disk that holds the library is full.")
    assert shown.evidence.marks.stars.value() == 1
    assert shown.details.marks(shown.results.model.hits[0]).rating == 1
    assert shown.undo.last is None or "rating" not in shown.undo.last.words


def test_keywords_are_shown_at_once(qtbot, shown, fake):
    fake.script.hold_marks = True
    shown.controls.marks.add_keywords(("harbour",))
    shown.evidence.marks.keywords.chips[0].click()
    shown.controls.marks.add_keywords(("SEA",))
    assert [chip.text() for chip in shown.evidence.marks.keywords.chips] == ["sea", "harbour"]
    fake.script.hold_marks = False


def trash(window):
    window.controls.trash.ask()
    box = window.findChild(QMessageBox, "trash")
    assert isinstance(box, QMessageBox)
    button(box, "Move to the trash").click()


def test_a_trashed_photo_is_gone_at_once_and_no_search_brings_it_back(qtbot, shown, fake):
    fake.script.hold_marks = True
    trash(shown)
    assert [hit.photo for hit in shown.results.model.hits] == list(range(2, 8))
    shown.search.again()
    found(qtbot, shown)
    assert [hit.photo for hit in shown.results.model.hits] == list(range(2, 8))
    assert fake.collection.trashed == []
    fake.script.hold_marks = False
    qtbot.waitUntil(lambda: fake.collection.trashed == [1])


@pytest.mark.parametrize("how", ["it stays", "no answer"])
def test_a_photo_that_cannot_be_trashed_is_shown_again_with_a_sentence(qtbot, shown, fake, how):
    fake.script.hold_marks = True
    if how == "it stays":
        fake.collection.locked = (1,)
    else:
        fake.script.die_on = "TrashRequest"
        fake.script.die_times = 1
    before = shown.results.model.hits
    trash(shown)
    assert len(shown.results.model.hits) == 6
    fake.script.hold_marks = False
    qtbot.waitUntil(lambda: shown.results.model.hits == before)
    said = "Nothing was moved." if how == "it stays" else "The search engine stopped"
    qtbot.waitUntil(lambda: shown.notice.text.text().startswith(said))


def rate(rating):
    return RateRequest(photos=(PHOTO,), rating=rating)


def test_a_wish_lies_over_every_answer_that_was_asked_for_before_it_was_confirmed():
    wishes = Wishes()
    asked = wishes.now
    first, second = wishes.add(rate(3)), wishes.add(rate(5))
    wishes.settle([PHOTO], asked)
    assert wishes.over(PHOTO, Metadata(rating=1)).rating == 5
    wishes.confirm(first)
    between = wishes.now
    wishes.confirm(second)
    wishes.settle([PHOTO], asked)
    wishes.settle([PHOTO], between)
    assert wishes.over(PHOTO, Metadata(rating=3)).rating == 5
    wishes.settle([PHOTO], wishes.now)
    assert PHOTO not in wishes
    assert wishes.over(PHOTO, Metadata(rating=2)).rating == 2


def test_a_wish_that_was_withdrawn_leaves_the_others():
    wishes = Wishes()
    first = wishes.add(rate(3))
    wishes.add(KeywordRequest(photos=(PHOTO,), add=("Sea", "boat"), remove=("cat",)))
    wishes.withdraw(first)
    assert wishes.over(PHOTO, Metadata(rating=1, keywords=("Cat", "sea"))) == Metadata(
        rating=1, keywords=("sea", "boat")
    )


def test_a_rating_that_is_left_to_the_file_is_shown_when_the_library_says_it():
    wishes = Wishes()
    wishes.add(rate(None))
    assert wishes.over(PHOTO, Metadata(rating=4)).rating == 4
