"""Places on a plane -> groups of dense places: each place climbs to the peak of density above it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_CELLS = 192  # along the longer side
_CHOSEN_FOR = 4000  # places
_NEIGHBOURS = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if down or across]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaneGroups:
    """Two levels of groups.

    of_place : (n,) the small group of each place; -1: too few are near it. parents : (g,) the large group of each
    """

    of_place: NDArray[np.int64]
    parents: NDArray[np.int64]


def group_places(
    places: NDArray[np.float64], *, small: float = 1 / 64, large: float = 1 / 22, least: int = 4
) -> PlaneGroups:
    """Group places by the peaks of their density.

    places : (n, 2). least : places of a small group
    small, large : widths of the two Gaussians for 4,000 places, as shares of the longer side; chosen by eye
    The widths fall with n ** (-1/6): Scott, "Multivariate density estimation", 1992.
    Koontz, Narendra and Fukunaga, "A graph-theoretic approach to nonparametric cluster analysis", IEEE Trans. Computers
    25, 1976: a cell belongs to the peak that the steepest way leads to.
    """
    if not len(places):
        return PlaneGroups(of_place=np.zeros(0, np.int64), parents=np.zeros(0, np.int64))
    low = places.min(axis=0)
    side = max(1e-12, float(np.ptp(places, axis=0).max()))
    at = np.minimum(_CELLS - 1, ((places - low) / side * _CELLS).astype(np.int64))
    cells = at[:, 1] * _CELLS + at[:, 0]
    counts = np.bincount(cells, minlength=_CELLS * _CELLS).reshape(_CELLS, _CELLS).astype(np.float64)
    scale = _CELLS * (len(places) / _CHOSEN_FOR) ** (-1 / 6)
    peak_of = _peaks(_smoothed(counts, min(small * scale, _CELLS / 4)))
    larger_of = _peaks(_smoothed(counts, min(large * scale, _CELLS / 4)))
    peaks, numbers, sizes = np.unique(peak_of[cells], return_inverse=True, return_counts=True)
    is_group = sizes >= least
    number_of = np.where(is_group, np.cumsum(is_group) - 1, -1)
    _, parents = np.unique(larger_of[peaks[is_group]], return_inverse=True)
    return PlaneGroups(of_place=number_of[numbers.reshape(-1)], parents=parents.reshape(-1).astype(np.int64))


def _smoothed(counts: NDArray[np.float64], width: float) -> NDArray[np.float64]:
    """The counts under a Gaussian of this width, in cells."""
    reach = np.arange(-int(3 * width) - 1, int(3 * width) + 2)
    kernel = np.exp(-0.5 * (reach / width) ** 2)
    for axis in (0, 1):
        counts = np.apply_along_axis(np.convolve, axis, counts, kernel, "same")
    return counts


def _peaks(density: NDArray[np.float64]) -> NDArray[np.int64]:
    """For each cell, the cell at the end of the steepest way up: (cells,)."""
    padded = np.pad(density, 1, constant_values=-1.0)
    best, step = density.copy(), np.zeros(density.shape, np.int64)
    height, width = density.shape
    for down, across in _NEIGHBOURS:
        other = padded[1 + down : 1 + down + height, 1 + across : 1 + across + width]
        is_higher = other > best
        best = np.where(is_higher, other, best)
        step = np.where(is_higher, down * width + across, step)
    target = np.arange(density.size) + step.reshape(-1)
    while not np.array_equal(further := target[target], target):
        target = further
    return target
