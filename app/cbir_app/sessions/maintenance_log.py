"""Time and result of a library's last check and backup from this window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDateTime, QObject, Qt, Signal

from cbir.base.types import Problem
from cbir_app.base.dates import moment
from cbir_app.base.language import tr, with_reason
from cbir_app.base.preferences import Preferences, of_library
from cbir_app.base.wording import megabytes
from cbir_app.sessions.library_session import LibrarySession


class MaintenanceLog(QObject):
    """Stored in the preferences for each library, by its folder."""

    changed = Signal()

    def __init__(self, preferences: Preferences, library: LibrarySession) -> None:
        super().__init__(library)
        self._preferences, self._library = preferences, library

    @property
    def checked(self) -> str:
        return self._last("checked", tr("Never checked"))

    @property
    def backed_up(self) -> str:
        return self._last("backed up", tr("Never backed up"))

    def note_check(self, problems: tuple[Problem, ...]) -> None:
        left = sum(not problem.mended for problem in problems)
        mended = len(problems) - left
        if left and mended:
            result = tr(
                "{left} and {mended}.",
                left=tr("%Ln problem(s) are left", "", left),
                mended=tr("%Ln problem(s) were mended", "", mended),
            )
        elif left:
            result = tr("%Ln problem(s) are left.", "", left)
        else:
            result = tr("%Ln problem(s) were mended.", "", mended) if mended else tr("All is well.")
        self._note("checked", result)

    def note_backup(self, file: Path, size: int) -> None:
        self._note("backed up", tr("“{file}”, {size}.", file=file, size=megabytes(size)))

    def _note(self, key: str, result: str) -> None:
        if self._library.info is not None:
            now = QDateTime.currentDateTime().toString(Qt.DateFormat.ISODate)
            self._preferences.set_text(of_library(key, self._library.info.folder), f"{now} {result}")
            self.changed.emit()

    def _last(self, key: str, never: str) -> str:
        if self._library.info is None:
            return never
        time, _, result = self._preferences.text(of_library(key, self._library.info.folder)).partition(" ")
        when = QDateTime.fromString(time, Qt.DateFormat.ISODate)
        return with_reason(moment(when), result) if when.isValid() else never
