"""Two buttons on the photo that is pointed at: more like this, fewer like this."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from app.base.language import tr
from app.results.result_model import HIT_ROLE
from app.results.result_view import ResultView

INSET_PX = 6
BELOW_PX = 28  # under the sign of a photo whose drive is away
LEAST_PX = 96  # the width of a photo that has room for both


class TileMarks(QWidget):
    """Lies over the wall of photos; keys and the context menu do the same for whoever does not point."""

    asked = Signal(object, bool)  # Hit, whether it is right

    def __init__(self, view: ResultView, wanted: Callable[[], bool]) -> None:
        """Wanted : whether there is a search that can learn"""
        super().__init__(view.viewport())
        self._view, self._wanted = view, wanted
        self._at = QPersistentModelIndex()
        self.buttons: dict[bool, QToolButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for right, sign, words in ((True, "+", tr("More like this")), (False, "−", tr("Fewer like this"))):
            button = QToolButton()
            button.setObjectName("tilemark")
            button.setText(sign)
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(partial(self._ask, right=right))
            layout.addWidget(button)
            self.buttons[right] = button
        view.viewport().installEventFilter(self)
        for gone in (view.scrolled, view.laid_out):
            gone.connect(self.hide)
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
        if hit is None or pressed or tile.width() < LEAST_PX or not self._wanted():
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
