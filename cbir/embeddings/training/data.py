"""Pictures with their captions, and their split into a training and a held-out part."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Tokenize = Callable[[Sequence[str]], NDArray[np.int64]]
"""Texts -> (n, context) int64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """Captions of all pictures by one property, such as shape alone.

    captions : one for each picture. labels : (n,) int64; equal labels mean the same caption content
    """

    captions: tuple[str, ...]
    labels: NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionedPictures:
    """Pictures to learn from or to measure on.

    pictures : (n, side, side, 3) uint8, as prepare() makes them; may be mapped from a file
    captions : of each picture, at least one
    labels : (n,) int64; pictures of one label show the same, so that either is right for the other's caption
    simple : (n,) bool, true for the only pictures of the first epochs; None if none is simpler than others
    alike : (n,) int64, from 0; pictures of one number agree in their easiest properties, so that only the hard ones
        tell them apart; None if unknown
    lessons : single properties, each learned in its own steps before whole captions. Beside colour and place, shape
        is so rarely needed to tell two pictures apart that it would hardly be learned.
    """

    pictures: NDArray[np.uint8]
    captions: tuple[tuple[str, ...], ...]
    labels: NDArray[np.int64]
    simple: NDArray[np.bool_] | None = None
    alike: NDArray[np.int64] | None = None
    lessons: tuple[Lesson, ...] = ()

    def __post_init__(self) -> None:
        if not len(self.pictures) == len(self.captions) == len(self.labels):
            raise ValueError("Every picture needs captions and a label.")
        if self.simple is not None and (len(self.simple) != len(self.labels) or not self.simple.any()):
            raise ValueError("Every picture is simple or not, and one of them is.")
        if self.alike is not None and len(self.alike) != len(self.labels):
            raise ValueError("Every picture is like others or not.")
        if self.pictures.ndim != 4 or self.pictures.dtype != np.uint8:
            raise ValueError("pictures must be (n, side, side, 3) uint8.")
        if not all(self.captions):
            raise ValueError("Every picture needs a caption.")
        if any(not len(self) == len(lesson.captions) == len(lesson.labels) for lesson in self.lessons):
            raise ValueError("A lesson has a caption and a label for every picture.")

    def __len__(self) -> int:
        return len(self.captions)

    def steps(
        self, size: int, rng: np.random.Generator, *, simple_only: bool = False, alike_share: float = 0.0
    ) -> list[NDArray[np.int64]]:
        """Deal the rows into steps of `size` in random order; a rest smaller than a step is left out of this epoch.

        simple_only : repeat the simple pictures in place of the others
        alike_share : share of the steps that are filled with pictures that are alike
        """
        rows = rng.permutation(len(self)).astype(np.int64)
        if self.simple is not None and simple_only:
            few = np.flatnonzero(self.simple).astype(np.int64)
            rounds = -(-len(self) // len(few))
            rows = np.concatenate([rng.permutation(few) for _ in range(rounds)])[: len(self)]
        number = max(1, len(self) // size)
        if self.alike is not None and alike_share:
            count = round(alike_share * number) * size
            kinds = rng.permutation(int(self.alike.max()) + 1)[self.alike[rows[:count]]]
            rows[:count] = rows[:count][np.argsort(kinds, kind="stable")]
        return [rows[step * size : (step + 1) * size] for step in rng.permutation(number)]

    @property
    def fingerprint(self) -> str:
        """Fingerprint of captions and labels, which must not change when a training is resumed."""
        digest = hashlib.sha256(np.ascontiguousarray(self.labels).tobytes())
        digest.update(str(self.pictures.shape).encode())
        for marks in (self.simple, self.alike):
            if marks is not None:
                digest.update(np.ascontiguousarray(marks).tobytes())
        for captions in (*self.captions, *(lesson.captions for lesson in self.lessons)):
            digest.update("\n".join(captions).encode() + b"\0")
        return digest.hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenTable:
    """All captions as tokens. tokens : (m, context) int64. starts : (n + 1,), first row of each picture"""

    tokens: NDArray[np.int64]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, data: CaptionedPictures, tokenize: Tokenize) -> TokenTable:
        counts = [len(captions) for captions in data.captions]
        flat = [caption for captions in data.captions for caption in captions]
        return cls(tokens=tokenize(flat), starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64))

    def one_each(self, rows: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw one caption of each of these pictures: (len(rows), context)."""
        first, end = self.starts[rows], self.starts[rows + 1]
        return np.asarray(self.tokens[first + (rng.random(len(rows)) * (end - first)).astype(np.int64)])


def split_held_out(
    labels: NDArray[np.int64], share: float, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Deal pictures into a training and a held-out part: (rows, rows), each ascending.

    share : held-out share of the labels, in (0, 1); pictures of a label stay together. Each part gets at least one.
    """
    unique = np.unique(labels)
    if len(unique) < 2:
        raise ValueError("There must be two different pictures, one of them to be held out.")
    order = np.random.default_rng((seed, 0x5B117)).permutation(unique)
    number = min(max(1, round(share * len(unique))), len(unique) - 1)
    held = np.isin(labels, order[:number])
    return np.flatnonzero(~held).astype(np.int64), np.flatnonzero(held).astype(np.int64)
