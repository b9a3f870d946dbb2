"""Rectangles of a picture -> the text in each: crops 48 px high, a network, and CTC decoding.

Graves et al., "Connectionist temporal classification", ICML 2006: each column of the network's output names a sign or
none. The text is the best sign of each column, with repeated signs merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.ocr.detection import normalised

LINE_HEIGHT_PX = 48
_TURNER_WIDTH_PX = 192
_TALL = 1.5  # a rectangle this much higher than wide holds text that runs upwards or downwards
_MAX_WIDTH_PX = 3200
_MARGIN_PX = 32  # after a line: the network loses a last letter at the picture's edge
_SURE_TURNED = 0.9  # as RapidOCR

Network = Callable[[NDArray[np.float32]], NDArray[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """Text of one line. spans : start and end of each word, as in TextLine"""

    text: str
    confidence: float
    spans: tuple[tuple[float, float], ...]


def cut_line(
    pixels: NDArray[np.uint8], quad: NDArray[np.float32]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Cut a line out, straightened to a height of 48 px. Returns it with its corners, beginning at its start.

    pixels : (h, w, 3). quad : (4, 2). Text that runs upwards is turned to read from left to right.
    """
    width, height = _sides(quad)
    if height >= _TALL * width:
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
        return Recognised(text="", confidence=0.0, spans=())
    text = "".join(signs[best[at]] for at in starts)
    places = np.minimum((starts + 0.5) / (len(best) * used), 1.0)
    return Recognised(
        text=text, confidence=float(scores[starts, best[starts]].mean()), spans=tuple(_spans(text, places))
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
