"""Many tasks -> a bounded number of them at a time in the pool -> their futures, as they finish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Any, Protocol, TypeVar

_Key = TypeVar("_Key")
_Result = TypeVar("_Result")

_POLL_S = 0.2  # between checks for cancellation by the caller


class Workers(Protocol):
    """Runs tasks: a WorkerPool or a stand-in; see WorkerPool."""

    @property
    def count(self) -> int: ...

    def submit(self, function: Callable[..., _Result], *args: Any, priority: int = 0) -> Future[_Result]: ...

    def cancel_running(self, future: Future[Any]) -> None: ...


def run_all(
    pool: Workers,
    function: Callable[..., _Result],
    tasks: Iterable[tuple[_Key, tuple[Any, ...]]],
    *,
    cancelled: Callable[[], bool] = lambda: False,
    queued_per_worker: int = 16,
    in_order: bool = False,
    priority: int = 0,
    at_once: int | None = None,
) -> Iterator[tuple[_Key, Future[_Result]]]:
    """Run a function in the pool for each key; yield each key with its finished future, which may hold an error.

    tasks : keys, and the function's arguments for each
    cancelled : polled several times a second; True ends the run early
    queued_per_worker : tasks that wait or run at a time, so that no worker idles while the caller uses a result
    at_once : most tasks that wait or run; None: queued_per_worker for each worker
    in_order : yield in the order of the tasks rather than as they finish. priority : see WorkerPool.submit
    Tasks that wait or run when this ends early, or when the caller leaves its loop, are cancelled.
    """
    remaining = iter(tasks)
    waiting: dict[Future[_Result], _Key] = {}

    def refill() -> None:
        most = queued_per_worker * pool.count if at_once is None else at_once
        vacancies = most - len(waiting)
        for key, args in islice(remaining, max(0, vacancies)):  # workers that died leave fewer
            waiting[pool.submit(function, *args, priority=priority)] = key

    try:
        refill()
        while waiting and not cancelled():
            awaited = [next(iter(waiting))] if in_order else waiting
            finished, _ = wait(awaited, timeout=_POLL_S, return_when=FIRST_COMPLETED)
            done = [(waiting.pop(future), future) for future in finished]
            refill()
            yield from done
    finally:
        for future in waiting:
            pool.cancel_running(future)
