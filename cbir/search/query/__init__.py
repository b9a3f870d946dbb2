"""Query terms -> parsed text, and pictures that workers describe or whose stored features are recalled."""

from cbir.search.query.describe import (
    QUERY_PRIORITY,
    DescribedCache,
    DescribedTerm,
    DescribedTerms,
    check_terms,
    describe_terms,
    file_of,
    keypoints_of,
    load_kernels,
    wait_for,
    wait_for_encoding,
)
from cbir.search.query.facts import understand
from cbir.search.query.query import (
    FIRST_PAGE,
    SHORTLIST,
    EncodedWords,
    Query,
    Sentence,
    TypedText,
    forgiven,
    read_text,
    with_longer_words_of,
)
from cbir.search.query.recall import mirror_query, recall_photo, recalled_term
from cbir.search.query.spelling import corrected
