"""Weights -> a model's folder: towers exported and compared with torch, tokenizer, description, renamed into place.

A model is there whole or not at all: see place.py.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from cbir.base.errors import ArtifactMismatch, Cancelled, CbirError, ModelNotInstalled
from cbir.base.storage import make_private_folder
from cbir.base.types import InstallProgress, ModelOffer
from cbir.embeddings.captions import plain_captions
from cbir.embeddings.installing.download import HubFile, download, find_file
from cbir.embeddings.installing.eight_bits import quicken_image_tower
from cbir.embeddings.installing.export import LEAST_PARITY, export_towers, least_parity
from cbir.embeddings.installing.place import (
    DOWNLOADS,
    cannot_write,
    keep_model,
    making_model,
    remove_downloads,
)
from cbir.embeddings.model_folder import (
    IMAGE_TOWER,
    TEXT_TOWER,
    WEIGHTS,
    InstalledModel,
    ModelDescription,
    list_files,
    open_model_folder,
    preprocessing_from,
    tower_files,
    write_description,
)
from cbir.embeddings.packages import need_model_packages
from cbir.embeddings.store import ModelStore
from cbir.embeddings.towers import (
    Towers,
    architecture_config,
    build_towers,
    open_text_tower,
    plan_tokenizer,
    read_weights,
    write_clip_tokenizer,
    write_foreign_tokenizer,
)

Progress = Callable[[InstallProgress], None]
Cancelling = Callable[[], bool]

_log = logging.getLogger(__name__)
_SAFE_WEIGHTS, _TORCH_WEIGHTS = "open_clip_model.safetensors", "open_clip_pytorch_model.bin"
_AT_ONCE = 64  # sentences
_BYTES_PER_DOWNLOADED = 2.6  # the download, both towers at its precision, the weights in half of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What a model is made from.

    tokenizer, tokenizer_config : contents of the files, where open_clip ships no vocabulary for the architecture
    fast : pictures are encoded in 8 bits where that is faster here and agrees with torch
    """

    weights: Path
    architecture: str
    preprocessing: dict[str, Any]
    tokenizer: bytes | None = None
    tokenizer_config: bytes | None = None
    fast: bool = False


def install_model(
    store: ModelStore,
    name: str,
    *,
    fast: bool = False,
    progress: Progress = lambda _: None,
    cancelled: Cancelling = lambda: False,
) -> InstalledModel:
    """Download an offered model, make its towers ready, and keep it. The only place that uses the network.

    fast : pictures are encoded in 8 bits where that is faster on this machine and agrees with torch

    An interrupted download goes on where it stopped. A model that is there and whole is returned as it is.
    The first model becomes the current one.
    Raises ModelNotInstalled where no such model is offered, Cancelled, and CbirError with what went wrong.
    """
    offer = next((offer for offer in store.offers() if offer.name == name), None)
    if offer is None:
        raise ModelNotInstalled(
            f"No model called {name} is offered. `cbir models list` shows those that are."
        )
    place = store.place(offer.name)
    with contextlib.suppress(ArtifactMismatch):
        return open_model_folder(place)
    need_model_packages(f"Installing {offer.name} makes its weights ready for this machine.")
    _check_space(store.folder, offer)
    with making_model(store, offer.name) as folder:
        source, provenance = _download(store, offer, progress, cancelled)
        base = ModelDescription(
            name=offer.name,
            title=offer.title,
            architecture=source.architecture,
            dimension=0,
            context_tokens=0,
            preprocessing=preprocessing_from({**source.preprocessing, "side_px": 1}),
            licence=offer.licence,
            languages=offer.languages,
            provenance=provenance,
        )
        build_model(folder, replace(source, fast=fast), base, progress, cancelled)
    remove_downloads(store, offer.name)
    return keep_model(store, offer.name)


def build_model(
    folder: Path, source: Source, base: ModelDescription, progress: Progress, cancelled: Cancelling
) -> InstalledModel:
    """Make everything that a model's folder holds. base : its size, dimension and runtime are found out here."""
    config = architecture_config(source.architecture)
    plan = plan_tokenizer(source.architecture, config)
    if plan.hub is not None and source.tokenizer is None:
        raise CbirError(
            f"{source.architecture} needs a tokenizer.json, which open_clip does not ship."
            f" Put the one of {plan.hub} beside the checkpoint, or name it."
        )
    _step(progress, cancelled, "Reading the weights")
    towers = build_towers(source.architecture, read_weights(source.weights))
    tokenizing = (
        write_clip_tokenizer(folder, plan)
        if source.tokenizer is None
        else write_foreign_tokenizer(folder, source.tokenizer, source.tokenizer_config, plan)
    )
    _step(progress, cancelled, "Making the model ready for this machine")
    runtime, notes = _export(towers, folder, plan.context_tokens)
    preprocessing = replace(base.preprocessing, side_px=towers.side_px)
    quickened = source.fast and runtime == "onnx" and quicken_image_tower(towers.image, folder, preprocessing)
    if source.fast and not quickened:
        notes = (*notes, "Pictures are encoded in 32 bits: 8 bits are no faster here, or less exact.")
    _step(progress, cancelled, "Writing the weights for a GPU")
    _write_weights(towers, folder / WEIGHTS, half=runtime == "onnx")
    description = replace(
        base,
        dimension=int(config["embed_dim"]),
        context_tokens=plan.context_tokens,
        preprocessing=preprocessing,
        tokenizing=replace(tokenizing, trim=towers.trims),
        parameters=towers.parameters,
        scale=towers.scale,
        runtime=runtime,
        notes=notes,
        provenance={**base.provenance, "image_products": "8 bits" if quickened else "32 bits"},
    )
    del towers
    _step(progress, cancelled, "Measuring where its sentences lie")
    return finish_model(folder, description)


def finish_model(
    folder: Path, description: ModelDescription, *, captions: Sequence[str] = plain_captions()
) -> InstalledModel:
    """Write the sentences and the description of a folder that has all else: its own text tower encodes the captions.

    captions : plain texts of the model's world
    """
    files = list_files(folder)
    unknown = np.zeros((1, description.dimension), np.float32)
    model = write_description(folder, description, unknown, files=files)
    with open_text_tower(model, "cpu") as tower:
        parts = [
            tower.encode(captions[start : start + _AT_ONCE]).vectors
            for start in range(0, len(captions), _AT_ONCE)
        ]
    return write_description(folder, description, np.concatenate(parts), files=files)


def tag_preprocessing(architecture: str, tag: str | None) -> dict[str, Any]:
    """open_clip's preprocessing of weights by their tag, as fields of a Preprocessing without its side.

    tag : None takes what all tags of the architecture agree on, else open_clip's default
    Raises CbirError where it is none that prepare() knows.
    """
    from open_clip import pretrained

    tags = [tag] if tag is not None else pretrained.list_pretrained_tags_by_model(architecture)
    found = [pretrained.get_pretrained_cfg(architecture, name) for name in tags]
    agreed = [_fields(config) for config in found if config]
    if agreed and all(fields == agreed[0] for fields in agreed):
        return agreed[0]
    return _fields({})


def _fields(config: dict[str, Any]) -> dict[str, Any]:
    from open_clip.constants import OPENAI_DATASET_MEAN, OPENAI_DATASET_STD

    modes = {"shortest": "crop", "squash": "squash"}
    mode = config.get("resize_mode") or "shortest"
    if mode not in modes:
        raise CbirError(f"The model reads pictures resized in the mode {mode}, which cbir does not know.")
    return {
        "fit": modes[mode],
        "interpolation": config.get("interpolation") or "bicubic",
        "mean": config.get("mean") or OPENAI_DATASET_MEAN,
        "std": config.get("std") or OPENAI_DATASET_STD,
    }


def _download(
    store: ModelStore, offer: ModelOffer, progress: Progress, cancelled: Cancelling
) -> tuple[Source, dict[str, str]]:
    """Bring an offer's files; return where they lie and what the model's description says of their origin."""
    import open_clip

    tag = open_clip.get_pretrained_cfg(offer.architecture, offer.weights)
    if not tag.get("hf_hub"):
        raise CbirError(
            f"The open_clip that is installed knows no weights {offer.weights} for {offer.architecture}."
            ' `pip install --upgrade "cbir[models]"` may help.'
        )
    architecture = offer.architecture
    if tag.get("quick_gelu") and not architecture_config(architecture).get("quick_gelu"):
        architecture += "-quickgelu"
    repository, own_name = tag["hf_hub"].rsplit("/", 1)
    folder = store.folder / DOWNLOADS / offer.name
    _step(progress, cancelled, "Asking for the weights")
    names = (own_name,) if own_name else (_SAFE_WEIGHTS, _TORCH_WEIGHTS)
    weights = next((file for file in (find_file(repository, name) for name in names) if file), None)
    if weights is None:
        raise CbirError(f"The repository {repository} no longer has the weights of {offer.name}.")

    def bring(file: HubFile, step: str) -> Path:
        return download(file, folder, step=step, progress=progress, cancelled=cancelled)

    plan = plan_tokenizer(architecture, architecture_config(architecture))
    texts: dict[str, bytes] = {}
    for name in ("tokenizer.json", "tokenizer_config.json") if plan.hub else ():
        file = find_file(str(plan.hub), name)
        if file is not None:
            texts[name] = bring(file, "Downloading the tokenizer").read_bytes()
    path = bring(weights, "Downloading the weights")
    source = Source(
        weights=path,
        architecture=architecture,
        preprocessing=tag_preprocessing(offer.architecture, offer.weights),
        tokenizer=texts.get("tokenizer.json"),
        tokenizer_config=texts.get("tokenizer_config.json"),
    )
    origin = {"weights": f"{repository}/{weights.name}", "commit": weights.commit}
    return source, {**origin, "checksum": weights.checksum or "", "tag": offer.weights}


def _export(
    towers: Towers, folder: Path, context_tokens: int
) -> tuple[Literal["onnx", "torch"], tuple[str, ...]]:
    """Export both towers and compare them; where that fails torch runs the model, and a note says why."""
    sizes = {"side_px": towers.side_px, "context_tokens": context_tokens}
    try:
        export_towers(towers.image, towers.text, folder, trims=towers.trims, **sizes)
        parity = least_parity(towers.image, towers.text, folder, trims=towers.trims, **sizes)
    except Exception as error:  # exporting runs through three libraries: whatever it is, torch runs the model
        _log.warning("the towers cannot be exported", exc_info=True)
        reason = f"its towers cannot be exported ({type(error).__name__})"
    else:
        if parity >= LEAST_PARITY:
            return "onnx", ()
        reason = f"its exported towers differ from torch's (cosine {parity:.5f})"
    for tower in (IMAGE_TOWER, TEXT_TOWER):
        for path in tower_files(folder, tower):
            path.unlink()
    return "torch", (f"torch runs this model, more slowly and with more memory: {reason}.",)


def _write_weights(towers: Towers, path: Path, *, half: bool) -> None:
    """Keep the weights for torch: in half precision where they are for a GPU alone, unless one is out of its range."""
    import torch
    from safetensors.torch import save_file

    state = towers.model.state_dict()
    if half:
        halved = {name: part.half() if part.is_floating_point() else part for name, part in state.items()}
        if all(bool(torch.isfinite(part).all()) for part in halved.values() if part.is_floating_point()):
            state = halved
    save_file({name: part.detach().clone().contiguous() for name, part in state.items()}, path)


def _check_space(folder: Path, offer: ModelOffer) -> None:
    try:
        make_private_folder(folder)
    except OSError as error:
        raise cannot_write(folder, error) from error
    needed = int(offer.download_bytes * _BYTES_PER_DOWNLOADED)
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise CbirError(
            f"Installing {offer.name} needs {needed / 1e9:.1f} GB in {folder}, and {free / 1e9:.1f} GB are free."
        )


def _step(progress: Progress, cancelled: Cancelling, step: str) -> None:
    if cancelled():
        raise Cancelled(
            "The installation was stopped. Nothing of the model was kept but what has been downloaded."
        )
    progress(InstallProgress(step=step))
