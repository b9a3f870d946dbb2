"""The bar over the results, alone: what it offers for which results, and the order that it keeps."""

from dataclasses import replace

import pytest

from cbir.base.messages import Message, sentences
from cbir.base.types import (
    METADATA_UNREAD,
    NAMES_SEARCHED,
    TEXT_TOO_LONG,
    Album,
    AlbumPhotos,
    EngineRank,
    SearchResult,
    Term,
    Timings,
)
from cbir_app.results.result_sections import Section
from cbir_app.results.results_bar import CUT_MIDDLE, ResultsBar
from cbir_app.results.wording import headline, notes
from cbir_app.sessions import Part, Query
from tests.app.by_hand import hits

WORDS = Query(parts=(Part(Term(text="boat"), "boat"),))


@pytest.fixture
def bar(qtbot, theme, preferences):
    made = ResultsBar(theme, preferences)
    qtbot.addWidget(made)
    made.resize(1400, 60)
    made.show()
    return made


def test_the_line_is_offered_with_what_its_ends_mean(bar):
    assert not any(part.isVisible() for part in (bar.cut, *bar.ends))
    bar.show_cut(True)
    assert all(part.isVisible() for part in (bar.cut, *bar.ends))
    moved = []
    bar.cut_moved.connect(moved.append)
    bar.cut.setValue(3)
    bar.reset_cut()
    assert (bar.cut.value(), moved) == (CUT_MIDDLE, [3]), "whoever resets it knows"
    bar.show_cut(False)
    assert not any(part.isVisible() for part in (bar.cut, *bar.ends))


@pytest.mark.parametrize("folded", [True, False])
def test_a_list_offers_to_unfold_what_is_less_likely(bar, folded):
    section = Section(3, 0, "Less likely (7)", folded=folded)
    bar.show_fold(section)
    assert not bar.fold.isVisible(), "a wall has a title for it"
    bar.shapes["list"].setChecked(True)
    bar.show_fold(section)
    assert (bar.fold.isVisible(), bar.fold.text()) == (True, f"Less likely (7) {'▸' if folded else '▾'}")
    bar.show_fold(Section(0, 3, "All"))
    assert not bar.fold.isVisible(), "nothing is folded"
    bar.show_fold(section)
    bar.show_fold(None)
    assert not bar.fold.isVisible()


def test_a_place_has_no_best_and_gives_it_back(bar):
    def choose(key):
        bar.sort_key_box.setCurrentIndex(bar.sort_key_box.findData(key))

    def is_hidden(key):
        row = bar.sort_key_box.findData(key)
        return bool(bar.sort_key_box.view().isRowHidden(row))

    choose("best")
    changed = []
    bar.sort_key_box.currentIndexChanged.connect(changed.append)
    bar.show_listed(True)
    assert (bar.sort_key, is_hidden("best"), is_hidden("taken")) == ("taken", True, False)
    bar.show_listed(False)
    assert (bar.sort_key, is_hidden("best"), changed) == ("best", False, []), "nobody chose anything"
    bar.show_listed(True)
    choose("name")
    bar.show_listed(False)
    assert str(bar.sort_key) == "name", "what was chosen stays"
    choose("taken")
    bar.show_listed(True)
    bar.show_listed(False)
    assert bar.sort_key == "taken"


def result(*said, judged=False, album=False):
    engines = (EngineRank(engine="semantic", rank=1, score=1.0),) if judged else ()
    found = tuple(replace(hit, engines=engines) for hit in hits(2))
    inside = AlbumPhotos(members=frozenset(), new=frozenset()) if album else None
    return SearchResult(hits=found, took_ms=Timings(), searched=9, notes=said, album=inside)


def test_where_words_were_looked_for_is_said_once():
    remark = Message("A remark.")
    assert notes(result(), WORDS) == (NAMES_SEARCHED,)
    assert notes(result(remark), WORDS) == (NAMES_SEARCHED, remark)
    unread = Message(METADATA_UNREAD.template, 2, 9, Message(": {run} {scan}"))
    for told in (sentences(NAMES_SEARCHED, remark), TEXT_TOO_LONG, unread):
        assert len(notes(result(told), WORDS)) == 1
    assert notes(result(Message("{0} is no metadata.", "metadata")), WORDS)[0] == NAMES_SEARCHED
    assert notes(result(judged=True), WORDS) == (), "a model looked at the photos"
    assert notes(result(remark), Query()) == (remark,)


def test_an_album_is_headed_by_its_name_while_it_is_one():
    opened = Query(parts=WORDS.parts, opened=Album(name="Boats", id="b", terms=WORDS.terms, labels=("boat",)))
    assert headline(result(album=True), opened) == "Boats"
    assert headline(result(), opened) != "Boats", "its photos are not known yet"
    assert headline(result(album=True), WORDS) != "Boats"
