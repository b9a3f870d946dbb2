"""Drives that go and come back -> hits marked offline, in slices that do not hold the window up. No widget in here."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from app.library import LibrarySession
from app.query.search_session import SearchSession
from cbir.base.types import Hit, LibraryInfo, PhotoId, SearchResult

SLICE_S = 0.005
"""There may be 100,000 hits; a frame takes three times as long."""


class OfflineMarks(QObject):
    def __init__(self, search: SearchSession, library: LibrarySession) -> None:
        super().__init__(search)
        self._search, self._library = search, library
        self._result: SearchResult | None = None  # whose hits are being looked through
        self._left: Iterator[Hit] = iter(())
        self._marked: dict[PhotoId, Hit] = {}
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)
        library.drives_changed.connect(lambda _info: self._begin())
        search.finished.connect(lambda _result: self._begin())
        search.grown.connect(lambda _result: self._begin())
        search.trimmed.connect(lambda _result: self._begin())

    def _begin(self) -> None:
        self._result = self._search.result
        self._left = iter(() if self._result is None else self._result.hits)
        self._marked = {}
        self._timer.start()

    def _go_on(self) -> None:
        result, until = self._result, time.perf_counter() + SLICE_S
        if result is None or result is not self._search.result:
            self._timer.stop()
            return
        drives = _drives(self._library.info)
        for hit in self._left:
            offline = _is_offline(hit, drives)
            if hit.offline != offline:
                self._marked[hit.photo] = replace(hit, offline=offline)
            if time.perf_counter() > until:
                return
        self._timer.stop()
        if self._marked:
            self._search.mark(self._marked)


def _drives(info: LibraryInfo | None) -> list[tuple[str, bool]]:
    """Beginnings of paths, and whether their drive is there; of nested roots the inner one first."""
    roots = () if info is None else info.roots
    named = [(f"{str(root.path).rstrip(os.sep)}{os.sep}", root.online) for root in roots]
    return sorted(named, key=lambda root: -len(root[0]))


def _is_offline(hit: Hit, drives: list[tuple[str, bool]]) -> bool:
    path = str(hit.path)
    return not next((online for root, online in drives if path.startswith(root)), not hit.offline)
