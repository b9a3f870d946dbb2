"""A model's towers in torch: on CUDA in half precision, or on a CPU if ONNX Runtime cannot run them.

Rows that overflow in half precision are computed again in single precision, so that a card never refuses a picture
that the CPU would embed.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from cbir.base.cached import cached_property
from cbir.base.messages import Message
from cbir.embeddings.devices import GpuUnavailable, need_model_packages
from cbir.embeddings.model_folder import WEIGHTS, InstalledModel
from cbir.embeddings.towers.preprocessing import normalise
from cbir.embeddings.towers.tokenizing import TextTokenizer
from cbir.embeddings.types import Closing, TextEmbeddings

if TYPE_CHECKING:
    import torch

_AT_ONCE = {"cpu": 16, "cuda": 256}
_TINY = float(np.finfo(np.float32).tiny)

log = logging.getLogger(__name__)


class TorchTower(Closing):
    note: Message | None = None

    def __init__(
        self,
        model: InstalledModel,
        device: Literal["cpu", "cuda"],
        which: Literal["image", "text"],
        threads: int | None,
    ) -> None:
        need_model_packages(Message("The model {0} runs in torch.", model.info.name))
        import torch

        self.device = device
        self._model, self._which = model, which
        if threads is not None and device == "cpu":
            torch.set_num_threads(threads)
        if device == "cuda" and not torch.cuda.is_available():
            raise GpuUnavailable(Message("The torch that is installed cannot use this machine's GPU."))
        module = self._read()
        with gpu_errors(device):
            self._module = module.half().to("cuda") if device == "cuda" else module.float()

    def _read(self) -> torch.nn.Module:
        from cbir.embeddings.towers.checkpoints import build_towers, read_weights

        towers = build_towers(self._model.info.architecture, read_weights(self._model.folder / WEIGHTS))
        return towers.image if self._which == "image" else towers.text

    @cached_property
    def _single(self) -> torch.nn.Module:
        """The same module on the card in single precision."""
        log.info("Half precision overflows in %s.", self._model.info.name)
        return self._read().float().to("cuda")

    def close(self) -> None:
        """Free the memory. The GPU's is free for other programs at once."""
        import torch

        for name in ("_module", "_single", "_uploads"):
            self.__dict__.pop(name, None)
        if self.device == "cuda":
            with contextlib.suppress(RuntimeError):  # if the card is gone
                torch.cuda.empty_cache()

    def encode_rows(self, inputs: NDArray[Any]) -> NDArray[np.float32]:
        """Embed the tower's inputs, (n, ...): (n, d) unit rows."""
        import torch

        with torch.inference_mode(), gpu_errors(self.device):
            rows = self.run(self._module, inputs)
            if self.device == "cuda" and not (fits := np.isfinite(rows).all(axis=1)).all():
                rows[~fits] = self.run(self._single, inputs[~fits])
        rows.setflags(write=False)
        return rows

    def run(self, module: torch.nn.Module, inputs: NDArray[Any]) -> NDArray[np.float32]:
        """Run a module: (n, d) unit rows, see unit_rows().

        The CPU waits for the card only at the end: the card computes a batch while the next is copied to it.
        """
        import torch

        rows = torch.empty((len(inputs), self._model.info.dimension), device=self.device)
        dtype = next(module.parameters()).dtype
        step = _AT_ONCE[self.device]
        for start in range(0, len(inputs), step):
            rows[start : start + step] = module(self._loaded(inputs[start : start + step], dtype))
        lengths = rows.double().norm(dim=1, keepdim=True)
        return np.asarray((rows / lengths.clamp_min(_TINY)).float().cpu().numpy())

    def _loaded(self, inputs: NDArray[Any], dtype: torch.dtype) -> torch.Tensor:
        """Copy a batch to the device, in the form that the module reads."""
        raise NotImplementedError


class TorchTextTower(TorchTower):
    """See TextTower. Raises GpuUnavailable, at construction and later, if the GPU has no room for it."""

    def __init__(
        self, model: InstalledModel, device: Literal["cpu", "cuda"], *, threads: int | None = None
    ) -> None:
        self._tokenizer = TextTokenizer(model)
        super().__init__(model, device, "text", threads)

    def encode(self, texts: Sequence[str]) -> TextEmbeddings:
        tokens, cut = self._tokenizer.encode(texts)
        unknown = tuple(map(self._tokenizer.unknown_words, texts))
        vectors = self.encode_rows(tokens)
        if any(alone for _, alone in unknown):
            vectors = vectors.copy()
            vectors[[alone for _, alone in unknown]] = 0
            vectors.setflags(write=False)
        return TextEmbeddings(vectors=vectors, cut=cut, unknown=tuple(words for words, _ in unknown))

    def _loaded(self, inputs: NDArray[Any], dtype: torch.dtype) -> torch.Tensor:
        import torch

        return torch.from_numpy(inputs).to(self.device)


class TorchImageTower(TorchTower):
    """See ImageTower. Raises GpuUnavailable as TorchTextTower does."""

    def __init__(
        self, model: InstalledModel, device: Literal["cpu", "cuda"], *, threads: int | None = None
    ) -> None:
        self._preprocessing = model.preprocessing
        super().__init__(model, device, "image", threads)
        if device == "cuda":
            with gpu_errors(device):
                self._uploads = _Uploads()

    def encode(self, squares: NDArray[np.uint8]) -> NDArray[np.float32]:
        return self.encode_rows(squares)

    def _loaded(self, inputs: NDArray[Any], dtype: torch.dtype) -> torch.Tensor:
        """Normalise on the device, so that only a quarter of the bytes crosses to the GPU."""
        import torch

        if self.device == "cpu":
            return torch.from_numpy(normalise(inputs, self._preprocessing))
        with self._uploads.copied(inputs) as on_card:
            pixels = on_card.permute(0, 3, 1, 2)
            planes = torch.empty_like(pixels, dtype=dtype)
            # computed in single precision, in one pass
            return torch.addcmul(self._shift, pixels, self._scale, out=planes)

    @cached_property
    def _scale(self) -> torch.Tensor:
        return self._by_channel(1 / (255 * np.array(self._preprocessing.std)))

    @cached_property
    def _shift(self) -> torch.Tensor:
        return self._by_channel(-np.array(self._preprocessing.mean) / self._preprocessing.std)

    @staticmethod
    def _by_channel(values: NDArray[np.float64]) -> torch.Tensor:
        import torch

        return torch.tensor(values, dtype=torch.float32, device="cuda").view(3, 1, 1)


class _Uploads:
    """Arrays -> the card's memory, while the card computes.

    It uses neither pinned memory nor Tensor.record_stream: if the card was lost, freeing such tensors ends the
    process without an exception.
    """

    def __init__(self) -> None:
        import torch

        cuda: Any = torch.cuda  # parts of it have no types
        self._stream = cuda.Stream()
        # Two buffers in turn, each with the event after which it may be overwritten.
        self._buffers: list[tuple[torch.Tensor | None, Any]] = [(None, cuda.Event()) for _ in range(2)]

    @contextlib.contextmanager
    def copied(self, array: NDArray[np.uint8]) -> Iterator[torch.Tensor]:
        """Copy an array to the card, for the work that the block queues there."""
        import torch

        buffer, read = self._buffers.pop(0)
        read.synchronize()
        if buffer is None or buffer.numel() < array.size:
            buffer = torch.empty(array.size, dtype=torch.uint8, device="cuda")
            torch.cuda.current_stream().synchronize()  # earlier work may still use this memory
        on_card = buffer[: array.size].view(array.shape)
        with torch.cuda.stream(self._stream):
            on_card.copy_(
                torch.from_numpy(np.require(array, requirements=["C", "W"]))
            )  # waits only for the copy
        yield on_card
        read.record()
        self._buffers.append((buffer, read))


@contextlib.contextmanager
def gpu_errors(device: Literal["cpu", "cuda"] = "cuda") -> Iterator[None]:
    """Turn CUDA's errors into GpuUnavailable, a reason to continue on the CPU.

    cuBLAS, cuDNN and the driver raise plain RuntimeErrors. If the model is at fault, it fails on the CPU too.
    """
    try:
        yield
    except RuntimeError as error:
        if device == "cpu":
            raise
        message = str(error).lower()
        if "kernel image" in message:  # torch was built for other cards
            raise GpuUnavailable(
                Message("The torch that is installed cannot use this machine's GPU.")
            ) from error
        if "out of memory" in message or "alloc_failed" in message:
            raise GpuUnavailable(Message("The GPU has no free memory for the model.")) from error
        raise GpuUnavailable(Message("The GPU cannot run the model now.")) from error
