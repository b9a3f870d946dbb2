"""Principal axes: fewer numbers for a vector, chosen so that inner products survive."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """mean : (d,) float32. axes : (p, d) float32, orthonormal rows

    The mean is subtracted from stored vectors alone: q.(x - mean) ranks as q.x does for every q, and subtracting it
    from q too would not. So a query from another distribution, as texts are beside pictures, needs no other treatment.
    """

    mean: NDArray[np.float32]
    axes: NDArray[np.float32]

    def of_vectors(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """(n, d) float32 -> (n, p) float32, centred."""
        return np.ascontiguousarray((vectors - self.mean) @ self.axes.T)

    def of_query(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """(d,) float32 -> (p,) float32, not centred."""
        return self.axes @ query


def principal_axes(vectors: NDArray[np.float32], dimensions: int) -> Projection:
    """The mean of (n, d) float32 vectors and the directions in which they vary most, the strongest first."""
    mean = vectors.mean(axis=0, dtype=np.float64).astype(np.float32)
    centred = vectors - mean
    _, axes = np.linalg.eigh((centred.T @ centred).astype(np.float64))  # ascending
    return Projection(
        mean=mean, axes=np.ascontiguousarray(axes[:, ::-1][:, :dimensions].T.astype(np.float32))
    )


def paired(projection: Projection) -> Projection:
    """The same axes in another order: the strongest beside the weakest, the second beside the second weakest.

    Product quantisation spends the same bits on every pair, which is best where all pairs vary alike.
    Ge et al., "Optimized product quantization", CVPR 2013, section 3.2.2, allocate by the same rule.
    """
    count = len(projection.axes)
    order = np.empty(count, np.intp)
    order[0::2] = np.arange(-(-count // 2))
    order[1::2] = np.arange(count - 1, count - 1 - count // 2, -1)
    return Projection(mean=projection.mean, axes=np.ascontiguousarray(projection.axes[order]))
