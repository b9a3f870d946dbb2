"""Frames of a video, in order -> the frames to keep: one for each shot, and at most a given number a minute.

A frame is kept if its colours differ from those of the kept frame before: after a cut, or once the camera has moved on.
Colours are counted in the four quarters, so that a pan over one scene counts as well. A bucket of tokens bounds the
number: a burst of cuts, or a short video, may take eight at once, and beyond them no more than the rate are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2

MOST_MOMENTS = 600  # of one video: 75 minutes at the default rate; a longer one is kept more thinly
_MOST_CANDIDATES = 6000  # looked at in one video; one without a stated length ends there
# Frames looked at for each that may be kept, at 1080p, where a look costs what describing a frame does, and at most,
# of smaller frames, for the same work.
_LOOKS, _MOST_LOOKS = 2.0, 8.0
_FULL_HD = 1920 * 1080
# Chosen with _LEAST_CHANGE on drawn scenes and made clips that no figure in the docs is from: with 3, clips of half a
# minute with a cut every five seconds had no frame of their last shots; more than 8 found no more.
_BURST = 8.0
_BINS = 4  # of each channel: 64 colours
_SIDE_PX = 64
_LEAST_CHANGE = 0.3  # of the colours


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotState:
    """Progress of choosing a video's frames: a value, so that another process can continue.

    a_minute : most kept frames of a minute. looks : frames to look at for each of them
    after_ms : time of the last frame that was looked at, -1 before the first
    """

    a_minute: float
    looks: float = _LOOKS
    after_ms: int = -1
    tokens: float = _BURST
    colors: NDArray[np.float32] | None = None
    candidates: int = 0
    kept: int = 0

    @classmethod
    def begin(cls, a_minute: int, length_ms: int, pixels: int) -> Self:
        """length_ms : of the video, 0 if it does not say. pixels : of a frame"""
        return cls(
            a_minute=min(a_minute, MOST_MOMENTS / max(1e-9, length_ms / 60_000)) if length_ms else a_minute,
            looks=min(_MOST_LOOKS, max(_LOOKS, _LOOKS * _FULL_HD / max(1, pixels))),
        )

    @property
    def step_ms(self) -> float:
        """Time between the frames to look at."""
        return 60_000 / self.a_minute / self.looks

    @property
    def is_full(self) -> bool:
        """True if nothing more is kept, whatever comes."""
        return self.kept >= MOST_MOMENTS or self.candidates >= _MOST_CANDIDATES

    def look(self, ms: int, pixels: NDArray[np.uint8]) -> tuple[Self, bool]:
        """The state after a frame, and whether to keep the frame. pixels : (h, w, 3) uint8"""
        passed = (ms - self.after_ms) / 60_000 * self.a_minute if self.after_ms >= 0 else 0.0
        state = replace(
            self, after_ms=ms, tokens=min(_BURST, self.tokens + passed), candidates=self.candidates + 1
        )
        colors = _colors(pixels)
        changed = self.colors is None or float(np.abs(colors - self.colors).sum()) / 2 >= _LEAST_CHANGE
        if not changed or state.tokens < 1:
            return state, False
        return replace(state, tokens=state.tokens - 1, colors=colors, kept=self.kept + 1), True


def _colors(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Shares of 64 colours in each quarter of a picture: (256,), sum 1."""
    small = cv2.resize(pixels, (_SIDE_PX, _SIDE_PX), interpolation=cv2.INTER_AREA)
    half = _SIDE_PX // 2
    quarters = [small[y : y + half, x : x + half] for y in (0, half) for x in (0, half)]
    counts = [
        cv2.calcHist([quarter], [0, 1, 2], None, [_BINS] * 3, [0, 256] * 3).ravel() for quarter in quarters
    ]
    return np.concatenate(counts) / np.float32(_SIDE_PX * _SIDE_PX)
