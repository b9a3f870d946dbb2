"""Catalog and segments -> the index at one moment, mapped and ready to be searched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cbir.catalog import Catalog
from cbir.layout import Layout
from cbir.matching import FeatureStore
from cbir.visual_words import Codebook, InvertedIndex, PostingsSegment


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """The indexes of all codebooks of a library at one moment of its catalog."""

    version: int
    indexes: tuple[tuple[Codebook, InvertedIndex], ...]
    photos: int
    stores: dict[str, FeatureStore] = field(default_factory=dict)

    @classmethod
    def load(
        cls,
        catalog: Catalog,
        layout: Layout,
        codebooks: Callable[[str], Codebook],
        opened: Mapping[str, FeatureStore],
    ) -> Generation:
        """Map all segments. Raises ArtifactMismatch where one is damaged.

        opened : feature stores that an earlier generation has opened; they never change
        """
        version = catalog.data_version()
        with catalog.reading():
            segments = catalog.segments()
            tombstones = catalog.deleted_documents()
            photos = catalog.photo_count()
        store_codebook = {
            segment.name: segment.codebook for segment in segments if segment.kind == "features"
        }
        stores = {name: store for name, store in opened.items() if name in store_codebook}
        deleted: dict[str, list[int]] = {}
        deleted_words: dict[str, list[NDArray[np.uint32]]] = {}
        for document, store, row in tombstones:
            codebook = store_codebook[store]
            if store not in stores:
                stores[store] = FeatureStore.open(layout.features(store))
            deleted.setdefault(codebook, []).append(document)
            deleted_words.setdefault(codebook, []).append(np.unique(stores[store].read(row).words))
        indexes = []
        for name in sorted({segment.codebook for segment in segments if segment.kind == "postings"}):
            codebook_object = codebooks(name)
            index = InvertedIndex(
                [
                    PostingsSegment.open(layout.postings(segment.name))
                    for segment in sorted(segments, key=lambda segment: segment.name)
                    if segment.kind == "postings" and segment.codebook == name
                ],
                words=len(codebook_object),
                deleted=np.array(deleted.get(name, []), np.uint32),
                deleted_words=deleted_words.get(name, []),
            )
            indexes.append((codebook_object, index))
        return cls(version=version, indexes=tuple(indexes), photos=photos, stores=stores)
