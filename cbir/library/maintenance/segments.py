"""Segments of a library: small ones are merged while it grows, and all of them are compacted on request.

Sizes of segments form a geometric series. A posting is therefore rewritten some log3(N) times in all, and a search
walks some log3(N) lists for each visual word (O'Neil et al., "The log-structured merge-tree", 1996).

Compacting merges postings into one segment without tombstones, drops the features of deleted documents, joins small
feature segments, deletes unused thumbnails and codebooks, and packs the catalog. Every step is one transaction after
its files are finished, so an interruption leaves an intact library.
"""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.artifacts import remove_artifact
from cbir.base.errors import Cancelled
from cbir.base.layout import Layout, new_segment_name
from cbir.base.storage import folder_bytes
from cbir.base.types import DocumentId
from cbir.catalog import Catalog, SegmentRow
from cbir.embeddings import documents_of, parts_made_by
from cbir.matching import FeatureStore, FeatureStoreBuilder
from cbir.state import CodebookShelf, is_own, remove_orphans
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
        of_codebook = [segment for segment in segments if segment.codebook == codebook]
        if chosen := choose_merge(of_codebook) or _choose_rewrite(catalog, of_codebook):
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
                of_model = [row for row in rows if row.codebook == model]
                chosen = of_model if all_into_one and len(of_model) > 1 else choose_merge(of_model)
                if not chosen and all_into_one and len(of_model) == 1:
                    live = catalog.documents.live() if live is None else live
                    opened = VectorSegment.open(layout.vectors(model, of_model[0].name))
                    chosen = of_model if len(_deleted(of_model[0], opened, live)) else []
                if chosen:
                    live = catalog.documents.live() if live is None else live
                    merge_vectors_into_one(catalog, layout, chosen, live, cancelled)
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


def merge_vectors_into_one(
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


PHOTOS_PER_STORE = (
    1024  # some 40 MB: collected in memory, and copied again if a photo of the store is compacted
)
SMALL_STORE = 256  # photos; a store below this is joined with others


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactReport:
    """Bytes of the library, thumbnails included."""

    bytes_before: int
    bytes_after: int


def compact_library(
    catalog: Catalog, layout: Layout, *, cancelled: Callable[[], bool] = lambda: False
) -> CompactReport:
    """Compact a library; the caller holds the writer lock. If cancelled, the finished steps are kept."""
    before = _bytes(layout)
    remove_orphans(catalog, layout, thumbnails=True)
    with contextlib.suppress(Cancelled):
        for step in (merge_all, rewrite_stores):
            step(catalog, layout, cancelled)
    merge_vectors(catalog, layout, current_model=None, all_into_one=True, cancelled=cancelled)
    if not cancelled():
        catalog.shrink()
        remove_orphans(catalog, layout)
        remove_unused_thumbnails(catalog, layout)
        remove_unused_codebooks(catalog, layout)
    return CompactReport(bytes_before=before, bytes_after=_bytes(layout))


def _bytes(layout: Layout) -> int:
    """Bytes of the library without the catalog's log, which repeats the whole catalog until it is closed."""
    logs = [layout.catalog.with_name(f"{layout.catalog.name}{end}") for end in ("-wal", "-shm")]
    return folder_bytes(layout.folder) - sum(log.stat().st_size for log in logs if log.exists())


def merge_all(catalog: Catalog, layout: Layout, cancelled: Callable[[], bool]) -> None:
    by_codebook: dict[str, list[SegmentRow]] = defaultdict(list)
    for segment in catalog.segments.all("postings"):
        by_codebook[segment.codebook].append(segment)
    for segments in by_codebook.values():
        worth = len(segments) > 1 or any(
            catalog.documents.deleted_in(segment.name)
            or PostingsSegment.open(layout.postings(segment.name)).outdated
            for segment in segments
        )
        if worth and not cancelled():
            merge_into_one(catalog, layout, segments, cancelled=cancelled)


def rewrite_stores(catalog: Catalog, layout: Layout, cancelled: Callable[[], bool]) -> None:
    with catalog.transaction():
        catalog.segments.drop_unused_stores()
    groups: dict[tuple[str, str], list[SegmentRow]] = defaultdict(list)
    for segment in sorted(catalog.segments.all("features"), key=lambda segment: segment.name):
        groups[segment.codebook, segment.options].append(segment)
    for segments in groups.values():
        used = {segment.name: catalog.documents.in_store(segment.name) for segment in segments}
        small = [segment for segment in segments if len(used[segment.name]) < SMALL_STORE]
        holey = [segment for segment in segments if len(used[segment.name]) < segment.documents]
        chosen = {segment.name: segment for segment in (*holey, *(small if len(small) > 1 else ()))}
        batch: list[tuple[str, DocumentId, int]] = []
        for name in chosen:
            batch += [(name, document, row) for document, row in used[name]]
            while len(batch) >= PHOTOS_PER_STORE and not cancelled():
                write_store(catalog, layout, segments[0], batch[:PHOTOS_PER_STORE])
                batch = batch[PHOTOS_PER_STORE:]
        if batch and not cancelled():
            write_store(catalog, layout, segments[0], batch)


def write_store(
    catalog: Catalog, layout: Layout, like: SegmentRow, rows: Sequence[tuple[str, DocumentId, int]]
) -> None:
    """Copy the features of documents into a new store. rows : (store, document, row)"""
    if not rows:
        return
    stores = {store: FeatureStore.open(layout.features(store)) for store, _, _ in rows}
    name = new_segment_name()
    signed = all(store.signed for store in stores.values())
    words = stores[rows[0][0]].codebook_words
    builder = FeatureStoreBuilder(words=words, codebook=like.codebook, options=like.options, signed=signed)
    moved = []
    for store_name, document, row in rows:
        store = stores[store_name]
        size = (int(store.sizes[row, 0]), int(store.sizes[row, 1]))
        record = store.record(row) if signed else store.unsigned_record(row)
        moved.append((document, builder.add_record(record, size)))
    builder.write(layout.features(name))
    segment = SegmentRow(
        name=name, kind="features", codebook=like.codebook, options=like.options, documents=len(moved)
    )
    with catalog.transaction():
        catalog.segments.add(segment)
        catalog.documents.move(moved, name)
        catalog.segments.drop_unused_stores()


def remove_unused_thumbnails(catalog: Catalog, layout: Layout) -> None:
    used = {fingerprint for fingerprint, _ in catalog.files.fingerprints()}
    for path in layout.thumbnails.glob("*/*.jpg"):
        if path.stem not in used and is_own(layout, path):
            path.unlink(missing_ok=True)
    for folder in layout.thumbnails.glob("*/"):
        if is_own(layout, folder):
            with contextlib.suppress(OSError):
                folder.rmdir()  # if it is empty


def retire_codebooks(catalog: Catalog, layout: Layout) -> None:
    """Remove codebooks that no photo is found by any more, and the features made with them.

    The caller holds the writer lock, and has merged the postings.
    """
    with catalog.transaction():
        catalog.segments.drop_unused_stores()
    remove_orphans(catalog, layout)
    remove_unused_codebooks(catalog, layout)


def remove_unused_codebooks(catalog: Catalog, layout: Layout) -> None:
    if not catalog.checkpoint():  # a reader has an older snapshot of the catalog, which may use them
        return
    shelf = CodebookShelf(layout)
    used = {segment.codebook for segment in catalog.segments.all() if segment.kind != "vectors"}
    used.add(shelf.current(catalog).fingerprint)
    for path in shelf.paths():
        if path.stem not in used and is_own(layout, path):
            path.unlink(missing_ok=True)
