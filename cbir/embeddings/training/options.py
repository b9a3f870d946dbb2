"""Options of a training, and its reports."""

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
    """Options of a training.

    batch : pictures in a step; a picture is told from the other captions of its step
    temperature_factor : the learned temperature's rate, in learning rates
    patience : epochs without a better held-out recall after which to stop and keep the best; None trains to the end
    warm_up : share of all steps in which the learning rate rises; it then falls to zero along half a cosine
    lessons_first, lessons_until : share of the steps of the first epoch that teach a single property, and the share of
        all epochs after which no step does; it falls evenly between
    simple_until : share of all epochs that use only the simple pictures, if some are marked so
    alike_after, alike_share : share of all epochs after which some steps hold pictures that are alike, and the share of
        such steps. From the start, they teach slowly; without them, fine differences are never learned.
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
    """Position within a training. step : steps done of `steps`. last : the newest whole epoch"""

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
