"""Fixtures of the engine's tests: shared workers, and a codebook small enough to train in a test run."""

import itertools
import shutil

import numpy as np
import pytest

from cbir.library import Library
from cbir.local_features import FeatureOptions, describe
from cbir.visual_words import train_codebook
from cbir.workers import WorkerPool
from tests.cbir.cluster.postgres_server import servers
from tests.cbir.copies import copy_library, copy_pictures
from tests.cbir.stage_data import small_options
from tests.pictures import photo

TINY_WORDS = 256
TRAINED_ON = ("astronaut", "coffee", "rocket")


@pytest.fixture(autouse=True)
def locks_that_hold(monkeypatch):
    """Take it that files can be locked here: a process for each new library tries it, and test_refusals does so."""
    let_locks_hold(monkeypatch)


def let_locks_hold(monkeypatch):
    monkeypatch.setattr("cbir.state.locking.child_is_kept_out", lambda _database, _lock: True)


@pytest.fixture(scope="session")
def tiny_codebook():
    """256 words learned from three photos."""
    options = FeatureOptions(max_features=1500)
    descriptors = [describe(photo(name), options).descriptors for name in TRAINED_ON]
    return train_codebook(
        np.concatenate(descriptors), words=TINY_WORDS, about={"trained_on": list(TRAINED_ON)}
    )


@pytest.fixture(scope="session")
def tiny_codebook_file(tiny_codebook, tmp_path_factory):
    path = tmp_path_factory.mktemp("tiny") / "tiny.codebook"
    tiny_codebook.save(path)
    return path


class SharedWorkers:
    """A pool that outlives the libraries that use it: starting workers takes longer than most tests."""

    def __init__(self, pool):
        self._pool = pool
        self.count = pool.count
        self.submitted = []

    def start(self, count=None):
        self._pool.start(count)

    def submit(self, function, *args, priority=0):
        self.submitted.append(function.__name__)
        return self._pool.submit(function, *args, priority=priority)

    def cancel_running(self, future):
        self._pool.cancel_running(future)

    @property
    def process_ids(self):
        return self._pool.process_ids

    def close(self):
        """Stay open for the next library."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


@pytest.fixture(scope="session")
def _session_workers():
    with WorkerPool(2) as pool:
        yield pool


@pytest.fixture(scope="session")
def _session_encoder():
    with WorkerPool(1, worker_bytes=None) as pool:
        yield pool


@pytest.fixture
def workers(_session_workers, _session_encoder, monkeypatch):
    """Let every library of this test use the session's workers, and the session's process for its models."""
    shared = SharedWorkers(_session_workers)
    for module in ("cbir.library.library", "cbir.training.codebook"):
        monkeypatch.setattr(f"{module}.WorkerPool", lambda *_, **__: shared)
    monkeypatch.setattr("cbir.workers.encoder.WorkerPool", lambda *_, **__: SharedWorkers(_session_encoder))
    monkeypatch.setattr("cbir.cli.search.start_worker", lambda: shared)
    return shared


@pytest.fixture(scope="session")
def _empty_library(tiny_codebook_file, tmp_path_factory):
    """A library without photos, for copies: to make one takes as long as to index a few."""
    folder = tmp_path_factory.mktemp("empty") / "library"
    with Library.open(folder, create=True, options=small_options()) as library:
        library.models.use_codebook(tiny_codebook_file)
    return folder


@pytest.fixture
def make_library(workers, _empty_library, tiny_codebook_file, tmp_path):
    """A function that opens a small library (few features, tiny codebook, shared workers)."""
    opened = []

    def make(folder=None, **changes):
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


@pytest.fixture(scope="module")
def _indexed(request, _empty_library, _session_workers, _session_encoder, tmp_path_factory):
    """The photos that a module's write_photos() makes, and a library with them: copied for each test.

    OPTIONS of the module: what is not as in make_library(). Its make_models(), if there is one, makes the library's
    folder of models; its fill() indexes in a way of its own.
    """
    folder = tmp_path_factory.mktemp("indexed")
    request.module.write_photos(folder / "pictures")
    shutil.copytree(_empty_library, folder / "library")
    if make_models := getattr(request.module, "make_models", None):
        make_models(folder / "models")
    with pytest.MonkeyPatch.context() as monkeypatch:
        let_locks_hold(monkeypatch)
        encoder = SharedWorkers(_session_encoder)
        monkeypatch.setattr("cbir.workers.encoder.WorkerPool", lambda *_, **__: encoder)
        options = small_options(**_options(request.module, folder))
        with Library.open(folder / "library", options=options, pool=_session_workers) as library:
            fill = getattr(request.module, "fill", lambda library, pictures: library.index([pictures]))
            fill(library, folder / "pictures")
            assert library.photo_count() and not library.info().skipped
    return folder


def _options(module, indexed):
    models = {"models": indexed / "models"} if hasattr(module, "make_models") else {}
    return {**models, **getattr(module, "OPTIONS", {})}


@pytest.fixture
def pictures(_indexed, tmp_path):
    """The folder with the module's photos."""
    return copy_pictures(_indexed, tmp_path)


@pytest.fixture
def library(request, make_library, _indexed, pictures, tmp_path):
    """A library in which `pictures` are indexed."""
    copy_library(_indexed, tmp_path)
    return make_library(**_options(request.module, _indexed))


@pytest.fixture(scope="session")
def _postgres():
    with servers() as make:
        server = make()
        server.start()
        yield server, itertools.count()


@pytest.fixture
def database(_postgres):
    """A server with pgvector and an empty database on it: the server, and the database's name."""
    server, numbers = _postgres
    name = f"photos{next(numbers)}"
    server.make(name)
    yield server, name
    server.run("postgres", f"DROP DATABASE {name} WITH (FORCE)")
