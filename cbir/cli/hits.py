"""A search's result -> lines for a person or a script, or the JSON object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cbir.types import Evidence, Hit, SearchResult, Term


def hit_lines(found: SearchResult, *, watched: bool) -> Iterator[str]:
    """Give one line per hit: score, tab, path, and for a verified one a third field.

    watched : a person reads it: headlines part what shows the same thing from what merely looks similar, and
    the third field says how many points agree.
    """
    if not any(place.engine == "match" for hit in found.hits for place in hit.engines):
        # names and metadata alone were searched: nothing was compared that could be shown for certain
        if watched and found.hits:
            yield _rule(_count(len(found.hits), "fits", "fit"))
        yield from (hit_line(hit, watched=watched) for hit in found.hits)
        return
    verified = [hit for hit in found.hits if hit.verified]
    similar = [hit for hit in found.hits if not hit.verified]
    if watched and found.hits:
        yield _rule(_count(len(verified), "shows", "show") + " the same thing")
    for hit in verified:
        yield hit_line(hit, watched=watched)
    if watched and similar:
        yield _rule(_count(len(similar), "looks", "look") + " similar")
    for hit in similar:
        yield hit_line(hit, watched=watched)


def hit_line(hit: Hit, *, watched: bool) -> str:
    """Return `score<TAB>path`, and `<TAB>verified` where it is."""
    line = f"{hit.score:.3f}\t{hit.path}"
    if not hit.verified:
        return line
    points = max((evidence.inliers for evidence in hit.evidence), default=0)
    return f"{line}\tverified, {points} points agree" if watched else f"{line}\tverified"


def search_json(found: SearchResult, terms: Sequence[Term], library: Path) -> dict[str, object]:
    """Return the JSON object of a search; docs/reference.md explains every key."""
    took = found.took_ms
    steps = ("decode", "features", "words", "score", "verify", "total")
    return {
        "library": str(library.absolute()),
        "query": [_term_json(term) for term in terms],
        "searched": found.searched,
        "took_ms": {step: round(float(getattr(took, step)), 3) for step in steps},
        "verified": found.verified,
        "hits": [_hit_json(hit) for hit in found.hits],
        "notes": list(found.notes),
    }


def _term_json(term: Term) -> dict[str, object]:
    return {
        "path": None if term.path is None else str(term.path),
        "text": term.text,
        "region": None if term.region is None else list(term.region),
        "sign": term.sign,
        "weight": term.weight,
    }


def _hit_json(hit: Hit) -> dict[str, object]:
    return {
        "rank": hit.rank,
        "path": str(hit.path),
        "score": float(hit.score),
        "verified": hit.verified,
        "offline": hit.offline,
        "evidence": [_evidence_json(evidence) for evidence in hit.evidence],
        "engines": {place.engine: {"rank": place.rank, "score": float(place.score)} for place in hit.engines},
    }


def _evidence_json(evidence: Evidence) -> dict[str, object]:
    outline = evidence.outline
    return {
        "term": evidence.term,
        "inliers": int(evidence.inliers),
        "coverage": round(float(evidence.coverage), 4),
        "outline": None if outline is None else [[round(float(v), 2) for v in corner] for corner in outline],
        "mirrored": evidence.mirrored,
    }


def _count(number: int, one: str, many: str) -> str:
    if number == 0:
        return f"Nothing here {one}"
    return f"{number} {one if number == 1 else many}"


def _rule(title: str) -> str:
    return f"── {title} ".ljust(72, "─")
