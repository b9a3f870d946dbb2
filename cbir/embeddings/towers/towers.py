"""An installed model -> its text tower and its image tower, on the device that suits each.

"auto" runs the text tower on the CPU: one sentence takes some tens of milliseconds there, and importing torch takes
seconds. The image tower runs on CUDA if torch and a GPU are available. If CUDA was requested and is not available, a
tower runs on the CPU and its note says why.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import message_of
from cbir.base.messages import Message
from cbir.base.types import Device
from cbir.embeddings.devices import GpuUnavailable, why_no_cuda
from cbir.embeddings.functions import FunctionImageTower, FunctionModel, FunctionTextTower
from cbir.embeddings.model_folder import InstalledModel
from cbir.embeddings.towers.dictionary import TranslatingTower
from cbir.embeddings.types import Closing, ImageTower, TextEmbeddings, TextTower

R = TypeVar("R")

_log = logging.getLogger(__name__)


T = TypeVar("T", TextTower, ImageTower)


def open_text_tower(
    model: InstalledModel, device: Device = "auto", *, threads: int | None = None
) -> TextTower:
    """Load a model's text tower. A model that reads only English, or is built in, gets a dictionary.

    threads : of a CPU; None for every core that this process may use
    Raises ArtifactMismatch if its files are damaged, CbirError if torch is needed and missing.
    """
    tower: TextTower
    if isinstance(model, FunctionModel):
        return FunctionTextTower(model)
    if device == "cuda" or (device == "auto" and model.info.runtime == "torch"):
        tower = _TextOnGpu(
            lambda: text_tower_on_gpu(model),
            lambda: _text_on_cpu(model, threads),
            refusal=why_no_cuda(model),
            requested=device == "cuda",
        )
    else:
        tower = _text_on_cpu(model, threads)
    if model.info.languages == "English":
        return TranslatingTower(tower)
    return TranslatingTower(tower, beside=True) if model.info.built_in else tower


def open_image_tower(
    model: InstalledModel, device: Device = "auto", *, threads: int | None = None
) -> ImageTower:
    """Load a model's image tower; arguments and errors as in open_text_tower."""
    if isinstance(model, FunctionModel):
        return FunctionImageTower(model)
    if device == "cpu":
        return _image_on_cpu(model, threads)
    return _ImagesOnGpu(
        lambda: image_tower_on_gpu(model),
        lambda: _image_on_cpu(model, threads),
        refusal=why_no_cuda(model),
        requested=device == "cuda",
    )


class _OnGpu(Closing, Generic[T]):
    """A tower on the GPU that continues on the CPU if the GPU cannot run it, with a note.

    requested : the user asked for the GPU, so that a refusal is noted
    """

    def __init__(
        self, on_gpu: Callable[[], T], on_cpu: Callable[[], T], *, refusal: Message | None, requested: bool
    ) -> None:
        self._on_cpu: Callable[[], T] = on_cpu
        self._tower: T
        self.note: Message | None = None
        if refusal is not None:
            self._tower = on_cpu()
            self.note = _on_the_cpu(refusal) if requested else None
            return
        try:
            self._tower = on_gpu()
        except GpuUnavailable as error:
            reason = message_of(error)
        else:
            return
        self._fall_back(reason)

    @property
    def device(self) -> str:
        device: str = self._tower.device
        return device

    def close(self) -> None:
        self._tower.close()

    def _run(self, work: Callable[[T], R]) -> R:
        try:
            return work(self._tower)
        except GpuUnavailable as error:
            reason = message_of(error)  # the error itself would keep tensors in the GPU's memory alive
        self._tower.close()
        self._fall_back(reason)
        return work(self._tower)

    def _fall_back(self, reason: Message) -> None:
        _log.warning("The GPU is given up: %s", reason)
        self._tower = self._on_cpu()
        self.note = _on_the_cpu(reason)


class _TextOnGpu(_OnGpu[TextTower]):
    def encode(self, texts: Sequence[str]) -> TextEmbeddings:
        embeddings = self._run(lambda tower: tower.encode(texts))
        return replace(embeddings, note=self.note)


class _ImagesOnGpu(_OnGpu[ImageTower]):
    def encode(self, squares: NDArray[np.uint8]) -> NDArray[np.float32]:
        return self._run(lambda tower: tower.encode(squares))


def _on_the_cpu(reason: Message) -> Message:
    return Message("{0} The model runs on the CPU.", reason)


def text_tower_on_gpu(model: InstalledModel) -> TextTower:
    from cbir.embeddings.towers.torch_towers import TorchTextTower

    return TorchTextTower(model, "cuda")


def image_tower_on_gpu(model: InstalledModel) -> ImageTower:
    from cbir.embeddings.towers.torch_towers import TorchImageTower

    return TorchImageTower(model, "cuda")


def _text_on_cpu(model: InstalledModel, threads: int | None) -> TextTower:
    if model.info.runtime == "torch":
        from cbir.embeddings.towers.torch_towers import TorchTextTower

        return TorchTextTower(model, "cpu", threads=threads)
    from cbir.embeddings.towers.onnx_towers import OnnxTextTower

    return OnnxTextTower(model, threads=threads)


def _image_on_cpu(model: InstalledModel, threads: int | None) -> ImageTower:
    if model.info.runtime == "torch":
        from cbir.embeddings.towers.torch_towers import TorchImageTower

        return TorchImageTower(model, "cpu", threads=threads)
    from cbir.embeddings.towers.onnx_towers import OnnxImageTower

    return OnnxImageTower(model, threads=threads)
