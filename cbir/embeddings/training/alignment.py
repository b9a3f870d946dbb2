"""What an image network sees and what a sentence encoder reads -> the way from the one to the other.

Two things lead from a picture to a sentence's vector: a linear map of its features, learned from captions by ridge
regression; and the names of the network's own classes, as the encoder reads them, weighed by their probabilities. The
latter knows a thousand things without any caption, so the map learns what it leaves over. Solved in the pictures' own
dimension: there are fewer of them than features.
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
    """Chosen by cross-validation on single captions of 1,000 photos, with 881 noisy ones beside them.

    ridge : how much a map must explain to be steep. flattening : of the texts' space; 0 whitens it, and much leaves it
    names_power : of the probabilities, so that the unlikely classes count too. names_share : of what the names say that
        is taken as it is. names_weight : of what they say as one more feature
    """

    ridge: float = 2.0
    flattening: float = 0.5
    names_power: float = 0.35
    names_share: float = 0.3
    names_weight: float = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """What is learned from: features (n, f), probabilities (n, c), texts (n, t) and weights (n,) of n captions."""

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
    """Vectors of captions and their pictures, row by row, that were not learned from.

    other_texts, others : of those that were. known : (m,) the rows of the pairs that these are
    """

    texts: Rows
    pictures: Rows
    other_texts: Rows
    others: Rows
    known: NDArray[np.intp]


def background(pictures: Rows, most: int) -> Rows:
    """How pictures spread: (1 + k, d), see InstalledModel.background(). most : k at most

    What the rows leave out of the covariance is dealt out evenly over all directions by lengthening them.
    """
    mean = pictures.mean(0)
    _, singular, directions = np.linalg.svd(pictures - mean, full_matrices=False)
    kept = (singular / np.sqrt(len(pictures)))[:most, None] * directions[:most]
    return _exact(np.concatenate([mean[None], kept]))


def unit(rows: NDArray[np.floating]) -> Rows:
    """Rows of length 1."""
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9), np.float32)


def align(
    pairs: Pairs, names: Rows, groups: Sequence[int], options: AlignmentOptions | None = None
) -> Alignment:
    """Fit both maps.

    names : (c, t) what the encoder reads in the classes' names
    groups : sizes of the kinds of features, each of which counts as much as the others
    """
    options = options or AlignmentOptions()
    text_mean, text_map = _flattening(pairs.texts, options.flattening)
    wanted = (pairs.texts - text_mean) @ text_map
    text_map /= np.sqrt((wanted**2).sum(1).mean())
    wanted = (pairs.texts - text_mean) @ text_map
    feature_mean = pairs.features.mean(0)
    feature_scale = _scales(pairs.features, groups)
    shown = unit((pairs.features - feature_mean) * feature_scale)
    read = (names - names.mean(0)) @ text_map
    named = pairs.probabilities**options.names_power @ read
    named_mean = named.mean(0)
    spread = np.sqrt(((named - named_mean) ** 2).sum(1).mean())
    named = (named - named_mean) / spread
    left = wanted - options.names_share * named
    left_mean = np.average(left, axis=0, weights=pairs.weights)
    alike = shown @ shown.T + options.names_weight * named @ named.T
    solved = np.linalg.solve(alike + np.diag(options.ridge / pairs.weights), left - left_mean)
    of_names = options.names_weight * named.T @ solved + options.names_share * np.eye(named.shape[1])
    names_map = read @ of_names / spread
    return Alignment(
        text_mean=_exact(text_mean),
        text_map=_exact(text_map),
        feature_mean=_exact(feature_mean),
        feature_scale=_exact(feature_scale),
        feature_map=_exact(shown.T @ solved),
        names_map=_exact(names_map),
        names_power=options.names_power,
        offset=_exact(left_mean - named_mean @ of_names / spread),
    )


def cross_validated_ranks(
    pairs: Pairs,
    names: Rows,
    groups: Sequence[int],
    asked: NDArray[np.intp],
    *,
    parts: int = 5,
    seed: int = 0,
    options: AlignmentOptions | None = None,
) -> tuple[NDArray[np.intp], list[HeldOut]]:
    """The rank, from 1, of each asked pair's picture among those of its part, learned from all other pairs.

    asked : rows of pairs. Returns the ranks in the order of the parts, and the vectors of each part.
    """
    order = np.random.default_rng((seed, 0xA11C)).permutation(asked)
    ranks, vectors = [], []
    for part in np.array_split(order, parts):
        rows = np.setdiff1d(np.arange(len(pairs.weights)), part)
        known = pairs[rows]
        fitted = align(known, names, groups, options)
        held = pairs[part]
        vectors.append(
            HeldOut(
                texts=fitted.texts(held.texts),
                pictures=fitted.pictures(held.features, held.probabilities),
                other_texts=fitted.texts(known.texts),
                others=fitted.pictures(known.features, known.probabilities),
                known=rows,
            )
        )
        scores = vectors[-1].texts @ vectors[-1].pictures.T
        ranks.append((scores >= np.diag(scores)[:, None]).sum(axis=1))
    return np.concatenate(ranks).astype(np.intp), vectors


def _flattening(texts: Rows, share: float) -> tuple[Rows, Rows]:
    """The mean of texts, and the map that scales their main directions down towards the length of the others."""
    mean = texts.mean(0)
    _, singular, directions = np.linalg.svd(texts - mean, full_matrices=False)
    variance = singular**2 / len(texts)
    return mean, np.asarray(directions.T / np.sqrt(variance + share * variance[0]), np.float32)


def _scales(features: Rows, groups: Sequence[int]) -> Rows:
    """One over the deviation of each feature and the square root of its group's size."""
    deviation = features.std(0)
    starts = np.cumsum([0, *groups])
    parts = [
        1 / np.maximum(deviation[a:b] + 0.01 * features[:, a:b].std(), 1e-9) / np.sqrt(b - a)
        for a, b in itertools.pairwise(starts)
    ]
    return np.concatenate(parts)


def _exact(rows: NDArray[np.floating]) -> Rows:
    return np.ascontiguousarray(rows, np.float32)
