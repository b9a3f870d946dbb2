"""Photos of which nothing is proven -> their files, described anew beside the query's -> those that verify.

What is stored of a photo is 900 points of a picture at 960 px, each turned the way its own gradients point. In the
dark, from the side and behind glass too few of them are found again. Larger, equalised (CLAHE) and upright they are
more, and more alike, so that the best photos of the shortlist are looked at once more in these ways. Where a few points
agree, too few for a proof, the transform leads to others, as in guided matching.

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

_Asked = tuple[Hashable | None, Future[DescribedAnew] | DescribedAnew | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class HarderOptions:
    """Chosen on hard/ and on half A of distractors/: docs/benchmarks.md."""

    photos: int = 10  # the best of which nothing is proven
    # The one that more points agree in counts: of 16 right pairs that 960 px missed the first brought 7, the second 8.
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
    guess_inliers: int = 6  # so many, and the transform that they agree on leads to further ones,
    min_grown: int = 14  # so many in all


class HarderLooksStage:
    """Compares pictures by their files. What was described is kept for the next search."""

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
        """True where photos are undecided: unasked only where nothing at all is proven."""
        harder, result = search.query.options.look_harder, search.results.get("match")
        if harder is False or result is None:
            return False
        wanted = [term for term in result.matches if term.wanted]
        if not any(self._undecided(term.candidates) for term in wanted):
            return False
        return harder is True or not any(term.verified for term in wanted)

    def run(self, search: Search) -> StageResult:
        result = search.results["match"]
        matches = list(result.matches)
        for at, term in enumerate(matches):
            if not term.wanted:
                continue
            for hit in self._verified(term.term, term.candidates, search):
                matches[at] = matches[at].with_verified([hit])
                result = match_result(matches, result.refused)
                search.show("photos", result)
        return result

    def _undecided(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        return [candidate for candidate in candidates if not candidate.verified][: self._options.photos]

    def _verified(
        self, term: DescribedTerm, candidates: Sequence[Candidate], search: Search
    ) -> Iterator[Candidate]:
        """The best undecided photos that verify, in the order in which they do."""
        pool, cancelled = self._workers(), search.query.cancelled
        source, options = search.query.terms[term.term], self._options
        asked = self._submit(pool, file_of(source, search.snapshot), source.region, options.query_features)
        undecided = [
            (candidate, self._submit(pool, _file(candidate, search.snapshot), None, options.photo_features))
            for candidate in self._undecided(candidates)
        ]
        try:
            query = self._wait(pool, asked, cancelled)
            for candidate, future in undecided:
                photo = None if query is None else self._wait(pool, future, cancelled)
                if query is None or photo is None:
                    continue
                if (hit := self._compare(term, candidate, query, photo)) is not None:
                    yield hit
        finally:
            for _, pending in (asked, *(future for _, future in undecided)):
                if isinstance(pending, Future) and not pending.done():
                    pending.cancel()

    def _compare(
        self, term: DescribedTerm, candidate: Candidate, query: DescribedAnew, photo: DescribedAnew
    ) -> Candidate | None:
        """The candidate with its evidence, from the way in which most points agree; None where that is no proof."""
        with one_core_each(len(self._options.ways)) as threads:
            seen = [*threads.map(self._verify, query.ways, photo.ways)]
        way = max(range(len(seen)), key=lambda at: (seen[at][0].verified, seen[at][0].inliers))
        verification, grown = seen[way]
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

    def _verify(self, query: Features, photo: Features) -> tuple[Verification, bool]:
        """Compare two pictures described in one way; and whether that took the pairs that a guess leads to."""
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
    ) -> _Asked:
        """Ask for the description of a picture that is not known yet."""
        if file is None:
            return None, None
        ways = tuple(replace(way, max_features=budget) for way in self._options.ways)
        key = DescribedCache.key(file, region, budget)
        described = self._described.get(key)
        if described is not None:
            return key, described
        return key, pool.submit(describe_anew, file, region, ways, self._limits, priority=QUERY_PRIORITY)

    def _wait(self, pool: WorkerPool, asked: _Asked, cancelled: Callable[[], bool]) -> DescribedAnew | None:
        """A description; None where the file cannot be read any more: nothing is proven of it then."""
        key, described = asked
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
    """The photo's file; None where its drive is not there."""
    path = candidate.photo.path
    return None if snapshot.is_away(path) else path


def _grown(verification: Verification, query: Features, photo: Features) -> Verification:
    return grow(verification, query, photo, _descriptors(query, photo))


def _descriptors(query: Features, photo: Features) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return query.descriptors.astype(np.float32), photo.descriptors.astype(np.float32)
