"""Vectors in a graphics card's memory: exact search in half precision, by FAISS-GPU or by torch.

The card only names candidates: what half precision gets wrong is bounded, and scanning.py scores them again and
proves the answer complete. Where the card has too little memory, the processor searches, and a note says so.
"""

from __future__ import annotations

import ctypes
import importlib.util
import logging
import os
import sys
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cbir.vectors import compiled
from cbir.vectors.scanning import Candidates, CodeScan, Mask, Scan, open_scans
from cbir.vectors.segments import VectorSegment

_FAISS, _TORCH = "the graphics card (FAISS)", "the graphics card"  # where a search runs, for the user
_CHUNK = 65_536  # rows copied to the card at a time
_HALF = 4 * 2.0**-11  # query and score are rounded to half precision, and so may be parts of the sum
_MAX_ON_GPU = 2048  # neighbours: the limit of FAISS-GPU
_MIN_ROWS_FOR_GPU = 100_000  # with fewer, the CPU answers before a GPU has started

log = logging.getLogger(__name__)


class TorchScan:
    """A segment's vectors as a half precision tensor on a device."""

    on: ClassVar[str] = _TORCH

    def __init__(self, segment: VectorSegment, device: str) -> None:
        import torch

        self.segment = segment
        self._codes = CodeScan(segment)
        self._device = device
        self._vectors = torch.empty((len(segment), segment.dimension), dtype=torch.float16, device=device)
        for start in range(0, len(segment), _CHUNK):
            rows = segment.rows(np.arange(start, min(start + _CHUNK, len(segment))))
            self._vectors[start : start + len(rows)] = torch.from_numpy(rows)

    def error(self, norm: float) -> float:
        return max(norm * _HALF, self._codes.error(norm))

    def candidates(self, query: NDArray[np.float32], count: int, keep: Mask | None) -> Candidates:
        """The `count` rows that score best in half precision, of those that `keep` has."""
        try:
            return self._on_card(query, count, keep)
        except RuntimeError as error:  # another program may have taken the memory meanwhile
            log.warning("A search on the graphics card failed, the processor repeats it: %s", error)
            return self._codes.candidates(query, count, keep)

    def _on_card(self, query: NDArray[np.float32], count: int, keep: Mask | None) -> Candidates:
        import torch

        asked = torch.tensor(query, dtype=torch.float16, device=self._device)
        with torch.inference_mode():
            scores = (self._vectors @ asked).float()
            kept = len(self.segment)
            if keep is not None:
                scores[torch.tensor(~keep, device=self._device)] = -torch.inf
                kept = int(np.count_nonzero(keep))
            best = scores.topk(min(count, kept))
        found = best.values.cpu().numpy()
        return Candidates(
            rows=best.indices.cpu().numpy(),
            scores=found,
            floor=-np.inf if count >= kept else float(found[-1]),
        )


class FaissGpuScan:
    """A segment's vectors in a FAISS index on a card, for plain searches; the processor does what it cannot."""

    on: ClassVar[str] = _FAISS

    def __init__(self, segment: VectorSegment) -> None:
        import faiss

        self.segment = segment
        self._codes = CodeScan(segment)
        self._resources = faiss.StandardGpuResources()  # must outlive the index
        config = faiss.GpuIndexFlatConfig()
        config.useFloat16 = True
        self._index: Any = faiss.GpuIndexFlatIP(self._resources, segment.dimension, config)
        for start in range(0, len(segment), _CHUNK):
            rows = segment.rows(np.arange(start, min(start + _CHUNK, len(segment))))
            self._index.add(rows.astype(np.float32))

    def error(self, norm: float) -> float:
        return max(norm * _HALF, self._codes.error(norm))

    def candidates(self, query: NDArray[np.float32], count: int, keep: Mask | None) -> Candidates:
        """The `count` rows that score best, of those that `keep` has."""
        if keep is not None or count > _MAX_ON_GPU:
            return self._codes.candidates(query, count, keep)
        scores, rows = self._index.search(query[None], min(count, len(self.segment)))
        found = scores[0]
        return Candidates(
            rows=rows[0], scores=found, floor=-np.inf if count >= len(self.segment) else float(found[-1])
        )


def open_scans_on_card(
    segments: Sequence[VectorSegment], known: Sequence[Scan], *, required: bool
) -> tuple[Sequence[Scan], str, tuple[str, ...]]:
    """What searches scan, where it lies ("" for the processor), and notes for the user.

    known : scans that are open; those of these segments are used again
    required : the user asked for the graphics card. Otherwise it is used for many vectors, and through torch alone
    where torch runs already: importing it takes longer than a hundred scans on the processor.
    """
    plain = open_scans(segments, known, CodeScan.on, CodeScan)
    rows = sum(len(segment) for segment in segments)
    if not required and rows < _MIN_ROWS_FOR_GPU:
        return plain, "", ()
    try:
        if compiled.gpus():
            return open_scans(segments, known, _FAISS, FaissGpuScan), _FAISS, ()
        if (required or "torch" in sys.modules) and has_cuda():
            return open_scans(segments, known, _TORCH, lambda segment: TorchScan(segment, "cuda")), _TORCH, ()
    except RuntimeError as error:  # what torch and FAISS raise for whatever a driver says
        log.warning("The graphics card cannot be used for vectors: %s", error)
        why = "has too little free memory" if "memory" in str(error).lower() else "could not be used"
        return plain, "", (f"The graphics card {why}. The search ran on the processor.",)
    if required:
        return plain, "", ("No graphics card that CUDA can use was found. The search ran on the processor.",)
    return plain, "", ()


def has_cuda() -> bool:
    """Whether torch is installed and finds a card. Imports torch only where NVIDIA's driver is there."""
    if not has_driver() or importlib.util.find_spec("torch") is None:
        return False
    import torch

    return torch.cuda.is_available()


def has_driver() -> bool:
    """Whether NVIDIA's driver can be loaded. It lies in other places under WSL and in containers."""
    try:
        ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1")
    except OSError:
        return False
    return True
