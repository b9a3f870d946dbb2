"""Posting lists -> accumulators: the inner loops of the inverted index, compiled.

Term at a time: every query word walks its posting list once and adds to one float32 accumulator per document
(Zobel and Moffat, "Inverted files for text search engines", ACM Computing Surveys 38(2), 2006, section 3).
The postings of a word are grouped by document, so term frequency and burstiness are run lengths.
The rows of each list are decoded (row_coding.py) into `rows`, a scratch array one longer than the longest list.
tests/cbir/visual_words/test_scoring.py compares each loop with a plain Python oracle.

Each loop returns 1 if it stopped at a posting whose row does not exist, else 0. Every posting is checked: otherwise one
flipped bit on the disk could make a loop write anywhere in memory and end the process.
"""

from __future__ import annotations

import numpy as np

from cbir.loops import array, compiled, popcount
from cbir.visual_words.row_coding import LISTS, decode_list

_ROWS, _SIGNATURES = array(np.uint32), array(np.uint64)
_WORDS, _FLOATS, _COUNTS = array(np.uint32), array(np.float32), array(np.int64)


def _find_near(signatures, start, end, signature, cut, near):
    """Find the postings of [start, end) within the cut. Writes their places, relative to start; returns their number.

    Eight postings at a time are tested without a branch, which compiles to vector instructions. If any of them is near,
    every place is written, and the next one overwrites it unless it was near. A branch would be mispredicted for one
    posting in four.
    """
    eight, single = np.uint64(8), np.uint64(1)
    count, at = np.uint64(0), start
    while at + eight <= end:
        some = np.uint64(0)
        for lane in range(8):
            some |= np.uint64(popcount(signatures[at + np.uint64(lane)] ^ signature) <= cut)
        if some:
            for lane in range(8):
                near[count] = np.uint32(at - start + np.uint64(lane))
                count += np.uint64(popcount(signatures[at + np.uint64(lane)] ^ signature) <= cut)
        at += eight
    while at < end:
        near[count] = np.uint32(at - start)
        count += np.uint64(popcount(signatures[at] ^ signature) <= cut)
        at += single
    return count


@compiled(
    _WORDS,
    _SIGNATURES,
    *LISTS,
    _SIGNATURES,
    _FLOATS,
    _FLOATS,
    np.int64,
    np.int64,
    np.int64,
    _ROWS,
    _ROWS,
    _FLOATS,
    _FLOATS,
)
def add_hamming(
    words,
    query_signatures,
    offsets,
    plain,
    low,
    bitmap,
    buckets,
    signatures,
    weight,
    similarity,
    cut,
    inner_cut,
    rooted,
    rows,
    near,
    accumulators,
    inner,
):
    """accumulators[d] += sum over query features i of weight[word i] * sqrt(sum of similarity[hamming distance]).

    words : (n,) the word of each query feature; weight : (K,) float32, idf squared
    similarity : (65,) float32 by Hamming distance
    The inner sum runs over the postings of document d in the word's list; its square root is the correction for
    features that repeat within a photo (Jegou, Douze and Schmid, "On the burstiness of visual elements", CVPR 2009).
    rooted : 0 omits the square root. near : scratch, as long as `rows`
    inner : the same sums for the narrower inner_cut, from the same pass. inner_cut below 0 omits them
    """
    step = np.uint64(1)
    for i in range(len(words)):
        word = words[i]
        start = np.uint64(offsets[word])
        signature = query_signatures[i]
        count = _find_near(signatures, start, np.uint64(offsets[word + 1]), signature, cut, near)
        if count == 0:
            continue
        if decode_list(word, offsets, plain, low, bitmap, buckets, rows):
            return 1
        heavy = weight[word]
        j = np.uint64(0)
        while j < count:
            row = rows[near[j]]
            if row >= len(accumulators):
                return 1
            votes = inner_votes = np.float32(0)
            while j < count and rows[near[j]] == row:
                distance = np.int64(popcount(signatures[start + np.uint64(near[j])] ^ signature))
                votes += similarity[distance]
                if distance <= inner_cut:
                    inner_votes += similarity[distance]
                j += step
            accumulators[row] += heavy * (np.sqrt(votes) if rooted else votes)
            if inner_votes > 0:
                inner[row] += heavy * (np.sqrt(inner_votes) if rooted else inner_votes)
    return 0


@compiled(_WORDS, _FLOATS, *LISTS, _FLOATS, _ROWS, _FLOATS)
def add_bm25(words, query_weight, offsets, plain, low, bitmap, buckets, length_norm, rows, accumulators):
    """accumulators[d] += query_weight * tf (1 + K_d) / (tf + K_d), over distinct query words.

    K_d = k1 (1 - b + b l_d / l), with l_d the length of document d and l the mean length. The caller divides by 1 + K_d
    at the end. A word's first posting in a document adds its weight, which needs no length_norm, and most words occur
    only once. Each repetition adds the difference that it makes.
    query_weight : (n,) float32, query tf * idf * (k1 + 1). length_norm : (documents,) float32, 1 / (1 + K_d)
    Robertson and Zaragoza, "The probabilistic relevance framework: BM25 and beyond", 2009, equation 3.15.
    """
    once = np.float32(1)
    for i in range(len(words)):
        word = words[i]
        weight = query_weight[i]
        previous = np.int64(-1)
        tf = added = once
        if decode_list(word, offsets, plain, low, bitmap, buckets, rows):
            return 1
        # unsigned: for a signed index, numba would test at every posting if it is negative
        for at in range(np.uint64(offsets[word + 1] - offsets[word])):
            row = rows[at]
            if row != previous:
                if row >= len(accumulators):
                    return 1
                accumulators[row] += weight
                previous = np.int64(row)
                tf = added = once
            else:
                tf += once
                share = tf / ((tf - once) * length_norm[row] + once)
                accumulators[row] += weight * (share - added)
                added = share
    return 0


@compiled(_WORDS, _FLOATS, *LISTS, _ROWS, _FLOATS)
def add_tfidf(words, query_weight, offsets, plain, low, bitmap, buckets, rows, accumulators):
    """accumulators[d] += query_weight * (1 + log tf), over distinct query words: the dot product.

    query_weight : (n,) float32, the query's normalised tf-idf * idf
    """
    for i in range(len(words)):
        word = words[i]
        if decode_list(word, offsets, plain, low, bitmap, buckets, rows):
            return 1
        at, end = 0, offsets[word + 1] - offsets[word]
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


@compiled(*LISTS, _FLOATS, _ROWS, array(np.float64))
def add_squared_norms(offsets, plain, low, bitmap, buckets, idf, rows, squared):
    """squared[d] += ((1 + log tf) * idf)^2 over every word: the squared tf-idf norms of all documents."""
    for word in range(len(offsets) - 1):
        if decode_list(word, offsets, plain, low, bitmap, buckets, rows):
            return 1
        at, end = 0, offsets[word + 1] - offsets[word]
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
    *LISTS,
    _SIGNATURES,
    _COUNTS,
    _COUNTS,
    _ROWS,
    _ROWS,
    _SIGNATURES,
    _COUNTS,
    np.int64,
    np.int64,
)
def merge_postings(
    offsets,
    plain,
    low,
    bitmap,
    buckets,
    signatures,
    merged_row,
    merged_offsets,
    rows,
    merged_rows,
    merged_signatures,
    next_place,
    first_word,
    end_word,
):
    """Append a segment's postings of the words first_word ... end_word - 1 to a merged segment, word by word.

    merged_row : for each row of the segment, its row in the merged one; below 0 if the document is left out
    merged_rows, merged_signatures : of the merged postings of these words
    next_place : (K,) number of postings of each word that have been merged so far; updated
    """
    start = merged_offsets[first_word]
    for word in range(first_word, end_word):
        if decode_list(word, offsets, plain, low, bitmap, buckets, rows):
            return 1
        to = merged_offsets[word] + next_place[word]
        for at in range(offsets[word + 1] - offsets[word]):
            if rows[at] >= len(merged_row):
                return 1
            row = merged_row[rows[at]]
            if row >= 0:
                if to >= merged_offsets[word + 1]:
                    return 1
                merged_rows[to - start] = row
                merged_signatures[to - start] = signatures[offsets[word] + at]
                to += 1
        next_place[word] = to - merged_offsets[word]
    return 0


@compiled(_ROWS, _COUNTS, _COUNTS, np.int64, np.int64)
def count_documents(rows, offsets, frequencies, first_word, end_word):
    """frequencies[word] = runs of equal rows. rows : of the postings of these words. Returns 1 if rows descend."""
    start = offsets[first_word]
    descending = 0
    for word in range(first_word, end_word):
        runs = 0
        for at in range(offsets[word] - start, offsets[word + 1] - start):
            if at == offsets[word] - start or rows[at] != rows[at - 1]:
                runs += 1
                descending |= at > offsets[word] - start and rows[at] < rows[at - 1]
        frequencies[word] = runs
    return descending


@compiled(*LISTS, _COUNTS, _ROWS, _COUNTS, np.int64, np.int64)
def count_kept(offsets, plain, low, bitmap, buckets, merged_row, rows, counts, first_word, end_word):
    """counts[word] += number of postings that a merge keeps. For the arguments see `merge_postings`."""
    for word in range(first_word, end_word):
        if decode_list(word, offsets, plain, low, bitmap, buckets, rows):
            return 1
        for at in range(offsets[word + 1] - offsets[word]):
            row = rows[at]
            if row >= len(merged_row):
                return 1
            if merged_row[row] >= 0:
                counts[word] += 1
    return 0
