"""Details of photos: asked for once, again when they may have changed, and kept within limits."""

import pytest

from cbir.base.types import Metadata, PhotoId
from cbir.service import Failure, KeywordRequest, MetadataAnswer, MetadataRequest, RateRequest
from cbir_app.engine import Details, details
from tests.app.by_hand import hits
from tests.app.handling import rest

ONE, TWO, THREE = hits(3)


@pytest.fixture
def shown(hand):
    return Details(hand, hand)


@pytest.fixture
def arrivals(shown):
    told = []
    shown.arrived.connect(lambda: told.append(None))
    return told


def asked(hand):
    return [request.photos for request in hand.asked(MetadataRequest)]


def answer(hand, *ratings, at=0):
    """Answer with ratings; None: nothing is known of the photo."""
    known = tuple(None if rating is None else Metadata(rating=rating) for rating in ratings)
    hand.answer(MetadataRequest, MetadataAnswer(metadata=known), at=at)


def rested(shown):
    """Let the time pass in which photos to be asked for again are gathered. Whether it ran."""
    return rest(shown)


def rate(rating, *photos):
    return RateRequest(photos=tuple(map(PhotoId, photos or (1,))), rating=rating)


def test_each_photo_is_asked_for_once_and_again_only_where_that_failed(hand, shown):
    shown.ask([ONE, TWO])
    shown.ask([ONE, TWO, THREE])
    assert asked(hand) == [(1, 2), (3,)]
    answer(hand, 4, None)
    hand.answer(MetadataRequest, Failure(message="The engine stopped."))
    shown.ask([ONE, TWO, THREE])
    assert asked(hand) == [(3,)]
    assert [shown.marks(one).rating for one in (ONE, TWO, THREE)] == [4, None, None]
    assert shown.get(TWO) == Metadata(), "it was asked for, and says nothing"
    assert shown.get(THREE) is None


def test_what_may_have_changed_is_shown_until_the_library_says_it_anew(hand, shown, arrivals):
    shown.ask([ONE, TWO])
    answer(hand, 1, 2)
    arrivals.clear()
    shown.forget()
    assert arrivals, "who shows it looks again"
    assert [shown.marks(one).rating for one in (ONE, ONE, TWO)] == [1, 1, 2]
    assert asked(hand) == [], "they share one request"
    assert rested(shown)
    assert asked(hand) == [(1, 2)]
    shown.marks(ONE)
    assert not rested(shown), "it is on its way"
    answer(hand, 5, 2)
    assert shown.marks(ONE).rating == 5
    shown.forget()
    shown.get(TWO)
    rested(shown)
    assert asked(hand) == [(2,)], "those of the time before are not asked for once more"


def test_nothing_more_is_kept_than_is_asked_for_at_once(hand, shown, monkeypatch):
    monkeypatch.setattr(details, "MAX_KEPT", 2)
    shown.ask([ONE, TWO])
    answer(hand, 1, 2)
    shown.ask([THREE])
    answer(hand, 3)
    assert shown.get(ONE) is not None, "as many as may be"
    shown.forget()
    shown.ask([four := hits(4)[3]])
    answer(hand, 4)
    assert shown.get(ONE) is None and shown.get(four) is not None
    assert not rested(shown), "nothing that is forgotten may have changed"


def test_keywords_of_all_photos_that_were_looked_at_are_known(hand, shown):
    shown.ask([ONE, TWO])
    known = (Metadata(keywords=("boat",)), Metadata(keywords=("sea", "boat")))
    hand.answer(MetadataRequest, MetadataAnswer(metadata=known))
    assert shown.keywords() == {"boat", "sea"}


# ---- what a person sets


def test_a_wish_is_seen_at_once_also_of_a_photo_that_nothing_is_known_of(shown, arrivals):
    wish = shown.wish(rate(3))
    assert (shown.marks(ONE).rating, len(arrivals)) == (3, 1)
    assert shown.get(ONE) is None
    shown.withdraw(wish)
    assert (shown.marks(ONE).rating, len(arrivals)) == (None, 2)


def test_of_two_wishes_the_one_that_was_refused_goes_alone(hand, shown):
    shown.ask([ONE])
    answer(hand, 1)
    first, second = shown.wish(rate(3)), shown.wish(rate(5))
    shown.withdraw(second)
    assert shown.marks(ONE).rating == 3
    shown.withdraw(first)
    assert shown.marks(ONE).rating == 1
    assert PhotoId(1) not in shown.wishes


def test_a_rating_that_is_left_to_the_file_is_the_one_before_until_the_library_answers(hand, shown):
    shown.ask([ONE])
    answer(hand, 4)
    shown.wish(rate(None))
    assert shown.marks(ONE).rating == 4


def test_what_was_done_is_asked_for_again_where_it_is_known_or_on_its_way(hand, shown):
    shown.ask([ONE])
    answer(hand, 1)
    shown.ask([TWO])
    shown.confirm(shown.wish(rate(5, 1, 2, 3)))
    rested(shown)
    assert asked(hand) == [(2,), (1, 2)], "nobody has looked at the third"
    shown.confirm(shown.wish(rate(2, 3)))
    assert not rested(shown)


def test_an_answer_that_was_asked_for_before_takes_no_wish_back_and_a_later_one_does(hand, shown):
    shown.ask([ONE])
    shown.confirm(shown.wish(rate(5)))
    rested(shown)
    answer(hand, 1)
    assert shown.marks(ONE).rating == 5
    answer(hand, 4)
    assert shown.marks(ONE).rating == 4, "somebody else has set it since"
    waiting = shown.wish(rate(2))
    shown.forget()
    shown.get(ONE)
    rested(shown)
    answer(hand, 4)
    assert shown.marks(ONE).rating == 2, "the library has not done it yet"
    shown.withdraw(waiting)


@pytest.mark.parametrize(
    ("add", "remove", "after"),
    [
        (("SEA",), (), ("Boat", "sea")),
        (("harbour",), ("BOAT",), ("sea", "harbour")),
        (("boat",), ("boat",), ("Boat", "sea")),
    ],
)
def test_keywords_differ_in_more_than_their_capitals(hand, shown, add, remove, after):
    shown.ask([ONE])
    hand.answer(MetadataRequest, MetadataAnswer(metadata=(Metadata(keywords=("Boat", "sea")),)))
    shown.wish(KeywordRequest(photos=(PhotoId(1),), add=add, remove=remove))
    known = shown.get(ONE)
    assert known is not None and known.keywords == after
