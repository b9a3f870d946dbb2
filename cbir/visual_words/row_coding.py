"""Rows of postings <-> a byte for each and a bitmap: 1.2 bytes per posting instead of 4, with access to any list.

The rows of a word's list ascend. The lowest 8 bits of a row are its byte. Its bucket of 256 rows is coded in unary: for
each bucket of each word, the bitmap has a 1 for each posting in it, then a 0. The g-th of all postings, in the list of
word w, thus has its 1 at bit g + w * Z + (row >> 8), where Z is the number of buckets. No list needs its own offset.
Elias, "Efficient storage and retrieval by content and address of static files", Journal of the ACM 21(2), 1974;
Vigna, "Quasi-succinct indices", WSDM 2013.
"""

from __future__ import annotations

import numpy as np

from cbir.loops import array, compiled, popcount

BUCKET_BITS = 8
LISTS = (array(np.int64), array(np.uint32), array(np.uint8), array(np.uint64), array(np.int64, 0))
"""Types of a segment's lists in the loops: offsets, plain rows, low bytes of coded rows, bitmap, buckets per word."""


def buckets_of(rows: int) -> int:
    """Number of buckets for a number of rows."""
    return -(-rows >> BUCKET_BITS)


def bitmap_length(postings: int, words: int, buckets: int) -> int:
    """Length of a segment's bitmap in 64-bit words."""
    return -(-(postings + words * buckets) // 64)


def decode_list(word, offsets, plain, low, bitmap, buckets, rows):
    """Write the rows of a word's postings to the beginning of `rows`. Returns 1 if the bitmap ends too early."""
    step, six = np.uint64(1), np.uint64(6)
    start = np.uint64(offsets[word])
    count = np.uint64(offsets[word + 1]) - start
    if len(plain):
        for k in range(count):
            rows[k] = plain[start + np.uint64(k)]
        return 0
    bit = start + np.uint64(word) * np.uint64(buckets)
    at = bit >> six
    base = (at << six) - bit
    k = np.uint64(0)
    before = bit & np.uint64(63)  # bits of earlier lists
    while k < count:
        if at >= len(bitmap):
            return 1
        ones = (bitmap[at] >> before) << before
        before = np.uint64(0)
        while ones and k < count:
            lowest = ones & (~ones + step)
            ones ^= lowest
            bucket = base + np.uint64(popcount(lowest - step)) - k
            rows[k] = np.uint32((bucket << np.uint64(8)) | np.uint64(low[start + k]))
            k += step
        at += step
        base += np.uint64(64)
    return 0


@compiled(array(np.uint32), *LISTS, array(np.uint32), array(np.uint32))
def decode_lists(words, offsets, plain, low, bitmap, buckets, scratch, rows):
    """Write the rows of some words' postings, list after list. scratch : as long as the longest list"""
    to = 0
    for i in range(len(words)):
        if decode_list(words[i], offsets, plain, low, bitmap, buckets, scratch):
            return 1
        for k in range(offsets[words[i] + 1] - offsets[words[i]]):
            rows[to] = scratch[k]
            to += 1
    return 0


@compiled(array(np.uint32), array(np.int64), np.int64, np.int64, np.int64, array(np.uint8), array(np.uint64))
def encode_lists(rows, offsets, first_word, end_word, buckets, low, bitmap):
    """Write bytes and bits of the postings of some words. rows : ascending within a word. bitmap : zeros at first"""
    start = offsets[first_word]
    for word in range(first_word, end_word):
        for posting in range(offsets[word], offsets[word + 1]):
            row = rows[posting - start]
            bit = np.uint64(posting + word * buckets) + (np.uint64(row) >> np.uint64(8))
            low[posting] = np.uint8(row & np.uint32(255))
            bitmap[bit >> np.uint64(6)] |= np.uint64(1) << (bit & np.uint64(63))
    return 0
