"""Photos in which typed words are written -> what is stored of these -> photos that show the same thing.

What is written in one photo is known of every photo of the same thing: one that is too small, too blurred or seen too
far from the side to be read is found by way of another that was read. Where several photos of a thing were each read in
part, what they have together counts. What shows the rest of the thing, and not where the words are, is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.base.types import Evidence, PhotoId, TextLine, Via
from cbir.catalog import Found, WordsRead, places_of
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

    things: int = 3  # the best, whose other photos are searched for: photos of one thing count once
    enough: float = 0.95  # that all photos of a thing have together: a sign may be misread for one like it
    about: float = 3.0  # points that agree about each word: else a photo shows the desk on which it lay
    reach: float = 0.2  # of the photo's longer side, that is about a word


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thing:
    """Photos that show the same. hit : the one that led to the others. share : of the words, that they have together"""

    hit: Candidate
    others: tuple[Candidate, ...]
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _WordPlaces:
    """The places of a word. information : of the word. places : (k, 2), its centres in the photo's pixels"""

    information: float
    places: NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognisedTextStage:
    """Comes after the metadata stage, where text alone was typed."""

    matching: MatchOptions
    options: RecognisedTextOptions = RecognisedTextOptions()
    name: StageName = "recognised text"
    timing: Timing | None = "verify"
    looking: None = None  # told once there is something to look with

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
        shown: set[int] = set()
        for hit in hits:
            if len(things) == self.options.things:
                break
            if hit.photo.document in shown:
                continue
            things.append(self._thing(hit, recognised, search))
            shown |= {hit.photo.document, *(other.photo.document for other in things[-1].others)}
            result = replace(before, rankings=(self._with(things, whole, query), *others))
            search.show("written", result)
        if before.total is not None:
            more = len(result.rankings[0].candidates) - len(whole.candidates)
            result = replace(result, total=before.total + more)
        return result

    def _hits(self, whole: Ranking, shares: Mapping[PhotoId, float]) -> list[Candidate]:
        """The hits to search with, best first: all of the text is written there, else much of it in unsure ones."""
        least = self.options.enough
        sure = [hit for hit in whole.candidates if hit.strong and shares.get(hit.photo.photo, 0.0) >= least]
        return sure or [hit for hit in whole.candidates if not hit.strong]

    def _thing(self, hit: Candidate, recognised: WordsRead, search: Search) -> _Thing:
        """The photos that show the same as a hit, and in it the words."""
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

    def _shows(self, evidence: Evidence, places: Sequence[_WordPlaces], hit: Found) -> bool:
        """True where enough points agree about the places of the words in a hit; a rare word counts for more."""
        reach_px = self.options.reach * max(hit.width, hit.height)
        agreeing = [
            max(
                int((np.linalg.norm(evidence.query_xy - place, axis=1) < reach_px).sum())
                for place in word.places
            )
            for word in places
        ]
        wanted = sum(word.information for word in places)
        shown = sum(word.information * points for word, points in zip(places, agreeing, strict=True))
        return wanted > 0 and shown >= self.options.about * wanted

    def _shortlist(self, term: DescribedTerm, hit: Candidate, search: Search) -> list[ShortlistEntry]:
        """The photos that may show the same, by the visual words of a hit."""
        ways = [(SHORTLIST, scoring(search.query.options.weighting)), (SHORTLIST, WIDE)]
        strict, wide = score_each(term, search.snapshot, ways, search.allowed)
        entries = Shortlists(strict=strict, wide=wide).to_verify()
        return [entry for entry in entries if entry.photo.document != hit.photo.document]

    def _with(self, things: Sequence[_Thing], whole: Ranking, query: Query) -> Ranking:
        """All candidates: strong ones, photos of the same things, then what is unsure, each with photos of the same.

        Where another engine answers too, what is unsure brings nothing: a sentence has words that many photos have.
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
    """The places of words among some lines, as far as they are known."""
    return [
        _WordPlaces(information=information, places=np.array([np.mean(line.quad, axis=0) for line in places]))
        for word, information in read.information.items()
        if (places := places_of(lines, (word,), read.near.get(word, ())))
    ]
