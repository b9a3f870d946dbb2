"""Recognised text in a photo: lines, their places and their confidence."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
"""Corners in pixels of the upright full-resolution picture, clockwise from the top at the beginning of the text."""

_WORD = re.compile(r"\w+")
_LARGE = 0.6  # of the tallest line
_MARGIN = 0.16  # of a line's height: OCR gives the middles of letters, and an outline must not cut them


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine:
    """A line of recognised text.

    confidence : mean probability of its characters, 0 to 1
    spans : beginning and end of each word along the line, 0 to 1
    """

    text: str
    quad: Quad
    confidence: float
    spans: tuple[tuple[float, float], ...] = ()

    def place_of(self, word: int) -> Quad:
        """The corners of a word; of the whole line if the word's place is unknown."""
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


SCRIPTS_READ: tuple[str, ...] = ("Latin", "Chinese", "Japanese")
"""Names of the scripts that every installation of OCR reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingReport:
    """Report of an OCR run.

    skipped : photos whose files could not be reached now. waiting : photos still to be read
    scripts : names of the scripts that were read; text in others is not stored
    """

    read: int
    with_text: int
    skipped: int
    waiting: int
    cancelled: bool
    scripts: tuple[str, ...] = SCRIPTS_READ


def largest_words(lines: Sequence[TextLine], *, most: int = 6) -> str:
    """The words in the largest letters, in reading order: a title, or the name on a sign.

    A person would type these words to find the same text again; a whole page of text matches no other photo.
    In lower case, as OR and NOT are operators of a search.
    """
    wordy = [(line, _words_of(line.text)) for line in lines]
    heights = [_height(line) for line, words in wordy if words]
    large = _LARGE * max(heights, default=0.0)
    largest = [word.lower() for line, words in wordy if words and _height(line) >= large for word in words]
    return " ".join(list(dict.fromkeys(largest))[:most])


def _words_of(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if len(word) > 1]


def _height(line: TextLine) -> float:
    top, _, _, bottom = line.quad
    return math.dist(top, bottom)


def _between(start: Point, end: Point, share: float) -> Point:
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
