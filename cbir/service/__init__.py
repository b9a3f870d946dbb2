"""Requests and answers: what the window, the command line and a server ask a library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cbir.service import messages
from cbir.service.messages import *  # noqa: F403 (the window asks for all of them here)

if TYPE_CHECKING:
    from cbir.service.server import Connection

__all__ = ["serve"]
__all__ += messages.__all__


def serve(connection: Connection, folder: Path) -> None:
    """Answer requests about one library; see server.py. The window imports messages, and none of what serves them."""
    from cbir.service.server import serve as answer_requests

    answer_requests(connection, folder)
