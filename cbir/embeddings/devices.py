"""Optional torch and open_clip, and the availability of CUDA for a model, without importing torch."""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import os

from cbir.base.errors import CbirError
from cbir.base.extras import how_to_install
from cbir.base.messages import Message
from cbir.embeddings.model_folder import WEIGHTS, InstalledModel

_PACKAGES = ("torch", "open_clip", "safetensors", "onnx", "onnxscript")


def need_model_packages(why: str) -> None:
    """Raise a CbirError that says how to get the packages of the extra `models`, if any is missing.

    why : first sentence of the message, such as "The model X runs in torch."
    """
    missing = [name for name in _PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise CbirError(
            "{0} That needs packages that are not installed ({1}). {2}",
            why,
            ", ".join(missing),
            how_to_install("models"),
        )


class GpuUnavailable(Exception):
    """A tower cannot run on the GPU, or cannot continue on it. The message tells the user why."""


def why_no_cuda(model: InstalledModel) -> Message | None:
    """The reason why a model cannot run on CUDA here; None if it can be tried."""
    if not gpu_count():
        return Message("There is no NVIDIA GPU that programs can use here.")
    if not (model.folder / WEIGHTS).is_file():
        return Message("The model {0} was installed without the weights that a GPU needs.", model.info.name)
    if any(importlib.util.find_spec(name) is None for name in ("torch", "open_clip")):
        return Message("A GPU needs torch and open_clip. {0}", how_to_install("models"))
    return None


@functools.cache
def gpu_count() -> int:
    """Number of GPUs that the CUDA driver shows to this process; 0 without a driver."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1")
    except OSError:
        return 0
    count = ctypes.c_int(0)
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return 0
    return count.value
