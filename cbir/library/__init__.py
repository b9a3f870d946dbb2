"""One library folder: open, index, search, mark, look, maintain, close."""

from cbir.library.library import Library, LibraryOptions

__all__ = [
    "Library",
    "LibraryOptions",
]
