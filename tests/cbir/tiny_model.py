"""Two-tower architectures of a hundredth of CLIP's size, known to open_clip for as long as a test wants them."""

import json
from contextlib import contextmanager

from cbir.embeddings import ModelStore

TINY = "tiny-two-tower"
WIDER = "wider-two-tower"  # the same with another width, whose weights do not fit
SHALLOW = "shallow-ViT-B-32"  # reads pictures and texts as ViT-B-32 does, and makes as long embeddings
SIDE_PX = 32
DIMENSION = 24


def _tiny(width):
    return {
        "embed_dim": DIMENSION,
        "vision_cfg": {"image_size": SIDE_PX, "layers": 2, "width": width, "patch_size": 8, "head_width": 16},
        "text_cfg": {"context_length": 20, "vocab_size": 49408, "width": width, "heads": 2, "layers": 2},
    }


_CONFIGS = {
    TINY: _tiny(32),
    WIDER: _tiny(48),
    SHALLOW: {
        "embed_dim": 512,
        "vision_cfg": {"image_size": 224, "layers": 3, "width": 192, "patch_size": 32},
        "text_cfg": {"context_length": 77, "vocab_size": 49408, "width": 128, "heads": 4, "layers": 3},
    },
}


@contextmanager
def architectures(folder, configs):
    """Let open_clip know architectures; it forgets them at the end of the block."""
    from open_clip import factory

    paths, known = list(factory._MODEL_CONFIG_PATHS), dict(factory._MODEL_CONFIGS)
    for name, config in configs.items():
        path = folder / f"{name}.json"
        path.write_text(json.dumps(config), encoding="utf-8")
        factory.add_model_config(path)
    try:
        yield
    finally:
        factory._MODEL_CONFIG_PATHS[:] = paths
        factory._MODEL_CONFIGS.clear()
        factory._MODEL_CONFIGS.update(known)


def tiny_architectures(folder):
    """Let open_clip know all three."""
    return architectures(folder, _CONFIGS)


@contextmanager
def published_as(tag, repository, architecture=TINY):
    """Let open_clip believe that weights of an architecture are published."""
    from open_clip import pretrained

    pretrained._PRETRAINED[architecture] = {
        tag: {
            "hf_hub": f"{repository}/",
            "url": "",
            "mean": (0.5, 0.4, 0.3),
            "std": (0.2, 0.3, 0.4),
            "interpolation": "bilinear",
            "resize_mode": "squash",
        }
    }
    try:
        yield
    finally:
        del pretrained._PRETRAINED[architecture]


class OfferingStore(ModelStore):
    """A store that offers one model, whose graph is given."""

    def __init__(self, folder, offer, graph):
        super().__init__(folder)
        self._offer, self._graph = offer, graph

    def offers(self):
        return (self._offer,)

    def graph(self, offer):
        return self._graph


def seeded_towers(architecture, seed=7):
    """An architecture with random weights of a fixed seed, on the CPU, for reading."""
    import torch

    from cbir.embeddings.towers import build_towers

    torch.manual_seed(seed)
    return build_towers(architecture, None)


def seeded_model(architecture, seed=7):
    """open_clip's model of seeded_towers()."""
    return seeded_towers(architecture, seed).model


def write_checkpoint(model, path):
    """Write a model's weights as safetensors."""
    from safetensors.torch import save_file

    path.parent.mkdir(parents=True, exist_ok=True)
    save_file({name: tensor.contiguous().clone() for name, tensor in model.state_dict().items()}, path)
    return path
