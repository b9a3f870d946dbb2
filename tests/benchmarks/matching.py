"""Matching and verifying 100 candidates: `python -m tests.benchmarks.matching --work DIR`.

Real queries with the candidates that the index really gives, the true one among them: the engine's two stages
beside exact nearest neighbours by BLAS, cv2.BFMatcher and FLANN, each with Lowe's ratio, mutual nearest neighbours
and USAC. All have the same features, converted beforehand to what they take, and share the candidates among all
cores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from threadpoolctl import threadpool_limits

from cbir.base.types import PhotoFeatures, QueryFeatures, SearchOptions, Term
from cbir.library import Library
from cbir.local_features import QUERY_FEATURES, FeatureOptions, Features
from cbir.matching import GeometryOptions, Shortlist
from cbir.visual_words import Codebook
from tests.benchmarks.baselines import (
    PlainFeatures,
    TreeFeatures,
    blas_inliers,
    brute_force_inliers,
    flann_inliers,
)
from tests.benchmarks.libraries import Libraries, open_codebook, work_folder
from tests.benchmarks.pairs import as_photo, as_query, describe_file
from tests.benchmarks.report import Table, cores, counted, parser, publish, thinned, times_ms, verdict
from tests.evaluation.ground_truth import Query, load_queries

MEASURES = ("cbir/matching", "cbir/loops")

QUERIES = 12
CANDIDATES = 100
REPEATS = 3
SLOW_REPEATS = 1  # of the baselines, which take seconds

Prepared = TypeVar("Prepared")
Answer = Callable[[], set[int]]
"""Names the positions of the candidates that it accepts. Preparing one for a case is not timed."""


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
    publish(
        "matching",
        "Matching 100 candidates",
        [compare(cases, codebook)],
        write=arguments.write,
        measures=MEASURES,
    )


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

    def ours(case: Case) -> Answer:
        photos = [candidate.stored for candidate in case.candidates]

        def answer() -> set[int]:
            found = Shortlist(case.prepared, photos, codebook.levels, threads=cores()).verify()
            return {position for position, verification in found.items() if verification.verified}

        return answer

    ways: tuple[tuple[str, Callable[[Case], Answer], int], ...] = (
        ("ours", ours, REPEATS),
        ("exact nearest neighbours by BLAS", _side_by_side(PlainFeatures.of, blas_inliers), SLOW_REPEATS),
        ("cv2.BFMatcher", _side_by_side(PlainFeatures.of, brute_force_inliers), SLOW_REPEATS),
        ("cv2.FlannBasedMatcher", _side_by_side(TreeFeatures.of, flann_inliers), SLOW_REPEATS),
    )
    cv2.setNumThreads(1)  # every way has threads of its own: a library's beside them would stand in the way
    measured = []
    with threadpool_limits(1):
        for name, way, repeats in ways:
            way(cases[0])()  # compiles and warms
            times, accepted = [], []
            for case in counted(name, cases, every=4):
                taken, answer = _timed(way(case), repeats)
                times.append(taken)
                accepted.append(answer)
            measured.append((name, float(np.median(times)), _true(cases, accepted), _false(cases, accepted)))
    reachable = _true(cases, [set(range(CANDIDATES))] * len(cases))
    asked = (None, 4.0, 15.0, None)
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
            f"{CANDIDATES} best photos of the index; every way shares them among {cores()} cores. The others are "
            "given single precision, squared lengths and search trees beforehand, keep mutual nearest neighbours at "
            f"Lowe's ratio as ours does, and verify by USAC. A pair is accepted at {GeometryOptions().min_inliers} "
            "inliers. It holds when ours is so much faster and finds no fewer true pairs.",
        ),
    )


def _side_by_side(
    prepare: Callable[[Features], Prepared], inliers: Callable[[Prepared, Prepared], int]
) -> Callable[[Case], Answer]:
    """A way that compares the query with every candidate, several at once."""
    least = GeometryOptions().min_inliers

    def way(case: Case) -> Answer:
        query = prepare(case.features)
        photos = [prepare(candidate.features) for candidate in case.candidates]

        def answer() -> set[int]:
            with ThreadPoolExecutor(cores()) as pool:
                found = pool.map(lambda photo: inliers(query, photo), photos)
                return {position for position, count in enumerate(found) if count >= least}

        return answer

    return way


def _timed(answer: Answer, repeats: int) -> tuple[float, set[int]]:
    """Median milliseconds, and what it answered the last time."""
    answers: list[set[int]] = []
    times = times_ms(lambda: answers.append(answer()), repeats, warm_up=0)
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
