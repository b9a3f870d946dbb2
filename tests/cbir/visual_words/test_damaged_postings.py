"""Postings that are not what they should be: loops stop and write nowhere, and a segment is refused or answers."""

import random
from dataclasses import astuple

import numpy as np
import pytest

from cbir.base.artifacts import building_artifact
from cbir.base.errors import ArtifactMismatch
from cbir.base.types import DocumentId
from cbir.visual_words import (
    InvertedIndex,
    PostingsSegment,
    ScoringOptions,
    SegmentBuilder,
    merge_segments,
    scoring,
)
from cbir.visual_words.segments import LARGE, about
from tests.cbir.stage_data import draw_words
from tests.mutations import mutate

ATTEMPTS = 8

WORDS = np.array([0], np.uint32)
FLOATS = np.ones(1, np.float32)
OFFSETS = np.array([0, 2], np.int64)
SIGNATURES = np.zeros(2, np.uint64)
PLAIN = np.zeros(0, np.uint8), np.zeros(0, np.uint64), 0
ENDED = (
    np.zeros(0, np.uint32),
    np.zeros(2, np.uint8),
    np.zeros(1, np.uint64),
    1,
)  # a bitmap without the lists' ones
ROOM = [np.zeros(3, np.uint32) for _ in range(2)]
LOOPS = {
    "hamming": lambda lists, out: scoring.add_hamming(
        *(WORDS, SIGNATURES[:1], OFFSETS, *lists, SIGNATURES, FLOATS, np.ones(65, np.float32)),
        *(24, -1, 1, *ROOM, out, out),
    ),
    "bm25": lambda lists, out: scoring.add_bm25(
        WORDS, FLOATS, OFFSETS, *lists, np.ones(9, np.float32), ROOM[0], out
    ),
    "tfidf": lambda lists, out: scoring.add_tfidf(WORDS, FLOATS, OFFSETS, *lists, ROOM[0], out),
    "norms": lambda lists, out: scoring.add_squared_norms(OFFSETS, *lists, FLOATS, ROOM[0], out),
    "counting": lambda lists, out: scoring.count_kept(
        OFFSETS, *lists, out, ROOM[0], np.zeros(1, np.int64), 0, 1
    ),
    "merging": lambda lists, out: scoring.merge_postings(
        *(OFFSETS, *lists, SIGNATURES, out, OFFSETS, ROOM[0], np.zeros(2, np.uint32), SIGNATURES.copy()),
        *(np.zeros(1, np.int64), 0, 1),
    ),
}
KINDS = {"norms": np.float64, "counting": np.int64, "merging": np.int64}


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(("row", "stopped"), [(2, 0), (3, 1), (4, 1), (2**32 - 1, 1)])
def test_a_loop_stops_at_the_first_document_that_is_not_there(loop, row, stopped):
    memory = np.zeros(9, KINDS.get(loop, np.float32))
    assert LOOPS[loop]((np.array([1, row], np.uint32), *PLAIN), memory[:3]) == stopped
    assert not memory[3:].any(), "nothing is written behind the last"


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_stops_where_lists_end_before_their_postings_do(loop):
    memory = np.zeros(9, KINDS.get(loop, np.float32))
    assert LOOPS[loop](ENDED, memory[:3]) == 1
    assert not memory.any()


def test_a_word_with_more_postings_than_its_merged_list_has_room_for_stops_the_merge():
    written = np.zeros(2, np.uint32)
    arguments = (OFFSETS, np.array([1, 2], np.uint32), *PLAIN, SIGNATURES, np.arange(3), np.array([0, 1]))
    room = (ROOM[0], written, SIGNATURES.copy(), np.zeros(1, np.int64), 0, 1)
    assert scoring.merge_postings(*arguments, *room) == 1
    assert written.tolist() == [1, 0]


FILES = (
    "offsets.i64",
    "rows.u8",
    "buckets.u64",
    "signatures.u64",
    "frequencies.u32",
    "members.u32",
    "lengths.u32",
)


@pytest.mark.parametrize("name", FILES)
def test_whatever_a_segment_holds_under_sound_checksums_searches_and_merges_end(tmp_path, name):
    """As a program gone wrong, or somebody, would have written it: an answer or a sentence, and nothing else."""
    builder = SegmentBuilder(words=30, codebook="drawn")
    rng = np.random.default_rng(1)
    for document in range(300):
        builder.add(DocumentId(document), *astuple(draw_words(rng, 9, 30)))
    builder.write(tmp_path / "sound")
    chance = random.Random(name)
    refused = 0
    for attempt in range(ATTEMPTS):
        folder = tmp_path / str(attempt)
        with building_artifact(folder, about("drawn", 30), large=LARGE) as temporary:
            for file in FILES:
                sound = (tmp_path / "sound" / file).read_bytes()
                (temporary / file).write_bytes(mutate(sound, chance) if file == name else sound)
        try:
            search_and_merge(folder)
        except ArtifactMismatch:
            refused += 1
    assert refused or name in {"rows.u8", "signatures.u64", "frequencies.u32", "members.u32", "lengths.u32"}


def search_and_merge(folder):
    segment = PostingsSegment.open(folder)
    segment.compare()
    index = InvertedIndex([segment], words=30, deleted=np.zeros(0, np.uint32), deleted_words=[])
    query = draw_words(np.random.default_rng(2), 40, 30)
    for weighting in ("hamming", "tfidf", "bm25"):
        index.search(query.words, query.signatures, top=5, options=ScoringOptions(weighting=weighting))
    merge_segments([segment], folder.with_name(f"{folder.name} merged"), deleted=np.array([3]))
