"""Two picture files and estimates of their alignment -> a comparison. Runs in a worker.

Both are decoded small, the estimate is refined, the finer picture is warped onto the coarser one, and the two are
compared block by block.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.duplicates.seams import seam_of
from cbir.images import DecodeOptions, decode, find_extras, is_document, read_file
from cbir.matching import (
    FINE_PX,
    Matrix,
    Pixels,
    compare_ink,
    corners_of,
    in_pixels,
    in_shares,
    laid_over,
    linear_at,
    noise_in_common,
    overlap_of,
    refined,
    scale_of,
    side_of,
)
from cbir.metadata import shot_at
from cbir.workers import grant

Floats = NDArray[np.floating]
SIDE_PX = 640
_BLOCK_PX = 10
_SMOOTH_PX = 1.5
_TEXTURE = 5.0  # standard deviation of a block's light, above noise and compression
_SAME_BLOCK = 0.7  # correlation
_SAME_LIGHT = 14.0  # grey levels between flat blocks, after their light is fitted
_BLACK, _WHITE = 5, 250  # grey levels: a block beyond is clipped and shows nothing
# Compression and resizing also lose finer detail than this, so its loss is no sign of an edit.
_SHARP_PX, _SHARP_RESIZED_PX = 1.0, 2.5
_FEW_BLOCKS = 20  # fewer blocks with some texture do not decide anything
_MOST_COLOUR = 90  # percentile: an edit may change only a red door in a grey street
_SURE = 0.97  # with this share of agreeing blocks, no other estimate is tried
_ALIKE_SEEN, _WHOLE = 0.02, 0.985  # shares of two pictures
_MAY_BE_ONE = 0.6  # least share of agreeing blocks for a comparison in fine detail
_FLAT = 8.0  # grey levels between the darkest and the lightest block of a plain picture
# An overlay upon a photo, chosen on photos that are in no set: docs/benchmarks/duplicates-fresh.json.
_GAP_BLOCKS = 5  # between blocks that differ: a plain part of the overlay may equal the ground
_MOST_COVERED = 0.7  # of the overlap: beyond, too little of the photo remains around it
_DIFFERING_EDGE = 0.55  # of its four edges, on average: two things on one ground do not differ in a rectangle
_EDGE_BLOCKS = 2
_AGREEING_AROUND = 0.97


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Alignment of two pictures, and their agreement in the overlap.

    transform : (3, 3), first to second, in shares of their widths and heights
    first_seen, second_seen : share of each picture's area that the other shows too
    agreeing : share of the overlap's blocks that agree. detailed : the same among blocks with more than one light
    differing : blocks of the largest spot that differs
    covered : the difference is one upright rectangle with the same photo around it, so something was laid upon it
    light, colour : mean difference of blocks, grey levels. sharpness : of the less sharp picture over the other's
    filled, parted : of the border at which one picture ends in the other, see Seam
    angle_deg, mirrored : turn and mirroring of the second. scale : pixels of the second per pixel of the first
    equal : pixel by pixel, at full size
    flat : both are of one color throughout
    same_layout : both are documents, and their ink differs
    first_at, second_at : times of the shots, by their files. noise : see noise_in_common, set if the times differ
    first_more, second_more : extra content that the other file lacks or has in another version, see find_extras
    """

    transform: Matrix
    first_seen: float
    second_seen: float
    agreeing: float
    detailed: float
    differing: int
    covered: bool
    light: float
    colour: float
    sharpness: float
    filled: bool
    parted: bool
    angle_deg: float
    mirrored: bool
    scale: float
    equal: bool
    flat: bool = False
    same_layout: bool = False
    first_at: str | None = None
    second_at: str | None = None
    noise: float = 0.0
    first_more: tuple[str, ...] = ()
    second_more: tuple[str, ...] = ()


def compare_extras(
    first: Path, second: Path, limits: DecodeOptions
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Extra content of each file that the other lacks or has in another version. Raises ImageUnreadable."""
    return _more_of_each(read_file(first).data, read_file(second).data, limits)


def _more_of_each(
    first: bytes, second: bytes, limits: DecodeOptions
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    first_extras, second_extras = find_extras(first, limits), find_extras(second, limits)
    return (
        tuple(sorted(kind for kind, name in first_extras.items() if second_extras.get(kind) != name)),
        tuple(sorted(kind for kind, name in second_extras.items() if first_extras.get(kind) != name)),
    )


def compare_pictures(
    first: Path, second: Path, guesses: Sequence[Matrix], limits: DecodeOptions
) -> Comparison | None:
    """Compare two files by the best of several alignment estimates; None if no estimate is usable.

    guesses : (3, 3) each, first to second, in shares of their widths and heights. Raises ImageUnreadable.
    """
    data = [read_file(path).data for path in (first, second)]
    first_picture, second_picture = (
        decode(file_data, max_side_px=SIDE_PX, options=limits, grant=grant) for file_data in data
    )
    compared: list[Comparison] = []
    for guess in guesses:
        comparison = compare(
            first_picture.pixels,
            second_picture.pixels,
            guess,
            resized=first_picture.full_size != second_picture.full_size,
        )
        if comparison is not None:
            compared.append(comparison)
            if comparison.agreeing > _SURE:
                break
    if not compared:
        return None
    best = max(compared, key=lambda comparison: comparison.agreeing)
    scale = (
        best.scale
        * side_of(first_picture.pixels)
        / side_of(second_picture.pixels)
        * max(second_picture.full_size)
        / max(first_picture.full_size)
    )
    equal = False
    whole = min(best.first_seen, best.second_seen) > 0.99 and abs(best.angle_deg) < 1 and not best.mirrored
    if (
        whole
        and first_picture.full_size == second_picture.full_size
        and best.agreeing == 1
        and best.light < 2
    ):
        full = [decode(file_data, max_side_px=None, options=limits, grant=grant).pixels for file_data in data]
        equal = full[0].shape == full[1].shape and _nearly_equal(full[0], full[1])
    best = replace(best, scale=scale, equal=equal)
    return (
        best
        if best.agreeing < _MAY_BE_ONE
        else _with_fine_detail(best, data, (first_picture.pixels, second_picture.pixels), limits)
    )


def _with_fine_detail(
    comparison: Comparison, data: Sequence[bytes], coarse: tuple[Pixels, Pixels], limits: DecodeOptions
) -> Comparison:
    """The comparison, completed from fine detail and from the files themselves."""
    first_more, second_more = _more_of_each(data[0], data[1], limits)
    times = shot_at(data[0]), shot_at(data[1])
    documents = not comparison.equal and all(map(is_document, coarse))
    same_layout, noise = False, 0.0
    if documents or (None not in times and times[0] != times[1] and not comparison.equal):
        fine = [
            decode(file_data, max_side_px=FINE_PX, options=limits, grant=grant).pixels for file_data in data
        ]
        if documents:
            same_layout = compare_ink(fine[0], fine[1], comparison.transform).differs
        else:
            noise = noise_in_common(fine[0], fine[1], comparison.transform)
    return replace(
        comparison,
        same_layout=same_layout,
        noise=1.0 if comparison.equal else noise,
        first_at=times[0],
        second_at=times[1],
        first_more=first_more,
        second_more=second_more,
    )


def compare(first: Pixels, second: Pixels, guess: Matrix, *, resized: bool = False) -> Comparison | None:
    """Compare two decoded pictures: (h, w, 3) uint8 each. resized : their files have different sizes"""
    to_second = in_pixels(guess, first, second)
    scale = scale_of(to_second)
    if not 0.05 < scale < 20:
        return None
    swapped = scale > 1  # the finer picture is warped onto the coarser one
    source, target = (second, first) if swapped else (first, second)
    onto = np.linalg.inv(to_second) if swapped else to_second
    onto = refined(source, target, onto)
    to_second = np.linalg.inv(onto) if swapped else onto
    overlap = overlap_of(onto, source, target)
    if overlap is None:
        return None
    source_seen, target_seen = overlap
    laid, mask = laid_over(source, target, onto)
    sharp_px = _SHARP_RESIZED_PX if resized or abs(scale - 1) >= 0.02 else _SHARP_PX
    blocks = _compare_blocks(laid, target, mask, sharp_px)
    if blocks is None:
        return None
    smaller_in_target = source_seen >= target_seen
    inside = onto if smaller_in_target else np.linalg.inv(onto)
    around = target if smaller_in_target else source
    held = source if smaller_in_target else target
    seam = seam_of(around, held, inside)
    if abs(source_seen - target_seen) < _ALIKE_SEEN and not seam.filled and max(overlap) < _WHOLE:
        # Either may have been turned within its frame, which cuts off some corners and fills others.
        turned_round = seam_of(held, around, np.linalg.inv(inside))
        seam = turned_round if turned_round.filled else seam
    # At its centre: a perspective estimate from few points distorts the corners of an upright crop.
    linear = linear_at(inside, corners_of(held).mean(axis=0))
    if smaller_in_target == swapped:  # the second is inside the first
        linear = np.linalg.inv(linear)
    mirrored = bool(np.linalg.det(linear) < 0)
    upright = linear @ np.diag([-1.0, 1.0]) if mirrored else linear
    agreeing, detailed, differing, covered, light, colour, sharpness, flat = blocks
    return Comparison(
        transform=in_shares(to_second, first, second),
        first_seen=target_seen if swapped else source_seen,
        second_seen=source_seen if swapped else target_seen,
        agreeing=agreeing,
        detailed=detailed,
        differing=differing,
        covered=covered,
        light=light,
        colour=colour,
        sharpness=sharpness,
        filled=seam.filled,
        parted=seam.parted,
        angle_deg=math.degrees(math.atan2(upright[1, 0] - upright[0, 1], upright[0, 0] + upright[1, 1])),
        mirrored=mirrored,
        scale=scale_of(linear),
        equal=False,
        flat=flat,
    )


def _nearly_equal(first: Pixels, second: Pixels) -> bool:
    """True if equal but for the rounding of two decoders."""
    difference = cv2.absdiff(first, second)
    return int(difference.max()) <= 2 and float(difference.mean()) < 0.1


# --- agreement of blocks


def _compare_blocks(
    laid: Pixels, target: Pixels, mask: NDArray[np.bool_], sharp_px: float
) -> tuple[float, float, int, bool, float, float, float, bool] | None:
    """agreeing, detailed, differing, covered, light, colour, sharpness, flat, see Comparison; None without overlap."""
    inside = _block_means(mask.astype(np.float32)) > 0.95
    if inside.sum() < 6:
        return None
    grey = [cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32) for picture in (laid, target)]
    # Smoothed, so that a blurred copy agrees.
    smooth = [np.asarray(cv2.GaussianBlur(channel, (0, 0), _SMOOTH_PX), np.float32) for channel in grey]
    means = [_block_means(channel) for channel in smooth]
    squares = [_block_means(channel * channel) for channel in smooth]
    spread = [
        np.sqrt(np.maximum(square - mean * mean, 0)) for square, mean in zip(squares, means, strict=True)
    ]
    covariance = _block_means(smooth[0] * smooth[1]) - means[0] * means[1]
    correlation = covariance / np.maximum(spread[0] * spread[1], 1e-6)
    textured = np.maximum(*spread) > _TEXTURE
    alike = correlation > _SAME_BLOCK
    fitted = _fit_light(means[0], means[1], inside & (alike | ~textured))
    same_light = np.abs(fitted - means[1]) < _SAME_LIGHT
    burnt = (np.minimum(*means) < _BLACK) | (np.maximum(*means) > _WHITE)
    burnt &= np.abs(np.clip(fitted, 0, 255) - means[1]) < _SAME_LIGHT
    # Lettering adds texture to a flat ground. Compression leaves some texture in both pictures, or little.
    agrees = np.where(textured, burnt | alike & (np.minimum(*spread) > _TEXTURE / 4), same_light)
    differs = inside & ~agrees
    detail = inside & textured
    colours = [
        cv2.cvtColor(picture, cv2.COLOR_RGB2YCrCb)[:, :, 1:].astype(np.float32) for picture in (laid, target)
    ]
    chroma = np.mean(
        [np.abs(_block_means(colours[0][:, :, at]) - _block_means(colours[1][:, :, at])) for at in (0, 1)],
        axis=0,
    )
    visible = inside & agrees if (inside & agrees).any() else inside
    # Black stays black and white stays white, so a drawing may have hardly any block that changes.
    shown = visible & (np.maximum(*means) > _BLACK) & (np.minimum(*means) < _WHITE)
    lit = shown if shown.sum() >= _FEW_BLOCKS else visible
    sharp = [_sharpness(channel, visible & textured, sharp_px) for channel in grey]
    return (
        float(1 - differs.sum() / inside.sum()),
        float(agrees[detail].mean()) if detail.sum() >= _FEW_BLOCKS else 1.0,
        _largest_spot(differs),
        is_covered(inside, differs, detail),
        float(np.abs(means[0] - means[1])[lit].mean()),
        float(np.percentile(chroma[visible], _MOST_COLOUR)),
        float(min(sharp) / max(*sharp, 1e-6)),
        not detail.any() and all(float(np.ptp(mean_light[inside])) < _FLAT for mean_light in means),
    )


def is_covered(inside: NDArray[np.bool_], differs: NDArray[np.bool_], detail: NDArray[np.bool_]) -> bool:
    """True if the difference is one upright rectangle, and the photo around it agrees and has some detail.

    inside, differs, detail : (rows, columns) masks of blocks: in the overlap, that differ, with more than one light
    """
    gap = _GAP_BLOCKS // 2 + 1
    kernel = np.ones((_GAP_BLOCKS, _GAP_BLOCKS), np.uint8)
    joined = cv2.morphologyEx(np.pad(differs, gap).astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined[gap:-gap, gap:-gap].copy(), connectivity=8)
    if count < 2:
        return False
    left, top, width, height, _ = stats[1 + stats[1:, cv2.CC_STAT_AREA].argmax()]
    rectangle = np.s_[top : top + height, left : left + width]
    around = inside.copy()
    around[rectangle] = False
    if (around & detail).sum() < _FEW_BLOCKS or around.sum() < (1 - _MOST_COVERED) * inside.sum():
        return False
    laid = differs[rectangle]
    edges = (part[:_EDGE_BLOCKS].any(axis=0).mean() for part in (laid, laid[::-1], laid.T, laid.T[::-1]))
    return bool(np.mean(list(edges)) >= _DIFFERING_EDGE and 1 - differs[around].mean() >= _AGREEING_AROUND)


def _sharpness(grey: Floats, where: NDArray[np.bool_], sharp_px: float) -> float:
    """Sharpness of the strongest edges: compression keeps them and loses faint detail, blurring softens both."""
    if not where.any():
        return 1.0
    fine = np.asarray(cv2.Laplacian(cv2.GaussianBlur(grey, (0, 0), sharp_px), cv2.CV_32F), np.float32)
    # NumPy's power is forty times as slow as two squares.
    return float(_block_means(np.square(np.square(fine)))[where].mean() ** 0.25)


def _block_means(values: Floats) -> Floats:
    rows, columns = (max(1, side // _BLOCK_PX) for side in values.shape)
    if min(values.shape) < _BLOCK_PX:
        return np.asarray(cv2.resize(values, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)
    cut = values[: rows * _BLOCK_PX, : columns * _BLOCK_PX]
    return np.asarray(cv2.resize(cut, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)


def _fit_light(source: Floats, target: Floats, where: NDArray[np.bool_]) -> Floats:
    """The source's light mapped to the target's by a cubic curve, held at black and white."""
    if where.sum() < 12 or float(np.ptp(source[where])) < 8:
        return source + np.float32(np.median(target - source))
    # A small weight on black and white holds the curve at levels without blocks.
    light = np.concatenate([source[where] / 255, [0.0, 1.0]])
    target_light = np.concatenate([target[where], [0.0, 255.0]])
    weight = np.concatenate([np.ones(int(where.sum())), [0.1, 0.1]])
    powers = light[:, None] ** np.arange(4)
    curve = np.linalg.lstsq(powers * weight[:, None], target_light * weight, rcond=None)[0]
    return np.asarray((source[..., None] / 255) ** np.arange(4) @ curve, np.float32)


def _largest_spot(differs: NDArray[np.bool_]) -> int:
    count, _, stats, _ = cv2.connectedComponentsWithStats(differs.astype(np.uint8), connectivity=8)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0
