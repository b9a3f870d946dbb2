"""When a library was last checked and backed up from this window, and how that went."""

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
    """Remembered for each library, by its folder."""

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
            said = tr(
                "{left} and {mended}.",
                left=tr("%Ln problem(s) are left", "", left),
                mended=tr("%Ln problem(s) were mended", "", mended),
            )
        elif left:
            said = tr("%Ln problem(s) are left.", "", left)
        else:
            said = tr("%Ln problem(s) were mended.", "", mended) if mended else tr("All is well.")
        self._note("checked", said)

    def note_backup(self, file: Path, size: int) -> None:
        self._note("backed up", tr("“{file}”, {size}.", file=file, size=megabytes(size)))

    def _note(self, what: str, said: str) -> None:
        if self._library.info is not None:
            now = QDateTime.currentDateTime().toString(Qt.DateFormat.ISODate)
            self._preferences.set_text(of_library(what, self._library.info.folder), f"{now} {said}")
            self.changed.emit()

    def _last(self, what: str, never: str) -> str:
        if self._library.info is None:
            return never
        time, _, said = self._preferences.text(of_library(what, self._library.info.folder)).partition(" ")
        when = QDateTime.fromString(time, Qt.DateFormat.ISODate)
        return with_reason(moment(when), said) if when.isValid() else never
