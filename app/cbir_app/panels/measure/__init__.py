"""Hits called right or wrong -> what the library's searches are worth, and which of two ways is better."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir_app.panels.measure.measure_dialog import MeasureDialog

__getattr__ = lazy_door(
    __name__,
    {
        "measure_dialog": ("MeasureDialog",),
    },
)
