"""A pool that closes leaves nothing behind, and starts that fail now and then do not break it."""

from concurrent.futures import wait

import pytest

from cbir.workers import WorkerDied, WorkerPool
from tests.cbir import workers_tasks as tasks
from tests.cbir.workers.test_workers import PATIENCE_S, wait_until


def test_who_waits_for_a_task_that_never_ran_is_woken(tmp_path):
    started = tmp_path / "started"
    with WorkerPool(1) as pool:
        pool.submit(tasks.touch_then_wait, started, tmp_path / "never")
        queued = pool.submit(tasks.double, 1)
        wait_until(started.exists)
    assert wait([queued], 0).done == {queued}


@pytest.mark.parametrize("used", [False, True])
def test_no_pipe_stays_open(used):
    with WorkerPool(1) as pool:
        if used:
            assert pool.submit(tasks.double, 1).result(PATIENCE_S) == 2
    assert pool.wake_reader.closed
    assert pool.wake_writer.closed


def test_what_waits_for_a_task_may_close_the_pool(caplog):
    pool = WorkerPool(1)
    future = pool.submit(tasks.double, 1)
    future.add_done_callback(lambda _: pool.close())
    assert future.result(PATIENCE_S) == 2
    pool.close()
    assert pool.process_ids == ()
    assert [record for record in caplog.records if record.name == "concurrent.futures"] == []


def test_starts_that_fail_are_only_counted_in_a_row(tmp_path):
    log = tmp_path / "log"
    with WorkerPool(1, initializer=tasks.fail_two_starts_of_three, initargs=(log,)) as pool:
        for _ in range(2):
            assert pool.submit(tasks.double, 3).result(PATIENCE_S) == 6
            with pytest.raises(WorkerDied):
                pool.submit(tasks.leave, 1).result(PATIENCE_S)
    assert log.read_text(encoding="utf-8").count("started") >= 6


def test_who_asks_for_fewer_workers_takes_none_away():
    with WorkerPool(3) as pool:
        pool.start()
        pool.start(1)
        wait_until(lambda: len(pool.process_ids) == 3)


def test_a_worker_that_is_being_ended_is_given_no_other_task():
    with WorkerPool(1) as pool:
        first = pool.submit(tasks.process_id).result(PATIENCE_S)
        (worker,) = pool.workers
        worker.ended_because = WorkerDied("It was stopped.")  # as where its result came all the same
        second = pool.submit(tasks.process_id)
        worker.process.kill()
        assert second.result(PATIENCE_S) != first


def test_a_result_that_cannot_be_read_is_an_error_of_its_task_alone():
    with WorkerPool(1) as pool:
        with pytest.raises(ValueError, match="no number"):
            pool.submit(tasks.return_unreadable).result(PATIENCE_S / 4)
        assert pool.submit(tasks.double, 3).result(PATIENCE_S) == 6
