"""Candidates against plain loops: near hashes and shared words."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from cbir.base.errors import Cancelled
from cbir.base.layout import Layout
from cbir.base.types import DocumentId
from cbir.catalog import SegmentRow
from cbir.duplicates import candidates
from cbir.duplicates.candidates import (
    CandidateOptions,
    best_of_each,
    near_hashes,
    read_postings,
    sharing_words,
    sorted_by,
)
from cbir.duplicates.hashes import seen_as
from cbir.state import MappedIndex
from cbir.state.snapshot import OpenSegments
from cbir.visual_words import SegmentBuilder
from tests.cbir.stage_data import draw_words

ALL = CandidateOptions(hash_radius=15)


def drawn(count, seed=0):
    return np.random.default_rng(seed).integers(0, 1 << 63, (count, 2), dtype=np.uint64)


def flipped(hashes, bits, seed):
    rng = np.random.default_rng(seed)
    made = hashes.copy()
    for row in made:
        for bit in rng.choice(128, bits, replace=False).tolist():
            row[bit // 64] ^= np.uint64(1) << np.uint64(bit % 64)
    return made


def test_all_hashes_within_fifteen_bits_are_found_and_no_other():
    # 15 flipped bits leave one of eight parts with one flip at most: what is nearer than 16 cannot be missed.
    hashes = np.concatenate([drawn(60), flipped(drawn(60), 15, 1), flipped(drawn(60), 16, 2)])
    found = near_hashes(hashes, np.arange(len(hashes)), ALL)
    pairs = {(min(a, b), max(a, b)) for a, b, _, _ in found.tolist()}
    distances = np.bitwise_count(hashes[:, None] ^ hashes[None]).sum(axis=2)
    wanted = {(a, b) for a, b in np.argwhere(distances <= 15).tolist() if a < b}
    assert wanted
    assert pairs == wanted


def test_a_mirrored_copy_is_found_with_its_view():
    hashes = drawn(20)
    both = np.concatenate([hashes, seen_as(hashes, 5)])
    found = near_hashes(both, np.arange(20), ALL)
    assert {(a, b, view) for a, b, _, view in found.tolist()} == {(at, at + 20, 5) for at in range(20)}


def test_only_what_is_asked_for_is_compared():
    hashes = np.concatenate([drawn(10), flipped(drawn(10), 3, 1)])
    found = near_hashes(hashes, np.array([4]), ALL)
    assert found[:, :2].tolist() == [[4, 14]]


def test_no_hash_and_one_hash_have_no_neighbours():
    assert len(near_hashes(drawn(0), np.arange(0), ALL)) == 0
    assert len(near_hashes(drawn(1), np.arange(1), ALL)) == 0


def test_photos_that_share_keys_are_counted_as_a_plain_loop_counts_them():
    rng = np.random.default_rng(3)
    photos, keys = 12, 40
    has = rng.random((photos, keys)) < 0.3
    documents, words = (np.ascontiguousarray(axis, np.uint32) for axis in np.nonzero(has))
    by_key, starts = sorted_by(words, documents, keys)
    keys_of, starts_of = sorted_by(documents, words, photos)
    found = np.empty((1000, 3), np.int64)
    counts, touched = np.zeros(photos, np.uint16), np.empty(photos, np.int64)
    asked = np.arange(photos, dtype=np.uint32)
    total = candidates.count_shared(asked, starts_of, keys_of, starts, by_key, 5, 2, counts, touched, found)
    short = has[:, has.sum(axis=0) <= 5].astype(int)
    shared = short @ short.T
    wanted = {
        (a, b, int(shared[a, b]))
        for a in range(photos)
        for b in range(photos)
        if a != b and shared[a, b] >= 2
    }
    assert {tuple(row) for row in found[:total].tolist()} == wanted
    assert not counts.any()


def test_each_photo_keeps_its_best_candidates():
    pairs = np.array([[1, 2, 5], [1, 3, 9], [1, 4, 7], [2, 1, 5]], np.int64)
    assert best_of_each(pairs, 2).tolist() == [[1, 3, 9], [1, 4, 7], [2, 1, 5]]
    assert len(best_of_each(pairs[:0], 2)) == 0


def snapshot_of(folder, codebook, *segments):
    """Photos as documents 1, 2, ... of segments."""
    layout, document = Layout(folder), 0
    for name, photos in enumerate(segments):
        builder = SegmentBuilder(words=len(codebook), codebook=codebook.fingerprint)
        for photo in photos:
            document += 1
            builder.add(DocumentId(document), photo.words, photo.signatures)
        layout.all_postings.mkdir(parents=True, exist_ok=True)
        builder.write(layout.postings(str(name)))
    rows = [
        SegmentRow(name=str(name), kind="postings", codebook="c", options="", documents=len(photos))
        for name, photos in enumerate(segments)
    ]
    return MappedIndex(
        revision=1, photos=document, live=np.zeros(0, np.int64), segments=rows, tombstones=(),
        opened=OpenSegments(layout), codebooks=lambda _name: codebook,
    )  # fmt: skip


@pytest.fixture(name="photos", scope="module")
def _photos():
    rng = np.random.default_rng(5)
    return [draw_words(rng, 50, 40) for _ in range(24)]


def plainly(photos, asked, options, every, least):
    """Words in common whose signatures begin alike, each as often as the two photos have it together."""
    has = [
        Counter(
            (word, signature >> (64 - options.signature_bits))
            for word, signature in zip(photo.words.tolist(), photo.signatures.tolist(), strict=True)
            if word % every == 0
        )
        for photo in photos
    ]
    all_of_them = sum(has, Counter())
    found = []
    for request in asked:
        shared = [
            sum(
                count * other[key]
                for key, count in has[request].items()
                if all_of_them[key] <= options.longest_list
            )
            for other in has
        ]
        best = sorted((-count, at) for at, count in enumerate(shared) if at != request and count >= least)
        found += [[request, at, -count] for count, at in best[: options.most]]
    return found


@pytest.mark.parametrize(
    ("postings", "every", "least"), [(1200, 1, 4), (1199, 2, 4), (400, 3, 3), (399, 4, 3), (0, 1200, 3)]
)
def test_photos_share_words_as_a_plain_loop_finds_them(
    tmp_path, tiny_codebook, photos, postings, every, least
):
    """Every word of a small library is looked at, and one in several of a large one, where fewer are enough."""
    snapshot = snapshot_of(tmp_path, tiny_codebook, photos[:10], photos[10:])
    options = CandidateOptions(postings=max(postings, 1), longest_list=20, most=5, room=1)
    every_photo = np.arange(len(photos))
    found = sharing_words(snapshot, every_photo + 1, every_photo, options)
    assert found.tolist() == plainly(photos, range(len(photos)), options, every, least)
    assert len(found) or not postings
    some = sharing_words(snapshot, every_photo + 1, np.array([3, 20]), options)
    assert some.tolist() == plainly(photos, [3, 20], options, every, least)


def test_documents_that_are_not_asked_about_share_nothing(tmp_path, tiny_codebook, photos):
    snapshot = snapshot_of(tmp_path, tiny_codebook, photos)
    known = [at for at in range(len(photos)) if at not in (0, 7, 23)]
    options = replace(CandidateOptions(), longest_list=20)
    found = sharing_words(snapshot, np.array(known) + 1, np.arange(len(known)), options)
    assert found.tolist() == plainly([photos[at] for at in known], range(len(known)), options, 1, 4)
    assert len(sharing_words(snapshot, np.zeros(0, np.int64), np.arange(0), options)) == 0


def test_there_is_room_for_every_posting_and_no_more(tmp_path, tiny_codebook, photos):
    """A large library has as many as memory can hold."""
    ((_, index),) = snapshot_of(tmp_path, tiny_codebook, photos[:10], photos[10:]).indexes
    keys, rows, _ = read_postings(index, np.arange(1, 25), 1, 8)
    assert len(keys) == len(rows) == 24 * 50
    assert [len(one.base) for one in (keys, rows) if one.base is not None] == [24 * 50] * 2


def test_where_nothing_is_indexed_nothing_is_shared(tmp_path, tiny_codebook):
    nothing = []
    for snapshot in (
        snapshot_of(tmp_path / "none", tiny_codebook),
        snapshot_of(tmp_path / "empty", tiny_codebook, nothing),
    ):
        assert sharing_words(snapshot, np.arange(1, 4), np.arange(3)).shape == (0, 3)


def test_a_search_for_shared_words_can_be_cancelled(tmp_path, tiny_codebook, photos):
    with pytest.raises(Cancelled):
        sharing_words(
            snapshot_of(tmp_path, tiny_codebook, photos),
            np.arange(1, 25),
            np.arange(24),
            cancelled=lambda: True,
        )
