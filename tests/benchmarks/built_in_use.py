"""Cost of the built-in model, and its uses beside sentences about photos; see built_in.py."""

import io
import multiprocessing
import os
import resource
import sys
import tempfile
import time
import zipfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import psutil
from numpy.typing import NDArray
from PIL import Image

from cbir.base.types import SearchOptions, Term
from cbir.embeddings import open_image_tower, open_text_tower, prepare
from cbir.library import Library, LibraryOptions
from cbir.search.calibration import background_margin, distinct_z_scores
from tests.benchmarks.records import Table
from tests.benchmarks.report import progress, verdict

Rows = NDArray[np.float32]
JUDGED = 100  # best photos of a sentence that are compared with the line, as a search does
INDEXED = 150
ROUNDS = 3
DRAWS = 1000


def mean_of(values, mean=None):
    """A mean with its 95 % interval, by drawing photos anew. mean : where photos have several values"""
    rng = np.random.default_rng(0)
    means = rng.choice(np.asarray(values, float), (DRAWS, len(values))).mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return f"{np.mean(values) if mean is None else mean:.3f} ({low:.3f} to {high:.3f})"


def strong_rows(model, vectors, asked, background, sentences):
    """The photos that are strong hits of a sentence, as a search decides it."""
    assert model.strong_z is not None
    scores = vectors @ asked
    best = np.argsort(-scores, kind="stable")[:JUDGED]
    (z_scores,) = distinct_z_scores(asked[None], vectors[best], background, sentences)
    return best[background_margin(z_scores, len(vectors), model.strong_z) >= 0]


def cost(model, data):
    paths = sorted((data / "captioned" / "five").iterdir())[:64]
    squares = np.stack([prepare_here(path, model) for path in paths])
    with open_image_tower(model, "cpu", threads=1) as tower:
        tower.encode(squares[:8])
        started, cpu = time.perf_counter(), time.process_time()
        tower.encode(squares)
        wall, cpu = (time.perf_counter() - started) * 1000, (time.process_time() - cpu) * 1000
    with open_text_tower(model, "cpu") as text:
        text.encode(["a dog on a beach"])
        times = []
        for sentence in ("a red boat at dusk", "children playing football in the park", "an old church") * 20:
            started = time.perf_counter()
            text.encode([sentence])
            times.append((time.perf_counter() - started) * 1000)
    image_ms, text_ms = cpu / len(squares), float(np.median(times))
    size, packed = sum(path.stat().st_size for path in model.folder.iterdir()), zipped(model.folder)
    return Table(
        title="What it costs",
        columns=("what", "asked", "measured", "holds"),
        rows=(
            (
                "image tower, CPU ms a photo",
                "60",
                f"{image_ms:.0f} ({wall / len(squares):.0f} wall)",
                verdict(image_ms <= 60),
            ),
            ("a sentence, ms", "4", f"{text_ms:.1f}", verdict(text_ms <= 4)),
            (
                "in the wheel, MB",
                "30",
                f"{packed / 1e6:.1f} ({size / 1e6:.1f} installed)",
                verdict(packed <= 30e6),
            ),
            *indexing(data),
        ),
    )


def indexing(data):
    """Matching alone and both engines by turns, each run in a process of its own; then a first sentence."""
    taken = {True: [], False: []}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
        photos = Path(work) / "photos"
        photos.mkdir()
        for path in sorted((data / "distractors").glob("*.jpg"))[:INDEXED]:
            (photos / path.name).symlink_to(path)
        for turn in range(ROUNDS):
            progress(f"indexing, round {turn}")
            for with_model, times in taken.items():
                with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
                    library = Path(work) / f"{turn} {with_model}"
                    times.append(pool.submit(index_here, library, photos, with_model).result())
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            first_ms, megabytes, heavy = pool.submit(first_sentence, Path(work) / "0 True").result()
    alone, both = (np.median(taken[used], axis=0) for used in (False, True))
    return [
        (
            f"indexing {INDEXED} photos with both engines, CPU times that of matching alone",
            "1.5",
            f"{both[1] / alone[1]:.2f} ({both[1]:.0f} s against {alone[1]:.0f} s of CPU, {both[0]:.0f} against "
            f"{alone[0]:.0f} wall)",
            verdict(bool(both[1] <= 1.5 * alone[1])),
        ),
        ("the first sentence of an opened library, ms", "reported", f"{first_ms:.0f}", ""),
        ("memory of its process, MB", "reported", f"{megabytes:.0f}", ""),
        ("torch imported by it", "no", "yes" if heavy else "no", verdict(not heavy)),
    ]


def index_here(folder, photos, with_model):
    """Seconds of wall and of CPU, the workers' and the encoder's among them."""
    if with_model:
        os.environ.pop("CBIR_BUILT_IN_MODEL", None)
    else:
        os.environ["CBIR_BUILT_IN_MODEL"] = ""
    options = LibraryOptions(models=folder / "models")
    started = time.perf_counter()
    with Library.open(folder / "library", create=True, options=options) as library:
        library.index([photos])
        wall = time.perf_counter() - started
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return wall, sum(one.ru_utime + one.ru_stime for one in used)


def first_sentence(folder):
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)
    with Library.open(folder / "library", options=LibraryOptions(models=folder / "models")) as library:
        started = time.perf_counter()
        library.search([Term(text="a red boat at dusk")], SearchOptions(engine="semantic"))
        taken = (time.perf_counter() - started) * 1000
        return taken, psutil.Process().memory_info().rss / 1e6, "torch" in sys.modules


def prepare_here(path, model):
    return prepare(np.asarray(Image.open(path).convert("RGB")), model.preprocessing)


def zipped(folder):
    """Bytes of a folder's files as a wheel compresses them."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for path in folder.iterdir():
            file.write(path, path.name)
    return len(packed.getvalue())
