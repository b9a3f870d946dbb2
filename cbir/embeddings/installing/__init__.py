"""A download, a file or a checkpoint -> an installed model: exported, checked, in the model store."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.embeddings.installing.export import export_towers
    from cbir.embeddings.installing.import_model import import_checkpoint, import_towers
    from cbir.embeddings.installing.install import install_model
    from cbir.embeddings.installing.place import remove_model

__all__ = [
    "export_towers",
    "import_checkpoint",
    "import_towers",
    "install_model",
    "remove_model",
]

__getattr__ = lazy_door(
    __name__,
    {
        "export": ("export_towers",),
        "import_model": ("import_checkpoint", "import_towers"),
        "install": ("install_model",),
        "place": ("remove_model",),
    },
)
