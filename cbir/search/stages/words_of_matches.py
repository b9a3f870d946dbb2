"""Matches of a picture, and words that were asked with it -> how well the words fit each match.

A match is proven by its points; how many agree says nothing of the words. So where both were asked, matches are
ordered by the words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import numpy as np

from cbir.base.types import Stage
from cbir.embeddings import InstalledModel
from cbir.search.meaning import PartIndex, QueryEmbedding, direction
from cbir.search.query import wait_for_encoding
from cbir.search.results import Answer, Candidate, Query, Ranking
from cbir.state import Snapshot
from cbir.vectors import VectorIndex


class Indexes(Protocol):
    """What has the embeddings of photos: the semantic engine."""

    def index(self, model: InstalledModel, snapshot: Snapshot) -> VectorIndex: ...
    def parts(self, model: InstalledModel, snapshot: Snapshot) -> PartIndex | None: ...


class WordsOfMatches:
    """A look that comes last, after all that verifies."""

    stage: Stage = "stored"

    def __init__(self, indexes: Indexes) -> None:
        self._indexes = indexes

    def wanted(self, query: Query, answer: Answer) -> bool:
        """Whether words were asked beside a picture that some photos verifiably show."""
        asked = any(sentence.sign > 0 for sentence in query.words.sentences)
        matches = sum(one.verified for ranking in answer.rankings for one in ranking.candidates)
        return query.model is not None and query.texts is not None and asked and matches > 1

    def answer(
        self, query: Query, snapshot: Snapshot, answer: Answer, on_hits: Callable[[Answer], None]
    ) -> Answer:
        """The same answer, whose verified candidates say how well the words fit."""
        model = query.model
        assert model is not None and query.texts is not None
        texts = wait_for_encoding(query.texts, query.cancelled)
        asked = [
            QueryEmbedding(vector=vector, kind="text", text=sentence.text, weight=sentence.weight)
            for sentence, vector in zip(query.words.sentences, texts.vectors, strict=True)
            if sentence.sign > 0
        ]
        index = self._indexes.index(model, snapshot)
        parts = self._indexes.parts(model, snapshot)
        vector = direction(asked, index.mean(), model.text_mean)
        matches = {
            one.found.document for ranking in answer.rankings for one in ranking.candidates if one.verified
        }
        documents = np.array(sorted(matches), np.int64)
        scores = index.scores(vector[None], documents)[0]
        if parts is not None:
            scores = np.maximum(scores, parts.scores(vector, documents)[0])
        fits = dict(zip(documents.tolist(), scores.tolist(), strict=True))

        def judged(one: Candidate) -> Candidate:
            return one._replace(words=fits[one.found.document]) if one.verified else one

        rankings = tuple(
            Ranking(weight=ranking.weight, candidates=tuple(map(judged, ranking.candidates)))
            for ranking in answer.rankings
        )
        return replace(answer, rankings=rankings)
