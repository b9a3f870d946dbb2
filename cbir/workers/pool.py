"""Functions on untrusted files -> futures, through processes that may crash, hang or eat memory.

A worker that dies or overruns its time costs the one task that it ran, and is replaced. One thread of the
parent, the dispatcher, owns every worker, pipe and count; other threads add to its queues, under the lock, and wake it.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import multiprocessing
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing import connection
from time import monotonic
from typing import Any, Self, TypeVar

from cbir.base.cores import usable_cores
from cbir.base.errors import Cancelled, CbirError, UnreadableNow
from cbir.workers.process import GRANTED, Kind, decode_message, encode_task
from cbir.workers.spawning import (
    Budget,
    Job,
    Worker,
    cpu_seconds,
    drain,
    end,
    explain_exit,
    importable,
    keep_interrupts_from_children,
    memory_bytes,
    spawn,
)

_log = logging.getLogger(__name__)
_Result = TypeVar("_Result")

_START_ATTEMPTS = 3  # in a row, before the pool says that workers cannot start
_SHORTEST_CHECK_S = 0.05
_FIRST_LOOK_S = (
    0.5  # at a worker's memory: nearly all tasks have ended before, and psutil is never imported for them
)
_NEXT_LOOK_S = 0.1


class WorkerDied(UnreadableNow):
    """The process that ran a task crashed, or was stopped because the task took too long."""


class WorkersBroken(CbirError):
    """Worker processes cannot be started at all."""


class WorkerPool:
    """Runs module-level functions in worker processes, spawned when first needed.

    count : workers at most; None is one per core that this process may use
    initializer, initargs : called once in each worker before its first task; keep initargs small
    wall_s, cpu_s : a task that takes longer is ended with its worker; waiting for memory does not count, and while it
        computes, however slowly on a busy machine, cpu_s alone ends it
    memory_budget_bytes : what all tasks together may hold through `grant`
    worker_bytes : a worker that grows larger is ended, whatever its task had asked for; None: as large as it likes

    A pool belongs to a process that may have children: multiprocessing's daemons may not.
    """

    def __init__(
        self,
        count: int | None = None,
        *,
        initializer: Callable[..., object] | None = None,
        initargs: tuple[Any, ...] = (),
        wall_s: float = 60.0,
        cpu_s: float = 10.0,
        memory_budget_bytes: int = 512 << 20,
        worker_bytes: int | None = 896 << 20,  # the budget, the scale space of a photo, and the program
    ) -> None:
        self.count = count or usable_cores()
        if self.count < 1:
            raise ValueError(f"a pool needs at least one worker, not {count}")
        self._wall_s = wall_s
        self._cpu_s = cpu_s
        self._worker_bytes = worker_bytes
        self._init_message = encode_task(importable(initializer) if initializer else None, initargs)
        self._budget = Budget(memory_budget_bytes)
        self._sequence = itertools.count()
        # Shared with the callers, under the lock:
        self._lock = threading.Lock()
        self._queue: list[tuple[int, int, Job]] = []  # a heap of (-priority, order of arrival, job)
        self._to_end: deque[Future[Any]] = deque()
        self._started_ahead = 0  # workers that start before there is a task for them
        self._closing = False
        self._woken = False
        self._broken: str | None = None
        self._dispatcher: threading.Thread | None = None
        self._wake_reader, self._wake_writer = multiprocessing.Pipe(duplex=False)
        # The dispatcher's own:
        self._workers: list[Worker] = []
        self._failed_starts = 0
        self._start_error = ""
        self._next_start = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self, count: int | None = None) -> None:
        """Start so many workers now, in parallel and without waiting for them; None: all."""
        with self._lock:
            if not self._closing:
                self._started_ahead = max(self._started_ahead, self.count if count is None else count)
                self._wake()

    def submit(self, function: Callable[..., _Result], *args: Any, priority: int = 0) -> Future[_Result]:
        """Run function(*args) in a worker.

        function : importable by its module and name; args and result must be picklable
        priority : higher runs first; equal ones run in the order of submission
        The future raises what the function raised; WorkerDied where its worker crashed or overran;
        WorkersBroken where no worker can start; Cancelled after close(). Its callbacks run in the dispatcher:
        keep them short.
        """
        message = encode_task(importable(function), args)
        future: Future[_Result] = Future()
        with self._lock:
            if self._closing:
                raise RuntimeError("the pool of workers is closed")
            if self._broken is not None:
                future.set_exception(WorkersBroken(self._broken))
                return future
            heapq.heappush(self._queue, (-priority, next(self._sequence), Job(future, message)))
            self._wake()
        return future

    def cancel_running(self, future: Future[Any]) -> None:
        """Give a task up even while it runs, by ending its worker. The future raises Cancelled."""
        if future.cancel():
            return
        with self._lock:
            if not self._closing:
                self._to_end.append(future)
                self._wake()

    def close(self) -> None:
        """End all workers at once. What was queued is cancelled; what ran raises Cancelled."""
        with self._lock:
            already = self._closing
            self._closing = True
            thread = self._dispatcher
            if thread is not None and not already:
                self._wake()
        if thread is not None:
            if thread is not threading.current_thread():  # a future's callback may close the pool too
                thread.join()
        elif not already:
            self._close_wake_pipe()

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The ids of the worker processes that live at this moment."""
        return tuple(worker.process.pid for worker in tuple(self._workers) if worker.process.pid is not None)

    # Under the lock, called by anyone.

    def _wake(self) -> None:
        if self._dispatcher is None:
            self._dispatcher = threading.Thread(target=self._dispatch, name="workers", daemon=True)
            self._dispatcher.start()
        if not self._woken:
            self._woken = True
            self._wake_writer.send_bytes(b"w")

    # From here on, in the dispatcher.

    def _dispatch(self) -> None:
        keep_interrupts_from_children()
        try:
            while not self._closing:
                self._end_cancelled()
                self._start_workers()
                self._hand_out()
                self._wait()
                self._end_overdue()
        except BaseException:
            _log.exception("the dispatcher of the workers failed")
            raise
        finally:
            self._end_all()

    def _wait(self) -> None:
        sources: list[Any] = [self._wake_reader]
        for worker in self._workers:
            sources += (worker.pipe, worker.process.sentinel)
        ready = set(connection.wait(sources, self._timeout()))
        if self._wake_reader in ready:
            with self._lock:
                self._wake_reader.recv_bytes()
                self._woken = False
        for worker in tuple(self._workers):
            if worker.process.sentinel in ready:
                self._reap(worker)
            elif worker.pipe in ready:
                self._receive(worker)

    def _timeout(self) -> float | None:
        checks = [worker.next_check() for worker in self._workers]
        if self._failed_starts and self._queue:
            checks.append(self._next_start)
        soonest = min(checks, default=float("inf"))
        return None if soonest == float("inf") else max(0.0, soonest - monotonic())

    def _start_workers(self) -> None:
        if len(self._workers) >= self.count or self._broken is not None or monotonic() < self._next_start:
            return
        with self._lock:
            waiting = sum(not job.future.cancelled() for _, _, job in self._queue)
            ahead = self._started_ahead
        spare = sum(worker.job is None for worker in self._workers)
        wanted = min(self.count, max(ahead, len(self._workers) + waiting - spare))
        while len(self._workers) < wanted:
            self._workers.append(self._spawn())

    def _spawn(self) -> Worker:
        worker = Worker(*spawn())
        try:
            worker.pipe.send_bytes(self._init_message)
        except OSError:
            _log.debug("a worker ended before it had its init message")  # its sentinel tells the rest
        return worker

    def _hand_out(self) -> None:
        # The one that worked last is first: where tasks come one by one, the others stay as small as they began.
        for worker in sorted(self._workers, key=lambda worker: -worker.finished_at):
            if not worker.ready or worker.job is not None or worker.ended_because is not None:
                continue
            job = self._next_job()
            if job is None:
                return
            worker.job = job
            now = monotonic()
            worker.deadline = now + self._wall_s
            worker.cpu_at_deadline = worker.cpu_s
            # One thread uses no more CPU time than passes on the clock.
            worker.next_cpu_check = now + self._cpu_s
            worker.next_memory_check = float("inf") if self._worker_bytes is None else now + _FIRST_LOOK_S
            try:
                worker.pipe.send_bytes(job.message)
            except OSError:
                _log.debug("a worker ended before it had its task")  # its sentinel tells the rest

    def _next_job(self) -> Job | None:
        with self._lock:
            while self._queue:
                job = heapq.heappop(self._queue)[2]
                if job.future.set_running_or_notify_cancel():
                    return job
        return None

    def _receive(self, worker: Worker) -> None:
        try:
            message = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            worker.process.kill()
            self._reap(worker)
            return
        try:
            kind, value, cpu_s = decode_message(message)
        except Exception as error:  # whatever a result's own unpickling raises
            kind, value, cpu_s = "error", error, worker.cpu_s
        worker.cpu_s = cpu_s
        self._handle(worker, kind, value)

    def _handle(self, worker: Worker, kind: Kind, value: Any) -> None:
        if kind == "grant":
            worker.asked_at = monotonic()
            self._tell_granted(self._budget.ask(worker, value))
        elif kind == "release":
            self._tell_granted(self._budget.release(worker))
        elif kind == "ready":
            worker.ready = True
            self._failed_starts = 0
        elif kind == "broken":
            self._start_error = str(value)
        elif worker.job is not None:
            job, worker.job = worker.job, None
            worker.finished_at = monotonic()
            if kind == "result":
                job.future.set_result(value)
            else:
                job.future.set_exception(value)

    def _tell_granted(self, workers: list[Any]) -> None:
        for worker in workers:
            waited = monotonic() - worker.asked_at
            worker.asked_at = None
            worker.deadline += waited
            worker.next_cpu_check += waited
            try:
                worker.pipe.send_bytes(GRANTED)
            except OSError:
                _log.debug("a worker ended while it waited for memory")  # its sentinel tells the rest

    def _end_overdue(self) -> None:
        now = monotonic()
        for worker in self._workers:
            if worker.next_check() > now:
                continue
            if now >= worker.deadline:
                if worker.hangs(self._wall_s):
                    self._end(worker, WorkerDied(f"It took longer than {self._wall_s:g} s and was stopped."))
            elif now >= worker.next_memory_check:
                self._check_memory(worker, now)
            else:
                self._check_cpu(worker, now)

    def _check_cpu(self, worker: Worker, now: float) -> None:
        left = self._cpu_s - (cpu_seconds(worker.process.pid) - worker.cpu_s)
        if left <= 0:
            self._end(
                worker, WorkerDied(f"It took more than {self._cpu_s:g} s of computing and was stopped.")
            )
        worker.next_cpu_check = now + max(left, _SHORTEST_CHECK_S)

    def _check_memory(self, worker: Worker, now: float) -> None:
        if self._worker_bytes is not None and memory_bytes(worker.process.pid) > self._worker_bytes:
            most = f"{self._worker_bytes >> 20} MB"
            self._end(worker, WorkerDied(f"It took more than {most} of memory and was stopped."))
        worker.next_memory_check = now + _NEXT_LOOK_S

    def _end_cancelled(self) -> None:
        with self._lock:
            futures, self._to_end = self._to_end, deque()
        for worker in self._workers:
            if worker.job is not None and worker.job.future in futures:
                self._end(worker, Cancelled("The work was stopped."))

    def _end(self, worker: Worker, because: Exception) -> None:
        worker.ended_because = because
        worker.process.kill()

    def _reap(self, worker: Worker) -> None:
        """Collect the last messages of a worker that has ended or is about to, and free what it held."""
        self._workers.remove(worker)
        for kind, value in drain(worker.pipe):
            if kind != "grant":
                self._handle(worker, kind, value)
        code = end(worker.process)
        worker.pipe.close()
        self._tell_granted(self._budget.release(worker))
        if worker.job is not None:
            worker.job.future.set_exception(worker.ended_because or WorkerDied(explain_exit(code)))
        elif not worker.ready:
            self._note_failed_start(worker, code)

    def _note_failed_start(self, worker: Worker, code: int | None) -> None:
        self._failed_starts += 1
        self._next_start = monotonic() + 0.1 * 2**self._failed_starts
        if self._failed_starts < _START_ATTEMPTS:
            return
        reason = self._start_error or (
            f"they end with exit code {code} before they are ready"
            if worker.ended_because is None
            else "they hang before they are ready"
        )
        with self._lock:
            self._broken = f"The worker processes that read pictures cannot start: {reason}."
            jobs, self._queue = self._queue, []
        _fail(jobs, WorkersBroken(self._broken))

    def _end_all(self) -> None:
        with self._lock:
            self._closing = True
            jobs, self._queue = self._queue, []
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            end(worker.process)
            worker.pipe.close()
            if worker.job is not None:
                worker.job.future.set_exception(Cancelled("The work was stopped."))
        self._workers.clear()
        for _, _, job in jobs:
            if job.future.cancel():
                job.future.set_running_or_notify_cancel()  # wakes who waits for it
        self._close_wake_pipe()

    def _close_wake_pipe(self) -> None:
        self._wake_reader.close()
        self._wake_writer.close()


def _fail(jobs: list[tuple[int, int, Job]], error: Exception) -> None:
    for _, _, job in jobs:
        if job.future.set_running_or_notify_cancel():
            job.future.set_exception(error)
