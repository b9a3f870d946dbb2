"""A query and a snapshot -> a pipeline of stages, which add candidates and evidence -> rankings to be fused."""

from cbir.search.stages.comparing import WIDE
from cbir.search.stages.learned import LearnedSearchOptions, LearnedStage, WeakProofsStage
from cbir.search.stages.metadata import large_letters_first
from cbir.search.stages.pipeline import Pipeline
from cbir.search.stages.shortlist import rank_photos
from cbir.search.stages.stage import Search, Stage, Timing
