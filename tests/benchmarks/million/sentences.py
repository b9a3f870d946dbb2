"""Sentences among up to a million photos: `python -m tests.benchmarks.million.sentences --work DIR --write`.

The libraries are the catalog benchmark's: drawn names and metadata, no features. Each photo has an embedding, drawn
from those that the built-in model makes of real photos. What is asked runs in a process of its own, as in asking.py.
"""

import json
import os
import time

import numpy as np

from cbir.base.layout import Layout, new_segment_name
from cbir.base.storage import folder_bytes
from cbir.catalog import Catalog, SegmentRow
from cbir.embeddings import built_in_model
from cbir.evaluation import load_captioned
from cbir.library import Library, LibraryOptions
from cbir.search.query import FIRST_PAGE
from cbir.vectors import VectorIndex, VectorIndexOptions, VectorSegment, build_structure, write_vector_segment
from tests.benchmarks.drawn_catalog import fill, link_files
from tests.benchmarks.libraries import work_folder
from tests.benchmarks.million.running import measure, memory_limit
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, thinned, verdict

MEASURES = ("cbir/vectors", "cbir/embeddings", "cbir/search")

SIZES = (10_000, 100_000, 1_000_000)
SENTENCES, TOP = 61, 1000  # as many hits as the window asks for
MEMORY = 8 << 30
AT_ONCE = 50_000
RECALL_AT = 10


def main():
    parsed = parser(__doc__ or "", work="the libraries, 5 GB,")
    parsed.add_argument("--photos", type=int, nargs="+", default=SIZES, help="sizes")
    arguments = parsed.parse_args()
    del os.environ["CBIR_BUILT_IN_MODEL"]  # this one is of the model that comes with the program
    data = arguments.data.resolve()
    captions = [photo.captions[0] for photo in load_captioned(data / "captioned")]
    with work_folder(arguments.work) as work, memory_limit(MEMORY) as limit:
        real = real_embeddings(work / "embedded", data / "distractors")
        measured = {}
        for photos in sorted(arguments.photos):
            library = drawn_library(work / f"{photos}", photos, real)
            progress(f"{photos:,} photos: sentences")
            asked = {"top": TOP, "models": str(work / "models")}
            # two halves that share none: what was asked once finds its pages in memory
            asked |= {
                "sentences": thinned(captions[::2], SENTENCES),
                "others": thinned(captions[1::2], SENTENCES),
            }
            found = measure("sentences", library, limit, cold=True, **asked)
            kept = json.loads((library / "drawn.json").read_text())
            measured[photos] = kept | found | recall(library, thinned(captions[::2], SENTENCES))
        kills = limit.stats["kills"]
    publish(
        "sentences",
        "Sentences among up to a million photos",
        [table(measured, kills)],
        write=arguments.write,
        measures=MEASURES,
    )


def real_embeddings(folder, photos):
    """(n, d) unit rows: what the model makes of real photos."""
    models = LibraryOptions(models=folder.parent / "models")
    with Library.open(folder, create=True, options=models) as library:
        library.index([photos])
    return np.concatenate([segment.rows(np.arange(len(segment))) for segment in _segments(folder)])


def _segments(library):
    model = built_in_model()
    assert model is not None
    with Catalog.open(Layout(library).catalog, writable=False) as catalog:
        rows = catalog.segments.all("vectors")
    made_by = model.info.fingerprint
    return [
        VectorSegment.open(Layout(library).vectors(made_by, row.name))
        for row in rows
        if row.codebook == made_by
    ]


def drawn_library(work, photos, real):
    """A library of the catalog benchmark with embeddings, as an earlier run left it or anew."""
    library, about = work / "library", work / "library" / "drawn.json"
    if not library.exists():
        work.mkdir(parents=True)
        fill(library, work / "photos", link_files(work / "photos", photos))
    if about.exists():
        return library
    model = built_in_model()
    assert model is not None
    layout, made_by, name = Layout(library), model.info.fingerprint, new_segment_name()
    with Catalog.open(layout.catalog, writable=True) as catalog:
        documents = catalog.documents.live()
        progress(f"{len(documents):,} embeddings")
        write_vector_segment(
            layout.vectors(made_by, name), documents, drawn(real, len(documents)), model=made_by
        )
        row = SegmentRow(name=name, kind="vectors", codebook=made_by, options="", documents=len(documents))
        with catalog.transaction():
            catalog.segments.add(row)
        trained_s = _train(library) if len(documents) > VectorIndexOptions().exact_up_to else 0.0
        with catalog.transaction():
            catalog.note_index_change()
    sizes = folder_bytes(layout.vectors(made_by, name)), folder_bytes(layout.vector_cache(made_by))
    kept = {"trained_s": trained_s, "stored": sizes[0] / photos, "structure": sizes[1] / photos}
    about.write_text(json.dumps(kept))
    return library


def drawn(real, count):
    """(count, d) unit rows: each is near a random real one, as near as those are to their nearest neighbours.

    What turns them away varies as real embeddings do.
    """
    rng = np.random.default_rng(count)
    cosines = real @ real.T
    np.fill_diagonal(cosines, -1)
    wanted = float(np.median(cosines.max(axis=1)))
    centred = real - real.mean(axis=0)
    # Rows of noise with the covariance of the real ones are random mixtures of them.
    mixing = centred / np.sqrt(len(real))

    def near(sources, noise):
        mixed = rng.standard_normal((len(sources), len(real)), np.float32) @ mixing
        made = real[sources] + np.float32(noise) * mixed
        return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), np.float32)

    low, high = 0.0, 4.0
    tried = rng.integers(len(real), size=1000)
    for _ in range(12):
        noise = (low + high) / 2
        median = float(np.median(np.sum(near(tried, noise) * real[tried], axis=1)))
        low, high = (noise, high) if median > wanted else (low, noise)
    made = np.empty((count, real.shape[1]), np.float16)
    for start in range(0, count, AT_ONCE):
        some = slice(start, min(count, start + AT_ONCE))
        made[some] = near(rng.integers(len(real), size=some.stop - start), low)
    return made


def _train(library):
    """Build the structure that makes searches fast; returns the seconds of processor time."""
    (segment,) = _segments(library)
    began = time.process_time()
    nothing = np.zeros(0, np.int64)
    build_structure([segment], Layout(library).vector_cache(segment.model), deleted=nothing)
    return time.process_time() - began


def recall(library, sentences):
    """The share of the exact search's first hits, and of all that the window asks for, that a search finds."""
    from cbir.embeddings import open_text_tower

    model = built_in_model()
    assert model is not None
    tower = open_text_tower(model)
    segments = _segments(library)
    exact = VectorIndex.open(segments, options=VectorIndexOptions(kind="exact"), device="cpu")
    index = VectorIndex.open(
        segments, cache=Layout(library).vector_cache(model.info.fingerprint), device="cpu"
    )
    index.prepare()
    shares = {"recall": [], "recall_of_all": []}
    for vector in tower.encode(list(sentences)).vectors:
        wanted = exact.search(vector, TOP).documents
        found = index.search(vector, TOP, exact=FIRST_PAGE).documents
        for name, count in (("recall", RECALL_AT), ("recall_of_all", TOP)):
            shares[name].append(len(np.intersect1d(wanted[:count], found[:count])) / len(wanted[:count]))
    return {name: float(np.mean(values)) for name, values in shares.items()}


ROWS = (
    ("a sentence beyond its text tower, 10 hits, as cbir search asks, median", "few_ms", "ms", 50.0),
    ("1,000 hits, as the window asks: the first 100 are told, median", "page_ms", "ms", 50.0),
    ("  all of them, the first time, from a cold disk, median", "beyond_ms", "ms", 50.0),
    ("the same, p95", "beyond_p95_ms", "ms", None),
    ("  all of them, when most has been read before, median", "warm_ms", "ms", 50.0),
    ("  by content alone, median", "content_ms", "ms", None),
    ("  the text tower alone, median", "tower_ms", "ms", None),
    ("first sentence after photos were added, beyond the tower", "after_change_ms", "ms", None),
    ("first sentence of a process, from its start, cold", "first_ms", "ms", 4000.0),
    ("bytes read by it", "first_read_mb", "MB", None),
    ("memory not mapped from files", "anonymous_mb", "MB", None),
    ("of the exact search's first 10, found", "recall", "%", None),
    ("of its first 1,000", "recall_of_all", "%", None),
    ("on the disk, a photo: embedding and its codes", "stored", "bytes", None),
    ("on the disk, a photo: the trained structure", "structure", "bytes", None),
    ("training the structure, processor time", "trained_s", "s", None),
)


def table(measured, kills):
    sizes = sorted(measured)
    rows = []
    for what, key, unit, asked in ROWS:
        values = [measured[size][key] * (100 if unit == "%" else 1) for size in sizes]
        digits = 1 if unit in ("%", "ms") and max(values) < 1000 else 0
        holds = verdict(values[-1] <= asked) if asked is not None and sizes[-1] == max(SIZES) else "–"
        said = "–" if asked is None else f"{asked:,.0f} {unit}"
        rows.append((what, said, *(f"{value:,.{digits}f} {unit}" for value in values), holds))
    rates = ", ".join(f"{measured[size]['rate']:.0f}" for size in sizes)
    return Table(
        columns=("what", "asked at 1M", *(f"{size:,}" for size in sizes), "holds"),
        rows=tuple(rows),
        notes=(
            f"{SENTENCES - 1} captions of captioned/ after the first, each once, asked for {TOP:,} hits of names, "
            "metadata and content together, as the window does, and as many others for 10; the tower encodes the same "
            "caption in between. In a "
            f"memory cgroup of 8 GB where the system allows one; {kills:.0f} processes ended for want of memory. "
            f"Cold: nothing of the library is in the page cache; the disk read {rates} MB/s from the front of "
            "the embeddings.",
            "Each photo's embedding is drawn near one of 560 real ones of the built-in model (384 numbers), as near as "
            "those are to their nearest neighbours (median cosine), turned away by noise with their covariance. Real "
            "libraries have more kinds of photos and fewer of each. No parts of photos. Beyond 10,000 photos, a "
            "trained structure names the candidates.",
        ),
    )


if __name__ == "__main__":
    main()
