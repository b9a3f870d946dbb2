"""Query embeddings and the embeddings of photos and of their parts -> the nearest photos, and which are strong hits."""

from cbir.search.nearest.nearest import Nearest, StrongLine, nearest_photos
from cbir.search.nearest.parts import PartIndex, part_number
from cbir.search.nearest.words_of_matches import WordsOfMatches
