"""Tasks on a computer that is busy, on drives that are dead and beside a compiler; and who goes before whom."""

import os
import sys
from pathlib import Path

import pytest

from cbir.base import liveness
from cbir.base.errors import Cancelled
from cbir.base.liveness import Activity, Limits
from cbir.workers import WorkerDied, WorkerPool, fingerprint_file
from tests.cbir import workers_tasks as tasks
from tests.cbir.workers.test_workers import PATIENCE_S, wait_until
from tests.dead_drive import mounted


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has classes instead")
def test_what_somebody_waits_for_does_not_give_way_and_the_rest_does():
    with WorkerPool(1) as pool:
        patient, urgent = pool.submit(tasks.niceness), pool.submit(tasks.niceness, priority=1)
        again = pool.submit(tasks.niceness, priority=1)
        assert urgent.result(PATIENCE_S) == again.result(PATIENCE_S) == os.nice(0)
        assert patient.result(PATIENCE_S) == min(19, os.nice(0) + 10)


def test_what_somebody_waits_for_runs_beside_a_run_that_takes_all_workers(tmp_path):
    with WorkerPool(1) as pool:
        run = pool.submit(tasks.touch_then_wait, tmp_path / "started", tmp_path / "go")
        wait_until((tmp_path / "started").exists)
        assert pool.submit(tasks.double, 3, priority=1).result(PATIENCE_S) == 6
        assert not run.done()
        (tmp_path / "go").touch()


@pytest.mark.skipif(sys.platform != "linux", reason="FUSE drives are mounted on Linux")
@pytest.mark.parametrize("listening", [False, True], ids=["killable", "unkillable"])
def test_a_file_on_a_dead_drive_costs_its_task_alone(tmp_path, monkeypatch, listening):
    folder = tmp_path / "drive"
    folder.mkdir()
    with mounted(folder, silent=True, listening=listening) as done:
        if not done:
            pytest.skip("no drive can be mounted here")
        monkeypatch.setattr("cbir.workers.spawning.ENDING", Limits(cpu_s=60.0, idle_s=0.5, disk_s=0.5))
        with WorkerPool(1, idle_s=0.05, disk_s=0.3) as pool:
            doomed = pool.submit(fingerprint_file, folder / "photo.jpg")
            with pytest.raises(WorkerDied, match=r"drive did not answer for 0\.3 s"):
                doomed.result(PATIENCE_S)
            assert pool.submit(tasks.double, 3).result(PATIENCE_S) == 6


@pytest.mark.skipif(sys.platform != "linux", reason="FUSE drives are mounted on Linux")
def test_a_pool_closes_while_a_task_waits_for_a_dead_drive(tmp_path, monkeypatch):
    monkeypatch.setattr("cbir.workers.spawning.ENDING", Limits(cpu_s=60.0, idle_s=0.5, disk_s=0.5))
    folder = tmp_path / "drive"
    folder.mkdir()
    with mounted(folder, silent=True, listening=True) as done:
        if not done:
            pytest.skip("no drive can be mounted here")
        with WorkerPool(1) as pool:
            waiting = pool.submit(fingerprint_file, folder / "photo.jpg")
            wait_until(lambda: any("request_wait" in _waits_in(pid) for pid in pool.process_ids))
    assert isinstance(waiting.exception(0), Cancelled)


def _waits_in(process_id):
    """The function of the kernel that a process waits in."""
    wchan = Path(f"/proc/{process_id}/wchan")
    return wchan.read_text() if wchan.exists() else ""


def test_compiling_counts_against_no_limit_and_is_told_to_whoever_listens():
    told = []
    with (
        liveness.listen(lambda wait, begins: told.append(begins) if wait == "compiling" else None),
        WorkerPool(1, cpu_s=0.5, idle_s=0.3, worker_bytes=160 << 20) as pool,
    ):
        assert pool.submit(tasks.compile_slowly, 0.8, priority=1).result(PATIENCE_S) == 0.8
        assert told == [True, False]
        with pytest.raises(WorkerDied, match="of computing"):  # the limits hold again
            pool.submit(tasks.compute_for_ever, priority=1).result(PATIENCE_S)
        doomed = pool.submit(tasks.die_compiling, priority=1)
        assert isinstance(doomed.exception(PATIENCE_S), WorkerDied)
        assert told[2:] == [True, False]


def test_a_busy_computer_stops_nothing_and_is_told_to_whoever_listens(tmp_path, monkeypatch):
    cpu_s = iter(range(10**6))

    def starved(_process_id):
        return Activity(cpu_s=next(cpu_s) / 1e4, state="runnable")

    monkeypatch.setattr(liveness, "look", starved)
    monkeypatch.setattr("cbir.workers.pool.STARVED_OF_S", 0.2)
    told = []  # also while the worker starts
    with (
        liveness.listen(lambda wait, begins: told.append(begins) if wait == "busy" else None),
        WorkerPool(1, idle_s=0.1) as pool,
    ):
        task = pool.submit(tasks.touch_then_wait, tmp_path / "started", tmp_path / "go")
        wait_until((tmp_path / "started").exists)
        wait_until(lambda: bool(told and told[-1]))
        (tmp_path / "go").touch()
        assert task.result(PATIENCE_S) is None
        wait_until(lambda: not told[-1])


def test_a_worker_whose_result_waits_to_be_read_is_not_ended(monkeypatch):
    """The pool's own thread may be starved, too, and look at a worker that was done long ago."""
    real = WorkerPool.end_overdue

    def late(pool):
        for worker in pool.workers:
            if worker.job is not None:
                worker.pipe.poll(PATIENCE_S)
                worker.next_look = 0.0
                monkeypatch.setattr(worker, "overrun", lambda: "It hung.")
        real(pool)

    with WorkerPool(1) as pool:
        first = pool.submit(tasks.process_id).result(PATIENCE_S)
        with monkeypatch.context() as patch:
            patch.setattr(WorkerPool, "end_overdue", late)
            assert pool.submit(tasks.sleep, 0.8).result(PATIENCE_S) == 0.8  # longer than until the first look
        assert pool.submit(tasks.process_id).result(PATIENCE_S) == first


def test_a_listener_hears_of_the_first_and_the_last_wait_alone():
    told = []
    liveness.begin_wait("busy")
    with liveness.listen(lambda wait, begins: told.append((wait, begins))):
        with liveness.waiting("busy"):
            liveness.end_wait("busy")
        with liveness.waiting("disk"):
            pass
    assert told == [("busy", True), ("busy", False), ("disk", True), ("disk", False)]
    assert Limits(cpu_s=1.0, idle_s=1.0).disk_s > 0
