"""Candidates against plain loops: near hashes and shared words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cbir.duplicates import kernels
from cbir.duplicates.candidates import CandidateOptions, _best_of_each, _sorted_by, near_hashes
from cbir.duplicates.hashes import seen_as

ALL = CandidateOptions(hash_radius=15)


def drawn(count: int, seed: int = 0) -> NDArray[np.uint64]:
    return np.random.default_rng(seed).integers(0, 1 << 63, (count, 2), dtype=np.uint64)


def flipped(hashes: NDArray[np.uint64], bits: int, seed: int) -> NDArray[np.uint64]:
    rng = np.random.default_rng(seed)
    made = hashes.copy()
    for row in made:
        for bit in rng.choice(128, bits, replace=False).tolist():
            row[bit // 64] ^= np.uint64(1) << np.uint64(bit % 64)
    return made


def test_all_hashes_within_fifteen_bits_are_found_and_no_other() -> None:
    # 15 flipped bits leave one of eight parts with one flip at most: what is nearer than 16 cannot be missed.
    hashes = np.concatenate([drawn(60), flipped(drawn(60), 15, 1), flipped(drawn(60), 16, 2)])
    found = near_hashes(hashes, np.arange(len(hashes)), ALL)
    pairs = {(min(a, b), max(a, b)) for a, b, _, _ in found.tolist()}
    distances = np.bitwise_count(hashes[:, None] ^ hashes[None]).sum(axis=2)
    wanted = {(a, b) for a, b in np.argwhere(distances <= 15).tolist() if a < b}
    assert wanted
    assert pairs == wanted


def test_a_mirrored_copy_is_found_with_its_view() -> None:
    hashes = drawn(20)
    both = np.concatenate([hashes, seen_as(hashes, 5)])
    found = near_hashes(both, np.arange(20), ALL)
    assert {(a, b, view) for a, b, _, view in found.tolist()} == {(at, at + 20, 5) for at in range(20)}


def test_only_what_is_asked_for_is_compared() -> None:
    hashes = np.concatenate([drawn(10), flipped(drawn(10), 3, 1)])
    found = near_hashes(hashes, np.array([4]), ALL)
    assert found[:, :2].tolist() == [[4, 14]]


def test_no_hash_and_one_hash_have_no_neighbours() -> None:
    assert len(near_hashes(drawn(0), np.arange(0), ALL)) == 0
    assert len(near_hashes(drawn(1), np.arange(1), ALL)) == 0


def test_photos_that_share_keys_are_counted_as_a_plain_loop_counts_them() -> None:
    rng = np.random.default_rng(3)
    photos, keys = 12, 40
    has = rng.random((photos, keys)) < 0.3
    documents, words = (np.ascontiguousarray(axis, np.uint32) for axis in np.nonzero(has))
    by_key, starts = _sorted_by(words, documents, keys)
    keys_of, starts_of = _sorted_by(documents, words, photos)
    found = np.empty((1000, 3), np.int64)
    counts, touched = np.zeros(photos, np.uint16), np.empty(photos, np.int64)
    asked = np.arange(photos, dtype=np.uint32)
    total = kernels.count_shared(asked, starts_of, keys_of, starts, by_key, 5, 2, counts, touched, found)
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


def test_each_photo_keeps_its_best_candidates() -> None:
    pairs = np.array([[1, 2, 5], [1, 3, 9], [1, 4, 7], [2, 1, 5]], np.int64)
    assert _best_of_each(pairs, 2).tolist() == [[1, 3, 9], [1, 4, 7], [2, 1, 5]]
    assert len(_best_of_each(pairs[:0], 2)) == 0
