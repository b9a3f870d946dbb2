"""Stars and keywords: the widgets that show and change them."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir_app.panels.marks.marks_panel import MAX_ASKED, MarksPanel
    from cbir_app.panels.marks.stars import Stars

__getattr__ = lazy_door(
    __name__,
    {
        "marks_panel": ("MAX_ASKED", "MarksPanel"),
        "stars": ("Stars",),
    },
)
