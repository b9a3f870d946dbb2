"""The kinds of evidence: their sections, their strength, and the headline that says what they mean."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from cbir.base.types import (
    HIT_KINDS,
    AlbumPhotos,
    EngineRank,
    Evidence,
    Filters,
    PhotoId,
    SearchResult,
    Term,
    Timings,
    Via,
)
from cbir_app.base.evidence import agreeing_part, count_kinds, kind_of
from cbir_app.results import dots, strength, summary, verdict
from cbir_app.results.result_model import describe
from cbir_app.results.result_sections import FEW_MATCHES, LARGE, LARGER, Shape, arrange, arranged, told_apart
from cbir_app.results.wording import above, found_nothing, headline, is_in_vain, remark, searching, tooltip
from cbir_app.sessions import Part, Query
from cbir_app.viewer.evidence_panel import explain
from cbir_app.viewer.reasons import placed, proof
from tests.app.fake_engine import hit
from tests.app.fake_photos import listing_of

PICTURE = Query(parts=(Part(Term(path=Path("q.jpg")), "q.jpg"),))
CLICKED = Query(parts=(Part(Term(photo=PhotoId(77)), "77.jpg"),))
WORDS = Query(parts=(Part(Term(text="a red boat"), "a red boat"),))
BOTH = Query(parts=(*PICTURE.parts, *WORDS.parts))
RIGHT = Part(Term(photo=PhotoId(3), marked=True), "3.jpg")
WRONG = Part(Term(photo=PhotoId(3), marked=True, sign=-1), "3.jpg")


def found(n, *engines, verified=False, strong=False):
    ranks = tuple(EngineRank(engine=name, rank=n, score=0.3) for name in engines)
    kind = "same thing" if verified else "looks similar" if strong else "less likely"
    return replace(hit(n, verified, Path("/p")), kind=kind, engines=ranks)


def of_kind(kind, n=1, strength=0.7):
    """A hit of a picture, with evidence if its kind has some."""
    proofs = {"same picture": "same", "same thing": "same", "shares a part": "part", "possibly": "possible"}
    made = found(n, "match", "semantic", verified=kind in proofs)
    evidence = tuple(replace(one, proof=proofs[kind]) for one in made.evidence)
    return replace(made, kind=kind, strength=strength, evidence=evidence)


def copy_of(n):
    return replace(of_kind("same picture", n, 1.0), evidence=(), engines=())


def result(*hits, **more):
    return SearchResult(hits=hits, took_ms=Timings(), searched=100, **more)


def lines(shown, query, **shape):
    """The sections that are seen: their rows, none of what is folded, and titles."""
    _, sections = arranged(shown, query, Shape("best", False, **shape), lambda _hit: None)
    return [(section.rows, section.title) for section in sections if section.rows or section.folded]


MODEL = (
    found(1, "match", "semantic", verified=True),
    found(2, "semantic", strong=True),
    found(3, "match", "semantic", strong=True),
    found(4, "semantic"),
)
SIX = tuple(of_kind(kind, n) for n, kind in enumerate((*HIT_KINDS, *HIT_KINDS), start=1))


def test_a_pictures_answer_has_a_section_for_each_kind_and_folds_only_the_less_likely():
    titles = ["Same picture", "Same thing", "Shares a part", "Possibly", "Looks similar"]
    assert lines(result(*SIX), PICTURE) == [(2, f"{title} (2)") for title in titles] + [
        (0, "Less likely (2)")
    ]
    hits, sections = arranged(result(*SIX), PICTURE, Shape("best", False, unfolded=True), lambda _: None)
    assert [hit.kind for hit in hits] == [kind for kind in HIT_KINDS for _ in range(2)]
    assert [section.first for section in sections] == [0, 2, 4, 6, 8, 10]
    assert [section.folded for section in sections] == [None] * 5 + [False]


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_sections_without_photos_are_left_out(count):
    for kinds in combinations(HIT_KINDS, count):
        hits = tuple(of_kind(kind, n) for n, kind in enumerate(kinds, start=1))
        shown, sections = arranged(result(*hits), PICTURE, Shape("best", False), lambda _hit: None)
        assert [section.title for section in sections] == [f"{kind.capitalize()} (1)" for kind in kinds]
        assert [hit.kind for hit in shown] == [kind for kind in kinds if kind != "less likely"]


def test_each_section_keeps_the_chosen_order_within_itself():
    hits = tuple(of_kind(kind, n) for n, kind in enumerate(("looks similar", "same thing") * 3, start=1))
    shown, _ = arranged(result(*hits), PICTURE, Shape("name", True), lambda _hit: None)
    assert [one.photo for one in shown] == [6, 4, 2, 5, 3, 1]


def test_a_timeline_has_the_months_of_the_matches_and_then_the_other_kinds():
    dated = [replace(one, taken_at="2019-07-01") for one in SIX]
    titles = [title for _, title in lines(result(*dated), PICTURE, timeline=True)]
    assert titles == ["July 2019", "Possibly (2)", "Looks similar (2)", "Less likely (2)"]
    alike = [one for one in dated if not one.verified]
    assert [title for _, title in lines(result(*alike), PICTURE, timeline=True)] == [
        "July 2019",
        "Less likely (2)",
    ]


def test_words_beside_a_picture_keep_its_sections():
    assert lines(result(*SIX), BOTH) == lines(result(*SIX), PICTURE)
    assert headline(result(*SIX, without=("zoo",)), BOTH) == "4 matches without “zoo”"


@pytest.mark.parametrize(
    ("verified", "scale"), [(0, 1.0), (1, LARGER), (FEW_MATCHES, LARGER), (FEW_MATCHES + 1, LARGE)]
)
def test_matches_stand_in_taller_lines_and_few_in_the_tallest(verified, scale):
    matches = (found(n, "match", verified=True) for n in range(1, verified + 1))
    shown = result(*matches, found(20, "semantic", strong=True))
    _, sections = arranged(shown, PICTURE, Shape("best", False), lambda _hit: None)
    assert sections[0].scale == scale
    assert all(section.scale == 1 for section in sections[1:])


def test_two_kinds_of_matches_are_lower_so_that_both_are_in_view():
    _, sections = arranged(result(*SIX), PICTURE, Shape("best", False), lambda _hit: None)
    assert [section.scale for section in sections] == [LARGE, LARGE, 1, 1, 1, 1]


def says(text):
    """A headline without what its plural leaves open before it is translated."""
    return text.replace("(s)", "").replace("(es)", "").replace("(ies)", "y")


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (HIT_KINDS, "2 match"),
        (("shares a part", "possibly", "looks similar", "less likely"), "1 photo share"),
        (("possibly", "looks similar", "less likely"), "1 possible match"),
        (("looks similar", "looks similar", "less likely"), "2 similar photo"),
        (("less likely", "less likely"), "No match found"),
        ((), "No match found"),
    ],
)
def test_the_headline_of_a_picture_counts_the_best_kind(kinds, said):
    shown = result(*(of_kind(kind, n) for n, kind in enumerate(kinds, start=1)))
    for query in (PICTURE, BOTH):
        assert says(headline(shown, query)).startswith(said)
    visible, _ = arranged(shown, PICTURE, Shape("best", False), lambda _hit: None)
    assert ("No match" in said) == (not visible), "none is never said above photos"
    if kinds:
        opened = headline(shown, PICTURE, opened=True)
        assert "No match" not in opened, "nor above less likely ones once they are seen"


def test_the_closest_photos_of_a_clicked_photo_are_shown():
    closest = result(of_kind("less likely", 1), of_kind("less likely", 2))
    assert headline(closest, CLICKED) == "Looks similar (2)"
    assert lines(closest, CLICKED) == [(2, "")]
    assert not is_in_vain(closest, CLICKED) and is_in_vain(closest, PICTURE)
    assert headline(result(found(1, "match")), CLICKED) == "Less likely (1)", "nobody compared what it shows"
    assert headline(result(), CLICKED) == "No match found"
    beside_a_copy = result(copy_of(9), *closest.hits)
    assert lines(beside_a_copy, CLICKED) == [(1, "Same picture (1)"), (2, "Looks similar (2)")]
    assert lines(beside_a_copy, PICTURE) == [(1, "Same picture (1)"), (0, "Less likely (2)")]


def test_a_copy_of_the_clicked_photo_is_shown_and_no_match_of_it():
    twin = copy_of(9)
    assert headline(result(twin), PICTURE) == "1 match", "of a file from elsewhere, it is what is asked for"
    alone, alike = result(twin), result(twin, *SIX[4:5])
    assert "exact cop" in headline(alone, CLICKED) and "similar photo" in headline(alike, CLICKED)
    assert headline(result(twin, *SIX[:2]), CLICKED) == "2 matches"
    assert lines(alike, CLICKED) == [(1, "Same picture (1)"), (1, "Looks similar (1)")]
    assert (verdict(twin), dots(twin)) == ("An exact copy", "●●●") and "same contents" in explain(twin)
    assert verdict(of_kind("same picture", 1, 0.99)) == "The same picture"


def test_what_only_the_person_calls_right_is_no_match():
    itself = Via(photo=MODEL[0].photo, path=MODEL[0].path)
    own = tuple(replace(one, proof="via", via=itself) for one in MODEL[0].evidence)
    marked = replace(MODEL[0], evidence=own)
    assert (kind_of(marked), verdict(marked), dots(marked)) == ("looks similar", "Marked by you", "")
    query = replace(PICTURE, parts=(*PICTURE.parts, RIGHT))
    assert "similar photo" in headline(result(marked, *MODEL[1:]), query)
    assert lines(result(marked, *MODEL[1:]), query) == [(3, "Looks similar (3)"), (0, "Less likely (1)")]
    agreeing = replace(marked, evidence=(*own, *MODEL[0].evidence))
    assert kind_of(agreeing) == "same thing", "its points agree with the picture, too"


def test_marks_refine_a_sentence_and_do_not_turn_it_into_a_search_for_a_picture():
    for mark in (RIGHT, WRONG):
        query = replace(WORDS, parts=(*WORDS.parts, mark))
        assert headline(result(*MODEL), query) == "3 photos"
        assert lines(result(*MODEL), query) == [(3, ""), (0, "Less likely (1)")]
    assert replace(WORDS, parts=(RIGHT,)).asks_picture and not replace(WORDS, parts=(WRONG,)).asks_picture


def test_a_sentence_gives_what_fits_well_and_folds_what_hardly_does():
    assert headline(result(*MODEL[1:]), WORDS) == "2 photos"
    assert lines(result(*MODEL[1:]), WORDS) == [(2, ""), (0, "Less likely (1)")]
    assert headline(result(MODEL[1]), WORDS) == "1 photo"


def test_over_the_closest_photos_of_a_sentence_nobody_says_that_there_are_none():
    closest = result(MODEL[3], MODEL[3])
    assert headline(closest, WORDS) == "Less likely (2)" and lines(closest, WORDS) == [(2, "")]
    assert found_nothing(closest, WORDS), "a filter may hide what is meant"
    within = replace(WORDS, filters=Filters(folders=("/p",)))
    assert headline(closest, within) == "Less likely (2)"
    assert headline(replace(closest, without=("zoo",)), WORDS) == "Less likely (2)"
    assert headline(result(), within) == "No photos found in “p”"


def test_an_album_without_photos_shows_none_that_are_not_in_it():
    empty = result(*MODEL, album=AlbumPhotos(members=frozenset(), new=frozenset()))
    for query in (PICTURE, WORDS):
        assert lines(empty, query) == [(0, "Less likely (4)")]


def test_the_headline_counts_what_is_shown_without_what_is_excluded():
    without = replace(result(*MODEL[1:]), without=("zoo", "red cars"))
    assert headline(without, WORDS) == "2 photos without “zoo”, “red cars”"
    named = replace(result(found(1, "metadata", strong=True)), without=("zoo",), total=1)
    assert headline(named, WORDS) == "1 photo without “zoo”"


@pytest.mark.parametrize(("cut", "shown"), [(0, 0), (1, 1), (3, 3), (9, 3), (None, 2)])
def test_a_person_moves_the_line_of_a_sentence(cut, shown):
    sure, rest = told_apart(MODEL[1:], cut)
    assert (len(sure), len(rest)) == (shown, 3 - shown)
    assert (*sure, *rest) == MODEL[1:]


def test_words_in_a_name_are_a_fact_and_stand_above_the_line():
    named = found(2, "metadata", strong=True)
    assert count_kinds((named,)) == Counter({"looks similar": 1}) and dots(named) == ""
    assert headline(result(named, found(3, "semantic")), WORDS) == "1 photo"
    assert lines(result(named, found(3, "semantic")), WORDS) == [(1, ""), (0, "Less likely (1)")]


def test_photos_with_some_of_the_words_are_named_so():
    named = (found(1, "metadata", strong=True), found(2, "metadata", strong=True))
    assert headline(result(*named), WORDS) == "2 photos"
    assert lines(result(*named), WORDS) == [(2, "")]
    partly = found(3, "metadata")
    assert headline(result(*named, partly), WORDS) == "2 photos"
    assert lines(result(*named, partly), WORDS) == [(2, ""), (0, "Less likely (1)")]
    assert says(headline(result(partly, total=0), WORDS)) == "1 photo with some of the words"
    assert verdict(partly) == "Has some of your words"
    assert "some of your words" in explain(partly)


def test_a_listing_is_counted_without_a_look_at_each_photo(monkeypatch):
    listing = listing_of(MODEL)
    monkeypatch.setattr(type(listing), "__getitem__", None)
    assert count_kinds(listing) == Counter({"looks similar": 4})
    assert above(replace(result(), hits=listing)) == 4


def test_kinds_stay_together_whatever_order_the_ranks_were_fused_in():
    mixed = (MODEL[3], MODEL[1], MODEL[0], MODEL[2])
    assert arrange(mixed, "best", lambda _: None) == (MODEL[0], MODEL[1], MODEL[2], MODEL[3])
    assert arrange((), "best", lambda _: None) == ()


@pytest.mark.parametrize(
    ("level", "sign"), [(0.0, "●○○"), (0.49, "●○○"), (0.5, "●●○"), (0.9, "●●●"), (1, "●●●")]
)
def test_strength_is_three_dots_and_words_for_who_cannot_see_them(level, sign):
    for kind in HIT_KINDS[:3]:
        shown = of_kind(kind, 1, level)
        assert dots(shown) == sign and strength(shown)
        assert strength(shown) in describe(shown)
        assert tooltip(shown).count(sign) == 1 and verdict(shown) in tooltip(shown)
    unlikely = of_kind("less likely", 1, level)
    assert dots(unlikely) == strength(unlikely) == "" and "●" not in tooltip(unlikely)


@pytest.mark.parametrize("kind", ["possibly", "looks similar"])
def test_only_what_is_proven_has_three_dots(kind):
    assert [dots(of_kind(kind, 1, level)) for level in (0.49, 0.5, 0.9, 1)] == ["●○○", "●●○", "●●○", "●●○"]


def test_the_words_of_each_strength_differ():
    for kind in HIT_KINDS[:-1]:
        words = {strength(of_kind(kind, 1, level)) for level in (0.1, 0.6, 0.95)}
        assert len(words) == (3 if kind in HIT_KINDS[:3] else 2)


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (MODEL[1], "Found by content"),
        (MODEL[2], "Found by content"),
        (MODEL[3], "Less likely"),
        (found(5, "match"), "Less likely"),
        (found(5, "metadata", strong=True), "Found by name or metadata"),
        (MODEL[0], "The same thing"),
        (of_kind("same picture"), "The same picture"),
        (of_kind("shares a part"), "Shares a part of it"),
        (of_kind("possibly"), "Possibly the same"),
    ],
)
def test_each_hit_says_what_it_is_and_why(shown, said):
    assert verdict(shown) == said
    assert explain(shown).endswith(".")


def with_evidence(kind, **changes):
    shown = of_kind(kind)
    return replace(shown, evidence=tuple(replace(one, **changes) for one in shown.evidence))


def test_the_details_say_in_words_what_agrees():
    assert says(summary(of_kind("same thing"))).startswith("The same thing, by 59 point")
    assert says(summary(with_evidence("same picture", mirrored=True))).startswith(
        "The same picture, mirrored, by 59"
    )
    assert summary(with_evidence("shares a part", coverage=0.05)) == "Shares a small part"
    assert summary(with_evidence("shares a part", coverage=0.4)) == "Shares a part of it"
    assert "small part, mirrored" in summary(with_evidence("shares a part", coverage=0.05, mirrored=True))
    compared = summary(with_evidence("possibly", learned=5))
    assert compared == "Possibly: few points agree, and a closer comparison did not confirm them"
    assert "closer comparison" not in summary(of_kind("possibly")), "there was none"
    assert "points" not in summary(replace(of_kind("possibly"), evidence=())), "none agree"
    assert summary(copy_of(1)) == "An exact copy"
    assert summary(found(5, "match")) == "Not confirmed" and summary(found(5, "semantic")) == "Less likely"


def test_the_strongest_proof_decides_what_is_said_and_outlined():
    part = replace(of_kind("shares a part").evidence[0], inliers=200)
    both = replace(of_kind("same thing"), evidence=(part, *of_kind("same thing").evidence))
    assert summary(both).startswith("The same thing, by 59 point")


SIZE = (900, 600)


def evidence(points, kind="part"):
    xy = np.array(points, np.float32).reshape(-1, 2)
    border = np.array([[0, 0], [900, 0], [900, 600], [0, 600]], np.float32)
    return Evidence(
        term=0, inliers=len(xy), coverage=0.1, outline=border, query_xy=xy, photo_xy=xy, proof=kind
    )


def holds(corners, point):
    """True if a point is within a convex outline, or on it."""
    x, y = point
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    turns = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in pairs]
    return all(turn >= -1e-6 for turn in turns) or all(turn <= 1e-6 for turn in turns)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n", [1, 2, 8, 60])
def test_of_a_shared_part_the_points_are_outlined_and_not_the_whole_picture(n, seed):
    points = np.random.default_rng(seed).uniform((600, 350), (700, 450), (n, 2))
    corners = agreeing_part(evidence(points), SIZE)
    assert len(corners) >= 3 and all(holds(corners, point) for point in points)
    xs, ys = zip(*corners, strict=True)
    assert min(xs) > 580 and max(xs) < 720 and min(ys) > 330 and max(ys) < 470


def test_points_on_a_line_and_at_the_border_have_an_outline_within_the_photo():
    line = agreeing_part(evidence([[0, 300], [450, 300], [900, 300]]), SIZE)
    xs, ys = zip(*line, strict=True)
    assert (min(xs), max(xs)) == (0, 900) and max(ys) - min(ys) > 10
    assert agreeing_part(evidence([]), SIZE) == []


def test_of_the_same_thing_the_border_is_outlined_and_of_hits_by_way_of_others_nothing():
    points = [[10, 10], [20, 20], [30, 10]]
    assert agreeing_part(evidence(points, "same"), SIZE) == [(0, 0), (900, 0), (900, 600), (0, 600)]
    way = replace(evidence(points, "via"), via=Via(photo=PhotoId(2), path=Path("/p/2.jpg")))
    assert agreeing_part(way, SIZE) == agreeing_part(None, SIZE) == []


def test_a_match_says_which_look_found_it():
    def by(look):
        shown = MODEL[0]
        return replace(shown, evidence=tuple(replace(one, found_by=look) for one in shown.evidence))

    looks = ("words", "nearest", "mirror", "guided", "learned", "hits")
    said = [explain(by(look)) for look in looks]
    assert "look" not in said[0]
    assert len(set(said)) == len(said) and all("Found " in one for one in said[1:])
    assert remark(result(by("words"), by("guided")), PICTURE) == ""
    assert remark(result(by("learned"), by("words"), *MODEL[1:]), PICTURE).startswith("1 of them by a closer")
    again = remark(result(by("hits"), by("hits"), by("words")), PICTURE)
    assert again == "2 of them by searching again with the matches"
    going_on = replace(result(), looking="photos")
    assert searching(PICTURE, going_on) == "Comparing more closely…"
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
    assert "because you marked it" in explain(marked)
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
