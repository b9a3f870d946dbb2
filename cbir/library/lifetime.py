"""Options of an open library, and its lifetime: its workers, and the runs that closing it waits for."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.errors import LibraryClosed
from cbir.base.types import Device
from cbir.indexing import IndexingOptions
from cbir.local_features import QUERY_FEATURES
from cbir.matching import MatchOptions
from cbir.search import LearnedSearchOptions, SearchServiceOptions
from cbir.vectors import VectorIndexOptions
from cbir.workers import WorkerPool

if TYPE_CHECKING:
    from cbir.embeddings import FunctionEncoder


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryOptions:
    indexing: IndexingOptions = field(default_factory=IndexingOptions)
    matching: MatchOptions = field(default_factory=MatchOptions)
    query_features: int = QUERY_FEATURES
    learned: LearnedSearchOptions = field(default_factory=LearnedSearchOptions)
    vectors: VectorIndexOptions = field(default_factory=VectorIndexOptions)
    workers: int | None = None  # None: one per core
    models: Path | None = None  # the folder of the installed models; None: the user's own
    device: Device = "auto"  # for encoding pictures and sentences
    encoder: FunctionEncoder | None = None  # of the program, instead of a model

    @property
    def search_service(self) -> SearchServiceOptions:
        return SearchServiceOptions(
            features=self.indexing.features,
            limits=self.indexing.limits,
            matching=self.matching,
            query_features=self.query_features,
            learned=self.learned,
        )


class Lifetime:
    """A library's time from opening to closing; methods may be called from several threads.

    start : makes the library's own workers on first use. pool : the caller's workers, which the caller also ends
    """

    def __init__(self, start: Callable[[], WorkerPool], pool: WorkerPool | None) -> None:
        self._start = start
        self._pool_lock = threading.Lock()
        self._pool = pool
        self._owns_pool = pool is None
        self._ending = threading.Event()
        self._running = threading.Condition()
        self._runs = 0

    @property
    def ended(self) -> bool:
        """True if the library was closed, or is being closed."""
        return self._ending.is_set()

    def workers(self) -> WorkerPool:
        """The workers, started on first use. Raises Cancelled if the library was closed."""
        with self._pool_lock:
            self._raise_if_ended()
            if self._pool is None:
                self._pool = self._start()
            return self._pool

    @contextlib.contextmanager
    def run(self) -> Iterator[None]:
        """A run that end() waits for. Raises Cancelled if the library was closed."""
        with self._running:
            self._raise_if_ended()
            self._runs += 1
        try:
            yield
        finally:
            with self._running:
                self._runs -= 1
                self._running.notify_all()

    def end(self) -> None:
        """Refuse further calls, wait for the runs, and end the library's own workers."""
        self._ending.set()
        with self._running:
            self._running.wait_for(lambda: not self._runs)
        with self._pool_lock:
            if self._pool is not None and self._owns_pool:
                self._pool.close()
            self._pool = None

    def _raise_if_ended(self) -> None:
        if self.ended:
            raise LibraryClosed
