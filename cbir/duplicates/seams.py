"""Where one picture ends in another -> whether the photo goes on there, as around what was cut out of it.

A pasted picture ends in a seam: what is on either side of it has nothing to do with the other, whatever the colours
are. Around what was cut out of a photo the photo goes on as it does a few pixels farther in or out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.duplicates.alignment import Matrix, Pixels, corners_of, moved

_ACROSS_PX = 1  # from the border to the lines on either side of it
_BESIDE_PX = (-13, -10, -7, -4, 4, 7, 10, 13)  # where the same is measured; below 0 outside
_EDGE_PX, _EDGE_BESIDE_PX = 2, (-10, -7, 7, 10, 13)
_COARSE_PX = 16.0  # what changes more slowly along a line is alike across a seam, too
_OUTER_PX = 14
_FEW_PX = 48  # of border in the picture: too few to say anything

Line = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Seam:
    """What is seen in the larger picture where the smaller one ends in it.

    filled : all around it is of one colour. edges : share of the sides that are an edge there
    parting : how little what is on either side of that border has to do with the other, beside what lies near: by how
        much less the lines there correlate than any two beside it, plus the logarithm of how much more the light
        changes across it than across any beside it. Below 0 where the photo goes on
    """

    filled: bool
    edges: float
    parting: float


def seam_of(larger: Pixels, smaller: Pixels, inside: Matrix) -> Seam:
    """What is seen around the smaller one. inside : (3, 3), from its pixels to the larger one's"""
    landed = moved(inside, corners_of(smaller))
    grey = cv2.cvtColor(larger, cv2.COLOR_RGB2GRAY).astype(np.float32)
    sides = [
        side
        for start, end in zip(landed, np.roll(landed, -1, axis=0), strict=True)
        if (side := _Side.of(grey, start, end, landed.mean(axis=0))) is not None
    ]
    edges = float(np.mean([side.is_edge() for side in sides])) if sides else 0.0
    return Seam(filled=_is_filled(larger, landed), edges=edges, parting=_parting(sides))


def _is_filled(larger: Pixels, landed: Matrix) -> bool:
    outside = np.full(larger.shape[:2], 255, np.uint8)
    cv2.fillConvexPoly(outside, np.rint(landed).astype(np.int32), 0)
    shown = cv2.erode(outside, np.ones((5, 5), np.uint8), borderValue=255)
    around = larger[np.asarray(shown) > 0].astype(np.float32)
    return len(around) > 30 and float(np.percentile(np.abs(around - np.median(around, axis=0)), 90)) < 10


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of the smaller picture, in the larger one. places : (n, 2) along it. normal : to its inside"""

    grey: NDArray[np.floating]
    places: Matrix
    normal: Matrix

    @classmethod
    def of(cls, grey: NDArray[np.floating], start: Matrix, end: Matrix, centre: Matrix) -> _Side | None:
        """None where the side is the larger picture's own border."""
        along = end - start
        length = float(np.linalg.norm(along))
        normal = np.array([-along[1], along[0]]) / max(length, 1e-6)
        if normal @ (centre - start) < 0:
            normal = -normal
        count = int(np.clip(0.84 * length, 24, 400))
        places = start + np.linspace(0.08, 0.92, count)[:, None] * along
        outer = places - _OUTER_PX * normal
        if ((outer < 0) | (outer > np.array(grey.shape[::-1]) - 1)).any(axis=1).mean() > 0.3:
            return None
        return cls(grey, places, normal)

    def line(self, offset: float) -> Line:
        """The light along a line beside it."""
        points = (self.places + offset * self.normal).astype(np.float32)
        x, y = (np.ascontiguousarray(points[:, at : at + 1]) for at in (0, 1))
        return np.asarray(cv2.remap(self.grey, x, y, cv2.INTER_LINEAR), np.float32)

    def is_edge(self) -> bool:
        """Whether the light changes across it more than across lines beside it."""
        at, *beside = (
            float(np.abs(self.line(offset - _EDGE_PX) - self.line(offset + _EDGE_PX)).mean())
            for offset in (0, *_EDGE_BESIDE_PX)
        )
        return at > max(8.0, 1.8 * float(np.median(beside)))


def _parting(sides: Sequence[_Side]) -> float:
    """Of all sides together, see Seam; 0 where too little is seen of them."""
    if sum(len(side.places) for side in sides) < _FEW_PX:
        return 0.0
    alike, steps = [], []
    for offset in (0, *_BESIDE_PX):
        two = [[side.line(offset + across) for side in sides] for across in (-_ACROSS_PX, _ACROSS_PX)]
        steps.append(sum(float(np.abs(one - other).sum()) for one, other in zip(*two, strict=True)))
        fine = [[line - cv2.GaussianBlur(line, (0, 0), _COARSE_PX) for line in lines] for lines in two]
        common = sum(float((one * other).sum()) for one, other in zip(*fine, strict=True))
        most = sum(
            float(np.linalg.norm(one) * np.linalg.norm(other)) for one, other in zip(*fine, strict=True)
        )
        alike.append(common / max(most, 1e-6))
    least = 1e-3 * sum(len(side.places) for side in sides)  # of a plain picture, where nothing changes
    return min(alike[1:]) - alike[0] + math.log((steps[0] + least) / (max(steps[1:]) + least))
