"""Data and options of a training: pictures with captions, their split, its settings, and its reports. No torch."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Device

LossName = Literal["infonce", "margin", "triplet", "triplet-hard", "multi-similarity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingOptions:
    """Options of a training.

    batch : pictures in a step; the other captions of the step are a picture's negatives
    temperature_factor : learning rate of the temperature, as a multiple of learning_rate
    patience : epochs without a better held-out recall after which to stop and keep the best; None trains to the end
    warm_up : share of all steps in which the learning rate rises; it then falls to zero along half a cosine
    lessons_first : share of the first epoch's steps that teach a single property. It falls evenly from epoch to epoch
    lessons_until : share of all epochs after which no step teaches a single property
    simple_until : share of all epochs that use only the simple pictures, if some are marked so
    alike_after : share of all epochs after which some steps hold pictures that are alike
    alike_share : share of such steps from then on. Used from the start, they would slow the training down. Without
        them, the model never learns fine differences
    shift_px : largest random shift of pictures. light : brightness and contrast vary by this share
    threads : of a CPU; None leaves the number to torch
    """

    loss: LossName = "infonce"
    epochs: int = 10
    batch: int = 256
    learning_rate: float = 3e-3
    weight_decay: float = 0.05
    warm_up: float = 0.06
    temperature_factor: float = 5.0
    simple_until: float = 0.25
    alike_after: float = 0.45
    alike_share: float = 0.35
    lessons_first: float = 0.85
    lessons_until: float = 0.35
    patience: int | None = None
    shift_px: int = 0
    light: float = 0.1
    seed: int = 0
    device: Device = "auto"
    threads: int | None = None

    @property
    def fingerprint(self) -> str:
        """Fingerprint of everything that decides the result."""
        decisive = {name: value for name, value in asdict(self).items() if name not in {"threads", "device"}}
        return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class EpochRecord:
    """One epoch. recall_1, recall_5 : text to image, among the held-out pictures. learning_rate : at its end"""

    epoch: int
    loss: float
    held_out_loss: float
    recall_1: float
    recall_5: float
    learning_rate: float
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingProgress:
    """Position within a training. step : number of steps done, of `steps`. last : the last complete epoch"""

    epoch: int
    epochs: int
    step: int
    steps: int
    loss: float
    last: EpochRecord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingResult:
    """Result of a training.

    history : every epoch, including those before an interruption. kept : the epoch whose weights were kept
    scale : the learned inverse temperature of InfoNCE, 1 / tau; for the other losses the starting value
    """

    history: tuple[EpochRecord, ...]
    kept: int
    stopped_early: bool
    scale: float


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
    labels : (n,) int64; pictures with the same label show the same thing, and each fits the others' captions
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
