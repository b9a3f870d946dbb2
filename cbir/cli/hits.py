"""A search's result -> lines for a person or a script, or the JSON object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cbir.base.types import HIT_KINDS, Evidence, Hit, HitKind, Region, SearchResult, Term, moment_of
from cbir.cli.console import printable
from cbir.cli.explaining import Explanation, Explanations, explanation_json, explanation_lines

_PROOFS = {"same": "verified", "part": "verified part", "via": "verified by way"}


def hit_lines(
    answer: SearchResult, *, watched: bool, pictured: bool = True, explained: Explanations | None = None
) -> Iterator[str]:
    """One line per hit: score, tab, path, and for a verified hit a third field.

    watched : a person reads the lines: a headline begins each kind of hits, dots give their strength, and the third
        field the number of matching points
    pictured : the query has a picture. explained : the reasons, printed below each hit
    """
    engines = {place.engine for hit in answer.hits for place in hit.engines}
    for kind in HIT_KINDS:
        hits = [hit for hit in answer.hits if hit.kind == kind]
        if watched and hits:
            yield _rule(_headline(kind, len(hits), engines, pictured=pictured))
        for hit in hits:
            yield hit_line(hit, watched=watched)
            if explained is not None:
                yield from _same_as(hit)
                yield from _by_nndr(hit)
            yield from explanation_lines((explained or {}).get(hit.photo, Explanation()))


def nothing_sure(answer: SearchResult) -> Iterator[str]:
    """A sentence for a person before hits if none of them is certain."""
    engines = {place.engine for hit in answer.hits for place in hit.engines}
    if "match" in engines and not answer.same:
        follow = "Photos that share a part of it" if answer.verified else "The most similar photos"
        yield f"No match found. {follow} follow."
    elif engines == {"semantic"} and not answer.strong:
        yield "No photo clearly shows this. The closest photos follow."
    elif engines == {"metadata"} and not answer.strong:
        yield "No photo has all the words. Photos with some of them follow."


def _headline(kind: HitKind, number: int, engines: set[str], *, pictured: bool) -> str:
    if not pictured and kind == "looks similar":
        return _count(number, "photo", "photos")
    if engines == {"metadata"} and kind == "less likely":
        return _count(number, "has some of the words", "have some of the words")
    return f"{kind.capitalize()} ({number})"


def hit_line(hit: Hit, *, watched: bool) -> str:
    """Return `score<TAB>path`; for a verified hit also `<TAB>verified`, `verified part` or `verified by way`.

    watched : begin with the strength, unless the hit is less likely
    """
    moment = moment_of(hit.path) if watched else None
    line = f"{hit.score:.3f}\t{hit.path if moment is None else f'{moment.video} at {moment.clock}'}"
    if watched and hit.beside is not None:
        line += f" + {hit.beside}"
    if watched and hit.kind != "less likely":
        line = f"{_dots(hit)} {line}"
    if not hit.verified:
        remark = _part_line(hit.part) if hit.part is not None else _by_writing(hit)
        return f"{line}\t{remark}" if watched and remark else line
    best = max(hit.evidence, key=lambda evidence: evidence.inliers, default=None)
    line = f"{line}\t{_PROOFS[hit.proof or 'same']}"
    if not watched:
        return line
    via = None if best is None else best.via
    if via is not None and via.photo == hit.photo:
        return f"{line}, called right"
    way = f" with {printable(via.path.name)}" if via is not None else ""
    return f"{line}, {0 if best is None else best.inliers} points agree{way}"


def _by_writing(hit: Hit) -> str:
    """A remark on a hit that was found by way of a photo in which the typed words are written."""
    led = next((evidence.via for evidence in hit.evidence if evidence.found_by == "written"), None)
    if led is None or not hit.strong:
        return ""
    return f"shows the same as {printable(led.path.name)}, which has the text"


def _same_as(hit: Hit) -> Iterator[str]:
    """A line below a hit for each photo with typed words by way of which it was found, also for an uncertain hit."""
    for evidence in hit.evidence:
        if evidence.found_by == "written" and evidence.via is not None:
            where = ", which has the text" if hit.strong else ""
            yield f"\tshows the same as {printable(str(evidence.via.path))}{where}: {evidence.inliers} points agree"


def _by_nndr(hit: Hit) -> Iterator[str]:
    """A line below a verified hit: the limit of NNDR by which its points were matched."""
    best = max(hit.evidence, key=lambda evidence: evidence.inliers, default=None)
    if hit.verified and best is not None and best.nndr_ratio is not None:
        ratio = f"{best.nndr_ratio:g} of the second nearest (NNDR)"
        yield f"\t{best.inliers} points agree; each is nearer than {ratio}"


def _part_line(part: Region) -> str:
    x, y, width, height = part
    return f"a part of it, {width:.0f} x {height:.0f} at {x:.0f},{y:.0f}"


def search_json(
    answer: SearchResult,
    terms: Sequence[Term],
    library: Path,
    explained: Explanations,
) -> dict[str, object]:
    """Return the JSON object of a search; docs/reference.md explains every key."""
    took = answer.took_ms
    steps = ("decode", "features", "words", "score", "verify", "encode", "total")
    return {
        "library": str(library.absolute()),
        "query": [_term_json(term) for term in terms],
        "searched": answer.searched,
        "took_ms": {step: round(float(getattr(took, step)), 3) for step in steps},
        "verified": answer.verified,
        "same": answer.same,
        "strong": answer.strong,
        "kinds": {kind: sum(hit.kind == kind for hit in answer.hits) for kind in HIT_KINDS},
        "hits": [_hit_json(hit, explained.get(hit.photo, Explanation())) for hit in answer.hits],
        "without": list(answer.without),
        "facts": list(answer.facts),
        "assumed": [str(path) for path in answer.assumed],
        "notes": list(answer.notes),
    }


def _term_json(term: Term) -> dict[str, object]:
    return {
        "path": None if term.path is None else str(term.path),
        "text": term.text,
        "region": None if term.region is None else list(term.region),
        "sign": term.sign,
        "weight": term.weight,
        "marked": term.marked,
    }


def _hit_json(hit: Hit, explained: Explanation) -> dict[str, object]:
    return {
        "rank": hit.rank,
        "path": str(hit.path),
        **_moment_json(hit.path),
        **({} if hit.beside is None else {"beside": hit.beside}),
        "score": float(hit.score),
        "kind": hit.kind,
        "strength": round(float(hit.strength), 3),
        "verified": hit.verified,
        "proof": hit.proof,
        "strong": hit.strong,
        "part": None if hit.part is None else [round(value, 1) for value in hit.part],
        "taken_at": hit.taken_at,
        "dated_by": hit.dated_by,
        "town": hit.town,
        "offline": hit.offline,
        "evidence": [_evidence_json(evidence) for evidence in hit.evidence],
        **explanation_json(explained),
        "engines": {place.engine: {"rank": place.rank, "score": float(place.score)} for place in hit.engines},
    }


def _moment_json(path: Path) -> dict[str, object]:
    """Two keys of a moment of a video; none for a photo."""
    moment = moment_of(path)
    return {} if moment is None else {"video": str(moment.video), "seconds": moment.ms / 1000}


def _evidence_json(evidence: Evidence) -> dict[str, object]:
    outline = evidence.outline
    return {
        "term": evidence.term,
        "inliers": int(evidence.inliers),
        "proof": evidence.proof,
        "coverage": round(float(evidence.coverage), 4),
        "photo_coverage": round(float(evidence.photo_coverage), 4),
        "outline": None if outline is None else [[round(float(v), 2) for v in corner] for corner in outline],
        "mirrored": evidence.mirrored,
        "found_by": evidence.found_by,
        "nndr_ratio": evidence.nndr_ratio,
        "learned": evidence.learned,
        "via": None if evidence.via is None else str(evidence.via.path),
    }


def _dots(hit: Hit) -> str:
    return "●" * hit.level + "○" * (3 - hit.level)


def _count(number: int, singular: str, plural: str) -> str:
    return f"{number} {singular if number == 1 else plural}"


def _rule(title: str) -> str:
    return f"── {title} ".ljust(72, "─")
