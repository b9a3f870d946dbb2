"""Optional packages: torch and open_clip, for importing checkpoints, for training and for CUDA."""

from __future__ import annotations

import importlib.util

from cbir.base.errors import CbirError

_PACKAGES = ("torch", "open_clip", "safetensors", "onnx", "onnxscript")


def need_model_packages(why: str) -> None:
    """Raise a CbirError that says how to get the packages of the extra `models`, if any is missing.

    why : first sentence of the message, such as "The model X runs in torch."
    """
    missing = [name for name in _PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise CbirError(
            f"{why} That needs packages that are not installed ({', '.join(missing)})."
            ' `pip install "cbir[models]"` installs them.'
        )
