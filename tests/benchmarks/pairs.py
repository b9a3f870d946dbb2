"""A picture without a library: described, and as a query or a photo is compared."""

import numpy as np

from cbir.base.types import PhotoFeatures, QueryFeatures
from cbir.images import decode, read_file
from cbir.local_features import describe


def describe_file(path, options):
    """Decode a picture as the engine does and describe it."""
    image = decode(read_file(path).data, max_side_px=options.working_side_px)
    return describe(image.pixels, options)


def as_query(features, codebook, scale=1.0):
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


def as_photo(features, codebook):
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
