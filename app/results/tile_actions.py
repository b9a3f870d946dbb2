"""What can be done with the photo under the pointer, on its tile: stars, show it large, search with it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from app.base.language import tr
from app.base.page import IconButton
from app.base.theme import Theme
from app.engine import Details
from app.marks import Stars
from app.results.result_model import HIT_ROLE
from app.results.result_view import ResultView
from cbir.base.types import Hit

INSET_PX = 6
NAME_PX = 28  # of the line with the photo's name, which they lie above
LEAST_PX = 110  # the height of a tile that has room for them and can still be clicked


class TileActions(QFrame):
    """Floats over the tile that is pointed at. Whoever presses something has chosen that photo first."""

    chosen = Signal(int)  # the row that something is about to be done with
    rated = Signal(int)
    large_asked = Signal()
    search_asked = Signal()

    def __init__(self, view: ResultView, details: Details, theme: Theme) -> None:
        super().__init__(view.viewport())
        self.setObjectName("tileActions")
        self._view, self._details = view, details
        self._row = -1
        self.stars = Stars(theme)
        self.stars.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # digits do the same
        self.large = IconButton(theme, "fit", tr("Show large"), self._show_large, "Space")
        self.search = IconButton(theme, "search", tr("Search with this photo"), self._search, "Ctrl+Return")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(3, 1, 3, 1)
        layout.setSpacing(0)
        layout.addWidget(self.stars)
        for tool in (self.large, self.search):
            tool.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            tool.setIconSize(QSize(16, 16))
            layout.addWidget(tool)
        self.stars.rated.connect(self._rate)
        details.arrived.connect(self._show_stars)
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
        elif event.type() == QEvent.Type.Leave:
            self.hide()
        return False

    def _point(self, place: QPoint) -> None:
        """Follow the pointer to another tile, where there is room on it."""
        index = self._view.indexAt(place)
        if index.row() == self._row and self.isVisible():
            return
        tile = self._view.visualRect(index)
        hit: Hit | None = index.data(HIT_ROLE)
        wide = self.sizeHint()
        self._row = index.row()
        if hit is None or tile.height() < LEAST_PX or tile.width() < wide.width() + 2 * INSET_PX:
            self.hide()
            return
        top = tile.bottom() - NAME_PX - wide.height()
        self.setGeometry(tile.left() + INSET_PX, top, wide.width(), wide.height())
        self._show_stars()
        self.show()

    def _show_stars(self) -> None:
        hit: Hit | None = self._view.model().index(max(0, self._row), 0).data(HIT_ROLE)
        if hit is not None:
            self.stars.show_rating(self._details.rating(hit) or 0)

    def _rate(self, rating: int) -> None:
        self.chosen.emit(self._row)
        self.rated.emit(rating)

    def _show_large(self) -> None:
        self.chosen.emit(self._row)
        self.large_asked.emit()

    def _search(self) -> None:
        self.chosen.emit(self._row)
        self.search_asked.emit()
