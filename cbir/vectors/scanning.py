"""Exact search: a scan of 8-bit codes -> candidates -> scores at full precision, proven complete; and samples.

The error of a code is at most its segment's `error`: a row whose code scores lower than the last hit by more than that
cannot be a hit. If a row left out may be within this bound, the scan is repeated for more candidates.
FAISS scans if it is loaded. A process that has not imported it uses plain numpy.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from cbir.base.cached import cached_property
from cbir.base.cores import usable_cores
from cbir.base.messages import Message
from cbir.vectors import compiled
from cbir.vectors.segments import VectorSegment

_CHUNK = 512  # rows widened at a time: 1 MB at 512 dimensions stays in the second-level cache
_ROUNDING = 2e-5  # of sums in single precision, relative to the query's length
MIN_ROWS_FOR_FAISS = 1024  # with fewer, calling FAISS costs more than it saves
_MAX_FROM_FAISS = 4096  # rows; to select more, FAISS' heap is slower than partitioning all scores
_SPARSE = 8  # if fewer than one row in 8 is kept, gathering these is faster than skipping the others
MIN_ROWS_FOR_A_THREAD = 16_384  # fewer take less time than starting a thread
_MAX_THREADS = 8  # more would only wait for memory
_FEW = 50  # allowed documents are looked up singly if there are at least so many documents for each
_SPREAD = 8  # most ids per document in a table of ids; a larger table costs more than sorting
SLACK = (
    54  # candidates in addition to twice the requested number: enough for the proof in nearly every search
)


Mask = NDArray[np.bool_]
RowScores = tuple[NDArray[np.int64], NDArray[np.float32]]
"""Rows of a segment and the exact score of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Likely best rows of a segment, with approximate scores.

    rows : (k,) of the segment. scores : (k,) float32. floor : upper bound of the scores of all other rows
    error : the most by which scores and floor may be off
    """

    rows: NDArray[np.int64]
    scores: NDArray[np.float32]
    floor: float
    error: float


class Scan(Protocol):
    """Proposes the likely best rows of a segment.

    on : the device in words for the user; "" for the processor
    note : a sentence for the user if the device failed in the last search, else None
    """

    on: ClassVar[str]

    @property
    def segment(self) -> VectorSegment: ...
    @property
    def note(self) -> Message | None: ...

    def candidates(self, query: NDArray[np.float32], count: int, keep: Mask | None) -> Candidates: ...


class CodeScan:
    """The 8-bit codes of rows start ... stop of a segment."""

    on: ClassVar[str] = ""
    note: ClassVar[Message | None] = None

    def __init__(self, segment: VectorSegment, start: int = 0, stop: int | None = None) -> None:
        self.segment = segment
        self._start = start
        self._codes = segment.codes[start:stop]

    def __len__(self) -> int:
        return len(self._codes)

    def candidates(self, query: NDArray[np.float32], count: int, keep: Mask | None) -> Candidates:
        """The `count` kept rows that score best by their codes.

        keep : (n,) bool over all rows of the segment; None: all
        """
        self.segment.compare_codes(np.array([self._start]), np.array([self._start + len(self)]))
        mask = None if keep is None else keep[self._start : self._start + len(self)]
        count_kept = len(self) if mask is None else int(np.count_nonzero(mask))
        if mask is not None and count_kept * _SPARSE <= len(self):
            rows = np.flatnonzero(mask)
            return self._best(query, rows, scores_of_codes(self.segment, self._codes, query, rows), count)
        if len(self) >= MIN_ROWS_FOR_FAISS and count <= _MAX_FROM_FAISS and compiled.is_loaded():
            return self._compiled(query, min(count, count_kept), count_kept, mask)
        scores = scores_of_codes(self.segment, self._codes, query)
        if mask is None:
            return self._best(query, None, scores, count)
        rows = np.flatnonzero(mask)
        return self._best(query, rows, scores[rows], count)

    @cached_property
    def _parts(self) -> list[tuple[int, int, Any]]:
        """Start, stop and index of each part: one part per core, if the segment is large enough to repay it."""
        number = max(1, min(len(self) // MIN_ROWS_FOR_A_THREAD, usable_cores(), _MAX_THREADS))
        ends = [len(self) * part // number for part in range(number + 1)]
        return [
            (start, stop, compiled.index_of_codes(self._codes[start:stop]))
            for start, stop in itertools.pairwise(ends)
        ]

    def _compiled(self, query: NDArray[np.float32], count: int, most: int, mask: Mask | None) -> Candidates:
        if count == 0:
            return self._best(query, None, np.zeros(0, np.float32), 0)
        scaled = (query * self.segment.step)[None]

        def search(part: tuple[int, int, Any]) -> RowScores:
            start, stop, index = part
            part_mask = None if mask is None else mask[start:stop]
            count_here = stop - start if part_mask is None else int(np.count_nonzero(part_mask))
            with compiled.one_thread():
                scores, rows = index.search(
                    scaled, min(count, count_here), params=compiled.parameters(keep=part_mask)
                )
            return rows[0] + start, scores[0]

        parts = self._parts
        results = [search(parts[0])] if len(parts) == 1 else list(_threads().map(search, parts))
        rows, scores = (np.concatenate(arrays) for arrays in zip(*results, strict=True))
        if len(rows) > count:
            chosen = np.argpartition(scores, -count)[-count:]
            rows, scores = rows[chosen], scores[chosen]
        scores = scores + constant_part(self.segment, query)
        return Candidates(
            rows=rows + self._start,
            scores=scores,
            floor=-np.inf if count == most else float(scores.min()),
            error=code_error(self.segment, query),
        )

    def _best(
        self,
        query: NDArray[np.float32],
        rows: NDArray[np.int64] | None,
        scores: NDArray[np.float32],
        count: int,
    ) -> Candidates:
        """The best of scored rows. rows : their positions, from the start of this scan; None: consecutive"""
        floor = -np.inf
        if count < len(scores):
            chosen = np.argpartition(scores, -count)[-count:]
            floor = float(scores[chosen].min())
        else:
            chosen = np.arange(len(scores))
        places = chosen if rows is None else rows[chosen]
        return Candidates(
            rows=places + self._start,
            scores=scores[chosen],
            floor=floor,
            error=code_error(self.segment, query),
        )


@functools.cache
def _threads() -> ThreadPoolExecutor:
    """Shared by all scans of the process; FAISS divides queries among threads, but never the rows of one."""
    return ThreadPoolExecutor(_MAX_THREADS, "scan")


def code_error(segment: VectorSegment, query: NDArray[np.float32]) -> float:
    """The most by which a score from a segment's codes may be off."""
    return float(np.linalg.norm(query)) * (segment.error + _ROUNDING)


def scores_of_codes(
    segment: VectorSegment,
    codes: NDArray[np.uint8],
    query: NDArray[np.float32],
    rows: NDArray[np.int64] | None = None,
) -> NDArray[np.float32]:
    """(k,) float32 inner products of a query with codes of a segment, or with some rows of them."""
    scaled = query * segment.step
    count = len(codes) if rows is None else len(rows)
    scores = np.empty(count, np.float32)
    buffer = np.empty((min(_CHUNK, count), segment.dimension), np.float32)
    for start in range(0, count, _CHUNK):
        block = slice(start, min(start + _CHUNK, count))
        wide = buffer[: block.stop - start]
        np.copyto(wide, codes[block] if rows is None else codes[rows[block]])
        np.dot(wide, scaled, out=scores[block])
    scores += constant_part(segment, query)
    return scores


def scores_of_rows(
    segment: VectorSegment, query: NDArray[np.float32], rows: NDArray[np.int64]
) -> NDArray[np.float32]:
    """scores_of_codes() of some rows, whose checksums are compared."""
    segment.compare_codes(rows, rows + 1)
    return scores_of_codes(segment, segment.codes, query, rows)


def constant_part(segment: VectorSegment, query: NDArray[np.float32]) -> np.float32:
    """The part of a score that is the same for all rows, because code 0 means the centre minus 128 steps."""
    return np.float32(query @ (segment.centre - 128 * segment.step))


def exact_scores(
    segment: VectorSegment, query: NDArray[np.float32], rows: NDArray[np.int64]
) -> NDArray[np.float32]:
    """(k,) float32 inner products of a query with stored vectors. Equal vectors have exactly equal scores."""
    scores = np.empty(len(rows), np.float32)
    for start in range(0, len(rows), _CHUNK):
        block = slice(start, start + _CHUNK)
        # einsum sums every row in the same order; a matrix product sums its last rows in another
        np.einsum("ij,j->i", segment.rows(rows[block]).astype(np.float32), query, out=scores[block])
    return scores


def open_scans(
    segments: Sequence[VectorSegment],
    open_already: Sequence[Scan],
    on: str,
    make: Callable[[VectorSegment], Scan],
) -> list[Scan]:
    """A scan of each segment on one device, reused if it is open already."""
    reusable = {id(scan.segment): scan for scan in open_already if scan.on == on}
    return [reusable[id(segment)] if id(segment) in reusable else make(segment) for segment in segments]


def best_rows(
    scans: Sequence[Scan],
    query: NDArray[np.float32],
    top: int,
    keeps: Sequence[Mask | None],
    *,
    exact: int | None = None,
) -> list[RowScores]:
    """For each scan, rows and scores that include the `top` best of all kept rows and all ties with the last.

    keeps : for each scan a mask over the rows of its segment, or None
    exact : number of best rows scored at full precision, ahead of the others, which keep the scores of their codes;
        None: all
    """
    count = 2 * top + SLACK
    while True:
        parts = [scan.candidates(query, count, keep) for scan, keep in zip(scans, keeps, strict=True)]
        worst = [part.scores - part.error for part in parts]
        bar = _nth_best(worst, top if exact is None else min(exact, top))
        scored = []
        for scan, part in zip(scans, parts, strict=True):
            scores, near = part.scores.copy(), part.scores + part.error >= bar
            scores[near] = exact_scores(scan.segment, query, part.rows[near])
            scored.append((part.rows, scores))
        last = _nth_best([scores for _, scores in scored], top)
        bounds = [part.floor + part.error for part in parts if part.floor > -np.inf]
        if all(highest < last for highest in bounds):
            return scored
        count *= 4


def _nth_best(scores: Sequence[NDArray[np.float32]], n: int) -> float:
    """The n-th best of all scores; -inf if there are fewer."""
    all_scores = np.concatenate([np.zeros(0, np.float32), *scores])
    return -np.inf if len(all_scores) < n else float(np.partition(all_scores, -n)[-n])


def mask_of(documents: NDArray[np.int64], allowed: NDArray[np.int64]) -> Mask:
    """A mask of the allowed ones of ascending documents: np.isin in at most a third of the time.

    A few allowed documents are looked up. More are marked in a table of all ids, unless the ids are too sparse.
    """
    if len(documents) == 0 or len(allowed) <= len(documents) // _FEW:
        mask = np.zeros(len(documents), bool)
        if len(documents):
            rows = np.minimum(np.searchsorted(documents, allowed), len(documents) - 1)
            mask[rows[documents[rows] == allowed]] = True
        return mask
    first, ids = int(documents[0]), int(documents[-1] - documents[0]) + 1
    if ids > _SPREAD * len(documents):
        return np.isin(documents, allowed)
    table, places = np.zeros(ids, bool), allowed - first
    table[places[(places >= 0) & (places < ids)]] = True
    return table if ids == len(documents) else table[documents - first]


def mask_without(documents: NDArray[np.int64], deleted: NDArray[np.int64]) -> Mask | None:
    """A mask of the ascending documents that are not deleted, or None if none is deleted."""
    if not len(deleted):
        return None
    is_deleted = mask_of(documents, deleted)
    return ~is_deleted if is_deleted.any() else None


_BLOCK = 16  # neighbouring rows are drawn together, because 16 rows cost as many pages of the disk as one row


def draw_codes(
    segment: VectorSegment, live: Mask | None, share: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Codes of a random share of the rows, in blocks of neighbours; all of them, uncopied, for a share of 1 or more."""
    codes = segment.codes
    if share >= 1:
        return codes if live is None else np.asarray(codes[live])
    blocks = np.flatnonzero(rng.random(math.ceil(len(codes) / _BLOCK)) < share)
    starts = blocks * _BLOCK
    segment.compare_codes(starts, np.minimum(starts + _BLOCK, len(codes)))
    rows = (starts[:, None] + np.arange(_BLOCK)).ravel()
    rows = rows[rows < len(codes)]
    return np.asarray(codes[rows if live is None else rows[live[rows]]])
