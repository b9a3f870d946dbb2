"""Confidence of a hit: verified, strong or weak. The borders between them are part of the result.

For engines that compare by meaning, a query's own background separates strong from weak (Hit.strong). Without such an
engine there is no border, and all unverified hits form one group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from cbir.base.types import Evidence, Hit, Listing


class Confidence(IntEnum):
    """Levels of confidence, in display order."""

    VERIFIED = 0
    STRONG = 1
    WEAK = 2


def by_words(hit: Hit) -> bool:
    """True if only names and metadata matched."""
    return not hit.verified and bool(hit.engines) and all(rank.engine == "metadata" for rank in hit.engines)


def by_writing(hit: Hit) -> bool:
    """True if a hit shows the same as another photo whose recognised text contains the typed terms."""
    best = best_evidence(hit)
    return hit.strong and best is not None and best.found_by == "written"


def by_filters(hit: Hit) -> bool:
    """True if only filters and fields matched a hit: there is nothing to score."""
    return by_words(hit) and not hit.score


def confidence_of(hit: Hit) -> Confidence:
    if hit.verified:
        return Confidence.VERIFIED
    return Confidence.WEAK if hit.kind == "less likely" else Confidence.STRONG


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers of hits by confidence. judged : an engine that separates strong from weak has answered"""

    verified: int
    strong: int
    weak: int
    judged: bool

    @property
    def rest(self) -> int:
        return self.strong + self.weak


def tally(hits: Sequence[Hit]) -> Tally:
    if isinstance(hits, Listing):
        return Tally(0, len(hits), 0, False)
    verified = strong = 0
    judged = False
    for hit in hits:
        if hit.verified:
            verified += 1
        elif hit.kind != "less likely":
            strong += 1
        if not judged:
            for rank in hit.engines:
                judged = judged or rank.engine == "semantic"
    return Tally(verified, strong, len(hits) - verified - strong, judged)


def best_evidence(hit: Hit) -> Evidence | None:
    return max(hit.evidence, key=lambda evidence: evidence.inliers, default=None)
