"""Actions for the photo under the pointer, on its tile: show it large, search with it, more or fewer like it.

Nothing here changes the library. A click on a tile selects.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QToolButton, QWidget

from cbir.base.types import Hit
from cbir_app.base.language import tr
from cbir_app.base.page import IconButton
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.results.result_delegate import stack_badge
from cbir_app.results.result_model import HIT_ROLE
from cbir_app.results.result_view import ResultView
from cbir_app.results.stacks import Stacks

INSET_PX = 6
NAME_PX = 28  # height of the line with the photo's name, below the actions
LEAST_PX = 110  # height of a tile with room for one line of actions that can still be clicked
LEAST_SHARE = 2  # minimum width of a tile, in widths of the actions: its middle selects
BELOW_PX = 28  # distance below the sign of a disconnected drive
LEAST_MARKS_PX = 96  # width of a photo with room for both marks


class TileActions(QFrame):
    """Floats over the tile under the pointer. Each action selects its photo first."""

    chosen = Signal(int)  # the row that an action is about to use
    large_asked = Signal()
    search_asked = Signal()
    stack_asked = Signal(object)  # Hit: open or close its stack

    def __init__(self, view: ResultView, stacks: Stacks, theme: Theme) -> None:
        super().__init__(view.viewport())
        self.setObjectName("tileActions")
        self._view, self._stacks = view, stacks
        self._row = -1
        self.large = IconButton(theme, "fit", on_click=self._show_large, key="Space")
        self.search = IconButton(theme, "search", on_click=self._search)
        self._layout = layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        for tool in (self.large, self.search):
            tool.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            tool.setIconSize(QSize(16, 16))
            layout.addWidget(tool)
        view.scrolled.connect(self.hide)
        view.laid_out.connect(self.hide)
        view.viewport().installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            if event.buttons() == Qt.MouseButton.NoButton:
                self._point(event.position().toPoint())
            else:
                self.hide()  # something is dragged
        elif event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            return self._press(event.position().toPoint())
        elif event.type() == QEvent.Type.Leave:
            self.hide()
        return False

    def _press(self, place: QPoint) -> bool:
        """Open or close a stack if its badge is pressed. That selects no photo."""
        index = self._view.indexAt(place)
        hit: Hit | None = index.data(HIT_ROLE)
        if hit is None or not self._stacks.has(hit):
            return False
        if not stack_badge(self._view.visualRect(index), hit).contains(place):
            return False
        self.stack_asked.emit(hit)
        return True

    def _point(self, place: QPoint) -> None:
        """Move to the tile under the pointer, if there is room on it."""
        index = self._view.indexAt(place)
        if index.row() == self._row and self.isVisible():
            return
        tile = self._view.visualRect(index)
        hit: Hit | None = index.data(HIT_ROLE)
        self._row = index.row()
        if hit is None or not self._fit(tile.size()):
            self.hide()
            return
        size = self.sizeHint()
        self.setGeometry(QRect(QPoint(tile.left() + INSET_PX, tile.bottom() - NAME_PX - size.height()), size))
        self.show()

    def _fit(self, tile: QSize) -> bool:
        """Arrange the actions in one line on a wide tile, and in a column on a narrow one."""
        for direction in (QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.BottomToTop):
            self._layout.setDirection(direction)
            size = self.sizeHint()
            higher = size.height() - self.large.sizeHint().height()
            wide = LEAST_SHARE * (size.width() + INSET_PX) <= tile.width()
            if wide and LEAST_PX + higher <= tile.height():
                return True
        return False

    def _show_large(self) -> None:
        self.chosen.emit(self._row)
        self.large_asked.emit()

    def _search(self) -> None:
        self.chosen.emit(self._row)
        self.search_asked.emit()


class TileMarks(QWidget):
    """Marks for more or fewer like a photo, over the wall. Keys and the context menu do the same."""

    asked = Signal(object, bool)  # Hit, and True for more like it

    def __init__(self, view: ResultView, can_learn: Callable[[], bool]) -> None:
        """Build the marks. can_learn : True if there is a search that can learn"""
        super().__init__(view.viewport())
        self._view, self._can_learn = view, can_learn
        self._at = QPersistentModelIndex()
        self.buttons: dict[bool, QToolButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for right, sign, words in ((True, "+", tr("More like this")), (False, "−", tr("Fewer like this"))):
            button = QToolButton()
            button.setObjectName("tilemark")
            button.setText(sign)
            button.setToolTip(plain_tooltip(words))
            button.setAccessibleName(words)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(partial(self._ask, right=right))
            layout.addWidget(button)
            self.buttons[right] = button
        view.viewport().installEventFilter(self)
        for moved in (view.scrolled, view.laid_out):
            moved.connect(self.hide)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._follow(event.position().toPoint(), pressed=bool(event.buttons()))
        elif event.type() == QEvent.Type.Leave:
            self.hide()
        return super().eventFilter(watched, event)

    def _follow(self, place: QPoint, *, pressed: bool) -> None:
        index = self._view.indexAt(place)
        tile = self._view.visualRect(index)
        hit = index.data(HIT_ROLE)
        if hit is None or pressed or tile.width() < LEAST_MARKS_PX or not self._can_learn():
            self.hide()
            return
        self._at = QPersistentModelIndex(index)
        self.adjustSize()
        self.move(tile.topLeft() + QPoint(INSET_PX, INSET_PX + BELOW_PX * hit.offline))
        self.show()

    def _ask(self, _checked: bool = False, *, right: bool) -> None:
        if self._at.isValid():
            self.asked.emit(self._at.data(HIT_ROLE), right)
        self.hide()
