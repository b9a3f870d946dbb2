"""A query picture and a photo -> the visual words that both have, the heaviest first, with their positions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import PhotoFeatures, QueryFeatures, SharedWord, SharedWords
from cbir.catalog import IndexedPhoto
from cbir.search.query import DescribedTerm, mirror_query
from cbir.search.stages import WIDE
from cbir.state import Snapshot
from cbir.visual_words import InvertedIndex, ScoringOptions, add_up


def share_words(
    term: DescribedTerm, photo: IndexedPhoto, snapshot: Snapshot, *, top: int, mirrored: bool = False
) -> SharedWords:
    """The visual words that a described picture and a photo of the library share.

    mirrored : compare the mirrored picture. top : number of words to return
    Words are those of the strict ranking, or if that has none, of the wide one.
    """
    store, row = snapshot.stored(photo)
    matching = [pair for pair in snapshot.index.indexes if pair[0].fingerprint == store.codebook]
    upright = term.features[store.codebook][0] if matching else None
    if upright is None:
        return SharedWords()
    ((codebook, index),) = matching
    query = mirror_query(upright, codebook) if mirrored else upright
    features = store.read(row)
    shared = SharedWords()
    for options in (ScoringOptions(), WIDE):
        shared = _shared(query, features, index, photo.document, options, top)
        if shared.words:
            break
    photo_scale = max(features.size) / max(photo.width, photo.height)
    return replace(
        shared,
        words=tuple(
            replace(
                word,
                query_xy=_full_size(_turned_back(word.query_xy, query, mirrored=mirrored), query.scale)
                + np.array(term.offset, np.float32),
                query_sigma=word.query_sigma / np.float32(query.scale),
                photo_xy=_full_size(word.photo_xy, photo_scale),
                photo_sigma=word.photo_sigma / np.float32(photo_scale),
            )
            for word in shared.words
        ),
    )


def _shared(
    query: QueryFeatures,
    photo: PhotoFeatures,
    index: InvertedIndex,
    document: int,
    options: ScoringOptions,
    top: int,
) -> SharedWords:
    """Shared words with positions in working pixels."""
    added, near = add_up(index, query.words, query.signatures, document, options)
    totals = {word: float(added[query.words == word].sum()) for word in near}
    totals = {word: total for word, total in totals.items() if total > 0}
    score = sum(totals.values())
    heaviest = sorted(totals, key=lambda word: (-totals[word], word))[:top]
    frequencies = index.document_frequencies
    words = []
    for word in heaviest:
        ours = np.flatnonzero((query.words == word) & (added > 0))
        theirs = np.flatnonzero(photo.words == word)[near[word]]
        words.append(
            SharedWord(
                word=word,
                idf=float(index.idf[word]),
                photos=int(frequencies[word]),
                share=totals[word] / score,
                query_xy=query.xy[ours],
                query_sigma=query.sigma[ours],
                photo_xy=photo.xy[theirs],
                photo_sigma=photo.sigma[theirs],
            )
        )
    return SharedWords(
        words=tuple(words),
        shared=len(totals),
        of=len(np.unique(query.words)),
        photos=index.photos,
        score=score,
    )


def _turned_back(xy: NDArray[np.float32], query: QueryFeatures, *, mirrored: bool) -> NDArray[np.float32]:
    """Positions in the picture itself. xy : in the mirrored picture, if mirrored"""
    if not mirrored:
        return xy
    x, y = xy.T
    return np.stack([query.size[0] - 1 - x, y], axis=1)


def _full_size(xy: NDArray[np.float32], scale: float) -> NDArray[np.float32]:
    """Working pixels -> full resolution. Both have their origin in the centre of the top left pixel."""
    return np.asarray((xy + 0.5) / scale - 0.5, np.float32)
