"""A search and some queries -> how well it answered, query by query.

Each protocol asks one question the same way every time; the figures are then sums over its outcomes. They
know the library only as a Searcher, so that a test passes ten lines of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from cbir.base.types import Proof, Term
from tests.evaluation.ground_truth import Query
from tests.evaluation.metrics import figure

REPORTED_HITS = 100  # how far down a result list a protocol looks


class Searcher(Protocol):
    """The functions that a protocol needs: the whole search, and the ranking before verification."""

    def search(self, terms, options=...): ...

    def rank(self, term, options): ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieval:
    """The outcome of one query that has an answer.

    first : R@1 of the whole search, 1.0 or 0.0. first_before : of the index alone, None where not asked.
    verified : the first relevant hit came back verified; same : as the same thing. inliers : of it, 0 of none.
    """

    query: Query
    first: float
    first_before: float | None
    verified: bool
    same: bool
    inliers: int
    took_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FalseHit:
    """A verified hit that shares nothing with the query, by file name. proof : what it was taken for"""

    query: str
    photo: str
    inliers: int
    proof: Proof


@dataclass(frozen=True, slots=True, kw_only=True)
class Unrelated:
    """The outcome of a query that should find only itself and photos that truly share something with it."""

    query: str
    false_hits: tuple[FalseHit, ...]
    true_hits: int
    of_them_same: int


def retrieve(
    searcher,
    queries,
    options,
    *,
    before=True,
    region_of=None,
):
    """Ask each query, with its region where region_of gives one, and see what comes first."""
    options = replace(options, top=max(options.top, REPORTED_HITS))
    for query in queries:
        term = Term(path=query.path, region=region_of(query.path) if region_of else None)
        result = searcher.search([term], options)
        relevant = {path.resolve() for path in query.relevant}
        answer = next((hit for hit in result.hits if hit.path.resolve() in relevant), None)
        ranked = searcher.rank(term, options) if before else ()
        yield Retrieval(
            query=query,
            first=figure("R@1", _paths(result.hits), relevant),
            first_before=figure("R@1", _paths(ranked), relevant) if before else None,
            verified=answer is not None and answer.verified,
            same=answer is not None and answer.proof == "same",
            inliers=_inliers(answer) if answer else 0,
            took_ms=result.took_ms.total,
        )


def find_objects(searcher, queries, options):
    """N-S score of each query; the library holds the query too, and it counts as one of the four."""
    options = replace(options, top=max(options.top, 4))
    for query in queries:
        hits = searcher.search([Term(path=query.path)], options).hits
        relevant = {path.resolve() for path in query.relevant}
        yield figure("NS", _paths(hits), relevant, query.path.resolve())


def find_nothing(searcher, paths, pairs, options):
    """Ask pictures that nothing in the library shows, themselves left out, and collect the verified hits.

    Pairs that were judged to share something count as true, everything else as false.
    """
    options = replace(options, top=max(options.top, REPORTED_HITS))
    for path in paths:
        hits = searcher.search([Term(path=path)], options).hits
        others = [hit for hit in hits if hit.verified and hit.path.resolve() != path.resolve()]
        wrong = [hit for hit in others if not pairs.share(path.name, hit.path.name)]
        yield Unrelated(
            query=path.name,
            false_hits=tuple(
                FalseHit(
                    query=path.name, photo=hit.path.name, inliers=_inliers(hit), proof=hit.proof or "part"
                )
                for hit in wrong
            ),
            true_hits=len(others) - len(wrong),
            of_them_same=sum(hit.proof == "same" for hit in others if hit not in wrong),
        )


def is_verified(result, path):
    """Does this photo come back verified?"""
    return any(hit.verified and hit.path.resolve() == path.resolve() for hit in result.hits)


def verified_among(result, paths):
    """The number of these photos among the verified hits."""
    wanted = {path.resolve() for path in paths}
    return sum(hit.verified and hit.path.resolve() in wanted for hit in result.hits)


def _paths(hits):
    return [hit.path.resolve() for hit in hits]


def _inliers(hit):
    return max((evidence.inliers for evidence in hit.evidence), default=0)
