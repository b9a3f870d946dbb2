"""A checkpoint of any architecture of open_clip -> a model's folder, exported by torch and compared with it.

For checkpoints that no shipped graph fits. If a tower cannot be exported, or differs, torch runs the model.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from cbir.base.errors import CbirError
from cbir.base.messages import Message
from cbir.embeddings.installing.export import LEAST_PARITY, export_towers, least_parity
from cbir.embeddings.installing.place import Cancelling, Progress, finish_model, step
from cbir.embeddings.model_folder import (
    IMAGE_TOWER,
    TEXT_TOWER,
    WEIGHTS,
    InstalledModel,
    ModelDescription,
    tower_files,
)
from cbir.embeddings.towers import (
    Towers,
    architecture_config,
    build_towers,
    plan_tokenizer,
    read_weights,
    write_clip_tokenizer,
    write_foreign_tokenizer,
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Files to make a model from.

    tokenizer, tokenizer_config : contents of the files, if open_clip ships no vocabulary for the architecture
    """

    weights: Path
    architecture: str
    tokenizer: bytes | None = None
    tokenizer_config: bytes | None = None


def build_model(
    folder: Path, source: Source, base: ModelDescription, progress: Progress, cancelled: Cancelling
) -> InstalledModel:
    """Make all files of a model's folder. base : description; its size, dimension and runtime are filled in here"""
    config = architecture_config(source.architecture)
    plan = plan_tokenizer(source.architecture, config)
    if plan.hub is not None and source.tokenizer is None:
        raise CbirError(
            "{0} needs a tokenizer.json, which open_clip does not ship."
            " Put the one of {1} beside the checkpoint, or name it.",
            source.architecture,
            plan.hub,
        )
    step(progress, cancelled, Message("Reading the weights"))
    towers = build_towers(source.architecture, read_weights(source.weights))
    tokenizing = (
        write_clip_tokenizer(folder, plan.clean)
        if source.tokenizer is None
        else write_foreign_tokenizer(folder, source.tokenizer, source.tokenizer_config, plan.clean)
    )
    step(progress, cancelled, Message("Making the model ready for this machine"))
    runtime, notes = _export(towers, folder, plan.context_tokens)
    preprocessing = replace(base.preprocessing, side_px=towers.side_px)
    step(progress, cancelled, Message("Writing the weights for a GPU"))
    _write_weights(towers, folder / WEIGHTS, half=runtime == "onnx")
    description = replace(
        base,
        dimension=int(config["embed_dim"]),
        context_tokens=plan.context_tokens,
        preprocessing=preprocessing,
        tokenizing=replace(tokenizing, trim=towers.trims, together=True),
        parameters=towers.parameters,
        scale=towers.scale,
        runtime=runtime,
        notes=notes,
    )
    del towers
    step(progress, cancelled, Message("Calibrating its sentences"))
    return finish_model(folder, description)


def tag_preprocessing(architecture: str, tag: str | None) -> dict[str, Any]:
    """open_clip's preprocessing of weights by their tag, as fields of a Preprocessing without its side.

    tag : None takes the preprocessing common to all tags of the architecture, else open_clip's default
    Raises CbirError if prepare() does not support it.
    """
    from open_clip import pretrained

    tags = [tag] if tag is not None else pretrained.list_pretrained_tags_by_model(architecture)
    configs = [pretrained.get_pretrained_cfg(architecture, name) for name in tags]
    candidates = [_fields(config) for config in configs if config]
    if candidates and all(fields == candidates[0] for fields in candidates):
        return candidates[0]
    return _fields({})


def _fields(config: dict[str, Any]) -> dict[str, Any]:
    from open_clip.constants import OPENAI_DATASET_MEAN, OPENAI_DATASET_STD

    modes = {"shortest": "crop", "squash": "squash"}
    mode = config.get("resize_mode") or "shortest"
    if mode not in modes:
        raise CbirError(
            "The model reads pictures resized in the mode {0}, which cbir does not support.", mode
        )
    return {
        "fit": modes[mode],
        "interpolation": config.get("interpolation") or "bicubic",
        "mean": config.get("mean") or OPENAI_DATASET_MEAN,
        "std": config.get("std") or OPENAI_DATASET_STD,
    }


def _export(
    towers: Towers, folder: Path, context_tokens: int
) -> tuple[Literal["onnx", "torch"], tuple[Message, ...]]:
    """Export both towers and compare them. If that fails, torch runs the model, and a note gives the reason."""
    sizes = {"side_px": towers.side_px, "context_tokens": context_tokens}
    try:
        export_towers(towers.image, towers.text, folder, trims=towers.trims, **sizes)
        parity = least_parity(towers.image, towers.text, folder, trims=towers.trims, **sizes)
    except Exception as error:  # exporting involves three libraries; after any error, torch runs the model
        _log.warning("the towers cannot be exported", exc_info=True)
        reason = Message("its towers cannot be exported ({0})", type(error).__name__)
    else:
        if parity >= LEAST_PARITY:
            return "onnx", ()
        reason = Message("its exported towers differ from torch's (cosine {0})", f"{parity:.5f}")
    for tower in (IMAGE_TOWER, TEXT_TOWER):
        for path in tower_files(folder, tower):
            path.unlink()
    return "torch", (Message("torch runs this model, more slowly and with more memory: {0}.", reason),)


def _write_weights(towers: Towers, path: Path, *, half: bool) -> None:
    """Write the weights for torch. half : in half precision, for a GPU only, unless a weight is out of its range"""
    import torch
    from safetensors.torch import save_file

    state = towers.model.state_dict()
    if half:
        halved = {name: part.half() if part.is_floating_point() else part for name, part in state.items()}
        if all(bool(torch.isfinite(part).all()) for part in halved.values() if part.is_floating_point()):
            state = halved
    save_file({name: part.detach().clone().contiguous() for name, part in state.items()}, path)
