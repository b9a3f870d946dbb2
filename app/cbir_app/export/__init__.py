"""Hits -> other programs: dragged and pasted, or written as copies of another size, format and name."""

from typing import TYPE_CHECKING

from app.export.clipboard import PHOTOS, files_mime, name_within
from app.export.export import Export
from app.export.originals import Originals
from app.export.recipe import FORMATS, SIZES, Recipe, Target, name_of
from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from app.export.dialog import ExportDialog

__getattr__ = lazy_door(__name__, {"dialog": ("ExportDialog",)})
