"""Matches of a picture, and text that was typed with it -> a score of the text for each match.

Points prove a match, but their number says nothing about the text. If a query has both, matches are therefore sorted by
the text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from cbir.base.types import Looking
from cbir.search.meaning import QueryEmbedding, SemanticEngine, direction
from cbir.search.query import wait_for_encoding
from cbir.search.results import Candidate, StageResult, match_result
from cbir.search.stages.stage import Search, StageName


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsOfMatchesStage:
    """Scores verified matches by the text. Comes after all stages that verify."""

    engine: SemanticEngine
    name: StageName = "words of matches"
    timing: None = None
    looking: Looking | None = "stored"

    def applies(self, search: Search) -> bool:
        """True if a description was typed with a picture that several photos verifiably show."""
        query, result = search.query, search.results.get("match")
        if query.model is None or query.embeddings is None or result is None:
            return False
        if not any(sentence.sign > 0 for sentence in query.text.sentences):
            return False
        verified = (candidate.verified for ranking in result.rankings for candidate in ranking.candidates)
        return sum(verified) > 1

    def run(self, search: Search) -> StageResult:
        query, result = search.query, search.results["match"]
        assert query.model is not None and query.embeddings is not None
        texts = wait_for_encoding(query.embeddings, query.cancelled)
        embeddings = [
            QueryEmbedding(vector=vector, kind="text", text=sentence.text, weight=sentence.weight)
            for sentence, vector in zip(query.text.sentences, texts.vectors, strict=True)
            if sentence.sign > 0
        ]
        index = self.engine.index(query.model, search.snapshot)
        parts = self.engine.parts(query.model, search.snapshot)
        vector = direction(embeddings, index, query.model.text_mean)
        matches = {
            candidate.photo.document
            for ranking in result.rankings
            for candidate in ranking.candidates
            if candidate.verified
        }
        documents = np.array(sorted(matches), np.int64)
        scores = index.scores(vector[None], documents)[0]
        if parts is not None:
            scores = np.maximum(scores, parts.scores(vector, documents)[0])
        fits = dict(zip(documents.tolist(), scores.tolist(), strict=True))

        def with_text_fit(candidate: Candidate) -> Candidate:
            if not candidate.verified:
                return candidate
            return candidate._replace(text_fit=fits[candidate.photo.document])

        terms = [
            replace(term, candidates=tuple(map(with_text_fit, term.candidates))) if term.is_positive else term
            for term in result.matches
        ]
        return match_result(terms, result.refused)
