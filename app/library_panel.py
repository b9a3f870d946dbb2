"""The left column: the folders of the library and how many photos each holds."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.page import IconButton, WordButton, label, with_key
from app.theme import Theme
from app.wording import photos
from cbir.types import LibraryInfo, RootInfo


class LibraryPanel(QFrame):
    add_asked = Signal()
    update_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidePanel")
        self.setAccessibleName("Library")
        self._theme = theme
        self._roots: tuple[RootInfo, ...] = ()
        self.tree = QTreeWidget()
        self.tree.setObjectName("roots")
        self.tree.setAccessibleName("Folders of the library")
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(0)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.refresh_button = IconButton(
            theme, "refresh", "Look for new and changed photos", self.update_asked.emit, "F5"
        )
        self.add_button = WordButton(
            *(theme, "folder-add", "Add folder…", self.add_asked.emit),
            tip=with_key("Add a folder of photos to the library", "Ctrl+I"),
        )
        self.total = label("", "dim")
        top = QHBoxLayout()
        top.addWidget(label("Library", "section"))
        top.addStretch(1)
        top.addWidget(self.refresh_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 10, 12)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.total)
        layout.addWidget(self.add_button)
        theme.changed.connect(self._paint)
        self.show_info(None)

    def show_info(self, info: LibraryInfo | None) -> None:
        self._roots = () if info is None else info.roots
        self.total.setText("" if info is None else f"{photos(info.photos)} in all")
        self.total.setVisible(len(self._roots) > 1)
        self.refresh_button.setEnabled(bool(self._roots))
        self._paint()

    def _paint(self) -> None:
        colours = self._theme.colours
        chosen = self.tree.currentIndex().row()
        self.tree.clear()
        for root in self._roots:
            name = root.path.name or str(root.path)
            item = QTreeWidgetItem(
                [name, f"{root.photos:,}" if root.online else f"offline · {root.photos:,}"]
            )
            item.setIcon(0, self._theme.icon("folder", colours.dim if root.online else colours.faint))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setForeground(1, self.tree.palette().placeholderText())
            state = "" if root.online else " The folder cannot be reached now."
            item.setToolTip(0, f"{root.path}\n{photos(root.photos)}.{state}")
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{name}, {photos(root.photos)}{state}")
            item.setData(0, Qt.ItemDataRole.UserRole, str(root.path))
            self.tree.addTopLevelItem(item)
        if (item_again := self.tree.topLevelItem(chosen)) is not None:
            self.tree.setCurrentItem(item_again)

    def current_folder(self) -> Path | None:
        item = self.tree.currentItem()
        return None if item is None else Path(item.data(0, Qt.ItemDataRole.UserRole))
