"""The line between what a sentence found and the rest, moved by a slider: how many it holds, and what is said of it."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from cbir.base.types import EngineRank, SearchResult, Term, Timings
from cbir.service import SearchAnswer
from cbir_app.results.result_sections import Shape, arranged, told_apart
from cbir_app.results.results_bar import CUT_MIDDLE, cut_at
from cbir_app.results.wording import headline, remark
from cbir_app.sessions import Part, Query
from tests.app.fake_engine import hit

WORDS = Query(parts=(Part(Term(text="a red boat"), "a red boat"),))


def judged(count, strong):
    """Hits of a model for a sentence, some of them strong."""
    hits = tuple(
        replace(
            hit(n, False, Path("/photos")),
            kind="looks similar" if n <= strong else "less likely",
            engines=(EngineRank(engine="semantic", rank=n, score=1 / n),),
        )
        for n in range(1, count + 1)
    )
    return SearchResult(hits=hits, took_ms=Timings(), searched=100)


@pytest.mark.parametrize(
    ("place", "sure", "every", "shown"),
    [
        (CUT_MIDDLE, 4, 20, 4),
        (CUT_MIDDLE // 2, 4, 20, 2),
        (0, 4, 20, 1),  # one at least
        (0, 0, 0, 0),
        (0, 0, 3, 1),
        (
            CUT_MIDDLE + CUT_MIDDLE // 2,
            4,
            20,
            8,
        ),  # a quarter of the others: near the line a step is a small one
        (2 * CUT_MIDDLE, 4, 20, 20),
        (2 * CUT_MIDDLE, 0, 3, 3),
    ],
)
def test_the_slider_says_how_many_count_as_found(place, sure, every, shown):
    assert cut_at(place, sure, every) == shown


@pytest.mark.parametrize(
    ("cut", "said", "more"),
    [
        (None, "2 photos", ""),
        (2, "2 photos", ""),
        (1, "1 photo", "only the surest"),
        (4, "4 photos", "less likely ones too"),
        (9, "9 photos", "less likely ones too"),
    ],
)
def test_what_is_said_goes_with_the_line(cut, said, more):
    result = judged(5, 2)
    assert (headline(result, WORDS, cut), remark(result, WORDS, cut)) == (said, more)
    sure, rest = told_apart(result.hits, cut)
    assert (len(sure), len(rest)) == {None: (2, 3), 9: (5, 0)}.get(cut, (cut, 5 - (cut or 0)))


def test_for_a_picture_there_is_no_line_to_move():
    picture = Query(parts=(Part(Term(path=Path("q.jpg")), "q.jpg"),))
    _, sections = arranged(judged(5, 2), picture, Shape("best", False, cut=4), lambda _hit: None)
    assert [section.rows for section in sections] == [2, 0]


def photos(hits):
    return [one.photo for one in hits]


def test_a_key_on_the_slider_shows_more_and_fewer_photos_until_the_next_search(
    qtbot, window, fake, monkeypatch
):
    def answer(request, _library):
        return SearchAnswer(result=judged(8, 4) if request.terms else judged(8, 8))

    monkeypatch.setattr(fake, "search", answer)
    window.search.type("boat")
    qtbot.waitUntil(lambda: not window.search.busy and len(window.results.model.hits) == 4)
    results = window.results
    results.select(2)
    cut = results.bar.cut
    assert cut.isVisible() and results.headline.text() == "4 photos"
    cut.setFocus()
    QTest.keyClick(cut, Qt.Key.Key_End)
    assert photos(results.model.hits) == list(range(1, 9))
    assert (results.headline.text(), results.remark.text()) == ("8 photos", "less likely ones too")
    assert results.current_hit() == results.model.hits[2], "it stays the current one"
    QTest.keyClick(cut, Qt.Key.Key_PageDown)
    QTest.keyClick(cut, Qt.Key.Key_PageDown)
    assert (cut.value(), results.headline.text()) == (CUT_MIDDLE, "4 photos")
    QTest.keyClick(cut, Qt.Key.Key_PageDown)
    assert (photos(results.model.hits), results.remark.text()) == ([1, 2], "only the surest")
    window.search.type("house")
    qtbot.waitUntil(lambda: not window.search.busy and len(results.model.hits) == 4)
    assert (cut.value(), results.remark.text()) == (CUT_MIDDLE, "")
