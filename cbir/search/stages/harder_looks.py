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
from cbir.base.types import Region, Stage
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
from cbir.search.feedback import divide
from cbir.search.query import QUERY_PRIORITY, DescribedCache, DescribedTerm, file_of, wait_for
from cbir.search.results import Answer, Candidate, Query, with_hits
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


class HarderLook:
    """A Look at the photos themselves."""

    stage: Stage = "photos"

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

    def wanted(self, query: Query, answer: Answer) -> bool:
        """Whether there is anything left to look at: unasked only where nothing at all is proven."""
        if query.options.look_harder is False or {"verification", "photos"} & query.options.without:
            return False
        if not any(self._undecided(one.candidates) for one in answer.rankings):
            return False
        proven = any(candidate.verified for ranking in answer.rankings for candidate in ranking.candidates)
        return not proven or query.options.look_harder is True

    def answer(
        self, query: Query, snapshot: Snapshot, answer: Answer, on_hits: Callable[[Answer], None]
    ) -> Answer:
        """See Look."""
        asked, _ = divide(query.terms, query.pictures.terms)
        terms = [term for term in asked if term.sign > 0]
        rankings = list(answer.rankings)
        for at, (term, ranking) in enumerate(zip(terms, answer.rankings, strict=True)):
            for hit in self._look(query, snapshot, term, ranking.candidates):
                rankings[at] = replace(rankings[at], candidates=with_hits([hit], rankings[at].candidates))
                answer = replace(answer, rankings=tuple(rankings))
                on_hits(answer)
        return answer

    def _undecided(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        return [one for one in candidates if not one.verified][: self._options.photos]

    def _look(
        self,
        query: Query,
        snapshot: Snapshot,
        term: DescribedTerm,
        candidates: Sequence[Candidate],
    ) -> Iterator[Candidate]:
        """Those of the best undecided photos that verify, in the order in which they are."""
        pool, source, cancelled = self._workers(), query.terms[term.term], query.cancelled
        asked = self._submit(pool, file_of(source, snapshot), source.region, self._options.query_features)
        undecided = [
            (one, self._submit(pool, _file(one, snapshot), None, self._options.photo_features))
            for one in self._undecided(candidates)
        ]
        try:
            described = self._wait(pool, asked, cancelled)
            for candidate, future in undecided:
                photo = None if described is None else self._wait(pool, future, cancelled)
                if described is None or photo is None:
                    continue
                if (hit := self._compare(term, candidate, described, photo)) is not None:
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
            None if grown else lambda found: _grown(found, query.ways[way], photo.ways[way]),
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
        found = verify(query, photo, rows, ratios, options.geometry)
        if found.verified:
            return found, False
        few = replace(options.geometry, min_inliers=options.guess_inliers)
        guess = verify(query, photo, rows, ratios, few)
        if not guess.verified:
            return found, False
        grown = _grown(guess, query, photo)
        return replace(grown, verified=grown.inliers >= options.min_grown), True

    def _submit(
        self, pool: WorkerPool, file: Path | bytes | None, region: Region | None, budget: int
    ) -> _Asked:
        """Ask for the description of a picture that is not known yet."""
        if file is None:
            return None, None
        ways = tuple(replace(way, max_features=budget) for way in self._options.ways)
        key = DescribedCache.key(file, region, ways, self._limits)
        known = self._described.get(key)
        if known is not None:
            return key, known
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
    path = candidate.found.path
    return None if snapshot.is_away(path) else path


def _grown(found: Verification, query: Features, photo: Features) -> Verification:
    return grow(found, query, photo, _descriptors(query, photo))


def _descriptors(query: Features, photo: Features) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return query.descriptors.astype(np.float32), photo.descriptors.astype(np.float32)
