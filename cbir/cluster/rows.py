"""Rows of a library's tables on a server: the visual words of a photo, or an embedding."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class SparseRow:
    """The visual words of a photo, or of a query. columns : distinct, ascending. values : of each"""

    columns: NDArray[np.uint32]
    values: NDArray[np.float32]


Row = SparseRow | NDArray[np.float32]
