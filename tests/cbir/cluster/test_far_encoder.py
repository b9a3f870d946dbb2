"""Embeddings by the workers of a Dask cluster: as this computer makes them, and by this computer where they cannot."""

import socket
import sys
from concurrent.futures import Future
from typing import cast

import cv2
import numpy as np
import pytest

from cbir.base.errors import Cancelled, CbirError, ModelNotInstalled
from cbir.base.layout import Layout
from cbir.catalog import Catalog
from cbir.cluster import FarEncoder, FarWorkers
from cbir.embeddings import open_model_folder
from cbir.library import Library, LibraryOptions
from cbir.vectors import VectorSegment
from cbir.workers import Encoder, PictureEmbeddings, WorkerDied
from tests.cbir.cluster.dask_cluster import DaskCluster
from tests.cbir.colour_model import make_colour_model
from tests.extras import needs

needs("distributed", reason="the extra cluster is not installed")
PHOTOS = 20  # more than one batch
PICTURES = [np.full((8, 8, 3), level, np.uint8) for level in (10, 200)]


@pytest.fixture(name="models", scope="module")
def _models(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    make_colour_model(folder / "colours")
    return folder


@pytest.fixture(name="scheduler", scope="module")
def _scheduler(tmp_path_factory, models):
    """The address of a cluster whose workers have the model."""
    if sys.platform == "win32":
        pytest.skip("there are no process groups to kill there")
    with pytest.MonkeyPatch.context() as patched, DaskCluster(tmp_path_factory.mktemp("dask")) as cluster:
        patched.setenv("CBIR_MODELS", str(models))
        cluster.scheduler()
        cluster.worker(nanny=True)
        yield cluster.address


@pytest.fixture(name="photos")
def _photos(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    rng = np.random.default_rng(4)
    for number in range(PHOTOS):
        colour = rng.integers(0, 256, 3).astype(np.uint8)
        cv2.imwrite(str(folder / f"{number}.png"), np.tile(colour, (90, 120, 1)))
    return folder


def embeddings(library):
    """The embedding of each photo, by its name."""
    layout, found = Layout(library.folder), {}
    with Catalog.open(layout.catalog, writable=False) as catalog:
        for row in catalog.segments.all("vectors"):
            segment = VectorSegment.open(layout.vectors(row.codebook, row.name))
            known = catalog.photos.of_documents(segment.documents)
            for document, vector in zip(segment.documents.tolist(), segment.vectors, strict=True):
                found[known[document].path.name] = vector.tobytes()
    return found


@pytest.mark.long
def test_workers_that_have_the_model_encode_and_this_computer_does_not(
    scheduler, models, photos, tmp_path, monkeypatch
):
    options = LibraryOptions(workers=1, models=models)
    with (
        Library.open(tmp_path / "near", create=True, options=options) as near,
        Library.open(tmp_path / "far", create=True, options=options) as far,
    ):
        near.index([photos])
        with monkeypatch.context() as patched:

            def unwanted(*_, **__):
                pytest.fail("this computer was asked to encode")

            patched.setattr(Encoder, "submit", unwanted)
            report = far.index([photos], workers=scheduler)
        assert (report.indexed, report.notes) == (PHOTOS, ())
        assert report.encoded_on == (f"cpu on {socket.gethostname()}",)
        assert embeddings(far) == embeddings(near)
        assert len(embeddings(far)) == PHOTOS


@pytest.mark.long
def test_a_worker_without_the_model_says_so_and_the_photos_are_encoded_all_the_same(
    scheduler, models, photos, tmp_path
):
    make_colour_model(tmp_path / "others" / "colours", picture_offset=0.25)
    options = LibraryOptions(workers=1, models=tmp_path / "others")
    with Library.open(tmp_path / "far", create=True, options=options) as far:
        report = far.index([photos], workers=scheduler)
        assert report.indexed == PHOTOS
        (note,) = report.notes
        assert "does not have the model colours. This computer encodes the photos instead." in note
        assert len(embeddings(far)) == PHOTOS


@pytest.mark.long
def test_workers_are_asked_for_the_device_that_the_command_names_and_say_which_of_them_lacks_it(
    scheduler, models, photos, tmp_path
):
    options = LibraryOptions(workers=1, models=models, device="cuda")
    with Library.open(tmp_path / "far", create=True, options=options) as far:
        report = far.index([photos], workers=scheduler)
        (note,) = report.notes
        assert note.startswith(f"The worker on {socket.gethostname()}: ")
        assert note.endswith(" The model runs on the CPU.")
        assert len(embeddings(far)) == PHOTOS


class Workers:
    """Answers each question with an error, or with ones."""

    def __init__(self, error):
        self.error, self.asked = error, 0

    def encode(self, _model, _device, pictures):
        self.asked += 1
        answer = Future()
        if self.error is not None:
            answer.set_exception(self.error)
        else:
            answer.set_result(PictureEmbeddings(vectors=np.ones((len(pictures), 3), np.float32)))
        return answer


class Near:
    """Answers with zeros, and remembers how urgent it was."""

    def __init__(self):
        self.priorities = []

    def submit(self, pictures, *, priority=0):
        self.priorities.append(priority)
        answer = Future()
        answer.set_result(PictureEmbeddings(vectors=np.zeros((len(pictures), 3), np.float32)))
        return answer


def encoder(models, error):
    workers, near = Workers(error), Near()
    model = open_model_folder(models / "colours")
    return FarEncoder(cast(FarWorkers, workers), model, "auto", near), workers, near


@pytest.mark.parametrize(
    "error", [WorkerDied("They ended."), CbirError("The scheduler was lost."), ModelNotInstalled("None.")]
)
def test_what_the_workers_cannot_do_this_computer_does(models, error):
    both, workers, near = encoder(models, error)
    for _ in range(2):
        found = both.submit(PICTURES, priority=3).result()
        assert not found.vectors.any() and len(found.vectors) == 2
        assert (found.note is not None) == isinstance(error, ModelNotInstalled)
    assert near.priorities == [3, 3]
    assert workers.asked == (1 if isinstance(error, ModelNotInstalled) else 2), "who lacks it, lacks it"


def test_answers_of_the_workers_are_passed_on(models):
    both, _, near = encoder(models, None)
    assert both.submit(PICTURES).result().vectors.tolist() == [[1, 1, 1]] * 2
    for error in (ValueError("A picture that no tower takes."), Cancelled("The run was stopped.")):
        both, _, near = encoder(models, error)
        with pytest.raises(type(error)):
            both.submit(PICTURES).result()
        assert near.priorities == []


def test_an_answer_that_nobody_waits_for_is_dropped(models):
    class Slow(Workers):
        def encode(self, _model, _device, pictures):
            self.answer = Future()
            return self.answer

    slow = Slow(None)
    both = FarEncoder(cast(FarWorkers, slow), open_model_folder(models / "colours"), "auto", Near())
    answer = both.submit(PICTURES)
    assert answer.cancel()
    slow.answer.set_result(PictureEmbeddings(vectors=np.ones((2, 3), np.float32)))
    assert answer.cancelled()
