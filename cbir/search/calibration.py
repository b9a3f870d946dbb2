"""A query's scores -> which photos surely fit it.

The cosines of two towers have no common zero: one query's best hit scores less than another's noise. So a score is
never compared with a fixed number.

A picture's neighbours are strong where they stand out of the query's own background, by more than chance makes one of
as many photos do.

A sentence says something of a photo beside what else could be said of it. Two towers that were trained by InfoNCE
estimate how many times likelier it is said of this photo than of any: the pointwise mutual information of both (van den
Oord et al., "Representation learning with contrastive predictive coding", 2018). How much of it is enough depends on
how many photos are looked through and on how many of them fit as well, as in Benjamini & Hochberg, "Controlling the
false discovery rate", 1995.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ODDS = 1.6  # that a strong hit is right, to one that it is wrong; balances misses and false alarms on rendered scenes
LEAST = 1000  # photos: a small library is no better reason to believe that one of its photos is meant


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """centre, spread : of a query's scores over the library, robustly"""

    centre: float
    spread: float

    @classmethod
    def of(cls, scores: NDArray[np.float32]) -> Background:
        """Measure what a query gives the photos of a library, or a sample of them: (n,) scores."""
        if len(scores) == 0:
            return cls(centre=0.0, spread=1.0)
        lower, centre = np.quantile(scores, (0.25, 0.5))
        return cls(centre=float(centre), spread=max(float(centre - lower) * 1.4826, 1e-6))

    def spreads(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """How far scores lie above the centre, in spreads."""
        return ((scores - self.centre) / self.spread).astype(np.float32)


def standing_out(spreads: NDArray[np.float32], photos: int) -> NDArray[np.float32]:
    """How far photos lie above the line: (n,) spreads, 0 on the line.

    spreads : (n,) how far they lie above the query's background. photos : that were searched

    Of n normal draws the largest lies near sqrt(2 ln n): the line is where that of ODDS * n would.
    """
    line = math.sqrt(2 * math.log(ODDS * max(photos, LEAST)))
    return np.asarray(spreads - np.float32(line), np.float32)


def information(
    scores: NDArray[np.float32], others: NDArray[np.float32], scale: float
) -> NDArray[np.float32]:
    """How much a sentence says of each of some photos: (n,) nats.

    scores : (n,) cosines of the sentence with photos. others : (m, n) of what else could be said of them
    scale : what the model's training multiplied cosines with
    """
    peak = others.max(axis=0)
    ordinary = scale * peak + np.log(np.exp(scale * (others - peak)).mean(axis=0))
    return np.asarray(scale * scores - ordinary, np.float32)


def above_line(nats: NDArray[np.float32], photos: int) -> NDArray[np.float32]:
    """How far the information of a query's best hits lies above the line between strong and weak: (n,), 0 on it.

    One photo has to be likelier right than wrong, ODDS to one, if one of all photos is right; the k-th best, if k are.
    photos : that were searched
    """
    best = np.sort(nats)[::-1]
    lines = np.log(ODDS * max(photos, LEAST) / np.arange(1, len(nats) + 1))
    enough = np.flatnonzero(best >= lines)
    line = lines[enough[-1]] if len(enough) else math.log(ODDS * max(photos, LEAST))
    return (nats - np.float32(line)).astype(np.float32)
