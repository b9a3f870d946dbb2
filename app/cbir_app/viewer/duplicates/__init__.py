"""Groups of duplicates: two photos side by side, and a person's decision about them."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir_app.viewer.duplicates.duplicate_words import receiving
    from cbir_app.viewer.duplicates.duplicates_page import DuplicatesPage

__getattr__ = lazy_door(
    __name__,
    {
        "duplicate_words": ("receiving",),
        "duplicates_page": ("DuplicatesPage",),
    },
)
