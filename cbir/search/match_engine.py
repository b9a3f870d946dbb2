"""The pictures of a query -> features -> shortlist by words -> verified by geometry -> candidates with their evidence.

Several terms are searched one by one; what verifiably shows a subtracted one is refused. From marked hits the ranking
learns, and photos are compared with the right ones too. Where nothing shows the same thing, it is looked for once more:
where the nearest neighbours of its details lie, as a mirror shows it, then by guided matching.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.base.types import Evidence, FoundBy, Ingredient, PhotoId, QueryFeatures, Timings, Weighting
from cbir.catalog import Found
from cbir.matching import MatchOptions, Shortlist, Verification, evidence_of, vote_nearest
from cbir.search.calibration import score_below, similar_score
from cbir.search.describing import DescribedTerm, mirror_query
from cbir.search.engine import SHORTLIST, Answer, Candidate, Corpus, Query, Ranking, best_first
from cbir.search.feedback import MOST_COMPARED, divide, learned_term, marked_wrong
from cbir.visual_words import ScoringOptions

# The strict cut ranks best but admits few photos: a thing seen from the side may have no posting left under it. So the
# shortlist is filled by a second ranking with a wider cut; docs/benchmarks.md, quality.
WIDE = ScoringOptions(weighting="hamming", hamming_cut=28)

_REACH = 1000  # photos of the wide ranking in whose details a query's look for their nearest neighbours
_FURTHER = 30  # the best of these that are compared where the first look found nothing

_Item = TypeVar("_Item")
_Scored = tuple[Found, float, str]  # a photo, its scaled score, the codebook that found it
_Seen = Mapping[int, tuple[Evidence | None, bool]]  # by document: what was found of it, and whether it proves


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shortlists:
    """Rankings of the inverted index for one term: the strict one ranks best, the wide one misses least.

    nearest : a third one, by nearest neighbours, made where a search looks on
    """

    shortlist_strict: Sequence[_Scored]
    shortlist_wide: Sequence[_Scored]
    nearest: Sequence[_Scored] = ()

    def to_verify(self) -> list[_Scored]:
        """The best of both rankings by turns, in the order of the wide one, which ranks every likely photo."""
        chosen: dict[int, _Scored] = {}
        for pair in itertools.zip_longest(self.shortlist_strict, self.shortlist_wide):
            for entry in pair:
                if entry is not None and len(chosen) < SHORTLIST:
                    chosen.setdefault(entry[0].document, entry)
        place = {entry[0].document: rank for rank, entry in enumerate(self.shortlist_wide)}
        return sorted(chosen.values(), key=lambda entry: place.get(entry[0].document, len(place)))

    def all(self) -> list[_Scored]:
        """The strict ranking, and below all of it what only the wide one found, then what only the third did."""
        listed = list(self.shortlist_strict)
        for ranking in (self.shortlist_wide, self.nearest):
            known = {entry[0].document for entry in listed}
            lowest = min((score for _, score, _ in listed), default=1.0)
            highest = max((score for _, score, _ in ranking), default=1.0)
            listed += [
                (found, score_below(score, highest, lowest), name)
                for found, score, name in ranking
                if found.document not in known
            ]
        return listed


@dataclass(frozen=True, slots=True, kw_only=True)
class _Comparison:
    """A term, upright or mirrored, beside those photos of its shortlist that have words of one codebook."""

    term: DescribedTerm
    mirrored: bool
    found: Sequence[Found]
    shortlist: Shortlist

    def evidence(self, position: int, verification: Verification, found_by: FoundBy) -> Evidence:
        found, photo = self.found[position], self.shortlist.photos[position]
        return evidence_of(
            self.shortlist.query,
            photo,
            verification,
            None if found_by == "guided" else partial(self.shortlist.grow, position),
            term=self.term.term,
            query_size=self.term.full_size,
            photo_size=(found.width, found.height),
            offset=self.term.offset,
            mirrored=self.mirrored,
            found_by=found_by,
        )


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
        self, query: Query, corpus: Corpus, on_partial: Callable[[Answer], None] = lambda answer: None
    ) -> Answer:
        """Candidates of each term, verified ones first, and the time that scoring and verification took.

        on_partial : given the candidates before any is verified, unless a term is subtracted: what it refuses is not
            known then
        """
        if query.options.without != self._without:
            return MatchEngine(self._whole, query.options.without).answer(query, corpus, on_partial)
        terms, marks = divide(query.terms, query.pictures.terms)
        started = time.perf_counter()
        indexes = [(codebook.fingerprint, index) for codebook, index in corpus.snapshot.indexes]
        shortlists = [self._shortlists(learned_term(term, marks, indexes), query, corpus) for term in terms]
        scored_at = time.perf_counter()
        if terms and all(term.sign > 0 for term in terms):
            on_partial(
                _answer([(term, _candidates(each, {})) for term, each in zip(terms, shortlists, strict=True)])
            )
        ranked = []
        for term, each in zip(terms, shortlists, strict=True):
            if query.cancelled():
                raise Cancelled("The search was cancelled.")
            if "verification" in self._without:
                ranked.append((term, _candidates(each, {})))
                continue
            described = [term, *(marks.right[-MOST_COMPARED:] if term.sign > 0 else ())]
            comparisons = self._comparisons(described, each.to_verify(), corpus)
            seen = _verify(comparisons, Shortlist.verify, "words", query.cancelled)
            found = _candidates(each, seen)
            if term.sign > 0 and not any(one.verified for one in found):
                found = self._look_on(described, each, comparisons, seen, query, corpus)
            ranked.append((term, found))
        wrong = [
            one
            for each in shortlists
            for one in self._comparisons(marks.wrong[-MOST_COMPARED:], each.to_verify(), corpus)
        ]
        nearer = _nearer_to_wrong(ranked, _verify(wrong, Shortlist.verify, "words", query.cancelled))
        verify_ms = (time.perf_counter() - scored_at) * 1000
        answer = _answer(ranked, Timings(score=(scored_at - started) * 1000, verify=verify_ms))
        return replace(answer, refused=answer.refused | nearer | marked_wrong(query.terms))

    def rank(
        self, term: DescribedTerm, corpus: Corpus, weighting: Weighting, top: int
    ) -> list[tuple[Found, float]]:
        """The inverted index alone, before any verification: photos and scores, best first."""
        scored = _score(term, corpus, ScoringOptions(weighting=weighting), top)
        return [(found, score) for found, score, _ in scored][:top]

    def _shortlists(self, term: DescribedTerm, query: Query, corpus: Corpus) -> _Shortlists:
        strict, wide = self._scorings(query)
        strictly = _score(term, corpus, strict, query.depth, query.allowed)
        widely = [] if "wide" in self._without else _score(term, corpus, wide, SHORTLIST, query.allowed)
        return _Shortlists(shortlist_strict=strictly, shortlist_wide=widely)

    def _scorings(self, query: Query) -> tuple[ScoringOptions, ScoringOptions]:
        """How the strict and the wide ranking score."""
        if "hamming" in self._without:
            plain = ScoringOptions(weighting="tfidf")
            return plain, plain
        rooted = "burstiness" not in self._without
        strict = ScoringOptions(weighting=query.options.weighting, burstiness=rooted)
        return strict, replace(WIDE, burstiness=rooted)

    def _look_on(
        self,
        terms: Sequence[DescribedTerm],
        shortlists: _Shortlists,
        comparisons: Sequence[_Comparison],
        seen: _Seen,
        query: Query,
        corpus: Corpus,
    ) -> tuple[Candidate, ...]:
        """All candidates, after looks at them that the first one, which found nothing, did without.

        terms : the one that is looked for, and what was called right for it
        """
        term = terms[0]
        shortlists = replace(shortlists, nearest=self._nearest(term, query, corpus))
        unseen = [entry for entry in shortlists.nearest[:_FURTHER] if entry[0].document not in seen]
        more = self._comparisons(terms, unseen, corpus)
        by_nearest = _verify(more, Shortlist.verify_all, "nearest", query.cancelled)
        found = _candidates(shortlists, {**seen, **by_nearest})
        if any(one.verified for one in found):
            return found
        found = _by_turns(shortlists.nearest, found)
        if not query.options.mirror and "mirror" not in self._without:
            flipped = _seen_in_a_mirror(term, corpus)
            others = self._shortlists(flipped, query, corpus)
            in_mirror = self._comparisons([flipped], others.to_verify(), corpus)
            mirrored = _candidates(others, _verify(in_mirror, Shortlist.verify, "mirror", query.cancelled))
            if any(one.verified for one in mirrored):
                return _put_first(mirrored, found)
        promising = _promising(shortlists, comparisons)[: self._options.guided.looked_at]
        guided = _verify(
            self._comparisons(terms, promising, corpus), Shortlist.verify_guided, "guided", query.cancelled
        )
        return _put_first(_candidates(shortlists, guided), found)

    def _nearest(self, term: DescribedTerm, query: Query, corpus: Corpus) -> list[_Scored]:
        """The third ranking: by whose details are nearest to the query's, among all photos that are at all likely."""
        if "nearest" in self._without:
            return []
        _, wide = self._scorings(query)
        likely = _score(term, corpus, wide, _REACH, query.allowed)
        voted: list[_Scored] = []
        for codebook, _ in corpus.snapshot.indexes:
            part = [entry for entry in likely if entry[2] == codebook.fingerprint]
            photos = [corpus.snapshot.features(found.store).read(found.store_row) for found, _, _ in part]
            votes = np.zeros(len(part))
            for variant in filter(None, term.features[codebook.fingerprint]):
                votes = np.maximum(votes, vote_nearest(variant, photos, codebook))
            voted += [(one[0], float(vote), one[2]) for one, vote in zip(part, votes, strict=True) if vote]
        return sorted(voted, key=lambda entry: (-entry[1], entry[0].path))[:SHORTLIST]

    def _comparisons(
        self, terms: Sequence[DescribedTerm], chosen: Sequence[_Scored], corpus: Corpus
    ) -> list[_Comparison]:
        """Each variant of each term with the photos that are to be compared with it."""
        comparisons = []
        for codebook, _ in corpus.snapshot.indexes:
            part = [found for found, _, name in chosen if name == codebook.fingerprint]
            photos = [corpus.snapshot.features(found.store).read(found.store_row) for found in part]
            comparisons += [
                _Comparison(
                    term=term,
                    mirrored=bool(mirrored),
                    found=part,
                    shortlist=Shortlist(variant, photos, codebook.levels, self._options),
                )
                for term in terms
                for mirrored, variant in enumerate(term.features[codebook.fingerprint])
                if variant is not None and part
            ]
        return comparisons


def _verify(
    comparisons: Sequence[_Comparison],
    look: Callable[[Shortlist, Callable[[], bool]], Mapping[int, Verification]],
    found_by: FoundBy,
    cancelled: Callable[[], bool],
) -> _Seen:
    """The evidence of each photo that was compared, of the best variant."""
    best: dict[int, tuple[Evidence | None, bool]] = {}
    for comparison in comparisons:
        for position, verification in look(comparison.shortlist, cancelled).items():
            document = comparison.found[position].document
            known, _ = best.setdefault(document, (None, False))
            if verification.inliers > (0 if known is None else known.inliers):
                best[document] = (
                    comparison.evidence(position, verification, found_by),
                    verification.verified,
                )
    return best


def _score(
    term: DescribedTerm,
    corpus: Corpus,
    scoring: ScoringOptions,
    top: int,
    allowed: NDArray[np.int64] | None = None,
) -> list[_Scored]:
    """Photos, scaled scores and the codebook that found each, best first, equal scores by path."""
    best: dict[int, tuple[float, str]] = {}
    for codebook, index in corpus.snapshot.indexes:
        for variant in term.features[codebook.fingerprint]:
            if variant is None:
                continue
            scored = index.search(
                variant.words,
                variant.signatures,
                top=top,
                options=scoring,
                allowed=allowed,
                emphasis=variant.emphasis,
            )
            for document, score in zip(scored.documents.tolist(), scored.scores.tolist(), strict=True):
                if score * scored.scale > best.get(document, (0.0, ""))[0]:
                    best[document] = (score * scored.scale, codebook.fingerprint)
    rows = corpus.find_documents(list(best))
    listed = [(found, *best[document]) for document, found in rows.items()]
    return sorted(listed, key=lambda entry: (-entry[1], entry[0].path))[:top]


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


def _nearer_to_wrong(
    ranked: Sequence[tuple[DescribedTerm, tuple[Candidate, ...]]], wrong: _Seen
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


def _candidates(shortlists: _Shortlists, evidence: _Seen) -> tuple[Candidate, ...]:
    """Candidates of one term: verified ones by evidence, then the others by score."""
    candidates = []
    for found, score, _ in shortlists.all():
        proof, verified = evidence.get(found.document, (None, False))
        candidates.append(
            Candidate(
                found=found,
                engine="match",
                score=score,
                likeness=similar_score(score, proof.inliers if proof else 0),
                evidence=proof,
                verified=verified,
            )
        )
    return tuple(sorted(candidates, key=best_first))


def _seen_in_a_mirror(term: DescribedTerm, corpus: Corpus) -> DescribedTerm:
    features: dict[str, tuple[QueryFeatures | None, QueryFeatures | None]] = {
        codebook.fingerprint: (None, mirror_query(upright, codebook))
        for codebook, _ in corpus.snapshot.indexes
        if (upright := term.features[codebook.fingerprint][0]) is not None
    }
    return replace(term, features=features)


def _put_first(looked_at: tuple[Candidate, ...], others: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Those that a further look verified, then the others."""
    verified = tuple(one for one in looked_at if one.verified)
    documents = {one.found.document for one in verified}
    return (*verified, *(one for one in others if one.found.document not in documents))


def _promising(shortlists: _Shortlists, comparisons: Sequence[_Comparison]) -> list[_Scored]:
    """What to look at once more: the best of the third ranking and of each comparison, by turns."""
    entries = {entry[0].document: entry for entry in shortlists.all()}
    orders = [[one.found[at].document for at in one.shortlist.order] for one in comparisons]
    nearest = [entry[0].document for entry in shortlists.nearest]
    return [entries[document] for document in _take_turns(nearest, *orders)]


def _by_turns(nearest: Sequence[_Scored], candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Unverified candidates in the order of two rankings, by turns; what is lifted is as alike as what follows it."""
    by_document = {one.found.document: one for one in candidates}
    order = _take_turns([entry[0].document for entry in nearest], list(by_document))
    lifted: list[Candidate] = []
    for document in reversed(order):
        one, least = by_document[document], lifted[-1].likeness if lifted else 0.0
        lifted.append(replace(one, likeness=max(one.likeness, least)))
    return tuple(reversed(lifted))


def _take_turns(nearest: Sequence[_Item], *orders: Sequence[_Item]) -> list[_Item]:
    """Each once; two of the third ranking, which is right more often here, to one of the others."""
    turns = itertools.chain.from_iterable(itertools.zip_longest(nearest[::2], nearest[1::2], *orders))
    return list(dict.fromkeys(item for item in turns if item is not None))
