"""Trained indexes in a graphics card's memory, by the builds of FAISS that know one.

FAISS' indexes on a card are not safe even for two readers, and each StandardGpuResources takes temporary memory of its
own. So there is one lock and one StandardGpuResources for all of them. If the card fails, the caller searches on the
processor; a failed index is not asked again.
"""

from __future__ import annotations

import functools
import logging
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.vectors import compiled

SHARE_OF_MEMORY = 0.5  # of the card's free memory, for one index: towers and exact scans need some, too
MOST_NEIGHBOURS = 2048  # the limit of FAISS on a card

LOCK = threading.Lock()
log = logging.getLogger(__name__)


@functools.cache
def resources() -> Any:
    """FAISS' resources on the card, one for the process."""
    import faiss

    return faiss.StandardGpuResources()


def free_bytes() -> int:
    """Free memory of the card, as its driver reports it now."""
    import faiss

    return int(faiss.get_gpu_memory_info(0)[0]) if hasattr(faiss, "get_gpu_memory_info") else 1 << 62


class CardIndex:
    """A copy of an inverted file on the card. search() returns None where the processor has to search."""

    def __init__(self, index: Any) -> None:
        self._index = index
        self.failed = False

    @classmethod
    def of(cls, index: Any) -> tuple[CardIndex | None, str]:
        """Copy an index of FAISS to the card; None with the reason if that is impossible.

        A card knows lists of whole numbers (8 bits) and of vectors, but no 4-bit codes: see `widened`.
        """
        import faiss

        if not compiled.gpus():
            return None, "FAISS sees no graphics card"
        if isinstance(index, (faiss.IndexIVFPQ, faiss.IndexIVFPQFastScan)):
            return None, "4-bit codes cannot be searched on a graphics card"
        needed = int(index.ntotal) * (int(index.code_size) + 8)
        library: Any = faiss
        try:
            with LOCK:
                if needed > free_bytes() * SHARE_OF_MEMORY:
                    return None, "the graphics card has too little free memory"
                return cls(library.index_cpu_to_gpu(resources(), 0, index)), ""
        except (
            RuntimeError
        ) as error:  # every fault of a driver, full memory, or a build without code for this card
            log.warning("A trained index cannot be moved to the graphics card: %s", error)
            return None, "the graphics card could not be used"

    def search(
        self, queries: NDArray[np.float32], count: int, nprobe: int, keep: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]] | None:
        """Scores and rows of the nearest neighbours of each query in the `nprobe` nearest lists, or None."""
        if self.failed or count > MOST_NEIGHBOURS:
            return None
        try:
            with LOCK:
                scores, rows = self._index.search(
                    queries, count, params=compiled.parameters(keep=keep, nprobe=nprobe)
                )
        except RuntimeError as error:
            log.warning("A search on the graphics card failed, the processor repeats it: %s", error)
            self.failed = True
            return None
        if not np.isfinite(scores[rows >= 0]).all():  # half precision overflows to infinity
            return None
        return scores, np.asarray(rows, np.int64)


def widened(index: Any, levels: NDArray[np.float32], centroids: NDArray[np.float32]) -> Any:
    """An index of 4-bit codes as one of 8-bit codes, by L2 distance, which a card can search. It takes twice as much.

    levels : (16, d), the values of the codes. centroids : (lists, d), by which the card chooses lists
    """
    import faiss

    lists, d = centroids.shape
    cells = faiss.IndexFlatL2(d)
    cells.add(np.ascontiguousarray(centroids))
    kind, metric = faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_L2
    wide: Any = faiss.IndexIVFScalarQuantizer(
        cells, d, lists, kind, metric, False
    )  # codes are not of residuals
    wide.train(np.ascontiguousarray(levels))
    low, high = levels.min(axis=0), levels.max(axis=0)
    # FAISS reads a code c as low + (c + 1/2) / 255 * (high - low).
    steps = (levels - low) / np.maximum(high - low, 1e-12) * 255 - 0.5
    table = np.clip(np.rint(steps), 0, 255).astype(np.uint8)
    columns = np.arange(0, d, 2)
    inverted = index.invlists
    for number in range(lists):
        size = inverted.list_size(number)
        if not size:
            continue
        codes = faiss.rev_swig_ptr(inverted.get_codes(number), size * d // 2).reshape(size, d // 2)
        wide_codes = np.empty((size, d), np.uint8)
        wide_codes[:, 0::2], wide_codes[:, 1::2] = table[codes & 15, columns], table[codes >> 4, columns + 1]
        wide.invlists.add_entries(number, size, inverted.get_ids(number), faiss.swig_ptr(wide_codes))
    wide.ntotal = index.ntotal
    return wide
