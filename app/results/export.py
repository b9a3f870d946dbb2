"""Hits -> other programs: files to drag and to paste, and copies in a folder of the user's choice."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QThread, QUrl, Signal

from app.base.language import tr
from cbir.base.types import Hit

PHOTOS = "application/x-cbir-photos"
"""Ids of photos, for a drag from the results into the query of the same window."""


def files_mime(hits: Sequence[Hit]) -> QMimeData:
    """Return hits as other programs take them: files, and their paths as text."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(hit.path)) for hit in hits if not hit.offline])
    data.setText("\n".join(str(hit.path) for hit in hits))
    data.setData(PHOTOS, ",".join(str(hit.photo) for hit in hits).encode())
    return data


class Export(QThread):
    """Copies files into a folder, in a thread of its own; never overwrites a file."""

    progressed = Signal(int, int)  # done, total
    done = Signal(int, object)  # files copied, and sentences about the others

    def __init__(self, paths: Sequence[Path], folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._paths, self.folder = tuple(paths), folder

    def run(self) -> None:
        copied, troubles = 0, []
        for at, path in enumerate(self._paths):
            if self.isInterruptionRequested():
                troubles.append(tr("Stopped: %Ln were not copied.", "photos", len(self._paths) - at))
                break
            self.progressed.emit(at, len(self._paths))
            try:
                copy_beside(path, self.folder)
                copied += 1
            except OSError as error:
                troubles.append(f"{path.name}: {error.strerror or error}.")
        self.done.emit(copied, tuple(troubles))


def copy_beside(path: Path, folder: Path) -> Path:
    """Copy a file into a folder under its name, or with a number behind it; returns the copy."""
    for target in _names(folder, path):
        try:
            with path.open("rb") as source, target.open("xb") as copy:
                try:
                    shutil.copyfileobj(source, copy, 1 << 20)
                except OSError:
                    copy.close()
                    target.unlink(missing_ok=True)  # nobody shall take half a file for the photo
                    raise
        except FileExistsError:
            continue
        shutil.copystat(path, target)
        return target
    raise AssertionError("numbers do not end")


def _names(folder: Path, path: Path) -> Iterator[Path]:
    yield folder / path.name
    number = 2
    while True:
        yield folder / f"{path.stem} ({number}){path.suffix}"
        number += 1
