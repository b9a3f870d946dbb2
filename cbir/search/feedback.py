"""Hits that were marked right or wrong -> learned visual words and embeddings, with which the search continues.

    q' = 8 q + 16 / |R| * sum of the right ones - 4 / |N| * sum of the wrong ones, all of length 1

Rocchio, "Relevance feedback in information retrieval", in Salton (ed.), "The SMART retrieval system", 1971. Words with
a negative weight are dropped, and only the heaviest of the others are used: Salton and Buckley, JASIS 41(4), 1990.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import QueryUnusable
from cbir.base.messages import Message
from cbir.base.types import Hit, PhotoId, QueryFeatures, SearchOptions, SearchResult, Term
from cbir.search.query import DescribedTerm
from cbir.visual_words import InvertedIndex

QUERY, RIGHT, WRONG = 8.0, 16.0, 4.0
TOP_WORDS = 3000  # as many as a query picture has features
MOST_COMPARED = 5  # right photos, the last ones marked, with which other photos are compared point by point

ASSUMED = 3  # hits that an expanded search assumes to be right; docs/benchmarks.md says how many are not
_COMPARED_HITS = 10  # hits before and after, compared to report how far a search drifted

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The marked pictures of a query, described. right, wrong : in the order in which they were marked"""

    right: tuple[DescribedTerm, ...] = ()
    wrong: tuple[DescribedTerm, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.right or self.wrong)


def divide(
    terms: Sequence[Term], described: Iterable[DescribedTerm]
) -> tuple[tuple[DescribedTerm, ...], Marks]:
    """Divide a query into pictures to search for, and marks. If it has only marks, the first right one is a picture."""
    pictures: list[DescribedTerm] = []
    right: list[DescribedTerm] = []
    wrong: list[DescribedTerm] = []
    for picture in described:
        kind = pictures if not terms[picture.term].marked else right if picture.sign > 0 else wrong
        kind.append(picture)
    if right and not any(picture.sign > 0 for picture in pictures):
        pictures.append(right.pop(0))
    return tuple(pictures), Marks(right=tuple(right), wrong=tuple(wrong))


def marked_wrong(terms: Iterable[Term]) -> frozenset[PhotoId]:
    """The photos of the library that were marked wrong."""
    return frozenset(term.photo for term in terms if term.marked and term.sign < 0 and term.photo is not None)


def check_marks(terms: Sequence[Term]) -> None:
    """Raise QueryUnusable if a photo is marked both right and wrong, or is searched for and marked wrong."""

    def source(term: Term) -> tuple[object, ...]:
        return (term.path, term.data, term.photo)

    wrong = {source(term): term for term in terms if term.marked and term.sign < 0}
    for term in terms:
        if term.sign > 0 and term.text is None and source(term) in wrong:
            named = "A photo" if term.path is None else str(term.path)
            raise QueryUnusable(
                "{0} is marked both right and wrong for this search. Remove one of the marks.", named
            )


def search_expanded(
    search: Callable[[Sequence[Term], SearchOptions], SearchResult],
    terms: Sequence[Term],
    options: SearchOptions,
) -> SearchResult:
    """Search, and search again with the first hits marked right, although nobody has looked at them.

    If they are wrong, the search drifts to what they show. The notes therefore name them, and the number of new hits.
    Hits only by names and metadata are not used, since there is nothing to learn from them.
    """
    whole = replace(options, expand=False, skip=0, sort="score", top=max(options.top, _COMPARED_HITS))
    first = search(terms, whole)
    sources = {source for term in terms for source in (term.path, term.photo) if source is not None}
    assumed = [
        hit
        for hit in first.hits
        if any(place.engine != "metadata" for place in hit.engines) and not sources & {hit.path, hit.photo}
    ][:ASSUMED]
    if not assumed:
        return replace(first, notes=(*first.notes, Message("There is no hit to expand the search with.")))
    marks = [Term(photo=hit.photo, marked=True) for hit in assumed]
    result = search([*terms, *marks], replace(options, expand=False))
    before = {hit.photo for hit in first.hits[:_COMPARED_HITS]}
    after = result.hits if not options.skip else ()
    return replace(
        result,
        took_ms=replace(result.took_ms, total=first.took_ms.total + result.took_ms.total),
        assumed=tuple(hit.path for hit in assumed),
        notes=(*dict.fromkeys((*first.notes, *result.notes)), *_drift(assumed, before, after)),
    )


def _drift(assumed: Sequence[Hit], before: Set[PhotoId], after: Sequence[Hit]) -> Iterator[Message]:
    names = ", ".join(hit.path.name for hit in assumed)
    verified = sum(hit.verified for hit in assumed)
    yield Message(
        "Searched again as if these hits were right, {0} of {1} verified: {2}.", verified, len(assumed), names
    )
    others = sum(hit.photo not in before for hit in after[:_COMPARED_HITS])
    if others:
        yield Message(
            "{0} of the first {1} hits were not among them before.", others, len(after[:_COMPARED_HITS])
        )


def learned_term(
    term: DescribedTerm, marks: Marks, indexes: Iterable[tuple[str, InvertedIndex]]
) -> DescribedTerm:
    """A term with the words and weights that Rocchio's formula gives, instead of its own.

    indexes : (codebook's fingerprint, its index). A picture without words of a codebook does not change them.
    """
    if not marks or term.sign < 0:
        return term
    pictures = [
        (term, RIGHT / (len(marks.right) + 1) if term.marked else QUERY),
        *((mark, RIGHT / (len(marks.right) + term.marked)) for mark in marks.right),
        *((mark, -WRONG / len(marks.wrong)) for mark in marks.wrong),
    ]
    features = dict(term.features)
    for codebook, index in indexes:
        shares = [
            (upright, share)
            for picture, share in pictures
            if (upright := picture.features[codebook][0]) is not None
        ]
        upright, flipped = term.features[codebook]
        if upright is not None:
            features[codebook] = (learned_words(shares, index.idf), flipped)
    return replace(term, features=features)


def learned_words(
    shares: Sequence[tuple[QueryFeatures, float]], idf: Vector, *, most: int = TOP_WORDS
) -> QueryFeatures:
    """The features whose words remain, from all pictures with a positive share, with an emphasis for each feature.

    shares : the query's share comes first, above 0. idf : (K,) by word
    The positions come from several pictures, so the features serve only for ranking. In a query without marks, a
    feature that is the only one with its word has the emphasis 1.
    """
    vectors = [_tf_idf(picture, idf) for picture, _ in shares]
    lengths = [max(float(np.linalg.norm(vector)), 1e-12) for vector in vectors]
    weight = np.zeros(len(idf))
    for (_, share), vector, length in zip(shares, vectors, lengths, strict=True):
        weight += share / length * vector
    weight = np.maximum(weight, 0)
    if np.count_nonzero(weight) > most:
        weight[weight < np.partition(weight, len(weight) - most)[len(weight) - most]] = 0
    positive = [picture for picture, share in shares if share > 0]
    words = np.concatenate([picture.words for picture in positive])
    order = np.argsort(words, kind="stable")
    order = order[weight[words[order]] > 0]
    chosen_words = words[order]
    # The features of a word share its weight, since each of them finds the postings near its own signature.
    features = np.bincount(words, minlength=len(idf))[chosen_words]
    emphasis = weight[chosen_words] / (idf[chosen_words] * features) * (lengths[0] / shares[0][1])
    return replace(
        shares[0][0],
        words=chosen_words,
        signatures=np.concatenate([picture.signatures for picture in positive])[order],
        projected=np.concatenate([picture.projected for picture in positive])[order],
        xy=np.concatenate([picture.xy for picture in positive])[order],
        sigma=np.concatenate([picture.sigma for picture in positive])[order],
        angle=np.concatenate([picture.angle for picture in positive])[order],
        emphasis=emphasis.astype(np.float32),
    )


def learned_direction(query: Vector | None, right: Sequence[Vector], wrong: Sequence[Vector]) -> Vector:
    """Rocchio's formula for embeddings of length 1: (d,), not of length 1. query : None if there are only marks"""
    total = QUERY * query if query is not None else np.zeros_like(right[0])
    for vectors, share in ((right, RIGHT), (wrong, -WRONG)):
        for vector in vectors:
            total = total + np.float32(share / len(vectors)) * vector
    return np.asarray(total, np.float32)


def _tf_idf(picture: QueryFeatures, idf: Vector) -> NDArray[np.float64]:
    tf = np.bincount(picture.words, minlength=len(idf))
    return np.where(tf > 0, 1 + np.log(np.maximum(tf, 1)), 0) * idf
