"""Merging of small segments of postings or embeddings, to keep searches fast while a library grows photo by photo.

Segments are kept in a geometric order of size, so that a posting is rewritten some log3(N) times in all and a
search walks some log3(N) lists for each visual word (O'Neil et al., "The log-structured merge-tree", 1996).
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.artifacts import remove_artifact
from cbir.base.errors import Cancelled
from cbir.base.layout import Layout, new_segment_name
from cbir.base.types import DocumentId
from cbir.catalog import Catalog, SegmentRow
from cbir.embeddings import documents_of, parts_made_by
from cbir.vectors import VectorSegment, merge_vector_segments
from cbir.visual_words import PostingsSegment, merge_segments

GROWTH = 3  # a segment is merged into the next larger one unless that is this many times larger
SMALL = 1024  # photos of a segment that is merged while others are indexed: the workers wait a quarter of a second
REWRITE_SHARE = 0.25  # of tombstones in a segment, above which it is written again without them


def choose_merge(segments: Sequence[SegmentRow]) -> list[SegmentRow]:
    """The segments to merge into one, or none. segments : postings of one codebook"""
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


def merge_postings(
    catalog: Catalog,
    layout: Layout,
    *,
    largest: int | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> int:
    """Merge until the geometric order holds, or until cancelled; the caller holds the writer lock.

    largest : only merge segments of at most this many photos; None for all. Returns the number of merges.
    """
    merges = 0
    with contextlib.suppress(Cancelled):
        while not cancelled() and (chosen := _next_merge(catalog, largest)):
            merge_into_one(catalog, layout, chosen, cancelled=cancelled)
            merges += 1
    return merges


def _next_merge(catalog: Catalog, largest: int | None) -> list[SegmentRow]:
    """The segments of one codebook to write as one, or none."""
    segments = [
        row for row in catalog.segments.all("postings") if largest is None or row.documents <= largest
    ]
    for codebook in sorted({segment.codebook for segment in segments}):
        same = [segment for segment in segments if segment.codebook == codebook]
        if chosen := choose_merge(same) or _choose_rewrite(catalog, same):
            return chosen
    return []


def _choose_rewrite(catalog: Catalog, segments: Sequence[SegmentRow]) -> list[SegmentRow]:
    for segment in segments:
        if catalog.documents.deleted_in(segment.name) > REWRITE_SHARE * segment.documents:
            return [segment]
    return []


def merge_into_one(
    catalog: Catalog,
    layout: Layout,
    chosen: Sequence[SegmentRow],
    *,
    without: Collection[DocumentId] = (),
    and_then: Callable[[], None] = lambda: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Merge postings segments of one codebook into one, without tombstones; into none if nothing else remains.

    without : further documents to leave out. and_then : called in the transaction that makes the result visible
    Raises Cancelled, after which the library is unchanged.
    """
    opened = [PostingsSegment.open(layout.postings(segment.name)) for segment in chosen]
    left_out = {document for document, _, _ in catalog.documents.deleted()} | set(without)
    deleted = np.array(sorted(left_out), np.int64)
    remaining = sum(int((~np.isin(segment.members, deleted)).sum()) for segment in opened)
    merged = None
    if remaining:
        merged = SegmentRow(
            name=new_segment_name(),
            kind="postings",
            codebook=chosen[0].codebook,
            options=chosen[0].options,
            documents=remaining,
        )
        merge_segments(opened, layout.postings(merged.name), deleted=deleted, cancelled=cancelled)
    with catalog.transaction():
        catalog.segments.replace_postings([segment.name for segment in chosen], merged, left_out=left_out)
        and_then()
    del opened  # Windows cannot delete mapped files
    _remove_replaced(catalog, [layout.postings(segment.name) for segment in chosen])


def _remove_replaced(catalog: Catalog, folders: Sequence[Path]) -> None:
    """Delete segments that the catalog no longer lists; segments in use are deleted later (remove_orphans)."""
    if (
        catalog.checkpoint()
    ):  # otherwise a power cut could bring back a catalog that lists the deleted segments
        for folder in folders:
            remove_artifact(folder)


def merge_vectors(
    catalog: Catalog,
    layout: Layout,
    *,
    current_model: str | None,
    parts: bool = True,
    all_into_one: bool = False,
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Merge segments of embeddings as postings are merged, and drop those of models that are no longer used.

    current_model : another model answers while it has embedded more photos, and is dropped after that
    parts : keep embeddings of photos' parts, in addition to those of the whole photos by the same model
    """
    if current_model is not None:
        _drop_unwanted(catalog, layout, current_model, parts=parts)
    live = None
    with contextlib.suppress(Cancelled):
        while not cancelled():
            rows = catalog.segments.all("vectors")
            for model in sorted({row.codebook for row in rows}):
                same = [row for row in rows if row.codebook == model]
                chosen = same if all_into_one and len(same) > 1 else choose_merge(same)
                if not chosen and all_into_one and len(same) == 1:
                    live = catalog.documents.live() if live is None else live
                    opened = VectorSegment.open(layout.vectors(model, same[0].name))
                    chosen = same if len(_deleted(same[0], opened, live)) else []
                if chosen:
                    live = catalog.documents.live() if live is None else live
                    _merge_vectors_into_one(catalog, layout, chosen, live, cancelled)
                    break
            else:
                return


def _drop_unwanted(catalog: Catalog, layout: Layout, current_model: str, *, parts: bool) -> None:
    """Drop the embeddings of unused models, and those of parts if they are not kept."""
    of_whole, of_parts = Counter[str](), set[str]()
    for row in catalog.segments.all("vectors"):
        if row.options:
            of_parts.add(row.codebook)
        else:
            of_whole[row.codebook] += row.documents
    kept_models = {current_model, *(model for model in of_whole if of_whole[model] > of_whole[current_model])}
    unwanted = of_whole.keys() - kept_models
    unwanted |= of_parts - ({parts_made_by(model) for model in kept_models} if parts else set())
    for made_by in unwanted:
        names = [row.name for row in catalog.segments.all("vectors") if row.codebook == made_by]
        with catalog.transaction():
            catalog.segments.replace_vectors(names, None)
            catalog.not_embedded.forget(made_by)
        _remove_replaced(catalog, [layout.vectors(made_by, name) for name in names])


def _deleted(row: SegmentRow, segment: VectorSegment, live: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of a segment whose documents are no longer live."""
    documents = documents_of(segment.documents) if row.options else segment.documents
    return segment.documents[~np.isin(documents, live)]


def _merge_vectors_into_one(
    catalog: Catalog,
    layout: Layout,
    chosen: Sequence[SegmentRow],
    live: NDArray[np.int64],
    cancelled: Callable[[], bool],
) -> None:
    """Merge segments of one model into one, without deleted documents; into none if nothing remains."""
    model = chosen[0].codebook
    opened = [VectorSegment.open(layout.vectors(model, row.name)) for row in chosen]
    deleted = np.sort(
        np.concatenate([_deleted(row, segment, live) for row, segment in zip(chosen, opened, strict=True)])
    )
    remaining = sum(len(segment.documents) for segment in opened) - len(deleted)
    merged = None
    if remaining:
        merged = SegmentRow(
            name=new_segment_name(),
            kind="vectors",
            codebook=model,
            options=chosen[0].options,
            documents=remaining,
        )
        merge_vector_segments(
            opened, layout.vectors(model, merged.name), deleted=deleted, cancelled=cancelled
        )
    with catalog.transaction():
        catalog.segments.replace_vectors([row.name for row in chosen], merged)
    del opened
    _remove_replaced(catalog, [layout.vectors(model, row.name) for row in chosen])
