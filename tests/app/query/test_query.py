"""A query as a value: what it asks for, what it is called, and what is one step of history with it."""

from dataclasses import replace

import pytest

from cbir.base.types import Album, Filters, PhotoId, Term
from cbir_app.sessions import Part, Query, part_of_words, query_of, saved_of
from cbir_app.sessions.query import WEIGHTS


def words(text, sign=1):
    return Part(Term(text=text, sign=-1 if sign < 0 else 1), text)


def photo(at):
    return Part(Term(photo=PhotoId(at)), f"{at}.jpg")


SEA, BOAT = words("sea"), words("boat")
PORTRAITS = Filters(orientation="portrait")


@pytest.mark.parametrize(
    "changed", [{"region": (1.0, 2.0, 3.0, 4.0)}, {"sign": -1}, {"weight": 2.0}, {"marked": True}]
)
def test_a_picture_is_the_same_however_it_is_framed_weighed_left_out_or_marked(
    changed,
):
    part = photo(1)
    other = replace(part, term=replace(part.term, **changed))  # of any field
    assert other.source == part.source != photo(2).source


def test_a_weight_stops_at_the_least_and_at_the_most():
    assert SEA.weighed(99).term.weight == WEIGHTS[-1]
    assert SEA.weighed(-99).term.weight == WEIGHTS[0]
    assert SEA.weighed(-1).weighed(1) == SEA
    foreign = replace(SEA, term=replace(SEA.term, weight=3.1))
    assert foreign.weighed(0).term.weight == 4.0, "the nearest step"


def test_an_album_is_what_it_asks_for_and_nothing_less():
    album = replace(saved_of(Query(parts=(photo(1),), filters=PORTRAITS)), id="1")
    opened = query_of(album)
    assert (opened.album, opened.album_id) == (album, "1")
    changed = (
        replace(opened, filters=Filters()),
        replace(opened, engine="match"),
        opened.plus(SEA),
        replace(opened, draft="sea"),
    )
    assert [(one.album, one.album_id) for one in changed] == [(None, "")] * 4
    assert query_of(Album(name="By hand", id="2")).empty is False, "an album of a hand's choice"


def test_the_match_engine_is_asked_for_pictures_alone():
    query = Query(parts=(photo(1),), engine="match")
    assert (query.effective_engine, replace(query, draft="sea").effective_engine) == ("match", "auto")
    assert replace(query, engine="semantic", draft="sea").effective_engine == "semantic"


@pytest.mark.parametrize(
    ("query", "words", "picture"),
    [
        (Query(parts=(SEA,)), True, False),
        (Query(parts=(photo(1),)), False, True),
        (Query(parts=(photo(1),), draft="sea"), True, True),
        (Query(), False, False),
    ],
)
def test_a_query_knows_whether_it_has_words_and_pictures(query, words, picture):
    assert (query.has_words, query.has_picture) == (words, picture)


def test_words_that_are_not_wanted_are_no_words_to_look_for():
    assert Query(parts=(SEA, words("people", -1), photo(1)), draft="-dogs").texts == ("sea",)


def test_a_query_is_empty_when_it_asks_for_nothing():
    assert Query().empty and Query(draft="  ", recent=True).empty
    for one in (Query(parts=(SEA,)), Query(draft="sea"), Query(filters=PORTRAITS)):
        assert not one.empty


def test_a_query_is_called_by_its_parts_and_what_is_typed_and_by_marks_only_where_nothing_else_is():
    marked = replace(photo(7), term=replace(photo(7).term, sign=-1, marked=True))
    assert Query(parts=(SEA, marked), draft=" boat ").label == "sea, boat"
    assert Query(parts=(marked,)).label == "−7.jpg"
    assert Query().label == ""


def test_a_place_that_was_browsed_is_no_filter_until_another_one_is_set():
    browsed = Query(filters=Filters(folders=("/a",), keywords=("dusk",), min_rating=3), browsed=True)
    assert browsed.set_filters == Filters(min_rating=3)
    assert replace(browsed, browsed=False).set_filters == browsed.filters
    assert browsed.filtered(replace(browsed.filters, min_rating=4)).browsed
    assert not browsed.filtered(replace(browsed.filters, folders=("/b",))).browsed
    assert not browsed.filtered(replace(browsed.filters, keywords=())).browsed
    assert not Query(recent=True).filtered(PORTRAITS).recent, "what is filtered is a search"


def test_words_that_are_typed_become_a_chip():
    assert Query(parts=(SEA,), draft=" -boat ").settled() == Query(parts=(SEA, words("boat", -1)))
    assert Query(parts=(SEA,), draft=" ").settled() == Query(parts=(SEA,), draft=" ")


def test_hits_that_are_marked_join_the_query_and_leave_it_when_all_of_them_were_marked_so():
    query = Query(parts=(photo(1), SEA), draft="boat")
    taught = query.taught([photo(1), photo(2)], right=True)
    assert taught.draft == ""
    assert [part.label for part in taught.parts] == ["1.jpg", "sea", "1.jpg", "2.jpg", "boat"]
    assert [part.term.marked for part in taught.parts] == [False, False, True, True, False]
    more = taught.taught([photo(2), photo(3)], right=True)
    assert [part.label for part in more.parts if part.term.marked] == ["1.jpg", "2.jpg", "3.jpg"]
    other = taught.taught([photo(1)], right=False)
    assert [(part.label, part.term.sign) for part in other.parts if part.term.marked] == [
        ("2.jpg", 1),
        ("1.jpg", -1),
    ]
    assert taught.taught([photo(2), photo(1)], right=True) == Query(parts=(photo(1), SEA, BOAT))


@pytest.mark.parametrize(
    ("before", "after", "one_step"),
    [
        (Query(draft="bo"), Query(draft="boat"), True),
        (Query(draft="boat"), Query(), False),
        (Query(), Query(draft="boat"), False),
        (Query(draft="boat"), Query(parts=(BOAT,)), True),
        (Query(draft="sea"), Query(parts=(BOAT,)), False),
        (Query(parts=(BOAT,)), Query(parts=(BOAT, SEA)), False),
        (Query(parts=(SEA,), draft="bo"), Query(parts=(SEA,), draft="boat"), True),
        (Query(parts=(SEA,), draft="bo"), Query(draft="boat"), False),
        (Query(draft="bo"), Query(draft="boat", filters=PORTRAITS), False),
        (Query(draft="boat"), Query(parts=(BOAT,), filters=PORTRAITS), False),
        (Query(parts=(SEA,)), Query(parts=(SEA.weighed(1),)), True),
        (Query(parts=(SEA,)), Query(parts=(SEA.flipped(),)), False),
        (Query(draft="boat"), Query(parts=(BOAT,), draft="sea"), False),
    ],
)
def test_typing_entering_and_weighing_are_one_step_of_history(before, after, one_step):
    assert after.refines(before) is one_step


@pytest.mark.parametrize(
    ("typed", "subtracted"),
    [
        ("-sea", True),
        ('-"two boats"', True),
        ('-"', False),
        ('-""', False),
        ('-"a" b"', False),
        ('-"two boats', False),
        ("-(sea", False),
        ("-rating:3", False),
        ("-two boats", False),
    ],
)
def test_a_minus_subtracts_one_word_or_one_phrase_and_else_is_left_to_the_engine(typed, subtracted):
    part = part_of_words(typed)
    assert part is not None
    assert part == (words(typed[1:], -1) if subtracted else words(typed))
