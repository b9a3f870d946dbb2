"""Hits judged right or wrong, and the quality of the library's searches measured by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import EngineName, PhotoId, Term, Weighting
from cbir.service.registry import MARKS, SHORT, Answer, Declaration, Interim, Lane, Most, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAnswer(Answer):
    """right, wrong : judged photos of the search. searches : number of judged searches in all"""

    right: frozenset[PhotoId]
    wrong: frozenset[PhotoId]
    searches: int


@Declaration(answer=JudgedAnswer, lane=Lane.MARKS, visitors=lambda asked: MARKS if asked.photos else SHORT)
@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRequest(Request):
    """Judge photos right or wrong for a search, or withdraw the judgement (None). Answered by JudgedAnswer.

    Without photos, asks only for the stored judgements. Does not wait for an index run.
    """

    terms: tuple[Term, ...]
    labels: tuple[str, ...] = ()
    photos: Annotated[tuple[PhotoId, ...], Most(10_000)] = ()
    right: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A way to search. model : name of a model that alone ranks a sample of the photos; None: the library searches"""

    engine: EngineName = "auto"
    weighting: Weighting = "hamming"
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureAnswer(Answer):
    """searches : with a right photo. photos : judged. sample : photos ranked by models; None: the whole library

    plot : SVG, precision at each level of recall
    """

    searches: int
    photos: int
    rows: tuple[MeasuredRow, ...]
    plot: str
    sample: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureProgress(Interim):
    done: int
    total: int


@Declaration(answer=MeasureAnswer, lane=Lane.MEASURE, interim=(MeasureProgress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureRequest(Request):
    """Repeat the judged searches and measure their quality; with `second`, compare two settings.

    dark : plot in colours for a dark ground. Answered by MeasureAnswer, after MeasureProgress. Can be cancelled.
    """

    first: Setting
    second: Setting | None = None
    dark: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRow:
    """The value of a measure. second, low, high, p : of the comparison; low to high bounds the difference"""

    measure: str
    first: float
    second: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
