"""Many vectors -> a trained structure in the cache -> candidates for re-ranking.

    sample -> principal axes -> k-means -> IVF lists of short codes -> <cache>/<id>/
documents.i64  n, ascending; row i of the structure is document i
axes.f32       (p + 1, d), the mean and then the principal axes in use
index.faiss    in FAISS's own format

The structure is an artifact of the cache: it can be rebuilt from the segments at any time, and a search without one,
or with a damaged one, is exact and slower. It refers to documents, not to places in files, so it stays valid when
segments are merged. Deleted documents are filtered out, and new ones are searched separately.
Jegou, Douze and Schmid, "Product quantization", PAMI 2011 (IVF); Andre et al., VLDB 2015 (codes in registers).
"""

from __future__ import annotations

import logging
import math
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.artifacts import (
    building_artifact,
    map_array,
    read_manifest,
    remove_artifact,
    verify_checksums,
    write_array,
)
from cbir.base.errors import ArtifactMismatch, Cancelled
from cbir.vectors import compiled
from cbir.vectors.clustering import kmeans
from cbir.vectors.inverted_file import NONE, Codes, InvertedFile
from cbir.vectors.segments import VectorSegment

Kind = Literal["auto", "exact", "trained"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorIndexOptions:
    """Composition of a trained structure, and the sizes from which one is used (docs/benchmarks/ann-ways.json).

    kind : auto searches exactly up to `exact_up_to` vectors; above it uses a trained structure, if one was built
    dimensions : number of principal components that the structure uses (PCA), None for all dimensions
    lists : of the inverted file (IVF), None for a number chosen by size, 1 to scan every code
    codes : a byte for each dimension, or half a byte for two dimensions (product quantisation, scanned in registers)
    nprobe : lists that a search probes, None for a share chosen by size; a search may set its own
    rerank : candidates scored again at full precision; at least four for each of the first 250 requested hits, and two
        for each of the others
    """

    kind: Kind = "auto"
    exact_up_to: int = 10_000
    dimensions: int | None = 128
    lists: int | None = None
    codes: Codes = "pq"
    nprobe: int | None = None
    rerank: int = 400
    seed: int = 0


DEFAULT_OPTIONS = VectorIndexOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """A projection to principal axes. mean : (d,) float32. axes : (p, d) float32, orthonormal rows

    The mean is subtracted only from stored vectors: q.(x - mean) ranks like q.x for every q, but (q - mean).(x - mean)
    does not. A query from another distribution, such as a text among pictures, thus needs no special treatment.
    """

    mean: NDArray[np.float32]
    axes: NDArray[np.float32]

    def of_vectors(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """(n, d) float32 -> (n, p) float32, centred."""
        return np.ascontiguousarray((vectors - self.mean) @ self.axes.T)

    def of_query(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """(d,) float32 -> (p,) float32, not centred."""
        return self.axes @ query


def principal_axes(vectors: NDArray[np.float32], dimensions: int) -> Projection:
    """The mean of (n, d) float32 vectors and the directions in which they vary most, the strongest first."""
    mean = vectors.mean(axis=0, dtype=np.float64).astype(np.float32)
    centred = vectors - mean
    _, axes = np.linalg.eigh((centred.T @ centred).astype(np.float64))  # ascending
    return Projection(
        mean=mean, axes=np.ascontiguousarray(axes[:, ::-1][:, :dimensions].T.astype(np.float32))
    )


def paired(projection: Projection) -> Projection:
    """The same axes in another order: the strongest with the weakest, the second with the second weakest, and so on.

    Product quantisation spends the same bits on every pair, which is best if all pairs vary alike.
    Ge et al., "Optimized product quantization", CVPR 2013, section 3.2.2, allocate by the same rule.
    """
    count = len(projection.axes)
    order = np.empty(count, np.intp)
    order[0::2] = np.arange(-(-count // 2))
    order[1::2] = np.arange(count - 1, count - 1 - count // 2, -1)
    return Projection(mean=projection.mean, axes=np.ascontiguousarray(projection.axes[order]))


KIND = "vector-structure"
FORMAT = 1
FIELDS = {"model": str, "dimension": int, "count": int, "lists": int, "codes": str, "recipe": str}
STRUCTURE = (KIND, FORMAT, (), FIELDS)
"""For read_manifest: kind, format, older readable formats, fields."""
_INDEX = "index.faiss"
_CHUNK = 16_384
_PER_LIST = 48  # training vectors for each centroid; FAISS asks for 39 and takes 256 at most
ITERATIONS = 10
_PROBED = 8  # a search probes one list in 8: docs/benchmarks/ann-ways.json
_MIN_PROBES = 256  # with few lists, a larger share costs nothing

log = logging.getLogger(__name__)


class TrainedStructure:
    """One structure. open() reads its manifest; load() reads the rest and imports FAISS.

    documents : (n,) int64. lists : 1 if every code is scanned. recipe : the options with which it was built
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self.folder = folder
        self.documents: NDArray[np.int64] = np.asarray(map_array(folder / "documents.i64", "<i8"))
        self.lists: int = manifest["lists"]
        self.codes: str = manifest["codes"]
        self.recipe: str = manifest["recipe"]
        self._manifest = manifest
        axes = np.array(map_array(folder / "axes.f32", "<f4", (-1, manifest["dimension"])))
        if not len(axes) or not np.isfinite(axes).all() or not self.lists:
            raise ArtifactMismatch("{0} is damaged: its axes do not fit.", folder)
        self.projection = Projection(mean=axes[0], axes=axes[1:])
        self._index: InvertedFile | None = None
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def probes(self) -> int:
        """Default number of lists to probe."""
        return min(self.lists, max(_MIN_PROBES, self.lists // _PROBED))

    def candidates(
        self, query: NDArray[np.float32], count: int, *, nprobe: int, keep: NDArray[np.bool_] | None
    ) -> NDArray[np.int64]:
        """At most `count` documents that are likely among the best, in no order.

        query : (d,) float32. keep : (n,) bool over the structure's documents; None: all
        """
        reduced = self.projection.of_query(query)
        (rows,) = self.load().search(reduced[None], min(count, len(self)), nprobe=nprobe, keep=keep)
        documents: NDArray[np.int64] = self.documents[rows[rows != NONE]]
        return documents

    def describe(self) -> str:
        """A few words for the user, such as "IVF of 4,096 lists, PCA to 128 dimensions, 4-bit codes"."""
        parts = [f"IVF of {self.lists:,} lists"] if self.lists > 1 else []
        axes_count, dimension = self.projection.axes.shape
        if axes_count < dimension:
            parts.append(f"PCA to {axes_count} dimensions")
        return ", ".join([*parts, "4-bit codes" if self.codes == "pq" else "8-bit codes"])

    @classmethod
    def open(cls, folder: Path, *, model: str) -> TrainedStructure:
        """Read a structure's manifest. Raises ArtifactMismatch if it is unreadable or of another model."""
        manifest = read_manifest(folder, kind=KIND, format=FORMAT, fields=FIELDS)
        if manifest["model"] != model:
            raise ArtifactMismatch("{0} is of another model.", folder)
        return cls(folder, manifest)

    def load(self) -> InvertedFile:
        """The index, ready for searches. Raises ArtifactMismatch if it is damaged."""
        with self._lock:
            if self._index is not None:
                return self._index
            verify_checksums(self.folder, self._manifest)  # FAISS would crash on a damaged file
            index = InvertedFile.open(self.folder / _INDEX)
            # rows of the index name documents, and a query has as many numbers as it has dimensions
            if (len(index), index.dimension) != (len(self), len(self.projection.axes)):
                raise ArtifactMismatch("{0} is damaged: its index does not fit its documents.", self.folder)
            if np.any(self.documents[1:] <= self.documents[:-1]):
                raise ArtifactMismatch("{0} is damaged: its documents do not ascend.", self.folder)
            self._index = index
            return index


def find_structure(
    cache: Path, *, model: str, earlier: TrainedStructure | None = None
) -> TrainedStructure | None:
    """The newest readable structure of a model, or None. earlier : an open structure, returned if it is the newest"""
    return newest_index(cache, partial(TrainedStructure.open, model=model), earlier)


class _InFolder(Protocol):
    @property
    def folder(self) -> Path: ...


_Index = TypeVar("_Index", bound=_InFolder)


def newest_index(cache: Path, read: Callable[[Path], _Index], earlier: _Index | None) -> _Index | None:
    """The newest readable index in a cache, or None. earlier : an open index, returned if it is the newest"""
    folders = [folder for folder in cache.glob("*/") if (folder / "manifest.json").is_file()]
    for folder in sorted(folders, key=lambda f: (f / "manifest.json").stat().st_mtime_ns, reverse=True):
        if earlier is not None and folder == earlier.folder:
            return earlier
        try:
            return read(folder)
        except (ArtifactMismatch, OSError) as error:
            log.warning("A trained index cannot be used: %s", error)
    return None


def build_structure(
    segments: Sequence[VectorSegment],
    cache: Path,
    *,
    deleted: NDArray[np.int64],
    options: VectorIndexOptions = DEFAULT_OPTIONS,
    progress: Callable[[float], None] = lambda share: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Train on the vectors of all segments, and replace older structures in the cache by the new one.

    deleted : (m,) documents to leave out. progress : called with the share done, 0 to 1
    Raises Cancelled, after which the cache is unchanged. `cancelled` is called between steps; the longest step, a round
    of k-means, takes some seconds for a million vectors.
    """
    rows = _Rows(segments, deleted)
    step = _Steps(progress, cancelled)
    with compiled.half_the_threads():
        lists = lists_for(len(rows)) if options.lists is None else max(1, min(options.lists, len(rows)))
        sample = rows.sample(max(_PER_LIST * lists, 50_000), options.seed)
        step(0.02)
        # Always centred, which makes cells and codes more exact and does not change the ranking.
        projection = principal_axes(sample, options.dimensions or sample.shape[1])
        if options.codes == "pq":
            projection = paired(projection)
        reduced = projection.of_vectors(sample)
        centroids = trained_centroids(reduced, lists, options.seed, step)
        index = InvertedFile.train(reduced, centroids, options.codes)
        for start in range(0, len(rows), _CHUNK):
            index.add(projection.of_vectors(rows.read(start, min(start + _CHUNK, len(rows)))))
            step(0.5 + 0.5 * start / len(rows))
    _write(cache, rows, projection, index, lists, options, segments[0].model)
    progress(1.0)


def recipe(options: VectorIndexOptions) -> str:
    """The options that a structure depends on, as text."""
    return f"dimensions {options.dimensions}, lists {options.lists}, codes {options.codes}"


def lists_for(count: int) -> int:
    """Number of IVF lists for `count` vectors: about 4 sqrt(count), a power of two."""
    return 1 << max(0, round(math.log2(4 * math.sqrt(max(count, 1)))))


class _Steps:
    """Reports progress, and raises Cancelled if the training was cancelled."""

    def __init__(self, progress: Callable[[float], None], cancelled: Callable[[], bool]) -> None:
        self._progress = progress
        self._cancelled = cancelled

    def __call__(self, share: float) -> None:
        if self._cancelled():
            raise Cancelled("The building of the vector index was stopped. Searches work without it.")
        self._progress(share)


class _Rows:
    """The rows of several segments that are not deleted, ascending by document."""

    def __init__(self, segments: Sequence[VectorSegment], deleted: NDArray[np.int64]) -> None:
        self._segments = segments
        documents = np.concatenate([segment.documents for segment in segments])
        live_rows = np.flatnonzero(~np.isin(documents, deleted))
        order = live_rows[np.argsort(documents[live_rows], kind="stable")]
        self.documents = documents[order]
        origin = np.repeat(np.arange(len(segments)), [len(segment) for segment in segments])
        self._origin = origin[order]
        self._row = np.concatenate([np.arange(len(segment)) for segment in segments])[order]

    def __len__(self) -> int:
        return len(self.documents)

    def sample(self, count: int, seed: int) -> NDArray[np.float32]:
        rng = np.random.default_rng(seed)
        chosen = rng.choice(len(self), min(count, len(self)), replace=False)
        return self._gather(np.sort(chosen))

    def read(self, start: int, stop: int) -> NDArray[np.float32]:
        return self._gather(np.arange(start, stop))

    def _gather(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        gathered = np.empty((len(rows), self._segments[0].dimension), np.float32)
        origin = self._origin[rows]
        for number in np.unique(origin):
            of_segment = origin == number
            gathered[of_segment] = self._segments[number].rows(self._row[rows[of_segment]])
        return gathered


def trained_centroids(
    sample: NDArray[np.float32], lists: int, seed: int, step: _Steps
) -> NDArray[np.float32]:
    """k-means, one iteration at a time, so that it can be cancelled between iterations."""
    centroids: NDArray[np.float32] | None = None
    for iteration in range(ITERATIONS):
        centroids = kmeans(sample, lists, iterations=1, seed=seed, start=centroids)
        step(0.05 + 0.4 * (iteration + 1) / ITERATIONS)
    assert centroids is not None
    return centroids


def _write(
    cache: Path,
    rows: _Rows,
    projection: Projection,
    index: InvertedFile,
    lists: int,
    options: VectorIndexOptions,
    model: str,
) -> None:
    """Write the structure, then remove older ones."""
    index.ready_for_queries()
    older = [folder for folder in cache.glob("*/") if (folder / "manifest.json").is_file()]
    about = {"kind": KIND, "format": FORMAT, "model": model, "dimension": projection.axes.shape[1]}
    about |= {"count": len(rows), "lists": lists, "codes": options.codes, "recipe": recipe(options)}
    with building_artifact(cache / uuid.uuid4().hex, about) as temporary:
        write_array(temporary / "documents.i64", rows.documents.astype("<i8"))
        write_array(temporary / "axes.f32", np.vstack([projection.mean, projection.axes]).astype("<f4"))
        write_array(temporary / _INDEX, index.serialised())
    for folder in older:
        remove_artifact(folder)  # if another process maps it, Windows keeps it until the next time
