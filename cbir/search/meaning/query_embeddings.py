"""The descriptions and pictures of a query -> query embeddings -> one direction.

A query with several positive terms is the weighted sum of their embeddings, each centred by the mean of its modality.
Liang et al., "Mind the gap: understanding the modality gap in multi-modal contrastive representation learning",
NeurIPS 2022: texts and pictures lie apart, so that a raw sum of both would be ruled by one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, QueryUnusable
from cbir.base.messages import Message
from cbir.base.types import Term
from cbir.embeddings import InstalledModel
from cbir.search.feedback import QUERY, learned_direction
from cbir.search.meaning.own_keywords import find_learned
from cbir.search.query import DescribedTerms, Query, Sentence, wait_for_encoding
from cbir.state import Snapshot
from cbir.vectors import VectorIndex, are_unit

_LEARNED_BESIDE = 0.33  # of a sentence's weight goes to the photos of a learned keyword, beside other words
_LEARNED_ALONE = (
    0.5  # and where the keyword is all that the sentence says: a made-up name means nothing to a model
)
_MIN_LENGTH = 1e-4  # of a direction, as a share of the sum of the weights; what is shorter is rounding
_NO_STORED_EMBEDDING = Message(
    "Comparing this by content needs the photo's file, which has moved, or whose drive is disconnected."
)
_CUT = Message("A text is longer than the model reads: its end was left out.")


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryEmbedding:
    """The meaning of one term. vector : (d,) float32 of length 1. text : that it was made from, if it was one

    marked : it is learned from: see Term. of_part : it may say what a part of a photo shows: a sentence or a framed
        part of a picture, but no whole picture
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
    """The embeddings of all terms, and what the user should know of them.

    Raises CbirError where the model gives no usable embedding or the library keeps none, and Cancelled.
    """
    embeddings: list[QueryEmbedding] = []
    notes: list[Message] = []
    if query.embeddings is not None:
        texts = wait_for_encoding(query.embeddings, query.cancelled)
        notes += [_CUT] if any(texts.cut) else []
        notes += [texts.note] if texts.note else []
        for sentence, vector in zip(query.text.sentences, texts.vectors, strict=True):
            embeddings += embed_sentence(sentence, vector, index, snapshot)
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
        raise QueryUnusable(_NO_STORED_EMBEDDING)
    check_query_embeddings(model, embeddings)
    return embeddings, tuple(dict.fromkeys(notes))


def embed_sentence(
    sentence: Sentence, vector: NDArray[np.float32], index: VectorIndex, snapshot: Snapshot
) -> list[QueryEmbedding]:
    """Embed a sentence, and the photos of learned keywords in it."""
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
    shown = [
        QueryEmbedding(vector=mean, kind="picture", weight=sentence.weight * share / len(means), of_part=True)
        for mean in means
    ]
    return [typed, *shown]


def _stored_embedding(index: VectorIndex, snapshot: Snapshot, term: Term) -> QueryEmbedding:
    """The embedding that the library keeps of a photo. Raises QueryUnusable where it has none of what is asked."""
    assert term.photo is not None  # only photos of the library are recalled
    document = snapshot.find_photo(term.photo).document
    (stored,) = index.vectors(np.array([document], np.int64))
    if not stored.any() or term.region is not None:
        raise QueryUnusable(_NO_STORED_EMBEDDING)
    vector = (stored / np.linalg.norm(stored)).astype(np.float32)
    return QueryEmbedding(
        vector=vector, kind="picture", sign=term.sign, weight=term.weight, marked=term.marked
    )


def asked_for(embeddings: Sequence[QueryEmbedding]) -> list[QueryEmbedding]:
    """The terms that hits must resemble: the positive ones, or where all are marks, these."""
    wanted = [embedding for embedding in embeddings if embedding.sign > 0]
    return [embedding for embedding in wanted if not embedding.marked] or wanted


def direction(
    embeddings: Sequence[QueryEmbedding], index: VectorIndex, text_mean: NDArray[np.float32]
) -> NDArray[np.float32]:
    """One vector for all terms that are looked for, and what marked ones teach: (d,) float32 of length 1.

    A single term is its own vector, so that photos are ranked by plain cosine. Several are centred, each by the
    mean of its modality, and summed by their weights. Raises QueryUnusable where nothing is left of them.
    """
    asked = [embedding for embedding in embeddings if embedding.sign > 0 and not embedding.marked]
    marked = [embedding for embedding in embeddings if embedding.marked]
    if len(asked) == 1 and not marked:
        return asked[0].vector
    means = {"text": text_mean, "picture": index.mean()}

    def centred(embedding: QueryEmbedding) -> NDArray[np.float32]:
        return _unit(embedding.vector - means[embedding.kind])

    total, shares = np.zeros_like(text_mean), sum(embedding.weight for embedding in asked)
    for embedding in asked:
        total = total + np.float32(embedding.weight) * centred(embedding)
    if marked:
        right, wrong = (
            [centred(embedding) for embedding in marked if embedding.sign == sign] for sign in (1, -1)
        )
        total, shares = learned_direction(_unit(total) if asked else None, right, wrong), QUERY
    if np.linalg.norm(total) < _MIN_LENGTH * shares:
        raise QueryUnusable(
            "The terms of the query cancel each other out. Leave one out, or weight them anew."
        )
    return _unit(total)


def check_query_embeddings(model: InstalledModel, embeddings: Sequence[QueryEmbedding]) -> None:
    """Raise CbirError where the model gave nothing that photos can be compared with."""
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
