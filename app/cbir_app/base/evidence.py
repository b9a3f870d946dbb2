"""The evidence of hits for display. The engine decides its kind and its strength."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cbir.base.types import PROOFS, Evidence, Hit, HitKind, Listing

Corners = list[tuple[float, float]]

_MARGIN = (
    0.012  # around agreeing points, as a share of the photo's longer side: a detail is larger than its centre
)
_DIRECTIONS = ((1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7))


def best_evidence(hit: Hit) -> Evidence | None:
    """Return the evidence that decides the kind of a hit: the best proof, by the most points."""
    return min(
        hit.evidence, key=lambda evidence: (PROOFS.index(evidence.proof), -evidence.inliers), default=None
    )


def kind_of(hit: Hit) -> HitKind:
    """Return the section of a hit. A hit that only the person marked as right counts as similar."""
    return "looks similar" if is_marked(hit) else hit.kind


def count_kinds(hits: Sequence[Hit]) -> Counter[HitKind]:
    if isinstance(hits, Listing):
        return Counter({"looks similar": len(hits)})
    return Counter(map(kind_of, hits))


def is_marked(hit: Hit) -> bool:
    """True if only the person says that a hit is right."""
    return bool(hit.evidence) and all(
        evidence.via is not None and evidence.via.photo == hit.photo for evidence in hit.evidence
    )


def is_copy(hit: Hit) -> bool:
    """True for a copy of the query's file, byte for byte: the only certain match."""
    return hit.kind == "same picture" and hit.strength >= 1


def by_words(hit: Hit) -> bool:
    """True if only names and metadata matched."""
    return not hit.verified and bool(hit.engines) and all(rank.engine == "metadata" for rank in hit.engines)


def by_writing(hit: Hit) -> bool:
    """True if a hit shows the same as another photo whose recognised text contains the typed terms."""
    best = best_evidence(hit)
    return hit.strong and best is not None and best.found_by == "written"


def by_filters(hit: Hit) -> bool:
    """True if only filters and fields matched a hit: there is nothing to score."""
    return by_words(hit) and not hit.score


def by_content(hits: Sequence[Hit]) -> bool:
    """True if the hits were ranked by what they show, too."""
    if isinstance(hits, Listing):
        return False
    return any(rank.engine == "semantic" for hit in hits for rank in hit.engines)


def was_compared(hit: Hit) -> bool:
    """True if the points of a hit were compared with those of a picture."""
    return not hit.engines or any(rank.engine == "match" for rank in hit.engines)


def is_graded(hit: Hit) -> bool:
    """True if a hit's strength is meaningful. It is not for less likely hits, or for matches by names and metadata."""
    if hit.kind == "less likely" or by_words(hit) or is_marked(hit):
        return False
    return hit.verified or bool(hit.engines)


def agreeing_part(evidence: Evidence | None, size: tuple[int, int]) -> Corners:
    """Return the outline of the agreeing part of a photo, in its pixels; empty if it is unknown.

    The outline of a same picture or thing is the query's border; that of a shared part is the hull of its points.
    size : of the photo
    """
    if evidence is None or evidence.via is not None:
        return []
    if evidence.proof in ("part", "possible"):
        return hull_around(evidence.photo_xy.tolist(), size)
    return [] if evidence.outline is None else [(float(x), float(y)) for x, y in evidence.outline]


def hull_around(points: Sequence[Sequence[float]], size: tuple[int, int]) -> Corners:
    """Return the convex hull of points with a margin around it, within a picture of `size`; empty without points."""
    margin = _MARGIN * max(size)
    around = [(x + dx * margin, y + dy * margin) for x, y in _hull(points) for dx, dy in _DIRECTIONS]
    width, height = size
    return _hull([(min(max(x, 0.0), float(width)), min(max(y, 0.0), float(height))) for x, y in around])


def _hull(points: Sequence[Sequence[float]]) -> Corners:
    """Convex hull by Andrew's monotone chain. Not in numpy, whose import would delay the window's first frame."""
    ordered = sorted({(float(x), float(y)) for x, y in points})
    if len(ordered) < 3:
        return ordered

    def half(points: Sequence[tuple[float, float]]) -> Corners:
        chain: Corners = []
        for point in points:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return half(ordered) + half(ordered[::-1])


def _turn(first: tuple[float, float], second: tuple[float, float], third: tuple[float, float]) -> float:
    """Return the cross product of two steps: above 0 for a turn to one side, 0 for a straight line."""
    (ax, ay), (bx, by), (cx, cy) = first, second, third
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
