"""k-means and exhaustive assignment by FAISS, for the training of a codebook."""

from __future__ import annotations

import logging
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from cbir.vectors import card, compiled

MIN_PRODUCTS_FOR_CARD = 1 << 30  # with fewer, the processor is done before a card has started

log = logging.getLogger(__name__)


def kmeans(
    vectors: NDArray[np.float32],
    k: int,
    *,
    iterations: int,
    seed: int,
    start: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """Lloyd's k-means in L2.

    vectors : (n, d) float32, C order. start : (k, d) float32 initial centroids, or None to draw them
    Returns (k, d) float32 centroids.
    With n <= k, the vectors themselves are the centroids, repeated as necessary: an empty word costs nothing.
    """
    if len(vectors) <= k:
        return np.resize(vectors, (k, vectors.shape[1])).astype(np.float32)
    import faiss

    vectors = np.ascontiguousarray(vectors)

    def train(*, on_card: bool) -> NDArray[np.float32]:
        clustering = faiss.Kmeans(
            vectors.shape[1],
            k,
            niter=iterations,
            seed=seed,
            min_points_per_centroid=1,  # silences advice; the caller knows how much data there is
            max_points_per_centroid=1_000_000,
            gpu=on_card,
        )
        clustering.train(vectors, init_centroids=start)
        return cast("NDArray[np.float32]", clustering.centroids)

    if compiled.gpus() and len(vectors) * k >= MIN_PRODUCTS_FOR_CARD:
        try:
            with card.LOCK:
                return train(on_card=True)
        except RuntimeError as error:  # full, lost, or without code in this build
            log.warning("The graphics card cannot train; the processor does: %s", error)
    return train(on_card=False)


def nearest(
    vectors: NDArray[np.float32], centroids: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """The nearest centroid of each vector by exhaustive search: (n,) squared L2 distances, (n,) rows."""
    import faiss

    vectors, centroids = np.ascontiguousarray(vectors), np.ascontiguousarray(centroids)
    if compiled.gpus() and len(vectors) * len(centroids) >= MIN_PRODUCTS_FOR_CARD:
        library: Any = faiss
        try:
            with card.LOCK:
                distance, row = library.knn_gpu(card.resources(), vectors, centroids, 1)
            return distance[:, 0], row[:, 0]
        except RuntimeError as error:
            log.warning("The graphics card cannot search; the processor does: %s", error)
    index = faiss.IndexFlatL2(centroids.shape[1])
    index.add(centroids)
    distance, row = index.search(vectors, 1)
    return distance[:, 0], row[:, 0]
