"""The large photo and the comparison, without a window: what they ask for, give up, and say while it comes."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from cbir.base.types import Metadata, PhotoId, Term, TextLine
from cbir.service import (
    Failure,
    KeypointsRequest,
    MetadataAnswer,
    MetadataRequest,
    PictureAnswer,
    PictureRequest,
    ThumbnailRequest,
    WrittenAnswer,
    WrittenRequest,
)
from cbir_app.base.pictures import picture_of
from cbir_app.engine import Details, Thumbnails
from cbir_app.viewer.match_view import MatchView, Side
from cbir_app.viewer.photo_view import WIDE_PX, PhotoView
from tests.app.by_hand import hits
from tests.app.fake_engine import hit

ONE, TWO = hits(2)
PROVED = hit(1, True, ONE.path.parent)
QUAD = ((0.0, 0.0), (90.0, 0.0), (90.0, 30.0), (0.0, 30.0))


def picture(*, stand_in=False):
    return PictureAnswer(pixels=np.zeros((60, 90, 3), np.uint8), full_size=(900, 600), stand_in=stand_in)


@pytest.fixture
def photo(under, hand, theme, preferences):
    under.resize(1200, 800)
    made = PhotoView(hand, Details(hand, hand), Thumbnails(hand, hand), theme, preferences, under)
    made.resize(1200, 800)
    under.show()
    return made


def left(hand):
    """The requests that are still pending, without those that are kept anyway."""
    names = [type(one.request).__name__ for one in hand.waiting]
    return [name for name in names if name != "MetadataRequest"]


def test_what_a_photo_left_open_is_given_up_when_another_comes_or_none(photo, hand):
    photo.show_hit(ONE)
    photo.show_hit(TWO)
    assert [request.photo for request in hand.asked(PictureRequest)] == [2]
    assert [request.photo for request in hand.asked(WrittenRequest)] == [2]
    photo.forget()
    assert left(hand) == [] and photo.hit is None


def test_a_photo_that_is_away_is_its_small_picture_and_says_why(photo, hand):
    photo.show_hit(replace(ONE, offline=True))
    assert len(hand.asked(ThumbnailRequest)) == 1 and hand.asked(PictureRequest) == []
    assert "This is its thumbnail from the library." in photo.remark.text()
    photo.show_hit(ONE)
    assert "thumbnail" not in photo.remark.text()
    hand.answer(PictureRequest, picture(stand_in=True))
    assert "This is its thumbnail from the library." in photo.remark.text(), "it went since it was found"
    photo.show_hit(TWO)
    hand.answer(PictureRequest, Failure(message="The file is broken."))
    assert photo.remark.text() == "The file is broken."
    assert photo.picture is None


def test_what_is_known_of_a_photo_stands_above_it_as_it_comes(photo, hand):
    photo.show_hit(ONE)
    assert photo.title.text() == "IMG_0001.jpg" and "EOS" not in photo.remark.text()
    hand.answer(MetadataRequest, MetadataAnswer(metadata=(Metadata(make="Canon", model="EOS R"),)))
    assert "EOS R" in photo.remark.text()
    photo.show_hit(TWO)
    assert "EOS R" not in photo.remark.text()


def test_what_is_written_is_copied_and_searched_for_and_gone_with_its_photo(photo, hand):
    asked = []
    photo.text_asked.connect(asked.append)
    QGuiApplication.clipboard().setText("before")
    photo.show_hit(ONE, (Term(text="harbour"), Term(text="boat", sign=-1)))
    assert hand.asked(WrittenRequest) == [WrittenRequest(photo=ONE.photo, texts=("harbour",))]
    for act in (photo.copy_text, photo.search_text):
        act()
    assert QGuiApplication.clipboard().text() == "before" and asked == []
    lines = tuple(TextLine(text=text, quad=QUAD, confidence=0.9) for text in ("HARBOUR", "OF LISBON"))
    hand.answer(WrittenRequest, WrittenAnswer(lines=lines))
    assert not photo.copy.isHidden() and not photo.same_text.isHidden()
    photo.copy.click()
    photo.same_text.click()
    assert QGuiApplication.clipboard().text() == "HARBOUR\nOF LISBON"
    assert len(asked) == 1 and "harbour" in asked[0].casefold()
    photo.show_hit(TWO)
    assert photo.copy.isHidden() and photo.same_text.isHidden()
    QGuiApplication.clipboard().setText("before")
    for act in (photo.copy_text, photo.search_text):
        act()
    assert QGuiApplication.clipboard().text() == "before" and len(asked) == 1, "the keys do nothing either"
    hand.answer(WrittenRequest, Failure(message="There is no reader."))
    assert photo.copy.isHidden() and "reader" not in photo.remark.text(), "the photo is worth seeing without"


def test_where_words_were_found_is_offered_only_where_some_were_typed(photo):
    photo.show_hit(ONE, (Term(text="boat", sign=-1),))
    assert not photo.heat.isEnabled() and "Type words" in photo.heat.toolTip()
    photo.show_hit(ONE, (Term(text="boat"),))
    assert photo.heat.isEnabled() and "Where your words" in photo.heat.toolTip()


def test_details_are_drawn_for_the_next_photo_too_until_that_is_switched_off(photo, hand):
    photo.show_hit(ONE)
    assert hand.asked(KeypointsRequest) == []
    photo.points.setChecked(True)
    photo.show_hit(TWO)
    assert len(hand.asked(KeypointsRequest)) == 1
    photo.points.setChecked(False)
    assert hand.asked(KeypointsRequest) == []


def test_a_narrow_page_leaves_its_bar_to_the_zoom(photo):
    for width, there in ((WIDE_PX, True), (WIDE_PX - 1, False)):
        photo.resize(width, 600)
        assert [way.isHidden() for way in photo.ways] == [not there] * 3


def test_each_way_on_from_a_photo_asks_for_itself(photo):
    asked = []
    for name in ("like", "same", "frame"):
        getattr(photo, f"{name}_asked").connect(lambda name=name: asked.append(name))
    for way in photo.ways:
        way.click()
    assert asked == ["like", "same", "frame"]


def test_the_pane_is_away_on_a_bare_page_and_comes_back_where_it_was(photo, preferences):
    photo.set_bare(True)
    assert photo.pane.isHidden()
    photo.set_bare(False)
    assert not photo.pane.isHidden()
    photo.info.setChecked(False)
    assert photo.pane.isHidden() and not preferences.flag("photo facts", True)
    photo.set_bare(False)
    assert photo.pane.isHidden()


# ---- beside the query


@pytest.fixture
def match(under, hand, theme, preferences):
    under.resize(1000, 700)
    made = MatchView(hand, theme, preferences, under)
    made.resize(1000, 700)
    under.show()
    return made


def side(term=0, *, there=True):
    shown = picture_of(picture()) if there else None
    source = Term(photo=PhotoId(90 + term))
    return Side(term=term, source=source, label=f"Picture {term}", picture=shown, region=None)


def compared(match, hand, shown, *sides):
    match.show_hit(shown, sides)
    hand.answer(PictureRequest, picture())


def drawn(match):
    """True if both pictures have arrived."""
    return match.match is not None


def test_a_comparison_waits_for_both_pictures_and_gives_up_with_its_hit(match, hand):
    match.show_hit(PROVED, [side(there=False)])
    assert match.title.text().startswith("59 points agree")
    hand.answer(PictureRequest, picture())
    assert not drawn(match)
    match.set_sides([side()])
    assert drawn(match) and match.outline is not None
    match.show_hit(ONE, [side()])
    assert not drawn(match), "its photo has not come"
    assert match.title.text() == "No points agree"
    match.show_hit(TWO, [side()])
    assert [request.photo for request in hand.asked(PictureRequest)] == [2]
    match.forget()
    assert hand.asked(PictureRequest) == [] and match.hit is None


def test_of_an_absent_drive_the_small_picture_is_compared_and_that_is_said(match, hand):
    match.show_hit(replace(PROVED, offline=True), [side()])
    assert len(hand.asked(ThumbnailRequest)) == 1
    away = match.remark.text()
    compared(match, hand, PROVED, side())
    assert len(match.remark.text()) < len(away)
    match.show_hit(PROVED, [side()])
    before = match.remark.text()
    hand.answer(PictureRequest, picture(stand_in=True))
    assert match.remark.text().startswith(f"{before} · "), "its drive went since it was found"
    match.show_hit(PROVED, [side()])
    hand.answer(PictureRequest, Failure(message="The file is broken."))
    assert match.remark.text() == "The file is broken."


def evidence(term):
    (one,) = PROVED.evidence
    return replace(one, term=term, inliers=one.inliers + term)


def test_of_several_pictures_the_best_is_shown_first_and_another_is_chosen(match, hand):
    compared(match, hand, PROVED, side())
    assert match.terms.isHidden()
    both = replace(PROVED, evidence=(evidence(1), evidence(0)))
    compared(match, hand, both, side(0), side(1))
    assert not match.terms.isHidden() and match.terms.currentText() == "Picture 1"
    assert match.title.text().startswith("60 points agree")
    match.terms.activated.emit(0)
    assert match.title.text().startswith("59 points agree")


def test_keys_move_the_share_and_a_tap_switches_between_both(match, hand, preferences):
    compared(match, hand, PROVED, side())
    match.canvas.tapped.emit()
    assert match.slider.value() == 50, "they lie beside each other"
    match.over_button.setChecked(True)
    assert match.overlay is not None and preferences.flag("match over", False)
    for key, value in ((Qt.Key.Key_BracketLeft, 45), (Qt.Key.Key_BracketRight, 50)):
        QTest.keyClick(match.canvas, key)
        assert match.slider.value() == value
    match.canvas.tapped.emit()
    assert match.slider.value() == 100
    match.canvas.tapped.emit()
    assert match.slider.value() == 0
    ends = [end.text() for end in match.end_labels]
    match.blends.setCurrentIndex(1)
    assert [end.text() for end in match.end_labels] == ends[::-1], "a wipe has the query at its left"
    match.show_lines(False)
    assert not preferences.flag("match lines", True)


def laid_over(match):
    return match.over


def test_what_has_no_outline_cannot_be_laid_over(match, hand):
    match.over_button.setChecked(True)
    loose = replace(PROVED, evidence=(replace(PROVED.evidence[0], outline=None),))
    compared(match, hand, loose, side())
    assert not laid_over(match) and not match.over_button.isEnabled() and match.over_tools.isHidden()
    compared(match, hand, PROVED, side())
    assert laid_over(match) and match.over_button.isEnabled() and not match.over_tools.isHidden()


def test_details_of_both_are_drawn_beside_each_other_alone(match, hand):
    compared(match, hand, PROVED, side())
    match.points_button.setChecked(True)
    assert len(hand.asked(KeypointsRequest)) == 2
    match.over_button.setChecked(True)
    assert hand.asked(KeypointsRequest) == []
