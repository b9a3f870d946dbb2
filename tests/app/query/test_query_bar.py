"""The query as chips and words: typed, weighed, subtracted, gone back to."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from cbir.base.types import PhotoId, Term, TextLine
from cbir.service import RateRequest
from cbir_app.engine import in_user_words
from cbir_app.panels.library import ALL
from cbir_app.sessions import Part, Query, part_of_file
from cbir_app.sessions.query import part_of_words
from tests.app.fake_engine import WORDS_NOTE, hit
from tests.app.handling import PNG, drop, found, resting, search_requests, urls


def asked(fake):
    """The terms of the last search."""
    return search_requests(fake)[-1].terms


def settled(qtbot, window):
    qtbot.waitUntil(lambda: not window.search.busy)


@pytest.fixture
def active(qtbot, window):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def test_typed_words_are_searched_once_the_typing_rests(qtbot, active, fake):
    active.bar.focus()
    QTest.keyClicks(active.bar.edit, "lisbon")
    assert search_requests(fake) == []
    settled(qtbot, active)
    assert [request.terms for request in search_requests(fake)] == [(Term(text="lisbon"),)]
    assert active.results.headline.text() == "5 photos"
    assert active.results.notes.text() == in_user_words(WORDS_NOTE)
    assert active.results.view.sections[0].title == ""
    assert QApplication.focusWidget() is active.bar.edit
    assert active.windowTitle().startswith("lisbon")
    QTest.keyClicks(active.bar.edit, " 2019")
    settled(qtbot, active)
    assert asked(fake) == (Term(text="lisbon 2019"),)
    assert not active.search.can_go_back  # it was one query that grew


def test_a_hit_of_words_is_shown_large_and_claims_no_likeness(qtbot, active):
    active.search.type("lisbon")
    settled(qtbot, active)
    assert active.evidence.verdict.text() == "Found by name or metadata"
    assert not active.evidence.query_preview.isVisible()
    assert not active.evidence.strength.isVisible()
    assert not active.actions_.compare.isEnabled()
    QTest.keyClick(active.bar.edit, Qt.Key.Key_Down)
    QTest.keyClick(active.results.view, Qt.Key.Key_Return)
    assert active.pages.currentWidget() is active.pages.photo


def test_enter_makes_a_chip_and_searches_at_once(qtbot, active, fake):
    active.bar.focus()
    QTest.keyClicks(active.bar.edit, "boat")
    QTest.keyClick(active.bar.edit, Qt.Key.Key_Return)
    assert not resting(active.search)
    settled(qtbot, active)
    assert [chip.words.text() for chip in active.bar.chips] == ["“boat”"]
    assert active.bar.edit.text() == ""
    assert len(search_requests(fake)) == 1
    assert QApplication.focusWidget() is active.bar.edit, "more words may follow"
    QTest.keyClicks(active.bar.edit, "-people")
    QTest.keyClick(active.bar.edit, Qt.Key.Key_Return)
    settled(qtbot, active)
    assert asked(fake) == (Term(text="boat"), Term(text="people", sign=-1))
    assert active.bar.chips[1].sign.text() == "−"


def test_a_chip_made_of_what_was_already_searched_is_not_searched_again(qtbot, active, fake):
    active.search.type("boat")
    settled(qtbot, active)
    active.search.commit()
    assert not active.search.busy
    assert len(search_requests(fake)) == 1
    assert not active.search.can_go_back


@pytest.mark.parametrize(
    ("typed", "text", "sign"),
    [
        ("lisbon 2019", "lisbon 2019", 1),
        ("-people", "people", -1),
        ('-"two people"', '"two people"', -1),
        ("-people boat", "-people boat", 1),
        ("-folder:scans", "-folder:scans", 1),
        ("-", "-", 1),
    ],
)
def test_a_minus_before_one_word_subtracts_it(typed, text, sign):
    part = part_of_words(f" {typed} ")
    assert part is not None
    assert (part.term.text, part.term.sign) == (text, sign)
    assert part_of_words("  ") is None


def test_a_chip_is_flipped_weighed_and_removed_by_keyboard(qtbot, active, fake, picture_file):
    active.search.search(part_of_file(picture_file))
    active.search.add(Part(Term(text="boat"), "boat"))
    found(qtbot, active)
    settled(qtbot, active)
    picture, words = active.bar.chips
    words.setFocus()
    QTest.keyClick(words, Qt.Key.Key_Minus)
    settled(qtbot, active)
    assert asked(fake)[1].sign == -1
    assert words.accessibleName() == "Without the words boat"
    assert QApplication.focusWidget() is words
    QTest.keyClick(words, Qt.Key.Key_Plus)
    QTest.keyClick(words, Qt.Key.Key_Left)
    assert QApplication.focusWidget() is picture
    before = len(search_requests(fake))
    for _ in range(5):
        QTest.keyClick(picture, Qt.Key.Key_Up)
    settled(qtbot, active)
    assert [(term.weight, term.sign) for term in asked(fake)] == [(4.0, 1), (1.0, 1)]
    assert len(search_requests(fake)) <= before + 2  # the flip, and all the weighing as one
    assert picture.remark.text() == "×4"
    QTest.keyClick(picture, Qt.Key.Key_Delete)
    settled(qtbot, active)
    assert asked(fake) == (Term(text="boat"),)
    active.search.back()
    settled(qtbot, active)
    assert [chip.remark.text() for chip in active.bar.chips] == ["×4", ""]


def test_what_is_written_in_a_picture_becomes_a_chip_beside_it(qtbot, active, fake, picture_file):
    active.search.search(part_of_file(picture_file))
    settled(qtbot, active)
    action = active.bar.chips[0].text
    assert action.isVisible()
    action.trigger()
    qtbot.waitUntil(lambda: active.notice.text.text() == "No words were found in this picture.")
    quad = ((100.0, 50.0), (300.0, 50.0), (300.0, 90.0), (100.0, 90.0))
    fake.script.written = (TextLine(text="Platform nine", quad=quad, confidence=0.9),)
    action.trigger()
    qtbot.waitUntil(lambda: len(active.bar.chips) == 2)
    settled(qtbot, active)
    assert asked(fake) == (Term(path=picture_file), Term(text="platform nine"))
    assert not active.bar.chips[1].text.isVisible(), "words have none"
    action.trigger()
    active.search.search(Part(Term(text="boat"), "boat"))  # before the picture is read
    qtbot.waitUntil(active.notice.isHidden)
    settled(qtbot, active)
    assert asked(fake) == (Term(text="boat"),)


def test_the_menu_excludes_and_the_wheel_weighs(qtbot, active, fake):
    active.search.add(Part(Term(text="boat"), "boat"))
    active.search.add(Part(Term(text="sea"), "sea"))
    chip = active.bar.chips[0]
    shown = [action.text() for action in chip.menu.actions() if action.text() and action.isVisible()]
    assert shown == [
        *(
            "Photos with this",
            "Photos without this",
            "More weight",
            "Less weight",
            "Change the words",
            "Remove",
        )
    ]
    QTest.keyClick(chip, Qt.Key.Key_Space)
    assert chip.menu.isVisible()
    assert active.search.query.parts[0].term.sign == 1, "to open the menu changes nothing"
    chip.menu.close()
    chip.unlike.trigger()
    assert chip.sign.toolTip() == "Photos without this. Click to change it."
    none, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    for turned in (60, 60, -240):  # a touchpad sends half steps
        QApplication.sendEvent(
            chip,
            QWheelEvent(
                *(QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, turned)),
                *(Qt.MouseButton.NoButton, none, phase, False),
            ),
        )
    settled(qtbot, active)
    assert asked(fake) == (Term(text="boat", sign=-1, weight=0.5), Term(text="sea"))


def test_words_of_a_chip_are_changed_in_the_field(qtbot, active, fake):
    active.search.add(Part(Term(text="boat", sign=-1), "boat"))
    active.search.add(Part(Term(text="sea"), "sea"))
    QTest.keyClick(active.bar.chips[0], Qt.Key.Key_Return)
    assert active.bar.edit.text() == "-boat"
    assert QApplication.focusWidget() is active.bar.edit
    QTest.keyClicks(active.bar.edit, "s")
    settled(qtbot, active)
    assert asked(fake) == (Term(text="sea"), Term(text="boats", sign=-1))


def test_history_goes_back_and_forward(qtbot, active, fake):
    for words in ("boat", "sea", "dusk"):
        active.search.search(Part(Term(text=words), words))
    active.actions_.back.trigger()
    active.actions_.back.trigger()
    assert active.search.query.label == "boat"
    active.actions_.forward.trigger()
    assert active.search.query.label == "sea"
    active.search.search(Part(Term(text="dawn"), "dawn"))
    assert not active.actions_.forward.isEnabled()
    settled(qtbot, active)
    assert asked(fake) == (Term(text="dawn"),)
    active.search.clear()
    assert active.results.model.hits == ()
    active.actions_.back.trigger()
    assert active.search.query.label == "dawn"
    settled(qtbot, active)


def test_a_drop_on_the_bar_adds_and_elsewhere_replaces(qtbot, window, fake, picture_file, tmp_path):
    other = tmp_path / "other.jpg"
    other.write_bytes(b"\xff\xd8")
    drop(window, urls(picture_file))
    place = window.bar.mapTo(window, window.bar.rect().center())
    drop(window, urls(other), place)
    assert [part.label for part in window.search.query.parts] == ["query.jpg", "other.jpg"]
    drop(window, urls(other))
    assert [part.label for part in window.search.query.parts] == ["other.jpg"]
    settled(qtbot, window)


def test_the_clipboard_gives_words_to_the_field_and_pictures_to_the_query(qtbot, active, fake):
    data = QMimeData()
    data.setText("harbour\n at night")
    QGuiApplication.clipboard().setMimeData(data)
    active.results.setFocus()
    active.actions_.paste.trigger()
    assert active.bar.edit.text() == "harbour at night"
    settled(qtbot, active)
    picture = QMimeData()
    picture.setData("image/png", PNG)
    QGuiApplication.clipboard().setMimeData(picture)
    QTest.keyClick(active.bar.edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    settled(qtbot, active)
    assert asked(fake) == (Term(text="harbour at night"), Term(data=PNG))


def test_hits_are_added_and_left_out(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.actions_.add_hit.trigger()
    found(qtbot, window)
    settled(qtbot, window)
    QTest.keyClick(window.results.view, Qt.Key.Key_Right)
    window.actions_.leave_out_hit.trigger()
    settled(qtbot, window)
    assert asked(fake)[1:] == (Term(photo=PhotoId(1)), Term(photo=PhotoId(2), sign=-1))


def test_a_hit_shows_the_picture_that_it_agrees_with_most_and_else_the_first(window, picture_file):
    search = window.search
    verified = hit(1, True, Path("/photos"))
    (proof,) = verified.evidence

    def agreeing_with(term):
        more = replace(proof, term=term, inliers=proof.inliers + 1)
        return search.shown_by(replace(verified, evidence=(proof, more)))

    search.type("boat")
    assert (search.shown_by(verified), search.shown_by(None)) == (None, None), "words have no picture"
    search.commit()
    for name in ("red.jpg", "blue.jpg"):
        search.add(part_of_file(picture_file.with_name(name)))
    assert (agreeing_with(1), agreeing_with(2)) == (1, 2)
    assert agreeing_with(3) == 1, "it was found by a longer query"
    assert search.shown_by(hit(1, False, Path("/photos"))) == search.shown_by(None) == 1


def test_the_part_of_a_picture_that_is_framed_is_searched_once(qtbot, window, fake, picture_file):
    search, region = window.search, (10.0, 10.0, 60.0, 50.0)
    search.type("boat")
    search.set_region(region)
    assert search.query.draft == "boat", "there is nothing to frame"
    search.search(part_of_file(picture_file))
    found(qtbot, window)
    for wanted in (region, None):
        searches = len(search_requests(fake))
        search.set_region(wanted)
        settled(qtbot, window)
        search.set_region(wanted)
        assert not search.busy
        assert len(search_requests(fake)) == searches + 1
        assert [term.region for term in asked(fake)] == [wanted]


def test_marked_hits_are_chips_that_teach_the_search(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.actions_.more_like.trigger()
    found(qtbot, window)
    right = Term(photo=PhotoId(1), marked=True)
    assert asked(fake)[1:] == (right,)
    QTest.keyClick(window.results.view, Qt.Key.Key_Right)
    window.actions_.less_like.trigger()
    found(qtbot, window)
    wrong = Term(photo=PhotoId(2), sign=-1, marked=True)
    assert asked(fake)[1:] == (right, wrong)
    chips = window.bar.chips
    assert chips[1].accessibleName().startswith("More like the photo ")
    assert (
        chips[2].accessibleName().startswith("Fewer like the photo ") and "marked" in chips[2].remark.text()
    )
    assert chips[0].frame_button.isVisible() and not chips[1].frame_button.isVisible()
    QTest.keyClick(chips[2], Qt.Key.Key_Plus)
    found(qtbot, window)
    assert asked(fake)[2] == Term(photo=PhotoId(2), marked=True)
    weighed = len(search_requests(fake))
    QTest.keyClick(chips[1], Qt.Key.Key_Up)
    assert len(search_requests(fake)) == weighed  # each mark weighs the same
    window.actions_.undo.trigger()
    settled(qtbot, window)
    assert asked(fake)[1:] == (right, wrong)
    result = window.search.result
    assert result is not None
    window.search.teach([result.hits[1]], right=False)
    settled(qtbot, window)
    assert asked(fake)[1:] == (right,)  # marked so once more, it is not marked
    window.search.teach([result.hits[0]], right=False)
    settled(qtbot, window)
    assert asked(fake)[1:] == (Term(photo=PhotoId(1), sign=-1, marked=True),)


def test_many_chips_break_the_line_and_the_field_grows(qtbot, window):
    low = window.bar.field.height()
    for n in range(9):
        window.search.add(Part(Term(text=f"a long word {n}"), f"a long word {n}"))
    qtbot.waitUntil(lambda: window.bar.field.height() >= 2 * low - 20)
    rects = [chip.geometry() for chip in window.bar.chips]
    assert not any(a.intersects(b) for at, a in enumerate(rects) for b in rects[:at])
    assert all(window.bar.field.rect().contains(rect) for rect in rects)
    assert window.bar.field.rect().contains(window.bar.edit.geometry())
    assert window.bar.edit.width() >= 220
    settled(qtbot, window)


def test_half_typed_words_that_make_no_sense_yet_are_explained(qtbot, window):
    window.search.type("rating:")
    qtbot.waitUntil(lambda: window.results.message.sentence == "rating: needs a value behind it.")
    assert window.results.message.title.text() == "Can’t search for this"
    window.search.type("")
    qtbot.waitUntil(lambda: window.results.headline.text() == "All photos")


def test_a_query_knows_what_it_holds():
    query = Query((Part(Term(text="sea"), "sea"), Part(Term(photo=PhotoId(4)), "four.jpg")))
    assert [term.text for term in query.terms] == ["sea", None]
    assert query.has_words
    assert query.has_picture
    assert query.label == "sea, four.jpg"


def test_who_entered_words_may_type_more_and_enter_again_goes_to_the_hits(qtbot, active, fake):
    edit = active.bar.edit
    edit.setFocus()
    QTest.keyClicks(edit, "young")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(active.results.model.hits))
    settled(qtbot, active)
    assert edit.hasFocus()
    QTest.keyClicks(edit, "2015")
    assert edit.text() == "2015"
    assert not any(isinstance(request, RateRequest) for request in fake.seen)
    QTest.keyClick(edit, Qt.Key.Key_Return)
    settled(qtbot, active)
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert active.results.hits_view.hasFocus()


def test_where_nothing_is_asked_for_all_photos_are_shown(qtbot, window):
    qtbot.waitUntil(lambda: bool(window.results.model.hits))
    assert window.results.headline.text() == "All photos"
    window.search.type("boat")
    settled(qtbot, window)
    assert window.results.headline.text() != "All photos"
    window.panel.top.chosen.emit(ALL)
    qtbot.waitUntil(
        lambda: window.results.headline.text() == "All photos" and bool(window.results.model.hits)
    )
    assert window.bar.edit.text() == ""


def test_new_photos_join_the_wall_and_what_was_looked_at_stays(qtbot, window, fake):
    results = window.results
    qtbot.waitUntil(lambda: len(results.model.hits) == fake.script.words_hits)
    results.select(3)
    looked_at = results.current_hit()
    fake.script.words_hits, fake.script.photos = 9, 30
    window.library.ask()
    qtbot.waitUntil(lambda: len(results.model.hits) == 9)
    current = results.current_hit()
    assert current is not None
    assert looked_at is not None
    assert current.photo == looked_at.photo
    assert results.remark.text() == "9 photos"
    assert window.notice.isHidden()
