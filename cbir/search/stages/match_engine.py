"""The pictures of a query -> features -> shortlist by words -> verified by geometry -> candidates with their evidence.

Several terms are searched one by one; what verifiably shows a subtracted one is refused. From marked hits the ranking
learns, and photos are compared with the right ones too. Where nothing shows the same thing, it is looked for once more:
where the nearest neighbours of its details lie, as a mirror shows it, then by guided matching.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from cbir.base.errors import Cancelled
from cbir.base.types import (
    EngineRank,
    Evidence,
    FoundBy,
    Hit,
    Ingredient,
    PhotoId,
    QueryFeatures,
    Timings,
    Via,
    Weighting,
)
from cbir.catalog import Found
from cbir.matching import MatchOptions, Shortlist, vote_nearest
from cbir.search.feedback import MOST_COMPARED, divide, learned_term, marked_wrong
from cbir.search.query import DescribedTerm, mirror_query
from cbir.search.results import SHORTLIST, Answer, Candidate, Query, Ranking
from cbir.search.stages.comparing import (
    WIDE,
    Comparison,
    Scored,
    Seen,
    Shortlists,
    Verify,
    candidates_of,
    comparisons_of,
    score_each,
    score_photos,
    verify_photos,
)
from cbir.state import Snapshot
from cbir.visual_words import ScoringOptions

_REACH = 1000  # photos of the wide ranking in whose details a query's look for their nearest neighbours
_FURTHER = 30  # the best of these that are compared where the first look found nothing

_Item = TypeVar("_Item")


class MatchEngine:
    """Compares pictures by their local features. It abstains where a query has no picture.

    without : ingredients to leave out, for measuring. hamming: signatures, words count by tf-idf; burstiness: the root
    over a word's matches; wide: the second ranking; verification: all comparing of pictures; patience: the comparisons
    after the tenth failure where nothing verified; nearest, mirror, guided: the further looks
    """

    def __init__(self, options: MatchOptions, without: frozenset[Ingredient] = frozenset()) -> None:
        self._whole, self._without = options, without
        if "patience" in without:
            options = replace(options, give_up_empty_after=options.give_up_after)
        if "guided" in without:
            options = replace(options, guided=replace(options.guided, looked_at=0))
        self._options = options

    def answer(
        self, query: Query, snapshot: Snapshot, on_partial: Callable[[Answer], None] = lambda answer: None
    ) -> Answer:
        """Candidates of each term, verified ones first, and the time that scoring and verification took.

        on_partial : given the candidates before any is verified, unless a term is subtracted: what it refuses is not
            known then
        """
        if query.options.without != self._without:
            return MatchEngine(self._whole, query.options.without).answer(query, snapshot, on_partial)
        terms, marks = divide(query.terms, query.pictures.terms)
        started = time.perf_counter()
        indexes = [(codebook.fingerprint, index) for codebook, index in snapshot.index.indexes]
        shortlists = [self._shortlists(learned_term(term, marks, indexes), query, snapshot) for term in terms]
        scored_at = time.perf_counter()
        if terms and all(term.sign > 0 for term in terms):
            on_partial(
                _answer(
                    [(term, candidates_of(each, {})) for term, each in zip(terms, shortlists, strict=True)]
                )
            )
        ranked = []
        for term, each in zip(terms, shortlists, strict=True):
            if query.cancelled():
                raise Cancelled("The search was cancelled.")
            if "verification" in self._without:
                ranked.append((term, candidates_of(each, {})))
                continue
            described = [term, *(marks.right[-MOST_COMPARED:] if term.sign > 0 else ())]
            comparisons, seen = self._compare(
                described, each.to_verify(), Shortlist.verify, "words", query, snapshot
            )
            found = candidates_of(each, seen)
            if term.sign > 0 and not any(one.verified for one in found):
                found = self._look_on(described, each, comparisons, seen, query, snapshot)
            ranked.append((term, found))
        wrong = [
            one
            for each in shortlists
            for one in comparisons_of(
                marks.wrong[-MOST_COMPARED:], each.to_verify(), snapshot, self._options, query.pairs
            )
        ]
        nearer = _nearer_to_wrong(ranked, verify_photos(wrong, Shortlist.verify, "words", query.cancelled))
        verify_ms = (time.perf_counter() - scored_at) * 1000
        answer = _answer(ranked, Timings(score=(scored_at - started) * 1000, verify=verify_ms))
        return replace(answer, refused=answer.refused | nearer | marked_wrong(query.terms))

    def rank(
        self, term: DescribedTerm, snapshot: Snapshot, weighting: Weighting, top: int
    ) -> tuple[Hit, ...]:
        """The inverted index alone, before any verification, best first."""
        scored = score_photos(term, snapshot, ScoringOptions(weighting=weighting), top)
        return tuple(
            Hit(
                rank=rank,
                photo=found.photo,
                path=found.path,
                score=score,
                verified=False,
                size=(found.width, found.height),
                fingerprint=found.fingerprint,
                engines=(EngineRank(engine="match", rank=rank, score=score),),
            )
            for rank, (found, score, _) in enumerate(scored, start=1)
        )

    def _shortlists(self, term: DescribedTerm, query: Query, snapshot: Snapshot) -> Shortlists:
        strict, wide = self._scorings(query)
        ways = [(query.depth, strict), *([] if "wide" in self._without else [(SHORTLIST, wide)])]
        strictly, *widely = score_each(term, snapshot, ways, query)
        return Shortlists(shortlist_strict=strictly, shortlist_wide=widely[0] if widely else [])

    def _scorings(self, query: Query) -> tuple[ScoringOptions, ScoringOptions]:
        """How the strict and the wide ranking score."""
        if "hamming" in self._without:
            plain = ScoringOptions(weighting="tfidf")
            return plain, plain
        rooted = "burstiness" not in self._without
        strict = ScoringOptions(weighting=query.options.weighting, burstiness=rooted)
        return strict, replace(WIDE, burstiness=rooted)

    def _compare(
        self,
        terms: Sequence[DescribedTerm],
        chosen: Sequence[Scored],
        look: Verify,
        found_by: FoundBy,
        query: Query,
        snapshot: Snapshot,
    ) -> tuple[list[Comparison], Seen]:
        """A term beside photos, and what was called right for it beside those that it does not prove itself.

        What a marked photo proves comes by way of it: it may show more than is looked for, such as the next book.
        """
        asked = comparisons_of(terms[:1], chosen, snapshot, self._options, query.pairs)
        seen = verify_photos(asked, look, found_by, query.cancelled)
        open_ = [one for one in chosen if not seen.get(one[0].document, (None, False))[1]]
        marked = comparisons_of(terms[1:], open_, snapshot, self._options, query.pairs)
        by_marks = verify_photos(marked, look, found_by, query.cancelled)
        proven = {
            document: (_by_way(proof, query, snapshot), True)
            for document, (proof, is_proven) in by_marks.items()
            if proof is not None and is_proven
        }
        return [*asked, *marked], {**by_marks, **seen, **proven}

    def _look_on(
        self,
        terms: Sequence[DescribedTerm],
        shortlists: Shortlists,
        comparisons: Sequence[Comparison],
        seen: Seen,
        query: Query,
        snapshot: Snapshot,
    ) -> tuple[Candidate, ...]:
        """All candidates, after looks at them that the first one, which found nothing, did without.

        terms : the one that is looked for, and what was called right for it
        """
        term = terms[0]
        shortlists = replace(shortlists, nearest=self._nearest(term, query, snapshot))
        unseen = [entry for entry in shortlists.nearest[:_FURTHER] if entry[0].document not in seen]
        _, by_nearest = self._compare(terms, unseen, Shortlist.verify_all, "nearest", query, snapshot)
        found = candidates_of(shortlists, {**seen, **by_nearest})
        if any(one.verified for one in found):
            return found
        found = _by_turns(shortlists.nearest, found)
        if not query.options.mirror and "mirror" not in self._without:
            flipped = _seen_in_a_mirror(term, snapshot)
            others = self._shortlists(flipped, query, snapshot)
            # A mirrored copy stands high: of 72 mirrored queries of hard/ none verified later than at the fifth.
            options = replace(self._options, give_up_empty_after=self._options.give_up_after)
            in_mirror = comparisons_of([flipped], others.to_verify(), snapshot, options, query.pairs)
            mirrored = candidates_of(
                others, verify_photos(in_mirror, Shortlist.verify, "mirror", query.cancelled)
            )
            if any(one.verified for one in mirrored):
                return _put_first(mirrored, found)
        promising = _promising(shortlists, comparisons)[: self._options.guided.looked_at]
        _, guided = self._compare(terms, promising, Shortlist.verify_guided, "guided", query, snapshot)
        return _put_first(candidates_of(shortlists, guided), found)

    def _nearest(self, term: DescribedTerm, query: Query, snapshot: Snapshot) -> list[Scored]:
        """The third ranking: by whose details are nearest to the query's, among all photos that are at all likely."""
        if "nearest" in self._without:
            return []
        _, wide = self._scorings(query)
        likely = score_photos(term, snapshot, wide, _REACH, query)
        voted: list[Scored] = []
        for codebook, _ in snapshot.index.indexes:
            part = [entry for entry in likely if entry[2] == codebook.fingerprint]
            photos = snapshot.features([found for found, _, _ in part])
            votes = np.zeros(len(part))
            for variant in filter(None, term.features[codebook.fingerprint]):
                votes = np.maximum(votes, vote_nearest(variant, photos, codebook))
            voted += [(one[0], float(vote), one[2]) for one, vote in zip(part, votes, strict=True) if vote]
        return sorted(voted, key=lambda entry: (-entry[1], entry[0].path))[:SHORTLIST]


def _answer(
    ranked: Sequence[tuple[DescribedTerm, tuple[Candidate, ...]]],
    timings: Timings = Timings(),  # noqa: B008 (frozen)
) -> Answer:
    """Rankings of what is wanted, and the photos that verifiably show what is subtracted."""
    return Answer(
        rankings=tuple(
            Ranking(weight=term.weight, candidates=candidates) for term, candidates in ranked if term.sign > 0
        ),
        refused=frozenset(
            candidate.found.photo
            for term, candidates in ranked
            if term.sign < 0
            for candidate in candidates
            if candidate.verified
        ),
        timings=timings,
    )


def _by_way(proof: Evidence, query: Query, snapshot: Snapshot) -> Evidence:
    """What a marked photo proves, of itself too; of a marked picture that is not indexed, as it is."""
    marked = query.terms[proof.term].photo
    if marked is None:
        return proof
    via = Via(photo=marked, path=snapshot.find_photo(marked).path)
    return replace(proof, proof="via", via=via)


def _nearer_to_wrong(
    ranked: Sequence[tuple[DescribedTerm, tuple[Candidate, ...]]], wrong: Seen
) -> frozenset[PhotoId]:
    """Photos that show what was called wrong, and by more points than anything that is looked for."""
    best: dict[Found, int] = {}
    for term, candidates in ranked:
        for one in candidates if term.sign > 0 else ():
            inliers = one.evidence.inliers if one.verified and one.evidence is not None else 0
            best[one.found] = max(inliers, best.get(one.found, 0))
    return frozenset(
        found.photo
        for found, inliers in best.items()
        for proof, is_proven in (wrong.get(found.document, (None, False)),)
        if proof is not None and is_proven and proof.inliers > inliers
    )


def _seen_in_a_mirror(term: DescribedTerm, snapshot: Snapshot) -> DescribedTerm:
    features: dict[str, tuple[QueryFeatures | None, QueryFeatures | None]] = {
        codebook.fingerprint: (None, mirror_query(upright, codebook))
        for codebook, _ in snapshot.index.indexes
        if (upright := term.features[codebook.fingerprint][0]) is not None
    }
    return replace(term, features=features)


def _put_first(looked_at: tuple[Candidate, ...], others: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Those that a further look verified, then the others."""
    verified = tuple(one for one in looked_at if one.verified)
    documents = {one.found.document for one in verified}
    return (*verified, *(one for one in others if one.found.document not in documents))


def _promising(shortlists: Shortlists, comparisons: Sequence[Comparison]) -> list[Scored]:
    """What to look at once more: the best of the third ranking and of each comparison, by turns."""
    entries = {entry[0].document: entry for entry in shortlists.all()}
    orders = [[one.found[at].document for at in one.shortlist.order] for one in comparisons]
    nearest = [entry[0].document for entry in shortlists.nearest]
    return [entries[document] for document in _take_turns(nearest, *orders)]


def _by_turns(nearest: Sequence[Scored], candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Unverified candidates in the order of two rankings, by turns; what is lifted is as alike as what follows it."""
    by_document = {one.found.document: one for one in candidates}
    order = _take_turns([entry[0].document for entry in nearest], list(by_document))
    lifted: list[Candidate] = []
    for document in reversed(order):
        one, least = by_document[document], lifted[-1].likeness if lifted else 0.0
        lifted.append(one._replace(likeness=max(one.likeness, least)))
    return tuple(reversed(lifted))


def _take_turns(nearest: Sequence[_Item], *orders: Sequence[_Item]) -> list[_Item]:
    """Each once; two of the third ranking, which is right more often here, to one of the others."""
    turns = itertools.chain.from_iterable(itertools.zip_longest(nearest[::2], nearest[1::2], *orders))
    return list(dict.fromkeys(item for item in turns if item is not None))
