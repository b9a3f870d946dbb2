"""One library folder: open, index, search, mark, show, maintain, close."""

from cbir.library.files import PhotoFile
from cbir.library.library import Library
from cbir.library.lifetime import LibraryOptions
from cbir.library.restore import restore_photos

__all__ = [
    "Library",
    "LibraryOptions",
    "PhotoFile",
    "restore_photos",
]
