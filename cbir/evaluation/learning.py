"""Judged searches -> weights of what is fused, and whether they are better than none on searches that did not fit them.

Coordinate ascent on the mean nDCG@10: one weight at a time takes the value that is best, until none is better.
Metzler and Croft, "Linear feature-based models for information retrieval", Information Retrieval 10(3), 2007. The
searches are cut into folds; the weights of the others order the searches of a fold. The test of `cbir evaluate
--compare` decides on these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError, ImageUnreadable, QueryUnusable
from cbir.base.types import FUSED_FEATURES, LearnedOrder, SearchOptions
from cbir.evaluation.dataset import Dataset, DocumentNames, Topic
from cbir.evaluation.searching import Progress, Searcher, options_of
from cbir.evaluation.significance import ALPHA, Comparison, compare
from cbir.search import features_of, order_by, parts_of

MEASURE = "nDCG@10"
DEPTH = 10
TOP = 200  # hits of each search that may move
LEAST_SEARCHES = 10  # with fewer, folds of the others are too small to say anything
_FOLDS = 5
_START = (1.0, 1.0, 1.0, 0.0)  # all engines alike
_FACTORS = (0.0, 0.25, 0.5, 0.75, 1.5, 2.0, 4.0)
_VALUES = (0.1, 0.3, 1.0, 3.0)
_ROUNDS = 10
_GAIN = 1e-9  # a smaller one is a rounding error


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedHits:
    """One search. features, parts : see learned_order.py. gains : (n,) grades of the hits. best : ideal DCG@10"""

    features: NDArray[np.float64]
    parts: NDArray[np.int64]
    gains: NDArray[np.float64]
    best: float

    def ndcg(self, weights: Sequence[float] | None) -> float:
        """The figure of the order with weights; None: as the search returned the hits."""
        gains = self.gains if weights is None else self.gains[order_by(self.features, self.parts, weights)]
        return _dcg(gains) / self.best


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """order : to store. comparison : of today's order with orders that other searches taught. better : by that"""

    order: LearnedOrder
    comparison: Comparison

    @property
    def better(self) -> bool:
        return self.comparison.significant and self.comparison.difference > 0


def learn_order(
    searcher: Searcher,
    dataset: Dataset,
    *,
    alpha: float = ALPHA,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Learned:
    """Search for all topics that have an answer, and fit weights to the grades of their hits.

    Raises CbirError if there are too few, Cancelled, and the errors of a search.
    """
    topics = [topic for topic in dataset.topics if topic.has_answer]
    if len(topics) < LEAST_SEARCHES:
        raise CbirError(
            "An order is learned from at least {0} searches with a right photo, and there are {1}. "
            "Judge the hits of more.",
            LEAST_SEARCHES,
            len(topics),
        )
    names, judged = DocumentNames(dataset.root), list[JudgedHits]()
    progress(0, len(topics))
    for done, topic in enumerate(topics, start=1):
        if cancelled():
            raise Cancelled("It was stopped.")
        judged.append(_ask(searcher, topic, names, cancelled))
        progress(done, len(topics))
    return learn(judged, alpha=alpha)


def _ask(searcher: Searcher, topic: Topic, names: DocumentNames, cancelled: Callable[[], bool]) -> JudgedHits:
    options = options_of(topic, SearchOptions(top=TOP, learned_order=False))
    try:
        hits = searcher.search(topic.terms, options, cancelled=cancelled).hits
    except (ImageUnreadable, QueryUnusable):
        hits = ()  # as in a run
    documents = [names.of(hit.path) for hit in hits]
    shown = [row for row, document in enumerate(documents) if document != topic.own]
    hits = tuple(hits[row] for row in shown)
    grades = [max(topic.grades.get(documents[row], 0), 0) for row in shown]
    best = sorted((max(grade, 0) for grade in topic.grades.values()), reverse=True)
    return JudgedHits(
        features=features_of(hits),
        parts=parts_of(hits),
        gains=np.array(grades, np.float64),
        best=_dcg(np.array(best, np.float64)),
    )


def learn(judged: Sequence[JudgedHits], *, alpha: float = ALPHA) -> Learned:
    """Fit weights to all searches, and judge them by folds of searches that did not fit them."""
    before = np.array([search.ndcg(None) for search in judged])
    after = np.zeros(len(judged))
    for fold in range(_FOLDS):
        weights = fit([search for at, search in enumerate(judged) if at % _FOLDS != fold])
        for at in range(fold, len(judged), _FOLDS):
            after[at] = judged[at].ndcg(weights)
    comparison = compare(before, after, alpha=alpha)
    low, high = comparison.interval
    order = LearnedOrder(
        weights=fit(judged),
        searches=len(judged),
        before=comparison.mean_a,
        after=comparison.mean_b,
        low=low,
        high=high,
        p=comparison.p_randomisation,
    )
    learned = Learned(order=order, comparison=comparison)
    return replace(learned, order=replace(order, on=learned.better))


def fit(judged: Sequence[JudgedHits]) -> tuple[float, ...]:
    """Weights of FUSED_FEATURES with the best mean nDCG@10 that coordinate ascent reaches, their sum 1."""

    def mean(weights: Sequence[float]) -> float:
        return sum(search.ndcg(weights) for search in judged)

    weights = list(_START)
    best = mean(weights)
    for _ in range(_ROUNDS):
        before = best
        for at in range(len(FUSED_FEATURES)):
            weight = weights[at]
            for value in dict.fromkeys((*(weight * factor for factor in _FACTORS), *_VALUES)):
                tried = [*weights[:at], value, *weights[at + 1 :]]
                if any(tried) and (figure := mean(tried)) > best + _GAIN:
                    best, weights = figure, tried
        if best <= before + _GAIN:
            break
    return tuple(weight / sum(weights) for weight in weights)


def _dcg(gains: NDArray[np.float64]) -> float:
    first = gains[:DEPTH]
    return float((first / np.log2(np.arange(2, len(first) + 2))).sum())
