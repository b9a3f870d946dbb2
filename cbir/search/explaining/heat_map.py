"""A photo as a model sees it, with one window after another covered -> the places from which its score comes.

If covering a place lowers the score, the place has raised it. Large windows come first, because they cover whole
things. Small ones are more exact. The value of a place is the mean drop by the large windows over it, plus that by the
small windows so far.
Zeiler and Fergus, "Visualizing and understanding convolutional networks", ECCV 2014, section 4.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.base.opencv import cv2
from cbir.base.types import HeatMap, Preprocessing, Region

PLACES = 8  # along each side of the map; docs/benchmarks.md, "Decided once"
_SIDES = (4, 2)  # places along a window's side; neighbouring windows are half of that apart
_BATCH_SIZE = 17  # windows that are encoded together; a map is reported after each batch
_BLUR = 0.25  # of the photo's side: sigma of the blur in a covered window, which hides everything and adds no edge

Pixels = NDArray[np.uint8]
Encode = Callable[[Sequence[Pixels]], NDArray[np.float32]]
Window = tuple[int, int, int]  # its top and left place, and the number of places along its side


def draw_heat_map(
    square: Pixels,
    region: Region,
    encode: Encode,
    score: Callable[[NDArray[np.float32]], NDArray[np.float32]],
    *,
    on_map: Callable[[HeatMap], None] = lambda heat: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> HeatMap:
    """Draw the places from which a score comes.

    square : (s, s, 3), the image tower's input. region : the part of the photo that it shows
    encode : squares -> embeddings. score : embeddings -> scores
    on_map : called with a first map after the large windows, and with a finer one after each further batch
    Raises Cancelled.
    """
    windows = [*_windows()]
    covered = np.asarray(cv2.GaussianBlur(square, (0, 0), _BLUR * len(square)), np.uint8)
    drops, counts = ({side: np.zeros((PLACES, PLACES), np.float32) for side in _SIDES} for _ in range(2))
    whole, heat, done = 0.0, None, 0
    for batch in _batches(windows):
        if cancelled():
            raise Cancelled("It was cancelled.")
        pictures = [_with(covered, square, window) for window in batch]
        scores = score(encode([square, *pictures] if heat is None else pictures))
        if heat is None:
            whole, scores = float(scores[0]), scores[1:]
        for (top, left, side), covered_score in zip(batch, scores.tolist(), strict=True):
            place = np.s_[top : top + side, left : left + side]
            drops[side][place] += whole - covered_score
            counts[side][place] += 1
        done += len(batch)
        heat = HeatMap(
            score=whole,
            drops=np.sum([drops[side] / np.maximum(counts[side], 1) for side in _SIDES], axis=0),
            region=region,
            covered=done,
            windows=len(windows),
        )
        on_map(heat)
    assert heat is not None  # there are windows
    return heat


def seen_region(full_size: tuple[int, int], preprocessing: Preprocessing) -> Region:
    """The part of a photo of (width, height) that a model sees: all of it, or the largest square in its middle."""
    width, height = full_size
    if preprocessing.fit == "squash":
        return 0.0, 0.0, float(width), float(height)
    side = min(width, height)
    return (width - side) / 2, (height - side) / 2, float(side), float(side)


def _windows() -> Iterator[Window]:
    """The large windows, then the small ones. In each size, windows that tile the photo come first."""
    for side in _SIDES:
        starts = range(0, PLACES - side + 1, side // 2)
        places = [(top, left) for top in starts for left in starts]
        yield from ((top, left, side) for top, left in places if top % side == left % side == 0)
        yield from ((top, left, side) for top, left in places if not top % side == left % side == 0)


def _batches(windows: Sequence[Window]) -> Iterator[Sequence[Window]]:
    """A batch of all large windows, then batches of small ones. The first of these covers the whole photo."""
    large = sum(side == _SIDES[0] for _, _, side in windows)
    yield windows[:large]
    for start in range(large, len(windows), _BATCH_SIZE):
        yield windows[start : start + _BATCH_SIZE]


def _with(covered: Pixels, square: Pixels, window: Window) -> Pixels:
    """The square with the window covered."""
    top, left, side = window
    edges = np.rint(np.arange(PLACES + 1) * len(square) / PLACES).astype(int)
    place = np.s_[edges[top] : edges[top + side], edges[left] : edges[left + side]]
    picture = square.copy()
    picture[place] = covered[place]
    return picture
