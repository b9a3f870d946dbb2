"""A large index in PostgreSQL: `python -m tests.benchmarks.database --library DIR --photos 100000`.

Photos are drawn: visual words by the frequencies of a real library, embeddings around 2,000 centres. The server is
filled in batches, as a library fills it, and asked as a library asks: 2,000 candidates by the words of a photo whose
features were drawn anew by half, 200 by a vector near one of the library's, both with and without a filter.
"""

import statistics
import time
from functools import partial
from pathlib import Path

import numpy as np
import psutil

from cbir.base.types import SearchOptions, Term
from cbir.cluster import Address, PostgresCollections, library_folder
from cbir.cluster.columns import SparseRow
from cbir.library import Library
from tests.benchmarks.libraries import Libraries, open_segments, work_folder
from tests.benchmarks.million.drawing import Pool
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, thinned, verdict
from tests.cbir.cluster.postgres_server import servers
from tests.evaluation.ground_truth import load_queries
from tests.evaluation.metrics import figure

MEASURES = ("cbir/cluster",)

_SEARCHES = 30
_DIMENSION, _CENTRES, _SPREAD = 384, 2000, 0.7
_CANDIDATES, _NEAREST = 2000, 200
_COLUMNS = (
    "engine", "photos", "filled, s", "indexed, s", "memory, MB", "disk, MB", "first search, ms",
    "words p50, ms", "words p95, ms", "right photo among 2,000", "vectors p50, ms", "vectors p95, ms",
    "vectors, recall@10", "of a tenth: vectors p50, ms", "of a tenth: recall@10",
)  # fmt: skip


class Drawn:
    """Photos by their numbers, the same each time: drawn where they are needed, for memory's sake."""

    def __init__(self, pool, photos):
        self.pool, self.photos = pool, photos
        rng = np.random.default_rng(1)
        self._centres = unit(rng.standard_normal((_CENTRES, _DIMENSION)))

    def words(self, photo):
        rng = np.random.default_rng([2, photo])
        return self.pool.words[rng.integers(0, len(self.pool.words), int(rng.choice(self.pool.lengths)))]

    def query(self, photo):
        """Half of a photo's features, and as many of others: as another photo of the same thing."""
        own = self.words(photo)
        rng = np.random.default_rng([3, photo])
        strange = self.pool.words[rng.integers(0, len(self.pool.words), 2 * len(own))]
        return np.concatenate([rng.permutation(own)[: len(own) // 2], strange])

    def vectors(self, first, last, *, seed=4):
        rng = np.random.default_rng([seed, first])
        centres = self._centres[np.random.default_rng([5, first]).integers(0, _CENTRES, last - first)]
        return unit(centres + _SPREAD * unit(rng.standard_normal((last - first, _DIMENSION))))


def unit(rows):
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def row_of(words):
    distinct, tf = np.unique(words, return_counts=True)
    return SparseRow(distinct.astype(np.uint32), np.sqrt(tf / len(words)).astype(np.float32))


class Costs:
    """Processor time and memory of processes: this one, and a server with its children."""

    def __init__(self, server=None):
        self._server = server

    def _processes(self):
        own = [psutil.Process()]
        if self._server is None:
            return own
        server = psutil.Process(self._server.pid)
        return [*own, server, *server.children(recursive=True)]

    def seconds(self):
        """Those of ended children, such as workers that built an index, count too."""
        total = 0.0
        for process in self._processes():
            times = process.cpu_times()
            total += times.user + times.system
            total += (
                times.children_user + times.children_system
                if self._server and process.pid != psutil.Process().pid
                else 0
            )
        return total

    def memory_mb(self):
        return sum(process.memory_full_info().pss for process in self._processes()) / 1e6


def measure(name, collections, drawn, folder, costs):
    photos, batch = drawn.photos, collections.rows_at_once
    collections.make("words", dimension=None)
    collections.make("vectors", dimension=_DIMENSION)
    vectors, _formats = np.empty((photos, _DIMENSION), np.float32), []
    began = costs.seconds()
    drawing = 0.0
    frequencies = np.zeros(drawn.pool.vocabulary, np.int64)
    for first in range(0, photos, batch):
        last = min(first + batch, photos)
        before = time.process_time()
        rows = [row_of(drawn.words(photo)) for photo in range(first, last)]
        vectors[first:last] = drawn.vectors(first, last)
        traits = [
            {"format": "png" if photo % 10 == 0 else "jpeg", "orientation": 1, "pixels": 12_000_000}
            for photo in range(first, last)
        ]
        frequencies += np.bincount(np.concatenate([row.columns for row in rows]), minlength=len(frequencies))
        drawing += time.process_time() - before
        keys = list(range(first + 1, last + 1))
        collections.upsert("words", keys, rows, traits)
        collections.upsert("vectors", keys, list(vectors[first:last]), traits)
        progress(f"{name}: {last:,} photos")
    filled = costs.seconds() - began - drawing
    began = costs.seconds()
    collections.flush("words")
    collections.flush("vectors")
    indexed = costs.seconds() - began
    idf = np.log((photos + 1) / np.maximum(frequencies, 1))
    rng = np.random.default_rng(6)
    tenth = np.arange(1, photos + 1, 10)
    times = {"words": [], "vectors": [], "tenth": []}
    right, recall, recall_of_tenth = [], [], []
    for photo in rng.integers(0, photos, _SEARCHES + 1).tolist():
        distinct, counts = np.unique(drawn.query(photo), return_counts=True)
        query = SparseRow(distinct, (counts * idf[distinct] ** 2).astype(np.float32))
        found = timed(
            costs, times["words"], partial(collections.nearest, "words", query, _CANDIDATES, among=None)
        )
        right.append(photo + 1 in found)
        vector = unit(vectors[photo : photo + 1] + 0.5 * unit(rng.standard_normal((1, _DIMENSION))))[0]
        near = timed(
            costs, times["vectors"], partial(collections.nearest, "vectors", vector, _NEAREST, among=None)
        )
        scores = vectors @ vector
        recall.append(np.isin(np.argsort(-scores)[:10] + 1, near).mean())
        near = timed(
            costs,
            times["tenth"],
            partial(
                collections.nearest,
                "vectors",
                vector,
                _NEAREST,
                expression="(format = 'png')",
                among=tenth,
            ),
        )
        best = tenth[np.argsort(-scores[tenth - 1])[:10]]
        recall_of_tenth.append(np.isin(best, [] if near is None else near).mean())
    memory = costs.memory_mb()
    disk = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()) / 1e6
    first_ms = times["words"][0]

    def at(kind, share):
        return f"{np.percentile(times[kind][1:], share):.0f}"

    return (
        *(
            name,
            f"{photos:,}",
            f"{filled:.0f}",
            f"{indexed:.0f}",
            f"{memory:,.0f}",
            f"{disk:,.0f}",
            f"{first_ms:.0f}",
        ),
        *(
            at("words", 50),
            at("words", 95),
            f"{statistics.fmean(right):.3f}",
            at("vectors", 50),
            at("vectors", 95),
        ),
        *(f"{statistics.fmean(recall):.3f}", at("tenth", 50), f"{statistics.fmean(recall_of_tenth):.3f}"),
    )


def timed(costs, times, work):
    began = costs.seconds()
    result = work()
    times.append((costs.seconds() - began) * 1000)
    return result


def quality(server, libraries, most):
    """The same photos in a local library and on PostgreSQL, asked the same: verified sets and the first hit."""
    covers, data = libraries.main(), libraries.data
    far = libraries.work / "main-postgresql"
    library_folder(f"{server.make('photos').replace('?', '')}?folder={far}")
    with Library.open(far, create=True, writable=True, options=libraries.options) as library:
        library.index([data / "distractors"])
        library.index([data / "covers" / "Reference"])
    queries = load_queries(data / "covers")
    queries = thinned(queries, most) if most else queries
    equal, first, times = [], {covers: [], far: []}, {covers: [], far: []}
    options = SearchOptions(engine="match")
    with (
        Library.open(covers, options=libraries.options) as local,
        Library.open(far, options=libraries.options) as remote,
    ):
        for query in queries:
            verified = []
            for folder, library in ((covers, local), (far, remote)):
                began = time.process_time()
                result = library.search([Term(path=query.path)], options)
                times[folder].append((time.process_time() - began) * 1000)
                verified.append({hit.path for hit in result.hits if hit.verified})
                first[folder].append(
                    figure("R@1", [hit.path for hit in result.hits], query.relevant, query.path)
                )
            equal.append(verified[0] == verified[1])
    rights = [statistics.fmean(first[folder]) for folder in (covers, far)]
    share = statistics.fmean(equal)
    checks = (
        ("verified sets equal", "at least .99", f"{share:.4f}", verdict(share >= 0.99)),
        ("R@1, local", "", f"{rights[0]:.4f}", ""),
        ("R@1, PostgreSQL", "within .005", f"{rights[1]:.4f}", verdict(abs(rights[0] - rights[1]) <= 0.005)),
        ("processor time of a search, local, ms", "", f"{statistics.median(times[covers]):.0f}", ""),
        ("the same, PostgreSQL, ms", "", f"{statistics.median(times[far]):.0f}", ""),
    )
    note = f"{len(queries)} phone photos of covers/ among 660 photos; times of the asking process alone."
    return Table(columns=("what", "asked", "measured", "holds"), rows=checks, notes=(note,))


def main():
    parsed = parser(__doc__ or "", work="the libraries", limit="queries of each set")
    parsed.add_argument(
        "--quality", action="store_true", help="compare answers with a local library's instead"
    )
    parsed.add_argument("--library", type=Path, help="whose visual words are drawn from")
    parsed.add_argument("--photos", type=int, nargs="*", default=[10_000])
    arguments = parsed.parse_args()
    if arguments.quality:
        with work_folder(arguments.work) as work, servers() as make:
            server = make()
            server.start("shared_buffers=1GB")
            table = quality(server, Libraries(work, arguments.data.resolve()), arguments.limit)
        publish(
            "database-quality",
            "The index in PostgreSQL beside the local one",
            [table],
            write=arguments.write,
            measures=MEASURES,
        )
        return
    pool = Pool.of(open_segments(arguments.library))
    rows = []
    for photos in arguments.photos:
        drawn = Drawn(pool, photos)
        with servers() as make:
            server = make()
            server.start("shared_buffers=1GB", "max_wal_size=4GB")
            address = Address(server=server.make("photos"), name="photos", id="ab")
            collections = PostgresCollections(address)
            rows.append(measure("PostgreSQL", collections, drawn, server.data, Costs(server)))
            collections.close()
    note = (
        f"Times are processor time, of this process and of the server's together; a word search asks for "
        f"{_CANDIDATES:,} photos by about 2,000 different words,"
        f" a vector search for {_NEAREST} by {_DIMENSION} numbers. Memory is the "
        "proportional set size of both, the drawn vectors included."
    )
    table = Table(columns=_COLUMNS, rows=tuple(rows), notes=(note,))
    publish(
        "database",
        "A large index in PostgreSQL",
        [table],
        write=arguments.write,
        measures=MEASURES,
    )


if __name__ == "__main__":
    main()
