"""Vectors: embeddings on disk, their search, k-means for codebooks, oracles. No other package imports FAISS."""

from cbir.vectors.clustering import kmeans, nearest
from cbir.vectors.compiled import active_faiss, gpus
from cbir.vectors.cuda import has_cuda, has_driver, try_card
from cbir.vectors.descriptors import (
    BYTES_PER_DESCRIPTOR,
    DescribedPhoto,
    DescriptorIndex,
    LibraryNndrOptions,
    NndrVotes,
    build_descriptor_index,
    find_descriptor_index,
    is_of_descriptors,
)
from cbir.vectors.index import Remote, VectorIndex
from cbir.vectors.plane import PlaneOptions, lay_out, place_among
from cbir.vectors.plane_groups import PlaneGroups, group_places
from cbir.vectors.segments import (
    VECTORS,
    VectorSegment,
    are_unit,
    bytes_per_vector,
    merge_vector_segments,
    write_vector_segment,
)
from cbir.vectors.trained import STRUCTURE, VectorIndexOptions, build_structure
