"""A folder with towers, weights and a tokenizer -> an installed model: tried, and its sentences embedded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError
from cbir.base.resources import resource
from cbir.base.types import InstallProgress
from cbir.embeddings.captions import plain_captions
from cbir.embeddings.model_folder import InstalledModel, ModelDescription, list_files, write_description
from cbir.embeddings.towers import open_image_tower, open_text_tower, prepare

Progress = Callable[[InstallProgress], None]
Cancelling = Callable[[], bool]

_NOT_UNIT = 1e-3
_TRIALS = {  # of resources/cbir_resources/pictures
    "astronaut.jpg": "a photo of an astronaut",
    "chelsea.jpg": "a photo of a cat",
    "coffee.jpg": "a photo of a cup of coffee",
    "rocket.jpg": "a photo of a rocket",
}


def finish_model(
    folder: Path,
    description: ModelDescription,
    *,
    captions: Sequence[str] = plain_captions(),
    files: dict[str, dict[str, Any]] | None = None,
    tries: bool = False,
) -> InstalledModel:
    """Complete a folder with sentences and a description. Its own text tower encodes the captions.

    captions : typical texts of the model. files : list_files(folder), if computed already
    tries : search for four photos by a sentence each, and note a failure
    Raises CbirError if a tried tower gives vectors that cannot be compared.
    """
    files = list_files(folder) if files is None else files
    placeholder = np.zeros((1, description.dimension), np.float32)
    model = write_description(folder, description, placeholder, files=files)
    with open_text_tower(model, "cpu") as tower:
        vectors = tower.encode(captions).vectors
        queries = tower.encode(list(_TRIALS.values()) if tries else []).vectors
    if tries:
        with open_image_tower(model, "cpu") as images:
            photos = images.encode(np.array([prepare(_photo(name), model.preprocessing) for name in _TRIALS]))
        note = _judge(queries, photos, model.info.name)
        description = replace(description, notes=(*description.notes, *([note] if note else [])))
    return write_description(folder, description, vectors, files=files)


def _judge(sentences: NDArray[np.float32], photos: NDArray[np.float32], name: str) -> str | None:
    lengths = np.linalg.norm(np.concatenate([sentences, photos]), axis=1)
    if not (np.abs(lengths - 1) < _NOT_UNIT).all():
        raise CbirError(f"{name} gives vectors that cannot be compared: its weights are damaged.")
    right = int((np.argmax(sentences @ photos.T, axis=1) == np.arange(len(photos))).sum())
    if right == len(photos):
        return None
    return f"Of {len(photos)} trial photos it found {right} by a sentence: its weights may not be what they are called."


def _photo(name: str) -> NDArray[np.uint8]:
    from PIL import Image

    with Image.open(resource(f"pictures/{name}")) as picture:
        return np.asarray(picture.convert("RGB"))


def step(progress: Progress, cancelled: Cancelling, name: str) -> None:
    """Report the beginning of a step. Raises Cancelled if the installation was stopped."""
    go_on(cancelled)
    progress(InstallProgress(step=name))


def go_on(cancelled: Cancelling) -> None:
    """Raise Cancelled if the installation was stopped."""
    if cancelled():
        raise Cancelled(
            "The installation was stopped. Nothing of the model was kept but what has been downloaded."
        )
