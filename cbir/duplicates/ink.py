"""Two pictures of one layout -> ink that differs and that neither compression, light nor blur explains.

Two invoices from one template agree nearly everywhere; the few digits that differ make them two documents. At the size
at which photos are compared these digits are a few grey pixels, so documents are compared once more, in fine detail.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.duplicates.alignment import Matrix, Pixels, in_pixels, laid_over, scale_of, side_of

FINE_PX = 1600
"""Side of the pictures that are compared: small print of a page that was scanned whole can be told apart."""

# Chosen on the documents of odd seeds: docs/benchmarks.md, documents of one layout.
_FLAT_RANGE = 5  # grey levels within 3 x 3 pixels of a plain ground, compression included
_COLOR_STEP = 12  # grey levels: colors of one ground differ by less
_GROUNDS = 6  # colors of grounds that a document has at most
_GROUND_SHARE = 0.5  # of a document is ground; 95 of 100 photos have less
_WINDOW_PX = 11  # a letter of small print
_LEAST_RESIDUAL = 16.0  # grey levels, root mean square in a window; hard compression leaves less
_LEAST_SHARE = 0.3  # of what the window holds
_LEAST_PX = 30  # of windows' centres: less is a speck
_BLURS_PX = (0.0, 0.5, 0.8, 1.2, 1.8, 2.6)
_ALIGN_PX = 800
_SHIFTS_PX = ((0.0, 0.0), *((x, y) for x in (-0.7, 0.0, 0.7) for y in (-0.7, 0.0, 0.7) if x or y))
_TILE_PX, _TILES = 96, 16

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """Ink of two pictures. differing_px : pixels around which it differs, at the coarser one's size"""

    differing_px: int

    @property
    def differs(self) -> bool:
        return self.differing_px >= _LEAST_PX


def ground_share(pixels: Pixels) -> float:
    """Share of a picture that is plain ground of a few colors: most of a document, little of a photo."""
    calm = cv2.medianBlur(pixels, 3)
    kernel = np.ones((3, 3), np.uint8)
    flat = (cv2.dilate(calm, kernel) - cv2.erode(calm, kernel)).max(axis=2) <= _FLAT_RANGE
    steps = (calm[flat] // _COLOR_STEP).astype(np.int64)
    counts = np.bincount(steps @ np.array([1024, 32, 1]), minlength=1)
    return float(np.sort(counts)[-_GROUNDS:].sum() / flat.size)


def is_document(pixels: Pixels) -> bool:
    return ground_share(pixels) >= _GROUND_SHARE


def compare_ink(first: Pixels, second: Pixels, shares: Matrix) -> Ink:
    """Compare two pictures that lie upon each other. shares : (3, 3), first to second, in shares of their sides"""
    onto = in_pixels(shares, first, second)
    source, target = first, second
    if scale_of(onto) > 1:  # the finer one is laid over the coarser one
        source, target, onto = second, first, np.linalg.inv(onto)
    onto = _aligned(source, target, onto)
    laid, mask = laid_over(source, target, onto)
    inside = cv2.erode(mask.astype(np.uint8), np.ones((5, 5), np.uint8), borderValue=1) > 0
    if not inside.any():
        return Ink(differing_px=0)
    one, other = _alike_in_light(laid.astype(np.float32), target.astype(np.float32), inside)
    one, other = _alike_in_blur(one, other, inside)
    return Ink(differing_px=_differing(one, other, inside))


def _aligned(source: Pixels, target: Pixels, onto: Matrix) -> Matrix:
    """The map near `onto` that lays source best over target, to a fraction of a fine pixel."""
    shrink = min(1.0, _ALIGN_PX / side_of(target))
    size = tuple(max(8, round(side * shrink)) for side in target.shape[1::-1])
    down = np.diag([size[0] / target.shape[1], size[1] / target.shape[0], 1.0])
    start = down @ onto
    laid, mask = laid_over(source, np.zeros((size[1], size[0], 3), np.uint8), start)
    small = cv2.resize(target, size, interpolation=cv2.INTER_AREA)
    grey = [cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY) for picture in (small, laid)]
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-5)
    try:
        _, found = cv2.findTransformECC(
            grey[0], grey[1], np.eye(2, 3, dtype=np.float32), cv2.MOTION_AFFINE, stop, mask.astype(np.uint8), 3
        )
    except cv2.error:  # nothing to hold on to
        return onto
    moved = np.vstack([found, [0, 0, 1]]).astype(np.float64)
    corners = np.array([[0, size[0], size[0], 0], [0, 0, size[1], size[1]], [1, 1, 1, 1]], np.float64)
    if not np.isfinite(moved).all() or np.abs(moved @ corners - corners).max() > 0.02 * max(size):
        return onto
    return np.asarray(np.linalg.inv(down) @ np.linalg.inv(moved) @ start)


def _alike_in_light(laid: Floats, target: Floats, inside: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """The laid picture with the target's light and color: a curve for each channel, from what is plain in both."""
    smooth = [cv2.GaussianBlur(picture, (0, 0), 1.5) for picture in (laid, target)]
    plain = inside & (np.maximum(*(np.abs(cv2.Laplacian(each, cv2.CV_32F)).max(axis=2) for each in smooth)) < 2)
    places = np.flatnonzero(plain.ravel())[:: max(1, int(plain.sum()) // 40_000)]
    if len(places) < 50:
        return laid, target
    fitted = laid.copy()
    for channel in range(3):
        have, want = (each[:, :, channel].ravel()[places] for each in smooth)
        fitted[:, :, channel] = _curve(have, want, laid[:, :, channel])
    return fitted, target


def _curve(have: Floats, want: Floats, values: Floats) -> Floats:
    """Values through the curve that takes most of `have` to `want`: for each level the median of its pairs."""
    levels = np.clip(have / 8, 0, 31).astype(np.intp)
    at, becomes = [], []
    for level in np.unique(levels):
        of_level = levels == level
        if of_level.sum() >= max(8, len(have) / 500):
            at.append(float(np.median(have[of_level])))
            becomes.append(float(np.median(want[of_level])))
    if not at:
        return values
    if len(at) == 1:
        return values + np.float32(becomes[0] - at[0])
    becomes = list(np.maximum.accumulate(becomes))
    return np.asarray(np.interp(values, at, becomes) + np.minimum(values - at[0], 0) + np.maximum(values - at[-1], 0), np.float32)


def _alike_in_blur(one: Floats, other: Floats, inside: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Both as blurred as the more blurred of the two, which the places with most ink tell."""
    grey = [np.asarray(picture @ np.float32([0.3, 0.6, 0.1]), np.float32) for picture in (one, other)]
    edges = np.abs(cv2.Laplacian(grey[1], cv2.CV_32F)) * inside
    tiles = [
        (float(edges[top : top + _TILE_PX, left : left + _TILE_PX].sum()), top, left)
        for top in range(0, edges.shape[0], _TILE_PX)
        for left in range(0, edges.shape[1], _TILE_PX)
    ]
    pairs = [
        [picture[top : top + _TILE_PX, left : left + _TILE_PX] for picture in grey]
        for _, top, left in sorted(tiles, reverse=True)[:_TILES]
    ]
    best, least = (0.0, 0.0), np.inf
    for blur in _BLURS_PX:
        for blurs in ((blur, 0.0), (0.0, blur)):
            left_over = [
                float(np.square(_blurred(a, blurs[0]) - _blurred(b, blurs[1])).mean()) for a, b in pairs
            ]
            # Tiles that differ anyhow say nothing of the blur.
            if (middle := float(np.median(left_over))) < 0.97 * least:
                best, least = blurs, middle
    return _blurred(one, best[0]), _blurred(other, best[1])


def _blurred(picture: Floats, blur_px: float) -> Floats:
    return picture if not blur_px else np.asarray(cv2.GaussianBlur(picture, (0, 0), blur_px), np.float32)


def _differing(one: Floats, other: Floats, inside: NDArray[np.bool_]) -> int:
    """Pixels in whose window something differs, wherever the window lies within a pixel."""
    size = one.shape[1::-1]
    held = _LEAST_SHARE * np.maximum(_spread(one), _spread(other))
    least = np.maximum(held, _LEAST_RESIDUAL**2)
    left = inside
    for x, y in _SHIFTS_PX:
        shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
        moved = one if x == y == 0 else cv2.warpAffine(one, shift, size, borderMode=cv2.BORDER_REPLICATE)
        difference = cv2.absdiff(moved, other)
        red, green, blue = cv2.split(cv2.multiply(difference, difference))
        window = cv2.blur(cv2.max(cv2.max(red, green), blue), (_WINDOW_PX, _WINDOW_PX))
        left = left & (window > least)
        if left.sum() < _LEAST_PX:
            break
    return int(left.sum())


def _spread(picture: Floats) -> Floats:
    """(h, w): variance in the window around each pixel, of the channel that varies most."""
    window = (_WINDOW_PX, _WINDOW_PX)
    mean = cv2.blur(picture, window)
    varies = cv2.split(cv2.subtract(cv2.blur(cv2.multiply(picture, picture), window), cv2.multiply(mean, mean)))
    return np.asarray(cv2.max(cv2.max(varies[0], varies[1]), varies[2]), np.float32)
