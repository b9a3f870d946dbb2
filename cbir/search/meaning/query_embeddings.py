"""The descriptions and pictures of a query -> query embeddings -> one direction.

A query with several positive terms is the weighted sum of their embeddings, each centred by the mean of its modality.
Liang et al., "Mind the gap: understanding the modality gap in multi-modal contrastive representation learning",
NeurIPS 2022: texts and pictures are far apart, so one modality would dominate a raw sum of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, QueryUnusable
from cbir.base.messages import Message
from cbir.base.types import NOT_UNDERSTOOD, Term
from cbir.embeddings import InstalledModel
from cbir.search.feedback import QUERY, learned_direction
from cbir.search.meaning.own_keywords import find_learned
from cbir.search.query import DescribedTerms, Query, Sentence, wait_for_encoding
from cbir.state import Snapshot
from cbir.vectors import VectorIndex, are_unit

_LEARNED_BESIDE = 0.33  # weight of a learned keyword's photos, as a share of a sentence with other words
_LEARNED_ALONE = 0.5  # the same for a sentence that is only the keyword: a model knows no invented names
_MIN_LENGTH = 1e-4  # of a direction, as a share of the sum of the weights; a shorter one is a rounding error
_NO_STORED_EMBEDDING = Message(
    "Comparing this by content needs the photo's file, which has moved, or whose drive is disconnected."
)
_CUT = Message("A text is longer than the model reads: its end was left out.")


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryEmbedding:
    """The meaning of one term. vector : (d,) float32 of length 1. text : the sentence; "" for a picture that was given

    marked : see Term. of_part : true if it can describe a part of a photo: a sentence or a framed part of a picture,
        but not a whole picture
    """

    vector: NDArray[np.float32]
    kind: Literal["text", "picture"]
    text: str = ""
    sign: int = 1
    weight: float = 1.0
    marked: bool = False
    of_part: bool = False


def embed_query(
    query: Query,
    pictures: DescribedTerms,
    model: InstalledModel,
    index: VectorIndex,
    snapshot: Snapshot,
) -> tuple[list[QueryEmbedding], tuple[Message, ...]]:
    """Embed all terms. Also returns notes for the user.

    Raises CbirError if the model or the library has no usable embedding of a term, and Cancelled.
    """
    embeddings: list[QueryEmbedding] = []
    notes: list[Message] = []
    unknown: list[Message] = []
    if query.embeddings is not None:
        texts = wait_for_encoding(query.embeddings, query.cancelled)
        notes += [_CUT] if any(texts.cut) else []
        notes += [texts.note] if texts.note else []
        for row, sentence in enumerate(query.text.sentences):
            if words := texts.unknown_words(row):
                unknown.append(not_understood(model, words))
                if not texts.vectors[row].any():
                    continue
            embeddings += embed_sentence(sentence, texts.vectors[row], index, snapshot)
        notes += unknown
    if pictures.embeddings is not None:
        encoded = wait_for_encoding(pictures.embeddings, query.cancelled)
        notes += [encoded.note] if encoded.note else []
        for (term, _), vector in zip(pictures.prepared, encoded.vectors, strict=True):
            embeddings.append(
                QueryEmbedding(
                    vector=vector,
                    kind="picture",
                    sign=term.sign,
                    weight=term.weight,
                    marked=term.marked,
                    of_part=term.region is not None,
                )
            )
    for term in pictures.recalled:
        try:
            embeddings.append(_stored_embedding(index, snapshot, term))
        except QueryUnusable:
            if not term.marked:
                raise
    if not any(embedding.sign > 0 for embedding in embeddings):
        raise QueryUnusable(unknown[0] if unknown else _NO_STORED_EMBEDDING)
    check_query_embeddings(model, embeddings)
    return embeddings, tuple(dict.fromkeys(notes))


def not_understood(model: InstalledModel, words: Sequence[str]) -> Message:
    """Word a message about words in letters or signs that a model does not know."""
    return Message(NOT_UNDERSTOOD.template, " ".join(words), model.info.name)


def embed_sentence(
    sentence: Sentence, vector: NDArray[np.float32], index: VectorIndex, snapshot: Snapshot
) -> list[QueryEmbedding]:
    """Embed a sentence, and add the mean embeddings of the photos of its learned keywords."""
    means, alone = find_learned(sentence.text, index, snapshot) if sentence.sign > 0 else ([], False)
    share = 0.0 if not means else _LEARNED_ALONE if alone else _LEARNED_BESIDE
    typed = QueryEmbedding(
        vector=vector,
        kind="text",
        text=sentence.text,
        sign=sentence.sign,
        weight=sentence.weight * (1 - share),
        of_part=True,
    )
    pictured = [
        QueryEmbedding(
            vector=mean,
            kind="picture",
            text=sentence.text,
            weight=sentence.weight * share / len(means),
            of_part=True,
        )
        for mean in means
    ]
    return [typed, *pictured]


def _stored_embedding(index: VectorIndex, snapshot: Snapshot, term: Term) -> QueryEmbedding:
    """Return the stored embedding of a photo. Raises QueryUnusable if there is none, or if the term is a region."""
    assert term.photo is not None  # stored embeddings are only used for photos of the library
    document = snapshot.find_photo(term.photo).document
    (stored,) = index.vectors(np.array([document], np.int64))
    if not stored.any() or term.region is not None:
        raise QueryUnusable(_NO_STORED_EMBEDDING)
    vector = (stored / np.linalg.norm(stored)).astype(np.float32)
    return QueryEmbedding(
        vector=vector, kind="picture", sign=term.sign, weight=term.weight, marked=term.marked
    )


def asked_for(embeddings: Sequence[QueryEmbedding]) -> list[QueryEmbedding]:
    """Return the terms that hits must resemble: positive terms, or positive marks if there are only marks."""
    positive = [embedding for embedding in embeddings if embedding.sign > 0]
    return [embedding for embedding in positive if not embedding.marked] or positive


def direction(
    embeddings: Sequence[QueryEmbedding], index: VectorIndex, text_mean: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Combine all positive terms and marks into one vector: (d,) float32 of length 1.

    A single term keeps its own vector, so photos are ranked by plain cosine. Several terms are centred, each by the
    mean of its modality, and summed with their weights. Raises QueryUnusable if they cancel each other out.
    """
    positive = [embedding for embedding in embeddings if embedding.sign > 0 and not embedding.marked]
    marked = [embedding for embedding in embeddings if embedding.marked]
    if len(positive) == 1 and not marked:
        return positive[0].vector
    means = {"text": text_mean, "picture": index.mean()}

    def centred(embedding: QueryEmbedding) -> NDArray[np.float32]:
        return _unit(embedding.vector - means[embedding.kind])

    total, shares = np.zeros_like(text_mean), sum(embedding.weight for embedding in positive)
    for embedding in positive:
        total = total + np.float32(embedding.weight) * centred(embedding)
    if marked:
        right, wrong = (
            [centred(embedding) for embedding in marked if embedding.sign == sign] for sign in (1, -1)
        )
        total, shares = learned_direction(_unit(total) if positive else None, right, wrong), QUERY
    if np.linalg.norm(total) < _MIN_LENGTH * shares:
        raise QueryUnusable(
            "The terms of the query cancel each other out. Leave one out, or weight them anew."
        )
    return _unit(total)


def check_query_embeddings(model: InstalledModel, embeddings: Sequence[QueryEmbedding]) -> None:
    """Raise CbirError if the model's vectors cannot be compared with photos."""
    for embedding in embeddings:
        if embedding.vector.shape != (model.info.dimension,):
            raise CbirError(
                "The model {0} gave a vector of {1} numbers instead of "
                "{2}. Remove the model and install it again.",
                model.info.name,
                embedding.vector.size,
                model.info.dimension,
            )
        if not are_unit(embedding.vector[None]).all():
            if embedding.kind == "picture":
                raise QueryUnusable(
                    "The model {0} gives no usable embedding for the picture. Search for another, or "
                    "use another model.",
                    model.info.name,
                )
            raise QueryUnusable(
                "The model {0} gives no usable embedding for “{1}”. Use other words, or another model.",
                model.info.name,
                embedding.text,
            )


def _unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    length = float(np.linalg.norm(vector))
    return vector if length == 0 else (vector / np.float32(length)).astype(np.float32)
