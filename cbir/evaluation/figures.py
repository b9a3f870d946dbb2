"""A data set and a run -> figures by query, and over all of them.

A query without an answer counts only in micro-average precision: its other figures would mean nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.evaluation.dataset import Dataset
from cbir.evaluation.metrics import (
    Judged,
    find_measure,
    geometric_mean,
    interpolated_precision,
    judge,
    micro_average_precision,
)
from cbir.evaluation.trec import Run

USUAL_MEASURES = (
    "R@1",
    "P@5",
    "R@10",
    "F1@10",
    "AP@1000",
    "RR",
    "nDCG@10",
    "nDCG-exp@10",
    "RBP(p=0.8)",
    "NS",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Figures of a run.

    topics : ids of the n queries that have an answer. groups : of each. values : (n, m) float64, a column per measure
    curve : (11,) float64, mean interpolated precision at recall 0, .1, ... 1
    gmap : geometric mean of AP@1000. micro_ap : over all queries. without_answer, not_in_run : numbers of queries
    unjudged : share of the first ten photos without a judgement
    """

    measures: tuple[str, ...]
    topics: tuple[str, ...]
    groups: tuple[str, ...]
    values: NDArray[np.float64]
    curve: NDArray[np.float64]
    gmap: float
    micro_ap: float
    without_answer: int
    not_in_run: int
    unjudged: float

    def column(self, measure: str) -> NDArray[np.float64]:
        """One measure of every query: (n,)."""
        return self.values[:, self.measures.index(measure)]

    def mean(self, measure: str, group: str | None = None) -> float:
        """Mean of a measure over all queries, or over those of a group."""
        rows = [group in (None, own_group) for own_group in self.groups]
        return float(self.column(measure)[rows].mean())


def figures_of(dataset: Dataset, run: Run, measures: Sequence[str] = USUAL_MEASURES) -> Figures:
    """Score a run. Raises CbirError if there is no such measure, or the run belongs to another data set."""
    chosen = [find_measure(name) for name in measures]
    check_run(dataset, run)
    answered = [topic for topic in dataset.topics if topic.has_answer]
    judged = [judge(run.scores.get(topic.id, {}), topic.grades, topic.own) for topic in answered]
    average = find_measure("AP@1000")
    scores, grades = [], []
    for topic in dataset.topics:
        topic_scores = run.scores.get(topic.id, {})
        scores.append({photo: score for photo, score in topic_scores.items() if photo != topic.own})
        grades.append({photo: grade for photo, grade in topic.grades.items() if photo != topic.own})
    return Figures(
        measures=tuple(measures),
        topics=tuple(topic.id for topic in answered),
        groups=tuple(topic.group for topic in answered),
        values=np.array([[measure.of(answer) for measure in chosen] for answer in judged]).reshape(
            len(judged), len(chosen)
        ),
        curve=np.mean([interpolated_precision(answer) for answer in judged], axis=0),
        gmap=geometric_mean([average.of(answer) for answer in judged]),
        micro_ap=micro_average_precision(scores, grades),
        without_answer=len(dataset.topics) - len(answered),
        not_in_run=sum(topic.id not in run.scores for topic in dataset.topics),
        unjudged=_unjudged(dataset, run, judged),
    )


def check_run(dataset: Dataset, run: Run) -> None:
    """Raise CbirError if a run has topics that the data set lacks, or none of its photos is judged."""
    ids = {topic.id for topic in dataset.topics}
    unknown = [topic for topic in run.scores if topic not in ids]
    if unknown:
        raise CbirError(
            f"The run {run.tag} has {len(unknown)} topics that {dataset.name} does not have, such as {unknown[0]}."
        )
    judged = dataset.documents()
    photos = {photo for scores in run.scores.values() for photo in scores}
    if photos and not photos & judged:
        raise CbirError(
            f"None of the {len(photos)} photos of the run {run.tag} is judged in {dataset.name}: it is the run of "
            "another library, or names its photos otherwise."
        )


def _unjudged(dataset: Dataset, run: Run, judged: Sequence[Judged], first: int = 10) -> float:
    shares = [
        np.mean([photo not in topic.grades for photo in list(run.scores[topic.id])[:first]])
        for topic in dataset.topics
        if run.scores.get(topic.id)
    ]
    return float(np.mean(shares)) if shares and judged else 0.0
