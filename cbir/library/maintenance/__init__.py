"""Maintenance of a library: check, compact, merge, back up, move, and learn visual words."""

from cbir.maintenance.backup import Progress, back_up, move_library, remove_moved, restore
from cbir.maintenance.check import check_library
from cbir.maintenance.compact import CompactReport, compact_library, retire_codebooks
from cbir.maintenance.merge import SMALL, merge_postings, merge_vectors
from cbir.maintenance.new_words import LearningOptions, WordsLearner
from cbir.maintenance.new_words import Progress as LearningProgress
