"""Pairs of features -> a transform on which many of them agree, or none.

This is vote-and-verify (Schönberger et al. 2016). Each pair of features has positions, scales and angles, and therefore
proposes a similarity transform alone. The pairs vote for each other's proposals, and the proposals with the most votes
are verified. USAC fits a homography (for a flat thing in perspective) and an affine map (an approximation for a thing
with depth) to the pairs that voted for a proposal. Inliers are pairs that agree with the fit in position, scale and
angle, are one-to-one, and share no cell of either picture.

Schönberger, Price, Sattler, Frahm and Pollefeys, "A vote-and-verify strategy for fast spatial verification in image
retrieval", ACCV 2016. They bin the votes in a Hough space. Here every proposal is compared with every pair, since there
are at most max_pairs.
Philbin et al., "Object retrieval with large vocabularies and fast spatial matching", CVPR 2007, section 4;
Raguram et al., "USAC: a universal framework for random sample consensus", PAMI 2013.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2


class Points(Protocol):
    """Positions of a picture's features, and its size; see QueryFeatures."""

    @property
    def xy(self) -> NDArray[np.float32]: ...
    @property
    def size(self) -> tuple[int, int]: ...


class Keypoints(Points, Protocol):
    """Points with their scales and angles."""

    @property
    def sigma(self) -> NDArray[np.float32]: ...
    @property
    def angle(self) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class GeometryOptions:
    min_inliers: int = 8  # in unrelated photos, at most 7 pairs agreed by chance: docs/benchmarks.md
    # A homography has two more parameters than an affine map, so it fits one more pair by chance.
    homography_inliers: int = 1  # a homography needs so many beyond min_inliers
    cell_px: float = 12.0  # inliers closer than this are one observation
    max_scale_ratio: float = (
        2.0  # of a pair's scale ratio to the transform's: a third of the false inliers remain
    )
    max_angle: float = math.radians(30)  # the same limit for the turn
    vote_position_px: float = 12.0
    # A keypoint's scale errs by about 10 %, its angle by about 5 degrees: a proposal is less exact farther away.
    vote_position_share: float = 0.2
    inlier_px: float = 6.0  # of the fitted transform, in working pixels
    max_pairs: int = 400  # the least ambiguous pairs
    proposals: int = 3  # number of proposals to fit, those with the most votes

    @property
    def vote_limits(self) -> tuple[float, float, float, float]:
        """Tolerances within which two pairs agree, as arguments of kernels.vote."""
        log_scale = math.log(self.max_scale_ratio)
        return self.vote_position_px, self.vote_position_share, log_scale, self.max_angle


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The geometric agreement of two pictures.

    inliers : number of one-to-one, frame-consistent pairs in different cells of both pictures
    rows : (inliers, 2) intp, the inliers' rows of query and photo
    transform : (3, 3) float64 homography from query to photo working pixels, or None without inliers
    verified : true with at least GeometryOptions.min_inliers inliers; a homography needs homography_inliers more
    """

    inliers: int
    rows: NDArray[np.intp]
    transform: NDArray[np.float64] | None
    verified: bool


NOTHING = Verification(inliers=0, rows=np.zeros((0, 2), np.intp), transform=None, verified=False)


def frames(features: Keypoints, rows: NDArray[np.intp]) -> NDArray[np.float32]:
    """(k, 4) float32: x, y, natural log of sigma, angle of some features."""
    table = np.empty((len(rows), 4), np.float32)
    table[:, :2] = features.xy[rows]
    table[:, 2] = np.log(features.sigma[rows])
    table[:, 3] = features.angle[rows]
    return table


def verify(
    query: Keypoints,
    photo: Keypoints,
    rows: NDArray[np.intp],
    ratios: NDArray[np.float32],
    options: GeometryOptions = GeometryOptions(),
) -> Verification:
    """Find a transform on which enough of the pairs agree, by vote-and-verify; see the module.

    rows : (k, 2) intp, paired rows of query and photo. ratios : (k,) float32, their NNDR; high is ambiguous
    """
    if len(rows) < options.min_inliers:
        return NOTHING
    from cbir.matching import kernels

    order = np.argsort(ratios, kind="stable")[: options.max_pairs]
    rows = rows[order]
    query_frames, photo_frames = frames(query, rows[:, 0]), frames(photo, rows[:, 1])
    limits = options.vote_limits
    votes = kernels.vote(query_frames, photo_frames, *limits)
    best = NOTHING
    remaining_votes = votes.copy()
    for _ in range(options.proposals):
        proposal = int(remaining_votes.argmax())
        if remaining_votes[proposal] + 1 < max(options.min_inliers, best.inliers + best.verified):
            break
        members = kernels.agreeing(query_frames, photo_frames, proposal, *limits)
        remaining_votes[members] = 0
        for fit in (fit_homography, fit_affine):
            transform = fit(query_frames[members, :2], photo_frames[members, :2], options.inlier_px)
            if transform is None:
                continue
            inliers = _inliers(transform, query_frames, photo_frames, options)
            distinct = inliers[one_per_cell(query_frames[inliers], photo_frames[inliers], options.cell_px)]
            minimum = options.min_inliers + (options.homography_inliers if fit is fit_homography else 0)
            verified = len(distinct) >= minimum
            if (verified, len(distinct)) > (best.verified, best.inliers):
                best = Verification(
                    inliers=len(distinct), rows=rows[distinct], transform=transform, verified=verified
                )
    return best


def project(transform: NDArray[np.float64], xy: NDArray[np.floating]) -> NDArray[np.float64]:
    """(3, 3) homography, (n, 2) points -> (n, 2) points. A point on the horizon becomes infinite."""
    homogeneous = np.column_stack([xy, np.ones(len(xy))]) @ transform.T
    with np.errstate(divide="ignore", invalid="ignore"):
        return homogeneous[:, :2] / homogeneous[:, 2:]


def outline(transform: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64] | None:
    """Project the border of a picture of `size` (width, height): (4, 2), clockwise from the top left corner.

    None if the result is not a view of a picture: folded over, turned inside out or behind the camera.
    """
    width, height = size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - 0.5
    depth = np.column_stack([corners, np.ones(4)]) @ transform[2]
    if depth.min() <= 1e-9 < depth.max() or depth.max() <= 1e-9:
        return None
    landed = project(transform, corners)
    side = np.roll(landed, -1, axis=0) - landed
    following = np.roll(side, -1, axis=0)
    turn = side[:, 0] * following[:, 1] - side[:, 1] * following[:, 0]
    return landed if (turn > 0).all() else None


def fit_homography(
    query_xy: NDArray[np.float32], photo_xy: NDArray[np.float32], inlier_px: float
) -> NDArray[np.float64] | None:
    if len(query_xy) < 4:
        return None
    try:
        transform, _ = cv2.findHomography(query_xy, photo_xy, cv2.USAC_DEFAULT, inlier_px)
    except cv2.error:  # points on a line
        return None
    if transform is None or not np.isfinite(transform).all():  # type: ignore[redundant-expr]
        return None
    # normalised so that depth is positive at the matches
    middle = np.array([*query_xy.mean(axis=0), 1.0])
    return transform / (transform[2] @ middle) if abs(transform[2] @ middle) > 1e-12 else None


def fit_affine(
    query_xy: NDArray[np.float32], photo_xy: NDArray[np.float32], inlier_px: float
) -> NDArray[np.float64] | None:
    """Fit an affine map. Its tolerance is twice a homography's, because it only approximates a thing with depth."""
    if len(query_xy) < 3:
        return None
    try:
        transform, _ = cv2.estimateAffine2D(
            np.ascontiguousarray(query_xy),
            np.ascontiguousarray(photo_xy),
            method=cv2.USAC_DEFAULT,
            ransacReprojThreshold=2 * inlier_px,
        )
    except cv2.error:
        return None
    if transform is None or not np.isfinite(transform).all():  # type: ignore[redundant-expr]
        return None
    return np.vstack([transform, [0.0, 0.0, 1.0]])


def _inliers(
    transform: NDArray[np.float64],
    query_frames: NDArray[np.float32],
    photo_frames: NDArray[np.float32],
    options: GeometryOptions,
) -> NDArray[np.intp]:
    """Pairs that agree with the transform in position, and with its local scale and rotation."""
    tolerance = options.inlier_px if transform[2, :2].any() else 2 * options.inlier_px
    xy = query_frames[:, :2].astype(np.float64)
    depth = xy @ transform[2, :2] + transform[2, 2]
    landed = project(transform, xy)
    close = np.linalg.norm(landed - photo_frames[:, :2], axis=1) <= tolerance
    with np.errstate(divide="ignore", invalid="ignore"):
        # Jacobian of the homography at each point: (A - landed * h^T) / depth
        jacobian = (transform[None, :2, :2] - landed[:, :, None] * transform[None, 2:, :2]) / depth[
            :, None, None
        ]
        determinant = np.linalg.det(jacobian)
        log_scale = np.log(np.abs(determinant)) / 2
    heading = np.column_stack([np.cos(query_frames[:, 3]), np.sin(query_frames[:, 3])])
    turned = np.einsum("nij,nj->ni", jacobian, heading)
    off = np.arctan2(turned[:, 1], turned[:, 0]) - photo_frames[:, 3]
    off = np.abs((off + np.pi) % (2 * np.pi) - np.pi)
    scale_off = np.abs(photo_frames[:, 2] - query_frames[:, 2] - log_scale)
    with np.errstate(invalid="ignore"):
        consistent = (depth > 0) & (determinant > 0) & (off <= options.max_angle)
        consistent &= scale_off <= math.log(options.max_scale_ratio)
    return np.flatnonzero(close & consistent)


def one_per_cell(
    query_frames: NDArray[np.float32], photo_frames: NDArray[np.float32], cell_px: float
) -> NDArray[np.intp]:
    """Positions of pairs that share no cell with an earlier pair, in either picture."""
    query_cells = (query_frames[:, :2] // cell_px).astype(np.int64)
    photo_cells = (photo_frames[:, :2] // cell_px).astype(np.int64)
    query_cells_used: set[tuple[int, int]] = set()
    photo_cells_used: set[tuple[int, int]] = set()
    chosen = []
    for i, (q, p) in enumerate(
        zip(map(tuple, query_cells.tolist()), map(tuple, photo_cells.tolist()), strict=True)
    ):
        if q not in query_cells_used and p not in photo_cells_used:
            query_cells_used.add(q)
            photo_cells_used.add(p)
            chosen.append(i)
    return np.array(chosen, np.intp)
