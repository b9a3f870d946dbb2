"""Order of work at a window's start: a page of photos -> all photos -> loading for watching, models and searches."""

from __future__ import annotations

import threading

from cbir.service.registry import Lane

_AFTER_PAGE = (Lane.MODELS, Lane.WATCH)
PAGE_S = 0.3  # head start of the first page before anything else loads
_LIST_S = 3.0  # head start of the list of all photos
_LAYING_OUT_S = 0.5  # processor time for the window to lay them out


class StartOrder:
    """Makes threads of one engine wait for earlier work; only while the engine starts, and never for long.

    The imports of all threads share one processor: in parallel, they made the first photos wait for the last import.
    """

    def __init__(self) -> None:
        self._page = threading.Event()
        self._listed = threading.Event()
        self._leaving = threading.Event()

    def note_page(self) -> None:
        """Note that the first photos are on their way."""
        self._page.set()

    def note_list(self) -> None:
        """Note that a search has been answered, or that there is nothing to list."""
        self._page.set()
        self._listed.set()

    def leave(self) -> None:
        self.note_list()
        self._leaving.set()

    def wait(self, lane: Lane) -> None:
        """Wait for the first page, in a lane that would load much beside it."""
        if lane in _AFTER_PAGE:
            self._page.wait(PAGE_S)

    def wait_for_list(self) -> bool:
        """Wait until the window has had time to lay out all photos. Returns False if the engine is closing."""
        if self._listed.wait(_LIST_S):
            self._leaving.wait(_LAYING_OUT_S)
        return not self._leaving.is_set()
