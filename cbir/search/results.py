"""What every engine has in common: a query and a snapshot of the library -> ranked candidates, or none.

Engines do not know of one another. search.py asks each and fuses what they answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import (
    PROOFS,
    Evidence,
    PhotoId,
    Region,
    SearchOptions,
    Stage,
    Term,
    Timings,
)
from cbir.catalog import Found, Node
from cbir.embeddings import InstalledModel, TextEmbeddings
from cbir.matching import Known
from cbir.search.query import DescribedTerms, TextQuestion
from cbir.state import Snapshot
from cbir.workers import PictureEmbeddings

FIRST_PAGE = 100  # hits that are told before the others: more than a window shows at once
SHORTLIST = 200  # photos that each engine proposes at least, and that the match engine verifies


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query as the engines read it.

    words : its texts. pictures : its pictures, described. model : of the semantic engine; None where it is not asked
    texts : embeddings of the descriptions in `words`, being computed; looks : those of the pictures
    allowed : documents that a hit may be, ascending; None: any
    expression : the same in the words of the Milvus that has the index; None where it has no words for it
    pairs : near descriptors of pairs of pictures, which one comparison leaves to the next
    """

    terms: tuple[Term, ...]
    options: SearchOptions
    words: TextQuestion
    model: InstalledModel | None
    texts: Future[TextEmbeddings] | None
    cancelled: Callable[[], bool]
    pictures: DescribedTerms = field(default_factory=DescribedTerms)
    looks: Future[PictureEmbeddings] | None = None
    allowed: NDArray[np.int64] | None = None
    expression: str | None = None
    pairs: Known = field(default_factory=dict, repr=False)

    @property
    def has_pictures(self) -> bool:
        return any(term.text is None for term in self.terms)

    @property
    def is_semantic(self) -> bool:
        """The semantic engine has something to look for."""
        return self.model is not None and (
            any(term.text is None and term.sign > 0 for term in self.terms)
            or any(sentence.sign > 0 for sentence in self.words.sentences)
        )

    @property
    def is_for_catalog_alone(self) -> bool:
        """Only the metadata engine can answer it: neither index nor workers are needed."""
        return not self.has_pictures and not self.is_semantic

    @property
    def is_for_list(self) -> bool:
        """All photos that fit are listed, in an order that the catalog knows."""
        return self.options.listed is not None and self.is_for_catalog_alone and len(self.words.ranked) <= 1

    @property
    def nodes(self) -> list[Node]:
        """What the catalog is asked for, beside the filters."""
        return [*(each for _, each in self.words.ranked), *self.words.demanded]

    @property
    def last(self) -> int:
        """The number of hits up to the end of the page."""
        return self.options.skip + self.options.top

    @property
    def depth(self) -> int:
        """The number of candidates that an engine proposes for fusion."""
        return max(SHORTLIST, self.last)


class Candidate(NamedTuple):
    """A photo that an engine proposes; a tuple, since a search makes a thousand of them.

    score : in the engine's own unit, for the user to read. likeness : on the scale of all engines; see calibration.py
    evidence : from geometry; too few inliers prove nothing. strong : by the engine's own criterion
    part : of the photo, in its pixels, that fits better than the whole. words : of a verified one, how well the words
        fit that were asked beside the picture
    """

    found: Found
    engine: str
    score: float
    likeness: float
    evidence: Evidence | None = None
    verified: bool = False
    strong: bool = False
    part: Region | None = None
    words: float | None = None


def best_first(candidate: Candidate) -> tuple[bool, int, int, float, Path]:
    """Sort candidates of one term: proven ones by what is proven; then by points, then by score."""
    evidence = candidate.evidence
    inliers = evidence.inliers if evidence else 0
    grade = PROOFS.index(evidence.proof) if candidate.verified and evidence else 0
    return (not candidate.verified, grade, -inliers, -candidate.score, candidate.found.path)


def with_hits(hits: Sequence[Candidate], candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates of one term, with some that a further look verified in their places."""
    documents = {hit.found.document for hit in hits}
    others = [one for one in candidates if one.found.document not in documents]
    verified = sorted([*hits, *(one for one in others if one.verified)], key=best_first)
    return (*verified, *(one for one in others if not one.verified))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Candidates for one term or one engine, best first. weight : of its say in the fusion"""

    candidates: tuple[Candidate, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an engine says of a query; no rankings where it abstains.

    refused : photos that verifiably show a subtracted term, to be left out of all rankings
    notes : sentences for the user. total : photos that fit, of which a single ranking may hold a part; None: unknown
    """

    rankings: tuple[Ranking, ...] = ()
    refused: frozenset[PhotoId] = frozenset()
    timings: Timings = field(default_factory=Timings)
    notes: tuple[str, ...] = ()
    total: int | None = None


class Engine(Protocol):
    """One way to find photos."""

    def answer(
        self, query: Query, snapshot: Snapshot, on_partial: Callable[[Answer], None] = lambda answer: None
    ) -> Answer:
        """Propose candidates, or abstain.

        on_partial : given an answer that can be shown while the whole one is being computed
        Raises Cancelled, and ArtifactMismatch where the index is damaged.
        """
        ...


class Look(Protocol):
    """A stage after the engines have answered: it looks on where that may pay. Calls come from several threads."""

    @property
    def stage(self) -> Stage: ...

    def wanted(self, query: Query, answer: Answer) -> bool:
        """Whether it looks at all. answer : the match engine's, with what the stages before this one added"""
        ...

    def answer(
        self, query: Query, snapshot: Snapshot, answer: Answer, on_hits: Callable[[Answer], None]
    ) -> Answer:
        """The same answer with what this look verifies; on_hits is given it as it grows. Raises Cancelled."""
        ...
