"""Postings on disk: what is written is what was added, merged is as built at once, damage is named."""

import os
from collections import defaultdict

import numpy as np
import psutil
import pytest

import cbir.base.artifacts
import cbir.base.storage
import cbir.visual_words.merging
import cbir.visual_words.segments
from cbir.base.artifacts import read_sealed_json, sealed_json
from cbir.base.errors import ArtifactMismatch, Cancelled
from cbir.base.types import DocumentId
from cbir.visual_words import (
    InvertedIndex,
    PostingsSegment,
    ScoringOptions,
    SegmentBuilder,
    merge_segments,
    scoring,
)
from tests.cbir.old_segments import rewrite_in_format_1, rewrite_in_format_2
from tests.cbir.stage_data import Words, draw_words

VOCABULARY = 30
Postings = dict[int, dict[int, list[int]]]
NOTHING = np.zeros(0, np.int64)
NONE = Words(words=np.zeros(0, np.uint32), signatures=np.zeros(0, np.uint64))


def written(folder, photos, codebook="drawn"):
    builder = SegmentBuilder(words=VOCABULARY, codebook=codebook)
    for document, photo in sorted(photos.items()):
        builder.add(DocumentId(document), photo.words, photo.signatures)
    assert len(builder) == len(photos)
    builder.write(folder)
    return PostingsSegment.open(folder)


def postings(segment):
    """Return word -> document -> signatures, and see that a document's postings stand together."""
    found = {}
    for word in range(VOCABULARY):
        start, end = int(segment.offsets[word]), int(segment.offsets[word + 1])
        documents = segment.members[segment.rows_of(np.array([word]))].tolist()
        by_document = defaultdict(list)
        for document, signature in zip(documents, segment.signatures[start:end].tolist(), strict=True):
            by_document[document].append(signature)
        runs = 1 + int((np.diff(documents) != 0).sum()) if documents else 0
        assert runs == len(by_document) == segment.frequencies[word]
        if by_document:
            found[word] = dict(by_document)
    assert segment.offsets[0] == 0
    assert segment.offsets[-1] == len(segment.low) == len(segment.signatures)
    return found


def expected(photos):
    found = {}
    for document, photo in sorted(photos.items()):
        for word, signature in zip(photo.words.tolist(), photo.signatures.tolist(), strict=True):
            found.setdefault(word, {}).setdefault(document, []).append(signature)
    return found


def drawn(count, first=1):
    rng = np.random.default_rng(first)
    return {first + 2 * i: draw_words(rng, int(rng.integers(0, 25)), VOCABULARY) for i in range(count)}


@pytest.mark.parametrize("count", [0, 1, 2, 20])
def test_what_was_added_is_read_back(tmp_path, count):
    photos = drawn(count)
    segment = written(tmp_path / "s", photos)
    assert postings(segment) == expected(photos)
    assert segment.members.tolist() == sorted(photos)
    assert segment.lengths.tolist() == [len(photos[document].words) for document in sorted(photos)]
    assert segment.codebook == "drawn"


@pytest.mark.parametrize("photos", [{5: NONE}, {5: NONE, 6: NONE}], ids=["one", "two"])
def test_photos_without_features_are_members_all_the_same(tmp_path, photos):
    segment = written(tmp_path / "s", photos)
    assert postings(segment) == {}
    assert segment.members.tolist() == sorted(photos)
    merge_segments([segment], tmp_path / "m", deleted=NOTHING)
    merged = PostingsSegment.open(tmp_path / "m")
    assert postings(merged) == {}
    assert merged.members.tolist() == sorted(photos)


def test_a_segment_cannot_be_altered(tmp_path):
    segment = written(tmp_path / "s", drawn(5))
    with pytest.raises(ValueError, match="read-only"):
        segment.low[0] = 9


def test_documents_must_come_in_ascending_order():
    builder = SegmentBuilder(words=VOCABULARY, codebook="drawn")
    builder.add(DocumentId(4), NONE.words, NONE.signatures)
    for document in (4, 3):
        with pytest.raises(ValueError, match="ascending"):
            builder.add(DocumentId(document), NONE.words, NONE.signatures)


def flip(path):
    """Flip a high bit in the middle of a file of numbers."""
    content = bytearray(path.read_bytes())
    content[len(content) // 8 * 4 + 3] ^= 0x40
    path.write_bytes(content)


def interleaved():
    """Three segments whose documents lie between one another's: what merges out of order leave."""
    return drawn(8), drawn(1, first=100), drawn(9, first=2)


@pytest.mark.parametrize("deleted", [(), (3, 4, 100), tuple(range(101))], ids=["none", "some", "all"])
def test_merged_is_as_built_at_once_without_the_deleted(tmp_path, deleted):
    parts = interleaved()
    segments = [written(tmp_path / f"{number}", photos) for number, photos in enumerate(parts)]
    merge_segments(segments, tmp_path / "merged", deleted=np.array(deleted, np.int64))
    kept = {d: photo for photos in parts for d, photo in photos.items() if d not in deleted}
    merged = PostingsSegment.open(tmp_path / "merged")
    assert postings(merged) == expected(kept)
    assert merged.members.tolist() == sorted(kept)
    assert merged.lengths.tolist() == [len(kept[document].words) for document in sorted(kept)]
    assert not list(tmp_path.glob(".unfinished-*"))


def test_merging_in_steps_or_in_another_order_gives_the_same(tmp_path):
    first, second, third = (
        written(tmp_path / f"{number}", photos) for number, photos in enumerate(interleaved())
    )
    merge_segments([third, first, second], tmp_path / "at once", deleted=NOTHING)
    merge_segments([first, third], tmp_path / "step", deleted=NOTHING)
    step = PostingsSegment.open(tmp_path / "step")
    merge_segments([second, step], tmp_path / "in steps", deleted=NOTHING)
    at_once, in_steps = (PostingsSegment.open(tmp_path / name) for name in ("at once", "in steps"))
    assert postings(at_once) == postings(in_steps)
    assert np.array_equal(at_once.members, in_steps.members)
    assert np.array_equal(at_once.lengths, in_steps.lengths)


def test_a_merge_can_be_stopped_at_every_step_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(cbir.visual_words.merging, "BATCH_SIZE", 50)
    parts = interleaved()
    segments = [written(tmp_path / f"{number}", photos) for number, photos in enumerate(parts)]
    before = sorted(tmp_path.iterdir())
    for steps in range(1000):
        asked = iter(range(steps))
        try:
            merge_segments(
                segments,
                tmp_path / "merged",
                deleted=NOTHING,
                cancelled=lambda asked=asked: next(asked, None) is None,
            )
        except Cancelled:
            assert sorted(tmp_path.iterdir()) == before
        else:
            break
    assert steps > 10, "between parts of the words, and between files"
    together = {d: photo for photos in parts for d, photo in photos.items()}
    assert postings(PostingsSegment.open(tmp_path / "merged")) == expected(together)


def test_documents_that_lie_between_those_of_another_segment_are_put_in_order_however_many(
    tmp_path,
):
    """A list is written by buckets of 256 rows, in which alone an order would not matter."""
    same = Words(words=np.array([3, 7], np.uint32), signatures=np.array([1, 2], np.uint64))
    parts = [dict.fromkeys(range(first, 700, 2), same) for first in (1, 2)]
    segments = [written(tmp_path / f"{number}", photos) for number, photos in enumerate(parts)]
    merge_segments(segments, tmp_path / "m", deleted=np.array([5]))
    merged = PostingsSegment.open(tmp_path / "m")
    assert postings(merged) == expected(
        {one: photo for one, photo in (parts[0] | parts[1]).items() if one != 5}
    )
    assert merged.frequencies[[3, 7]].tolist() == [698, 698]


def test_an_empty_segment_is_merged_with_others(tmp_path):
    photos = drawn(3)
    segments = [written(tmp_path / "none", {}), written(tmp_path / "some", photos)]
    merge_segments(segments, tmp_path / "m", deleted=NOTHING)
    assert postings(PostingsSegment.open(tmp_path / "m")) == expected(photos)


def test_damage_is_not_copied_into_a_merged_segment_where_it_would_look_sound(tmp_path):
    written(tmp_path / "postings" / "abc", drawn(5))
    flip(tmp_path / "postings" / "abc" / "signatures.u64")
    damaged = PostingsSegment.open(tmp_path / "postings" / "abc")
    with pytest.raises(ArtifactMismatch, match=r"signatures\.u64 has changed"):
        merge_segments([damaged], tmp_path / "m", deleted=NOTHING)
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("loop", ["count_kept", "merge_postings"])
def test_a_loop_that_stops_at_a_damaged_posting_ends_the_merge(tmp_path, monkeypatch, loop):
    segment = written(tmp_path / "s", drawn(5))
    monkeypatch.setattr(scoring, loop, lambda *_: 1)
    with pytest.raises(ArtifactMismatch, match="a posting names a document"):
        merge_segments([segment], tmp_path / "m", deleted=NOTHING)
    assert not (tmp_path / "m").exists()


def test_a_merge_is_written_to_the_disk_part_by_part_and_asks_between_all_of_its_steps(tmp_path, monkeypatch):
    segment = written(tmp_path / "s", drawn(20))
    monkeypatch.setattr(cbir.visual_words.merging, "BATCH_SIZE", 50)
    parts = cbir.visual_words.merging.parts_of_words([segment])
    flushed = []
    asked = []
    flush = np.memmap.flush

    def count(mapped):
        flushed.append(mapped.filename)
        flush(mapped)

    monkeypatch.setattr(np.memmap, "flush", count)

    def cancelled():
        asked.append(len(flushed))
        return False

    merge_segments([segment], tmp_path / "m", deleted=NOTHING, cancelled=cancelled)
    assert len(parts) > 2
    assert len(flushed) == 3 * len(parts)
    files = len(list((tmp_path / "m").iterdir())) - 1  # without the manifest, which is written last
    assert len(asked) == 1 + 2 * len(parts) + files
    assert set(asked) >= set(range(0, len(flushed) + 1, 3))


def test_segments_of_two_codebooks_are_not_merged(tmp_path):
    one, other = written(tmp_path / "a", drawn(2)), written(tmp_path / "b", drawn(2, 50), codebook="another")
    with pytest.raises(ValueError, match="codebooks"):
        merge_segments([one, other], tmp_path / "m", deleted=NOTHING)


def test_nothing_is_mapped_any_more_when_a_merge_takes_its_name(tmp_path, monkeypatch):
    """Windows cannot rename a folder in which a file is mapped."""
    segments = [written(tmp_path / "a", drawn(4)), written(tmp_path / "b", drawn(4, 50))]
    mapped = []
    real = cbir.base.storage.write_atomically

    def look_first(path, data, *, durable=True):
        mapped.extend(entry.path for entry in psutil.Process().memory_maps())
        real(path, data, durable=durable)

    monkeypatch.setattr(cbir.base.artifacts, "write_atomically", look_first)
    merge_segments(segments, tmp_path / "m", deleted=NOTHING)
    assert any(str(tmp_path / "a") in path for path in mapped), "the segments that are read are seen"
    assert not [path for path in mapped if ".unfinished-" in path]


@pytest.mark.parametrize("name", ["offsets.i64", "rows.u8", "buckets.u64", "signatures.u64", "lengths.u32"])
@pytest.mark.parametrize("how", ["missing", "shorter", "longer"])
def test_damage_is_named(tmp_path, name, how):
    written(tmp_path / "postings" / "abc", drawn(5))
    path = tmp_path / "postings" / "abc" / name
    if how == "missing":
        path.unlink()
    else:
        os.truncate(path, path.stat().st_size + (1 if how == "longer" else -1))
    with pytest.raises(ArtifactMismatch, match=rf"postings/abc is damaged: {name}"):
        PostingsSegment.open(tmp_path / "postings" / "abc")


@pytest.mark.parametrize("name", ["offsets.i64", "frequencies.u32", "members.u32", "lengths.u32"])
def test_a_flipped_bit_in_what_a_search_steers_by_is_found_on_opening(tmp_path, name):
    written(tmp_path / "postings" / "abc", drawn(5))
    flip(tmp_path / "postings" / "abc" / name)
    with pytest.raises(ArtifactMismatch, match=rf"postings/abc is damaged: {name} has changed"):
        PostingsSegment.open(tmp_path / "postings" / "abc")


@pytest.mark.parametrize("weighting", ["hamming", "tfidf", "bm25"])
@pytest.mark.parametrize("name", ["rows.u8", "buckets.u64", "signatures.u64", "blocks.u32"])
def test_a_flipped_bit_in_a_posting_is_found_before_it_is_used(tmp_path, name, weighting):
    photos = drawn(20)
    folder = tmp_path / "postings" / "abc"
    written(folder, photos)
    sound = (folder / name).read_bytes()
    words = np.repeat(np.arange(VOCABULARY, dtype=np.uint32), 4)
    some = np.resize(np.concatenate([photo.signatures for photo in photos.values()]), len(words))
    for bit in range(0, len(sound) * 8, len(sound) // 2):
        broken = bytearray(sound)
        broken[bit // 8] ^= 1 << bit % 8
        (folder / name).write_bytes(broken)
        with pytest.raises(ArtifactMismatch, match=f"postings/abc is damaged: {name} has changed"):
            InvertedIndex(
                [PostingsSegment.open(folder)],
                words=VOCABULARY,
                deleted=np.zeros(0, np.uint32),
                deleted_words=[],
            ).search(words, some, top=5, options=ScoringOptions(weighting=weighting))


@pytest.mark.parametrize("weighting", ["hamming", "tfidf", "bm25"])
def test_a_flipped_bit_in_a_posting_without_a_checksum_does_not_end_the_process(tmp_path, weighting):
    """Its document may be any number: a compiled loop would add to memory that is not its own."""
    photos = drawn(20)
    written(tmp_path / "postings" / "abc", photos)
    rewrite_in_format_2(tmp_path / "postings" / "abc")
    flip(tmp_path / "postings" / "abc" / "rows.u32")
    segment = PostingsSegment.open(tmp_path / "postings" / "abc")
    index = InvertedIndex([segment], words=VOCABULARY, deleted=np.zeros(0, np.uint32), deleted_words=[])
    words = np.repeat(np.arange(VOCABULARY, dtype=np.uint32), 4)
    some = np.resize(np.concatenate([photo.signatures for photo in photos.values()]), len(words))
    options = ScoringOptions(weighting=weighting, hamming_cut=64)
    with pytest.raises(ArtifactMismatch, match="postings/abc is damaged: a posting names a document"):
        index.search(words, some, top=5, options=options)
    with pytest.raises(ArtifactMismatch, match="postings/abc is damaged: a posting names a document"):
        merge_segments([segment], tmp_path / "merged", deleted=NOTHING)
    assert not (tmp_path / "merged").exists()


@pytest.mark.parametrize(
    "manifest", ["", "{", "[]", '{"kind": "postings"}', '{"kind": "features", "format": 1}']
)
def test_a_manifest_that_is_none_is_damage(tmp_path, manifest):
    written(tmp_path / "abc", drawn(2))
    (tmp_path / "abc" / "manifest.json").write_text(manifest, encoding="utf-8")
    with pytest.raises(ArtifactMismatch, match="abc"):
        PostingsSegment.open(tmp_path / "abc")


def test_a_segment_of_another_format_is_refused(tmp_path):
    written(tmp_path / "abc", drawn(2))
    path = tmp_path / "abc" / "manifest.json"
    path.write_bytes(sealed_json({**read_sealed_json(path.read_bytes()), "format": 4}))
    with pytest.raises(ArtifactMismatch, match="of format 4"):
        PostingsSegment.open(tmp_path / "abc")


def index_of(*segments):
    return InvertedIndex(segments, words=VOCABULARY, deleted=np.zeros(0, np.uint32), deleted_words=[])


def found_by(index, weighting):
    query = draw_words(np.random.default_rng(7), 40, VOCABULARY)
    found = index.search(
        query.words, query.signatures, top=50, options=ScoringOptions(weighting=weighting, hamming_cut=40)
    )
    return list(zip(found.documents.tolist(), found.scores.tolist(), strict=True))


@pytest.mark.parametrize("weighting", ["hamming", "tfidf", "bm25"])
@pytest.mark.parametrize("old", [(0,), (1, 2), (0, 1, 2)], ids=["one", "two", "all"])
@pytest.mark.parametrize("format", [1, 2])
def test_segments_of_older_formats_answer_beside_new_ones_and_are_merged_with_them(
    tmp_path, weighting, old, format
):
    parts = interleaved()
    segments = [written(tmp_path / f"{number}", photos) for number, photos in enumerate(parts)]
    expected_hits = found_by(index_of(*segments), weighting)
    assert len(expected_hits) > 10
    for number in old:
        (rewrite_in_format_1 if format == 1 else rewrite_in_format_2)(tmp_path / f"{number}")
    segments = [PostingsSegment.open(tmp_path / f"{number}") for number in range(3)]
    assert [segment.by_document for segment in segments] == [
        format == 1 and number in old for number in range(3)
    ]
    assert [segment.coded for segment in segments] == [number not in old for number in range(3)]
    assert found_by(index_of(*segments), weighting) == expected_hits
    gone = np.array([3, 4, 100])
    merge_segments(segments, tmp_path / "merged", deleted=gone)
    merged = PostingsSegment.open(tmp_path / "merged")
    assert merged.coded
    assert not merged.by_document
    together = {d: photo for photos in parts for d, photo in photos.items() if d not in gone.tolist()}
    assert postings(merged) == expected(together)


def test_a_damaged_posting_of_the_old_format_is_named(tmp_path):
    written(tmp_path / "postings" / "abc", drawn(20))
    rewrite_in_format_1(tmp_path / "postings" / "abc")
    flip(tmp_path / "postings" / "abc" / "documents.u32")
    index = index_of(PostingsSegment.open(tmp_path / "postings" / "abc"))
    words = np.arange(VOCABULARY, dtype=np.uint32)
    with pytest.raises(ArtifactMismatch, match="postings/abc is damaged: a posting names a document"):
        index.search(words, np.zeros(len(words), np.uint64), top=5, options=ScoringOptions(weighting="bm25"))


def test_a_search_takes_as_long_an_array_as_there_are_photos_whatever_their_ids(tmp_path):
    """Ids of documents are never used again: they count all versions of all photos that there have ever been."""
    photos = {4_000_000_000 + document: words for document, words in drawn(12).items()}
    others = {2_000_000_000 + document: words for document, words in drawn(7).items()}
    index = index_of(written(tmp_path / "a", photos), written(tmp_path / "b", others))
    assert index.size == index.photos == 19
    assert {document for document, _ in found_by(index, "hamming")} <= photos.keys() | others.keys()


def test_offsets_count_beyond_32_bits():
    """A library of five million photos has so many postings."""
    counts = np.array([2**31, 2**31, 2**31, 5], np.int64)
    offsets = cbir.visual_words.segments.offsets_of(counts)
    assert offsets.tolist() == [0, 2**31, 2**32, 3 * 2**31, 3 * 2**31 + 5]
    assert offsets.dtype.itemsize == 8
