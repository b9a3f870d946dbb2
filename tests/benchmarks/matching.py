"""Matching and verifying 100 candidates: `python -m tests.benchmarks.matching --work DIR`.

Real queries with the candidates that the index really gives, the true one among them: the engine's two
stages beside cv2.BFMatcher with USAC and exact nearest neighbours by BLAS with USAC, all on the same features
and cores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from threadpoolctl import threadpool_limits

from cbir.evaluation.ground_truth import Query, load_queries
from cbir.library import Library
from cbir.local_features import QUERY_FEATURES, FeatureOptions, Features
from cbir.matching import GeometryOptions, verify_shortlist
from cbir.types import PhotoFeatures, QueryFeatures, SearchOptions, Term
from cbir.visual_words import Codebook
from tests.benchmarks.baselines import blas_inliers, brute_force_inliers
from tests.benchmarks.libraries import Libraries, open_codebook, work_folder
from tests.benchmarks.pairs import as_photo, as_query, describe_file
from tests.benchmarks.report import Table, cores, counted, parser, publish, thinned, times_ms, verdict

QUERIES = 12
CANDIDATES = 100
REPEATS = 3
SLOW_REPEATS = 1  # of the baselines, which take seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    path: Path
    features: Features
    stored: PhotoFeatures


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One query and its candidates, best first by the index."""

    query: Query
    features: Features
    prepared: QueryFeatures
    candidates: tuple[Candidate, ...]


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="keep the library in this folder")
    parsed.add_argument("--limit", type=int, default=QUERIES, help=f"queries, {QUERIES} unless told")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    with work_folder(arguments.work) as work:
        library = Libraries(work, data).main()
        codebook = open_codebook(library)
        queries = thinned(load_queries(data / "covers"), arguments.limit)
        cases = prepare(library, codebook, queries)
    publish("matching", "Matching 100 candidates", [compare(cases, codebook)], write=arguments.write)


def prepare(library: Path, codebook: Codebook, queries: Sequence[Query]) -> list[Case]:
    """Describe every query and each candidate that the index gives it, once."""
    described: dict[Path, Candidate] = {}
    cases = []
    with Library.open(library) as opened:
        for query in counted("queries described", queries, every=1):
            hits = opened.rank(Term(path=query.path), SearchOptions(top=CANDIDATES))[:CANDIDATES]
            for hit in hits:
                if hit.path not in described:
                    features = describe_file(hit.path, FeatureOptions())
                    described[hit.path] = Candidate(
                        path=hit.path.resolve(), features=features, stored=as_photo(features, codebook)
                    )
            features = describe_file(query.path, FeatureOptions(max_features=QUERY_FEATURES))
            cases.append(
                Case(
                    query=query,
                    features=features,
                    prepared=as_query(features, codebook),
                    candidates=tuple(described[hit.path] for hit in hits),
                )
            )
    return cases


def compare(cases: Sequence[Case], codebook: Codebook) -> Table:
    """Median time of a query by every way, and what each way accepts."""

    def ours(case: Case) -> set[int]:
        photos = [candidate.stored for candidate in case.candidates]
        with threadpool_limits(1):  # its threads are its own: BLAS' beside them would only stand in the way
            _, found = verify_shortlist(case.prepared, photos, codebook.levels, threads=cores())
        return {position for position, verification in found.items() if verification.verified}

    def one_by_one(inliers: Callable[[Features, Features], int]) -> Callable[[Case], set[int]]:
        least = GeometryOptions().min_inliers
        return lambda case: {
            position
            for position, candidate in enumerate(case.candidates)
            if inliers(case.features, candidate.features) >= least
        }

    cv2.setNumThreads(cores())
    ways = (
        ("ours", ours, REPEATS),
        ("exact nearest neighbours by BLAS, USAC", one_by_one(blas_inliers), SLOW_REPEATS),
        ("cv2.BFMatcher, USAC", one_by_one(brute_force_inliers), SLOW_REPEATS),
    )
    measured = []
    with threadpool_limits(cores()):
        for name, way, repeats in ways:
            way(cases[0])  # compiles and warms
            times, accepted = [], []
            for case in counted(name, cases, every=4):
                taken, answer = _timed(way, case, repeats)
                times.append(taken)
                accepted.append(answer)
            measured.append((name, float(np.median(times)), _true(cases, accepted), _false(cases, accepted)))
    reachable = _true(cases, [set(range(CANDIDATES))] * len(cases))
    asked = (None, 4.0, 15.0)
    first_ms, first_true = measured[0][1], measured[0][2]
    return Table(
        columns=("way", "median, ms", "times ours", "asked", "true pairs found", "others accepted", "holds"),
        rows=tuple(
            (
                name,
                f"{took:.0f}",
                f"{took / first_ms:.1f}",
                f"{least:.0f}" if least else "–",
                f"{true} of {reachable}",
                str(false),
                verdict(took / first_ms >= least and first_true >= true if least else None),
            )
            for (name, took, true, false), least in zip(measured, asked, strict=True)
        ),
        notes=(
            f"{len(cases)} phone photos of covers with up to {QUERY_FEATURES} features, each with the "
            f"{CANDIDATES} best photos of the index; {cores()} cores for every way. A pair is accepted at "
            f"{GeometryOptions().min_inliers} inliers. It holds when ours is so much faster and finds no "
            "fewer true pairs.",
        ),
    )


def _timed(way: Callable[[Case], set[int]], case: Case, repeats: int) -> tuple[float, set[int]]:
    """Median milliseconds, and the answer of the last time."""
    answers: list[set[int]] = []
    times = times_ms(lambda: answers.append(way(case)), repeats, warm_up=0)
    return float(np.median(times)), answers[-1]


def _true(cases: Sequence[Case], accepted: Sequence[set[int]]) -> int:
    """Accepted candidates that are relevant to their query."""
    return sum(
        case.candidates[position].path in {path.resolve() for path in case.query.relevant}
        for case, positions in zip(cases, accepted, strict=True)
        for position in positions
        if position < len(case.candidates)
    )


def _false(cases: Sequence[Case], accepted: Sequence[set[int]]) -> int:
    return sum(map(len, accepted)) - _true(cases, accepted)


if __name__ == "__main__":
    main()
