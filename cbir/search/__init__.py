"""Query terms -> (words | embedding | metadata terms) -> one ranked list per engine -> fusion -> hits with evidence."""

from cbir.search.calibration import distinct_z_scores, outshone
from cbir.search.describing import QUERY_PRIORITY, keypoints_of, load_kernels, wait_for, wait_for_encoding
from cbir.search.explaining import draw_heat_map, open_score, seen_region, share_words
from cbir.search.looks import HarderOptions
from cbir.search.own_keywords import LEARNED_SETTING, MIN_PHOTOS, learn_keywords, learned_keywords
from cbir.search.search import SearchService, SearchServiceOptions
from cbir.search.semantic_engine import MODEL_SETTING, VECTOR_SETTING, SemanticEngine
from cbir.search.text_question import read_question
