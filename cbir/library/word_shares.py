"""A sentence and the photos that it found -> what each of its words adds: left out, the rest is compared anew."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ModelNotInstalled
from cbir.base.types import PhotoId, SearchOptions, Term, WordShare
from cbir.search import SemanticEngine, read_question
from cbir.state import IndexReader, Snapshot

_MOST_WORDS = 32  # of a sentence; each is a text to encode

WordShares = dict[PhotoId, tuple[WordShare, ...]]


def word_shares(
    reader: IndexReader, engine: SemanticEngine, terms: Sequence[Term], photos: Sequence[PhotoId]
) -> WordShares:
    """What each word of the sentences among some terms adds to their likeness to each photo.

    Nothing of a photo that the model has not seen, nor of a sentence of one word, which adds all that there is.
    """
    read = read_question(terms, SearchOptions(), described=True).sentences
    sentences = [one.text.split()[:_MOST_WORDS] for one in read if one.sign > 0]
    sentences = [words for words in sentences if len(words) > 1]
    if not sentences or not photos:
        return {}
    documents = np.array([reader.find_photo(photo).document for photo in photos], np.int64)
    texts = [" ".join(part) for words in sentences for part in (*_without_each(words), words)]
    stored, likeness = reader.with_consistent_snapshot(
        lambda snapshot, _: _likeness(reader, engine, snapshot, documents, texts)
    )
    shares: dict[PhotoId, tuple[WordShare, ...]] = {}
    for photo, vector, row in zip(photos, stored, likeness, strict=True):
        if vector.any():
            shares[photo] = tuple(_shares(sentences, row.tolist()))
    return shares


def _without_each(words: Sequence[str]) -> list[list[str]]:
    return [[*words[:at], *words[at + 1 :]] for at in range(len(words))]


def _likeness(
    reader: IndexReader,
    engine: SemanticEngine,
    snapshot: Snapshot,
    documents: NDArray[np.int64],
    texts: Sequence[str],
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The vectors of documents, and (documents, texts) their cosines with texts. Raises ModelNotInstalled."""
    with reader.catalog() as catalog:
        wanted = engine.wanted(catalog)
    model = engine.answering(snapshot.vectors, wanted)
    if model is None:
        raise ModelNotInstalled(engine.why_none(wanted))
    encoding = engine.encode_texts(model, texts)
    stored = engine.index(model, snapshot, reader.catalog).vectors(documents)
    return stored, np.asarray(stored @ encoding.result().vectors.T, np.float32)


def _shares(sentences: Sequence[Sequence[str]], likeness: Sequence[float]) -> list[WordShare]:
    """Likeness : of each sentence without each of its words, then as a whole"""
    shares, start = list[WordShare](), 0
    for words in sentences:
        whole = likeness[start + len(words)]
        shares += [WordShare(word=word, share=whole - likeness[start + at]) for at, word in enumerate(words)]
        start += len(words) + 1
    return shares
