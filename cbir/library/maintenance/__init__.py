"""Maintenance of a library: check, compact, merge, back up, move, and learn visual words."""

from cbir.library.maintenance.backup import Progress, back_up, move_library, remove_moved, restore
from cbir.library.maintenance.check import check_library
from cbir.library.maintenance.own_words import LearningOptions, LearningProgress, OwnWords, WordsLearner
from cbir.library.maintenance.segments import (
    SMALL,
    CompactReport,
    compact_library,
    merge_postings,
    merge_vectors,
    retire_codebooks,
)
