"""Undecided photos -> their files and the query's, described again in more detail -> photos that can be verified.

The library stores 900 points of each photo, taken at 960 px and rotated to the direction of their gradients. In the
dark, from the side and behind glass, too few of them repeat. In a larger, equalised (CLAHE) picture with upright points
there are more of them, and they are more alike. The best photos of the shortlist are therefore compared again in these
ways. If a few points agree, too few for a proof, the transform leads to others, as in guided matching.

Zuiderveld, "Contrast limited adaptive histogram equalization", Graphics Gems IV, 1994.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, ImageUnreadable, QueryUnusable
from cbir.base.types import Looking, Region
from cbir.images import DecodeOptions
from cbir.local_features import FeatureOptions, Features
from cbir.matching import (
    GeometryOptions,
    NndrOptions,
    Verification,
    evidence_of,
    grow,
    match_nndr,
    one_core_each,
    verify,
)
from cbir.search.query import QUERY_PRIORITY, DescribedCache, DescribedTerm, file_of, wait_for
from cbir.search.results import Candidate, StageResult, match_result
from cbir.search.stages.stage import Search, StageName
from cbir.state import Snapshot
from cbir.workers import DescribedAnew, WorkerPool, describe_anew

_Requested = tuple[Hashable | None, Future[DescribedAnew] | DescribedAnew | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class HarderOptions:
    """Chosen on hard/ and on half A of distractors/: docs/benchmarks.md."""

    photos: int = 10  # best undecided photos
    # The way with more agreeing points counts. Of 16 right pairs missed at 960 px, the first way found 7, the second 8.
    ways: tuple[FeatureOptions, ...] = (
        FeatureOptions(working_side_px=1280, upright=True),
        FeatureOptions(working_side_px=1280, upright=True, equalise=True),
    )
    query_features: int = 4000
    photo_features: int = 2000
    nndr: NndrOptions = field(default_factory=NndrOptions)
    geometry: GeometryOptions = field(
        default_factory=lambda: GeometryOptions(min_inliers=10, homography_inliers=0)
    )
    guess_inliers: int = 6  # least number of agreeing points whose transform is used to find further ones
    min_grown: int = 14  # least number of points in total after that


class HarderLooksStage:
    """Compares pictures by their files. Descriptions are cached for the next search."""

    name: StageName = "harder looks"
    timing: None = None
    looking: Looking = "photos"

    def __init__(
        self,
        workers: Callable[[], WorkerPool],
        limits: DecodeOptions,
        options: HarderOptions = HarderOptions(),
    ) -> None:
        self._workers = workers
        self._limits = limits
        self._options = options
        self._described: DescribedCache[DescribedAnew] = DescribedCache(4 * (options.photos + 1))

    def applies(self, search: Search) -> bool:
        """True if there are undecided photos. Unless the user asks for it, only if no photo is verified."""
        harder, result = search.query.options.look_harder, search.results.get("match")
        if harder is False or result is None:
            return False
        positive = [term for term in result.matches if term.is_positive]
        if not any(self._undecided(term.candidates) for term in positive):
            return False
        return harder is True or not any(term.verified for term in positive)

    def run(self, search: Search) -> StageResult:
        result = search.results["match"]
        matches = list(result.matches)
        for at, term in enumerate(matches):
            if not term.is_positive:
                continue
            for hit in self.verified(term.term, term.candidates, search):
                matches[at] = matches[at].with_verified([hit])
                result = match_result(matches, result.refused)
                search.show("photos", result)
        return result

    def _undecided(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        return [candidate for candidate in candidates if not candidate.verified][: self._options.photos]

    def verified(
        self, term: DescribedTerm, candidates: Sequence[Candidate], search: Search
    ) -> Iterator[Candidate]:
        """The undecided photos that can be verified, best first, each as soon as it is verified."""
        pool, cancelled = self._workers(), search.query.cancelled
        source, options = search.query.terms[term.term], self._options
        requested = self._submit(
            pool, file_of(source, search.snapshot), source.region, options.query_features
        )
        undecided = [
            (candidate, self._submit(pool, _file(candidate, search.snapshot), None, options.photo_features))
            for candidate in self._undecided(candidates)
        ]
        try:
            query = self._wait(pool, requested, cancelled)
            for candidate, future in undecided:
                photo = None if query is None else self._wait(pool, future, cancelled)
                if query is None or photo is None:
                    continue
                if (hit := self._compare(term, candidate, query, photo)) is not None:
                    yield hit
        finally:
            for _, pending in (requested, *(future for _, future in undecided)):
                if isinstance(pending, Future) and not pending.done():
                    pending.cancel()

    def _compare(
        self, term: DescribedTerm, candidate: Candidate, query: DescribedAnew, photo: DescribedAnew
    ) -> Candidate | None:
        """The candidate with evidence from the way in which most points agree; None if that is no proof."""
        with one_core_each(len(self._options.ways)) as threads:
            results = [*threads.map(self.verify, query.ways, photo.ways)]
        way = max(range(len(results)), key=lambda at: (results[at][0].verified, results[at][0].inliers))
        verification, grown = results[way]
        if not verification.verified:
            return None
        evidence = evidence_of(
            query.ways[way],
            photo.ways[way],
            verification,
            None if grown else lambda verification: _grown(verification, query.ways[way], photo.ways[way]),
            term=term.term,
            query_size=query.full_size,
            photo_size=photo.full_size,
            offset=term.offset,
            found_by="photos",
        )
        return candidate._replace(evidence=evidence, verified=True)

    def verify(self, query: Features, photo: Features) -> tuple[Verification, bool]:
        """Compare two pictures described in one way. Also returns True if a guess had to lead to further pairs."""
        options = self._options
        rows, ratios = match_nndr(*_descriptors(query, photo), options.nndr)
        verification = verify(query, photo, rows, ratios, options.geometry)
        if verification.verified:
            return verification, False
        few = replace(options.geometry, min_inliers=options.guess_inliers)
        guess = verify(query, photo, rows, ratios, few)
        if not guess.verified:
            return verification, False
        grown = _grown(guess, query, photo)
        return replace(grown, verified=grown.inliers >= options.min_grown), True

    def _submit(
        self, pool: WorkerPool, file: Path | bytes | None, region: Region | None, budget: int
    ) -> _Requested:
        """Request a picture's description, unless it is cached. Returns its cache key, and a future or description."""
        if file is None:
            return None, None
        ways = tuple(replace(way, max_features=budget) for way in self._options.ways)
        key = DescribedCache.key(file, region, budget)
        described = self._described.get(key)
        if described is not None:
            return key, described
        return key, pool.submit(describe_anew, file, region, ways, self._limits, priority=QUERY_PRIORITY)

    def _wait(
        self, pool: WorkerPool, requested: _Requested, cancelled: Callable[[], bool]
    ) -> DescribedAnew | None:
        """A requested description; None if the file can no longer be read, so that nothing can be proven."""
        key, described = requested
        if isinstance(described, Future):
            try:
                described = wait_for(pool, described, cancelled)
            except (ImageUnreadable, QueryUnusable):
                return None
            self._described.put(key, described)
        if cancelled():
            raise Cancelled("The search was cancelled.")
        return described


def _file(candidate: Candidate, snapshot: Snapshot) -> Path | None:
    """The photo's file; None if its drive is not connected."""
    path = candidate.photo.path
    return None if snapshot.is_away(path) else path


def _grown(verification: Verification, query: Features, photo: Features) -> Verification:
    return grow(verification, query, photo, _descriptors(query, photo))


def _descriptors(query: Features, photo: Features) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return query.descriptors.astype(np.float32), photo.descriptors.astype(np.float32)
