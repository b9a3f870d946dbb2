"""The left column: the folders of the library and how many photos each holds, and the filters."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHeaderView,
    QScrollArea,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.base.language import number, tr
from app.base.page import IconButton, WordButton, with_key
from app.base.theme import Theme
from app.base.tooltips import plain_tooltip
from app.base.wording import photos
from app.filters import FilterPanel
from app.library.searches_panel import SearchesPanel
from app.library.section import Section
from cbir.base.types import LibraryInfo, RootInfo

MAX_ROWS = 12  # of the tree, before it scrolls by itself


class LibraryPanel(QFrame):
    all_asked = Signal()
    add_asked = Signal()
    update_asked = Signal()
    follow_asked = Signal(bool)
    folder_opened = Signal()  # Enter or double click on a folder
    folder_chosen = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidePanel")
        self.setAccessibleName(tr("Library"))
        self._theme = theme
        self._roots: tuple[RootInfo, ...] = ()
        self.tree = self._make_tree()
        self.refresh_button = IconButton(
            theme, "refresh", tr("Look for new and changed photos"), self.update_asked.emit, "F5"
        )
        self.add_button = WordButton(
            *(theme, "folder-add", tr("Add folder…"), self.add_asked.emit),
            tooltip=with_key(tr("Add a folder of photos to the library"), "Ctrl+I"),
        )
        self.all_photos = WordButton(
            *(theme, "photos", tr("All photos"), self.all_asked.emit),
            tooltip=tr("Show all photos of the library, the newest first"),
        )
        body = QWidget()
        inside = QVBoxLayout(body)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(6)
        self.follow = QCheckBox(tr("Follow changes by itself"))
        self.follow.setToolTip(tr("New, changed and moved photos are noticed while the window is open"))
        self.follow.clicked.connect(self.follow_asked)
        for part in (self.all_photos, self.tree, self.follow, self.add_button):
            inside.addWidget(part)
        self.section = Section(theme, tr("Library"), body, self.refresh_button)
        self.filters = FilterPanel()
        self.filter_section = Section(theme, tr("Filters"), self.filters)
        self.filter_section.set_open(False)
        self.searches = SearchesPanel(theme)
        self.searches_section = Section(theme, tr("Searches"), self.searches)
        column = QWidget()
        self.sections = QVBoxLayout(column)
        self.sections.setContentsMargins(8, 6, 8, 10)
        self.sections.setSpacing(6)
        for section in (self.section, self.searches_section, self.filter_section):
            self.sections.addWidget(section)
        self.sections.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(column)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)
        theme.changed.connect(self._paint)
        self.show_info(None)

    def _make_tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setObjectName("roots")
        tree.setAccessibleName(tr("Folders of the library"))
        tree.setColumnCount(2)
        tree.setHeaderHidden(True)
        tree.setRootIsDecorated(False)
        tree.setIndentation(0)
        tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.header().setStretchLastSection(False)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        tree.itemActivated.connect(lambda _item, _column: self.folder_opened.emit())
        tree.currentItemChanged.connect(lambda _item, _before: self.folder_chosen.emit())
        return tree

    def show_info(self, info: LibraryInfo | None) -> None:
        self._roots = () if info is None else info.roots
        self.all_photos.setVisible(info is not None and info.photos > 0)
        self.refresh_button.setEnabled(bool(self._roots))
        self.follow.setVisible(bool(self._roots))
        self._paint()

    def _paint(self) -> None:
        colours = self._theme.colours
        chosen = self.tree.currentIndex().row()
        self.tree.clear()
        for root in self._roots:
            name = root.path.name or str(root.path)
            there = number(root.photos)
            item = QTreeWidgetItem([name, there if root.online else tr("offline · {photos}", photos=there)])
            item.setIcon(0, self._theme.icon("folder" if root.online else "eject", colours.dim))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setForeground(1, self.tree.palette().placeholderText())
            said = f"{photos(root.photos)}."
            if not root.online:
                said = " ".join((said, tr("The folder cannot be reached now.")))
            item.setToolTip(0, plain_tooltip(f"{root.path}\n{said}"))
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{name}, {said}")
            item.setData(0, Qt.ItemDataRole.UserRole, str(root.path))
            self.tree.addTopLevelItem(item)
        rows = max(1, min(MAX_ROWS, len(self._roots)))
        self.tree.setFixedHeight(rows * self.tree.fontMetrics().height() + rows * 12 + 4)
        self.tree.setVisible(bool(self._roots))
        if (item_again := self.tree.topLevelItem(chosen)) is not None:
            self.tree.setCurrentItem(item_again)

    def current_root(self) -> RootInfo | None:
        row = self.tree.currentIndex().row()
        return self._roots[row] if 0 <= row < len(self._roots) else None
