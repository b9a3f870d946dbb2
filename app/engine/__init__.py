"""Requests -> the engine's process -> answers, in the window's language, kept while they hold."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.engine.client import STOPPED, Engine, engine_process
    from app.engine.details import Details, Wish
    from app.engine.thumbnails import Thumbnails
    from app.engine.words import in_user_words, in_window, translated

__all__ = [
    "Details",
    "Engine",
    "STOPPED",
    "Thumbnails",
    "Wish",
    "engine_process",
    "in_user_words",
    "in_window",
    "translated",
]

_HOMES = {
    "client": (
        "Engine",
        "STOPPED",
        "engine_process",
    ),
    "details": (
        "Details",
        "Wish",
    ),
    "thumbnails": ("Thumbnails",),
    "words": (
        "in_user_words",
        "in_window",
        "translated",
    ),
}


def __getattr__(name: str) -> Any:
    """Load what is asked for, and nothing else."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
