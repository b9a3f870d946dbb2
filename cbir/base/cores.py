"""Use of the processor by this process: its number of cores and its priority."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController


def usable_cores() -> int:
    """The number of cores that this process may use; a container or taskset may allow fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def give_way(steps: int, *, to_everybody: bool = False) -> None:
    """Give other processes priority over this process and its future children.

    steps : of `nice`, added to the current ones. Windows has only two such levels: to_everybody selects the lowest
    """
    with suppress(OSError):
        if sys.platform == "win32":
            import psutil

            last = psutil.IDLE_PRIORITY_CLASS
            psutil.Process().nice(last if to_everybody else psutil.BELOW_NORMAL_PRIORITY_CLASS)
        else:
            os.nice(steps)


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Run matrix products only on the calling thread.

    Beside our own threads, BLAS threads are several times slower, and each spins for some 100 ms after a product on a
    core that the next step needs. OpenBLAS stores the number by thread, and new threads inherit the latest one, so
    threads started inside the block also use one.
    """
    with blas().limit(limits=1, user_api="blas"):
        yield


@functools.cache
def blas() -> ThreadpoolController:
    """Find the loaded BLAS once, which takes some milliseconds."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
