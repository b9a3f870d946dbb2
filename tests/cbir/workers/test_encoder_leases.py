"""Holders of an image tower's process (index runs, searches by picture) until closing."""

import threading
import time

import cv2
import numpy as np
import pytest

from cbir.base.errors import Cancelled
from cbir.base.layout import Layout
from cbir.base.types import SearchOptions, Term
from cbir.embeddings import ModelStore
from cbir.indexing import IndexingOptions
from cbir.library import Library, LibraryOptions
from cbir.state.locking import writer_lock
from cbir.workers import Encoders
from tests.cbir.colour_model import SIDE_PX, make_colour_model

PHOTOS = 70  # several batches of the encoder
SQUARES = [np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)]
SEMANTIC = SearchOptions(engine="semantic")


@pytest.fixture(name="photos", scope="module")
def _photos(tmp_path_factory):
    folder = tmp_path_factory.mktemp("photos")
    rng = np.random.default_rng(0)
    for number in range(PHOTOS):
        cv2.imwrite(str(folder / f"{number:03}.png"), np.full((64, 64, 3), rng.integers(0, 255, 3), np.uint8))
    return folder


@pytest.fixture(name="store")
def _store(tmp_path):
    make_colour_model(tmp_path / "models" / "colours")
    make_colour_model(tmp_path / "models" / "other", name="other", picture_offset=0.4)
    store = ModelStore(tmp_path / "models")
    store.use("colours")
    return store


@pytest.fixture(name="library")
def _library(tmp_path, store):
    options = LibraryOptions(
        workers=1, models=tmp_path / "models", indexing=IndexingOptions(progress_every_s=0.0)
    )
    with Library.open(tmp_path / "library", create=True, options=options) as library:
        yield library


def started(encoder):
    """The id of an encoder's process, which its first picture starts."""
    encoder.submit(SQUARES).result()
    (process,) = encoder.process_ids
    return process


def wait_until_gone(encoder):
    deadline = time.monotonic() + 10
    while encoder.process_ids:
        assert time.monotonic() < deadline, "the process of an encoder that nobody holds goes on"
        time.sleep(0.02)


def test_a_search_by_picture_leaves_the_run_of_another_model_its_encoder(library, store, photos):
    library.index([photos])
    store.use("other")
    found = []

    def search(progress):
        """Ask the model of before, which answers while the other one has not seen all photos."""
        if progress.done > PHOTOS // 2 and not found:
            found.append(library.search([Term(path=photos / "003.png")], SEMANTIC))

    report = library.index([photos], progress=search)
    assert found[0].hits[0].path.name == "003.png"
    assert report.notes == ()
    semantic = library.info().coverage[1]
    assert (semantic.name, semantic.photos) == ("other", PHOTOS)


def test_users_of_one_model_share_its_process(store):
    encoders, model = Encoders("cpu"), store.find("colours")
    with encoders.lease(model) as one, encoders.lease(model) as two:
        assert one is two
    with encoders.lease(model) as again:
        assert again is one, "it stays warm for the next picture"
    encoders.close()


def test_two_processes_live_only_while_two_models_are_at_work(store):
    encoders = Encoders("cpu")
    with encoders.lease(store.find("colours")) as run:
        process = started(run)
        with encoders.lease(store.find("other")) as search:
            assert started(search) != process
        wait_until_gone(search)
        assert started(run) == process
    with encoders.lease(store.find("other")) as next_run:
        assert run.process_ids == (), "what nobody holds goes before another model is loaded"
        started(next_run)
    encoders.close()
    assert next_run.process_ids == ()


def test_a_search_holds_its_encoder_until_it_has_its_answer(store):
    encoders = Encoders("cpu")
    waiting = encoders.encode(store.find("colours"), SQUARES)
    with encoders.lease(store.find("other")) as run:
        started(run)
        assert waiting.result().vectors.shape == (1, 4)
    encoders.close()
    with pytest.raises(Cancelled):
        encoders.encode(store.find("colours"), SQUARES)


def test_closing_the_library_stops_a_run_and_waits_for_it(library, photos):
    reports = []
    under_way = threading.Event()

    def progress(state):
        if state.done >= 5:
            under_way.set()

    run = threading.Thread(target=lambda: reports.append(library.index([photos], progress=progress)))
    run.start()
    assert under_way.wait(60)
    library.close()
    with writer_lock(Layout(library.folder)):  # closing has waited for the run to give it back
        pass
    run.join(5)
    assert reports[0].cancelled
    assert reports[0].notes == ()
    with pytest.raises(Cancelled, match="closed"):
        library.index([photos])
    with pytest.raises(Cancelled, match="closed"):
        library.picture(path=photos / "003.png")
