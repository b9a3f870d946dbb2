"""The sentences of a query -> the score of any embeddings of a photo, with all words or without some.

The semantic engine ranks by the same score: deviations above the library's own photos, minus those of subtracted
sentences. An explanation of a hit thus explains its rank.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.cached import cached_property
from cbir.base.errors import ModelNotInstalled, QueryUnusable
from cbir.base.types import SearchOptions, Term, WordShare
from cbir.embeddings import InstalledModel
from cbir.search.calibration import BackgroundScores, lowered
from cbir.search.meaning import QueryEmbedding, SemanticEngine, direction, embed_sentence, part_number
from cbir.search.query import Sentence, read_text, wait_for_encoding
from cbir.state import Snapshot

MOST_WORDS = 64  # of all sentences; each needs a text to be encoded
Vectors = NDArray[np.float32]
Score = Callable[[Vectors, Vectors], Vectors]
"""(n, k, d) views of n photos, and (n, d) the whole photos -> scores, (n,). The best view counts for positive
sentences, the whole photo for subtracted ones."""


class SentenceScore:
    """The score of pictures by the sentences of a query, with one model and one library. See open_score().

    Pictures and marks of the same query are ignored, because they have no words.
    by_parts : true if the best of a photo and its parts counts; false for a query with a whole picture
    """

    def __init__(
        self,
        engine: SemanticEngine,
        model: InstalledModel,
        sentences: Sequence[Sentence],
        snapshot: Snapshot,
        cancelled: Callable[[], bool],
        *,
        by_parts: bool,
    ) -> None:
        self.engine, self.model = engine, model
        self._sentences = tuple(sentences)
        self._snapshot, self._cancelled = snapshot, cancelled
        self._index = engine.index(model, snapshot)
        self._parts = engine.parts(model, snapshot) if by_parts else None

    def whole(self) -> Score:
        """The score by all words."""
        return self._score(self._embedded)

    def views(self, documents: Sequence[int]) -> Vectors:
        """(n, k, d) stored embeddings: of whole photos first, then of their parts if the library has any.

        A photo without an embedding has zeros.
        """
        listed = np.array(documents, np.int64)
        whole = self._index.vectors(listed)
        return whole[:, None] if self._parts is None else self._parts.beside(whole, listed)

    def best_part(self, document: int) -> int | None:
        """The part that decides a photo's rank, as in part_regions(); None if the whole photo fits better."""
        vector = self._direction(self._embedded)
        if self._parts is None or vector is None:
            return None
        listed = np.array([document], np.int64)
        _, keys = self._parts.better(vector, listed, self._index.scores(vector[None], listed)[0])
        return part_number(int(keys[0]))

    def shares(self, views: Vectors) -> list[tuple[WordShare, ...]]:
        """The share of each word of the text, in its order, in the score of each of n photos, (n, k, d).

        A sentence of one word is left out when that word is. Words after the first MOST_WORDS are ignored.
        WordShare.above is counted in a sample of the library, by whole photos.
        """
        variants: list[tuple[Sentence, str, Sentence | None]] = []
        for sentence in self._sentences:
            words = [] if sentence.implied else sentence.text.split()
            for at, word in enumerate(words[: MOST_WORDS - len(variants)]):
                remaining = " ".join([*words[:at], *words[at + 1 :]])
                variants.append((sentence, word, replace(sentence, text=remaining) if remaining else None))
        alone = {word: replace(self._sentences[0], text=word, sign=1) for _, word, _ in variants}
        shortened = (rest for _, _, rest in variants if rest is not None)
        texts = [*dict.fromkeys((*self._sentences, *shortened, *alone.values()))]
        embedded = dict(zip(texts, self._embed_each(texts), strict=True))
        whole = self._score([embedding for sentence in self._sentences for embedding in embedded[sentence]])
        before = whole(views, views[:, 0])
        shares = list[tuple[Sentence, str, Vectors]]()
        for changed, word, rest in variants:
            variant = [rest if sentence is changed else sentence for sentence in self._sentences]
            embeddings = [
                embedding for sentence in variant if sentence is not None for embedding in embedded[sentence]
            ]
            shares.append((changed, word, before - self._score(embeddings)(views, views[:, 0])))
        above = {word: self._above(embedded[sentence], views[:, 0]) for word, sentence in alone.items()}
        return [
            tuple(
                WordShare(
                    word=word,
                    share=float(share[row]),
                    sign=1 if sentence.sign > 0 else -1,
                    weight=sentence.weight,
                    above=None if (fits := above[word]) is None else float(fits[row]),
                )
                for sentence, word, share in shares
            )
            for row in range(len(views))
        ]

    def _above(self, embeddings: Sequence[QueryEmbedding], whole: Vectors) -> Vectors | None:
        """(n,) shares of the library's photos with a lower score than each of n whole photos, (n, d)."""
        vector = self._direction(embeddings)
        sample = np.zeros(0, np.float32) if vector is None else self._index.sample_scores(vector)
        if vector is None or len(sample) == 0:
            return None
        return np.asarray((sample < (whole @ vector)[:, None]).mean(axis=1), np.float32)

    @cached_property
    def _embedded(self) -> list[QueryEmbedding]:
        return [embedding for embeddings in self._embed_each(self._sentences) for embedding in embeddings]

    def _embed_each(self, sentences: Sequence[Sentence]) -> list[list[QueryEmbedding]]:
        future = self.engine.encode_texts(self.model, [sentence.text for sentence in sentences])
        vectors = wait_for_encoding(future, self._cancelled).vectors
        return [
            embed_sentence(sentence, vector, self._index, self._snapshot)
            for sentence, vector in zip(sentences, vectors, strict=True)
        ]

    def _direction(self, embeddings: Sequence[QueryEmbedding]) -> NDArray[np.float32] | None:
        """The direction of the search; None if no sentence is positive, or they cancel each other out."""
        positive = [embedding for embedding in embeddings if embedding.sign > 0]
        try:
            return direction(positive, self._index, self.model.text_mean) if positive else None
        except QueryUnusable:
            return None

    def _background(self, vector: NDArray[np.float32]) -> BackgroundScores:
        ordinary = self.engine.background(self.model)
        return BackgroundScores.of_library(self._index.sample_scores(vector), vector, ordinary)

    def _score(self, embeddings: Sequence[QueryEmbedding]) -> Score:
        """The score by which SemanticEngine ranks; always 0 without a direction."""
        query_vector = self._direction(embeddings)
        # Stored vectors have 16 bits, and a search compares 8-bit codes. Backgrounds use the codes, as a search does.
        unwanted = [
            (embedding.vector, embedding.weight, self._background(embedding.vector))
            for embedding in embeddings
            if embedding.sign < 0
        ]
        background = None if query_vector is None else self._background(query_vector)

        def score(views: Vectors, whole: Vectors) -> Vectors:
            z_scores = np.zeros(len(views), np.float32)
            if query_vector is not None and background is not None:
                z_scores = background.z_scores((views @ query_vector).max(axis=1))
            for vector, weight, scores in unwanted:
                z_scores = lowered(z_scores, scores.z_scores(whole @ vector), weight)
            return z_scores

        return score


def open_score(
    engine: SemanticEngine, terms: Sequence[Term], snapshot: Snapshot, cancelled: Callable[[], bool]
) -> SentenceScore | None:
    """The score by the texts among some terms; None if they have no positive sentence.

    Raises ModelNotInstalled if no model can answer.
    """
    sentences = read_text(terms, SearchOptions(), described=True).sentences
    if not any(sentence.sign > 0 for sentence in sentences):
        return None
    model = engine.answering(snapshot)
    if model is None:
        raise ModelNotInstalled(engine.why_none(engine.chosen(snapshot.settings)))
    pictures = [term for term in terms if term.text is None and term.sign > 0 and not term.marked]
    by_parts = all(term.region is not None for term in pictures)
    return SentenceScore(engine, model, sentences, snapshot, cancelled, by_parts=by_parts)
