"""The visual words of a query -> candidates from a server -> scores by signatures, as in a local library.

The server ranks photos by an inner product without signatures. The best photos' words and signatures are read from the
features by photo and scored by the loops of the inverted index, with the frequencies of the whole library. So a
candidate gets the same score as in a local library.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import PhotoFeatures
from cbir.catalog import IndexedPhoto
from cbir.cluster.columns import SparseRow
from cbir.cluster.postgres import PostgresCollections
from cbir.matching import FeatureStore
from cbir.visual_words import Codebook, InvertedIndex, PostingsSegment, ScoredDocuments, ScoringOptions

CANDIDATES = 2000  # photos that are scored by their signatures
_CACHED = 4  # candidate indexes of the last queries: the rankings of one search score the same candidates differently
FindDocuments = Callable[[Sequence[int]], Mapping[int, IndexedPhoto]]


class RemoteWordIndex(InvertedIndex):
    """The visual words of one codebook. Its segments give frequencies, and the server gives candidates.

    collection : of the visual words. find : looks documents up in the catalog. features : opens a store by its name
    """

    def __init__(
        self,
        segments: Sequence[PostingsSegment],
        *,
        codebook: Codebook,
        deleted: NDArray[np.uint32],
        deleted_words: Sequence[NDArray[np.uint32]],
        collections: PostgresCollections,
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
        self._cache: OrderedDict[bytes, InvertedIndex] = OrderedDict()

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
        """See InvertedIndex.search_each. Only the server's best candidates are scored."""
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
        """Index of the candidates that the server names. whole : with all their visual words, not only the query's"""
        distinct, first, counts = np.unique(words, return_index=True, return_counts=True)
        weights = counts * self.idf[distinct].astype(np.float64) ** 2
        if emphasis is not None:
            weights *= emphasis[first]
        count = max(CANDIDATES, top)
        key = hashlib.blake2b(distinct.tobytes() + weights.tobytes() + bytes([whole]) + count.to_bytes(8))
        key.update(b"any" if allowed is None else allowed.tobytes())
        with self._lock:
            if key.digest() in self._cache:
                self._cache.move_to_end(key.digest())
                return self._cache[key.digest()]
        documents = self._named(distinct, weights, count, allowed, expression)
        candidates = self._read(documents, distinct, whole=whole)
        with self._lock:
            self._cache[key.digest()] = candidates
            while len(self._cache) > _CACHED:
                self._cache.popitem(last=False)
        return candidates

    def _named(
        self,
        words: NDArray[np.uint32],
        weights: NDArray[np.float64],
        count: int,
        allowed: NDArray[np.int64] | None,
        expression: str | None,
    ) -> NDArray[np.int64]:
        query = SparseRow(words[weights > 0], weights[weights > 0].astype(np.float32))
        if not len(query.columns):
            return np.zeros(0, np.int64)
        return self._collections.nearest(self._collection, query, count, among=allowed, expression=expression)

    def _read(self, documents: NDArray[np.int64], words: NDArray[np.uint32], *, whole: bool) -> InvertedIndex:
        """Read the candidates into an index of their own, with the statistics of all photos."""
        photos = self._find(documents.tolist())
        live = np.array(sorted(photos), np.int64)
        in_query = np.zeros(len(self._codebook), bool)
        in_query[words] = True
        features = self._features_of([photos[document] for document in live.tolist()])
        masks = [np.ones(len(photo), bool) if whole else in_query[photo.words] for photo in features]
        photo_words = [photo.words[mask] for photo, mask in zip(features, masks, strict=True)]
        signatures = [self._signatures(photo, mask) for photo, mask in zip(features, masks, strict=True)]
        segment = PostingsSegment.of(
            live,
            photo_words,
            np.concatenate([np.zeros(0, np.uint64), *signatures]),
            lengths=np.array([len(photo) for photo in features], np.uint32),
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

    def _signatures(self, features: PhotoFeatures, mask: NDArray[np.bool_]) -> NDArray[np.uint64]:
        """Signatures of the masked features, computed from the codes if the photo was indexed without signatures."""
        if features.signatures is not None:
            return features.signatures[mask]
        return self._codebook.sign(self._codebook.decompress(features.codes[mask]), features.words[mask])

    def _features_of(self, photos: Sequence[IndexedPhoto]) -> list[PhotoFeatures]:
        """Features of each photo, in order. Each store is opened once."""
        rows: dict[str, list[int]] = {}
        for place, photo in enumerate(photos):
            rows.setdefault(photo.store, []).append(place)
        placed: list[tuple[int, PhotoFeatures]] = []
        for store, places in rows.items():
            store_features = self._features(store).read_all([photos[place].store_row for place in places])
            placed += zip(places, store_features, strict=True)
        return [features for _, features in sorted(placed, key=lambda entry: entry[0])]
