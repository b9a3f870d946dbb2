"""Rectangles of a picture -> the text in each: crops 48 px high, a network, and CTC decoding.

Graves et al., "Connectionist temporal classification", ICML 2006: each column of the network's output names a sign or
none. The text is the best sign of each column, with repeated signs merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.ocr.detection import normalised

LINE_HEIGHT_PX = 48
_TURNER_WIDTH_PX = 192
_TALL = 1.5  # a rectangle this much higher than wide holds text that runs upwards or downwards
_MAX_WIDTH_PX = 3200
_MARGIN_PX = 32  # after a line: the network loses a last letter at the picture's edge
_TRAPEZOID_PX = 256  # width at which the height of a line is followed
_LEAST_PX = 32
_INK_PX = 512  # longer side of the picture in which the letters of a blob are told from the ground
_AROUND_PX = 8  # around a blob, where its letters may end
_AROUND_INK = 0.35  # of the height of an arc of letters: how much more is cut out
_ARC_LENGTH = 3  # least length of an arc, in its heights
_BENT = 0.2  # of a line's height: an arc rises more above its ends
_LEAST_STACKED = 3  # letters under each other
_LETTER_STEP = 0.8  # of the widest letter's width: the least from one letter to the next
_ALIKE = 0.6  # of the height of the letter in the middle: letters of one word are of one height
_SURE_TURNED = 0.9  # as RapidOCR

Network = Callable[[NDArray[np.float32]], NDArray[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """Text of one line.

    confidence : mean of its signs. typical : median of its signs, which a few misread ones leave as it is
    spans : start and end of each word, as in TextLine
    """

    text: str
    confidence: float
    typical: float
    spans: tuple[tuple[float, float], ...]


def cut_line(
    pixels: NDArray[np.uint8], quad: NDArray[np.float32], *, upright: bool = False
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Cut a line out, straightened to a height of 48 px. Returns it with its corners, beginning at its start.

    pixels : (h, w, 3). quad : (4, 2). Text that runs upwards is turned to read from left to right.
    upright : it is a letter, which is not turned
    """
    width, height = _sides(quad)
    if height >= _TALL * width and not upright:
        quad = np.roll(quad, 1, axis=0)  # from the bottom left up, as rot90 does
        width, height = height, width
    columns = int(np.clip(round(LINE_HEIGHT_PX * width / max(height, 1.0)), 8, _MAX_WIDTH_PX))
    corners = np.array([(0, 0), (columns, 0), (columns, LINE_HEIGHT_PX), (0, LINE_HEIGHT_PX)], np.float32)
    shrink = height / LINE_HEIGHT_PX
    if shrink > 2:  # bilinear samples of a large line would skip pixels, so shrink it first
        factor = 1 / shrink
        left, top = np.floor(quad.min(axis=0)).astype(int)
        right, bottom = np.ceil(quad.max(axis=0)).astype(int) + 1
        part = pixels[max(top, 0) : bottom, max(left, 0) : right]
        small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        scale = np.array(small.shape[1::-1], np.float32) / part.shape[1::-1]
        pixels, source = (
            np.asarray(small, np.uint8),
            ((quad - (max(left, 0), max(top, 0))) * scale).astype(np.float32),
        )
    else:
        source = quad.astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners)
    line = cv2.warpPerspective(
        pixels, matrix, (columns, LINE_HEIGHT_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(line, np.uint8), quad


def cut_bent_line(
    pixels: NDArray[np.uint8], quad: NDArray[np.float32], outline: NDArray[np.float32], grow: float
) -> NDArray[np.uint8] | None:
    """Cut a line on an arc or in strong perspective, straightened; None if its blob is too small to say.

    outline : (n, 2), around its blob. grow : as DetectionOptions
    On an arc, the tops of the letters point outwards: turned by 180 degrees, it is the line whose tops point inwards.
    """
    ink = _ink(pixels, outline)
    if len(ink) < _LEAST_PX:
        return None
    centre = _centre(ink)
    inner, outer = np.percentile(np.linalg.norm(ink - centre, axis=1), (2, 98))
    radius, high = float(inner + outer) / 2, float(outer - inner)
    middle = np.arctan2(*(ink.mean(axis=0) - centre)[::-1])
    directions = np.arctan2(ink[:, 1] - centre[1], ink[:, 0] - centre[0])
    angles = (directions - middle + np.pi) % (2 * np.pi) - np.pi
    first, last = np.percentile(angles, (0.2, 99.8)).tolist()
    length = radius * (last - first)
    if not 0 < _ARC_LENGTH * high < length or high > radius:
        return _cut_in_perspective(pixels, quad, outline, grow)
    if radius * (1 - np.cos(min((last - first) / 2, np.pi))) < _BENT * high:
        return _cut_in_perspective(pixels, quad, outline, grow)
    grown = _AROUND_INK * high
    columns = int(np.clip(round(LINE_HEIGHT_PX * (length + grown) / (high + grown)), 8, _MAX_WIDTH_PX))
    at = middle + np.linspace(first - grown / 2 / radius, last + grown / 2 / radius, columns)
    radii = radius + np.linspace(1, -1, LINE_HEIGHT_PX)[:, None] * (high + grown) / 2
    return _sampled(pixels, centre[0] + radii * np.cos(at), centre[1] + radii * np.sin(at))


def cut_stacked(pixels: NDArray[np.uint8], quad: NDArray[np.float32]) -> list[NDArray[np.uint8]]:
    """Cut out letters that stand under each other, from the top; none if the rectangle is not tall or shows no gaps."""
    quad = _from_top_left(quad)
    width, height = _sides(quad)
    if height < _LEAST_STACKED * width * _LETTER_STEP:
        return []
    high = int(min(round(LINE_HEIGHT_PX * height / max(width, 1.0)), _MAX_WIDTH_PX))
    corners = np.array([(0, 0), (LINE_HEIGHT_PX, 0), (LINE_HEIGHT_PX, high), (0, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
    size = (LINE_HEIGHT_PX, high)
    column = np.asarray(
        cv2.warpPerspective(pixels, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
    grey = cv2.cvtColor(column, cv2.COLOR_RGB2GRAY)
    threshold, _ = cv2.threshold(grey, 0, 255, cv2.THRESH_OTSU)
    light = grey > threshold
    ink = (light if light.mean() < 0.5 else ~light).any(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], ink, [False]]).astype(np.int8)))
    rows = edges.reshape(-1, 2)
    tall = rows[:, 1] - rows[:, 0]
    if (
        len(rows) < _LEAST_STACKED
        or tall.min() < _ALIKE * np.median(tall)
        or tall.max() * _ALIKE > np.median(tall)
    ):
        return []
    return [_letter(column[first:last]) for first, last in rows.tolist()]


def _letter(part: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A letter on its ground, as high as a line."""
    around = max(2, len(part) // 4)
    framed = cv2.copyMakeBorder(part, around, around, around, around, cv2.BORDER_REPLICATE)
    columns = max(8, round(LINE_HEIGHT_PX * framed.shape[1] / framed.shape[0]))
    return np.asarray(cv2.resize(framed, (columns, LINE_HEIGHT_PX), interpolation=cv2.INTER_LINEAR), np.uint8)


def _from_top_left(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners from the top left one on."""
    return np.roll(quad, -int(quad.sum(axis=1).argmin()), axis=0)


def _ink(pixels: NDArray[np.uint8], outline: NDArray[np.float32]) -> NDArray[np.float64]:
    """Points of the letters inside an outline, (n, 2): the rarer of light and dark there (Otsu, 1979)."""
    first = np.maximum(outline.min(axis=0) - _AROUND_PX, 0).astype(int)
    last = np.ceil(outline.max(axis=0) + _AROUND_PX).astype(int)
    part = pixels[first[1] : last[1], first[0] : last[0]]
    scale = min(1.0, _INK_PX / max(part.shape[:2]))
    size = [max(1, round(side * scale)) for side in part.shape[1::-1]]
    grey = cv2.cvtColor(cv2.resize(part, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    mask = np.zeros(grey.shape, np.uint8)
    cv2.fillPoly(mask, [np.round((outline - first) * scale).astype(np.int32)], 1)
    around = round(2 * _AROUND_PX * scale) | 1
    near = cv2.dilate(mask, np.ones((around, around), np.uint8))
    inside = grey[near > 0]
    if not len(inside):
        return np.zeros((0, 2))
    threshold, _ = cv2.threshold(inside.reshape(1, -1), 0, 255, cv2.THRESH_OTSU)
    light = (grey > threshold) & (near > 0)
    ink = light if light.sum() * 2 < len(inside) else ~light & (near > 0)
    return np.asarray(np.argwhere(ink)[:, ::-1] / scale + first, np.float64)


def _centre(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Centre of the circle through points. Kasa, "A circle fitting procedure", 1976."""
    origin = points.mean(axis=0)
    x, y = (points - origin).T
    system = np.stack([2 * x, 2 * y, np.ones(len(x))], axis=-1)
    solution = np.linalg.lstsq(system, x**2 + y**2, rcond=None)[0]
    return np.asarray(origin + solution[:2], np.float64)


def _cut_in_perspective(
    pixels: NDArray[np.uint8], quad: NDArray[np.float32], outline: NDArray[np.float32], grow: float
) -> NDArray[np.uint8] | None:
    """Cut out the trapezoid of a line whose letters become smaller towards one end."""
    width, height = _sides(quad)
    if height >= _TALL * width:
        quad = np.roll(quad, 1, axis=0)
        width, height = height, width
    along = (quad[1] - quad[0]) / max(float(np.linalg.norm(quad[1] - quad[0])), 1e-6)
    down = np.array([-along[1], along[0]], np.float32)
    scale = _TRAPEZOID_PX / width
    places = np.stack([(outline - quad[0]) @ along, (outline - quad[0]) @ down], axis=-1) * scale
    mask = np.zeros((int(height * scale) + 2, _TRAPEZOID_PX + 2), np.uint8)
    cv2.fillPoly(mask, [np.round(places).astype(np.int32)], 1)
    columns = np.flatnonzero(mask.any(axis=0))
    if len(columns) < _LEAST_PX:
        return None
    tops = mask[:, columns].argmax(axis=0)
    bottoms = len(mask) - mask[::-1, columns].argmax(axis=0)
    inner = slice(len(columns) // 20, len(columns) - len(columns) // 20)  # the ends of a blob are round
    middle = np.polynomial.Polynomial.fit(columns[inner], ((tops + bottoms) / 2)[inner], 1)
    thickness = np.polynomial.Polynomial.fit(columns[inner], (bottoms - tops)[inner], 1)
    high, length = float(np.median(bottoms - tops)), float(columns[-1] - columns[0])
    grown = grow * high * length / (length + high)
    ends = np.array([columns[0] - grown / 2, columns[-1] + grown / 2])
    halves = np.clip(thickness(ends), high / 4, high * 4) * (high + grown) / high / 2
    trapezoid = np.array(
        [(ends[at], middle(ends[at]) + side * halves[at]) for at, side in ((0, -1), (1, -1), (1, 1), (0, 1))]
    )
    corners = quad[0] + trapezoid[:, :1] / scale * along + trapezoid[:, 1:] / scale * down
    return cut_line(pixels, corners.astype(np.float32))[0]


def _sampled(pixels: NDArray[np.uint8], x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.uint8]:
    line = cv2.remap(
        pixels,
        x.astype(np.float32),
        y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(line, np.uint8)


def turned(lines: Sequence[NDArray[np.uint8]], network: Network) -> list[bool]:
    """True for each line that is upside down."""
    if not lines:
        return []
    batch = np.zeros((len(lines), 3, LINE_HEIGHT_PX, _TURNER_WIDTH_PX), np.float32)
    for at, line in enumerate(lines):
        width = min(line.shape[1], _TURNER_WIDTH_PX)
        small = line if width == line.shape[1] else cv2.resize(line, (width, LINE_HEIGHT_PX))
        batch[at, :, :, :width] = normalised(np.asarray(small, np.uint8))
    return [bool(row[1] > _SURE_TURNED) for row in network(batch)]


def recognise(lines: Sequence[NDArray[np.uint8]], network: Network, signs: Sequence[str]) -> list[Recognised]:
    """Recognise straightened lines. signs : the character of each output of the network; the first means none"""
    return [_recognise(line, network, signs) for line in lines]


def _recognise(line: NDArray[np.uint8], network: Network, signs: Sequence[str]) -> Recognised:
    """Recognise one line. On a CPU a batch is no faster, and it computes the padding of shorter lines, too."""
    width = line.shape[1]
    planes = np.zeros((1, 3, LINE_HEIGHT_PX, width + _MARGIN_PX), np.float32)
    planes[0, :, :, :width] = normalised(line)
    return decode_line(network(planes)[0], signs, width / planes.shape[3])


def decode_line(scores: NDArray[np.float32], signs: Sequence[str], used: float) -> Recognised:
    """Decode the scores of one line, (t, signs). used : share of the columns that are not padding"""
    best = scores.argmax(axis=1)
    begins = np.ones(len(best), bool)
    begins[1:] = best[1:] != best[:-1]
    starts = np.flatnonzero(begins & (best > 0))
    if not len(starts):
        return Recognised(text="", confidence=0.0, typical=0.0, spans=())
    text = "".join(signs[best[at]] for at in starts)
    places = np.minimum((starts + 0.5) / (len(best) * used), 1.0)
    sure = scores[starts, best[starts]]
    return Recognised(
        text=text,
        confidence=float(sure.mean()),
        typical=float(np.median(sure)),
        spans=tuple(_spans(text, places)),
    )


def _spans(text: str, places: NDArray[np.float64]) -> Iterator[tuple[float, float]]:
    """Start and end of each word: half a sign beyond the middles of its first and last sign."""
    half = 0.5 / max(len(text), 1)
    start: int | None = None
    for at in range(len(text) + 1):
        inside = at < len(text) and not text[at].isspace()
        if inside and start is None:
            start = at
        elif not inside and start is not None:
            yield max(0.0, float(places[start]) - half), min(1.0, float(places[at - 1]) + half)
            start = None


def _sides(quad: NDArray[np.float32]) -> tuple[float, float]:
    """Width and height: the longer of each two opposite sides."""
    edges = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return float(max(edges[0], edges[2])), float(max(edges[1], edges[3]))
