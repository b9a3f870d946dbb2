"""Photos of a library -> candidates by hash and words -> proof with a cause -> groups -> what a person said of them."""

from cbir.duplicates.finder import Finder
from cbir.duplicates.names import FilesBehind
from cbir.duplicates.records import ON_ITS_WAY, DuplicateTables, PhotoRow, Said
