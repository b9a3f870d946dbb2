"""Hits -> other programs: dragged and pasted, or written as copies of another size, format and name."""

from app.export.clipboard import PHOTOS, files_mime
from app.export.export import Export
from app.export.recipe import FORMATS, SIZES, Recipe, Target, name_of
