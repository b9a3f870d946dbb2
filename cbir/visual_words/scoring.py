"""Posting lists -> accumulators: the inner loops of the inverted index, compiled by numba.

Term at a time: every query word walks its posting list once and adds to one float32 accumulator per document
(Zobel and Moffat, "Inverted files for text search engines", ACM Computing Surveys 38(2), 2006, section 3).
The postings of a word are grouped by document, which is what makes term frequency and burstiness a run length.
tests/cbir/test_scoring.py holds each loop against a plain Python oracle.
"""

from __future__ import annotations

import numba
import numpy as np

_compiled = numba.njit(cache=True, nogil=True, fastmath=False)


@_compiled
def _popcount(x: np.uint64) -> np.uint64:
    """Set bits of a 64-bit word (Warren, Hacker's Delight, 5-1); LLVM turns it into one instruction."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@_compiled
def add_hamming(words, query_signatures, offsets, documents, signatures, weight, similarity, accumulators):
    """accumulators[d] += sum over query features i of weight[word i] * sqrt(sum of similarity[hamming distance]).

    words : (n,) the word of each query feature; weight : (K,) float32, idf squared
    similarity : (65,) float32 by Hamming distance, 0 beyond the cut
    The inner sum runs over the postings of document d in the word's list; its square root is the correction for
    features that repeat within a photo (Jegou, Douze and Schmid, "On the burstiness of visual elements", CVPR 2009).
    """
    for i in range(len(words)):
        word = words[i]
        at, end = offsets[word], offsets[word + 1]
        signature = query_signatures[i]
        while at < end:
            document = documents[at]
            votes = np.float32(0)
            while at < end and documents[at] == document:
                votes += similarity[_popcount(signatures[at] ^ signature)]
                at += 1
            if votes > 0:
                accumulators[document] += weight[word] * np.sqrt(votes)


@_compiled
def add_bm25(words, query_tf, offsets, documents, idf, length_factor, k1, accumulators):
    """accumulators[d] += query_tf * idf * tf (k1 + 1) / (tf + k1 * length_factor[d]), over distinct query words.

    length_factor : (documents,) float32, 1 - b + b * length / average length
    Robertson and Zaragoza, "The probabilistic relevance framework: BM25 and beyond", 2009, equation 3.15.
    """
    for i in range(len(words)):
        word = words[i]
        at, end = offsets[word], offsets[word + 1]
        factor = np.float32(query_tf[i] * idf[word] * (k1 + 1))
        while at < end:
            document = documents[at]
            first = at
            at += 1
            while at < end and documents[at] == document:
                at += 1
            tf = np.float32(at - first)
            accumulators[document] += factor * tf / (tf + k1 * length_factor[document])


@_compiled
def add_tfidf(words, query_weight, offsets, documents, idf, accumulators):
    """accumulators[d] += query_weight * (1 + log tf) * idf, over distinct query words: the dot product."""
    for i in range(len(words)):
        word = words[i]
        at, end = offsets[word], offsets[word + 1]
        factor = np.float32(query_weight[i] * idf[word])
        while at < end:
            document = documents[at]
            first = at
            at += 1
            while at < end and documents[at] == document:
                at += 1
            accumulators[document] += factor * np.float32(1 + np.log(at - first))


@_compiled
def add_squared_norms(offsets, documents, idf, squared):
    """squared[d] += ((1 + log tf) * idf)^2 over every word: the squared tf-idf norms of all documents."""
    for word in range(len(offsets) - 1):
        at, end = offsets[word], offsets[word + 1]
        while at < end:
            document = documents[at]
            first = at
            at += 1
            while at < end and documents[at] == document:
                at += 1
            squared[document] += ((1 + np.log(at - first)) * idf[word]) ** 2


@_compiled
def merge_postings(
    offsets, documents, signatures, keep, merged_offsets, merged_documents, merged_signatures, frequencies, start
):
    """Append the kept postings of one segment to a merged segment, word by word.

    start : (K,) where each word's next posting goes; moved on. frequencies : (K,), counted up by kept document.
    """
    for word in range(len(offsets) - 1):
        to = merged_offsets[word] + start[word]
        previous = -1
        for at in range(offsets[word], offsets[word + 1]):
            document = documents[at]
            if keep[document]:
                merged_documents[to] = document
                merged_signatures[to] = signatures[at]
                to += 1
                if document != previous:
                    frequencies[word] += 1
                    previous = document
        start[word] = to - merged_offsets[word]


@_compiled
def count_kept(offsets, documents, keep, counts):
    """counts[word] += number of postings whose document is kept."""
    for word in range(len(offsets) - 1):
        for at in range(offsets[word], offsets[word + 1]):
            if keep[documents[at]]:
                counts[word] += 1
