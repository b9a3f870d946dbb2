"""Catalog and segments -> the index at one moment, mapped when an engine asks for its part of it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cbir.catalog import Catalog, SegmentRow
from cbir.layout import Layout
from cbir.matching import FeatureStore
from cbir.types import DocumentId
from cbir.visual_words import Codebook, InvertedIndex, PostingsSegment


class Generation:
    """The segments of a library at one moment of its catalog.

    photos : that can be searched. vectors : segments of embeddings by model, in the order of their names
    stores : features that were opened so far
    """

    def __init__(
        self,
        *,
        version: int,
        photos: int,
        segments: Sequence[SegmentRow],
        tombstones: Sequence[tuple[DocumentId, str, int]],
        layout: Layout,
        codebooks: Callable[[str], Codebook],
        stores: dict[str, FeatureStore],
    ) -> None:
        self.version = version
        self.photos = photos
        self.stores = stores
        self._segments = sorted(segments, key=lambda segment: segment.name)
        self._tombstones = tombstones
        self._layout = layout
        self._load_codebook = codebooks

    @classmethod
    def load(
        cls,
        catalog: Catalog,
        layout: Layout,
        codebooks: Callable[[str], Codebook],
        opened: Mapping[str, FeatureStore],
    ) -> Generation:
        """Read what there is; nothing is mapped yet.

        opened : feature stores that an earlier generation has opened; they never change
        """
        version = catalog.data_version()
        with catalog.reading():
            segments = catalog.segments()
            tombstones = catalog.deleted_documents()
            photos = catalog.photo_count()
        stores = {segment.name for segment in segments if segment.kind == "features"}
        return cls(
            version=version,
            photos=photos,
            segments=segments,
            tombstones=tombstones,
            layout=layout,
            codebooks=codebooks,
            stores={name: store for name, store in opened.items() if name in stores},
        )

    @functools.cached_property
    def codebooks(self) -> tuple[str, ...]:
        """Fingerprints of the codebooks that photos are indexed with."""
        return tuple(sorted({segment.codebook for segment in self._of_kind("postings")}))

    @functools.cached_property
    def indexes(self) -> tuple[tuple[Codebook, InvertedIndex], ...]:
        """The inverted index of each codebook. Raises ArtifactMismatch where a segment is damaged."""
        store_codebook = {segment.name: segment.codebook for segment in self._of_kind("features")}
        deleted: dict[str, list[int]] = {}
        deleted_words: dict[str, list[NDArray[np.uint32]]] = {}
        for document, store, row in self._tombstones:
            codebook = store_codebook[store]
            if store not in self.stores:
                self.stores[store] = FeatureStore.open(self._layout.features(store))
            deleted.setdefault(codebook, []).append(document)
            deleted_words.setdefault(codebook, []).append(np.unique(self.stores[store].read(row).words))
        indexes = []
        for name in self.codebooks:
            loaded = self._load_codebook(name)
            index = InvertedIndex(
                [
                    PostingsSegment.open(self._layout.postings(segment.name))
                    for segment in self._of_kind("postings")
                    if segment.codebook == name
                ],
                words=len(loaded),
                deleted=np.array(deleted.get(name, []), np.uint32),
                deleted_words=deleted_words.get(name, []),
            )
            indexes.append((loaded, index))
        return tuple(indexes)

    @functools.cached_property
    def vectors(self) -> Mapping[str, tuple[SegmentRow, ...]]:
        rows = self._of_kind("vectors")
        return {
            model: tuple(row for row in rows if row.codebook == model)
            for model in sorted({row.codebook for row in rows})
        }

    def _of_kind(self, kind: str) -> list[SegmentRow]:
        return [segment for segment in self._segments if segment.kind == kind]
