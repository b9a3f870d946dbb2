"""Typed text -> suggestions, from names that are read once, in the background."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable

from cbir.base.errors import CbirError
from cbir.base.types import Album, Completion
from cbir.catalog import Names, NameTable, completions
from cbir.state import IndexReader

_TROUBLE = (CbirError, OSError, sqlite3.Error)  # what a search reports
_REST = 20  # times as long as reading took, until the names of a changed catalog are read again


class Completer:
    """Suggestions of one library. Methods may be called from several threads."""

    def __init__(self, reader: IndexReader, albums: Callable[[], list[Album]]) -> None:
        self._reader, self._albums = reader, albums
        self._lock = threading.Lock()
        self._names: Names | None = None
        self._stamp: object = None  # of the catalog when the names were read
        self._rested = 0.0  # when they may be read again
        self._reading: threading.Thread | None = None

    def complete(self, text: str, *, wait: bool = True) -> list[Completion]:
        """Suggestions for the end of a text, the likeliest first.

        wait : until the names have been read for the first time. Otherwise only fields of the query syntax are
            suggested until then. Names that have changed are read again in the background in both cases
        """
        with self._lock:
            reading = self._reading
            if reading is None and time.monotonic() >= self._rested:
                reading = self._reading = threading.Thread(target=self._read, name="completions", daemon=True)
                reading.start()
        if wait and self._names is None and reading is not None:
            reading.join()
        return completions(text, self._names or Names())

    def _read(self) -> None:
        try:
            with contextlib.suppress(*_TROUBLE), self._reader.catalog() as catalog:
                stamp = catalog.file_stamp()
                if stamp != self._stamp:
                    started = time.monotonic()
                    facets = catalog.facets
                    towns = [(count.value, count.photos) for count in facets.count().towns]
                    folders = [count.value for count in facets.places().folders]
                    albums = [album.name for album in self._albums()]
                    self._names, self._stamp = catalog.table(NameTable).read(towns, folders, albums), stamp
                    ended = time.monotonic()
                    self._rested = ended + _REST * (ended - started)
        finally:
            with self._lock:
                self._reading = None
