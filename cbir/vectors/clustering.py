"""k-means and exhaustive assignment by FAISS, for the training of a codebook."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray


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

    clustering = faiss.Kmeans(
        vectors.shape[1],
        k,
        niter=iterations,
        seed=seed,
        min_points_per_centroid=1,  # silences advice; the caller knows how much data there is
        max_points_per_centroid=1_000_000,
    )
    clustering.train(np.ascontiguousarray(vectors), init_centroids=start)
    return cast("NDArray[np.float32]", clustering.centroids)


def nearest(
    vectors: NDArray[np.float32], centroids: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """The nearest centroid of each vector by exhaustive search: (n,) squared L2 distances, (n,) rows."""
    import faiss

    index = faiss.IndexFlatL2(centroids.shape[1])
    index.add(np.ascontiguousarray(centroids))
    distance, row = index.search(np.ascontiguousarray(vectors), 1)
    return distance[:, 0], row[:, 0]
