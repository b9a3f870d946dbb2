"""Embeddings on a Milvus server: `python -m tests.benchmarks.cluster_server --server http://HOST:PORT --library DIR`.

DIR is a library with embeddings, such as the drawn ones that million.sentences leaves with `--work`. They are sent to
a collection of their own, which is dropped at the end. What finds visual words there was not written: the server that a
package index offers is 2.3.5, and sparse vectors came with 2.4.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.layout import Layout
from cbir.catalog import Catalog
from cbir.cluster import Address, Collections
from cbir.embeddings import built_in_model, open_text_tower
from cbir.evaluation import load_captioned
from cbir.vectors import VectorIndex, VectorIndexOptions, VectorSegment
from tests.benchmarks.report import Table, parser, progress, publish, thinned

SENTENCES = 100
BATCH = 256  # rows of one call, as in an index run
FILTERED = 20_000


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--server", required=True, help="http://HOST:PORT")
    parsed.add_argument("--library", type=Path, nargs="+", required=True, help="libraries with embeddings")
    arguments = parsed.parse_args()
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)  # the model that comes with the program
    model = built_in_model()
    assert model is not None
    captions = [photo.captions[0] for photo in load_captioned(arguments.data / "captioned")]
    queries = open_text_tower(model).encode(list(thinned(captions, SENTENCES))).vectors
    tables = [measure(arguments.server, library, queries) for library in arguments.library]
    publish("cluster-server", "Embeddings on a Milvus server", tables, write=arguments.write)


def measure(server: str, library: Path, queries: NDArray[np.float32]) -> Table:
    with Catalog.open(Layout(library).catalog, writable=False) as catalog:
        rows = [row for row in catalog.segments.all("vectors") if not row.options]
    segments = [VectorSegment.open(Layout(library).vectors(row.codebook, row.name)) for row in rows]
    documents = np.concatenate([segment.documents for segment in segments])
    collections = Collections(Address(server=server, name="benchmark", id=secrets.token_hex(4)), Path())
    try:
        started = time.perf_counter()
        collections.make("vectors", dimension=segments[0].dimension)
        for segment in segments:
            for start in range(0, len(segment), BATCH):
                some = np.arange(start, min(start + BATCH, len(segment)))
                collections.upsert(
                    "vectors", segment.documents[some].tolist(), list(segment.rows(some).astype(np.float32))
                )
        sent_s = time.perf_counter() - started
        progress(f"{len(documents):,} sent")
        indexed_s = wait_for_index(collections)
        rng = np.random.default_rng(0)
        tenth = documents[: len(documents) // 10]
        scattered = np.sort(rng.choice(documents, min(FILTERED, len(documents)), replace=False))
        cases: Sequence[tuple[str, int, NDArray[np.int64] | None]] = (
            ("200 candidates", 200, None),
            ("1,000 candidates", 1000, None),
            ("200 of a tenth that was indexed together, one range", 200, tenth),
            (f"200 of {len(scattered):,} scattered ones, each named", 200, scattered),
        )
        exact = VectorIndex.open(segments, options=VectorIndexOptions(kind="exact"), device="cpu")
        measured = [row_of(collections, exact, queries, *case) for case in cases]
        with collections._asking() as client:  # what the product asks for by itself
            version = client.get_server_version()
            index = client.describe_index(
                collections._full("vectors"), client.list_indexes(collections._full("vectors"))[0]
            )
    finally:
        with collections._asking() as client:
            client.drop_collection(collections._full("vectors"))
        collections.close()
    return Table(
        columns=("what", "p50, ms", "p95, ms", "of the exact search's first 10", "first 100"),
        rows=tuple(measured),
        notes=(
            f"{len(documents):,} embeddings of {segments[0].dimension} numbers on Milvus {version}, index "
            f"{index['index_type']}: sent in {sent_s:.0f} s, indexed {indexed_s:.0f} s later. {len(queries)} captions "
            "of captioned/ after one another, by the clock, from another process of the same computer.",
        ),
    )


def wait_for_index(collections: Collections) -> float:
    """Seconds until the server has indexed all that it was sent."""
    started = time.perf_counter()
    with collections._asking() as client:
        name = collections._full("vectors")
        client.flush(name)
        (index,) = client.list_indexes(name)
        while client.describe_index(name, index)["pending_index_rows"]:
            time.sleep(1.0)
        client.load_collection(name)
    return time.perf_counter() - started


def row_of(
    collections: Collections,
    exact: VectorIndex,
    queries: NDArray[np.float32],
    what: str,
    top: int,
    among: NDArray[np.int64] | None,
) -> tuple[str, ...]:
    took, shares = [], {10: list[float](), 100: list[float]()}
    collections.nearest("vectors", queries[0], top, among=among)
    for query in queries:
        started = time.perf_counter()
        found = collections.nearest("vectors", query, top, among=among)
        took.append((time.perf_counter() - started) * 1000)
        for count, of_count in shares.items():
            wanted = exact.search(query, count, allowed=among).documents
            # The product ranks the candidates by the stored vectors.
            of_count.append(len(np.intersect1d(wanted, found)) / len(wanted))
    p50, p95 = np.percentile(took, (50, 95))
    return (what, f"{p50:.1f}", f"{p95:.1f}", *(f"{np.mean(shares[count]):.3f}" for count in shares))


if __name__ == "__main__":
    main()
