"""The words of a query -> photos whose names or metadata have them, or in which they are written, by BM25.

Where they are written large, as in a title, they count for more than in small print. Then, unsure, photos in which much
of it is written, though not all, or misread. Where no other engine searches, filters and fields alone rank photos too,
newest first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Filters, PhotoId
from cbir.catalog import And, Catalog, Node, Words, wanted_words
from cbir.search.calibration import similar_score
from cbir.search.results import Answer, Candidate, Query, Ranking
from cbir.state import Snapshot

_MAX_LOOSE = 60  # photos that have words like those typed
HEAD = 20  # photos with all the words, of which those come first where they stand out
_LOOSE = 0.3  # of the likeness that a photo with all the words may have


class MetadataEngine:
    """Searches the catalog's full text. It abstains where a query has no words and another engine answers it."""

    def answer(
        self, query: Query, snapshot: Snapshot, on_partial: Callable[[Answer], None] = lambda answer: None
    ) -> Answer:
        return self.look_up(query, snapshot.catalog)

    def look_up(self, query: Query, catalog: Catalog) -> Answer:
        """Rank the photos that have the words of every text and, of several texts, those of each beside it."""
        question, alone = query.words, query.is_for_catalog_alone
        texts = question.ranked
        wanted = [(weight, words, False) for weight, words in texts] if len(texts) > 1 else []
        if texts or alone:
            together = sum(weight for weight, _ in texts) if texts else 1.0
            wanted.insert(0, (together, And(nodes=tuple(words for _, words in texts)), True))
        rankings = []
        total = None
        for weight, words, whole in wanted:
            matched = catalog.full_text.search([words, *question.demanded], question.filters, top=query.depth)
            found = catalog.photos.find_all([one.photo for one in matched])
            listed = [(found[one.photo], one.score) for one in matched if one.photo in found]
            if texts:  # equal scores by path, as everywhere
                listed.sort(key=lambda entry: (-entry[1], entry[0].path))
            candidates = [
                Candidate(
                    found=photo,
                    engine="metadata",
                    score=score,
                    likeness=similar_score(score),
                    strong=whole,  # it has all the words of the query, not those of one text only
                )
                for photo, score in listed
            ]
            if whole:
                known = {one.found.photo: one for one in candidates}
                candidates = [
                    known[photo]._replace(likeness=place.likeness)
                    for photo, place in zip(
                        large_letters_first(catalog, query, list(known)), candidates, strict=True
                    )
                ]
            if whole and len(candidates) < query.depth:
                candidates += _written_loosely(catalog, query, words, {one.found.photo for one in candidates})
            rankings.append(Ranking(weight=weight, candidates=tuple(candidates)))
        if alone and len(rankings) == 1:
            total = len(rankings[0].candidates)
            if total >= query.depth:
                everything = [*(words for _, words in texts), *question.demanded]
                total = catalog.full_text.count(everything, question.filters)
        return Answer(rankings=tuple(rankings), total=total)


def typed_words(node: Node) -> tuple[str, ...]:
    """The words to be found in a photo's writing, where all of a text are such; none where it has other parts."""
    if isinstance(node, Words):
        return (node.text,) if node.stemmed and node.field in (None, "written") else ()
    parts = [typed_words(child) for child in node.nodes] if isinstance(node, And) else []
    return tuple(word for part in parts for word in part) if all(parts) else ()


def find_written_loosely(
    catalog: Catalog, words: Node, demanded: Sequence[Node], filters: Filters, *, top: int
) -> list[tuple[PhotoId, float]]:
    """Photos that fit the filters and have much of the words, or words like them; with the share, best first."""
    typed = typed_words(words)
    found = catalog.written.search_loosely(typed, top=top) if typed else []
    if found and (demanded or filters != Filters()):
        allowed = set(catalog.full_text.in_order(demanded, filters, order="added", backwards=False, top=None))
        found = [entry for entry in found if entry[0] in allowed]
    return found


def _written_loosely(catalog: Catalog, query: Query, words: Node, known: set[PhotoId]) -> list[Candidate]:
    question = query.words
    loose = find_written_loosely(catalog, words, question.demanded, question.filters, top=_MAX_LOOSE)
    found = catalog.photos.find_all([photo for photo, _ in loose if photo not in known])
    return [
        Candidate(found=found[photo], engine="metadata", score=share, likeness=similar_score(share * _LOOSE))
        for photo, share in loose
        if photo in found
    ]


def large_letters_first(catalog: Catalog, query: Query, photos: Sequence[PhotoId]) -> list[PhotoId]:
    """The same, of the first those in which the words were read in the order of how much they stand out there."""
    head = list(photos[:HEAD])
    stand_out = catalog.written.prominence(head, asked_words(query))
    read = [photo for photo in head if stand_out.get(photo)]
    ordered = iter(sorted(read, key=lambda photo: -stand_out[photo]))
    return [next(ordered) if stand_out.get(photo) else photo for photo in head] + list(photos[HEAD:])


def asked_words(query: Query) -> tuple[str, ...]:
    """What was typed and may be written in a photo, but for words that are not wanted."""
    return tuple(
        word
        for term in query.terms
        if term.text is not None and term.sign > 0
        for word in wanted_words(term.text)
    )


def allowed_documents(catalog: Catalog, query: Query) -> NDArray[np.int64] | None:
    """The documents that fit the filters and fields of a query, ascending; None: any."""
    question = query.words
    if query.is_for_catalog_alone or not question.restricts:
        return None
    return catalog.full_text.allowed_documents(question.demanded, question.filters)


def allowed_expression(query: Query, snapshot: Snapshot) -> str | None:
    """The same in the words of Milvus, where the index is there and knows all that the query restricts."""
    mirror = snapshot.index.mirror
    if mirror is None or not query.words.restricts:
        return None
    return mirror.expression(query.words.demanded, query.words.filters)
