"""Weak proofs and undecided photos -> compared by learned features, from their files.

Where many points of SIFT agree, they decide. Where few do, a shared banner or logo gets as many of them as the same
cover, and a thing in the dark or from another side gets none. Learned features with a learned matcher tell them apart:
XFeat (Potje et al., CVPR 2024) and LightGlue (Lindenberger et al., ICCV 2023). They cost a fraction of a second a
photo, and are therefore asked about a few photos of a search:

- WeakProofsStage turns weak proofs into possible ones. A proof is weak if it has few points, if its points are near few
  of the details, if guided matching found it, or if both pictures are documents.
- LearnedStage confirms a weak proof, or finds that the pictures share a part. While nothing is proven, it then compares
  the most promising photos of all engines, and stops at the first proven one.

Points on lettering, and points that lie on epipolar lines of two flat prints by chance, agree in one look only. Unless
very many agree, the pictures are compared again: by twice as many points, in equalised light.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.messages import Message
from cbir.base.opencv import cv2
from cbir.base.types import Evidence, Looking, PhotoId, Proof, Region
from cbir.images import DecodeOptions
from cbir.local_features import LearnedOptions
from cbir.matching import Glance, evidence_of
from cbir.search.judging import distortion
from cbir.search.query import DescribedCache
from cbir.search.results import Candidate, StageResult, TermMatches, match_result
from cbir.search.stages.documents import InkComparer, awaits_ink, shows_page
from cbir.search.stages.file_requests import FileRequests, Picture, Request, picture_of
from cbir.search.stages.stage import Search, StageName, shows_same, undecided
from cbir.workers import (
    LearnedComparison,
    LearnedQuery,
    Warp,
    WorkerPool,
    compare_aligned,
    compare_closer,
    compare_learned,
    describe_learned,
    glance_at,
)

_Answer = TypeVar("_Answer")
_TELLING = 6  # points of SIFT: fewer have little distortion by chance
_MARGIN = 0.1  # around a part, of its sides

AWAY = Message("Photos on drives that are not connected could not be compared more closely: {0}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedSearchOptions:
    """weak_inliers : a proof by fewer points of SIFT is weak; chosen on hard/ and half A: docs/benchmarks.md

    weak_filled : a proof is also weak if its points are near a smaller share of the details. Covers of half A that
        share a title, a banner or the template of a series have at most .27, with up to 65 points. Few right photos
        have less than weak_filled
    confirmed : most weak proofs of a picture that are compared
    matching, similar : most undecided photos of the match engine and of the semantic engine that are glanced at
    looked_at : most of these that are compared, the most alike first. least_pairs : with fewer, a photo is not compared
    striking : with this many pairs at a glance, a photo is compared before the others are glanced at
    least_inliers : fewer agreeing points are none where no point of SIFT agrees
    clear_inliers : with fewer agreeing points, or if they are near less of the details than clear_filled, pictures are
        compared again, by more points and in equalised light
    closer_inliers : points that agree there, for the same thing
    part_inliers : points of each look that prove a shared part without any of SIFT; the reach of fewer says nothing
    same_span, same_filled, same_middle : points that reach less show that the pictures share a part; see
        cbir.matching.reach_of. The mean of both looks counts. Covers that share a title, an author's name or the
        template of a series, and that fill enough, have points near at most .09 of the details in the middle. Right
        photos of hard/ have .15 and more. Pictures that fill clear_filled are the same, whatever hides their middle
    same_breadth : points that are less broad lie on a word or a line of lettering; a plain cover may have no other
        details. On covers of half A with one word the broadest have .21; right photos of hard/ .24 and more, one .19
    scan_distortion : if SIFT's points are distorted by less, both pictures are scans or screenshots, which are the same
        only if they fill clear_filled. Three series of covers fill .29 to .37, right prints .48 and more
    """

    weak_inliers: int = 32
    weak_filled: float = 0.45
    confirmed: int = 6
    matching: int = 10
    similar: int = 40
    looked_at: int = 6
    striking: int = 120
    least_pairs: int = 20
    same_span: float = 0.27
    same_filled: float = 0.235
    same_middle: float = 0.12
    same_breadth: float = 0.225
    scan_distortion: float = 0.0065
    least_inliers: int = 12
    clear_inliers: int = 64
    clear_filled: float = 0.45
    closer_inliers: int = 24
    part_inliers: int = 20


class WeakProofsStage:
    """Turns weak proofs into possible ones, until learned features confirm them."""

    name: StageName = "weak proofs"
    timing: None = None
    looking: None = None

    def __init__(self, options: LearnedSearchOptions = LearnedSearchOptions()) -> None:
        self._options = options

    def applies(self, search: Search) -> bool:
        return "match" in search.results

    def run(self, search: Search) -> StageResult:
        result, confirming = search.results["match"], search.query.options.look_harder is not False
        matches = []
        for term in result.matches:
            weak = [
                candidate._replace(evidence=replace(candidate.evidence, proof="possible"), verified=False)
                for candidate in term.candidates
                if candidate.verified
                and candidate.evidence is not None
                and (
                    self._is_weak(candidate.evidence, confirming=confirming)
                    or (confirming and term.term.is_document and awaits_ink(candidate.evidence))
                )
            ]
            matches.append(term.with_evidence(weak) if term.is_positive and weak else term)
        return match_result(matches, result.refused)

    def _is_weak(self, evidence: Evidence, *, confirming: bool) -> bool:
        """Confirming : false if the user wants no photo compared again: a plain comparison then counts as it is"""
        if evidence.proof != "same":
            return False
        few = evidence.inliers < self._options.weak_inliers or evidence.filled < self._options.weak_filled
        return evidence.found_by == "guided" or (confirming and few)


class LearnedStage:
    """Compares photos by learned features. Results are cached for the next search."""

    name: StageName = "learned"
    timing: None = None
    looking: Looking = "photos"

    def __init__(
        self,
        workers: Callable[[], WorkerPool],
        limits: DecodeOptions,
        ink: InkComparer,
        options: LearnedSearchOptions = LearnedSearchOptions(),
    ) -> None:
        self._files, self._limits, self._options = FileRequests(workers), limits, options
        self._ink = ink
        self._described: DescribedCache[LearnedQuery] = DescribedCache()
        self._glances: DescribedCache[Glance] = DescribedCache(8 * options.similar)
        self._compared: DescribedCache[LearnedComparison] = DescribedCache(8 * options.similar)

    def applies(self, search: Search) -> bool:
        """True if a possible proof can be confirmed, or undecided photos are to be compared.

        Unless the user asks for it, undecided photos are compared only if nothing is proven.
        """
        if search.query.options.look_harder is False or "match" not in search.results:
            return False
        return any(
            self._waiting(term, search) or self._undecided(term, search)
            for term in search.results["match"].matches
            if term.is_positive
        )

    def run(self, search: Search) -> StageResult:
        result = search.results["match"]
        matches, away = list(result.matches), set[PhotoId]()
        for at, term in enumerate(matches):
            if not term.is_positive:
                continue
            for decided in self._decided(term, search, away):
                matches[at] = matches[at].with_evidence([decided])
                result = match_result(matches, result.refused)
                if decided.verified:  # others only lose what nobody was told
                    search.show("photos", result)
        return replace(result, notes=(Message(AWAY.template, len(away)),) if away else ())

    def _decided(self, term: TermMatches, search: Search, away: set[PhotoId]) -> Iterator[Candidate]:
        """Photos that the comparison confirms, refuses or finds, each as soon as it is known.

        away : collects photos whose drive is not connected
        """
        harder, proven = search.query.options.look_harder is True, shows_same(term.candidates)
        picture = picture_of(term.term, search)
        if picture is None:
            return
        for candidate, compared in self._files.answers(
            picture, self._waiting(term, search), search, away, self._confirm
        ):
            confirmed = self._decide(picture, candidate, compared, search)
            decided = self._inked(picture, confirmed, search, away)
            proven |= shows_same([decided])
            yield decided
        if proven and not harder:
            return
        for candidate in self._find(picture, self._undecided(term, search), search, away):
            decided = self._inked(picture, candidate, search, away)
            yield decided
            if not harder and shows_same([decided]):
                return

    def _inked(self, picture: Picture, candidate: Candidate, search: Search, away: set[PhotoId]) -> Candidate:
        """The candidate, compared by its ink if it is a document."""
        is_document = picture.term.is_document and candidate.verified and awaits_ink(candidate.evidence)
        if candidate.photo.document in search.inked or not (is_document or shows_page(candidate, search)):
            return candidate
        return next(self._ink.decide(picture, [candidate], search, away), candidate)

    def _find(
        self, picture: Picture, undecided: Sequence[Candidate], search: Search, away: set[PhotoId]
    ) -> Iterator[Candidate]:
        """Glance at photos, then compare those that look most alike; a striking one at once."""
        query = self._files.answer(self._described_query(picture), search) if undecided else None
        if query is None:
            return
        left, promising = self._options.looked_at, list[tuple[Glance, Candidate]]()

        def compare(chosen: Sequence[tuple[Glance, Candidate]]) -> Iterator[Candidate]:
            turns = {candidate.photo.document: glance.turn for glance, candidate in chosen}

            def request(_: Picture, candidate: Candidate) -> Request[LearnedComparison]:
                return self._comparison(picture, query, candidate, turns[candidate.photo.document])

            candidates = [candidate for _, candidate in chosen]
            for candidate, compared in self._files.answers(picture, candidates, search, away, request):
                yield self._decide(picture, candidate, compared, search, turns[candidate.photo.document])

        def look(_: Picture, candidate: Candidate) -> Request[Glance]:
            return self._glance(picture, query, candidate)

        for candidate, glance in self._files.answers(picture, undecided, search, away, look):
            if glance.pairs >= self._options.striking and left:
                left -= 1
                yield from compare([(glance, candidate)])
            elif glance.pairs >= self._options.least_pairs:
                promising.append((glance, candidate))
            elif candidate.lead:
                yield candidate._replace(lead=0.0)  # its details are near, but nothing agrees
        promising.sort(key=lambda pair: -pair[0].pairs)
        yield from compare(promising[:left])

    def _waiting(self, term: TermMatches, search: Search) -> list[Candidate]:
        """The possible proofs, best first; while nothing is the same thing, also parts that few points prove."""
        weak = (
            []
            if shows_same(term.candidates) or term.term.is_document  # a layout is no weak proof
            else [
                candidate
                for candidate in term.candidates
                if candidate.verified and _waits(candidate, "part", below=self._options.weak_inliers)
            ]
        )
        possible = [
            candidate
            for candidate in term.candidates
            if _waits(candidate, "possible") and candidate.photo.document not in search.inked
        ]
        return [*weak, *possible][: self._options.confirmed]

    def _undecided(self, term: TermMatches, search: Search) -> list[Candidate]:
        options = self._options
        if shows_same(term.candidates) and search.query.options.look_harder is not True:
            return []
        return undecided(term, search, matching=options.matching, similar=options.similar)

    def _confirm(self, picture: Picture, candidate: Candidate) -> Request[LearnedComparison]:
        """Request the comparison with a photo over which the evidence lays the query."""
        view = _view_of(candidate, picture)
        file, path = picture.file, candidate.photo.path
        return self._files.send(
            self._compared,
            (file, path, view),
            compare_aligned,
            *(file, view.region, view.warp, path, view.photo_region, self._limits),
        )

    def _described_query(self, picture: Picture) -> Request[LearnedQuery]:
        about = picture.file, picture.region
        return self._files.send(self._described, about, describe_learned, *about, self._limits)

    def _glance(self, picture: Picture, query: LearnedQuery, candidate: Candidate) -> Request[Glance]:
        path = candidate.photo.path
        about = picture.file, path, picture.region
        return self._files.send(self._glances, about, glance_at, query.turned, path, self._limits)

    def _comparison(
        self, picture: Picture, query: LearnedQuery, candidate: Candidate, turn: int
    ) -> Request[LearnedComparison]:
        path = candidate.photo.path
        return self._files.send(
            self._compared,
            (picture.file, path, picture.region, turn),
            compare_learned,
            *(query.features, path, turn, self._limits),
        )

    def _compare_closer(
        self, picture: Picture, candidate: Candidate, turn: int
    ) -> Request[LearnedComparison]:
        """Request a closer comparison with a photo. turn : of the query, if no evidence lays it over the photo"""
        file, path = picture.file, candidate.photo.path
        view = _view_of(candidate, picture) if _is_laid(candidate) else View(picture.region, None, None)
        return self._files.send(
            self._compared,
            (file, path, view, turn, "closer"),
            compare_closer,
            *(file, view.region, view.warp, turn, path, view.photo_region, self._limits),
        )

    def _agree(self, looks: Sequence[LearnedComparison], before: Evidence | None) -> bool:
        """True if two pictures show the same thing: the last look has enough points, and they reach far on average.

        Scans of one print agree nearly everywhere: what two covers of a series share is a template.
        """
        options = self._options
        if looks[-1].verification.inliers < options.closer_inliers:
            return False
        span, filled, middle, breadth = np.mean(
            [look.reach for look in looks if look.verification.inliers >= options.part_inliers], axis=0
        )
        if span < options.same_span or breadth < options.same_breadth:
            return False
        if filled >= options.clear_filled:
            return True
        are_scans = (
            before is not None
            and before.inliers >= _TELLING
            and distortion(before) <= options.scan_distortion
        )
        return bool(not are_scans and filled >= options.same_filled and middle >= options.same_middle)

    def _decide(
        self,
        picture: Picture,
        candidate: Candidate,
        compared: LearnedComparison,
        search: Search,
        turn: int = 0,
    ) -> Candidate:
        """The candidate with what the comparison says of it, and a closer one where that is not clear."""
        options, before, term = self._options, candidate.evidence, picture.term
        if not compared.verification.verified:
            learned = before and replace(before, learned=compared.verification.inliers)
            return candidate._replace(evidence=learned, lead=0.0)
        if not _is_laid(candidate) and compared.verification.inliers < options.least_inliers:
            return candidate._replace(lead=0.0)
        is_clear = (
            compared.verification.inliers >= options.clear_inliers
            and compared.reach.filled >= options.clear_filled
        )
        looks = [compared]
        if not is_clear:
            closer = self._files.answer(self._compare_closer(picture, candidate, turn), search)
            if closer is None:
                return candidate
            looks.append(compared := closer)
        proof: Proof = "same" if self._agree(looks, before) else "part"
        inliers = compared.verification.inliers
        if before is not None and _is_laid(candidate):
            evidence = replace(before, learned=inliers, proof=proof)
            return candidate._replace(evidence=evidence, verified=True)
        fewest = min(look.verification.inliers for look in looks)
        if not compared.verification.verified or (proof == "part" and fewest < options.part_inliers):
            return candidate._replace(lead=0.0)
        evidence = evidence_of(
            compared.query,
            compared.photo,
            compared.verification,
            None,
            term=term.term,
            query_size=term.full_size,
            photo_size=compared.full_size,
            offset=term.offset,
            found_by="learned",
        )
        evidence = replace(evidence, proof=proof, learned=inliers)
        return candidate._replace(evidence=evidence, verified=True)


class View(NamedTuple):
    """A query as a photo's camera saw it, and the part of the photo that shows it. None: the whole

    region : the part of the query that the warp takes. warp : None for the query as it is
    """

    region: Region | None
    warp: Warp | None
    photo_region: Region | None


def _view_of(candidate: Candidate, picture: Picture) -> View:
    """Lay a query over a photo by the evidence; without an outline, as it is.

    A thing that is small, turned or aslant in one picture is thus described as in the other. If the evidence is wrong,
    what the warp brings together does not agree.
    """
    evidence, term = candidate.evidence, picture.term
    photo_size, (left, top) = (candidate.photo.width, candidate.photo.height), term.offset
    outline = None if evidence is None else evidence.outline
    corners = _corners(photo_size) if outline is None else outline.astype(np.float32)
    photo_region = _part(corners, photo_size)
    at_x, at_y, width, height = photo_region or (0.0, 0.0, *photo_size)
    scale = LearnedOptions().working_side_px / max(width, height)
    to_photo = cv2.getPerspectiveTransform(_corners(term.full_size), corners).astype(np.float64)
    from_full = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]])
    to_canvas = np.array([[scale, 0, -scale * at_x], [0, scale, -scale * at_y], [0, 0, 1]])
    in_query = cv2.perspectiveTransform(
        _corners((width, height), (at_x, at_y))[None], np.linalg.pinv(to_photo)
    )[0]
    region = _part(in_query, term.full_size)
    return View(
        region=picture.region if region is None else (region[0] + left, region[1] + top, *region[2:]),
        warp=Warp(
            transform=tuple((to_canvas @ to_photo @ from_full).ravel().tolist()),
            size=(max(1, round(scale * width)), max(1, round(scale * height))),
        ),
        photo_region=photo_region,
    )


def _corners(size: tuple[float, float], origin: tuple[float, float] = (0.0, 0.0)) -> NDArray[np.float32]:
    width, height = size
    at_x, at_y = origin
    return np.array(
        [[at_x, at_y], [at_x + width, at_y], [at_x + width, at_y + height], [at_x, at_y + height]], np.float32
    )


def _part(polygon: NDArray[np.floating], size: tuple[int, int]) -> Region | None:
    """The surroundings of a polygon, if they are at most half of a picture of this size; None: the whole picture."""
    low, high = polygon.min(axis=0), polygon.max(axis=0)
    margin = _MARGIN * (high - low)
    left, top = np.clip(low - margin, 0, size)
    right, bottom = np.clip(high + margin, 0, size)
    width, height = float(right - left), float(bottom - top)
    if not (np.isfinite(polygon).all() and width >= 1 and height >= 1):
        return None
    return (float(left), float(top), width, height) if width * height <= size[0] * size[1] / 2 else None


def _is_laid(candidate: Candidate) -> bool:
    """True if evidence that stood the test of points lays the query over the photo."""
    evidence = candidate.evidence
    return evidence is not None and (candidate.verified or evidence.proof == "possible")


def _waits(candidate: Candidate, proof: Proof, *, below: int | None = None) -> bool:
    """True for evidence of a kind, by fewer points than `below`, that learned features were not asked about yet."""
    evidence = candidate.evidence
    return (
        evidence is not None
        and (evidence.proof, evidence.learned) == (proof, None)
        and (below is None or evidence.inliers < below)
    )
