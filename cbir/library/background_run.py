"""Photos one by one through a process of low priority, and its results into the catalog: paused, stopped, resumed.

Results are stored every few photos, so that a stopped or killed run continues where it ended.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from cbir.base.errors import ImageUnreadable, UnreadableNow
from cbir.base.layout import Layout
from cbir.base.types import BackgroundProgress
from cbir.catalog import Catalog, ToRead
from cbir.state import IndexReader, unlocked_write

AT_ONCE = 64  # photos per query to the catalog
AHEAD = 2  # photos in the process's queue, so that it never waits
KEEP_EVERY_S = 5.0
PAUSE_CHECK_S = 0.2

Result = TypeVar("Result")


class _Process(Protocol[Result]):
    def submit(self, source: Path | bytes) -> Future[Result]: ...


class BackgroundRun(ABC, Generic[Result]):
    """One run over the photos that lack a result, until none is left, or it is stopped.

    nothing : the result of a photo that cannot be decoded
    stopped, paused : called before each photo; while `paused` returns True, the run waits
    """

    nothing: Result

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        process: _Process[Result],
        progress: Callable[[BackgroundProgress], None],
        stopped: Callable[[], bool],
        paused: Callable[[], bool],
    ) -> None:
        self._layout = layout
        self._reader = reader
        self._process = process
        self._progress = progress
        self._stopped, self._paused = stopped, paused
        self._kept_at = time.monotonic()
        self.cancelled = False
        self.total = 0
        self.fresh: list[tuple[ToRead, Result]] = []  # results that are not stored yet
        self.unreached: set[int] = set()  # photos that the next run tries again

    @abstractmethod
    def next_photos(self, catalog: Catalog, limit: int) -> list[ToRead]:
        """Photos without a result, except those that are unreached."""

    @abstractmethod
    def count_waiting(self, catalog: Catalog) -> int:
        """Number of photos without a result, unreached ones among them."""

    @abstractmethod
    def count_done(self) -> int:
        """Number of photos of this run that have a result."""

    @abstractmethod
    def store(self, catalog: Catalog, results: list[tuple[ToRead, Result]]) -> None:
        """Store results, in a transaction. A photo that changed meanwhile becomes unreached."""

    @abstractmethod
    def count_results(self) -> int:
        """Number of results of this run: photos with text, or faces."""

    def go_through(self) -> None:
        """Run to the end. Afterwards `cancelled` says whether it was stopped."""
        while not self.cancelled and (photos := self._next()):
            self._process_all(photos)
            self._keep()

    @property
    def waiting(self) -> int:
        """Number of photos that a further run would process."""
        with self._reader.catalog() as catalog:
            return max(0, self.count_waiting(catalog) - len(self.unreached))

    def _next(self) -> list[ToRead]:
        with self._reader.catalog() as catalog:
            photos = self.next_photos(catalog, AT_ONCE)
        self.total = self.count_done() + self.waiting
        self._tell(paused=False)
        return photos

    def _process_all(self, photos: list[ToRead]) -> None:
        running: deque[tuple[ToRead, Future[Result]]] = deque()
        waiting = deque(photos)
        while (waiting or running) and not self.cancelled:
            if not running:
                self._wait_while_paused()
            while waiting and len(running) < AHEAD and not (running and self._paused()):
                running.append((waiting[0], self._process.submit(waiting.popleft().path)))
            photo, future = running.popleft()
            while not self._stopped():
                try:
                    result = future.result(timeout=0.2)
                except TimeoutError:
                    continue
                except UnreadableNow:
                    self.unreached.add(photo.photo)
                except ImageUnreadable:
                    self.fresh.append((photo, self.nothing))
                else:
                    self.fresh.append((photo, result))
                break
            else:
                self.cancelled = True
                return
            if time.monotonic() - self._kept_at > KEEP_EVERY_S:
                self._keep()
            self._tell(paused=False)

    def _wait_while_paused(self) -> None:
        if not self._paused():
            return
        self._keep()
        self._tell(paused=True)
        while self._paused() and not self._stopped():
            time.sleep(PAUSE_CHECK_S)

    def _tell(self, *, paused: bool) -> None:
        done = self.count_done()
        results = self.count_results()
        self._progress(
            BackgroundProgress(done=done, total=max(self.total, done), results=results, paused=paused)
        )

    def _keep(self) -> None:
        if self.fresh:
            with unlocked_write(self._layout) as catalog, catalog.transaction():
                self.store(catalog, self.fresh)
        self.fresh = []
        self._kept_at = time.monotonic()
