"""Several runs -> the photos that are worth judging: the first ones of each run, without the run's name.

A figure is fair to a search only if its results were judged, as photos without a judgement count as wrong.
Sparck Jones and van Rijsbergen, "Report on the need for and provision of an 'ideal' test collection", 1975.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cbir.base.errors import CbirError
from cbir.evaluation.dataset import Dataset
from cbir.evaluation.metrics import check_run, ordered
from cbir.evaluation.trec import UNJUDGED, Run, write_qrels

DEPTH = 10


def pool(
    dataset: Dataset, runs: Sequence[Run], *, depth: int = DEPTH
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield each topic with grades of its judged photos and of the photos among any run's first `depth`.

    A photo without a judgement has the grade UNJUDGED. Photos are ordered by name, so that ranks do not bias a judge.
    Raises CbirError if a run belongs to another data set.
    """
    for run in runs:
        check_run(dataset, run)
    for topic in dataset.topics:
        pooled = {
            photo
            for run in runs
            for photo in ordered(run.scores.get(topic.id, {}))[:depth]
            if photo != topic.own
        }
        grades = topic.grades
        yield topic.id, {photo: grades.get(photo, UNJUDGED) for photo in sorted(pooled | grades.keys())}


def write_pool(file: Path, dataset: Dataset, runs: Sequence[Run], *, depth: int = DEPTH) -> tuple[int, int]:
    """Write the pool as judgements to be completed. Returns its number of photos, and how many are not yet judged.

    Raises CbirError as pool() does, and if the file cannot be written.
    """
    pooled = list(pool(dataset, runs, depth=depth))
    try:
        write_qrels(file, pooled)
    except OSError as error:
        raise CbirError("{0} cannot be written: {1}.", file, error.strerror or error) from error
    grades = [grade for _, topic_grades in pooled for grade in topic_grades.values()]
    return len(grades), grades.count(UNJUDGED)
