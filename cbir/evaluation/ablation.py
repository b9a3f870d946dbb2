"""A data set and a library -> the gain from each ingredient of the search, and its cost.

ablate() runs every query once with all ingredients and once without each, in turn, so that a busy machine affects all
of them alike. A query's picture is described only once, and that time is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Ingredient, SearchOptions
from cbir.evaluation.dataset import Dataset, DocumentNames, Topic
from cbir.evaluation.metrics import find_measure, judge
from cbir.evaluation.searching import Progress, Searcher, check_documents, scores_of
from cbir.evaluation.significance import (
    ALPHA,
    MARGIN,
    Comparison,
    NonInferiority,
    compare,
    holm,
    non_inferiority,
)

T = TypeVar("T")

_MEASURES = ("AP", "R@1")
_PROVEN = "proven"  # 1 if a right photo is verified
ABLATION_MEASURES = (*_MEASURES, _PROVEN)

_MATCHING: Mapping[str, frozenset[Ingredient]] = {
    "Hamming signatures": frozenset({"hamming"}),
    "burstiness": frozenset({"burstiness"}),
    "second, wider ranking": frozenset({"wide"}),
    "verification": frozenset({"verification"}),
    "thirty comparisons, not ten": frozenset({"patience"}),
    "second look, at the whole library's details": frozenset({"library"}),
    "second look, by nearest neighbours": frozenset({"nearest"}),
    "second look, as in a mirror": frozenset({"mirror"}),
    "second look, guided matching": frozenset({"guided"}),
    "whole pictures as stamps": frozenset({"whole"}),
    "learned features": frozenset({"learned"}),
    "look with the hits": frozenset({"expansion"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """Options of a search with all ingredients, or without one."""

    name: str
    options: SearchOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Result of one query in one way. figures : by ABLATION_MEASURES. took_ms : without describing the picture"""

    topic: str
    way: str
    figures: Mapping[str, float]
    took_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """Gain from an ingredient: searches with it against searches without it.

    comparison : of a measure. p : of its randomisation test, corrected for all ingredients (Holm)
    no_loss : test that the ingredient does no harm
    extra_ms : mean time that it adds to a search
    """

    name: str
    measure: str
    comparison: Comparison
    p: float
    no_loss: NonInferiority
    extra_ms: float


ALL = "all"


def ways(options: SearchOptions, *, fused: bool) -> tuple[Way, ...]:
    """Make the ways: with all ingredients, then without each. fused : several engines answer, so fusion is one too"""
    options = replace(options, look_again=True)
    all_ways = [Way(name=ALL, options=options)]
    all_ways += [
        Way(name=name, options=replace(options, without=left_out)) for name, left_out in _MATCHING.items()
    ]
    if fused:
        all_ways.append(Way(name="fusion with other engines", options=replace(options, engine="match")))
    return tuple(all_ways)


def ablate(
    searcher: Searcher,
    dataset: Dataset,
    ways: Sequence[Way],
    *,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Outcome]:
    """Search for every topic that has an answer, in every way. Raises Cancelled, and CbirError as record_run() does."""
    check_documents(searcher, dataset)
    names = DocumentNames(dataset.root)
    topics = [topic for topic in dataset.topics if topic.has_answer]
    for number, topic in enumerate(topics):
        progress(number, len(topics))
        # Rotate the order, as files just read are quicker the second time.
        for way in _rotated(ways, number):
            yield _ask(searcher, topic, way, names, cancelled)
    progress(len(topics), len(topics))


def _rotated(ways: Sequence[T], by: int) -> list[T]:
    start = by % len(ways)
    return [*ways[start:], *ways[:start]]


def _ask(
    searcher: Searcher, topic: Topic, way: Way, names: DocumentNames, cancelled: Callable[[], bool]
) -> Outcome:
    result = searcher.search(topic.terms, way.options, cancelled=cancelled)
    judged = judge(scores_of(result.hits, names), topic.grades, topic.own)
    proven = any(
        hit.verified and topic.grades.get(name, 0) > 0 and name != topic.own
        for hit in result.hits
        if (name := names.of(hit.path))
    )
    took = result.took_ms
    return Outcome(
        topic=topic.id,
        way=way.name,
        figures={**{name: find_measure(name).of(judged) for name in _MEASURES}, _PROVEN: float(proven)},
        took_ms=took.score + took.verify,
    )


def worth(
    outcomes: Sequence[Outcome], measure: str, *, margin: float = MARGIN, alpha: float = ALPHA
) -> list[Worth]:
    """Gain in a measure from each ingredient, in the order of their first outcomes."""
    values: dict[str, dict[str, Outcome]] = {}
    for outcome in outcomes:
        values.setdefault(outcome.way, {})[outcome.topic] = outcome
    whole = values.pop(ALL)
    topics = list(whole)

    def column(way: Mapping[str, Outcome]) -> NDArray[np.float64]:
        return np.array([way[topic].figures[measure] for topic in topics])

    compared = {name: compare(column(way), column(whole), alpha=alpha) for name, way in values.items()}
    corrected = holm([comparison.p_randomisation for comparison in compared.values()])
    return [
        Worth(
            name=name,
            measure=measure,
            comparison=compared[name],
            p=p,
            no_loss=non_inferiority(column(way), column(whole), margin=margin, alpha=alpha),
            extra_ms=float(np.mean([whole[topic].took_ms - way[topic].took_ms for topic in topics])),
        )
        for (name, way), p in zip(values.items(), corrected, strict=True)
    ]
