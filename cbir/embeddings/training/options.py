"""What a training is asked for, and what it reports."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Literal, get_args

from cbir.base.types import Device

LossName = Literal["infonce", "margin", "triplet", "triplet-hard", "multi-similarity"]
LOSSES: tuple[LossName, ...] = get_args(LossName)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingOptions:
    """How to train.

    batch : pictures in a step; the other captions of a step are what a picture is told from
    temperature_factor : the learned temperature's rate, in learning rates
    patience : epochs without a better held-out recall after which to stop and keep the best; None trains to the end
    warm_up : share of all steps in which the learning rate rises; it then falls to zero along half a cosine
    lessons_first, lessons_until : share of the steps of the first epoch that teach a single property, and the share of
        all epochs after which none does; it falls evenly between
    simple_until : share of all epochs in which only the simple pictures are learned from, where some are called so
    alike_after, alike_share : share of all epochs after which steps hold what is alike, and the share of such steps.
        Told apart from the start, what is nearly alike teaches slowly; never told apart, what is fine is not learned
    shift_px : pictures are moved by up to so many pixels. light : brightness and contrast vary by this share
    threads : of a CPU; None leaves it to torch
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
        """Of everything that decides the result."""
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
    """step of steps done; last is the newest whole epoch."""

    epoch: int
    epochs: int
    step: int
    steps: int
    loss: float
    last: EpochRecord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingResult:
    """history : every epoch, those before an interruption included. kept : the epoch whose weights were kept

    scale : the learned inverse temperature of InfoNCE, 1 / tau; of the other losses the starting value
    """

    history: tuple[EpochRecord, ...]
    kept: int
    stopped_early: bool
    scale: float
