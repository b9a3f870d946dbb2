"""The dialog to add folders to the library, several at once, with exclusions."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from cbir.base.types import Exclusions
from cbir_app.base.desktop import among_pictures
from cbir_app.base.language import tr
from cbir_app.base.page import button, button_row, label
from cbir_app.base.tooltips import plain_tooltip

ROWS = 4
Add = Callable[[Sequence[Path], Exclusions], object]


class FolderList(QListWidget):
    """A list of folders without duplicates. Delete removes the selected ones."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("choices")
        self.setAccessibleName(name)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.setFixedHeight(ROWS * (self.fontMetrics().height() + 8))

    @property
    def folders(self) -> list[Path]:
        return [Path(self.item(at).text()) for at in range(self.count())]

    def add(self, folder: Path) -> None:
        if folder not in self.folders:
            entry = QListWidgetItem(str(folder))
            entry.setToolTip(plain_tooltip(str(folder)))
            self.addItem(entry)
            self.setCurrentItem(entry)

    def take_off(self) -> None:
        """Remove the selected folders from the list."""
        for entry in self.selectedItems():
            self.takeItem(self.row(entry))
        self.model().rowsRemoved.emit(self.rootIndex(), 0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.take_off()
        else:
            super().keyPressEvent(event)


class AddFoldersDialog(QDialog):
    """Folders come from the system's dialog, one after the other, or are dropped here."""

    def __init__(self, add: Add, patterns: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Add folders"))
        self.setAcceptDrops(True)
        self.setMinimumWidth(480)
        self._add = add
        self.folders = FolderList(tr("Folders to add"))
        self.left_out = FolderList(tr("Folders to leave out"))
        self.patterns = QLineEdit(", ".join(patterns))
        self.patterns.setAccessibleName(tr("Names to leave out"))
        self.patterns.setPlaceholderText("*.tmp.jpg, Screenshots")
        self.more = button(tr("Choose another folder…"), self.choose_folder)
        self.except_ = button(tr("Leave out a folder…"), self.choose_left_out)
        self.start = button(tr("Add"), self._accept, primary=True)
        self.start.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 16)
        layout.setSpacing(8)
        layout.addWidget(label(tr("Your files stay where they are and are never changed."), "dim", wrap=True))
        for title, folders, choose in (
            (tr("Folders to add:"), self.folders, self.more),
            (tr("Folders in them to leave out:"), self.left_out, self.except_),
        ):
            _add_part(layout, title, folders, choose)
        names = label(tr("Names to leave out, in all folders:"))
        names.setBuddy(self.patterns)
        layout.addWidget(names)
        layout.addWidget(self.patterns)
        hint = tr(
            "Names of files or folders; * matches anything. Photos with such names are removed "
            "from the library."
        )
        layout.addWidget(label(hint, "dim", wrap=True))
        layout.addSpacing(6)
        layout.addLayout(button_row(button(tr("Cancel"), self.reject), self.start))
        for model in (self.folders.model(), self.left_out.model()):
            model.rowsInserted.connect(lambda *_: self._update())
            model.rowsRemoved.connect(lambda *_: self._update())
        self._update()

    @property
    def exclusions(self) -> Exclusions:
        """The exclusions in the dialog."""
        names = (name.strip() for name in self.patterns.text().split(","))
        return Exclusions(
            folders=tuple(self.left_out.folders),
            patterns=tuple(dict.fromkeys(name for name in names if name)),
        )

    def choose_folder(self) -> None:
        self._choose(tr("Choose a folder of photos"), self.folders.add)

    def choose_left_out(self) -> None:
        self._choose(tr("Choose a folder to leave out"), self.left_out.add, self.folders.folders[:1])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for folder in _dropped(event):
            self.folders.add(folder)

    def _choose(self, title: str, then: Callable[[Path], object], at: Sequence[Path] = ()) -> None:
        dialog = QFileDialog(self, title, *map(str, at[:1]))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        among_pictures(dialog)
        dialog.fileSelected.connect(lambda name: then(Path(name)))
        dialog.open()

    def _update(self) -> None:
        self.left_out.setVisible(bool(self.left_out.folders))  # an empty box would ask to be filled
        self.start.setEnabled(bool(self.folders.folders))
        self.except_.setEnabled(bool(self.folders.folders))

    def _accept(self) -> None:
        self._add(self.folders.folders, self.exclusions)
        self.accept()


def _add_part(layout: QVBoxLayout, title: str, folders: FolderList, choose: QPushButton) -> None:
    """Add a list of folders under its title, with a button to add a folder and one to remove the selected ones."""
    remove = button(tr("Remove"), folders.take_off, flat=True)
    remove.setAccessibleName(tr("Remove the selected folders from the list"))
    remove.hide()
    folders.itemSelectionChanged.connect(lambda: remove.setVisible(bool(folders.selectedItems())))
    name = label(title)
    name.setBuddy(folders)
    row = QHBoxLayout()
    row.addWidget(choose)
    row.addWidget(remove)
    row.addStretch(1)
    layout.addWidget(name)
    layout.addWidget(folders)
    layout.addLayout(row)


def _dropped(event: QDropEvent) -> list[Path]:
    """The folders among dropped files."""
    paths = (Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile())
    return [path for path in paths if os.path.isdir(path)]
