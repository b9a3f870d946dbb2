"""Descriptors -> visual words, 64-bit signatures and compact codes.

One learned projection to 64 dimensions (PCA) serves all three. Words are centroids in this space. A signature has a bit
for each coordinate after a random rotation: set if the descriptor is above its word's median. The compact code has the
64 coordinates in 4 bits each; distances between two photos are computed from it.

Train (training.py) -> save() -> load() -> encode(). A codebook is frozen: its fingerprint names its content.
Sivic and Zisserman, ICCV 2003 (words); Nister and Stewenius, CVPR 2006 (hierarchical k-means);
Jegou, Douze and Schmid, "Hamming embedding", ECCV 2008 (signatures).
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import math
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ArtifactMismatch
from cbir.base.storage import write_atomically
from cbir.visual_words.assignment import ROWS, assign_nearest, find_levels

FORMAT = 1
DIMENSIONS = 64  # of the projection, and bits of a signature; 95 % of the variance, see docs/benchmarks.md
LEVELS = 16  # of a coordinate in a compact code, so that a byte holds two coordinates
CODE_BYTES = DIMENSIONS // 2

_ARRAYS = {
    "mean": (np.float32, (128,)),
    "projection": (np.float32, (DIMENSIONS, 128)),
    "rotation": (np.float32, (DIMENSIONS, DIMENSIONS)),
    "levels": (np.float32, (LEVELS, DIMENSIONS)),
    "coarse": (np.float32, (-1, DIMENSIONS)),
    "words": (np.int8, (-1, DIMENSIONS)),
    "medians": (np.int8, (-1, DIMENSIONS)),
    "steps": (np.float32, (2,)),  # of words and of medians: value = integer * step
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodedFeatures:
    """n descriptors, quantised.

    words : (n,) uint32
    signatures : (n,) uint64
    codes : (n, 32) uint8, two 4-bit coordinates per byte, the even one in the low half
    """

    words: NDArray[np.uint32]
    signatures: NDArray[np.uint64]
    codes: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class Codebook:
    """Arrays as in `_ARRAYS`; the words of coarse centroid b are rows b * branch ... (b + 1) * branch - 1."""

    mean: NDArray[np.float32]
    projection: NDArray[np.float32]
    rotation: NDArray[np.float32]
    levels: NDArray[np.float32]
    coarse: NDArray[np.float32]
    words: NDArray[np.int8]
    medians: NDArray[np.int8]
    steps: NDArray[np.float32]
    about: dict[str, Any] = field(default_factory=dict)  # the manifest: training data and options
    fingerprint: str = ""
    _assigner: list[tuple[NDArray[np.int8], NDArray[np.float32]]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name, (dtype, shape) in _ARRAYS.items():
            array = getattr(self, name)
            if array.dtype != dtype or any(a != b for a, b in zip(array.shape, shape, strict=True) if b >= 0):
                raise ArtifactMismatch("The codebook's {0} are {1} {2}.", name, array.dtype, array.shape)
            if dtype is np.float32 and not np.isfinite(array).all():
                raise ArtifactMismatch("The codebook's {0} are not all finite numbers.", name)
            array.setflags(write=False)
        coarse = len(self.coarse)
        if (
            len(self.words) != len(self.medians)
            or not coarse
            or not len(self.words)
            or len(self.words) % coarse
        ):
            raise ArtifactMismatch(
                "The codebook has {0} words under {1} centroids.", len(self.words), len(self.coarse)
            )
        object.__setattr__(self, "_assigner", [])
        object.__setattr__(self, "fingerprint", self._fingerprint())

    def __len__(self) -> int:
        return len(self.words)

    @property
    def branch(self) -> int:
        """Words under one coarse centroid."""
        return len(self.words) // len(self.coarse)

    @property
    def centroids(self) -> NDArray[np.float32]:
        """(words, 64) float32, in projected space."""
        return np.asarray(self.words.astype(np.float32) * self.steps[0], np.float32)

    def prepare(self) -> None:
        """Load what assign() and compress() need ahead of their first use."""
        for loop in (assign_nearest, find_levels):
            loop.load()
        self._words_by_centroid()

    def _words_by_centroid(self) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        """Words as (centroids, 64, branch), so that those of a centroid are compared side by side; half their norms.

        In units of `steps[0]`; made on first use.
        """
        if not self._assigner:
            by_centroid = self.words.reshape(len(self.coarse), self.branch, DIMENSIONS).transpose(0, 2, 1)
            squares = np.einsum("ij,ij->i", self.words, self.words, dtype=np.float32)
            self._assigner.append((np.ascontiguousarray(by_centroid), squares / 2))
        return self._assigner[0]

    def project(self, descriptors: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(n, 128) uint8 RootSIFT -> (n, 64) float32."""
        centred: NDArray[np.float32] = descriptors.astype(np.float32) - self.mean
        return np.asarray(centred @ self.projection.T, np.float32)

    def restore(self, projected: NDArray[np.float32]) -> NDArray[np.uint8]:
        """(n, 64) float32 -> (n, 128) uint8: RootSIFT descriptors reconstructed from their projections."""
        restored = projected @ self.projection + self.mean
        return np.asarray(np.clip(np.rint(restored), 0, 255), np.uint8)

    def assign(self, projected: NDArray[np.float32], *, probes: int = 8) -> NDArray[np.uint32]:
        """The nearest word of each descriptor among those of its `probes` nearest coarse centroids.

        projected : (n, 64) float32. Returns (n,) uint32. With probes = number of centroids it is exact.
        Rows are grouped by coarse centroid, so that its words are read once for several of them.
        """
        n, probes = len(projected), min(probes, len(self.coarse))
        best_score = np.full(n, -np.inf, np.float32)
        best_word = np.zeros(n, np.uint32)
        if n == 0:
            return best_word
        # argmin |y - c|^2 = argmax y.c - |c|^2 / 2
        coarse_score = projected @ self.coarse.T
        coarse_score -= np.einsum("ij,ij->i", self.coarse, self.coarse) / 2
        probed = np.argpartition(coarse_score, -probes, axis=1)[:, -probes:]
        order = np.argsort(probed.astype(np.uint16), axis=None, kind="stable")  # a radix sort up to 16 bits
        words, half_norms = self._words_by_centroid()
        assign_nearest(
            projected / self.steps[0],
            order // probes,
            np.searchsorted(probed.ravel()[order], np.arange(len(self.coarse) + 1)),
            words,
            half_norms,
            np.empty((ROWS, self.branch), np.float32),
            best_score,
            best_word,
        )
        return best_word

    def sign(self, projected: NDArray[np.float32], words: NDArray[np.uint32]) -> NDArray[np.uint64]:
        """64-bit signatures: bit i is set if rotated coordinate i is above its word's median."""
        above = projected @ self.rotation.T > self.medians[words] * self.steps[1]
        packed = np.packbits(above, axis=1, bitorder="little")
        return packed.view("<u8").reshape(len(words)).astype(np.uint64)

    def compress(self, projected: NDArray[np.float32]) -> NDArray[np.uint8]:
        """(n, 64) float32 -> (n, 32) uint8: each coordinate is rounded to the nearest of its 16 levels."""
        codes = np.empty((len(projected), CODE_BYTES), np.uint8)
        find_levels(np.ascontiguousarray(projected), (self.levels[1:] + self.levels[:-1]) / 2, codes)
        return codes

    def decompress(self, codes: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(n, 32) uint8 -> (n, 64) float32, the levels of the codes."""
        projected = np.empty((len(codes), DIMENSIONS), np.float32)
        columns = np.arange(0, DIMENSIONS, 2)
        projected[:, 0::2] = self.levels[codes & 15, columns]
        projected[:, 1::2] = self.levels[codes >> 4, columns + 1]
        return projected

    def encode(self, descriptors: NDArray[np.uint8]) -> EncodedFeatures:
        """(n, 128) uint8 RootSIFT -> words, signatures and compact codes."""
        projected = self.project(descriptors)
        words = self.assign(projected)
        return EncodedFeatures(
            words=words, signatures=self.sign(projected, words), codes=self.compress(projected)
        )

    def save(self, path: Path) -> None:
        """Write one zip file of .npy arrays (numpy's own .npz) and a manifest.json."""
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
            about = {**self.about, "format": FORMAT, "fingerprint": self.fingerprint}
            archive.writestr(zipfile.ZipInfo("manifest.json"), json.dumps(about, indent=1, sort_keys=True))
            for name in _ARRAYS:
                array = io.BytesIO()
                np.lib.format.write_array(
                    array, np.ascontiguousarray(getattr(self, name)), allow_pickle=False
                )
                archive.writestr(zipfile.ZipInfo(f"{name}.npy"), array.getvalue())
        write_atomically(path, buffer.getvalue())

    @classmethod
    def load(cls, path: Path) -> Codebook:
        """Read and check a codebook. Raises ArtifactMismatch if it is damaged or has another format."""
        with _explained(path), zipfile.ZipFile(path) as archive:
            about = _read_manifest(archive, path)
            arrays = {name: _read_npy(archive.read(f"{name}.npy")) for name in _ARRAYS}
        try:
            codebook = cls(about=about, **arrays)  # type: ignore[arg-type]
        except ArtifactMismatch as error:
            raise ArtifactMismatch("The codebook {0} cannot be used. {1}", path, error) from error
        if codebook.fingerprint != about.get("fingerprint"):
            raise ArtifactMismatch(
                "The codebook {0} is damaged: its content does not fit its checksum.", path
            )
        return codebook

    def _fingerprint(self) -> str:
        digest = hashlib.blake2b(digest_size=8)
        for name in _ARRAYS:
            digest.update(np.ascontiguousarray(getattr(self, name)).data)
        return digest.hexdigest()


def read_about(path: Path) -> dict[str, Any]:
    """The manifest and fingerprint of a codebook's file, without its arrays. Raises the errors of Codebook.load."""
    with _explained(path), zipfile.ZipFile(path) as archive:
        return _read_manifest(archive, path)


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise ArtifactMismatch("There is no codebook at {0}.", path) from error
    except (OSError, EOFError, KeyError, ValueError, RuntimeError, zipfile.BadZipFile) as error:
        # zipfile raises RuntimeError for a damaged flag ("encrypted", "not supported").
        raise ArtifactMismatch("The codebook {0} is damaged ({1}).", path, error) from error


def _read_manifest(archive: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    about = json.loads(archive.read("manifest.json"))
    if not isinstance(about, dict):
        raise ValueError("its manifest is no object")
    if about.get("format") != FORMAT:
        raise ArtifactMismatch(
            "The codebook {0} has format {1}; this program reads format {2}.",
            path,
            about.get("format"),
            FORMAT,
        )
    return about


def _read_npy(data: bytes) -> NDArray[Any]:
    """Read an array in place. NumPy's read_array copies the bytes of a stream twice."""
    file = io.BytesIO(data)
    if (version := np.lib.format.read_magic(file)) != (1, 0):
        raise ValueError(f"an array of version {version}")
    shape, by_columns, dtype = np.lib.format.read_array_header_1_0(file)
    flat: NDArray[Any] = np.frombuffer(data, dtype, math.prod(shape), file.tell())
    return flat.reshape(shape, order="F" if by_columns else "C")
