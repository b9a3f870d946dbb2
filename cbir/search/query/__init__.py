"""Query terms -> pictures described by workers, or recalled from what is stored -> features of each, kept a while."""

from cbir.search.query.describe import (
    QUERY_PRIORITY,
    DescribedTerm,
    DescribedTerms,
    check_terms,
    describe_terms,
    file_of,
    keypoints_of,
    load_kernels,
    query_options,
    wait_for,
    wait_for_encoding,
)
from cbir.search.query.described_cache import DescribedCache
from cbir.search.query.parse import Sentence, TextQuestion, read_question
from cbir.search.query.recall import mirror_query, recall_features, recall_photo
