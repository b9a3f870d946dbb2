"""Ranked lists and what is relevant -> figures.

Every function takes one query; mean() puts queries together. Ranked lists are best first, without repeats.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray


def recall_at(k: int, ranked: Sequence[Hashable], relevant: Collection[Hashable]) -> float:
    """Share of all relevant photos among the first k; with one relevant photo R@1 says whether it came first.

    Divides by all relevant, also those beyond k. Nothing relevant: ValueError, the ground truth is wrong.
    """
    if k < 1:
        raise ValueError("k starts at 1.")
    if not relevant:
        raise ValueError("A query needs at least one relevant photo.")
    return sum(item in relevant for item in ranked[:k]) / len(set(relevant))


def ns_score(ranked: Sequence[Hashable], relevant: Collection[Hashable], query: Hashable) -> int:
    """Number of photos of the query's object among the first four; the query itself counts: 0 to 4.

    Nister and Stewenius, "Scalable recognition with a vocabulary tree", CVPR 2006, section 5.
    """
    return sum(item == query or item in relevant for item in ranked[:4])


def mean(values: Iterable[float]) -> float:
    """Arithmetic mean. Of nothing it is nan: a figure over no queries must not look like a result."""
    listed = list(values)
    return float(np.mean(listed)) if listed else float("nan")


def transfer_errors_px(
    homography: NDArray[np.float64], source_xy: NDArray[np.floating], target_xy: NDArray[np.floating]
) -> NDArray[np.float64]:
    """Distance in target pixels between where each source point should land and where it was matched.

    homography : (3, 3), maps (x, y, 1) of the source to the target. source_xy, target_xy : (k, 2).
    Returns (k,).
    A point on the horizon of the homography lands at infinity.
    """
    ones = np.ones((len(source_xy), 1))
    landed = np.hstack([np.asarray(source_xy, np.float64), ones]) @ homography.T
    with np.errstate(divide="ignore", invalid="ignore"):
        landed_xy = landed[:, :2] / landed[:, 2:]
    distances: NDArray[np.float64] = np.linalg.norm(landed_xy - target_xy, axis=1)
    distances[~np.isfinite(distances)] = np.inf
    return distances
