"""Opens the selected photos with a program of the user's choice, in the platform's own way."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QProcess, Qt, QThread, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.tooltips import add_named
from cbir_app.control.hits import HitControl
from cbir_app.control.programs import Program, entry_folders, mime_types, programs_for


class Finder(QThread):
    """Reads the desktop entries, hundreds of small files, in its own thread."""

    listed = Signal(object)  # list[Program]

    def __init__(self, types: set[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._types = types
        self._folders = entry_folders(dict(os.environ), Path.home())
        self._languages = [name.replace("-", "_") for name in QLocale().uiLanguages()]

    def run(self) -> None:
        self.listed.emit(programs_for(self._types, self._folders, self._languages))


class OpenWith(QObject):
    """Fills a menu with programs each time it opens."""

    def __init__(self, window: QWidget, hits: HitControl, notice: Notice, menu: QMenu) -> None:
        super().__init__(window)
        self._window, self._hits, self._notice, self.menu = window, hits, notice, menu
        self.finder: Finder | None = None
        self._programs: dict[frozenset[str], list[Program]] = {}
        menu.aboutToShow.connect(self.fill)

    @property
    def files(self) -> list[Path]:
        return [hit.path for hit in self._hits.hits if not hit.offline]

    def fill(self) -> None:
        self.menu.clear()
        types = frozenset(mime_types(self.files))
        if not sys.platform.startswith("linux"):
            self._offer_other()
        elif types in self._programs:
            self._show(self._programs[types])
        else:
            self.menu.addAction(tr("Looking for programs…")).setEnabled(False)
            self._look(types)

    def close(self) -> None:
        if self.finder is not None:
            self.finder.wait()

    def _look(self, types: frozenset[str]) -> None:
        if self.finder is None:
            self.finder = Finder(set(types), self)
            self.finder.listed.connect(lambda programs: self._on_programs(types, programs))
            self.finder.finished.connect(self._on_finished)
            self.finder.start()

    def _on_programs(self, types: frozenset[str], programs: list[Program]) -> None:
        self._programs[types] = programs
        self.fill()

    def _on_finished(self) -> None:
        if self.finder is not None:
            self.finder.deleteLater()
            self.finder = None

    def _show(self, programs: Sequence[Program]) -> None:
        for program in programs:
            action = add_named(self.menu, program.name)
            action.triggered.connect(lambda _checked=False, program=program: self.start(program))
        if programs:
            self.menu.addSeparator()
        self._offer_other()

    def _offer_other(self) -> None:
        self.menu.addAction(tr("Another program…")).triggered.connect(lambda _checked=False: self.choose())

    def start(self, program: Program) -> None:
        for command in program.commands(self.files):
            self._run(command)

    def choose(self) -> None:
        """Ask for a program in the platform's own way."""
        files = self.files
        if sys.platform == "win32":
            for file in files[:1]:  # Windows asks for one file at a time
                self._run(["rundll32.exe", "shell32.dll,OpenAs_RunDLL", str(file)])
            return
        dialog = QFileDialog(self._window, tr("Choose a program"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setDirectory("/Applications" if sys.platform == "darwin" else "/usr/bin")
        dialog.fileSelected.connect(lambda name: self._run(command_of(name, files, sys.platform)))
        dialog.open()

    def _run(self, command: Sequence[str]) -> None:
        started, _pid = QProcess.startDetached(command[0], list(command[1:]))
        if not started:
            text = tr("“{program}” could not be started.", program=Path(command[0]).name)
            self._notice.say(text, tone="warning", topic="open")


def command_of(program: str, files: Sequence[Path], system: str) -> list[str]:
    """Return the command that opens files with a program, given by its path."""
    names = [str(file) for file in files]
    return ["open", "-a", program, *names] if system == "darwin" else [program, *names]
