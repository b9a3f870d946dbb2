"""Border of one picture inside another -> a decision between crop and paste.

A pasted picture ends in a seam: its two sides are unrelated, even if the colours match. Around a crop the photo
continues across the border as it does a few pixels farther in or out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.matching import Matrix, Pixels, corners_of, moved

_ACROSS_PX = 1  # from the border to the lines compared on either side
_BETWEEN_PX = 2 * _ACROSS_PX
_OFF_PX = 1  # tolerance of the border's position
_NEAR_PX, _FAR_PX = 4, 16  # distances at which the reference is measured
_REACH_PX = _FAR_PX + _OFF_PX + _ACROSS_PX
_COARSE_PX = 10.0  # slower changes along a line are alike across a seam, too
_NOISE, _LEAST_CHANGE = 1.5, 1.0  # grey levels: smaller variation is plain
_MOST = 1.0  # the most that one side counts: an edge in the photo may run along one side of a crop
_LEAST_OUTSIDE_PX = 3
# Chosen on 1,100 crops and 1,100 pastes of choosing photos: docs/benchmarks/duplicates-fresh.json.
_PARTED = 0.9  # of 2
_PARTED_THROUGHOUT = 0.5  # edges in a photo hardly ever run along three sides of a crop
_MANY_SIDES = 3
_FEW_AROUND = 30  # pixels
_RIPPLES_PX = (9, 9)
_FILLED, _ONE_COLOUR = 98, 10.0  # percentile, and grey levels: lettering on a plain ground is no border
_FEW_PX = 48  # of border in the picture: too few to decide anything

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Seam:
    """The smaller picture's border in the larger picture.

    filled : the surroundings are of one colour
    parting : contrast of the border, compared with lines near it: the decrease of the correlation between the lines on
        its two sides, plus the log ratio of the colour change across it. Mean of all sides, weighted by their length.
        About 0 if the photo continues
    throughout : the smallest parting of three or four sides; 0 if fewer are in the picture
    """

    filled: bool
    parting: float
    throughout: float

    @property
    def parted(self) -> bool:
        """True if the photo ends at the border: the smaller picture was pasted into it."""
        return self.parting > _PARTED or self.throughout > _PARTED_THROUGHOUT


def seam_of(larger: Pixels, smaller: Pixels, inside: Matrix) -> Seam:
    """Examine the smaller picture's border. inside : (3, 3), from its pixels to those of the larger picture"""
    landed = moved(inside, corners_of(smaller))
    colours = larger.astype(np.float32)
    sides = [
        side
        for start, end in zip(landed, np.roll(landed, -1, axis=0), strict=True)
        if (side := _Side.of(colours, start, end, landed.mean(axis=0))) is not None
    ]
    lengths = [side.length for side in sides]
    parting = throughout = 0.0
    if sum(lengths) >= _FEW_PX:
        partings = [side.parting() for side in sides]
        parting = float(np.average(partings, weights=lengths))
        throughout = min(partings) if len(partings) >= _MANY_SIDES else 0.0
    return Seam(filled=_is_filled(larger, landed), parting=parting, throughout=throughout)


def _is_filled(larger: Pixels, landed: Matrix) -> bool:
    outside = np.full(larger.shape[:2], 255, np.uint8)
    cv2.fillConvexPoly(outside, np.rint(landed).astype(np.int32), 0)
    around = cv2.erode(outside, np.ones((5, 5), np.uint8), borderValue=255) > 0
    if around.sum() <= _FEW_AROUND:
        return False
    # Local means of the surroundings, as compression leaves ripples along an edge.
    share = cv2.blur(around.astype(np.float32), _RIPPLES_PX, borderType=cv2.BORDER_CONSTANT)[around]
    sums = cv2.blur(
        larger * around[:, :, None].astype(np.float32), _RIPPLES_PX, borderType=cv2.BORDER_CONSTANT
    )
    means = sums[around] / share[:, None]
    return float(np.percentile(np.abs(means - np.median(means, axis=0)).max(axis=1), _FILLED)) < _ONE_COLOUR


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of the smaller picture in the larger one. length : in pixels

    lines : (places along it, lines beside it, 3) colours. first : offset of the first line, negative outside
    """

    lines: Floats
    first: int
    length: float

    @classmethod
    def of(cls, colours: Floats, start: Matrix, end: Matrix, centre: Matrix) -> _Side | None:
        """Sample the lines along a side; None if the side is the larger picture's own border."""
        along = end - start
        length = float(np.linalg.norm(along))
        normal = np.array([-along[1], along[0]]) / max(length, 1e-6)
        if normal @ (centre - start) < 0:
            normal = -normal
        count = int(np.clip(0.84 * length, 24, 400))
        places = start + np.linspace(0.08, 0.92, count)[:, None] * along
        points = places[:, None] + np.arange(-_REACH_PX, _REACH_PX + 1)[:, None] * normal
        height, width = colours.shape[:2]
        x, y = points[:, :, 0], points[:, :, 1]
        within = (x >= 0) & (x <= width - 1) & (y >= 0) & (y <= height - 1)
        hidden = np.flatnonzero(np.mean(within, axis=0)[:_REACH_PX] <= 0.7)
        first = int(hidden[-1]) + 1 if len(hidden) else 0
        if first > _REACH_PX - _LEAST_OUTSIDE_PX:
            return None
        at = points[:, first:].astype(np.float32)
        lines = cv2.remap(
            colours, at[:, :, 0], at[:, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return cls(np.asarray(lines, np.float32), first - _REACH_PX, length)

    def parting(self) -> float:
        """Contrast of this side, see Seam."""
        change, alike = self._change(), self._alike()
        offsets = self.first + _ACROSS_PX + np.arange(len(change))[_OFF_PX:-_OFF_PX]
        # The border may be a pixel off, so each place counts with the strongest contrast at or right beside it.
        change, alike = _windows(change).max(axis=1), _windows(alike).min(axis=1)
        is_near = (np.abs(offsets) >= _NEAR_PX) & (np.abs(offsets) <= _FAR_PX)
        less_alike = np.median(alike[is_near]) - alike[offsets == 0]
        more_change = change[offsets == 0] - np.median(change[is_near])
        return float(np.clip([less_alike, more_change], -_MOST, _MOST).sum())

    def _change(self) -> Floats:
        """Logarithm of the mean colour change between the lines on either side of each position."""
        change = np.abs(self.lines[:, _BETWEEN_PX:] - self.lines[:, :-_BETWEEN_PX]).mean(axis=(0, 2))
        return np.asarray(np.log(change + _LEAST_CHANGE), np.float32)

    def _alike(self) -> Floats:
        """Correlation between the lines on either side of each position; about 0 if they are plain."""
        flat = self.lines.reshape(len(self.lines), -1)
        along = cv2.getGaussianKernel(round(6 * _COARSE_PX) | 1, _COARSE_PX)
        slow = cv2.sepFilter2D(flat, -1, np.ones((1, 1)), along, borderType=cv2.BORDER_REFLECT_101)
        fine = (flat - slow).reshape(self.lines.shape)
        power = (fine * fine).mean(axis=(0, 2))
        common = (fine[:, _BETWEEN_PX:] * fine[:, :-_BETWEEN_PX]).mean(axis=(0, 2))
        most = np.sqrt(power[_BETWEEN_PX:] * power[:-_BETWEEN_PX]) + _NOISE**2
        return np.asarray(common / most, np.float32)


def _windows(values: Floats) -> Floats:
    return np.lib.stride_tricks.sliding_window_view(values, 2 * _OFF_PX + 1)
