"""Rows of postings <-> a byte each and a bitmap: 1.2 bytes a posting in place of 4, read from any list on.

The rows of a word's list ascend. The lowest 8 bits of each are its byte; which bucket of 256 rows it is in is unary:
for each bucket of each word, a 1 for each posting in it and then a 0. So the g-th of all postings, in the list of word
w, has its 1 at bit g + w * Z + (row >> 8), where Z is the number of buckets, and no list needs an offset of its own.
Elias, "Efficient storage and retrieval by content and address of static files", Journal of the ACM 21(2), 1974;
Vigna, "Quasi-succinct indices", WSDM 2013.
"""

from __future__ import annotations

import numpy as np

from cbir.base.loops import array, compiled, popcount

BUCKET_BITS = 8
LISTS = (array(np.int64), array(np.uint32), array(np.uint8), array(np.uint64), array(np.int64, 0))
"""How loops take the lists of a segment: offsets, plain rows, or else their bytes, the bitmap, and buckets a word."""


def buckets_of(rows: int) -> int:
    """Buckets of so many rows."""
    return -(-rows >> BUCKET_BITS)


def bitmap_length(postings: int, words: int, buckets: int) -> int:
    """Of a segment, in 64-bit words."""
    return -(-(postings + words * buckets) // 64)


def decode_list(word, offsets, plain, low, bitmap, buckets, rows):
    """Write the rows of a word's postings to the beginning of `rows`; 1 where the bitmap ends before they do."""
    one, six = np.uint64(1), np.uint64(6)
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
    before = bit & np.uint64(63)  # bits of the lists before
    while k < count:
        if at >= len(bitmap):
            return 1
        ones = (bitmap[at] >> before) << before
        before = np.uint64(0)
        while ones and k < count:
            lowest = ones & (~ones + one)
            ones ^= lowest
            bucket = base + np.uint64(popcount(lowest - one)) - k
            rows[k] = np.uint32((bucket << np.uint64(8)) | np.uint64(low[start + k]))
            k += one
        at += one
        base += np.uint64(64)
    return 0


@compiled(array(np.uint32), *LISTS, array(np.uint32), array(np.uint32))
def decode_lists(words, offsets, plain, low, bitmap, buckets, scratch, rows):
    """Write the rows of some words' postings, one list behind the other. scratch : as long as the longest list"""
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
    """Write bytes and bits of the postings of some words. rows : theirs, ascending for each; bitmap : zeros before"""
    start = offsets[first_word]
    for word in range(first_word, end_word):
        for posting in range(offsets[word], offsets[word + 1]):
            row = rows[posting - start]
            bit = np.uint64(posting + word * buckets) + (np.uint64(row) >> np.uint64(8))
            low[posting] = np.uint8(row & np.uint32(255))
            bitmap[bit >> np.uint64(6)] |= np.uint64(1) << (bit & np.uint64(63))
    return 0
