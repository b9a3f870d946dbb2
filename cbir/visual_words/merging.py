"""Segments of postings -> one segment, written word by word: a merge holds only a few million postings in memory."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.artifacts import building_artifact, new_mapped_array, write_array
from cbir.base.errors import Cancelled
from cbir.visual_words.row_coding import bitmap_length, buckets_of
from cbir.visual_words.segments import LARGE, PostingsSegment, about, offsets_of

BATCH_SIZE = 4_000_000  # postings merged at a time: a tenth of a second, and 48 MB in memory


def merge_segments(
    segments: Sequence[PostingsSegment],
    folder: Path,
    *,
    deleted: NDArray[np.int64],
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Write one segment with the postings of several, without those of deleted documents.

    deleted : (d,) documents to leave out. cancelled : called several times a second
    All segments must belong to one codebook. The arrays are filled through a memory map, so the machine's memory does
    not limit the size of a library.
    Raises Cancelled, after which the unfinished segment is removed.
    """
    from cbir.visual_words.row_coding import encode_lists

    def go_on() -> None:
        if cancelled():
            raise Cancelled("The merging of the index was stopped. Nothing has changed.")

    if len({segment.codebook for segment in segments}) != 1:
        raise ValueError("segments of several codebooks cannot be merged")
    for segment in segments:
        go_on()
        segment.compare()
    word_count = len(segments[0].offsets) - 1
    members, sources = _merged_members(segments, deleted)
    parts = parts_of_words(segments)
    offsets = offsets_of(_count_kept(sources, parts, word_count, go_on))
    lengths = _merged_lengths(sources, len(members))
    postings, buckets = int(offsets[-1]), buckets_of(len(members))
    manifest = about(segments[0].codebook, word_count)
    with building_artifact(folder, manifest, large=LARGE, go_on=go_on) as temporary:
        low = new_mapped_array(temporary / "rows.u8", "u1", postings)
        bitmap = new_mapped_array(
            temporary / "buckets.u64", "<u8", bitmap_length(postings, word_count, buckets)
        )
        signatures = new_mapped_array(temporary / "signatures.u64", "<u8", postings)
        frequencies = np.zeros(word_count, np.int64)
        try:
            for words in parts:
                part = slice(int(offsets[words[0]]), int(offsets[words[1]]))
                rows, signatures[part] = _merged_part(sources, offsets, words, frequencies)
                encode_lists(rows, offsets, *words, buckets, low, bitmap)
                _flush(low, bitmap, signatures)  # after each part; otherwise the end would wait for all of it
                go_on()
        finally:
            # Windows can neither rename nor remove a folder with a mapped file.
            del low, bitmap, signatures
        write_array(temporary / "offsets.i64", offsets)
        write_array(temporary / "frequencies.u32", frequencies.astype("<u4"))
        write_array(temporary / "members.u32", members)
        write_array(temporary / "lengths.u32", lengths)


def _merged_part(
    sources: Sequence[tuple[PostingsSegment, NDArray[np.int64]]],
    offsets: NDArray[np.int64],
    words: tuple[int, int],
    frequencies: NDArray[np.int64],
) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
    """Rows and signatures of the merged postings of words[0] ... words[1] - 1. Sets the words' frequencies.

    offsets : of the merged segment
    """
    from cbir.visual_words import scoring

    count = int(offsets[words[1]] - offsets[words[0]])
    rows, signatures = np.zeros(count, np.uint32), np.zeros(count, np.uint64)
    next_place = np.zeros(len(offsets) - 1, np.int64)
    for segment, merged_row in sources:
        scratch = segment.scratch(slice(*words))
        segment.refuse_damage(
            scoring.merge_postings(
                *segment.lists,
                segment.signatures,
                merged_row,
                offsets,
                scratch,
                rows,
                signatures,
                next_place,
                *words,
            )
        )
    if scoring.count_documents(rows, offsets, frequencies, *words):
        # After merges out of order, documents of one segment may be between those of another. The frequencies are still
        # right, because each document is in one segment.
        word = np.repeat(np.arange(*words), np.diff(offsets[words[0] : words[1] + 1]))
        order = np.lexsort((rows, word))
        rows, signatures = rows[order], signatures[order]
    return rows, signatures


def _merged_members(
    segments: Sequence[PostingsSegment], deleted: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], list[tuple[PostingsSegment, NDArray[np.int64]]]]:
    """The documents of the merged segment, ascending, and each segment with its documents' rows among them."""
    members = np.concatenate([segment.members for segment in segments])
    members = np.sort(members[~np.isin(members, deleted)])
    # Ascending by first member: rows are then written nearly in order, which suits the cache.
    in_order = sorted(segments, key=lambda s: int(s.members[0]) if len(s.members) else 0)
    return members, [(segment, _merged_rows(segment, members)) for segment in in_order]


def _count_kept(
    sources: Sequence[tuple[PostingsSegment, NDArray[np.int64]]],
    parts: Sequence[tuple[int, int]],
    word_count: int,
    go_on: Callable[[], None],
) -> NDArray[np.int64]:
    """(word_count,) postings of each word that the merged segment keeps. sources : segments, and their new rows"""
    from cbir.visual_words import scoring

    counts = np.zeros(word_count, np.int64)
    for words in parts:
        go_on()
        for segment, merged_row in sources:
            scratch = segment.scratch(slice(*words))
            stopped = scoring.count_kept(*segment.lists, merged_row, scratch, counts, *words)
            segment.refuse_damage(stopped)
    return counts


def _merged_lengths(
    sources: Sequence[tuple[PostingsSegment, NDArray[np.int64]]], members: int
) -> NDArray[np.uint32]:
    lengths = np.zeros(members, np.uint32)
    for segment, merged_row in sources:
        new_rows = merged_row[segment.row_of_member]
        lengths[new_rows[new_rows >= 0]] = segment.lengths[new_rows >= 0]
    return lengths


def _merged_rows(segment: PostingsSegment, members: NDArray[np.uint32]) -> NDArray[np.int64]:
    """(rows of the segment,) the row of each in a merged segment of these members; -1 for a document left out."""
    places = np.full(segment.size, -1, np.int64)
    is_member = np.isin(segment.members, members)
    places[segment.row_of_member[is_member]] = np.searchsorted(members, segment.members[is_member])
    return places


def _flush(*arrays: NDArray[Any]) -> None:
    for mapped in arrays:
        if isinstance(mapped, np.memmap):  # an empty array is not mapped
            mapped.flush()


def parts_of_words(segments: Sequence[PostingsSegment]) -> list[tuple[int, int]]:
    """Ranges of words with a few million postings each. A merge can be cancelled after each range."""
    ends = np.sum([segment.offsets[1:] for segment in segments], axis=0)
    cuts = np.searchsorted(ends, np.arange(BATCH_SIZE, int(ends[-1]), BATCH_SIZE))
    edges = [0, *np.unique(cuts[cuts > 0]).tolist(), len(ends)]
    return list(itertools.pairwise(edges))
