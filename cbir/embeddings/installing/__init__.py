"""A download, a weights file or a checkpoint -> an installed model: exported, checked, in the model store."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.embeddings.installing.convert import tag_preprocessing
    from cbir.embeddings.installing.export import (
        export_tower,
        export_towers,
        probe_pixels,
        probe_tokens,
    )
    from cbir.embeddings.installing.import_model import import_checkpoint, import_towers
    from cbir.embeddings.installing.install import install_model
    from cbir.embeddings.installing.place import (
        arrived_bytes,
        remove_downloads,
        remove_left_models,
        remove_model,
    )

__all__ = [
    "arrived_bytes",
    "export_tower",
    "export_towers",
    "import_checkpoint",
    "import_towers",
    "install_model",
    "probe_pixels",
    "probe_tokens",
    "remove_downloads",
    "remove_left_models",
    "remove_model",
    "tag_preprocessing",
]

__getattr__ = lazy_door(
    __name__,
    {
        "convert": ("tag_preprocessing",),
        "export": ("export_tower", "export_towers", "probe_pixels", "probe_tokens"),
        "import_model": ("import_checkpoint", "import_towers"),
        "install": ("install_model",),
        "place": ("arrived_bytes", "remove_downloads", "remove_left_models", "remove_model"),
    },
)
