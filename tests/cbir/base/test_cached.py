"""Properties that are computed once per object, whatever other objects and threads do."""

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from cbir.base.cached import cached_property

PATIENCE_S = 30


class Slow:
    def __init__(self, go):
        self.go, self.begun, self.times = go, threading.Event(), 0

    @cached_property
    def value(self):
        """A value."""
        self.begun.set()
        self.times += 1
        if not self.go.wait(PATIENCE_S):
            raise TimeoutError
        return self.times


class Plain:
    @cached_property
    def value(self):
        return 7


def test_an_object_does_not_wait_while_another_computes_the_same_property():
    slow, quick = Slow(threading.Event()), Slow(threading.Event())
    quick.go.set()
    with ThreadPoolExecutor(2) as threads:
        waiting = threads.submit(lambda: slow.value)
        assert slow.begun.wait(PATIENCE_S)
        assert threads.submit(lambda: quick.value).result(PATIENCE_S / 3) == 1
        assert not waiting.done()
        slow.go.set()
        assert waiting.result(PATIENCE_S) == 1


def test_threads_that_ask_one_object_at_once_compute_once():
    slow = Slow(threading.Event())
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(lambda: slow.value) for _ in range(4)]
        assert slow.begun.wait(PATIENCE_S)
        slow.go.set()
        assert [request.result(PATIENCE_S) for request in asked] == [1] * 4
    assert slow.times == 1


def test_what_fails_is_computed_again_and_the_object_can_be_pickled_afterwards():
    slow, plain = Slow(threading.Event()), Plain()
    slow.go.wait = lambda timeout=None: False
    with pytest.raises(TimeoutError):
        _ = slow.value
    with pytest.raises(TimeoutError):
        _ = slow.value
    assert slow.times == 2
    assert plain.value == 7
    assert pickle.loads(pickle.dumps(plain)).__dict__ == {"value": 7}
    assert Slow.value.__doc__ == "A value."
