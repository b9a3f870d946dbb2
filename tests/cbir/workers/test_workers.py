"""Worker processes against crashes, hangs, greed and a parent that dies."""

import os
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, wait
from functools import partial
from pathlib import Path

import psutil
import pytest

from cbir.base.errors import Cancelled, ImageUnreadable
from cbir.base.liveness import Limits
from cbir.workers import WorkerDied, WorkerPool, WorkersBroken, grant, no_main_module
from cbir.workers.spawning import Budget
from tests.cbir import workers_tasks as tasks
from tests.source_tree import python_path

PATIENCE_S = 60


@pytest.fixture(name="pool")
def _pool():
    with WorkerPool(2) as pool:
        yield pool


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def _all_there(paths):
    return all(path.exists() for path in paths)


def test_results_come_from_other_processes_and_each_to_its_own_future(pool):
    futures = [pool.submit(tasks.double, n) for n in range(40)]
    assert [future.result(PATIENCE_S) for future in futures] == [2 * n for n in range(40)]
    assert pool.submit(tasks.process_id).result(PATIENCE_S) != os.getpid()


def test_workers_start_only_when_needed_and_no_more_than_needed():
    with WorkerPool(4) as pool:
        before = pool.process_ids
        assert pool.submit(tasks.double, 1, priority=1).result(PATIENCE_S) == 2
        assert (len(before), len(pool.process_ids)) == (0, 1)
        pool.start()
        wait_until(lambda: len(pool.process_ids) == 4)


def test_so_many_workers_start_ahead_as_are_asked_for():
    with WorkerPool(4) as pool:
        pool.start(2)
        wait_until(lambda: len(pool.process_ids) == 2)
        assert pool.submit(tasks.double, 1, priority=1).result(PATIENCE_S) == 2
        assert len(pool.process_ids) == 2


def test_a_task_goes_to_the_worker_that_worked_last(pool, tmp_path):
    last = []
    for turn in "ab":
        begun = [tmp_path / f"{turn}{n}-begun" for n in range(2)]
        go = [tmp_path / f"{turn}{n}-go" for n in range(2)]
        both = [pool.submit(tasks.touch_then_wait, *paths) for paths in zip(begun, go, strict=True)]
        wait_until(partial(_all_there, begun))
        for future, path in zip(both, go, strict=True):
            path.touch()
            future.result(PATIENCE_S)
        last += [pool.submit(tasks.process_id).result(PATIENCE_S) for _ in range(3)]
    assert len(set(last[:3])) == len(set(last[3:])) == 1
    assert last[0] != last[3]  # the first task of the second turn ran where the last one had run


def test_each_worker_is_initialized_once():
    with WorkerPool(1, initializer=tasks.initialize, initargs=(7,)) as pool:
        assert pool.submit(tasks.initialized_with).result(PATIENCE_S) == [7]
        assert pool.submit(tasks.initialized_with).result(PATIENCE_S) == [7]


def test_an_exception_comes_back_as_it_was_with_its_traceback_as_a_note(pool):
    with pytest.raises(KeyError, match="nothing under this key") as caught:
        pool.submit(tasks.raise_key_error).result(PATIENCE_S)
    assert "raise_key_error" in caught.value.__notes__[0]


def test_what_cannot_be_sent_back_is_an_error_of_its_task_alone(pool):
    with pytest.raises(RuntimeError, match="1 and 2"):
        pool.submit(tasks.raise_odd).result(PATIENCE_S)
    with pytest.raises((AttributeError, TypeError)):
        pool.submit(tasks.return_unpicklable).result(PATIENCE_S)
    assert pool.submit(tasks.double, 4).result(PATIENCE_S) == 8


@pytest.mark.parametrize(("task", "args"), [(tasks.leave, (0,)), (tasks.leave, (5,)), (tasks.crash, ())])
def test_a_crash_costs_its_task_alone(pool, task, args):
    doomed = pool.submit(task, *args)
    others = [pool.submit(tasks.double, n) for n in range(10)]
    with pytest.raises(WorkerDied, match="crashed") as caught:
        doomed.result(PATIENCE_S)
    assert isinstance(caught.value, ImageUnreadable)
    assert [future.result(PATIENCE_S) for future in others] == [2 * n for n in range(10)]


def test_many_crashes_in_a_row_do_not_exhaust_the_pool(pool):
    doomed = [pool.submit(tasks.leave, 1) for _ in range(8)]
    assert all(isinstance(future.exception(PATIENCE_S), WorkerDied) for future in doomed)
    assert pool.submit(tasks.double, 3).result(PATIENCE_S) == 6


def test_a_killed_worker_is_said_to_lack_memory(pool, tmp_path):
    started = tmp_path / "started"
    future = pool.submit(tasks.touch_then_wait, started, tmp_path / "never")
    wait_until(started.exists)
    for process_id in pool.process_ids:
        psutil.Process(process_id).kill()
    with pytest.raises(WorkerDied, match="memory" if os.name == "posix" else "crashed"):
        future.result(PATIENCE_S)


def test_a_task_that_sleeps_is_stopped_once_it_was_idle_for_too_long():
    with WorkerPool(1, idle_s=0.3) as pool:
        with pytest.raises(WorkerDied, match=r"did nothing for 0\.3 s"):
            pool.submit(tasks.sleep, PATIENCE_S).result(PATIENCE_S)
        assert pool.submit(tasks.double, 3).result(PATIENCE_S) == 6


def test_a_task_that_computes_for_ever_is_stopped_at_its_cpu_time():
    with WorkerPool(1, cpu_s=0.3) as pool:
        with pytest.raises(WorkerDied, match=r"more than 0\.3 s of computing"):
            pool.submit(tasks.compute_for_ever, priority=1).result(PATIENCE_S)
        # Sleeping is not computing, and what earlier tasks computed does not count.
        assert pool.submit(tasks.sleep, 0.6).result(PATIENCE_S) == 0.6


def test_a_task_that_wakes_now_and_then_hangs_all_the_same():
    with WorkerPool(1, idle_s=0.5) as pool, pytest.raises(WorkerDied, match="did nothing"):
        pool.submit(tasks.compute_now_and_then, PATIENCE_S).result(PATIENCE_S)


@pytest.mark.parametrize("initializer", [tasks.compute, tasks.sleep])
def test_workers_that_start_slowly_are_waited_for_and_those_that_hang_are_not(monkeypatch, initializer):
    monkeypatch.setattr("cbir.workers.spawning.START", Limits(cpu_s=20.0, idle_s=0.3))
    hangs = initializer is tasks.sleep
    with WorkerPool(1, initializer=initializer, initargs=(PATIENCE_S if hangs else 0.8,)) as pool:
        future = pool.submit(tasks.double, 3)
        if hangs:
            with pytest.raises(WorkersBroken, match="they hang before they are ready"):
                future.result(PATIENCE_S)
        else:
            assert future.result(PATIENCE_S) == 6


def test_a_task_that_eats_memory_is_stopped_and_the_next_one_goes_on():
    with WorkerPool(1, worker_bytes=160 << 20) as pool:
        with pytest.raises(WorkerDied, match="more than 160 MB of memory"):
            pool.submit(tasks.grow_for_ever).result(PATIENCE_S)
        assert pool.submit(tasks.double, 3).result(PATIENCE_S) == 6


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="another C library keeps memory by other rules"
)
def test_a_worker_gives_large_blocks_back(pool):
    block = 30 << 20  # below what glibc's threshold would rise to
    assert pool.submit(tasks.size_after_freeing, block).result(PATIENCE_S) < block


def test_a_broken_initializer_is_a_clear_error_not_an_endless_loop():
    with WorkerPool(2, initializer=tasks.fail_to_initialize) as pool:
        first = pool.submit(tasks.double, 1)
        with pytest.raises(WorkersBroken, match="the codebook is missing"):
            first.result(PATIENCE_S)
        with pytest.raises(WorkersBroken, match="the codebook is missing"):
            pool.submit(tasks.double, 1).result(PATIENCE_S)
        wait_until(lambda: pool.process_ids == ())


def test_higher_priority_goes_first_and_equals_in_order(tmp_path):
    started, go, log = tmp_path / "started", tmp_path / "go", tmp_path / "log"
    with WorkerPool(1, one_crew=True) as pool:
        pool.submit(tasks.touch_then_wait, started, go)
        wait_until(started.exists)
        futures = [pool.submit(tasks.append_line, log, f"low {n}") for n in range(3)]
        futures += [pool.submit(tasks.append_line, log, f"high {n}", priority=1) for n in range(2)]
        go.touch()
        wait(futures, PATIENCE_S)
    assert log.read_text().splitlines() == ["high 0", "high 1", "low 0", "low 1", "low 2"]


def test_a_queued_task_can_be_cancelled_and_never_runs(tmp_path):
    started, go, log = tmp_path / "started", tmp_path / "go", tmp_path / "log"
    with WorkerPool(1) as pool:
        pool.submit(tasks.touch_then_wait, started, go)
        wait_until(started.exists)
        dropped = pool.submit(tasks.append_line, log, "dropped")
        kept = pool.submit(tasks.append_line, log, "kept")
        assert dropped.cancel()
        go.touch()
        kept.result(PATIENCE_S)
        with pytest.raises(CancelledError):
            dropped.result(PATIENCE_S)
    assert log.read_text() == "kept\n"


def test_a_running_task_can_be_given_up(tmp_path):
    started = tmp_path / "started"
    with WorkerPool(1) as pool:
        running = pool.submit(tasks.touch_then_wait, started, tmp_path / "never")
        wait_until(started.exists)
        pool.cancel_running(running)
        with pytest.raises(Cancelled):
            running.result(PATIENCE_S)
        assert pool.submit(tasks.double, 3).result(PATIENCE_S) == 6


def test_closing_ends_every_worker_and_settles_every_future(tmp_path):
    started = tmp_path / "started"
    with WorkerPool(2) as pool:
        running = pool.submit(tasks.touch_then_wait, started, tmp_path / "never")
        hanging = pool.submit(tasks.sleep, PATIENCE_S)
        queued = pool.submit(tasks.double, 1)
        wait_until(started.exists)
        processes = [psutil.Process(process_id) for process_id in pool.process_ids]
        assert processes
    assert not any(process.is_running() for process in processes)
    assert isinstance(running.exception(0), Cancelled)
    assert hanging.done()
    assert queued.cancelled()
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit(tasks.double, 1)
    pool.close()  # twice does no harm


def test_closing_a_pool_that_was_never_used_is_fine():
    pool = WorkerPool(1)
    pool.close()
    pool.close()


def test_functions_of_the_main_module_are_refused_at_once(pool):
    def local(): ...

    local.__module__ = "__main__"
    with pytest.raises(ValueError, match="__main__"):
        pool.submit(local)


def test_workers_do_not_import_the_main_module(tmp_path, monkeypatch):
    script = tmp_path / "script.py"
    script.write_text("", encoding="utf-8")
    for name, value in (("__file__", str(script)), ("__spec__", None)):
        monkeypatch.setattr(sys.modules["__main__"], name, value, raising=False)
    with WorkerPool(1) as pool:
        assert pool.submit(tasks.main_module_file).result(PATIENCE_S) != str(script)


def test_the_main_module_is_back_after_processes_were_started_at_once():
    main, inside, leave = sys.modules["__main__"], threading.Event(), threading.Event()

    def start_slowly():
        with no_main_module():
            inside.set()
            leave.wait(PATIENCE_S)

    def start_another():
        with no_main_module():
            time.sleep(0.1)

    first, second = threading.Thread(target=start_slowly), threading.Thread(target=start_another)
    first.start()
    assert inside.wait(PATIENCE_S)
    second.start()
    time.sleep(0.05)  # unless it waits for the first, it takes the stand-in for the main module
    leave.set()
    for thread in (first, second):
        thread.join(PATIENCE_S)
    assert sys.modules["__main__"] is main


def test_opencv_uses_one_thread_in_a_worker(pool):
    assert pool.submit(tasks.opencv_threads).result(PATIENCE_S) == 1


def test_what_decoders_print_is_dropped(pool, capfd):
    pool.submit(tasks.say_to_stderr, "Corrupt JPEG data").result(PATIENCE_S)
    assert "Corrupt" not in capfd.readouterr().err


# The budget of memory.


def test_outside_of_a_worker_a_grant_is_free():
    with grant(10**15), grant(10**15):
        pass


def peak_of(log, sizes):
    held = peak = 0
    for line in log.read_text().splitlines():
        held += sizes[line[1:]] if line[0] == "+" else -sizes[line[1:]]
        peak = max(peak, held)
    assert held == 0
    return peak


def test_tasks_never_hold_more_than_the_budget_and_an_oversize_one_runs_alone(tmp_path):
    sizes = {"a": 60, "b": 60, "c": 30, "d": 500, "e": 40, "f": 100}
    with WorkerPool(3, memory_budget_bytes=100) as pool:
        log = tmp_path / "log"
        futures = [pool.submit(tasks.hold, size, log, name, 0.05) for name, size in sizes.items()]
        for future in futures:
            future.result(PATIENCE_S)
        assert peak_of(log, {**sizes, "d": 100}) <= 100  # 500 counts as all there is: nothing runs beside it


def test_a_dead_worker_gives_its_share_back(tmp_path):
    with WorkerPool(2, memory_budget_bytes=100) as pool:
        doomed = pool.submit(tasks.die_holding, 100)
        after = pool.submit(tasks.hold, 100, tmp_path / "log", "x", 0.0)
        assert isinstance(doomed.exception(PATIENCE_S), WorkerDied)
        assert after.result(PATIENCE_S) is None


def test_an_exception_gives_the_share_back(tmp_path):
    with WorkerPool(1, memory_budget_bytes=100) as pool:
        with pytest.raises(ValueError, match="while holding"):
            pool.submit(tasks.raise_holding, 100).result(PATIENCE_S)
        assert pool.submit(tasks.hold, 100, tmp_path / "log", "x", 0.0).result(PATIENCE_S) is None


def test_waiting_for_memory_is_not_the_waiters_own_time(tmp_path):
    with WorkerPool(3, memory_budget_bytes=1, idle_s=1.5) as pool:
        futures = [pool.submit(tasks.hold, 1, tmp_path / "log", str(n), 0.8) for n in range(3)]
        assert [future.exception(PATIENCE_S) for future in futures] == [None] * 3


def test_grants_do_not_nest(pool):
    with pytest.raises(RuntimeError, match="one grant"):
        pool.submit(tasks.nest_grants).result(PATIENCE_S)


def test_the_budget_against_random_histories():
    rng = random.Random(5)
    for _ in range(50):
        budget = Budget(100)
        held = {}
        waiting = []
        for owner in range(60):
            if held and rng.random() < 0.5:
                given_back = rng.choice(list(held))
                del held[given_back]
                granted = budget.release(given_back)
            else:
                size = rng.choice([0, 10, 40, 70, 100, 250])
                waiting.append((owner, size))
                granted = budget.ask(owner, size)
            # First come, first served: what is granted is the head of the line, as far as it fits.
            while waiting and (not held or sum(held.values()) + waiting[0][1] <= 100):
                head, size = waiting.pop(0)
                assert granted.pop(0) == head
                held[head] = size
            assert not granted
            assert budget.held_bytes == sum(held.values())
            assert sum(held.values()) <= 100 or len([size for size in held.values() if size]) == 1


# The parent.

_PARENT = (
    "import sys; from pathlib import Path; from tests.cbir import workers_tasks as tasks;"
    "tasks.run_a_pool_for_ever(Path(sys.argv[1]), sys.argv[2] == 'hang')"
)


@pytest.mark.parametrize("busy_with", ["compute", "hang"])
def test_workers_end_when_their_parent_is_killed(tmp_path, busy_with):
    if busy_with == "hang" and sys.platform != "linux":
        pytest.skip("only Linux ends a process that holds the interpreter's lock together with its parent")
    report = tmp_path / "report"
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": python_path()}
    command = [sys.executable, "-c", _PARENT, str(report), busy_with]
    with subprocess.Popen(command, cwd=root, env=environment) as parent:
        wait_until(report.exists)
        workers = [psutil.Process(int(word)) for word in report.read_text().split()]
        assert len(workers) == 2
        parent.kill()
    wait_until(lambda: not any(worker.is_running() for worker in workers))


def test_a_script_without_a_guard_works(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from cbir.workers import WorkerPool\n"
        "from tests.cbir import workers_tasks as tasks\n"
        "with WorkerPool(2) as pool:\n"
        "    print(pool.submit(tasks.double, 21).result(60))\n"
    )
    environment = {**os.environ, "PYTHONPATH": python_path()}
    done = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("42\n", "", 0)
