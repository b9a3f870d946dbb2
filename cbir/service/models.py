"""Models: listing, installing, removing and choosing them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cbir.base.errors import CbirError
from cbir.base.types import InstallProgress, ModelInfo, ModelOffer, PartsCost
from cbir.service.registry import (
    Answer,
    Call,
    Declaration,
    Far,
    Interim,
    Lane,
    Request,
    handles,
    handles_afar,
)


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
    """Download and install an offered model. The sender has asked the user.

    After a cancellation the next install resumes the download.
    """

    name: str


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS, interim=(InstallProgressed,))
@dataclass(frozen=True, slots=True, kw_only=True)
class ImportModelRequest(Request):
    """Install a model from a file or a folder of this machine.

    architecture : open_clip's name, for a checkpoint that does not name its own. name : None for the file's name
    """

    path: Path
    architecture: str | None = None
    name: str | None = None


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS)
@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardDownloadRequest(Request):
    """Delete a model's partial download."""

    name: str


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS)
@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveModelRequest(Request):
    """Delete an installed model."""

    name: str


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS)
@dataclass(frozen=True, slots=True, kw_only=True)
class UseModelRequest(Request):
    """Encode with another installed model from now on."""

    name: str


@Declaration(answer=ModelsAnswer, lane=Lane.MODELS)
@dataclass(frozen=True, slots=True, kw_only=True)
class LearnKeywordsRequest(Request):
    """Learn the library's keywords from their photos, so that sentences with them find more.

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
    """Ask if the library also embeds the parts of photos, and what that costs.

    keep : switch it on or off first, from the next index run on; None only asks
    """

    keep: bool | None = None


@handles(ModelsRequest)
def _models(call: Call, request: ModelsRequest) -> ModelsAnswer:
    return _listed(call)


@handles_afar(ModelsRequest)
def _no_models(far: Far, request: ModelsRequest) -> ModelsAnswer:
    """Report no models: sentences are encoded by the service."""
    return ModelsAnswer(offers=(), installed=(), current=None)


@handles(InstallModelRequest)
def _install(call: Call, request: InstallModelRequest) -> ModelsAnswer:
    from cbir.embeddings.installing import install_model

    store = call.library.models.store
    model = install_model(store, request.name, progress=_progress(call), cancelled=call.cancelled)
    store.use(model.info.name)
    return _listed(call)


@handles(ImportModelRequest)
def _import(call: Call, request: ImportModelRequest) -> ModelsAnswer:
    from cbir.embeddings.installing import import_checkpoint, import_towers

    store = call.library.models.store
    if request.path.is_dir():
        model = import_towers(store, request.path, name=request.name)
    elif request.architecture is None:
        raise CbirError(
            "{0} is a file of weights: name its architecture, such as ViT-B-32.", request.path.name
        )
    else:
        model = import_checkpoint(
            store,
            request.path,
            architecture=request.architecture,
            name=request.name,
            progress=_progress(call),
            cancelled=call.cancelled,
        )
    store.use(model.info.name)
    return _listed(call)


@handles(DiscardDownloadRequest)
def _discard_download(call: Call, request: DiscardDownloadRequest) -> ModelsAnswer:
    from cbir.embeddings.installing import remove_downloads

    remove_downloads(call.library.models.store, request.name)
    return _listed(call)


@handles(RemoveModelRequest)
def _remove(call: Call, request: RemoveModelRequest) -> ModelsAnswer:
    from cbir.embeddings.installing import remove_model

    remove_model(call.library.models.store, request.name)
    return _listed(call)


@handles(UseModelRequest)
def _use(call: Call, request: UseModelRequest) -> ModelsAnswer:
    call.library.models.store.use(request.name)
    return _listed(call)


@handles(LearnKeywordsRequest)
def _learn_keywords(call: Call, request: LearnKeywordsRequest) -> ModelsAnswer:
    if request.forget:
        call.library.models.forget_keywords()
    else:
        call.library.models.learn_keywords()
    return _listed(call)


@handles(PartsRequest)
def _parts(call: Call, request: PartsRequest) -> PartsAnswer:
    models = call.library.models
    if request.keep is not None:
        models.keep_parts(request.keep)
    cost = None if models.current() is None else models.parts_cost()
    with_parts = call.library.info(sizes=False).with_parts
    return PartsAnswer(keeps=models.keeps_parts(), with_parts=with_parts, cost=cost)


def _listed(call: Call) -> ModelsAnswer:
    """The models as they are now."""
    from cbir.embeddings import built_in_model
    from cbir.embeddings.installing import arrived_bytes

    models = call.library.models
    store, current, built_in = models.store, models.current(), built_in_model()
    return ModelsAnswer(
        offers=store.offers(),
        installed=tuple(model.info for model in (*store.installed(), built_in) if model is not None),
        current=None if current is None else current.name,
        arrived=arrived_bytes(store),
        learned=models.learned_keywords(),
    )


def _progress(call: Call) -> Callable[[InstallProgress], None]:
    return lambda state: call.tell(InstallProgressed(progress=state))
