"""The left column: all photos, recent photos, duplicates, folders, albums and keywords, as rows to open."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from cbir.base.types import FacetCount, LibraryInfo, Places, RootInfo, natural_key
from cbir_app.base.language import number, tr
from cbir_app.base.page import IconButton, button, scrolled
from cbir_app.base.section import Section
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import photos
from cbir_app.panels.library.albums_panel import AlbumsPanel

VALUE = int(Qt.ItemDataRole.UserRole)
PLACE = VALUE + 1


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the column.

    value : emitted when chosen. count : of its photos; None: not shown
    spoken : for screen readers; empty: name and count
    """

    value: str
    name: str
    count: int | None = None
    icon: str = "folder"
    tip: str = ""
    spoken: str = ""
    below: tuple[Place, ...] = ()


class PlaceTree(QTreeWidget):
    """A list of places, as tall as its rows: the column around it scrolls.

    Children of a row are built when it is unfolded: a library has thousands of folders, and a person opens few.
    """

    chosen = Signal(str)  # the value of a row

    def __init__(self, theme: Theme, name: str, *, nested: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._places: tuple[Place, ...] = ()
        self._to_unfold: frozenset[str] = frozenset()
        self.setObjectName("roots")
        self.setAccessibleName(name)
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(nested)
        self.setIndentation(12 if nested else 0)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(False)
        self.header().setStretchLastSection(False)
        self.header().setMinimumSectionSize(0)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemClicked.connect(lambda row, _column: self.chosen.emit(row.data(0, VALUE)))
        self.itemActivated.connect(lambda row, _column: self.chosen.emit(row.data(0, VALUE)))
        self.itemExpanded.connect(self._unfold)
        self.itemCollapsed.connect(lambda _item: self._fit())
        theme.changed.connect(self._fill)
        self._fit()

    def show_places(self, places: Sequence[Place]) -> None:
        """Show places. Unfolded rows stay unfolded, and the current row stays current."""
        if tuple(places) != self._places:
            self._places = tuple(places)
            self._fill()

    @property
    def unfolded(self) -> tuple[str, ...]:
        """The values of the unfolded rows."""
        return tuple(row.data(0, VALUE) for row in self._items() if row.isExpanded())

    def unfold(self, values: Sequence[str]) -> None:
        """Unfold the rows of values, once they are shown."""
        self._to_unfold = frozenset(values)
        self._fill()

    def select(self, value: str | None) -> None:
        """Highlight the row of a value, or none. The current row stays for the keyboard."""
        row = None if value is None else self._find(value)
        with QSignalBlocker(self):
            if row is None:
                self.clearSelection()
            else:
                self.setCurrentItem(row)
                self._fit()

    @property
    def value(self) -> str | None:
        """The value of the current row."""
        row = self.currentItem()
        return None if row is None else str(row.data(0, VALUE))

    def drawRow(
        self, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Mark the row that keys act on, while this list has the focus."""
        super().drawRow(painter, options, index)
        current = self.currentIndex()
        if self.hasFocus() and (index.row(), index.parent()) == (current.row(), current.parent()):
            painter.setPen(QPen(QColor(self._theme.colours.accent), 2))
            painter.drawRect(options.rect.adjusted(1, 1, -1, -1))

    def _items(self) -> Iterator[QTreeWidgetItem]:
        """The rows built so far, upper levels first."""
        waiting = [self.topLevelItem(at) for at in range(self.topLevelItemCount())]
        while waiting:
            if (row := waiting.pop(0)) is not None:
                yield row
                waiting += [row.child(at) for at in range(row.childCount())]

    def _find(self, value: str) -> QTreeWidgetItem | None:
        """The row of a place, built if necessary; the uppermost one if there are several."""
        waiting: list[tuple[Place, tuple[int, ...]]]
        waiting = [(place, (at,)) for at, place in enumerate(self._places)]
        for place, way in waiting:
            if place.value == value:
                row = self.topLevelItem(way[0])
                for at in way[1:]:
                    assert row is not None
                    self._make_below(row)
                    row = row.child(at)
                return row
            waiting += [(child, (*way, at)) for at, child in enumerate(place.below)]
        return None

    def _fill(self) -> None:
        unfolded = {*self.unfolded, *self._to_unfold}
        current = self.value
        selected = next((row.data(0, VALUE) for row in self.selectedItems()), None)
        with QSignalBlocker(self):
            self.clear()
            self.addTopLevelItems([self._item(place) for place in self._places])
            for row in self._items():
                row.setFirstColumnSpanned(not row.text(1))
                if row.data(0, VALUE) in unfolded:
                    self._make_below(row)
                    row.setExpanded(bool(row.childCount()))
                    if row.childCount():
                        self._to_unfold -= {row.data(0, VALUE)}
            if current is not None and (previous := self._find(current)) is not None:
                self.setCurrentItem(previous)
        self.select(selected)
        self._fit()

    def _unfold(self, row: QTreeWidgetItem) -> None:
        self._make_below(row)
        self._fit()

    def _make_below(self, row: QTreeWidgetItem) -> None:
        if not row.childCount():
            row.addChildren([self._item(child) for child in row.data(0, PLACE).below])

    def _item(self, place: Place) -> QTreeWidgetItem:
        colours = self._theme.colours
        count = "" if place.count is None else number(place.count)
        spoken = place.name if place.count is None else f"{place.name}, {photos(place.count)}"
        row = QTreeWidgetItem([place.name, count])
        row.setIcon(0, self._theme.icon(place.icon, colours.dim, side_px=16))
        row.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.setForeground(1, self.palette().placeholderText())
        row.setData(0, VALUE, place.value)
        row.setData(0, PLACE, place)
        row.setToolTip(0, plain_tooltip(place.tip or place.name))
        row.setData(0, Qt.ItemDataRole.AccessibleTextRole, place.spoken or spoken)
        if place.below:
            row.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        return row

    def _fit(self) -> None:
        visible, waiting = 0, [self.topLevelItem(at) for at in range(self.topLevelItemCount())]
        while waiting:
            row = waiting.pop()
            visible += 1
            if row is not None and row.isExpanded():
                waiting += [row.child(at) for at in range(row.childCount())]
        self.setFixedHeight(max(1, visible) * max(self.sizeHintForRow(0), self.fontMetrics().height()) + 2)


ALL, RECENT, DUPLICATES, MAP, PEOPLE, THINGS = "all", "recent", "duplicates", "map", "people", "things"
SIMILARITY = "similarity"
LEAST_PX = 150  # minimum width of the column
MAX_KEYWORDS = 40  # listed here; the query field completes any


class LibraryPanel(QFrame):
    all_asked = Signal()
    recent_asked = Signal()
    duplicates_asked = Signal()
    map_asked = Signal()
    people_asked = Signal()
    things_asked = Signal()
    similarity_asked = Signal()
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
        signals = {
            ALL: self.all_asked,
            RECENT: self.recent_asked,
            PEOPLE: self.people_asked,
            THINGS: self.things_asked,
            MAP: self.map_asked,
            SIMILARITY: self.similarity_asked,
            DUPLICATES: self.duplicates_asked,
        }
        self.top.chosen.connect(lambda value: signals[value].emit())
        self.tree = PlaceTree(theme, tr("Folders of the library"), nested=True)
        self.tree.chosen.connect(self.folder_opened)
        self.tree.currentItemChanged.connect(lambda _item, _before: self.folder_chosen.emit())
        self.keywords = PlaceTree(theme, tr("Keywords"))
        self.keywords.chosen.connect(self.keyword_opened)
        self.refresh_button = IconButton(theme, "refresh", on_click=self.update_asked.emit)
        self.add_button = IconButton(theme, "folder-add", on_click=self.add_asked.emit)
        self.first_folder = button("", self.add_asked.emit)
        self.first_folder.setToolTip(tr("Add a folder of photos to the library"))
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
            Place(ALL, tr("All photos"), count, "photos", tr("All photos, newest first")),
            Place(RECENT, tr("Recently added"), None, "added", tr("All photos, latest additions first")),
            Place(PEOPLE, tr("People"), None, "person", tr("Who is in the photos")),
            Place(THINGS, tr("Things"), None, "shared", tr("What several photos show")),
            Place(MAP, tr("Map"), None, "map", tr("Where the photos were taken")),
            Place(
                SIMILARITY,
                tr("Similarity map"),
                None,
                "points",
                tr("Photos beside those that look like them"),
            ),
            Place(DUPLICATES, tr("Duplicates"), None, "copy", tr("Photos that belong together, and why")),
        )
        is_remote = info is not None and bool(info.service)
        self.top.show_places([place for place in top if not is_remote or place.value in (ALL, RECENT)])
        self.top.setVisible(count > 0)
        self.tree.show_places([root_place(root, self._places.folders) for root in roots])
        self.tree.setVisible(bool(roots))
        is_local = info is not None and not info.service
        self.first_folder.setVisible(is_local and not roots)
        self.refresh_button.setEnabled(is_local and bool(roots))
        self.keywords.show_places(
            [Place(word.value, word.value, word.photos, "tag") for word in words[:MAX_KEYWORDS]]
        )
        self.keywords_section.setVisible(bool(words))
        self.updateGeometry()


def root_place(root: RootInfo, folders: Sequence[FacetCount]) -> Place:
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
