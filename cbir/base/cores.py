"""How much of the processor this process takes: on how many cores, and after whom."""

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


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Matrix products on the calling thread alone.

    Beside threads of ours those of BLAS are several times slower, and each goes on turning for some 100 ms after a
    product, on a core that the next step needs. OpenBLAS keeps the number by thread, and new threads begin with the
    latest, so that those started inside keep to one as well.
    """
    with _blas().limit(limits=1, user_api="blas"):
        yield


@functools.cache
def _blas() -> ThreadpoolController:
    """Finds the BLAS that is loaded, which takes some milliseconds, once."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
