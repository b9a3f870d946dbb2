"""Embeddings on disk: (documents, unit vectors) -> an immutable, memory-mapped VectorSegment.

documents.i64  n, ascending
vectors.f16    (n, d), unit rows, from which scores are computed
codes.u8       (n, d), the same at 8 bits, which a search scans: half the bytes, and many times faster to widen
quantiser.f32  centre and step of each dimension: vector is about centre + step * (code - 128); then `error`, the
               length of the longest difference between a vector and its code

The error limits the deviation of a score by codes. A search can therefore prove that its answer is exact (scanning.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.artifacts import (
    BlockChecksums,
    building_artifact,
    map_array,
    new_mapped_array,
    read_manifest,
    verify_checksums,
    write_array,
)
from cbir.base.errors import ArtifactMismatch, Cancelled

KIND = "vectors"
FORMAT = 1
FIELDS = {"model": str, "dimension": int, "count": int}  # of the manifest
VECTORS = (KIND, FORMAT, (), FIELDS)
"""For read_manifest: kind, format, older readable formats, fields."""
_SMALL = ("documents.i64", "quantiser.f32")
_LARGE = ("vectors.f16", "codes.u8")
_CHUNK = 8192  # rows widened to float32 at a time: 16 MB at 512 dimensions
_ERROR_TOLERANCE = 1.001  # rounding, of the longest difference between vector and code
_UNIT_TOLERANCE = 0.02  # of a row's length: half precision keeps it within 0.001

Vectors = NDArray[np.float16]
ReadRows = Callable[[int, int], NDArray[np.float16] | NDArray[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorSegment:
    """One mapped segment. For the arrays see the module.

    model : fingerprint. centre, step : (d,) float32. error : of the longest difference between vector and code
    """

    folder: Path
    model: str
    documents: NDArray[np.int64]
    vectors: Vectors
    codes: NDArray[np.uint8]
    centre: NDArray[np.float32]
    step: NDArray[np.float32]
    error: float
    checksums: BlockChecksums

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def dimension(self) -> int:
        return int(self.vectors.shape[1])

    @classmethod
    def open(cls, folder: Path) -> VectorSegment:
        """Map a segment. Raises ArtifactMismatch, which names the segment, if it is damaged."""
        manifest = read_manifest(folder, kind=KIND, format=FORMAT, fields=FIELDS)
        # These are small, and one wrong number in them misplaces every hit. The others are verified when they are used.
        verify_checksums(folder, manifest, only=_SMALL)
        n, d = manifest["count"], manifest["dimension"]
        try:
            quantiser = np.array(map_array(folder / "quantiser.f32", "<f4", (2 * d + 1,)))
            # as plain arrays: numpy's own class for mapped ones is slow to slice
            opened = cls(
                folder=folder,
                model=manifest["model"],
                documents=np.asarray(map_array(folder / "documents.i64", "<i8", (n,))),
                vectors=np.asarray(map_array(folder / "vectors.f16", "<f2", (n, d))),
                codes=np.asarray(map_array(folder / "codes.u8", "u1", (n, d))),
                centre=quantiser[:d],
                step=quantiser[d : 2 * d],
                error=float(quantiser[-1]),
                checksums=BlockChecksums(folder, manifest, _LARGE),
            )
            opened._refuse_misfit()
            return opened
        except (ValueError, OSError) as error:
            name = f"{folder.parent.name}/{folder.name}"
            raise ArtifactMismatch(
                "{0} is damaged: its arrays are not {1} x {2} numbers ({3}).", name, n, d, folder
            ) from error

    def _refuse_misfit(self) -> None:
        """Raise ArtifactMismatch if the small arrays have impossible values, even if their checksums are right."""
        documents = self.documents
        if np.any(documents[:1] < 0) or np.any(documents[1:] <= documents[:-1]):
            raise self._misfit("its documents do not ascend")
        if not (
            np.isfinite(self.centre).all()
            and np.isfinite(self.step).all()
            and np.all(self.step > 0)
            and 0 <= self.error < np.inf
        ):
            raise self._misfit("its quantiser is not one")

    def refuse_other_dimension(self, dimension: int) -> None:
        """Raise ArtifactMismatch if its model makes vectors of another length: queries have that length."""
        if self.dimension != dimension:
            raise self._misfit(f"its vectors have {self.dimension} numbers, and its model's {dimension}")

    def _misfit(self, what: str) -> ArtifactMismatch:
        name = f"{self.folder.parent.name}/{self.folder.name}"
        return ArtifactMismatch("{0} is damaged: {1} ({2}).", name, what, self.folder)

    def rows(self, rows: NDArray[np.int64]) -> Vectors:
        """(k, d) the vectors of some rows. Raises ArtifactMismatch, which names the segment, if one has changed."""
        row_bytes = 2 * self.dimension
        self.checksums.compare("vectors.f16", rows * row_bytes, (rows + 1) * row_bytes)
        return self.vectors[rows]

    def block(self, start: int, stop: int) -> Vectors:
        """A view of the vectors of rows start ... stop - 1. Raises the errors of rows()."""
        row_bytes = 2 * self.dimension
        self.checksums.compare("vectors.f16", np.array([start * row_bytes]), np.array([stop * row_bytes]))
        return self.vectors[start:stop]

    def compare_codes(self, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> None:
        """Compare the codes of rows starts[i] ... stops[i] - 1 with their checksums. Raises ArtifactMismatch."""
        self.checksums.compare("codes.u8", starts * self.dimension, stops * self.dimension)

    def verify(self) -> None:
        """Check every vector and its code. Raises ArtifactMismatch if some are impossible."""
        for start in range(0, len(self), _CHUNK):
            chunk = slice(start, min(start + _CHUNK, len(self)))
            rows = self.block(chunk.start, chunk.stop).astype(np.float32)
            if not are_unit(rows).all():
                raise self._misfit("a vector is not of unit length")
            self.compare_codes(np.array([chunk.start]), np.array([chunk.stop]))
            rows -= self.centre + self.step * (self.codes[chunk].astype(np.float32) - 128)
            if np.sqrt(np.einsum("ij,ij->i", rows, rows).max()) > self.error * _ERROR_TOLERANCE:
                raise self._misfit("a code is not that of its vector")


def write_vector_segment(
    folder: Path,
    documents: NDArray[np.int64],
    vectors: NDArray[np.float32] | Vectors,
    *,
    model: str,
) -> None:
    """Write embeddings durably; the segment appears whole or not at all.

    documents : (n,) ascending. vectors : (n, d) float32 or float16, unit rows; n may be 0. model : fingerprint
    """
    if vectors.ndim != 2 or vectors.shape[1] == 0 or documents.shape != (len(vectors),):
        raise ValueError(f"{documents.shape} documents do not fit vectors of shape {vectors.shape}")
    if np.any(documents[1:] <= documents[:-1]):
        raise ValueError("documents must be in ascending order")
    _write(folder, documents, lambda start, stop: vectors[start:stop], vectors.shape[1], model)


def merge_vector_segments(
    segments: Sequence[VectorSegment],
    folder: Path,
    *,
    deleted: NDArray[np.int64],
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Write one segment with the vectors of several, without those of deleted documents.

    deleted : (m,) ascending. All segments must belong to one model.
    """
    if len({(segment.model, segment.dimension) for segment in segments}) != 1:
        raise ValueError("segments of several models cannot be merged")
    documents = np.concatenate([segment.documents for segment in segments])
    origin = np.repeat(np.arange(len(segments)), [len(segment) for segment in segments])
    rows = np.concatenate([np.arange(len(segment)) for segment in segments])
    order = np.argsort(documents, kind="stable")
    order = order[~np.isin(documents[order], deleted)]
    documents, origin, rows = documents[order], origin[order], rows[order]
    if np.any(documents[1:] == documents[:-1]):
        raise ValueError("a document is in two segments")
    dimension = segments[0].dimension

    def read(start: int, stop: int) -> Vectors:
        if cancelled():
            raise Cancelled("The merging of vectors was stopped. Nothing has changed.")
        chunk = np.empty((stop - start, dimension), np.float16)
        for number in np.unique(origin[start:stop]):
            of_segment = origin[start:stop] == number
            chunk[of_segment] = segments[number].rows(rows[start:stop][of_segment])
        return chunk

    _write(folder, documents, read, dimension, segments[0].model)


def bytes_per_vector(dimension: int) -> int:
    """Bytes per vector on the disk: 16 bits of each number for scoring, 8 bits for scanning, and the document."""
    return 3 * dimension + 8


def are_unit(rows: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n,) True for rows of (n, d) that are finite and of length 1, and can thus be stored and compared."""
    with np.errstate(over="ignore", invalid="ignore"):
        length = np.sqrt(np.einsum("ij,ij->i", rows, rows))
        return np.asarray(np.abs(length - 1) < _UNIT_TOLERANCE)


def _write(folder: Path, documents: NDArray[np.int64], read: ReadRows, dimension: int, model: str) -> None:
    """Write a segment in two passes over the rows: their range, then vectors and codes."""
    n = len(documents)
    centre, step = _quantiser(read, n, dimension)
    about: dict[str, Any] = {"kind": KIND, "format": FORMAT, "model": model}
    about |= {"dimension": dimension, "count": n}
    with building_artifact(folder, about, large=_LARGE) as temporary:
        vectors = new_mapped_array(temporary / "vectors.f16", "<f2", n * dimension).reshape(n, dimension)
        codes = new_mapped_array(temporary / "codes.u8", "u1", n * dimension).reshape(n, dimension)
        longest = 0.0
        for start in range(0, n, _CHUNK):
            chunk = slice(start, min(start + _CHUNK, n))
            vectors[chunk] = read(chunk.start, chunk.stop)
            rows = vectors[chunk].astype(np.float32)
            levels = np.rint((rows - centre) / step)
            np.clip(levels, -127, 127, out=levels)
            codes[chunk] = levels + 128
            difference = rows - (centre + step * levels)
            longest = max(longest, float(np.einsum("ij,ij->i", difference, difference).max()) ** 0.5)
        for mapped in (vectors, codes):
            if isinstance(mapped.base, np.memmap):
                mapped.base.flush()
        del vectors, codes, mapped  # Windows cannot rename a folder with a mapped file
        write_array(temporary / "documents.i64", documents.astype("<i8"))
        write_array(
            temporary / "quantiser.f32", np.concatenate([centre, step, [longest * 1.0001]]).astype("<f4")
        )


def _quantiser(read: ReadRows, n: int, dimension: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Mean of each dimension, and a step of which 127 reach its farthest value.

    Raises ValueError if a row is not of unit length.
    """
    total = np.zeros(dimension)
    low, high = np.full(dimension, np.inf, np.float32), np.full(dimension, -np.inf, np.float32)
    for start in range(0, n, _CHUNK):
        # Half precision first: rounding may put stored values slightly outside the range of the given ones.
        rows = read(start, min(start + _CHUNK, n)).astype(np.float16).astype(np.float32)
        unit = are_unit(rows)
        if not unit.all():
            raise ValueError(f"row {start + int(np.argmin(unit))} is not a vector of unit length")
        total += rows.sum(axis=0, dtype=np.float64)
        np.minimum(low, rows.min(axis=0), out=low)
        np.maximum(high, rows.max(axis=0), out=high)
    if n == 0:
        return np.zeros(dimension, np.float32), np.ones(dimension, np.float32)
    centre = (total / n).astype(np.float32)
    reach = np.maximum(high - centre, centre - low)
    return centre, np.maximum(reach / 127, np.float32(1e-9))
