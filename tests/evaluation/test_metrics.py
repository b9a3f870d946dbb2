"""Figures against values computed by hand, protocols against a library of ten lines."""

from pathlib import Path

import numpy as np
import pytest

from cbir.base.types import Evidence, Hit, PhotoId, SearchOptions, SearchResult, Term, Timings
from tests.evaluation.ground_truth import Query, TruePairs
from tests.evaluation.metrics import figure, mean
from tests.evaluation.protocols import find_nothing, find_objects, is_verified, retrieve, verified_among


def test_figures_are_those_of_the_program():
    right, wrong, own = Path("right"), Path("wrong"), Path("own")
    assert figure("R@1", [right, wrong], {right}) == 1.0
    assert figure("R@1", [wrong, right], {right}) == 0.0
    assert figure("R@1", [], {right}) == 0.0
    assert figure("R@2", [wrong, right], {right, Path("missing")}) == 0.5
    assert figure("NS", [own, wrong, right], {right}, own) == 2
    with pytest.raises(ValueError, match="relevant"):
        figure("R@1", [right], set())


def test_the_mean_of_nothing_is_not_a_number():
    assert mean([1, 0, 0.5]) == 0.5
    assert np.isnan(mean([]))


class FixedLibrary:
    """Answers every query with one list of names; (name, inliers) with 8 or more is verified."""

    def __init__(self, folder, after, before):
        self.folder, self.after, self.before = folder, after, before
        self.regions = []

    def search(self, terms, options=None):
        self.regions.append(terms[0].region)
        top = options.top if options else 10
        hits = tuple(self._hit(name, inliers) for name, inliers in self.after)[:top]
        return SearchResult(hits=hits, took_ms=Timings(total=7.0), searched=len(self.after))

    def rank(self, term, options):
        return tuple(self._hit(name, 0) for name in self.before)

    def _hit(self, name, inliers):
        evidence = Evidence(
            term=0,
            inliers=inliers,
            coverage=1.0,
            outline=None,
            query_xy=np.empty((0, 2), np.float32),
            photo_xy=np.empty((0, 2), np.float32),
        )
        return Hit(
            rank=1,
            photo=PhotoId(1),
            path=self.folder / name,
            score=1.0,
            kind="same thing" if inliers >= 8 else "less likely",
            size=(1, 1),
            fingerprint="",
            evidence=(evidence,),
        )


def test_a_retrieval_tells_before_from_after_verification(tmp_path):
    library = FixedLibrary(tmp_path, after=[("right", 30), ("wrong", 0)], before=["wrong", "right"])
    query = Query(path=tmp_path / "query", relevant=frozenset({tmp_path / "right"}))
    (outcome,) = retrieve(library, [query], SearchOptions())
    assert (outcome.first, outcome.first_before) == (1.0, 0.0)
    assert (outcome.verified, outcome.inliers, outcome.took_ms) == (True, 30, 7.0)


def test_a_right_answer_that_is_not_verified_does_not_count_as_verified(tmp_path):
    library = FixedLibrary(tmp_path, after=[("wrong", 9), ("right", 7)], before=[])
    query = Query(path=tmp_path / "query", relevant=frozenset({tmp_path / "right"}))
    (outcome,) = retrieve(library, [query], SearchOptions(), before=False)
    assert (outcome.first, outcome.first_before, outcome.verified) == (0.0, None, False)


def test_a_query_is_asked_with_its_region(tmp_path):
    library = FixedLibrary(tmp_path, after=[], before=[])
    query = Query(path=tmp_path / "query", relevant=frozenset({tmp_path / "right"}))
    list(retrieve(library, [query], SearchOptions(), before=False, region_of=lambda path: (1, 2, 3, 4)))
    assert library.regions == [(1, 2, 3, 4)]


def test_the_object_protocol_counts_the_query_photo(tmp_path):
    library = FixedLibrary(tmp_path, after=[("q", 99), ("b", 20), ("x", 10), ("c", 3), ("d", 1)], before=[])
    query = Query(path=tmp_path / "q", relevant=frozenset(tmp_path / name for name in "bcd"))
    assert list(find_objects(library, [query], SearchOptions(top=1))) == [3]


def test_only_verified_strangers_outside_the_true_pairs_are_false(tmp_path):
    library = FixedLibrary(tmp_path, after=[("q", 99), ("twin", 12), ("stranger", 8), ("weak", 7)], before=[])
    pairs = TruePairs(frozenset({frozenset(("twin", "q"))}))
    (outcome,) = find_nothing(library, [tmp_path / "q"], pairs, SearchOptions())
    assert [(hit.photo, hit.inliers) for hit in outcome.false_hits] == [("stranger", 8)]
    assert outcome.true_hits == 1


def test_verified_copies_are_counted_by_path(tmp_path):
    result = FixedLibrary(tmp_path, after=[("a", 9), ("b", 2), ("c", 9)], before=[]).search([Term(text="x")])
    assert is_verified(result, tmp_path / "a")
    assert not is_verified(result, tmp_path / "b")
    assert verified_among(result, [tmp_path / name for name in ("a", "b", "missing")]) == 1
