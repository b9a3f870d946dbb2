"""Outputs of an image network + vectors of a sentence encoder -> the map between the two.

A picture's vector is the sum of two parts: a linear map of its features, learned from captions by ridge regression,
and the encoder's vectors of the network's class names, weighted by the class probabilities. The names cover a
thousand things without any caption, so the map learns the residual. The system is solved in the dimension of the
pictures, as there are fewer of them than features.
Norouzi et al., "Zero-shot learning by convex combination of semantic embeddings", ICLR 2014; Hoerl and Kennard, "Ridge
regression", Technometrics 12(1), 1970.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignmentOptions:
    """Options, chosen by cross-validation on single captions of 1,000 photos and 881 noisy ones.

    ridge : regularisation of the linear map. flattening : of the space of texts; 0 whitens it, a large value keeps it
    names_power : exponent of the probabilities, so that unlikely classes count too. names_share : share of the names'
        vector that is used unchanged. names_weight : weight of the names' vector as one more feature
    """

    ridge: float = 2.0
    flattening: float = 0.5
    names_power: float = 0.35
    names_share: float = 0.3
    names_weight: float = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Training data: features (n, f), probabilities (n, c), texts (n, t) and weights (n,) of n captions."""

    features: Rows
    probabilities: Rows
    texts: Rows
    weights: Rows

    def __getitem__(self, rows: NDArray[np.intp]) -> Pairs:
        return Pairs(
            features=self.features[rows],
            probabilities=self.probabilities[rows],
            texts=self.texts[rows],
            weights=self.weights[rows],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """Two affine maps into one space of t dimensions.

    A text of the encoder, of unit length: (text - text_mean) @ text_map
    A picture: unit((features - feature_mean) * feature_scale) @ feature_map
        + probabilities ** names_power @ names_map + offset
    """

    text_mean: Rows
    text_map: Rows
    feature_mean: Rows
    feature_scale: Rows
    feature_map: Rows
    names_map: Rows
    names_power: float
    offset: Rows

    def texts(self, rows: Rows) -> Rows:
        return unit((rows - self.text_mean) @ self.text_map)

    def pictures(self, features: Rows, probabilities: Rows) -> Rows:
        shown = unit((features - self.feature_mean) * self.feature_scale) @ self.feature_map
        return unit(shown + probabilities**self.names_power @ self.names_map + self.offset)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOut:
    """Vectors of held-out captions and their pictures, row by row.

    other_texts, others : vectors of the texts and pictures trained on. trained : (m,) their rows of the pairs
    """

    texts: Rows
    pictures: Rows
    other_texts: Rows
    others: Rows
    trained: NDArray[np.intp]


def background(pictures: Rows, most: int) -> Rows:
    """Mean and main directions of pictures' vectors: (1 + k, d), see InstalledModel.background(). most : largest k"""
    mean = pictures.mean(0)
    _, singular, directions = np.linalg.svd(pictures - mean, full_matrices=False)
    main_directions = (singular / np.sqrt(len(pictures)))[:most, None] * directions[:most]
    return _exact(np.concatenate([mean[None], main_directions]))


def unit(rows: NDArray[np.floating]) -> Rows:
    """Scale rows to length 1."""
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9), np.float32)


def align(
    pairs: Pairs, names: Rows, groups: Sequence[int], options: AlignmentOptions | None = None
) -> Alignment:
    """Fit both maps.

    names : (c, t), the encoder's vectors of the class names
    groups : sizes of the kinds of features, which all count alike
    """
    options = options or AlignmentOptions()
    text_mean, text_map = _flattening(pairs.texts, options.flattening)
    target = (pairs.texts - text_mean) @ text_map
    text_map /= np.sqrt((target**2).sum(1).mean())
    target = (pairs.texts - text_mean) @ text_map
    feature_mean = pairs.features.mean(0)
    feature_scale = _scales(pairs.features, groups)
    features = unit((pairs.features - feature_mean) * feature_scale)
    name_vectors = (names - names.mean(0)) @ text_map
    named = pairs.probabilities**options.names_power @ name_vectors
    named_mean = named.mean(0)
    spread = np.sqrt(((named - named_mean) ** 2).sum(1).mean())
    named = (named - named_mean) / spread
    residual = target - options.names_share * named
    residual_mean = np.average(residual, axis=0, weights=pairs.weights)
    kernel = features @ features.T + options.names_weight * named @ named.T
    solved = np.linalg.solve(kernel + np.diag(options.ridge / pairs.weights), residual - residual_mean)
    of_names = options.names_weight * named.T @ solved + options.names_share * np.eye(named.shape[1])
    names_map = name_vectors @ of_names / spread
    return Alignment(
        text_mean=_exact(text_mean),
        text_map=_exact(text_map),
        feature_mean=_exact(feature_mean),
        feature_scale=_exact(feature_scale),
        feature_map=_exact(features.T @ solved),
        names_map=_exact(names_map),
        names_power=options.names_power,
        offset=_exact(residual_mean - named_mean @ of_names / spread),
    )


def cross_validated_ranks(
    pairs: Pairs,
    names: Rows,
    groups: Sequence[int],
    measured: NDArray[np.intp],
    *,
    parts: int = 5,
    seed: int = 0,
    options: AlignmentOptions | None = None,
) -> tuple[NDArray[np.intp], list[HeldOut]]:
    """Rank, from 1, of each measured pair's picture within its part, with maps fitted to all other pairs.

    measured : rows of pairs. Returns the ranks in the order of the parts, and the vectors of each part.
    """
    order = np.random.default_rng((seed, 0xA11C)).permutation(measured)
    ranks, vectors = [], []
    for part in np.array_split(order, parts):
        rows = np.setdiff1d(np.arange(len(pairs.weights)), part)
        others = pairs[rows]
        fitted = align(others, names, groups, options)
        held = pairs[part]
        vectors.append(
            HeldOut(
                texts=fitted.texts(held.texts),
                pictures=fitted.pictures(held.features, held.probabilities),
                other_texts=fitted.texts(others.texts),
                others=fitted.pictures(others.features, others.probabilities),
                trained=rows,
            )
        )
        scores = vectors[-1].texts @ vectors[-1].pictures.T
        ranks.append((scores >= np.diag(scores)[:, None]).sum(axis=1))
    return np.concatenate(ranks).astype(np.intp), vectors


def _flattening(texts: Rows, share: float) -> tuple[Rows, Rows]:
    """Mean of texts, and the map that scales their main directions down towards the length of the others."""
    mean = texts.mean(0)
    _, singular, directions = np.linalg.svd(texts - mean, full_matrices=False)
    variance = singular**2 / len(texts)
    return mean, np.asarray(directions.T / np.sqrt(variance + share * variance[0]), np.float32)


def _scales(features: Rows, groups: Sequence[int]) -> Rows:
    """Scale of each feature: 1 / (its deviation * the square root of its group's size)."""
    deviation = features.std(0)
    starts = np.cumsum([0, *groups])
    parts = [
        1 / np.maximum(deviation[a:b] + 0.01 * features[:, a:b].std(), 1e-9) / np.sqrt(b - a)
        for a, b in itertools.pairwise(starts)
    ]
    return np.concatenate(parts)


def _exact(rows: NDArray[np.floating]) -> Rows:
    return np.ascontiguousarray(rows, np.float32)
