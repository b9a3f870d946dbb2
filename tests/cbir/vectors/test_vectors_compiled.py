"""Fields of FAISS indexes that no document promises, but on which compiled.py and every search rely.

Adding the codes by FAISS' own functions would copy them: half a gigabyte for a million vectors, which lie mapped on
the disk. So the index is made to look at them, and these tests say whether the installed FAISS still does.
"""

import numpy as np
import pytest

from cbir.vectors import compiled

DIMENSION = 48


@pytest.fixture
def codes():
    return np.random.default_rng(4).integers(0, 256, (300, DIMENSION), np.uint8)


@pytest.fixture
def query():
    return np.random.default_rng(5).normal(size=(1, DIMENSION)).astype(np.float32)


def test_a_code_counts_as_the_number_that_it_is(codes, query):
    scores, rows = compiled.index_of_codes(codes).search(query, len(codes))
    products = codes.astype(np.float64) @ query[0].astype(np.float64)
    assert rows[0].tolist() == np.argsort(-products, kind="stable").tolist()
    assert np.allclose(scores[0], np.sort(products)[::-1], rtol=0, atol=1e-3)


def test_the_index_looks_at_the_codes_and_keeps_no_copy(codes, query):
    index = compiled.index_of_codes(codes)
    codes[123] = np.where(query[0] > 0, 255, 0)  # the best that there can be
    _, rows = index.search(query, 1)
    assert rows.tolist() == [[123]]


def test_codes_of_a_read_only_file_are_searched(codes, query, tmp_path_factory):
    path = tmp_path_factory.mktemp("codes") / "codes.u8"
    path.write_bytes(codes.tobytes())
    mapped = np.memmap(path, np.uint8, "r", shape=codes.shape)
    from_file = compiled.index_of_codes(mapped).search(query, 5)[1]
    assert from_file.tolist() == compiled.index_of_codes(codes).search(query, 5)[1].tolist()


def test_a_row_that_a_call_leaves_out_is_not_found(codes, query):
    index = compiled.index_of_codes(codes)
    best = int(index.search(query, 1)[1][0, 0])
    keep = np.ones(len(codes), bool)
    keep[best] = False
    _, rows = index.search(query, len(codes) - 1, params=compiled.parameters(keep=keep))
    assert sorted(rows[0]) == np.flatnonzero(keep).tolist()
