"""Hits for other programs: dragged and pasted, or exported as copies of another size, format and name."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door
from cbir_app.panels.export.export import (
    FORMATS,
    LEAST_SIDE_PX,
    MOST_SIDE_PX,
    QUALITY,
    Export,
    Recipe,
    Target,
    name_of,
)
from cbir_app.panels.export.originals import PHOTOS, Originals, files_mime, name_within

if TYPE_CHECKING:
    from cbir_app.panels.export.dialog import ExportDialog

__getattr__ = lazy_door(__name__, {"dialog": ("ExportDialog",)})
