"""Panels of models: their page, their bar, their import, the graphics card."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir_app.panels.models.graphics_card import GraphicsCard
    from cbir_app.panels.models.model_bar import ModelBar
    from cbir_app.panels.models.model_import import ArchitectureDialog
    from cbir_app.panels.models.models_page import ModelsPage

__getattr__ = lazy_door(
    __name__,
    {
        "graphics_card": ("GraphicsCard",),
        "model_bar": ("ModelBar",),
        "model_import": ("ArchitectureDialog",),
        "models_page": ("ModelsPage",),
    },
)
