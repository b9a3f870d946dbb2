"""Faces in photos, and the people to whom they belong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

LeftOut = Literal["", "small", "turned", "blurred"]
"""Why a face is counted and not described; empty if it is described."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFace:
    """A face that the detector found in a photo.

    box : left, top, width, height, in pixels of the upright full-resolution picture. points : its key points there
    likely : 0 to 1. numbers : (128,) float32; None if it was left out
    """

    box: tuple[float, float, float, float]
    points: tuple[tuple[float, float], ...]
    likely: float
    left_out: LeftOut
    numbers: NDArray[np.float32] | None
