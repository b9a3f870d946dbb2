"""Nearest neighbours by number of vectors and kind of index: `python -m tests.benchmarks.ann --work DIR`, 6 minutes.

The vectors are drawn by a fixed recipe, which is harder than what a model makes of photos: 2,000 centres, 96
dimensions of 512 in which they vary, a spectrum that falls as i^-0.7, unit length. Queries are drawn alike and shifted
by a constant, as a model's texts are shifted against its pictures. Every way has the same single core. The plot is
docs/ann.svg.
"""

import math
import shutil
import statistics
import time

import numpy as np

from cbir.base.storage import folder_bytes
from cbir.vectors import VectorIndex, VectorIndexOptions, VectorSegment, build_structure, write_vector_segment
from tests.benchmarks.libraries import work_folder
from tests.benchmarks.records import PAGE, Table
from tests.benchmarks.report import on_one_core, parser, progress, publish, times_ms

MEASURES = ("cbir/vectors", "cbir/loops")

DIMENSION, INNER, CENTRES, FALL, SPREAD, CHUNK = 512, 96, 2000, 0.7, 0.6, 50_000
SHORT = 256  # numbers of a VLAD vector, whitened
SIZES = (3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
TOP, QUERIES, REPEATS = 10, 60, 3
TRAINED = {"kind": "trained", "dimensions": 128}
WAYS = {
    "exact, 8-bit scan": (DIMENSION, VectorIndexOptions(kind="exact")),
    "IVF, 8 bits": (DIMENSION, VectorIndexOptions(kind="trained", dimensions=None, codes="8bit")),
    "IVF + PCA 128, 8 bits": (DIMENSION, VectorIndexOptions(**TRAINED, codes="8bit")),
    "PQ of PCA 128, no lists": (DIMENSION, VectorIndexOptions(**TRAINED, lists=1)),
    "IVF + PCA 128 + PQ, the default": (DIMENSION, VectorIndexOptions(**TRAINED)),
    "VLAD, 256 numbers, exact": (SHORT, VectorIndexOptions(kind="exact")),
}
INKS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#555")  # Okabe and Ito's


def main():
    parsed = parser(__doc__ or "", data=False, work="vectors and structures")
    parsed.add_argument("--largest", type=int, default=SIZES[-1], help="measure no more vectors than these")
    arguments = parsed.parse_args()
    with work_folder(arguments.work) as folder:
        rows = [
            row
            for size in SIZES
            if size <= arguments.largest
            for row in on_one_core(measure, size, folder / str(size))
        ]
    table = Table(
        columns=("vectors, way", "ms", "recall at 10", "build, CPU s", "MB"),
        rows=tuple(
            (
                f"{size:,}, {way}",
                f"{ms:.2f}",
                f"{recall:.3f}",
                f"{build_s:.1f}" if build_s else "",
                f"{megabytes:.1f}",
            )
            for size, way, ms, recall, build_s, megabytes in rows
        ),
        notes=(
            f"Median over {QUERIES} shifted queries of the fastest of {REPEATS} runs, on one core; recall "
            "against exact search in single precision. MB: what is scanned, or the structure.",
        ),
    )
    publish("ann", "Nearest neighbours among vectors", [table], write=arguments.write, measures=MEASURES)
    if arguments.write:
        (PAGE.parent / "ann.svg").write_text(plot(rows), encoding="utf-8")


def measure(count, folder):
    """Size, way, ms of a query, recall, CPU seconds to build, and megabytes, of every way."""
    vectors, queries = draw(count)
    rows = []
    for dimension in (DIMENSION, SHORT):
        stored, asked = (_unit(part[:, :dimension]) for part in (vectors, queries))
        truth = np.argpartition(asked @ stored.T, -TOP, axis=1)[:, -TOP:]
        place = folder / str(dimension)
        write_vector_segment(place, np.arange(count, dtype=np.int64), stored, model="drawn")
        segment = VectorSegment.open(place)
        for way, (wanted_dimension, options) in WAYS.items():
            if wanted_dimension == dimension:
                rows.append((count, way, *_measured(segment, options, asked, truth, folder / "structure")))
                progress(f"{count:,}, {way}: {rows[-1][2]:.2f} ms, recall {rows[-1][3]:.3f}")
    return rows


def _measured(segment, options, queries, truth, cache):
    build_s, size = 0.0, segment.codes.nbytes
    if options.kind == "exact":
        index = VectorIndex.open([segment], options=options, device="cpu")
        index.prepare()
    else:
        shutil.rmtree(cache, ignore_errors=True)
        started = time.process_time()
        build_structure([segment], cache, deleted=segment.documents[:0], options=options)
        build_s, size = time.process_time() - started, folder_bytes(cache)
        index = VectorIndex.open([segment], options=options, cache=cache, device="cpu")
    hits = [index.search(query, TOP).documents for query in queries]
    shares = [len(np.intersect1d(a, b)) / TOP for a, b in zip(hits, truth, strict=True)]
    ms = [
        min(times_ms(lambda query=query: index.search(query, TOP), REPEATS, warm_up=0)) for query in queries
    ]
    return statistics.median(ms), float(np.mean(shares)), build_s, size / 1e6


def draw(count):
    """(count, 512) vectors, a smaller number being the beginning of a larger one, and (60, 512) queries."""
    rng = np.random.default_rng(0)
    spectrum = np.arange(1, INNER + 1, dtype=np.float32) ** np.float32(-FALL)
    axes = np.linalg.qr(rng.standard_normal((DIMENSION, INNER)))[0].T.astype(np.float32)
    centres = rng.standard_normal((CENTRES, INNER), dtype=np.float32) * spectrum
    shift = _unit((rng.standard_normal(INNER) * spectrum) @ axes)

    def some(rng, number):
        around = rng.standard_normal((number, INNER), dtype=np.float32) * spectrum
        return _unit((centres[rng.integers(0, CENTRES, number)] + SPREAD * around) @ axes)

    vectors = np.empty((count, DIMENSION), np.float32)
    for start in range(0, count, CHUNK):
        rows = vectors[start : start + CHUNK]
        rows[:] = some(np.random.default_rng((1, start)), CHUNK)[: len(rows)]
    return vectors, _unit(some(np.random.default_rng(2), QUERIES) + shift)


def _unit(rows):
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), np.float32)


def plot(rows):
    """Time over number of vectors, both on logarithmic scales, as SVG."""
    left, top, width, height, decades, lowest = 60, 20, 420, 300, 3, -1

    def at(size, ms):
        x = left + width * (math.log10(size) - 3.3) / 2.8
        return f"{x:.0f} {top + height * (1 - (math.log10(ms) - lowest) / decades):.0f}"

    marks = []
    for power in range(4, 7):
        marks.append(f'<path d="M{at(10**power, 0.1)}V{top}" stroke="#ddd"/>')
        x, y = at(10**power, 0.1).split()
        marks.append(f'<text x="{x}" y="{int(y) + 18}" text-anchor="middle">{10**power:,}</text>')
    for power in range(lowest, lowest + decades + 1):
        x, y = at(2_000, 10**power).split()
        marks.append(f'<path d="M{x} {y}h{width}" stroke="#ddd"/>')
        marks.append(f'<text x="{left - 6}" y="{int(y) + 4}" text-anchor="end">{10**power:g} ms</text>')
    for number, (way, ink) in enumerate(zip(WAYS, INKS, strict=True)):
        points = [at(size, ms) for size, name, ms, *_ in rows if name == way]
        marks.append(f'<path d="M{"L".join(points)}" fill="none" stroke="{ink}" stroke-width="2"/>')
        y = top + 16 + 18 * number
        marks.append(f'<path d="M{left + 10} {y - 4}h20" stroke="{ink}" stroke-width="2"/>')
        marks.append(f'<text x="{left + 36}" y="{y}">{way}</text>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="370" font-family="sans-serif" font-size="12">'
        f'<rect width="500" height="370" fill="white"/>{"".join(marks)}'
        '<text x="270" y="362" text-anchor="middle">vectors; time of one query on one core</text></svg>\n'
    )


if __name__ == "__main__":
    main()
