"""Postings of drawn photos, written in the order of the disk: `Pool.of(segments).draw(photos, ...)`.

Each feature is near a random one of the real library, a quarter of the bits of its signature flipped, and a photo has
as many as real ones have. A million photos have 900 million features, more than fit in memory to be sorted
by word. So the words come one after another, each with its postings, and each posting is given a photo.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.artifacts import building_artifact, new_mapped_array, write_array
from cbir.visual_words.row_coding import bitmap_length, buckets_of, encode_lists

_AT_ONCE = 4_000_000  # postings
_OWNERS = (
    1 << 24
)  # entries of the table that gives a posting its photo: each stands for some features of one photo
_LARGE = ("rows.u8", "buckets.u64", "signatures.u64")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The sources from which photos are drawn: real postings by word, and features of real photos.

    words, signatures : one per posting, words ascending. vocabulary : words of the codebook
    """

    words: NDArray[np.uint32]
    signatures: NDArray[np.uint64]
    lengths: NDArray[np.uint32]
    vocabulary: int
    codebook: str

    @classmethod
    def of(cls, segments):
        vocabulary = len(segments[0].offsets) - 1
        words = np.concatenate(
            [
                np.repeat(np.arange(vocabulary, dtype=np.uint32), np.diff(segment.offsets))
                for segment in segments
            ]
        )
        order = np.argsort(words, kind="stable")
        return cls(
            words=words[order],
            signatures=np.concatenate([segment.signatures for segment in segments])[order],
            lengths=np.concatenate([segment.lengths for segment in segments]),
            vocabulary=vocabulary,
            codebook=segments[0].codebook,
        )

    def draw(self, folder, *, first_document, photos):
        """Write a segment of so many photos, the same each time."""
        rng = np.random.default_rng([photos, first_document])
        drawn = rng.choice(self.lengths, photos).astype(np.int64)
        ends = np.cumsum(drawn)
        entries = np.linspace(0, int(ends[-1]) - 1, min(_OWNERS, int(ends[-1]))).astype(np.int64)
        owners = np.searchsorted(ends, entries, side="right").astype(np.uint32)
        copies = rng.multinomial(int(ends[-1]), np.full(len(self.words), 1 / len(self.words)))
        counts = np.bincount(self.words, copies, self.vocabulary).astype(np.int64)
        frequencies, lengths = np.zeros(self.vocabulary, np.uint32), np.zeros(photos, np.uint32)
        offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype("<i8")
        buckets = buckets_of(photos)
        about = {"kind": "postings", "format": 3, "codebook": self.codebook, "words": self.vocabulary}
        with building_artifact(folder, about, large=_LARGE) as temporary:
            low = new_mapped_array(temporary / _LARGE[0], "u1", int(offsets[-1]))
            length = bitmap_length(int(offsets[-1]), self.vocabulary, buckets)
            bitmap = new_mapped_array(temporary / _LARGE[1], "<u8", length)
            with (temporary / _LARGE[2]).open("wb") as signatures:
                for some in self._parts(copies):
                    rows = self._write(rng, owners, copies, some, signatures, frequencies, lengths)
                    words = int(self.words[some.start]), int(self.words[some.stop - 1]) + 1
                    encode_lists(rows, offsets, *words, buckets, low, bitmap)
            del low, bitmap
            write_array(temporary / "offsets.i64", offsets)
            write_array(temporary / "frequencies.u32", frequencies)
            write_array(
                temporary / "members.u32", np.arange(first_document, first_document + photos, dtype="<u4")
            )
            write_array(temporary / "lengths.u32", lengths)

    def _parts(self, copies):
        """Parts of the pool for some million postings each, no word in two of them."""
        starts = np.flatnonzero(np.diff(self.words, prepend=self.words[0] + 1))
        before = np.concatenate([[0], np.cumsum(copies)])[starts]
        cuts = starts[np.searchsorted(before, np.arange(0, int(copies.sum()), _AT_ONCE), side="right") - 1]
        edges = [*np.unique(cuts).tolist(), len(self.words)]
        return map(slice, edges[:-1], edges[1:])

    def _write(self, rng, owners, copies, some, signatures, frequencies, lengths):
        """Write the signatures of a part; returns the rows."""
        chosen = np.repeat(np.arange(some.start, some.stop), copies[some])
        # word and photo as one number: sorted, they are in the order of the disk
        both = self.words[chosen].astype(np.uint64) << np.uint64(32)
        both |= owners[rng.integers(0, len(owners), len(chosen))]
        both.sort()
        photos = both.astype(np.uint32)
        first = np.diff(both, prepend=both[:1] + np.uint64(1)) != 0
        frequencies += np.bincount(self.words[chosen[first]], minlength=len(frequencies)).astype(np.uint32)
        lengths += np.bincount(photos, minlength=len(lengths)).astype(np.uint32)
        noise = rng.integers(0, 2**64, len(chosen), np.uint64)
        noise &= rng.integers(0, 2**64, len(chosen), np.uint64)
        (self.signatures[chosen] ^ noise).tofile(signatures)
        return photos
