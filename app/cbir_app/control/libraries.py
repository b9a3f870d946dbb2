"""Opens, creates and restores other libraries, each in a window of its own, and lists recent ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from cbir.base.drives import folders_there
from cbir.base.types import LibraryInfo
from cbir_app.base.desktop import among_pictures
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.preferences import Preferences
from cbir_app.base.tooltips import add_named
from cbir_app.engine import Engine

RECENT = "recent libraries"
KEPT = 8
_PATIENCE_S = 0.2  # the window waits this long for the folders
MARKS = (
    "library.json",
    "service.json",
)  # a folder with either file is a library, here or on another computer


class LibrariesControl(QObject):
    named = Signal(str)  # the open library's name; empty if its folder has a generic name
    progressed = Signal(str, int, int)
    ended = Signal()

    def __init__(
        self, window: QWidget, engine: Engine, preferences: Preferences, notice: Notice, menu: QMenu
    ) -> None:
        super().__init__(window)
        self._window, self._preferences, self._notice, self.menu = window, preferences, notice, menu
        self._open: Path | None = None
        self.restoring: QProcess | None = None
        engine.ready.connect(self._on_ready)
        menu.aboutToShow.connect(self._fill)
        self._fill()

    @property
    def recent(self) -> list[Path]:
        """Recent libraries that can be reached now, newest first."""
        folders = (Path(line) for line in self._preferences.text(RECENT).splitlines() if line)
        existing = folders_there(folders, patience_s=_PATIENCE_S)
        return [folder for folder, is_there in existing.items() if is_there and _is_library(folder)]

    def choose(self) -> None:
        self._ask(tr("Open a library"), self.open)

    def choose_address(self) -> None:
        from cbir_app.panels.library import AddressDialog

        AddressDialog(self.open, self._window).open()

    def make(self) -> None:
        self._ask(tr("Choose a folder for the new library"), self.open_new, new=True)

    def choose_backup(self) -> None:
        dialog = QFileDialog(self._window, tr("Choose a backup"))
        among_pictures(dialog)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([tr("Backups (*.zip)"), tr("All files (*)")])
        into = tr("Choose a folder for the restored library")
        dialog.fileSelected.connect(
            lambda file: self._ask(into, lambda folder: self.restore(Path(file), folder), new=True)
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def open(self, folder: Path) -> None:
        """Open a library in a window of its own."""
        if not _is_library(folder):
            self._warn(tr("“{folder}” is not a library.", folder=folder.name))
        elif not QProcess.startDetached(*program("gui", "--library", folder))[0]:
            self._warn(tr("The window could not be opened."))

    def open_new(self, folder: Path) -> None:
        """Create a library in an empty or new folder by opening it."""
        try:
            is_occupied = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
        except OSError as error:
            reason = (error.strerror or str(error)).rstrip(".")
            self._warn(tr("“{folder}” cannot be used: {reason}.", folder=folder.name, reason=reason))
            return
        if is_occupied:
            self._warn(tr("“{folder}” is not empty.", folder=folder.name))
        elif not QProcess.startDetached(*program("gui", "--library", folder))[0]:
            self._warn(tr("The window could not be opened."))

    def restore(self, file: Path, folder: Path) -> None:
        """Restore a library from a backup into an empty folder, and open it."""
        if self.restoring is not None:
            return
        self.restoring = QProcess(self)
        self.restoring.finished.connect(lambda code, _status: self._on_restored(code, folder))
        self.restoring.errorOccurred.connect(lambda error: self._on_error(error, folder))
        self.restoring.setProgram(program()[0])
        self.restoring.setArguments(program("library", "restore", file, "--library", folder)[1])
        self.progressed.emit(tr("Restoring the library…"), 0, 0)
        self.restoring.start()

    def close(self) -> None:
        if self.restoring is not None:
            self.restoring.kill()

    def _on_error(self, error: QProcess.ProcessError, folder: Path) -> None:
        if error is QProcess.ProcessError.FailedToStart:  # after any other error `finished` follows
            self._on_restored(-1, folder)

    def _on_restored(self, code: int, folder: Path) -> None:
        process, self.restoring = self.restoring, None
        self.ended.emit()
        if process is None:
            return
        if code == 0:
            self.open(folder)
        else:
            errors = bytes(process.readAllStandardError().data()).decode(errors="replace").strip()
            self._warn(errors.splitlines()[-1] if errors else tr("The library could not be restored."))
        process.deleteLater()

    def _ask(self, title: str, then: Callable[[Path], object], *, new: bool = False) -> None:
        """Ask for a folder. new : ask for a name as for a file to save; the folder need not exist"""
        dialog = QFileDialog(self._window, title)
        among_pictures(dialog)
        if new:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
            dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Create"))
        else:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: then(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _warn(self, text: str) -> None:
        self._notice.say(text, tone="warning", topic="libraries")

    def _on_ready(self, info: LibraryInfo) -> None:
        self._open = info.folder
        others = [folder for folder in self.recent if folder != info.folder]
        self._preferences.set_text(RECENT, "\n".join(map(str, [info.folder, *others][:KEPT])))
        self.named.emit("" if info.folder.name in ("", "library") else info.folder.name)

    def _fill(self) -> None:
        self.menu.clear()
        for folder in self.recent:
            if folder != self._open:
                action = add_named(self.menu, f"{folder.name}  –  {folder.parent}")
                action.triggered.connect(lambda _on=False, folder=folder: self.open(folder))
        self.menu.menuAction().setEnabled(not self.menu.isEmpty())


def _is_library(folder: Path) -> bool:
    return any(os.path.isfile(folder / mark) for mark in MARKS)


def program(*words: str | Path) -> tuple[str, list[str]]:
    """Return this program and its arguments for a command line."""
    first = [] if getattr(sys, "frozen", False) else ["-m", "cbir"]
    return sys.executable, [*first, *map(str, words)]
