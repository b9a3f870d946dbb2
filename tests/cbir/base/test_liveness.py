"""A starved process is not a hanging one: what counts against a process, told by what the system says of it."""

import os
import subprocess
import sys
import time

import pytest

from cbir.base import liveness
from cbir.base.liveness import Activity, Limits, Watch, look_at_machine, look_at_threads

LIMITS = Limits(cpu_s=10.0, idle_s=5.0, disk_s=20.0)


class Clock:
    """A process as the system would describe it from look to look, half a second apart."""

    def __init__(self, monkeypatch, *, idle_cores=0.0):
        self.now = 100.0
        self.cpu_s = self.queued_s = self.spare_s = 0.0
        self._idle_cores = idle_cores
        self.state = "asleep"
        monkeypatch.setattr(liveness, "monotonic", lambda: self.now)
        self.watch = Watch(1, LIMITS, probe=lambda _id: self._activity())

    def _activity(self):
        return Activity(cpu_s=self.cpu_s, queued_s=self.queued_s, spare_s=self.spare_s, state=self.state)

    def spend(self, seconds, state, *, cpu=0.0, queued=0.0, **how):
        """Look on for so long; cpu, queued : shares of the time in which it ran, and waited for a core."""
        self.state = state
        for _ in range(round(2 * seconds)):
            if (why := self.watch.overrun(**how)) is not None:
                return why
            self.now += 0.5
            self.cpu_s += 0.5 * cpu
            self.queued_s += 0.5 * queued
            self.spare_s += 0.5 * self._idle_cores
        return self.watch.overrun(**how)


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


def test_a_process_that_waits_for_a_core_is_never_given_up(clock):
    assert clock.spend(300, "runnable", cpu=0.014) is None
    assert clock.spend(60, "asleep", cpu=0.014, queued=0.986) is None  # each look finds it between two turns
    assert clock.watch.had_s < 0.02 * clock.watch.runnable_s


def test_a_process_that_computes_for_ever_is_given_up_at_its_limit_however_slowly(clock):
    assert clock.spend(490, "runnable", cpu=0.02) is None
    assert "10 s of computing" in str(clock.spend(20, "runnable", cpu=0.02))


def test_a_process_that_neither_runs_nor_wants_to_is_given_up(clock):
    assert clock.spend(4, "asleep") is None
    assert "did nothing for 5 s" in str(clock.spend(2, "asleep"))


def test_idling_adds_up_and_waking_now_and_then_does_not_hide_it(clock):
    assert "did nothing" in str(clock.spend(7, "asleep", cpu=0.1))


@pytest.mark.parametrize(("state", "declared"), [("disk", False), ("asleep", True)])
def test_a_drive_has_a_limit_of_its_own_that_begins_anew_whenever_something_came(clock, state, declared):
    for _ in range(5):
        assert clock.spend(18, state, on_disk=declared) is None
        assert clock.spend(1, state, cpu=0.001, on_disk=declared) is None
    assert "drive did not answer for 20 s" in str(clock.spend(21, state, on_disk=declared))


def test_what_is_free_has_no_limit_and_its_computing_can_be_left_out(clock):
    assert clock.spend(60, "runnable", cpu=0.5, free=True) is None
    clock.watch.uncount(30.0)
    assert clock.spend(2, "runnable", cpu=1.0) is None
    assert clock.spend(100, "asleep", free=True) is None
    assert clock.spend(4, "asleep") is None


def test_a_look_that_comes_late_counts_little(clock):
    """As where the watcher was starved or stopped itself, or the computer slept."""
    clock.spend(1, "asleep")
    clock.now += 3600
    assert clock.watch.overrun() is None


@pytest.mark.parametrize(("idle_cores", "hangs"), [(0.0, False), (0.3, False), (1.0, True)])
def test_where_no_state_is_told_only_a_core_to_spare_proves_idling(monkeypatch, idle_cores, hangs):
    clock = Clock(monkeypatch, idle_cores=idle_cores)
    assert ("did nothing" in str(clock.spend(30, "unknown"))) is hangs
    if not hangs:
        assert "of computing" in str(clock.spend(600, "unknown", cpu=0.02))


_BUSY = "while True: pass"
_ASLEEP = "import time; print(flush=True); time.sleep(60)"


@pytest.fixture(params=[look_at_threads, look_at_machine], ids=["threads", "machine"])
def probe(request):
    if request.param is look_at_threads and sys.platform != "linux":
        pytest.skip("only Linux tells it")
    return request.param


@pytest.fixture
def processes():
    started = []
    yield started
    for process in started:
        process.kill()
        process.wait()


def test_the_system_tells_loops_from_sleeps_and_what_has_ended(probe, processes):
    busy = subprocess.Popen([sys.executable, "-c", _BUSY])
    asleep = subprocess.Popen([sys.executable, "-c", _ASLEEP], stdout=subprocess.PIPE)
    processes += [busy, asleep]
    assert asleep.stdout is not None
    asleep.stdout.readline()
    asleep.stdout.close()
    first = probe(asleep.pid)
    while probe(busy.pid).cpu_s < 0.05:
        time.sleep(0.01)
    if probe is not look_at_machine:
        for process, state in ((busy, "runnable"), (asleep, "asleep")):
            while probe(process.pid).state != state:  # either may only be on its way there
                time.sleep(0.01)
    assert probe(asleep.pid).cpu_s - first.cpu_s < 0.05
    busy.kill()
    busy.wait()
    assert probe(busy.pid) is None
    assert probe(os.getpid()).cpu_s > 0


def test_a_process_that_answers_nobody_is_told_from_one_that_is_slow(
    processes,
):
    from multiprocessing import Pipe

    asleep = subprocess.Popen([sys.executable, "-c", _ASLEEP], stdout=subprocess.DEVNULL)
    processes.append(asleep)
    ours, theirs = Pipe()
    assert not liveness.answers(asleep.pid, ours, Limits(cpu_s=10.0, idle_s=0.2))
    theirs.send(1)
    assert liveness.answers(asleep.pid, ours, Limits(cpu_s=10.0, idle_s=0.0))
