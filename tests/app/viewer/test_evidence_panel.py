"""The right column, alone: what it asks for once one rests on a photo, and what it says of each."""

from dataclasses import replace

import numpy as np
import pytest

from cbir.base.types import EngineRank, Metadata, Term
from cbir.service import (
    Failure,
    MetadataAnswer,
    MetadataRequest,
    PictureAnswer,
    PictureRequest,
    ReasonsAnswer,
    ReasonsRequest,
    ThumbnailRequest,
)
from cbir_app.engine import Details
from cbir_app.viewer import EvidencePanel
from tests.app.by_hand import hits
from tests.app.fake_engine import hit
from tests.app.handling import rest

WORDS = (Term(text="boat"),)
PROVED = hit(1, True, hits(1)[0].path.parent)
BY_WORDS = replace(
    hits(1)[0], engines=(EngineRank(engine="semantic", rank=1, score=0.5),), kind="looks similar"
)


@pytest.fixture
def panel(under, hand, theme):
    under.resize(300, 900)
    made = EvidencePanel(hand, Details(hand, hand), theme, under)
    made.resize(300, 900)
    under.show()
    return made


def rest_on(panel, chosen, terms=()):
    """Rest on a photo."""
    panel.show_hit(chosen, terms)
    rest(panel)


def shown(panel):
    """True if there is a picture of the selected photo."""
    return panel.photo_preview.shown_pixmap is not None


def test_without_a_photo_it_says_what_to_do_and_asks_nothing(panel, hand):
    assert panel.empty.isVisible() and not panel.facts_area.isVisible()
    rest_on(panel, PROVED)
    assert not panel.empty.isVisible() and panel.facts_area.isVisible()
    rest_on(panel, None)
    assert panel.empty.isVisible() and not panel.facts_area.isVisible()
    assert hand.waiting == [one for one in hand.waiting if isinstance(one.request, MetadataRequest)]


def test_arrows_held_down_ask_for_the_last_photo_alone(panel, hand):
    one, two = hits(2)
    panel.show_hit(one)
    rest_on(panel, two)
    assert [request.photo for request in hand.asked(PictureRequest)] == [2]
    rest_on(panel, one)
    assert [request.photo for request in hand.asked(PictureRequest)] == [1], "the other was given up"
    rest_on(panel, replace(two, offline=True))
    assert hand.asked(PictureRequest) == [] and [
        request.photo for request in hand.asked(ThumbnailRequest)
    ] == [2]


def test_the_photo_is_shown_when_it_comes_with_its_outline(panel, hand):
    picture = PictureAnswer(pixels=np.zeros((40, 60, 3), np.uint8), full_size=(900, 600))
    rest_on(panel, replace(PROVED, part=(1.0, 2.0, 3.0, 4.0)))
    hand.answer(PictureRequest, picture)
    preview = panel.photo_preview
    assert shown(panel) and preview.full_size == PROVED.size
    assert len(preview.outline) == 4 and preview.outline[0] == (60.0, 50.0), "of what is proved"
    rest_on(panel, replace(BY_WORDS, part=(1.0, 2.0, 3.0, 4.0)))
    assert not shown(panel), "the photo before is none of this one"
    hand.answer(PictureRequest, picture)
    assert preview.outline == [(1.0, 2.0), (4.0, 2.0), (4.0, 6.0), (1.0, 6.0)]
    rest_on(panel, BY_WORDS)
    hand.answer(PictureRequest, Failure(message="It is not there any more."))
    assert not shown(panel)


def test_reasons_are_asked_for_where_words_found_a_photo_and_go_with_it(panel, hand):
    rest_on(panel, BY_WORDS)
    rest_on(panel, PROVED, WORDS)
    assert hand.asked(ReasonsRequest) == []
    rest_on(panel, BY_WORDS, WORDS)
    assert hand.asked(ReasonsRequest) == [ReasonsRequest(terms=WORDS, photo=BY_WORDS.photo)]
    hand.answer(ReasonsRequest, ReasonsAnswer(fields=(), shares=()))
    assert panel.words.isHidden()
    rest_on(panel, BY_WORDS, WORDS)
    rest_on(panel, None)
    assert hand.asked(ReasonsRequest) == [], "nobody waits for it"


def test_what_is_proved_says_how_much_and_what_is_not_says_so(panel):
    panel.show_hit(PROVED)
    assert "59 point" in panel.verdict.text() and panel.coverage.isVisible()
    assert panel.coverage.accessibleDescription() == "80%"
    looked = replace(hits(1)[0], engines=(EngineRank(engine="match", rank=1, score=0.5),))
    panel.show_hit(looked)
    assert panel.verdict.text() == "Not confirmed" and not panel.strength.isVisible()
    assert not panel.coverage.isVisible()
    panel.show_hit(BY_WORDS)
    assert panel.verdict.text() == "Found by content", "of a sentence nothing could be proved"
    panel.show_hit(replace(hits(1)[0], engines=()))
    assert panel.verdict.text() == "Not confirmed"


@pytest.mark.parametrize("proof", ["part", "possible"])
def test_the_preview_outlines_the_part_that_agrees(panel, hand, proof):
    points = np.array([[300, 200], [400, 200], [400, 300], [300, 300]], np.float32)
    kind = "shares a part" if proof == "part" else "possibly"
    evidence = tuple(replace(one, proof=proof, query_xy=points, photo_xy=points) for one in PROVED.evidence)
    rest_on(panel, replace(PROVED, kind=kind, evidence=evidence))
    hand.answer(PictureRequest, PictureAnswer(pixels=np.zeros((40, 60, 3), np.uint8), full_size=(900, 600)))
    xs, ys = zip(*panel.photo_preview.outline, strict=True)
    bounds = min(xs), max(xs), min(ys), max(ys)
    assert bounds == pytest.approx((300, 400, 200, 300), abs=20)


def test_the_strength_is_said_beside_its_dots(panel):
    panel.show_hit(replace(PROVED, strength=0.6))
    assert panel.strength.text().startswith("●●○") and panel.strength.isVisible()
    assert panel.strength.accessibleName() == "Probably right"


def test_a_drive_that_is_away_is_said(panel):
    panel.show_hit(BY_WORDS)
    without = panel.why.text()
    panel.show_hit(replace(BY_WORDS, offline=True))
    assert panel.why.text().startswith(without) and len(panel.why.text()) > len(without)


def test_what_the_photo_says_of_itself_comes_later_and_never_stays_for_another(panel, hand):
    one, two = hits(2)
    rest_on(panel, one)
    known = (Metadata(make="Canon", model="EOS R"),)
    hand.answer(MetadataRequest, MetadataAnswer(metadata=known))
    assert "EOS R" in panel.facts["Camera"].text()
    rest_on(panel, two)
    assert "EOS R" not in panel.facts["Camera"].text()


def test_the_picture_that_was_searched_with_has_room_only_where_there_is_one(panel):
    panel.show_hit(PROVED)
    panel.show_query(None, None, pictured=True)
    assert panel.query_preview.isVisible() and panel.compare.isVisible()
    panel.show_query(None, None, pictured=False)
    assert not panel.query_preview.isVisible() and not panel.compare.isVisible()


def test_each_button_asks_for_itself(panel):
    asked = []
    for name in ("compare", "search", "open", "reveal", "copy"):
        getattr(panel, f"{name}_asked").connect(lambda name=name: asked.append(name))
    panel.compare.click()
    for icon in ("search", "external", "folder", "copy"):
        panel.tools[icon].click()
    assert asked == ["compare", "search", "open", "reveal", "copy"]
