"""Find photos by what is in them, on your own computer.

    import cbir

    library = cbir.open("~/photos.cbir", create=True)
    library.index("~/Pictures")
    hits = library.search("a dog on the beach")

See docs/python.md.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cbir.api import (
        Detector,
        Embeddings,
        Encoder,
        Features,
        FoundPhoto,
        Hits,
        Library,
        Query,
        changes,
        root_sift,
    )
    from cbir.api import open_library as open  # noqa: A004
    from cbir.base.errors import (
        ArtifactMismatch,
        Cancelled,
        CatalogTooNew,
        CbirError,
        DiskFull,
        ImageUnreadable,
        LibraryClosed,
        LibraryLocked,
        ModelNotInstalled,
        PhotoGone,
        QueryUnusable,
    )
    from cbir.base.types import Filters, SearchOptions, Term

__all__ = [
    "ArtifactMismatch",
    "Cancelled",
    "CatalogTooNew",
    "CbirError",
    "Detector",
    "DiskFull",
    "Embeddings",
    "Encoder",
    "Features",
    "Filters",
    "FoundPhoto",
    "Hits",
    "ImageUnreadable",
    "Library",
    "LibraryClosed",
    "LibraryLocked",
    "ModelNotInstalled",
    "PhotoGone",
    "Query",
    "QueryUnusable",
    "SearchOptions",
    "Term",
    "__version__",
    "changes",
    "open",
    "root_sift",
]
_TYPES = frozenset(("Filters", "SearchOptions", "Term"))
_API = frozenset(
    (
        "Detector",
        "Embeddings",
        "Encoder",
        "Features",
        "FoundPhoto",
        "Hits",
        "Library",
        "Query",
        "changes",
        "root_sift",
    )
)


def __getattr__(name: str) -> Any:
    """Import what is used, when it is first used: `cbir --version` needs none of it."""
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version("cbir")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = (
        "cbir.api"
        if name in _API or name == "open"
        else "cbir.base.types"
        if name in _TYPES
        else "cbir.base.errors"
    )
    return getattr(import_module(home), "open_library" if name == "open" else name)


def __dir__() -> list[str]:
    return __all__
