"""Models -> their page, their bar, their import: what there is and what it costs."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.models.model_bar import ModelBar
    from app.models.model_import import ArchitectureDialog
    from app.models.model_session import ModelSession
    from app.models.models_page import ModelsPage

__all__ = [
    "ArchitectureDialog",
    "ModelBar",
    "ModelSession",
    "ModelsPage",
]

_HOMES = {
    "model_bar": ("ModelBar",),
    "model_import": ("ArchitectureDialog",),
    "model_session": ("ModelSession",),
    "models_page": ("ModelsPage",),
}


def __getattr__(name: str) -> Any:
    """Load what is asked for, and nothing else."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
