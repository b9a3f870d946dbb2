"""A photo's candidates, of all engines -> the kind of its evidence, and its strength.

The only place that decides what a hit is called. Order, sections, JSON and the window follow it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cbir.base.opencv import cv2
from cbir.base.types import PROOFS, Evidence, HitKind
from cbir.search.calibration import (
    LEAD_STRENGTH,
    LISTED,
    listed_strength,
    possible_strength,
    proven_strength,
)
from cbir.search.results import Candidate

# Chosen on half A of distractors/, with altered copies of its photos, and on hard/: tests/benchmarks/strength.py.
_WHOLE = 0.9  # share of both pictures that a copy shows of the other
_INSIDE = 0.95  # share of one picture that lies in the other, for a crop or a copy on a larger canvas
_POINTS = 15  # fewer points say too little about distortion
# Median distance of agreeing points from the best similarity, as a share of their extent. Copies of half A have at most
# .0035, crops .0008, rotated ones .0003; prints photographed at an angle of 10 degrees have .005 to .011.
_UNDISTORTED = 0.004
_EXACT = 0.0015
_SPREAD = 0.2  # share of the common part that the points enclose: at least .29 for copies of half A, less for a banner
# The photo with the nearest details is possible if it stands out among the next ones and also looks similar. For 12
# queries of hard/ without a proof, it is the right photo for 6 and a wrong one for 1. With the right photos removed, 2
# of 32 queries have such a photo. 13 of 98 photos of half A have one; 12 of these show a thing of the same kind.
_LEAD = 2.0
_ALIKE = 0.21875  # likeness of a photo whose z-score is 3: see semantic_scores()


class Judgement(NamedTuple):
    """kind, strength : as in Hit"""

    kind: HitKind
    strength: float


def judge(
    candidates: Sequence[Candidate],
    *,
    is_copy: bool = False,
    worded: bool = False,
    match_rank: int | None = None,
) -> Judgement:
    """The kind and strength of a photo's evidence.

    candidates : of the photo. is_copy : its file is the query's picture, byte for byte
    match_rank : its place in the match engine's list
    worded : words were typed with the picture. They say which of the photos of a thing are meant, so that copies of
        the picture have no section of their own
    """
    if is_copy:
        return Judgement("same picture", 1.0)
    if proofs := proofs_of(candidates):
        best = min(proofs, key=lambda evidence: (PROOFS.index(evidence.proof), -evidence.inliers))
        strength = max(map(proven_strength, proofs))
        if best.proof == "part":
            return Judgement("shares a part", strength)
        is_same = not worded and shows_same_picture(best)
        return Judgement("same picture" if is_same else "same thing", strength)
    if possible := [candidate.evidence for candidate in candidates if is_possible(candidate)]:
        return Judgement("possibly", max(map(possible_strength, filter(None, possible))))
    looks_alike = any(
        candidate.engine == "semantic" and candidate.likeness >= _ALIKE for candidate in candidates
    )
    if looks_alike and any(map(_stands_out, candidates)):
        return Judgement("possibly", LEAD_STRENGTH)
    alike = max((candidate.strength for candidate in candidates), default=0.0)
    strong = any(candidate.strong for candidate in candidates)
    if strong:
        return Judgement("looks similar", alike)
    is_listed = alike > 0 and match_rank is not None and match_rank <= LISTED
    return Judgement("less likely", listed_strength(alike) if is_listed else alike)


def _stands_out(candidate: Candidate) -> bool:
    """True for the photo with by far the nearest details, unless learned features deny it."""
    denied = candidate.evidence is not None and candidate.evidence.learned is not None
    return candidate.lead >= _LEAD and not denied


def proofs_of(candidates: Sequence[Candidate]) -> list[Evidence]:
    return [
        candidate.evidence
        for candidate in candidates
        if candidate.evidence is not None and candidate.verified
    ]


def is_possible(candidate: Candidate) -> bool:
    """True if points agree, but nothing confirms them."""
    return candidate.evidence is not None and candidate.evidence.proof == "possible"


def shows_same_picture(evidence: Evidence) -> bool:
    """True for a copy of a picture: resized, saved anew, turned, cropped or lettered, but not photographed.

    A similarity maps one picture onto the other, and one of them lies within the other. A photograph of a print shows
    its surroundings, and is distorted by perspective and lens.
    """
    shares = sorted((evidence.coverage, evidence.photo_coverage))
    if evidence.proof != "same" or evidence.inliers < _POINTS or shares[1] < _INSIDE:
        return False
    if evidence.outline is None or _spread(evidence) < _SPREAD:
        return False
    return distortion(evidence) <= (_UNDISTORTED if shares[0] >= _WHOLE else _EXACT)


def is_undistorted(evidence: Evidence) -> bool:
    """True if a similarity maps the query's points onto the photo's: neither picture is a photograph of the other."""
    return distortion(evidence) <= _UNDISTORTED


def _spread(evidence: Evidence) -> float:
    """Area that the photo's points enclose, as a share of the area where it shows the query."""
    outline = np.asarray(evidence.outline, np.float32)
    enclosed = cv2.contourArea(cv2.convexHull(evidence.photo_xy.astype(np.float32)))
    return enclosed / max(evidence.coverage * cv2.contourArea(outline), 1e-9)


def distortion(evidence: Evidence) -> float:
    """Median distance of the photo's points from the best similarity of the query's, as a share of their extent."""
    query, photo = (
        xy[:, 0].astype(np.complex128) + 1j * xy[:, 1] for xy in (evidence.query_xy, evidence.photo_xy)
    )
    if evidence.mirrored:
        query = query.conj()
    query, photo = query - query.mean(), photo - photo.mean()
    turn = np.vdot(query, photo) / max(
        np.vdot(query, query).real, 1e-9
    )  # scale and rotation, by least squares
    extent = max(np.ptp(photo.real), np.ptp(photo.imag), 1e-9)
    return float(np.median(np.abs(photo - turn * query)) / extent)
