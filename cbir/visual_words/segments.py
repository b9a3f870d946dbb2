"""Postings on disk: photos -> SegmentBuilder -> an immutable, memory-mapped PostingsSegment.

offsets.u32     K + 1, where each word's postings begin
documents.u32   one per posting, by word; those of a document stand together
signatures.u64  one per posting
frequencies.u32 K, documents in each word's list
members.u32     the documents of the segment, ascending
lengths.u32     the number of features of each member
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.errors import ArtifactMismatch, Cancelled
from cbir.storage import (
    building_artifact,
    map_array,
    new_mapped_array,
    read_manifest,
    verify_checksums,
    write_array,
)
from cbir.types import DocumentId

KIND = "postings"
FORMAT = 1
FIELDS = {"codebook": str, "words": int}  # of the manifest
_POSTINGS_AT_ONCE = 4_000_000  # of a merge: a tenth of a second, and 48 MB to be flushed
_SMALL = ("offsets.u32", "frequencies.u32", "members.u32", "lengths.u32")


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingsSegment:
    """One mapped segment; see the module for the arrays."""

    folder: Path
    codebook: str
    offsets: NDArray[np.uint32]
    documents: NDArray[np.uint32]
    signatures: NDArray[np.uint64]
    frequencies: NDArray[np.uint32]
    members: NDArray[np.uint32]
    lengths: NDArray[np.uint32]

    @classmethod
    def open(cls, folder: Path) -> PostingsSegment:
        """Map a segment. Raises ArtifactMismatch, naming it, when it is damaged."""
        manifest = read_manifest(folder, kind=KIND, format=FORMAT, fields=FIELDS)
        # A wrong number in these sends a search astray; they are small. The others it can look at as it goes.
        verify_checksums(folder, manifest, only=_SMALL)
        return cls(
            folder=folder,
            codebook=manifest["codebook"],
            offsets=map_array(folder / "offsets.u32", "<u4"),
            documents=map_array(folder / "documents.u32", "<u4"),
            signatures=map_array(folder / "signatures.u64", "<u8"),
            frequencies=map_array(folder / "frequencies.u32", "<u4"),
            members=map_array(folder / "members.u32", "<u4"),
            lengths=map_array(folder / "lengths.u32", "<u4"),
        )

    @contextlib.contextmanager
    def naming_damage(self) -> Iterator[None]:
        """Turn the compiled loops' complaint about a posting into the name of the segment that it is in."""
        try:
            yield
        except IndexError as error:
            name = f"{self.folder.parent.name}/{self.folder.name}"
            raise ArtifactMismatch(f"{name} is damaged: {error} ({self.folder}).") from error


class SegmentBuilder:
    """Collects photos; write() sorts their features by word into a segment.

    words : number of words of the codebook; codebook : its fingerprint
    """

    def __init__(self, *, words: int, codebook: str) -> None:
        self._words = words
        self._codebook = codebook
        self._documents: list[DocumentId] = []
        self._word_rows: list[NDArray[np.uint32]] = []
        self._signature_rows: list[NDArray[np.uint64]] = []

    def __len__(self) -> int:
        return len(self._documents)

    def add(self, document: DocumentId, words: NDArray[np.uint32], signatures: NDArray[np.uint64]) -> None:
        """Add one photo: (n,) words and (n,) signatures; n = 0 is a photo that no query will find."""
        if self._documents and document <= self._documents[-1]:
            raise ValueError("documents must be added in ascending order")
        self._documents.append(document)
        self._word_rows.append(words)
        self._signature_rows.append(signatures)

    def write(self, folder: Path) -> None:
        """Write the segment durably; it appears whole or not at all."""
        lengths = np.array([len(rows) for rows in self._word_rows], np.uint32)
        members = np.array(self._documents, np.uint32)
        words = np.concatenate([np.zeros(0, np.uint32), *self._word_rows])
        signatures = np.concatenate([np.zeros(0, np.uint64), *self._signature_rows])
        documents = np.repeat(members, lengths)
        order = np.argsort(words, kind="stable")  # documents stay ascending within a word
        words, documents = words[order], documents[order]
        first = np.ones(len(words), bool)
        first[1:] = (words[1:] != words[:-1]) | (documents[1:] != documents[:-1])
        with building_artifact(folder, _about(self._codebook, self._words)) as temporary:
            counts = np.bincount(words, minlength=self._words)
            offsets = np.concatenate([[0], np.cumsum(counts)]).astype("<u4")
            write_array(temporary / "offsets.u32", offsets)
            write_array(temporary / "documents.u32", documents.astype("<u4"))
            write_array(temporary / "signatures.u64", signatures[order].astype("<u8"))
            frequencies = np.bincount(words[first], minlength=self._words)
            write_array(temporary / "frequencies.u32", frequencies.astype("<u4"))
            write_array(temporary / "members.u32", members.astype("<u4"))
            write_array(temporary / "lengths.u32", lengths.astype("<u4"))


def merge_segments(
    segments: Sequence[PostingsSegment],
    folder: Path,
    *,
    deleted: NDArray[np.bool_],
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Write one segment that holds the postings of several, without those of deleted documents.

    deleted : (highest document + 1,) bool. cancelled : asked whether to stop, some times a second
    All segments must be of one codebook. The arrays are filled through a memory map: the machine's memory does
    not limit the size of a library.
    Raises Cancelled, after which nothing is left of what was begun.
    """
    from cbir.visual_words import scoring  # numba: loaded on first use

    def go_on() -> None:
        if cancelled():
            raise Cancelled("The merging of the index was stopped. Nothing has changed.")

    if len({segment.codebook for segment in segments}) != 1:
        raise ValueError("segments of several codebooks cannot be merged")
    word_count = len(segments[0].offsets) - 1
    keep = ~deleted
    counts = np.zeros(word_count, np.int64)
    parts = _parts_of_words(segments)
    for words in parts:
        go_on()
        for segment in segments:
            with segment.naming_damage():
                scoring.count_kept(segment.offsets, segment.documents, keep, counts, words)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    members = np.concatenate([segment.members for segment in segments])
    lengths = np.concatenate([segment.lengths for segment in segments])
    kept = keep[members]
    order = np.argsort(members[kept], kind="stable")
    about = _about(segments[0].codebook, word_count)
    with building_artifact(folder, about, go_on=go_on) as temporary:
        documents = new_mapped_array(temporary / "documents.u32", "<u4", int(offsets[-1]))
        signatures = new_mapped_array(temporary / "signatures.u64", "<u8", int(offsets[-1]))
        frequencies = np.zeros(word_count, np.uint32)
        start = np.zeros(word_count, np.int64)
        # ascending by first member: near enough to a builder's order to be kind to the cache
        in_order = sorted(segments, key=lambda s: int(s.members[0]) if len(s.members) else 0)
        try:
            for words in parts:
                for segment in in_order:
                    scoring.merge_postings(
                        segment.offsets,
                        segment.documents,
                        segment.signatures,
                        keep,
                        offsets,
                        documents,
                        signatures,
                        frequencies,
                        start,
                        words,
                    )
                _flush(documents, signatures)  # now, or all of it would be waited for at the end
                go_on()
        finally:
            del (
                documents,
                signatures,
            )  # Windows neither renames nor removes a folder in which a file is mapped
        write_array(temporary / "offsets.u32", offsets.astype("<u4"))
        write_array(temporary / "frequencies.u32", frequencies)
        write_array(temporary / "members.u32", members[kept][order])
        write_array(temporary / "lengths.u32", lengths[kept][order])


def _flush(*arrays: NDArray[Any]) -> None:
    for mapped in arrays:
        if isinstance(mapped, np.memmap):  # an empty one is none
            mapped.flush()


def _parts_of_words(segments: Sequence[PostingsSegment]) -> list[tuple[int, int]]:
    """All words, in parts of some million postings: how long a merge takes to notice that it is cancelled."""
    ends = np.sum([segment.offsets[1:].astype(np.int64) for segment in segments], axis=0)
    cuts = np.searchsorted(ends, np.arange(_POSTINGS_AT_ONCE, int(ends[-1]), _POSTINGS_AT_ONCE))
    edges = [0, *np.unique(cuts[cuts > 0]).tolist(), len(ends)]
    return list(itertools.pairwise(edges))


def _about(codebook: str, words: int) -> dict[str, Any]:
    return {"kind": KIND, "format": FORMAT, "codebook": codebook, "words": words}
