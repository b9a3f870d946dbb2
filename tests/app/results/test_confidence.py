"""Verified, strong and weak hits: the lines between them, and the headline that says what they mean."""

from dataclasses import replace
from pathlib import Path

import pytest

from cbir.base.types import EngineRank, SearchResult, Term, Timings, Via
from cbir_app.base.confidence import Confidence, confidence_of, tally
from cbir_app.results import verdict
from cbir_app.results.result_model import describe
from cbir_app.results.result_sections import FEW_MATCHES, LARGE, LARGER, Shape, arrange, arranged, told_apart
from cbir_app.results.wording import headline, remark, searching
from cbir_app.sessions import Part, Query
from cbir_app.viewer.evidence_panel import explain
from cbir_app.viewer.reasons import placed, proof
from tests.app.fake_engine import hit

PICTURE = Query(parts=(Part(Term(path=Path("q.jpg")), "q.jpg"),))
WORDS = Query(parts=(Part(Term(text="a red boat"), "a red boat"),))
BOTH = Query(parts=(*PICTURE.parts, *WORDS.parts))


def found(n, *engines, verified=False, strong=False):
    ranks = tuple(EngineRank(engine=name, rank=n, score=0.3) for name in engines)
    kind = "same thing" if verified else "looks similar" if strong else "less likely"
    return replace(hit(n, verified, Path("/p")), kind=kind, engines=ranks)


def result(*hits):
    return SearchResult(hits=hits, took_ms=Timings(), searched=100)


def lines(shown, query):
    """The sections that are seen: their rows, none of what is folded, and titles."""
    _, sections = arranged(shown, query, Shape("best", False), lambda _hit: None)
    return [(one.rows, one.title) for one in sections if one.rows or one.folded]


MODEL = (
    found(1, "match", "semantic", verified=True),
    found(2, "semantic", strong=True),
    found(3, "match", "semantic", strong=True),
    found(4, "semantic"),
)


def test_of_a_picture_what_is_proven_is_shown_and_the_rest_folded():
    assert headline(result(*MODEL), PICTURE) == "1 match"
    assert lines(result(*MODEL), PICTURE) == [(1, ""), (0, "Less likely (3)")]


def test_folded_rows_are_not_among_those_that_are_shown():
    folded, _ = arranged(result(*MODEL), PICTURE, Shape("best", False), lambda _hit: None)
    assert folded == MODEL[:1]
    shown, sections = arranged(result(*MODEL), PICTURE, Shape("best", False, unfolded=True), lambda _: None)
    assert shown == MODEL
    assert [(one.rows, one.folded) for one in sections] == [(1, None), (3, False)]


@pytest.mark.parametrize(
    ("verified", "scale"), [(0, 1.0), (1, LARGER), (FEW_MATCHES, LARGER), (FEW_MATCHES + 1, LARGE)]
)
def test_matches_stand_in_taller_lines_and_few_in_the_tallest(verified, scale):
    matches = (found(n, "match", verified=True) for n in range(1, verified + 1))
    shown = result(*matches, found(20, "semantic", strong=True))
    _, sections = arranged(shown, PICTURE, Shape("best", False), lambda _hit: None)
    assert sections[0].scale == scale
    assert all(one.scale == 1 for one in sections[1:])


def test_nothing_verified_is_said_even_where_much_looks_similar():
    assert headline(result(*MODEL[1:]), PICTURE) == "No match found"
    assert lines(result(*MODEL[1:]), PICTURE) == [(2, ""), (0, "Less likely (1)")]
    assert headline(result(MODEL[3]), PICTURE) == "No match found"
    assert lines(result(MODEL[3]), PICTURE) == [(1, "Less likely (1)")]  # there is nothing above it


def test_a_sentence_gives_what_fits_well_and_folds_what_hardly_does():
    assert headline(result(*MODEL[1:]), WORDS) == "2 photos"
    assert lines(result(*MODEL[1:]), WORDS) == [(2, ""), (0, "Less likely (1)")]
    assert headline(result(MODEL[1]), WORDS) == "1 photo"
    assert headline(result(MODEL[3], MODEL[3]), WORDS) == "No photos found"
    assert lines(result(MODEL[3], MODEL[3]), WORDS) == [(2, "Less likely (2)")]


def test_the_headline_counts_what_is_shown_without_what_is_excluded():
    without = replace(result(*MODEL[1:]), without=("zoo", "red cars"))
    assert headline(without, WORDS) == "2 photos without “zoo”, “red cars”"
    named = replace(result(found(1, "metadata", strong=True)), without=("zoo",), total=1)
    assert headline(named, WORDS) == "1 photo without “zoo”"


@pytest.mark.parametrize(("cut", "shown"), [(0, 0), (1, 1), (3, 3), (9, 3), (None, 2)])
def test_a_person_moves_the_line_of_a_sentence(cut, shown):
    sure, rest = told_apart(MODEL[1:], WORDS, cut)
    assert (len(sure), len(rest)) == (shown, 3 - shown)
    assert (*sure, *rest) == MODEL[1:]


def test_words_in_a_name_are_a_fact_and_stand_above_the_line():
    named = found(2, "metadata", strong=True)
    assert confidence_of(named) is Confidence.STRONG
    assert headline(result(named, found(3, "semantic")), WORDS) == "1 photo"
    assert lines(result(named, found(3, "semantic")), WORDS) == [(1, ""), (0, "Less likely (1)")]


def test_without_a_model_nobody_draws_the_second_line():
    plain = (found(1, "match", verified=True), found(2, "match"), found(3, "match"))
    assert lines(result(*plain), PICTURE) == [(1, ""), (0, "Less likely (2)")]
    named = (found(1, "metadata", strong=True), found(2, "metadata", strong=True))
    assert headline(result(*named), WORDS) == "2 photos"
    assert lines(result(*named), WORDS) == [(2, "")]
    partly = found(3, "metadata")
    assert headline(result(*named, partly), WORDS) == "2 photos"
    assert lines(result(*named, partly), WORDS) == [(2, ""), (0, "Less likely (1)")]
    assert headline(result(partly), WORDS) == "No photo has all the words"
    assert verdict(partly) == "Has some of your words"
    assert "some of your words" in explain(partly)
    assert lines(result(*plain, named[0]), BOTH) == [(1, ""), (0, "Less likely (3)")]


def test_lots_stay_together_whatever_order_the_ranks_were_fused_in():
    mixed = (MODEL[3], MODEL[1], MODEL[0], MODEL[2])
    assert arrange(mixed, "best", lambda _: None) == (MODEL[0], MODEL[1], MODEL[2], MODEL[3])
    assert arrange((), "best", lambda _: None) == ()
    assert tally(()).rest == 0
    unjudged = (found(1, "match"), found(2, "metadata"), found(3, "match", verified=True), found(4, "match"))
    assert [one.rank for one in arrange(unjudged, "best", lambda _: None)] == [
        3,
        1,
        2,
        4,
    ]  # as they were fused


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (MODEL[1], "Likely"),
        (MODEL[3], "Less likely"),
        (found(5, "match"), "Looks similar"),
        (found(5, "metadata", strong=True), "Found by name or metadata"),
        (MODEL[0], "The same picture"),
    ],
)
def test_each_hit_says_what_it_is_and_why(shown, said):
    assert verdict(shown) == said
    assert explain(shown).endswith(".")


def test_a_match_says_which_look_found_it():
    def by(look):
        shown = MODEL[0]
        return replace(shown, evidence=tuple(replace(one, found_by=look) for one in shown.evidence))

    looks = ("words", "nearest", "mirror", "guided", "photos", "hits")
    said = [explain(by(look)) for look in looks]
    assert "look" not in said[0]
    assert len(set(said)) == len(said) and all("Found " in one for one in said[1:])
    assert remark(result(by("words"), by("guided")), PICTURE) == ""
    assert remark(result(by("photos"), by("words"), *MODEL[1:]), PICTURE) == "1 of them by looking harder"
    again = remark(result(by("hits"), by("hits"), by("words")), PICTURE)
    assert again == "2 of them by searching again with the matches"
    going_on = replace(result(), looking="photos")
    assert searching(PICTURE, going_on) == "Looking harder…"
    assert searching(PICTURE, replace(going_on, looking="hits")) == "Searching again with the matches…"
    assert searching(PICTURE, replace(going_on, looking="stored")) == searching(PICTURE) == "Searching…"


def test_what_hits_alone_confirm_says_by_way_of_which():
    via = Via(photo=MODEL[1].photo, path=MODEL[1].path)
    shown = replace(MODEL[0], evidence=tuple(replace(one, proof="via", via=via) for one in MODEL[0].evidence))
    assert verdict(shown) == f"Found by way of {MODEL[1].path.name}"
    assert "a photo you marked" in explain(shown)
    by_hits = replace(shown, evidence=tuple(replace(one, found_by="hits") for one in shown.evidence))
    assert "two matches" in explain(by_hits)
    itself = Via(photo=MODEL[0].photo, path=MODEL[0].path)
    marked = replace(shown, evidence=tuple(replace(one, via=itself) for one in shown.evidence))
    assert verdict(marked) == "Marked by you" and "because you marked it" in explain(marked)
    captions = [one.caption for one in proof(shown.evidence[0], 1.0)]
    assert len(captions) == 1, "how much of that photo is there says nothing of the query"
    assert placed(shown.evidence[0]) == ""


def test_a_photo_of_what_the_words_are_written_on_names_the_one_that_was_read():
    via = Via(photo=MODEL[1].photo, path=MODEL[1].path)
    by_name = found(1, "metadata", strong=True)
    led = replace(
        by_name,
        evidence=tuple(replace(one, proof="via", via=via, found_by="written") for one in MODEL[0].evidence),
    )
    assert verdict(led) == f"Shows the same as {MODEL[1].path.name}, which has the text"
    assert "read in the other photo" in explain(led)
    assert describe(led).startswith(verdict(led))
    unsure = replace(led, kind="less likely")
    assert verdict(unsure) == "Has some of your words", "as unsure as what led to it"
    assert remark(result(by_name, led), WORDS) == "1 of them shows the same thing as another"
    assert remark(result(by_name), WORDS) == ""
    told = replace(result(by_name), looking="written")
    assert searching(WORDS, told) == "Looking for more photos of it…"


def test_empty_results_have_no_lines():
    for query in (PICTURE, WORDS, BOTH):
        assert lines(result(), query) == []
    assert headline(result(), WORDS) == "No photos found"
    assert headline(result(), PICTURE) == "No match found"
