"""The part that the pages of people and of things share: a grid of entries to select, a name, and tools with keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from cbir_app.base.flow_layout import FlowLayout
from cbir_app.base.language import tr
from cbir_app.base.page import MessagePage, ViewerPage, button, with_key
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.viewer.small_pictures import SmallPictures

_ENTRY, _SUBJECT = int(Qt.ItemDataRole.UserRole), int(Qt.ItemDataRole.UserRole) + 1
_REST_MS = 60


class Entry(Protocol):
    @property
    def id(self) -> int: ...


E = TypeVar("E", bound=Entry)
Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class Cell(Generic[E, Subject]):
    """An entry of the grid. subject : what its picture shows. spoken : its tooltip and accessible text"""

    entry: E
    subject: Subject
    caption: str
    spoken: str


class GridPage(ViewerPage, Generic[E, Subject]):
    """A page with a grid of entries; while there are none, a message.

    icon : shown until a picture arrives
    """

    def __init__(
        self,
        theme: Theme,
        name: str,
        pictures: SmallPictures[Subject],
        *,
        icon: str,
        side_px: int,
        cell: QSize,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, name, parent=parent)
        self.pictures = pictures
        self._icon_name, self._side_px = icon, side_px
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._show_pictures)
        pictures.setParent(self)
        pictures.loaded.connect(lambda _key: self._rest.start())
        self.hide_picture()
        below = QFrame()  # in lines, as a narrow window has no room for all of them beside the title
        below.setObjectName("viewerBar")
        self.row = FlowLayout(below, spacing=6)
        self.row.setContentsMargins(12, 6, 12, 6)
        self.layout_.insertWidget(1, below)
        self.grid = QListWidget()
        self.grid.setObjectName("cells")
        self.grid.setAccessibleName(name)
        self.grid.setViewMode(QListWidget.ViewMode.IconMode)
        self.grid.setMovement(QListWidget.Movement.Static)
        self.grid.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.grid.setIconSize(QSize(side_px, side_px))
        self.grid.setGridSize(cell)
        self.grid.setUniformItemSizes(True)
        self.grid.setWordWrap(False)
        self.grid.setFrameShape(QFrame.Shape.NoFrame)
        self.grid.itemActivated.connect(lambda item: self.open_entry(item.data(_ENTRY)))
        self.grid.itemSelectionChanged.connect(self.show_tools)
        self.grid.verticalScrollBar().valueChanged.connect(lambda _value: self._rest.start())
        self.message = MessagePage(theme)
        self.middle.addWidget(self.grid, 1)
        self.middle.addWidget(self.message, 1)

    @property
    def home(self) -> QWidget:
        return self.grid if self.grid.isVisible() else self

    def open_entry(self, entry: E) -> None:
        """Show what an entry stands for."""
        raise NotImplementedError

    def show_tools(self) -> None:
        """Enable the tools that apply to the selected entries."""
        raise NotImplementedError

    def give_name(self) -> None:
        """Give the selected entry the typed name."""
        raise NotImplementedError

    # ---- tools

    def add_tool(self, text: str, act: Callable[[], object], tooltip: str, key: str = "") -> QPushButton:
        """Add a button to the bar. key : also presses it; empty for none"""
        tool = button(text, act)
        tool.setToolTip(plain_tooltip(with_key(tooltip, key)))
        self.row.addWidget(tool)
        if key:
            self.press_key(key, tool)
        return tool

    def add_name(self, tooltip: str, width_px: int) -> QLineEdit:
        """Add a field for the name of the selected entry."""
        self.name = QLineEdit()
        self.name.setAccessibleName(tr("Name"))
        self.name.setPlaceholderText(tr("Name"))
        self.name.setToolTip(plain_tooltip(with_key(tooltip, "F2")))
        self.name.setFixedWidth(width_px)
        self.name.returnPressed.connect(self._confirm_name)
        self.add_key("F2", self._focus_name)
        self.row.addWidget(self.name)
        return self.name

    def _focus_name(self) -> None:
        if self.name.isEnabled():
            self.name.setFocus()
            self.name.selectAll()

    def _confirm_name(self) -> None:
        self.give_name()
        self.grid.setFocus()

    # ---- entries

    def selected(self) -> list[E]:
        return [item.data(_ENTRY) for item in self.grid.selectedItems()]

    def fill(self, cells: Sequence[Cell[E, Subject]]) -> None:
        """Show entries in place of the current ones. Those that were selected stay so."""
        selected = {entry.id for entry in self.selected()}
        at = self.grid.currentRow()
        self.grid.clear()
        for cell in cells:
            item = QListWidgetItem(cell.caption)
            item.setData(_ENTRY, cell.entry)
            item.setData(_SUBJECT, cell.subject)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, cell.spoken)
            item.setToolTip(plain_tooltip(cell.spoken))
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            pixmap = self.pictures.get(cell.subject)
            icon = self.theme.icon(self._icon_name, side_px=self._side_px)
            item.setIcon(icon if pixmap is None else _untinted(pixmap))
            self.grid.addItem(item)
            item.setSelected(cell.entry.id in selected)
        if cells and at >= 0:
            self.grid.setCurrentRow(
                min(at, len(cells) - 1), self.grid.selectionModel().SelectionFlag.NoUpdate
            )
        self._rest.start()
        self.show_tools()

    def subjects_above(self) -> list[Subject]:
        """The subjects outside the grid whose pictures are requested before those in it."""
        return []

    def _show_pictures(self) -> None:
        """Request the pictures on screen, and show those that have arrived."""
        view = self.grid.viewport().rect()
        subjects = self.subjects_above()
        for at in range(self.grid.count()):
            item = self.grid.item(at)
            if self.grid.visualItemRect(item).intersects(view):
                subject: Subject = item.data(_SUBJECT)
                if (pixmap := self.pictures.get(subject)) is not None:
                    item.setIcon(_untinted(pixmap))
                subjects.append(subject)
        self.pictures.show(subjects)

    def show_message_if_empty(self) -> bool:
        """Show the grid, or the message in its place while there are no entries. Returns whether there are none."""
        empty = not self.grid.count()
        self.grid.setVisible(not empty)
        self.message.setVisible(empty)
        return empty


def _untinted(pixmap: QPixmap) -> QIcon:
    """An icon that keeps its colours while it is selected: the cell around it shows that."""
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon
