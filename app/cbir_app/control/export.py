"""Exports the selected hits with a chosen size, format and name to a folder, a ZIP file or the clipboard."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from cbir.base.types import Hit
from cbir_app.base import desktop
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.preferences import Preferences
from cbir_app.control.hits import HitControl
from cbir_app.engine import Engine
from cbir_app.panels.export import (
    FORMATS,
    LEAST_SIDE_PX,
    MOST_SIDE_PX,
    QUALITY,
    Export,
    Originals,
    Recipe,
    files_mime,
    name_within,
)

FORMAT, SIDE, PATTERN = "export format", "export size", "export names"  # preferences
QUALITY_OF, POSITIONS = "export quality", "export positions"
PEOPLE, BLUR = "export people", "export blur"


class ExportControl(QObject):
    progressed = Signal(str, int, int)  # task, done, total
    ended = Signal()

    def __init__(
        self, window: QWidget, engine: Engine, hits: HitControl, preferences: Preferences, notice: Notice
    ) -> None:
        super().__init__(window)
        self._window, self._engine, self._hits = window, engine, hits
        self._preferences, self._notice = preferences, notice
        self.roots: Callable[[], Sequence[Path]] = tuple  # the folders of the library
        self.faces_known: Callable[[], bool] = lambda: False  # people is on
        self.originals = Originals(engine.request, self)
        self.originals.refused.connect(lambda text: notice.say(text, tone="warning", topic="export"))
        self.running: Export | None = None
        self.pasteable: tempfile.TemporaryDirectory[str] | None = None  # copies that are on the clipboard

    def copy_files(self) -> None:
        """Put the files on the clipboard, as file managers do, with their paths as text."""
        hits = self._hits.hits
        if hits and not self.originals.elsewhere:
            QGuiApplication.clipboard().setMimeData(files_mime(hits))
        elif hits:  # clipboard managers request all contents at once
            self.to_clipboard(hits, 0, Recipe(target="clipboard"))

    def copy_paths(self) -> None:
        """Copy the paths of the photos; for a library on another computer, the paths within the library."""
        if hits := self._hits.hits:
            path_of = name_within if self.originals.elsewhere else lambda hit: str(hit.path)
            desktop.copy_text("\n".join(map(path_of, hits)))

    def choose(self) -> None:
        """Ask for the size, format, names and target of the export."""
        from cbir_app.panels.export import ExportDialog

        hits = tuple(hit for hit in self._hits.hits if not hit.offline)
        absent = len(self._hits.hits) - len(hits)
        if hits:
            faces = self.faces_known() and not self.originals.elsewhere
            choose = partial(self._choose_place, hits, absent)
            dialog = ExportDialog(hits, self.last, choose, self._window, faces=faces)
            dialog.open()

    @property
    def last(self) -> Recipe:
        """The last choices, from the preferences."""
        text, formats = self._preferences.text(FORMAT), {str(name): name for name in FORMATS}
        side, quality = self._preferences.number(SIDE, 0), self._preferences.number(QUALITY_OF, QUALITY)
        return Recipe(
            format=formats.get(text, ""),
            side_px=side if LEAST_SIDE_PX <= side <= MOST_SIDE_PX else 0,
            quality=quality if 1 <= quality <= 100 else QUALITY,
            positions=self._preferences.flag(POSITIONS, True),
            people=self._preferences.flag(PEOPLE, True),
            blur_faces=self._preferences.flag(BLUR, False),
            pattern=self._preferences.text(PATTERN) or "{name}",
        )

    def _choose_place(self, hits: Sequence[Hit], absent: int, recipe: Recipe) -> None:
        self._preferences.set_text(FORMAT, recipe.format)
        self._preferences.set_number(SIDE, recipe.side_px)
        self._preferences.set_text(PATTERN, recipe.pattern)
        self._preferences.set_number(QUALITY_OF, recipe.quality)
        self._preferences.set_flag(POSITIONS, recipe.positions)
        self._preferences.set_flag(PEOPLE, recipe.people)
        self._preferences.set_flag(BLUR, recipe.blur_faces)
        if self._busy():
            return
        if recipe.target == "clipboard":
            self.to_clipboard(hits, absent, recipe)
            return
        dialog = QFileDialog(self._window, tr("Export %Ln photo(s)", "", len(hits)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if recipe.target == "zip":
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setDefaultSuffix("zip")
            dialog.setNameFilter(tr("ZIP files (*.zip)"))
            dialog.selectFile("photos.zip")
        else:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        desktop.among_pictures(dialog)
        dialog.fileSelected.connect(lambda name: self.export(hits, recipe, Path(name), absent))
        dialog.open()

    def _busy(self) -> bool:
        if self.running is not None:
            self._notice.say(tr("Wait until the previous photos are copied."), topic="export")
        return self.running is not None

    def to_clipboard(self, hits: Sequence[Hit], absent: int, recipe: Recipe) -> None:
        if not recipe.format and recipe.pattern == "{name}" and not self.originals.elsewhere:
            QGuiApplication.clipboard().setMimeData(files_mime(hits))
            self._notice.say(tr("%Ln photo(s) copied to the clipboard.", "", len(hits)), topic="export")
            return
        before, self.pasteable = self.pasteable, tempfile.TemporaryDirectory(prefix="cbir-")
        if before is not None:
            before.cleanup()
        self.export(hits, recipe, Path(self.pasteable.name), absent)

    def export(self, hits: Sequence[Hit], recipe: Recipe, place: Path, absent: int = 0) -> None:
        """Export hits, one export at a time. place : a folder or the ZIP file. absent : number of offline hits"""
        if self._busy():
            return
        if recipe.target != "clipboard" and (root := self._root_of(place, recipe)) is not None:
            self._notice.say(
                tr(
                    "“{folder}” is in the library, which would add the copies too. Choose another folder.",
                    folder=str(root),
                ),
                tone="warning",
                topic="export",
                action=tr("Choose…"),
                on_action=partial(self._choose_place, hits, absent, recipe),
            )
            return
        self.running = export = Export(hits, recipe, place, self, elsewhere=self.originals.elsewhere)
        export.progressed.connect(
            lambda done, total: self.progressed.emit(tr("Copying photos…"), done, total)
        )
        export.requested.connect(lambda request: self._engine.request(request, export.take))
        export.done.connect(partial(self._on_done, recipe, absent))
        export.start()

    def _root_of(self, place: Path, recipe: Recipe) -> Path | None:
        """Return the folder that copies would go to, if it is in a folder of the library; it may be there by a link."""
        folder = place if recipe.target == "folder" else place.parent
        with contextlib.suppress(OSError):
            folder = folder.resolve()
        inside = any(folder.is_relative_to(root) for root in self.roots())
        return folder if inside else None

    def close(self) -> None:
        """Stop after the current photo, and delete the copies for the clipboard."""
        if self.running is not None:
            self.running.stop()
        if self.pasteable is not None:
            self.pasteable.cleanup()

    def _on_done(
        self, recipe: Recipe, absent: int, files: tuple[Path, ...], troubles: tuple[str, ...]
    ) -> None:
        assert self.running is not None
        place, image = self.running.place, self.running.image
        self.running.wait()
        self.running.deleteLater()
        self.running = None
        self.ended.emit()
        if recipe.target == "clipboard":
            QGuiApplication.clipboard().setMimeData(pasteable(files, image))
            sentences = [tr("%Ln photo(s) copied to the clipboard.", "", len(files))]
        else:
            folder = place.name or place
            sentences = [tr("%Ln photo(s) copied to “{folder}”.", "", len(files), folder=folder)]
        if absent:
            sentences.append(tr("%Ln photo(s) not copied: the drive is not connected.", "", absent))
        if troubles:
            sentences.append(" ".join(troubles[:3]))
        if len(troubles) > 3:
            sentences.append(tr("And %Ln other(s).", "", len(troubles) - 3))
        folder_to_show = place if recipe.target == "folder" else place.parent
        self._notice.say(
            " ".join(sentences),
            tone="warning" if absent or troubles else "info",
            topic="export",
            action="" if recipe.target == "clipboard" else tr("Show the folder"),
            on_action=lambda: desktop.open_folder(folder_to_show),
        )


def pasteable(files: Sequence[Path], image: QImage | None) -> QMimeData:
    """Return copies for pasting into other programs: the files, and for a single file the picture itself."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    if image is not None and len(files) == 1:
        data.setImageData(image)
    return data
