"""A data set and a library -> what each ingredient of the search is worth, and what it costs.

ablate() asks every query once with all ingredients and once without each, one after the other, so that a busy machine
is as busy for all of them. A query's picture is described once: its time is no part of those that are told.
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
_PROVEN = "proven"  # 1 where a right photo is verified
ABLATION_MEASURES = (*_MEASURES, _PROVEN)

_MATCHING: Mapping[str, frozenset[Ingredient]] = {
    "Hamming signatures": frozenset({"hamming"}),
    "burstiness": frozenset({"burstiness"}),
    "second, wider ranking": frozenset({"wide"}),
    "verification": frozenset({"verification"}),
    "thirty comparisons, not ten": frozenset({"patience"}),
    "second look, by nearest neighbours": frozenset({"nearest"}),
    "second look, as in a mirror": frozenset({"mirror"}),
    "second look, guided matching": frozenset({"guided"}),
    "third look, at the files": frozenset({"photos"}),
    "look with the hits": frozenset({"expansion"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to search: without an ingredient, or with all."""

    name: str
    options: SearchOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one way made of one query. figures : by ABLATION_MEASURES. took_ms : describing the picture left out"""

    topic: str
    way: str
    figures: Mapping[str, float]
    took_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What an ingredient is worth: with it against without it.

    comparison : of a measure; p : of its randomisation test, corrected for all ingredients (Holm)
    no_loss : whether it is safe to say that the ingredient does no harm
    extra_ms : mean time of a search that it takes
    """

    name: str
    measure: str
    comparison: Comparison
    p: float
    no_loss: NonInferiority
    extra_ms: float


ALL = "all"


def ways(options: SearchOptions, *, fused: bool) -> tuple[Way, ...]:
    """All ingredients, then each left out. fused : several engines answer, so that their fusion is one."""
    options = replace(options, look_again=True)
    found = [Way(name=ALL, options=options)]
    found += [
        Way(name=name, options=replace(options, without=left_out)) for name, left_out in _MATCHING.items()
    ]
    if fused:
        found.append(Way(name="fusion with other engines", options=replace(options, engine="match")))
    return tuple(found)


def ablate(
    searcher: Searcher,
    dataset: Dataset,
    asked: Sequence[Way],
    *,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Outcome]:
    """Ask every topic that has an answer in every way. Raises Cancelled, and CbirError as record_run() does."""
    check_documents(searcher, dataset)
    names = DocumentNames(dataset.root)
    topics = [topic for topic in dataset.topics if topic.has_answer]
    for number, topic in enumerate(topics):
        progress(number, len(topics))
        # Not always in one order: what was just read is quicker the second time.
        for way in _turned(asked, number):
            yield _ask(searcher, topic, way, names, cancelled)
    progress(len(topics), len(topics))


def _turned(ways: Sequence[T], by: int) -> list[T]:
    start = by % len(ways)
    return [*ways[start:], *ways[:start]]


def _ask(
    searcher: Searcher, topic: Topic, way: Way, names: DocumentNames, cancelled: Callable[[], bool]
) -> Outcome:
    found = searcher.search(topic.terms, way.options, cancelled=cancelled)
    judged = judge(scores_of(found.hits, names), topic.grades, topic.own)
    proven = any(
        hit.verified and topic.grades.get(name, 0) > 0 and name != topic.own
        for hit in found.hits
        if (name := names.of(hit.path))
    )
    took = found.took_ms
    return Outcome(
        topic=topic.id,
        way=way.name,
        figures={**{name: find_measure(name).of(judged) for name in _MEASURES}, _PROVEN: float(proven)},
        took_ms=took.score + took.verify,
    )


def worth(
    outcomes: Sequence[Outcome], measure: str, *, margin: float = MARGIN, alpha: float = ALPHA
) -> list[Worth]:
    """What each ingredient adds to a measure, in the order in which they were asked first."""
    values: dict[str, dict[str, Outcome]] = {}
    for outcome in outcomes:
        values.setdefault(outcome.way, {})[outcome.topic] = outcome
    whole = values.pop(ALL)
    topics = list(whole)

    def column(way: Mapping[str, Outcome]) -> NDArray[np.float64]:
        return np.array([way[topic].figures[measure] for topic in topics])

    compared = {name: compare(column(way), column(whole), alpha=alpha) for name, way in values.items()}
    corrected = holm([each.p_randomisation for each in compared.values()])
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
