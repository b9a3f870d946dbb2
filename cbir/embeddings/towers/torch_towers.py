"""A model's towers in torch: on CUDA in half precision, or on a CPU where ONNX Runtime cannot run them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from cbir.embeddings.model_folder import WEIGHTS, InstalledModel
from cbir.embeddings.packages import need_model_packages
from cbir.embeddings.towers.devices import GpuUnavailable
from cbir.embeddings.towers.preprocessing import normalise
from cbir.embeddings.towers.tokenizing import TextTokenizer
from cbir.embeddings.types import Closing, TextEmbeddings, unit_rows

if TYPE_CHECKING:
    import torch

_AT_ONCE = {"cpu": 16, "cuda": 256}


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

        from cbir.embeddings.towers.checkpoints import build_towers, read_weights

        self.device = device
        self._dimension = model.info.dimension
        if threads is not None and device == "cpu":
            torch.set_num_threads(threads)
        if device == "cuda" and not torch.cuda.is_available():
            raise GpuUnavailable("The torch that is installed cannot use this machine's GPU.")
        towers = build_towers(model.info.architecture, read_weights(model.folder / WEIGHTS))
        module = towers.image if which == "image" else towers.text
        with _gpu_errors():
            self._module = module.half().to("cuda") if device == "cuda" else module.float()

    def close(self) -> None:
        """Give the memory back, the GPU's at once."""
        import torch

        self.__dict__.pop("_module", None)
        if self.device == "cuda":
            torch.cuda.empty_cache()

    def _encode(self, count: int, part: Callable[[slice], torch.Tensor]) -> NDArray[np.float32]:
        import torch

        vectors = np.empty((count, self._dimension), np.float32)
        step = _AT_ONCE[self.device]
        with torch.inference_mode(), _gpu_errors():
            for start in range(0, count, step):
                chosen = slice(start, start + step)
                vectors[chosen] = unit_rows(self._module(part(chosen).to(self.device)).float().cpu().numpy())
        vectors.setflags(write=False)
        return vectors


class TorchTextTower(_TorchTower):
    """See TextTower. Raises GpuUnavailable, when it is made and later, where the GPU has no room for it."""

    def __init__(
        self, model: InstalledModel, device: Literal["cpu", "cuda"], *, threads: int | None = None
    ) -> None:
        self._tokenizer = TextTokenizer(model)
        super().__init__(model, device, "text", threads)

    def encode(self, texts: Sequence[str]) -> TextEmbeddings:
        import torch

        tokens, cut = self._tokenizer.encode(texts)
        vectors = self._encode(len(texts), lambda part: torch.from_numpy(tokens[part]))
        return TextEmbeddings(vectors=vectors, cut=cut)


class TorchImageTower(_TorchTower):
    """See ImageTower. Raises GpuUnavailable as TorchTextTower does."""

    def __init__(
        self, model: InstalledModel, device: Literal["cpu", "cuda"], *, threads: int | None = None
    ) -> None:
        self._preprocessing = model.preprocessing
        super().__init__(model, device, "image", threads)

    def encode(self, squares: NDArray[np.uint8]) -> NDArray[np.float32]:
        return self._encode(len(squares), lambda part: self._pixels(squares[part]))

    def _pixels(self, squares: NDArray[np.uint8]) -> torch.Tensor:
        """Normalised on the device: a quarter of the bytes crosses to the GPU."""
        import torch

        if self.device == "cpu":
            return torch.from_numpy(normalise(squares, self._preprocessing))
        pixels = torch.from_numpy(np.ascontiguousarray(squares)).to("cuda").permute(0, 3, 1, 2).float()
        mean = torch.tensor(self._preprocessing.mean, device="cuda").view(3, 1, 1)
        std = torch.tensor(self._preprocessing.std, device="cuda").view(3, 1, 1)
        return ((pixels / 255 - mean) / std).half()


@contextlib.contextmanager
def _gpu_errors() -> Iterator[None]:
    """Turn what CUDA raises into a reason to go on on the CPU."""
    import torch

    try:
        yield
    except torch.cuda.OutOfMemoryError as error:
        raise GpuUnavailable("The GPU has no free memory for the model.") from error
    except getattr(torch, "AcceleratorError", ()) as error:  # since torch 2.8
        raise GpuUnavailable("The GPU cannot run the model now.") from error
