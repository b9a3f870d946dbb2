"""Functions on untrusted files -> futures, through processes that may crash, hang or eat memory.

A worker that dies, hangs or computes for too long costs only the task that it ran, and is replaced. One thread of the
parent, the dispatcher, owns every worker, pipe and count; other threads add to its queues, under the lock, and wake it.

There are two crews. Tasks that somebody waits for run in workers with this process's priority; all other tasks run in
workers that yield to every other process. An ordinary user's process cannot raise its priority again, so a worker
never changes crews.
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

from cbir.base import liveness
from cbir.base.cores import usable_cores
from cbir.base.errors import Cancelled, CbirError, UnreadableNow
from cbir.base.liveness import LOOK_S, Limits
from cbir.base.messages import Message
from cbir.workers.process import GRANTED, Crew, Kind, decode_message, encode_task
from cbir.workers.spawning import (
    Budget,
    Job,
    Worker,
    drain,
    end,
    explain_exit,
    importable,
    keep_interrupts_from_children,
    leave_behind,
    memory_bytes,
    spawn,
)

_log = logging.getLogger(__name__)
_Result = TypeVar("_Result")

_START_ATTEMPTS = 3  # in a row, before the pool says that workers cannot start
_FIRST_LOOK_S = 0.5  # at a worker: nearly all tasks end sooner, so psutil is never imported for them
STARVED_OF_S = 5.0  # of time that workers could have run, before the pool judges if the computer is very busy
_STARVED = 0.15  # the share of that time that they got, or less


class WorkerDied(UnreadableNow):
    """The process that ran a task crashed, or was stopped because it hung or computed for too long."""


class WorkersBroken(CbirError):
    """Worker processes cannot be started at all."""


class WorkerPool:
    """Runs module-level functions in worker processes, spawned when first needed.

    count : most workers in a crew; None: one per core that this process may use
    initializer, initargs : called once in each worker before its first task; keep initargs small
    cpu_s : computing time that a task may take. idle_s : total time in which it may neither run nor be ready to run.
        disk_s : time in which a drive may deliver nothing. A task that exceeds a limit is ended with its worker.
        Waiting for memory or for a core does not count, and compiling loops has no limit; see cbir.base.liveness
    memory_budget_bytes : most bytes that all tasks together may hold through `grant`
    worker_bytes : a worker that grows larger is ended, regardless of its grants; None: no limit
    one_crew : run all tasks in workers with this process's priority, because two crews would hold everything twice

    A pool belongs to a process that may have children: multiprocessing's daemons may not.
    """

    def __init__(
        self,
        count: int | None = None,
        *,
        initializer: Callable[..., object] | None = None,
        initargs: tuple[Any, ...] = (),
        cpu_s: float = 10.0,
        idle_s: float = 30.0,
        disk_s: float = 60.0,
        memory_budget_bytes: int = 512 << 20,
        worker_bytes: int | None = 896 << 20,  # the budget, the scale space of a photo and the program
        one_crew: bool = False,
    ) -> None:
        self.count = count or usable_cores()
        if self.count < 1:
            raise ValueError(f"a pool needs at least one worker, not {count}")
        self._limits = Limits(cpu_s=cpu_s, idle_s=idle_s, disk_s=disk_s)
        self._one_crew = one_crew
        self._worker_bytes = worker_bytes
        self._init_message = encode_task(importable(initializer) if initializer else None, initargs)
        self._budget = Budget(memory_budget_bytes)
        self._sequence = itertools.count()
        # Shared with the callers, under the lock:
        self._lock = threading.Lock()
        # heaps of (-priority, order of arrival, job)
        self._queues: dict[Crew, list[tuple[int, int, Job]]] = {"urgent": [], "patient": []}
        self._to_end: deque[Future[Any]] = deque()
        self._started_ahead = 0  # urgent workers to start before they have tasks
        self._closing = False
        self._woken = False
        self._broken: str | None = None
        self._dispatcher: threading.Thread | None = None
        self.wake_reader, self.wake_writer = multiprocessing.Pipe(duplex=False)
        # The dispatcher's own:
        self.workers: list[Worker] = []
        self._failed_starts = 0
        self._start_error = ""
        self._next_start = 0.0
        self._runnable_s = self._had_s = 0.0  # time workers could have run, and did, since the last judgement
        self._starved = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self, count: int | None = None) -> None:
        """Start this many urgent workers, in parallel and without waiting; None: all of them."""
        with self._lock:
            if not self._closing:
                self._started_ahead = max(self._started_ahead, self.count if count is None else count)
                self._wake()

    def submit(self, function: Callable[..., _Result], *args: Any, priority: int = 0) -> Future[_Result]:
        """Run function(*args) in a worker.

        function : importable by its module and name; args and result must be picklable
        priority : higher runs first; equal priorities run in the order of submission. Above 0: somebody waits for it
        The future raises the function's exception; WorkerDied if its worker crashed or exceeded a limit;
        WorkersBroken if no worker can start; Cancelled after close(). Its callbacks run in the dispatcher:
        keep them short.
        """
        message = encode_task(importable(function), args)
        crew: Crew = "urgent" if self._one_crew or priority > 0 else "patient"
        future: Future[_Result] = Future()
        with self._lock:
            if self._closing:
                raise RuntimeError("the pool of workers is closed")
            if self._broken is not None:
                future.set_exception(WorkersBroken(self._broken))
                return future
            heapq.heappush(self._queues[crew], (-priority, next(self._sequence), Job(future, message)))
            self._wake()
        return future

    def cancel_running(self, future: Future[Any]) -> None:
        """Cancel a task even while it runs, by ending its worker. The future raises Cancelled."""
        if future.cancel():
            return
        with self._lock:
            if not self._closing:
                self._to_end.append(future)
                self._wake()

    def close(self) -> None:
        """End all workers at once. Queued tasks are cancelled; running tasks raise Cancelled."""
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
        """The ids of the worker processes that run at this moment."""
        return tuple(worker.process.pid for worker in tuple(self.workers) if worker.process.pid is not None)

    # Under the lock, called by anyone.

    def _wake(self) -> None:
        if self._dispatcher is None:
            self._dispatcher = threading.Thread(target=self._dispatch, name="workers", daemon=True)
            self._dispatcher.start()
        if not self._woken:
            self._woken = True
            self.wake_writer.send_bytes(b"w")

    # From here on: called in the dispatcher.

    def _dispatch(self) -> None:
        keep_interrupts_from_children()
        try:
            while not self._closing:
                self._end_cancelled()
                self._start_workers()
                self._hand_out()
                self._wait()
                self.end_overdue()
        except BaseException:
            _log.exception("the dispatcher of the workers failed")
            raise
        finally:
            self._end_all()

    def _wait(self) -> None:
        sources: list[Any] = [self.wake_reader]
        for worker in self.workers:
            sources += (worker.pipe, worker.process.sentinel)
        ready = set(connection.wait(sources, self._timeout()))
        if self.wake_reader in ready:
            with self._lock:
                self.wake_reader.recv_bytes()
                self._woken = False
        for worker in tuple(self.workers):
            if worker.process.sentinel in ready:
                self._reap(worker)
            elif worker.pipe in ready:
                self._receive(worker)

    def _timeout(self) -> float | None:
        checks = [worker.next_check() for worker in self.workers]
        if self._failed_starts and any(self._queues.values()):
            checks.append(self._next_start)
        soonest = min(checks, default=float("inf"))
        return None if soonest == float("inf") else max(0.0, soonest - monotonic())

    def _start_workers(self) -> None:
        if self._broken is not None or monotonic() < self._next_start:
            return
        for crew in self._queues:
            of_crew = [worker for worker in self.workers if worker.crew == crew]
            if len(of_crew) >= self.count:
                continue
            with self._lock:
                waiting = sum(not job.future.cancelled() for _, _, job in self._queues[crew])
                ahead = self._started_ahead if crew == "urgent" else 0
            spare = sum(worker.job is None for worker in of_crew)
            needed = min(self.count, max(ahead, len(of_crew) + waiting - spare))
            self.workers += [self._spawn(crew) for _ in range(needed - len(of_crew))]

    def _spawn(self, crew: Crew) -> Worker:
        worker = Worker(*spawn(crew), crew)
        try:
            worker.pipe.send_bytes(self._init_message)
        except OSError:
            _log.debug("a worker ended before it had its init message")  # its sentinel tells the rest
        return worker

    def _hand_out(self) -> None:
        # The worker that finished last comes first: when tasks come one by one, the others stay as small as they began.
        for worker in sorted(self.workers, key=lambda worker: -worker.finished_at):
            if not worker.ready or worker.job is not None or worker.ended_because is not None:
                continue
            job = self._next_job(worker.crew)
            if job is None:
                continue
            worker.begin(job, self._limits, monotonic() + _FIRST_LOOK_S)
            try:
                worker.pipe.send_bytes(job.message)
            except OSError:
                _log.debug("a worker ended before it had its task")  # its sentinel tells the rest

    def _next_job(self, crew: Crew) -> Job | None:
        with self._lock:
            while self._queues[crew]:
                job = heapq.heappop(self._queues[crew])[2]
                if job.future.set_running_or_notify_cancel():
                    return job
        return None

    def _receive(self, worker: Worker) -> None:
        try:
            message = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            worker.kill()
            self._reap(worker)
            return
        try:
            kind, value, cpu_s = decode_message(message)
        except Exception as error:  # the unpickling of a result may raise anything
            kind, value, cpu_s = "error", error, worker.cpu_s
        worker.cpu_s = cpu_s
        self._handle(worker, kind, value)

    def _handle(self, worker: Worker, kind: Kind, value: Any) -> None:
        if kind == "grant":
            worker.wants_memory = True
            self._tell_granted(self._budget.ask(worker, value))
        elif kind == "release":
            self._tell_granted(self._budget.release(worker))
        elif kind in ("begin", "end"):
            worker.change_wait(value, begins=kind == "begin")
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
            worker.wants_memory = False
            try:
                worker.pipe.send_bytes(GRANTED)
            except OSError:
                _log.debug("a worker ended while it waited for memory")  # its sentinel tells the rest

    def end_overdue(self) -> None:
        now = monotonic()
        for worker in tuple(self.workers):
            if worker.next_check() > now:
                continue
            worker.next_look = now + LOOK_S
            why = worker.overrun()
            if worker.ended_because is not None:
                if why is not None:
                    self._give_up(worker)
                continue
            if why is None and not worker.compiles and self._is_too_large(worker):
                why = Message(
                    "It took more than {0} MB of memory and was stopped.", (self._worker_bytes or 0) >> 20
                )
            self._runnable_s += worker.watch.runnable_s
            self._had_s += worker.watch.had_s
            worker.watch.runnable_s = worker.watch.had_s = 0.0
            # If this thread itself had to wait, the worker may have finished long ago.
            if why is not None and not worker.pipe.poll():
                self._end(worker, WorkerDied(why))
        self._judge_the_computer()

    def _is_too_large(self, worker: Worker) -> bool:
        return (
            worker.ready
            and self._worker_bytes is not None
            and memory_bytes(worker.process.pid) > self._worker_bytes
        )

    def _judge_the_computer(self) -> None:
        """Declare the wait "busy" while other programs leave the workers next to no processor time."""
        starved = self._starved
        if self._runnable_s >= STARVED_OF_S:
            starved = self._had_s <= _STARVED * self._runnable_s
            self._runnable_s = self._had_s = 0.0
        if all(worker.ready and worker.job is None for worker in self.workers):
            starved = False
        if starved != self._starved:
            self._starved = starved
            (liveness.begin_wait if starved else liveness.end_wait)("busy")

    def _end_cancelled(self) -> None:
        with self._lock:
            futures, self._to_end = self._to_end, deque()
        for worker in self.workers:
            if worker.job is not None and worker.job.future in futures:
                self._end(worker, Cancelled("The work was stopped."))

    def _end(self, worker: Worker, because: Exception) -> None:
        worker.ended_because = because
        worker.kill()

    def _give_up(self, worker: Worker) -> None:
        """Replace a worker that nothing can end before its drive answers."""
        self.workers.remove(worker)
        leave_behind(worker.process)
        self._settle_ended(worker, None)

    def _reap(self, worker: Worker) -> None:
        """Collect the last messages of a worker that has ended or is ending, and free the memory granted to it."""
        self.workers.remove(worker)
        for kind, value, cpu_s in drain(worker.pipe):
            worker.cpu_s = cpu_s
            if kind != "grant":
                self._handle(worker, kind, value)
        self._settle_ended(worker, end(worker.process))

    def _settle_ended(self, worker: Worker, code: int | None) -> None:
        worker.pipe.close()
        worker.forget_waits()
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
            Message("they end with exit code {0} before they are ready", code)
            if worker.ended_because is None
            else Message("they hang before they are ready")
        )
        with self._lock:
            self._broken = Message("The worker processes that read pictures cannot start: {0}.", reason)
            jobs = self._take_queued()
        _fail(jobs, WorkersBroken(self._broken))

    def _end_all(self) -> None:
        with self._lock:
            self._closing = True
            jobs = self._take_queued()
        for worker in self.workers:
            worker.kill()
        for worker in self.workers:
            while connection.wait([worker.process.sentinel], LOOK_S) == []:
                if worker.overrun() is not None:
                    leave_behind(worker.process)
                    break
            else:
                end(worker.process)
            worker.pipe.close()
            worker.forget_waits()
            if worker.job is not None:
                worker.job.future.set_exception(Cancelled("The work was stopped."))
        self.workers.clear()
        self._judge_the_computer()
        for job in jobs:
            if job.future.cancel():
                job.future.set_running_or_notify_cancel()  # wakes the threads that wait for it
        self._close_wake_pipe()

    def _take_queued(self) -> list[Job]:
        jobs = [job for queue in self._queues.values() for _, _, job in queue]
        for queue in self._queues.values():
            queue.clear()
        return jobs

    def _close_wake_pipe(self) -> None:
        self.wake_reader.close()
        self.wake_writer.close()


def _fail(jobs: list[Job], error: Exception) -> None:
    for job in jobs:
        if job.future.set_running_or_notify_cancel():
            job.future.set_exception(error)
