"""Many small postings segments -> few: what keeps a search fast while a library grows photo by photo.

Segments are kept in a geometric order of size, so that a posting is rewritten some log3(N) times in all and a
search walks some log3(N) lists for each word (O'Neil et al., "The log-structured merge-tree", 1996).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from cbir.catalog import Catalog, SegmentRow
from cbir.indexing import new_segment_name
from cbir.layout import Layout
from cbir.types import DocumentId
from cbir.visual_words import PostingsSegment, merge_segments

GROWTH = 3  # a segment is merged into the next larger one unless that is so many times as large
REWRITE_SHARE = 0.25  # of tombstones in a segment, above which it is written again without them


def choose_merge(segments: Sequence[SegmentRow]) -> list[SegmentRow]:
    """The segments to merge into one, or none. All of them are postings of one codebook."""
    by_size = sorted(segments, key=lambda segment: (segment.documents, segment.name))
    chosen: list[SegmentRow] = []
    total = 0
    for segment in by_size:
        if chosen and segment.documents >= GROWTH * total:
            if len(chosen) > 1:
                break
            chosen, total = [], 0
        chosen.append(segment)
        total += segment.documents
    return chosen if len(chosen) > 1 else []


def merge_postings(catalog: Catalog, layout: Layout, *, cancelled: Callable[[], bool] = lambda: False) -> int:
    """Merge until the geometric order holds; the caller holds the writer lock. Returns how many merges."""
    merges = 0
    while not cancelled():
        segments = catalog.segments("postings")
        for codebook in sorted({segment.codebook for segment in segments}):
            same = [segment for segment in segments if segment.codebook == codebook]
            chosen = choose_merge(same) or _choose_rewrite(catalog, same)
            if chosen:
                merge_into_one(catalog, layout, chosen)
                merges += 1
                break
        else:
            return merges
    return merges


def _choose_rewrite(catalog: Catalog, segments: Sequence[SegmentRow]) -> list[SegmentRow]:
    for segment in segments:
        if catalog.deleted_in(segment.name) > REWRITE_SHARE * segment.documents:
            return [segment]
    return []


def merge_into_one(
    catalog: Catalog,
    layout: Layout,
    chosen: Sequence[SegmentRow],
    *,
    without: Collection[DocumentId] = (),
    and_then: Callable[[], None] = lambda: None,
) -> None:
    """Write some postings segments of one codebook as one, without their tombstones.

    without : documents to leave out beside those. and_then : called in the transaction that makes it visible
    """
    opened = [PostingsSegment.open(layout.postings(segment.name)) for segment in chosen]
    highest = max((int(segment.members[-1]) for segment in opened if len(segment.members)), default=0)
    left_out = [document for document, _, _ in catalog.deleted_documents()]
    tombstones = np.array([*left_out, *without], np.int64)
    deleted = np.zeros(highest + 1, bool)
    deleted[tombstones[tombstones <= highest]] = True
    name = new_segment_name()
    merge_segments(opened, layout.postings(name), deleted=deleted)
    kept = sum(int((~deleted[segment.members]).sum()) for segment in opened)
    merged = SegmentRow(
        name=name,
        kind="postings",
        codebook=chosen[0].codebook,
        options=chosen[0].options,
        documents=kept,
    )
    with catalog.transaction():
        catalog.replace_postings([segment.name for segment in chosen], merged)
        and_then()
