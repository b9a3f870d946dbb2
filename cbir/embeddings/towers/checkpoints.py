"""A weights file -> an open_clip model, without executing any code from the file.

safetensors has only numbers; a torch checkpoint is read in torch's weights-only mode, which refuses code.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cbir.base.errors import CbirError

if TYPE_CHECKING:
    import torch
    from torch.nn import Module

Weights = dict[str, "torch.Tensor"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Towers:
    """The two towers of an open_clip model. model : the whole model. side_px : of the pictures

    image : (n, 3, side_px, side_px) float32 -> (n, d). text : (n, context) int64 -> (n, d)
    scale : factor of the cosines in training
    trims : the text tower gives the same embeddings if the context is cut after the longest text
    """

    model: Module
    image: Module
    text: Module
    side_px: int
    parameters: int
    scale: float
    trims: bool


def read_weights(path: Path) -> Weights:
    """Read the tensors of a checkpoint by name.

    Raises CbirError for a missing file, one that is no checkpoint or is cut off, and one that would run code.
    """
    try:
        with path.open("rb") as file:
            head = file.read(16)
    except OSError as error:
        raise CbirError("{0} cannot be read: {1}.", path, error.strerror) from error
    if head[8:9] == b"{":
        return _read_safetensors(path)
    if head[:2] == b"PK" or head[:1] == b"\x80":
        return _flat(_read_torch(path), path)
    raise CbirError("{0} is not a checkpoint: neither safetensors nor one that torch wrote.", path)


def architecture_config(architecture: str) -> dict[str, Any]:
    """open_clip's configuration of an architecture. Raises CbirError if it has none of this name."""
    import difflib

    with _quiet():
        import open_clip

        config = open_clip.get_model_config(architecture) if "/" not in architecture else None
        if isinstance(config, dict) and ":" not in architecture:
            return config
        names = open_clip.list_models()
    near = difflib.get_close_matches(architecture, names, n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else " Such a name is ViT-B-32."
    raise CbirError("open_clip knows no architecture called {0}.{1}", architecture, hint)


def build_towers(architecture: str, weights: Weights | None) -> Towers:
    """Build an architecture and load all weights into it. weights : None keeps the initial ones

    Raises CbirError if the weights are another architecture's.
    """
    config = architecture_config(architecture)
    if "hf_model_name" in config["text_cfg"]:
        raise CbirError(
            "The text tower of {0} comes from the transformers library."
            " Import the model as a folder of ONNX towers instead.",
            architecture,
        )
    with _quiet():
        import open_clip

        from cbir.embeddings.towers.torch_modules import image_tower, text_tower

        model = open_clip.create_model(architecture, load_weights=False, pretrained_text=False, device="cpu")
    if weights is not None:
        _load(model, weights, architecture)
    model.eval()
    size = model.visual.image_size
    sides = set(size) if isinstance(size, (tuple, list)) else {size}
    if len(sides) != 1:
        raise CbirError("{0} reads pictures that are not square, which cbir does not support.", architecture)
    text, trims = text_tower(model)
    return Towers(
        model=model,
        image=image_tower(model),
        text=text.eval(),
        trims=trims,
        side_px=int(sides.pop()),
        parameters=sum(parameter.numel() for parameter in model.parameters()),
        scale=float(model.logit_scale.detach().exp()),
    )


def _load(model: Any, weights: Weights, architecture: str) -> None:
    from open_clip.convert import convert_state_dict
    from open_clip.model import convert_to_custom_text_state_dict

    state = dict(weights)
    if next(iter(state), "").startswith("module."):
        state = {name.removeprefix("module."): tensor for name, tensor in state.items()}
    with contextlib.suppress(KeyError, AttributeError, RuntimeError, ValueError):
        state = convert_state_dict(
            model, state
        )  # from checkpoints of other libraries that open_clip supports
    if "positional_embedding" in state and not hasattr(model, "positional_embedding"):
        state = convert_to_custom_text_state_dict(state)
    for name in ("logit_scale", "logit_bias"):
        own = getattr(model, name, None)
        if name in state and own is not None and state[name].numel() == own.numel():
            state[name] = state[name].reshape(own.shape)
        elif name in state and own is None:
            del state[name]
    expected = model.state_dict()
    for name in set(state) - set(expected):
        if name.endswith("position_ids"):
            del state[name]
    fitting = sum(name in state and state[name].shape == tensor.shape for name, tensor in expected.items())
    if fitting < len(expected) or len(state) > len(expected):
        raise CbirError(
            "The weights are not those of {0}: of its {1} tensors"
            " {2} are in the file with the right shape. Name the architecture that they were trained for.",
            architecture,
            len(expected),
            fitting,
        )
    model.load_state_dict(state, strict=True)


def _read_safetensors(path: Path) -> Weights:
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        return load_file(path)
    except (SafetensorError, OSError, ValueError) as error:
        raise CbirError(
            "{0} cannot be read: it is cut off, damaged or not a safetensors file.", path
        ) from error


def _read_torch(path: Path) -> object:
    import torch

    try:
        with _quiet():
            return torch.load(path, map_location="cpu", weights_only=True)
    except pickle.UnpicklingError as error:
        raise CbirError(
            "{0} was refused: reading it would run code that the file brings, or it is damaged."
            " Ask for the same weights as safetensors.",
            path,
        ) from error
    except (RuntimeError, EOFError, ValueError, LookupError, OSError, AttributeError) as error:
        if "TorchScript" in str(error):
            raise CbirError(
                "{0} was refused: it is a program (TorchScript), not weights alone."
                " Ask for the same weights as safetensors.",
                path,
            ) from error
        raise CbirError("{0} cannot be read: it is cut off, damaged or not torch's.", path) from error


def _flat(content: object, path: Path) -> Weights:
    import torch

    if isinstance(content, dict) and isinstance(content.get("state_dict"), dict):
        content = content["state_dict"]
    if not isinstance(content, dict) or not content:
        raise CbirError("{0} contains no named weights: it is not a checkpoint of a model.", path)
    if not all(isinstance(name, str) and isinstance(value, torch.Tensor) for name, value in content.items()):
        raise CbirError("{0} contains more than named weights: it is not a checkpoint of a model.", path)
    return content


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Silence open_clip and torch.

    open_clip logs by the root logger's functions, which set up logging for the whole process if there is none.
    """
    root, silence = logging.getLogger(), logging.NullHandler()
    root.addHandler(silence)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        root.removeHandler(silence)
