"""Two aligned pictures of one thing -> boxes around what is in only one of them.

The pictures are brought to one place (a smooth field of shifts beyond their homography) and to one light. What
differs then in light or colour, by more than a small shift explains, is a change. Only the part between places whose
structure agrees is compared: the margin of a scan and the table below a print are around the thing, not on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.matching.alignment import Matrix, Pixels, in_pixels, laid_over, moved, scale_of

Floats = NDArray[np.float32]
_WINDOW_PX = 15  # around a pixel, in which a shift must bring the pictures together
_MOST_SHIFT = 0.04  # of the longer side
_LEAST_PX = 400  # that two pictures must have in common
ChangedBox = tuple[float, float, float, float]
"""x, y, width and height as shares of a picture's sides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOptions:
    """Chosen on pairs composed from half A of the photos: docs/benchmarks.md, changes.

    side_px : longer side at which pictures are compared. field_px : sigma over which shifts are smooth
    tolerance_px : shifts that explain a difference. gap_px : parts of one change may be so far apart
    agreeing : correlation of structure at a place that agrees. detail : standard deviation of structure, in grey levels
    whole : share of the common area between agreeing places from which there is nothing around the thing
    reflected : share of a difference that a reflection explains where the structure below it is still there
    least : difference of a changed pixel, in grey levels beyond the pair's usual one. seed : of a tenth of a change
    least_share : area of a change, of the compared area. depth : how far it reaches into that area, as a share of the
        area's root: a strip along the border is what is around the thing
    """

    side_px: int = 800
    field_px: float = 24.0
    tolerance_px: int = 2
    gap_px: int = 9
    agreeing: float = 0.7
    detail: float = 6.0
    whole: float = 0.8
    reflected: float = 0.4
    least: float = 14.0
    seed: float = 30.0
    least_share: float = 0.0008
    depth: float = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPart:
    """A change. first, second : its box in each picture

    strength : above 0; how clear it is
    """

    first: ChangedBox
    second: ChangedBox
    strength: float


def changed_parts(
    first: Pixels, second: Pixels, shares: Matrix, options: ChangeOptions = ChangeOptions()
) -> list[ChangedPart]:
    """Changes between two pictures, the clearest first; none where they do not overlap.

    first, second : (h, w, 3) uint8. shares : (3, 3), first to second, in shares of their sides
    """
    source, target = _at_most(first, options.side_px), _at_most(second, options.side_px)
    onto = in_pixels(shares, source, target)
    swapped = scale_of(onto) > 1  # the finer picture is warped onto the coarser one
    if swapped:
        source, target, onto = target, source, np.linalg.inv(onto)
    laid, mask = laid_over(source, target, onto)
    inside = cv2.erode(mask.astype(np.uint8), np.ones((7, 7), np.uint8), borderValue=1) > 0
    if inside.sum() < _LEAST_PX:
        return []
    laid = _settled(laid, target, mask, options)
    greys = [_floats(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)) for picture in (laid, target)]
    likeness = _correlation(*greys)
    inside = _between_agreeing(greys, likeness, inside, options)
    if inside.sum() < _LEAST_PX:
        return []
    difference = _difference(laid, target, likeness, inside, options)
    parts = list[ChangedPart]()
    back = np.linalg.inv(onto)
    for left, top, width, height, strength in _boxes(difference, inside, options):
        corners = np.array(
            [[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float64
        )
        there = moved(back, corners - 0.5) + 0.5
        boxes = _as_share(corners, target), _as_share(there, source)
        here, other = boxes if swapped else boxes[::-1]
        parts.append(ChangedPart(first=here, second=other, strength=strength))
    return sorted(parts, key=lambda part: -part.strength)


def _at_most(pixels: Pixels, side_px: int) -> Pixels:
    height, width = pixels.shape[:2]
    shrink = side_px / max(height, width)
    if shrink >= 1:
        return pixels
    size = max(8, round(width * shrink)), max(8, round(height * shrink))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _as_share(corners: Matrix, pixels: Pixels) -> ChangedBox:
    """The upright box around corners, within a picture."""
    height, width = pixels.shape[:2]
    shares = np.clip(corners / (width, height), 0.0, 1.0)
    (left, top), (right, bottom) = shares.min(axis=0), shares.max(axis=0)
    return float(left), float(top), float(right - left), float(bottom - top)


# --- one place


def _settled(laid: Pixels, target: Pixels, mask: NDArray[np.bool_], options: ChangeOptions) -> Pixels:
    """The source moved by a smooth field of shifts to where its structure fits the target best."""
    rows, columns = np.mgrid[: target.shape[0], : target.shape[1]].astype(np.float32)
    source, goal = _structure(laid), _structure(target)
    flow = cv2.DISOpticalFlow.create(cv2.DISOPTICAL_FLOW_PRESET_FAST)
    shifts = np.asarray(flow.calc(goal, source, np.zeros((*goal.shape, 2), np.float32)), np.float32)
    there = cv2.remap(source, columns + shifts[..., 0], rows + shifts[..., 1], cv2.INTER_LINEAR)
    trust = np.clip(_correlation(_floats(there), _floats(goal)), 0, 1) ** 2 * mask
    trust = _floats(trust * (np.linalg.norm(shifts, axis=2) < _MOST_SHIFT * max(target.shape[:2])))
    weight = _blurred(trust, options.field_px) + 1e-3
    x, y = (_blurred(_floats(shifts[..., at] * trust), options.field_px) / weight for at in (0, 1))
    settled = cv2.remap(laid, columns + x, rows + y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(settled, np.uint8)


def _floats(values: NDArray[np.generic]) -> Floats:
    return np.asarray(values, np.float32)


def _blurred(values: Floats, sigma_px: float) -> Floats:
    return _floats(cv2.GaussianBlur(values, (0, 0), sigma_px))


def _structure(pixels: Pixels) -> Pixels:
    """Grey of even contrast, whatever the light."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), 16)
    spread = np.sqrt(cv2.GaussianBlur(fine * fine, (0, 0), 16)) + 4
    return np.asarray(np.clip(128 + 48 * fine / spread, 0, 255), np.uint8)


# --- the part that both show


def _between_agreeing(
    greys: Sequence[Floats], likeness: Floats, inside: NDArray[np.bool_], options: ChangeOptions
) -> NDArray[np.bool_]:
    """Mask of the convex hull of the places whose structure agrees, or all that both show if the hull is most of it."""
    agreeing = (likeness > options.agreeing) & inside
    for grey in greys:
        mean = cv2.blur(grey, (_WINDOW_PX, _WINDOW_PX))
        power = cv2.blur(grey * grey, (_WINDOW_PX, _WINDOW_PX)) - mean * mean
        agreeing &= power > options.detail**2
    places = cv2.findNonZero(
        cv2.morphologyEx(agreeing.astype(np.uint8), cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    )
    hull = np.zeros(inside.shape, np.uint8)
    if places is not None:
        cv2.fillConvexPoly(hull, cv2.convexHull(places), 1)
    between = (hull > 0) & inside
    return inside if between.sum() >= options.whole * inside.sum() else between


# --- one light


def _in_light_of(laid: Floats, target: Floats, inside: NDArray[np.bool_]) -> Floats:
    """One channel brought to the target's light: a curve of its levels and a smooth field, fitted to most pixels."""
    rows, columns = np.mgrid[: laid.shape[0], : laid.shape[1]].astype(np.float32)
    x, y = columns / laid.shape[1] - 0.5, rows / laid.shape[0] - 0.5
    level = laid / 255
    terms = [np.ones_like(level), level, level**2, level**3]
    terms += [x, y, x * level, y * level, x * x, y * y, x * y, x * x * level, y * y * level]
    basis = np.stack([term[inside][::7] for term in terms], axis=1)
    goal = target[inside][::7]
    weight = np.ones(len(goal), np.float32)
    fit = np.zeros(len(terms), np.float32)
    for _ in range(6):
        fit = np.linalg.lstsq(basis * weight[:, None], goal * weight, rcond=None)[0].astype(np.float32)
        residual = np.abs(goal - basis @ fit)
        scale = max(2.0, 1.5 * float(np.median(residual)))
        weight = 1 / (1 + (residual / scale) ** 2)
    return np.asarray(sum(term * factor for term, factor in zip(terms, fit, strict=True)), np.float32)


# --- what differs


def _difference(
    laid: Pixels, target: Pixels, likeness: Floats, inside: NDArray[np.bool_], options: ChangeOptions
) -> Floats:
    """Difference of each pixel that no shift within the tolerance explains, in grey levels.

    likeness : correlation of structure; where it is high, the difference is more likely a reflection or a shadow
    """
    kernel = np.ones((2 * options.tolerance_px + 1,) * 2, np.uint8)
    total = np.zeros(target.shape[:2], np.float32)
    for at in range(3):
        here, there = (_blurred(_floats(picture[..., at]), 1.0) for picture in (target, laid))
        there = np.clip(_in_light_of(there, here, inside), 0, 255)
        one_way = np.maximum(here - cv2.dilate(there, kernel), cv2.erode(there, kernel) - here)
        other_way = np.maximum(there - cv2.dilate(here, kernel), cv2.erode(here, kernel) - there)
        total = np.maximum(total, np.maximum(one_way, other_way))
    total *= 1 - options.reflected * np.clip(likeness, 0, 1)
    total[~inside] = 0
    return _blurred(total, 1.5)


def _correlation(first: Floats, second: Floats) -> Floats:
    """Correlation of two grey pictures in a window around each pixel; 1 where both are plain."""

    def mean(values: Floats) -> Floats:
        return _floats(cv2.blur(values, (_WINDOW_PX, _WINDOW_PX)))

    first_mean, second_mean = mean(first), mean(second)
    first_power = np.maximum(mean(first * first) - first_mean * first_mean, 0)
    second_power = np.maximum(mean(second * second) - second_mean * second_mean, 0)
    common = mean(first * second) - first_mean * second_mean
    return _floats((common + 9) / (np.sqrt(first_power * second_power) + 9))


def _boxes(
    difference: Floats, inside: NDArray[np.bool_], options: ChangeOptions
) -> list[tuple[int, int, int, int, float]]:
    """Left, top, width, height and strength of connected changes."""
    usual = float(np.percentile(difference[inside], 75))
    least, seed = options.least + 2 * usual, options.seed + 2 * usual
    changed = cv2.morphologyEx(
        (difference > least).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)
    )
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (options.gap_px, options.gap_px))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        cv2.morphologyEx(changed, cv2.MORPH_CLOSE, kernel), connectivity=8
    )
    compared_px = float(inside.sum())
    least_px = options.least_share * compared_px
    depths = cv2.distanceTransform(np.pad(inside.astype(np.uint8), 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
    boxes = []
    for at in range(1, count):
        left, top, width, height, area = map(int, stats[at])
        if area < least_px:
            continue
        here = np.s_[top : top + height, left : left + width]
        part = labels[here] == at
        values = difference[here][part]
        depth = float(np.percentile(depths[here][part], 75))
        if float(np.percentile(values, 90)) < seed or depth < options.depth * np.sqrt(compared_px):
            continue
        strength = float(values.mean()) / least * float(np.sqrt(area / least_px)) * area / (width * height)
        boxes.append((left, top, width, height, strength))
    return boxes
