"""The visual words of a query -> candidates that Milvus names -> scored again by signatures, as one computer would.

Milvus ranks photos by an inner product that knows no signatures. The best of them are read, with their signatures, from
the features by photo, and are scored by the loops of the inverted index, with the frequencies of the whole library: a
photo that is among the candidates has the score that it has in a local library.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import PhotoFeatures
from cbir.catalog import Found
from cbir.cluster.milvus import MOST_FOUND, Collections
from cbir.cluster.naming import named_at_once
from cbir.matching import FeatureStore
from cbir.visual_words import Codebook, InvertedIndex, PostingsSegment, ScoredDocuments, ScoringOptions

CANDIDATES = 2000  # photos that are scored by their signatures
_KEPT = 4  # candidates of the last queries: the rankings of one search differ in how they score, not in whom
FindDocuments = Callable[[Sequence[int]], Mapping[int, Found]]


class MilvusWordIndex(InvertedIndex):
    """The words of one codebook; its segments tell frequencies, and Milvus who may be alike.

    collection : of the words. find : documents in the catalog. features : a store by its name
    """

    def __init__(
        self,
        segments: Sequence[PostingsSegment],
        *,
        codebook: Codebook,
        deleted: NDArray[np.uint32],
        deleted_words: Sequence[NDArray[np.uint32]],
        collections: Collections,
        collection: str,
        find: FindDocuments,
        features: Callable[[str], FeatureStore],
    ) -> None:
        super().__init__(segments, words=len(codebook), deleted=deleted, deleted_words=deleted_words)
        self._codebook = codebook
        self._collections = collections
        self._collection = collection
        self._find = find
        self._features = features
        self._lock = threading.Lock()
        self._kept: OrderedDict[bytes, InvertedIndex] = OrderedDict()

    def search_each(
        self,
        words: NDArray[np.uint32],
        signatures: NDArray[np.uint64],
        ways: Sequence[tuple[int, ScoringOptions]],
        *,
        allowed: NDArray[np.int64] | None = None,
        expression: str | None = None,
        emphasis: NDArray[np.float32] | None = None,
    ) -> list[ScoredDocuments]:
        """See InvertedIndex.search_each; photos that are not among Milvus' best candidates are not scored."""
        if len(words) == 0 or self.photos == 0 or (allowed is not None and len(allowed) == 0):
            nothing = np.zeros(0, np.uint32)
            return [ScoredDocuments(documents=nothing, scores=np.zeros(0, np.float32), scale=0.0)] * len(ways)
        top = max(top for top, _ in ways)
        whole = any(options.weighting == "tfidf" for _, options in ways)
        candidates = self._candidates(words, emphasis, allowed, expression, top, whole=whole)
        return candidates.search_each(words, signatures, ways, allowed=allowed, emphasis=emphasis)

    def _candidates(
        self,
        words: NDArray[np.uint32],
        emphasis: NDArray[np.float32] | None,
        allowed: NDArray[np.int64] | None,
        expression: str | None,
        top: int,
        *,
        whole: bool,
    ) -> InvertedIndex:
        """The photos that Milvus names. whole : with all their words, not only those of the query"""
        distinct, first, counts = np.unique(words, return_index=True, return_counts=True)
        weights = counts * self.idf[distinct].astype(np.float64) ** 2
        if emphasis is not None:
            weights *= emphasis[first]
        wanted = max(CANDIDATES, top)
        key = hashlib.blake2b(distinct.tobytes() + weights.tobytes() + bytes([whole]) + wanted.to_bytes(8))
        key.update(b"any" if allowed is None else allowed.tobytes())
        with self._lock:
            if key.digest() in self._kept:
                self._kept.move_to_end(key.digest())
                return self._kept[key.digest()]
        documents = self._named(distinct, weights, wanted, allowed, expression)
        made = self._read(documents, distinct, whole=whole)
        with self._lock:
            self._kept[key.digest()] = made
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return made

    def _named(
        self,
        words: NDArray[np.uint32],
        weights: NDArray[np.float64],
        wanted: int,
        allowed: NDArray[np.int64] | None,
        expression: str | None,
    ) -> NDArray[np.int64]:
        query = {int(word): float(weight) for word, weight in zip(words, weights, strict=True) if weight > 0}
        if not query:
            return np.zeros(0, np.int64)
        wanted = min(wanted, MOST_FOUND)
        if allowed is not None:
            fitting = self._collections.nearest_fitting(
                self._collection, query, wanted, expression=expression, among=allowed
            )
            if fitting is not None:
                return fitting
            if not named_at_once(allowed):
                # of a filter that leaves a large part of the library, enough are among the best of all
                found = self._collections.nearest(self._collection, query, MOST_FOUND, among=None)
                fitting = found[np.isin(found, allowed)]
                if len(fitting) >= wanted or len(found) < MOST_FOUND:
                    return fitting[:wanted]
        return self._collections.nearest(self._collection, query, wanted, among=allowed)

    def _read(self, documents: NDArray[np.int64], words: NDArray[np.uint32], *, whole: bool) -> InvertedIndex:
        """The candidates as an index of their own, with the statistics of all photos."""
        found = self._find(documents.tolist())
        live = np.array(sorted(found), np.int64)
        wanted = np.zeros(len(self._codebook), bool)
        wanted[words] = True
        features = self._features_of([found[document] for document in live.tolist()])
        kept = [np.ones(len(one), bool) if whole else wanted[one.words] for one in features]
        of_words = [one.words[mask] for one, mask in zip(features, kept, strict=True)]
        signatures = [self._signatures(one, mask) for one, mask in zip(features, kept, strict=True)]
        segment = PostingsSegment.of(
            live,
            of_words,
            np.concatenate([np.zeros(0, np.uint64), *signatures]),
            lengths=np.array([len(one) for one in features], np.uint32),
            words=len(self._codebook),
            codebook=self._codebook.fingerprint,
        )
        return InvertedIndex(
            [segment],
            words=len(self._codebook),
            deleted=np.zeros(0, np.uint32),
            deleted_words=(),
            whole=self,
        )

    def _signatures(self, features: PhotoFeatures, kept: NDArray[np.bool_]) -> NDArray[np.uint64]:
        """Those of some features; of a photo that was indexed without them, what its codes give back."""
        if features.signatures is not None:
            return features.signatures[kept]
        return self._codebook.sign(self._codebook.decompress(features.codes[kept]), features.words[kept])

    def _features_of(self, photos: Sequence[Found]) -> list[PhotoFeatures]:
        """Of each photo, in their order; each store is opened once."""
        rows: dict[str, list[int]] = {}
        for place, photo in enumerate(photos):
            rows.setdefault(photo.store, []).append(place)
        read: list[tuple[int, PhotoFeatures]] = []
        for store, places in rows.items():
            of_store = self._features(store).read_all([photos[place].store_row for place in places])
            read += zip(places, of_store, strict=True)
        return [features for _, features in sorted(read, key=lambda one: one[0])]
