"""A two-tower model: offered, installed, and the preprocessing of its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cbir.base.messages import Message

Device = Literal["auto", "cpu", "cuda"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preprocessing:
    """Preparation of a picture for an image tower.

    side_px : of the square input of the tower
    fit : crop scales the shorter side and takes the middle; squash scales both sides
    mean, std : of the channels R, G, B in [0, 1]
    """

    side_px: int
    fit: Literal["crop", "squash"]
    interpolation: Literal["bicubic", "bilinear"]
    mean: tuple[float, float, float]
    std: tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOffer:
    """A model that can be installed: a line of resources/cbir_resources/models.toml.

    weights : open_clip's tag. download_bytes : of the weights. research_only : its licence forbids other use
    recall : published text-to-image R@1 in percent, by benchmark, such as ("flickr30k", 66.8)
    picture_ms : for one photo on two cores; None: not measured
    """

    name: str
    title: str
    architecture: str
    weights: str
    parameters: int
    download_bytes: int
    licence: str
    languages: str
    recall: tuple[tuple[str, float], ...]
    source: str  # address of the figures and the licence
    picture_ms: float | None = None
    research_only: bool = False
    default: bool = False

    @property
    def disk_bytes(self) -> int:
        """Size of the installed model: its weights in 32 bits."""
        return 4 * self.parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """An installed model.

    fingerprint : of its weights and its preprocessing; stored vectors name it. dimension : of a vector
    runtime : runs its towers on a CPU; python: functions of a program. bytes : on disk
    notes : from its installation, such as why torch runs it
    demo : the small model of the demo's scenes, of no use for photos
    built_in : the small model of photos that comes with the program
    """

    name: str
    title: str
    fingerprint: str
    architecture: str
    dimension: int
    context_tokens: int
    runtime: Literal["onnx", "torch", "python"]
    bytes: int
    licence: str
    languages: str
    notes: tuple[Message, ...] = ()
    demo: bool = False
    built_in: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallProgress:
    """step : a few words for the user. done, total : bytes; total is None if a step does not count bytes"""

    step: Message
    done: int = 0
    total: int | None = None
