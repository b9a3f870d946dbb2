"""Visual words: codebook -> postings -> inverted index."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.visual_words.codebook import Codebook, EncodedFeatures, read_about
    from cbir.visual_words.inverted_index import (
        InvertedIndex,
        ScoredDocuments,
        ScoringOptions,
        add_up,
        load_kernels,
    )
    from cbir.visual_words.merging import merge_segments
    from cbir.visual_words.segments import POSTINGS, PostingsSegment, SegmentBuilder
    from cbir.visual_words.training import relearn_words, train_codebook
    from cbir.visual_words.usage import WordUsage, spaced, word_usage

__getattr__ = lazy_door(
    __name__,
    {
        "codebook": ("Codebook", "EncodedFeatures", "read_about"),
        "inverted_index": ("InvertedIndex", "ScoredDocuments", "ScoringOptions", "add_up", "load_kernels"),
        "merging": ("merge_segments",),
        "segments": ("POSTINGS", "PostingsSegment", "SegmentBuilder"),
        "training": ("relearn_words", "train_codebook"),
        "usage": ("WordUsage", "spaced", "word_usage"),
    },
)
