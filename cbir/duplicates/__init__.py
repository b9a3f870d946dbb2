"""Photos of a library -> candidates by hash and visual words -> proof with a cause -> groups -> a person's verdicts."""

from cbir.duplicates.finder import Finder
from cbir.duplicates.names import FilesBehind
from cbir.duplicates.pixels import SIDE_PX as COMPARED_PX
from cbir.duplicates.pixels import Comparison, compare
from cbir.duplicates.records import ON_ITS_WAY, DuplicateTables, PairVerdict, PhotoRow
