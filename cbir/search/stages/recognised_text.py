"""Photos in which typed words are written -> their stored features -> photos that show the same thing.

Text in one photo is also true of other photos of the same thing. A photo in which it is too small, too blurred or too
oblique to be recognised is found by way of another photo. If the words were recognised only in part in several photos
of a thing, all of them count together. Photos that show the thing without the place of the words are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.base.types import Evidence, PhotoId, TextLine, Via
from cbir.catalog import IndexedPhoto, WordsRead, places_of
from cbir.matching import MatchOptions, Shortlist
from cbir.search.calibration import similar_score
from cbir.search.query import SHORTLIST, DescribedTerm, Query, recalled_term
from cbir.search.results import (
    Candidate,
    Ranking,
    ShortlistEntry,
    Shortlists,
    StageResult,
    Verdict,
    best_first,
)
from cbir.search.stages.comparing import WIDE, comparisons_of, score_each, scoring, verify_photos
from cbir.search.stages.stage import Search, StageName, Timing


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognisedTextOptions:
    """Chosen on the odd covers: docs/benchmarks.md."""

    things: int = 3  # best things whose other photos are searched for
    enough: float = (
        0.95  # share of the text that the photos of a thing must have together; a letter may be misread
    )
    about: float = (
        3.0  # agreeing points around each word; with fewer, a photo may only show the desk under the thing
    )
    reach: float = 0.2  # of the photo's longer side: points within this distance are around a word


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thing:
    """Photos of the same thing. hit : the photo that led to the others. share : of the words, in all photos together"""

    hit: Candidate
    others: tuple[Candidate, ...]
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _WordPlaces:
    """The places of a word. information : of the word, high if it is rare. places : (k, 2), centres in photo pixels"""

    information: float
    places: NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognisedTextStage:
    """Finds more photos of things on which the typed words are written. Used for queries without pictures."""

    matching: MatchOptions
    options: RecognisedTextOptions = RecognisedTextOptions()
    name: StageName = "recognised text"
    timing: Timing | None = "verify"
    looking: None = None  # reported by run() when there is a hit to begin with

    def applies(self, search: Search) -> bool:
        query, result = search.query, search.results.get("metadata")
        if not query.options.look_again or query.has_pictures or not query.text.words:
            return False
        return result is not None and any(ranking.candidates for ranking in result.rankings[:1])

    def run(self, search: Search) -> StageResult:
        query, before = search.query, search.results["metadata"]
        whole, *others = before.rankings
        recognised = search.snapshot.catalog.written.words_read(query.text.words)
        hits = self._hits(whole, recognised.shares())
        if not hits or not search.snapshot.index.indexes:
            return before
        search.show("written")
        result = before
        things: list[_Thing] = []
        documents: set[int] = set()
        for hit in hits:
            if len(things) == self.options.things:
                break
            if hit.photo.document in documents:
                continue
            things.append(self._thing(hit, recognised, search))
            documents |= {hit.photo.document, *(other.photo.document for other in things[-1].others)}
            result = replace(before, rankings=(self._with(things, whole, query), *others))
            search.show("written", result)
        if before.total is not None:
            more = len(result.rankings[0].candidates) - len(whole.candidates)
            result = replace(result, total=before.total + more)
        return result

    def _hits(self, whole: Ranking, shares: Mapping[PhotoId, float]) -> list[Candidate]:
        """The hits to begin with, best first: those with all of the text, or if there are none, weak ones."""
        least = self.options.enough
        candidates = [candidate for candidate in whole.candidates if candidate.photo.document]
        sure = [hit for hit in candidates if hit.strong and shares.get(hit.photo.photo, 0.0) >= least]
        return sure or [hit for hit in candidates if not hit.strong]

    def _thing(self, hit: Candidate, recognised: WordsRead, search: Search) -> _Thing:
        """A hit with the photos that show the same thing, including the place of the words."""
        if search.query.cancelled():
            raise Cancelled("The search was cancelled.")
        lines = search.snapshot.catalog.written.of(hit.photo.photo) or ()
        places = _word_places(lines, recognised)
        term = recalled_term(hit.photo, search.snapshot)
        entries = self._shortlist(term, hit, search)
        compared = comparisons_of([term], entries, search, self.matching)
        verdicts = verify_photos(compared, Shortlist.verify, "written", search.query.cancelled)
        via = Via(photo=hit.photo.photo, path=hit.photo.path)
        others = [
            hit._replace(photo=photo, evidence=replace(evidence, proof="via", via=via))
            for photo, _, _ in entries
            for evidence, proven in (verdicts.get(photo.document, Verdict()),)
            if proven
            and evidence is not None
            and evidence.proof == "same"
            and self._shows(evidence, places, hit.photo)
        ]
        others.sort(key=best_first)
        share = recognised.share_of([hit.photo.photo, *(other.photo.photo for other in others)])
        return _Thing(hit=hit, others=tuple(others), share=share)

    def _shows(self, evidence: Evidence, places: Sequence[_WordPlaces], hit: IndexedPhoto) -> bool:
        """True if enough points agree around the places of the words in a hit. A rare word counts more."""
        reach_px = self.options.reach * max(hit.width, hit.height)
        agreeing = [
            max(
                int((np.linalg.norm(evidence.query_xy - place, axis=1) < reach_px).sum())
                for place in word.places
            )
            for word in places
        ]
        total = sum(word.information for word in places)
        points_around = sum(word.information * points for word, points in zip(places, agreeing, strict=True))
        return total > 0 and points_around >= self.options.about * total

    def _shortlist(self, term: DescribedTerm, hit: Candidate, search: Search) -> list[ShortlistEntry]:
        """The photos that may show the same thing, by the visual words of a hit."""
        ways = [(SHORTLIST, scoring(search.query.options)), (SHORTLIST, WIDE)]
        strict, wide = score_each(term, search.snapshot, ways, search.allowed)
        entries = Shortlists(strict=strict, wide=wide).to_verify()
        return [entry for entry in entries if entry.photo.document != hit.photo.document]

    def _with(self, things: Sequence[_Thing], whole: Ranking, query: Query) -> Ranking:
        """All candidates: strong ones, other photos of their things, then weak ones, each followed by its others.

        If another engine answers, too, no photos follow weak ones: a sentence has words that occur in many photos.
        """
        strong = [candidate for candidate in whole.candidates if candidate.strong]
        lowest = min((candidate.likeness for candidate in strong), default=similar_score(1.0))
        placed = {candidate.photo.document for candidate in strong}
        proven = [thing for thing in things if thing.hit.strong or thing.share >= self.options.enough]
        for thing in proven:
            for candidate in (thing.hit, *thing.others):
                if candidate.photo.document not in placed:
                    placed.add(candidate.photo.document)
                    strong.append(candidate._replace(strong=True, likeness=lowest))
        rest: list[Candidate] = []
        unsure = [thing for thing in things if thing not in proven] if query.is_for_catalog_alone else []
        followed = {thing.hit.photo.document: thing.others for thing in unsure}
        for leading in whole.candidates:
            for candidate in (leading, *followed.get(leading.photo.document, ())):
                if candidate.photo.document not in placed:
                    placed.add(candidate.photo.document)
                    rest.append(candidate)
        return replace(whole, candidates=(*strong, *rest))


def _word_places(lines: Sequence[TextLine], read: WordsRead) -> list[_WordPlaces]:
    """The places of those words that are in the lines."""
    return [
        _WordPlaces(information=information, places=np.array([np.mean(line.quad, axis=0) for line in places]))
        for word, information in read.information.items()
        if (places := places_of(lines, (word,), read.near.get(word, ())))
    ]
