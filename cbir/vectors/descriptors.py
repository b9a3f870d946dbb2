"""Local descriptors of a whole library -> an inverted file of their stored codes -> votes for photos by NNDR.

    stored features -> build_descriptor_index() -> <cache>/<codebook>/<id>/ -> DescriptorIndex.vote()
documents.i64  (p,), ascending
bounds.i64     (p + 1,), the first row of each document
index.faiss    in FAISS's own format: a list for each visual word, and in it the codes as the library stores them

For each descriptor of a query, the nearest descriptor of all photos is compared with the nearest one of another photo.
Two similar points of one photo thus do not make a match ambiguous. The index is an artifact of the cache: it can be
rebuilt from the features at any time. It refers to documents, so it stays valid when segments are merged. Deleted
documents are left out by the searches, and building it again adds new ones.
Lowe, IJCV 60(2), 2004, section 7.1, takes the second neighbour from another object for the same reason.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

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
from cbir.vectors.inverted_file import NONE, InvertedFile
from cbir.vectors.trained import FIELDS, FORMAT, KIND, newest_index

RECIPE = "descriptors"
BYTES_PER_DESCRIPTOR = 32 + 8  # a code and the number of its row
_INDEX = "index.faiss"
_PHOTOS_AT_A_TIME = 2000
_NEIGHBOURS = (8, 64)  # searched for at first, and where all of these are of one photo


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryNndrOptions:
    """Options of library-wide NNDR: docs/benchmarks.md

    details : the query's largest. nprobe : visual words that are searched for each
    max_ratio : distance to the nearest over that to the nearest of another photo. Lowe 2004, 7.1, takes 0.8; 0.9 has
        .97 of the right photos of hard views among 30 of 10,000, and 0.8 .91
    """

    details: int = 1500
    nprobe: int = 16
    max_ratio: float = 0.9


class Words(Protocol):
    """A codebook's words: two levels of centroids. coarse : (c, d). centroids : (c * branch, d), cell by cell"""

    @property
    def coarse(self) -> NDArray[np.float32]: ...
    @property
    def branch(self) -> int: ...
    @property
    def centroids(self) -> NDArray[np.float32]: ...
    @property
    def levels(self) -> NDArray[np.float32]: ...


class DescribedPhoto(NamedTuple):
    """The stored descriptors of a photo. words : (n,). codes : (n, 32) uint8"""

    document: int
    words: NDArray[np.integer[Any]]
    codes: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class NndrVotes:
    """Photos by votes, most first, equal ones by document. documents, votes : (p,)

    A vote is a descriptor of the query whose nearest descriptor is of this photo, and is unambiguous. Votes are divided
    by the root of the photo's number of descriptors, as chance is on the side of photos with many.
    """

    documents: NDArray[np.int64]
    votes: NDArray[np.float64]


class DescriptorIndex:
    """One index. open() reads its manifest; vote() reads the rest and imports FAISS."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self.folder = folder
        self.documents: NDArray[np.int64] = np.asarray(map_array(folder / "documents.i64", "<i8"))
        self.bounds: NDArray[np.int64] = np.asarray(map_array(folder / "bounds.i64", "<i8"))
        self.lists: int = manifest["lists"]
        self.descriptors: int = manifest["count"]
        self._manifest = manifest
        documents, bounds = self.documents, self.bounds
        fits = len(bounds) == len(documents) + 1 and bounds[0] == 0 and bounds[-1] == self.descriptors
        if not fits or np.any(documents[1:] <= documents[:-1]) or np.any(bounds[1:] < bounds[:-1]):
            raise ArtifactMismatch("{0} is damaged: its documents do not fit its index.", folder)
        self._index: InvertedFile | None = None
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Number of photos, deleted ones among them."""
        return len(self.documents)

    @classmethod
    def open(cls, folder: Path, *, codebook: str) -> DescriptorIndex:
        """Read a manifest. Raises ArtifactMismatch if it is unreadable or of another codebook."""
        manifest = read_manifest(folder, kind=KIND, format=FORMAT, fields=FIELDS)
        if manifest["model"] != codebook or manifest["recipe"] != RECIPE:
            raise ArtifactMismatch("{0} is of another model.", folder)
        return cls(folder, manifest)

    def load(self) -> InvertedFile:
        """The index, mapped. Raises ArtifactMismatch if it is damaged."""
        with self._lock:
            if self._index is None:
                verify_checksums(self.folder, self._manifest)  # FAISS would crash on a damaged file
                index = InvertedFile.open(self.folder / _INDEX, mapped=True)
                if (len(index), index.lists) != (self.descriptors, self.lists):
                    raise ArtifactMismatch(
                        "{0} is damaged: its index does not fit its documents.", self.folder
                    )
                self._index = index
            return self._index

    def vote(
        self,
        details: NDArray[np.float32],
        words: Words,
        *,
        live: NDArray[np.int64],
        options: LibraryNndrOptions = LibraryNndrOptions(),
        on_card: bool = False,
    ) -> NndrVotes:
        """Votes of a query's descriptors for the photos of the library. A library of one photo gets none.

        details : (n, d) projected descriptors. live : (m,) documents that may be returned
        on_card : search on a graphics card if FAISS sees one with enough memory
        """
        index, keep = self.load(), self._rows_of(live)
        if on_card:
            index.move_to_card(levels=words.levels, centroids=words.centroids)
        first, other = np.full(len(details), NONE, np.int64), np.zeros(len(details), bool)
        waiting = np.arange(len(details))
        lists = nearest_words(details, words, options.nprobe)
        for count in _NEIGHBOURS:
            if not len(waiting):
                break
            distances, rows = index.search_in(details[waiting], lists[waiting], count, keep=keep)
            photos = np.where(rows == NONE, NONE, np.searchsorted(self.bounds, rows, side="right") - 1)
            foreign = (photos != photos[:, :1]) & (photos != NONE)
            has_other = foreign.any(axis=1)
            second = distances[np.arange(len(rows)), foreign.argmax(axis=1)]
            unambiguous = has_other & (distances[:, 0] < options.max_ratio**2 * second)  # squared distances
            first[waiting] = np.where(has_other, photos[:, 0], NONE)
            other[waiting] = unambiguous
            waiting = waiting[~has_other & (rows[:, -1] != NONE)]
        counts = np.bincount(first[other & (first != NONE)], minlength=len(self))
        voted = np.flatnonzero(counts)
        votes = counts[voted] / np.sqrt(np.maximum(np.diff(self.bounds)[voted], 1))
        order = np.lexsort((voted, -votes))
        return NndrVotes(documents=self.documents[voted[order]], votes=votes[order])

    def _rows_of(self, live: NDArray[np.int64]) -> NDArray[np.bool_] | None:
        is_live = np.isin(self.documents, live)
        return None if is_live.all() else np.repeat(is_live, np.diff(self.bounds))


def nearest_words(
    details: NDArray[np.float32], words: Words, count: int, *, probes: int = 8
) -> NDArray[np.int64]:
    """(n, count) the words nearest to each descriptor, among those of its `probes` nearest cells."""
    cells, branch = len(words.coarse), words.branch
    probes = min(probes, cells)
    count = min(count, probes * branch)
    if not len(details):
        return np.zeros((0, count), np.int64)
    likeness = details @ words.coarse.T - np.einsum("ij,ij->i", words.coarse, words.coarse) / 2
    probed = np.argpartition(likeness, -probes, axis=1)[:, -probes:]
    centroids = words.centroids
    half_squares = np.einsum("ij,ij->i", centroids, centroids) / 2
    scores = np.empty((len(details), probes, branch), np.float32)
    for cell in np.unique(probed):
        rows, places = np.nonzero(probed == cell)
        of_cell = slice(cell * branch, (cell + 1) * branch)
        scores[rows, places] = details[rows] @ centroids[of_cell].T - half_squares[of_cell]
    best = np.argpartition(scores.reshape(len(details), -1), -count, axis=1)[:, -count:]
    return np.asarray(np.take_along_axis(probed, best // branch, 1) * branch + best % branch, np.int64)


def find_descriptor_index(
    cache: Path, *, codebook: str, earlier: DescriptorIndex | None = None
) -> DescriptorIndex | None:
    """The newest readable index of a codebook, or None. earlier : an open one, returned if it is the newest"""
    return newest_index(cache, partial(DescriptorIndex.open, codebook=codebook), earlier)


def is_of_descriptors(cache: Path) -> bool:
    """True if a cache holds indexes of descriptors, and not of embeddings."""
    for folder in cache.glob("*/"):
        try:
            manifest = read_manifest(folder, kind=KIND, format=FORMAT, fields=FIELDS)
            return bool(manifest["recipe"] == RECIPE)
        except (ArtifactMismatch, OSError):
            continue
    return False


def build_descriptor_index(
    photos: Sequence[int],
    read: Callable[[Sequence[int]], Iterator[DescribedPhoto]],
    cache: Path,
    words: Words,
    *,
    codebook: str,
    progress: Callable[[float], None] = lambda share: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Index the descriptors of photos, and replace older indexes in the cache by the new one.

    photos : documents, ascending. read : the stored descriptors of some of them, in their order
    Nothing is trained: lists are the codebook's words, and codes those of the library. A new index keeps the rows of
    the one before it, where that has no deleted photo, and adds the others.
    Raises Cancelled, after which the cache is unchanged.
    """
    earlier = find_descriptor_index(cache, codebook=codebook)
    index = InvertedFile.of_levels(len(words.centroids), words.levels)
    counts: list[int] = []
    if earlier is not None and list(photos[: len(earlier)]) == earlier.documents.tolist():
        earlier.load()
        index = InvertedFile.open(earlier.folder / _INDEX)
        counts = np.diff(earlier.bounds).tolist()
    row = sum(counts)
    for start in range(len(counts), len(photos), _PHOTOS_AT_A_TIME):
        if cancelled():
            raise Cancelled("The building of the index of details was stopped. Searches work without it.")
        described = list(read(photos[start : start + _PHOTOS_AT_A_TIME]))  # never empty
        lengths = [len(photo.words) for photo in described]
        index.add_codes(
            np.arange(row, row + sum(lengths)),
            np.concatenate([photo.words for photo in described]),
            np.concatenate([photo.codes for photo in described]),
        )
        counts += lengths
        row += sum(lengths)
        progress(0.9 * len(counts) / len(photos))
    older = [folder for folder in cache.glob("*/") if (folder / "manifest.json").is_file()]
    about = {"kind": KIND, "format": FORMAT, "model": codebook, "dimension": index.dimension}
    about |= {"count": row, "lists": index.lists, "codes": "4bit", "recipe": RECIPE}
    with building_artifact(cache / uuid.uuid4().hex, about) as temporary:
        write_array(temporary / "documents.i64", np.asarray(photos, "<i8"))
        write_array(temporary / "bounds.i64", np.cumsum([0, *counts]).astype("<i8"))
        write_array(temporary / _INDEX, index.serialised())
    for folder in older:
        remove_artifact(folder)  # if another process maps it, Windows keeps it until the next time
    progress(1.0)
