"""A term -> rankings of the inverted index -> comparisons with the best photos -> candidates with their evidence.

All stages that compare pictures use these functions. Each stage chooses the scoring, the photos and the comparison.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from cbir.base.types import Evidence, FoundBy, SearchOptions, Via
from cbir.matching import MatchOptions, Shortlist, Verification
from cbir.search.calibration import similar_score
from cbir.search.query import SHORTLIST, DescribedTerm, Query
from cbir.search.results import (
    UNRESTRICTED,
    Candidate,
    Comparison,
    Restriction,
    ShortlistEntry,
    Shortlists,
    Verdict,
    Verdicts,
    best_first,
)
from cbir.search.stages.stage import Search
from cbir.state import Snapshot
from cbir.visual_words import ScoringOptions

# The strict cut ranks best but admits few photos: a thing seen from the side may have no posting within it. A second
# ranking with a wider cut therefore fills the shortlist; docs/benchmarks.md, quality.
WIDE = ScoringOptions(weighting="hamming", hamming_cut=28)

Verify = Callable[[Shortlist, Callable[[], bool]], Mapping[int, Verification]]
"""Compares some photos of a shortlist. Returns the verifications by position."""


_TFIDF = ScoringOptions(weighting="tfidf")


def scoring(options: SearchOptions, *, rooted: bool = True) -> ScoringOptions:
    """Scoring options of a search. rooted : the matches of a visual word count by their square root"""
    usual = ScoringOptions(weighting=options.weighting, burstiness=rooted)
    return replace(
        usual,
        k1=usual.k1 if options.k1 is None else options.k1,
        b=usual.b if options.b is None else options.b,
    )


@cache
def _wide(*, rooted: bool) -> ScoringOptions:
    return replace(WIDE, burstiness=rooted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rankings:
    """The rankings by the inverted index. Each ingredient can be switched off for measurements.

    signatures : if false, both rankings are by tf-idf. rooted : see scoring(). wide : make a second, wide ranking
    """

    signatures: bool = True
    rooted: bool = True
    wide: bool = True

    def strict_scoring(self, query: Query) -> ScoringOptions:
        return scoring(query.options, rooted=self.rooted) if self.signatures else _TFIDF

    def wide_scoring(self) -> ScoringOptions:
        return _wide(rooted=self.rooted) if self.signatures else _TFIDF

    def shortlists(self, term: DescribedTerm, search: Search) -> Shortlists:
        ways = [(search.query.depth, self.strict_scoring(search.query))]
        ways += [(SHORTLIST, self.wide_scoring())] if self.wide else []
        strict, *wide = score_each(term, search.snapshot, ways, search.allowed)
        return Shortlists(strict=strict, wide=wide[0] if wide else [])


def score_photos(
    term: DescribedTerm,
    snapshot: Snapshot,
    options: ScoringOptions,
    top: int,
    allowed: Restriction = UNRESTRICTED,
) -> list[ShortlistEntry]:
    """The best photos by the inverted index; equal scores in the order of paths."""
    return score_each(term, snapshot, [(top, options)], allowed)[0]


def score_each(
    term: DescribedTerm,
    snapshot: Snapshot,
    ways: Sequence[tuple[int, ScoringOptions]],
    allowed: Restriction = UNRESTRICTED,
) -> list[list[ShortlistEntry]]:
    """score_photos() with several tops and options."""
    best: list[dict[int, tuple[float, str]]] = [{} for _ in ways]
    for codebook, index in snapshot.index.indexes:
        for variant in term.features[codebook.fingerprint]:
            if variant is None:
                continue
            scored_ways = index.search_each(
                variant.words,
                variant.signatures,
                ways,
                allowed=allowed.documents,
                expression=allowed.expression,
                emphasis=variant.emphasis,
            )
            for scores, scored in zip(best, scored_ways, strict=True):
                for document, score in zip(scored.documents.tolist(), scored.scores.tolist(), strict=True):
                    if score * scored.scale > scores.get(document, (0.0, ""))[0]:
                        scores[document] = (score * scored.scale, codebook.fingerprint)
    rows = snapshot.catalog.photos.of_documents(list(dict.fromkeys(itertools.chain.from_iterable(best))))
    return [
        sorted(
            (
                ShortlistEntry(rows[document], score, codebook)
                for document, (score, codebook) in scores.items()
                if document in rows and rows[document].photo not in allowed.left_out
            ),
            key=lambda entry: (-entry.score, entry.photo.path),
        )[:top]
        for (top, _), scores in zip(ways, best, strict=True)
    ]


def comparisons_of(
    terms: Sequence[DescribedTerm],
    chosen: Sequence[ShortlistEntry],
    search: Search,
    options: MatchOptions,
) -> list[Comparison]:
    """Each variant of each term, with the photos to compare."""
    comparisons: list[Comparison] = []
    if not terms:
        return comparisons
    for codebook, _ in search.snapshot.index.indexes:
        photos = [entry.photo for entry in chosen if entry.codebook == codebook.fingerprint]
        features = search.snapshot.features(photos) if photos else []
        comparisons += [
            Comparison(
                term=term,
                mirrored=bool(mirrored),
                photos=photos,
                shortlist=Shortlist(variant, features, codebook.levels, options, pairs=search.pairs),
            )
            for term in terms
            for mirrored, variant in enumerate(term.features[codebook.fingerprint])
            if variant is not None and photos
        ]
    return comparisons


def verify_photos(
    comparisons: Sequence[Comparison],
    verify: Verify,
    found_by: FoundBy,
    cancelled: Callable[[], bool],
) -> dict[int, Verdict]:
    """The verdict on each compared photo, by the best variant of the terms."""
    best: dict[int, Verdict] = {}
    for comparison in comparisons:
        better: dict[int, Verification] = {}
        for position, verification in verify(comparison.shortlist, cancelled).items():
            before = best.setdefault(comparison.photos[position].document, Verdict()).evidence
            if verification.inliers > (0 if before is None else before.inliers):
                better[position] = verification
        if better:
            evidence = comparison.evidence(better, found_by)
            for (position, verification), proof in zip(better.items(), evidence, strict=True):
                best[comparison.photos[position].document] = Verdict(proof, verification.verified)
    return best


def compare(
    terms: Sequence[DescribedTerm],
    chosen: Sequence[ShortlistEntry],
    search: Search,
    options: MatchOptions,
    verify: Verify,
    found_by: FoundBy,
) -> tuple[list[Comparison], dict[int, Verdict]]:
    """Compare photos with a term, and then the undecided ones with pictures that were marked right for it.

    terms : the term, then the marked pictures. Evidence from a marked photo is reported as evidence by way of it,
        because that photo may show more than the query, such as the next book. If the term is a mark itself, for lack
        of another picture, this holds for the marked photo alone
    """
    cancelled = search.query.cancelled
    own = comparisons_of(terms[:1], chosen, search, options)
    verdicts = verify_photos(own, verify, found_by, cancelled)
    itself = search.query.terms[terms[0].term].photo if terms[0].marked else None
    for entry in chosen:
        verdict = verdicts.get(entry.photo.document, Verdict())
        if entry.photo.photo == itself and verdict.proven and verdict.evidence is not None:
            verdicts[entry.photo.document] = verdict._replace(evidence=_by_way(verdict.evidence, search))
    undecided = [entry for entry in chosen if not verdicts.get(entry.photo.document, Verdict()).proven]
    marked = comparisons_of(terms[1:], undecided, search, options)
    by_marks = verify_photos(marked, verify, found_by, cancelled)
    proven = {
        document: Verdict(_by_way(verdict.evidence, search), True)
        for document, verdict in by_marks.items()
        if verdict.evidence is not None and verdict.proven
    }
    return [*own, *marked], {**by_marks, **verdicts, **proven}


def _by_way(evidence: Evidence, search: Search) -> Evidence:
    """Evidence by way of a marked photo. Evidence from a marked picture that is not indexed is not changed."""
    marked = search.query.terms[evidence.term].photo
    if marked is None:
        return evidence
    return replace(evidence, proof="via", via=Via(photo=marked, path=search.snapshot.find_photo(marked).path))


def candidates_of(shortlists: Shortlists, verdicts: Verdicts) -> tuple[Candidate, ...]:
    """Candidates of one term: verified candidates by evidence, then the others by score."""
    candidates = []
    for photo, score, _ in shortlists.all():
        evidence, proven = verdicts.get(photo.document, Verdict())
        candidates.append(
            Candidate(
                photo=photo,
                engine="match",
                score=score,
                likeness=similar_score(score, evidence.inliers if evidence else 0),
                evidence=evidence,
                verified=proven,
            )
        )
    return tuple(sorted(candidates, key=best_first))


def put_first(verified: Sequence[Candidate], others: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The verified candidates of `verified`, then the other candidates."""
    first = tuple(candidate for candidate in verified if candidate.verified)
    documents = {candidate.photo.document for candidate in first}
    return (*first, *(candidate for candidate in others if candidate.photo.document not in documents))
