"""How sure a hit is: verified, strong or weak. The lines between them are part of the result.

A query's own background draws the line between strong and weak, for engines that compare by meaning (Hit.strong).
Where no such engine was asked, nobody has drawn it, and what is not verified is one lot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from cbir.base.types import Evidence, Hit, Listing


class Confidence(IntEnum):
    """In the order in which hits are shown."""

    VERIFIED = 0
    STRONG = 1
    WEAK = 2


def by_words(hit: Hit) -> bool:
    """Whether names and metadata alone brought a hit."""
    return not hit.verified and bool(hit.engines) and all(one.engine == "metadata" for one in hit.engines)


def by_writing(hit: Hit) -> bool:
    """Whether a hit shows the same as another photo, in which the typed words are written."""
    best = best_evidence(hit)
    return hit.strong and best is not None and best.found_by == "written"


def by_filters(hit: Hit) -> bool:
    """Whether a hit was asked for by filters and fields alone: there is nothing to score it by."""
    return by_words(hit) and not hit.score


def confidence_of(hit: Hit) -> Confidence:
    if hit.verified:
        return Confidence.VERIFIED
    return Confidence.STRONG if hit.strong else Confidence.WEAK


@dataclass(frozen=True, slots=True)
class Tally:
    """How many hits are how sure. judged : somebody drew the line between strong and weak"""

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
        elif hit.strong:
            strong += 1
        if not judged:
            for one in hit.engines:
                judged = judged or one.engine == "semantic"
    return Tally(verified, strong, len(hits) - verified - strong, judged)


def best_evidence(hit: Hit) -> Evidence | None:
    return max(hit.evidence, key=lambda evidence: evidence.inliers, default=None)
