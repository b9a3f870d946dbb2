"""A weak hypothesis of the transform -> the pairs it predicts -> verification with a higher threshold.

NNDR searches the whole photo for the nearest descriptor and drops the pair if a second one is nearly as near. For a
thing seen from the side or behind glass, few pairs remain. A hypothesis of the transform, from as few as four pairs
that agree, predicts the place of each point. Around that place, the nearest descriptor is accepted, even if another
place of the photo has one nearly as near. The pairs are verified like any others. A wrong hypothesis selects pairs that
agree with it. Guided matching therefore needs more inliers than plain matching.

Hartley and Zisserman, Multiple View Geometry in Computer Vision, 2nd edition, 4.8 (guided matching).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import PhotoFeatures, QueryFeatures
from cbir.matching.geometry import (
    NOTHING,
    GeometryOptions,
    Keypoints,
    Verification,
    fit_affine,
    frames,
    project,
    verify,
)
from cbir.matching.nndr import NearPairs, NndrOptions, match_nndr


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedOptions:
    """Chosen on hard/ and on half A of distractors/: docs/benchmarks.md."""

    guess_ratio: float = 0.9  # NNDR of the pairs that form a hypothesis
    guess_pairs: int = 4  # pairs that must agree to form a hypothesis
    guesses: int = 3  # hypotheses to try, those with the most pairs
    radius_px: float = 12.0  # around the predicted point
    max_ratio: float = 0.95  # distance to the nearest descriptor there, over that to the nearest elsewhere
    min_inliers: int = 12  # in 3,260 pairs of unrelated photos, at most 11 agreed
    looked_at: int = 20  # most promising photos to compare


def verify_guided(
    query: QueryFeatures,
    photo: PhotoFeatures,
    levels: NDArray[np.float32],
    options: GuidedOptions = GuidedOptions(),
    geometry: GeometryOptions = GeometryOptions(),  # noqa: B008 (frozen)
    near: NearPairs | None = None,
) -> Verification:
    """Verify a pair of pictures by the feature pairs that hypotheses predict.

    levels : (16, 64) float32, the codebook's. near : see match_nndr
    """
    from cbir.matching import kernels

    projected = kernels.decompress(photo.codes, levels)
    nndr = NndrOptions(max_ratio=options.guess_ratio)
    rows, ratios = match_nndr(query.projected, projected, nndr, near)
    rows = rows[np.argsort(ratios, kind="stable")[: geometry.max_pairs]]
    best, stricter = NOTHING, replace(geometry, min_inliers=options.min_inliers, homography_inliers=0)
    distances = None
    for guess in likeliest_guesses(query, photo, rows, options, geometry):  # most photos have none
        distances = _distances(query.projected, projected) if distances is None else distances
        rows, ratios = predicted_pairs(guess, query, photo, distances, options, geometry)
        verification = verify(query, photo, rows, ratios, stricter)
        best = verification if verification.inliers > best.inliers else best
    return best


def grow(
    verification: Verification,
    query: Keypoints,
    photo: Keypoints,
    descriptors: tuple[NDArray[np.float32], NDArray[np.float32]],
    options: GuidedOptions = GuidedOptions(),
    geometry: GeometryOptions = GeometryOptions(),  # noqa: B008 (frozen)
) -> Verification:
    """Verify again by the pairs that a verification's transform predicts. Repeat it while that adds inliers.

    descriptors : (n, d) of the query, (m, d) of the photo
    """
    distances = _distances(*descriptors)
    while verification.transform is not None:
        rows, ratios = predicted_pairs(verification.transform, query, photo, distances, options, geometry)
        more = verify(query, photo, rows, ratios, geometry)
        if more.inliers <= verification.inliers:
            break
        verification = more
    return verification


def _distances(query: NDArray[np.float32], photo: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, m) squared distances. If rounding makes one negative, it is 0."""
    distances = query @ photo.T
    distances *= -2
    distances += np.einsum("ij,ij->i", query, query)[:, None]
    distances += np.einsum("ij,ij->i", photo, photo)
    np.maximum(distances, 0, out=distances)
    return distances


def likeliest_guesses(
    query: Keypoints,
    photo: Keypoints,
    rows: NDArray[np.intp],
    options: GuidedOptions,
    geometry: GeometryOptions,
) -> Iterator[NDArray[np.float64]]:
    """(3, 3) affine transforms from query to photo working pixels on which several pairs agree. rows : (k, 2)"""
    if len(rows) < options.guess_pairs:
        return
    from cbir.matching import kernels

    query_frames, photo_frames = frames(query, rows[:, 0]), frames(photo, rows[:, 1])
    limits = geometry.vote_limits
    left = kernels.vote(query_frames, photo_frames, *limits)
    for _ in range(options.guesses):
        proposal = int(left.argmax())
        if left[proposal] + 1 < options.guess_pairs:
            return
        members = kernels.agreeing(query_frames, photo_frames, proposal, *limits)
        left[members] = 0
        fitted = fit_affine(query_frames[members, :2], photo_frames[members, :2], geometry.inlier_px)
        if fitted is not None:
            yield fitted
        yield _similarity(query_frames[proposal], photo_frames[proposal])


def _similarity(query_frame: NDArray[np.float32], photo_frame: NDArray[np.float32]) -> NDArray[np.float64]:
    """The transform that takes one frame (x, y, log sigma, angle) to another."""
    (x, y, *_), (to_x, to_y, *_) = query_frame.astype(float), photo_frame.astype(float)
    log_scale, turn = (photo_frame[2:] - query_frame[2:]).astype(float)
    a, b = math.exp(log_scale) * math.cos(turn), math.exp(log_scale) * math.sin(turn)
    return np.array([[a, -b, to_x - a * x + b * y], [b, a, to_y - b * x - a * y], [0, 0, 1]])


def predicted_pairs(
    guess: NDArray[np.float64],
    query: Keypoints,
    photo: Keypoints,
    distances: NDArray[np.float32],
    options: GuidedOptions,
    geometry: GeometryOptions,
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """One-to-one pairs of query points with the nearest descriptors near their predicted places, and their ratios."""
    from cbir.matching import kernels

    area = float(np.linalg.det(guess[:2, :2]))
    if area <= 0:
        return np.zeros((0, 2), np.intp), np.zeros(0, np.float32)
    n = len(query.xy)
    expected = np.empty((n, 4), np.float32)
    expected[:, :2] = project(guess, query.xy.astype(np.float64))
    expected[:, 2] = np.log(query.sigma) + math.log(area) / 2
    heading = np.column_stack([np.cos(query.angle), np.sin(query.angle)]) @ guess[:2, :2].T
    expected[:, 3] = np.arctan2(heading[:, 1], heading[:, 0])
    near, elsewhere, at = np.empty(n, np.float32), np.empty(n, np.float32), np.empty(n, np.int64)
    _, _, max_log_scale, max_angle = geometry.vote_limits
    by_x = np.argsort(photo.xy[:, 0], kind="stable")
    reach = expected[:, 0] + (options.radius_px + 1) * np.array([[-1], [1]], np.float32)
    begins, ends = np.searchsorted(photo.xy[by_x, 0], reach)
    kernels.nearest_about(
        distances,
        distances.view(np.int32),
        expected,
        frames(photo, np.arange(len(photo.xy))),
        by_x,
        begins,
        ends,
        options.radius_px,
        max_log_scale,
        max_angle,
        near,
        elsewhere.view(np.int32),
        at,
    )
    rows = np.flatnonzero((at >= 0) & (near < options.max_ratio**2 * elsewhere))
    rows = rows[np.argsort(near[rows] / elsewhere[rows], kind="stable")]
    _, first = np.unique(at[rows], return_index=True)
    rows = rows[np.sort(first)]  # the least ambiguous of several query points paired with one photo point
    ratios = np.sqrt(np.maximum(near[rows], 0) / elsewhere[rows])
    return np.stack([rows, at[rows]], axis=1), ratios
