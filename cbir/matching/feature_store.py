"""Features by photo on disk: FeatureStoreBuilder -> an immutable file of records -> one read per photo.

    records       words, geometry and codes of each photo, which one read fetches; in format 2, for libraries on
                  a server, also the signatures
    offsets.u64   photos + 1, the start of each record
    sizes.u16     (photos, 2) width and height of the working images
    checks.u32    CRC-32 of each record, compared whenever one is read; absent from stores before 2026-11-22

A record's rows ascend by word, so the matcher can merge-join it with a query. Geometry has 6 bytes: x and y in 1/32 px,
log2 sigma in 1/24 octave, angle in 1/256 turn. All are finer than the repeatability of keypoints (Mikolajczyk and
Schmid, PAMI 2005).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from cbir.base.artifacts import building_artifact, map_array, read_manifest, verify_checksums, write_array
from cbir.base.errors import ArtifactMismatch
from cbir.base.types import PhotoFeatures

KIND = "features"
FORMAT, OLDER = 2, (1,)
FIELDS = {"codebook": str, "words": int, "options": str}  # of the manifest
FEATURES = (KIND, FORMAT, OLDER, FIELDS)
"""For read_manifest: kind, format, older readable formats, fields."""
CODE_BYTES = 32
_AT_ONCE = 64  # photos unpacked at a time: 2 MB of numbers
_CHECKS = "checks.u32"
_GEOMETRY = np.dtype([("x", "<u2"), ("y", "<u2"), ("sigma", "u1"), ("angle", "u1")])
_SIGNATURE = np.dtype("<u8")
_XY_STEPS_PER_PX = 32.0
_SIGMA_STEPS_PER_OCTAVE = 24.0
_SMALLEST_LOG2_SIGMA = -1.0  # half a pixel: the doubled base image starts at 0.8
_SIGMAS = np.exp2(
    np.arange(256, dtype=np.uint8) / np.float32(_SIGMA_STEPS_PER_OCTAVE) + np.float32(_SMALLEST_LOG2_SIGMA),
    dtype=np.float32,
)


class FeatureStoreBuilder:
    """Collects the features of photos, in the order of their rows.

    signed : store signatures, too. Programs before 2026-11-23 cannot read such a store
    """

    def __init__(self, *, words: int, codebook: str, options: str, signed: bool = False) -> None:
        self._signed = signed
        self._about = {
            "kind": KIND,
            "format": FORMAT if signed else OLDER[0],
            "codebook": codebook,
            "words": words,
            "options": options,
        }
        self._word_dtype = _word_dtype(words)
        self._records: list[bytes] = []
        self._sizes: list[tuple[int, int]] = []

    def __len__(self) -> int:
        return len(self._records)

    def add(self, features: PhotoFeatures) -> int:
        """Add a photo and return its row."""
        geometry = np.zeros(len(features), _GEOMETRY)
        geometry["x"], geometry["y"] = np.clip(np.rint(features.xy.T * _XY_STEPS_PER_PX), 0, 65535)
        octave = np.log2(np.maximum(features.sigma, 1e-3)) - _SMALLEST_LOG2_SIGMA
        geometry["sigma"] = np.clip(np.rint(octave * _SIGMA_STEPS_PER_OCTAVE), 0, 255)
        geometry["angle"] = np.rint(features.angle * (256 / (2 * np.pi))).astype(np.int64) % 256
        record = (
            features.words.astype(self._word_dtype).tobytes() + geometry.tobytes() + features.codes.tobytes()
        )
        if self._signed:
            if features.signatures is None:
                raise ValueError("a signed store needs the signatures of every photo")
            record += features.signatures.astype("<u8").tobytes()
        return self.add_record(record, features.size)

    def add_record(self, record: bytes, size: tuple[int, int]) -> int:
        """Add a photo's record from another store of the same codebook and format, and return its row."""
        self._records.append(record)
        self._sizes.append(size)
        return len(self._records) - 1

    def write(self, folder: Path) -> None:
        """Write the store durably; it appears whole or not at all."""
        with building_artifact(folder, self._about) as temporary:
            offsets = np.cumsum([0, *(len(record) for record in self._records)]).astype("<u8")
            write_array(temporary / "offsets.u64", offsets)
            write_array(temporary / "sizes.u16", np.array(self._sizes, "<u2").reshape(-1, 2))
            write_array(temporary / "records", np.frombuffer(b"".join(self._records), np.uint8))
            write_array(
                temporary / _CHECKS, np.array([zlib.crc32(record) for record in self._records], "<u4")
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureStore:
    """A store for reading. It keeps no file open: a read opens, seeks and closes."""

    folder: Path
    codebook: str
    codebook_words: int
    options: str
    signed: bool
    word_dtype: np.dtype[np.generic]
    offsets: NDArray[np.uint64]
    sizes: NDArray[np.uint16]
    checks: NDArray[np.uint32] | None

    @classmethod
    def open(cls, folder: Path) -> FeatureStore:
        """Open a store. Raises ArtifactMismatch, which names the store, if it is damaged."""
        manifest = read_manifest(folder, kind=KIND, format=FORMAT, older=OLDER, fields=FIELDS)
        files = manifest["files"]
        if files.keys() - {_CHECKS} != {"records", "offsets.u64", "sizes.u16"}:
            raise ArtifactMismatch("features/{0} has no readable manifest ({1}).", folder.name, folder)
        # These are small, and a wrong number in them selects a wrong record. Records are verified when they are read.
        verify_checksums(folder, manifest, only=files.keys() - {"records"})
        store = cls(
            folder=folder,
            codebook=manifest["codebook"],
            codebook_words=manifest["words"],
            options=manifest["options"],
            signed=manifest["format"] == FORMAT,
            word_dtype=_word_dtype(manifest["words"]),
            offsets=np.array(map_array(folder / "offsets.u64", "<u8")),
            sizes=np.array(map_array(folder / "sizes.u16", "<u2", (-1, 2))),
            checks=np.array(map_array(folder / _CHECKS, "<u4")) if _CHECKS in files else None,
        )
        store._check_bounds(files["records"]["bytes"])
        return store

    def _check_bounds(self, record_bytes: int) -> None:
        """Raise ArtifactMismatch if the arrays do not belong together, even if their checksums are right."""
        photos = len(self.sizes)
        fits = len(self.offsets) == photos + 1 and (self.checks is None or len(self.checks) == photos)
        fits = fits and self.offsets[0] == 0 and self.offsets[-1] == record_bytes
        fits = fits and not np.any(self.offsets[1:] < self.offsets[:-1]) and self.sizes.min(initial=1) > 0
        if not fits:
            raise ArtifactMismatch(
                "features/{0} is damaged: its offsets do not fit its records ({1}).",
                self.folder.name,
                self.folder,
            )

    def __len__(self) -> int:
        return len(self.sizes)

    def record(self, row: int) -> bytes:
        """The stored features of one photo. Raises ArtifactMismatch if they are damaged."""
        return next(self.records([row]))

    def records(self, rows: Iterable[int]) -> Iterator[bytes]:
        """The stored features of some photos, from one opened file. Errors as in `record`."""
        try:
            with (self.folder / "records").open("rb") as file:
                for row in rows:
                    yield self._read_record(file, row)
        except OSError as error:
            raise ArtifactMismatch(
                "features/{0} is damaged: records cannot be read ({1}).", self.folder.name, self.folder
            ) from error

    def _read_record(self, file: IO[bytes], row: int) -> bytes:
        if not 0 <= row < len(self):
            raise ArtifactMismatch("features/{0} has no row {1} ({2}).", self.folder.name, row, self.folder)
        start, end = int(self.offsets[row]), int(self.offsets[row + 1])
        file.seek(start)
        record = file.read(end - start)
        if len(record) != end - start or len(record) % self._feature_bytes:
            raise ArtifactMismatch(
                "features/{0} is damaged: row {1} is cut short ({2}).", self.folder.name, row, self.folder
            )
        if self.checks is not None and zlib.crc32(record) != self.checks[row]:
            raise ArtifactMismatch(
                "features/{0} is damaged: row {1} has changed since it was written ({2}).",
                self.folder.name,
                row,
                self.folder,
            )
        return record

    def words(self, row: int) -> NDArray[np.generic]:
        """(n,) visual words of one photo, ascending."""
        record = self.record(row)
        words = np.frombuffer(record, self.word_dtype, len(record) // self._feature_bytes)
        self._refuse_foreign(words, [len(words)])
        return words

    def _refuse_foreign(self, words: NDArray[np.generic], ends: Sequence[int]) -> None:
        """Raise ArtifactMismatch if a photo's words do not ascend or are not in the codebook. Readers rely on this.

        words : of some photos, one after another. ends : the end of each photo's words
        """
        numbers = words.astype(np.uint32, copy=False)
        falls = np.flatnonzero(numbers[1:] < numbers[:-1]) + 1
        if numbers.max(initial=0) >= self.codebook_words or not np.isin(falls, ends).all():
            raise ArtifactMismatch(
                "features/{0} is damaged: a photo's words are not those of a codebook ({1}).",
                self.folder.name,
                self.folder,
            )

    def verify(self) -> None:
        """Check the numbers of every photo. Raises ArtifactMismatch if some are impossible."""
        for row, features in enumerate(self.read_all(range(len(self)))):
            if len(features) and np.any(features.xy.max(axis=0) > np.add(features.size, 1)):
                raise ArtifactMismatch(
                    "features/{0} is damaged: points of row {1} lie outside of it ({2}).",
                    self.folder.name,
                    row,
                    self.folder,
                )

    @property
    def _feature_bytes(self) -> int:
        return self._unsigned_bytes + (_SIGNATURE.itemsize if self.signed else 0)

    @property
    def _unsigned_bytes(self) -> int:
        return self.word_dtype.itemsize + _GEOMETRY.itemsize + CODE_BYTES

    def unsigned_record(self, row: int) -> bytes:
        """The features of one photo without their signatures. Errors as in `record`."""
        record = self.record(row)
        return record[: len(record) // self._feature_bytes * self._unsigned_bytes]

    def read(self, row: int) -> PhotoFeatures:
        """The features of one photo. Errors as in `record`."""
        return next(self.read_all([row]))

    def read_all(self, rows: Sequence[int]) -> Iterator[PhotoFeatures]:
        """The features of some photos, in the order of the rows. Errors as in `record`."""
        for start in range(0, len(rows), _AT_ONCE):
            yield from self._unpack(rows[start : start + _AT_ONCE])

    def _unpack(self, rows: Sequence[int]) -> Iterator[PhotoFeatures]:
        """The features of a few photos. They are widened together to save NumPy calls."""
        records = list(self.records(rows))
        ends = np.cumsum([0, *(len(record) // self._feature_bytes for record in records)]).tolist()
        parts = [self._parts(record) for record in records]
        words = np.frombuffer(b"".join(part[0] for part in parts), self.word_dtype).astype(np.uint32)
        self._refuse_foreign(words, ends)
        geometry = np.frombuffer(b"".join(part[1] for part in parts), _GEOMETRY)
        xy = np.empty((len(geometry), 2), np.float32)
        xy[:, 0], xy[:, 1] = geometry["x"], geometry["y"]
        xy /= np.float32(_XY_STEPS_PER_PX)
        sigma = _SIGMAS[geometry["sigma"]]
        angle = geometry["angle"] * np.float32(2 * np.pi / 256)
        for row, (*_, codes, signatures), begin, end in zip(rows, parts, ends[:-1], ends[1:], strict=True):
            yield PhotoFeatures(
                words=words[begin:end],
                codes=np.frombuffer(codes, np.uint8).reshape(end - begin, CODE_BYTES),
                xy=xy[begin:end],
                sigma=sigma[begin:end],
                angle=angle[begin:end],
                size=(int(self.sizes[row, 0]), int(self.sizes[row, 1])),
                signatures=np.frombuffer(signatures, _SIGNATURE) if self.signed else None,
            )

    def _parts(self, record: bytes) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        """The stored words, geometry, codes and signatures of a record."""
        n, whole = len(record) // self._feature_bytes, memoryview(record)
        words, end = n * self.word_dtype.itemsize, n * self._unsigned_bytes
        codes = end - n * CODE_BYTES
        return whole[:words], whole[words:codes], whole[codes:end], whole[end:]


def read_features(places: Iterable[tuple[FeatureStore, Sequence[int]]]) -> list[PhotoFeatures]:
    """The features of photos from several stores. places : stores and rows, in the order of the result"""
    return [features for store, rows in places for features in store.read_all(rows)]


def _word_dtype(words: int) -> np.dtype[np.generic]:
    return np.dtype("<u2") if words <= 65_536 else np.dtype("<u4")
