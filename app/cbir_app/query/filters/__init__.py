"""Views of the filters: chips beside the chips of the query, and a popover to choose values."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir_app.query.filters.chip_row import FilterChips
    from cbir_app.query.filters.popover import FilterPopover

__getattr__ = lazy_door(
    __name__,
    {
        "chip_row": ("FilterChips",),
        "popover": ("FilterPopover",),
    },
)
