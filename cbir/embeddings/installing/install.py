"""An offered model -> the store: weights from the network or a file, in the form that its shipped graphs read.

Files are published in 16 or 32 bits and with several naming schemes. The same weights in any of them give the same
output. A tensor is read and written in parts, so that memory does not grow with the model; one part is written and
hashed while the next is read.

Needs only numpy and ONNX Runtime. A model is installed as a whole or not at all: see place.py.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import shutil
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ArtifactMismatch, CbirError, ModelNotInstalled
from cbir.base.messages import Message
from cbir.base.storage import make_private_folder
from cbir.base.types import InstallProgress, ModelOffer
from cbir.embeddings.installing.download import HubFile, download, find_file
from cbir.embeddings.installing.place import (
    DOWNLOADS,
    Cancelling,
    Progress,
    cannot_write,
    finish_model,
    go_on,
    keep_model,
    making_model,
    remove_downloads,
    step,
)
from cbir.embeddings.model_folder import (
    IMAGE_TOWER,
    TEXT_TOWER,
    TOKENIZER,
    WEIGHTS,
    InstalledModel,
    ModelDescription,
    list_files,
    open_model_folder,
)
from cbir.embeddings.shipped_graphs import ShippedGraph, StoredTensor, read_head
from cbir.embeddings.store import ModelStore
from cbir.embeddings.towers import write_clip_tokenizer, write_foreign_tokenizer

_PART = 1 << 22  # numbers at a time: 16 MB in 32 bits
_READ_AS = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "U8": "u1"}
_FLOATS = frozenset({"F64", "F32", "F16", "BF16"})
_WRAPPED = "module."  # by torch's data parallelism
_TEXT = "text."
_TEXT_PARTS = ("text_projection", "positional_embedding", "token_embedding", "transformer", "ln_final")


def write_weights(
    source: Path,
    graph: ShippedGraph,
    target: Path,
    *,
    name: str,
    progress: Callable[[InstallProgress], None] = lambda _: None,
    check: Callable[[], None] = lambda: None,
) -> str:
    """Write the weights file of a shipped graph, and return its sha256. name : of the model, for messages

    check : called between parts; may raise. Raises CbirError if the source is damaged, or has other tensors than the
    model, or numbers that are not finite.
    """
    expected, head = graph.tensors(), graph.head()
    pairs = _match(read_head(source), expected, source.name, name)
    total = len(head) + sum(tensor.length for tensor in expected.values())
    done, digest = len(head), hashlib.sha256(head)

    def append(part: memoryview) -> None:
        file.write(part)
        digest.update(part)

    with (
        source.open("rb") as numbers,
        target.open("wb") as file,
        ThreadPoolExecutor(1, "weights") as background,
    ):
        file.write(head)
        writing = background.submit(append, memoryview(b""))
        for stored, tensor in pairs:
            for part in _parts(numbers, stored, tensor, source.name):
                check()
                writing.result()  # raises its error, and keeps at most two parts in memory
                writing = background.submit(append, part)
                done += len(part)
                progress(InstallProgress(step=Message("Writing the weights"), done=done, total=total))
        writing.result()
    return digest.hexdigest()


def read_scalar(path: Path, name: str) -> float | None:
    """Read the only number of a tensor; None if there is no tensor of this name."""
    tensor = read_head(path).get(name)
    if tensor is None:
        return None
    with path.open("rb") as file:
        file.seek(tensor.offset)
        return float(_as_numbers(file.read(tensor.length), tensor.dtype)[0])


def _match(
    stored: Mapping[str, StoredTensor], expected: Mapping[str, StoredTensor], file: str, model: str
) -> list[tuple[StoredTensor, StoredTensor]]:
    """Pair each expected tensor with a stored one. Raises CbirError if one is missing, left over or misshapen."""
    by_name = {_own_name(name, expected): tensor for name, tensor in stored.items()}
    for name in [name for name in by_name if name not in expected and _is_stray(name)]:
        del by_name[name]
    missing, extra = expected.keys() - by_name.keys(), by_name.keys() - expected.keys()
    if missing:
        raise CbirError(
            "{0} does not contain the weights of {1}: {2} is missing, one of {3}.",
            file,
            model,
            min(missing),
            len(missing),
        )
    if extra:
        raise CbirError(
            "{0} does not contain the weights of {1}, which has no {2}, one of {3} too many.",
            file,
            model,
            min(extra),
            len(extra),
        )
    for name, tensor in expected.items():
        stored_tensor = by_name[name]
        if stored_tensor.shape != tensor.shape and not (
            np.prod(stored_tensor.shape) == np.prod(tensor.shape) == 1
        ):
            shapes = (_shape(stored_tensor.shape), _shape(tensor.shape))
            raise CbirError(
                "{0} does not contain the weights of {1}: {2} has the shape {3}, not {4}.",
                file,
                model,
                name,
                shapes[0],
                shapes[1],
            )
        dtype = stored_tensor.dtype
        if (dtype in _FLOATS) != (tensor.dtype in _FLOATS) or dtype not in _READ_AS:
            raise CbirError(
                "{0} does not contain the weights of {1}: {2} has numbers of the type {3}.",
                file,
                model,
                name,
                dtype,
            )
    return [(by_name[name], tensor) for name, tensor in expected.items()]


def _own_name(name: str, expected: Mapping[str, StoredTensor]) -> str:
    """A tensor's name in open_clip's form for this model, which may or may not have a prefix for the text tower."""
    name = name.removeprefix(_WRAPPED)
    if name in expected:
        return name
    if name.startswith(_TEXT_PARTS) and _TEXT + name in expected:
        return _TEXT + name
    return name.removeprefix(_TEXT) if name.removeprefix(_TEXT) in expected else name


def _is_stray(name: str) -> bool:
    """True for a tensor that some files contain although it is no weight."""
    return name.endswith("position_ids") or name == "logit_bias"


def _parts(numbers: BinaryIO, stored: StoredTensor, tensor: StoredTensor, file: str) -> Iterator[memoryview]:
    """Read a tensor in the expected type. Raises CbirError if the file ends early or a number is not finite."""
    width = np.dtype(_READ_AS[stored.dtype]).itemsize
    numbers.seek(stored.offset)
    remaining = stored.length
    while remaining:
        content = numbers.read(min(remaining, _PART * width))
        if len(content) % width or not content:
            raise CbirError("{0} ends early.", file)
        remaining -= len(content)
        array = _as_numbers(content, stored.dtype).astype(_READ_AS[tensor.dtype], copy=False)
        if tensor.dtype in _FLOATS and not np.isfinite(array).all():
            raise CbirError("{0} is damaged: {1} has numbers that are not finite.", file, tensor.name)
        yield array.data.cast("B")


def _as_numbers(content: bytes, dtype: str) -> NDArray[np.generic]:
    numbers = np.frombuffer(content, _READ_AS[dtype])
    # BF16 is the upper half of a 32-bit number.
    return (numbers.astype(np.uint32) << 16).view(np.float32) if dtype == "BF16" else numbers


def _shape(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) or "1"


TOKENIZER_CONFIG = "tokenizer_config.json"

_CONVERTED = "open_clip_pytorch_model.safetensors"  # name given by the hub's own converter
_SPARE_BYTES = 50_000_000  # for the tokenizer, the graphs and the embeddings of plain captions


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingredients:
    """Parts of a model that are not shipped. tokenizer, tokenizer_config : contents; None for CLIP's own"""

    weights: Path
    tokenizer: bytes | None = None
    tokenizer_config: bytes | None = None


def install_model(
    store: ModelStore,
    name: str,
    *,
    source: Path | None = None,
    progress: Progress = lambda _: None,
    cancelled: Cancelling = lambda: False,
) -> InstalledModel:
    """Install an offered model with its published weights. Only this function uses the network.

    source : a published weights file, or a folder with it; None downloads it

    An interrupted download is resumed. A whole installed model is returned unchanged.
    The first model becomes the current one.
    Raises ModelNotInstalled if no such model is offered, Cancelled, and CbirError with the reason of a failure.
    """
    offer = next((offer for offer in store.offers() if offer.name == name), None)
    if offer is None:
        raise ModelNotInstalled("No model called {0} is offered. {listed} that are.", name)
    place = store.place(offer.name)
    with contextlib.suppress(ArtifactMismatch):
        return open_model_folder(place)
    graph = store.graph(offer)
    with making_model(store, offer.name) as folder:
        if source is None:
            ingredients, origin = _download(store, offer, graph, progress, cancelled)
        else:
            _check_space(store.folder, name, offer.disk_bytes)
            ingredients, origin = look_for(source, graph), {"imported_from": source.name}
        base = ModelDescription(
            name=offer.name,
            title=offer.title,
            architecture=graph.architecture,
            dimension=graph.dimension,
            context_tokens=graph.context_tokens,
            preprocessing=graph.preprocessing,
            licence=offer.licence,
            languages=offer.languages,
            provenance={**origin, "tag": offer.weights},
        )
        assemble(folder, graph, ingredients, base, progress, cancelled)
    remove_downloads(store, offer.name)
    return keep_model(store, offer.name)


def assemble(
    folder: Path,
    graph: ShippedGraph,
    ingredients: Ingredients,
    base: ModelDescription,
    progress: Progress,
    cancelled: Cancelling,
) -> InstalledModel:
    """Make all files of a model's folder from its shipped graphs. base : description with its name and origin

    Raises CbirError if the weights are another architecture's, or give vectors that cannot be compared.
    """
    tokenizing = (
        write_clip_tokenizer(folder, graph.cleaning)
        if ingredients.tokenizer is None
        else write_foreign_tokenizer(
            folder, ingredients.tokenizer, ingredients.tokenizer_config, graph.cleaning
        )
    )
    for tower in (IMAGE_TOWER, TEXT_TOWER):
        shutil.copyfile(graph.folder / tower, folder / tower)
    files = list_files(folder)
    weights = folder / WEIGHTS
    digest = write_weights(
        ingredients.weights,
        graph,
        weights,
        name=base.name,
        progress=progress,
        check=lambda: go_on(cancelled),
    )
    files[WEIGHTS] = {"bytes": weights.stat().st_size, "sha256": digest}
    step(progress, cancelled, Message("Trying the model"))
    description = replace(
        base,
        tokenizing=replace(tokenizing, trim=graph.trims, together=True),
        parameters=graph.parameters,
        scale=math.exp(read_scalar(weights, "logit_scale") or 0.0),
    )
    return finish_model(folder, description, files=files, tries=True)


def look_for(source: Path, graph: ShippedGraph) -> Ingredients:
    """Find a model's published files. source : the weights file, or a folder with it"""
    weights = source / graph.weights_file if source.is_dir() else source
    if not weights.is_file():
        raise CbirError("There is no file {0}.", weights)
    return gather(weights, weights.with_name(TOKENIZER), graph)


def gather(weights: Path, tokenizer: Path, graph: ShippedGraph) -> Ingredients:
    """Collect the weights, and the tokenizer if the model needs its own. Raises CbirError if that is missing."""
    if graph.tokenizer_repository is None:
        return Ingredients(weights=weights)
    if not tokenizer.is_file():
        raise CbirError(
            "Put the {0} of {1} beside {2}: the model needs it to read text.",
            TOKENIZER,
            graph.tokenizer_repository,
            weights.name,
        )
    config = tokenizer.with_name(TOKENIZER_CONFIG)
    return Ingredients(
        weights=weights,
        tokenizer=tokenizer.read_bytes(),
        tokenizer_config=config.read_bytes() if config.is_file() else None,
    )


def _download(
    store: ModelStore, offer: ModelOffer, graph: ShippedGraph, progress: Progress, cancelled: Cancelling
) -> tuple[Ingredients, dict[str, str]]:
    """Download an offer's files. Returns them and their origin for the model's description."""
    folder = store.folder / DOWNLOADS / offer.name
    step(progress, cancelled, Message("Asking for the weights"))
    names = (graph.weights_file, _CONVERTED)
    weights = next((file for name in names if (file := find_file(graph.repository, name))), None)
    if weights is None:
        raise CbirError("The repository {0} no longer has the weights of {1}.", graph.repository, offer.name)
    _check_space(
        store.folder, offer.name, offer.disk_bytes + (weights.size or offer.download_bytes), partial=folder
    )

    def fetch(file: HubFile, step: Message) -> Path:
        return download(file, folder, step=step, progress=progress, cancelled=cancelled)

    texts: dict[str, bytes] = {}
    for name in (TOKENIZER, TOKENIZER_CONFIG) if graph.tokenizer_repository else ():
        file = find_file(str(graph.tokenizer_repository), name)
        if file is not None:
            texts[name] = fetch(file, Message("Downloading the tokenizer")).read_bytes()
    if graph.tokenizer_repository and TOKENIZER not in texts:
        raise CbirError("The repository {0} no longer has a {1}.", graph.tokenizer_repository, TOKENIZER)
    path = fetch(weights, Message("Downloading the weights"))
    ingredients = Ingredients(
        weights=path, tokenizer=texts.get(TOKENIZER), tokenizer_config=texts.get(TOKENIZER_CONFIG)
    )
    origin = {"weights": f"{graph.repository}/{weights.name}", "commit": weights.commit}
    return ingredients, {**origin, "checksum": weights.checksum or ""}


def _check_space(folder: Path, name: str, needed: int, *, partial: Path | None = None) -> None:
    """Raise CbirError if the disk has no room. partial : a folder whose files count towards the needed bytes"""
    try:
        make_private_folder(folder)
        arrived = (
            sum(path.stat().st_size for path in partial.iterdir()) if partial and partial.is_dir() else 0
        )
    except OSError as error:
        raise cannot_write(folder, error) from error
    needed += _SPARE_BYTES - arrived
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise CbirError(
            "Installing {0} needs {1} GB in {2}, and {3} GB are free.",
            name,
            f"{needed / 1e9:.1f}",
            folder,
            f"{free / 1e9:.1f}",
        )
