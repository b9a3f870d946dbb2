"""Ranked lists of several terms or engines -> one list.

Cormack, Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009: ranks are fused, never
raw scores, since two engines' scores have no common unit.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)

RRF_K = 60  # Cormack 2009, section 3


def reciprocal_rank_fusion(
    rankings: Iterable[tuple[float, Sequence[Item]]], *, k: int = RRF_K
) -> dict[Item, float]:
    """Sum of weight / (k + rank) over the lists that hold an item; ranks start at 1.

    rankings : (weight, items best first). Returns the fused score of every item, in order of first appearance.
    """
    fused: dict[Item, float] = {}
    for weight, items in rankings:
        for rank, item in enumerate(items, start=1):
            fused[item] = fused.get(item, 0.0) + weight / (k + rank)
    return fused


def verified_score(inliers: int, proofs: int = 1, terms: int = 1) -> float:
    """Evidence as a number in [0.5, 1): it rises with the terms that are proven, then with their inliers.

    For one term: 0.67 at 8 inliers, 0.9 at 64.
    """
    return 0.5 + 0.5 * (proofs - 1 + inliers / (inliers + 16)) / max(terms, proofs)


def similar_score(share: float, inliers: int = 0) -> float:
    """Likeness without proof as a number in [0, 0.5): it rises with the inliers, then with the share explained.

    share : of the query, at least 0. inliers : consistent matches, too few to prove anything: they alone reach
    beyond 0.25. The cube root spreads small shares, where nearly all lie: a thousandth gives 0.02
    """
    if inliers:
        return 0.25 + 0.25 * inliers / (inliers + 16)
    root = math.cbrt(max(share, 0.0))
    return 0.25 * root / (1 + root)
