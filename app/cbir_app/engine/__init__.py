"""The window's side of the engine: requests, answers in the window's language, caches."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir_app.engine.client import STOPPED, Engine, engine_process
    from cbir_app.engine.details import Details, MarkRequest, Wish
    from cbir_app.engine.thumbnails import SMALL_PX, Thumbnails
    from cbir_app.engine.word_places import WordPlaces
    from cbir_app.engine.words import in_user_words

__getattr__ = lazy_door(
    __name__,
    {
        "client": ("STOPPED", "Engine", "engine_process"),
        "details": ("Details", "MarkRequest", "Wish"),
        "thumbnails": ("SMALL_PX", "Thumbnails"),
        "word_places": ("WordPlaces",),
        "words": ("in_user_words",),
    },
)
