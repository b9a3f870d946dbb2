"""The left column: all photos, recent photos, duplicates, folders, albums and keywords."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QStyle, QVBoxLayout, QWidget

from cbir.base.types import FacetCount, LibraryInfo, Places, RootInfo, natural_key
from cbir_app.base.language import tr
from cbir_app.base.page import IconButton, button, scrolled, with_key
from cbir_app.base.section import Section
from cbir_app.base.theme import Theme
from cbir_app.base.wording import photos
from cbir_app.panels.library.albums_panel import AlbumsPanel
from cbir_app.panels.library.place_tree import Place, PlaceTree

ALL, RECENT, DUPLICATES = "all", "recent", "duplicates"
LEAST_PX = 150  # minimum width of the column
MAX_KEYWORDS = 40  # listed here; the query field completes any


class LibraryPanel(QFrame):
    all_asked = Signal()
    recent_asked = Signal()
    duplicates_asked = Signal()
    add_asked = Signal()
    update_asked = Signal()
    folder_opened = Signal(str)  # by a click or Enter: its path
    keyword_opened = Signal(str)
    folder_chosen = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidePanel")
        self.setAccessibleName(tr("Library"))
        self._theme = theme
        self._info: LibraryInfo | None = None
        self._places = Places()
        self.top = PlaceTree(theme, tr("Photos"))
        signals = {ALL: self.all_asked, RECENT: self.recent_asked, DUPLICATES: self.duplicates_asked}
        self.top.chosen.connect(lambda value: signals[value].emit())
        self.tree = PlaceTree(theme, tr("Folders of the library"), nested=True)
        self.tree.chosen.connect(self.folder_opened)
        self.tree.currentItemChanged.connect(lambda _item, _before: self.folder_chosen.emit())
        self.keywords = PlaceTree(theme, tr("Keywords"))
        self.keywords.chosen.connect(self.keyword_opened)
        self.refresh_button = IconButton(
            theme, "refresh", tr("Scan for changes"), self.update_asked.emit, "F5"
        )
        self.add_button = IconButton(theme, "folder-add", tr("Add folder…"), self.add_asked.emit, "Ctrl+I")
        self.first_folder = button(tr("Add folder…"), self.add_asked.emit)
        self.first_folder.setToolTip(with_key(tr("Add a folder of photos to the library"), "Ctrl+I"))
        folders = QWidget()
        inside = QVBoxLayout(folders)
        inside.setContentsMargins(0, 0, 0, 0)
        for part in (self.tree, self.first_folder):
            inside.addWidget(part)
        self.section = Section(theme, tr("Folders"), folders, self.refresh_button, self.add_button)
        self.keywords_section = Section(theme, tr("Keywords"), self.keywords)
        self.keywords_section.set_open(False)
        self.albums = AlbumsPanel(theme)
        self.albums_section = Section(theme, tr("Albums"), self.albums)
        column = QWidget()
        self.sections = QVBoxLayout(column)
        self.sections.setContentsMargins(5, 8, 3, 10)
        self.sections.setSpacing(6)
        for section in (self.top, self.section, self.albums_section, self.keywords_section):
            self.sections.addWidget(section)
        self.foot = QVBoxLayout()
        self.sections.addLayout(self.foot)
        self.sections.addStretch(1)
        self._column = column
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolled(column))
        self._show()

    def minimumSizeHint(self) -> QSize:
        """Leave room for long words of some languages, and for a scroll bar."""
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        margins = self.sections.contentsMargins()
        rows = sum(self.top.sizeHintForColumn(column) for column in range(self.top.columnCount()))
        inside = max(self._column.minimumSizeHint().width(), rows + margins.left() + margins.right())
        width = inside + bar
        return QSize(max(LEAST_PX, width), super().minimumSizeHint().height())

    def show_info(self, info: LibraryInfo | None) -> None:
        self._info = info
        self._show()

    def show_places(self, places: Places) -> None:
        """Show the folders below the roots, and the keywords."""
        self._places = places
        self._show()

    def select(
        self, *, place: str | None = None, folder: str | None = None, keyword: str | None = None
    ) -> None:
        """Highlight the current place: ALL or RECENT, a folder or a keyword; nothing for a search."""
        self.top.select(place)
        self.tree.select(folder)
        self.keywords.select(keyword)

    def current_folder(self) -> RootInfo | None:
        """The current folder: a root, or a folder below one in the form of a root."""
        if self._info is None or self.tree.value is None:
            return None
        path = Path(self.tree.value)
        around = [root for root in self._info.roots if path.is_relative_to(root.path)]
        root = max(around, key=lambda candidate: len(candidate.path.parts), default=None)
        if root is None or root.path == path:
            return root
        inside = sum(
            folder.photos for folder in self._places.folders if Path(folder.value).is_relative_to(path)
        )
        return replace(root, path=path, photos=inside)

    def _show(self) -> None:
        info, words = self._info, self._places.keywords
        roots = () if info is None else info.roots
        count = 0 if info is None else info.photos
        top = (
            Place(ALL, tr("All photos"), count, "photos", tr("All photos, the newest first")),
            Place(RECENT, tr("Recently added"), None, "added", tr("All photos, those that came last first")),
            Place(DUPLICATES, tr("Duplicates"), None, "copy", tr("Photos that belong together, and why")),
        )
        self.top.show_places(top if info is None or not info.service else top[:-1])
        self.top.setVisible(count > 0)
        self.tree.show_places([_root_place(root, self._places.folders) for root in roots])
        self.tree.setVisible(bool(roots))
        is_local = info is not None and not info.service
        self.first_folder.setVisible(is_local and not roots)
        self.refresh_button.setEnabled(is_local and bool(roots))
        self.keywords.show_places(
            [Place(word.value, word.value, word.photos, "tag") for word in words[:MAX_KEYWORDS]]
        )
        self.keywords_section.setVisible(bool(words))
        self.updateGeometry()


def _root_place(root: RootInfo, folders: Sequence[FacetCount]) -> Place:
    """The row of a root and of the folders below it. Counts include subfolders."""
    description = f"{photos(root.photos)}."
    if not root.online:
        description = " ".join((description, tr("The folder cannot be reached now.")))
    title = root.path.name or str(root.path)
    top = str(root.path)
    below_top = os.path.join(top, "")  # noqa: PTH118  # as text: thousands of Path objects would block the window
    counts: dict[str, int] = {}
    for folder in folders:
        path = folder.value if folder.value.startswith(below_top) else top
        while len(path) > len(top):
            counts[path] = counts.get(path, 0) + folder.photos
            path = os.path.dirname(path)  # noqa: PTH120
    children: dict[str, list[tuple[str, str]]] = {}
    for path in counts:
        parent, name = os.path.split(path)
        children.setdefault(parent, []).append((name, path))

    def below(parent: str) -> tuple[Place, ...]:
        inside = sorted(children.get(parent, ()), key=lambda child: natural_key(child[0]))
        return tuple(Place(path, name, counts[path], tip=path, below=below(path)) for name, path in inside)

    return Place(
        top,
        title,
        root.photos,
        "folder" if root.online else "eject",
        f"{root.path}\n{description}",
        f"{title}, {description}",
        below(top),
    )
