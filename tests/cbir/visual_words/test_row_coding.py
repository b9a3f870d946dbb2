"""Rows of postings as bytes and a bitmap: read back as they were, and no broken bitmap leads out of an array."""

import numpy as np
import pytest

from cbir.visual_words.row_coding import bitmap_length, buckets_of, decode_lists, encode_lists

PLAIN = np.zeros(0, np.uint32)


def drawn(members, words, seed):
    """Rows by word, of which some are of one photo, and where each word's begin."""
    rng = np.random.default_rng(seed)
    lists = [np.sort(rng.integers(0, members, rng.integers(0, 90))) for _ in range(words)]
    lists[rng.integers(words)] = np.zeros(0, np.int64)
    return np.concatenate(lists).astype(np.uint32), np.cumsum([0, *map(len, lists)], dtype=np.int64)


def coded(rows, offsets, members):
    words, buckets = len(offsets) - 1, buckets_of(members)
    low, bitmap = np.zeros(len(rows), np.uint8), np.zeros(bitmap_length(len(rows), words, buckets), np.uint64)
    half = words // 2
    for first, end in ((0, half), (half, words)):
        encode_lists(rows[offsets[first] : offsets[end]], offsets, first, end, buckets, low, bitmap)
    return low, bitmap, buckets


@pytest.mark.parametrize("members", [1, 2, 255, 256, 257, 5_000, 1_000_000])
def test_rows_are_read_back_whatever_lists_are_asked_for(members):
    rows, offsets = drawn(members, 40, members)
    low, bitmap, buckets = coded(rows, offsets, members)
    assert sum(int(word).bit_count() for word in bitmap) == len(rows)
    for words in (np.arange(40), np.array([39, 0, 7])):
        expected = np.concatenate([rows[offsets[word] : offsets[word + 1]] for word in words])
        found, scratch = np.empty(len(expected), np.uint32), np.empty(91, np.uint32)
        assert (
            decode_lists(words.astype(np.uint32), offsets, PLAIN, low, bitmap, buckets, scratch, found) == 0
        )
        assert found.tolist() == expected.tolist()


def test_a_broken_bitmap_gives_rows_or_stops():
    """Every bit of it flipped, by turns: the loops look at no memory but their own, and end."""
    rows, offsets = drawn(700, 12, 0)
    low, bitmap, buckets = coded(rows, offsets, 700)
    words, found, scratch = (
        np.arange(12, dtype=np.uint32),
        np.empty(len(rows), np.uint32),
        np.empty(91, np.uint32),
    )
    stopped = 0
    for bit in range(64 * len(bitmap)):
        broken = bitmap.copy()
        broken[bit // 64] ^= np.uint64(1) << np.uint64(bit % 64)
        stopped += decode_lists(words, offsets, PLAIN, low, broken, buckets, scratch, found)
        assert found[: offsets[bit // 900]].tolist() == rows[: offsets[bit // 900]].tolist()
    assert decode_lists(words, offsets, PLAIN, low, np.zeros_like(bitmap), buckets, scratch, found) == 1
    assert stopped, "a one too few, and the last list ends too soon"


def test_1_2_bytes_a_posting_where_lists_are_as_long_as_those_of_a_real_library():
    members, words = 10_000, 500
    rng = np.random.default_rng(1)
    rows = np.sort(rng.integers(0, members, (words, members // 152)), axis=1).astype(np.uint32)
    offsets = np.arange(words + 1) * rows.shape[1]
    low, bitmap, _ = coded(rows.ravel(), offsets, members)
    assert 1.15 < (low.nbytes + bitmap.nbytes) / rows.size < 1.25
