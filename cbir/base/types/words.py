"""A codebook that a library learns from its own photos: its cost and its worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OWN_PHOTOS = "own photos"
"""The name of a codebook that was learned from the library's own photos."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsPlan:
    """Cost of learning a codebook, estimated from a sample of the photos.

    photos : that would get the new visual words. done : photos that already have them from a stopped run
    words : number of visual words that the photos' details suffice for. learned : a stopped run already learned them
    seconds : until the comparison. bytes : on the disk while both codebooks are stored. free : on the disk
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
    """Share of the altered copies that were found, with the old and the new codebook.

    measure : the photo came first; it was proven; it came first by visual words alone, before any proof
    low, high : 95 % interval of the difference
    """

    measure: Literal["first", "proven", "words"]
    before: float
    after: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsTrial:
    """Trial of the new codebook on altered copies of a library's own photos. better : by more than chance explains

    differing : copies whose photo comes first with only one of the codebooks
    """

    photos: int
    copies: int
    differing: int
    rows: tuple[WordsTrialRow, ...]
    better: bool
