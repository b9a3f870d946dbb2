"""Models: which there are, installing, removing and choosing one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import InstallProgress, ModelInfo, ModelOffer, PartsCost


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsRequest:
    """Ask which models can be installed, and which are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallModelRequest:
    """Download and install an offered model. Whoever sends it has asked the user. Answered by ModelsAnswer.

    Cancelled, what was downloaded is kept, and the next install goes on from there.
    """

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportModelRequest:
    """Install a model from a file or a folder of this machine. Answered by ModelsAnswer.

    architecture : open_clip's name, for a checkpoint that does not name its own. name : None for the file's
    """

    path: Path
    architecture: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardDownloadRequest:
    """Delete what has arrived of a model's download. Answered by ModelsAnswer."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveModelRequest:
    """Delete an installed model. Answered by ModelsAnswer."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UseModelRequest:
    """Encode with another installed model from now on. Answered by ModelsAnswer."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnKeywordsRequest:
    """Let sentences with one of the library's keywords find what its photos show. Answered by ModelsAnswer.

    forget : what was learned, instead
    """

    forget: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsRequest:
    """Ask whether the library embeds the parts of photos, too, and what that takes. Answered by PartsAnswer.

    keep : decide it first, from the next index run on; None only asks
    """

    keep: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsAnswer:
    """cost : of the photos that have no parts yet; None without a model. with_parts : photos that have some"""

    keeps: bool
    with_parts: int
    cost: PartsCost | None


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallProgressed:
    progress: InstallProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsAnswer:
    """current : the name of the installed model that encodes, None where none does

    arrived : the bytes that are there of downloads that were not finished, by the model's name
    learned : the library's keywords that were learned
    """

    offers: tuple[ModelOffer, ...]
    installed: tuple[ModelInfo, ...]
    current: str | None
    arrived: tuple[tuple[str, int], ...] = ()
    learned: tuple[str, ...] = ()


Request = (
    ModelsRequest
    | InstallModelRequest
    | ImportModelRequest
    | DiscardDownloadRequest
    | RemoveModelRequest
    | UseModelRequest
    | LearnKeywordsRequest
    | PartsRequest
)
Interim = InstallProgressed
Answer = ModelsAnswer | PartsAnswer
