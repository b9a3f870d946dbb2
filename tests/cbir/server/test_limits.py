"""The number of requests a minute, and the time until another is allowed."""

import asyncio
import threading
from typing import Any, cast

import pytest

pytest.importorskip("fastapi", reason="the service needs the extra `serve`")

from cbir.base.errors import CbirError
from cbir.server.limits import Gate, RateLimit
from cbir.server.refusals import Refusal


class Clock:
    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr("cbir.server.limits.time", made)
    return made


def taken(rate, who, asked):
    """The number of allowed requests among these."""
    allowed = 0
    for _ in range(asked):
        try:
            rate.take(who)
        except Refusal:
            continue
        allowed += 1
    return allowed


def test_a_minutes_requests_are_allowed_and_more_as_time_goes_on(clock):
    rate = RateLimit(60)
    assert taken(rate, "me", 100) == 60
    clock.now += 5
    assert taken(rate, "me", 100) == 5
    clock.now += 3600
    assert taken(rate, "me", 100) == 60, "no more than a minute's are saved up"


def test_what_is_refused_costs_nothing_and_says_when_to_come_back(clock):
    rate = RateLimit(2)
    rate.take("me", cost=1.5)
    for _ in range(3):
        with pytest.raises(Refusal) as refused:
            rate.take("me")
        assert (refused.value.status_code, refused.value.headers) == (429, {"Retry-After": "15"})
        assert "with this token" in refused.value.detail
    clock.now += 15
    rate.take("me")
    with pytest.raises(Refusal) as refused:
        rate.take("me", by_token=False)
    assert "from this address" in refused.value.detail


def test_those_who_asked_last_are_remembered(clock, monkeypatch):
    monkeypatch.setattr("cbir.server.limits.REMEMBERED", 2)
    rate = RateLimit(1)
    assert [taken(rate, who, 2) for who in "abc"] == [1, 1, 1]
    assert taken(rate, "c", 1) == taken(rate, "b", 1) == 0
    assert len(rate.left) == 2
    assert taken(rate, "a", 1) == 1


class Patient:
    """Whoever asked waits for the answer."""

    async def receive(self):
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}


@pytest.fixture
def gate():
    made = Gate("search", 1, 3)
    yield made
    made.close()


def test_who_finds_no_place_is_told_how_long_those_before_take(gate):
    async def ask(usual_s):
        gate.usual_s = usual_s
        async with gate.place("me"), gate.place("me"):
            with pytest.raises(Refusal) as refused:
                async with gate.place("me"):
                    pass
        assert refused.value.headers is not None
        return refused.value.headers["Retry-After"]

    assert [asyncio.run(ask(usual_s)) for usual_s in (0.01, 4, 1000)] == ["1", "8", "30"]
    assert gate.shed == 3
    assert len(gate.by_visitor) == 0, "whoever holds no place is forgotten"


def test_a_search_that_is_given_up_keeps_its_place_until_it_has_ended(gate):
    told, go = threading.Event(), threading.Event()

    def work(stopped):
        while not stopped():
            threading.Event().wait(0.01)
        told.set()
        go.wait(30)

    async def ask():
        async with gate.place("me"):
            await gate.run(cast(Any, Patient()), work, 0.01)

    async def look():
        asked = asyncio.create_task(ask())
        assert await asyncio.to_thread(told.wait, 30)
        assert (gate.held, asked.done()) == (1, False)
        go.set()
        with pytest.raises(Refusal) as refused:
            await asked
        assert (refused.value.status_code, refused.value.code, gate.held) == (503, "too_slow", 0)

    asyncio.run(look())


def test_with_its_answer_nothing_waits_any_more_and_its_time_counts(gate):
    async def ask():
        assert await gate.run(cast(Any, Patient()), lambda stopped: stopped(), 30) is False
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1, "nobody waits for whoever asked to go"

    before = gate.usual_s
    asyncio.run(ask())
    assert gate.usual_s < before


def test_an_expected_error_lets_go_of_the_frames_that_it_came_through(gate):
    def work(stopped):
        try:
            raise OSError("The drive is away.")
        except OSError as error:
            raise CbirError("The index cannot be reached.") from error

    with pytest.raises(CbirError) as caught:
        asyncio.run(gate.run(cast(Any, Patient()), work, 30))
    assert caught.value.__cause__ is not None
    assert caught.value.__cause__.__traceback__ is None, "they hold what was uploaded"
