"""What the engine's tests share: a codebook that is small enough to train in a test run."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest

from cbir.library import Library
from cbir.local_features import FeatureOptions, describe
from cbir.visual_words import Codebook, train_codebook
from cbir.workers import WorkerPool
from tests.cbir.stage_data import small_options
from tests.pictures import photo

TINY_WORDS = 256
TRAINED_ON = ("astronaut", "coffee", "rocket")


@pytest.fixture(autouse=True)
def locks_that_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take it that files can be locked here: a process for each new library tries it, and test_refusals does so."""
    monkeypatch.setattr("cbir.state.locking.child_is_kept_out", lambda _database, _lock: True)


@pytest.fixture(scope="session")
def tiny_codebook() -> Codebook:
    """256 words learned from three photos."""
    options = FeatureOptions(max_features=1500)
    descriptors = [describe(photo(name), options).descriptors for name in TRAINED_ON]
    return train_codebook(
        np.concatenate(descriptors), words=TINY_WORDS, about={"trained_on": list(TRAINED_ON)}
    )


@pytest.fixture(scope="session")
def tiny_codebook_file(tiny_codebook: Codebook, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tiny") / "tiny.codebook"
    tiny_codebook.save(path)
    return path


class SharedWorkers:
    """A pool that outlives the libraries that use it: starting workers takes longer than most tests."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self.count = pool.count
        self.submitted: list[str] = []

    def start(self, count: int | None = None) -> None:
        self._pool.start(count)

    def submit(self, function: Callable[..., Any], *args: Any, priority: int = 0) -> Future[Any]:
        self.submitted.append(function.__name__)
        return self._pool.submit(function, *args, priority=priority)

    def cancel_running(self, future: Future[Any]) -> None:
        self._pool.cancel_running(future)

    @property
    def process_ids(self) -> tuple[int, ...]:
        return self._pool.process_ids

    def close(self) -> None:
        """Stay open for the next library."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@pytest.fixture(scope="session")
def _session_workers() -> Iterator[WorkerPool]:
    with WorkerPool(2) as pool:
        yield pool


@pytest.fixture(scope="session")
def _session_encoder() -> Iterator[WorkerPool]:
    with WorkerPool(1, worker_bytes=None) as pool:
        yield pool


@pytest.fixture
def workers(
    _session_workers: WorkerPool, _session_encoder: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> SharedWorkers:
    """Let every library of this test use the session's workers, and the session's process for its models."""
    shared = SharedWorkers(_session_workers)
    for module in ("cbir.library.library", "cbir.training.codebook"):
        monkeypatch.setattr(f"{module}.WorkerPool", lambda *_, **__: shared)
    monkeypatch.setattr("cbir.workers.encoder.WorkerPool", lambda *_, **__: SharedWorkers(_session_encoder))
    monkeypatch.setattr("cbir.cli.search.start_worker", lambda: shared)
    return shared


@pytest.fixture(scope="session")
def _empty_library(tiny_codebook_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library without photos, for copies: to make one takes as long as to index a few."""
    folder = tmp_path_factory.mktemp("empty") / "library"
    with Library.open(folder, create=True, options=small_options()) as library:
        library.models.use_codebook(tiny_codebook_file)
    return folder


@pytest.fixture
def make_library(
    workers: SharedWorkers, _empty_library: Path, tiny_codebook_file: Path, tmp_path: Path
) -> Iterator[Callable[..., Library]]:
    """A function that opens a small library (few features, tiny codebook, shared workers)."""
    opened = []

    def make(folder: Path | None = None, **changes: Any) -> Library:
        path = tmp_path / "library" if folder is None else folder
        new = not path.exists()
        if new and folder is None:
            shutil.copytree(_empty_library, path)
        library = Library.open(path, create=True, options=small_options(**changes))
        opened.append(library)
        if new and folder is not None:
            library.models.use_codebook(tiny_codebook_file)
        return library

    yield make
    for library in opened:
        library.close()
