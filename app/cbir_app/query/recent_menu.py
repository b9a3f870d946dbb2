"""The recent queries as a menu: their wordings, with a small picture of the query picture."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

from cbir.service import Answer, PictureAnswer, PictureRequest
from cbir_app.base.language import tr
from cbir_app.base.pictures import cut, fitted, picture_of
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import add_named, plain_tooltip
from cbir_app.engine import Engine
from cbir_app.sessions import Part, Query, RecentQueries, SearchSession, filter_chips

ICON_PX = 32
LABEL_PX = 380
SIDE_PX = 256  # requested size, larger than the icon because a frame may cut out a small part


class RecentMenu(QObject):
    search_asked = Signal()  # the user chose the entry for an empty list: go to the search bar

    def __init__(
        self,
        window: QWidget,
        engine: Engine,
        recent: RecentQueries,
        search: SearchSession,
        theme: Theme,
    ) -> None:
        super().__init__(window)
        self._window, self._engine, self._recent = window, engine, recent
        self._search, self._theme = search, theme
        self.tickets: list[int] = []
        self.menu = QMenu(window)
        self.menu.setObjectName("recent")
        self.menu.setAccessibleName(tr("Recent searches"))
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToHide.connect(self._give_up)

    def show(self, below: QWidget) -> None:
        """Open the menu under a button."""
        self.fill()
        size = self.menu.sizeHint()
        corner = below.mapToGlobal(QPoint(below.width() - size.width(), below.height() + 2))
        self.menu.popup(corner)
        first = next((action for action in self.menu.actions() if action.isEnabled()), None)
        if first is not None:
            self.menu.setActiveAction(first)

    def fill(self) -> None:
        self._give_up()
        self.menu.clear()
        for query in self._recent.queries:
            self._add(query)
        if not self._recent.queries:
            self.menu.addAction(tr("No searches yet")).setEnabled(False)
            begin = self.menu.addAction(tr("Go to the searc&h bar"))
            begin.triggered.connect(lambda _checked=False: self.search_asked.emit())
            return
        self.menu.addSeparator()
        forget = self.menu.addAction(tr("Forget the recent searches"))
        forget.triggered.connect(lambda _checked=False: self._recent.forget())

    def _add(self, query: Query) -> None:
        words = words_of(query)
        elided = self.menu.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, LABEL_PX)
        action = add_named(self.menu, elided)
        action.setToolTip(plain_tooltip(words))
        action.triggered.connect(lambda _checked=False: self._search.set_query(query))
        pictured = next((part for part in query.parts if not part.is_words), None)
        name = "filter" if not query.parts else "search" if pictured is None else "open"
        action.setIcon(self._padded(self._theme.pixmap(name, 18, self._theme.colours.dim, self._ratio)))
        if pictured is not None:
            term = pictured.term
            request = PictureRequest(photo=term.photo, path=term.path, data=term.data, max_side_px=SIDE_PX)
            on_answer = partial(self._on_picture, action, pictured)
            self.tickets.append(self._engine.request(request, on_answer))

    @property
    def _ratio(self) -> float:
        return self._window.devicePixelRatioF()

    def _on_picture(self, action: QAction, part: Part, answer: Answer) -> None:
        if isinstance(answer, PictureAnswer):
            pixmap = cut(picture_of(answer), part.term.region)
            action.setIcon(self._padded(fitted(pixmap, ICON_PX, ICON_PX, self._ratio, radius=4)))

    def _padded(self, pixmap: QPixmap) -> QIcon:
        """Return a picture in the middle of a square, so that all texts are left-aligned."""
        side = round(ICON_PX * self._ratio)
        square = QPixmap(side, side)
        square.setDevicePixelRatio(self._ratio)
        square.fill(Qt.GlobalColor.transparent)
        painter = QPainter(square)
        size = pixmap.deviceIndependentSize()
        painter.drawPixmap(QPointF((ICON_PX - size.width()) / 2, (ICON_PX - size.height()) / 2), pixmap)
        painter.end()
        return QIcon(square)

    def _give_up(self) -> None:
        for ticket in self.tickets:
            self._engine.cancel(ticket)
        self.tickets.clear()


def words_of(query: Query) -> str:
    """Return the wording of a query, followed by its filters."""
    filters = ", ".join(chip.words for chip in filter_chips(query.filters))
    if not query.label:
        return filters
    return f"{query.label} · {filters}" if filters else query.label
