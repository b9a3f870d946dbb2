"""FAISS' inverted file as the trained index of embeddings and of descriptors."""

import numpy as np
import pytest

from cbir.vectors.inverted_file import NONE, InvertedFile

D, LISTS = 16, 12
ALL = np.arange(LISTS)


@pytest.fixture(scope="module")
def levels():
    return np.sort(np.random.default_rng(0).normal(0, 20, (16, D)).astype(np.float32), axis=0)


def drawn_codes(n, seed=1):
    return np.random.default_rng(seed).integers(0, 256, (n, D // 2)).astype(np.uint8)


def decompressed(codes, levels):
    columns = np.arange(0, D, 2)
    wide = np.empty((len(codes), D), np.float32)
    wide[:, 0::2], wide[:, 1::2] = levels[codes & 15, columns], levels[codes >> 4, columns + 1]
    return wide


def filled(levels, codes, lists, first=0):
    index = InvertedFile.of_levels(LISTS, levels)
    index.add_codes(np.arange(first, first + len(codes)), lists, codes)
    return index


def plain(queries, vectors, count):
    distances = ((queries[:, None].astype(np.float64) - vectors[None]) ** 2).sum(axis=2)
    rows = np.argsort(distances, axis=1, kind="stable")[:, :count]
    return np.take_along_axis(distances, rows, 1), rows


def test_stored_codes_are_searched_as_what_they_stand_for(levels):
    codes, queries = drawn_codes(400), np.random.default_rng(2).normal(0, 20, (30, D)).astype(np.float32)
    lists = np.random.default_rng(3).integers(0, LISTS, 400)
    index = filled(levels, codes, lists)
    assert (len(index), index.lists, index.dimension) == (400, LISTS, D)
    distances, rows = index.search_in(queries, np.tile(ALL, (30, 1)), 5)
    wanted_distances, wanted = plain(queries, decompressed(codes, levels), 5)
    assert np.array_equal(rows, wanted)
    assert np.allclose(distances, wanted_distances, rtol=1e-4)


def test_only_the_lists_that_are_named_are_searched(levels):
    codes, lists = drawn_codes(300), np.arange(300) % LISTS
    index = filled(levels, codes, lists)
    queries = decompressed(codes[:20], levels)
    _, rows = index.search_in(queries, np.tile([3, 7], (20, 1)), 60)
    assert set(lists[rows[rows != NONE]]) == {3, 7}
    assert (rows != NONE).sum(axis=1).tolist() == [50] * 20


def test_rows_that_may_not_be_returned_are_not(levels):
    codes = drawn_codes(200)
    index, keep = filled(levels, codes, np.arange(200) % LISTS), np.arange(200) % 3 == 0
    _, rows = index.search_in(decompressed(codes[:9], levels), np.tile(ALL, (9, 1)), 10, keep=keep)
    assert keep[rows].all()


def test_merged_indexes_answer_as_one_and_removed_rows_are_gone(levels):
    codes, lists = drawn_codes(200), np.arange(200) % LISTS
    whole, half = filled(levels, codes, lists), filled(levels, codes[:80], lists[:80])
    half.merge(filled(levels, codes[80:], lists[80:]), shift=80)
    queries = decompressed(codes[60:100], levels)
    expected = whole.search_in(queries, np.tile(ALL, (40, 1)), 4)[1]
    assert np.array_equal(half.search_in(queries, np.tile(ALL, (40, 1)), 4)[1], expected)
    assert half.remove(np.arange(60, 100)) == 40
    _, rows = half.search_in(queries, np.tile(ALL, (40, 1)), 4)
    assert len(half) == 160
    assert not np.isin(rows, np.arange(60, 100)).any()


def test_an_index_on_the_disk_answers_as_the_one_in_memory(levels, tmp_path):
    codes, lists = drawn_codes(200), np.arange(200) % LISTS
    index = filled(levels, codes, lists)
    (tmp_path / "index.faiss").write_bytes(index.serialised().tobytes())
    queries = decompressed(codes[:30], levels)
    for mapped in (False, True):
        opened = InvertedFile.open(tmp_path / "index.faiss", mapped=mapped)
        assert len(opened) == 200
        for answer, expected in zip(
            opened.search_in(queries, np.tile(ALL, (30, 1)), 4),
            index.search_in(queries, np.tile(ALL, (30, 1)), 4),
            strict=True,
        ):
            assert np.array_equal(answer, expected)
    added = InvertedFile.open(tmp_path / "index.faiss")
    added.add_codes(np.arange(200, 201), np.array([2]), codes[:1])
    assert len(added) == 201


def test_searches_of_no_rows_and_no_queries(levels):
    index = filled(levels, drawn_codes(0), np.zeros(0, np.int64))
    assert (index.search_in(np.zeros((2, D), np.float32), np.tile(ALL, (2, 1)), 3)[1] == NONE).all()
    assert index.search_in(np.zeros((0, D), np.float32), np.zeros((0, 3), np.int64), 3)[1].shape == (0, 3)
