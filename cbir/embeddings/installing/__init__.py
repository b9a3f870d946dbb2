"""A download, a file or a checkpoint -> an installed model: exported, checked, in the model store."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cbir.embeddings.installing.checkpoints import build_towers, read_weights
    from cbir.embeddings.installing.export import export_towers
    from cbir.embeddings.installing.import_model import import_checkpoint, import_towers
    from cbir.embeddings.installing.install import install_offer, remove_model

__all__ = [
    "build_towers",
    "export_towers",
    "import_checkpoint",
    "import_towers",
    "install_offer",
    "read_weights",
    "remove_model",
]

_HOMES = {
    "checkpoints": (
        "build_towers",
        "read_weights",
    ),
    "export": ("export_towers",),
    "import_model": (
        "import_checkpoint",
        "import_towers",
    ),
    "install": (
        "install_offer",
        "remove_model",
    ),
}


def __getattr__(name: str) -> Any:
    """Load what is asked for, and nothing else."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
