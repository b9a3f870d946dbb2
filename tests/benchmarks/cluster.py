"""The same libraries with their index in a folder and on Milvus Lite: `python -m tests.benchmarks.cluster --work DIR`.

First every query of covers/, objects/ and hard/, asked of the local library and of a copy whose words
were sent to Milvus Lite: verified sets and R@1. Then drawn words and vectors, as many as
--photos says, in Milvus Lite alone: how long it takes to fill, what memory, how long a search takes.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import psutil  # type: ignore[import-untyped]

from cbir.base.artifacts import remove_artifact
from cbir.base.errors import ImageUnreadable
from cbir.base.layout import Layout
from cbir.base.types import SearchOptions, SearchResult, Term
from cbir.catalog import Catalog
from cbir.cluster import Address, Collections, library_folder
from cbir.library import Library
from cbir.matching import FeatureStore, FeatureStoreBuilder
from cbir.visual_words import PostingsSegment
from tests.benchmarks.libraries import Libraries, open_codebook, open_segments, work_folder
from tests.benchmarks.report import Table, parser, progress, publish, thinned, verdict
from tests.benchmarks.scoring import draw_photos
from tests.cbir.cluster.dask_cluster import signatures_of
from tests.evaluation.ground_truth import Query, load_queries
from tests.evaluation.metrics import figure

ASKED_EQUAL = 0.99
ASKED_R1 = 0.005
SEARCHES = 20  # of the drawn photos
DIMENSION = 512  # of drawn embeddings
CANDIDATES = 2000
BATCH = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What one library answered to one query."""

    verified: frozenset[str]
    first: float
    took_ms: float


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="keep the libraries in this folder")
    parsed.add_argument("--queries", type=int, default=0, help="so many of each set; 0: all")
    parsed.add_argument(
        "--photos", type=int, nargs="*", default=[10_000], help="drawn; several sizes may follow"
    )
    parsed.add_argument("--features", type=int, help="of a drawn photo, where memory is short")
    parsed.add_argument("--only", choices=("quality", "size"))
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    with work_folder(arguments.work) as work:
        libraries = Libraries(work, data)
        if arguments.only != "size":
            table = quality(libraries, data, arguments.queries)
            publish(
                "cluster", "The index on Milvus Lite beside the local one", [table], write=arguments.write
            )
        if arguments.only != "quality":
            sizes = size(libraries.main(), work, arguments.photos, arguments.features)
            publish("cluster-size", "Drawn photos in Milvus Lite", [sizes], write=arguments.write)


def quality(libraries: Libraries, data: Path, most: int) -> Table:
    hard = libraries.built("hard", [data / "hard" / "reference"], start=libraries.distractors())
    sets = (("covers", libraries.main()), ("objects", libraries.objects()), ("hard", hard))
    rows = []
    total_equal = total = 0
    for name, folder in sets:
        queries = load_queries(data / name)
        queries = tuple(thinned(queries, most)) if most else queries
        local = ask(folder, queries, libraries.work)
        progress(f"{name}: {len(queries)} queries asked of the local library")
        remote = ask(mirrored(folder), queries, libraries.work)
        progress(f"{name}: asked of Milvus Lite")
        equal = [a.verified == b.verified for a, b in zip(local, remote, strict=True)]
        total_equal, total = total_equal + sum(equal), total + len(equal)
        first = [statistics.fmean(one.first for one in asked) for asked in (local, remote)]
        medians = [statistics.median(one.took_ms for one in asked) for asked in (local, remote)]
        holds = np.mean(equal) >= ASKED_EQUAL and abs(first[0] - first[1]) <= ASKED_R1
        rows.append(
            (
                *(name, str(len(queries)), f"{np.mean(equal):.4f}", f"{first[0]:.4f}", f"{first[1]:.4f}"),
                *(f"{medians[0]:.0f}", f"{medians[1]:.0f}", verdict(bool(holds))),
            )
        )
    return Table(
        columns=(
            *("queries", "how many", "verified sets equal", "R@1 local", "R@1 Milvus"),
            *("processor ms local", "processor ms Milvus", "≥ .99 equal, R@1 within .005"),
        ),
        rows=tuple(rows),
        notes=(
            f"{total_equal} of {total} verified sets are equal. Both libraries have the same photos, features and "
            "catalog; the second one's words were sent to Milvus Lite, whose first 2,000 are scored again by "
            "their signatures, which are kept by photo there. The libraries have fewer than 2,000 photos: a larger one "
            "may also lack a photo among these. Times are the processor's in the asking process, in which Milvus "
            "Lite runs, too.",
        ),
    )


def mirrored(folder: Path) -> Path:
    """A copy of a library whose index is on Milvus Lite."""
    copy = folder.with_name(f"{folder.name}-milvus")
    if not (copy / "sent").exists():
        shutil.rmtree(copy, ignore_errors=True)
        library_folder(f"milvus:{copy}")
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        sign(Layout(copy))
        with Library.open(copy, writable=True) as library:
            library.compact()
        (copy / "sent").touch()
    return copy


def sign(layout: Layout) -> None:
    """Give a copied library the stores that it would have if it had been indexed on Milvus."""
    with Catalog.open(layout.catalog, writable=False) as catalog:
        signatures: dict[int, bytes] = {}
        for segment in catalog.segments.all("postings"):
            signatures |= signatures_of(PostingsSegment.open(layout.postings(segment.name)))
        for segment in catalog.segments.all("features"):
            store = FeatureStore.open(layout.features(segment.name))
            builder = FeatureStoreBuilder(
                words=store.codebook_words, codebook=store.codebook, options=store.options, signed=True
            )
            for document, row in catalog.documents.in_store(segment.name):
                size = (int(store.sizes[row, 0]), int(store.sizes[row, 1]))
                assert builder.add_record(store.record(row) + signatures[document], size) == row
            remove_artifact(layout.features(segment.name))
            builder.write(layout.features(segment.name))


def ask(folder: Path, queries: Sequence[Query], work: Path) -> list[Asked]:
    """What a library answers; kept in the work folder, so that a run that was stopped goes on."""
    options = SearchOptions(engine="match", look_harder=False)
    kept = work / f"answers-{folder.name}.json"
    known = json.loads(kept.read_text()) if kept.exists() else {}
    with Library.open(folder) as library:
        for query in queries:
            if str(query.path) in known:
                continue
            started = time.process_time()
            found = _patiently(library, Term(path=query.path), options)
            known[str(query.path)] = {
                "verified": sorted(str(hit.path) for hit in found.hits if hit.verified),
                "first": figure("R@1", [hit.path for hit in found.hits], query.relevant, query.path),
                "took_ms": (time.process_time() - started) * 1000,
            }
            kept.write_text(json.dumps(known))
    answers = [known[str(query.path)] for query in queries]
    return [
        Asked(verified=frozenset(one["verified"]), first=one["first"], took_ms=one["took_ms"])
        for one in answers
    ]


def _patiently(library: Library, term: Term, options: SearchOptions) -> SearchResult:
    """A worker that is kept waiting by others for a minute is given up; its picture is not unreadable."""
    for _ in range(3):
        with contextlib.suppress(ImageUnreadable):
            return library.search([term], options)
    return library.search([term], options)


def size(library: Path, work: Path, photos: Sequence[int], features: int | None) -> Table:
    rows = []
    for count in photos:
        scratch = work / f"drawn-{count}"
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir()
        # in a process of its own, so that its memory is nothing else's
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            rows.append(pool.submit(fill_and_search, str(library), str(scratch), count, features).result())
        shutil.rmtree(scratch, ignore_errors=True)
        progress(" | ".join(rows[-1]))
    return Table(
        columns=(
            *("photos", "words of a photo", "filled in, s", "first search, s", "memory, MB", "disk, MB"),
            *("words p50, ms", "words p95, ms", "vectors p50, ms", "vectors p95, ms"),
        ),
        rows=tuple(rows),
        notes=(
            "Drawn photos: words by the frequencies of a real library of 660 photos, random unit vectors of "
            f"{DIMENSION} numbers. A search asks for {CANDIDATES:,} candidates by the words of a drawn photo, "
            "200 by a vector; the first one of each process builds the index. Times are the processor's; memory is "
            "that of the process when all is done. Milvus Lite is written in Python and keeps every word of a photo as "
            "an object: it is for trying out; a Milvus server is another program with other figures.",
        ),
    )


def fill_and_search(library: str, scratch: str, photos: int, features: int | None) -> tuple[str, ...]:
    vocabulary = len(open_codebook(Path(library)))
    rng = np.random.default_rng(0)
    words = draw_words(library, photos, features, rng)
    before = psutil.Process().memory_info().rss
    collections = Collections(Address(server=None, name="photos"), Layout(Path(scratch)).milvus_data)
    collections.make("words", dimension=None)
    collections.make("vectors", dimension=DIMENSION)
    started = time.process_time()
    for start in range(0, photos, BATCH):
        stop = min(start + BATCH, photos)
        collections.upsert("words", range(start + 1, stop + 1), [row_of(one) for one in words[start:stop]])
        collections.upsert("vectors", range(start + 1, stop + 1), list(unit(rng, stop - start)))
    collections.flush("words")
    collections.flush("vectors")
    filled_s = time.process_time() - started
    idf = np.log((photos + 1) / np.maximum(np.bincount(np.concatenate(words), minlength=vocabulary), 1))
    asked = [words[at] for at in rng.integers(0, photos, SEARCHES + 1)]
    times: dict[str, list[float]] = {"words": [], "vectors": []}
    for one in asked:
        distinct, counts = np.unique(one, return_counts=True)
        query = dict(zip(distinct.tolist(), (counts * idf[distinct] ** 2).tolist(), strict=True))
        started = time.process_time()
        collections.nearest("words", query, CANDIDATES, among=None)
        times["words"].append(time.process_time() - started)
        (vector,) = unit(rng, 1)
        started = time.process_time()
        collections.nearest("vectors", vector, 200, among=None)
        times["vectors"].append(time.process_time() - started)
    memory = psutil.Process().memory_info().rss - before
    disk = sum(path.stat().st_size for path in Path(scratch).rglob("*") if path.is_file())
    collections.close()
    percentiles = [
        f"{float(np.percentile(times[kind][1:], share)) * 1000:.0f}"
        for kind in ("words", "vectors")
        for share in (50, 95)
    ]
    mean = statistics.fmean(len(np.unique(one)) for one in words[:1000])
    return (
        *(
            f"{photos:,}",
            f"{mean:.0f}",
            f"{filled_s:.0f}",
            f"{times['words'][0]:.0f}",
            f"{memory / 1e6:,.0f}",
        ),
        *(f"{disk / 1e6:,.0f}", *percentiles),
    )


def draw_words(
    library: str, photos: int, features: int | None, rng: np.random.Generator
) -> list[np.typing.NDArray[np.uint32]]:
    """The words of each drawn photo, and nothing else of it."""
    drawn = draw_photos(open_segments(Path(library)), photos)
    ends = np.cumsum(drawn.lengths)
    return [
        rng.permutation(drawn.words[end - length : end])[:features]
        for end, length in zip(ends, drawn.lengths, strict=True)
    ]


def row_of(words: np.typing.NDArray[np.uint32]) -> dict[int, float]:
    distinct, tf = np.unique(words, return_counts=True)
    return dict(zip(distinct.tolist(), np.sqrt(tf / max(len(words), 1)).tolist(), strict=True))


def unit(rng: np.random.Generator, n: int) -> np.typing.NDArray[np.float32]:
    drawn = rng.standard_normal((n, DIMENSION)).astype(np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), np.float32)


if __name__ == "__main__":
    main()
