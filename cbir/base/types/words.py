"""Words that a library learns from its own photos: what that takes, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OWN_PHOTOS = "own photos"
"""The name of a codebook that was learned from the library's own photos."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsPlan:
    """What learning would take, by what some of the photos take.

    photos : that would get the new words; done : of them, that have them from a run that was stopped
    words : that the photos have details enough for. learned : a run that was stopped has learned them already
    seconds : until they can be compared. bytes : on the disk while both are kept; free : that the disk has
    """

    photos: int
    done: int
    words: int
    learned: bool
    seconds: float
    bytes: int
    free: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsTrialRow:
    """A share of the altered copies, by the words of before and by the new ones.

    measure : the photo came first; it was proven; it came first by the words alone, before any proof
    low, high : where the difference lies, with 95 %
    """

    measure: Literal["first", "proven", "words"]
    before: float
    after: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsTrial:
    """What the new words find of altered copies of a library's own photos. better : more than chance explains

    differing : copies whose photo comes first by one of the two alone
    """

    photos: int
    copies: int
    differing: int
    rows: tuple[WordsTrialRow, ...]
    better: bool
