"""Visual words: codebook -> postings -> inverted index."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cbir.visual_words.codebook import Codebook, EncodedFeatures, read_about
    from cbir.visual_words.inverted_index import InvertedIndex, ScoredDocuments, ScoringOptions, load_kernels
    from cbir.visual_words.segments import POSTINGS, PostingsSegment, SegmentBuilder, merge_segments
    from cbir.visual_words.training import train_codebook

__all__ = [
    "Codebook",
    "EncodedFeatures",
    "InvertedIndex",
    "POSTINGS",
    "PostingsSegment",
    "ScoredDocuments",
    "ScoringOptions",
    "SegmentBuilder",
    "load_kernels",
    "merge_segments",
    "read_about",
    "train_codebook",
]

_HOMES = {
    "codebook": (
        "Codebook",
        "EncodedFeatures",
        "read_about",
    ),
    "inverted_index": (
        "InvertedIndex",
        "ScoredDocuments",
        "ScoringOptions",
        "load_kernels",
    ),
    "segments": (
        "POSTINGS",
        "PostingsSegment",
        "SegmentBuilder",
        "merge_segments",
    ),
    "training": ("train_codebook",),
}


def __getattr__(name: str) -> Any:
    """Load what is asked for, and nothing else."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
