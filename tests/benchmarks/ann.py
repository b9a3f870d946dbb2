"""Nearest neighbours among 100,000 and a million vectors: `python -m tests.benchmarks.ann --work DIR`.

The vectors are drawn by a fixed recipe, which is harder than what a model makes of photos: 2,000 centres, 96
dimensions of 512 in which they vary, a spectrum that falls as i^-0.7, unit length. Queries are drawn alike, and
shifted by a constant offset, as a model's texts are shifted against its pictures. Every way has the same single core.
"""

from __future__ import annotations

import functools
import statistics
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.storage import folder_bytes
from cbir.vectors import VectorIndex, VectorIndexOptions, VectorSegment, build_structure, write_vector_segment
from tests.benchmarks.libraries import work_folder
from tests.benchmarks.records import Table
from tests.benchmarks.report import on_one_core, parser, progress, publish, times_ms, verdict

MEASURES = ("cbir/vectors", "cbir/loops")

DIMENSION, INNER, CENTRES = 512, 96, 2000
FALL, SPREAD = (
    0.7,
    0.6,
)  # of the spectrum; of vectors around their centre, in units of the centres' own spread
OFFSET = 1.0  # length of the shift, in lengths of a query
SIZES = (100_000, 1_000_000)
TOP, QUERIES, REPEATS, MODEL = 10, 100, 3, "drawn"

Vectors = NDArray[np.float32]

TRAINED = VectorIndexOptions(kind="trained")
NAIVE, EXACT = "naive: NumPy, float32", "ours: exact, 8-bit scan"
OURS = "ours: PCA128 + IVF, 4-bit pairs, re-ranked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One way at one size. ms : of one query, recall : at 10, both by kind of query.

    build_s, bytes : CPU time and size of its structure
    """

    way: str
    count: int
    ms: dict[str, float]
    recall: dict[str, float]
    build_s: float
    bytes: int


class Recipe:
    """Draws the vectors. A smaller number of them is the beginning of a larger one."""

    def __init__(self):
        rng = np.random.default_rng(0)
        self._spectrum = np.arange(1, INNER + 1, dtype=np.float32) ** np.float32(-FALL)
        self._axes = np.linalg.qr(rng.standard_normal((DIMENSION, INNER)))[0].T.astype(np.float32)
        self._centres = rng.standard_normal((CENTRES, INNER), dtype=np.float32) * self._spectrum
        across = rng.standard_normal(DIMENSION)
        within = (rng.standard_normal(INNER) * self._spectrum) @ self._axes
        self._offsets = {"shifted": _unit(across), "shifted within": _unit(within)}

    def vectors(self, count, *, chunk=50_000):
        drawn = np.empty((count, DIMENSION), np.float32)
        for start in range(0, count, chunk):
            rows = drawn[start : start + chunk]
            rows[:] = self._draw(np.random.default_rng((1, start)), chunk)[: len(rows)]
        return drawn

    def queries(self, count):
        """By kind: drawn alike; shifted in some direction; shifted in one of those that vary, the hardest."""
        alike = self._draw(np.random.default_rng(2), count)
        shifted = {kind: _unit(alike + OFFSET * offset) for kind, offset in self._offsets.items()}
        return {"alike": alike, **shifted}

    def _draw(self, rng, count):
        around = rng.standard_normal((count, INNER), dtype=np.float32) * self._spectrum
        return _unit((self._centres[rng.integers(0, CENTRES, count)] + SPREAD * around) @ self._axes)


def main():
    parsed = parser(__doc__ or "", data=False, work="vectors and structures")
    parsed.add_argument("--largest", type=int, default=SIZES[-1], help="measure no more vectors than these")
    arguments = parsed.parse_args()
    sizes = [size for size in SIZES if size <= arguments.largest] or [arguments.largest]
    with work_folder(arguments.work) as folder:
        measured = on_one_core(measure_all, sizes, folder)
    tables = [all_ways(measured, size) for size in sizes]
    publish("ann", "Nearest neighbours among vectors", tables, write=arguments.write, measures=MEASURES)


def measure_all(sizes, folder):
    """Every way at every size."""
    recipe = Recipe()
    queries = recipe.queries(QUERIES)
    return [one for size in sizes for one in measure(recipe.vectors(size), queries, folder / str(size))]


def measure(vectors, queries, folder):
    """Every way at one size."""
    count = len(vectors)
    progress(f"{count:,} vectors")
    truth = {kind: _exact(vectors, asked) for kind, asked in queries.items()}
    segment, cache = _segment(vectors, folder), folder / "structure"
    run = functools.partial(_measure, queries=queries, truth=truth, count=count)
    measured = [run(NAIVE, lambda query: _naive(vectors, query))]
    exact = VectorIndex.open([segment], options=VectorIndexOptions(kind="exact"), device="cpu")
    exact.prepare()
    measured.append(
        run(EXACT, lambda query: exact.search(query, TOP).documents, bytes=int(segment.codes.nbytes))
    )
    took = _built(segment, cache)
    index = VectorIndex.open([segment], options=TRAINED, cache=cache, device="cpu")
    find = lambda query: index.search(query, TOP).documents  # noqa: E731
    return [*measured, run(OURS, find, build_s=took, bytes=folder_bytes(cache))]


def _segment(vectors, folder):
    """The vectors as a segment, as an earlier run left it or anew."""
    if not (folder / "segment").exists():
        write_vector_segment(
            folder / "segment", np.arange(len(vectors), dtype=np.int64), vectors, model=MODEL
        )
    return VectorSegment.open(folder / "segment")


def _built(segment, cache):
    """Build a structure where it was not built before, and return the seconds of one core that it took."""
    record = cache / "seconds"
    if not record.exists():
        none = segment.documents[:0]
        started = time.process_time()
        build_structure([segment], cache, deleted=none, options=TRAINED)
        record.write_text(str(time.process_time() - started), encoding="utf-8")
    return float(record.read_text(encoding="utf-8"))


def all_ways(measured, count):
    """All ways at one size, beside what was asked of them."""
    ways = [one for one in measured if one.count == count]
    naive = next(one for one in ways if one.way == NAIVE)
    asked = 0.98 if count <= 100_000 else 0.95
    rows = []
    for one in ways:
        faster = {kind: naive.ms[kind] / one.ms[kind] for kind in one.ms}
        holds = None
        if one.way.startswith("ours"):
            enough = all(recall >= asked for recall in one.recall.values())
            holds = enough and (count < 1_000_000 or one.way == EXACT or min(faster.values()) >= 5)
        rows.append(
            (
                one.way,
                *(f"{one.ms[kind]:.2f}" for kind in naive.ms),
                f"{min(faster.values()):.1f}",
                *(f"{one.recall[kind]:.3f}" for kind in naive.ms),
                f"{one.build_s:.0f}" if one.build_s else "",
                f"{one.bytes / 1e6:.0f}" if one.bytes else "",
                verdict(holds),
            )
        )
    kinds = tuple(naive.ms)
    return Table(
        title=f"{count:,} vectors of {DIMENSION} numbers",
        columns=(
            "way",
            *(f"ms, {kind}" for kind in kinds),
            "times naive, at least",
            *(f"recall, {kind}" for kind in kinds),
            "build, CPU s",
            "MB looked at or loaded",
            "holds",
        ),
        rows=tuple(rows),
        notes=(
            f"Median over {QUERIES} queries of the fastest of {REPEATS} runs, one query at a time; "
            f"recall at {TOP} against exact search in single precision. Asked: "
            f"recall {asked} for every kind of query"
            + (", at 5 times naive or faster." if count >= 1_000_000 else ".")
            + " Every way has the same single core; with several, naive and the exact scan share them.",
            "Alike: queries of the vectors' own recipe. Shifted: by a constant offset of length 1, in a random "
            "direction; within: in one of the directions in which the vectors vary. Vectors of a real model "
            "decay faster than these, so that fewer dimensions hold more of them.",
        ),
    )


def _measure(way, answer, *, queries, truth, count, build_s=0, bytes=0):
    """Ask every query for its recall, and then for its time."""
    ms, recall = {}, {}
    for kind, asked in queries.items():
        found = [answer(query) for query in asked]
        recall[kind] = float(
            np.mean([len(np.intersect1d(a, b)) / TOP for a, b in zip(found, truth[kind], strict=True)])
        )
        times = [min(times_ms(functools.partial(answer, query), REPEATS, warm_up=0)) for query in asked]
        ms[kind] = statistics.median(times)
    progress(f"  {way}: {ms['alike']:.2f} ms, recall " + ", ".join(f"{r:.3f}" for r in recall.values()))
    return Measured(way=way, count=count, ms=ms, recall=recall, build_s=build_s, bytes=bytes)


def _naive(vectors, query):
    scores = vectors @ query
    return np.argpartition(scores, -TOP)[-TOP:]


def _exact(vectors, queries):
    """The results of `_naive` for each query, computed at once."""
    parts = (queries[start : start + 10] @ vectors.T for start in range(0, len(queries), 10))
    return np.concatenate([np.argpartition(part, -TOP, axis=1)[:, -TOP:] for part in parts])


def _unit(rows):
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), np.float32)


if __name__ == "__main__":
    main()
