"""What the engines found -> looked at once more -> what that adds: stages of a search, each told of as it comes."""

from cbir.search.stages.comparing import WIDE
from cbir.search.stages.expansion import Expansion
from cbir.search.stages.harder_looks import HarderLook, HarderOptions
from cbir.search.stages.match_engine import MatchEngine
from cbir.search.stages.metadata import (
    MetadataEngine,
    allowed_documents,
    allowed_expression,
    large_letters_first,
)
from cbir.search.stages.recognised_text import WrittenLook, WrittenOptions
from cbir.search.stages.words_of_matches import WordsOfMatches
