"""A picture with hardly any points, and no match -> the photos that look the same all over, at the size of a stamp."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Evidence
from cbir.images import DecodeOptions, is_document
from cbir.matching import STAMP_PX, WholeMatch, compare_whole, stamp
from cbir.search.query import DescribedCache, DescribedTerm
from cbir.search.results import Candidate, StageResult, TermMatches, match_result
from cbir.search.stages.file_requests import FileRequests, picture_of
from cbir.search.stages.stage import Search, StageName, shows_same, undecided
from cbir.workers import WorkerPool, look_at

_Seen = tuple[NDArray[np.uint8], tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeOptions:
    """matching, similar : most photos of the match engine and of the semantic engine whose thumbnails are compared"""

    matching: int = 40
    similar: int = 100


class WholeStage:
    """Compares a whole picture with stored thumbnails. Documents of one layout look the same, too: they are left out.

    It takes milliseconds, and drives need not be connected. A copy that it finds needs no comparison of files.
    """

    name: StageName = "whole"
    timing: None = None
    looking: None = None

    def __init__(
        self, workers: Callable[[], WorkerPool], limits: DecodeOptions, options: WholeOptions = WholeOptions()
    ) -> None:
        self._files, self._limits, self._options = FileRequests(workers), limits, options
        self._seen: DescribedCache[_Seen] = DescribedCache()

    def applies(self, search: Search) -> bool:
        return "match" in search.results and any(
            self._is_open(term, search) for term in search.results["match"].matches
        )

    def run(self, search: Search) -> StageResult:
        result = search.results["match"]
        matches = [
            term.with_evidence(list(self._found(term, search))) if self._is_open(term, search) else term
            for term in result.matches
        ]
        return match_result(matches, result.refused)

    def _is_open(self, term: TermMatches, search: Search) -> bool:
        """True for a whole picture of which no copy was found yet."""
        is_whole = search.query.terms[term.term.term].region is None
        return term.is_positive and is_whole and not shows_same(term.candidates)

    def _found(self, term: TermMatches, search: Search) -> Iterator[Candidate]:
        picture = picture_of(term.term, search)
        if picture is None:
            return
        request = self._files.send(
            self._seen, (picture.file, STAMP_PX), look_at, picture.file, None, 2 * STAMP_PX, self._limits
        )
        seen = self._files.answer(request, search)
        if seen is None:
            return
        query = stamp(seen[0])
        options = self._options
        half_proven = [
            candidate
            for candidate in term.candidates
            if candidate.evidence is not None and candidate.evidence.proof in ("part", "possible")
        ]
        others = undecided(term, search, matching=options.matching, similar=options.similar)
        for candidate in [*half_proven, *others]:
            thumbnail = search.snapshot.thumbnail(candidate.photo)
            if thumbnail is None:
                continue
            match = compare_whole(query, thumbnail)
            if match is not None and not is_document(thumbnail):
                yield candidate._replace(
                    evidence=_evidence(match, term.term, candidate), verified=True, lead=0.0
                )


def _evidence(match: WholeMatch, term: DescribedTerm, candidate: Candidate) -> Evidence:
    """All of the query is in all of the photo. The points are the centers of the blocks that agree."""
    photo_size, query_size = (
        np.array([candidate.photo.width, candidate.photo.height]),
        np.array(term.full_size),
    )
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    in_query = match.places.copy()
    if match.mirrored:
        corners, in_query[:, 0] = corners[[1, 0, 3, 2]], 1 - in_query[:, 0]
    return Evidence(
        term=term.term,
        inliers=len(match.places),
        coverage=1.0,
        photo_coverage=1.0,
        outline=(corners * photo_size - 0.5).astype(np.float32),
        query_xy=(in_query * query_size - 0.5).astype(np.float32),
        photo_xy=(match.places * photo_size - 0.5).astype(np.float32),
        mirrored=match.mirrored,
        found_by="whole",
    )
