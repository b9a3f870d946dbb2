"""Too many requests of one visitor, or of all together -> 429 and 503, with the time of the next attempt.

A Gate has a number of threads for work and a number of places to wait. A request without a place is refused at once, so
that accepted requests are answered in time under any load.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.requests import Request

from cbir.base.allocator import release_freed_memory
from cbir.base.errors import CbirError
from cbir.base.messages import Message
from cbir.base.stopping import stopping
from cbir.server.refusals import Refusal, ending

_Result = TypeVar("_Result")
REMEMBERED = 10_000  # most recent visitors
_LONG_S = 0.1  # work that takes longer allocates much, and can wait the 2 ms in which memory is given back


class RateLimit:
    """A bucket of a minute's requests for each visitor, which refills with time."""

    def __init__(self, per_minute: float) -> None:
        self._most = per_minute
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, cost: float = 1.0, *, by_token: bool = True) -> None:
        """Take a request from a bucket. Raises Refusal if it is empty. by_token : `who` names a token, no address"""
        now = time.monotonic()
        allowance, at = self.left.pop(who, (self._most, now))
        allowance = min(self._most, allowance + (now - at) * self._most / 60)
        allowed = allowance >= cost
        self.left[who] = (allowance - cost if allowed else allowance, now)
        if len(self.left) > REMEMBERED:
            self.left.popitem(last=False)
        if not allowed:
            wait = math.ceil((cost - allowance) * 60 / self._most)
            if by_token:
                message = Message(
                    "More than {0} requests a minute came with this token. Ask again in {1} s.",
                    f"{self._most:g}",
                    wait,
                )
            else:
                message = Message(
                    "More than {0} requests a minute came from this address. Ask again in {1} s.",
                    f"{self._most:g}",
                    wait,
                )
            raise Refusal(429, "too_many_requests", message, retry_after_s=wait)


class Gate:
    """Threads for one kind of work, and the visitors who wait for them.

    A visitor gets all threads but one at most, and turns are taken by visitor, not by request: work that cannot be
    stopped at once blocks nobody else.
    """

    def __init__(self, name: str, at_once: int, waiting: int) -> None:
        self.at_once = at_once
        self.places = at_once + waiting
        # a visitor who delays his uploads leaves the others half of the places
        self._places_per_visitor = max(2, self.places // 2)
        self._pool = ThreadPoolExecutor(at_once, f"serve-{name}")
        self.by_visitor: Counter[str] = Counter()
        self._lock = threading.Lock()  # for the attributes below
        # the visitor whose last turn is longest ago comes first
        self._waiting: OrderedDict[str, deque[_Task]] = OrderedDict()
        self._running: dict[_Task, str] = {}
        self._ended = False
        self.usual_s = 0.5
        self.shed = 0

    @property
    def held(self) -> int:
        return self.by_visitor.total()

    @contextlib.asynccontextmanager
    async def place(self, who: str) -> AsyncIterator[None]:
        """Hold one of the places. Raises Refusal if all are taken."""
        if self.held >= self.places or self.by_visitor[who] >= self._places_per_visitor:
            self.shed += 1
            wait = max(1, min(30, math.ceil(self.held * self.usual_s / self.at_once)))
            raise Refusal(503, "busy", "The service is busy. Ask again in {0} s.", wait, retry_after_s=wait)
        self.by_visitor[who] += 1
        try:
            yield
        finally:
            self.by_visitor[who] -= 1
            self.by_visitor += Counter()  # drops visitors who hold none

    async def run(
        self,
        request: Request,
        work: Callable[[Callable[[], bool]], _Result],
        within_s: float,
        who: str = "",
    ) -> _Result:
        """Work in a thread; stopped if it takes too long or nobody waits for it any more.

        work : receives a function that returns True when to stop; catalog reads stop automatically (base/stopping.py)
        The place stays taken until the thread has ended.
        """
        task = _Task(work)
        self._take(task, who)
        done, disconnection = asyncio.wrap_future(task.future), asyncio.ensure_future(_gone(request))
        disconnection.add_done_callback(_ignore_exception)
        either: set[asyncio.Future[Any]] = {done, disconnection}
        try:
            await asyncio.wait(either, timeout=within_s, return_when=asyncio.FIRST_COMPLETED)
            if done.cancelled():
                raise ending()
            if done.done() and not task.given_up:
                result: _Result = done.result()
                return result
            task.stop.set()
            if not task.future.cancel():
                await asyncio.wait({done})
                done.exception()  # retrieves the exception of stopped work, which nobody needs
            if disconnection.done():
                disconnection.result()  # raises if the rest of a body was refused
                raise Refusal(499, "gone", "The client has disconnected.")
            if self._ended:
                raise ending()
            raise Refusal(
                503,
                "too_slow",
                "This took longer than {0} s. Ask for less.",
                f"{within_s:g}",
                retry_after_s=5,
            )
        finally:
            task.stop.set()
            disconnection.cancel()
            # each refers to the exception, which refers to this frame and so to the upload
            del task, done, either

    def _take(self, task: _Task, who: str) -> None:
        with self._lock:
            if self._ended:
                raise ending()
            self._waiting.setdefault(who, deque()).append(task)
        self._begin()

    def _begin(self) -> None:
        """Give free threads to the visitor who has fewest; among equals, to the one whose last turn is longest ago."""
        with self._lock:
            while len(self._running) < self.at_once and (who := self._next()) is not None:
                tasks = self._waiting[who]
                task = tasks.popleft()
                if tasks:
                    self._waiting.move_to_end(who)
                else:
                    del self._waiting[who]
                if task.future.set_running_or_notify_cancel():
                    self._running[task] = who
                    self._pool.submit(self._work, task)

    def _next(self) -> str | None:
        has = Counter(self._running.values())
        waiting = [who for who in self._waiting if has[who] < max(1, self.at_once - 1)]
        return min(waiting, key=has.__getitem__, default=None)

    def _work(self, task: _Task) -> None:
        began = time.monotonic()
        result: Any = None
        failure: BaseException | None = None
        try:
            with stopping(task.stop.is_set):
                result = task.work(task.stop.is_set)
        except CbirError as error:
            _forget_frames(error)
            failure = error
        except BaseException as error:
            failure = error
        task.work = _nothing  # it refers to the upload
        took_s = time.monotonic() - began
        with self._lock:
            self.usual_s += 0.1 * (took_s - self.usual_s)
            del self._running[task]
            task.given_up = task.stop.is_set() and failure is not None
        if failure is None:
            task.future.set_result(result)
        else:
            task.future.set_exception(failure)
        del result, failure
        self._begin()
        if took_s > _LONG_S:
            release_freed_memory()

    def end(self) -> None:
        """Accept no more work, and stop waiting and running work."""
        with self._lock:
            self._ended = True
            tasks = [*self._running, *(task for tasks in self._waiting.values() for task in tasks)]
            self._waiting.clear()
        for task in tasks:
            task.stop.set()
            task.future.cancel()

    def close(self) -> None:
        self.end()
        self._pool.shutdown(wait=True, cancel_futures=True)


class _Task:
    """Work, its result, and a flag to stop it. given_up : it failed after it was told to stop"""

    __slots__ = ("future", "given_up", "stop", "work")

    def __init__(self, work: Callable[[Callable[[], bool]], Any]) -> None:
        self.work, self.given_up = work, False
        self.stop = threading.Event()
        self.future: Future[Any] = Future()


def _nothing(stopped: Callable[[], bool]) -> None:
    pass


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _ignore_exception(disconnection: asyncio.Future[None]) -> None:
    """Retrieve the exception of a body refused after its answer: otherwise asyncio would log it."""
    if not disconnection.cancelled():
        disconnection.exception()


def _forget_frames(error: BaseException) -> None:
    """Release the frames of an expected error: they would keep an upload until the next garbage collection."""
    visited: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        chained = waiting.pop()
        if (
            chained is not None and id(chained) not in visited
        ):  # a library's errors may be each other's context
            visited.add(id(chained))
            chained.__traceback__ = None
            waiting += (chained.__cause__, chained.__context__)
