"""FAISS' inverted file (IVF): lists of short codes by centroid. All trained indexes are of this class.

    train() or of_levels() -> add(), remove(), merge() -> write() -> open(), mapped -> search() with its own nprobe

Its rows are numbered by their owner: a row's number is its id. Parameters of a search belong to the call, because
searches share the index.
Jegou, Douze and Schmid, "Product quantization for nearest neighbor search", PAMI 2011.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ArtifactMismatch
from cbir.vectors import compiled
from cbir.vectors.card import CardIndex, widened

Codes = Literal["8bit", "pq"]
NONE = -1  # the row of a neighbour that does not exist


class InvertedFile:
    """An index that is trained. Several threads may search it; nothing else may happen meanwhile."""

    def __init__(self, index: Any) -> None:
        self._index = index
        self._card: CardIndex | None = None
        self._why_no_card: str | None = None  # before the first attempt

    def __len__(self) -> int:
        return int(self._index.ntotal)

    @property
    def dimension(self) -> int:
        return int(self._index.d)

    @property
    def lists(self) -> int:
        return int(self._index.nlist)

    @classmethod
    def train(cls, sample: NDArray[np.float32], centroids: NDArray[np.float32], codes: Codes) -> InvertedFile:
        """An empty index by inner product, for vectors like the sample. codes : see VectorIndexOptions

        A vector belongs to the list of the nearest centroid. `ready_for_queries` has to follow the last add().
        """
        import faiss

        d, lists, metric = sample.shape[1], len(centroids), faiss.METRIC_INNER_PRODUCT
        cells = faiss.IndexFlatL2(d)
        cells.add(centroids)
        index: Any
        # One list of all codes replaces a flat index, which FAISS cannot filter.
        if codes == "pq":
            index = faiss.IndexIVFPQFastScan(cells, d, lists, -(-d // 2), 4, metric)
            index.by_residual = True
        else:
            index = faiss.IndexIVFScalarQuantizer(cells, d, lists, faiss.ScalarQuantizer.QT_8bit, metric)
        index.train(sample)
        return cls(index)

    @classmethod
    def of_levels(cls, lists: int, levels: NDArray[np.float32]) -> InvertedFile:
        """An empty index by L2 distance for codes that exist already: half a byte for each coordinate.

        levels : (16, d) float32, the values of the codes. FAISS reads such codes as a product quantiser of d parts, so
        nothing is trained. Which lists a vector belongs to, and which a query searches, is up to the caller.
        """
        import faiss

        d = levels.shape[1]
        index: Any = faiss.IndexIVFPQ(faiss.IndexFlatL2(d), d, lists, d, 4)
        index.by_residual = False
        index.use_precomputed_table = -1
        faiss.copy_array_to_vector(np.ascontiguousarray(levels.T, np.float32).ravel(), index.pq.centroids)
        index.is_trained = True
        return cls(index)

    def add(self, vectors: NDArray[np.float32]) -> None:
        """Add (n, d) vectors as the next rows."""
        self._index.add(vectors)

    def add_codes(
        self, rows: NDArray[np.int64], lists: NDArray[np.integer[Any]], codes: NDArray[np.uint8]
    ) -> None:
        """Add n rows by their lists and codes."""
        import faiss

        order = np.argsort(lists, kind="stable")
        rows, codes = np.ascontiguousarray(rows[order]), np.ascontiguousarray(codes[order])
        used, starts = np.unique(lists[order], return_index=True)
        ends = np.append(starts[1:], len(order))[: len(used)]
        inverted = self._index.invlists
        for number, start, end in zip(used.tolist(), starts.tolist(), ends.tolist(), strict=True):
            inverted.add_entries(
                number, end - start, faiss.swig_ptr(rows[start:end]), faiss.swig_ptr(codes[start:end])
            )
        self._index.ntotal += len(rows)

    def remove(self, rows: NDArray[np.int64]) -> int:
        """Delete rows. Returns their number."""
        import faiss

        return int(self._index.remove_ids(faiss.IDSelectorBatch(rows)))

    def merge(self, other: InvertedFile, *, shift: int) -> None:
        """Take over all rows of another index of the same centroids and codes, which is then empty.

        shift : added to the numbers of its rows
        """
        self._index.invlists.merge_from(other._index.invlists, shift)
        self._index.ntotal += other._index.ntotal
        other._index.ntotal = 0

    def ready_for_queries(self) -> None:
        """Let queries probe the cells with the largest inner products.

        Unlike the nearest cells, they do not depend on the query's length, and a text's vector is far from all
        pictures.
        """
        import faiss

        cells = faiss.IndexFlatIP(self._index.d)
        cells.add(self._index.quantizer.reconstruct_n(0, self.lists))
        self._index.quantizer = cells

    def serialised(self) -> NDArray[np.uint8]:
        """The content of a file, as open() reads it."""
        import faiss

        content: NDArray[np.uint8] = faiss.serialize_index(self._index)
        return content

    @classmethod
    def open(cls, path: Path, *, mapped: bool = False) -> InvertedFile:
        """Read an index. The caller has compared its checksum: FAISS would crash on a damaged file.

        mapped : leave the lists on the disk, from which a search reads those that it probes. Not on Windows, where
            FAISS cannot
        Raises ArtifactMismatch if another version of FAISS wrote it.
        """
        import faiss

        flags = faiss.IO_FLAG_MMAP if mapped and os.name != "nt" else 0
        try:
            return cls(faiss.read_index(os.fspath(path), flags))
        except RuntimeError as error:
            raise ArtifactMismatch("{0} was made by another version of FAISS.", path.parent) from error

    def search(
        self,
        queries: NDArray[np.float32],
        count: int,
        *,
        nprobe: int,
        keep: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.int64]:
        """(q, count) rows of the nearest neighbours in `nprobe` lists; NONE where there are fewer.

        keep : (n,) bool, rows that may be returned; None: all
        """
        nprobe = min(nprobe, self.lists)
        if self._card is not None and (best := self._card.search(queries, count, nprobe, keep)) is not None:
            return best[1]
        with compiled.one_thread():
            _, nearest = self._index.search(
                queries, count, params=compiled.parameters(keep=keep, nprobe=nprobe)
            )
        return np.asarray(nearest, np.int64)

    def search_in(
        self,
        queries: NDArray[np.float32],
        lists: NDArray[np.int64],
        count: int,
        *,
        keep: NDArray[np.bool_] | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """(q, count) squared distances and rows of the nearest neighbours in given lists, nearest first.

        lists : (q, nprobe); a card chooses as many itself. keep : see search()
        """
        import faiss

        if self._card is not None:
            best = self._card.search(queries, count, lists.shape[1], keep)
            if best is not None:
                return best
        lists = np.ascontiguousarray(lists, np.int64)
        queries = np.ascontiguousarray(queries, np.float32)
        coarse = np.zeros(lists.shape, np.float32)  # unused: codes are not of residuals
        distances = np.empty((len(queries), count), np.float32)
        rows = np.empty((len(queries), count), np.int64)
        parameters = compiled.parameters(keep=keep, nprobe=lists.shape[1])
        with compiled.one_thread():
            # FAISS' wrapper for arrays takes no parameters.
            self._index.search_preassigned_c(
                len(queries),
                faiss.swig_ptr(queries),
                count,
                *[faiss.swig_ptr(array) for array in (lists, coarse, distances, rows)],
                False,
                parameters,
            )
        return distances, rows

    def move_to_card(
        self, *, levels: NDArray[np.float32] | None = None, centroids: NDArray[np.float32] | None = None
    ) -> str:
        """Search on a graphics card from now on, by FAISS. Returns why that is impossible; "" if it is possible.

        levels, centroids : of an index by of_levels(), whose lists the card then chooses itself
        """
        if self._why_no_card is None:
            if not compiled.gpus():
                self._why_no_card = "FAISS sees no graphics card"
            else:
                index = self._index
                if levels is not None and centroids is not None:
                    index = widened(index, levels, centroids)
                self._card, self._why_no_card = CardIndex.of(index)
        return self._why_no_card
