"""A trained structure's candidates -> full-precision scores, together with an exact search of newer vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.messages import Message
from cbir.vectors.scanning import (
    Candidates,
    CodeScan,
    Mask,
    RowScores,
    Scan,
    best_rows,
    code_error,
    scores_of_rows,
)
from cbir.vectors.segments import VectorSegment
from cbir.vectors.trained import TrainedStructure

_FIRST = 250  # hits; later ones are seldom looked at
_PER_HIT, _PER_LATER_HIT = 4, 2  # candidates for each of the first hits, and for each of the others
MAX_ROWS_FOR_EXACT = 20_000  # up to this, an exact scan is as fast as the structure with a filter


class NamedRows:
    """A scan of only those rows of a segment that belong to some documents. documents : (k,) int64, ascending"""

    on: ClassVar[str] = ""
    note: ClassVar[Message | None] = None

    def __init__(self, segment: VectorSegment, documents: NDArray[np.int64]) -> None:
        self.segment = segment
        rows = np.searchsorted(segment.documents, documents)
        inside = rows < len(segment)
        self._rows = rows[inside][segment.documents[rows[inside]] == documents[inside]]

    def candidates(self, query: NDArray[np.float32], count: int, keep: Mask | None) -> Candidates:
        return Candidates(
            rows=self._rows,
            scores=scores_of_rows(self.segment, query, self._rows),
            floor=-np.inf,
            error=code_error(self.segment, query),
        )


class Reranker:
    """A trained structure over segments that may have gained and lost rows since it was built.

    live : for each segment a mask of its live rows, or None if all are live
    """

    def __init__(
        self, trained: TrainedStructure, segments: Sequence[VectorSegment], live: Sequence[Mask | None]
    ) -> None:
        self.trained = trained
        self._segments = segments
        self.row_places = [row_places(segment.documents, trained.documents) for segment in segments]
        self._beside: list[tuple[int, CodeScan, Mask]] = []
        for number, (segment, places) in enumerate(zip(segments, self.row_places, strict=True)):
            if isinstance(places, slice):
                continue
            foreign = _both(live[number], places < 0)
            rows = np.flatnonzero(foreign)  # new documents have the highest ids and are therefore at the end
            if len(rows):
                self._beside.append((number, CodeScan(segment, int(rows[0]), int(rows[-1]) + 1), foreign))
        everything = self._rows_of(live)
        self._live_rows = None if everything.all() else everything

    @property
    def beside(self) -> int:
        """Number of rows that were added after the structure was built."""
        return sum(int(np.count_nonzero(foreign)) for _, _, foreign in self._beside)

    def best(
        self,
        query: NDArray[np.float32],
        top: int,
        keeps: Sequence[Mask | None],
        *,
        filtered: bool,
        nprobe: int | None,
        rerank: int,
        exact: int | None = None,
    ) -> list[tuple[VectorSegment, RowScores]] | None:
        """Rows and exact scores, which very likely include the best of all kept rows. exact : see best_rows

        keeps : for each segment a mask of the rows that may be returned. filtered : False if they equal `live`
        nprobe : exactly so many lists are searched, and only their rows returned; None: as many as it takes
        Returns None if nprobe is None and an exact search is as fast, or the structure returned too few rows.
        """
        mask = self._rows_of(keeps) if filtered else self._live_rows
        count_kept = len(self.trained) if mask is None else int(np.count_nonzero(mask))
        if nprobe is None and count_kept <= MAX_ROWS_FOR_EXACT and filtered:
            return None
        # If fewer rows are kept, the best of them are spread over more lists, but not in proportion: similar rows share
        # lists.
        spread = math.sqrt(len(self.trained) / max(count_kept, 1))
        probes = math.ceil(self.trained.probes * spread) if nprobe is None else nprobe
        count = max(rerank, _PER_HIT * min(top, _FIRST) + _PER_LATER_HIT * max(top - _FIRST, 0))
        documents = np.sort(self.trained.candidates(query, count, nprobe=probes, keep=mask))
        if nprobe is None and len(documents) < min(top, count_kept):
            return None
        scans: list[Scan] = [NamedRows(segment, documents) for segment in self._segments]
        masks: list[Mask | None] = [None] * len(scans)
        for number, scan, foreign in self._beside:
            scans.append(scan)
            masks.append(_both(keeps[number], foreign))
        best = best_rows(scans, query, top, masks, exact=exact)
        return [(scan.segment, part) for scan, part in zip(scans, best, strict=True)]

    def _rows_of(self, keeps: Sequence[Mask | None]) -> Mask:
        """The segments' masks as one mask over the structure's rows."""
        mask = np.zeros(len(self.trained), bool)
        for places, keep in zip(self.row_places, keeps, strict=True):
            if isinstance(places, slice):
                mask[places] = True if keep is None else keep
            else:
                mask[places[_both(keep, places >= 0)]] = True
        return mask


def _both(keep: Mask | None, other: Mask) -> Mask:
    return other if keep is None else keep & other


def row_places(documents: NDArray[np.int64], among: NDArray[np.int64]) -> slice | NDArray[np.int64]:
    """Places of documents among others, both ascending: a slice, or (n,) int64 with -1 for each absent document."""
    if len(documents) == 0:
        return slice(0, 0)
    first, last = np.searchsorted(among, documents[[0, -1]])
    if last - first + 1 == len(documents) and np.array_equal(among[first : last + 1], documents):
        return slice(int(first), int(last) + 1)
    places = np.searchsorted(among, documents)
    places[places == len(among)] = 0
    return np.where(among[places] == documents, places, -1) if len(among) else np.full(len(documents), -1)
