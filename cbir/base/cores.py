"""How much of the processor this process takes: on how many cores, and after whom."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def usable_cores() -> int:
    """Fewer than the machine has where a container or taskset says so."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def give_way(steps: int, *, to_everybody: bool = False) -> None:
    """Let other processes go before this one and those that it starts.

    steps : of `nice`, on top of those that it has; Windows has one for all of them, and one that is last of all
    """
    with suppress(OSError):
        if sys.platform == "win32":
            import psutil

            last = psutil.IDLE_PRIORITY_CLASS
            psutil.Process().nice(last if to_everybody else psutil.BELOW_NORMAL_PRIORITY_CLASS)
        else:
            os.nice(steps)
