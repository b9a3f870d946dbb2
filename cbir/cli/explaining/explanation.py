"""A library, a query and its hits -> the reasons of each, and how they are said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cbir.base.types import FieldMatch, Hit, PhotoId, SharedWord, SharedWords, Term, TextLine, WordShare
from cbir.cli.console import printable

if TYPE_CHECKING:
    from cbir.library import Library

_TOP_WORDS = 12
_SAID_WORDS = 3
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
    """Why one photo is a hit.

    written : words that were read in it and fit. fields : of names and metadata that fit
    shares : what each word of the texts adds. shared : with the picture that it shows best, which is term `term`
    """

    written: tuple[TextLine, ...] = ()
    fields: tuple[FieldMatch, ...] = ()
    shares: tuple[WordShare, ...] = ()
    shared: SharedWords | None = None
    term: int | None = None


Explanations = Mapping[PhotoId, Explanation]


def explain(library: Library, terms: Sequence[Term], hits: Sequence[Hit], *, whole: bool) -> Explanations:
    """Ask a library why hits are hits. whole : all of it, and not only what was read in them"""
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
    """The picture that a hit shows best, or the first one, and what the two share."""
    if all(place.engine != "match" for place in hit.engines):
        return None, None
    best = max(hit.evidence, key=lambda one: one.inliers, default=None)
    pictures = [at for at, term in enumerate(terms) if term.text is None and term.sign > 0]
    at = best.term if best is not None else next(iter(pictures), None)
    if at is None:
        return None, None
    term = terms[at] if best is None or best.via is None else Term(photo=best.via.photo, marked=True)
    mirrored = best is not None and best.mirrored
    return at, library.reasons.shared_words(term, hit.photo, top=_TOP_WORDS, mirrored=mirrored)


def explanation_lines(explained: Explanation) -> Iterator[str]:
    """What is said under a hit: indented, so that a script tells it from one."""
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


def share_text(one: WordShare) -> str:
    return f"{'−' if one.sign < 0 else ''}{printable(one.word)} {one.share:+.2f}"


def shared_text(shared: SharedWords) -> str:
    """How many visual words are shared, and the heaviest of them."""
    said = ", ".join(map(word_text, shared.words[:_SAID_WORDS]))
    return f"{shared.shared} of {shared.of} visual words; most by {said}"


def word_text(one: SharedWord) -> str:
    photos = f"{one.photos} photo{'s' * (one.photos != 1)}"
    return f"no. {one.word} (in {photos}, idf {one.idf:.1f}, {one.share:.0%})"


def explanation_json(explained: Explanation) -> dict[str, object]:
    """The keys of a hit that say why it is one; docs/reference.md explains them."""
    return {
        "written": [
            {"text": word.text, "corners": _rounded(word.quad), "confidence": word.confidence}
            for word in explained.written
        ],
        "fields": [
            {"field": one.field, "words": list(one.words), "text": one.text} for one in explained.fields
        ],
        "words": [
            {"word": one.word, "sign": one.sign, "weight": one.weight, "share": round(one.share, 4)}
            for one in explained.shares
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
                "word": one.word,
                "idf": round(one.idf, 4),
                "photos": one.photos,
                "share": round(one.share, 4),
                "query": _rounded(one.query_xy.tolist()),
                "photo": _rounded(one.photo_xy.tolist()),
            }
            for one in shared.words
        ],
    }


def _rounded(points: Sequence[Sequence[float]]) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
