"""Postings on disk: photos -> SegmentBuilder -> an immutable, memory-mapped PostingsSegment.

offsets.i64     K + 1, where each word's postings begin
rows.u32        one per posting, by word: which of the members; those of a document stand together
signatures.u64  one per posting
frequencies.u32 K, documents in each word's list
members.u32     the documents of the segment, ascending
lengths.u32     the number of features of each member

A posting names a row, because ids of documents are never used again: a search adds up scores in an array as long as
the photos there are, not as all there have ever been. Format 1 has documents.u32 for rows.u32, and offsets.u32,
which cannot count beyond 2^32 postings; it is read, and a merge writes the present one.
"""

from __future__ import annotations

import itertools
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
    read_ahead,
    read_manifest,
    read_through,
    verify_checksums,
    write_array,
)
from cbir.base.errors import ArtifactMismatch, Cancelled
from cbir.base.types import DocumentId

KIND = "postings"
FORMAT, OLDER = 2, (1,)
FIELDS = {"codebook": str, "words": int}  # of the manifest
POSTINGS = (KIND, FORMAT, OLDER, FIELDS)
"""What its manifest says: kind, format, older formats that are read, fields."""
_BATCH_SIZE = 4_000_000  # postings of a merge: a tenth of a second, and 48 MB to be flushed
_LARGE = ("rows.u32", "signatures.u64")
_SMALL = ("offsets.i64", "offsets.u32", "frequencies.u32", "members.u32", "lengths.u32")


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingsSegment:
    """One mapped segment; see the module for the arrays.

    row_of_member : (m,) int64, ascending. size : rows are below this
    by_document : rows are documents (format 1), which all such segments have in common
    checksums : of the files; None for a segment that is in memory alone
    """

    folder: Path
    codebook: str
    by_document: bool
    offsets: NDArray[np.int64]
    rows: NDArray[np.uint32]
    signatures: NDArray[np.uint64]
    frequencies: NDArray[np.uint32]
    members: NDArray[np.uint32]
    lengths: NDArray[np.uint32]
    checksums: BlockChecksums | None

    @classmethod
    def open(cls, folder: Path) -> PostingsSegment:
        """Map a segment. Raises ArtifactMismatch, naming it, when it is damaged."""
        manifest = read_manifest(folder, kind=KIND, format=FORMAT, older=OLDER, fields=FIELDS)
        # These are small, and one wrong number in them spoils a search. The others are compared as they are used.
        verify_checksums(folder, manifest, only=_SMALL)
        old = manifest["format"] == 1
        return cls(
            folder=folder,
            codebook=manifest["codebook"],
            by_document=old,
            offsets=(
                map_array(folder / "offsets.u32", "<u4").astype(np.int64)
                if old
                else map_array(folder / "offsets.i64", "<i8")
            ),
            rows=map_array(folder / ("documents.u32" if old else "rows.u32"), "<u4"),
            signatures=map_array(folder / "signatures.u64", "<u8"),
            frequencies=map_array(folder / "frequencies.u32", "<u4"),
            members=map_array(folder / "members.u32", "<u4"),
            lengths=map_array(folder / "lengths.u32", "<u4"),
            checksums=BlockChecksums(folder, manifest, _LARGE),
        )

    @classmethod
    def of(
        cls,
        documents: NDArray[np.int64],
        word_rows: Sequence[NDArray[np.uint32]],
        signatures: NDArray[np.uint64],
        *,
        lengths: NDArray[np.uint32],
        words: int,
        codebook: str,
    ) -> PostingsSegment:
        """A segment in memory. documents : ascending. word_rows : of each; signatures : of all of them, in this order

        lengths : features of each document, of which there may be more than are given
        """
        by_word = _by_word(word_rows, signatures, words)
        return cls(
            folder=Path(),
            codebook=codebook,
            by_document=False,
            offsets=by_word.offsets,
            rows=by_word.rows,
            signatures=by_word.signatures,
            frequencies=by_word.frequencies,
            members=documents.astype("<u4"),
            lengths=lengths,
            checksums=None,
        )

    def compare(self, words: NDArray[np.integer] | None = None) -> None:
        """Compare the postings of some words, or of all, with their checksums; each block once.

        Raises ArtifactMismatch, naming the segment, where one has changed.
        """
        if self.checksums is None:
            return
        if words is None:
            read_through(self.rows)
            read_through(self.signatures)
        starts = self.offsets[:1] if words is None else self.offsets[words]
        stops = self.offsets[-1:] if words is None else self.offsets[words + 1]
        self.checksums.compare("rows.u32", starts * 4, stops * 4)
        self.checksums.compare("signatures.u64", starts * 8, stops * 8)

    def read_ahead(self, words: NDArray[np.integer]) -> None:
        """Begin to read the postings of some words, ascending, from the disk: they are used next."""
        starts, stops = self.offsets[words], self.offsets[words + 1]
        read_ahead(self.rows, starts * 4, stops * 4)
        read_ahead(self.signatures, starts * 8, stops * 8)

    @property
    def row_of_member(self) -> NDArray[np.int64]:
        return self.members.astype(np.int64) if self.by_document else np.arange(len(self.members))

    @property
    def size(self) -> int:
        if not self.by_document:
            return len(self.members)
        return int(self.members[-1]) + 1 if len(self.members) else 0

    def refuse_damage(self, stopped: int) -> None:
        """Raise ArtifactMismatch, naming the segment, where a loop of scoring.py was stopped by a posting."""
        if stopped:
            name = f"{self.folder.parent.name}/{self.folder.name}"
            raise ArtifactMismatch(
                f"{name} is damaged: a posting names a document that is not there ({self.folder})."
            )


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
        signatures = np.concatenate([np.zeros(0, np.uint64), *self._signature_rows])
        by_word = _by_word(self._word_rows, signatures, self._words)
        with building_artifact(folder, _about(self._codebook, self._words), large=_LARGE) as temporary:
            write_array(temporary / "offsets.i64", by_word.offsets)
            write_array(temporary / "rows.u32", by_word.rows)
            write_array(temporary / "signatures.u64", by_word.signatures)
            write_array(temporary / "frequencies.u32", by_word.frequencies)
            write_array(temporary / "members.u32", members.astype("<u4"))
            write_array(temporary / "lengths.u32", lengths.astype("<u4"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ByWord:
    """Postings by word; see the module for the arrays."""

    offsets: NDArray[np.int64]
    rows: NDArray[np.uint32]
    signatures: NDArray[np.uint64]
    frequencies: NDArray[np.uint32]


def _by_word(
    word_rows: Sequence[NDArray[np.uint32]], signatures: NDArray[np.uint64], vocabulary: int
) -> _ByWord:
    """The features of documents, in their order -> the same by word."""
    words = np.concatenate([np.zeros(0, np.uint32), *word_rows])
    rows = np.repeat(np.arange(len(word_rows), dtype="<u4"), [len(one) for one in word_rows])
    order = np.argsort(words, kind="stable")  # rows stay ascending within a word
    words, rows = words[order], rows[order]
    first = np.ones(len(words), bool)
    first[1:] = (words[1:] != words[:-1]) | (rows[1:] != rows[:-1])
    return _ByWord(
        offsets=_offsets(np.bincount(words, minlength=vocabulary)),
        rows=rows,
        signatures=signatures[order].astype("<u8"),
        frequencies=np.bincount(words[first], minlength=vocabulary).astype("<u4"),
    )


def merge_segments(
    segments: Sequence[PostingsSegment],
    folder: Path,
    *,
    deleted: NDArray[np.int64],
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Write one segment that holds the postings of several, without those of deleted documents.

    deleted : (d,) documents to leave out. cancelled : asked whether to stop, some times a second
    All segments must be of one codebook. The arrays are filled through a memory map: the machine's memory does
    not limit the size of a library.
    Raises Cancelled, after which nothing is left of what was begun.
    """
    from cbir.visual_words import scoring

    def go_on() -> None:
        if cancelled():
            raise Cancelled("The merging of the index was stopped. Nothing has changed.")

    if len({segment.codebook for segment in segments}) != 1:
        raise ValueError("segments of several codebooks cannot be merged")
    for segment in segments:
        go_on()
        segment.compare()
    word_count = len(segments[0].offsets) - 1
    members, sources = _merged_members(segments, deleted)
    parts = _parts_of_words(segments)
    offsets = _offsets(_count_kept(sources, parts, word_count, go_on))
    lengths = _merged_lengths(sources, len(members))
    about = _about(segments[0].codebook, word_count)
    with building_artifact(folder, about, large=_LARGE, go_on=go_on) as temporary:
        rows = new_mapped_array(temporary / "rows.u32", "<u4", int(offsets[-1]))
        signatures = new_mapped_array(temporary / "signatures.u64", "<u8", int(offsets[-1]))
        frequencies = np.zeros(word_count, np.uint32)
        start = np.zeros(word_count, np.int64)
        try:
            for words in parts:
                for segment, merged_row in sources:
                    scoring.merge_postings(
                        segment.offsets,
                        segment.rows,
                        segment.signatures,
                        merged_row,
                        offsets,
                        rows,
                        signatures,
                        frequencies,
                        start,
                        *words,
                    )
                _flush(rows, signatures)  # part by part, or the end would wait for all of it
                go_on()
        finally:
            del rows, signatures  # Windows neither renames nor removes a folder in which a file is mapped
        write_array(temporary / "offsets.i64", offsets)
        write_array(temporary / "frequencies.u32", frequencies)
        write_array(temporary / "members.u32", members)
        write_array(temporary / "lengths.u32", lengths)


def _merged_members(
    segments: Sequence[PostingsSegment], deleted: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], list[tuple[PostingsSegment, NDArray[np.int64]]]]:
    """The documents of the merged segment, ascending, and each segment with its documents' rows among them."""
    members = np.concatenate([segment.members for segment in segments])
    members = np.sort(members[~np.isin(members, deleted)])
    # ascending by first member, so that rows are written nearly in order, which the cache likes
    in_order = sorted(segments, key=lambda s: int(s.members[0]) if len(s.members) else 0)
    return members, [(segment, _merged_rows(segment, members)) for segment in in_order]


def _count_kept(
    sources: Sequence[tuple[PostingsSegment, NDArray[np.int64]]],
    parts: Sequence[tuple[int, int]],
    word_count: int,
    go_on: Callable[[], None],
) -> NDArray[np.int64]:
    """(word_count,) postings of each word that the merged segment keeps. sources : segments, and their new rows"""
    from cbir.visual_words import scoring

    counts = np.zeros(word_count, np.int64)
    for words in parts:
        go_on()
        for segment, merged_row in sources:
            stopped = scoring.count_kept(segment.offsets, segment.rows, merged_row, counts, *words)
            segment.refuse_damage(stopped)
    return counts


def _merged_lengths(
    sources: Sequence[tuple[PostingsSegment, NDArray[np.int64]]], members: int
) -> NDArray[np.uint32]:
    lengths = np.zeros(members, np.uint32)
    for segment, merged_row in sources:
        kept = merged_row[segment.row_of_member]
        lengths[kept[kept >= 0]] = segment.lengths[kept >= 0]
    return lengths


def _merged_rows(segment: PostingsSegment, members: NDArray[np.uint32]) -> NDArray[np.int64]:
    """(rows of the segment,) the row of each in a merged segment of these members; -1 for one that is left out."""
    places = np.full(segment.size, -1, np.int64)
    here = np.isin(segment.members, members)
    places[segment.row_of_member[here]] = np.searchsorted(members, segment.members[here])
    return places


def _offsets(counts: NDArray[np.integer]) -> NDArray[np.int64]:
    """(K,) postings of each word -> (K + 1,) where they begin."""
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype("<i8")


def _flush(*arrays: NDArray[Any]) -> None:
    for mapped in arrays:
        if isinstance(mapped, np.memmap):  # an empty one is none
            mapped.flush()


def _parts_of_words(segments: Sequence[PostingsSegment]) -> list[tuple[int, int]]:
    """All words, in parts of some million postings: how long a merge takes to notice that it is cancelled."""
    ends = np.sum([segment.offsets[1:] for segment in segments], axis=0)
    cuts = np.searchsorted(ends, np.arange(_BATCH_SIZE, int(ends[-1]), _BATCH_SIZE))
    edges = [0, *np.unique(cuts[cuts > 0]).tolist(), len(ends)]
    return list(itertools.pairwise(edges))


def _about(codebook: str, words: int) -> dict[str, Any]:
    return {"kind": KIND, "format": FORMAT, "codebook": codebook, "words": words}


def parts_of(segments: Sequence[PostingsSegment]) -> tuple[list[slice], int]:
    """Where in an accumulator of scores each segment's rows lie, and how long these are.

    Segments of the old format, whose rows are documents, share one part.
    """
    end = max((segment.size for segment in segments if segment.by_document), default=0)
    parts = []
    for segment in segments:
        start = 0 if segment.by_document else end
        parts.append(slice(start, start + segment.size))
        end = max(end, start + segment.size)
    return parts, end
