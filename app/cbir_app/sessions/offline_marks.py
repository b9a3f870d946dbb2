"""Marks hits as offline when their drive is disconnected. No widgets."""

from __future__ import annotations

import os
from dataclasses import replace

from PySide6.QtCore import QObject

from cbir.base.types import LibraryInfo, Listing
from cbir_app.sessions.library_session import LibrarySession
from cbir_app.sessions.search_session import SearchSession


class OfflineMarks(QObject):
    """Marks whole folders of a listing; without one there are at most a thousand hits to mark."""

    def __init__(self, search: SearchSession, library: LibrarySession) -> None:
        super().__init__(search)
        self._search, self._library = search, library
        library.drives_changed.connect(lambda _info: self._mark())
        for changed in (search.finished, search.grown, search.trimmed):
            changed.connect(lambda _result: self._mark())

    def _mark(self) -> None:
        if self._search.result is None:
            return
        drives, hits = _drives(self._library.info), self._search.result.hits
        if isinstance(hits, Listing):
            marked = hits.with_offline(lambda folder: _is_offline(f"{folder}{os.sep}", drives))
            if marked is not hits:
                self._search.mark(marked)
            return
        offline = [_is_offline(str(hit.path), drives, hit.offline) for hit in hits]
        if any(hit.offline != now for hit, now in zip(hits, offline, strict=True)):
            self._search.mark(
                tuple(replace(hit, offline=now) for hit, now in zip(hits, offline, strict=True))
            )


def _drives(info: LibraryInfo | None) -> list[tuple[str, bool]]:
    """Prefixes of paths, with True if their drive is connected; inner roots before outer ones."""
    roots = () if info is None else info.roots
    named = [(f"{str(root.path).rstrip(os.sep)}{os.sep}", root.online) for root in roots]
    return sorted(named, key=lambda root: -len(root[0]))


def _is_offline(path: str, drives: list[tuple[str, bool]], before: bool = False) -> bool:
    return not next((online for root, online in drives if path.startswith(root)), not before)
