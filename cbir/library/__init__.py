"""One library folder: open, index, search, mark, look, maintain, close."""

from cbir.library.duplicates import Judged
from cbir.library.library import Library
from cbir.library.lifetime import LibraryOptions

__all__ = [
    "Judged",
    "Library",
    "LibraryOptions",
]
