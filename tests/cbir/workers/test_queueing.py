"""Many tasks, a bounded number at a time: what comes back, in which order, and what is given up."""

from concurrent.futures import Future

import pytest

from cbir.base.errors import Cancelled
from cbir.workers import WorkerPool, run_all
from tests.cbir import workers_tasks as tasks

PATIENCE_S = 60


@pytest.fixture(name="pool")
def _pool():
    with WorkerPool(2) as pool:
        yield pool


@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_every_item_comes_back_once_with_its_own_result(pool, count):
    pairs = run_all(pool, tasks.double, ((n, (n,)) for n in range(count)), queued_per_worker=2)
    assert sorted((n, future.result()) for n, future in pairs) == [(n, 2 * n) for n in range(count)]


def test_a_slow_first_item_comes_first_where_the_order_counts(pool, tmp_path):
    started = [tmp_path / f"{row}" for row in range(4)]
    ends_after = [started[-1], *started[1:]]  # the first one ends after the last one has begun
    some = ((row, (started[row], ends_after[row])) for row in range(4))
    rows = [row for row, _ in run_all(pool, tasks.touch_then_wait, some, in_order=True)]
    assert rows == [0, 1, 2, 3]


def test_a_slow_first_item_holds_up_nobody_elsewhere(pool, tmp_path):
    go = tmp_path / "go"
    started = [tmp_path / f"{row}" for row in range(4)]
    some = ((row, (started[row], go if row == 0 else started[row])) for row in range(4))
    rows = []
    for row, _ in run_all(pool, tasks.touch_then_wait, some):
        rows.append(row)
        if len(rows) == 3:
            go.touch()
    assert rows[-1] == 0


def test_only_so_many_tasks_are_submitted_ahead_of_the_caller(pool):
    submitted = []

    def some():
        for n in range(30):
            submitted.append(n)
            yield n, (n,)

    taken = 0
    for _ in run_all(pool, tasks.double, some(), queued_per_worker=3):
        taken += 1
        assert len(submitted) <= taken + 2 * 3 * pool.count, "those that wait or run, and those just finished"
    assert len(submitted) == taken == 30


def test_a_pool_that_shrinks_ends_what_it_was_given(pool, monkeypatch):
    results = []
    for _, future in run_all(pool, tasks.double, ((n, (n,)) for n in range(20)), queued_per_worker=4):
        results.append(future.result())
        monkeypatch.setattr(pool, "count", 1)
    assert sorted(results) == [2 * n for n in range(20)]


def test_a_pool_that_lost_a_worker_gets_nothing_until_enough_has_ended():
    class Shrinking:
        count = 2

        def __init__(self):
            self.futures = []

        def submit(self, _function, at, priority=0):
            self.futures.append(Future())
            if at == 0:
                self.futures[0].set_result(None)
            if at == 3:
                self.count = 1
            return self.futures[-1]

        def cancel_running(self, future): ...

    shrinking = Shrinking()
    pairs = run_all(shrinking, tasks.double, ((n, (n,)) for n in range(9)), queued_per_worker=2)
    assert next(iter(pairs))[0] == 0
    assert len(shrinking.futures) == 4, "three wait, and two are enough for one worker"


def test_as_many_tasks_wait_as_were_asked_for_each_worker(pool, futures, tmp_path):
    some = [(n, (tmp_path / f"{n}", tmp_path / "never")) for n in range(40)]
    assert list(run_all(pool, tasks.touch_then_wait, some, cancelled=lambda: True, queued_per_worker=5)) == []
    assert len(futures) == 5 * pool.count
    assert list(run_all(pool, tasks.touch_then_wait, some, cancelled=lambda: True)) == []
    assert len(futures) == (5 + 16) * pool.count, "or sixteen, so that pictures do not pile up"
    futures.clear()
    assert list(run_all(pool, tasks.touch_then_wait, some, cancelled=lambda: True, at_once=3)) == []
    assert len(futures) == 3, "however many workers there are"


def test_a_task_that_fails_is_one_result_among_others(pool):
    some = [("adds up", (1,)), ("fails", (None,))]
    errors = {name: future.exception() for name, future in run_all(pool, tasks.double, some)}
    assert errors["adds up"] is None
    assert isinstance(errors["fails"], TypeError)


@pytest.fixture(name="futures")
def _futures(pool, monkeypatch):
    """The futures of all tasks, in the order in which they were submitted."""
    futures = []
    submit = pool.submit

    def noted(function, *args, priority=0):
        futures.append(submit(function, *args, priority=priority))
        return futures[-1]

    monkeypatch.setattr(pool, "submit", noted)
    return futures


def test_cancelling_ends_it_and_gives_up_what_runs(pool, futures, tmp_path):
    some = ((n, (tmp_path / f"{n}", tmp_path / "never")) for n in range(5))
    started = [tmp_path / "0", tmp_path / "1"]
    pairs = list(
        run_all(pool, tasks.touch_then_wait, some, cancelled=lambda: all(path.exists() for path in started))
    )
    assert pairs == []
    assert len(futures) == 5
    for future in futures:
        assert future.cancelled() or isinstance(future.exception(PATIENCE_S), Cancelled)
    assert pool.submit(tasks.double, 4).result(PATIENCE_S) == 8


def test_a_caller_that_leaves_the_loop_leaves_no_task_behind(pool, futures, tmp_path):
    some = ((n, (tmp_path / f"{n}", tmp_path / ("0" if n == 0 else "never"))) for n in range(4))
    with pytest.raises(ZeroDivisionError):
        for _ in run_all(pool, tasks.touch_then_wait, some):
            raise ZeroDivisionError
    for future in futures[1:]:
        assert future.cancelled() or isinstance(future.exception(PATIENCE_S), Cancelled)
