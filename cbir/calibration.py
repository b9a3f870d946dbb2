"""A query's scores -> which photos surely fit it.

The cosines of two towers have no common zero: one query's best hit scores less than another's noise. So a score is
never compared with a fixed number. Two things speak for a photo, and either is enough:

- it stands out of the query's own background, by more than chance makes one of as many photos do;
- the sentence says so much of it, beside what other sentences say, that it is likelier right than wrong although
  one of as many photos at most is expected to be right. (Two towers trained by InfoNCE estimate just this, the
  pointwise mutual information of picture and text: van den Oord et al., "Representation learning with contrastive
  predictive coding", 2018.)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ODDS = 2.0  # that a strong hit is right, to one that it is wrong


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


def standing_out(background: Background, scores: NDArray[np.float32], photos: int) -> NDArray[np.float32]:
    """How far scores lie above the line, in spreads: (n,), 0 on the line. photos : that were searched

    Of n normal draws the largest lies near sqrt(2 ln n): the line is where one in ODDS * n would lie.
    """
    line = math.sqrt(2 * math.log(ODDS * max(photos, 1)))
    return (background.spreads(scores) - np.float32(line)).astype(np.float32)


def being_told(
    scores: NDArray[np.float32], others: NDArray[np.float32], scale: float, photos: int
) -> NDArray[np.float32]:
    """How much more a sentence says of photos than the line asks: (n,) nats, 0 on the line.

    scores : (n,) cosines of a sentence with photos. others : (m, n) of what else could be said of them
    scale : what the model's training multiplied cosines with. photos : that were searched
    """
    peak = others.max(axis=0)
    ordinary = scale * peak + np.log(np.exp(scale * (others - peak)).mean(axis=0))
    told = scale * scores - ordinary - math.log(ODDS * max(photos, 1))
    return np.asarray(told, np.float32)
