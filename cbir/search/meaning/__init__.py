"""Meaning: towers and vectors -> query embeddings -> the nearest photos, divided into strong and weak hits."""

from cbir.search.meaning.group_names import name_groups
from cbir.search.meaning.keyword_suggestions import KeywordSuggester
from cbir.search.meaning.near_photos import (
    NearPhoto,
    NearPhotos,
    PartIndex,
    ShownColors,
    StrongLine,
    nearest_photos,
    part_number,
)
from cbir.search.meaning.own_keywords import LEARNED_SETTING, MIN_PHOTOS, learn_keywords, learned_keywords
from cbir.search.meaning.query_embeddings import (
    QueryEmbedding,
    asked_for,
    direction,
    embed_query,
    embed_sentence,
)
from cbir.search.meaning.semantic_engine import MODEL_SETTING, VECTOR_SETTING, SemanticEngine
from cbir.search.meaning.word_meanings import WordMeanings
