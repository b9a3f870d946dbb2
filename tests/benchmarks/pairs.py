"""Two pictures, without a library: described, compared one to one, and what one of them takes on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cbir.base.types import PhotoFeatures, QueryFeatures
from cbir.images import decode, read_file
from cbir.local_features import FeatureOptions, Features, describe
from cbir.matching import match_nndr, verify
from cbir.visual_words import Codebook

# One feature on disk: word 2, geometry 6 and compact descriptor 32 in the features by photo, document 4 and
# signature 8 in the postings. The quality benchmark measures the true size of a library.
BYTES_PER_FEATURE = 2 + 6 + 32 + 4 + 8


def describe_file(path: Path, options: FeatureOptions) -> Features:
    """Decode a picture as the engine does and describe it."""
    image = decode(read_file(path).data, max_side_px=options.working_side_px)
    return describe(image.pixels, options)


def inliers_between(query: Features, photo: Features) -> int:
    """Exact NNDR on full descriptors and geometry: neither codebook nor compression has a say."""
    rows, ratios = match_nndr(query.descriptors.astype(np.float32), photo.descriptors.astype(np.float32))
    return verify(_query_frames(query), _photo_frames(photo), rows, ratios).inliers


def as_query(features: Features, codebook: Codebook, scale: float = 1.0) -> QueryFeatures:
    """Features as the index and the matcher read those of a query: rows ascend by word."""
    projected = codebook.project(features.descriptors)
    words = codebook.assign(projected)
    signatures = codebook.sign(projected, words)
    order = np.argsort(words, kind="stable")
    return QueryFeatures(
        words=words[order],
        signatures=signatures[order],
        projected=projected[order],
        xy=features.xy[order],
        sigma=features.sigma[order],
        angle=features.angle[order],
        size=features.size,
        scale=scale,
    )


def as_photo(features: Features, codebook: Codebook) -> PhotoFeatures:
    """Features as the matcher reads those of a photo of the library: rows ascend by word."""
    encoded = codebook.encode(features.descriptors)
    order = np.argsort(encoded.words, kind="stable")
    return PhotoFeatures(
        words=encoded.words[order],
        codes=encoded.codes[order],
        xy=features.xy[order],
        sigma=features.sigma[order],
        angle=features.angle[order],
        size=features.size,
    )


def bytes_per_photo(features: Features) -> int:
    """What the features of a photo take on disk."""
    return len(features) * BYTES_PER_FEATURE


def _query_frames(features: Features) -> QueryFeatures:
    """Geometry alone: verify() reads nothing else."""
    n = len(features)
    return QueryFeatures(
        words=np.zeros(n, np.uint32),
        signatures=np.zeros(n, np.uint64),
        projected=np.zeros((n, 0), np.float32),
        xy=features.xy,
        sigma=features.sigma,
        angle=features.angle,
        size=features.size,
        scale=1.0,
    )


def _photo_frames(features: Features) -> PhotoFeatures:
    """The same of a photo."""
    n = len(features)
    return PhotoFeatures(
        words=np.zeros(n, np.uint32),
        codes=np.zeros((n, 0), np.uint8),
        xy=features.xy,
        sigma=features.sigma,
        angle=features.angle,
        size=features.size,
    )
