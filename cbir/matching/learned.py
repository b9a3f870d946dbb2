"""Learned features of two pictures -> pairs, by a small network -> a homography on which many of them agree.

The matcher (LighterGlue, a LightGlue of one head and six layers) sees all points of both pictures at once. For each
point it gives the likeliest partner, and how likely it is. Learned keypoints have no scale and no direction, so that
geometry.verify() has nothing to vote with. The network's pairs are mostly right, or hardly any are, so that a plain
robust fit of a homography (USAC) is enough.

Lindenberger, Sarlin and Pollefeys, "LightGlue: local feature matching at light speed", ICCV 2023;
Potje et al., "XFeat", CVPR 2024, which has the smaller version.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.learned_graphs import MATCHER_GRAPH, learned_graph
from cbir.base.types import LearnedFeatures
from cbir.matching.geometry import NOTHING, Verification, fit_homography, one_per_cell, outline, project


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedMatchOptions:
    """Chosen on even-numbered pairs of hard/ and on half A of distractors/: docs/benchmarks.md."""

    min_confidence: float = 0.1  # of a pair, as published
    inlier_px: float = 6.0  # GeometryOptions.inlier_px
    cell_px: float = 12.0  # GeometryOptions.cell_px
    min_inliers: int = 20


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
    transform = fit_homography(query_xy, photo_xy, options.inlier_px)
    if transform is None or outline(transform, query.size) is None:
        return NOTHING
    depth = query_xy @ transform[2, :2] + transform[2, 2]
    off = np.linalg.norm(project(transform, query_xy) - photo_xy, axis=1)
    inliers = np.flatnonzero((off <= options.inlier_px) & (depth > 0))
    distinct = inliers[one_per_cell(query_xy[inliers], photo_xy[inliers], options.cell_px)]
    return Verification(
        inliers=len(distinct),
        rows=rows[distinct],
        transform=transform,
        verified=len(distinct) >= options.min_inliers,
    )


def _places(features: LearnedFeatures) -> NDArray[np.float32]:
    """Positions from the middle of the picture, in halves of its longer side."""
    size = np.array(features.size, np.float32)
    return np.asarray((features.xy - size / 2) / (size.max() / 2), np.float32)
