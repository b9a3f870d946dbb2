"""One search at a time, with the pictures of its query, by an engine that a test answers for."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cbir.base.types import Filters, PhotoId, Term
from cbir.service import Failure, PartialResults, PictureAnswer, PictureRequest, SearchAnswer, SearchRequest
from cbir_app.sessions import Part, Query, SearchSession
from cbir_app.sessions.drop_parser import part_of_file
from cbir_app.sessions.search_session import KEPT, TOP, TOP_WORDS
from tests.app.by_hand import found, hits
from tests.app.fake_engine import hit
from tests.app.fake_photos import listing_of
from tests.app.handling import rest, resting

SEA = Query(parts=(Part(Term(text="sea"), "sea"),))
HOUSE, BOAT = (part_of_file(Path(f"/{name}.jpg")) for name in ("house", "boat"))


def picture(width=64, height=40):
    return PictureAnswer(pixels=np.zeros((height, width, 3), np.uint8), full_size=(900, 600))


def searches(hand):
    return hand.asked(SearchRequest)


def pictures(hand):
    """The files whose pictures are asked for."""
    return [request.path.stem for request in hand.asked(PictureRequest) if request.path is not None]


def signals(search):
    """The names of what is said of the search, as it is said."""
    told = []
    names = ("started", "arrived", "finished", "grown", "trimmed", "failed", "cleared")
    for name in names:
        getattr(search, name).connect(lambda *_, name=name: told.append(name))
    return told


def stop_typing(search):
    """Let the time pass in which nothing is typed."""
    assert rest(search)


def numbers(search):
    assert search.result is not None
    return [hit.photo for hit in search.result.hits]


def test_a_search_is_asked_for_and_its_hits_stay_until_another_ends(hand, search):
    told = signals(search)
    search.set_query(SEA)
    assert (search.busy, search.result) == (True, None)
    hand.find(found(hits(2)))
    assert (search.busy, numbers(search), search.answered) == (False, [1, 2], SEA)
    search.set_query(Query(draft="boat"))
    assert (numbers(search), search.answered) == ([1, 2], SEA)
    hand.find(found(hits(1)))
    assert (numbers(search), search.answered) == ([1], Query(draft="boat"))
    assert told == ["started", "finished"] * 2


def test_a_newer_search_takes_the_place_of_one_that_goes_on(hand, search):
    search.set_query(SEA)
    search.set_query(Query(draft="boat"))
    assert [search.terms[0].text for search in searches(hand)] == ["boat"]
    assert [one.terms[0].text for one in hand.cancelled if isinstance(one, SearchRequest)] == ["sea"]


def test_what_is_typed_is_searched_for_once_it_rests_or_is_entered(hand, search):
    search.type("bo")
    search.type("boat")
    assert (searches(hand), search.busy) == ([], True)
    stop_typing(search)
    assert [search.terms[0].text for search in searches(hand)] == ["boat"]
    hand.find(found(hits(1)))
    search.commit()
    assert ([term.text for term in search.query.terms], search.query.draft) == (["boat"], "")
    assert searches(hand) == [], "it was searched for before it was entered"
    search.type("dusk")
    search.commit()
    assert [[term.text for term in search.terms] for search in searches(hand)] == [["boat", "dusk"]]
    assert not resting(search)
    search.type(" ")
    assert not resting(search), "there is nothing to wait for"


def test_pictures_of_the_query_are_asked_for_once_and_given_up_with_their_term(hand, search):
    came = []
    search.picture_changed.connect(lambda source, shown: came.append((source, shown is not None)))
    search.search(HOUSE)
    search.add(BOAT)
    assert pictures(hand) == ["house", "boat"]
    hand.answer(PictureRequest, picture())
    assert came == [(HOUSE.source, True)]
    assert (search.picture is not None, search.picture_at(1), search.picture_at(2)) == (True, None, None)
    search.remove(1)
    assert (pictures(hand), len(hand.cancelled)) == ([], 3)
    assert came == [(HOUSE.source, True)] * 2, "it is there already"
    search.set_query(SEA)
    assert came[-1] == (HOUSE.source, False)
    assert (search.picture, search.first_picture) == (None, None)


def test_a_picture_that_cannot_be_read_is_asked_for_with_the_next_query(hand, search):
    search.search(HOUSE)
    hand.answer(PictureRequest, Failure(message="It is no picture."))
    assert (search.picture, pictures(hand)) == (None, [])
    search.add(BOAT)
    assert pictures(hand) == ["house", "boat"]


def test_a_picture_beside_the_query_is_asked_for_once(hand, search):
    assert search.picture_of(BOAT.source) is None
    assert search.picture_of(BOAT.source) is None
    assert pictures(hand) == ["boat"]
    hand.answer(PictureRequest, picture())
    assert search.picture_of(BOAT.source) is not None
    assert pictures(hand) == []


def test_what_is_wanted_comes_before_what_is_not(search):
    search.set_query(Query(parts=(Part(Term(text="sea"), "sea"), HOUSE.flipped(), BOAT)))
    assert search.first_picture == 2
    search.remove(2)
    assert search.first_picture == 1


def test_asking_once_more_keeps_what_is_there_until_it_comes(hand, search):
    search.set_query(SEA)
    assert not search.renew(), "it is being asked for"
    hand.find(found(hits(2)))
    told = signals(search)
    assert search.renew(again=False)
    assert not search.renew(again=False), "one is on its way"
    assert [search.renewed for search in searches(hand)] == [True]
    assert search.renew()
    assert len(searches(hand)) == 1, "the older one is given up"
    assert (numbers(search), told, search.busy) == ([1, 2], [], False)
    hand.answer(SearchRequest, Failure(message="The engine has gone."))
    assert (numbers(search), search.failure, told) == ([1, 2], None, [])
    assert search.renew(again=False), "none is on its way any more"
    hand.find(found(hits(3)))
    assert (numbers(search), search.answered, told) == ([1, 2, 3], SEA, ["grown"])
    search.renew()
    search.set_query(Query(draft="boat"))
    assert [search.renewed for search in searches(hand)] == [False], "another query needs no news of this one"


def test_hits_come_while_the_search_goes_on_without_those_on_their_way_to_the_trash(hand, search):
    told = signals(search)
    search.set_query(SEA)
    search.hide([PhotoId(1)])
    assert told == ["started"], "nothing is shown yet that could be trimmed"
    hand.tell(SearchRequest, PartialResults(result=found(hits(2))))
    first = search.partial_results
    assert first is not None
    assert [hit.photo for hit in first.hits] == [2]
    hand.find(found(hits(3)))
    assert (search.partial_results, numbers(search)) == (None, [2, 3])
    search.hide([PhotoId(3)])
    search.show_again([])
    assert told == ["started", "arrived", "finished", "trimmed"]
    search.show_again([PhotoId(1)])
    assert numbers(search) == [1, 2]


def test_a_failure_takes_the_hits_away_and_says_why(hand, search):
    said = []
    search.failed.connect(said.append)
    search.set_query(SEA)
    hand.find(found(hits(2)))
    search.again()
    hand.answer(SearchRequest, Failure(message="The drive is away."))
    assert (search.result, search.failure, said, search.busy) == (
        None,
        "The drive is away.",
        ["The drive is away."],
        False,
    )
    search.again()
    assert search.failure is None


def test_nothing_asked_for_is_all_photos_of_a_library_that_has_some(hand, search):
    told = signals(search)
    search.again()
    search.clear()
    assert (searches(hand), told) == ([], ["cleared"])
    search.show_photos(0)
    assert told == ["cleared"]
    search.show_photos(3)
    assert [search.terms for search in searches(hand)] == [()]
    hand.find(found(listing_of(hits(3))))
    assert search.listed
    search.show_photos(3)
    assert searches(hand) == [], "nothing came"
    search.show_photos(4)
    assert [search.renewed for search in searches(hand)] == [True]
    search.set_query(SEA)
    search.cancel()
    assert (searches(hand), search.busy) == ([], False)
    search.again()
    hand.find(found(hits(1)))
    search.show_photos(0)
    assert searches(hand) == []
    search.clear()
    assert (search.result, searches(hand)) == (None, [])


@pytest.mark.parametrize(
    ("query", "listed", "top"),
    [(Query(), "date", TOP_WORDS), (SEA, "score", TOP_WORDS), (Query(parts=(HOUSE,)), None, TOP)],
    ids=["all photos", "words", "a picture"],
)
def test_photos_are_listed_where_no_picture_decides(hand, search, query, listed, top):
    search.photos = 5
    search.set_query(query)
    (asked,) = searches(hand)
    assert (asked.options.listed, asked.options.top, asked.options.backwards) == (listed, top, False)


def test_another_order_is_asked_for_where_photos_are_listed(hand, search):
    search.photos = 3
    search.set_query(Query(filters=Filters(min_rating=3)))
    hand.find(found(listing_of(hits(3))))
    assert not search.order("date", backwards=False), "so they come already"
    assert search.order("name", backwards=True)
    (asked,) = searches(hand)
    assert (asked.options.listed, asked.options.backwards, asked.renewed) == ("name", True, True)
    search.show_recent()
    assert [search.options.listed for search in searches(hand)] == ["added"]
    hand.find(found(hits(3)))
    assert not search.order("size", backwards=False), "the order of the newest stays"


def test_back_and_forward_are_the_queries_before_and_after(hand, search):
    replaced = []
    search.replaced.connect(lambda before, after: replaced.append((before, after)))
    house, boat = Query(parts=(HOUSE,)), Query(parts=(BOAT,))
    assert not search.can_go_back
    search.set_query(house)
    assert not search.can_go_back, "to a query that asks for nothing nobody goes back"
    search.set_query(boat)
    assert (search.can_go_back, search.can_go_forward) == (True, False)
    search.back()
    assert (search.query, search.can_go_back, search.can_go_forward) == (house, False, True)
    assert [search.terms for search in searches(hand)] == [house.terms]
    search.back()
    assert search.query == house
    search.forward()
    assert (search.query, search.can_go_forward) == (boat, False)
    search.recall([SEA])
    search.back()
    search.back()
    assert search.query == SEA
    search.set_query(boat)
    assert not search.can_go_forward, "what came after another query is gone"
    assert replaced[:2] == [(Query(), house), (house, boat)]


def test_so_many_queries_are_kept_and_the_oldest_go_first(search):
    queries = [Query(parts=(Part(Term(text=f"{n}"), f"{n}"),)) for n in range(KEPT + 5)]
    for query in queries:
        search.set_query(query)
    for _ in queries:
        search.back()
    assert search.query == queries[4]
    search.recall(queries)
    for _ in queries:
        search.back()
    assert search.query == queries[5]


def test_a_query_that_asks_for_more_of_the_same_is_not_one_to_go_back_to(search):
    search.type("b")
    search.type("boat")
    assert not search.can_go_back


Change = Callable[[SearchSession], object]


@pytest.mark.parametrize(
    "change",
    [
        lambda search: search.set_engine("auto"),
        lambda search: search.set_filters(Filters()),
        lambda search: search.set_region(None),
        lambda search: search.weigh(0, 0),
        lambda search: search.set_mirror(False),
        lambda search: search.search_everywhere(),
    ],
    ids=["engine", "filters", "region", "weight", "mirror", "everywhere"],
)
def test_what_is_so_already_is_not_searched_for_again(hand, search, change):
    search.search(HOUSE)
    hand.find(found(hits(1)))
    change(search)
    assert (searches(hand), search.busy) == ([], False)


@pytest.mark.parametrize(
    "change",
    [
        lambda search: search.set_engine("semantic"),
        lambda search: search.set_filters(Filters(min_rating=2)),
        lambda search: search.set_region((0, 0, 9, 9)),
        lambda search: search.set_region((0, 0, 9, 9), 0),
        lambda search: search.set_mirror(True),
        lambda search: search.flip(0),
    ],
    ids=["engine", "filters", "region", "region of a term", "mirror", "sign"],
)
def test_a_change_of_the_query_searches_at_once(hand, search, change):
    search.search(HOUSE)
    hand.find(found(hits(1)))
    change(search)
    assert len(searches(hand)) == 1
    assert not resting(search)


def test_a_weight_is_searched_with_once_the_wheel_rests(hand, search):
    search.search(HOUSE)
    hand.find(found(hits(1)))
    search.weigh(0, 1)
    assert searches(hand) == []
    stop_typing(search)
    assert searches(hand)[0].terms[0].weight > 1


def test_a_hit_shows_the_term_that_it_agrees_with_most_and_else_the_first_picture(
    search,
):
    shown, unproven = hit(1, True, Path("/photos")), hit(2, False, Path("/photos"))
    (proof,) = shown.evidence
    assert search.shown_by(shown) is None, "there is no picture"
    search.set_query(Query(parts=(Part(Term(text="sea"), "sea"), HOUSE, BOAT)))
    for term, expected in ((2, 2), (1, 1), (3, 1)):  # the last is no term of this query any more
        assert search.shown_by(replace(shown, evidence=(replace(proof, term=term),))) == expected
    assert (search.shown_by(unproven), search.shown_by(None)) == (1, 1)


def test_hits_teach_and_the_words_of_a_chip_come_back_to_be_edited(hand, search):
    search.set_query(Query(parts=(Part(Term(text="sea", sign=-1), "sea"), HOUSE)))
    search.teach(hits(1), right=False)
    assert [(term.photo, term.sign, term.marked) for term in search.query.terms][2:] == [(1, -1, True)]
    assert len(searches(hand)[-1].terms) == 3
    search.edit_words(0)
    assert (search.query.draft, len(search.query.parts)) == ("-sea", 2)
    assert [term.text for term in searches(hand)[-1].terms if term.text] == ["sea"]
    search.set_query(SEA)
    search.edit_words(0)
    assert search.query == Query(draft="sea")


def test_every_change_of_the_query_is_told(search):
    told = []
    search.query_changed.connect(told.append)
    search.set_query(SEA)
    search.type("boat")
    assert told == [SEA, replace(SEA, draft="boat")]


def test_after_a_failure_nothing_is_there_to_be_trimmed(hand, search):
    search.set_query(SEA)
    hand.find(found(hits(2)))
    search.again()
    hand.answer(SearchRequest, Failure(message="The drive is away."))
    told = signals(search)
    search.hide([PhotoId(1)])
    assert (search.result, told) == (None, [])


def test_filters_stay_with_another_picture_and_a_folder_that_was_browsed_does_not(
    search,
):
    search.set_filters(Filters(min_rating=3))
    search.browse(folder="/photos")
    assert search.query.filters == Filters(min_rating=3, folders=("/photos",))
    search.browse(keyword="sea")
    assert search.query.filters == Filters(min_rating=3, keywords=("sea",))
    search.search(HOUSE)
    assert search.query.filters == Filters(min_rating=3)


def of_photo(search, hit):
    return [(part.term.photo, part.term.sign) for part in search.query.parts]


def test_a_photo_is_a_query_or_a_part_of_one(search):
    first, second = hits(2)
    search.search_photo(first, engine="semantic")
    assert (of_photo(search, first), search.query.effective_engine) == ([(1, 1)], "semantic")
    search.add_photo(second, minus=True)
    assert of_photo(search, second) == [(1, 1), (2, -1)]
    search.add_photo(second)
    assert of_photo(search, second)[-1] == (2, 1)


def test_hits_on_drives_that_come_and_go_are_put_in_the_place_of_the_same_ones(hand, search):
    told = []
    search.marked.connect(lambda: told.append(None))
    search.mark(hits(1))
    assert (search.result, told) == (None, []), "nothing is shown"
    search.set_query(SEA)
    hand.answer(SearchRequest, SearchAnswer(result=found(hits(2), total=7)))
    search.mark(hits(1))
    shown = search.result
    assert shown is not None
    assert (len(shown.hits), shown.total, told) == (1, 7, [None])


def test_an_answer_for_the_picture_is_shown_at_its_size(hand, search):
    search.search(HOUSE)
    hand.answer(PictureRequest, picture(64))
    assert search.picture is not None
    assert search.picture.pixmap.width() == 64
