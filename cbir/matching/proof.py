"""Points that agree -> do the two pictures show the same thing, or do they share a part of it?

A logo, a case or lettering gives points that agree as well as any: what tells them from the same thing is what lies
around. The transform says which part of the query lies inside the photo. Of one thing seen twice the points spread over
that part. Where they stay together the light, the angle or a twig may be why; then they are few even where they are.
And the transform leads to further pairs about them, which a print has none of. So it is a shared part

- where the points stay together and many of the details among them agree, as those of a print do, and none beyond,
- where few points lie close together, so that nothing but lettering need be shared,
- where few points do not spread and the transform leads to no further ones,
- where they lie all over both pictures and hardly any of the details among them agree: a case, a frame, a template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Evidence, FoundBy, Proof
from cbir.matching.geometry import Keypoints, Verification, outline

_GRAIN_PX = 4  # areas are counted in squares of this side


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofOptions:
    """Chosen on hard/ and on half A of distractors/: docs/benchmarks.md."""

    reach: float = 0.05  # of the longer side: details so far from the points that agree belong to them
    among_px: float = 12.0  # details so near are among them: GeometryOptions.cell_px
    print_span: float = 0.45  # of what both pictures could show: points of a print span less,
    print_share: float = 0.23  # and of the details among them so many agree
    few_inliers: int = 9  # these and fewer are few,
    few_span: float = 0.18  # and prove a part where they span less
    lone_inliers: int = 15  # these and fewer,
    lone_span: float = 0.6  # where they span less,
    lone_growth: float = (
        1.2  # and the transform leads to fewer in all than so many times as many, prove a part
    )
    frame_span: float = 0.8  # points of a frame span more,
    frame_share: float = 0.032  # and of the details among them fewer agree


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """coverage, photo_coverage : shares in [0, 1] of the query that the photo shows, and the other way round.

    Of the same thing that is what the transform puts inside the other picture; of a part, what the points span.
    """

    proof: Proof
    coverage: float
    photo_coverage: float


def weigh(
    query: Keypoints,
    photo: Keypoints,
    found: Verification,
    lead_to: Callable[[Verification], Verification] | None,
    options: ProofOptions = ProofOptions(),
) -> Weighed:
    """Say what pairs that agree prove. Without any: a part, and nothing of it.

    lead_to : what verifies by the pairs that the transform leads to; see guided.grow. None: these are such pairs
    """
    if found.transform is None or not found.inliers:
        return Weighed(proof="part", coverage=0.0, photo_coverage=0.0)
    backwards = np.asarray(np.linalg.pinv(found.transform), np.float64)
    in_query = _look_around(query, found.rows[:, 0], outline(backwards, photo.size), options)
    in_photo = _look_around(photo, found.rows[:, 1], outline(found.transform, query.size), options)
    span = max(in_query.span, in_photo.span)
    share = found.inliers / max(1, min(in_query.among, in_photo.among))
    is_print = span < options.print_span and share >= options.print_share
    is_few = span < options.few_span and found.inliers <= options.few_inliers
    is_lone = (
        lead_to is not None
        and span < options.lone_span
        and found.inliers <= options.lone_inliers
        and lead_to(found).inliers < options.lone_growth * found.inliers
    )
    is_frame = span >= options.frame_span and share < options.frame_share
    if is_print or is_few or is_lone or is_frame:
        agreeing = share if is_frame else 1.0  # inside of a frame nothing does
        return Weighed(
            proof="part",
            coverage=agreeing * in_query.span * in_query.shown,
            photo_coverage=agreeing * in_photo.span * in_photo.shown,
        )
    return Weighed(proof="same", coverage=in_query.shown, photo_coverage=in_photo.shown)


def evidence_of(
    query: Keypoints,
    photo: Keypoints,
    found: Verification,
    lead_to: Callable[[Verification], Verification] | None,
    *,
    term: int,
    query_size: tuple[int, int],
    photo_size: tuple[int, int],
    offset: tuple[float, float] = (0.0, 0.0),
    mirrored: bool = False,
    found_by: FoundBy = "words",
) -> Evidence:
    """Put a verification into full-resolution pixels of the upright pictures.

    lead_to : see weigh
    query_size, photo_size : (width, height) at full resolution, of the query's region where it is one
    offset : where that region begins. mirrored : the query's features are those of the flipped picture
    """
    weighed = weigh(query, photo, found, lead_to)
    query_xy = _to_full(query.xy[found.rows[:, 0]], max(query.size) / max(query_size))
    photo_scale = max(photo.size) / max(photo_size)
    border = None if found.transform is None else outline(found.transform, query.size)
    if border is not None:
        border = _to_full(border, photo_scale)
    if mirrored:
        query_xy[:, 0] = query_size[0] - 1 - query_xy[:, 0]
        border = border if border is None else border[[1, 0, 3, 2]]
    return Evidence(
        term=term,
        inliers=found.inliers,
        coverage=weighed.coverage,
        photo_coverage=weighed.photo_coverage,
        outline=None if border is None else border.astype(np.float32),
        query_xy=(query_xy + np.array(offset)).astype(np.float32),
        photo_xy=_to_full(photo.xy[found.rows[:, 1]], photo_scale).astype(np.float32),
        mirrored=mirrored,
        proof=weighed.proof,
        found_by=found_by,
    )


def evidence_of_each(
    query: Keypoints,
    compared: Iterable[
        tuple[Keypoints, tuple[int, int], Verification, Callable[[Verification], Verification] | None]
    ],
    *,
    term: int,
    query_size: tuple[int, int],
    offset: tuple[float, float] = (0.0, 0.0),
    mirrored: bool = False,
    found_by: FoundBy = "words",
) -> list[Evidence]:
    """evidence_of() for several photos. compared : of each, keypoints, photo_size, verification and lead_to"""
    return [
        evidence_of(
            query,
            photo,
            found,
            lead_to,
            term=term,
            query_size=query_size,
            photo_size=photo_size,
            offset=offset,
            mirrored=mirrored,
            found_by=found_by,
        )
        for photo, photo_size, found, lead_to in compared
    ]


def _to_full(xy: NDArray[np.floating], scale: float) -> NDArray[np.float64]:
    """Working pixels to full-resolution pixels; both count from the centre of the top left one."""
    return (np.asarray(xy, np.float64) + 0.5) / scale - 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Around:
    """One picture about the points that agree.

    shown : share of it that lies inside the other picture. span : of the details there, by area, the share that lies
    about the points. among : number of keypoints among them
    """

    shown: float
    span: float
    among: int


def _look_around(
    picture: Keypoints, rows: NDArray[np.intp], other: NDArray[np.float64] | None, options: ProofOptions
) -> _Around:
    """Rows : of the points that agree. other : (4, 2) where the border of the other picture lies, or None"""
    reach_px = options.reach * max(picture.size)
    common = _mask(picture.size, _clipped(other, picture.size))
    height, width = common.shape
    x, y = np.clip(picture.xy.T / _GRAIN_PX, 0, [[width - 1], [height - 1]]).astype(np.intp)
    points = np.zeros_like(common)
    points[y, x] = 1
    # By area: a place with many keypoints counts once. Half of the reach, so that all lies about its own hull.
    side = 2 * round(reach_px / 2 / _GRAIN_PX) + 1
    details = np.asarray(cv2.dilate(points, np.ones((side, side), np.uint8)), np.uint8) & common
    hull = np.asarray(cv2.convexHull(picture.xy[rows])[:, 0], np.float32)
    about = _mask(picture.size, hull, reach_px) & details
    among = _mask(picture.size, hull, options.among_px) & common
    return _Around(
        shown=float(common.mean()),
        span=float(about.sum()) / max(1, int(details.sum())),
        among=int(among[y, x].sum()),
    )


def _clipped(other: NDArray[np.float64] | None, size: tuple[int, int]) -> NDArray[np.float32]:
    """(k, 2) the convex part of a picture that lies inside a quadrilateral; all of it where there is none."""
    width, height = size
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    if other is None:
        return whole
    area, common = cv2.intersectConvexConvex(whole, other.astype(np.float32))
    return whole if area <= 0 or common is None else np.asarray(common[:, 0], np.float32)


def _mask(size: tuple[int, int], polygon: NDArray[np.float32], reach_px: float = 0.0) -> NDArray[np.uint8]:
    """(h, w) of a picture in coarse pixels: 1 in a convex polygon, and so far about it."""
    width, height = size
    mask = np.zeros((-(-height // _GRAIN_PX), -(-width // _GRAIN_PX)), np.uint8)
    corners = np.rint(polygon / _GRAIN_PX).astype(np.int32)
    cv2.fillConvexPoly(mask, corners, 1)
    if reach_px:
        cv2.polylines(mask, [corners], True, 1, thickness=max(1, round(2 * reach_px / _GRAIN_PX)))
    return mask
