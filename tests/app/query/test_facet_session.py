"""Choices of filters are counted over what was found, each facet without its own filter, and kept for a while."""

from dataclasses import fields as fields_of

import pytest

from cbir.base.types import FacetCount, Facets, Filters, PhotoId, Term
from cbir.service import FacetsAnswer, FacetsRequest, Failure
from cbir_app.sessions import FacetSession, Part, Query
from cbir_app.sessions.facet_session import KEPT
from cbir_app.sessions.search_session import TOP, TOP_WORDS
from tests.app.by_hand import found, hits, library_of
from tests.app.fake_photos import listing_of

SEA = Query(parts=(Part(Term(text="sea"), "sea"),))


class Facetted:
    """A search whose answers a test gives, and what was told of its facets."""

    def __init__(self, hand, search, library):
        self.hand, self.search, self.library = hand, search, library
        self.session = FacetSession(hand, search, library)
        self.told = []
        self.session.counted.connect(self.told.append)
        library.wants_facets = True

    def find(self, query, count=3, total=None):
        self.search.set_query(query)
        self.hand.find(found(hits(count), total=total))

    def count(self, facets):
        self.hand.answer(FacetsRequest, FacetsAnswer(facets=facets))

    @property
    def asked(self):
        return [request.photos for request in self.hand.asked(FacetsRequest)]

    @property
    def last(self):
        assert self.told[-1] is not None
        return self.told[-1]


@pytest.fixture
def facetted(hand, search, library):
    return Facetted(hand, search, library)


def of(**facets):
    """So many photos with one choice of each facet, which is called a."""
    return Facets(**{name: (FacetCount(value="a", photos=photos),) for name, photos in facets.items()})


def test_nothing_is_counted_while_nobody_sees_the_filters(facetted):
    facetted.library.wants_facets = False
    facetted.find(SEA)
    assert (facetted.asked, facetted.told) == ([], [])


@pytest.mark.parametrize(
    ("fields", "facet"),
    [
        ({"folders": ("a",)}, "folders"),
        ({"cameras": ("a",)}, "cameras"),
        ({"formats": ("a",)}, "formats"),
        ({"min_rating": 3}, "ratings"),
        ({"orientation": "portrait"}, "orientations"),
        ({"taken_from": "2019", "taken_to": "2019"}, "years"),
        ({"places": ("a",)}, "towns"),
        ({"lenses": ("a",)}, "lenses"),
        ({"iso": ">800"}, "isos"),
        ({"aperture": "<2"}, "apertures"),
        ({"shutter": "1/60"}, "shutters"),
        ({"focal": "50"}, "focals"),
    ],
)
def test_a_facet_with_a_filter_of_its_own_is_counted_over_what_was_found_without_it(facetted, fields, facet):
    every_facet = [field.name for field in fields_of(Facets)]
    everything, few = (of(**dict.fromkeys(every_facet, photos)) for photos in (9, 1))
    facetted.find(SEA)
    facetted.count(everything)
    facetted.find(SEA.filtered(Filters(**fields)), count=1)  # of any field
    facetted.count(few)
    counts = {name: one["a"] for name, one in facetted.last.counts.items()}
    assert counts == {**dict.fromkeys(counts, 1), facet: 9}
    assert len(counts) == len(every_facet)


def test_what_was_counted_before_is_told_at_once_and_forgotten_when_the_library_changes(
    facetted,
):
    facetted.find(SEA)
    facetted.count(of(cameras=2))
    facetted.find(Query(draft="boat"))
    assert facetted.last.counts == {}, "the counts of another query do not stand"
    facetted.count(of(cameras=1))
    facetted.find(SEA)
    assert facetted.last.counts["cameras"] == {"a": 2}
    assert facetted.asked == []
    facetted.hand.ready.emit(library_of())
    assert facetted.last.counts["cameras"] == {"a": 2}, "it stands until it is counted again"
    assert (1, 2, 3) in facetted.asked


def test_what_is_on_screen_is_counted_for_the_query_that_found_it_while_another_is_searched_for(
    facetted,
):
    facetted.find(SEA)
    facetted.count(of(cameras=2))
    boat = Query(draft="boat")
    facetted.search.set_query(boat)
    facetted.hand.ready.emit(library_of())  # the library has changed: what is on screen is counted anew
    assert facetted.asked[0] == (1, 2, 3)
    facetted.count(of(cameras=3))
    facetted.hand.find(found(hits(2)))
    assert facetted.last.counts == {}, "what was counted is no count of the newer query"
    assert facetted.asked[-1] == (1, 2)


def test_an_answer_that_comes_while_more_is_typed_is_that_of_what_was_typed_before(
    facetted,
):
    facetted.search.set_query(Query(draft="boa"))
    facetted.search.type("boat")
    facetted.hand.find(found(hits(3)))
    facetted.count(of(cameras=3))
    facetted.find(Query(draft="boat"), count=2)
    assert facetted.last.counts == {}
    assert facetted.asked == [(1, 2)]


def test_a_newer_search_gives_the_counting_up(facetted):
    facetted.find(SEA)
    facetted.find(Query(draft="boat"), count=2)
    assert facetted.hand.cancelled == [FacetsRequest(photos=(PhotoId(1), PhotoId(2), PhotoId(3)))]
    assert facetted.asked == [(1, 2)]


def test_hits_that_go_are_not_counted_any_more(facetted):
    facetted.find(SEA)
    facetted.search.hide([PhotoId(2)])
    assert facetted.asked == [(1, 3)]
    facetted.count(of(cameras=2))
    assert facetted.last.hits == 2


def test_without_a_query_the_counts_of_the_library_hold(facetted):
    facetted.search.photos = 100
    facetted.find(SEA)
    facetted.search.clear()
    assert facetted.told[-1] is None
    facetted.hand.find(found(hits(5)))
    assert facetted.told[-1] is None, "the wall is the whole library"
    assert facetted.asked == []
    facetted.find(SEA)
    assert facetted.last.counts == {}


def test_a_listing_is_counted_by_its_photos(facetted):
    facetted.search.set_query(SEA)
    facetted.hand.find(found(listing_of(hits(4))))
    assert facetted.asked == [(1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("query", "count", "total", "expected"),
    [
        (SEA, TOP, None, (TOP, False)),
        (SEA, TOP_WORDS, None, (TOP_WORDS, True)),
        (SEA, TOP_WORDS, 5000, (5000, False)),
        (Query(parts=(Part(Term(photo=PhotoId(1)), "one"),)), TOP - 1, None, (TOP - 1, False)),
        (Query(parts=(Part(Term(photo=PhotoId(1)), "one"),)), TOP, None, (TOP, True)),
    ],
)
def test_it_is_said_over_how_many_hits_is_counted_and_whether_there_may_be_more(
    facetted, query, count, total, expected
):
    facetted.find(query, count, total)
    facetted.count(Facets())
    assert (facetted.last.hits, facetted.last.more) == expected


def test_counts_of_the_latest_queries_are_kept(facetted):
    for n in range(KEPT + 1):
        facetted.find(Query(draft=f"sea{n}"), count=1)
        facetted.count(Facets())
    facetted.find(Query(draft=f"sea{KEPT}"), count=1)
    facetted.find(Query(draft="sea1"), count=1)
    assert facetted.asked == []
    facetted.find(Query(draft="sea0"), count=1)
    assert facetted.asked == [(1,)]


def test_counts_that_do_not_come_leave_the_choices_without_numbers(facetted):
    facetted.find(SEA)
    facetted.hand.answer(FacetsRequest, Failure(message="It stopped."))
    assert facetted.last.counts == {}
    facetted.session.ask()
    assert facetted.hand.cancelled == []
    assert facetted.asked == [(1, 2, 3)]
