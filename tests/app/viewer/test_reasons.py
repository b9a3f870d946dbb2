"""The column beside the results says which field matched and what each typed word adds."""

from dataclasses import replace
from pathlib import Path

from cbir.base.types import EngineRank, FieldMatch, Term, WordShare
from cbir.service import ReasonsRequest
from cbir_app.engine import Details
from cbir_app.viewer import EvidencePanel
from cbir_app.viewer.reasons import word_figures, words_shown
from tests.app.fake_engine import hit
from tests.app.handling import resting

TERMS = (Term(text="red boat"), Term(text="people", sign=-1))
SHARES = (
    WordShare(word="red", share=2.14),
    WordShare(word="boat", share=-0.26),
    WordShare(word="people", share=-1.0, sign=-1),
)


def test_each_word_says_what_it_adds_and_each_field_what_stands_there(qtbot, fake, engine, theme):
    panel = EvidencePanel(engine, Details(engine), theme)
    qtbot.addWidget(panel)
    panel.show()
    engine.start()
    fake.reasons.shares = SHARES
    fake.reasons.fields = (FieldMatch(field="keywords", words=("boat",), text="boats, harbour"),)
    seen = replace(
        hit(1, False, Path("/photos")), engines=(EngineRank(engine="semantic", rank=1, score=0.4),)
    )
    panel.show_hit(seen, TERMS)
    assert not panel.words.isVisible()
    qtbot.waitUntil(panel.words.isVisible)
    assert panel.words.text().splitlines() == [
        "In its keywords or place: boats, harbour",
        "Clearly shows “red”; less so “boat”",
        "Also shows “people”, which you left out",
    ]
    assert "red +2.1 · boat −0.3 · −people −1.0" in panel.words.toolTip()
    assert "minus the score without the word" in panel.words.toolTip()
    named = replace(seen, engines=(EngineRank(engine="metadata", rank=1, score=0.4),))
    panel.show_hit(named, TERMS)  # found by its name: what it shows had no say
    qtbot.waitUntil(panel.words.isVisible)
    assert panel.words.text() == "In its keywords or place: boats, harbour"
    asked = len([request for request in fake.seen if isinstance(request, ReasonsRequest)])
    panel.show_hit(replace(seen, engines=(EngineRank(engine="match", rank=1, score=0.4),)), ())
    qtbot.waitUntil(lambda: panel.ticket is None and not resting(panel))
    assert len([request for request in fake.seen if isinstance(request, ReasonsRequest)]) == asked
    assert not panel.words.isVisible()
    assert word_figures((WordShare(word="<b>red</b>", share=-0.04),)) == "<b>red</b> 0.0"


def test_small_words_are_not_called_shown_and_figures_stay_in_the_tooltip():
    shares = tuple(
        WordShare(word=word, share=share) for word, share in (("zebra", 8.1), ("in", 1.3), ("grass", -4))
    )
    assert words_shown(shares) == "Clearly shows “zebra”; less so “grass”"
    assert words_shown(shares[2:]) == "Hardly shows “grass”"
    assert words_shown(shares[:2]) == "Clearly shows “zebra”"
    assert words_shown(()) == ""


def test_a_word_is_compared_with_the_other_photos_where_they_were_counted():
    zebra, grass = (
        WordShare(word="zebra", share=2.0, above=0.984),
        WordShare(word="grass", share=1.0, above=1.0),
    )
    assert words_shown((zebra, grass)) == (
        "More “zebra” than 98% of your photos\nMore “grass” than 99% of your photos"
    )
    less = WordShare(word="snow", share=-1.0, above=0.2)
    assert words_shown((zebra, less)) == "More “zebra” than 98% of your photos\nLess so “snow”"
    usual = WordShare(word="sky", share=1.5, above=0.4)
    assert words_shown((zebra, usual)) == "More “zebra” than 98% of your photos\nClearly shows “sky”"


def test_the_window_asks_with_the_words_of_the_search(qtbot, window, fake):
    window.search.type("harbour")
    window.search.commit()
    qtbot.waitUntil(lambda: bool(window.results.model.hits) and not window.search.busy)
    window.results.hits_view.setCurrentIndex(window.results.model.index(0, 0))
    qtbot.waitUntil(lambda: any(isinstance(request, ReasonsRequest) for request in fake.seen))
    (asked, *_) = [request for request in fake.seen if isinstance(request, ReasonsRequest)]
    assert asked.terms == (Term(text="harbour"),)
