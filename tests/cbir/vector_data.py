"""Vectors for the tests of the vector index, and the plain search that its answers are held against."""

import itertools

import numpy as np

from cbir.vectors import VectorSegment, write_vector_segment

MODEL = "model-a"
NO_DOCUMENTS = np.zeros(0, np.int64)


def unit_vectors(n, dimension, *, seed=0, groups=0):
    """(n, dimension) float32 of length 1: spread evenly, or around so many centres in ever weaker dimensions."""
    rng = np.random.default_rng(seed)
    vectors = rng.standard_normal((n, dimension))
    if groups:
        centres = np.random.default_rng(groups).standard_normal((groups, dimension))
        vectors += centres[rng.integers(0, groups, n)]
        vectors *= np.arange(1, dimension + 1) ** -0.4
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / lengths, np.float32)


def some_documents(n, *, seed=0):
    """Ascending ids with gaps."""
    return np.cumsum(np.random.default_rng(seed).integers(1, 5, n)).astype(np.int64)


def write_parts(folder, documents, vectors, bounds):
    """Write one segment for the rows between each two bounds, and open them."""
    opened = []
    for start, stop in itertools.pairwise(bounds):
        path = folder / MODEL / f"{start}-{stop}"
        write_vector_segment(path, documents[start:stop], vectors[start:stop], model=MODEL)
        opened.append(VectorSegment.open(path))
    return opened


def plain_search(
    documents,
    vectors,
    query,
    top,
    *,
    keep=None,
):
    """Score every stored vector in double precision, sort by score and then by document."""
    scores = vectors.astype(np.float16).astype(np.float64) @ query.astype(np.float64)
    rows = range(len(documents)) if keep is None else np.flatnonzero(keep).tolist()
    best = sorted(rows, key=lambda row: (-scores[row], documents[row]))[:top]
    return [int(documents[row]) for row in best], [float(scores[row]) for row in best]
