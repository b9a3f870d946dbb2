"""Visual words -> posting lists -> scored photos, and the contribution of each query feature to a score.

InvertedIndex(segments, deleted) is a frozen snapshot. N, df and lengths leave deleted photos out. search() scores all
photos. add_up() gives the terms of one photo's score, for the weighting "hamming".
Sivic and Zisserman, "Video Google", ICCV 2003; Jegou et al., "Hamming embedding", ECCV 2008.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from cbir.base.cached import cached_property
from cbir.base.cores import usable_cores
from cbir.base.types import Weighting
from cbir.visual_words.segments import PostingsSegment, parts_of

MIN_VISITS_FOR_THREADS = 500_000  # postings read in half a millisecond, the time in which a thread wakes
_MAX_THREADS = 4  # each thread has its own accumulators, which must be cleared and added up


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringOptions:
    weighting: Weighting = "hamming"
    hamming_cut: int = 16  # docs/benchmarks.md; Jegou 2008 uses 24, with a smaller codebook
    hamming_sigma: float = 16.0  # Jegou 2009, section 3: exp(-(h / sigma)^2)
    burstiness: bool = True  # the inner root; `cbir ablate` measures its effect
    k1: float = 1.2  # Robertson and Zaragoza 2009, 3.5
    b: float = 0.75  # the same
    most_postings: int = 16_000_000  # that a query reads: 147 MB; docs/scale.md has the cost


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredDocuments:
    """Scored documents, best first; equal scores in the order of documents.

    documents : (k,) uint32. scores : (k,) float32, all above 0.
    scale : factor from a score to the share of the query that the photo explains, roughly in [0, 1]
    """

    documents: NDArray[np.uint32]
    scores: NDArray[np.float32]
    scale: float


class InvertedIndex:
    """The segments of one codebook at one moment.

    Each segment owns a range of the accumulators, with an element for each of its rows. In this class, "row" means the
    index of such an element.
    deleted : (m,) uint32, documents in the segments that are left out
    deleted_words : the distinct words of each deleted document, subtracted from the document frequencies
    whole : a larger index, of which this one is a part, that provides N, df and mean length; None: this index
    """

    def __init__(
        self,
        segments: Sequence[PostingsSegment],
        *,
        words: int,
        deleted: NDArray[np.uint32],
        deleted_words: Sequence[NDArray[np.uint32]],
        whole: InvertedIndex | None = None,
    ) -> None:
        self._whole = whole
        self.segments = tuple(segments)
        self._parts, self.size = parts_of(self.segments)
        self._document = np.zeros(self.size, np.uint32)
        self._length = np.zeros(self.size, np.float32)
        self._live = np.zeros(self.size, bool)
        for segment, part in zip(self.segments, self._parts, strict=True):
            rows = part.start + segment.row_of_member
            self._document[rows] = segment.members
            self._length[rows] = segment.lengths
            self._live[rows] = ~np.isin(segment.members, deleted)
        self._frequencies: NDArray[np.int64]
        if whole is not None:
            self._frequencies = whole._frequencies
            return
        frequencies = np.zeros(words, np.int64)
        for segment in self.segments:
            frequencies += segment.frequencies
        for distinct in deleted_words:
            frequencies[distinct] -= 1
        self._frequencies = frequencies

    @property
    def photos(self) -> int:
        """N, the number of photos without the deleted ones."""
        return int(self._live.sum()) if self._whole is None else self._whole.photos

    @property
    def documents(self) -> NDArray[np.uint32]:
        """(N,) documents without the deleted ones, ascending."""
        return np.sort(self._document[self._live])

    @property
    def document_frequencies(self) -> NDArray[np.int64]:
        """(K,) number of photos with each word, deleted ones left out."""
        return self._frequencies.copy()

    @cached_property
    def idf(self) -> NDArray[np.float32]:
        """log((N + 1) / df), 0 for an unused word. Sivic and Zisserman 2003, section 4, use N.

        With N + 1, a word that all photos share still has a weight. A library of one photo, or of two copies of it, has
        no other words.
        """
        df = np.maximum(self._frequencies, 1)
        return np.where(self._frequencies > 0, np.log((self.photos + 1) / df), 0).astype(np.float32)

    @cached_property
    def _idf_bm25(self) -> NDArray[np.float32]:
        """log(1 + (N - n + .5) / (n + .5)): never negative. Robertson and Zaragoza 2009, 3.1, in Lucene's form."""
        n = self._frequencies
        idf = np.log1p((self.photos - n + 0.5) / (n + 0.5))
        return np.where(n > 0, idf, 0).astype(np.float32)

    @cached_property
    def _relative_length(self) -> NDArray[np.float32]:
        """Length of each document over the mean length of the photos, without deleted ones."""
        every = self if self._whole is None else self._whole
        average = max(float(every._length[every._live].mean()), 1e-12)
        return (self._length / np.float32(average)).astype(np.float32)

    @cached_property
    def _inverse_root_length(self) -> NDArray[np.float32]:
        return (1 / np.sqrt(np.maximum(self._length, 1))).astype(np.float32)

    @cached_property
    def _inverse_norm(self) -> NDArray[np.float32]:
        """1 / |d| of the tf-idf vectors. The first use reads all postings."""
        from cbir.visual_words import scoring

        squared = np.zeros(self.size, np.float64)
        for segment, part in zip(self.segments, self._parts, strict=True):
            segment.compare()
            segment.refuse_damage(
                scoring.add_squared_norms(*segment.lists, self.idf, segment.scratch(), squared[part])
            )
        return (1 / np.sqrt(np.maximum(squared, 1e-12))).astype(np.float32)

    def search(
        self,
        words: NDArray[np.uint32],
        signatures: NDArray[np.uint64],
        *,
        top: int,
        options: ScoringOptions = ScoringOptions(),
        allowed: NDArray[np.int64] | None = None,
        emphasis: NDArray[np.float32] | None = None,
    ) -> ScoredDocuments:
        """Score every photo that shares a word with the query and return the best `top`.

        words : (n,) uint32, the word of each query feature; signatures : (n,) uint64
        allowed : documents that may be returned; None: all. The statistics are always those of all photos
        emphasis : (n,) float32, a factor for each feature's word in addition to its idf; equal for features of one word

        With the weighting "hamming", the score of document d for query q is

            1 / sqrt(l_d) * sum over i in q of idf(w_i)^2 * sqrt(sum over j in d, w_j = w_i, h_ij <= cut of
                                                                 exp(-(h_ij / sigma)^2))

        i and j are features, w their words, h_ij the Hamming distance of their signatures, l_d the number of
        features of d, idf(w) = ln((N + 1) / df_w); cut and sigma are ScoringOptions.hamming_cut and .hamming_sigma.
        Weights by distance: Jegou, Douze and Schmid, "Hamming embedding and weak geometric consistency", ECCV 2008. The
        inner root reduces features that repeat in d: by the same authors, "On the burstiness of visual elements",
        CVPR 2009.
        The score times `scale`, sqrt(n) / sum over i of idf(w_i)^2, is about the share of the query that d explains.

        Raises ArtifactMismatch, which names the segment, if a posting is damaged.
        """
        way = (top, options)
        return self.search_each(words, signatures, [way], allowed=allowed, emphasis=emphasis)[0]

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
        """`search` with several tops and options. Two options that differ only in the cut share a pass.

        expression : `allowed` as a filter expression for a remote index; unused here
        If the query's words have too many postings, the rarest words count: see `rare_enough`.
        """
        rare = self.rare_enough(words, max(options.most_postings for _, options in ways))
        words, signatures = words[rare], signatures[rare]
        emphasis = None if emphasis is None else emphasis[rare]
        if len(words) == 0 or self.photos == 0 or not len(self._document):
            nothing = np.zeros(0, np.uint32)
            return [ScoredDocuments(documents=nothing, scores=np.zeros(0, np.float32), scale=0.0)] * len(ways)
        distinct = np.unique(words)
        for segment in self.segments:
            segment.read_ahead(distinct)
        for segment in self.segments:
            segment.compare(distinct)
        factors = np.ones(len(self._frequencies), np.float32)
        if emphasis is not None:
            factors[words] = emphasis
        allowed_rows = self._live
        if allowed is not None:
            chosen = np.zeros(int(self._document.max()) + 1, bool)  # by id: a look-up is faster than sorting
            chosen[allowed[allowed < len(chosen)]] = True
            allowed_rows = allowed_rows & chosen[self._document]
        rankings = []
        scored = self._scores(words, signatures, factors, [options for _, options in ways])
        for (top, _), (scores, scale) in zip(ways, scored, strict=True):
            scores[~allowed_rows] = 0
            best = highest_rows(scores, self._document, top)
            rankings.append(ScoredDocuments(documents=self._document[best], scores=scores[best], scale=scale))
        return rankings

    def rare_enough(self, words: NDArray[np.uint32], most: int) -> NDArray[np.bool_]:
        """(n,) mask of the query features to look up: the rarest words with at most `most` postings together.

        In a very large library the most frequent words, which tell least, are left out. Otherwise the bytes read from
        disk would grow with the library.
        """
        distinct, place = np.unique(words, return_inverse=True)
        postings = np.zeros(len(distinct), np.int64)
        for segment in self.segments:
            postings += segment.offsets[distinct + 1] - segment.offsets[distinct]
        if int(postings.sum()) <= most:
            return np.ones(len(words), bool)
        rarest = np.argsort(postings, kind="stable")
        is_rare = np.zeros(len(distinct), bool)
        is_rare[rarest[np.cumsum(postings[rarest]) <= most]] = True
        return is_rare[place]

    def _scores(
        self,
        words: NDArray[np.uint32],
        signatures: NDArray[np.uint64],
        factors: NDArray[np.float32],
        ways: Sequence[ScoringOptions],
    ) -> list[tuple[NDArray[np.float32], float]]:
        """Scores of all rows and their scale, for each of `ways`. factors : (K,) by word"""
        if len(ways) == 2:
            narrow, wide = sorted(ways, key=lambda options: options.hamming_cut)
            if narrow.weighting == "hamming" and replace(narrow, hamming_cut=wide.hamming_cut) == wide:
                scores, scale = self._hamming(words, signatures, factors, wide, narrow.hamming_cut)
                return [(scores[0 if options is wide else 1], scale) for options in ways]
        scored = []
        for options in ways:
            match options.weighting:
                case "hamming":
                    scores, scale = self._hamming(words, signatures, factors, options)
                    scored.append((scores[0], scale))
                case "tfidf":
                    scored.append(self._tfidf(words, factors))
                case "bm25":
                    scored.append(self._bm25(words, factors, options))
                case _:
                    assert_never(options.weighting)
        return scored

    def _accumulate(
        self,
        features: int,
        add: Callable[[PostingsSegment, slice, slice, NDArray[np.float32]], int],
        rankings: int = 1,
    ) -> NDArray[np.float32]:
        """(rankings, rows) accumulators after all query features. Large queries are divided between cores.

        add : adds a slice of the query's features from one segment, without the GIL. Its arguments are the segment, the
            slice, the segment's range of rows, and that range of the accumulators; it returns a loop's result
        """

        def add_share(share: slice) -> NDArray[np.float32]:
            scores = np.zeros((rankings, self.size), np.float32)
            for segment, part in zip(self.segments, self._parts, strict=True):
                segment.refuse_damage(add(segment, share, part, scores[:, part]))
            return scores

        postings = sum(len(segment.signatures) for segment in self.segments)
        visits = features * postings / max(len(self._frequencies), 1)
        threads = min(usable_cores(), _MAX_THREADS) if visits > MIN_VISITS_FOR_THREADS else 1
        share_size = -(-features // threads)
        shares = [slice(start, start + share_size) for start in range(0, features, share_size)]
        if len(shares) == 1:
            return add_share(shares[0])
        first, *others = loop_threads().map(add_share, shares)
        for other in others:
            first += other
        return first

    def _hamming(
        self,
        words: NDArray[np.uint32],
        signatures: NDArray[np.uint64],
        factors: NDArray[np.float32],
        options: ScoringOptions,
        inner_cut: int | None = None,
    ) -> tuple[NDArray[np.float32], float]:
        """(1, rows) scores, or (2, rows) with scores of a narrower cut, and their scale."""
        from cbir.visual_words import scoring

        idf_squared = self.idf * self.idf * factors
        table = np.exp(-((np.arange(65) / options.hamming_sigma) ** 2)).astype(np.float32)

        def add(segment: PostingsSegment, share: slice, part: slice, scores: NDArray[np.float32]) -> int:
            rows = segment.scratch(words[share])
            return scoring.add_hamming(
                words[share],
                signatures[share],
                *segment.lists,
                segment.signatures,
                idf_squared,
                table,
                options.hamming_cut,
                -1 if inner_cut is None else inner_cut,
                options.burstiness,
                rows,
                np.empty_like(rows),
                scores[0],
                scores[-1],
            )

        scores = self._accumulate(len(words), add, 1 if inner_cut is None else 2)
        scores *= self._inverse_root_length
        total = float(idf_squared[words].sum())
        return scores, math.sqrt(len(words)) / total if total > 0 else 0.0

    def _tfidf(
        self, words: NDArray[np.uint32], factors: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], float]:
        from cbir.visual_words import scoring

        distinct, tf = np.unique(words, return_counts=True)
        weight = (1 + np.log(tf)) * self.idf[distinct] * factors[distinct]
        normalised = (weight * self.idf[distinct] / max(float(np.linalg.norm(weight)), 1e-12)).astype(
            np.float32
        )

        def add(segment: PostingsSegment, share: slice, part: slice, scores: NDArray[np.float32]) -> int:
            rows = segment.scratch(distinct[share])
            return scoring.add_tfidf(distinct[share], normalised[share], *segment.lists, rows, scores[0])

        return self._accumulate(len(distinct), add)[0] * self._inverse_norm, 1.0

    def _bm25(
        self, words: NDArray[np.uint32], factors: NDArray[np.float32], options: ScoringOptions
    ) -> tuple[NDArray[np.float32], float]:
        from cbir.visual_words import scoring

        distinct, tf = np.unique(words, return_counts=True)
        saturation = options.k1 * (1 - options.b + options.b * self._relative_length)
        length_norm = (1 / (1 + saturation)).astype(np.float32)
        weight = (tf * self._idf_bm25[distinct] * factors[distinct] * (options.k1 + 1)).astype(np.float32)

        def add(segment: PostingsSegment, share: slice, part: slice, scores: NDArray[np.float32]) -> int:
            rows = segment.scratch(distinct[share])
            return scoring.add_bm25(
                distinct[share], weight[share], *segment.lists, length_norm[part], rows, scores[0]
            )

        scores = self._accumulate(len(distinct), add)[0] * length_norm
        best = float(weight.sum())
        return scores, 1 / best if best > 0 else 0.0


@functools.cache
def loop_threads() -> ThreadPoolExecutor:
    """Threads for all searches: starting them takes a quarter of the time of their work."""
    return ThreadPoolExecutor(_MAX_THREADS, "scoring")


_BLOCK = 128  # scores whose maximum is compared first: rules out most of 100,000 in a tenth of a millisecond


def highest_rows(scores: NDArray[np.float32], document: NDArray[np.uint32], top: int) -> NDArray[np.intp]:
    """The rows of the highest scores above 0, best first; equal scores in the order of documents."""
    bound = np.float32(0)
    blocks = len(scores) // _BLOCK
    if blocks > top:
        # At least `top` blocks have a score this high, so lower scores are not among the best.
        highest = scores[: blocks * _BLOCK].reshape(blocks, _BLOCK).max(axis=1)
        bound = np.partition(highest, blocks - top)[blocks - top]
    rows = np.flatnonzero(scores >= bound if bound > 0 else scores > 0)
    if len(rows) > top:
        worst = np.partition(scores[rows], len(rows) - top)[len(rows) - top]
        rows = rows[scores[rows] >= worst]
    return rows[np.lexsort((document[rows], -scores[rows]))][:top]


def load_kernels() -> None:
    """Load the loop that nearly every search needs ahead of its first use."""
    from cbir.visual_words import scoring

    scoring.add_hamming.load()


_NOTHING = np.zeros(0, np.uint64)


def add_up(
    index: InvertedIndex,
    words: NDArray[np.uint32],
    signatures: NDArray[np.uint64],
    document: int,
    options: ScoringOptions,
) -> tuple[NDArray[np.float32], dict[int, NDArray[np.bool_]]]:
    """The contribution of each query feature to a document's score, before division by the root of its length.

    words : (n,) ascending; signatures : (n,)
    Returns (n,) contributions and, by word, a mask over the document's features with that word, in the document's
    order: True if the feature is near a query feature. A document outside the index has zeros and an empty dict.
    Raises ArtifactMismatch if the postings of these words are damaged.
    """
    added, near = np.zeros(len(words), np.float32), dict[int, NDArray[np.bool_]]()
    place = _place_of(index, document)
    if place is None or not len(words):
        return added, near
    segment, row = place
    rare = index.rare_enough(words, options.most_postings)
    segment.compare(words[rare])
    idf_squared = index.idf * index.idf
    starts = np.flatnonzero(np.diff(words, prepend=-1))
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        word = int(words[start])
        if not rare[start]:
            continue
        theirs = _signatures_of(segment, word, row)
        if not len(theirs):
            continue
        distance = np.bitwise_count(signatures[start:end, None] ^ theirs[None]).astype(np.int64)
        within_cut = distance <= options.hamming_cut
        votes = np.where(within_cut, np.exp(-((distance / options.hamming_sigma) ** 2)), 0).sum(axis=1)
        added[start:end] = idf_squared[word] * (np.sqrt(votes) if options.burstiness else votes)
        near[word] = within_cut.any(axis=0)
    return added, near


def _place_of(index: InvertedIndex, document: int) -> tuple[PostingsSegment, int] | None:
    """The segment with a document, and the document's row in it."""
    for segment in index.segments:
        at = int(np.searchsorted(segment.members, document))
        if at < len(segment.members) and segment.members[at] == document:
            return segment, int(segment.row_of_member[at])
    return None


def _signatures_of(segment: PostingsSegment, word: int, row: int) -> NDArray[np.uint64]:
    """Signatures of one document's features with a word, in the document's order."""
    postings = slice(int(segment.offsets[word]), int(segment.offsets[word + 1]))
    of_row = np.flatnonzero(segment.rows_of(np.array([word])) == row)
    return np.asarray(segment.signatures[postings][of_row], np.uint64) if len(of_row) else _NOTHING
