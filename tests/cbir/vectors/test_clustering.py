"""k-means, one step at a time."""

import numpy as np

from cbir import vectors


def test_k_means_goes_on_from_given_centroids():
    rows = np.random.default_rng(0).standard_normal((500, 8), dtype=np.float32)
    rows[:250] += 4
    errors = []
    centroids = vectors.kmeans(rows, 6, iterations=1, seed=0)
    for _ in range(4):
        errors.append(float(vectors.nearest(rows, centroids)[0].mean()))
        before = centroids.copy()
        centroids = vectors.kmeans(rows, 6, iterations=1, seed=0, start=centroids)
        owner = vectors.nearest(rows, before)[1]
        for word in range(6):  # one step of Lloyd's: the mean of what was nearest
            assert np.allclose(centroids[word], rows[owner == word].mean(axis=0), atol=1e-4)
    assert errors == sorted(errors, reverse=True)
