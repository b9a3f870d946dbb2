"""Hashes and postings -> pairs of photos that may belong together, without comparing every pair.

Copies of the whole picture have near hashes. Parts, turned and pasted copies share visual words with the same first
bits in their signatures. Photos that share neither are never compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.duplicates.hashes import VIEWS, seen_as
from cbir.loops import array, compiled, popcount
from cbir.state import MappedIndex
from cbir.visual_words import InvertedIndex

_HASHES, _STARTS, _ROWS = array(np.uint64, 2), array(np.int64, 2), array(np.int32, 2)
_PAIRS = array(np.int64, 2)
_LONGS, _INTS, _SIGNATURES, _SHORTS = array(np.int64), array(np.uint32), array(np.uint64), array(np.uint16)


@compiled(_HASHES, _HASHES, _STARTS, _ROWS, np.int64, _PAIRS)
def near_hash_pairs(queries, hashes, starts, rows, radius, pairs):
    """Pairs of hashes within a Hamming radius, with one of their eight parts equal or one bit apart.

    queries, hashes : (n, 2), (m, 2). starts : (8, 65537), rows : (8, m): the hashes by each of their 16-bit parts
    pairs : (room, 3), query, row and distance; a pair may occur more than once. Returns the number of pairs, which may
        exceed the room.
    Norouzi, Punjani and Fleet, "Fast search in Hamming space with multi-index hashing", CVPR 2012, section 3.
    """
    total = 0
    unit = np.uint64(1)
    for i in range(len(queries)):
        high, low = queries[i, 0], queries[i, 1]
        for part in range(8):
            word = high if part < 4 else low
            key = (word >> np.uint64(16 * (3 - part % 4))) & np.uint64(0xFFFF)
            for flip in range(17):
                probe = key if flip == 16 else key ^ (unit << np.uint64(flip))
                for at in range(starts[part, probe], starts[part, probe + unit]):
                    row = rows[part, at]
                    distance = popcount(high ^ hashes[row, 0]) + popcount(low ^ hashes[row, 1])
                    if distance <= radius:
                        if total < len(pairs):
                            pairs[total, 0], pairs[total, 1], pairs[total, 2] = i, row, distance
                        total += 1
    return total


@compiled(_INTS, _LONGS, _INTS, _SIGNATURES, _LONGS, np.int64, _INTS, _INTS, np.int64)
def gather(words, offsets, rows, signatures, document_of_row, bits, keys, documents, at):
    """Append postings of a segment: a key of the visual word and the signature's first bits, and the document.

    rows : of these postings, list after list. document_of_row : int64, below 0 for a document that is left out
    Returns the new number of postings; -1 if the segment is damaged.
    """
    shift = np.uint64(64 - bits)
    chosen_count = 0
    for i in range(len(words)):
        word = words[i]
        for posting in range(offsets[word], offsets[word + 1]):
            row = rows[chosen_count]
            chosen_count += 1
            if row >= len(document_of_row):
                return -1
            document = document_of_row[row]
            if document >= 0:
                keys[at] = np.uint32((np.uint64(i) << np.uint64(bits)) | (signatures[posting] >> shift))
                documents[at] = np.uint32(document)
                at += 1
    return at


@compiled(_INTS, _LONGS, _INTS, _LONGS, _INTS)
def sort_by(keys, starts, values, next_place, out):
    """Counting sort of values by key. starts : (keys + 1,) zeros, becomes each key's offset. next_place : (keys,)"""
    for i in range(len(keys)):
        starts[keys[i] + 1] += 1
    for key in range(len(starts) - 1):
        starts[key + 1] += starts[key]
        next_place[key] = starts[key]
    for i in range(len(keys)):
        key = keys[i]
        out[next_place[key]] = values[i]
        next_place[key] += 1
    return 0


@compiled(_INTS, _LONGS, _INTS, _LONGS, _INTS, np.int64, np.int64, _SHORTS, _LONGS, _PAIRS)
def count_shared(queried, starts_of, keys_of, starts, documents, longest, least, counts, touched, pairs):
    """Pairs of documents that share at least `least` keys, in both directions.

    queried : documents to count for. starts_of, keys_of : keys of each queried document. starts, documents : by key
    longest : keys of more documents say nothing and are skipped. counts : (documents,) zeros, also afterwards
    pairs : (room, 3) queried document, other, shared. Returns the number of pairs, which may exceed the room.
    """
    total = 0
    for i in range(len(queried)):
        own = queried[i]
        n = 0
        for at in range(starts_of[i], starts_of[i + 1]):
            key = keys_of[at]
            start, end = starts[key], starts[key + 1]
            if end - start > longest:
                continue
            for posting in range(start, end):
                other = documents[posting]
                if counts[other] == 0:
                    touched[n] = other
                    n += 1
                if counts[other] < 65535:
                    counts[other] += np.uint16(1)
        for j in range(n):
            other = touched[j]
            shared = counts[other]
            counts[other] = 0
            if shared >= least and other != own:
                if total < len(pairs):
                    pairs[total, 0], pairs[total, 1], pairs[total, 2] = own, other, shared
                total += 1
    return total


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateOptions:
    """Chosen on half A of the development photos: docs/benchmarks/duplicates.json."""

    hash_radius: int = 26  # of 128 bits
    postings: int = 30_000_000  # read: every visual word of a small library, one in several of a large one
    signature_bits: int = 8  # first bits of the signatures that a shared visual word must agree on
    longest_list: int = 96  # photos; a feature that more photos share says nothing
    least_shared: int = 3  # of one visual word in three or more; one more if more visual words are read
    most: int = 12  # partners of a photo, those with the most shared visual words
    room: int = 1 << 20  # pairs, initial buffer


def near_hashes(
    hashes: NDArray[np.uint64], queried: NDArray[np.intp], options: CandidateOptions = CandidateOptions()
) -> NDArray[np.int64]:
    """Pairs of near hashes, in any of the eight orientations of their pictures.

    hashes : (n, 2) uint64. queried : rows to compare with all
    Returns (k, 4) int64: queried row, row, distance, and the view of the queried picture with this distance; each pair
    once.
    """
    parts = np.stack(
        [
            (hashes[:, position // 4] >> np.uint64(16 * (3 - position % 4))) & np.uint64(0xFFFF)
            for position in range(8)
        ]
    )
    rows = np.argsort(parts, axis=1, kind="stable").astype(np.int32)
    counts = np.stack([np.bincount(part.astype(np.int64), minlength=1 << 16) for part in parts])
    starts = np.zeros((8, (1 << 16) + 1), np.int64)
    np.cumsum(counts, axis=1, out=starts[:, 1:])
    by_view = []
    for view in range(VIEWS):
        queries = seen_as(np.ascontiguousarray(hashes[queried]), view)
        pairs = _with_room(
            partial(near_hash_pairs, queries, hashes, starts, rows, options.hash_radius), options.room
        )
        pairs[:, 0] = queried[pairs[:, 0]]
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
        by_view.append(np.column_stack([pairs, np.full(len(pairs), view)]))
    all_views = np.concatenate(by_view)
    order = np.lexsort((all_views[:, 2], all_views[:, :2].max(axis=1), all_views[:, :2].min(axis=1)))
    all_views = all_views[order]
    low, high = all_views[:, :2].min(axis=1), all_views[:, :2].max(axis=1)
    first = np.ones(len(all_views), bool)
    first[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    return all_views[first]


def sharing_words(
    mapped: MappedIndex,
    documents: NDArray[np.int64],
    queried: NDArray[np.intp],
    options: CandidateOptions = CandidateOptions(),
    cancelled: Callable[[], bool] = lambda: False,
) -> NDArray[np.int64]:
    """Pairs of photos that share visual words.

    documents : (n,) of the photos, ascending. queried : rows of it to compare with all
    Returns (k, 3) int64: queried row, row, shared visual words; the best pairs of each queried photo. Raises Cancelled.
    """
    shared = [np.zeros((0, 3), np.int64)]
    for _, index in mapped.indexes:
        word_step = max(1, -(-sum(len(segment.signatures) for segment in index.segments) // options.postings))
        keys, rows, key_count = read_postings(index, documents, word_step, options.signature_bits)
        if len(keys):
            least = options.least_shared + (word_step < 3)
            shared.append(_join(keys, rows, key_count, len(documents), queried, least, options, cancelled))
    return np.concatenate(shared)


def read_postings(
    index: InvertedIndex, documents: NDArray[np.int64], word_step: int, bits: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], int]:
    """Postings of every word_step-th visual word: their keys, their photos' rows, and the number of possible keys."""
    count = max((len(segment.offsets) - 1 for segment in index.segments), default=0)
    words = np.arange(0, count, word_step, dtype=np.uint32)
    sizes = [int((segment.offsets[words + 1] - segment.offsets[words]).sum()) for segment in index.segments]
    keys, rows = np.empty(sum(sizes), np.uint32), np.empty(sum(sizes), np.uint32)
    at = 0
    for segment in index.segments:
        segment.compare(words)
        row_of = np.full(segment.size, -1, np.int64)
        place = np.minimum(np.searchsorted(documents, segment.members), max(len(documents) - 1, 0))
        is_member = documents[place] == segment.members if len(documents) else np.zeros(len(place), bool)
        row_of[segment.row_of_member] = np.where(is_member, place, -1)
        offsets = np.ascontiguousarray(segment.offsets, np.int64)
        after = gather(
            words, offsets, segment.rows_of(words), segment.signatures, row_of, bits, keys, rows, at
        )
        segment.refuse_damage(after < 0)
        at = after
    return keys[:at], rows[:at], len(words) << bits


def _join(
    keys: NDArray[np.uint32],
    rows: NDArray[np.uint32],
    key_count: int,
    photos: int,
    queried: NDArray[np.intp],
    least_shared: int,
    options: CandidateOptions,
    cancelled: Callable[[], bool],
) -> NDArray[np.int64]:
    by_key, starts = sorted_by(keys, rows, key_count)
    query_of_row = np.full(photos, -1, np.int32)
    query_of_row[queried] = np.arange(len(queried))
    query_of_posting = query_of_row[rows]
    own = query_of_posting >= 0
    keys_of, starts_of = sorted_by(query_of_posting[own].view(np.uint32), keys[own], len(queried))
    del query_of_posting, own, keys, rows
    counts, touched = np.zeros(photos, np.uint16), np.empty(photos, np.int64)
    shared = []
    block = 4096
    for begin in range(0, len(queried), block):
        if cancelled():
            raise Cancelled("The search for duplicates was cancelled.")
        part = queried[begin : begin + block].astype(np.uint32)
        own_starts = np.ascontiguousarray(starts_of[begin : begin + len(part) + 1])
        pairs = _with_room(
            partial(
                count_shared,
                part,
                own_starts,
                keys_of,
                starts,
                by_key,
                options.longest_list,
                least_shared,
                counts,
                touched,
            ),
            options.room,
        )
        shared.append(best_of_each(pairs, options.most))
    return np.concatenate(shared) if shared else np.zeros((0, 3), np.int64)


def sorted_by(
    keys: NDArray[np.uint32], values: NDArray[np.uint32], count: int
) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Values sorted by key, and the offset of each key's first value."""
    out, starts = np.empty(len(values), np.uint32), np.zeros(count + 1, np.int64)
    sort_by(np.ascontiguousarray(keys), starts, np.ascontiguousarray(values), np.empty(count, np.int64), out)
    return out, starts


def best_of_each(pairs: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """For each queried photo, the pairs with the most shared visual words."""
    pairs = pairs[np.lexsort((pairs[:, 1], -pairs[:, 2], pairs[:, 0]))]
    begins = np.flatnonzero(np.diff(pairs[:, 0], prepend=-1))
    rank = np.arange(len(pairs)) - np.repeat(begins, np.diff(begins, append=len(pairs)))
    return pairs[rank < most]


def _with_room(fill: Callable[[NDArray[np.int64]], int], room: int) -> NDArray[np.int64]:
    """The rows that a kernel writes, in a buffer that grows until they fit."""
    while True:
        buffer = np.empty((room, 3), np.int64)
        count = fill(buffer)
        if count <= room:
            return buffer[:count].copy()
        room = count
