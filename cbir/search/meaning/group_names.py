"""Groups of photos -> a keyword that fits most photos of each, from the library's own keywords and common ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import keyword_key
from cbir.embeddings import InstalledModel
from cbir.search.meaning.keyword_suggestions import KeywordSuggester, keyword_candidates
from cbir.search.meaning.own_keywords import means_of_learned
from cbir.search.meaning.semantic_engine import SemanticEngine
from cbir.state import Snapshot

_MAX_OWN = 500  # most common keywords of the library
# Chosen by looking at 60 groups of 4,362 photos: names below these are often wrong.
_LEAST_Z = 2.0  # of the mean score of a group's photos, among the scores of all photos
_LEAST_OF_BEST = (
    0.8  # of the z-score of a keyword that fits these photos alone: that of a large group is small
)
_LEAST_SHARE = 0.7  # of a group's photos with a score above the mean by half a deviation

_Vectors = NDArray[np.float32]


def name_groups(
    engine: SemanticEngine,
    model: InstalledModel,
    snapshot: Snapshot,
    vectors: _Vectors,
    groups: Sequence[NDArray[np.intp]],
    cancelled: Callable[[], bool],
) -> list[str]:
    """A name for each group; "" if no keyword fits. No two groups have the same name: the better one gets it.

    vectors : (n, d) of all photos. groups : rows of each. Raises Cancelled.
    """
    if not groups:
        return []
    words = keyword_candidates(snapshot.catalog.metadata.keywords(_MAX_OWN))
    directions = KeywordSuggester(engine).embed(model, words, cancelled)
    scores = _z_scores(vectors @ directions.T)
    learned = means_of_learned(words, snapshot, engine.index(model, snapshot))
    for column, word in enumerate(words):
        if word in learned:
            scores[:, column] = np.maximum(scores[:, column], _z_scores(vectors @ learned[word]))
    means = np.stack([scores[rows].mean(axis=0) for rows in groups])
    shares = np.stack([(scores[rows] > 0.5).mean(axis=0) for rows in groups])
    sizes = np.array([len(rows) for rows in groups]) / len(vectors)
    least = np.minimum(_LEAST_Z, _LEAST_OF_BEST * np.sqrt((1 - sizes) / sizes))[:, None]
    means[(means <= least) | (shares < _LEAST_SHARE)] = -np.inf
    names, used = [""] * len(groups), set[str]()
    for at in np.argsort(-means, axis=None, kind="stable").tolist():
        group, column = divmod(at, len(words))
        if not np.isfinite(means[group, column]):
            break
        key = keyword_key(words[column])
        if not names[group] and key not in used:
            names[group] = words[column]
            used.add(key)
    return names


def _z_scores(scores: _Vectors) -> _Vectors:
    """Scores as distances from their mean, in deviations; 0 for a keyword that the model does not know."""
    spread = scores.std(axis=0)
    return np.asarray((scores - scores.mean(axis=0)) / np.where(spread > 0, spread, 1), np.float32)
