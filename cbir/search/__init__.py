"""Query terms -> (words | embedding | metadata terms) -> one ranked list per engine -> fusion -> hits with evidence."""

from cbir.search.describe_query import QUERY_PRIORITY, load_kernels, wait_for
from cbir.search.search import SearchService, SearchServiceOptions
from cbir.search.semantic_engine import MODEL_SETTING, VECTOR_SETTING, SemanticEngine
