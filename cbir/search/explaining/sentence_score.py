"""The sentences of a query -> what any embedding of a picture scores with them, whole and with words left out.

The score is the one that the semantic engine ranks by: deviations above the library's own photos, less what is not
wanted. So what explains a hit is what put it where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ModelNotInstalled, QueryUnusable
from cbir.base.types import SearchOptions, Term, WordShare
from cbir.embeddings import InstalledModel
from cbir.search.calibration import BackgroundScores, lowered
from cbir.search.describing import wait_for_encoding
from cbir.search.engine import Corpus
from cbir.search.query_embeddings import QueryEmbedding, direction, embed_sentence
from cbir.search.semantic_engine import SemanticEngine
from cbir.search.text_question import Sentence, read_question
from cbir.vectors import VectorIndex

MOST_WORDS = 64  # of all sentences; each is a text to encode
Vectors = NDArray[np.float32]
Score = Callable[[Vectors], Vectors]


class SentenceScore:
    """What the sentences of a query say of pictures, by one model and one library. See open_score().

    Pictures and marks of the same query are left aside: of them nothing can be left out word by word.
    """

    def __init__(
        self,
        engine: SemanticEngine,
        model: InstalledModel,
        sentences: Sequence[Sentence],
        corpus: Corpus,
        cancelled: Callable[[], bool],
    ) -> None:
        self.engine, self.model = engine, model
        self._sentences = tuple(sentences)
        self._corpus, self._cancelled = corpus, cancelled
        self._index = engine.index(model, corpus.snapshot, corpus.reader.catalog)

    def whole(self) -> Score:
        """Unit vectors, (n, d) -> their scores, (n,)."""
        return _score(self._embed(self._sentences), self._index, self.model)

    def vectors(self, documents: Sequence[int]) -> Vectors:
        """(n, d) the embeddings that the library keeps; zeros where it has none."""
        return self._index.vectors(np.array(documents, np.int64))

    def shares(self, vectors: Vectors) -> list[tuple[WordShare, ...]]:
        """What each word of the sentences adds to the score of each of (n, d) unit vectors, in the order of the text.

        What is left of a sentence that loses its only word asks for nothing. Words after the first MOST_WORDS are left
        out of the account.
        """
        variants: list[tuple[Sentence, str, Sentence | None]] = []
        for sentence in self._sentences:
            words = sentence.text.split()
            for at, word in enumerate(words[: MOST_WORDS - len(variants)]):
                left = " ".join([*words[:at], *words[at + 1 :]])
                variants.append((sentence, word, replace(sentence, text=left) if left else None))
        texts = [*self._sentences, *(rest for _, _, rest in variants if rest is not None)]
        said = dict(zip(texts, self._embed_each(texts), strict=True))
        whole = _score(
            [one for sentence in self._sentences for one in said[sentence]], self._index, self.model
        )
        before = whole(vectors)
        shares = list[tuple[Sentence, str, Vectors]]()
        for changed, word, rest in variants:
            kept = [rest if sentence is changed else sentence for sentence in self._sentences]
            embeddings = [one for each in kept if each is not None for one in said[each]]
            shares.append((changed, word, before - _score(embeddings, self._index, self.model)(vectors)))
        return [
            tuple(
                WordShare(word=word, share=float(share[row]), sign=1 if of.sign > 0 else -1, weight=of.weight)
                for of, word, share in shares
            )
            for row in range(len(vectors))
        ]

    def _embed(self, sentences: Sequence[Sentence]) -> list[QueryEmbedding]:
        return [one for each in self._embed_each(sentences) for one in each]

    def _embed_each(self, sentences: Sequence[Sentence]) -> list[list[QueryEmbedding]]:
        future = self.engine.encode_texts(self.model, [sentence.text for sentence in sentences])
        vectors = wait_for_encoding(future, self._cancelled).vectors
        return [
            embed_sentence(sentence, vector, self._index, self._corpus)
            for sentence, vector in zip(sentences, vectors, strict=True)
        ]


def open_score(
    engine: SemanticEngine, terms: Sequence[Term], corpus: Corpus, cancelled: Callable[[], bool]
) -> SentenceScore | None:
    """The score by the texts among some terms; None where they ask for nothing that a photo could show.

    Raises ModelNotInstalled where no model answers.
    """
    sentences = read_question(terms, SearchOptions(), described=True).sentences
    if not any(sentence.sign > 0 for sentence in sentences):
        return None
    with corpus.reader.catalog() as catalog:
        wanted = engine.wanted(catalog)
    model = engine.answering(corpus.snapshot.vectors, wanted)
    if model is None:
        raise ModelNotInstalled(engine.why_none(wanted))
    return SentenceScore(engine, model, sentences, corpus, cancelled)


def _score(embeddings: Sequence[QueryEmbedding], index: VectorIndex, model: InstalledModel) -> Score:
    """As SemanticEngine ranks: 0 where nothing is asked for, or where what is asked for cancels itself out."""
    wanted = [one for one in embeddings if one.sign > 0]
    unwanted = [one for one in embeddings if one.sign < 0]
    try:
        asked = direction(wanted, index.mean(), model.text_mean) if wanted else None
    except QueryUnusable:
        asked = None
    # Stored vectors come in 16 bits, and the library's by 8: backgrounds are of the latter, as when it is searched.
    backgrounds = [
        (one.vector, one.weight, BackgroundScores.of(index.sample_scores(one.vector))) for one in unwanted
    ]
    background = None if asked is None else BackgroundScores.of(index.sample_scores(asked))

    def score(vectors: Vectors) -> Vectors:
        z_scores = np.zeros(len(vectors), np.float32)
        if asked is not None and background is not None:
            z_scores = background.z_scores(vectors @ asked)
        for vector, weight, of in backgrounds:
            z_scores = lowered(z_scores, of.z_scores(vectors @ vector), weight)
        return z_scores

    return score
