"""Panels of models: their page, their bar, their import, the graphics card."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir_app.panels.models.model_bar import ModelBar
    from cbir_app.panels.models.models_page import ArchitectureDialog, GraphicsCard, ModelsPage

__getattr__ = lazy_door(
    __name__,
    {"models_page": ("ArchitectureDialog", "GraphicsCard", "ModelsPage"), "model_bar": ("ModelBar",)},
)
