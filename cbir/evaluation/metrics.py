"""Ranked photos and the right ones -> figures by query, and over all queries of a data set.

judge() orders a query's photos as trec_eval does and looks up their grades. A Measure computes one figure from them:
P@5, R@10, AP, nDCG@10, RBP(p=0.8). find_measure() finds one by its name. Names are
those of ir_measures, if it has the measure.
Buckley and Voorhees, "Retrieval system evaluation", in: TREC, MIT Press 2005; trec_eval 9.0 is the oracle of the tests.

A query without an answer counts only in micro-average precision: its other figures would mean nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.evaluation.dataset import Dataset
from cbir.evaluation.trec import Run

LEVELS = tuple(level / 10 for level in range(11))  # of recall, in the precision-recall curve
_LEAST_AP = 1e-5  # trec_eval, gm_map: one query at 0 would make the geometric mean 0
_FORM = re.compile(r"(?P<name>[A-Za-z0-9-]+?)(?:\((?P<letter>[pb])=(?P<value>[0-9.]+)\))?(?:@(?P<k>[0-9]+))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Grades of a query's answer, without the query's own photo.

    grades : (n,) int64 of the ranked photos, best first; 0 for wrong or not judged
    ideal : (m,) int64, the grades of all right photos, highest first; m = 0 if the query has no answer
    own_rank : rank of the query's own photo, from 1; None if it is not ranked
    """

    grades: NDArray[np.int64]
    ideal: NDArray[np.int64]
    own_rank: int | None = None

    def right(self, k: int | None = None) -> NDArray[np.bool_]:
        """True for each right photo of the first k: (min(n, k),)."""
        return self.grades[:k] > 0


def ordered(scores: Mapping[str, float]) -> list[str]:
    """Photos best first, in trec_eval's order: on equal scores the later name comes first."""
    return sorted(sorted(scores, reverse=True), key=lambda photo: -scores[photo])


def judge(scores: Mapping[str, float], grades: Mapping[str, int], own: str | None = None) -> Judged:
    """Rank photos and look up their grades. own : the query's own photo, which is no answer"""
    ranked = ordered(scores)
    own_rank = ranked.index(own) + 1 if own is not None and own in scores else None
    return Judged(
        grades=np.array([max(grades.get(photo, 0), 0) for photo in ranked if photo != own], np.int64),
        ideal=np.array(
            sorted((grade for photo, grade in grades.items() if grade > 0 and photo != own), reverse=True),
            np.int64,
        ),
        own_rank=own_rank,
    )


def precision(judged: Judged, k: int | None) -> float:
    """Share of right photos among the first k; fewer than k photos count as k. k = None: among all."""
    return float(judged.right(k).sum() / (k or max(len(judged.grades), 1)))


def recall(judged: Judged, k: int | None) -> float:
    """Share of all right photos that are among the first k."""
    return float(judged.right(k).sum() / max(len(judged.ideal), 1))


def f1(judged: Judged, k: int | None) -> float:
    """Harmonic mean of precision and recall. Van Rijsbergen, "Information retrieval", 1979, chapter 7."""
    p, r = precision(judged, k), recall(judged, k)
    return 2 * p * r / (p + r) if p + r else 0.0


def average_precision(judged: Judged, k: int | None) -> float:
    """Sum of the precision at each right photo of the first k, divided by the number of all right ones."""
    right = judged.right(k)
    at_each = np.cumsum(right) / np.arange(1, len(right) + 1)
    return float(at_each[right].sum() / max(len(judged.ideal), 1))


def reciprocal_rank(judged: Judged, k: int | None) -> float:
    """1 / the rank of the first right photo; 0 without one."""
    places = np.flatnonzero(judged.right(k))
    return float(1 / (places[0] + 1)) if len(places) else 0.0


def success(judged: Judged, k: int | None) -> float:
    """1 if one of the first k is right, else 0."""
    return float(judged.right(k).any())


def rank_biased_precision(judged: Judged, p: float) -> float:
    """(1 - p) * sum of p^(rank - 1) over the right photos. Moffat and Zobel, ACM TOIS 27(1), 2008."""
    return float((1 - p) * (p ** np.flatnonzero(judged.right())).sum())


def ns(judged: Judged, k: int | None = None) -> float:
    """Photos of the query's object among the first four, its own included: 0 to 4.

    Nister and Stewenius, "Scalable recognition with a vocabulary tree", CVPR 2006, section 5.
    """
    own = judged.own_rank is not None and judged.own_rank <= 4
    return float(own + judged.right(4 - own).sum())


_Gain = Callable[[NDArray[np.int64]], NDArray[np.float64]]
_Discount = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def _linear(grades: NDArray[np.int64]) -> NDArray[np.float64]:
    return grades.astype(np.float64)


def _exponential(grades: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.exp2(grades) - 1.0


def _log_of_next(ranks: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.log2(ranks + 1)


def _log_from(base: float) -> _Discount:
    """The discount max(1, log_b i): ranks up to the base are not discounted."""
    return lambda ranks: np.maximum(np.log(ranks) / math.log(base), 1.0)


def _dcg(grades: NDArray[np.int64], gain: _Gain, discount: _Discount) -> float:
    return float((gain(grades) / discount(np.arange(1.0, len(grades) + 1))).sum())


def _dcg_measure(gain: _Gain, discount: _Discount, *, normal: bool) -> Callable[[Judged, int | None], float]:
    def measure(judged: Judged, k: int | None) -> float:
        actual = _dcg(judged.grades[:k], gain, discount)
        if not normal:
            return actual
        best = _dcg(judged.ideal[:k], gain, discount)
        return actual / best if best else 0.0

    return measure


# Jarvelin and Kekalainen, ACM TOIS 20(4), 2002, discount by max(1, log_b i): DCG(b=3); "-max" is short for b = 2.
# trec_eval discounts by log2(i + 1): no suffix. Burges et al., ICML 2005, with the gain 2^grade - 1: suffix "-exp".
_CUT: dict[str, Callable[[Judged, int | None], float]] = {
    "P": precision,
    "R": recall,
    "F1": f1,
    "AP": average_precision,
    "RR": reciprocal_rank,
    "MRR": reciprocal_rank,  # reported, like every measure, as the mean over queries
    "Success": success,
    "DCG": _dcg_measure(_linear, _log_of_next, normal=False),
    "nDCG": _dcg_measure(_linear, _log_of_next, normal=True),
    "DCG-exp": _dcg_measure(_exponential, _log_of_next, normal=False),
    "nDCG-exp": _dcg_measure(_exponential, _log_of_next, normal=True),
    "DCG-max": _dcg_measure(_linear, _log_from(2.0), normal=False),
    "nDCG-max": _dcg_measure(_linear, _log_from(2.0), normal=True),
}
MEASURES = (*_CUT, "RBP", "NS")
"""Names of all measures; @k cuts the list. RBP takes its persistence as RBP(p=0.8), DCG and nDCG a base as DCG(b=3)."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure of one query, by its name."""

    name: str
    of: Callable[[Judged], float]


def find_measure(name: str) -> Measure:
    """Parse the name of a measure, such as P@5 or RBP(p=0.8). Raises CbirError if there is none of that name."""
    parts = _FORM.fullmatch(name)
    wrong = CbirError(
        "There is no measure {0}. The measures are {1}; with @k for the first k, as in P@5, "
        "RBP(p=0.5) for another persistence than 0.8, and DCG(b=3) or nDCG(b=3) for the discount max(1, log3 rank).",
        name,
        ", ".join(MEASURES),
    )
    if parts is None:
        raise wrong
    kind, k, letter = parts["name"], parts["k"], parts["letter"]
    cut = None if k is None else int(k)
    try:
        value = float(parts["value"] or 0.8)
    except ValueError:
        raise wrong from None
    if kind == "RBP" and k is None and letter in (None, "p") and 0 < value < 1:
        return Measure(name, lambda judged: rank_biased_precision(judged, value))
    if kind == "NS" and k is None and letter is None:
        return Measure(name, ns)
    if kind in ("DCG", "nDCG") and letter == "b" and value > 1 and cut != 0:
        based = _dcg_measure(_linear, _log_from(value), normal=kind == "nDCG")
        return Measure(name, lambda judged: based(judged, cut))
    if kind in _CUT and letter is None and cut != 0:
        measure = _CUT[kind]
        return Measure(name, lambda judged: measure(judged, cut))
    raise wrong


def interpolated_precision(judged: Judged) -> NDArray[np.float64]:
    """Highest precision at each of LEVELS of recall or beyond: (11,). trec_eval, iprec_at_recall."""
    right = judged.right()
    places = np.flatnonzero(right)
    at_each = np.cumsum(right) / np.arange(1, len(right) + 1)
    highest = np.maximum.accumulate(at_each[::-1])[::-1]
    needed = [int(level * len(judged.ideal) + 0.9) for level in LEVELS]
    return np.array(
        [
            0.0 if count > len(places) or not len(highest) else highest[places[count - 1] if count else 0]
            for count in needed
        ]
    )


def geometric_mean(values: Sequence[float] | NDArray[np.float64]) -> float:
    """Geometric mean of average precisions, in which gains on bad queries count more. nan without values.

    Robertson, "On GMAP and other transformations", CIKM 2006; values below 1e-5 count as 1e-5.
    """
    if not len(values):
        return math.nan
    return float(np.exp(np.log(np.maximum(values, _LEAST_AP)).mean()))


def micro_average_precision(
    scores: Sequence[Mapping[str, float]], grades: Sequence[Mapping[str, int]]
) -> float:
    """Average precision of all answers to all queries in one list by score, including queries without an answer.

    scores, grades : of each query. Equal scores count together, as one step. nan without any right photo.
    Perronnin, Liu and Renders, "A family of contextual measures of similarity", CVPR 2009, section 5; also the measure
    of the Image Similarity Challenge (Douze et al., 2021).
    """
    pairs = [
        (score, topic_grades.get(photo, 0) > 0)
        for topic_scores, topic_grades in zip(scores, grades, strict=True)
        for photo, score in topic_scores.items()
    ]
    total = sum(grade > 0 for topic_grades in grades for grade in topic_grades.values())
    if not total:
        return math.nan
    if not pairs:
        return 0.0
    score, right = (
        np.array(column) for column in zip(*sorted(pairs, key=lambda pair: -pair[0]), strict=True)
    )
    last = np.append(np.flatnonzero(np.diff(score)), len(score) - 1)  # of each step
    right_so_far = np.cumsum(right)[last]
    return float((np.diff(right_so_far, prepend=0) * right_so_far / (last + 1)).sum() / total)


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
        """Mean of a measure over all queries, or over the queries of a group."""
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
            "The run {0} has {1} topics that {2} does not have, such as {3}.",
            run.tag,
            len(unknown),
            dataset.name,
            unknown[0],
        )
    judged = dataset.documents()
    photos = {photo for scores in run.scores.values() for photo in scores}
    if photos and not photos & judged:
        raise CbirError(
            "None of the {0} photos of the run {1} is judged in {2}: it is the run of "
            "another library, or names its photos otherwise.",
            len(photos),
            run.tag,
            dataset.name,
        )


def _unjudged(dataset: Dataset, run: Run, judged: Sequence[Judged], first: int = 10) -> float:
    shares = [
        np.mean([photo not in topic.grades for photo in list(run.scores[topic.id])[:first]])
        for topic in dataset.topics
        if run.scores.get(topic.id)
    ]
    return float(np.mean(shares)) if shares and judged else 0.0
