"""A search waits for what other processes compute, and takes it whenever it comes."""

from __future__ import annotations

from concurrent.futures import CancelledError, Future
from typing import Any, cast

import pytest

from cbir.base.errors import Cancelled
from cbir.search.query import wait_for, wait_for_encoding
from cbir.workers import WorkerPool


class Pool:
    """Takes note of what it is asked to cancel."""

    def __init__(self) -> None:
        self.cancelled: list[Future[Any]] = []

    def cancel_running(self, future: Future[Any]) -> None:
        self.cancelled.append(future)


class Late(Future[int]):
    """Has its answer at the moment at which one first asks whether it has."""

    def done(self) -> bool:
        if not super().done():
            self.set_result(7)
        return True


def test_an_answer_that_comes_at_the_end_of_a_wait_is_taken() -> None:
    late = Late()
    assert wait_for(cast("WorkerPool", Pool()), late, lambda: not late.done()) == 7
    late = Late()
    assert wait_for_encoding(late, lambda: not late.done()) == 7


def test_who_is_cancelled_waits_no_longer() -> None:
    pool, never = Pool(), Future[int]()
    with pytest.raises(Cancelled):
        wait_for(cast("WorkerPool", pool), never, lambda: True)
    assert pool.cancelled == [never]
    with pytest.raises(Cancelled):
        wait_for_encoding(never, lambda: True)
    assert never.cancelled()


def test_a_task_that_timed_out_says_so() -> None:
    failed = Future[int]()
    failed.set_exception(TimeoutError("the task's own"))
    with pytest.raises(TimeoutError, match="the task's own"):
        wait_for_encoding(failed, lambda: False)


def test_a_task_that_was_cancelled_is_not_waited_for() -> None:
    given_up = Future[int]()
    given_up.cancel()
    with pytest.raises(CancelledError):
        wait_for(cast("WorkerPool", Pool()), given_up, lambda: pytest.fail("it waits"))
    with pytest.raises(CancelledError):
        wait_for_encoding(given_up, lambda: pytest.fail("it waits"))
