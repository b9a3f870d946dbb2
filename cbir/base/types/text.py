"""What is written in a photo: lines of text, where they stand and how surely they were read."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
"""Corners in pixels of the upright full-resolution picture, clockwise from where the text begins at its top."""

_WORD = re.compile(r"\w+")
_LARGE = 0.6  # of the tallest line
_MARGIN = 0.16  # of a line's height: a reader knows the middles of letters, and an outline must not cut them


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine:
    """One line as it was read.

    confidence : mean probability of its characters, 0 to 1
    spans : of each of its words, where it begins and ends along the line, 0 to 1
    """

    text: str
    quad: Quad
    confidence: float
    spans: tuple[tuple[float, float], ...] = ()

    def place_of(self, word: int) -> Quad:
        """The corners of one of its words; of the whole line where that is not known."""
        if not 0 <= word < len(self.spans):
            return self.quad
        top_left, top_right, bottom_right, bottom_left = self.quad
        margin = _MARGIN * math.dist(top_left, bottom_left) / max(math.dist(top_left, top_right), 1.0)
        first, last = max(0.0, self.spans[word][0] - margin), min(1.0, self.spans[word][1] + margin)
        return (
            _between(top_left, top_right, first),
            _between(top_left, top_right, last),
            _between(bottom_left, bottom_right, last),
            _between(bottom_left, bottom_right, first),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingProgress:
    """Photos of a run. total : known from the start. found : of those done, with text. paused : it waits"""

    done: int
    total: int
    found: int
    paused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingReport:
    """What a run did. skipped : photos whose files could not be reached now. waiting : yet to be read"""

    read: int
    found: int
    skipped: int
    waiting: int
    cancelled: bool


def largest_words(lines: Sequence[TextLine], *, most: int = 6) -> str:
    """The words that are written largest, in the order of reading: a title, or the name on a sign.

    They are what somebody would type to find the same text again; a whole page of it no other photo has.
    In small letters, as OR and NOT are operators of a search.
    """
    wordy = [(line, _words_of(line.text)) for line in lines]
    heights = [_height(line) for line, words in wordy if words]
    large = _LARGE * max(heights, default=0.0)
    found = [word.lower() for line, words in wordy if words and _height(line) >= large for word in words]
    return " ".join(list(dict.fromkeys(found))[:most])


def _words_of(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if len(word) > 1]


def _height(line: TextLine) -> float:
    top, _, _, bottom = line.quad
    return math.dist(top, bottom)


def _between(start: Point, end: Point, share: float) -> Point:
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
