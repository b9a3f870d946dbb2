"""The page of an inventory: one picture of many items, and a table of those that are in the library."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGraphicsEllipseItem,
    QGraphicsItem,
    QGraphicsPixmapItem,
    QGraphicsPolygonItem,
    QGraphicsSimpleTextItem,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from cbir.base.types import ShelfItem, Term, shown_name
from cbir.service import (
    Answer,
    Failure,
    InventoryAnswer,
    InventoryRequest,
    PictureAnswer,
    PictureRequest,
)
from cbir_app.base.language import number, tr
from cbir_app.base.page import MessagePage, ViewerPage, button, with_key
from cbir_app.base.pictures import picture_of
from cbir_app.base.theme import MARK, Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.engine import Engine
from cbir_app.sessions import may_hold_picture, read_mime

_SIDE_PX = 2048
_CHOSEN = "#00a0ff"
_TABLE_PX = 380


class InventoryPage(ViewerPage):
    choose_asked = Signal()
    save_asked = Signal()
    photo_asked = Signal(object)  # ShelfItem

    def __init__(self, engine: Engine, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, tr("Inventory of a shelf"), parent=parent)
        self._engine = engine
        self._tickets: set[int] = set()
        self.items: tuple[ShelfItem, ...] | None = None  # None: no picture was compared yet
        self._outlines: list[QGraphicsPolygonItem] = []
        self._scale = 1.0
        self.source: Term | None = None
        self._offered: Term | None = None  # a photo of the library that may be the picture
        self.title.setText(tr("Inventory of a shelf"))
        self.setAcceptDrops(True)
        self.choose = button(tr("Choose a picture…"), self.choose_asked.emit)
        self.choose.setToolTip(plain_tooltip(with_key(tr("Choose a picture of many items"), "O")))
        self.press_key("O", self.choose)
        self.show_photo = button(tr("Show photo"), self._open)
        self.show_photo.setToolTip(plain_tooltip(with_key(tr("Search with the selected photo"), "P")))
        self.press_key("P", self.show_photo)
        self.save = button(tr("Save table…"), self.save_asked.emit, primary=True)
        self.save.setToolTip(
            plain_tooltip(with_key(tr("Save the items with their places as a table (CSV)"), "S"))
        )
        self.press_key("S", self.save)
        for tool in (self.choose, self.show_photo, self.save):
            self.tools.addWidget(tool)
        self.tools.setSpacing(6)
        self.table = QTableWidget(0, 3)
        self.table.setAccessibleName(tr("Items in the library"))
        self.table.setHorizontalHeaderLabels([tr("Photo"), tr("Folder"), tr("Points")])
        self.table.verticalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignCenter
        )  # the numbers in the picture
        self.table.setWordWrap(False)
        self.table.setTextElideMode(Qt.TextElideMode.ElideLeft)  # the end of a path tells folders apart
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.table.setFixedWidth(_TABLE_PX)
        self.table.itemSelectionChanged.connect(self._show_choice)
        self.table.activated.connect(lambda _index: self._open())
        self.message = MessagePage(theme)
        self.middle.addWidget(self.table)
        self.middle.addWidget(self.message, 1)
        self._show_state()

    @property
    def home(self) -> QWidget:
        return self.table if self.table.isVisible() else self

    @property
    def outlines(self) -> tuple[QGraphicsPolygonItem, ...]:
        """The items' borders in the picture, in the order of the table."""
        return tuple(self._outlines)

    # ---- a picture

    def offer(self, photo: Term | None) -> None:
        """Offer a photo of the library, such as the selected one, as the picture of the shelf."""
        self._offered = photo
        self._show_state()

    def show_shelf(self, source: Term) -> None:
        """Show a picture, and compare it with the library. source : a file, or its content"""
        self._give_up()
        self.source, self.items = source, None
        self.canvas.scene().clear()
        self._outlines.clear()
        self.table.setRowCount(0)
        self._ask(PictureRequest(path=source.path, data=source.data, max_side_px=_SIDE_PX))
        self._ask(InventoryRequest(path=source.path, data=source.data))
        self._show_state()
        self.remark.setText(tr("Comparing the picture with the library…"))

    def _ask(self, request: PictureRequest | InventoryRequest) -> None:
        ticket = self._engine.request(request, lambda answer: self._on_answer(ticket, answer))
        self._tickets.add(ticket)

    def _on_answer(self, ticket: int, answer: Answer) -> None:
        if ticket not in self._tickets:
            return
        self._tickets.discard(ticket)
        if isinstance(answer, PictureAnswer):
            picture = picture_of(answer)
            shown = QGraphicsPixmapItem(picture.pixmap)
            shown.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
            self.canvas.scene().addItem(shown)
            self._scale = picture.scale
            self.canvas.set_area(QRectF(picture.pixmap.rect()))
        elif isinstance(answer, InventoryAnswer):
            self.items = answer.items
        elif isinstance(answer, Failure) and not answer.cancelled:
            self._give_up()
            self.source = None
            self._show_state()
            self.remark.setText(answer.message)
            return
        if not self._tickets:
            self._show_items()

    def _show_items(self) -> None:
        """Fill the table and outline the items, once both the picture and the answer are there."""
        items = self.items or ()
        self.table.setRowCount(len(items))
        for row, item in enumerate(items):
            cells = (item.path.name, str(item.path.parent), number(item.points))
            for column, text in enumerate(cells):
                cell = QTableWidgetItem(text)
                cell.setToolTip(plain_tooltip(str(item.path)))
                self.table.setItem(row, column, cell)
            corners = QPolygonF(
                [QPointF((x + 0.5) * self._scale, (y + 0.5) * self._scale) for x, y in item.corners]
            )
            outline = QGraphicsPolygonItem(corners)
            _number(row + 1, outline).setPos(corners.boundingRect().center())
            self.canvas.scene().addItem(outline)
            self._outlines.append(outline)
        self._show_state()
        if items:
            self.table.selectRow(0)
            if self.isVisible():
                self.table.setFocus()
        self._show_choice()
        self.remark.setText(tr("%Ln item(s) in the library", "", len(items)))

    def _show_choice(self) -> None:
        row = self.table.currentRow() if self.table.selectedItems() else -1
        for at, outline in enumerate(self._outlines):
            pen = QPen(QColor(_CHOSEN if at == row else MARK), 4.0 if at == row else 2.0)
            pen.setCosmetic(True)
            outline.setPen(pen)
            outline.setZValue(1.0 if at == row else 0.5)
        self.show_photo.setEnabled(row >= 0)

    def _show_state(self) -> None:
        started, has_items = self.source is not None, bool(self.items)
        self.canvas.setVisible(started)
        for zoom in self.zooms:
            zoom.setVisible(started)
        self.table.setVisible(has_items)
        self.message.setVisible(not started)
        self.choose.setVisible(started)  # the message has the same button
        for tool in (self.show_photo, self.save):
            tool.setVisible(has_items)
        if not started:
            text = tr(
                "Drop a picture of many things here, such as a shelf of films, books or bottles. The program lists "
                "those of which your library has a photo."
            )
            buttons = [button(tr("Choose a picture…"), self.choose_asked.emit, primary=True)]
            if self._offered is not None:
                offered = self._offered
                name = shown_name(offered.path) if offered.path is not None else ""
                buttons.append(button(tr("Use “{name}”", name=name), lambda: self.show_shelf(offered)))
            self.message.show_message("shared", tr("Which of these are in your library?"), text, *buttons)
            self.remark.setText("")

    def _open(self) -> None:
        row = self.table.currentRow()
        if self.items and 0 <= row < len(self.items):
            self.photo_asked.emit(self.items[row])

    def _give_up(self) -> None:
        for ticket in self._tickets:
            self._engine.cancel(ticket)
        self._tickets.clear()

    def forget(self) -> None:
        self._give_up()
        if self.items is None:
            self.source = None
            self._show_state()

    # ---- dropped pictures

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if may_hold_picture(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        parsed = read_mime(event.mimeData())
        if parsed.part is not None:
            event.acceptProposedAction()
            self.show_shelf(parsed.part.term)
        elif parsed.sentence:
            self.remark.setText(parsed.sentence)


def _number(row: int, outline: QGraphicsPolygonItem) -> QGraphicsItem:
    """A row's number on a plate that is read on any picture, of the same size at every zoom."""
    text = QGraphicsSimpleTextItem(number(row))
    text.setBrush(QColor("#ffffff"))
    box = text.boundingRect()
    side = max(box.width(), box.height()) + 4
    plate = QGraphicsEllipseItem(-side / 2, -side / 2, side, side, outline)
    plate.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
    plate.setPen(QPen(Qt.PenStyle.NoPen))
    plate.setBrush(QColor(0, 0, 0, 190))
    text.setParentItem(plate)
    text.setPos(-box.center())
    return plate


def table_of(items: tuple[ShelfItem, ...]) -> str:
    """The items as CSV: path, points, and x and y of the four corners in the picture."""
    lines = [["photo", "points", *(f"{axis}{at}" for at in range(1, 5) for axis in "xy")]]
    lines += [
        [str(item.path), str(item.points), *(f"{value:.1f}" for corner in item.corners for value in corner)]
        for item in items
    ]
    return "".join(",".join(map(_quoted, line)) + "\n" for line in lines)


def _quoted(value: str) -> str:
    plain = not any(character in value for character in ',"\n\r')
    return value if plain else '"' + value.replace('"', '""') + '"'


def shelf_of(path: Path) -> Term:
    return Term(path=path)
