"""Actions on a photo in the rest of the desktop: its viewer, its file manager, the clipboard."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from PySide6.QtCore import QDir, QProcess, QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog

from cbir.base.types import Moment, file_of, moment_of
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice


def pictures_folder() -> Path:
    """The platform's own pictures folder, or the home folder if there is none."""
    usual = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation))
    return usual if os.path.isdir(usual) else Path.home()


def among_pictures(dialog: QFileDialog) -> None:
    """Start a dialog in the pictures folder, unless it remembers another one. The default is the working directory."""
    if dialog.directory() == QDir.current():
        dialog.setDirectory(str(pictures_folder()))


def open_in_viewer(path: Path) -> bool:
    """Open a photo in the system's viewer, or a video at a moment: in its player, or from its beginning."""
    moment = moment_of(path)
    if moment is not None and (command := player_command(moment)) is not None:
        return bool(QProcess.startDetached(*command)[0])
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(file_of(path))))


def player_command(moment: Moment) -> tuple[str, list[str]] | None:
    """Program and arguments that play a video from a moment; None if no player is installed that can be told a time."""
    seconds = f"{moment.ms / 1000:g}"
    for player, option in (("mpv", "--start="), ("vlc", "--start-time=")):
        if (program := shutil.which(player)) is not None:
            return program, [f"{option}{seconds}", str(moment.video)]
    return None


def copy_text(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def reveal_command(path: Path, platform: str) -> tuple[str, list[str]]:
    """Return the program and arguments that select a file in the platform's file manager."""
    if platform == "win32":
        return "explorer.exe", ["/select,", str(path)]
    if platform == "darwin":
        return "open", ["-R", str(path)]
    uri = QUrl.fromLocalFile(str(path)).toString(QUrl.ComponentFormattingOption.FullyEncoded)
    uri = uri.replace(",", "%2C")  # dbus-send splits an array at its commas
    return "dbus-send", [
        "--session",
        "--print-reply",
        "--dest=org.freedesktop.FileManager1",
        "/org/freedesktop/FileManager1",
        "org.freedesktop.FileManager1.ShowItems",
        f"array:string:{uri}",
        "string:",
    ]


def show_in_file_manager(path: Path) -> None:
    """Select a file in the file manager if the desktop can, else open its folder. Returns at once."""
    path = file_of(path)
    program, arguments = reveal_command(path, sys.platform)
    if shutil.which(program) is None:
        open_folder(path.parent)
        return
    process = QProcess(QGuiApplication.instance())
    process.finished.connect(process.deleteLater)
    if sys.platform not in ("win32", "darwin"):
        # Without a file manager on the bus the call returns an error. (Explorer always returns 1.)
        process.finished.connect(lambda code, _status: None if code == 0 else open_folder(path.parent))
    process.errorOccurred.connect(lambda _error: open_folder(path.parent))
    process.start(program, arguments)


def open_folder(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def save_text(file: Path, text: str, notice: Notice, topic: str) -> None:
    """Write a text file, and tell how that went."""
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        reason = error.strerror or str(error)
        sentence = tr("{file} cannot be written: {reason}", file=file.name, reason=reason)
        notice.say(sentence, tone="warning", topic=topic)
    else:
        tell_saved(file, notice, topic)


def tell_saved(file: Path, notice: Notice, topic: str) -> None:
    """Tell that a file was saved, and offer to open it."""
    notice.say(
        tr("Saved: {file}", file=file.name),
        action=tr("Open"),
        on_action=lambda: open_in_viewer(file),
        topic=topic,
    )
