"""A query and its hits -> shared visual words, the contribution of each word of a sentence, and heat maps of photos."""

from cbir.search.explaining.heat_map import draw_heat_map, seen_region
from cbir.search.explaining.sentence_score import SentenceScore, open_score
from cbir.search.explaining.shared_words import share_words
