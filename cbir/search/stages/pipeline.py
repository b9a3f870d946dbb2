"""The list of stages, in their order. Each may use the results of earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cbir.base.types import Ingredient, SearchOptions
from cbir.images import DecodeOptions
from cbir.matching import MatchOptions
from cbir.search.details import Details
from cbir.search.meaning import SemanticEngine, WordMeanings
from cbir.search.stages.comparing import Rankings
from cbir.search.stages.documents import DocumentsStage, InkComparer
from cbir.search.stages.expansion import ExpansionStage
from cbir.search.stages.guided import GuidedStage
from cbir.search.stages.learned import LearnedSearchOptions, LearnedStage, WeakProofsStage
from cbir.search.stages.library_nndr import LibraryNndrStage
from cbir.search.stages.marked_wrong import MarkedWrongStage
from cbir.search.stages.metadata import MeaningsStage, MetadataStage
from cbir.search.stages.mirrored import MirroredStage
from cbir.search.stages.nearest import NearestStage
from cbir.search.stages.recognised_text import RecognisedTextStage
from cbir.search.stages.semantic import SemanticStage
from cbir.search.stages.shortlist import ShortlistStage
from cbir.search.stages.stage import Stage, StageName
from cbir.search.stages.verification import VerificationStage
from cbir.search.stages.whole import WholeStage
from cbir.search.stages.words_of_matches import WordsOfMatchesStage
from cbir.vectors import LibraryNndrOptions
from cbir.workers import WorkerPool

_LEFT_OUT: Mapping[Ingredient, frozenset[StageName]] = {
    "verification": frozenset(
        {
            *("verification", "library nndr", "nearest", "mirrored", "guided", "marked wrong"),
            *("weak proofs", "whole", "documents", "learned", "expansion", "recognised text"),
        }
    ),
    "library": frozenset({"library nndr"}),
    "nearest": frozenset({"nearest"}),
    "mirror": frozenset({"mirrored"}),
    "guided": frozenset({"guided"}),
    "whole": frozenset({"whole"}),
    "learned": frozenset({"weak proofs", "documents", "learned"}),
    "expansion": frozenset({"expansion", "recognised text"}),
}
"""The stages that belong to an ingredient. Other ingredients are options of stages."""


class Pipeline:
    """The stages of one library's searches."""

    def __init__(
        self,
        workers: Callable[[], WorkerPool],
        engine: SemanticEngine,
        *,
        matching: MatchOptions,
        learned: LearnedSearchOptions,
        limits: DecodeOptions,
        details: Details,
        meanings: WordMeanings,
    ) -> None:
        self._engine = engine
        self._meanings = meanings
        self._details = details
        self._matching = matching
        self._weak_proofs = WeakProofsStage(learned)
        ink = InkComparer(workers, limits)
        self._documents = DocumentsStage(ink)
        self._whole_pictures = WholeStage(workers, limits)
        self._learned = LearnedStage(workers, limits, ink, learned)  # caches comparisons, as does ink
        self._whole = self._build(frozenset(), None)

    def stages(self, options: SearchOptions = SearchOptions()) -> tuple[Stage, ...]:  # noqa: B008 (frozen)
        """All stages, without those of some ingredients, whose effect can thus be measured, and with a query's NNDR."""
        if not options.without and options.nndr_ratio is None:
            return self._whole
        return self._build(options.without, options.nndr_ratio)

    def _build(self, without: frozenset[Ingredient], ratio: float | None) -> tuple[Stage, ...]:
        matching, of_library = self._matching, LibraryNndrOptions()
        if ratio is not None:
            matching = replace(matching, nndr=replace(matching.nndr, max_ratio=ratio))
            of_library = replace(of_library, max_ratio=ratio)
        if "patience" in without:
            matching = replace(matching, give_up_empty_after=matching.give_up_after)
        rankings = Rankings(
            signatures="hamming" not in without,
            rooted="burstiness" not in without,
            wide="wide" not in without,
        )
        stages: tuple[Stage, ...] = (
            MetadataStage(),
            ShortlistStage(rankings=rankings),
            VerificationStage(matching=matching),
            LibraryNndrStage(matching=matching, details=self._details, options=of_library),
            NearestStage(matching=matching, rankings=rankings),
            MirroredStage(matching=matching, rankings=rankings),
            GuidedStage(matching=matching),
            MarkedWrongStage(matching=matching),
            self._weak_proofs,
            MeaningsStage(meanings=self._meanings),
            SemanticStage(engine=self._engine),  # late, because its tower works in another process meanwhile
            self._whole_pictures,
            self._documents,
            self._learned,
            ExpansionStage(matching=matching),
            WordsOfMatchesStage(engine=self._engine),
            RecognisedTextStage(matching=matching),
        )
        left_out = frozenset[StageName]().union(*(_LEFT_OUT.get(part, ()) for part in without))
        return tuple(stage for stage in stages if stage.name not in left_out)
