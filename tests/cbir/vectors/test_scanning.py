"""Scans of a part of a segment, of damaged codes and of another device, and where documents stand among others."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar, cast

import numpy as np
import pytest

from cbir.base.errors import ArtifactMismatch
from cbir.vectors import VectorIndex, VectorIndexOptions, VectorSegment, scanning
from cbir.vectors.reranking import row_places
from cbir.vectors.scanning import Candidates, CodeScan, best_rows, mask_of, mask_without, open_scans
from tests.cbir.vector_data import some_documents, unit_vectors, write_parts
from tests.cbir.vectors.test_vectors import flip_a_bit

COUNT, DIMENSION = 2600, 16


@pytest.fixture(scope="module", name="segment")
def _segment(tmp_path_factory):
    vectors = unit_vectors(COUNT, DIMENSION)
    return write_parts(tmp_path_factory.mktemp("scan"), some_documents(COUNT), vectors, [0, COUNT])[0]


@pytest.mark.parametrize("filtered", [False, True])
@pytest.mark.parametrize("loaded", [False, True])
def test_a_scan_of_a_part_names_rows_of_the_whole_segment(segment, monkeypatch, loaded, filtered):
    import faiss  # noqa: F401

    monkeypatch.setattr("cbir.vectors.compiled.is_loaded", lambda: loaded)
    scan = CodeScan(segment, 1000, 2500)
    keep = np.arange(COUNT) % 2 == 0 if filtered else None
    for row in (1000, 1500, 2498):
        query = segment.vectors[row].astype(np.float32)
        found = scan.candidates(query, 5, keep)
        assert found.rows[np.argmax(found.scores)] == row
        assert found.rows.min() >= 1000 and found.rows.max() < 2500
        assert keep is None or keep[found.rows].all()
        assert found.floor == found.scores.min()
    everything = scan.candidates(query, 9999, keep)
    assert len(everything.rows) == (750 if filtered else 1500)
    assert everything.floor == -np.inf


def test_codes_of_a_few_rows_are_compared_with_their_checksums(tmp_path):
    vectors, documents = unit_vectors(40, DIMENSION), some_documents(40)
    (segment,) = write_parts(tmp_path, documents, vectors, [0, 40])
    flip_a_bit(segment.folder / "codes.u8")
    damaged = VectorIndex.open(
        [VectorSegment.open(segment.folder)], options=VectorIndexOptions(kind="exact"), device="cpu"
    )
    with pytest.raises(ArtifactMismatch, match=r"codes\.u8"):
        damaged.scores(vectors[:1], documents, by_codes=True)
    assert np.isfinite(damaged.scores(vectors[:1], documents)).all(), "the vectors themselves are sound"


def test_a_scan_is_used_again_on_the_device_where_it_was_opened(segment):
    here, card = CodeScan(segment), cast(Any, SimpleNamespace(on="a card", segment=segment))
    assert open_scans([segment], [card, here], "", CodeScan)[0] is here
    (made,) = open_scans([segment], [card], "", CodeScan)
    assert isinstance(made, CodeScan)


@pytest.mark.parametrize(
    ("documents", "places"),
    [
        ([3, 5], slice(1, 3)),
        ([1, 3, 5, 9], slice(0, 4)),
        ([], slice(0, 0)),
        ([1, 4, 5], [0, -1, 2]),
        ([1, 3, 5, 7, 9], [0, 1, 2, -1, 3]),
        ([9, 10], [3, -1]),
        ([10, 11], [-1, -1]),
        ([0, 1], [-1, 0]),
    ],
)
def test_documents_are_looked_up_among_those_that_a_structure_knows(documents, places):
    found = row_places(np.array(documents, np.int64), np.array([1, 3, 5, 9]))
    assert (found if isinstance(found, slice) else found.tolist()) == places


def test_nothing_is_known_to_an_empty_structure():
    found = row_places(np.array([1, 2]), np.zeros(0, np.int64))
    assert isinstance(found, np.ndarray) and found.tolist() == [-1, -1]


class Numbers:
    """A scan whose codes say what they are told to, each wrong by no more than a tenth."""

    on: ClassVar[str] = ""
    note: ClassVar[str] = ""

    def __init__(self, codes):
        self.segment = self
        self._codes = np.array(codes, np.float32)
        self.asked = []

    def candidates(self, _query, count, _keep):
        self.asked.append(count)
        rows = np.argsort(-self._codes, kind="stable")[:count]
        left = len(rows) < len(self._codes)
        floor = float(self._codes[rows].min()) if left else -np.inf
        return Candidates(rows=rows, scores=self._codes[rows], floor=floor, error=0.125)


def found_in(monkeypatch, codes, stored, top, **how):
    """The scores of all candidates, best first."""
    exact = np.array(stored, np.float32)
    monkeypatch.setattr(scanning, "exact_scores", lambda _segment, _query, rows: exact[rows])
    monkeypatch.setattr(scanning, "SLACK", 0)
    numbers = Numbers(codes)
    ((_, scores),) = best_rows([numbers], np.ones(1, np.float32), top, [None], **how)
    return sorted(scores.tolist(), reverse=True), numbers


def test_a_row_that_its_code_puts_behind_may_be_the_best(monkeypatch):
    scores, _ = found_in(monkeypatch, [0.5, 0.3125], [0.40625, 0.4375], 1)
    assert scores == [0.4375, 0.40625]


def test_a_scan_brings_more_until_nothing_that_it_left_out_can_tie_with_the_last(
    monkeypatch,
):
    scores, numbers = found_in(monkeypatch, [0.5, 0.375, 0.375], [0.5, 0.375, 0.5], 1)
    assert numbers.asked == [2, 8]
    assert scores[:2] == [0.5, 0.5]
    _, numbers = found_in(monkeypatch, [0.5, 0.25, 0.25], [0.5, 0.25, 0.25], 1)
    assert numbers.asked == [2]


def test_only_the_first_hits_have_exact_scores_where_no_more_are_asked_for(
    monkeypatch,
):
    codes, exact = [0.9375, 0.5, 0.25], [0.875, 0.5625, 0.3125]
    assert found_in(monkeypatch, codes, exact, 3, exact=1)[0] == [0.875, 0.5, 0.25]
    assert found_in(monkeypatch, codes, exact, 3, exact=9)[0] == exact
    assert found_in(monkeypatch, codes, exact, 3)[0] == exact


@pytest.mark.parametrize("count", [0, 1, 2, 700])
@pytest.mark.parametrize("gap", [1, 3, 40])
def test_a_mask_has_the_allowed_documents_however_many_they_are(count, gap):
    rng = np.random.default_rng(count + gap)
    documents = 5 + np.cumsum(rng.integers(1, gap + 1, count)).astype(np.int64)
    for number in (0, 1, 5, 100, 2000):
        allowed = rng.integers(-10, gap * 700 + 20, number)  # in no order, and some that are no document
        assert np.array_equal(mask_of(documents, allowed), np.isin(documents, allowed))
    assert mask_without(documents, np.zeros(0, np.int64)) is None
    assert mask_of(documents, documents).all()
