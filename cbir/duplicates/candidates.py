"""Hashes and postings -> pairs of photos that may belong together, without comparing all with all.

Copies of the whole picture have near hashes; parts, turned and pasted copies share visual words whose signatures begin
alike. Photos that have neither in common are never looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.duplicates import kernels
from cbir.duplicates.hashes import VIEWS, seen_as
from cbir.state import MappedIndex
from cbir.visual_words import InvertedIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateOptions:
    """Chosen on half A of the development photos: docs/benchmarks.md, duplicates."""

    hash_radius: int = 26  # of 128 bits
    postings: int = 30_000_000  # looked at: every word of a small library, one in several of a large one
    signature_bits: int = 8  # of those that a shared word's signatures begin with
    longest_list: int = 96  # photos; what more photos share says nothing
    least_shared: int = 3  # of one word in three or more; one more where more words are looked at
    most: int = 12  # others of a photo, the best by what they share
    room: int = 1 << 20  # pairs, at first


def near_hashes(
    hashes: NDArray[np.uint64], asked: NDArray[np.intp], options: CandidateOptions = CandidateOptions()
) -> NDArray[np.int64]:
    """Pairs of near hashes, whichever way their pictures are turned or mirrored.

    hashes : (n, 2) uint64. asked : rows that are compared with all
    Returns (k, 4) int64: row asked, row, distance, and the view of the asked one that is so near; each pair once.
    """
    parts = np.stack(
        [(hashes[:, at // 4] >> np.uint64(16 * (3 - at % 4))) & np.uint64(0xFFFF) for at in range(8)]
    )
    rows = np.argsort(parts, axis=1, kind="stable").astype(np.int32)
    counts = np.stack([np.bincount(part.astype(np.int64), minlength=1 << 16) for part in parts])
    starts = np.zeros((8, (1 << 16) + 1), np.int64)
    np.cumsum(counts, axis=1, out=starts[:, 1:])
    found = []
    for view in range(VIEWS):
        queries = seen_as(np.ascontiguousarray(hashes[asked]), view)
        pairs = _with_room(
            partial(kernels.near_hashes, queries, hashes, starts, rows, options.hash_radius), options.room
        )
        pairs[:, 0] = asked[pairs[:, 0]]
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
        found.append(np.column_stack([pairs, np.full(len(pairs), view)]))
    all_views = np.concatenate(found)
    order = np.lexsort((all_views[:, 2], all_views[:, :2].max(axis=1), all_views[:, :2].min(axis=1)))
    all_views = all_views[order]
    low, high = all_views[:, :2].min(axis=1), all_views[:, :2].max(axis=1)
    first = np.ones(len(all_views), bool)
    first[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    return all_views[first]


def sharing_words(
    mapped: MappedIndex,
    documents: NDArray[np.int64],
    asked: NDArray[np.intp],
    options: CandidateOptions = CandidateOptions(),
    cancelled: Callable[[], bool] = lambda: False,
) -> NDArray[np.int64]:
    """Pairs of photos that share visual words.

    documents : (n,) of the photos, ascending. asked : rows of it that are compared with all
    Returns (k, 3) int64: row asked, row, shared words; the best of each asked photo. Raises Cancelled.
    """
    found = [np.zeros((0, 3), np.int64)]
    for _, index in mapped.indexes:
        every = max(1, -(-sum(len(segment.signatures) for segment in index.segments) // options.postings))
        keys, rows, key_count = _postings(index, documents, every, options.signature_bits)
        if len(keys):
            least = options.least_shared + (every < 3)
            found.append(_join(keys, rows, key_count, len(documents), asked, least, options, cancelled))
    return np.concatenate(found)


def _postings(
    index: InvertedIndex, documents: NDArray[np.int64], every_word: int, bits: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], int]:
    """The postings of some words: their keys and the rows of their photos, and how many keys there may be."""
    count = max((len(segment.offsets) - 1 for segment in index.segments), default=0)
    words = np.arange(0, count, every_word, dtype=np.uint32)
    sizes = [int((segment.offsets[words + 1] - segment.offsets[words]).sum()) for segment in index.segments]
    keys, rows = np.empty(sum(sizes), np.uint32), np.empty(sum(sizes), np.uint32)
    at = 0
    for segment in index.segments:
        segment.compare(words)
        row_of = np.full(segment.size, -1, np.int64)
        place = np.minimum(np.searchsorted(documents, segment.members), max(len(documents) - 1, 0))
        known = documents[place] == segment.members if len(documents) else np.zeros(len(place), bool)
        row_of[segment.row_of_member] = np.where(known, place, -1)
        offsets = np.ascontiguousarray(segment.offsets, np.int64)
        after = kernels.gather(
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
    asked: NDArray[np.intp],
    least_shared: int,
    options: CandidateOptions,
    cancelled: Callable[[], bool],
) -> NDArray[np.int64]:
    by_key, starts = _sorted_by(keys, rows, key_count)
    is_asked = np.full(photos, -1, np.int32)
    is_asked[asked] = np.arange(len(asked))
    asked_of = is_asked[rows]
    own = asked_of >= 0
    keys_of, starts_of = _sorted_by(asked_of[own].view(np.uint32), keys[own], len(asked))
    del asked_of, own, keys, rows
    counts, touched = np.zeros(photos, np.uint16), np.empty(photos, np.int64)
    found = []
    block = 4096
    for begin in range(0, len(asked), block):
        if cancelled():
            raise Cancelled("The search for duplicates was cancelled.")
        part = asked[begin : begin + block].astype(np.uint32)
        own_starts = np.ascontiguousarray(starts_of[begin : begin + len(part) + 1])
        pairs = _with_room(
            partial(
                kernels.count_shared,
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
        found.append(_best_of_each(pairs, options.most))
    return np.concatenate(found) if found else np.zeros((0, 3), np.int64)


def _sorted_by(
    keys: NDArray[np.uint32], values: NDArray[np.uint32], count: int
) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Values by their keys, and where those of each key begin."""
    out, starts = np.empty(len(values), np.uint32), np.zeros(count + 1, np.int64)
    kernels.sort_by(
        np.ascontiguousarray(keys), starts, np.ascontiguousarray(values), np.empty(count, np.int64), out
    )
    return out, starts


def _best_of_each(pairs: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Of each photo asked, the pairs that share most."""
    pairs = pairs[np.lexsort((pairs[:, 1], -pairs[:, 2], pairs[:, 0]))]
    begins = np.flatnonzero(np.diff(pairs[:, 0], prepend=-1))
    rank = np.arange(len(pairs)) - np.repeat(begins, np.diff(begins, append=len(pairs)))
    return pairs[rank < most]


def _with_room(fill: Callable[[NDArray[np.int64]], int], room: int) -> NDArray[np.int64]:
    """What a kernel found, with as much room as it needs."""
    while True:
        found = np.empty((room, 3), np.int64)
        count = fill(found)
        if count <= room:
            return found[:count].copy()
        room = count
