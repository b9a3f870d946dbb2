"""An inverted index -> statistics of its visual words: how many are used, how evenly, and their growth with the photos.

In text, word frequencies fall as a power of their rank (Zipf), and the vocabulary grows as a power of the length
(Heaps): Manning, Raghavan and Schuetze, "Introduction to information retrieval", 2008, 5.1. Visual words come from
clustering and are used far more evenly. A steep Zipf line, or a low entropy, means that the codebook spends its words
on things that these photos rarely show.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.visual_words.inverted_index import InvertedIndex
from cbir.visual_words.segments import PostingsSegment

_POSTINGS_AT_ONCE = 4_000_000  # 32 MB


@dataclass(frozen=True, slots=True, kw_only=True)
class WordUsage:
    """Use of a codebook's words by the photos of an index, deleted ones left out.

    words : size of the codebook. frequencies : (used,) int64, number of photos with each used word, most frequent first
    first_seen : (photos,) int64, number of distinct words in the first n + 1 photos, in the order of indexing
    """

    words: int
    frequencies: NDArray[np.int64]
    first_seen: NDArray[np.int64]

    @property
    def used(self) -> int:
        return len(self.frequencies)

    @property
    def photos(self) -> int:
        return len(self.first_seen)

    @property
    def entropy_bits(self) -> float:
        """Entropy of a posting's word: log2(words) if all are used alike, 0 for one word or none."""
        if not self.used:
            return 0.0
        share = self.frequencies / self.frequencies.sum()
        return max(0.0, float(-(share * np.log2(share)).sum()))

    @property
    def zipf_exponent(self) -> float | None:
        """Slope of log frequency over log rank, negated, of the more frequent half of the words; None for too few."""
        return _slope(np.arange(1, self.used // 2 + 1), self.frequencies[: self.used // 2], -1)

    @property
    def heaps_exponent(self) -> float | None:
        """Slope of log words over log photos; None for fewer than two photos."""
        return _slope(np.arange(1, self.photos + 1), np.maximum(self.first_seen, 1), 1)

    @property
    def zipf(self) -> list[tuple[int, int]]:
        """Ranks with their frequencies, for a plot on logarithmic scales."""
        return [(rank, int(self.frequencies[rank - 1])) for rank in spaced(self.used).tolist()]

    @property
    def heaps(self) -> list[tuple[int, int]]:
        """Numbers of photos with their numbers of words, for a plot on logarithmic scales."""
        return [(photos, int(self.first_seen[photos - 1])) for photos in spaced(self.photos).tolist()]


def word_usage(index: InvertedIndex, *, words: int) -> WordUsage:
    """Count the words of an index, reading all postings once. words : size of the codebook"""
    frequencies = index.document_frequencies
    documents = index.documents
    first = np.full(
        words, len(documents), np.int64
    )  # place of the first photo with each word; none: past the end
    for segment in index.segments:
        segment.compare()
        _lower_to_segment(segment, documents, first)
    new = np.bincount(first[first < len(documents)], minlength=len(documents))
    return WordUsage(
        words=words,
        frequencies=np.sort(frequencies[frequencies > 0])[::-1],
        first_seen=np.cumsum(new),
    )


def _lower_to_segment(
    segment: PostingsSegment, documents: NDArray[np.uint32], first: NDArray[np.int64]
) -> None:
    """Lower `first`, by word, to the place of the segment's first photo with that word. documents : by place"""
    offsets = np.asarray(segment.offsets)
    used = np.flatnonzero(segment.frequencies)
    of_member = np.full(segment.size, len(documents), np.int64)  # a deleted photo is past the end
    place = np.searchsorted(documents, segment.members)
    live = np.isin(segment.members, documents)
    of_member[segment.row_of_member[live]] = place[live]
    blocks = max(1, round(int(offsets[-1]) / _POSTINGS_AT_ONCE))
    for words in np.array_split(used, blocks):
        if len(words):
            start = offsets[words[0]]
            places = of_member[segment.rows_of(words)]
            first[words] = np.minimum(first[words], np.minimum.reduceat(places, offsets[words] - start))


def spaced(n: int, most: int = 40) -> NDArray[np.int64]:
    """At most `most` of 1 .. n, evenly spaced on a logarithmic scale, both ends included."""
    if n == 0:
        return np.zeros(0, np.int64)
    return np.unique(np.rint(np.exp(np.linspace(0, math.log(n), most))).astype(np.int64))


def _slope(x: NDArray[np.int64], y: NDArray[np.int64], sign: int) -> float | None:
    """Slope of log y over log x, at places evenly spaced over log x, so that the many large x do not dominate."""
    at = spaced(len(x)) - 1
    if len(at) < 2:
        return None
    return sign * float(np.polyfit(np.log(x[at]), np.log(y[at]), 1)[0])
