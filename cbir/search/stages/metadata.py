"""Typed words -> photos whose names or metadata have them, or in which they are written, by BM25.

Where they are written large, as in a title, they count for more than in small print. Then, unsure, photos in which much
of it is written, though not all, or misread. Where no other engine searches, filters and fields alone rank photos too,
newest first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cbir.base.types import PhotoId
from cbir.catalog import And, Catalog, Node, Words
from cbir.search.calibration import similar_score
from cbir.search.query import Query, TypedText
from cbir.search.results import Candidate, Ranking, StageResult
from cbir.search.stages.stage import Search, StageName, Timing

_MAX_LOOSE = 60  # photos that have words like those typed
HEAD = 20  # photos with all the words, of which those come first where they stand out
_LOOSE = 0.3  # of the likeness that a photo with all the words may have


@dataclass(frozen=True, slots=True, kw_only=True)
class MetadataStage:
    """Searches the catalog's full text."""

    name: StageName = "metadata"
    timing: Timing | None = "score"
    looking: None = None

    def applies(self, search: Search) -> bool:
        """True where words were typed, or no other engine could answer."""
        return bool(search.query.text.ranked) or search.query.is_for_catalog_alone

    def run(self, search: Search) -> StageResult:
        result = search_names(search.query, search.snapshot.catalog)
        if not search.query.is_for_catalog_alone:  # what comes next takes longer
            search.show("stored", result)
        return result


def search_names(query: Query, catalog: Catalog) -> StageResult:
    """Rank the photos that have the words of every text and, of several texts, those of each beside it."""
    text, alone = query.text, query.is_for_catalog_alone
    together = sum(weight for weight, _ in text.ranked) if text.ranked else 1.0
    rankings = [Ranking(weight=together, candidates=_with_all_words(query, catalog))]
    if len(text.ranked) > 1:
        rankings += [
            Ranking(weight=weight, candidates=_with_words([words], query, catalog))
            for weight, words in text.ranked
        ]
    total = None
    if alone and len(rankings) == 1:
        total = len(rankings[0].candidates)
        if total >= query.depth:
            total = catalog.full_text.count(query.conditions, text.filters)
    return StageResult(engine="metadata", rankings=tuple(rankings), total=total)


def _with_all_words(query: Query, catalog: Catalog) -> tuple[Candidate, ...]:
    words = [words for _, words in query.text.ranked]
    candidates = _with_words(words, query, catalog)
    by_photo = {candidate.photo.photo: candidate for candidate in candidates}
    order = large_letters_first(catalog, query.text, list(by_photo))
    strong = [
        by_photo[photo]._replace(likeness=candidate.likeness, strong=True)
        for photo, candidate in zip(order, candidates, strict=True)
    ]
    if len(strong) >= query.depth:
        return tuple(strong)
    return (*strong, *_with_words_like(words, query.text, catalog, by_photo.keys()))


def _with_words(words: Sequence[Node], query: Query, catalog: Catalog) -> tuple[Candidate, ...]:
    text = query.text
    ranked = catalog.search([*words, *text.demanded], text.filters, top=query.depth)
    if text.ranked:  # equal scores by path, as everywhere
        ranked.sort(key=lambda entry: (-entry.score, entry.photo.path))
    return tuple(
        Candidate(photo=photo, engine="metadata", score=score, likeness=similar_score(score))
        for photo, score in ranked
    )


def _with_words_like(
    words: Sequence[Node], text: TypedText, catalog: Catalog, but: Collection[PhotoId]
) -> list[Candidate]:
    ranked = catalog.search_loosely(typed_words(words), text.demanded, text.filters, top=_MAX_LOOSE, but=but)
    return [
        Candidate(photo=photo, engine="metadata", score=share, likeness=similar_score(share * _LOOSE))
        for photo, share in ranked
    ]


def typed_words(parts: Sequence[Node]) -> tuple[str, ...]:
    """The words to be found in recognised text, where all parts are such; none where there are other parts."""
    words = [_typed_words(part) for part in parts]
    return tuple(word for part in words for word in part) if all(words) else ()


def _typed_words(node: Node) -> tuple[str, ...]:
    if isinstance(node, Words):
        return (node.text,) if node.stemmed and node.field in (None, "written") else ()
    return typed_words(node.nodes) if isinstance(node, And) else ()


def large_letters_first(catalog: Catalog, text: TypedText, photos: Sequence[PhotoId]) -> list[PhotoId]:
    """The same photos; of the first, those with recognised words in the order of how much the words stand out there."""
    head = list(photos[:HEAD])
    if not head or not text.words:
        return list(photos)
    stand_out = catalog.written.prominence(head, text.words)
    lettered = [photo for photo in head if stand_out.get(photo)]
    ordered = iter(sorted(lettered, key=lambda photo: -stand_out[photo]))
    return [next(ordered) if stand_out.get(photo) else photo for photo in head] + list(photos[HEAD:])
