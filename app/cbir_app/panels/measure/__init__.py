"""Quality figures of the library's searches from judged hits, and comparisons of two ways to search."""

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
