"""Views of the query: the search bar with its chips and filters, framing, snipping and pictures from the web."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir_app.query.frame_view import FrameCanvas, FrameView
    from cbir_app.query.recent_menu import RecentMenu
    from cbir_app.query.search_bar import SearchBar
    from cbir_app.query.snipping import Snipper
    from cbir_app.query.web_picture import WebPicture

__getattr__ = lazy_door(
    __name__,
    {
        "frame_view": ("FrameCanvas", "FrameView"),
        "recent_menu": ("RecentMenu",),
        "search_bar": ("SearchBar",),
        "snipping": ("Snipper",),
        "web_picture": ("WebPicture",),
    },
)
