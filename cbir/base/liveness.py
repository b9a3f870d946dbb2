"""Tell a process that hangs from one that works or waits, by the system's figures and never by the clock alone.

Use `with waiting("disk"):` around access to a drive, and `with waiting("compiling"):` around numba. A worker passes
both on to its pool, which counts neither as hanging. Elsewhere, `listen` receives the waits that a person should know:
loops are being compiled, or this computer is too busy for the workers to make progress.

A process is given up when it has used its limit of CPU seconds, or when it has been idle for too long: it neither ran
nor was runnable, and had declared no open wait (see `waiting`). Waiting for a core does not count, for any length of
time. A drive has its own limit: the drive delivered nothing, and the process did not run at all meanwhile.

Linux: a process is idle unless one of its threads is R in /proc/<pid>/task/*/stat, or their run time or run delay
(schedstat) grew. It waits for a drive if it declared so or a thread is D.
macOS, Windows: a process is idle unless its CPU time grew, or less than half a core of the machine was idle meanwhile.
It waits for a drive if it declared so.

macOS and Windows tell psutil neither a thread's state nor its wait for a core. There, a process counts as idle only
while the machine had a spare core that it did not use: on a busy machine nothing is given up for idling.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Literal, Protocol

from cbir.base.messages import Message

Wait = Literal["disk", "compiling", "busy"]
Listener = Callable[[Wait, bool], object]
"""Called when a kind of wait begins (True) or ends (False)."""

SENTENCES: dict[Wait, Message] = {
    "compiling": Message("Preparing for this computer's processor, once (up to 15 s)."),
    "busy": Message("This computer is very busy; still working."),
}
"""Sentences for a person during such a wait. A drive's waits are short or end in an error that names the file."""

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_open: Counter[Wait] = Counter()
_listeners: list[Listener] = []


def begin_wait(wait: Wait) -> None:
    """Declare a wait that `end_wait` closes. Several waits of a kind may be open at a time."""
    _change(wait, 1)


def end_wait(wait: Wait) -> None:
    _change(wait, -1)


@contextmanager
def waiting(wait: Wait) -> Iterator[None]:
    """Declare a wait for as long as the block lasts."""
    begin_wait(wait)
    try:
        yield
    finally:
        end_wait(wait)


@contextmanager
def listen(listener: Listener) -> Iterator[None]:
    """Call a function when the first wait of a kind opens, and when the last one ends.

    It is called in the thread that waits: keep it short.
    """
    with _lock:
        _listeners.append(listener)
        for wait in [wait for wait, number in _open.items() if number]:
            listener(wait, True)
    try:
        yield
    finally:
        with _lock:
            _listeners.remove(listener)


def _change(wait: Wait, by: int) -> None:
    with _lock:  # held while listeners are called, so that no end overtakes its beginning
        before = _open[wait]
        _open[wait] += by
        if before and _open[wait]:
            return
        if wait in SENTENCES:
            _log.info("%s %s", wait, "begins" if by > 0 else "ends")
        for listener in _listeners:
            listener(wait, by > 0)


LOOK_S = 0.1
"""Time between two observations of a process."""
_MOST_S = 1.0
"""Most time that an observation counts. It is late if the watcher starved or was stopped, or the computer slept."""
_SPARE_CORE = 0.5  # idle share of a core that a runnable process would have used


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """cpu_s : of all threads together. idle_s : in total. disk_s : in which a drive delivered nothing"""

    cpu_s: float
    idle_s: float
    disk_s: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """Figures about a process at one observation; all times count from its start, or the machine's.

    queued_s : waiting time of its threads for a core. spare_s : idle core seconds of the machine
    state : of the most active thread. "unknown": the system does not tell, and spare_s decides
    """

    cpu_s: float
    queued_s: float = 0.0
    spare_s: float = 0.0
    state: Literal["runnable", "disk", "asleep", "unknown"]


Probe = Callable[[int | None], Activity | None]
"""The activity of a process by its id; None if it has ended. Without an id, only of the machine."""


class Watch:
    """Watches one process during one task. Call `overrun` every LOOK_S.

    used_s : CPU seconds used before the task; None: as of the first observation
    """

    def __init__(
        self,
        process_id: int | None,
        limits: Limits,
        *,
        used_s: float | None = None,
        probe: Probe | None = None,
    ) -> None:
        self._process_id = process_id
        self._limits = limits
        self._uncounted_s = used_s
        self._probe = probe or look
        self._before: tuple[float, Activity] | None = None
        self._idle_s = self._silent_s = 0.0
        self.runnable_s = 0.0  # time it could have run; had_s: time it ran. The caller resets both
        self.had_s = 0.0

    def uncount(self, cpu_s: float) -> None:
        """Exclude CPU seconds from the limit."""
        self._uncounted_s = (self._uncounted_s or 0.0) + cpu_s

    def overrun(self, *, on_disk: bool = False, free: bool = False) -> Message | None:
        """A sentence that says why the process must be given up; None while it makes progress.

        on_disk : it declared a wait for a drive. free : it does work without a limit, or waits for its watcher
        """
        now, activity = monotonic(), self._probe(self._process_id)
        before, self._before = self._before, None if activity is None else (now, activity)
        if activity is None:
            return None
        if self._uncounted_s is None:
            self._uncounted_s = activity.cpu_s
        if before is None:
            return None
        passed_s, earlier = min(now - before[0], _MOST_S), before[1]
        ran_s = max(0.0, activity.cpu_s - earlier.cpu_s)
        busy_s = ran_s + max(0.0, activity.queued_s - earlier.queued_s)
        runnable = activity.state == "runnable" or (
            activity.state == "unknown"
            and activity.spare_s - earlier.spare_s < _SPARE_CORE * (now - before[0])
        )
        self.had_s += ran_s
        self.runnable_s += max(busy_s, passed_s if runnable else 0.0)
        if free:
            self._silent_s = 0.0
            return None
        if runnable:
            self._silent_s = 0.0
        elif on_disk or activity.state == "disk":
            self._silent_s = 0.0 if busy_s else self._silent_s + passed_s
        else:
            self._silent_s = 0.0
            self._idle_s += max(0.0, passed_s - busy_s)
        return self._verdict(activity)

    def _verdict(self, activity: Activity) -> Message | None:
        limits = self._limits
        if activity.cpu_s - (self._uncounted_s or 0.0) >= limits.cpu_s:
            return Message("It took more than {0} s of computing and was stopped.", f"{limits.cpu_s:g}")
        if self._idle_s >= limits.idle_s:
            return Message("It did nothing for {0} s and was stopped.", f"{limits.idle_s:g}")
        if self._silent_s >= limits.disk_s:
            return Message("Its drive did not answer for {0} s.", f"{limits.disk_s:g}")
        return None


class Answers(Protocol):
    """The end of a pipe that another process answers on."""

    def poll(self, timeout: float, /) -> bool: ...


def answers(process_id: int | None, pipe: Answers, limits: Limits) -> bool:
    """Wait until a process answers or ends; False if it hangs instead."""
    watch = Watch(process_id, limits)
    while not pipe.poll(LOOK_S):
        if watch.overrun() is not None and not pipe.poll(0):
            return False
    return True


def look_at_threads(process_id: int | None) -> Activity | None:
    """Linux: the activity of a process, from /proc for each thread."""
    if process_id is None:
        return look_at_machine(None)
    folder = Path(f"/proc/{process_id}")
    states, queued_ns = set(), 0
    try:
        *_, fields = (folder / "stat").read_text(errors="replace").rpartition(")")
        own = fields.split()
        if own[0] in "ZX":
            return None
        for task in (folder / "task").iterdir():
            try:
                states.add((task / "stat").read_text(errors="replace").rpartition(")")[2].split()[0])
                queued_ns += int((task / "schedstat").read_text().split()[1])
            except (OSError, LookupError, ValueError):  # it ended, or this kernel has no schedstat
                continue
    except (OSError, LookupError):
        return None
    return Activity(
        cpu_s=(int(own[11]) + int(own[12])) / os.sysconf("SC_CLK_TCK"),
        queued_s=queued_ns / 1e9,
        state="runnable" if "R" in states else "disk" if "D" in states else "asleep",
    )


def look_at_machine(process_id: int | None) -> Activity | None:
    """Every system: the CPU time of a process, and the idle time of the machine's cores."""
    import psutil  # type: ignore[import-untyped]

    cpu_s = 0.0
    if process_id is not None:
        try:
            times = psutil.Process(process_id).cpu_times()
        except psutil.Error:  # it has just ended
            return None
        cpu_s = float(times.user + times.system)
    return Activity(cpu_s=cpu_s, spare_s=float(psutil.cpu_times().idle), state="unknown")


look: Probe = look_at_threads if sys.platform == "linux" else look_at_machine
