"""Small pictures: what is in sight comes first, in order; what is kept is what was looked at last."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QSize

from cbir.service import Failure, PictureAnswer, PictureRequest, ThumbnailRequest
from cbir_app.engine import Thumbnails, thumbnails
from tests.app.by_hand import hits, library_of

SMALL_BYTES = 256 * 171 * 4
ONE, TWO, THREE, FOUR = hits(4)


@pytest.fixture
def pictures(hand):
    return Thumbnails(hand, hand, limit_bytes=2 * SMALL_BYTES, in_flight=2)


@pytest.fixture
def loaded(pictures):
    """The photos whose pictures were told to be there."""
    told = []
    pictures.loaded.connect(lambda key: told.append(key[0]))
    return told


def picture(width=256, height=171):
    return PictureAnswer(pixels=np.zeros((height, width, 3), np.uint8), full_size=(900, 600))


def asked(hand):
    return [request.photo for request in hand.asked(ThumbnailRequest)]


def enlarged(hand):
    return [request.photo or 0 for request in hand.asked(PictureRequest)]


def come(hand, count=1):
    for _ in range(count):
        hand.answer(ThumbnailRequest, picture())


def kept(pictures):
    return [key[0] for key in pictures.cached]


def test_what_is_in_sight_is_asked_for_in_order_and_a_few_at_a_time(hand, pictures, loaded):
    pictures.show((ONE, TWO, THREE, FOUR))
    assert asked(hand) == [1, 2]
    come(hand)
    assert (asked(hand), loaded) == ([2, 3], [1])
    pictures.show((THREE, ONE))
    assert hand.cancelled == [ThumbnailRequest(photo=TWO.photo)]
    assert asked(hand) == [3], "what is there or on its way is not asked for again"


def test_what_cannot_be_had_is_asked_for_again_by_the_next_engine_alone(hand, pictures, loaded):
    stale = []
    pictures.stale.connect(lambda: stale.append(None))
    pictures.show((ONE,))
    hand.answer(ThumbnailRequest, Failure(message="It is not there any more."))
    assert loaded == [1] and pictures.is_missing(ONE)
    pictures.show((ONE,))
    assert asked(hand) == []
    hand.ready.emit(library_of())
    assert len(stale) == 1 and not pictures.is_missing(ONE)
    pictures.show((ONE,))
    assert asked(hand) == [1]


def test_a_cameras_preview_is_replaced_once_photos_were_extracted(hand, pictures, loaded):
    pictures.show((ONE, TWO))
    hand.answer(ThumbnailRequest, picture(160, 107))
    hand.answer(ThumbnailRequest, picture())
    scaled = pictures.fitted(ONE, QSize(100, 100), 1.0)
    pictures.show((ONE, TWO))
    assert asked(hand) == [], "as long as nothing new was extracted"
    pictures.renew()
    pictures.show((ONE, TWO))
    assert asked(hand) == [1], "only what is smaller than its photo could be"
    assert pictures.get(ONE).width() == 160, "it is shown until then"
    come(hand)
    assert pictures.get(ONE).width() == 256
    assert pictures.fitted(ONE, QSize(100, 100), 1.0) is not scaled
    pictures.show((ONE, TWO))
    assert asked(hand) == []


def test_what_was_looked_at_longest_ago_goes_first_and_nothing_in_sight(hand, pictures):
    pictures.show((ONE, TWO))
    come(hand, 2)
    pictures.get(ONE)
    pictures.show((THREE,))
    come(hand)
    assert kept(pictures) == [1, 3]
    pictures.show((FOUR,))
    come(hand)
    assert kept(pictures) == [3, 4]
    pictures.show((ONE, TWO, THREE))
    come(hand, 2)
    assert kept(pictures) == [3, 1, 2], "more than the limit holds is seen at once"


def test_scaled_ones_are_kept_for_those_that_were_drawn_last(hand, pictures, monkeypatch):
    monkeypatch.setattr(thumbnails, "FITTED", 2)
    pictures.show((ONE, TWO))
    come(hand, 2)
    box = QSize(40, 30)
    first, other = pictures.fitted(ONE, box, 1.0), pictures.fitted(TWO, box, 1.0)
    assert pictures.fitted(ONE, box, 1.0) is first
    wide = pictures.fitted(TWO, QSize(80, 60), 1.0)
    assert pictures.fitted(ONE, box, 1.0) is first and pictures.fitted(TWO, QSize(80, 60), 1.0) is wide
    assert pictures.fitted(TWO, box, 1.0) is not other
    assert pictures.fitted(THREE, box, 1.0) is None


def test_one_that_is_much_larger_than_its_tile_is_scaled_down_first(hand, pictures):
    pictures.show((ONE,))
    come(hand)
    assert pictures.covering(ONE, QSize(128, 85), 1.0) is pictures.get(ONE)
    assert pictures.covering(ONE, QSize(100, 66), 1.0) is not pictures.get(ONE)
    assert pictures.covering(ONE, QSize(100, 66), 2.0) is pictures.get(ONE), "of a finer screen"
    assert pictures.covering(TWO, QSize(100, 66), 1.0) is None


# ---- large ones


def large_there(hand, pictures, *shown):
    """Let the small pictures of hits with large tiles come."""
    pictures.show(shown, shown)
    come(hand, len(shown))


def test_large_ones_come_one_at_a_time_once_all_small_ones_are_there(hand, pictures, loaded):
    pictures.show((ONE, TWO, THREE), (ONE, TWO))
    come(hand, 2)
    assert enlarged(hand) == []
    come(hand)
    assert enlarged(hand) == [1]
    small = pictures.fitted(ONE, QSize(600, 400), 1.0)
    loaded.clear()
    hand.answer(PictureRequest, picture(640, 427))
    assert (enlarged(hand), loaded) == ([2], [1])
    assert pictures.fitted(ONE, QSize(600, 400), 1.0) is not small, "it is made of the large one now"
    hand.answer(PictureRequest, picture(640, 427))
    pictures.show((ONE, TWO), (ONE, TWO))
    assert enlarged(hand) == [], "they are there"


def test_a_large_one_that_is_none_is_not_asked_for_again(hand, pictures):
    large_there(hand, pictures, ONE, TWO)
    hand.answer(PictureRequest, picture(256, 171))
    hand.answer(PictureRequest, Failure(message="It is not there any more."))
    pictures.show((ONE, TWO), (ONE, TWO))
    assert enlarged(hand) == []
    assert pictures.covering(ONE, QSize(400, 300), 1.0) is pictures.get(ONE)


def test_a_large_one_that_left_the_sight_is_given_up_for_the_next(hand, pictures):
    large_there(hand, pictures, ONE, TWO)
    pictures.show((ONE, TWO), (TWO,))
    assert enlarged(hand) == [2]
    pictures.show((ONE, TWO), (TWO,))
    assert enlarged(hand) == [2], "what is still wanted goes on"


def test_of_a_drive_that_is_away_no_large_one_is_asked_for(hand, pictures):
    large_there(hand, pictures, replace(ONE, offline=True))
    assert enlarged(hand) == []


def test_large_ones_stay_within_their_limit_and_the_oldest_go(hand, pictures, monkeypatch):
    monkeypatch.setattr(thumbnails, "LARGE_BYTES", 2 * 640 * 427 * 4)
    for one in (ONE, TWO, THREE):
        large_there(hand, pictures, one)
        hand.answer(PictureRequest, picture(640, 427))
    assert [key[0] for key in pictures.large] == [2, 3]
