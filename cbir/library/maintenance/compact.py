"""Compaction of a library: removal of data that no photo needs any more.

Postings are merged into one segment without tombstones, features of deleted documents are dropped and small feature
segments joined, unused thumbnails and codebooks are deleted, and the catalog is packed. Every step is one transaction
after its files are finished, so an interruption leaves an intact library.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cbir.base.errors import Cancelled
from cbir.base.layout import Layout, new_segment_name
from cbir.base.storage import folder_bytes
from cbir.base.types import DocumentId
from cbir.catalog import Catalog, SegmentRow
from cbir.library.maintenance.merge import merge_into_one, merge_vectors
from cbir.matching import FeatureStore, FeatureStoreBuilder
from cbir.state import CodebookShelf, is_own, remove_orphans
from cbir.visual_words import PostingsSegment

PHOTOS_PER_STORE = (
    1024  # some 40 MB: collected in memory, and copied again if a photo of the store is compacted
)
SMALL = 256  # photos; a store below this is joined with others


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
        for step in (_merge_all, _rewrite_stores):
            step(catalog, layout, cancelled)
    merge_vectors(catalog, layout, current_model=None, all_into_one=True, cancelled=cancelled)
    if not cancelled():
        catalog.shrink()
        remove_orphans(catalog, layout)
        _remove_unused_thumbnails(catalog, layout)
        _remove_unused_codebooks(catalog, layout)
    return CompactReport(bytes_before=before, bytes_after=_bytes(layout))


def _bytes(layout: Layout) -> int:
    """Bytes of the library without the catalog's log, which repeats the whole catalog until it is closed."""
    logs = [layout.catalog.with_name(f"{layout.catalog.name}{end}") for end in ("-wal", "-shm")]
    return folder_bytes(layout.folder) - sum(log.stat().st_size for log in logs if log.exists())


def _merge_all(catalog: Catalog, layout: Layout, cancelled: Callable[[], bool]) -> None:
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


def _rewrite_stores(catalog: Catalog, layout: Layout, cancelled: Callable[[], bool]) -> None:
    with catalog.transaction():
        catalog.segments.drop_unused_stores()
    groups: dict[tuple[str, str], list[SegmentRow]] = defaultdict(list)
    for segment in sorted(catalog.segments.all("features"), key=lambda segment: segment.name):
        groups[segment.codebook, segment.options].append(segment)
    for segments in groups.values():
        used = {segment.name: catalog.documents.in_store(segment.name) for segment in segments}
        small = [segment for segment in segments if len(used[segment.name]) < SMALL]
        holey = [segment for segment in segments if len(used[segment.name]) < segment.documents]
        chosen = {segment.name: segment for segment in (*holey, *(small if len(small) > 1 else ()))}
        batch: list[tuple[str, DocumentId, int]] = []
        for name in chosen:
            batch += [(name, document, row) for document, row in used[name]]
            while len(batch) >= PHOTOS_PER_STORE and not cancelled():
                _write_store(catalog, layout, segments[0], batch[:PHOTOS_PER_STORE])
                batch = batch[PHOTOS_PER_STORE:]
        if batch and not cancelled():
            _write_store(catalog, layout, segments[0], batch)


def _write_store(
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


def _remove_unused_thumbnails(catalog: Catalog, layout: Layout) -> None:
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
    _remove_unused_codebooks(catalog, layout)


def _remove_unused_codebooks(catalog: Catalog, layout: Layout) -> None:
    if not catalog.checkpoint():  # a reader has an older snapshot of the catalog, which may use them
        return
    shelf = CodebookShelf(layout)
    used = {segment.codebook for segment in catalog.segments.all() if segment.kind != "vectors"}
    used.add(shelf.current(catalog).fingerprint)
    for path in shelf.paths():
        if path.stem not in used and is_own(layout, path):
            path.unlink(missing_ok=True)
