"""Committed segments of a library -> rows on its server; a snapshot -> indexes with candidates from the server.

    with remote_index.kept_up(catalog):  ...merge or compact...

Segments are committed in the folder first and sent afterwards, by document. After an interruption the next index run
sends the rest, and a row that is sent twice exists once. The catalog lists the segments that were sent.
"""

from __future__ import annotations

import contextlib
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import IndexUnreachable
from cbir.base.layout import Layout
from cbir.base.types import Filters
from cbir.catalog import Catalog, Node, SegmentRow, filter_nodes
from cbir.cluster.address import Address, own_address, read_address
from cbir.cluster.columns import SparseRow, Traits, expression_of, traits_of
from cbir.cluster.postgres import PostgresCollections
from cbir.cluster.words import FindDocuments, RemoteWordIndex
from cbir.embeddings import PARTS, documents_of, part_keys
from cbir.matching import FeatureStore
from cbir.vectors import VectorSegment
from cbir.visual_words import Codebook, PostingsSegment

_ANY_WORD = SparseRow(np.zeros(1, np.uint32), np.ones(1, np.float32))
_log = logging.getLogger(__name__)
_SENT = "sent"  # the catalog's setting with the segments that the server has
_LAST = "sent last"  # the catalog's setting with the last document that the server has
_DELETED_AT_ONCE = 20_000  # rows of one statement


class RemoteIndex:
    """The part of one library that is on a server. Searches may come from several threads, sending from one."""

    def __init__(self, layout: Layout, address: Address) -> None:
        self._layout = layout
        self.collections = PostgresCollections(address)
        self._sent: set[str] | None = None

    def describe(self) -> str:
        """Place of the index, for the user."""
        return self.collections.place

    def check(self) -> None:
        """Raise IndexUnreachable if the server does not answer."""
        self.collections.check()

    def close(self) -> None:
        self.collections.close()

    # --- sending ---

    @contextlib.contextmanager
    def kept_up(self, catalog: Catalog) -> Iterator[None]:
        """Send new segments; then the block may merge segments. The caller holds the writer lock."""
        self._claim()
        self._send(catalog)
        yield
        self._note(catalog)

    def connect(self, catalog: Catalog) -> None:
        """Check the server before an index run adds anything. The caller holds the writer lock.

        If it has documents with higher ids than the catalog ever gave, the folder was replaced by an older copy.
        Those rows are deleted, and all segments are sent again.
        """
        self._claim()
        self.check()
        last = int(catalog.documents.next_id()) - 1
        for row in catalog.segments.all():
            if row.kind == "features":
                continue
            name = collection_name(row.kind, row.codebook)
            has_parts = row.kind == "vectors" and bool(row.options)
            above = int(part_keys(np.array([last]))[-1]) if has_parts else last
            if self.collections.has(name) and self.collections.delete_above(name, above):
                with catalog.transaction():
                    catalog.settings.set(_SENT, "[]")
                    catalog.settings.set(_LAST, "0")

    def _claim(self) -> None:
        address = own_address(self._layout)
        if address is not None:
            self.collections.belong_to(address)

    def _send(self, catalog: Catalog) -> None:
        """Send every segment that is not noted, and delete the rows of deleted documents."""
        noted, last = _noted(catalog), int(catalog.documents.next_id()) - 1
        dead = np.array([document for document, _, _ in catalog.documents.deleted()], np.int64)
        groups: dict[tuple[str, str, bool], list[SegmentRow]] = {}
        for row in catalog.segments.all():
            if row.kind != "features":
                groups.setdefault((row.kind, row.codebook, bool(row.options)), []).append(row)
        for (kind, made_by, _), rows in groups.items():
            name = collection_name(kind, made_by)
            has_parts = kind == "vectors" and bool(rows[0].options)
            sent = (
                noted
                if self._is_whole(name, [row for row in rows if row.name in noted], len(dead))
                else set()
            )
            new = [row for row in rows if row.name not in sent]
            for row in new:
                (self._send_words if kind == "postings" else self._send_vectors)(catalog, name, row)
            deleted = part_keys(dead) if has_parts else dead
            if len(deleted) and self.collections.has(name):
                for start in range(0, len(deleted), _DELETED_AT_ONCE):
                    self.collections.delete(name, deleted[start : start + _DELETED_AT_ONCE].tolist())
            if new:
                self.collections.flush(name)
        self._note(catalog)
        if catalog.settings.get(_LAST) != str(last):
            with catalog.transaction():
                catalog.settings.set(_LAST, str(last))

    def waiting(self, catalog: Catalog) -> int:
        """Number of photos that no search finds yet, as their visual words or embeddings were not sent."""
        noted, last = _noted(catalog), catalog.settings.get(_LAST)
        # A library from before _LAST existed gets it in its next run.
        waiting = [len(catalog.documents.live(after=int(last)))] if last else []
        rows = [row for row in catalog.segments.all("vectors") if row.name not in noted]
        for made_by in {row.codebook for row in rows}:
            counts = [
                row.documents // (PARTS if row.options else 1) for row in rows if row.codebook == made_by
            ]
            waiting.append(sum(counts))
        return min(max(waiting, default=0), catalog.photos.searchable())

    def _is_whole(self, name: str, rows: Sequence[SegmentRow], dead: int) -> bool:
        """True if the server has the rows of noted segments: a server may have lost them, or be a new one."""
        if not rows or not self.collections.has(name):
            return False
        rows_per_photo = PARTS if rows[0].kind == "vectors" and rows[0].options else 1
        return self.collections.count(name) >= sum(row.documents for row in rows) - dead * rows_per_photo

    def _note(self, catalog: Catalog) -> None:
        names = json.dumps(sorted(row.name for row in catalog.segments.all() if row.kind != "features"))
        if names != catalog.settings.get(_SENT):
            with catalog.transaction():
                catalog.settings.set(_SENT, names)

    def _send_words(self, catalog: Catalog, name: str, row: SegmentRow) -> None:
        """Send the visual words of photos as sparse rows: sqrt(tf / length), the score if all signatures agree."""
        self.collections.make(name, dimension=None)
        listed = catalog.documents.in_postings(row.name)
        stores: dict[str, FeatureStore] = {}
        batch = self.collections.rows_at_once
        for start in range(0, len(listed), batch):
            keys, rows = [], []
            for document, store, at in listed[start : start + batch]:
                if store not in stores:
                    stores[store] = FeatureStore.open(self._layout.features(store))
                words = stores[store].words(at)
                distinct, tf = np.unique(words, return_counts=True)
                weights = np.sqrt(tf / max(len(words), 1))
                keys.append(int(document))
                if not len(distinct):
                    # A photo without visual words gets a word that no query has, and so is counted as sent.
                    distinct, weights = np.array([stores[store].codebook_words]), np.ones(1)
                rows.append(SparseRow(distinct.astype(np.uint32), weights.astype(np.float32)))
            self.collections.upsert(name, keys, rows, _traits(catalog, keys))

    def _send_vectors(self, catalog: Catalog, name: str, row: SegmentRow) -> None:
        segment = VectorSegment.open(self._layout.vectors(row.codebook, row.name))
        self.collections.make(name, dimension=segment.dimension)
        batch = self.collections.rows_at_once
        for start in range(0, len(segment), batch):
            rows = np.arange(start, min(start + batch, len(segment)))
            vectors, keys = segment.rows(rows).astype(np.float32), segment.documents[rows]
            traits = _traits(catalog, (documents_of(keys) if row.options else keys).tolist())
            self.collections.upsert(name, keys.tolist(), list(vectors), traits)

    # --- searching ---

    @staticmethod
    def expression(demanded: Sequence[Node], filters: Filters) -> str | None:
        """A condition by which the server filters without a list of photos; None if its columns are not enough."""
        return expression_of([*demanded, *filter_nodes(filters)])

    def prepare(self, made_by: Iterable[tuple[str, str]]) -> None:
        """Have the server load data that the first search would wait for. made_by : kind and maker of each segment"""
        try:
            for kind, maker in sorted(set(made_by)):
                name = collection_name(kind, maker)
                if self.collections.has(name) and kind == "postings":
                    self.collections.nearest(name, _ANY_WORD, 1, among=None)
        except IndexUnreachable as error:
            _log.warning("%s", error)  # the next search shows it

    def words(
        self,
        segments: Sequence[PostingsSegment],
        *,
        codebook: Codebook,
        deleted: NDArray[np.uint32],
        deleted_words: Sequence[NDArray[np.uint32]],
        find: FindDocuments,
        features: Callable[[str], FeatureStore],
    ) -> RemoteWordIndex:
        """The index of one codebook's visual words."""
        return RemoteWordIndex(
            segments,
            codebook=codebook,
            deleted=deleted,
            deleted_words=deleted_words,
            collections=self.collections,
            collection=collection_name("postings", codebook.fingerprint),
            find=find,
            features=features,
        )

    def vectors(self, made_by: str) -> RemoteVectors:
        """The source of candidates among the embeddings of one maker."""
        return RemoteVectors(self.collections, collection_name("vectors", made_by))


class RemoteVectors:
    """The embeddings of one maker on the server: names candidates for VectorIndex."""

    def __init__(self, collections: PostgresCollections, name: str) -> None:
        self._collections = collections
        self._name = name

    def describe(self) -> str:
        return self._collections.place

    def nearest(
        self,
        query: NDArray[np.float32],
        top: int,
        allowed: NDArray[np.int64] | None,
        expression: str | None,
    ) -> NDArray[np.int64]:
        """Candidates, best first."""
        if allowed is not None and not len(allowed):
            return np.zeros(0, np.int64)
        return self._collections.nearest(self._name, query, top, among=allowed, expression=expression)


def open_remote_index(layout: Layout) -> RemoteIndex | None:
    """Open the index of a library on a server; None for a library with its index in its folder."""
    address = read_address(layout)
    return None if address is None else RemoteIndex(layout, address)


def _traits(catalog: Catalog, documents: Sequence[int]) -> list[Traits]:
    """Immutable properties of each document; empty ones for documents without a record in the catalog."""
    shapes = catalog.documents.shapes(documents)
    return [traits_of(*shapes.get(document, ())) for document in documents]


def _noted(catalog: Catalog) -> set[str]:
    return set(json.loads(catalog.settings.get(_SENT) or "[]"))


def collection_name(kind: str, made_by: str) -> str:
    return re.sub(r"\W", "_", f"{'words' if kind == 'postings' else 'vectors'}_{made_by}")
