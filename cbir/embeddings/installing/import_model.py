"""A checkpoint or a folder of ready towers on disk -> an installed model, without a network."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from cbir.base.errors import ArtifactMismatch, CbirError
from cbir.base.messages import Message
from cbir.base.types import InstallProgress, Preprocessing
from cbir.embeddings.devices import need_model_packages
from cbir.embeddings.installing.convert import Source, build_model, tag_preprocessing
from cbir.embeddings.installing.install import TOKENIZER_CONFIG, assemble, gather
from cbir.embeddings.installing.place import Cancelling, Progress, finish_model, keep_model, making_model
from cbir.embeddings.model_folder import (
    DESCRIPTION,
    IMAGE_TOWER,
    TEXT_TOWER,
    TOKENIZER,
    InstalledModel,
    ModelDescription,
    Tokenizing,
    open_model_folder,
    preprocessing_from,
    verify_model_files,
)
from cbir.embeddings.shipped_graphs import ShippedGraph, is_safetensors, shipped_architecture
from cbir.embeddings.store import ModelStore
from cbir.embeddings.towers import Graph, architecture_config, load_tokenizer, plan_tokenizer

_OPEN_CLIP, _TRANSFORMERS = "open_clip_config.json", "preprocessor_config.json"
_IMAGE_NAMES = (IMAGE_TOWER, "visual.onnx", "vision_model.onnx", "image_encoder.onnx")
_TEXT_NAMES = (TEXT_TOWER, "textual.onnx", "text_model.onnx", "text_encoder.onnx")
_PILLOW_FILTERS = {2: "bilinear", 3: "bicubic"}  # PIL.Image.Resampling


def import_checkpoint(
    store: ModelStore,
    path: Path,
    *,
    architecture: str,
    name: str | None = None,
    tokenizer: Path | None = None,
    progress: Progress = lambda _: None,
    cancelled: Cancelling = lambda: False,
) -> InstalledModel:
    """Install a checkpoint from the disk, without a network.

    A safetensors file needs nothing else if the program ships its architecture's graphs. Any other checkpoint needs
    torch and open_clip.

    architecture : open_clip's name, such as ViT-B-32. name : None for the file's
    tokenizer : a tokenizer.json, for architectures that open_clip has none for; None looks beside the file
    Raises CbirError for a wrong architecture, a damaged or foreign file, and a file that would run code.
    """
    if not path.is_file():
        raise CbirError("There is no file {0}.", path)
    if tokenizer is not None and not tokenizer.is_file():
        raise CbirError("There is no file {0}.", tokenizer)
    graph = shipped_architecture(architecture)
    if graph is not None and not is_safetensors(path):
        graph = None
    if graph is None:
        need_model_packages(Message("Importing {0} makes its weights ready for this machine.", path.name))
    chosen = _free_name(store, name or path.stem)
    tokenizer_file = path.parent / TOKENIZER if tokenizer is None else tokenizer
    described = _read_json(path.parent / _OPEN_CLIP)
    fields = _fields(described, architecture, graph)
    base = ModelDescription(
        name=chosen,
        title=f"{architecture} from {path.name}",
        architecture=architecture,
        dimension=0 if graph is None else graph.dimension,
        context_tokens=0 if graph is None else graph.context_tokens,
        preprocessing=preprocessing_from(fields),
        licence=Message("that of the imported weights"),
        languages=Message("those of the imported weights"),
        provenance={"imported_from": path.name},
    )
    with making_model(store, chosen) as folder:
        if graph is not None:
            ingredients = gather(path, tokenizer_file, graph)
            assemble(folder, graph, ingredients, base, progress, cancelled)
        else:
            source = Source(
                weights=path,
                architecture=architecture,
                tokenizer=tokenizer_file.read_bytes()
                if _is_foreign(architecture) and tokenizer_file.is_file()
                else None,
                tokenizer_config=_bytes(tokenizer_file.with_name(TOKENIZER_CONFIG)),
            )
            build_model(folder, source, base, progress, cancelled)
    return keep_model(store, chosen)


def _fields(
    described: dict[str, Any] | None, architecture: str, graph: ShippedGraph | None
) -> dict[str, Any]:
    """Fields of the preprocessing: from the checkpoint's own configuration, else the usual one of its architecture."""
    if graph is None:
        fields = _from_open_clip(described) if described else tag_preprocessing(architecture, None)
        return {**fields, "side_px": 1}  # the side is the architecture's
    usual = asdict(graph.preprocessing)
    return {**usual, **_from_open_clip(described)} if described else usual


def import_towers(
    store: ModelStore, path: Path, *, name: str | None = None, progress: Progress = lambda _: None
) -> InstalledModel:
    """Install a folder with ready towers: another store's model, or image.onnx, text.onnx and tokenizer.json.

    The preprocessing of another program's model is read from open_clip_config.json or preprocessor_config.json.
    Needs neither torch nor a network. Raises CbirError if something is missing.
    """
    if not path.is_dir():
        raise CbirError("There is no folder {0}.", path)
    progress(InstallProgress(step=Message("Reading the folder")))
    if (path / DESCRIPTION).is_file():
        return _import_own(store, path, name, progress)
    return _import_foreign(store, path, name, progress)


def _import_own(store: ModelStore, path: Path, name: str | None, show: Progress) -> InstalledModel:
    """Check and copy every byte of a model that this program made, here or elsewhere."""
    model = open_model_folder(path)
    verify_model_files(model)
    chosen = _free_name(store, name or (path.name if model.info.demo else model.info.name))
    show(InstallProgress(step=Message("Copying the model")))
    with making_model(store, chosen) as folder:
        about = json.loads((path / DESCRIPTION).read_bytes())
        for file in about["files"]:
            shutil.copyfile(path / file, folder / file)
        about["name"] = chosen
        (folder / DESCRIPTION).write_text(json.dumps(about, indent=1, ensure_ascii=False), encoding="utf-8")
        open_model_folder(folder)
    return keep_model(store, chosen)


def _import_foreign(store: ModelStore, path: Path, name: str | None, show: Progress) -> InstalledModel:
    image, text = _find(path, _IMAGE_NAMES, "image"), _find(path, _TEXT_NAMES, "text")
    tokenizer = next((file for file in (path / TOKENIZER, path.parent / TOKENIZER) if file.is_file()), None)
    if tokenizer is None:
        raise CbirError("{0} has no {1}: without it no sentence can be read.", path, TOKENIZER)
    chosen = _free_name(store, name or path.name)
    show(InstallProgress(step=Message("Copying the towers")))
    with making_model(store, chosen) as folder:
        for source, target in ((image, IMAGE_TOWER), (text, TEXT_TOWER), (tokenizer, TOKENIZER)):
            shutil.copyfile(source, folder / target)
            # The file with a tower's weights keeps its name, which the tower refers to.
            for data in source.parent.glob(f"{source.name}*data"):
                shutil.copyfile(data, folder / data.name)
        show(InstallProgress(step=Message("Trying the towers")))
        finish_model(folder, _describe(path, tokenizer.parent, folder, chosen))
    return keep_model(store, chosen)


def _describe(path: Path, around: Path, folder: Path, name: str) -> ModelDescription:
    """Describe another program's model, by its configuration files and by running its towers."""
    open_clip = _read_json(path / _OPEN_CLIP) or _read_json(around / _OPEN_CLIP)
    transformers = _read_json(path / _TRANSFORMERS) or _read_json(around / _TRANSFORMERS)
    if not open_clip and not transformers:
        raise CbirError(
            "{0} does not say how pictures are made ready: it needs {1}, {2} or {3}.",
            path,
            _OPEN_CLIP,
            _TRANSFORMERS,
            DESCRIPTION,
        )
    text_config = dict((open_clip or {}).get("model_cfg", {}).get("text_cfg", {}))
    image_graph, text_graph = Graph(folder / IMAGE_TOWER), Graph(folder / TEXT_TOWER)
    try:
        side = _side(image_graph.input_shape, open_clip, transformers)
        preprocessing = _preprocessing(open_clip, transformers, side)
        context = _context(text_graph.input_shape, text_config, _read_json(around / "tokenizer_config.json"))
        try:
            vectors = image_graph.run(np.zeros((1, 3, side, side), np.float32))
            sentences = text_graph.run(np.zeros((3, context), np.int64))
        except ArtifactMismatch as error:
            raise CbirError(
                "The towers in {0} do not take pictures of {1} pixels and texts of {2} tokens.",
                path,
                side,
                context,
            ) from error
    finally:
        image_graph.close()
        text_graph.close()
    if vectors.ndim != 2 or sentences.shape != (3, vectors.shape[1]):
        raise CbirError(
            "The towers in {0} do not give vectors of one length: they are not of one model.", path
        )
    return ModelDescription(
        name=name,
        title=Message("imported from {0}", path.name),
        architecture="ONNX towers",
        dimension=int(vectors.shape[1]),
        context_tokens=context,
        preprocessing=preprocessing,
        tokenizing=_tokenizing(text_config, folder / TOKENIZER, _read_json(around / "tokenizer_config.json")),
        licence=Message("that of the imported towers"),
        languages=Message("those of the imported towers"),
        provenance={"imported_from": path.name},
    )


def _preprocessing(
    open_clip: Mapping[str, Any] | None, transformers: Mapping[str, Any] | None, side: int
) -> Preprocessing:
    try:
        fields = _from_open_clip(open_clip) if open_clip else _from_transformers(transformers or {})
        return preprocessing_from({**fields, "side_px": side})
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise CbirError(
            "The folder's configuration describes a preprocessing of pictures that cbir does not support."
        ) from error


def _from_open_clip(config: Mapping[str, Any]) -> dict[str, Any]:
    about = config["preprocess_cfg"]
    fits = {"shortest": "crop", "squash": "squash"}
    return {
        "fit": fits[about.get("resize_mode", "shortest")],
        "interpolation": about.get("interpolation", "bicubic"),
        "mean": about["mean"],
        "std": about["std"],
    }


def _from_transformers(config: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "fit": "crop" if config.get("do_center_crop") else "squash",
        "interpolation": _PILLOW_FILTERS[config.get("resample", 3)],
        "mean": config["image_mean"],
        "std": config["image_std"],
    }


def _side(
    shape: tuple[object, ...], open_clip: Mapping[str, Any] | None, transformers: Mapping[str, Any] | None
) -> int:
    """The side of the pictures, from the graph, else from the configuration."""
    candidates: list[object] = [shape[-1] if len(shape) == 4 else None]
    candidates.append((open_clip or {}).get("model_cfg", {}).get("vision_cfg", {}).get("image_size"))
    for key in ("crop_size", "size"):
        size = (transformers or {}).get(key)
        candidates += [size.get("height"), size.get("shortest_edge")] if isinstance(size, dict) else [size]
    return _first_number(candidates, Message("how large the pictures are"))


def _context(shape: tuple[object, ...], text: Mapping[str, Any], tokenizer: Mapping[str, Any] | None) -> int:
    longest = (tokenizer or {}).get("model_max_length")
    limit = longest if isinstance(longest, int) and longest <= 4096 else None
    return _first_number([shape[-1], text.get("context_length"), limit], Message("how long the texts are"))


def _first_number(candidates: list[object], quantity: str) -> int:
    for candidate in candidates:
        if isinstance(candidate, int) and not isinstance(candidate, bool) and 1 <= candidate <= 4096:
            return candidate
    raise CbirError("Neither the towers nor the folder's configuration say {0}.", quantity)


def _tokenizing(text: Mapping[str, Any], tokenizer: Path, config: Mapping[str, Any] | None) -> Tokenizing:
    """Cleaning and padding of texts. CLIP pads with 0 in open_clip, with the padding token in transformers."""
    cleaning = text.get("tokenizer_kwargs", {}).get("clean", "whitespace" if config else "lower")
    pad = (config or {}).get("pad_token")
    pad = pad.get("content") if isinstance(pad, dict) else pad
    number = (
        load_tokenizer(tokenizer).token_to_id(pad)
        if isinstance(pad, str) and not _pads_with_zero(text)
        else 0
    )
    return Tokenizing(pad_id=number or 0, clean=cleaning)


def _pads_with_zero(text: Mapping[str, Any]) -> bool:
    return bool(text) and not text.get("hf_tokenizer_name")


def _is_foreign(architecture: str) -> bool:
    return plan_tokenizer(architecture, architecture_config(architecture)).hub is not None


def _find(path: Path, names: tuple[str, ...], which: str) -> Path:
    for folder in (path, path / "onnx"):
        for name in names:
            if (folder / name).is_file():
                return folder / name
    raise CbirError("{0} has no {1} tower: none of {2} is there.", path, which, ", ".join(names))


def _free_name(store: ModelStore, proposal: str) -> str:
    """The name of a new model. Raises CbirError if it is taken or not allowed."""
    name = re.sub(r"[^a-z0-9._-]+", "-", proposal.lower()).strip("-._")[:64]
    if (
        store.place(name) / DESCRIPTION
    ).exists():  # without it, the folder has a person's files that a removal left
        raise CbirError("There is already a model called {0}. Remove it first, or choose another name.", name)
    return name


def _read_json(path: Path) -> dict[str, Any] | None:
    """Read an object from a JSON file; None if there is none. Raises CbirError if it cannot be read."""
    if not path.is_file():
        return None
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise CbirError("{0} cannot be read: it is not JSON.", path) from error
    return content if isinstance(content, dict) else None


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
