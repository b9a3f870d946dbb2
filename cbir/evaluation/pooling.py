"""Several runs -> the photos that are worth judging: the first of each, without saying which run found them.

A figure is fair to a search only where somebody has judged what it found; what nobody judged counts as wrong.
Sparck Jones and van Rijsbergen, "Report on the need for and provision of an 'ideal' test collection", 1975.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cbir.base.errors import CbirError
from cbir.evaluation.dataset import Dataset
from cbir.evaluation.figures import check_run
from cbir.evaluation.metrics import ordered
from cbir.evaluation.trec import UNJUDGED, Run, write_qrels

DEPTH = 10


def pool(
    dataset: Dataset, runs: Sequence[Run], *, depth: int = DEPTH
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Each topic with what is known of the photos that any run has among its first `depth`, and of those judged before.

    A photo that nobody judged has UNJUDGED as its grade. They come by name, so that whoever judges is not led by ranks.
    Raises CbirError where a run is not one of this data set.
    """
    for run in runs:
        check_run(dataset, run)
    for topic in dataset.topics:
        found = {
            photo
            for run in runs
            for photo in ordered(run.scores.get(topic.id, {}))[:depth]
            if photo != topic.own
        }
        known = topic.grades
        yield topic.id, {photo: known.get(photo, UNJUDGED) for photo in sorted(found | known.keys())}


def write_pool(file: Path, dataset: Dataset, runs: Sequence[Run], *, depth: int = DEPTH) -> tuple[int, int]:
    """Write the pool as judgements to be completed. Returns how many photos it has, and how many are not judged yet.

    Raises CbirError as pool() does, and where the file cannot be written.
    """
    pooled = list(pool(dataset, runs, depth=depth))
    try:
        write_qrels(file, pooled)
    except OSError as error:
        raise CbirError(f"{file} cannot be written: {error.strerror or error}.") from error
    grades = [grade for _, known in pooled for grade in known.values()]
    return len(grades), grades.count(UNJUDGED)
