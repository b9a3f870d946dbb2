"""Vectors: embeddings on disk and searched, words of descriptors, oracles. The one room that knows FAISS."""

from cbir.vectors.clustering import kmeans, nearest
from cbir.vectors.index import Scored, VectorIndex
from cbir.vectors.nndr import NndrVotes, nndr_search
from cbir.vectors.options import VectorIndexOptions
from cbir.vectors.segments import (
    VECTORS,
    VectorSegment,
    are_unit,
    merge_vector_segments,
    write_vector_segment,
)
from cbir.vectors.trained import STRUCTURE, build_structure
from cbir.vectors.words import WordAssigner, WordOptions

__all__ = [
    "NndrVotes",
    "STRUCTURE",
    "Scored",
    "VECTORS",
    "VectorIndex",
    "VectorIndexOptions",
    "VectorSegment",
    "WordAssigner",
    "WordOptions",
    "are_unit",
    "build_structure",
    "kmeans",
    "merge_vector_segments",
    "nearest",
    "nndr_search",
    "write_vector_segment",
]
