"""Query terms -> a snapshot of the library -> stage after stage -> a ranking per engine -> hits with evidence."""

from cbir.search.calibration import distinct_z_scores, outshone
from cbir.search.details import DETAILS_SETTING, Choice, Details
from cbir.search.explaining import draw_heat_map, open_score, seen_region, share_words
from cbir.search.learned_order import (
    ORDER_SETTING,
    as_setting,
    features_of,
    order_by,
    parts_of,
    stored_order,
)
from cbir.search.meaning import (
    LEARNED_SETTING,
    MIN_PHOTOS,
    MODEL_SETTING,
    VECTOR_SETTING,
    SemanticEngine,
    WordMeanings,
    learn_keywords,
    learned_keywords,
    name_groups,
)
from cbir.search.query import (
    QUERY_PRIORITY,
    corrected,
    keypoints_of,
    load_kernels,
    read_text,
    wait_for,
    wait_for_encoding,
)
from cbir.search.search import SearchService, SearchServiceOptions
from cbir.search.stages import LearnedSearchOptions
