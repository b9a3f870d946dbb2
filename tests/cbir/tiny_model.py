"""A two-tower architecture of a hundredth of CLIP's size, known to open_clip for as long as a test wants it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cbir.embeddings.towers import Towers

TINY = "tiny-two-tower"
WIDER = "wider-two-tower"  # the same with another width, whose weights do not fit
SIDE_PX = 32
DIMENSION = 24


def _config(width: int) -> dict[str, Any]:
    return {
        "embed_dim": DIMENSION,
        "vision_cfg": {"image_size": SIDE_PX, "layers": 2, "width": width, "patch_size": 8, "head_width": 16},
        "text_cfg": {"context_length": 20, "vocab_size": 49408, "width": width, "heads": 2, "layers": 2},
    }


@contextmanager
def tiny_architectures(folder: Path) -> Iterator[None]:
    """Let open_clip know both; it forgets them at the end of the block."""
    from open_clip import factory

    paths, known = list(factory._MODEL_CONFIG_PATHS), dict(factory._MODEL_CONFIGS)
    for name, width in ((TINY, 32), (WIDER, 48)):
        path = folder / f"{name}.json"
        path.write_text(json.dumps(_config(width)), encoding="utf-8")
        factory.add_model_config(path)
    try:
        yield
    finally:
        factory._MODEL_CONFIG_PATHS[:] = paths
        factory._MODEL_CONFIGS.clear()
        factory._MODEL_CONFIGS.update(known)


def seeded_towers(architecture: str, seed: int = 7) -> Towers:
    """An architecture with random weights of a fixed seed, on the CPU, for reading."""
    import torch

    from cbir.embeddings.towers import build_towers

    torch.manual_seed(seed)
    return build_towers(architecture, None)


def seeded_model(architecture: str, seed: int = 7) -> Any:
    """open_clip's model of seeded_towers()."""
    return seeded_towers(architecture, seed).model


def write_checkpoint(model: Any, path: Path) -> Path:
    """Write a model's weights as safetensors."""
    from safetensors.torch import save_file

    path.parent.mkdir(parents=True, exist_ok=True)
    save_file({name: tensor.contiguous().clone() for name, tensor in model.state_dict().items()}, path)
    return path
