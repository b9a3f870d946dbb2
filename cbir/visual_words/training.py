"""Descriptors -> Codebook: PCA, hierarchical k-means, medians and quantiser levels.

train_codebook() learns a whole codebook. relearn_words() learns only new words, in the space of an existing codebook.
Nister and Stewenius, "Scalable recognition with a vocabulary tree", CVPR 2006: with two levels, the error measured was
that of flat k-means, in a fifteenth of the time. Jegou et al., ECCV 2008, section 3 (medians).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir import vectors
from cbir.base.errors import CbirError
from cbir.visual_words.codebook import DIMENSIONS, LEVELS, Codebook

MIN_FOR_MEDIAN = 5  # a word with fewer descriptors takes its centroid instead of a median
_SAMPLE = 200_000  # rows for the statistics of the projection and the levels
_CHUNK = 65_536


def train_codebook(
    descriptors: NDArray[np.uint8],
    *,
    words: int = 65_536,
    seed: int = 0,
    about: dict[str, Any] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Codebook:
    """Train a codebook of about `words` words: branch x branch, with branch = round(sqrt(words)).

    descriptors : (n, 128) uint8 RootSIFT, in any order; n of ten times the words or more is sensible
    progress : called with the share done, 0 to 1
    Raises CbirError when there are fewer descriptors than words.
    """
    _refuse_too_few(len(descriptors), words)
    rng = np.random.default_rng(seed)
    mean, projection, levels = _statistics(descriptors, rng)
    projected = np.concatenate(
        [(chunk.astype(np.float32) - mean) @ projection.T for chunk in _chunks(descriptors)]
    )
    rotation = np.linalg.qr(rng.normal(size=(DIMENSIONS, DIMENSIONS)))[0].astype(np.float32)
    space = mean, projection, rotation, levels
    return _learn(
        projected, space, words, seed=seed, about=about or {}, report=progress or (lambda share: None)
    )


def relearn_words(
    like: Codebook,
    projected: NDArray[np.float32],
    *,
    words: int,
    seed: int = 0,
    about: dict[str, Any] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Codebook:
    """Learn new words in the space of a codebook. Vectors that it has projected, rotated or compressed stay valid.

    projected : (n, 64) float32, for example from like.decompress(). words, progress : as for train_codebook
    Raises CbirError when there are fewer descriptors than words.
    """
    _refuse_too_few(len(projected), words)
    space = like.mean, like.projection, like.rotation, like.levels
    return _learn(
        projected, space, words, seed=seed, about=about or {}, report=progress or (lambda share: None)
    )


def _refuse_too_few(descriptors: int, words: int) -> None:
    minimum = _branch(words) ** 2
    if descriptors < minimum:
        raise CbirError(
            "{0} descriptors are too few for {1} words. Give more photos or ask for fewer words.",
            f"{descriptors:,}",
            f"{minimum:,}",
        )


def _branch(words: int) -> int:
    return max(1, round(math.sqrt(words)))


def _learn(
    projected: NDArray[np.float32],
    space: tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]],
    words: int,
    *,
    seed: int,
    about: dict[str, Any],
    report: Callable[[float], None],
) -> Codebook:
    """Words and medians from projected descriptors. space : mean, projection, rotation and levels"""
    mean, projection, rotation, levels = space
    branch = _branch(words)
    report(0.0)
    coarse = vectors.kmeans(projected, branch, iterations=12, seed=seed)
    _, owner = vectors.nearest(projected, coarse)
    centroids = np.empty((branch * branch, DIMENSIONS), np.float32)
    for b in range(branch):
        members = projected[owner == b]
        part = vectors.kmeans(members if len(members) else coarse[b : b + 1], branch, iterations=8, seed=seed)
        centroids[b * branch : (b + 1) * branch] = part
        report(0.2 + 0.5 * (b + 1) / branch)
    word_integers, word_step = _to_int8(centroids)
    unsigned = Codebook(
        mean=mean,
        projection=projection,
        rotation=rotation,
        levels=levels,
        coarse=coarse,
        words=word_integers,
        medians=np.zeros_like(word_integers),
        steps=np.array([word_step, 1], np.float32),
    )
    assigned = np.concatenate([unsigned.assign(chunk) for chunk in _chunks(projected)])
    report(0.9)
    medians, median_step = _to_int8(
        _medians(projected @ rotation.T, assigned, unsigned.centroids @ rotation.T)
    )
    report(1.0)
    return replace(
        unsigned,
        medians=medians,
        steps=np.array([word_step, median_step], np.float32),
        about={**about, "words": branch * branch, "descriptors": len(projected), "seed": seed},
    )


def _statistics(
    descriptors: NDArray[np.uint8], rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Mean, principal axes and quantiser levels, from a random sample."""
    rows = rng.choice(len(descriptors), min(_SAMPLE, len(descriptors)), replace=False)
    sample = descriptors[np.sort(rows)].astype(np.float32)
    mean = sample.mean(axis=0)
    _, axes = np.linalg.eigh(np.cov((sample - mean).T))  # ascending
    projection = np.ascontiguousarray(axes[:, ::-1][:, :DIMENSIONS].T.astype(np.float32))
    return mean, projection, _lloyd_max((sample - mean) @ projection.T)


def _lloyd_max(projected: NDArray[np.float32], iterations: int = 20) -> NDArray[np.float32]:
    """(16, 64) levels with the least squared error, for each coordinate separately (Lloyd 1982, Max 1960)."""
    levels = np.quantile(projected, (np.arange(LEVELS) + 0.5) / LEVELS, axis=0)
    for i in range(DIMENSIONS):
        values = np.sort(projected[:, i]).astype(np.float64)
        sums = np.concatenate([[0.0], np.cumsum(values)])
        for _ in range(iterations):
            borders = np.searchsorted(values, (levels[1:, i] + levels[:-1, i]) / 2)
            borders = np.concatenate([[0], borders, [len(values)]])
            count = np.diff(borders)
            filled = count > 0
            levels[filled, i] = np.diff(sums[borders])[filled] / count[filled]
    return np.sort(levels, axis=0).astype(np.float32)


def _medians(
    rotated: NDArray[np.float32], assigned: NDArray[np.uint32], fallback: NDArray[np.float32]
) -> NDArray[np.float32]:
    """(words, 64) float32 medians of the descriptors of each word; `fallback` for a word with too few."""
    medians = fallback.copy()
    order = np.argsort(assigned, kind="stable")
    bounds = np.searchsorted(assigned[order], np.arange(len(fallback) + 1))
    for word in range(len(fallback)):
        rows = order[bounds[word] : bounds[word + 1]]
        if len(rows) >= MIN_FOR_MEDIAN:
            medians[word] = np.median(rotated[rows], axis=0)
    return medians


def _to_int8(values: NDArray[np.float32]) -> tuple[NDArray[np.int8], float]:
    """Integers and the step that turns them back: value = integer * step, error at most half a step."""
    step = max(float(np.abs(values).max()), 1e-6) / 127
    return np.rint(values / step).astype(np.int8), step


def _chunks(rows: NDArray[Any]) -> list[NDArray[Any]]:
    return [rows[start : start + _CHUNK] for start in range(0, len(rows), _CHUNK)]
