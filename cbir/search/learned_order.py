"""Judged hits -> weights of what is fused -> the hits in an order that a person's judgements taught.

Without weights, fusion.py treats all engines alike. A person's judgements may show that in this library names say more
than the model, or the reverse. The weights order the hits of one kind that nothing proves. Proofs, what is possible,
and the kinds themselves stay where they are.

Metzler and Croft, "Linear feature-based models for information retrieval", Information Retrieval 10(3), 2007.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import FUSED_FEATURES, HIT_KINDS, Hit, LearnedOrder
from cbir.search.fusion import RRF_K

ORDER_SETTING = "learned order"  # in the catalog: a LearnedOrder in JSON
_ENGINES = FUSED_FEATURES[:-1]
_MOVABLE = ("looks similar", "less likely")
_FIXED = -1  # the part of proven hits, which keep their order


def stored_order(settings: Mapping[str, str]) -> LearnedOrder | None:
    """The learned order of a library; None if nothing was learned, or another version learned something else."""
    try:
        fields = json.loads(settings[ORDER_SETTING])
        order = LearnedOrder(**{**fields, "weights": tuple(map(float, fields["weights"]))})
    except (LookupError, ValueError, TypeError):
        return None
    return order if len(order.weights) == len(FUSED_FEATURES) else None


def as_setting(order: LearnedOrder) -> str:
    return json.dumps(asdict(order))


def features_of(hits: Sequence[Hit]) -> NDArray[np.float64]:
    """(n, len(FUSED_FEATURES)): (K + 1) / (K + rank) by each engine, as in fusion.py, or 0; and the strength."""
    rows = np.zeros((len(hits), len(FUSED_FEATURES)))
    for row, hit in zip(rows, hits, strict=True):
        for place in hit.engines:
            if place.engine in _ENGINES:
                row[_ENGINES.index(place.engine)] = (RRF_K + 1) / (RRF_K + place.rank)
        row[-1] = hit.strength
    return rows


def parts_of(hits: Sequence[Hit]) -> NDArray[np.int64]:
    """(n,) For each hit, a number of those among which it may move."""
    return np.array([_FIXED if hit.verified else HIT_KINDS.index(hit.kind) for hit in hits], np.int64)


def order_by(
    features: NDArray[np.float64], parts: NDArray[np.int64], weights: Sequence[float]
) -> NDArray[np.intp]:
    """The new order of hits, as rows: by part, then by the weighted sum of the features, then as before."""
    scores = features @ np.asarray(weights, np.float64)
    scores[~np.isin(parts, [HIT_KINDS.index(kind) for kind in _MOVABLE])] = 0.0
    return np.lexsort((-scores, parts))  # stable


def reordered(hits: Sequence[Hit], weights: Sequence[float]) -> tuple[Hit, ...]:
    """The hits in the learned order. Ranks and scores stay with the places, so that scores still descend."""
    rows = order_by(features_of(hits), parts_of(hits), weights)
    return tuple(
        replace(hits[row], rank=place.rank, score=place.score)
        for row, place in zip(rows.tolist(), hits, strict=True)
    )
