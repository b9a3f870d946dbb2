"""A two-tower model: what is offered, what is installed, and how it wants its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Device = Literal["auto", "cpu", "cuda"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preprocessing:
    """How a picture is made ready for an image tower.

    side_px : of the square that the tower reads
    fit : crop scales the shorter side and cuts the middle out; squash scales both sides
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
    source: str  # where the figures and the licence stand
    research_only: bool = False
    default: bool = False

    @property
    def disk_bytes(self) -> int:
        """What the installed model takes: its weights in 32 bits."""
        return 4 * self.parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """An installed model.

    fingerprint : of its weights and its preprocessing; stored vectors name it. dimension : of a vector
    runtime : what runs its towers on a CPU. bytes : on disk. notes : what its install said, such as why torch runs it
    demo : the small model of the demo's own world, of no use for photos
    built_in : the small model of photos that comes with the program
    """

    name: str
    title: str
    fingerprint: str
    architecture: str
    dimension: int
    context_tokens: int
    runtime: Literal["onnx", "torch"]
    bytes: int
    licence: str
    languages: str
    notes: tuple[str, ...] = ()
    demo: bool = False
    built_in: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallProgress:
    """step : a few words for the user. done of total bytes; total is None where a step does not count bytes."""

    step: str
    done: int = 0
    total: int | None = None
