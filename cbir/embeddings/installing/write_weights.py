"""A published weights file -> weights.safetensors: 32 bits, open_clip's names, every tensor at its known offset.

Files are published in 16 or 32 bits and with several naming schemes. The same weights in any of them give the same
output. A tensor is read and written in parts, so that memory does not grow with the model; one part is written and
hashed while the next is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.types import InstallProgress
from cbir.embeddings.safetensors_file import StoredTensor, read_head
from cbir.embeddings.shipped_graphs import ShippedGraph

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
                progress(InstallProgress(step="Writing the weights", done=done, total=total))
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
            f"{file} does not hold the weights of {model}: {min(missing)} is missing, one of {len(missing)}."
        )
    if extra:
        raise CbirError(
            f"{file} does not hold the weights of {model}, which has no {min(extra)}, one of {len(extra)} too many."
        )
    for name, tensor in expected.items():
        stored_tensor = by_name[name]
        if stored_tensor.shape != tensor.shape and not (
            np.prod(stored_tensor.shape) == np.prod(tensor.shape) == 1
        ):
            shapes = (_shape(stored_tensor.shape), _shape(tensor.shape))
            raise CbirError(
                f"{file} does not hold the weights of {model}: {name} has the shape {shapes[0]}, not {shapes[1]}."
            )
        dtype = stored_tensor.dtype
        if (dtype in _FLOATS) != (tensor.dtype in _FLOATS) or dtype not in _READ_AS:
            raise CbirError(
                f"{file} does not hold the weights of {model}: {name} has numbers of the type {dtype}."
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
            raise CbirError(f"{file} ends early.")
        remaining -= len(content)
        array = _as_numbers(content, stored.dtype).astype(_READ_AS[tensor.dtype], copy=False)
        if tensor.dtype in _FLOATS and not np.isfinite(array).all():
            raise CbirError(f"{file} is damaged: {tensor.name} has numbers that are not finite.")
        yield array.data.cast("B")


def _as_numbers(content: bytes, dtype: str) -> NDArray[np.generic]:
    numbers = np.frombuffer(content, _READ_AS[dtype])
    # BF16 is the upper half of a 32-bit number.
    return (numbers.astype(np.uint32) << 16).view(np.float32) if dtype == "BF16" else numbers


def _shape(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) or "1"
