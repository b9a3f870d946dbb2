"""Options of detection and description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Implementation = Literal["cbir", "opencv"]

# Chosen by a sweep over half A of the data: docs/benchmarks.md, "Decided once".
PHOTO_FEATURES = 900  # 64 KB of disk a photo
QUERY_FEATURES = 3000


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureOptions:
    """Options of detection and description. All but the budget must be the same for query and photo."""

    max_features: int = PHOTO_FEATURES
    working_side_px: int = 960  # the sweep
    octave_layers: int = 3  # Lowe 2004, 3.2
    sigma: float = 1.6  # Lowe 2004, 3.3
    magnification: float = (
        2.0  # before the first octave: Lowe 2004, 3.3; a smaller one is faster, with fewer points
    )
    contrast_threshold: float = 0.01  # the sweep; Lowe: 0.03 on the interpolated value, OpenCV: 0.04 / layers
    edge_threshold: float = 10.0  # Lowe 2004, 4.1
    cells: int = 8  # along the longer side, for spreading the features over the picture
    surplus_features: int = 3000  # strongest features beyond the budget that take part in the spread
    equalise: bool = False  # contrast-limited histogram equalisation before detection: the sweep
    upright: bool = False  # the camera was upright: every feature points along x
    root: bool = True  # Arandjelovic 2012; False is Lowe's SIFT, to measure the gain
    implementation: Implementation = "cbir"

    @property
    def fingerprint(self) -> str:
        """Readable name of everything that changes the meaning of a stored feature."""
        own = "cbir-" if self.implementation == "cbir" else ""
        first = "" if self.magnification == 2 else f" magnification={self.magnification:g}"
        turn = " upright" if self.upright else ""
        descriptor = "rootsift8" if self.root else "sift8"
        return (
            f"{own}dog-{descriptor} side={self.working_side_px} layers={self.octave_layers} sigma={self.sigma:g} "
            f"contrast={self.contrast_threshold:g} edge={self.edge_threshold:g} equalise={int(self.equalise)}"
            f"{first}{turn}"
        )
