"""A model's folder comes and goes as a whole.

A model is made in a temporary folder beside its place, which is then renamed into it. To be removed, it is renamed
out of sight first, and then deleted file by file: what a person put beside the model's own files is put back.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from cbir.base.errors import CbirError, ModelNotInstalled
from cbir.base.storage import (
    TEMPORARY_PREFIX,
    is_abandoned,
    make_private_folder,
    remove_known,
    temporary_name,
)
from cbir.embeddings.model_folder import MODEL_FILES, InstalledModel, described_files
from cbir.embeddings.store import ModelStore

DOWNLOADS = ".downloads"

_LEFT = re.compile(
    rf"{re.escape(TEMPORARY_PREFIX)}(?:[0-9a-f]{{8}}-)?\d+-(?:\d+-)?(?P<removed>removed-)?(?P<name>[a-z0-9].*)"
)
_DOWNLOADED = re.compile(r".*\.(?:part|safetensors|bin|pt)|tokenizer(?:_config)?\.json")


@contextlib.contextmanager
def making_model(store: ModelStore, name: str) -> Iterator[Path]:
    """Yield a temporary folder; at the end of the block it becomes the model of this name.

    A damaged model of the name is replaced. Raises CbirError where another process installs it at this moment.
    """
    from filelock import FileLock, Timeout

    place = store.place(name)
    try:
        make_private_folder(store.folder / DOWNLOADS)
        lock = FileLock(store.folder / DOWNLOADS / f"{name}.lock", timeout=0, thread_local=False)
        lock.acquire()
    except Timeout as error:
        raise CbirError(f"{name} is being installed by another process. Wait until it is done.") from error
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
    """The error to raise where the folder of the models cannot be written to."""
    return CbirError(f"The folder of the models, {folder}, cannot be written to: {error.strerror or error}.")


def remove_left_models(store: ModelStore) -> None:
    """Delete what installs and removals left that were killed, of whatever model."""
    if store.folder.is_dir():
        _sweep(store, None)


def _sweep(store: ModelStore, name: str | None) -> None:
    """Delete what was left where an install or a removal was killed.

    name : the caller has the lock of this model: what is left of it is nobody's any more
    """
    for left in store.folder.iterdir():
        match = _LEFT.fullmatch(left.name)
        if match is None or not (match["name"] == name or is_abandoned(left)):
            continue
        if match["removed"]:
            _delete(store, match["name"], left)
        else:
            shutil.rmtree(left, ignore_errors=True)  # nobody but an install ever puts a file there


def remove_model(store: ModelStore, name: str) -> None:
    """Delete an installed model. Raises ModelNotInstalled."""
    if not store.place(name).is_dir():
        raise ModelNotInstalled(f"The model {name} is not installed.")
    aside = _put_aside(store, name)
    if aside is not None:
        _delete(store, name, aside)
    remove_downloads(store, name)


def keep_model(store: ModelStore, name: str) -> InstalledModel:
    """Return the model that was just made; it is the current one from now on where it is the only one."""
    if store.current() is None or len(store.installed()) == 1:
        store.use(name)
    return store.find(name)


def _put_aside(store: ModelStore, name: str) -> Path | None:
    """Take a model's folder out of sight, at once and as a whole; returns where it is, None where there was none.

    Raises CbirError where a process holds a file of it.
    """
    place = store.place(name)
    if not place.exists():
        return None
    aside = temporary_name(place.with_name(f"removed-{name}"))
    try:
        place.replace(aside)
    except OSError as error:
        raise CbirError(
            f"The model {name} cannot be removed: {error.strerror or error}. Close what uses it and try again."
        ) from error
    return aside


def _delete(store: ModelStore, name: str, aside: Path) -> None:
    """Delete the files of a model that was put aside; what else lay in its folder goes back to its place."""
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
    """Delete what was downloaded to make a model."""
    folder = store.folder / DOWNLOADS / name
    remove_known(folder, lambda path: path.parent == folder and _is_downloaded(path))


def arrived_bytes(store: ModelStore) -> tuple[tuple[str, int], ...]:
    """How much is there of downloads that were not finished, by the model's name."""
    folders = sorted(path for path in store.folder.glob(f"{DOWNLOADS}/*") if path.is_dir())
    sizes = [
        (folder.name, sum(path.stat().st_size for path in folder.iterdir() if _is_downloaded(path)))
        for folder in folders
    ]
    return tuple((name, size) for name, size in sizes if size)


def _is_downloaded(path: Path) -> bool:
    return _DOWNLOADED.fullmatch(path.name) is not None
