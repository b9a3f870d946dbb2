"""FAISS over existing arrays: no copy of a mapped file, one thread per query, filters by row."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.messages import Message


def is_loaded() -> bool:
    """True once this process has imported FAISS, which takes as long as ten scans of 100,000 vectors."""
    return "faiss" in sys.modules


def gpus() -> int:
    """Graphics cards that FAISS can use: 0 for its build for processors."""
    import faiss

    return int(faiss.get_num_gpus())


def active_faiss() -> Message:
    """The build of FAISS that this process imports, and why it does or does not use a graphics card."""
    import faiss

    if not hasattr(faiss, "StandardGpuResources"):
        return Message(
            "version {0} for processors; the one for graphics cards can take its place", faiss.__version__
        )
    if not gpus():
        return Message("version {0} for graphics cards, which sees none here", faiss.__version__)
    return Message("version {0} for graphics cards, which sees {1}", faiss.__version__, gpus())


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Keep FAISS's own threads out of a single query: they wait for one another longer than the scan takes.

    OpenMP has this number per thread, so searches and trainings of other threads are not affected.
    """
    with _threads(1):
        yield


@contextlib.contextmanager
def half_the_threads() -> Iterator[None]:
    """Leave cores for searches during a training.

    The limit on BLAS is for the whole process. Its threads would spin for cores that others use: on a busy machine, the
    training took several times as long with them as without.
    """
    import faiss
    from threadpoolctl import threadpool_limits

    count = max(1, faiss.omp_get_max_threads() // 2)
    with _threads(count), threadpool_limits(count, user_api="blas"):
        yield


@contextlib.contextmanager
def _threads(count: int) -> Iterator[None]:
    import faiss

    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(count)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(before)


def index_of_codes(codes: NDArray[np.uint8]) -> Any:
    """Inner product index over codes as numbers, without a copy.

    codes : (n, d) uint8, C order; the caller keeps them alive. A filter belongs to a call: see `parameters`.
    `add_sa_codes` would copy them: half a gigabyte for a million vectors. The index gets a view instead, through fields
    that FAISS does not document; tests/cbir/vectors/test_vectors_compiled.py checks the installed version.
    """
    import faiss

    index: Any = faiss.IndexScalarQuantizer(
        codes.shape[1], faiss.ScalarQuantizer.QT_8bit_uniform, faiss.METRIC_INNER_PRODUCT
    )
    # To FAISS, a code means low + (code + 1/2) / 255 * (high - low). Its types that use codes directly round the query.
    index.train(np.array([[-0.5], [254.5]], np.float32).repeat(codes.shape[1], axis=1))
    # The caller owns the array. This is the type's name in Python for "no owner".
    views: Any = faiss.MaybeOwnedVectorUInt8
    nobody = views().owner
    index.codes = views.create_view(faiss.swig_ptr(codes.reshape(-1)), codes.size, nobody)
    index.ntotal = len(codes)
    return index


def parameters(*, keep: NDArray[np.bool_] | None = None, nprobe: int | None = None) -> Any:
    """Search parameters of one call. An index is shared, so they cannot be set on it.

    keep : (n,) bool, rows that may be returned; None: all. nprobe : lists of an IVF to search; None: all
    """
    import faiss

    library: Any = faiss  # its stubs lack both classes
    # FAISS keeps the selector alive with the parameters, and the bits with the selector
    chosen = {} if keep is None else {"sel": library.IDSelectorBitmap(np.packbits(keep, bitorder="little"))}
    if nprobe is None:
        return library.SearchParameters(**chosen) if chosen else None
    return library.SearchParametersIVF(nprobe=nprobe, **chosen)
