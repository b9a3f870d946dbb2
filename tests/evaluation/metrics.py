"""Ranked lists and what is relevant -> figures.

Every function takes one query; mean() puts queries together. Ranked lists are best first, without repeats.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence

import numpy as np


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
