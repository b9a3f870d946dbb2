"""Training a codebook, and finding the words of descriptors: `python -m tests.benchmarks.codebook`.

Hierarchical k-means beside scikit-learn's MiniBatchKMeans on the same descriptors, at a number of words where
the latter can still be waited for; the assigner beside exact search and FAISS IVF over the shipped words.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from cbir import vectors
from cbir.evaluation import read_pixels
from cbir.evaluation.views import scaled
from cbir.local_features import FeatureOptions, describe
from cbir.state import shipped_codebook
from cbir.visual_words import Codebook, train_codebook
from tests.benchmarks.report import Table, counted, median_ms, parser, progress, publish, thinned
from tests.evaluation.ground_truth import only_half, pictures_in

TRAINING_PHOTOS = 250
WORDS = 4096
ASSIGNED_PHOTOS = 24
BATCH = 1000  # descriptors: one photo
IVF_LISTS, IVF_PROBES = 256, 8
REPEATS = 5

Descriptors = NDArray[np.uint8]
Vectors = NDArray[np.float32]


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--limit", type=int, help="at most so many photos in each part: a quick look")
    parsed.add_argument("--words", type=int, default=WORDS, help=f"of the trained codebooks, {WORDS}")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    training = thinned(pictures_in(data / "training"), arguments.limit or TRAINING_PHOTOS)
    half_a = only_half(pictures_in(data / "distractors"), "A")
    photos = thinned(half_a, arguments.limit or ASSIGNED_PHOTOS)
    tables = [
        compare_training(descriptors_of("training photos", training), arguments.words),
        compare_assigners(Codebook.load(shipped_codebook()), descriptors_of("photos to assign", photos)),
    ]
    publish("codebook", "Codebook", tables, write=arguments.write)


def compare_training(descriptors: Descriptors, words: int) -> Table:
    """Time and quantisation error of three ways to as many words."""
    progress(f"{len(descriptors)} descriptors, {words} words")
    started = time.perf_counter()
    codebook = train_codebook(descriptors, words=words)
    ours_s = time.perf_counter() - started
    words = len(codebook)
    projected = codebook.project(descriptors)
    flat, flat_s = _timed(lambda: vectors.kmeans(projected, words, iterations=12, seed=0))
    mini, mini_s = _timed(lambda: _mini_batch(projected, words))
    rows = [
        ("ours: PCA, hierarchical k-means, medians, levels", ours_s, _error(projected, codebook.centroids)),
        ("FAISS flat k-means, 12 iterations, of the projected", flat_s, _error(projected, flat)),
        ("scikit-learn MiniBatchKMeans, of the projected", mini_s, _error(projected, mini)),
    ]
    return Table(
        title=f"Training {words:,} words from {len(descriptors):,} descriptors",
        columns=("way", "s", "time, ours = 1", "mean squared error", "error, ours = 1"),
        rows=tuple(
            (way, f"{took:.1f}", f"{took / ours_s:.1f}", f"{error:.0f}", f"{error / rows[0][2]:.3f}")
            for way, took, error in rows
        ),
        notes=(
            "The error is that of the training descriptors to their exact nearest word, in projected space. "
            "Ours are the stored words, 8 bits a coordinate.",
        ),
    )


def compare_assigners(codebook: Codebook, descriptors: Descriptors) -> Table:
    """Words per second and share of exact words, on one core, one photo's descriptors at a time."""
    import faiss

    projected = codebook.project(descriptors)
    batches = [projected[i : i + BATCH] for i in range(0, len(projected) - BATCH + 1, BATCH)][:12]
    flat = faiss.IndexFlatL2(codebook.centroids.shape[1])
    flat.add(codebook.centroids)
    lists = faiss.IndexIVFFlat(faiss.IndexFlatL2(flat.d), flat.d, IVF_LISTS)
    lists.train(codebook.centroids)
    lists.add(codebook.centroids)
    probes = faiss.SearchParametersIVF(nprobe=IVF_PROBES)  # type: ignore[call-arg]
    ways: list[tuple[str, Callable[[Vectors], NDArray[np.integer]]]] = [
        ("ours, 8 probes", codebook.assign),
        ("ours, 16 probes", lambda batch: codebook.assign(batch, probes=16)),
        (f"FAISS IVF{IVF_LISTS}, nprobe {IVF_PROBES}", lambda b: lists.search(b, 1, params=probes)[1][:, 0]),
        ("FAISS flat, exact", lambda batch: flat.search(batch, 1)[1][:, 0]),
    ]
    exact = [flat.search(batch, 1)[1][:, 0] for batch in batches]
    rows = []
    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        with threadpool_limits(1):
            for name, assign in counted("assigners", ways, every=1):
                # Every batch once is one measurement, so that no batch is favoured by the caches.
                took = median_ms(lambda way=assign: [way(batch) for batch in batches], REPEATS)  # type: ignore[misc]
                words = [assign(batch) for batch in batches]
                right = np.mean([(a == b).mean() for a, b in zip(words, exact, strict=True)])
                error = np.mean(
                    [((b - codebook.centroids[w]) ** 2).sum(1) for b, w in zip(batches, words, strict=True)]
                )
                rows.append((name, took / len(batches), float(right), float(error)))
    finally:
        faiss.omp_set_num_threads(before)
    ours = rows[0][1]
    return Table(
        title=f"Words of {BATCH} descriptors among {len(codebook):,}, one core",
        columns=("way", "ms", "time, ours = 1", "exact words", "mean squared error"),
        rows=tuple(
            (name, f"{took:.1f}", f"{took / ours:.2f}", f"{right:.3f}", f"{error:.0f}")
            for name, took, right, error in rows
        ),
    )


def descriptors_of(what: str, paths: Sequence[Path]) -> Descriptors:
    """Descriptors of all photos together, in an order that mixes them."""
    options = FeatureOptions()
    parts = []
    for path in counted(what, paths):
        pixels = read_pixels(path)
        side = min(max(pixels.shape[:2]), options.working_side_px)
        parts.append(describe(scaled(pixels, side).pixels, options).descriptors)
    together = np.concatenate(parts)
    mixed: Descriptors = together[np.random.default_rng(0).permutation(len(together))]
    return mixed


def _mini_batch(projected: Vectors, words: int) -> Vectors:
    from sklearn.cluster import MiniBatchKMeans

    clustering = MiniBatchKMeans(words, batch_size=8192, n_init=1, random_state=0, compute_labels=False)
    centres: Vectors = clustering.fit(projected).cluster_centers_.astype(np.float32)
    return centres


def _error(projected: Vectors, centroids: Vectors) -> float:
    """Mean squared distance to the exact nearest centroid."""
    return float(vectors.nearest(projected, centroids)[0].mean())


def _timed(work: Callable[[], Vectors]) -> tuple[Vectors, float]:
    started = time.perf_counter()
    made = work()
    return made, time.perf_counter() - started


if __name__ == "__main__":
    main()
