"""Vectors in a graphics card's memory: exact search in half precision, by FAISS-GPU or by torch.

The card proposes candidates. The error of half precision is bounded, so scanning.py can score them again and prove
the answer complete. If the card has too little memory, the processor searches and a note says so.
"""

from __future__ import annotations

import ctypes
import importlib.util
import logging
import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.messages import Message
from cbir.vectors import card, compiled
from cbir.vectors.scanning import Candidates, CodeScan, Mask, Scan, open_scans
from cbir.vectors.segments import VectorSegment

if TYPE_CHECKING:
    import torch

_FAISS, _TORCH = "the graphics card (FAISS)", "the graphics card"  # where a search runs, for the user
_CHUNK = 65_536  # rows copied to the card at a time
_HALF = 4 * 2.0**-11  # query, score and partial sums may each be rounded to half precision
_FULL = re.compile("out of memory|alloc_failed", re.IGNORECASE)  # messages of CUDA and of cuBLAS
_MAX_ON_GPU = 2048  # neighbours: the limit of FAISS-GPU
MIN_ROWS_FOR_GPU = 100_000  # with fewer, the CPU answers before a GPU has started

log = logging.getLogger(__name__)


class TorchScan:
    """A segment's vectors as a half precision tensor on a device.

    Raises RuntimeError if the device has too little memory or cannot compute with them.
    """

    on: ClassVar[str] = _TORCH

    def __init__(self, segment: VectorSegment, device: str) -> None:
        import torch

        # Partial sums in half precision would exceed the bound of _HALF.
        torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
        self.segment = segment
        self.note: Message | None = None
        self._codes = CodeScan(segment)
        self._device = device
        self._left_out: tuple[Mask, int, torch.Tensor] | None = None
        self._vectors = torch.empty((len(segment), segment.dimension), dtype=torch.float16, device=device)
        # torch accepts no read-only array. The memory is not pinned: if a card is lost, freeing pinned memory ends the
        # process.
        staging = torch.empty((min(_CHUNK, len(segment)), segment.dimension), dtype=torch.float16)
        for start in range(0, len(segment), _CHUNK):
            rows = segment.block(start, min(start + _CHUNK, len(segment)))
            np.copyto(staging.numpy()[: len(rows)], rows)
            self._vectors[start : start + len(rows)] = staging[: len(rows)]
        # A card for which this torch was not built accepts vectors and fails at the first product.
        self.scan_on_card(np.zeros(segment.dimension, np.float32), 1, None)

    def candidates(self, query: NDArray[np.float32], count: int, keep: Mask | None) -> Candidates:
        """The `count` rows of `keep` that score best in half precision."""
        try:
            candidates = self.scan_on_card(query, count, keep)
        except RuntimeError as error:  # another program may have taken the memory meanwhile
            log.warning("A search on the graphics card failed, the processor repeats it: %s", error)
            self.note = _note(error)
            return self._codes.candidates(query, count, keep)
        self.note = None
        return candidates

    def scan_on_card(self, query: NDArray[np.float32], count: int, keep: Mask | None) -> Candidates:
        import torch

        with torch.inference_mode():
            scores = self._vectors @ torch.tensor(query, dtype=torch.float16, device=self._device)
            count_kept = len(self.segment)
            if keep is not None:
                count_kept, left_out = self._without(keep)
                scores.masked_fill_(left_out, -torch.inf)
            # topk is faster in half precision: it takes half to two thirds of the time.
            best = scores.topk(min(count, count_kept))
            values = best.values.cpu().numpy().astype(np.float32)
        return Candidates(
            rows=best.indices.cpu().numpy(),
            scores=values,
            floor=-np.inf if count >= count_kept else float(values[-1]),
            error=_error(query),
        )

    def _without(self, keep: Mask) -> tuple[int, torch.Tensor]:
        """Number of rows kept, and the mask of the others on the device.

        The last mask stays on the card, since most queries come with the same one, of deleted documents.
        """
        import torch

        cached = self._left_out
        if cached is None or cached[0] is not keep:
            cached = keep, int(np.count_nonzero(keep)), torch.from_numpy(~keep).to(self._device)
            self._left_out = cached
        return cached[1:]


def _error(query: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(query)) * _HALF


class FaissGpuScan:
    """A segment's vectors in a FAISS index on a card. With a filter, or for many rows, the processor searches."""

    on: ClassVar[str] = _FAISS

    def __init__(self, segment: VectorSegment) -> None:
        import faiss

        self.segment = segment
        self.note: Message | None = None
        self._codes = CodeScan(segment)
        config = faiss.GpuIndexFlatConfig()
        config.useFloat16 = True
        with card.LOCK:
            self._index: Any = faiss.GpuIndexFlatIP(card.resources(), segment.dimension, config)
            for start in range(0, len(segment), _CHUNK):
                rows = segment.block(start, min(start + _CHUNK, len(segment)))
                self._index.add(rows.astype(np.float32))

    def candidates(self, query: NDArray[np.float32], count: int, keep: Mask | None) -> Candidates:
        """The `count` rows of `keep` that score best."""
        if keep is not None or count > _MAX_ON_GPU:
            return self._codes.candidates(query, count, keep)
        try:
            with card.LOCK:
                scores, rows = self._index.search(query[None], min(count, len(self.segment)))
        except RuntimeError as error:
            log.warning("A search on the graphics card failed, the processor repeats it: %s", error)
            self.note = _note(error)
            return self._codes.candidates(query, count, keep)
        self.note = None
        return Candidates(
            rows=rows[0],
            scores=scores[0],
            floor=-np.inf if count >= len(self.segment) else float(scores[0, -1]),
            error=_error(query),
        )


def open_scans_on_card(
    segments: Sequence[VectorSegment], open_already: Sequence[Scan], *, required: bool
) -> tuple[Sequence[Scan], str, tuple[Message, ...]]:
    """Scans of the segments, the card they are on ("" for the processor), and notes for the user.

    open_already : scans of an earlier index, reused for the same segments
    required : the user asked for the graphics card. Otherwise it is used for many vectors, and torch only if it is
        imported already, since that takes longer than a hundred scans on the processor.
    """
    plain = open_scans(segments, open_already, CodeScan.on, CodeScan)
    rows = sum(len(segment) for segment in segments)
    if not required and rows < MIN_ROWS_FOR_GPU:
        return plain, "", ()
    try:
        if compiled.gpus():
            return open_scans(segments, open_already, _FAISS, FaissGpuScan), _FAISS, ()
        if (required or "torch" in sys.modules) and has_cuda():
            scans = open_scans(segments, open_already, _TORCH, lambda segment: TorchScan(segment, "cuda"))
            return scans, _TORCH, ()
    except RuntimeError as error:  # torch and FAISS raise it for every fault of a driver
        log.warning("The graphics card cannot be used for vectors: %s", error)
        return plain, "", (_note(error),)
    if required:
        return (
            plain,
            "",
            (Message("No graphics card that CUDA can use was found. The search ran on the processor."),),
        )
    return plain, "", ()


def _note(error: RuntimeError) -> Message:
    why = Message("has too little free memory") if _FULL.search(str(error)) else Message("could not be used")
    return Message("The graphics card {0}. The search ran on the processor.", why)


def has_cuda() -> bool:
    """True if torch is installed and sees a card. torch is imported only if NVIDIA's driver is present."""
    if not has_driver() or importlib.util.find_spec("torch") is None:
        return False
    import torch

    return torch.cuda.is_available()


def try_card() -> str:
    """Multiply two matrices on the card and return its name.

    Raises RuntimeError if torch cannot compute on it, because its build lacks this card or the memory is full.
    """
    import torch

    half = torch.ones((8, 8), dtype=torch.float16, device="cuda")
    float((half @ half).sum())
    return torch.cuda.get_device_name()


def has_driver() -> bool:
    """True if NVIDIA's driver can be loaded. Its path differs under WSL and in containers, but not its name."""
    try:
        ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1")
    except OSError:
        return False
    return True
