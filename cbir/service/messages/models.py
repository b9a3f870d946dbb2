"""Models: listing, installing, removing and choosing them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import InstallProgress, ModelInfo, ModelOffer, PartsCost
from cbir.service.registry import Answer, Declaration, Interim, Lane, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsAnswer(Answer):
    """current : the name of the installed model that encodes; None without one

    arrived : bytes of unfinished downloads, by the model's name
    learned : the library's learned keywords
    """

    offers: tuple[ModelOffer, ...]
    installed: tuple[ModelInfo, ...]
    current: str | None
    arrived: tuple[tuple[str, int], ...] = ()
    learned: tuple[str, ...] = ()


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsRequest(Request):
    """Ask which models can be installed, and which are installed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallProgressed(Interim):
    progress: InstallProgress


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS, interim=(InstallProgressed,))
@dataclass(frozen=True, slots=True, kw_only=True)
class InstallModelRequest(Request):
    """Download and install an offered model. The sender has asked the user. Answered by ModelsAnswer.

    After a cancellation the next install resumes the download.
    """

    name: str


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS, interim=(InstallProgressed,))
@dataclass(frozen=True, slots=True, kw_only=True)
class ImportModelRequest(Request):
    """Install a model from a file or a folder of this machine. Answered by ModelsAnswer.

    architecture : open_clip's name, for a checkpoint that does not name its own. name : None for the file's name
    """

    path: Path
    architecture: str | None = None
    name: str | None = None


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS)
@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardDownloadRequest(Request):
    """Delete a model's partial download. Answered by ModelsAnswer."""

    name: str


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS)
@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveModelRequest(Request):
    """Delete an installed model. Answered by ModelsAnswer."""

    name: str


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS)
@dataclass(frozen=True, slots=True, kw_only=True)
class UseModelRequest(Request):
    """Encode with another installed model from now on. Answered by ModelsAnswer."""

    name: str


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS)
@dataclass(frozen=True, slots=True, kw_only=True)
class LearnKeywordsRequest(Request):
    """Learn the library's keywords from their photos, so that sentences with them find more. Answered by ModelsAnswer.

    forget : discard the learned keywords instead
    """

    forget: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsAnswer(Answer):
    """cost : for the photos without parts; None without a model. with_parts : number of photos that have parts"""

    keeps: bool
    with_parts: int
    cost: PartsCost | None


@Declaration(answer=PartsAnswer, lane=Lane.MODELS)
@dataclass(frozen=True, slots=True, kw_only=True)
class PartsRequest(Request):
    """Ask if the library also embeds the parts of photos, and what that costs. Answered by PartsAnswer.

    keep : switch it on or off first, from the next index run on; None only asks
    """

    keep: bool | None = None
