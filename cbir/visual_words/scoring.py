"""Posting lists -> accumulators: the inner loops of the inverted index, compiled.

Term at a time: every query word walks its posting list once and adds to one float32 accumulator per document
(Zobel and Moffat, "Inverted files for text search engines", ACM Computing Surveys 38(2), 2006, section 3).
The postings of a word are grouped by document, which is what makes term frequency and burstiness a run length.
tests/cbir/visual_words/test_scoring.py holds each loop against a plain Python oracle.

Each loop returns how many documents it was stopped by that are not there: 0 or 1. They look at every posting, since
unchecked, one flipped bit on the disk would write anywhere in memory and end the process.
"""

from __future__ import annotations

import numpy as np

from cbir.base.loops import array, compiled, popcount

_OFFSETS, _ROWS, _SIGNATURES = array(np.int64), array(np.uint32), array(np.uint64)
_WORDS, _FLOATS, _COUNTS = array(np.uint32), array(np.float32), array(np.int64)


def _first_near(signatures, at, end, signature, cut):
    """The first posting in [at, end) within the cut; end where there is none.

    Eight at a time without a branch, which the compiler turns into vector instructions: few postings are near.
    """
    eight = np.uint64(8)
    while at + eight <= end:
        near = np.uint64(0)
        for lane in range(8):
            near |= np.uint64(popcount(signatures[at + np.uint64(lane)] ^ signature) <= cut)
        if near:
            break
        at += eight
    while at < end and popcount(signatures[at] ^ signature) > cut:
        at += np.uint64(1)
    return at


@compiled(
    _WORDS,
    _SIGNATURES,
    _OFFSETS,
    _ROWS,
    _SIGNATURES,
    _FLOATS,
    _FLOATS,
    np.int64,
    np.int64,
    np.int64,
    _FLOATS,
    _FLOATS,
)
def add_hamming(
    words,
    query_signatures,
    offsets,
    rows,
    signatures,
    weight,
    similarity,
    cut,
    inner_cut,
    rooted,
    accumulators,
    inner,
):
    """accumulators[d] += sum over query features i of weight[word i] * sqrt(sum of similarity[hamming distance]).

    words : (n,) the word of each query feature; weight : (K,) float32, idf squared
    similarity : (65,) float32 by Hamming distance
    A posting beyond the cut is passed over before its document is read: nearly all of them are.
    The inner sum runs over the postings of document d in the word's list; its square root is the correction for
    features that repeat within a photo (Jegou, Douze and Schmid, "On the burstiness of visual elements", CVPR 2009).
    rooted : 0 leaves the root out
    inner : the same for a second, narrower cut, inner_cut, from the same pass; below 0: none
    """
    for i in range(len(words)):
        word = words[i]
        end = np.uint64(offsets[word + 1])
        signature = query_signatures[i]
        at = _first_near(signatures, np.uint64(offsets[word]), end, signature, cut)
        while at < end:
            row = rows[at]
            if row >= len(accumulators):
                return 1
            votes = inner_votes = np.float32(0)
            while at < end and rows[at] == row:
                distance = np.int64(popcount(signatures[at] ^ signature))
                if distance <= cut:
                    votes += similarity[distance]
                if distance <= inner_cut:
                    inner_votes += similarity[distance]
                at += np.uint64(1)
            accumulators[row] += weight[word] * (np.sqrt(votes) if rooted else votes)
            if inner_votes > 0:
                inner[row] += weight[word] * (np.sqrt(inner_votes) if rooted else inner_votes)
            at = _first_near(signatures, at, end, signature, cut)
    return 0


@compiled(_WORDS, _FLOATS, _OFFSETS, _ROWS, _FLOATS, _FLOATS)
def add_bm25(words, query_weight, offsets, rows, length_norm, accumulators):
    """accumulators[d] += query_weight * tf (1 + K_d) / (tf + K_d), over distinct query words.

    K_d = k1 (1 - b + b l_d / l), l_d the length of document d and l the mean. The caller divides by 1 + K_d at the
    end. So a word that occurs once in a document, as nearly all do, adds its weight and reads nothing else; each
    repetition adds the difference that it makes.
    query_weight : (n,) float32, query tf * idf * (k1 + 1). length_norm : (documents,) float32, 1 / (1 + K_d)
    Robertson and Zaragoza, "The probabilistic relevance framework: BM25 and beyond", 2009, equation 3.15.
    """
    one = np.float32(1)
    for i in range(len(words)):
        word = words[i]
        weight = query_weight[i]
        previous = np.int64(-1)
        tf = added = one
        # unsigned: numba checks a signed index for being negative, at every posting
        for at in range(np.uint64(offsets[word]), np.uint64(offsets[word + 1])):
            row = rows[at]
            if row != previous:
                if row >= len(accumulators):
                    return 1
                accumulators[row] += weight
                previous = np.int64(row)
                tf = added = one
            else:
                tf += one
                share = tf / ((tf - one) * length_norm[row] + one)
                accumulators[row] += weight * (share - added)
                added = share
    return 0


@compiled(_WORDS, _FLOATS, _OFFSETS, _ROWS, _FLOATS)
def add_tfidf(words, query_weight, offsets, rows, accumulators):
    """accumulators[d] += query_weight * (1 + log tf), over distinct query words: the dot product.

    query_weight : (n,) float32, the query's normalised tf-idf * idf
    """
    for i in range(len(words)):
        word = words[i]
        at, end = offsets[word], offsets[word + 1]
        weight = query_weight[i]
        while at < end:
            row = rows[at]
            if row >= len(accumulators):
                return 1
            first = at
            at += 1
            value = weight
            if at < end and rows[at] == row:
                while at < end and rows[at] == row:
                    at += 1
                value *= np.float32(1 + np.log(at - first))
            accumulators[row] += value
    return 0


@compiled(_OFFSETS, _ROWS, _FLOATS, array(np.float64))
def add_squared_norms(offsets, rows, idf, squared):
    """squared[d] += ((1 + log tf) * idf)^2 over every word: the squared tf-idf norms of all documents."""
    for word in range(len(offsets) - 1):
        at, end = offsets[word], offsets[word + 1]
        while at < end:
            row = rows[at]
            if row >= len(squared):
                return 1
            first = at
            at += 1
            while at < end and rows[at] == row:
                at += 1
            squared[row] += ((1 + np.log(at - first)) * idf[word]) ** 2
    return 0


@compiled(
    _OFFSETS,
    _ROWS,
    _SIGNATURES,
    _COUNTS,
    _OFFSETS,
    _ROWS,
    _SIGNATURES,
    array(np.uint32),
    _COUNTS,
    np.int64,
    np.int64,
)
def merge_postings(
    offsets,
    rows,
    signatures,
    merged_row,
    merged_offsets,
    merged_rows,
    merged_signatures,
    frequencies,
    start,
    first_word,
    end_word,
):
    """Append the kept postings of some words of one segment to a merged segment, word by word.

    merged_row : by row of the segment, its row in the merged one; below 0 where it is left out
    start : (K,) where each word's next posting goes; moved on. frequencies : (K,), counted up by kept document.
    end_word : the one behind the last
    """
    for word in range(first_word, end_word):
        to = merged_offsets[word] + start[word]
        previous = -1
        for at in range(offsets[word], offsets[word + 1]):
            row = merged_row[rows[at]]
            if row >= 0:
                merged_rows[to] = row
                merged_signatures[to] = signatures[at]
                to += 1
                if row != previous:
                    frequencies[word] += 1
                    previous = row
        start[word] = to - merged_offsets[word]
    return 0


@compiled(_OFFSETS, _ROWS, _COUNTS, _COUNTS, np.int64, np.int64)
def count_kept(offsets, rows, merged_row, counts, first_word, end_word):
    """counts[word] += number of postings that are kept, for some words; arguments as of `merge_postings`."""
    for word in range(first_word, end_word):
        for at in range(offsets[word], offsets[word + 1]):
            row = rows[at]
            if row >= len(merged_row):
                return 1
            if merged_row[row] >= 0:
                counts[word] += 1
    return 0
