"""Estimate of one picture's position in another -> sub-pixel position, and the first picture warped onto the second.

The estimate is refined by the enhanced correlation coefficient (Evangelidis and Psarakis, PAMI 2008), and the result
is used only if fine detail then fits better.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2

Pixels = NDArray[np.uint8]
Matrix = NDArray[np.floating]
_ALIGN_PX = 320  # longer side of the pictures that are aligned
_DETAIL_PX = 3.0  # finer detail than this shows if two pictures are exactly aligned
_ALIGNED = 0.99  # correlation of fine detail; a fifth of a pixel off, photos have less


def side_of(pixels: Pixels) -> int:
    return int(max(pixels.shape[:2]))


def in_pixels(shares: Matrix, first: Pixels, second: Pixels) -> Matrix:
    return _stretch(second) @ shares @ np.linalg.inv(_stretch(first))


def in_shares(pixels: Matrix, first: Pixels, second: Pixels) -> Matrix:
    transform = np.linalg.inv(_stretch(second)) @ pixels @ _stretch(first)
    return np.asarray(transform / transform[2, 2])


def _stretch(pixels: Pixels) -> Matrix:
    """Transform from shares of a picture to its pixels, whose centres are whole numbers."""
    height, width = pixels.shape[:2]
    return np.array([[width, 0, -0.5], [0, height, -0.5], [0, 0, 1]], np.float64)


def scale_of(transform: Matrix) -> float:
    return math.sqrt(abs(float(np.linalg.det(transform[:2, :2]))))


def linear_at(transform: Matrix, point: Matrix) -> Matrix:
    """The (2, 2) linear part of a projective map near a point. point : (2,)"""
    x, y, z = transform @ np.array([*point, 1.0])
    return np.asarray((transform[:2, :2] - np.outer([x / z, y / z], transform[2, :2])) / z)


def refined(source: Pixels, target: Pixels, onto: Matrix) -> Matrix:
    """The affine map near `onto` that best aligns source with target; `onto` itself if none is better."""
    shrink = min(1.0, _ALIGN_PX / side_of(target))
    coarse = _shrunk_grey(target, shrink)
    fine = _shrunk_grey(source, shrink * scale_of(onto))
    to_coarse, to_fine = _shrinking(target, coarse), _shrinking(source, fine)
    inverse = to_fine @ np.linalg.inv(to_coarse @ onto)
    start = (inverse / inverse[2, 2])[:2].astype(np.float32)
    ones = np.full(fine.shape, 255, np.uint8)
    mask = cv2.warpAffine(ones, start, coarse.shape[::-1], flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)
    if cv2.countNonZero(mask) < 400:
        return onto
    fit = _detail_fit(coarse, fine, inverse)  # with the perspective that the start of the search lacks
    if fit > _ALIGNED:
        return onto
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-5)
    try:
        _, inverse_affine = cv2.findTransformECC(coarse, fine, start.copy(), cv2.MOTION_AFFINE, stop, ones, 5)
    except cv2.error:  # no detail to align by, as in a clear sky
        return onto
    better = np.vstack([inverse_affine, [0, 0, 1]]).astype(np.float64)
    if not np.isfinite(better).all() or abs(np.linalg.det(better[:2, :2])) < 1e-6:
        return onto
    back = np.linalg.inv(to_coarse) @ np.linalg.inv(better) @ to_fine
    if _farthest(back, onto, source) >= 0.06 * side_of(target):
        return onto
    # If the light changed by more than a factor, ECC drifts, even away from a correct alignment.
    return back if _detail_fit(coarse, fine, better) > fit else onto


def refined_shares(first: Pixels, second: Pixels, shares: Matrix) -> Matrix:
    """refined(), for a map in shares of both pictures' sides. The finer picture is warped onto the coarser one."""
    onto = in_pixels(shares, first, second)
    if scale_of(onto) > 1:
        onto = np.linalg.inv(refined(second, first, np.linalg.inv(onto)))
    else:
        onto = refined(first, second, onto)
    return in_shares(onto, first, second)


def _detail_fit(coarse: Pixels, fine: Pixels, inverse: Matrix) -> float:
    """Correlation of the fine detail of two grey pictures, one warped onto the other."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = coarse.shape[::-1]
    laid = cv2.warpPerspective(fine, inverse.astype(np.float64), size, flags=flags)
    ones = np.full(fine.shape, 255, np.uint8)
    common = (
        cv2.erode(cv2.warpPerspective(ones, inverse.astype(np.float64), size, flags=flags), np.ones((3, 3)))
        == 255
    )
    laid_detail, coarse_detail = (
        (grey - cv2.GaussianBlur(grey, (0, 0), _DETAIL_PX))[common]
        for grey in (laid.astype(np.float32), coarse.astype(np.float32))
    )
    return float(
        laid_detail
        @ coarse_detail
        / max(math.sqrt(float(laid_detail @ laid_detail) * float(coarse_detail @ coarse_detail)), 1e-6)
    )


def _farthest(first: Matrix, second: Matrix, source: Pixels) -> float:
    corners = corners_of(source)
    return float(np.linalg.norm(moved(first, corners) - moved(second, corners), axis=1).max())


def _shrunk_grey(pixels: Pixels, factor: float) -> Pixels:
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    if factor >= 1:
        return np.asarray(grey, np.uint8)
    size = tuple(max(8, round(side * factor)) for side in pixels.shape[1::-1])
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def _shrinking(large: Pixels, small: Pixels) -> Matrix:
    return _stretch(small) @ np.linalg.inv(_stretch(large))


def corners_of(pixels: Pixels) -> Matrix:
    height, width = pixels.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - 0.5


def moved(transform: Matrix, points: Matrix) -> Matrix:
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ transform.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])


def overlap_of(onto: Matrix, source: Pixels, target: Pixels) -> tuple[float, float] | None:
    """The overlap as a share of the source's area and as a share of the target's area."""
    landed = moved(onto, corners_of(source)).astype(np.float32)
    area = abs(float(cv2.contourArea(landed)))
    if not np.isfinite(landed).all() or area < 16 or not cv2.isContourConvex(landed):
        return None
    common, _ = cv2.intersectConvexConvex(landed, corners_of(target).astype(np.float32))
    whole = target.shape[0] * target.shape[1]
    return min(1.0, common / area), min(1.0, common / whole)


def laid_over(source: Pixels, target: Pixels, onto: Matrix) -> tuple[Pixels, NDArray[np.bool_]]:
    """The source warped onto the target, and the mask of the pixels that it covers."""
    size = target.shape[1::-1]
    shrink = 1 / max(scale_of(onto), 1e-6)
    smooth = source if shrink < 1.2 else cv2.GaussianBlur(source, (0, 0), 0.4 * shrink)
    laid = cv2.warpPerspective(smooth, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = cv2.warpPerspective(
        np.full(source.shape[:2], 255, np.uint8), onto, size, flags=cv2.INTER_NEAREST
    )
    return np.asarray(laid, np.uint8), cv2.erode(inside, np.ones((3, 3), np.uint8), borderValue=255) > 0
