"""A model's folder: model.json, two towers, a tokenizer -> InstalledModel.

    model.json           description, preprocessing of pictures and texts, checksums of the files beside it
    image.onnx           "pixels" (n, 3, side, side) float32, normalised -> "embedding" (n, d)
    text.onnx            "tokens" (n, context) int64 -> "embedding" (n, d)
    tokenizer.json       as the `tokenizers` library reads it; it adds the start and end tokens
    sentences.npy        (m, d) float16, unit rows: embeddings of typical texts, to compare a text with
    background.npy       (1 + k, d) float16, some models only: the spread of pictures, to compare a picture with
    weights.safetensors  for torch, which runs the model on CUDA, or on a CPU if ONNX Runtime cannot

A tower's weights may be in a file of their own, image.onnx.data and text.onnx.data, which ONNX Runtime maps.
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ArtifactMismatch
from cbir.base.messages import Message, from_json, to_json
from cbir.base.storage import write_atomically
from cbir.base.types import ModelInfo, Preprocessing

DESCRIPTION = "model.json"
IMAGE_TOWER = "image.onnx"
TEXT_TOWER = "text.onnx"
TOKENIZER = "tokenizer.json"
WEIGHTS = "weights.safetensors"
SENTENCES = "sentences.npy"
BACKGROUND = "background.npy"
MODEL_FILES = frozenset(
    {DESCRIPTION, IMAGE_TOWER, f"{IMAGE_TOWER}.data", TEXT_TOWER, f"{TEXT_TOWER}.data", TOKENIZER, WEIGHTS}
    | {SENTENCES, BACKGROUND}
)
"""File names of a model that was made here; those of another program's model may differ."""

Cleaning = Literal["lower", "canonicalize", "whitespace", "none"]

_KIND = "cbir model"
_FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokenizing:
    """Preparation of a text for tokenizer.json, and of its tokens for the text tower.

    pad_id : fills the context after the tokens
    clean : open_clip's names: lower case; canonicalize (lower case without punctuation); whitespace; none
    trim : the tower also reads shorter contexts, with the same embedding
    together : texts of one length may share a batch without changing their embeddings; false for quantised layers,
        whose scale depends on the whole batch
    """

    pad_id: int = 0
    clean: Cleaning = "lower"
    trim: bool = False
    together: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDescription:
    """Content of model.json, except the mean of the model's texts and its files.

    architecture : open_clip's name, or any other name if torch never runs the model. parameters : of both towers
    scale : factor of the cosines in training, 1 / tau; CLIP's if unknown
    strong_z : z-score of a strong hit against the background, measured on captions of photos; None: the odds decide
    runtime : runs the towers on a CPU. provenance : origin of the weights, and command that made the folder
    photos_of : fingerprint of the earlier model that it shares image tower and space with; "" if it has its own
    """

    name: str
    title: str
    architecture: str
    dimension: int
    context_tokens: int
    preprocessing: Preprocessing
    tokenizing: Tokenizing = field(default_factory=Tokenizing)
    parameters: int = 0
    scale: float = 100.0
    strong_z: float | None = None
    licence: str = "unknown"
    languages: str = "unknown"
    runtime: Literal["onnx", "torch"] = "onnx"
    notes: tuple[Message, ...] = ()
    demo: bool = False
    built_in: bool = False
    provenance: Mapping[str, str] = field(default_factory=dict)
    photos_of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledModel:
    """A model ready for use. text_mean : (d,) float32, read-only: the mean of its sentences"""

    info: ModelInfo
    folder: Path
    preprocessing: Preprocessing
    tokenizing: Tokenizing
    text_mean: NDArray[np.float32]
    parameters: int = 0
    scale: float = 100.0
    strong_z: float | None = None
    provenance: Mapping[str, str] = field(default_factory=dict)

    def sentences(self) -> NDArray[np.float32]:
        """Load the embeddings of typical texts: (m, d) unit rows. Raises ArtifactMismatch if the file is damaged."""
        return self._rows(SENTENCES)

    def background(self) -> NDArray[np.float32]:
        """Load the spread of ordinary photos' vectors: mean, and k rows whose outer products sum to the covariance.

        Returns (1 + k, d). Only a model with strong_z has it. Raises ArtifactMismatch as sentences() does.
        """
        return self._rows(BACKGROUND)

    def _rows(self, name: str) -> NDArray[np.float32]:
        try:
            rows = np.load(self.folder / name, allow_pickle=False)
        except (OSError, ValueError) as error:
            raise ArtifactMismatch(
                "The model {0} is damaged: {1} cannot be read. Remove it and install it again.",
                self.info.name,
                name,
            ) from error
        return np.asarray(rows, np.float32)


def list_files(folder: Path) -> dict[str, dict[str, Any]]:
    """Size and checksum by name of the files that are made before the description."""
    return {
        path.name: _entry(path)
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name not in {DESCRIPTION, SENTENCES}
    }


def described_files(folder: Path) -> frozenset[str]:
    """The files that model.json names; empty if it cannot be read."""
    try:
        return frozenset(map(str, json.loads((folder / DESCRIPTION).read_bytes())["files"]))
    except (OSError, ValueError, LookupError, TypeError):
        return frozenset()


def write_description(
    folder: Path,
    description: ModelDescription,
    sentences: NDArray[np.float32],
    *,
    files: dict[str, dict[str, Any]] | None = None,
) -> InstalledModel:
    """Write sentences.npy and, as the last step of making a model, model.json for the files of its folder.

    sentences : (m, d) unit rows. files : list_files(folder), if it was called after the files were written
    """
    if sentences.ndim != 2 or sentences.shape[1] != description.dimension or not len(sentences):
        raise ValueError(f"The sentences are {sentences.shape}, the vectors {description.dimension}.")
    write_rows(folder / SENTENCES, sentences)
    mean = sentences.mean(axis=0, dtype=np.float64)
    about: dict[str, Any] = {
        "kind": _KIND,
        "format": _FORMAT,
        **asdict(description),
        "notes": [to_json(note) for note in description.notes],
        "text_mean": [float(value) for value in mean.astype(np.float32)],
        "files": {**(list_files(folder) if files is None else files), SENTENCES: _entry(folder / SENTENCES)},
    }
    about["fingerprint"] = description.photos_of or _fingerprint(about)
    write_atomically(folder / DESCRIPTION, json.dumps(about, indent=1, ensure_ascii=False).encode())
    return open_model_folder(folder)


def write_rows(path: Path, rows: NDArray[np.float32]) -> None:
    """Write vectors in half precision."""
    with io.BytesIO() as buffer:
        np.save(buffer, rows.astype(np.float16))
        write_atomically(path, buffer.getvalue())


def open_model_folder(folder: Path) -> InstalledModel:
    """Open the model in a folder. Raises ArtifactMismatch if it is not a whole model."""
    try:
        model, sizes = _read(folder, (folder / DESCRIPTION).read_bytes())
    except ArtifactMismatch:
        raise
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ArtifactMismatch("{0} has no readable {1}: it is not a model.", folder, DESCRIPTION) from error
    _check_sizes(folder, sizes, model.info.runtime)
    return model


@functools.lru_cache(maxsize=16)
def _read(folder: Path, description: bytes) -> tuple[InstalledModel, Mapping[str, int]]:
    """Parse a description: the model, and the sizes of its files. Cached, as every search calls it."""
    about: dict[str, Any] = json.loads(description)
    if (about["kind"], about["format"]) != (_KIND, _FORMAT):
        raise ArtifactMismatch(
            "The model in {0} was made for another version of the program. Install it again.", folder
        )
    sizes = {str(name): int(entry["bytes"]) for name, entry in about["files"].items()}
    return _parse(about, folder), sizes


def verify_model_files(model: InstalledModel) -> None:
    """Check every byte of a model. Raises ArtifactMismatch if a file differs from the description."""
    files = json.loads((model.folder / DESCRIPTION).read_bytes())["files"]
    for name, entry in files.items():
        if sha256_of(model.folder / name) != entry["sha256"]:
            raise ArtifactMismatch(
                "The model {0} is damaged: {1} has changed since it was installed."
                " Remove the model and install it again.",
                model.info.name,
                name,
            )


def _entry(path: Path) -> dict[str, Any]:
    return {"bytes": path.stat().st_size, "sha256": sha256_of(path)}


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def tower_files(folder: Path, tower: str) -> Iterable[Path]:
    """The files of one tower: the graph, and its weights if they have a file of their own."""
    return [path for path in (folder / tower, folder / f"{tower}.data") if path.is_file()]


def _parse(about: Mapping[str, Any], folder: Path) -> InstalledModel:
    text_mean = np.asarray(about["text_mean"], np.float32)
    dimension = int(about["dimension"])
    if text_mean.shape != (dimension,) or not np.isfinite(text_mean).all():
        raise ValueError("the mean of the texts does not fit the dimension")
    text_mean.setflags(write=False)
    if about["runtime"] not in {"onnx", "torch"} or about["tokenizing"]["clean"] not in get_args(Cleaning):
        raise ValueError("a word of the description is unknown")
    info = ModelInfo(
        name=str(about["name"]),
        title=str(about["title"]),
        fingerprint=str(about["fingerprint"]),
        architecture=str(about["architecture"]),
        dimension=dimension,
        context_tokens=int(about["context_tokens"]),
        runtime=about["runtime"],
        bytes=sum(int(entry["bytes"]) for entry in about["files"].values()),
        licence=str(about["licence"]),
        languages=str(about["languages"]),
        notes=tuple(map(from_json, about["notes"])),
        demo=bool(about["demo"]),
        built_in=bool(about.get("built_in", False)),
    )
    return InstalledModel(
        info=info,
        folder=folder,
        preprocessing=preprocessing_from(about["preprocessing"]),
        tokenizing=Tokenizing(
            pad_id=int(about["tokenizing"]["pad_id"]),
            clean=about["tokenizing"]["clean"],
            trim=bool(about["tokenizing"].get("trim", False)),
            together=bool(about["tokenizing"].get("together", False)),
        ),
        text_mean=text_mean,
        parameters=int(about["parameters"]),
        scale=_positive(about["scale"]),
        strong_z=None if (line := about.get("strong_z")) is None else float(line),
        provenance={str(key): str(value) for key, value in about["provenance"].items()},
    )


def _positive(value: Any) -> float:
    number = float(value)
    if not (math.isfinite(number) and number > 0):
        raise ValueError("the scale must be a positive number")
    return number


def preprocessing_from(fields: Mapping[str, Any]) -> Preprocessing:
    """A checked Preprocessing from a description's fields. Raises ValueError, LookupError or TypeError."""
    mean, std = (tuple(float(value) for value in fields[name]) for name in ("mean", "std"))
    side_px = int(fields["side_px"])
    if len(mean) != 3 or len(std) != 3 or not all(math.isfinite(value) for value in (*mean, *std)):
        raise ValueError("mean and std need three finite numbers each")
    if min(std) <= 0 or not 1 <= side_px <= 4096:
        raise ValueError("std must be positive and side_px between 1 and 4096")
    if fields["fit"] not in {"crop", "squash"} or fields["interpolation"] not in {"bicubic", "bilinear"}:
        raise ValueError("fit or interpolation is unknown")
    return Preprocessing(
        side_px=side_px,
        fit=fields["fit"],
        interpolation=fields["interpolation"],
        mean=(mean[0], mean[1], mean[2]),
        std=(std[0], std[1], std[2]),
    )


def _fingerprint(about: Mapping[str, Any]) -> str:
    """Fingerprint of everything that decides the vectors: weights, preprocessing, tokenizer.

    It uses the weights file, not the graphs, if there is one, so that stored vectors stay valid with another version
    of the exporter. A model with the image tower of an earlier one, and a new text tower for its space, has the
    fingerprint of that one instead: the stored vectors of photos are the same.
    """
    files = about["files"]
    names = [WEIGHTS] if WEIGHTS in files else sorted(set(files) - {TOKENIZER, SENTENCES, BACKGROUND})
    decisive = {
        "weights": [files[name]["sha256"] for name in names],
        "tokenizer": files[TOKENIZER]["sha256"] if TOKENIZER in files else "",
        "preprocessing": about["preprocessing"],
        "tokenizing": {name: about["tokenizing"][name] for name in ("pad_id", "clean")},
        "context_tokens": about["context_tokens"],
        "architecture": about["architecture"],
    }
    return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()[:32]


def _check_sizes(folder: Path, sizes: Mapping[str, int], runtime: str) -> None:
    needed = {TOKENIZER, SENTENCES} | ({IMAGE_TOWER, TEXT_TOWER} if runtime == "onnx" else {WEIGHTS})
    missing = sorted(needed - set(sizes))
    if missing:
        raise ArtifactMismatch(
            "The model in {0} has no {1}. Install it again.", folder, " and no ".join(missing)
        )
    for name, size in sizes.items():
        path = folder / name
        if Path(name).name != name or not path.is_file() or path.stat().st_size != size:
            raise ArtifactMismatch(
                "The model in {0} is damaged: {1} is missing or has another size."
                " Remove the model and install it again.",
                folder,
                name,
            )
