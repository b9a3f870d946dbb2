"""A picture without a library: described, and as a query or a photo is compared."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cbir.base.types import PhotoFeatures, QueryFeatures
from cbir.images import decode, read_file
from cbir.local_features import FeatureOptions, Features, describe
from cbir.visual_words import Codebook


def describe_file(path: Path, options: FeatureOptions) -> Features:
    """Decode a picture as the engine does and describe it."""
    image = decode(read_file(path).data, max_side_px=options.working_side_px)
    return describe(image.pixels, options)


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
