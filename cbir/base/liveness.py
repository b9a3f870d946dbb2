"""Another process -> whether it gets on or hangs, by what the system says of it and never by the clock alone.

A process is given up when it has used its limit in its own CPU seconds, or when it has been idle for too long: it
neither ran nor was runnable, and no wait that it declared (see waits.py) was open. Waiting for a core counts for
nothing, however long it takes. A drive has a limit of its own: nothing came from it, and meanwhile the process did not
run at all.

Linux: a process is idle unless one of its threads is R in /proc/<pid>/task/*/stat, or their run time or run delay
(schedstat) grew; it waits for a drive where it declared so or a thread is D.
macOS, Windows: it is idle unless its CPU time grew, or fewer than half a core of the machine was idle meanwhile; it
waits for a drive where it declared so.

macOS and Windows tell psutil neither a thread's state nor how long it waited for a core. There a process counts as idle
only while the machine had a core to spare that it did not take: on a busy machine nothing is given up for idling.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Literal, Protocol

LOOK_S = 0.1
"""Between two looks at a process."""
_MOST_S = 1.0
"""That one look may count. Looks come late where the watcher itself is starved, was stopped, or the computer slept."""
_SPARE_CORE = 0.5  # of a core idle: who wanted to run would have


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """cpu_s : of all threads together. idle_s : altogether. disk_s : in which nothing came from a drive"""

    cpu_s: float
    idle_s: float
    disk_s: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """What a process had done when it was looked at; all times count from its start, or the machine's.

    queued_s : that its threads waited for a core. spare_s : core seconds in which the machine had nothing to do
    state : of the liveliest thread. "unknown": the system does not tell, so that spare_s decides
    """

    cpu_s: float
    queued_s: float = 0.0
    spare_s: float = 0.0
    state: Literal["runnable", "disk", "asleep", "unknown"]


Probe = Callable[[int | None], Activity | None]
"""The activity of a process by its id; None where it has ended. Without an id, of the machine alone."""


class Watch:
    """Watches one process while it does one thing. Call `overrun` every LOOK_S.

    used_s : CPU seconds that it had used before; None: by the first look
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
        self.wanted_s = 0.0  # that it ran or could have run, since somebody reset these
        self.had_s = 0.0

    def uncount(self, cpu_s: float) -> None:
        """Leave out CPU seconds that its limit does not mean."""
        self._uncounted_s = (self._uncounted_s or 0.0) + cpu_s

    def overrun(self, *, on_disk: bool = False, free: bool = False) -> str | None:
        """A sentence why the process is to be given up; None while it gets on.

        on_disk : it declared that it waits for a drive. free : it does what has no limit, or waits for its watcher
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
        self.wanted_s += max(busy_s, passed_s if runnable else 0.0)
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

    def _verdict(self, activity: Activity) -> str | None:
        limits = self._limits
        if activity.cpu_s - (self._uncounted_s or 0.0) >= limits.cpu_s:
            return f"It took more than {limits.cpu_s:g} s of computing and was stopped."
        if self._idle_s >= limits.idle_s:
            return f"It did nothing for {limits.idle_s:g} s and was stopped."
        if self._silent_s >= limits.disk_s:
            return f"Its drive did not answer for {limits.disk_s:g} s."
        return None


class Answers(Protocol):
    """The end of a pipe that another process answers on."""

    def poll(self, timeout: float, /) -> bool: ...


def answers(process_id: int | None, pipe: Answers, limits: Limits) -> bool:
    """Wait until a process answers, or ends; False where it hangs instead."""
    watch = Watch(process_id, limits)
    while not pipe.poll(LOOK_S):
        if watch.overrun() is not None and not pipe.poll(0):
            return False
    return True


def look_at_threads(process_id: int | None) -> Activity | None:
    """Linux: what /proc tells of each thread of a process."""
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
            except (OSError, LookupError, ValueError):  # it ended, or this kernel keeps none
                continue
    except (OSError, LookupError):
        return None
    return Activity(
        cpu_s=(int(own[11]) + int(own[12])) / os.sysconf("SC_CLK_TCK"),
        queued_s=queued_ns / 1e9,
        state="runnable" if "R" in states else "disk" if "D" in states else "asleep",
    )


def look_at_machine(process_id: int | None) -> Activity | None:
    """Every system: the CPU time of a process, and how long the machine's cores had nothing to do."""
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
