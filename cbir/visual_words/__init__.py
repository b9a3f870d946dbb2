"""Visual words: codebook -> postings -> inverted index."""

from cbir.visual_words.codebook import Codebook, EncodedFeatures, read_about
from cbir.visual_words.inverted_index import InvertedIndex, ScoredDocuments, ScoringOptions
from cbir.visual_words.segments import PostingsSegment, SegmentBuilder, merge_segments

__all__ = [
    "Codebook",
    "EncodedFeatures",
    "InvertedIndex",
    "PostingsSegment",
    "ScoredDocuments",
    "ScoringOptions",
    "SegmentBuilder",
    "merge_segments",
    "read_about",
]
