"""Learned features of two pictures -> pairs, by a small network -> a homography on which many of them agree.

A glance comes first: it counts the points of both pictures whose descriptors are each other's nearest and are alike.
That takes a hundredth of the network's time, and tells whether, and which way up, the pictures may show the same thing.

The matcher (LighterGlue, a LightGlue of one head and six layers) sees all points of both pictures at once. For each
point it gives the likeliest partner, and how likely it is. Learned keypoints have no scale and no direction, so that
geometry.verify() has nothing to vote with. The network's pairs are mostly right, or hardly any are, so that a plain
robust fit of a homography (USAC) is enough.

Lindenberger, Sarlin and Pollefeys, "LightGlue: local feature matching at light speed", ICCV 2023;
Potje et al., "XFeat", CVPR 2024, which has the smaller version.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.base.learned_graphs import MATCHER_GRAPH, QUARTER_TURN, learned_graph
from cbir.base.types import LearnedFeatures
from cbir.matching.geometry import NOTHING, Verification, fit_homography, one_per_cell, outline, project


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedMatchOptions:
    """Chosen on half of the pairs of hard/: docs/benchmarks.md."""

    # The glance. A third of the strangers passes it, and two of 96 right pairs do not.
    glance_cosine: float = 0.8
    glance_pairs: int = 40
    glance_pairs_turned: int = 100  # for a quarter or half turn, which is rare
    # With 0.1, as published, rows of windows of two houses agree in up to 12 points, with 0.3 in up to 4.
    min_confidence: float = 0.3
    inlier_share: float = 6 / 960  # of the photo's longer side; GeometryOptions.inlier_px at 960 px
    cell_share: float = 12 / 960  # GeometryOptions.cell_px at 960 px
    max_depth_ratio: float = 2.0  # of the farthest agreeing point to the nearest: at most 1.9 in right pairs
    min_inliers: int = 8


def likeliest_turn(
    turned: Sequence[LearnedFeatures],
    photo: LearnedFeatures,
    options: LearnedMatchOptions = LearnedMatchOptions(),
) -> int | None:
    """The turn in which a query is most like a photo; None if it is not worth comparing in any.

    turned : the query in some turns, described as the photo was. Of those, an upright one needs fewer pairs
    """
    counts = [_count_nearest(query, photo, options.glance_cosine) for query in turned]
    best = max(range(len(turned)), key=counts.__getitem__)
    turn = turned[best].turn
    least = options.glance_pairs_turned if turn else options.glance_pairs
    return turn if counts[best] >= least else None


def match_learned(
    query: LearnedFeatures,
    photo: LearnedFeatures,
    options: LearnedMatchOptions = LearnedMatchOptions(),
    *,
    threads: int = 1,
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Pairs that are each other's likeliest partners: (k, 2) rows, and (k,) confidence, most confident first.

    threads : of the network. Raises LearnedFeaturesMissing.
    """
    if not len(query) or not len(photo):
        return np.zeros((0, 2), np.intp), np.zeros(0, np.float32)
    partners, backwards, log_score = learned_graph(MATCHER_GRAPH, threads).run(
        query_places=_places(query),
        query_descriptors=query.descriptors,
        photo_places=_places(photo),
        photo_descriptors=photo.descriptors,
    )
    mutual = backwards[partners] == np.arange(len(query))
    rows = np.flatnonzero(mutual & (log_score > math.log(options.min_confidence)))
    rows = rows[np.argsort(-log_score[rows], kind="stable")]
    return np.stack([rows, partners[rows]], axis=1), np.exp(log_score[rows])


def verify_learned(
    query: LearnedFeatures,
    photo: LearnedFeatures,
    options: LearnedMatchOptions = LearnedMatchOptions(),
    *,
    threads: int = 1,
) -> Verification:
    """Match two pictures, and find a homography on which enough of the pairs agree. Raises LearnedFeaturesMissing."""
    rows, _ = match_learned(query, photo, options, threads=threads)
    query_xy, photo_xy = query.xy[rows[:, 0]], photo.xy[rows[:, 1]]
    inlier_px = options.inlier_share * max(photo.size)
    transform = fit_homography(query_xy, photo_xy, inlier_px)
    if transform is None or outline(transform, query.size) is None:
        return NOTHING
    depth = query_xy @ transform[2, :2] + transform[2, 2]
    off = np.linalg.norm(project(transform, query_xy) - photo_xy, axis=1)
    inliers = np.flatnonzero((off <= inlier_px) & (depth > 0))
    if not len(inliers) or depth[inliers].max() > options.max_depth_ratio * depth[inliers].min():
        return NOTHING
    query_cells = query_xy[inliers] / (options.cell_share * max(query.size))
    photo_cells = photo_xy[inliers] / (options.cell_share * max(photo.size))
    distinct = inliers[one_per_cell(query_cells, photo_cells, 1.0)]
    return Verification(
        inliers=len(distinct),
        rows=rows[distinct],
        transform=transform,
        verified=len(distinct) >= options.min_inliers,
    )


def spread(query: LearnedFeatures, photo: LearnedFeatures, verification: Verification) -> float:
    """How far agreeing points spread over what both pictures show: a share in [0, 1], the smaller of both pictures'.

    Of the keypoints of one picture that the transform puts inside the other, the share in the convex hull of the
    agreeing points, widened by a twentieth of the picture's longer side. A shared banner has a small one.
    """
    if verification.transform is None:
        return 0.0
    shares = []
    back = np.linalg.pinv(verification.transform)
    for picture, other, transform, rows in (
        (query, photo, back, verification.rows[:, 0]),
        (photo, query, verification.transform, verification.rows[:, 1]),
    ):
        border = outline(np.asarray(transform, np.float64), other.size)
        common = np.ones(len(picture), bool) if border is None else _inside(border, picture.xy)
        hull = np.asarray(cv2.convexHull(picture.xy[rows]), np.float32)[:, 0]
        covered = _inside(hull, picture.xy, 0.05 * max(picture.size))
        together = int(np.count_nonzero(common | covered))
        shares.append(int(np.count_nonzero(common & covered)) / max(1, together))
    return min(shares)


def _inside(
    polygon: NDArray[np.floating], xy: NDArray[np.float32], reach_px: float = 0.0
) -> NDArray[np.bool_]:
    """(n,) True for points inside a polygon, or at most reach_px outside it."""
    corners = polygon.astype(np.float32).reshape(-1, 1, 2)
    return np.array(
        [cv2.pointPolygonTest(corners, (float(x), float(y)), True) >= -reach_px for x, y in xy], bool
    )


def _count_nearest(query: LearnedFeatures, photo: LearnedFeatures, min_cosine: float) -> int:
    """Number of pairs that are each other's nearest, and alike."""
    if not len(query) or not len(photo):
        return 0
    cosines = query.descriptors @ photo.descriptors.T
    nearest = cosines.argmax(axis=1)
    rows = np.arange(len(query))
    mutual = cosines.argmax(axis=0)[nearest] == rows
    return int((mutual & (cosines[rows, nearest] > min_cosine)).sum())


def _places(features: LearnedFeatures) -> NDArray[np.float32]:
    """Positions in the picture as it was described, from its middle, in halves of its longer side."""
    size = np.array(features.size)
    turned = (features.xy - (size - 1) / 2) @ np.linalg.matrix_power(QUARTER_TURN, features.turn)
    # The network was trained with a middle that lies half a pixel farther.
    return np.asarray((turned - 0.5) / (size.max() / 2), np.float32)
