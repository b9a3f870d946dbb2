"""Places of typed words in photos: asked for in groups, once a photo, and only while they are typed."""

from typing import cast

import pytest

from cbir.base.types import PhotoId, TextLine
from cbir.service import Failure, WordPlacesAnswer, WordPlacesRequest
from cbir_app.engine import Engine, WordPlaces
from tests.app.handling import resting

ONE, TWO, THREE = map(PhotoId, (1, 2, 3))
QUAD = ((0.0, 0.0), (9.0, 0.0), (9.0, 5.0), (0.0, 5.0))


class Asked:
    """An engine that the test answers for."""

    def __init__(self):
        self.requests = []
        self.answers = {}

    def request(self, request, on_answer):
        assert isinstance(request, WordPlacesRequest)
        self.requests.append(request)
        self.answers[len(self.requests)] = on_answer
        return len(self.requests)

    def cancel(self, ticket):
        self.answers.pop(ticket or 0, None)

    def answer(self, *photos):
        """Answer what was asked last, if anyone still waits: the word is written in these photos."""
        line = TextLine(text="word", quad=QUAD, confidence=0.9)
        if on_answer := self.answers.pop(len(self.requests), None):
            on_answer(WordPlacesAnswer(places=dict.fromkeys(photos, (line,))))


@pytest.fixture(name="asked")
def _asked():
    return Asked()


@pytest.fixture(name="places")
def _places(qapp, asked):
    places = WordPlaces(cast(Engine, asked))
    places.look_for(("word",))
    return places


def test_photos_that_are_seen_together_are_asked_for_together_and_once(qtbot, places, asked):
    assert places.of(ONE) == places.of(TWO) == places.of(ONE) == ()
    qtbot.waitUntil(lambda: bool(asked.requests))
    assert asked.requests == [WordPlacesRequest(photos=(ONE, TWO), texts=("word",))]
    places.look_for(("word",))
    with qtbot.waitSignal(places.changed):
        asked.answer(ONE)
    assert places.of(ONE) == [QUAD]
    assert places.of(TWO) == (), "it is known to have none"
    assert not resting(places), "neither is asked for again"


def test_photos_that_are_seen_meanwhile_are_asked_for_next(qtbot, places, asked):
    places.of(ONE)
    qtbot.waitUntil(lambda: len(asked.requests) == 1)
    places.of(TWO)
    assert not resting(places), "one request at a time"
    asked.answer(ONE)
    qtbot.waitUntil(lambda: len(asked.requests) == 2)
    assert asked.requests[1].photos == (TWO,)
    asked.answer(TWO)
    assert places.of(ONE) == places.of(TWO) == [QUAD]


def test_after_an_answer_the_next_photo_is_asked_for(qtbot, places, asked):
    answers = (WordPlacesAnswer(places={}), Failure(message="It ended."))
    for number, answer in enumerate(answers, start=1):
        places.of(PhotoId(number))
        qtbot.waitUntil(lambda: len(asked.requests) == number)  # noqa: B023
        asked.answers.pop(number)(answer)
    places.of(THREE)
    qtbot.waitUntil(lambda: len(asked.requests) == 3)


def test_an_answer_about_words_that_are_typed_no_more_is_not_taken(qtbot, places, asked):
    places.of(ONE)
    qtbot.waitUntil(lambda: len(asked.requests) == 1)
    places.look_for(("other",))
    asked.answer(ONE)
    assert places.of(ONE) == ()
    qtbot.waitUntil(lambda: len(asked.requests) == 2)
    assert asked.requests[1] == WordPlacesRequest(photos=(ONE,), texts=("other",))


def test_what_is_forgotten_is_asked_for_anew(qtbot, places, asked):
    places.of(ONE)
    qtbot.waitUntil(lambda: len(asked.requests) == 1)
    asked.answer(ONE)
    places.forget()
    assert places.of(ONE) == ()
    qtbot.waitUntil(lambda: len(asked.requests) == 2)
