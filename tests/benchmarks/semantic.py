"""Searching and indexing with a model: `python -m tests.benchmarks.semantic --data DATA`.

A ViT-B-32 with random weights of a fixed seed serves: speed and memory do not depend on what it learned. It is
installed as any local checkpoint is. Whole processes for cold starts; a bare text tower beside a warm query.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import psutil  # type: ignore[import-untyped]

from cbir.base.layout import Layout, new_segment_name
from cbir.base.types import SearchOptions, Term
from cbir.catalog import Catalog, SegmentRow
from cbir.embeddings import ModelStore, open_text_tower
from cbir.embeddings.installing import import_checkpoint
from cbir.library import Library, LibraryOptions
from cbir.vectors import write_vector_segment
from tests.benchmarks.large import grow
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.report import Table, parser, progress, publish, verdict
from tests.cbir.tiny_model import seeded_model, write_checkpoint
from tests.source_tree import python_path

ARCHITECTURE = "ViT-B-32"
NAME = "seeded"
PHOTOS = 100_000
PROCESSES = 5
QUERIES = 60
WARM_UP = 5
ROOT = Path(__file__).resolve().parents[2]
SENTENCES = (
    "a red boat at dusk",
    "children playing football in the park",
    "an old church with two towers",
    "a dog running on the beach",
    "a plate of food on a wooden table",
)
# What a program that only has open_clip does for one sentence, from the start of its process.
BARE = """
import sys, torch, open_clip
model = open_clip.create_model(sys.argv[1])
model.load_state_dict(torch.load(sys.argv[2], weights_only=True, mmap=True))
model.eval()
with torch.inference_mode():
    model.encode_text(open_clip.get_tokenizer(sys.argv[1])([sys.argv[3]]), normalize=True)
"""


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="keep model and library in this folder")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    with (
        work_folder(arguments.work) as work,
        tempfile.TemporaryDirectory(dir=work, ignore_cleanup_errors=True) as scratch,
    ):
        models = install(work / "models")
        rows = [*_indexing(Path(scratch), data, models)]
        large = Path(scratch) / "large"
        grow(Libraries(work, data).main(), large, PHOTOS)
        add_vectors(large, models)
        rows += _warm(large, models)
        rows += _cold(large, models, work / "seeded.pt")
    table = Table(
        columns=("what", "asked", "measured", "holds"),
        rows=tuple(rows),
        notes=(
            f"{ARCHITECTURE} with random weights, ONNX Runtime on the CPU. Cold: processes whose files are in the "
            "disk cache, medians. The warm overhead is a whole search of the library less the text tower alone, "
            "by turns.",
        ),
    )
    publish("semantic", "Searching and indexing with a model", [table], write=arguments.write)


def install(models: Path) -> Path:
    """The seeded model in a store of its own, and its checkpoint beside it; found again by a later run."""
    store = ModelStore(models)
    checkpoint = models.parent / "seeded.safetensors"
    if not any(model.info.name == NAME for model in store.installed()):
        import torch

        model = seeded_model(ARCHITECTURE)
        torch.save(model.state_dict(), models.parent / "seeded.pt")
        write_checkpoint(model, checkpoint)
        progress("installing the seeded model")
        import_checkpoint(store, checkpoint, architecture=ARCHITECTURE, name=NAME)
    store.use(NAME)
    return models


def _indexing(scratch: Path, data: Path, models: Path) -> list[tuple[str, str, str, str]]:
    """Both engines in one run against the sum of two runs, each in a process of its own."""
    times: dict[str, list[float]] = {}
    for name, steps in (("parts", ("none", "models")), ("both", ("models",))):
        folder = scratch / name
        times[name] = []
        for step in steps:
            with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
                used = models if step == "models" else scratch / "no-models"
                times[name].append(pool.submit(index, folder, data / "distractors", used).result())
        shutil.rmtree(folder)
    parts, both = sum(times["parts"]), sum(times["both"])
    return [
        (
            "indexing 560 photos with both engines: throughput against the sum of its parts",
            "0.9",
            f"{parts / both:.2f} ({times['parts'][0]:.0f} s + {times['parts'][1]:.0f} s, together {both:.0f} s)",
            verdict(parts / both >= 0.9),
        )
    ]


def index(library: Path, photos: Path, models: Path) -> float:
    """Seconds that an index run takes."""
    with Library.open(library, create=True, options=LibraryOptions(models=models)) as opened:
        started = time.perf_counter()
        opened.index([photos])
        return time.perf_counter() - started


def add_vectors(folder: Path, models: Path) -> None:
    """A drawn embedding for every photo of a library."""
    model = ModelStore(models).find(NAME)
    fingerprint, dimension = model.info.fingerprint, model.info.dimension
    layout = Layout(folder)
    rng = np.random.default_rng(0)
    with Catalog.open(layout.catalog, writable=True) as catalog:
        documents = catalog.documents.live()
        vectors = rng.standard_normal((len(documents), dimension), np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        name = new_segment_name()
        write_vector_segment(layout.vectors(fingerprint, name), documents, vectors, model=fingerprint)
        row = SegmentRow(
            name=name, kind="vectors", codebook=fingerprint, options="", documents=len(documents)
        )
        with catalog.transaction():
            catalog.segments.add(row)


def _warm(folder: Path, models: Path) -> list[tuple[str, str, str, str]]:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        overhead_ms, whole_ms, megabytes, heavy = pool.submit(ask, folder, models).result()
    return [
        (
            f"a typed query over {PHOTOS:,} photos beyond the bare text tower",
            "10 ms",
            f"{overhead_ms:.1f} ms (of {whole_ms:.0f})",
            verdict(overhead_ms < 10),
        ),
        (
            "memory of the process that holds the text tower, resident",
            "600 MB",
            f"{megabytes:.0f} MB",
            verdict(megabytes < 600),
        ),
        ("torch or open_clip imported by it", "no", ", ".join(heavy) or "no", verdict(not heavy)),
    ]


def ask(folder: Path, models: Path) -> tuple[float, float, float, Sequence[str]]:
    """Milliseconds of a query beyond the tower and in all, resident megabytes, heavy modules."""
    tower_ms, whole_ms = [], []
    with Library.open(folder, options=LibraryOptions(models=models)) as library:
        options = SearchOptions(engine="semantic")
        library.search([Term(text=SENTENCES[0])], options)
        megabytes = psutil.Process().memory_info().rss / 1e6
        bare = open_text_tower(ModelStore(models).find(NAME))
        for number in range(QUERIES):
            text = f"{SENTENCES[number % len(SENTENCES)]} {number}"
            started = time.perf_counter()
            bare.encode([text])
            between = time.perf_counter()
            library.search([Term(text=text)], options)
            ended = time.perf_counter()
            if number >= WARM_UP:
                tower_ms.append((between - started) * 1000)
                whole_ms.append((ended - between) * 1000)
    heavy = [name for name in ("torch", "open_clip", "sklearn") if name in sys.modules]
    whole = float(np.median(whole_ms))
    return whole - float(np.median(tower_ms)), whole, megabytes, heavy


def _cold(folder: Path, models: Path, weights: Path) -> list[tuple[str, str, str, str]]:
    ours, bare = [], []
    for turn in range(PROCESSES + 1):
        sentence = SENTENCES[turn % len(SENTENCES)]
        ours.append(
            _seconds(
                *("-m", "cbir", "search", sentence, "--engine", "semantic", "--library", str(folder)),
                models=models,
            )
        )
        bare.append(_seconds("-c", BARE, ARCHITECTURE, str(weights), sentence, models=models))
    ours_s, bare_s = float(np.median(ours[1:])), float(np.median(bare[1:]))
    return [
        (
            f"cold `cbir search` of a sentence over {PHOTOS:,} photos against open_clip, loaded and asked once",
            "3 times as fast",
            f"{bare_s / ours_s:.1f} times ({ours_s:.2f} s against {bare_s:.2f} s)",
            verdict(bare_s / ours_s >= 3),
        )
    ]


def _seconds(*arguments: str, models: Path) -> float:
    paths = os.pathsep.join(filter(None, (python_path(), os.environ.get("PYTHONPATH"))))
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": paths, "CBIR_MODELS": str(models)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
