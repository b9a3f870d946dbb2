"""A person's own keywords -> the mean embeddings of their photos, which add to the words' meaning for a model.

No model knows that Bruno is a dog, or which house is "home". Three photos tell it: if a sentence has a learned keyword,
the mean of the keyword's photos is searched for together with the words. Nothing is trained, so nothing must be trained
again: photos that get the keyword later count, too, and another model can use it at once.
Snell et al., "Prototypical networks for few-shot learning", NeurIPS 2017.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Filters, PhotoId
from cbir.catalog import Catalog, Words
from cbir.state import Snapshot
from cbir.vectors import VectorIndex

LEARNED_SETTING = "learned keywords"  # in the catalog: a JSON list
MIN_PHOTOS = 3
_MAX_KEYWORDS = 500
_MAX_SUGGESTED = 100  # learned keywords that a suggestion considers
_MAX_EXAMPLES = 50  # photos of a keyword; more hardly change the mean
_WORD = re.compile(r"\w+")


def learn_keywords(catalog: Catalog) -> Mapping[str, int]:
    """Store the keywords that enough photos have. Returns their numbers of photos. Needs a transaction."""
    counts: dict[tuple[str, ...], int] = {}
    spelled: dict[tuple[str, ...], str] = {}
    for word, photos in catalog.metadata.keywords(_MAX_KEYWORDS).items():
        counts[_words(word)] = counts.get(_words(word), 0) + photos
        spelled.setdefault(_words(word), word)
    learned = {spelled[key]: photos for key, photos in counts.items() if key and photos >= MIN_PHOTOS}
    catalog.settings.set(LEARNED_SETTING, json.dumps(list(learned), ensure_ascii=False) if learned else None)
    return learned


def learned_keywords(settings: Mapping[str, str]) -> tuple[str, ...]:
    """The learned keywords, the most common first. settings : of the library"""
    stored = settings.get(LEARNED_SETTING)
    return () if stored is None else tuple(json.loads(stored))


def find_learned(text: str, index: VectorIndex, snapshot: Snapshot) -> tuple[list[NDArray[np.float32]], bool]:
    """The mean embeddings of the photos of the learned keywords in a text, and True if the text has nothing else."""
    learned = {_words(word): word for word in learned_keywords(snapshot.settings)}
    if not learned:
        return [], False
    means, named = [], 0
    for phrase in _phrases(_words(text), learned):
        mean = _mean_of(learned[phrase], snapshot.catalog, index)
        if mean is not None:
            means.append(mean)
            named += len(phrase)
    return means, named == len(_words(text))


def means_of_learned(
    keywords: Iterable[str], snapshot: Snapshot, index: VectorIndex
) -> dict[str, NDArray[np.float32]]:
    """The mean embeddings of the photos of those keywords that are learned and most common, by keyword."""
    candidates = set(keywords)
    learned = [word for word in learned_keywords(snapshot.settings)[:_MAX_SUGGESTED] if word in candidates]
    means = {word: _mean_of(word, snapshot.catalog, index) for word in learned}
    return {word: mean for word, mean in means.items() if mean is not None}


def _mean_of(keyword: str, catalog: Catalog, index: VectorIndex) -> NDArray[np.float32] | None:
    """(d,) of length 1: the mean of the embeddings of photos with a keyword; None if there are too few."""
    condition = [Words(text=keyword, field="keywords")]
    photos = [match.photo for match in catalog.full_text.search(condition, Filters(), top=2 * _MAX_EXAMPLES)]
    with_it = [photo for photo in photos if _has(catalog, photo, keyword)][:_MAX_EXAMPLES]
    rows = catalog.photos.find_all(with_it)
    documents = np.array([row.document for row in rows.values()], np.int64)
    vectors = index.vectors(documents)
    vectors = vectors[vectors.any(axis=1)]
    if len(vectors) < MIN_PHOTOS:
        return None
    mean = vectors.mean(axis=0)
    return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-6), np.float32)


def _has(catalog: Catalog, photo: PhotoId, keyword: str) -> bool:
    metadata = catalog.metadata.of(photo)
    return metadata is not None and _words(keyword) in map(_words, metadata.keywords)


def _phrases(words: tuple[str, ...], learned: Mapping[tuple[str, ...], str]) -> Iterator[tuple[str, ...]]:
    """The learned phrases in a text, each once. At each place, the longest phrase is preferred."""
    longest = max(map(len, learned))
    at, yielded = 0, set()
    while at < len(words):
        for length in range(min(longest, len(words) - at), 0, -1):
            phrase = words[at : at + length]
            if phrase in learned:
                if phrase not in yielded:
                    yield phrase
                yielded.add(phrase)
                at += length
                break
        else:
            at += 1


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))
