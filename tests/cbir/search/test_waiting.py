"""A search waits for what other processes compute, and takes it whenever it comes."""

import threading
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import cast

import numpy as np
import pytest

from cbir.base.errors import Cancelled
from cbir.base.types import SearchOptions, Term
from cbir.evaluation import encode_jpeg
from cbir.library import Library
from cbir.search.query import wait_for, wait_for_encoding
from cbir.workers import WorkerPool
from tests.cbir.stage_data import small_options


class Pool:
    """Takes note of what it is asked to cancel."""

    def __init__(self):
        self.cancelled = []

    def cancel_running(self, future):
        self.cancelled.append(future)


class Late(Future[int]):
    """Has its answer at the moment at which one first asks whether it has."""

    def done(self):
        if not super().done():
            self.set_result(7)
        return True


def test_an_answer_that_comes_at_the_end_of_a_wait_is_taken():
    late = Late()
    assert wait_for(cast("WorkerPool", Pool()), late, lambda: not late.done()) == 7
    late = Late()
    assert wait_for_encoding(late, lambda: not late.done()) == 7


def test_who_is_cancelled_waits_no_longer():
    pool, never = Pool(), Future[int]()
    with pytest.raises(Cancelled):
        wait_for(cast("WorkerPool", pool), never, lambda: True)
    assert pool.cancelled == [never]
    with pytest.raises(Cancelled):
        wait_for_encoding(never, lambda: True)
    assert never.cancelled()


def test_a_task_that_timed_out_says_so():
    failed = Future[int]()
    failed.set_exception(TimeoutError("the task's own"))
    with pytest.raises(TimeoutError, match="the task's own"):
        wait_for_encoding(failed, lambda: False)


def test_a_task_that_was_cancelled_is_not_waited_for():
    given_up = Future[int]()
    given_up.cancel()
    with pytest.raises(CancelledError):
        wait_for(cast("WorkerPool", Pool()), given_up, lambda: pytest.fail("it waits"))
    with pytest.raises(CancelledError):
        wait_for_encoding(given_up, lambda: pytest.fail("it waits"))


def test_a_search_by_words_does_not_wait_for_the_picture_of_another(tmp_path, monkeypatch):
    picture = encode_jpeg(np.zeros((40, 40, 3), np.uint8), 90)
    begun, go = threading.Event(), threading.Event()

    def describe_slowly(*args, **options):
        begun.set()
        assert go.wait(30)
        raise Cancelled("Enough.")

    monkeypatch.setattr("cbir.search.search.describe_terms", describe_slowly)
    by_name = SearchOptions(engine="metadata")
    with (
        Library.open(tmp_path / "library", create=True, options=small_options()) as library,
        ThreadPoolExecutor(2) as threads,
    ):
        slow = threads.submit(library.search, [Term(data=picture)])
        try:
            assert begun.wait(30)
            assert threads.submit(library.search, [Term(text="name")], by_name).result(10).hits == ()
            assert not slow.done()
        finally:
            go.set()
        assert isinstance(slow.exception(30), Cancelled)
