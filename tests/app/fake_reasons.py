"""Reasons for hits, as the fake engine gives them."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numpy as np

from cbir.base.types import FieldMatch, HeatMap, Region, SharedWord, SharedWords, WordShare
from cbir.service import (
    Failure,
    HeatMapAnswer,
    HeatMapProgress,
    HeatMapRequest,
    ReasonsAnswer,
    ReasonsRequest,
    SharedWordsAnswer,
    SharedWordsRequest,
)

Asked = ReasonsRequest | SharedWordsRequest | HeatMapRequest
SIZE = (900, 600)


@dataclass
class FakeReasons:
    """hottest : row and column of the place that all of the score comes from. refusal : why there is no heat map"""

    hottest: tuple[int, int] = (0, 7)
    region: Region = (150.0, 0.0, 600.0, 600.0)
    refusal: str = ""
    fields: tuple[FieldMatch, ...] = ()
    shares: tuple[WordShare, ...] = ()
    shared: int = 2
    hold: bool = False  # tell the coarse map alone
    release: threading.Event = field(default_factory=threading.Event)

    def answer(self, request, tell):
        """The final answer; None where a test holds it back."""
        match request:
            case ReasonsRequest():
                return ReasonsAnswer(fields=self.fields, shares=self.shares)
            case SharedWordsRequest():
                return SharedWordsAnswer(shared=shared_words(self.shared))
            case HeatMapRequest() if self.refusal:
                return Failure(message=self.refusal)
            case HeatMapRequest():
                tell(HeatMapProgress(heat=self._heat(9)))
                return None if self.hold else HeatMapAnswer(heat=self._heat(58))

    def _heat(self, covered):
        drops = np.zeros((8, 8), np.float32)
        row, column = self.hottest
        drops[row, column], drops[7 - row, 7 - column] = 2, -1
        return HeatMap(score=3.0, drops=drops, region=self.region, covered=covered, windows=58)


def shared_words(count):
    """Words at 100, 200, ... pixels of the query, and 10 further right in the photo."""
    words = []
    for at in range(1, count + 1):
        xy, sigma = np.full((1, 2), 100 * at, np.float32), np.full(1, 4, np.float32)
        words.append(
            SharedWord(
                word=at,
                idf=5.5,
                photos=3,
                share=0.5 / at,
                query_xy=xy,
                query_sigma=sigma,
                photo_xy=xy + np.array([10, 0], np.float32),
                photo_sigma=sigma,
            )
        )
    return SharedWords(words=tuple(words), shared=count, of=40, photos=24, score=9.0)
