"""Weights -> a model's folder: towers exported and compared with torch, tokenizer, description, renamed into place.

Everything is made in a temporary folder beside the place, so that a model is there whole or not at all.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cbir.base.errors import ArtifactMismatch, Cancelled, CbirError
from cbir.base.storage import TEMPORARY_PREFIX, make_private_folder, remove_known
from cbir.base.types import InstallProgress, ModelOffer
from cbir.embeddings.captions import plain_captions
from cbir.embeddings.model_folder import (
    IMAGE_TOWER,
    MODEL_FILES,
    TEXT_TOWER,
    WEIGHTS,
    InstalledModel,
    ModelDescription,
    described_files,
    list_files,
    open_model_folder,
    preprocessing_from,
    tower_files,
    write_description,
)
from cbir.embeddings.packages import need_model_packages
from cbir.embeddings.towers import (
    open_text_tower,
    plan_tokenizer,
    write_clip_tokenizer,
    write_foreign_tokenizer,
)

if TYPE_CHECKING:
    from cbir.embeddings.store import ModelStore
    from cbir.embeddings.towers import Towers

Progress = Callable[[InstallProgress], None]
Cancelling = Callable[[], bool]

DOWNLOADS = ".downloads"

_log = logging.getLogger(__name__)
_SAFE_WEIGHTS, _TORCH_WEIGHTS = "open_clip_model.safetensors", "open_clip_pytorch_model.bin"
_DOWNLOADED = re.compile(r".*\.(?:part|safetensors|bin|pt)|tokenizer(?:_config)?\.json")
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


def install_offer(
    store: ModelStore,
    offer: ModelOffer,
    *,
    fast: bool,
    progress: Progress | None,
    cancelled: Cancelling | None,
) -> InstalledModel:
    """See ModelStore.install."""
    show, stop = progress or _ignore, cancelled or _never
    place = store.place(offer.name)
    with contextlib.suppress(ArtifactMismatch):
        return open_model_folder(place)
    need_model_packages(f"Installing {offer.name} makes its weights ready for this machine.")
    _check_space(store.folder, offer)
    with making_model(store, offer.name) as folder:
        source, provenance = _download(store, offer, show, stop)
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
        build_model(folder, replace(source, fast=fast), base, show, stop)
    _remove_downloads(store, offer.name)
    return _first_is_current(store, offer.name)


def build_model(
    folder: Path, source: Source, base: ModelDescription, progress: Progress, cancelled: Cancelling
) -> InstalledModel:
    """Make everything that a model's folder holds. base : its size, dimension and runtime are found out here."""
    from cbir.embeddings.installing.eight_bits import quicken_image_tower
    from cbir.embeddings.towers import architecture_config, build_towers, read_weights

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
        raise _cannot_write(store.folder, error) from error
    try:
        _sweep(store, name)
        temporary = store.folder / f"{TEMPORARY_PREFIX}{os.getpid()}-{name}"
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
                raise _cannot_write(store.folder, error) from error
            raise
    finally:
        lock.release()


def _cannot_write(folder: Path, error: OSError) -> CbirError:
    return CbirError(f"The folder of the models, {folder}, cannot be written to: {error.strerror or error}.")


def _sweep(store: ModelStore, name: str) -> None:
    """Delete what was left where an install of this name, or its removal, was killed. The caller has its lock."""
    own = re.compile(rf"{re.escape(TEMPORARY_PREFIX)}\d+-(removed-)?{re.escape(name)}")
    for left in store.folder.iterdir():
        match = own.fullmatch(left.name)
        if match and match.group(1):
            _delete(store, name, left)
        elif match:
            shutil.rmtree(left, ignore_errors=True)  # nobody but an install ever puts a file there


def remove_model(store: ModelStore, name: str) -> None:
    """See ModelStore.remove."""
    from cbir.base.errors import ModelNotInstalled

    if not store.place(name).is_dir():
        raise ModelNotInstalled(f"The model {name} is not installed.")
    aside = _put_aside(store, name)
    if aside is not None:
        _delete(store, name, aside)
    _remove_downloads(store, name)


def keep_model(store: ModelStore, name: str) -> InstalledModel:
    """Return the model that was just made, the current one from now on where there was none."""
    return _first_is_current(store, name)


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

    from cbir.embeddings.installing.download import download, find_file
    from cbir.embeddings.towers import architecture_config

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

    def bring(file: Any, step: str) -> Path:
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
    from cbir.embeddings.installing.export import LEAST_PARITY, export_towers, least_parity

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


def _first_is_current(store: ModelStore, name: str) -> InstalledModel:
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
    aside = store.folder / f"{TEMPORARY_PREFIX}{os.getpid()}-removed-{name}"
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


def _remove_downloads(store: ModelStore, name: str) -> None:
    folder = store.folder / DOWNLOADS / name
    remove_known(folder, lambda path: path.parent == folder and _DOWNLOADED.fullmatch(path.name) is not None)


def _check_space(folder: Path, offer: ModelOffer) -> None:
    try:
        make_private_folder(folder)
    except OSError as error:
        raise _cannot_write(folder, error) from error
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


def _ignore(progress: InstallProgress) -> None:
    """Nobody watches."""


def _never() -> bool:
    return False
