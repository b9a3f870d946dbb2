"""A model's towers in torch: on CUDA in half precision, or on a CPU where ONNX Runtime cannot run them.

What overflows in half precision is computed again in single precision, so that a card never refuses a picture that
the CPU would embed.
"""

from __future__ import annotations

import contextlib
import functools
import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from cbir.embeddings.model_folder import WEIGHTS, InstalledModel
from cbir.embeddings.packages import need_model_packages
from cbir.embeddings.towers.devices import GpuUnavailable
from cbir.embeddings.towers.preprocessing import normalise
from cbir.embeddings.towers.tokenizing import TextTokenizer
from cbir.embeddings.types import Closing, TextEmbeddings

if TYPE_CHECKING:
    import torch

_AT_ONCE = {"cpu": 16, "cuda": 256}
_TINY = float(np.finfo(np.float32).tiny)

log = logging.getLogger(__name__)


class _TorchTower(Closing):
    note: str | None = None

    def __init__(
        self,
        model: InstalledModel,
        device: Literal["cpu", "cuda"],
        which: Literal["image", "text"],
        threads: int | None,
    ) -> None:
        need_model_packages(f"The model {model.info.name} runs in torch.")
        import torch

        self.device = device
        self._model, self._which = model, which
        if threads is not None and device == "cpu":
            torch.set_num_threads(threads)
        if device == "cuda" and not torch.cuda.is_available():
            raise GpuUnavailable("The torch that is installed cannot use this machine's GPU.")
        module = self._read()
        with gpu_errors(device):
            self._module = module.half().to("cuda") if device == "cuda" else module.float()

    def _read(self) -> torch.nn.Module:
        from cbir.embeddings.towers.checkpoints import build_towers, read_weights

        towers = build_towers(self._model.info.architecture, read_weights(self._model.folder / WEIGHTS))
        return towers.image if self._which == "image" else towers.text

    @functools.cached_property
    def _single(self) -> torch.nn.Module:
        """The same on the card in single precision."""
        log.info("Half precision overflows in %s.", self._model.info.name)
        return self._read().float().to("cuda")

    def close(self) -> None:
        """Give the memory back, the GPU's at once."""
        import torch

        for name in ("_module", "_single", "_uploads"):
            self.__dict__.pop(name, None)
        if self.device == "cuda":
            with contextlib.suppress(RuntimeError):  # of a card that is gone
                torch.cuda.empty_cache()

    def _encode(self, inputs: NDArray[Any]) -> NDArray[np.float32]:
        """(n, ...) what the tower reads -> (n, d) unit rows."""
        import torch

        with torch.inference_mode(), gpu_errors(self.device):
            rows = self._run(self._module, inputs)
            if self.device == "cuda" and not (fits := np.isfinite(rows).all(axis=1)).all():
                rows[~fits] = self._run(self._single, inputs[~fits])
        rows.setflags(write=False)
        return rows

    def _run(self, module: torch.nn.Module, inputs: NDArray[Any]) -> NDArray[np.float32]:
        """(n, d) unit rows, see unit_rows().

        The card is waited for once, at the end: it computes a batch while the next one is brought to it.
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
        """A batch on the device, as the module reads it."""
        raise NotImplementedError


class TorchTextTower(_TorchTower):
    """See TextTower. Raises GpuUnavailable, when it is made and later, where the GPU has no room for it."""

    def __init__(
        self, model: InstalledModel, device: Literal["cpu", "cuda"], *, threads: int | None = None
    ) -> None:
        self._tokenizer = TextTokenizer(model)
        super().__init__(model, device, "text", threads)

    def encode(self, texts: Sequence[str]) -> TextEmbeddings:
        tokens, cut = self._tokenizer.encode(texts)
        return TextEmbeddings(vectors=self._encode(tokens), cut=cut)

    def _loaded(self, inputs: NDArray[Any], dtype: torch.dtype) -> torch.Tensor:
        import torch

        return torch.from_numpy(inputs).to(self.device)


class TorchImageTower(_TorchTower):
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
        return self._encode(squares)

    def _loaded(self, inputs: NDArray[Any], dtype: torch.dtype) -> torch.Tensor:
        """Normalised on the device: a quarter of the bytes crosses to the GPU."""
        import torch

        if self.device == "cpu":
            return torch.from_numpy(normalise(inputs, self._preprocessing))
        with self._uploads.brought(inputs) as brought:
            pixels = brought.permute(0, 3, 1, 2)
            planes = torch.empty_like(pixels, dtype=dtype)
            # computed in single precision, in one pass
            return torch.addcmul(self._shift, pixels, self._scale, out=planes)

    @functools.cached_property
    def _scale(self) -> torch.Tensor:
        return self._by_channel(1 / (255 * np.array(self._preprocessing.std)))

    @functools.cached_property
    def _shift(self) -> torch.Tensor:
        return self._by_channel(-np.array(self._preprocessing.mean) / self._preprocessing.std)

    @staticmethod
    def _by_channel(values: NDArray[np.float64]) -> torch.Tensor:
        import torch

        return torch.tensor(values, dtype=torch.float32, device="cuda").view(3, 1, 1)


class _Uploads:
    """Arrays -> the card's memory, while the card computes.

    Neither pinned memory nor Tensor.record_stream: freeing what they were used with ends the process, without an
    exception, where the card was lost.
    """

    def __init__(self) -> None:
        import torch

        cuda: Any = torch.cuda  # parts of it have no types
        self._stream = cuda.Stream()
        # Two places in turn, each with the moment from which it may be overwritten.
        self._places: list[tuple[torch.Tensor | None, Any]] = [(None, cuda.Event()) for _ in range(2)]

    @contextlib.contextmanager
    def brought(self, array: NDArray[np.uint8]) -> Iterator[torch.Tensor]:
        """The array on the card, for what the block queues there."""
        import torch

        place, read = self._places.pop(0)
        read.synchronize()
        if place is None or place.numel() < array.size:
            place = torch.empty(array.size, dtype=torch.uint8, device="cuda")
            torch.cuda.current_stream().synchronize()  # what had this memory before may still be computing
        on_card = place[: array.size].view(array.shape)
        with torch.cuda.stream(self._stream):
            on_card.copy_(
                torch.from_numpy(np.require(array, requirements=["C", "W"]))
            )  # waits for the copy alone
        yield on_card
        read.record()
        self._places.append((place, read))


@contextlib.contextmanager
def gpu_errors(device: Literal["cpu", "cuda"] = "cuda") -> Iterator[None]:
    """Turn what CUDA raises into a reason to go on on the CPU.

    cuBLAS, cuDNN and a driver raise no more than RuntimeError; where the model is at fault, the CPU will say so.
    """
    try:
        yield
    except RuntimeError as error:
        if device == "cpu":
            raise
        said = str(error).lower()
        if "kernel image" in said:  # torch was built for other cards
            raise GpuUnavailable("The torch that is installed cannot use this machine's GPU.") from error
        if "out of memory" in said or "alloc_failed" in said:
            raise GpuUnavailable("The GPU has no free memory for the model.") from error
        raise GpuUnavailable("The GPU cannot run the model now.") from error
