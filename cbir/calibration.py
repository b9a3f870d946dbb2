"""A query's scores -> how far each stands out of the query's own background, and which surely do.

The cosines of two towers have no common zero: one query's best hit scores less than another's noise. So a score is
read against what the same query gives the photos of the same library.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LINE = 3.0  # robust standard deviations


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrated:
    """values : (n,) float32, 0 on the line. strong : (n,) bool"""

    values: NDArray[np.float32]
    strong: NDArray[np.bool_]


def calibrate(background: Background, scores: NDArray[np.float32]) -> Calibrated:
    """How far each of some scores stands above the line. scores : (n,)"""
    values = ((scores - background.centre) / background.spread - LINE).astype(np.float32)
    return Calibrated(values=values, strong=values >= 0)
