"""Stored descriptors -> a query for a photo, or for a mirrored picture; a hit -> a term.

The library stores words, geometry and compact descriptors of each photo. A compact descriptor has 64 projected
coordinates of 4 bits. The projection's rows are orthonormal, so its transpose reconstructs SIFT's 128 numbers, which a
mirrored query and another codebook need.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cbir.base.types import PhotoFeatures, QueryFeatures, Region, Term
from cbir.catalog import IndexedPhoto
from cbir.images import clip_region
from cbir.local_features import Features, mirrored
from cbir.search.query.describe import DescribedTerm
from cbir.state import Snapshot, recall_features
from cbir.visual_words import Codebook
from cbir.workers import DescribedQuery, encode_query, query_features


def recall_photo(term: Term, snapshot: Snapshot, *, matched: bool, mirror: bool) -> DescribedQuery | None:
    """The stored description of a term's photo; None for another picture. matched : false if no features are needed"""
    if term.photo is None:
        return None
    photo = snapshot.find_photo(term.photo)
    store, row = snapshot.stored(photo)
    recalled = recall_query(
        store.read(row),
        store.codebook,
        [codebook for codebook, _ in snapshot.index.indexes] if matched else (),
        full_size=(photo.width, photo.height),
        region=term.region,
        mirror=mirror,
    )
    return replace(recalled, fingerprint=photo.fingerprint if term.region is None else "")


def recall_query(
    photo: PhotoFeatures,
    own: str,
    codebooks: Sequence[Codebook],
    *,
    full_size: tuple[int, int],
    region: Region | None,
    mirror: bool,
) -> DescribedQuery:
    """Describe a photo as describe_query does, but from its stored features. It has only a photo's number of features.

    own : fingerprint of the codebook with which the photo is indexed; one of `codebooks` unless these are empty
    full_size : (width, height) of the upright photo. Raises QueryUnusable if the region is outside the photo.
    """
    scale = max(photo.size) / max(full_size)
    if not codebooks:
        return DescribedQuery(
            by_codebook=(), full_size=full_size, decode_ms=0.0, features_ms=0.0, words_ms=0.0
        )
    if region is not None:
        photo, full_size = _inside(photo, region, full_size, scale)
    (stored_with,) = (codebook for codebook in codebooks if codebook.fingerprint == own)
    upright = recall_features(photo, stored_with, scale)
    whole = Features(
        xy=upright.xy,
        sigma=upright.sigma,
        angle=upright.angle,
        descriptors=stored_with.restore(upright.projected),
        size=upright.size,
    )
    encoded = [encode_query(codebook, whole, scale, mirror=mirror) for codebook in codebooks]
    return DescribedQuery(
        by_codebook=tuple(
            (name, upright if name == own else read_again, flipped) for name, read_again, flipped in encoded
        ),
        full_size=full_size,
        decode_ms=0.0,
        features_ms=0.0,
        words_ms=0.0,
    )


def mirror_query(query: QueryFeatures, codebook: Codebook) -> QueryFeatures:
    """Describe the mirrored picture as describe_query does, without its pixels."""
    features = Features(
        xy=query.xy,
        sigma=query.sigma,
        angle=query.angle,
        descriptors=codebook.restore(query.projected),
        size=query.size,
    )
    return query_features(codebook, mirrored(features), query.scale)


def _inside(
    photo: PhotoFeatures, region: Region, full_size: tuple[int, int], scale: float
) -> tuple[PhotoFeatures, tuple[int, int]]:
    """The features inside a region, in working pixels of the region alone, and the region's full size."""
    x, y, width, height = clip_region(region, full_size)
    corner = np.array([x, y], np.float32) * np.float32(scale)
    extent = np.array([width, height], np.float32) * np.float32(scale)
    xy = photo.xy - corner
    rows = np.flatnonzero(np.all((xy >= 0) & (xy < extent), axis=1))
    inside = replace(
        photo,
        words=photo.words[rows],
        codes=photo.codes[rows],
        xy=xy[rows],
        sigma=photo.sigma[rows],
        angle=photo.angle[rows],
        size=(max(1, round(float(extent[0]))), max(1, round(float(extent[1])))),
    )
    return inside, (width, height)


def recalled_term(photo: IndexedPhoto, snapshot: Snapshot, term: int = 0) -> DescribedTerm:
    """A hit as a term of a query, upright; without features for codebooks with which it is not indexed.

    term : number of the query's term that the photo represents
    """
    store, _ = snapshot.stored(photo)
    (stored,), size = snapshot.features([photo]), (photo.width, photo.height)
    features: dict[str, tuple[QueryFeatures | None, QueryFeatures | None]] = {
        codebook.fingerprint: (
            recall_features(stored, codebook, max(stored.size) / max(size))
            if codebook.fingerprint == store.codebook
            else None,
            None,
        )
        for codebook, _ in snapshot.index.indexes
    }
    return DescribedTerm(
        term=term, sign=1, weight=1.0, marked=True, features=features, full_size=size, offset=(0.0, 0.0)
    )
