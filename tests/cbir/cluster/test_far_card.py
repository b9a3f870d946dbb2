"""A worker of Dask whose computer has a graphics card: skipped where there is none."""

import contextlib
import itertools
import json
import os
import socket
import subprocess
import sys

import cv2
import numpy as np
import psutil
import pytest

from cbir.base.layout import Layout
from cbir.catalog import Catalog
from cbir.embeddings import ModelStore
from cbir.embeddings.devices import gpu_count
from cbir.embeddings.installing import import_checkpoint
from cbir.vectors import VectorSegment
from tests.cbir.cluster.dask_cluster import DaskCluster
from tests.cbir.tiny_model import seeded_towers, write_checkpoint
from tests.extras import needs
from tests.source_tree import python_path

needs("distributed", reason="the extra cluster is not installed")
needs("open_clip", reason="the extra models is not installed")
HOST = socket.gethostname()
PHOTOS = 96
LEAST = 0.999  # cosine of an embedding from the card with the CPU's


@pytest.fixture(autouse=True, scope="module")
def _card():
    if not gpu_count():
        pytest.skip("there is no graphics card")


@pytest.fixture(name="models", scope="module")
def _models(tmp_path_factory):
    """The whole ViT-B-32 with random weights, as a person installs a checkpoint."""
    folder = tmp_path_factory.mktemp("vit")
    path = write_checkpoint(seeded_towers("ViT-B-32").model, folder / "seeded.safetensors")
    import_checkpoint(ModelStore(folder / "models"), path, architecture="ViT-B-32")
    return folder / "models"


@pytest.fixture(name="photos", scope="module")
def _photos(tmp_path_factory):
    """Overlapping shapes on noise, no two pictures alike."""
    folder, rng = tmp_path_factory.mktemp("photos"), np.random.default_rng(4)
    for number in range(PHOTOS):
        pixels = cv2.resize(rng.integers(0, 256, (12, 16, 3)).astype(np.uint8), (640, 480))
        for _ in range(12):
            centre, colour = rng.integers(0, 480, 2).tolist(), rng.integers(0, 256, 3).tolist()
            cv2.circle(pixels, centre, int(rng.integers(10, 90)), colour, -1)
        cv2.imwrite(str(folder / f"{number}.jpg"), pixels)
    return folder


@contextlib.contextmanager
def worker(folder, models, **environment):
    """A scheduler and a worker, which has the models: the address, and the worker's process."""
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patched, DaskCluster(folder) as cluster:
        patched.setenv("CBIR_MODELS", str(models))
        patched.setenv("CBIR_BUILT_IN_MODEL", "")
        cluster.scheduler()
        for name, value in environment.items():
            patched.setenv(name, value)
        process = cluster.worker(nanny=True, threads=2)
        yield cluster.address, psutil.Process(process.pid)


def cbir(*arguments, **environment):
    """The output of a command with --json."""
    done = subprocess.run(
        [sys.executable, "-m", "cbir", *map(str, arguments), "--json"],
        env={**os.environ, "CBIR_BUILT_IN_MODEL": "", "PYTHONPATH": python_path()}
        | {name: str(value) for name, value in environment.items()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    return said


def index(library, photos, models, *extra):
    """The output of `cbir index`, whose own process has no card."""
    said = cbir("index", photos, "--library", library, *extra, CBIR_MODELS=models, CUDA_VISIBLE_DEVICES="-1")
    assert (said["indexed"], said["skipped"]) == (PHOTOS, [])
    return said


def embeddings(library):
    """(n, d) in the order of the photos' names."""
    layout, found = Layout(library), {}
    with Catalog.open(layout.catalog, writable=False) as catalog:
        for row in catalog.segments.all("vectors"):
            segment = VectorSegment.open(layout.vectors(row.codebook, row.name))
            known = catalog.photos.of_documents(segment.documents)
            for document, vector in zip(segment.documents.tolist(), segment.vectors, strict=True):
                found[known[document].path.name] = vector.astype(np.float64)
    assert len(found) == PHOTOS
    return np.stack([found[name] for name in sorted(found)])


@pytest.fixture(name="near", scope="module")
def _near(tmp_path_factory, photos, models):
    """A library that was indexed without a card and without workers."""
    library = tmp_path_factory.mktemp("near")
    assert index(library, photos, models)["encoded_on"] == ["cpu"]
    return library


@pytest.fixture(name="of_cpu", scope="module")
def _of_cpu(near):
    return embeddings(near)


def assert_same(found, of_cpu):
    """The same embeddings but for half precision, and with each photo as the query the same order but for ties."""
    cosines = (
        np.einsum("nd,nd->n", found, of_cpu) / np.linalg.norm(found, axis=1) / np.linalg.norm(of_cpu, axis=1)
    )
    print(f"least cosine with the CPU's {cosines.min():.6f}")
    assert cosines.min() > LEAST
    right, ours = of_cpu @ of_cpu.T, found @ found.T
    noise = 4 * np.abs(right - ours).max()
    print(f"scores differ by up to {noise / 4:.6f}, photos' own by {right.std():.6f}")
    for wanted, scores in zip(right, ours, strict=True):
        in_our_order = wanted[np.argsort(-scores, kind="stable")]
        assert (np.maximum.accumulate(in_our_order[::-1])[::-1] - in_our_order).max() <= noise


def on_the_card(worker):
    """The memory that the driver says each of a worker's processes holds on the card."""
    query = ["nvidia-smi", "--query-compute-apps=pid,used_memory", "--format=csv,noheader"]
    told = subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()
    own = {process.pid for process in worker.children(recursive=True)}
    return [memory.strip() for pid, memory in (line.split(",") for line in told) if int(pid) in own]


def test_a_worker_with_a_card_encodes_on_it(tmp_path, photos, models, of_cpu):
    with worker(tmp_path / "dask", models) as (address, process):
        said = index(tmp_path / "library", photos, models, "--workers", address)
        (memory,) = on_the_card(process)  # its encoder stays for a minute
        print(f"the driver says that it holds {memory}")
    assert (said["encoded_on"], said["notes"]) == ([f"cuda on {HOST}"], [])
    assert_same(embeddings(tmp_path / "library"), of_cpu)


def test_a_command_without_a_card_keeps_its_workers_off_theirs(tmp_path, photos, models, of_cpu):
    with worker(tmp_path / "dask", models) as (address, process):
        said = index(tmp_path / "library", photos, models, "--workers", address, "--device", "cpu")
        assert on_the_card(process) == []
    assert (said["encoded_on"], said["notes"]) == ([f"cpu on {HOST}"], [])
    assert_same(embeddings(tmp_path / "library"), of_cpu)


def test_a_worker_that_is_shown_no_card_goes_on_on_the_cpu_and_says_so(tmp_path, photos, models, of_cpu):
    with worker(tmp_path / "dask", models, CUDA_VISIBLE_DEVICES="") as (address, _):
        said = index(tmp_path / "library", photos, models, "--workers", address, "--device", "cuda")
    assert said["encoded_on"] == [f"cpu on {HOST}"]
    assert said["notes"] == [
        f"The worker on {HOST}: There is no NVIDIA GPU that programs can use here. The model runs on the CPU."
    ]
    assert_same(embeddings(tmp_path / "library"), of_cpu)


FILL = """
import sys, torch
left = int(sys.argv[1])
held = []
for size in (1 << 30, 1 << 26, 1 << 21):
    while torch.cuda.mem_get_info()[0] > left + size:
        held.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
print("full", flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def full_card(left_bytes):
    """Another program that holds all of the card's memory but `left_bytes`."""
    command = [sys.executable, "-c", FILL, str(left_bytes)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == "full\n"
        try:
            yield
        finally:
            process.stdin.close()


@pytest.mark.parametrize("left_mb", [100, 700])  # too little for CUDA itself; for the model
def test_a_worker_whose_card_is_full_goes_on_on_the_cpu_and_says_so(
    tmp_path, photos, models, of_cpu, left_mb
):
    with full_card(left_mb * 1_000_000), worker(tmp_path / "dask", models) as (address, _):
        said = index(tmp_path / "library", photos, models, "--workers", address)
    assert said["encoded_on"] == [f"cpu on {HOST}"]
    (note,) = said["notes"]
    assert note.startswith(f"The worker on {HOST}: The GPU ") and note.endswith(" The model runs on the CPU.")
    print(note)
    assert_same(embeddings(tmp_path / "library"), of_cpu)


def test_commands_search_on_the_card_as_on_the_cpu(photos, models, near):
    for query in ("two red circles", photos / "7.jpg"):
        cpu, cuda = (
            cbir(
                *("search", query, "--library", near, "--engine", "semantic", "--top", PHOTOS),
                *("--device", device),
                CBIR_MODELS=models,
            )
            for device in ("cpu", "cuda")
        )
        assert cpu["notes"] == cuda["notes"]
        right, found = ({hit["path"]: hit["score"] for hit in said["hits"]} for said in (cpu, cuda))
        assert right.keys() == found.keys() and len(found) > 1
        noise = 4 * max(abs(right[path] - found[path]) for path in right)
        assert noise < 0.01
        in_our_order = [right[hit["path"]] for hit in cuda["hits"]]
        assert all(later - now <= noise for now, later in itertools.pairwise(in_our_order))
