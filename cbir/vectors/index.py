"""Vector segments -> VectorIndex -> documents by inner product, best first.

VectorIndex.open(segments, deleted=...) is a frozen snapshot. Up to some ten thousand vectors its answers are exact
(scanning.py). Beyond that a trained structure (trained.py), if there is one, proposes candidates, which are scored
again at full precision. Vectors that were added later are searched exactly, and the results are joined.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cbir.base.cached import cached_property
from cbir.base.errors import ArtifactMismatch
from cbir.base.messages import Message
from cbir.base.types import PROCESSOR, Device
from cbir.vectors import compiled
from cbir.vectors.reranking import Reranker
from cbir.vectors.scanning import (
    CodeScan,
    Mask,
    RowScores,
    Scan,
    best_rows,
    draw_codes,
    exact_scores,
    mask_of,
    mask_without,
    open_scans,
    scores_of_codes,
    scores_of_rows,
)
from cbir.vectors.segments import VectorSegment
from cbir.vectors.trained import DEFAULT_OPTIONS, TrainedStructure, VectorIndexOptions, find_structure, recipe

_SAMPLE_SEED = 0
_MIN_ROWS_FOR_FAISS = 50_000  # with more, two searches repay the import of FAISS
_MIN_ROWS_FOR_FAISS_AT_ONCE = 200_000  # with more, a single search does: docs/benchmarks/crossing.json
DEEP = 30  # a search for more than one in 30 vectors is exact: re-ranking so many would take longer
_REBUILT = 4  # a structure is rebuilt when a quarter as many vectors have been added

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """Best first; equal scores by document. documents : (k,) int64. scores : (k,) float32 inner products"""

    documents: NDArray[np.int64]
    scores: NDArray[np.float32]


class Remote(Protocol):
    """A vector database that holds the same vectors."""

    def describe(self) -> str:
        """Its place in words, for the user."""
        ...

    def nearest(
        self,
        query: NDArray[np.float32],
        top: int,
        allowed: NDArray[np.int64] | None,
        expression: str | None,
    ) -> NDArray[np.int64]:
        """Documents of largest inner product, deleted ones among them.

        expression : `allowed` as a filter of its own, if it has one
        """
        ...


class VectorIndex:
    """The embeddings of one model at one moment. Several searches may run in parallel. Made by `open`."""

    def __init__(
        self,
        segments: Sequence[VectorSegment],
        *,
        deleted: NDArray[np.int64],
        options: VectorIndexOptions,
        trained: TrainedStructure | None,
        device: Device,
        before: VectorIndex | None,
        remote: Remote | None = None,
    ) -> None:
        self._segments = tuple(segments)
        self._options = options
        self._remote = remote
        # None if all rows are live, which is the usual case: a mask costs time in every search.
        self._live: list[Mask | None] = [
            mask_without(segment.documents, deleted) for segment in self._segments
        ]
        self._count = sum(map(_kept, self._segments, self._live))
        open_already: Sequence[Scan] = () if before is None else before.scans
        self.scans: Sequence[Scan]
        self.scans, self._on, self._notes = _open_scans(self._segments, device, open_already)
        self.reranker: Reranker | None = None
        if trained is not None:
            self.reranker = Reranker(trained, self._segments, self._live)
        self._searched = False
        self._device = device
        self._samples: dict[int, list[tuple[VectorSegment, NDArray[np.uint8]]]] = {}

    @classmethod
    def open(
        cls,
        segments: Sequence[VectorSegment],
        *,
        deleted: NDArray[np.int64] | None = None,
        options: VectorIndexOptions = DEFAULT_OPTIONS,
        cache: Path | None = None,
        device: Device = "auto",
        before: VectorIndex | None = None,
        remote: Remote | None = None,
    ) -> VectorIndex:
        """Open an index over segments of one model.

        deleted : (m,) documents to leave out. cache : where `build_structure` put a trained structure
        before : an earlier index, whose open segments and structure are reused
        remote : a database that proposes candidates instead of a scan of all vectors
        Raises ArtifactMismatch if the segments belong to several models.
        """
        if len({(segment.model, segment.dimension) for segment in segments}) > 1:
            raise ArtifactMismatch(
                "The vectors of this library were made by several models. Index the library again."
            )
        deleted_documents = np.zeros(0, np.int64) if deleted is None else np.asarray(deleted, np.int64)
        count = sum(len(segment) for segment in segments)
        use_structure = options.kind == "trained" or (options.kind == "auto" and count > options.exact_up_to)
        trained = None
        if use_structure and cache is not None and segments and remote is None:
            earlier = None if before is None or before.reranker is None else before.reranker.trained
            trained = find_structure(cache, model=segments[0].model, earlier=earlier)
        return cls(
            segments,
            deleted=deleted_documents,
            options=options,
            trained=trained,
            device="cpu" if remote is not None else device,
            before=before,
            remote=remote,
        )

    def __len__(self) -> int:
        """Number of live vectors."""
        return self._count

    @property
    def dimension(self) -> int:
        """Length of a vector; 0 for an index without segments."""
        return self._segments[0].dimension if self._segments else 0

    @property
    def notes(self) -> tuple[Message, ...]:
        """Sentences for the user, such as why the graphics card is not used, or was not in the last search."""
        return tuple(
            dict.fromkeys((*self._notes, *(scan.note for scan in self.scans if scan.note is not None)))
        )

    @property
    def wants_structure(self) -> bool:
        """True if `build_structure` should run: there is none, its options differ, or many vectors came after it."""
        options, built = self._options, self.reranker
        unused = self._on and options.kind != "trained"  # a card compares every vector as fast
        if (
            self._remote is not None
            or options.kind == "exact"
            or unused
            or self._count <= options.exact_up_to
        ):
            return False
        if built is None or built.trained.recipe != recipe(options):
            return True
        return built.beside > max(options.exact_up_to, len(built.trained)) // _REBUILT

    @property
    def trained(self) -> bool:
        """True if a trained structure proposes the candidates; otherwise every vector is compared."""
        return self.reranker is not None and (not self._on or self._is_asked(None))

    @property
    def takes_nprobe(self) -> bool:
        """True if a search may name the number of lists: there is a trained structure, and it can be read."""
        return self.ready_reranker(asked=True) is not None

    @property
    def device(self) -> str:
        """The processor or the card that searches, in words for the user."""
        return self._on or PROCESSOR

    def describe(self) -> str:
        """The kind of search in words for the user: "exact on the graphics card, 1,234 vectors, 16 bits"."""
        if self._remote is not None:
            return (
                f"{self._remote.describe()}, re-ranked at full dimension and 16 bits, {self._count:,} vectors"
            )
        exact = f"exact on {self.device}, {self._count:,} vectors"
        if self._on and not self.trained:
            return f"{exact}, 16 bits"
        if self.reranker is None:
            return f"{exact}, 8-bit scan scored at 16 bits"
        newer = self.reranker.beside
        count = f"{self._count:,} vectors" + (f", {newer:,} of them searched exactly" if newer else "")
        structure = self.reranker.trained.describe()
        return f"{structure}, on {self.device}, re-ranked at full dimension and 16 bits, {count}"

    def prepare(self) -> None:
        """Load everything for which the first search would wait. Call it before somebody searches."""
        if self._remote is not None:
            return
        if self.reranker is not None or self._count > _MIN_ROWS_FOR_FAISS:
            import faiss  # noqa: F401
        if self._count:
            self.search(np.zeros(self.dimension, np.float32), 1)

    def search(
        self,
        query: NDArray[np.float32],
        top: int,
        *,
        allowed: NDArray[np.int64] | None = None,
        expression: str | None = None,
        nprobe: int | None = None,
        exact: int | None = None,
    ) -> Scored:
        """The `top` documents of largest inner product with a query.

        query : (d,) float32. allowed : (m,) int64, documents that may be returned; None: all
        expression : the same as a filter of the Remote, if it has one
        nprobe : exactly so many lists of a trained structure are searched: more find more and take longer. None: the
            number in the options, or by size. Without a structure it has no effect: see takes_nprobe
        exact : number of documents scored at full precision; None: all. The others are scored by their 8-bit codes,
            off by less than a thousandth, which saves a disk read for each
        Raises ArtifactMismatch if the query has another dimension than the vectors.
        """
        if top <= 0 or not self._count:
            return Scored(documents=np.zeros(0, np.int64), scores=np.zeros(0, np.float32))
        query = self._checked(query)
        if self._remote is not None:
            return self._best_of(self._remote.nearest(query, top, allowed, expression), query, top)
        if self._count > (_MIN_ROWS_FOR_FAISS if self._searched else _MIN_ROWS_FOR_FAISS_AT_ONCE):
            import faiss  # noqa: F401  a process that searches twice will search often
        self._searched = True
        keeps = self._live if allowed is None else self._keeps(allowed)
        asked = self._is_asked(nprobe)
        is_quicker = top * DEEP <= self._count and not self._on
        if (asked or is_quicker) and (reranker := self.ready_reranker(asked=asked)) is not None:
            best = reranker.best(
                query,
                top,
                keeps,
                filtered=allowed is not None,
                nprobe=self._options.nprobe if nprobe is None else nprobe,
                rerank=self._options.rerank,
                exact=exact,
            )
            if best is not None:
                return rank_pieces(best, top)
        scored = best_rows(self.scans, query, top, keeps, exact=exact)
        return rank_pieces([(scan.segment, part) for scan, part in zip(self.scans, scored, strict=True)], top)

    def _best_of(self, documents: NDArray[np.int64], query: NDArray[np.float32], top: int) -> Scored:
        """Live candidates, by the inner products of their stored vectors."""
        scores = self.scores(query[None], documents)[0]
        order = np.lexsort((documents, -scores))[: min(top, int(np.isfinite(scores).sum()))]
        return Scored(documents=documents[order], scores=scores[order])

    def _is_asked(self, nprobe: int | None) -> bool:
        """True if the user asked for the trained structure, at any size and in any process."""
        options = self._options
        return options.kind == "trained" or options.nprobe is not None or nprobe is not None

    def ready_reranker(self, *, asked: bool) -> Reranker | None:
        """The re-ranker of a trained structure's candidates; None if the search is exact.

        Unless it was asked for, the structure is loaded only if FAISS is: in a process that searches once, a scan is
        faster.
        """
        if self.reranker is None or not (asked or compiled.is_loaded()):
            return None
        try:
            index = self.reranker.trained.load()
            if asked and self._device != "cpu" and (why := index.move_to_card()) and self._device == "cuda":
                self._notes = (_no_card(why),)
        except (ArtifactMismatch, OSError) as error:
            log.warning("A trained vector index cannot be used: %s", error)
            self.reranker = None
        return self.reranker

    def scores(
        self, queries: NDArray[np.float32], documents: NDArray[np.int64], *, by_codes: bool = False
    ) -> NDArray[np.float32]:
        """(q, m) float32 inner products of (q, d) queries with m documents; -inf for a document without a vector.

        by_codes : read the 8-bit codes alone; scores are off by less than a thousandth
        """
        score = scores_of_rows if by_codes else exact_scores
        scores = np.full((len(queries), len(documents)), -np.inf, np.float32)
        for segment, places, rows in self._located(documents):
            for number, query in enumerate(queries):
                scores[number, places] = score(segment, self._checked(query), rows)
        return scores

    def vectors(self, documents: NDArray[np.int64]) -> NDArray[np.float32]:
        """(n, d) float32 stored vectors of n documents; zeros for a document without one."""
        vectors = np.zeros((len(documents), self.dimension), np.float32)
        for segment, places, rows in self._located(documents):
            vectors[places] = segment.rows(rows)
        return vectors

    def documents(self) -> NDArray[np.int64]:
        """(n,) int64 documents with a live vector, in no order."""
        counted = [
            segment.documents if live is None else segment.documents[live]
            for segment, live in zip(self._segments, self._live, strict=True)
        ]
        return np.concatenate([np.zeros(0, np.int64), *counted])

    def sample_scores(self, query: NDArray[np.float32], size: int = 2_000) -> NDArray[np.float32]:
        """(k,) float32 scores of about `size` vectors drawn once, in no order: the background of a query.

        They are scored by their 8-bit codes, with an error below a thousandth. If there are at most `size` vectors, all
        are used.
        """
        query = self._checked(query) if self._count else query
        parts = [scores_of_codes(segment, codes, query) for segment, codes in self._sampled(size)]
        return np.concatenate([np.zeros(0, np.float32), *parts])

    def mean(self) -> NDArray[np.float32]:
        """(d,) float32 mean of all vectors, for centring a modality; zeros for an empty index."""
        return self._mean

    @cached_property
    def _mean(self) -> NDArray[np.float32]:
        total = np.zeros(self.dimension)
        for segment, live in zip(self._segments, self._live, strict=True):
            total += segment.centre.astype(np.float64) * len(segment)
            if live is not None:
                total -= segment.rows(np.flatnonzero(~live)).sum(axis=0, dtype=np.float64)
        return (total / max(self._count, 1)).astype(np.float32)

    def _sampled(self, size: int) -> list[tuple[VectorSegment, NDArray[np.uint8]]]:
        """Codes of live rows in random blocks, drawn once for each size; the mapped codes if all rows are drawn."""
        if size not in self._samples:
            rng = np.random.default_rng(_SAMPLE_SEED)
            share = size / max(self._count, 1)
            self._samples[size] = [
                (segment, draw_codes(segment, live, share, rng))
                for segment, live in zip(self._segments, self._live, strict=True)
            ]
        return self._samples[size]

    def _located(
        self, documents: NDArray[np.int64]
    ) -> Iterator[tuple[VectorSegment, NDArray[np.int64], NDArray[np.int64]]]:
        """For each segment, the places of its documents in the array, and their rows in the segment."""
        for segment, live in zip(self._segments, self._live, strict=True):
            if len(segment) == 0:
                continue
            rows = np.minimum(np.searchsorted(segment.documents, documents), len(segment) - 1)
            is_present = segment.documents[rows] == documents
            if live is not None:
                is_present &= live[rows]
            yield segment, np.flatnonzero(is_present), rows[is_present]

    def _keeps(self, allowed: NDArray[np.int64]) -> list[Mask | None]:
        """For each segment, the mask of live and allowed rows."""
        keeps: list[Mask | None] = []
        for segment, live in zip(self._segments, self._live, strict=True):
            mask = mask_of(segment.documents, allowed)
            keeps.append(mask if live is None else mask & live)
        return keeps

    def _checked(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        if query.shape != (self.dimension,):
            raise ArtifactMismatch(
                "The model makes vectors of {0} numbers, and those of this library have "
                "{1}. Index the library again with this model, or use the one it was indexed with.",
                query.size,
                self.dimension,
            )
        return np.ascontiguousarray(query, np.float32)


def _no_card(why: str) -> Message:
    return Message("The trained index runs on the processor: {0}.", why)


def _open_scans(
    segments: Sequence[VectorSegment], device: Device, open_already: Sequence[Scan]
) -> tuple[Sequence[Scan], str, tuple[Message, ...]]:
    """Scans of the segments, the card they are on ("" for the processor), and notes for the user.

    open_already : scans of an earlier index, reused for the same segments
    """
    if device != "cpu" and segments:
        from cbir.vectors import cuda

        return cuda.open_scans_on_card(segments, open_already, required=device == "cuda")
    return open_scans(segments, open_already, CodeScan.on, CodeScan), "", ()


def _kept(segment: VectorSegment, keep: Mask | None) -> int:
    return len(segment) if keep is None else int(np.count_nonzero(keep))


def rank_pieces(parts: Sequence[tuple[VectorSegment, RowScores]], top: int) -> Scored:
    """The best of all parts. Each part holds every row that may tie with its last."""
    documents = np.concatenate([segment.documents[rows] for segment, (rows, _) in parts])
    scores = np.concatenate([scores for _, (_, scores) in parts])
    order = np.lexsort((documents, -scores))[:top]
    return Scored(documents=documents[order], scores=scores[order])
