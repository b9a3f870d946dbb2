"""The text terms and filters of a query -> one ranked list for each text, and the photos that any hit may be.

A text term's words are searched in names and metadata; the fields in it, such as camera:fuji, restrict the hits
of every engine, as filters do. What fits a subtracted text is left out of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cbir.catalog import And, Catalog, Found, Node, Not, is_words, parse_query
from cbir.errors import QueryUnusable
from cbir.types import Filters, SearchOptions, Term


@dataclass(frozen=True, slots=True, kw_only=True)
class TextQuestion:
    """What the texts of a query ask for.

    ranked : (weight, words) of each text that has words. demanded : what every hit fits
    """

    ranked: tuple[tuple[float, Node], ...] = ()
    demanded: tuple[Node, ...] = ()
    filters: Filters = field(default_factory=Filters)

    @property
    def restricts(self) -> bool:
        return bool(self.demanded) or self.filters != Filters()


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRanking:
    """Photos and BM25 scores, best first."""

    weight: float
    photos: tuple[tuple[Found, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextAnswer:
    """rankings : one for each text with words; of a question without any, the photos that fit, newest first.

    allowed : documents that a hit of another engine may be, ascending; None: any
    """

    rankings: tuple[TextRanking, ...] = ()
    allowed: NDArray[np.int64] | None = None


def read_question(terms: Sequence[Term], options: SearchOptions) -> TextQuestion:
    """Parse the texts among the terms. Raises QueryUnusable where one makes no sense or asks for nothing."""
    ranked: list[tuple[float, Node]] = []
    demanded: list[Node] = []
    for term in terms:
        if term.text is None:
            continue
        node = parse_query(term.text)
        parts = node.nodes if isinstance(node, And) else (node,)
        if not parts:
            raise QueryUnusable(f"There is nothing to search for in: {term.text}")
        if term.sign < 0:
            demanded.append(Not(node=node))
            continue
        words = tuple(part for part in parts if is_words(part))
        if words:
            ranked.append((term.weight, words[0] if len(words) == 1 else And(nodes=words)))
        demanded += [part for part in parts if not is_words(part)]
    return TextQuestion(ranked=tuple(ranked), demanded=tuple(demanded), filters=options.filters)


def answer_question(catalog: Catalog, question: TextQuestion, *, top: int, pictures: bool) -> TextAnswer:
    """Ask the catalog. top : photos of each ranking. pictures : the query has pictures beside its texts."""
    wanted = question.ranked or (() if pictures else ((1.0, And(nodes=())),))
    rankings = []
    for weight, words in wanted:
        matched = catalog.search_text([words, *question.demanded], question.filters, top=top)
        found = catalog.find_photos([one.photo for one in matched])
        listed = [(found[one.photo], one.score) for one in matched if one.photo in found]
        if question.ranked:  # equal scores by path, as everywhere
            listed.sort(key=lambda entry: (-entry[1], entry[0].path))
        rankings.append(TextRanking(weight=weight, photos=tuple(listed)))
    allowed = None
    if pictures and question.restricts:
        allowed = catalog.allowed_documents(question.demanded, question.filters)
    return TextAnswer(rankings=tuple(rankings), allowed=allowed)
