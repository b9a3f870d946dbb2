"""Rows for the tests of single stages: features as the index and the matcher read them."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import PhotoFeatures, QueryFeatures
from cbir.evaluation import encode_jpeg
from cbir.evaluation.altered import scaled
from cbir.indexing import IndexingOptions
from cbir.library import LibraryOptions
from cbir.local_features import FeatureOptions, Features, describe
from cbir.search import LearnedSearchOptions
from tests.pictures import POSTERS, photo, poster

SMALL_FEATURES = FeatureOptions(max_features=300, working_side_px=480)
WITHOUT_NETWORKS = LearnedSearchOptions(weak_inliers=0, weak_filled=0, confirmed=0, matching=0, similar=0)
"""No photo is compared by learned features: that takes nine tenths of a search in a library of six photos."""


@dataclass(frozen=True, slots=True)
class Words:
    """One drawn photo: (n,) words in ascending order and their signatures."""

    words: NDArray[np.uint32]
    signatures: NDArray[np.uint64]


def draw_words(rng, n, vocabulary):
    """Draw a photo whose words repeat, with signatures of which many are near to one another."""
    words = np.sort((vocabulary * rng.random(n) ** 2).astype(np.uint32))
    base = np.random.default_rng(0).integers(0, 2**63, 4, dtype=np.uint64)
    signatures = base[rng.integers(0, len(base), n)]
    for _ in range(12):  # up to so many flipped bits: on both sides of the cut of 16 between two rows
        flipped = np.uint64(1) << rng.integers(0, 64, n).astype(np.uint64)
        signatures = signatures ^ np.where(rng.random(n) < 0.7, flipped, np.uint64(0))
    return Words(words=words, signatures=signatures)


def query_of(codebook, features, scale=1.0):
    """Encode features as a query."""
    projected = codebook.project(features.descriptors)
    words = codebook.assign(projected)
    order = np.argsort(words, kind="stable")
    return QueryFeatures(
        words=words[order],
        signatures=codebook.sign(projected, words)[order],
        projected=projected[order],
        xy=features.xy[order],
        sigma=features.sigma[order],
        angle=features.angle[order],
        size=features.size,
        scale=scale,
    )


def photo_of(codebook, features):
    """Encode features as a photo of the library."""
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


def first_rows(features, n):
    """Keep the first n features."""
    return Features(
        xy=features.xy[:n].copy(),
        sigma=features.sigma[:n].copy(),
        angle=features.angle[:n].copy(),
        descriptors=features.descriptors[:n].copy(),
        size=features.size,
    )


def describe_some(pixels, n=400):
    """Describe a picture with a small budget: enough where the test is not about recall."""
    return describe(pixels, FeatureOptions(max_features=n))


def small_options(*, features=SMALL_FEATURES, models=None, learned=WITHOUT_NETWORKS, **indexing):
    """Return options for libraries that are made, and searched, in a moment. indexing : changes of IndexingOptions"""
    indexing = {"first_commit_after_s": 60.0, **indexing}  # a slow machine makes the same segments
    return LibraryOptions(
        indexing=IndexingOptions(features=features, **indexing),
        query_features=600,
        workers=1,  # each takes a third of a second to start; two are asked for where that is what is tested
        models=models,
        learned=learned,
    )


def write_pictures(folder, names):
    """Write shipped photos and posters, small, as JPEGs of their names."""
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / f"{name}.jpg" for name in names]
    for path in written:
        path.write_bytes(_small_jpeg(path.stem))
    return written


@functools.cache
def _small_jpeg(name):
    return encode_jpeg(scaled(poster(name) if name in POSTERS else photo(name), 480).pixels)
