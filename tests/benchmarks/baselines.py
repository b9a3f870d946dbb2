"""What the engine is compared with: the way that most would write each step, with the usual libraries.

Plain but not careless: contiguous arrays, no Python loop where one call does it, nothing built inside the
timing that could be built once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.local_features import Features

MAX_RATIO = 0.8  # Lowe 2004, 7.1
USAC_THRESHOLD_PX = 5.0


def brute_force_inliers(query: Features, photo: Features) -> int:
    """cv2.BFMatcher, Lowe's ratio, USAC homography: the number of its inliers."""
    if len(query) < 4 or len(photo) < 4:
        return 0
    matcher = cv2.BFMatcher(cv2.NORM_L2)
    # As float32, which is what SIFT_create gives and what BFMatcher is fastest at.
    both = matcher.knnMatch(query.descriptors.astype(np.float32), photo.descriptors.astype(np.float32), k=2)
    kept = [
        (first.queryIdx, first.trainIdx)
        for first, second in both
        if first.distance < MAX_RATIO * second.distance
    ]
    return usac_inliers(query, photo, np.array(kept, np.intp).reshape(-1, 2))


def blas_inliers(query: Features, photo: Features) -> int:
    """Nearest neighbours by one matrix product, Lowe's ratio, USAC homography: the number of its inliers."""
    if len(query) < 4 or len(photo) < 4:
        return 0
    rows = np.arange(len(query))
    queries, photos = query.descriptors.astype(np.float32), photo.descriptors.astype(np.float32)
    squared = np.einsum("ij,ij->i", photos, photos)[None] - 2 * (queries @ photos.T)
    nearest = squared.argmin(axis=1)
    best = squared[rows, nearest].copy()
    squared[rows, nearest] = np.inf
    second = squared.min(axis=1)
    own = np.einsum("ij,ij->i", queries, queries)
    kept = np.flatnonzero(best + own < MAX_RATIO**2 * (second + own))
    return usac_inliers(query, photo, np.column_stack([kept, nearest[kept]]))


def usac_inliers(query: Features, photo: Features, pairs: NDArray[np.intp]) -> int:
    """Inliers of the best homography that OpenCV's USAC finds; 0 where there are fewer than four pairs."""
    if len(pairs) < 4:
        return 0
    _, mask = cv2.findHomography(
        query.xy[pairs[:, 0]], photo.xy[pairs[:, 1]], cv2.USAC_MAGSAC, USAC_THRESHOLD_PX, maxIters=2000
    )
    return int(np.count_nonzero(mask))  # of None, in older versions, it is 0 too


@dataclass(frozen=True, slots=True, kw_only=True)
class NumpyPostings:
    """Postings of BM25, by word, one per photo and word, as numpy would hold them.

    offsets : (K + 1,) int64. documents : (p,) int32. weights : (p,) float32, the tf part.
    idf : (K,) float32
    """

    offsets: NDArray[np.int64]
    documents: NDArray[np.int32]
    weights: NDArray[np.float32]
    idf: NDArray[np.float32]
    n_documents: int

    def top(self, words: NDArray[np.integer], counts: NDArray[np.integer], k: int) -> NDArray[np.intp]:
        """The k best photos for distinct words and their counts in the query: gather, bincount, partition."""
        starts, ends = self.offsets[words], self.offsets[words + 1]
        if not len(words) or (starts == ends).all():
            return np.zeros(0, np.intp)
        documents = np.concatenate([self.documents[a:b] for a, b in zip(starts, ends, strict=True)])
        weights = np.concatenate([self.weights[a:b] for a, b in zip(starts, ends, strict=True)])
        weights = weights * np.repeat(self.idf[words] * counts.astype(np.float32), ends - starts)
        scores = np.bincount(documents, weights, minlength=self.n_documents)
        best = np.argpartition(scores, -k)[-k:]
        ordered: NDArray[np.intp] = best[np.argsort(-scores[best], kind="stable")]
        return ordered


@dataclass(frozen=True, slots=True, kw_only=True)
class NumpySignatures:
    """Postings of Hamming-weighted scoring, by word, one per feature.

    offsets : (K + 1,) int64. documents : (p,) int32. signatures : (p,) uint64. squared_idf : (K,) float32
    weight_of : (65,) float32, by Hamming distance, 0 beyond the cut. norms : (n_documents,) float32
    """

    offsets: NDArray[np.int64]
    documents: NDArray[np.int32]
    signatures: NDArray[np.uint64]
    squared_idf: NDArray[np.float32]
    weight_of: NDArray[np.float32]
    norms: NDArray[np.float32]

    def top(self, words: NDArray[np.integer], signatures: NDArray[np.uint64], k: int) -> NDArray[np.intp]:
        """The k best photos for one word and signature per query feature: gather, popcount, bincount."""
        starts, ends = self.offsets[words], self.offsets[words + 1]
        lengths = ends - starts
        if not lengths.sum():
            return np.zeros(0, np.intp)
        slices = list(zip(starts, ends, strict=True))
        documents = np.concatenate([self.documents[a:b] for a, b in slices])
        stored = np.concatenate([self.signatures[a:b] for a, b in slices])
        distance = np.bitwise_count(stored ^ np.repeat(signatures, lengths))
        weights = self.weight_of[distance] * np.repeat(self.squared_idf[words], lengths)
        scores = np.bincount(documents, weights, minlength=len(self.norms)) / self.norms
        best = np.argpartition(scores, -k)[-k:]
        ordered: NDArray[np.intp] = best[np.argsort(-scores[best], kind="stable")]
        return ordered


class TantivyPostings:
    """The same photos as tantivy documents, one token per feature, searched by its BM25."""

    def __init__(self, folder: str) -> None:
        import tantivy

        self._tantivy = tantivy
        builder = tantivy.SchemaBuilder()
        # No positions: they would cost tantivy what no word query needs.
        builder.add_text_field("words", stored=False, tokenizer_name="whitespace", index_option="freq")
        self._schema = builder.build()
        self._index = tantivy.Index(self._schema, path=folder)

    def fill(self, photos: Iterable[NDArray[np.integer]]) -> None:
        """One document per photo, given as the words of its features."""
        writer = self._index.writer(heap_size=500_000_000, num_threads=1)
        for words in photos:
            writer.add_document(self._tantivy.Document(words=" ".join(map(str, words.tolist()))))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    @property
    def segments(self) -> int:
        return int(self._index.searcher().num_segments)

    def top(self, words: NDArray[np.integer], counts: NDArray[np.integer], k: int) -> int:
        """Search; returns the number of hits. Their ids are left where they are: fetching is not scoring."""
        query = self._tantivy.Query
        occur = self._tantivy.Occur.Should
        terms = [
            (
                occur,
                query.boost_query(query.term_query(self._schema, "words", str(word), "freq"), float(count)),
            )
            for word, count in zip(words.tolist(), counts.tolist(), strict=True)
        ]
        return len(self._index.searcher().search(query.boolean_query(terms), limit=k, count=False).hits)


def bm25_postings(
    offsets: NDArray[np.integer],
    documents: NDArray[np.integer],
    lengths: NDArray[np.integer],
    *,
    k1: float = 1.2,
    b: float = 0.75,
) -> NumpyPostings:
    """Postings with Robertson's weights from postings with one entry per feature.

    offsets : (K + 1,). documents : (p,), by word and ascending within it. lengths : features of each photo
    """
    counts = np.subtract(offsets[1:], offsets[:-1], dtype=np.int64)
    words = np.repeat(np.arange(len(counts), dtype=np.uint32), counts)
    first = np.ones(len(words), bool)
    first[1:] = (words[1:] != words[:-1]) | (documents[1:] != documents[:-1])
    starts = np.flatnonzero(first)
    tf = np.diff(np.append(starts, len(words))).astype(np.float32)
    df = np.bincount(words[starts], minlength=len(offsets) - 1)
    norm = (k1 * (1 - b + b * lengths / lengths.mean())).astype(np.float32)
    return NumpyPostings(
        offsets=np.concatenate([[0], np.cumsum(df)]).astype(np.int64),
        documents=documents[starts].astype(np.int32),
        weights=tf * np.float32(k1 + 1) / (tf + norm[documents[starts]]),
        idf=np.log1p((len(lengths) - df + 0.5) / (df + 0.5)).astype(np.float32),
        n_documents=len(lengths),
    )
