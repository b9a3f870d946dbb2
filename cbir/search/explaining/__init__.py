"""A query and its hits -> visual words that both have, what each word of a sentence adds, where a photo shows it."""

from cbir.search.explaining.heat_map import draw_heat_map, seen_region
from cbir.search.explaining.sentence_score import SentenceScore, open_score
from cbir.search.explaining.shared_words import share_words
