"""Two picture files and where one should lie in the other -> what is the same in both. Runs in a worker.

Both are decoded small, the guess is refined, the finer picture is laid over the coarser one, and the two are compared
block by block.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.duplicates.alignment import (
    Matrix,
    Pixels,
    corners_of,
    in_pixels,
    in_shares,
    laid_over,
    linear_at,
    overlap_of,
    refined,
    scale_of,
    side_of,
)
from cbir.duplicates.ink import FINE_PX, compare_ink, is_document, noise_in_common
from cbir.duplicates.seams import seam_of
from cbir.images import DecodeOptions, decode, find_extras, read_file
from cbir.metadata import shot_at
from cbir.workers import grant

Floats = NDArray[np.floating]
SIDE_PX = 640
_BLOCK_PX = 10
_SMOOTH_PX = 1.5
_TEXTURE = 5.0  # standard deviation of a block's light that is more than noise and compression make
_SAME_BLOCK = 0.7  # correlation
_SAME_LIGHT = 14.0  # grey levels between flat blocks, once their light is fitted
_BLACK, _WHITE = 5, 250  # grey levels: a block beyond shows nothing, whatever was there
# What is finer than this is lost by compression too, or by resizing, and is no sign of an edit.
_SHARP_PX, _SHARP_RESIZED_PX = 1.0, 2.5
_FEW_BLOCKS = 20  # that show more than one light: too few to say anything
_MOST_COLOUR = 90  # percentile: a grey street keeps its colours but for a red door
_SURE = 0.97  # of the blocks agree: no other guess is tried
_ALIKE_SEEN, _WHOLE = 0.02, 0.985  # shares of two pictures
_MAY_BE_ONE = 0.6  # of the blocks agree: below, nothing is looked at more closely
_FLAT = 8.0  # grey levels between the darkest and the lightest block of a picture that shows nothing
# Of what was laid upon a photo, chosen on photos that are in no set: docs/benchmarks.md, duplicates of fresh photos.
_GAP_BLOCKS = 5  # between blocks that differ: a plain part of it may be as the ground is
_MOST_COVERED = 0.7  # of the overlap: beyond, too little is left around it
_DIFFERING_EDGE = 0.55  # of its four edges, on average: two things on one ground differ in no rectangle
_EDGE_BLOCKS = 2
_AGREEING_AROUND = 0.97


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """How two pictures lie to each other, and what is the same where they overlap.

    transform : (3, 3), first to second, in shares of their widths and heights
    first_seen, second_seen : share of each picture's area that the other shows too
    agreeing : share of the overlap's blocks that show the same. detailed : of those that show more than one light
    differing : blocks of the largest spot that does not show the same
    covered : what differs is one upright rectangle, around which the photo is the same: something was laid upon it
    light, colour : mean difference of blocks, grey levels. sharpness : of the less sharp one over the other's
    filled, parted : of where the one ends in the other, see Seam
    angle_deg : by which the second is turned. mirrored : it is. scale : pixels of the second per pixel of the first
    equal : pixel by pixel, in full
    flat : both are of one color throughout
    same_layout : both are documents, and their ink differs
    first_at, second_at : when they were taken, by their own files. noise : see noise_in_common, where these differ
    first_more, second_more : further content that the other file lacks or has otherwise, see find_extras
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
    """Further content of each of two files that the other lacks or has otherwise. Raises ImageUnreadable."""
    return _more_of_each(read_file(first).data, read_file(second).data, limits)


def _more_of_each(
    first: bytes, second: bytes, limits: DecodeOptions
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    one, other = find_extras(first, limits), find_extras(second, limits)
    return (
        tuple(sorted(kind for kind, name in one.items() if other.get(kind) != name)),
        tuple(sorted(kind for kind, name in other.items() if one.get(kind) != name)),
    )


def compare_pictures(
    first: Path, second: Path, guesses: Sequence[Matrix], limits: DecodeOptions
) -> Comparison | None:
    """Compare two files where the best of some guesses puts one; None where none of them can be.

    guesses : (3, 3) each, first to second, in shares of their widths and heights. Raises ImageUnreadable.
    """
    data = [read_file(path).data for path in (first, second)]
    one, other = (decode(each, max_side_px=SIDE_PX, options=limits, grant=grant) for each in data)
    compared: list[Comparison] = []
    for guess in guesses:
        found = compare(one.pixels, other.pixels, guess, resized=one.full_size != other.full_size)
        if found is not None:
            compared.append(found)
            if found.agreeing > _SURE:
                break
    if not compared:
        return None
    best = max(compared, key=lambda found: found.agreeing)
    scale = (
        best.scale * side_of(one.pixels) / side_of(other.pixels) * max(other.full_size) / max(one.full_size)
    )
    equal = False
    whole = min(best.first_seen, best.second_seen) > 0.99 and abs(best.angle_deg) < 1 and not best.mirrored
    if whole and one.full_size == other.full_size and best.agreeing == 1 and best.light < 2:
        full = [decode(each, max_side_px=None, options=limits, grant=grant).pixels for each in data]
        equal = full[0].shape == full[1].shape and _nearly_equal(full[0], full[1])
    best = replace(best, scale=scale, equal=equal)
    return (
        best
        if best.agreeing < _MAY_BE_ONE
        else _looked_at_closely(best, data, (one.pixels, other.pixels), limits)
    )


def _looked_at_closely(
    found: Comparison, data: Sequence[bytes], coarse: tuple[Pixels, Pixels], limits: DecodeOptions
) -> Comparison:
    """The same with what only fine detail and the files themselves tell."""
    first_more, second_more = _more_of_each(data[0], data[1], limits)
    times = shot_at(data[0]), shot_at(data[1])
    documents = not found.equal and all(map(is_document, coarse))
    same_layout, noise = False, 0.0
    if documents or (None not in times and times[0] != times[1] and not found.equal):
        fine = [decode(each, max_side_px=FINE_PX, options=limits, grant=grant).pixels for each in data]
        if documents:
            same_layout = compare_ink(fine[0], fine[1], found.transform).differs
        else:
            noise = noise_in_common(fine[0], fine[1], found.transform)
    return replace(
        found,
        same_layout=same_layout,
        noise=1.0 if found.equal else noise,
        first_at=times[0],
        second_at=times[1],
        first_more=first_more,
        second_more=second_more,
    )


def compare(first: Pixels, second: Pixels, guess: Matrix, *, resized: bool = False) -> Comparison | None:
    """The same of two decoded pictures: (h, w, 3) uint8 each. resized : their files are not of one size"""
    to_second = in_pixels(guess, first, second)
    scale = scale_of(to_second)
    if not 0.05 < scale < 20:
        return None
    swapped = scale > 1  # the coarser of the two is what the other is laid over
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
        # Either may be the one that was turned within its frame, which cut corners off and filled others.
        turned_round = seam_of(held, around, np.linalg.inv(inside))
        seam = turned_round if turned_round.filled else seam
    # In its middle: a guess in perspective, of a few points, turns the corners of what was cut out upright.
    linear = linear_at(inside, corners_of(held).mean(axis=0))
    if smaller_in_target == swapped:  # it is the second
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


def _nearly_equal(one: Pixels, other: Pixels) -> bool:
    """Equal but for what two decoders round otherwise."""
    difference = cv2.absdiff(one, other)
    return int(difference.max()) <= 2 and float(difference.mean()) < 0.1


# --- what is the same


def _compare_blocks(
    laid: Pixels, target: Pixels, mask: NDArray[np.bool_], sharp_px: float
) -> tuple[float, float, int, bool, float, float, float, bool] | None:
    """agreeing, detailed, differing, covered and on, see Comparison; None: hardly anything overlaps."""
    inside = _block_means(mask.astype(np.float32)) > 0.95
    if inside.sum() < 6:
        return None
    grey = [cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32) for picture in (laid, target)]
    smooth = [
        np.asarray(cv2.GaussianBlur(one, (0, 0), _SMOOTH_PX), np.float32) for one in grey
    ]  # a blurred copy shows the same
    means = [_block_means(one) for one in smooth]
    squares = [_block_means(one * one) for one in smooth]
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
    # Lettering on a flat ground has texture where there was none; compression has some on both sides, or little.
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
    seen = inside & agrees if (inside & agrees).any() else inside
    # Black stays black and white stays white, so that a drawing may have hardly a block that changed.
    shown = seen & (np.maximum(*means) > _BLACK) & (np.minimum(*means) < _WHITE)
    lit = shown if shown.sum() >= _FEW_BLOCKS else seen
    sharp = [_sharpness(one, seen & textured, sharp_px) for one in grey]
    return (
        float(1 - differs.sum() / inside.sum()),
        float(agrees[detail].mean()) if detail.sum() >= _FEW_BLOCKS else 1.0,
        _largest_spot(differs),
        is_covered(inside, differs, detail),
        float(np.abs(means[0] - means[1])[lit].mean()),
        float(np.percentile(chroma[seen], _MOST_COLOUR)),
        float(min(sharp) / max(*sharp, 1e-6)),
        not detail.any() and all(float(np.ptp(each[inside])) < _FLAT for each in means),
    )


def is_covered(inside: NDArray[np.bool_], differs: NDArray[np.bool_], detail: NDArray[np.bool_]) -> bool:
    """Whether what differs is one upright rectangle around which the photo is the same, with some detail.

    inside, differs, detail : (rows, columns) of blocks: of the overlap, that differ, that show more than one light
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
    """Of the strongest edges in some blocks: compression keeps these and loses faint detail, blurring softens both."""
    if not where.any():
        return 1.0
    fine = np.asarray(cv2.Laplacian(cv2.GaussianBlur(grey, (0, 0), sharp_px), cv2.CV_32F), np.float32)
    return float(_block_means(fine**4)[where].mean() ** 0.25)


def _block_means(values: Floats) -> Floats:
    rows, columns = (max(1, side // _BLOCK_PX) for side in values.shape)
    if min(values.shape) < _BLOCK_PX:
        return np.asarray(cv2.resize(values, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)
    cut = values[: rows * _BLOCK_PX, : columns * _BLOCK_PX]
    return np.asarray(cut.reshape(rows, _BLOCK_PX, columns, _BLOCK_PX).mean(axis=(1, 3)), np.float32)


def _fit_light(source: Floats, target: Floats, where: NDArray[np.bool_]) -> Floats:
    """What the light of the source's blocks becomes in the target: a curve of third degree, of no wild turns."""
    if where.sum() < 12 or float(np.ptp(source[where])) < 8:
        return source + np.float32(np.median(target - source))
    # A little of the straight line through black and white holds the curve where there is no block.
    light = np.concatenate([source[where] / 255, [0.0, 1.0]])
    wanted = np.concatenate([target[where], [0.0, 255.0]])
    weight = np.concatenate([np.ones(int(where.sum())), [0.1, 0.1]])
    powers = light[:, None] ** np.arange(4)
    curve = np.linalg.lstsq(powers * weight[:, None], wanted * weight, rcond=None)[0]
    return np.asarray((source[..., None] / 255) ** np.arange(4) @ curve, np.float32)


def _largest_spot(differs: NDArray[np.bool_]) -> int:
    count, _, stats, _ = cv2.connectedComponentsWithStats(differs.astype(np.uint8), connectivity=8)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0
