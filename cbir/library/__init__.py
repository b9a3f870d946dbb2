"""One library folder: open, index, search, mark, look, maintain, close."""

from cbir.library.library import Library
from cbir.library.lifetime import LibraryOptions

__all__ = [
    "Library",
    "LibraryOptions",
]
