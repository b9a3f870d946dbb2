"""What the engine is compared with: the way that most would write each step, with the usual libraries.

Plain but not careless: contiguous arrays, no Python loop where one call does it, nothing built inside the
timing that could be built once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.local_features import Features

MAX_RATIO = 0.8  # Lowe 2004, 7.1
USAC_THRESHOLD_PX = 5.0
FEWEST = 4  # points that a homography needs
FLANN_KD_TREES = 1  # its number for them


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainFeatures:
    """Features as OpenCV and BLAS take them, so that nothing is converted while the clock runs.

    descriptors : (n, 128) float32, which is what SIFT_create gives. squares : (n,) float32 squared lengths
    """

    features: Features
    descriptors: NDArray[np.float32]
    squares: NDArray[np.float32]

    @classmethod
    def of(cls, features: Features) -> PlainFeatures:
        descriptors = features.descriptors.astype(np.float32)
        return cls(
            features=features,
            descriptors=descriptors,
            squares=np.einsum("ij,ij->i", descriptors, descriptors),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeFeatures:
    """Features with FLANN's k-d trees over their descriptors; the trees are None where there is no descriptor."""

    plain: PlainFeatures
    trees: cv2.FlannBasedMatcher | None

    @classmethod
    def of(cls, features: Features) -> TreeFeatures:
        plain = PlainFeatures.of(features)
        if not len(features):
            return cls(plain=plain, trees=None)
        trees = cv2.FlannBasedMatcher({"algorithm": FLANN_KD_TREES, "trees": 4}, {"checks": 32})
        trees.add([plain.descriptors])
        trees.train()
        return cls(plain=plain, trees=trees)


def brute_force_inliers(query: PlainFeatures, photo: PlainFeatures) -> int:
    """cv2.BFMatcher, Lowe's ratio, mutual nearest neighbours, USAC homography: the number of its inliers."""
    if min(len(query.descriptors), len(photo.descriptors)) < FEWEST:
        return 0
    matcher = cv2.BFMatcher(cv2.NORM_L2)
    pairs = _unambiguous(matcher.knnMatch(query.descriptors, photo.descriptors, k=2))
    back = matcher.match(photo.descriptors[pairs[:, 1]], query.descriptors) if len(pairs) else ()
    return usac_inliers(query.features, photo.features, _mutual(pairs, back))


def flann_inliers(query: TreeFeatures, photo: TreeFeatures) -> int:
    """The same with FLANN's k-d trees, which find most of the nearest neighbours."""
    ours, theirs = query.plain, photo.plain
    if query.trees is None or photo.trees is None:
        return 0
    if min(len(ours.descriptors), len(theirs.descriptors)) < FEWEST:
        return 0
    pairs = _unambiguous(photo.trees.knnMatch(ours.descriptors, k=2))
    back = query.trees.match(theirs.descriptors[pairs[:, 1]]) if len(pairs) else ()
    return usac_inliers(ours.features, theirs.features, _mutual(pairs, back))


def blas_inliers(query: PlainFeatures, photo: PlainFeatures) -> int:
    """The same with exact neighbours by one matrix product."""
    if min(len(query.descriptors), len(photo.descriptors)) < FEWEST:
        return 0
    rows = np.arange(len(query.descriptors))
    squared = photo.squares[None] - 2 * (query.descriptors @ photo.descriptors.T)
    nearest = squared.argmin(axis=1)
    best = squared[rows, nearest].copy()
    squared[rows, nearest] = np.inf
    second = squared.min(axis=1)
    squared[rows, nearest] = best
    kept = np.flatnonzero(best + query.squares < MAX_RATIO**2 * (second + query.squares))
    back = (squared[:, nearest[kept]] + query.squares[:, None]).argmin(axis=0)
    kept = kept[back == kept]
    return usac_inliers(query.features, photo.features, np.column_stack([kept, nearest[kept]]))


def _unambiguous(both: Sequence[Sequence[cv2.DMatch]]) -> NDArray[np.intp]:
    """(k, 2) rows of query and photo where the nearest is much nearer than the second: Lowe's ratio."""
    kept = [
        (nearest[0].queryIdx, nearest[0].trainIdx)
        for nearest in both
        if len(nearest) == 2 and nearest[0].distance < MAX_RATIO * nearest[1].distance
    ]
    return np.array(kept, np.intp).reshape(-1, 2)


def _mutual(pairs: NDArray[np.intp], back: Sequence[cv2.DMatch]) -> NDArray[np.intp]:
    """Those of the pairs whose photo row has the query row as its nearest. back : one match for each pair"""
    nearest = np.array([match.trainIdx for match in back], np.intp)
    mutual: NDArray[np.intp] = pairs[nearest == pairs[:, 0]]
    return mutual


def usac_inliers(query: Features, photo: Features, pairs: NDArray[np.intp]) -> int:
    """Inliers of the best homography that OpenCV's USAC finds; 0 where there are fewer than four pairs."""
    if len(pairs) < FEWEST:
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
