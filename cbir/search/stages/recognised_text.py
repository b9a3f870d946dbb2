"""Photos in which typed words are written -> what is stored of these -> photos that show the same thing.

What is written in one photo is known of every photo of the same thing: one that is too small, too blurred or seen too
far from the side to be read is found by way of another that was read. Where several photos of a thing were each read in
part, what they have together counts. What shows the rest of the thing, and not where the words are, is left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.base.types import Evidence, PhotoId, Stage, TextLine, Timings, Via
from cbir.catalog import Found, WordsRead, places_of
from cbir.matching import MatchOptions, Shortlist
from cbir.search.calibration import similar_score
from cbir.search.results import SHORTLIST, Answer, Candidate, Query, Ranking, best_first
from cbir.search.stages.comparing import WIDE, Scored, Shortlists, comparisons_of, score_each, verify_photos
from cbir.search.stages.metadata import allowed_expression, asked_words
from cbir.search.stages.recalled import recalled_term
from cbir.state import Snapshot
from cbir.visual_words import ScoringOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenOptions:
    """Chosen on the odd covers: docs/benchmarks.md."""

    things: int = 3  # that are looked for, the best: photos of one thing count once
    enough: float = 0.95  # that all photos of a thing have together: a sign may be misread for one like it
    about: float = 3.0  # points that agree about each word: else a photo shows the desk on which it lay
    reach: float = 0.2  # of the photo's longer side, that is about a word


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thing:
    """Photos that show the same. hit : the one that was looked with. share : of the words, that they have together"""

    hit: Candidate
    others: tuple[Candidate, ...]
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Standing:
    """Where a word is written. information : of the word. places : (k, 2), its centres in the photo's pixels"""

    information: float
    places: NDArray[np.float64]


class WrittenLook:
    """A stage after the metadata engine's answer, where words alone were typed."""

    stage: Stage = "written"

    def __init__(self, matching: MatchOptions, options: WrittenOptions = WrittenOptions()) -> None:
        self._matching, self._options = matching, options

    def wanted(self, query: Query, answer: Answer | None = None) -> bool:
        """Whether words alone were typed and, where an answer is there, photos may have them."""
        options = query.options
        if not options.look_again or {"verification", "expansion"} & options.without or query.has_pictures:
            return False
        return bool(asked_words(query)) and (
            answer is None or any(one.candidates for one in answer.rankings[:1])
        )

    def answer(
        self, query: Query, snapshot: Snapshot, answer: Answer, on_hits: Callable[[Answer], None]
    ) -> Answer:
        """The metadata engine's answer with photos of the same things; on_hits is given it as it grows.

        Raises Cancelled, and ArtifactMismatch where the index is damaged.
        """
        started = time.perf_counter()
        whole, *others = answer.rankings
        catalog = snapshot.catalog
        read = catalog.written.words_read(asked_words(query))
        hits = self._hits(whole, read.shares())
        allowed = None
        if hits and query.words.restricts:
            allowed = catalog.full_text.allowed_documents(query.words.demanded, query.words.filters)
        if not hits or not snapshot.index.indexes:
            return answer
        on_hits(answer)
        query = replace(query, allowed=allowed, expression=allowed_expression(query, snapshot))
        things: list[_Thing] = []
        shown: set[int] = set()
        for hit in hits:
            if len(things) == self._options.things:
                break
            if hit.found.document in shown:
                continue
            things.append(self._look(hit, read, query, snapshot))
            shown |= {hit.found.document, *(one.found.document for one in things[-1].others)}
            answer = replace(answer, rankings=(self._with(things, whole, query), *others))
            on_hits(answer)
        total = answer.total
        if total is not None:
            total += len(answer.rankings[0].candidates) - len(whole.candidates)
        took = Timings(verify=(time.perf_counter() - started) * 1000)
        return replace(answer, total=total, timings=took)

    def _hits(self, whole: Ranking, shares: Mapping[PhotoId, float]) -> list[Candidate]:
        """What may be looked with, best first: all of it is written there, else much of it in some that are unsure."""
        least = self._options.enough
        sure = [one for one in whole.candidates if one.strong and shares.get(one.found.photo, 0.0) >= least]
        return sure or [one for one in whole.candidates if not one.strong]

    def _look(self, hit: Candidate, read: WordsRead, query: Query, snapshot: Snapshot) -> _Thing:
        """The photos that show the same as a hit, and in it the words."""
        if query.cancelled():
            raise Cancelled("The search was cancelled.")
        standing = _standing(snapshot.catalog.written.of(hit.found.photo) or (), read)
        listed = self._listed(hit, query, snapshot)
        compared = comparisons_of(
            [recalled_term(hit.found, snapshot)], listed, snapshot, self._matching, query.pairs
        )
        seen = verify_photos(compared, Shortlist.verify, "written", query.cancelled)
        via = Via(photo=hit.found.photo, path=hit.found.path)
        others = [
            hit._replace(found=found, evidence=replace(proof, proof="via", via=via))
            for found, _, _ in listed
            for proof, proven in (seen.get(found.document, (None, False)),)
            if proof is not None
            and proven
            and proof.proof == "same"
            and self._shows(proof, standing, hit.found)
        ]
        others.sort(key=best_first)
        share = read.share_of([hit.found.photo, *(one.found.photo for one in others)])
        return _Thing(hit=hit, others=tuple(others), share=share)

    def _shows(self, proof: Evidence, standing: Sequence[_Standing], hit: Found) -> bool:
        """Whether enough points agree about where the words are in a hit; a rare word counts for more."""
        reach_px = self._options.reach * max(hit.width, hit.height)
        agreeing = [
            max(
                int((np.linalg.norm(proof.query_xy - place, axis=1) < reach_px).sum()) for place in one.places
            )
            for one in standing
        ]
        wanted = sum(one.information for one in standing)
        shown = sum(one.information * points for one, points in zip(standing, agreeing, strict=True))
        return wanted > 0 and shown >= self._options.about * wanted

    def _listed(self, hit: Candidate, query: Query, snapshot: Snapshot) -> list[Scored]:
        """What may show the same, by the words of a hit."""
        strict = ScoringOptions(weighting=query.options.weighting)
        ways = [(SHORTLIST, strict), (SHORTLIST, WIDE)]
        first, second = score_each(recalled_term(hit.found, snapshot), snapshot, ways, query)
        listed = Shortlists(shortlist_strict=first, shortlist_wide=second).to_verify()
        return [entry for entry in listed if entry[0].document != hit.found.document]

    def _with(self, things: Sequence[_Thing], whole: Ranking, query: Query) -> Ranking:
        """All candidates: strong ones, photos of the same things, then what is unsure, each with photos of the same.

        Where another engine answers too, what is unsure brings nothing: a sentence has words that many photos have.
        """
        strong = [one for one in whole.candidates if one.strong]
        lowest = min((one.likeness for one in strong), default=similar_score(1.0))
        placed = {one.found.document for one in strong}
        proven = [thing for thing in things if thing.hit.strong or thing.share >= self._options.enough]
        for thing in proven:
            for one in (thing.hit, *thing.others):
                if one.found.document not in placed:
                    placed.add(one.found.document)
                    strong.append(one._replace(strong=True, likeness=lowest))
        rest: list[Candidate] = []
        unsure = [thing for thing in things if thing not in proven] if query.is_for_catalog_alone else []
        followed = {thing.hit.found.document: thing.others for thing in unsure}
        for candidate in whole.candidates:
            for one in (candidate, *followed.get(candidate.found.document, ())):
                if one.found.document not in placed:
                    placed.add(one.found.document)
                    rest.append(one)
        return replace(whole, candidates=(*strong, *rest))


def _standing(lines: Sequence[TextLine], read: WordsRead) -> list[_Standing]:
    """Where words stand among some lines, as far as it is known."""
    return [
        _Standing(information=information, places=np.array([np.mean(one.quad, axis=0) for one in places]))
        for word, information in read.information.items()
        if (places := places_of(lines, (word,), read.near.get(word, ())))
    ]
