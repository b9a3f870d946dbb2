"""Ranked photos -> the figures of cbir.evaluation, which are the program's own; and their mean."""

import numpy as np

from cbir.evaluation import find_measure, judge


def figure(measure, ranked, relevant, query=None):
    """A measure of one query, such as R@1. query : its own photo, where that is in the library

    Nothing relevant: ValueError, the ground truth is wrong.
    """
    if not relevant:
        raise ValueError("A query needs at least one relevant photo.")
    scores = {str(path): -float(rank) for rank, path in enumerate(ranked)}
    grades = {str(path): 1 for path in relevant}
    return find_measure(measure).of(judge(scores, grades, None if query is None else str(query)))


def mean(values):
    """Arithmetic mean. Of nothing it is nan: a figure over no queries must not look like a result."""
    listed = list(values)
    return float(np.mean(listed)) if listed else float("nan")
