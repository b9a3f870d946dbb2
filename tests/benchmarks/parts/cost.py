"""What parts cost a photo: processor, memory and disk of an index run, and the time of a search among many."""

from __future__ import annotations

import multiprocessing
import os
import resource
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import psutil  # type: ignore[import-untyped]

from cbir.base.storage import folder_bytes
from cbir.embeddings import PARTS, part_keys
from cbir.library import Library, LibraryOptions
from cbir.search.meaning import PartIndex
from cbir.vectors import VectorIndex, VectorSegment, write_vector_segment
from tests.benchmarks.report import Table, progress

INDEXED = 60
SEARCHED = 20_000
DIMENSION = 384  # the built-in model's
ROUNDS = 15
TOP = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    cpu_s: float
    wall_s: float
    peak_mb: float
    vector_bytes: int


def cost_table(data: Path) -> Table:
    """Of the built-in model, over photos of distractors/, each run in a process of its own."""
    runs: dict[bool, list[_Run]] = {False: [], True: []}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
        photos = Path(work) / "photos"
        photos.mkdir()
        for path in sorted((data / "distractors").glob("*.jpg"))[:INDEXED]:
            (photos / path.name).symlink_to(path)
        for turn in range(2):
            for parts, done in runs.items():
                progress(f"indexing with{'' if parts else 'out'} parts, turn {turn}")
                with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
                    done.append(
                        pool.submit(index_here, Path(work) / f"{turn}{parts}", photos, parts).result()
                    )
    without, with_parts = (min(runs[parts], key=lambda run: run.cpu_s) for parts in (False, True))
    before_ms, after_ms, before_mb, after_mb = _search_ms()
    photo = 1000 / INDEXED
    return Table(
        title="What it costs, with the built-in model",
        columns=("what", "whole photos", "with their parts"),
        rows=(
            ("indexing, CPU ms a photo", f"{without.cpu_s * photo:.0f}", f"{with_parts.cpu_s * photo:.0f}"),
            (
                "indexing, wall ms a photo",
                f"{without.wall_s * photo:.0f}",
                f"{with_parts.wall_s * photo:.0f}",
            ),
            ("peak memory of all processes, MB", f"{without.peak_mb:.0f}", f"{with_parts.peak_mb:.0f}"),
            (
                "embeddings on disk, bytes a photo",
                f"{without.vector_bytes / INDEXED:.0f}",
                f"{with_parts.vector_bytes / INDEXED:.0f}",
            ),
            (f"a search among {SEARCHED:,} photos, CPU ms", f"{before_ms:.1f}", f"{after_ms:.1f}"),
            ("mapped for it, MB", f"{before_mb:.0f}", f"{after_mb:.0f}"),
        ),
        notes=(
            f"{INDEXED} photos of distractors/, the better of two runs by CPU, beside other work. The search is of "
            f"random vectors of {DIMENSION} numbers, exact, the best {TOP} photos.",
        ),
    )


def index_here(folder: Path, photos: Path, parts: bool) -> _Run:
    """Index in this process and its children, with the built-in model."""
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)
    peak, done = 0.0, threading.Event()

    def watch() -> None:
        nonlocal peak
        me = psutil.Process()
        while not done.wait(0.05):
            peak = max(peak, sum(_megabytes(one) for one in (me, *me.children(recursive=True))))

    watching = threading.Thread(target=watch)
    watching.start()
    started = time.perf_counter()
    with Library.open(
        folder / "library", create=True, options=LibraryOptions(models=folder / "models")
    ) as library:
        library.index([photos], parts=parts)
        wall = time.perf_counter() - started
    done.set()
    watching.join()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return _Run(
        cpu_s=sum(one.ru_utime + one.ru_stime for one in used),
        wall_s=wall,
        peak_mb=peak,
        vector_bytes=folder_bytes(folder / "library" / "vectors"),
    )


def _megabytes(process: psutil.Process) -> float:
    try:
        return float(process.memory_info().rss) / 1e6
    except psutil.Error:  # it has ended
        return 0.0


def _search_ms() -> tuple[float, float, float, float]:
    """CPU ms of a search of whole photos and of one of both, and the megabytes of each that are mapped."""
    rng = np.random.default_rng(0)
    documents = np.arange(1, SEARCHED + 1, dtype=np.int64)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
        indexes, sizes = [], []
        for name, keys in (("whole", documents), ("parts", part_keys(documents))):
            vectors = rng.normal(size=(len(keys), DIMENSION)).astype(np.float32)
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            write_vector_segment(Path(work) / name, keys, vectors, model="m")
            indexes.append(VectorIndex.open([VectorSegment.open(Path(work) / name)], device="cpu"))
            sizes.append(folder_bytes(Path(work) / name) / 1e6)
        whole, parts = indexes[0], PartIndex(indexes[1])
        assert len(parts.index) == PARTS * SEARCHED
        took: dict[str, list[float]] = {"whole": [], "both": []}
        for _ in range(ROUNDS + 1):
            query = rng.normal(size=DIMENSION).astype(np.float32)
            query /= np.linalg.norm(query)
            started = time.process_time()
            found = whole.search(query, TOP).documents
            first = time.process_time()
            best = np.union1d(found, parts.best(query, TOP, allowed=None, nprobe=None))
            whole.scores(query[None], best)
            parts.scores(query, best)
            took["whole"].append((first - started) * 1000)
            took["both"].append((time.process_time() - started) * 1000)
        medians = [float(np.median(times[1:])) for times in took.values()]
    return medians[0], medians[1], sizes[0], sum(sizes)
