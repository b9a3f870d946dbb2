"""A library, a query and its hits -> the reasons for each, as lines and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cbir.base.types import FieldMatch, Hit, PhotoId, SharedWord, SharedWords, Term, TextLine, WordShare
from cbir.cli.console import printable

if TYPE_CHECKING:
    from cbir.library import Library

_TOP_WORDS = 12
_SHOWN_WORDS = 3
FIELDS = {
    "name": "file name",
    "folder": "folder",
    "title": "title or caption",
    "keywords": "keywords",
    "camera": "camera",
    "lens": "lens",
    "taken": "date",
    "written": "written in the photo",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Reasons why a photo is a hit.

    written : recognised words in it that match. fields : of its names and metadata that match
    shares : contribution of each typed word. shared : visual words shared with the picture of term number `term`,
        the one that the photo shows best
    """

    written: tuple[TextLine, ...] = ()
    fields: tuple[FieldMatch, ...] = ()
    shares: tuple[WordShare, ...] = ()
    shared: SharedWords | None = None
    term: int | None = None


Explanations = Mapping[PhotoId, Explanation]


def explain(library: Library, terms: Sequence[Term], hits: Sequence[Hit], *, whole: bool) -> Explanations:
    """Ask a library for the reasons of hits. whole : all reasons, not only recognised text"""
    typed = [term.text for term in terms if term.text is not None and term.sign > 0]
    photos = [hit.photo for hit in hits]
    written = library.text.places(photos, typed) if typed and photos else {}
    if not whole:
        return {photo: Explanation(written=tuple(lines)) for photo, lines in written.items()}
    fields = library.reasons.fields(terms, photos) if typed else {}
    seen = any(place.engine == "semantic" for hit in hits for place in hit.engines)
    shares = library.reasons.word_shares(terms, photos) if typed and seen else {}
    explained = {}
    for hit in hits:
        at, shared = _share(library, terms, hit)
        explained[hit.photo] = Explanation(
            written=tuple(written.get(hit.photo, ())),
            fields=fields.get(hit.photo, ()),
            shares=shares.get(hit.photo, ()),
            shared=shared,
            term=at,
        )
    return explained


def _share(library: Library, terms: Sequence[Term], hit: Hit) -> tuple[int | None, SharedWords | None]:
    """The number of the picture that a hit shows best, or of the first picture, and their shared visual words."""
    if all(place.engine != "match" for place in hit.engines):
        return None, None
    best = max(hit.evidence, key=lambda evidence: evidence.inliers, default=None)
    pictures = [at for at, term in enumerate(terms) if term.text is None and term.sign > 0]
    at = best.term if best is not None else next(iter(pictures), None)
    if at is None:
        return None, None
    term = terms[at] if best is None or best.via is None else Term(photo=best.via.photo, marked=True)
    mirrored = best is not None and best.mirrored
    return at, library.reasons.shared_words(term, hit.photo, top=_TOP_WORDS, mirrored=mirrored)


def explanation_lines(explained: Explanation) -> Iterator[str]:
    """Lines below a hit, indented so that a script can tell them from hits."""
    for word in explained.written:
        x, y = word.quad[0]
        yield (
            f"\twritten: {printable(word.text)} at {x:.0f},{y:.0f}, read with {word.confidence:.0%} confidence"
        )
    for field in explained.fields:
        words = ", ".join(map(printable, field.words))
        yield f"\tfound by {FIELDS[field.field]}: {words} in “{printable(field.text)}”"
    if explained.shares:
        yield "\twords: " + ", ".join(map(share_text, explained.shares))
    if explained.shared is not None and explained.shared.words:
        yield f"\tshared: {shared_text(explained.shared)}"


def share_text(share: WordShare) -> str:
    return f"{'−' if share.sign < 0 else ''}{printable(share.word)} {share.share:+.2f}"


def shared_text(shared: SharedWords) -> str:
    """The number of shared visual words, and the ones with the largest shares."""
    heaviest = ", ".join(map(word_text, shared.words[:_SHOWN_WORDS]))
    return f"{shared.shared} of {shared.of} visual words; most by {heaviest}"


def word_text(word: SharedWord) -> str:
    photos = f"{word.photos} photo{'s' * (word.photos != 1)}"
    return f"no. {word.word} (in {photos}, idf {word.idf:.1f}, {word.share:.0%})"


def explanation_json(explained: Explanation) -> dict[str, object]:
    """The keys of a hit that say why it is one; docs/reference.md explains them."""
    return {
        "written": [
            {"text": word.text, "corners": _rounded(word.quad), "confidence": word.confidence}
            for word in explained.written
        ],
        "fields": [
            {"field": field.field, "words": list(field.words), "text": field.text}
            for field in explained.fields
        ],
        "words": [
            {"word": share.word, "sign": share.sign, "weight": share.weight, "share": round(share.share, 4)}
            for share in explained.shares
        ],
        "shared": None if explained.shared is None else _shared_json(explained.shared, explained.term),
    }


def _shared_json(shared: SharedWords, term: int | None) -> dict[str, object]:
    return {
        "term": term,
        "shared": shared.shared,
        "of": shared.of,
        "photos": shared.photos,
        "words": [
            {
                "word": word.word,
                "idf": round(word.idf, 4),
                "photos": word.photos,
                "share": round(word.share, 4),
                "query": _rounded(word.query_xy.tolist()),
                "photo": _rounded(word.photo_xy.tolist()),
            }
            for word in shared.words
        ],
    }


def _rounded(points: Sequence[Sequence[float]]) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
