"""Folders of models, which are tried, then appear as a whole, and disappear as a whole.

A model is made in a temporary folder beside its place, which is then renamed into it. A removal first renames the
folder out of sight, then deletes the model's own files one by one, and puts a person's other files back.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError, ModelNotInstalled
from cbir.base.messages import Message
from cbir.base.resources import resource
from cbir.base.storage import (
    TEMPORARY_PREFIX,
    is_abandoned,
    make_private_folder,
    remove_known,
    temporary_name,
)
from cbir.base.types import InstallProgress
from cbir.embeddings.captions import plain_captions
from cbir.embeddings.model_folder import (
    MODEL_FILES,
    InstalledModel,
    ModelDescription,
    described_files,
    list_files,
    write_description,
)
from cbir.embeddings.store import ModelStore
from cbir.embeddings.towers import open_image_tower, open_text_tower, prepare

DOWNLOADS = ".downloads"

_LEFT = re.compile(
    rf"{re.escape(TEMPORARY_PREFIX)}(?:[0-9a-f]{{8}}-)?\d+-(?:\d+-)?(?P<removed>removed-)?(?P<name>[a-z0-9].*)"
)
_DOWNLOADED = re.compile(r".*\.(?:part|safetensors|bin|pt)|tokenizer(?:_config)?\.json")


@contextlib.contextmanager
def making_model(store: ModelStore, name: str) -> Iterator[Path]:
    """Yield a temporary folder, which becomes the model of this name at the end of the block.

    A damaged model of the name is replaced. Raises CbirError if another process is installing it.
    """
    from filelock import FileLock, Timeout

    place = store.place(name)
    try:
        make_private_folder(store.folder / DOWNLOADS)
        lock = FileLock(store.folder / DOWNLOADS / f"{name}.lock", timeout=0, thread_local=False)
        lock.acquire()
    except Timeout as error:
        raise CbirError("{0} is being installed by another process. Wait until it is done.", name) from error
    except OSError as error:
        raise cannot_write(store.folder, error) from error
    try:
        _sweep(store, name)
        temporary = temporary_name(place)
        make_private_folder(temporary)
        try:
            yield temporary
            aside = _put_aside(store, name)
            temporary.replace(place)
            if aside is not None:
                _delete(store, name, aside)
        except BaseException as error:
            shutil.rmtree(temporary, ignore_errors=True)
            if isinstance(error, OSError):
                raise cannot_write(store.folder, error) from error
            raise
    finally:
        lock.release()


def cannot_write(folder: Path, error: OSError) -> CbirError:
    """The error for a folder of models that cannot be written to."""
    return CbirError(
        "The folder of the models, {0}, cannot be written to: {1}.", folder, error.strerror or error
    )


def remove_left_models(store: ModelStore) -> None:
    """Delete the remains of killed installs and removals of any model."""
    if store.folder.is_dir():
        _sweep(store, None)


def _sweep(store: ModelStore, name: str | None) -> None:
    """Delete the remains of killed installs and removals.

    name : a model whose lock the caller holds, so that all its remains are abandoned
    """
    for path in store.folder.iterdir():
        match = _LEFT.fullmatch(path.name)
        if match is None or not (match["name"] == name or is_abandoned(path)):
            continue
        if match["removed"]:
            _delete(store, match["name"], path)
        else:
            shutil.rmtree(path, ignore_errors=True)  # only an install puts files there


def remove_model(store: ModelStore, name: str) -> None:
    """Delete an installed model. Raises ModelNotInstalled."""
    if not store.place(name).is_dir():
        raise ModelNotInstalled("The model {0} is not installed.", name)
    aside = _put_aside(store, name)
    if aside is not None:
        _delete(store, name, aside)
    remove_downloads(store, name)


def keep_model(store: ModelStore, name: str) -> InstalledModel:
    """Return a model that was just made, and make it the current one if it is the only one."""
    if store.current() is None or len(store.installed()) == 1:
        store.use(name)
    return store.find(name)


def _put_aside(store: ModelStore, name: str) -> Path | None:
    """Rename a model's folder out of sight, as a whole. Returns its new path; None if there was none.

    Raises CbirError if a process has a file of it open.
    """
    place = store.place(name)
    if not place.exists():
        return None
    aside = temporary_name(place.with_name(f"removed-{name}"))
    try:
        place.replace(aside)
    except OSError as error:
        raise CbirError(
            "The model {0} cannot be removed: {1}. Close what uses it and try again.",
            name,
            error.strerror or error,
        ) from error
    return aside


def _delete(store: ModelStore, name: str, aside: Path) -> None:
    """Delete the files of a model that was put aside, and move other files of its folder back to their place."""
    if aside.is_symlink():
        return aside.unlink()
    own = {*MODEL_FILES, *described_files(aside)}
    for path in remove_known(aside, lambda path: path.parent == aside and path.name in own):
        back = store.place(name) / path.relative_to(aside)
        make_private_folder(back.parent)
        if not back.exists():
            path.rename(back)
    remove_known(aside, Path.is_dir)


def remove_downloads(store: ModelStore, name: str) -> None:
    """Delete the files that were downloaded to make a model."""
    folder = store.folder / DOWNLOADS / name
    remove_known(folder, lambda path: path.parent == folder and _is_downloaded(path))


def arrived_bytes(store: ModelStore) -> tuple[tuple[str, int], ...]:
    """Bytes that have arrived of each unfinished download, with the model's name."""
    folders = sorted(path for path in store.folder.glob(f"{DOWNLOADS}/*") if path.is_dir())
    sizes = [
        (folder.name, sum(path.stat().st_size for path in folder.iterdir() if _is_downloaded(path)))
        for folder in folders
    ]
    return tuple((name, size) for name, size in sizes if size)


def _is_downloaded(path: Path) -> bool:
    return _DOWNLOADED.fullmatch(path.name) is not None


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


def _judge(sentences: NDArray[np.float32], photos: NDArray[np.float32], name: str) -> Message | None:
    lengths = np.linalg.norm(np.concatenate([sentences, photos]), axis=1)
    if not (np.abs(lengths - 1) < _NOT_UNIT).all():
        raise CbirError("{0} gives vectors that cannot be compared: its weights are damaged.", name)
    right = int((np.argmax(sentences @ photos.T, axis=1) == np.arange(len(photos))).sum())
    if right == len(photos):
        return None
    return Message(
        "It found {1} of {0} trial photos by a sentence: its weights may be the wrong ones.",
        len(photos),
        right,
    )


def _photo(name: str) -> NDArray[np.uint8]:
    from PIL import Image

    with Image.open(resource(f"pictures/{name}")) as picture:
        return np.asarray(picture.convert("RGB"))


def step(progress: Progress, cancelled: Cancelling, name: Message) -> None:
    """Report the beginning of a step. Raises Cancelled if the installation was stopped."""
    go_on(cancelled)
    progress(InstallProgress(step=name))


def go_on(cancelled: Cancelling) -> None:
    """Raise Cancelled if the installation was stopped."""
    if cancelled():
        raise Cancelled("The installation was stopped. Only the downloaded part was kept.")
