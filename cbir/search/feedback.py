"""Hits that were called right or wrong -> what is searched for from then on: words and embeddings that are learned.

    q' = 8 q + 16 / |R| * sum of the right ones - 4 / |N| * sum of the wrong ones, all of length 1

Rocchio, "Relevance feedback in information retrieval", in Salton (ed.), "The SMART retrieval system", 1971. No word
keeps a negative weight, and of the others only the heaviest are kept: Salton and Buckley, JASIS 41(4), 1990.
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
MOST_COMPARED = 5  # right photos, the last ones marked, that others are compared with point by point

ASSUMED = 3  # hits that a search takes for right by itself; docs/benchmarks.md says how many of them are not
_COMPARED_HITS = 10  # before and after, to tell how far a search drifted

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
    """Divide a query into pictures to search for, and marks. Of marks alone, the first right one is searched for."""
    asked: list[DescribedTerm] = []
    right: list[DescribedTerm] = []
    wrong: list[DescribedTerm] = []
    for picture in described:
        kind = asked if not terms[picture.term].marked else right if picture.sign > 0 else wrong
        kind.append(picture)
    if right and not any(picture.sign > 0 for picture in asked):
        asked.append(right.pop(0))
    return tuple(asked), Marks(right=tuple(right), wrong=tuple(wrong))


def marked_wrong(terms: Iterable[Term]) -> frozenset[PhotoId]:
    """The photos that were called wrong, as far as the library has them."""
    return frozenset(term.photo for term in terms if term.marked and term.sign < 0 and term.photo is not None)


def check_marks(terms: Sequence[Term]) -> None:
    """Raise QueryUnusable where a photo was called right and wrong, or is searched for and called wrong."""

    def source(term: Term) -> tuple[object, ...]:
        return (term.path, term.data, term.photo)

    wrong = {source(term): term for term in terms if term.marked and term.sign < 0}
    for term in terms:
        if term.sign > 0 and term.text is None and source(term) in wrong:
            named = "A photo" if term.path is None else str(term.path)
            raise QueryUnusable(
                "{0} was called right and wrong for the same search. Take one of the two marks back.", named
            )


def search_expanded(
    search: Callable[[Sequence[Term], SearchOptions], SearchResult],
    terms: Sequence[Term],
    options: SearchOptions,
) -> SearchResult:
    """Search, and once more with the first hits marked as right, though nobody looked at them.

    Where they are wrong the search drifts off to what they show: the notes name them, and how many hits are others now.
    Hits by names and metadata alone have nothing to learn from.
    """
    whole = replace(options, expand=False, skip=0, sort="score", top=max(options.top, _COMPARED_HITS))
    first = search(terms, whole)
    asked = {source for term in terms for source in (term.path, term.photo) if source is not None}
    assumed = [
        hit
        for hit in first.hits
        if any(place.engine != "metadata" for place in hit.engines) and not asked & {hit.path, hit.photo}
    ][:ASSUMED]
    if not assumed:
        return replace(
            first, notes=(*first.notes, Message("Nothing was found that the search could be expanded by."))
        )
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
        "Taken for right without asking, {0} of {1} of them verified: {2}.", verified, len(assumed), names
    )
    others = sum(hit.photo not in before for hit in after[:_COMPARED_HITS])
    if others:
        yield Message(
            "{0} of the first {1} hits were not among them before.", others, len(after[:_COMPARED_HITS])
        )


def learned_term(
    term: DescribedTerm, marks: Marks, indexes: Iterable[tuple[str, InvertedIndex]]
) -> DescribedTerm:
    """The term to search for in the place of another: the words that Rocchio leaves, with their weights.

    indexes : (codebook's fingerprint, its index). A picture without words of a codebook has no say in them.
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
    """The features of the pictures with a positive share whose words are kept, and what each feature counts for.

    shares : the first one is the query's, above 0. idf : (K,) by word
    The geometry is that of several pictures: these features are for ranking alone. Of a query without marks, each
    feature that has its word for itself counts 1.
    """
    vectors = [_tf_idf(picture, idf) for picture, _ in shares]
    lengths = [max(float(np.linalg.norm(vector)), 1e-12) for vector in vectors]
    weight = np.zeros(len(idf))
    for (_, share), vector, length in zip(shares, vectors, lengths, strict=True):
        weight += share / length * vector
    weight = np.maximum(weight, 0)
    if np.count_nonzero(weight) > most:
        weight[weight < np.partition(weight, len(weight) - most)[len(weight) - most]] = 0
    kept_of = [picture for picture, share in shares if share > 0]
    words = np.concatenate([picture.words for picture in kept_of])
    order = np.argsort(words, kind="stable")
    order = order[weight[words[order]] > 0]
    kept = words[order]
    # A word's weight is shared by the features that have it: each finds the postings that are like itself.
    features = np.bincount(words, minlength=len(idf))[kept]
    emphasis = weight[kept] / (idf[kept] * features) * (lengths[0] / shares[0][1])
    return replace(
        shares[0][0],
        words=kept,
        signatures=np.concatenate([picture.signatures for picture in kept_of])[order],
        projected=np.concatenate([picture.projected for picture in kept_of])[order],
        xy=np.concatenate([picture.xy for picture in kept_of])[order],
        sigma=np.concatenate([picture.sigma for picture in kept_of])[order],
        angle=np.concatenate([picture.angle for picture in kept_of])[order],
        emphasis=emphasis.astype(np.float32),
    )


def learned_direction(query: Vector | None, right: Sequence[Vector], wrong: Sequence[Vector]) -> Vector:
    """The same for embeddings, all of length 1: (d,), not yet of length 1. query : None where only marks are there"""
    total = QUERY * query if query is not None else np.zeros_like(right[0])
    for vectors, share in ((right, RIGHT), (wrong, -WRONG)):
        for vector in vectors:
            total = total + np.float32(share / len(vectors)) * vector
    return np.asarray(total, np.float32)


def _tf_idf(picture: QueryFeatures, idf: Vector) -> NDArray[np.float64]:
    tf = np.bincount(picture.words, minlength=len(idf))
    return np.where(tf > 0, 1 + np.log(np.maximum(tf, 1)), 0) * idf
