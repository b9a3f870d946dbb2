"""What a window opens on comes first: a page of photos -> all of them -> what watching, models and searching load."""

from __future__ import annotations

import threading

_PAGE_S = 0.3  # that the first page may take before what loads for anything else
_LIST_S = 3.0  # that all photos may take alone
_LAYING_OUT_S = 0.5  # that the window needs a processor for, once it has them


class StartOrder:
    """Threads of one engine wait here for what comes before them; only while it starts, and never for long.

    One processor runs the imports of all of them: side by side they made the first photos wait for the last import.
    """

    def __init__(self) -> None:
        self._page = threading.Event()
        self._listed = threading.Event()
        self._leaving = threading.Event()

    def note_page(self) -> None:
        """The first photos are on their way."""
        self._page.set()

    def note_list(self) -> None:
        """A search has been answered, or there is nothing to list."""
        self._page.set()
        self._listed.set()

    def leave(self) -> None:
        self.note_list()
        self._leaving.set()

    def wait_for_page(self) -> None:
        self._page.wait(_PAGE_S)

    def wait_for_list(self) -> bool:
        """Wait until the window has had time to lay out all photos. Returns whether to go on: the engine stays."""
        if self._listed.wait(_LIST_S):
            self._leaving.wait(_LAYING_OUT_S)
        return not self._leaving.is_set()
