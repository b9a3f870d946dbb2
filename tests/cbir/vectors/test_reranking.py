"""Requests to a trained structure or a database in its place, and the use made of the answers."""

import math
from typing import Any, cast

import numpy as np
import pytest

from cbir.vectors import VectorIndex, VectorIndexOptions, index, reranking
from cbir.vectors.reranking import Reranker
from cbir.vectors.trained import recipe
from tests.cbir.vector_data import plain_search, some_documents, unit_vectors, write_parts

COUNT, DIMENSION = 60, 8
KNOWN = 40  # of the first documents, by the structure; the others came later
OPTIONS = VectorIndexOptions(kind="exact")


class Structure:
    """Names all that it is let to, and notes what it was asked."""

    probes = 4

    def __init__(self, documents, most=COUNT):
        self.documents = documents
        self._most = most
        self.asked = []

    def __len__(self):
        return len(self.documents)

    def candidates(self, _query, count, *, nprobe, keep):
        self.asked.append({"count": count, "nprobe": nprobe, "keep": None if keep is None else keep.copy()})
        named = self.documents if keep is None else self.documents[keep]
        return named[: self._most][::-1]


@pytest.fixture(scope="module", name="vectors")
def _vectors():
    return unit_vectors(COUNT, DIMENSION)


@pytest.fixture(scope="module", name="documents")
def _documents():
    return some_documents(COUNT)


@pytest.fixture(scope="module", name="segments")
def _segments(tmp_path_factory, documents, vectors):
    """The second has photos of before the training and of after it."""
    return write_parts(tmp_path_factory.mktemp("parts"), documents, vectors, [0, 30, COUNT])


def reranker(structure, segments, live):
    return Reranker(cast(Any, structure), segments, live)


def masks(keep):
    return [keep[:30], keep[30:]]


def best(made, query, top, keeps, **how):
    asked = {"filtered": False, "nprobe": None, "rerank": 5, **how}
    found = made.best(query, top, keeps, **asked)
    if found is None:
        return None
    ranked = index.rank_pieces(found, top).documents.tolist()
    return ranked


def wanted(
    documents,
    vectors,
    query,
    top,
    keep,
):
    return plain_search(documents, vectors, query, top, keep=keep)[0]


def test_photos_that_came_after_the_training_are_found_to_the_last_one(documents, vectors, segments):
    made = reranker(Structure(documents[:KNOWN]), segments, [None, None])
    assert made.beside == COUNT - KNOWN
    for row in (0, KNOWN - 1, KNOWN, COUNT - 1):
        assert best(made, vectors[row], 1, [None, None]) == [documents[row]]


def test_photos_that_are_gone_are_neither_named_nor_found_nor_counted(documents, vectors, segments):
    live = np.ones(COUNT, bool)
    live[[3, 35, 50]] = False
    structure = Structure(documents[:KNOWN])
    made = reranker(structure, segments, masks(live))
    assert made.beside == COUNT - KNOWN - 1
    for row in (3, 35, 50):
        found = best(made, vectors[row], 5, masks(live))
        assert found == wanted(documents, vectors, vectors[row], 5, live)
    assert np.array_equal(structure.asked[0]["keep"], live[:KNOWN])


def test_a_structure_that_knows_no_dead_photo_is_asked_without_a_mask(documents, vectors, segments):
    """It would look at every code for it."""
    structure = Structure(documents[:KNOWN])
    best(reranker(structure, segments, [None, None]), vectors[0], 1, [None, None])
    assert structure.asked[0]["keep"] is None


def test_only_what_is_allowed_is_found_on_both_sides(
    documents,
    vectors,
    segments,
    monkeypatch,
):
    monkeypatch.setattr(reranking, "MAX_ROWS_FOR_EXACT", 0)
    keep = np.zeros(COUNT, bool)
    keep[[1, 2, 5, 33, 36, 45, 46, 59]] = True
    structure = Structure(documents[:KNOWN])
    made = reranker(structure, segments, [None, None])
    for row in (0, 33, 45, 58):
        found = best(made, vectors[row], 3, masks(keep), filtered=True)
        assert found == wanted(documents, vectors, vectors[row], 3, keep)
    assert np.array_equal(structure.asked[0]["keep"], keep[:KNOWN])
    assert structure.asked[0]["nprobe"] == math.ceil(4 * math.sqrt(KNOWN / 5)), "the fewer, the more lists"
    best(made, vectors[0], 3, masks(keep), filtered=True, nprobe=1)
    assert structure.asked[-1]["nprobe"] == 1, "a number that was asked for is the number"


@pytest.mark.parametrize("most", [4, 5])
def test_few_that_are_allowed_are_searched_exactly(
    documents,
    vectors,
    segments,
    monkeypatch,
    most,
):
    monkeypatch.setattr(reranking, "MAX_ROWS_FOR_EXACT", most)
    keep = np.zeros(COUNT, bool)
    keep[[1, 2, 5, 33, 36, 45]] = True  # five of them known
    structure = Structure(documents[:KNOWN])
    made = reranker(structure, segments, [None, None])
    exact = best(made, vectors[0], 3, masks(keep), filtered=True) is None
    assert exact is (most == 5) is not bool(structure.asked)
    assert best(made, vectors[0], 3, [None, None]) is not None, "without a filter there are more"


@pytest.mark.parametrize(("named", "top", "enough"), [(3, 3, True), (3, 4, False), (KNOWN, KNOWN + 5, True)])
def test_an_answer_of_too_few_candidates_is_none(
    documents,
    vectors,
    segments,
    named,
    top,
    enough,
):
    made = reranker(Structure(documents[:KNOWN], most=named), segments, [None, None])
    assert (best(made, vectors[0], top, [None, None]) is not None) is enough


def test_so_many_candidates_are_asked_for_as_hits_need(documents, vectors, segments):
    structure = Structure(documents[:KNOWN])
    made = reranker(structure, segments, [None, None])
    for top, rerank in ((10, 5), (10, 500), (300, 5)):
        best(made, vectors[0], top, [None, None], rerank=rerank)
    assert [asked["count"] for asked in structure.asked] == [40, 500, 4 * 250 + 2 * 50]


# --- a database elsewhere ---


class Elsewhere:
    """A vector database, which names what it is told to."""

    def __init__(self, named):
        self._named = named
        self.allowed = []
        self.expressions = []

    def describe(self):
        return "elsewhere"

    def nearest(
        self,
        query,
        top,
        allowed,
        expression,
    ):
        self.allowed.append(allowed)
        self.expressions.append(expression)
        return self._named


def test_what_a_database_names_is_ranked_here_without_what_does_not_count(documents, vectors, segments):
    named = documents[[7, 3, 50, 12]]
    remote = Elsewhere(np.append(named, documents[-1] + 1))
    gone = documents[[50]]
    opened = VectorIndex.open(segments, deleted=gone, options=OPTIONS, remote=remote)
    keep = np.isin(documents, named) & ~np.isin(documents, gone)
    found = opened.search(vectors[3], 9, allowed=named, expression="number in named")
    assert found.documents.tolist() == wanted(documents, vectors, vectors[3], 9, keep)
    assert np.isfinite(found.scores).all()
    assert remote.allowed[0] is named
    assert remote.expressions == ["number in named"]
    assert opened.search(vectors[3], 2).documents.tolist() == found.documents[:2].tolist()
    assert len(opened.documents()) == len(opened) == COUNT - 1
    assert gone[0] not in opened.documents()


def test_an_index_with_a_database_needs_neither_graphics_card_nor_structure_nor_time_to_prepare(
    segments, tmp_path, monkeypatch
):
    def fail(*_, **__):
        raise AssertionError("it is not asked for")

    monkeypatch.setattr(index, "find_structure", fail)
    monkeypatch.setattr("cbir.vectors.cuda.open_scans_on_card", fail)
    remote = Elsewhere(None)
    options = VectorIndexOptions(kind="trained", exact_up_to=0)
    opened = VectorIndex.open(segments, options=options, cache=tmp_path, device="auto", remote=remote)
    assert not opened.wants_structure and not opened.trained
    opened.prepare()
    assert remote.allowed == []
    assert opened.describe().startswith("elsewhere, ")


def test_whoever_looks_deep_is_answered_exactly(segments, vectors, monkeypatch):
    looked = []
    opened = VectorIndex.open(segments, options=OPTIONS, device="cpu")
    monkeypatch.setattr(VectorIndex, "ready_reranker", lambda _self, asked: looked.append(asked))
    deepest = COUNT // index.DEEP
    opened.search(vectors[0], deepest)
    assert looked == [False]
    opened.search(vectors[0], deepest + 1)
    assert looked == [False]
    opened.search(vectors[0], deepest + 1, nprobe=4)
    assert looked == [False, True], "unless lists are named"


@pytest.mark.parametrize(("beside", "wants"), [(10, False), (11, True)])
@pytest.mark.parametrize("least", [0, 40])
def test_a_structure_is_built_anew_when_a_quarter_came_after_it(
    documents,
    segments,
    monkeypatch,
    beside,
    wants,
    least,
):
    options = VectorIndexOptions(kind="trained", exact_up_to=least)
    opened = VectorIndex.open(segments, options=options, device="cpu")
    structure = Structure(documents[: 40 if least == 0 else 20])
    structure.recipe = recipe(options)
    opened.reranker = reranker(structure, segments, [None, None])
    monkeypatch.setattr(Reranker, "beside", beside)
    assert opened.wants_structure is wants
