"""Two pictures of one layout -> differences in ink that compression, light and blur do not explain.

Two invoices from one template agree nearly everywhere; a few different digits make them two documents. At the size at
which photos are compared, these digits are a few grey pixels. Documents are therefore compared again in fine detail.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.matching.alignment import Matrix, Pixels, in_pixels, laid_over, scale_of, side_of

FINE_PX = 1600
"""Longer side of the compared pictures. It resolves the small print of a fully scanned page."""

# Chosen on the documents of odd seeds: docs/benchmarks/duplicate-documents.json.
_WINDOW_PX = 11  # a letter of small print
_LEAST_RESIDUAL = 16.0  # grey levels, root mean square in a window; hard compression leaves less
_LEAST_SHARE = 0.3  # residual as a share of the contrast in the window
_LEAST_PX = 100  # window centres that differ: a different letter has more, a speck fewer
_BLURS_PX = (0.0, 0.5, 0.8, 1.2, 1.8, 2.6)
_ALIGN_PX = 800
_SHIFTS_PX = ((0.0, 0.0), *((x, y) for x in (-0.7, 0.0, 0.7) for y in (-0.7, 0.0, 0.7) if x or y))
_NOISE_PX, _LEAST_NOISE = 1.5, 0.3  # grey levels, squared
_COLOR_PX = 3.0  # compression keeps one color for 2 x 2 pixels, and rounds it
_GREY_LEVELS = 8  # between the channels of a grey picture: compression leaves as much
_MOST_SLOPE = 2.5  # of the curve from paper to ink: a smaller contrast means different ink
_TILE_PX, _TILES = 96, 16
_TILE_SHARE = 0.2  # of the ink in the fullest tile: tiles with less do not show the blur

# Of a page and its photograph: blocks of the page are looked for in the photograph. Chosen on 45 kinds of rendered
# pages, photographed by hand: aslant, bent, shaded, blurred, behind a finger. In the photograph of another page of the
# layout at least .007 of the blocks differ; in that of the same page hardly any, unless glare or a shadow's edge does.
_PAGE_PX = 1000
_BLOCK_PX, _NEAR_PX, _FAR_PX = (20, 40), 3, 14  # rows and columns; distances at which blocks are looked for
_LEAST_CONTRAST = 14.0  # of a block, grey levels of standard deviation
_KEPT_CONTRAST = 0.5  # of what the photograph usually keeps: less under glare or a finger
_LEAST_SHOWN = 0.75  # share of such blocks
_SHARP = 0.8  # median correlation; in a coarser photograph digits cannot be told apart
_CORRELATED, _MOST_OTHER = 0.7, 0.004  # share of the median; most blocks that differ
_LEAST_BLOCKS = 100  # a nearly blank page has fewer: what is written on it says too little
_PLACED, _LEAST_PLACED = 0.75, 12  # correlation and number of blocks that show how a page is bent
_OFF_PX, _FITS, _STIFF = 1.5, 8, 0.1  # a robust fit: scale of residuals, rounds, weight against bending
# Ink that only one of them has, where neither glare nor the edge of a shadow or a finger explains it. In photographs of
# 90 such pages, at most .004 of the blocks have it, but for three pages; where the pins of a map moved, .03 and more.
_CALM, _NEIGHBORS, _SATURATED = 0.1, (7, 5), 245.0  # change of light; rows and columns of blocks; grey level
_GROUND_PERCENT, _BLANK_CONTRAST, _INK_SHARE, _COARSE_PX = 85, 3.0, 0.7, 5.0

_GREY = np.array([0.3, 0.6, 0.1], np.float32)  # of red, green and blue

Floats = NDArray[np.float32]
_Item = TypeVar("_Item", np.float32, np.bool_)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """Ink of two pictures. differing_px : pixels around which it differs, at the size of the coarser picture"""

    differing_px: int

    @property
    def differs(self) -> bool:
        return self.differing_px >= _LEAST_PX


def compare_ink(first: Pixels, second: Pixels, shares: Matrix) -> Ink:
    """Compare two aligned pictures. shares : (3, 3), first to second, in shares of their sides"""
    warped, target, mask = _overlay(first, second, shares)
    inside = cv2.erode(mask.astype(np.uint8), np.ones((5, 5), np.uint8), borderValue=1) > 0
    if not inside.any():
        return Ink(differing_px=0)
    # Fill the rest with the target: windows reach beyond the overlap, and its edge must not count as ink.
    warped = np.where(mask[:, :, None], warped, target)
    if _is_grey(warped) or _is_grey(target):
        warped, target = (_remove_color(picture) for picture in (warped, target))
    first_light, second_light = _match_light(warped.astype(np.float32), target.astype(np.float32), inside)
    first_light, second_light = _match_blur(first_light, second_light, inside)
    return Ink(differing_px=_count_differing(first_light, second_light, inside))


def noise_in_common(first: Pixels, second: Pixels, shares: Matrix) -> float:
    """Correlate the finest detail in the plainest parts of two pictures: about 0 for two exposures of one scene.

    In plain parts, most variation is sensor noise. A copy has the noise of its original, except for what compression
    removed.
    """
    warped, target, mask = _overlay(first, second, shares)
    grey = [cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32) for picture in (warped, target)]
    first_fine, second_fine = (picture - cv2.GaussianBlur(picture, (0, 0), _NOISE_PX) for picture in grey)
    power = [cv2.blur(fine * fine, (15, 15)) for fine in (first_fine, second_fine)]
    varies = mask & (np.minimum(*power) > _LEAST_NOISE) & (grey[1] > 8) & (grey[1] < 247)
    if not varies.any():
        return 0.0
    most = np.maximum(*power)
    plain = varies & (most <= np.median(most[varies]))
    a, b = first_fine[plain], second_fine[plain]
    return float(a @ b / max(np.sqrt(float(a @ a) * float(b @ b)), 1e-6))


def is_page_in(photograph: Pixels, page: Pixels, shares: Matrix) -> bool:
    """True if a photograph surely shows a page, and not another one of its layout. A coarse one cannot tell.

    A page held by hand is bent, so that no homography lays its photograph over it to a letter. The blocks that are
    found near their places give a smooth displacement, and are compared after it.

    page : a scan, a rendered page or a screenshot. shares : (3, 3), photograph to page, in shares of their sides
    """
    shrink = _PAGE_PX / side_of(page)
    size = round(page.shape[1] * shrink), round(page.shape[0] * shrink)
    interpolation = cv2.INTER_AREA if shrink < 1 else cv2.INTER_CUBIC
    small = np.asarray(cv2.resize(page, size, interpolation=interpolation), np.uint8)
    target = _blur(np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.float32), 1.0)
    grey = np.asarray(cv2.cvtColor(photograph, cv2.COLOR_RGB2GRAY), np.float32)
    onto = in_pixels(shares, photograph, small)
    finer = 1 / max(scale_of(onto), 1e-6)
    if finer > 1.2:
        grey = _blur(grey, 0.4 * finer)
    blocks = _find_blocks(_straighten(grey, target, onto), target, _FAR_PX)
    straight = _straighten(grey, target, onto, _find_bend(blocks, target.shape))
    blocks = _find_blocks(straight, target, _NEAR_PX)
    if len(blocks) < _LEAST_BLOCKS:
        return False
    usual_share = float(np.median(blocks[:, 1]))
    shown = blocks[blocks[:, 1] >= _KEPT_CONTRAST * usual_share]
    middle = float(np.median(shown[:, 0]))
    if middle < _SHARP or len(shown) < _LEAST_SHOWN * len(blocks):
        return False
    other = int((shown[:, 0] < _CORRELATED * middle).sum()) + _count_ink_of_one(straight, target, usual_share)
    return other <= _MOST_OTHER * len(shown)


@dataclass(frozen=True, slots=True)
class _Straight:
    """A photograph laid over a page. grey : (h, w). inside : (h, w), where the photograph shows the page"""

    grey: Floats
    inside: NDArray[np.bool_]


def _straighten(grey: Floats, target: Floats, onto: Matrix, bend: Floats | None = None) -> _Straight:
    """Lay a photograph over a page. bend : (h, w, 2), see _find_bend"""
    height, width = target.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    places = np.stack([x, y], axis=2)
    if bend is not None:
        places += bend
    places = np.asarray(cv2.perspectiveTransform(places, np.linalg.inv(onto)), np.float32)
    at_x, at_y = (np.ascontiguousarray(places[:, :, axis]) for axis in (0, 1))
    warped = cv2.remap(grey, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = (at_x >= 0) & (at_y >= 0) & (at_x < grey.shape[1] - 1) & (at_y < grey.shape[0] - 1)
    return _Straight(np.asarray(warped, np.float32), np.asarray(inside))


def _find_blocks(straight: _Straight, target: Floats, reach_px: int) -> NDArray[np.float64]:
    """Look for the blocks of a page that have contrast in its photograph.

    Returns (n, 6), a row for each block: its best correlation, its contrast in the photograph as a share of its own
    contrast, x and y of its corner, and the offset in x and y to the best place.
    """
    (height, width), (rows, columns) = target.shape, _BLOCK_PX
    blocks = []
    for top in range(reach_px, height - rows - reach_px, rows // 2):
        for left in range(reach_px, width - columns - reach_px, columns // 2):
            at = np.s_[top : top + rows, left : left + columns]
            block = target[at]
            contrast = float(block.std())
            if contrast < _LEAST_CONTRAST or not straight.inside[at].all():
                continue
            around = straight.grey[
                top - reach_px : top + rows + reach_px, left - reach_px : left + columns + reach_px
            ]
            _, best, _, (x_at, y_at) = cv2.minMaxLoc(cv2.matchTemplate(around, block, cv2.TM_CCOEFF_NORMED))
            contrast_share = float(straight.grey[at].std()) / contrast
            blocks.append((best, contrast_share, left, top, x_at - reach_px, y_at - reach_px))
    return np.array(blocks, np.float64).reshape(-1, 6)


def _count_ink_of_one(straight: _Straight, target: Floats, usual_share: float) -> int:
    """Count the blocks that have ink in the page or in its photograph only, and whose light is that of their neighbors.

    usual_share : of its contrast that a block usually has in the photograph
    """
    within = np.s_[_FAR_PX:-_FAR_PX, _FAR_PX:-_FAR_PX]  # what lies under the page may show at its edge
    page, photograph = _blocks_of(target[within]), _blocks_of(straight.grey[within])
    inside = _blocks_of(straight.inside[within]).all(axis=(2, 3))
    page_ground, ground = (
        np.percentile(blocks, _GROUND_PERCENT, axis=(2, 3)).astype(np.float32)
        for blocks in (page, photograph)
    )
    light = ground / np.maximum(page_ground, 1)
    kernel = np.ones(_NEIGHBORS, np.uint8)
    darkest = cv2.erode(np.where(inside, light, np.inf).astype(np.float32), kernel)
    lightest = cv2.dilate(np.where(inside, light, 0).astype(np.float32), kernel)
    calm = (
        inside & (ground < _SATURATED) & (darkest >= (1 - _CALM) * light) & (lightest <= (1 + _CALM) * light)
    )
    contrast, in_photograph = page.std(axis=(2, 3)), photograph.std(axis=(2, 3))
    has_ink = contrast >= _LEAST_CONTRAST
    vanished = has_ink & (in_photograph < _KEPT_CONTRAST * usual_share * contrast)
    fine = _blocks_of((straight.grey - _blur(straight.grey, _COARSE_PX))[within]).std(axis=(2, 3))
    near_ink = cv2.dilate((contrast >= _BLANK_CONTRAST).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    appeared = ~near_ink & (fine >= _INK_SHARE * np.median(fine[inside & has_ink]))
    return int((calm & (vanished | appeared)).sum())


def _blocks_of(picture: NDArray[_Item]) -> NDArray[_Item]:
    """View a picture as blocks that overlap by half: (n, m, rows, columns)."""
    rows, columns = _BLOCK_PX
    return sliding_window_view(picture, _BLOCK_PX)[:: rows // 2, :: columns // 2]


def _find_bend(blocks: NDArray[np.float64], shape: tuple[int, int]) -> Floats | None:
    """The displacement at each pixel of a page: cubic in its coordinates, fitted robustly to its blocks.

    blocks : see _find_blocks. shape : of the page. Returns (h, w, 2) pixels; None if few blocks correlate
    """
    correlated = blocks[blocks[:, 0] >= _PLACED]
    if len(correlated) < _LEAST_PLACED:
        return None
    (height, width), (rows, columns) = shape, _BLOCK_PX
    terms = _cubic_terms((correlated[:, 2] + columns / 2) / width, (correlated[:, 3] + rows / 2) / height)
    off = correlated[:, 4:6]
    weights = np.ones(len(correlated))
    stiff = _STIFF * np.diag([1, 0.01, 0.01, *[1] * 7])
    for _ in range(_FITS):
        weighed = terms * weights[:, None]
        bend = np.linalg.solve(weighed.T @ terms + stiff, weighed.T @ off)
        weights = 1 / (1 + (np.linalg.norm(off - terms @ bend, axis=1) / _OFF_PX) ** 2)
    y, x = np.mgrid[:height, :width]
    return np.asarray(_cubic_terms(x / width, y / height) @ bend, np.float32)


def _cubic_terms(x: NDArray[np.floating], y: NDArray[np.floating]) -> NDArray[np.float64]:
    """The monomials up to the third degree around the middle of the unit square: (..., 10)."""
    x, y = np.asarray(x, np.float64) - 0.5, np.asarray(y, np.float64) - 0.5
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3], axis=-1)


def _overlay(first: Pixels, second: Pixels, shares: Matrix) -> tuple[Pixels, Pixels, NDArray[np.bool_]]:
    """The finer picture warped onto the coarser one, the coarser one, and the mask of their overlap."""
    onto = in_pixels(shares, first, second)
    source, target = first, second
    if scale_of(onto) > 1:
        source, target, onto = second, first, np.linalg.inv(onto)
    warped, mask = laid_over(source, target, _refine_map(source, target, onto))
    return warped, target, mask


def _refine_map(source: Pixels, target: Pixels, onto: Matrix) -> Matrix:
    """Refine the map `onto` so that it aligns source with target to a fraction of a fine pixel."""
    shrink = min(1.0, _ALIGN_PX / side_of(target))
    size = tuple(max(8, round(side * shrink)) for side in target.shape[1::-1])
    down = np.diag([size[0] / target.shape[1], size[1] / target.shape[0], 1.0])
    start = down @ onto
    warped, mask = laid_over(source, np.zeros((size[1], size[0], 3), np.uint8), start)
    small = cv2.resize(target, size, interpolation=cv2.INTER_AREA)
    grey = [cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY) for picture in (small, warped)]
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-5)
    try:
        _, affine = cv2.findTransformECC(
            grey[0],
            grey[1],
            np.eye(2, 3, dtype=np.float32),
            cv2.MOTION_AFFINE,
            stop,
            mask.astype(np.uint8),
            3,
        )
    except cv2.error:  # no detail to align by
        return onto
    correction = np.vstack([affine, [0, 0, 1]]).astype(np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    realigned = cv2.warpAffine(grey[1], affine, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    before, after = (float(cv2.absdiff(grey[0], picture)[mask].mean()) for picture in (grey[1], realigned))
    if after > before:  # ECC drifts on a nearly blank page
        return onto
    corners = np.array([[0, size[0], size[0], 0], [0, 0, size[1], size[1]], [1, 1, 1, 1]], np.float64)
    if not np.isfinite(correction).all() or np.abs(correction @ corners - corners).max() > 0.02 * max(size):
        return onto
    return np.asarray(np.linalg.inv(down) @ np.linalg.inv(correction) @ start)


def _is_grey(picture: Pixels) -> bool:
    """True for a picture without colour, such as a copy in black and white."""
    return int(np.ptp(picture, axis=2).max()) <= _GREY_LEVELS


def _remove_color(picture: Pixels) -> Pixels:
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    return np.asarray(cv2.merge([grey, grey, grey]), np.uint8)


def _match_light(warped: Floats, target: Floats, inside: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Give the warped picture the target's light and colour by one tone curve per channel.

    The curve is fitted to the parts that are plain in both pictures; its dark end to ink that both pictures have.
    """
    smooth = [cv2.GaussianBlur(picture, (0, 0), 1.5) for picture in (warped, target)]
    edges = [np.abs(cv2.Laplacian(picture[:, :, 1], cv2.CV_32F)) for picture in smooth]
    plain = inside & (np.maximum(*edges) < 2)
    grounds, drawn = (np.flatnonzero(mask.ravel()) for mask in (plain, inside & ~plain))
    if len(grounds) < 50:
        return warped, target
    fitted = warped.copy()
    for channel in range(3):
        points = dict[float, float]()
        for places, is_ground in ((grounds, True), (drawn, False)):
            places = places[:: max(1, len(places) // 40_000)]
            source_levels, target_levels = (
                np.asarray(picture[:, :, channel].ravel()[places], np.float32) for picture in smooth
            )
            _add_points(points, source_levels, target_levels, is_ground=is_ground)
        at = sorted(points)
        target_at = np.maximum.accumulate([points[level] for level in at])
        values = warped[:, :, channel]
        beyond = np.minimum(values - at[0], 0) + np.maximum(values - at[-1], 0)
        fitted[:, :, channel] = np.interp(values, at, target_at) + beyond
    return fitted, target


def _add_points(
    points: dict[float, float], source_levels: Floats, target_levels: Floats, *, is_ground: bool
) -> None:
    """Add a point to the tone curve for each new level of the source: the median of the target's values there."""
    levels = np.clip(source_levels / 8, 0, 31).astype(np.intp)
    covered_levels = {int(level // 8) for level in points}
    for level in np.unique(levels):
        of_level = levels == level
        if of_level.sum() < max(8, len(source_levels) / 500) or int(level) in covered_levels:
            continue
        at, (low, middle, high) = (
            float(np.median(source_levels[of_level])),
            np.percentile(target_levels[of_level], (25, 50, 75)).tolist(),
        )
        if not is_ground:
            nearest = min(points, key=lambda ground: abs(ground - at), default=at)
            slope = (points[nearest] - middle) / (nearest - at) if abs(nearest - at) > 1 else 0.0
            if high - low > _LEAST_RESIDUAL or not 1 / _MOST_SLOPE < slope < _MOST_SLOPE:
                continue
        points[at] = middle


def _match_blur(first: Floats, second: Floats, inside: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Blur the sharper picture as much as the other one is blurred, measured in the tiles with most ink."""
    grey = [np.asarray(picture @ _GREY, np.float32) for picture in (first, second)]
    edges = np.abs(cv2.Laplacian(grey[1], cv2.CV_32F)) * inside
    tiles = sorted(
        (
            (float(edges[top : top + _TILE_PX, left : left + _TILE_PX].sum()), top, left)
            for top in range(0, edges.shape[0], _TILE_PX)
            for left in range(0, edges.shape[1], _TILE_PX)
        ),
        reverse=True,
    )[:_TILES]
    pairs = [
        [picture[top : top + _TILE_PX, left : left + _TILE_PX] for picture in grey]
        for drawn, top, left in tiles
        if drawn >= _TILE_SHARE * tiles[0][0]
    ]
    best, least = (0.0, 0.0), np.inf
    for blur in _BLURS_PX:
        for blurs in ((blur, 0.0), (0.0, blur)):
            residuals = [float(np.square(_blur(a, blurs[0]) - _blur(b, blurs[1])).mean()) for a, b in pairs]
            # The median ignores tiles that differ for reasons other than blur.
            if (middle := float(np.median(residuals))) < 0.97 * least:
                best, least = blurs, middle
    return _blur(first, best[0]), _blur(second, best[1])


def _blur(picture: Floats, blur_px: float) -> Floats:
    return picture if not blur_px else np.asarray(cv2.GaussianBlur(picture, (0, 0), blur_px), np.float32)


def _count_differing(first: Floats, second: Floats, inside: NDArray[np.bool_]) -> int:
    """Count the pixels in whose windows the pictures differ at every sub-pixel shift."""
    size = first.shape[1::-1]
    first, second = (_soften_color(picture) for picture in (first, second))
    contrast_limit = _LEAST_SHARE * np.maximum(_spread(first), _spread(second))
    least = np.maximum(contrast_limit, _LEAST_RESIDUAL**2)
    differing = inside
    for x, y in _SHIFTS_PX:
        shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
        moved = first if x == y == 0 else cv2.warpAffine(first, shift, size, borderMode=cv2.BORDER_REPLICATE)
        difference = cv2.absdiff(moved, second)
        red, green, blue = cv2.split(cv2.multiply(difference, difference))
        window = cv2.blur(cv2.max(cv2.max(red, green), blue), (_WINDOW_PX, _WINDOW_PX))
        differing = differing & (window > least)
        if differing.sum() < _LEAST_PX:
            break
    return int(differing.sum())


def _soften_color(picture: Floats) -> Floats:
    """Blur the colour of a picture as compression does, and keep its light in full detail."""
    light, red, blue = cv2.split(cv2.cvtColor(picture, cv2.COLOR_RGB2YCrCb))
    soft = (cv2.GaussianBlur(color, (0, 0), _COLOR_PX) for color in (red, blue))
    return np.asarray(cv2.merge([light, *soft]), np.float32)


def _spread(picture: Floats) -> Floats:
    """The (h, w) variance in the window around each pixel, of the channel that varies most."""
    window = (_WINDOW_PX, _WINDOW_PX)
    mean = cv2.blur(picture, window)
    varies = cv2.split(
        cv2.subtract(cv2.blur(cv2.multiply(picture, picture), window), cv2.multiply(mean, mean))
    )
    return np.asarray(cv2.max(cv2.max(varies[0], varies[1]), varies[2]), np.float32)
