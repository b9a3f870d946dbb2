"""Recent queries of each library: each once, newest first, a growing text as one."""

import pytest

from cbir.base.types import Album, Filters, Term
from cbir_app.base.undo import UndoStack
from cbir_app.sessions import Part, Query, RecentQueries, SearchSession
from cbir_app.sessions.recent import MAX_QUERIES, goes_on
from tests.app.by_hand import found, hits, library_of


def words(*texts):
    return Query(parts=tuple(Part(Term(text=text), text) for text in texts))


@pytest.fixture
def undo():
    return UndoStack()


@pytest.fixture
def recent(hand, search, preferences, undo):
    """The recent queries of a library that was never searched."""
    made = RecentQueries(hand, search, preferences, undo)
    hand.ready.emit(library_of())
    return made


def labels(recent):
    return [query.label for query in recent.queries]


def test_a_query_is_remembered_once_and_the_newest_comes_first(recent):
    told = []
    recent.changed.connect(lambda: told.append(None))
    for text in ("boat", "sea", "boat", "boat"):
        recent.note(words(text))
    assert labels(recent) == ["boat", "sea"]
    assert len(told) == 3, "once more the same changes nothing"


def test_the_latest_are_remembered_up_to_a_number(recent):
    for n in range(MAX_QUERIES + 2):
        recent.note(words(f"sea{n}"))
    assert labels(recent) == [f"sea{n}" for n in range(MAX_QUERIES + 1, 1, -1)]


def test_what_was_searched_for_is_remembered_and_not_what_is_typed_meanwhile(hand, search, recent):
    search.set_query(words("boat"))
    search.set_query(words("sea"), rest=True)
    hand.find(found(hits(1)))
    assert labels(recent) == ["boat"]


def test_nothing_is_no_query_nor_is_a_choice_by_hand(recent):
    recent.note(Query())
    recent.note(Query(draft=" "))
    recent.note(Query(opened=Album(name="Best", id="1")))
    assert recent.queries == ()


def test_words_that_grow_are_one_query_unless_another_came_between(recent):
    for draft in ("b", "bo", "boat", "bo"):
        recent.note(Query(draft=draft))
    assert labels(recent) == ["bo"]
    recent.note(words("bo"))
    assert labels(recent) == ["bo"], "entered, they are the same"
    recent.note(words("sea"))
    recent.note(Query(draft="boat"))
    assert labels(recent) == ["boat", "sea", "bo"]


def test_a_query_that_was_forgotten_meanwhile_takes_no_other_one_with_it(recent):
    recent.note(words("sea"))
    recent.note(Query(draft="bo"))
    recent.forget()
    recent.note(words("sea"))
    recent.note(Query(draft="boat"))
    assert labels(recent) == ["boat", "sea"]


def test_to_forget_nothing_is_no_step_that_could_be_undone(recent, undo):
    recent.forget()
    assert undo.last is None
    recent.note(words("sea"))
    recent.forget()
    assert recent.queries == ()
    undo.undo()
    assert labels(recent) == ["sea"]


def test_each_library_has_its_own_and_an_engine_that_starts_again_changes_nothing(
    recent,
    hand,
    search,
    preferences,
    undo,
):
    for text in ("boat", "sea"):
        recent.note(words(text))
    hand.ready.emit(library_of(folder="/other"))
    assert labels(recent) == ["sea", "boat"]
    assert not search.can_go_back
    later = SearchSession(hand, hand)
    remembered = RecentQueries(hand, later, preferences, undo)
    told = []
    remembered.changed.connect(lambda: told.append(None))
    hand.ready.emit(library_of())
    assert (labels(remembered), len(told)) == (["sea", "boat"], 1)
    later.back()
    assert later.query.label == "sea", "the newest is the first to go back to"
    elsewhere = RecentQueries(hand, later, preferences, undo)
    hand.ready.emit(library_of(folder="/other"))
    assert elsewhere.queries == ()


@pytest.mark.parametrize(
    ("before", "after", "continued"),
    [
        (Query(draft="bo"), Query(draft="boat"), True),
        (Query(draft="boat"), Query(draft="bo"), True),
        (Query(draft="boat"), Query(draft="sea"), False),
        (Query(draft="boat"), words("boat"), True),
        (words("sea"), Query(parts=words("sea").parts, filters=Filters(min_rating=1)), False),
    ],
)
def test_a_query_goes_on_while_no_word_of_it_is_replaced(before, after, continued):
    assert goes_on(before, after) is continued
