"""Postings on disk: photos -> SegmentBuilder -> an immutable, memory-mapped PostingsSegment.

offsets.i64     K + 1, the first posting of each word
rows.u8         one per posting, by word: the lowest bits of a row, the position of a member; ascending
buckets.u64     the higher bits of the rows, see row_coding.py
signatures.u64  one per posting
frequencies.u32 K, documents in each word's list
members.u32     the documents of the segment, ascending
lengths.u32     the number of features of each member

A posting refers to a row, because document ids are never reused: the array in which a search adds up scores has one
element for each present photo, not for every photo that there has ever been. Older formats can be read; a merge writes
the present one. Format 2 has plain numbers, rows.u32. Format 1 has documents.u32 instead, and offsets.u32, which cannot
count beyond 2^32 postings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.artifacts import (
    BlockChecksums,
    building_artifact,
    map_array,
    read_ahead,
    read_manifest,
    read_through,
    verify_checksums,
    write_array,
)
from cbir.base.errors import ArtifactMismatch
from cbir.base.types import DocumentId
from cbir.visual_words.row_coding import bitmap_length, buckets_of

Lists = tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint8], NDArray[np.uint64], int]

KIND = "postings"
FORMAT, OLDER = 3, (1, 2)
FIELDS = {"codebook": str, "words": int}  # of the manifest
POSTINGS = (KIND, FORMAT, OLDER, FIELDS)
"""For read_manifest: kind, format, older readable formats, fields."""
LARGE = ("rows.u8", "buckets.u64", "signatures.u64")
_AT_ONCE = 1 << 20  # postings that verify() decodes at a time: 4 MB of rows
_LARGE_OF_2 = ("rows.u32", "signatures.u64")
_SMALL = ("offsets.i64", "offsets.u32", "frequencies.u32", "members.u32", "lengths.u32")


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingsSegment:
    """One mapped segment. For the arrays see the module.

    row_of_member : (m,) int64, ascending. size : rows are below this
    plain : uncoded rows. low, bitmap : coded rows. Either plain or both others are empty
    by_document : true if rows are document ids (format 1), which all such segments share
    checksums : of the files; None for a segment that exists only in memory
    """

    folder: Path
    codebook: str
    by_document: bool
    offsets: NDArray[np.int64]
    plain: NDArray[np.uint32]
    low: NDArray[np.uint8]
    bitmap: NDArray[np.uint64]
    signatures: NDArray[np.uint64]
    frequencies: NDArray[np.uint32]
    members: NDArray[np.uint32]
    lengths: NDArray[np.uint32]
    checksums: BlockChecksums | None

    @classmethod
    def open(cls, folder: Path) -> PostingsSegment:
        """Map a segment. Raises ArtifactMismatch, which names the segment, if it is damaged."""
        manifest = read_manifest(folder, kind=KIND, format=FORMAT, older=OLDER, fields=FIELDS)
        # These are small, and one wrong number in them spoils a search. The others are verified when they are used.
        verify_checksums(folder, manifest, only=_SMALL)
        format, nothing = manifest["format"], np.zeros(0)
        rows = {1: "documents.u32", 2: "rows.u32"}.get(format)
        opened = cls(
            folder=folder,
            codebook=manifest["codebook"],
            by_document=format == 1,
            offsets=(
                map_array(folder / "offsets.u32", "<u4").astype(np.int64)
                if format == 1
                else map_array(folder / "offsets.i64", "<i8")
            ),
            plain=map_array(folder / rows, "<u4") if rows else nothing.astype("<u4"),
            low=nothing.astype("u1") if rows else map_array(folder / "rows.u8", "u1"),
            bitmap=nothing.astype("<u8") if rows else map_array(folder / "buckets.u64", "<u8"),
            signatures=map_array(folder / "signatures.u64", "<u8"),
            frequencies=map_array(folder / "frequencies.u32", "<u4"),
            members=map_array(folder / "members.u32", "<u4"),
            lengths=map_array(folder / "lengths.u32", "<u4"),
            checksums=BlockChecksums(folder, manifest, LARGE if rows is None else _LARGE_OF_2),
        )
        opened._refuse_misfit(manifest["words"], coded=rows is None)
        return opened

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
        """Make a segment in memory.

        documents : ascending. word_rows : the words of each document. signatures : of all words, in this order
        lengths : number of features of each document, which may exceed the number of its words
        """
        by_word = _by_word(word_rows, signatures, words)
        return cls(
            folder=Path(),
            codebook=codebook,
            by_document=False,
            offsets=by_word.offsets,
            plain=by_word.rows,
            low=np.zeros(0, np.uint8),
            bitmap=np.zeros(0, np.uint64),
            signatures=by_word.signatures,
            frequencies=by_word.frequencies,
            members=documents.astype("<u4"),
            lengths=lengths,
            checksums=None,
        )

    def compare(self, words: NDArray[np.integer] | None = None) -> None:
        """Compare the postings of some words, or of all, with their checksums. Each block is compared only once.

        Raises ArtifactMismatch, which names the segment, if a posting has changed.
        """
        if self.checksums is None:
            return
        for name, mapped, starts, stops in self._files(words):
            if words is None:
                read_through(mapped)
            self.checksums.compare(name, starts, stops)

    def read_ahead(self, words: NDArray[np.integer]) -> None:
        """Begin to read postings from the disk that are used next. words : ascending"""
        for _, mapped, starts, stops in self._files(words):
            read_ahead(mapped, starts, stops)

    def _files(
        self, words: NDArray[np.integer] | None
    ) -> Iterator[tuple[str, NDArray[Any], NDArray[np.int64], NDArray[np.int64]]]:
        """The large files, each with the first and last bytes of the lists of some words, or of all."""
        first = np.zeros(1, np.int64) if words is None else words.astype(np.int64)
        last = np.full(1, len(self.offsets) - 1) if words is None else first + 1
        starts, stops = self.offsets[first], self.offsets[last]
        if self.coded:
            bits = starts + first * self.buckets, stops + last * self.buckets
            yield "rows.u8", self.low, starts, stops
            yield "buckets.u64", self.bitmap, bits[0] // 64 * 8, -(-bits[1] // 64) * 8
        else:
            yield "rows.u32", self.plain, starts * 4, stops * 4
        yield "signatures.u64", self.signatures, starts * 8, stops * 8

    def refuse_other_words(self, words: int) -> None:
        """Raise ArtifactMismatch if its codebook has another number of words. Scores are added up by word."""
        if len(self.offsets) - 1 != words:
            raise self._misfit(f"it has {len(self.offsets) - 1} words, and its codebook {words}")

    @property
    def coded(self) -> bool:
        """True if rows are stored as bytes and a bitmap."""
        return not len(self.plain)

    @property
    def outdated(self) -> bool:
        """True if the segment has an older format, which a merge replaces."""
        return self.by_document or not self.coded

    @property
    def buckets(self) -> int:
        """Number of buckets that each word has in the bitmap."""
        return buckets_of(self.size)

    @property
    def lists(self) -> Lists:
        """The posting lists as arguments of the loops."""
        return self.offsets, self.plain, self.low, self.bitmap, self.buckets

    def scratch(self, words: NDArray[np.integer] | slice = slice(None)) -> NDArray[np.uint32]:
        """A scratch array with room for the longest list of these words and one more posting."""
        lengths = np.diff(self.offsets)[words]
        return np.empty(int(lengths.max(initial=0)) + 1, np.uint32)

    def rows_of(self, words: NDArray[np.integer]) -> NDArray[np.uint32]:
        """The rows of the postings of some words, list after list. Raises ArtifactMismatch if a list is damaged."""
        from cbir.visual_words.row_coding import decode_lists

        words = np.ascontiguousarray(words, np.uint32)
        rows = np.empty(int((self.offsets[words + 1] - self.offsets[words]).sum()), np.uint32)
        self.refuse_damage(decode_lists(words, *self.lists, self.scratch(words), rows))
        return rows

    def _refuse_misfit(self, words: int, *, coded: bool) -> None:
        """Raise ArtifactMismatch if the small arrays contradict each other or the length of a large one.

        The loops rely on this, so correct checksums are not enough. The content of large arrays is checked when used.
        """
        postings = int(self.offsets[-1]) if len(self.offsets) else -1
        fits = (
            len(self.offsets) == words + 1
            and self.offsets[0] == 0
            and bool((np.diff(self.offsets) >= 0).all())
            and len(self.signatures) == postings
            and len(self.frequencies) == words
            and len(self.lengths) == len(self.members)
            and len(self.low if coded else self.plain) == postings
            and bool((self.members[1:] > self.members[:-1]).all())
            and int(self.lengths.sum(dtype=np.int64)) == postings
            and self._counts_fit()
            and (not coded or len(self.bitmap) == bitmap_length(postings, words, self.buckets))
        )
        if not fits:
            raise self._misfit("its files do not fit each other")

    def _counts_fit(self) -> bool:
        """True if each word with postings has documents, and not more documents than postings or members."""
        counts = np.diff(self.offsets)
        most = np.minimum(counts, len(self.members))
        return bool(((self.frequencies <= most) & ((self.frequencies > 0) == (counts > 0))).all())

    def _misfit(self, what: str) -> ArtifactMismatch:
        name = f"{self.folder.parent.name}/{self.folder.name}"
        return ArtifactMismatch("{0} is damaged: {1} ({2}).", name, what, self.folder)

    def verify(self) -> None:
        """Check every posting. Raises ArtifactMismatch if postings contradict the small arrays."""
        counts = np.zeros(len(self.members), np.int64)
        first = 0
        while first < len(self.offsets) - 1:
            end = int(np.searchsorted(self.offsets, self.offsets[first] + _AT_ONCE, side="right")) - 1
            end = min(max(end, first + 1), len(self.offsets) - 1)
            rows = self.rows_of(np.arange(first, end))
            if self.by_document:
                at = np.searchsorted(self.members, rows)
                is_member = (at < len(self.members)) & (
                    self.members[np.minimum(at, len(self.members) - 1)] == rows
                )
                rows = np.where(is_member, at, len(self.members))
            word = np.repeat(np.arange(first, end), np.diff(self.offsets[first : end + 1]))
            same = word[1:] == word[:-1]
            if np.any(rows >= len(self.members)) or np.any(same & (rows[1:] < rows[:-1])):
                self.refuse_damage(1)
            begins = np.ones(len(rows), bool)
            begins[1:] = ~same | (rows[1:] != rows[:-1])
            if not np.array_equal(
                np.bincount(word[begins] - first, minlength=end - first), self.frequencies[first:end]
            ):
                raise self._misfit("its frequencies do not fit its postings")
            counts += np.bincount(rows, minlength=len(counts))
            first = end
        if not np.array_equal(counts, self.lengths):
            raise self._misfit("its lengths do not fit its postings")

    @property
    def row_of_member(self) -> NDArray[np.int64]:
        return self.members.astype(np.int64) if self.by_document else np.arange(len(self.members))

    @property
    def size(self) -> int:
        if not self.by_document:
            return len(self.members)
        return int(self.members[-1]) + 1 if len(self.members) else 0

    def refuse_damage(self, stopped: int) -> None:
        """Raise ArtifactMismatch if a posting stopped a loop of scoring.py. stopped : the loop's result"""
        if stopped:
            raise self._misfit("a posting names a document that is not there")


class SegmentBuilder:
    """Collects photos. write() sorts their features by word and stores them as a segment.

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
        low, bitmap = coded(by_word.rows, by_word.offsets, len(members))
        with building_artifact(folder, about(self._codebook, self._words), large=LARGE) as temporary:
            write_array(temporary / "offsets.i64", by_word.offsets)
            write_array(temporary / "rows.u8", low)
            write_array(temporary / "buckets.u64", bitmap)
            write_array(temporary / "signatures.u64", by_word.signatures)
            write_array(temporary / "frequencies.u32", by_word.frequencies)
            write_array(temporary / "members.u32", members.astype("<u4"))
            write_array(temporary / "lengths.u32", lengths.astype("<u4"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ByWord:
    """Postings by word. For the arrays see the module."""

    offsets: NDArray[np.int64]
    rows: NDArray[np.uint32]
    signatures: NDArray[np.uint64]
    frequencies: NDArray[np.uint32]


def _by_word(
    word_rows: Sequence[NDArray[np.uint32]], signatures: NDArray[np.uint64], vocabulary: int
) -> _ByWord:
    """Group the features of documents by word."""
    all_words = np.concatenate([np.zeros(0, np.uint32), *word_rows])
    rows = np.repeat(np.arange(len(word_rows), dtype="<u4"), [len(words) for words in word_rows])
    order = np.argsort(all_words, kind="stable")  # rows stay ascending within a word
    words, rows = all_words[order], rows[order]
    first = np.ones(len(words), bool)
    first[1:] = (words[1:] != words[:-1]) | (rows[1:] != rows[:-1])
    return _ByWord(
        offsets=offsets_of(np.bincount(words, minlength=vocabulary)),
        rows=rows,
        signatures=signatures[order].astype("<u8"),
        frequencies=np.bincount(words[first], minlength=vocabulary).astype("<u4"),
    )


def coded(
    rows: NDArray[np.uint32], offsets: NDArray[np.int64], members: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Plain rows by word -> the bytes and the bitmap of a segment. members : their number"""
    from cbir.visual_words.row_coding import encode_lists

    words, buckets = len(offsets) - 1, buckets_of(members)
    low, bitmap = np.zeros(len(rows), np.uint8), np.zeros(bitmap_length(len(rows), words, buckets), np.uint64)
    encode_lists(rows, offsets, 0, words, buckets, low, bitmap)
    return low, bitmap


def offsets_of(counts: NDArray[np.integer]) -> NDArray[np.int64]:
    """(K,) number of postings of each word -> (K + 1,) their offsets."""
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype("<i8")


def about(codebook: str, words: int) -> dict[str, Any]:
    """The manifest of a segment."""
    return {"kind": KIND, "format": FORMAT, "codebook": codebook, "words": words}


def parts_of(segments: Sequence[PostingsSegment]) -> tuple[list[slice], int]:
    """The range of each segment's rows in an accumulator of scores, and the accumulator's length.

    Segments of format 1, whose rows are documents, share one range.
    """
    end = max((segment.size for segment in segments if segment.by_document), default=0)
    parts = []
    for segment in segments:
        start = 0 if segment.by_document else end
        parts.append(slice(start, start + segment.size))
        end = max(end, start + segment.size)
    return parts, end
