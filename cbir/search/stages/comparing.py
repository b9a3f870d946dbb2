"""A term -> rankings of the inverted index -> photos worth comparing -> compared -> candidates with their evidence.

Every look at what is stored goes along here: each chooses what it scores with, and which photos it compares how.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from cbir.base.types import Evidence, FoundBy
from cbir.catalog import Found
from cbir.matching import Known, MatchOptions, Shortlist, Verification, evidence_of
from cbir.search.calibration import score_below, similar_score
from cbir.search.query import DescribedTerm
from cbir.search.results import SHORTLIST, Candidate, Query, best_first
from cbir.state import Snapshot
from cbir.visual_words import ScoringOptions

# The strict cut ranks best but admits few photos: a thing seen from the side may have no posting left under it. So the
# shortlist is filled by a second ranking with a wider cut; docs/benchmarks.md, quality.
WIDE = ScoringOptions(weighting="hamming", hamming_cut=28)

Scored = tuple[Found, float, str]  # a photo, its scaled score, the codebook that found it
Verify = Callable[
    [Shortlist, Callable[[], bool]], Mapping[int, Verification]
]  # how to look at what was chosen
Seen = Mapping[int, tuple[Evidence | None, bool]]  # by document: what was found of it, and whether it proves


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortlists:
    """Rankings of the inverted index for one term: the strict one ranks best, the wide one misses least.

    nearest : a third one, by nearest neighbours, made where a search looks on
    """

    shortlist_strict: Sequence[Scored]
    shortlist_wide: Sequence[Scored]
    nearest: Sequence[Scored] = ()

    def to_verify(self) -> list[Scored]:
        """The best of both rankings by turns, in the order of the wide one, which ranks every likely photo."""
        chosen: dict[int, Scored] = {}
        for pair in itertools.zip_longest(self.shortlist_strict, self.shortlist_wide):
            for entry in pair:
                if entry is not None and len(chosen) < SHORTLIST:
                    chosen.setdefault(entry[0].document, entry)
        place = {entry[0].document: rank for rank, entry in enumerate(self.shortlist_wide)}
        return sorted(chosen.values(), key=lambda entry: place.get(entry[0].document, len(place)))

    def all(self) -> list[Scored]:
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
class Comparison:
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


def comparisons_of(
    terms: Sequence[DescribedTerm],
    chosen: Sequence[Scored],
    snapshot: Snapshot,
    options: MatchOptions,
    pairs: Known,
) -> list[Comparison]:
    """Each variant of each term with the photos that are to be compared with it. pairs : see Query"""
    comparisons = []
    for codebook, _ in snapshot.index.indexes:
        part = [found for found, _, name in chosen if name == codebook.fingerprint]
        photos = snapshot.features(part)
        comparisons += [
            Comparison(
                term=term,
                mirrored=bool(mirrored),
                found=part,
                shortlist=Shortlist(variant, photos, codebook.levels, options, known=pairs),
            )
            for term in terms
            for mirrored, variant in enumerate(term.features[codebook.fingerprint])
            if variant is not None and part
        ]
    return comparisons


def verify_photos(
    comparisons: Sequence[Comparison],
    look: Verify,
    found_by: FoundBy,
    cancelled: Callable[[], bool],
) -> Seen:
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


def score_photos(
    term: DescribedTerm,
    snapshot: Snapshot,
    scoring: ScoringOptions,
    top: int,
    query: Query | None = None,
) -> list[Scored]:
    """Photos, scaled scores and the codebook that found each, best first, equal scores by path.

    query : whose filters count; None: any photo
    """
    return score_each(term, snapshot, [(top, scoring)], query)[0]


def score_each(
    term: DescribedTerm,
    snapshot: Snapshot,
    ways: Sequence[tuple[int, ScoringOptions]],
    query: Query | None = None,
) -> list[list[Scored]]:
    """The same with several tops and options."""
    allowed, expression = (None, None) if query is None else (query.allowed, query.expression)
    best: list[dict[int, tuple[float, str]]] = [{} for _ in ways]
    for codebook, index in snapshot.index.indexes:
        for variant in term.features[codebook.fingerprint]:
            if variant is None:
                continue
            found = index.search_each(
                variant.words,
                variant.signatures,
                ways,
                allowed=allowed,
                expression=expression,
                emphasis=variant.emphasis,
            )
            for known, scored in zip(best, found, strict=True):
                for document, score in zip(scored.documents.tolist(), scored.scores.tolist(), strict=True):
                    if score * scored.scale > known.get(document, (0.0, ""))[0]:
                        known[document] = (score * scored.scale, codebook.fingerprint)
    rows = snapshot.catalog.photos.of_documents(list(dict.fromkeys(itertools.chain.from_iterable(best))))
    return [
        sorted(
            ((rows[document], *score) for document, score in known.items() if document in rows),
            key=lambda entry: (-entry[1], entry[0].path),
        )[:top]
        for (top, _), known in zip(ways, best, strict=True)
    ]


def candidates_of(shortlists: Shortlists, evidence: Seen) -> tuple[Candidate, ...]:
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
