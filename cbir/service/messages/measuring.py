"""Hits called right or wrong, and what the library's searches are worth by that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import EngineName, PhotoId, Term, Weighting
from cbir.service.bounds import Most


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRequest:
    """Call photos right or wrong for a search, or take that back (None). Answered by JudgedAnswer.

    Without photos it only asks what was said. It does not wait for an index run.
    """

    terms: tuple[Term, ...]
    labels: tuple[str, ...] = ()
    photos: Annotated[tuple[PhotoId, ...], Most(10_000)] = ()
    right: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAnswer:
    """right, wrong : photos of the search that was asked about. searches : judged ones in all"""

    right: frozenset[PhotoId]
    wrong: frozenset[PhotoId]
    searches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One way to search. model : what ranks a sample of the photos by itself, by name; None: the library searches"""

    engine: EngineName = "auto"
    weighting: Weighting = "hamming"
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureRequest:
    """Repeat the judged searches, and say how well they did; with `second` against another way to search.

    dark : colours of the plot. Answered by MeasureAnswer; MeasureProgress comes before. It can be cancelled.
    """

    first: Setting
    second: Setting | None = None
    dark: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureProgress:
    done: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRow:
    """One measure. second, low, high, p : of the comparison; the difference lies between low and high"""

    measure: str
    first: float
    second: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureAnswer:
    """searches : that have a right photo. photos : judged. sample : photos that models ranked; None: all of the library

    plot : SVG, precision at each level of recall
    """

    searches: int
    photos: int
    rows: tuple[MeasuredRow, ...]
    plot: str
    sample: int | None = None


Request = JudgeRequest | MeasureRequest
Interim = MeasureProgress
Answer = JudgedAnswer | MeasureAnswer
