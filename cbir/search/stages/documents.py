"""Documents of one layout -> the same document or another one, by their ink.

Two invoices of one template agree in a hundred points, and are two documents. A few digits are too small for points to
decide, so the query and the photo are laid over each other in fine detail, as for duplicates. A photograph of a page is
less sharp and unevenly lit, so it is compared block by block. If some blocks differ much more than others, or if it is
too coarse to tell, the proof is only a possible one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cbir.base.opencv import cv2
from cbir.base.types import Evidence, Looking, PhotoId
from cbir.images import DecodeOptions, may_have_plain_ground
from cbir.search.judging import is_undistorted
from cbir.search.query import DescribedCache
from cbir.search.results import Candidate, StageResult, TermMatches, match_result
from cbir.search.stages.file_requests import FileRequests, Picture, Request, picture_of
from cbir.search.stages.stage import Search, StageName
from cbir.workers import InkOfDocuments, WorkerPool, compare_documents


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentOptions:
    """compared : number of photos to compare with each picture, those with the most agreeing points first"""

    compared: int = 12


class InkComparer:
    """Compares the ink of query documents with that of candidates. Results are cached for the next search."""

    def __init__(self, workers: Callable[[], WorkerPool], limits: DecodeOptions) -> None:
        self._files, self._limits = FileRequests(workers), limits
        self._ink: DescribedCache[InkOfDocuments] = DescribedCache(256)

    def decide(
        self, picture: Picture, candidates: Sequence[Candidate], search: Search, away: set[PhotoId]
    ) -> Iterator[Candidate]:
        """The candidates that are documents, as the same document or as one that shares its layout.

        candidates : each with an outline. away : collects photos whose drive is not connected
        """
        for candidate, ink in self._files.answers(picture, candidates, search, away, self._request):
            evidence = candidate.evidence
            if ink == "no document" or evidence is None:
                continue
            search.inked.add(candidate.photo.document)
            if ink == "same":
                yield candidate._replace(evidence=replace(evidence, proof="same"), verified=True)
            elif is_undistorted(evidence):
                yield candidate._replace(evidence=replace(evidence, proof="part"), verified=True)
            else:
                yield candidate._replace(evidence=replace(evidence, proof="possible"), verified=False)

    def _request(self, picture: Picture, candidate: Candidate) -> Request[InkOfDocuments]:
        path, file, region = candidate.photo.path, picture.file, picture.region
        shares = _shares(candidate)
        about = (file, path, region, shares)
        return self._files.send(
            self._ink, about, compare_documents, *(file, region, path, shares, self._limits)
        )


class DocumentsStage:
    """Confirms possible proofs between documents, or finds that they share only a layout.

    The documents with fewer agreeing points stay possible. A photographed page is compared with proven pages.
    """

    name: StageName = "documents"
    timing: None = None
    looking: Looking = "photos"

    def __init__(self, comparer: InkComparer, options: DocumentOptions = DocumentOptions()) -> None:
        self._comparer, self._options = comparer, options

    def applies(self, search: Search) -> bool:
        if search.query.options.look_harder is False or "match" not in search.results:
            return False
        return any(self._waiting(term, search) for term in search.results["match"].matches)

    def run(self, search: Search) -> StageResult:
        result = search.results["match"]
        matches = list(result.matches)
        for at, term in enumerate(matches):
            waiting = self._waiting(term, search)
            picture = picture_of(term.term, search) if waiting else None
            if picture is not None:
                decided = self._comparer.decide(picture, waiting, search, set())
                matches[at] = term.with_evidence(list(decided))
        return match_result(matches, result.refused)

    def _waiting(self, term: TermMatches, search: Search) -> list[Candidate]:
        if not term.is_positive:
            return []
        waiting = [
            (candidate.evidence.inliers, candidate)
            for candidate in term.candidates
            if candidate.evidence is not None
            and candidate.evidence.outline is not None
            and (
                candidate.evidence.proof == "possible"
                if term.term.is_document
                else shows_page(candidate, search)
            )
        ]
        waiting.sort(key=lambda pair: -pair[0])
        return [candidate for _, candidate in waiting[: self._options.compared]]


def shows_page(candidate: Candidate, search: Search) -> bool:
    """True for a photo that is proven to be the same thing and may be a scanned or rendered page."""
    if not candidate.verified or not awaits_ink(candidate.evidence):
        return False
    thumbnail = search.snapshot.thumbnail(candidate.photo)
    return thumbnail is not None and may_have_plain_ground(thumbnail)


def awaits_ink(evidence: Evidence | None) -> bool:
    """True if the ink of two documents decides whether they are the same thing."""
    return evidence is not None and evidence.proof == "same" and evidence.outline is not None


def _shares(candidate: Candidate) -> tuple[float, ...]:
    """The homography of the evidence, row by row, from shares of the query's sides to shares of the photo's."""
    assert candidate.evidence is not None and candidate.evidence.outline is not None
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    landed = (candidate.evidence.outline + 0.5) / [candidate.photo.width, candidate.photo.height]
    transform = cv2.getPerspectiveTransform(corners, landed.astype(np.float32))
    return tuple(transform.ravel().tolist())
