"""Typed words -> photos with these words in names, metadata or recognised text, by BM25.

Large words, as in a title, count more than small print. After these hits come weak ones: photos with some of the
words, the most telling first, and photos whose text was misread. If no other engine searches, filters and fields alone
also list photos, newest first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from cbir.base.folding import fold
from cbir.base.types import PhotoId
from cbir.catalog import (
    And,
    Catalog,
    Meanings,
    Node,
    Or,
    RankedPhoto,
    Words,
    distinct_words,
    named_only,
    without_meanings,
)
from cbir.search.calibration import similar_score
from cbir.search.meaning import WordMeanings
from cbir.search.query import Query, TypedText, wait_for_encoding
from cbir.search.results import Candidate, Ranking, StageResult
from cbir.search.stages.stage import Search, StageName, Timing

_MAX_LOOSE = 60  # photos with words similar to the typed ones
HEAD = 20  # first photos with all the words, which are sorted by how much the words stand out
_MOST = 0.5  # share of the words' information that a photo must have beside the hits of another engine
_OF_FACTS = 0.1  # share of photos that fit the dates and places of a sentence, but none of its words
_WIDER = 0.6  # share of a photo with the word for the thing that the typed one is a kind of
_LOOSE = 0.3  # factor of the likeness of a photo with only similar words


@dataclass(frozen=True, slots=True, kw_only=True)
class MetadataStage:
    """Searches the catalog's full text."""

    name: StageName = "metadata"
    timing: Timing | None = "score"
    looking: None = None

    def applies(self, search: Search) -> bool:
        """True if words were typed, or no other engine can answer."""
        return bool(search.query.text.ranked) or search.query.is_for_catalog_alone

    def run(self, search: Search) -> StageResult:
        result = search_names(search.query, search.snapshot.catalog)
        if not search.query.is_for_catalog_alone:  # the next stages take longer
            search.show("stored", result)
        return result


@dataclass(frozen=True, slots=True, kw_only=True)
class MeaningsStage:
    """Adds photos with words that mean the same as the typed ones, in any language that the model knows.

    It comes late, so that no hit waits for the text tower.
    """

    meanings: WordMeanings
    name: StageName = "meanings"
    timing: Timing | None = "encode"
    looking: None = None

    def applies(self, search: Search) -> bool:
        """True if a model encodes the typed words, and they are all there is."""
        return search.query.of_words is not None and bool(search.query.text.ranked)

    def run(self, search: Search) -> StageResult:
        query, typed = search.query, search.query.of_words
        assert typed is not None  # it applies
        vectors = wait_for_encoding(typed.embeddings, query.cancelled).vectors
        meanings = self.meanings.alike(typed.model, typed.words, vectors)
        if not meanings:
            return search.results["metadata"]
        return search_names(_excluding(query, meanings), search.snapshot.catalog, meanings)


def search_names(
    query: Query,
    catalog: Catalog,
    meanings: Meanings = MappingProxyType({}),
) -> StageResult:
    """Rank the photos that have the words of all texts. For several texts, add a ranking for each text.

    meanings : words of the library that mean the same as typed ones
    """
    if query.text.demanded:
        query = _excluding(query, catalog.full_text.meanings(query.text.demanded))
    text, alone = query.text, query.is_for_catalog_alone
    total_weight = sum(weight for weight, _ in text.ranked) if text.ranked else 1.0
    rankings = [Ranking(weight=total_weight, candidates=_with_all_words(query, catalog, meanings))]
    if len(text.ranked) > 1:
        rankings += [
            Ranking(weight=weight, candidates=_with_words([words], query, catalog))
            for weight, words in text.ranked
        ]
    total = None
    if alone and len(rankings) == 1:
        total = sum(candidate.strong for candidate in rankings[0].candidates)
        if total >= query.depth:
            total = catalog.full_text.count(query.conditions, text.filters)
    return StageResult(engine="metadata", rankings=tuple(rankings), total=total)


def _excluding(query: Query, meanings: Meanings) -> Query:
    """The query without photos that have words of the same meaning as excluded ones."""
    typed = {fold(word) for word in distinct_words([node for _, node in query.text.ranked])}
    excluded = {  # a name such as Porto keeps its own meaning
        word: others for word, others in meanings.items() if typed.isdisjoint(map(fold, others))
    }
    if not excluded:
        return query
    demanded = tuple(without_meanings(node, excluded) for node in query.text.demanded)
    return replace(query, text=replace(query.text, demanded=demanded))


def _with_all_words(query: Query, catalog: Catalog, meanings: Meanings) -> tuple[Candidate, ...]:
    """First the photos with the words themselves, then those with synonyms, then those with longer words."""
    text, words = query.text, [words for _, words in query.text.ranked]
    if not words:  # fields and filters alone: each photo fits them
        return tuple(
            candidate._replace(strong=True, strength=1.0) for candidate in _with_words(words, query, catalog)
        )
    ranked = catalog.search_in_turn(words, text.demanded, text.filters, top=query.depth, meanings=meanings)
    candidates = _as_candidates(ranked)
    by_photo = {candidate.photo.photo: candidate for candidate in candidates}
    order = large_letters_first(catalog, text, list(by_photo))
    strong = [
        by_photo[photo]._replace(likeness=candidate.likeness, strong=True, strength=1.0)
        for photo, candidate in zip(order, candidates, strict=True)
    ]
    none_after = query.is_for_catalog_alone and not query.left_out  # photos with some of the words are last
    if len(strong) >= (query.options.top if none_after else query.depth):
        return tuple(strong)
    return (*strong, *_with_some_words(words, query, catalog, by_photo.keys(), meanings))


def _with_some_words(
    words: Sequence[Node], query: Query, catalog: Catalog, excluded: Collection[PhotoId], meanings: Meanings
) -> list[Candidate]:
    """Photos with some of the words, or with misread ones, by the share of the words' information."""
    text, alone = query.text, query.is_for_catalog_alone
    loose, fixed = _droppable(words)
    typed = typed_words(words)
    demanded = [*fixed, *text.demanded]
    partly = catalog.search_partly(loose, demanded, text.filters, top=_MAX_LOOSE, meanings=meanings)
    misread = catalog.search_loosely(typed, text.demanded, text.filters, top=_MAX_LOOSE, excluded=excluded)
    if not (partly or misread or excluded) and alone and text.facts:
        # No photo has the words: those of the place or the date are better than nothing.
        partly = [
            match._replace(score=_OF_FACTS)
            for match in catalog.search(text.demanded, text.filters, top=_MAX_LOOSE)
        ]
    if not excluded and (wider := catalog.full_text.wider(words)):
        named = [named_only(word) for word in words]
        ranked = catalog.search_in_turn(named, text.demanded, text.filters, top=_MAX_LOOSE, meanings=wider)
        partly = [*(match._replace(score=_WIDER) for match in ranked), *partly]
    least = 0.0 if alone else _MOST
    shares: dict[PhotoId, Candidate] = {}
    for photo, share in sorted((*misread, *partly), key=lambda entry: -entry[1]):
        if photo.photo not in excluded and (share >= least or (photo, share) in misread):
            shares.setdefault(
                photo.photo,
                Candidate(
                    photo=photo, engine="metadata", score=share, likeness=similar_score(share * _LOOSE)
                ),
            )
    return [*shares.values()]


def _with_words(words: Sequence[Node], query: Query, catalog: Catalog) -> tuple[Candidate, ...]:
    text = query.text
    ranked = catalog.search([*words, *text.demanded], text.filters, top=query.depth)
    if words:  # equal scores in the order of paths, as everywhere
        ranked.sort(key=lambda entry: (-entry.score, entry.photo.path))
    return _as_candidates(ranked)


def _as_candidates(ranked: Sequence[RankedPhoto]) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(photo=photo, engine="metadata", score=score, likeness=similar_score(score))
        for photo, score in ranked
    )


def _droppable(parts: Sequence[Node]) -> tuple[list[Words], list[Node]]:
    """The words that a photo may lack, and the parts that it must have: phrases, fields, alternatives."""
    parts = [named_only(part) if isinstance(part, Or) else part for part in parts]
    flat = [node for part in parts for node in (part.nodes if isinstance(part, And) else (part,))]
    loose, fixed = list[Words](), list[Node]()
    for node in flat:
        if isinstance(node, Words) and node.stemmed and node.field is None:
            loose.append(node)
        else:
            fixed.append(node)
    return loose, fixed


def typed_words(parts: Sequence[Node]) -> tuple[str, ...]:
    """The words to find in recognised text; none if a part is anything else."""
    words = [_typed_words(named_only(part) if isinstance(part, Or) else part) for part in parts]
    return tuple(word for part in words for word in part) if all(words) else ()


def _typed_words(node: Node) -> tuple[str, ...]:
    if isinstance(node, Words):
        return (node.text,) if node.stemmed and node.field in (None, "written") else ()
    return typed_words(node.nodes) if isinstance(node, And) else ()


def large_letters_first(catalog: Catalog, text: TypedText, photos: Sequence[PhotoId]) -> list[PhotoId]:
    """The same photos. Among the first, photos with recognised words are sorted by how much these words stand out."""
    head = list(photos[:HEAD])
    if not head or not text.words:
        return list(photos)
    stand_out = catalog.written.prominence(head, text.words)
    lettered = [photo for photo in head if stand_out.get(photo)]
    ordered = iter(sorted(lettered, key=lambda photo: -stand_out[photo]))
    return [next(ordered) if stand_out.get(photo) else photo for photo in head] + list(photos[HEAD:])
