"""Learned features of two pictures -> pairs, by a small network -> a homography on which many of them agree.

A glance comes first: it counts the points of both pictures whose descriptors are each other's nearest and are alike.
That takes a hundredth of the network's time, and tells whether, and which way up, the pictures may show the same thing.

The matcher (LighterGlue, a LightGlue of one head and six layers) sees all points of both pictures at once. For each
point it gives the likeliest partner, and how likely it is. Learned keypoints have no scale and no direction, so that
geometry.verify() has nothing to vote with. The network's pairs are mostly right, or hardly any are, so that plain
robust fits of a homography and of a fundamental matrix (USAC) are enough.

Lindenberger, Sarlin and Pollefeys, "LightGlue: local feature matching at light speed", ICCV 2023;
Potje et al., "XFeat", CVPR 2024, which has the smaller version.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cbir.base.learned_graphs import MATCHER_GRAPH, QUARTER_TURN, learned_graph
from cbir.base.opencv import cv2
from cbir.base.types import LearnedFeatures
from cbir.matching.geometry import (
    Verification,
    fit_affine,
    fit_homography,
    one_per_cell,
    outline,
    project,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedMatchOptions:
    """Chosen on half of the pairs of hard/: docs/benchmarks.md."""

    # Descriptors that are alike at a glance.
    glance_cosine: float = 0.8
    # A quarter or half turn is rare: it needs more pairs, and more than the picture as it is.
    turned_pairs: int = 60
    turned_factor: float = 1.5  # by which its pairs count less
    # With 0.1, as published, the windows of two houses agree in up to 35 points.
    min_confidence: float = 0.3
    inlier_share: float = 6 / 960  # of the photo's longer side; GeometryOptions.inlier_px at 960 px
    cell_share: float = 12 / 960  # GeometryOptions.cell_px at 960 px
    max_depth_ratio: float = 2.0  # of the farthest agreeing point to the nearest: at most 1.9 in right pairs
    min_inliers: int = 8
    min_folded: int = 12  # for a homography that folds the query: in 382 pairs of strangers, at most 6 agreed
    # Right pairs without a common plane have 22 and more on lines. A front and a book cover had 16 by chance.
    line_share: float = 3 / 960
    min_lined: int = 20
    min_flatness: float = 0.1  # of the points, width over length: those in one row agree on any lines


class Glance(NamedTuple):
    """Likeness of two pictures at a glance: the turn of the query, and the number of pairs.

    Pairs of a quarter or half turn count less.
    """

    turn: int
    pairs: int


def glance(
    turned: Sequence[LearnedFeatures],
    photo: LearnedFeatures,
    options: LearnedMatchOptions = LearnedMatchOptions(),
) -> Glance:
    """Find the turn in which a query is most like a photo.

    turned : the query as it is, then in further turns, described as the photo was
    """
    counts = [_count_nearest(query, photo, options.glance_cosine) for query in turned]
    turns = range(len(turned))
    weighed = [counts[0], *(count / options.turned_factor for count in counts[1:])]
    best = max(
        turns, key=lambda turn: weighed[turn] if counts[turn] >= options.turned_pairs or not turn else -1.0
    )
    return Glance(turn=turned[best].turn, pairs=round(weighed[best]))


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
    """Match two pictures, and find a homography or else epipolar lines on which enough pairs agree.

    A house from two sides has no common plane, but its points lie on each other's epipolar lines. Any few points do:
    more of them have to. Raises LearnedFeaturesMissing.
    """
    rows, _ = match_learned(query, photo, options, threads=threads)
    transform, planar = _on_plane(query, photo, rows, options)
    lined = _on_lines(query, photo, rows, options)
    is_planar, is_lined = len(planar) >= options.min_inliers, len(lined) >= options.min_lined
    agreeing = lined if is_lined and len(lined) > len(planar) else planar
    return Verification(
        inliers=len(agreeing),
        rows=agreeing,
        transform=transform if len(agreeing) else None,
        verified=is_planar or is_lined,
    )


def _on_plane(
    query: LearnedFeatures, photo: LearnedFeatures, rows: NDArray[np.intp], options: LearnedMatchOptions
) -> tuple[NDArray[np.float64] | None, NDArray[np.intp]]:
    """A homography from query to photo, and the pairs that agree on it.

    Points in a small part leave the perspective open, so that it may fold the rest of the query. An affine map through
    them then takes its place.
    """
    query_xy, photo_xy = query.xy[rows[:, 0]], photo.xy[rows[:, 1]]
    inlier_px = options.inlier_share * max(photo.size)
    transform = fit_homography(query_xy, photo_xy, inlier_px)
    if transform is None:
        return None, rows[:0]
    depth = query_xy @ transform[2, :2] + transform[2, 2]
    off = np.linalg.norm(project(transform, query_xy) - photo_xy, axis=1)
    inliers = np.flatnonzero((off <= inlier_px) & (depth > 0))
    if not len(inliers) or depth[inliers].max() > options.max_depth_ratio * depth[inliers].min():
        return None, rows[:0]
    distinct = _distinct(query, photo, rows[inliers], options)
    if outline(transform, query.size) is None:
        transform = fit_affine(query_xy[inliers], photo_xy[inliers], inlier_px)
        if transform is None or np.linalg.det(transform) <= 0 or len(distinct) < options.min_folded:
            return None, rows[:0]
    return transform, distinct


def _on_lines(
    query: LearnedFeatures, photo: LearnedFeatures, rows: NDArray[np.intp], options: LearnedMatchOptions
) -> NDArray[np.intp]:
    """The pairs that agree on a fundamental matrix; none in one row.

    Hartley and Zisserman, "Multiple view geometry in computer vision", 2004, chapter 11.
    """
    if len(rows) < options.min_lined:
        return rows[:0]
    threshold_px = options.line_share * max(photo.size)
    try:
        matrix, mask = cv2.findFundamentalMat(
            query.xy[rows[:, 0]], photo.xy[rows[:, 1]], cv2.USAC_MAGSAC, threshold_px, 0.999, 10_000
        )
    except (
        cv2.error
    ):  # WORKAROUND(OpenCV 5.0.0): USAC asserts that degenerate points, as on a chessboard, have a model
        return rows[:0]
    if np.shape(matrix) != (3, 3):  # None, or several that the pairs cannot tell apart
        return rows[:0]
    lined = _distinct(query, photo, rows[np.flatnonzero(mask)], options)
    for xy in (query.xy[lined[:, 0]], photo.xy[lined[:, 1]]):
        width, length = np.sqrt(np.maximum(np.linalg.eigvalsh(np.cov(xy.T)), 0)) if len(xy) > 2 else (0, 1)
        if width < options.min_flatness * length:
            return rows[:0]
    return lined


def _distinct(
    query: LearnedFeatures, photo: LearnedFeatures, rows: NDArray[np.intp], options: LearnedMatchOptions
) -> NDArray[np.intp]:
    """One pair for each cell of either picture."""
    query_cells = query.xy[rows[:, 0]] / (options.cell_share * max(query.size))
    photo_cells = photo.xy[rows[:, 1]] / (options.cell_share * max(photo.size))
    return rows[one_per_cell(query_cells, photo_cells, 1.0)]


def _count_nearest(query: LearnedFeatures, photo: LearnedFeatures, min_cosine: float) -> int:
    """Number of pairs that are each other's nearest, and alike."""
    if not len(query) or not len(photo):
        return 0
    cosines = query.descriptors @ photo.descriptors.T
    nearest = cosines.argmax(axis=1)
    highest = cosines[np.arange(len(query)), nearest]
    # The largest value of each column takes a tenth of the time of its row.
    mutual = highest == cosines.max(axis=0)[nearest]
    return int((mutual & (highest > min_cosine)).sum())


def _places(features: LearnedFeatures) -> NDArray[np.float32]:
    """Positions in the picture as it was described, from its middle, in halves of its longer side."""
    size = np.array(features.size)
    turned = (features.xy - (size - 1) / 2) @ np.linalg.matrix_power(QUARTER_TURN, features.turn)
    # The network was trained with a middle that lies half a pixel farther.
    return np.asarray((turned - 0.5) / (size.max() / 2), np.float32)
