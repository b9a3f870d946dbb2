"""Agreeing points -> a proof that two pictures show the same thing, or only share a part.

Points on a logo, a case or lettering agree as well as any others. Only their surroundings tell such a part from the
same thing. The transform gives the part of the query that is inside the photo, and the points of one thing seen twice
spread over that part. If they cluster, the cause may also be light, angle or a twig. Then few points agree even inside
the cluster, and the transform predicts further pairs around it; for a print, it predicts none. The pictures share a
part if

- the points cluster, and many of the details between them agree, as in a print;
- few points are close together, so that the pictures may share only lettering;
- few points do not spread, and the transform predicts no further pairs;
- the points spread over both pictures, but few of the details between them agree: a case, a frame, a template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.base.types import Evidence, FoundBy, Proof
from cbir.matching.geometry import Points, Verification, outline

_GRAIN_PX = 4  # areas are counted in squares of this side


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofOptions:
    """Chosen on hard/ and on half A of distractors/: docs/benchmarks.md."""

    reach: float = 0.05  # of the longer side: details within this distance of agreeing points belong to them
    among_px: float = 12.0  # details within this distance are among the points: GeometryOptions.cell_px
    # A print: points that span a smaller share of the common part, and a larger share of the details among them agrees.
    print_span: float = 0.45
    print_share: float = 0.23
    # Few points that span less.
    few_inliers: int = 9
    few_span: float = 0.18
    # Rather few points that span less, and whose transform does not multiply them by lone_growth.
    lone_inliers: int = 15
    lone_span: float = 0.6
    lone_growth: float = 1.2
    # A frame: points that span more, and a smaller share of the details among them agrees.
    frame_span: float = 0.8
    frame_share: float = 0.032


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """The proof by agreeing points, and the shares of both pictures that they cover.

    coverage, photo_coverage : share in [0, 1] of the query that the photo shows, and of the photo that the query shows.
        For the same thing it is the share that the transform puts inside the other picture, for a part the points' span
    filled : as in Reach
    """

    proof: Proof
    coverage: float
    photo_coverage: float
    filled: float


def weigh(
    query: Points,
    photo: Points,
    verification: Verification,
    verify_predicted: Callable[[Verification], Verification] | None,
    options: ProofOptions = ProofOptions(),
) -> Weighed:
    """Decide what agreeing pairs prove. Without pairs, the result is a part of size 0.

    verify_predicted : verifies by the pairs that the transform predicts, see guided.grow. None: these are such pairs
    """
    if verification.transform is None or not verification.inliers:
        return Weighed(proof="part", coverage=0.0, photo_coverage=0.0, filled=0.0)
    in_query, in_photo = _around(query, photo, verification, options)
    span, filled = max(in_query.span, in_photo.span), min(in_query.filled, in_photo.filled)
    share = verification.inliers / max(1, min(in_query.among, in_photo.among))
    is_print = span < options.print_span and share >= options.print_share
    is_few = span < options.few_span and verification.inliers <= options.few_inliers
    is_lone = (
        verify_predicted is not None
        and span < options.lone_span
        and verification.inliers <= options.lone_inliers
        and verify_predicted(verification).inliers < options.lone_growth * verification.inliers
    )
    is_frame = span >= options.frame_span and share < options.frame_share
    if is_print or is_few or is_lone or is_frame:
        agreeing = share if is_frame else 1.0  # nothing inside a frame agrees
        return Weighed(
            proof="part",
            coverage=agreeing * in_query.span * in_query.shown,
            photo_coverage=agreeing * in_photo.span * in_photo.shown,
            filled=filled,
        )
    return Weighed(proof="same", coverage=in_query.shown, photo_coverage=in_photo.shown, filled=filled)


class Reach(NamedTuple):
    """Reach of agreeing points over both pictures.

    Each is the smaller of the two pictures' shares of the details that both show.

    span : inside the convex hull of the points, where lettering and banners have few
    filled : near a point, where a case or a frame around two different pictures has few
    middle : near a point, of the details in the middle of the picture, where two subjects on one table have few; 1 if
        there are none
    breadth : extent of nine in ten points across their narrow direction, as a share of what both pictures show in this
        direction, where a word or a line of lettering has little
    """

    span: float
    filled: float
    middle: float
    breadth: float


def reach_of(
    query: Points, photo: Points, verification: Verification, options: ProofOptions = ProofOptions()
) -> Reach:
    """Measure how far the agreeing points reach; 0 without any.

    A wrong transform may make a shared banner most of what is common in one of the pictures, but not in both.
    """
    if not verification.inliers:
        return Reach(0.0, 0.0, 0.0, 0.0)
    around = _around(query, photo, verification, options)
    return Reach(
        min(picture.span for picture in around),
        min(picture.filled for picture in around),
        min(picture.middle for picture in around),
        min(picture.breadth for picture in around),
    )


def evidence_of(
    query: Points,
    photo: Points,
    verification: Verification,
    verify_predicted: Callable[[Verification], Verification] | None,
    *,
    term: int,
    query_size: tuple[int, int],
    photo_size: tuple[int, int],
    offset: tuple[float, float] = (0.0, 0.0),
    mirrored: bool = False,
    found_by: FoundBy = "words",
    nndr_ratio: float | None = None,
) -> Evidence:
    """A verification as evidence, in full-resolution pixels of the upright pictures.

    verify_predicted : see weigh
    query_size, photo_size : (width, height) at full resolution. If the query is a region, query_size is the region's
    offset : top left corner of that region. mirrored : the query's features are those of the flipped picture
    """
    weighed = weigh(query, photo, verification, verify_predicted)
    query_xy = _to_full(query.xy[verification.rows[:, 0]], max(query.size) / max(query_size))
    photo_scale = max(photo.size) / max(photo_size)
    border = None if verification.transform is None else outline(verification.transform, query.size)
    if border is not None:
        border = _to_full(border, photo_scale)
    if mirrored:
        query_xy[:, 0] = query_size[0] - 1 - query_xy[:, 0]
        border = border if border is None else border[[1, 0, 3, 2]]
    return Evidence(
        term=term,
        inliers=verification.inliers,
        coverage=weighed.coverage,
        photo_coverage=weighed.photo_coverage,
        filled=weighed.filled,
        outline=None if border is None else border.astype(np.float32),
        query_xy=(query_xy + np.array(offset)).astype(np.float32),
        photo_xy=_to_full(photo.xy[verification.rows[:, 1]], photo_scale).astype(np.float32),
        mirrored=mirrored,
        proof=weighed.proof,
        found_by=found_by,
        nndr_ratio=nndr_ratio,
    )


def evidence_of_each(
    query: Points,
    compared: Iterable[
        tuple[Points, tuple[int, int], Verification, Callable[[Verification], Verification] | None]
    ],
    *,
    term: int,
    query_size: tuple[int, int],
    offset: tuple[float, float] = (0.0, 0.0),
    mirrored: bool = False,
    found_by: FoundBy = "words",
    nndr_ratio: float | None = None,
) -> list[Evidence]:
    """evidence_of() for several photos. compared : keypoints, photo_size, verification and verify_predicted of each"""
    return [
        evidence_of(
            query,
            photo,
            verification,
            verify_predicted,
            term=term,
            query_size=query_size,
            photo_size=photo_size,
            offset=offset,
            mirrored=mirrored,
            found_by=found_by,
            nndr_ratio=nndr_ratio,
        )
        for photo, photo_size, verification, verify_predicted in compared
    ]


def _to_full(xy: NDArray[np.floating], scale: float) -> NDArray[np.float64]:
    """Working pixels to full-resolution pixels. Both have their origin in the centre of the top left pixel."""
    return (np.asarray(xy, np.float64) + 0.5) / scale - 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Surroundings:
    """One picture around the agreeing points.

    shown : share of the picture that is inside the other one. among : number of keypoints between the points
    span : share, by area, of the details there that are around the points. filled : that are near one of them
    middle : the same as filled, of the details in the middle half of the picture's width and height
    breadth : see Reach
    """

    shown: float
    span: float
    filled: float
    middle: float
    breadth: float
    among: int


def _around(
    query: Points, photo: Points, verification: Verification, options: ProofOptions
) -> tuple[_Surroundings, _Surroundings]:
    """The query and the photo around their agreeing points. Without a transform, each shows the whole other one."""
    transform, rows = verification.transform, verification.rows
    back = None if transform is None else np.asarray(np.linalg.pinv(transform), np.float64)
    return (
        _surroundings(query, rows[:, 0], None if back is None else outline(back, photo.size), options),
        _surroundings(
            photo, rows[:, 1], None if transform is None else outline(transform, query.size), options
        ),
    )


def _surroundings(
    picture: Points, rows: NDArray[np.intp], other: NDArray[np.float64] | None, options: ProofOptions
) -> _Surroundings:
    """Measure a picture around its agreeing points.

    rows : of the agreeing points. other : (4, 2) border of the other picture, or None
    """
    reach_px = options.reach * max(picture.size)
    common_part = _clipped(other, picture.size)
    common = _mask(picture.size, common_part)
    height, width = common.shape
    x, y = np.clip(picture.xy.T / _GRAIN_PX, 0, [[width - 1], [height - 1]]).astype(np.intp)
    points = np.zeros_like(common)
    points[y, x] = 1
    # Areas are compared, so that a place with many keypoints counts once. Points are dilated by only half the reach:
    # the hull, widened by the whole reach, contains them.
    side = 2 * round(reach_px / 2 / _GRAIN_PX) + 1
    details = np.asarray(cv2.dilate(points, np.ones((side, side), np.uint8)), np.uint8) & common
    hull = np.asarray(cv2.convexHull(picture.xy[rows])[:, 0], np.float32)
    about = _mask(picture.size, hull, reach_px) & details
    among = _mask(picture.size, hull, options.among_px) & common
    agreeing = np.zeros_like(common)
    agreeing[y[rows], x[rows]] = 1
    side = 2 * round(reach_px / _GRAIN_PX) + 1
    near = np.asarray(cv2.dilate(agreeing, np.ones((side, side), np.uint8)), np.uint8) & details
    inner = np.s_[height // 4 : height - height // 4, width // 4 : width - width // 4]
    in_middle = int(details[inner].sum())
    return _Surroundings(
        shown=float(common.mean()),
        span=float(about.sum()) / max(1, int(details.sum())),
        filled=float(near.sum()) / max(1, int(details.sum())),
        middle=float(near[inner].sum()) / in_middle if in_middle else 1.0,
        breadth=_breadth(picture.xy[rows], common_part),
        among=int(among[y, x].sum()),
    )


def _breadth(points: NDArray[np.floating], common: NDArray[np.floating]) -> float:
    """Extent of points across their narrow direction, as a share of the common part's extent in this direction.

    points : (n, 2). common : (k, 2), its corners
    """
    if len(points) < 3:  # a line at most
        return 0.0
    _, directions = np.linalg.eigh(np.cov(points.T))
    across = directions[:, 0]  # the eigenvalues ascend
    low, high = np.percentile(points @ across, (5, 95))
    return float((high - low) / max(np.ptp(common @ across), 1.0))


def _clipped(other: NDArray[np.float64] | None, size: tuple[int, int]) -> NDArray[np.float32]:
    """(k, 2) the convex part of a picture inside a quadrilateral; the whole picture without one."""
    width, height = size
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    if other is None:
        return whole
    area, common = cv2.intersectConvexConvex(whole, other.astype(np.float32))
    return whole if area <= 0 or common is None else np.asarray(common[:, 0], np.float32)


def _mask(size: tuple[int, int], polygon: NDArray[np.float32], reach_px: float = 0.0) -> NDArray[np.uint8]:
    """(h, w) mask in coarse pixels: 1 inside a convex polygon and within reach_px of it."""
    width, height = size
    mask = np.zeros((-(-height // _GRAIN_PX), -(-width // _GRAIN_PX)), np.uint8)
    corners = np.rint(polygon / _GRAIN_PX).astype(np.int32)
    cv2.fillConvexPoly(mask, corners, 1)
    if reach_px:
        cv2.polylines(mask, [corners], True, 1, thickness=max(1, round(2 * reach_px / _GRAIN_PX)))
    return mask
