"""Requests of the window, the command line and a server to a library, and the answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door
from cbir.service import messages
from cbir.service.messages import *  # noqa: F403 (the window imports all of them from here)
from cbir.service.registry import ENGINE_PATHS, LONG, MARKS, REQUESTS, SHORT, Visit, declaration_of

if TYPE_CHECKING:
    from cbir.base.types import Device
    from cbir.service.positions import metadata_without_position, refuse_places
    from cbir.service.server import Connection
    from cbir.service.service_address import is_address, service_folder, service_of
    from cbir.service.visiting import answer_visitor, check_texts

__all__ = [
    "ENGINE_PATHS",
    "LONG",
    "MARKS",
    "REQUESTS",
    "SHORT",
    "Visit",
    "answer_visitor",
    "check_texts",
    "declaration_of",
    "is_address",
    "metadata_without_position",
    "refuse_places",
    "serve",
    "service_folder",
    "service_of",
]
__all__ += messages.__all__

__getattr__ = lazy_door(
    __name__,
    {
        "positions": ("metadata_without_position", "refuse_places"),
        "service_address": ("is_address", "service_folder", "service_of"),
        "visiting": ("answer_visitor", "check_texts"),
    },
)


def serve(connection: Connection, folder: Path, device: Device = "auto") -> None:
    """Answer requests about one library, or forward them to the service that its folder names.

    device : encodes pictures and sentences and searches vectors here; a service has its own
    See server.py and remote.py. The window imports the messages, but not the code that answers them.
    """
    from cbir.service.service_address import service_of

    if service_of(folder) is not None:
        from cbir.service.remote import serve as answer_from_afar

        answer_from_afar(connection, folder)
        return
    from cbir.service.server import serve as answer_requests

    answer_requests(connection, folder, device)
