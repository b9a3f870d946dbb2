"""A query and one photo of the index -> the contribution of each query feature to the photo's score.

The terms of the sum that `InvertedIndex.search` computes for all photos at once. Weighting "hamming".
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cbir.visual_words.inverted_index import InvertedIndex, ScoringOptions
from cbir.visual_words.segments import PostingsSegment

_NOTHING = np.zeros(0, np.uint64)


def add_up(
    index: InvertedIndex,
    words: NDArray[np.uint32],
    signatures: NDArray[np.uint64],
    document: int,
    options: ScoringOptions,
) -> tuple[NDArray[np.float32], dict[int, NDArray[np.bool_]]]:
    """The contribution of each query feature to a document's score, before division by the root of its length.

    words : (n,) ascending; signatures : (n,)
    Returns (n,) contributions and, by word, a mask over the document's features with that word, in its own order: True
    where one is near a query feature. Zeros and an empty dict for a document that is not in the index.
    Raises ArtifactMismatch where the postings of these words are damaged.
    """
    added, near = np.zeros(len(words), np.float32), dict[int, NDArray[np.bool_]]()
    place = _place_of(index, document)
    if place is None or not len(words):
        return added, near
    segment, row = place
    rare = index.rare_enough(words, options.most_postings)
    segment.compare(words[rare])
    idf_squared = index.idf * index.idf
    starts = np.flatnonzero(np.diff(words, prepend=-1))
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        word = int(words[start])
        if not rare[start]:
            continue
        theirs = _signatures_of(segment, word, row)
        if not len(theirs):
            continue
        distance = np.bitwise_count(signatures[start:end, None] ^ theirs[None]).astype(np.int64)
        kept = distance <= options.hamming_cut
        votes = np.where(kept, np.exp(-((distance / options.hamming_sigma) ** 2)), 0).sum(axis=1)
        added[start:end] = idf_squared[word] * (np.sqrt(votes) if options.burstiness else votes)
        near[word] = kept.any(axis=0)
    return added, near


def _place_of(index: InvertedIndex, document: int) -> tuple[PostingsSegment, int] | None:
    """The segment with a document, and the document's row in it."""
    for segment in index.segments:
        at = int(np.searchsorted(segment.members, document))
        if at < len(segment.members) and segment.members[at] == document:
            return segment, int(segment.row_of_member[at])
    return None


def _signatures_of(segment: PostingsSegment, word: int, row: int) -> NDArray[np.uint64]:
    """Signatures of one document's features with a word, in its own order."""
    postings = slice(int(segment.offsets[word]), int(segment.offsets[word + 1]))
    of_row = np.flatnonzero(segment.rows_of(np.array([word])) == row)
    return np.asarray(segment.signatures[postings][of_row], np.uint64) if len(of_row) else _NOTHING
