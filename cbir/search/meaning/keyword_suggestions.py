"""Photos -> keywords that fit their content, from the library's own and from a list of common ones.

A keyword fits a photo if the photo would be a strong hit of a search for the keyword: its pointwise mutual information
with the photo is compared with the line of pmi_line() over a sample of the library, or its z-score with the model's own
line (calibration.py). A learned keyword (own_keywords.py) also fits a photo that would be a strong hit of a search for
the mean of the keyword's photos.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.base.resources import resource
from cbir.base.types import KeywordSuggestion, PhotoId, keyword_key
from cbir.embeddings import InstalledModel
from cbir.search.calibration import (
    BackgroundScores,
    background_line,
    distinct_z_scores,
    ordinary_score,
    pmi_line,
    z_margin,
)
from cbir.search.meaning.own_keywords import means_of_learned
from cbir.search.meaning.semantic_engine import SemanticEngine
from cbir.search.query import wait_for_encoding
from cbir.state import Snapshot
from cbir.vectors import VectorIndex, are_unit

_PROMPTS = ("{}", "a photo of {}")  # in the form of labels, and of captions
_MAX_OWN = 500  # most common keywords of the library
_MAX_LETTERS = 40  # a longer keyword is a sentence
SAMPLE = 2000  # photos that tell how common a thing is
_BATCH_SIZE = 8  # texts encoded at a time; a search waits for at most one batch
_SEED = 0
_SAME = 0.9999  # least cosine of two texts that are the same to a model
# A sentence must prove itself against a thousand photos. A suggested keyword needs less evidence, because a person
# checks it before anything is written.
_MIN_PHOTOS = 100

_Vectors = NDArray[np.float32]


class KeywordSuggester:
    """Suggests keywords, and caches their embeddings while the library is open. Several threads may use it."""

    def __init__(self, semantic_engine: SemanticEngine) -> None:
        self._semantic_engine = semantic_engine
        self._lock = threading.Lock()
        self._vectors_of_model: tuple[str, dict[str, _Vectors]] = ("", {})

    def suggest(
        self,
        model: InstalledModel,
        snapshot: Snapshot,
        photos: Sequence[PhotoId],
        *,
        top: int,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> tuple[KeywordSuggestion, ...]:
        """The keywords that fit most of these photos, the best first, at most `top`.

        A keyword is not suggested for photos that have it. Photos without an embedding get none. Raises Cancelled.
        """
        catalog = snapshot.catalog
        own = catalog.metadata.keywords(_MAX_OWN)
        metadata_of = {photo: catalog.metadata.of(photo) for photo in dict.fromkeys(photos)}
        words = keyword_candidates(own)
        directions = self.embed(model, words, cancelled)
        margins = self._margins(model, snapshot, list(metadata_of), words, directions)
        have = {
            photo: {keyword_key(word) for word in metadata.keywords} if metadata is not None else set()
            for photo, metadata in metadata_of.items()
        }
        suggestions = []
        for word, row in zip(words, margins.tolist(), strict=True):
            fitting = {
                photo: margin
                for photo, margin in zip(metadata_of, row, strict=True)
                if margin >= 0 and keyword_key(word) not in have[photo]
            }
            if fitting:
                ordered = sorted(fitting, key=lambda photo: -fitting[photo])
                margin = sum(fitting.values()) / len(fitting)
                suggestions.append(
                    KeywordSuggestion(word=word, photos=tuple(ordered), margin=margin, own=word in own)
                )
        suggestions.sort(
            key=lambda suggestion: (-len(suggestion.photos), -suggestion.margin, suggestion.word)
        )
        return tuple(suggestions[:top])

    def _margins(
        self,
        model: InstalledModel,
        snapshot: Snapshot,
        photos: Sequence[PhotoId],
        words: Sequence[str],
        directions: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """(keywords, photos) distance of each photo above the line of each keyword; -inf if it is unknown.

        directions : (keywords, d), zeros for a keyword that the model does not know
        """
        index = self._semantic_engine.index(model, snapshot)
        rows = snapshot.catalog.photos.find_all(photos)
        learned = means_of_learned(words, snapshot, index)
        documents = np.array([rows[photo].document if photo in rows else -1 for photo in photos], np.int64)
        photo_vectors = index.vectors(documents)
        margins = self.text_margins(model, index, snapshot, photo_vectors, directions)
        for row, word in zip(margins, words, strict=True):
            if word in learned:
                background = BackgroundScores.of(index.sample_scores(learned[word]))
                alike = z_margin(background.z_scores(photo_vectors @ learned[word]), len(index))
                np.maximum(row, alike, out=row)
        margins[:, ~photo_vectors.any(axis=1)] = -np.inf
        return margins

    def text_margins(
        self,
        model: InstalledModel,
        index: VectorIndex,
        snapshot: Snapshot,
        photo_vectors: NDArray[np.float32],
        directions: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """The margins by the keywords' own embeddings. photo_vectors : (photos, d)"""
        usable = np.logical_and.outer(directions.any(axis=1), photo_vectors.any(axis=1))
        background = self._semantic_engine.background(model)
        if background is not None and model.strong_z is not None:
            z_scores = distinct_z_scores(
                directions, photo_vectors, background, self._semantic_engine.sentences(model)
            )
            margins = z_scores - np.float32(background_line(_MIN_PHOTOS, model.strong_z))
            return np.where(usable, margins, np.float32(-np.inf))
        sample = sampled(index, snapshot.index.live)
        vectors = np.concatenate([photo_vectors, sample])
        ordinary = ordinary_score(self._semantic_engine.sentences(model) @ vectors.T, model.scale)
        nats = np.float32(model.scale) * (directions @ vectors.T) - ordinary
        count = max(len(sample), _MIN_PHOTOS)
        lines = np.array([pmi_line(row, count) for row in nats[:, len(photo_vectors) :]], np.float32)
        return np.where(usable, nats[:, : len(photo_vectors)] - lines[:, None], np.float32(-np.inf))

    def embed(
        self, model: InstalledModel, words: Sequence[str], cancelled: Callable[[], bool]
    ) -> NDArray[np.float32]:
        """(n, d) unit rows, zeros for a keyword that the model does not know. New keywords are encoded in batches."""
        with self._lock:
            if self._vectors_of_model[0] != model.info.fingerprint:
                self._vectors_of_model = (model.info.fingerprint, {})
            embedded = self._vectors_of_model[1]
        nonsense = [nonsense_like(word) for word in words]
        new = [word for word in dict.fromkeys((*nonsense, *words)) if word not in embedded]
        for start in range(0, len(new), _BATCH_SIZE):
            if cancelled():
                raise Cancelled("It was cancelled.")
            part = new[start : start + _BATCH_SIZE]
            texts = [prompt.format(word) for word in part for prompt in _PROMPTS]
            encoded = wait_for_encoding(self._semantic_engine.encode_texts(model, texts), cancelled).vectors
            for word, rows in zip(part, encoded.reshape(len(part), len(_PROMPTS), -1), strict=True):
                total = rows.sum(axis=0)
                embedded[word] = (total / max(float(np.linalg.norm(total)), 1e-6)).astype(np.float32)
        vectors = np.stack([embedded[word] for word in words])
        unknown = np.stack([embedded[word] for word in nonsense])
        usable = are_unit(vectors) & (np.einsum("nd,nd->n", vectors, unknown) < _SAME)
        return np.where(usable[:, None], vectors, np.float32(0))


@cache
def common_keywords() -> tuple[str, ...]:
    """The common keywords that come with the program."""
    file = resource("keywords.txt")
    return tuple(word for line in file.read_text(encoding="utf-8").splitlines() for word in line.split(", "))


def keyword_candidates(own: Mapping[str, int]) -> list[str]:
    """The library's own keywords, then common ones that it does not have, ignoring case."""
    words = [word for word in own if len(word) <= _MAX_LETTERS and any(map(str.isalpha, word))]
    present = {keyword_key(word) for word in words}
    return [*words, *(word for word in common_keywords() if keyword_key(word) not in present)]


def sampled(index: VectorIndex, live: NDArray[np.int64]) -> NDArray[np.float32]:
    """(n, d) float32, vectors of photos from a fixed random sample; all photos if there are few."""
    if len(live) > SAMPLE:
        live = np.sort(np.random.default_rng(_SEED).choice(live, SAMPLE, replace=False))
    vectors = index.vectors(live)
    return vectors[vectors.any(axis=1)]


def nonsense_like(keyword: str) -> str:
    """The same number of words that no model knows. A tokenizer of whole words treats all unknown words alike."""
    return " ".join("qzxv" for _ in re.findall(r"\w+", keyword)) or "qzxv"
