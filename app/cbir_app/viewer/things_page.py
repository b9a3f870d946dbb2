"""The page of things: a grid of what several photos show, to open, name and join."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QWidget,
)

from cbir.base.types import PhotoId, Thing
from cbir.service import Answer, PictureAnswer, ThumbnailRequest
from cbir_app.base.language import number, tr
from cbir_app.base.page import MessagePage, ViewerPage, button, with_key
from cbir_app.base.pictures import picture_of
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import photos as counted
from cbir_app.engine import Engine
from cbir_app.sessions import ThingsSession

SIDE_PX = 148
_THING = int(Qt.ItemDataRole.UserRole)
_CELL = QSize(172, 196)
_REST_MS = 60
_MOST, _IN_FLIGHT = 400, 6


class ThingsPage(ViewerPage):
    photos_asked = Signal(object)  # Thing
    offers_asked = Signal(object)  # tuple of Thing; empty: of all
    place = "things"

    def __init__(
        self, engine: Engine, session: ThingsSession, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, tr("Things"), parent=parent)
        self._engine, self._session = engine, session
        self._pictures: OrderedDict[PhotoId, QPixmap] = OrderedDict()
        self._tickets: dict[PhotoId, int] = {}
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._show_pictures)
        self.canvas.hide()
        for zoom in self.zooms:
            zoom.hide()
        self._build_tools()
        self.grid = QListWidget()
        self.grid.setObjectName("people")
        self.grid.setAccessibleName(tr("Things"))
        self.grid.setViewMode(QListWidget.ViewMode.IconMode)
        self.grid.setMovement(QListWidget.Movement.Static)
        self.grid.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.grid.setIconSize(QSize(SIDE_PX, SIDE_PX))
        self.grid.setGridSize(_CELL)
        self.grid.setUniformItemSizes(True)
        self.grid.setFrameShape(QFrame.Shape.NoFrame)
        self.grid.itemActivated.connect(lambda item: self.photos_asked.emit(item.data(_THING)))
        self.grid.itemSelectionChanged.connect(self._show_tools)
        self.grid.verticalScrollBar().valueChanged.connect(lambda _value: self._rest.start())
        self.message = MessagePage(theme)
        self.middle.addWidget(self.grid, 1)
        self.middle.addWidget(self.message, 1)
        session.changed.connect(self.show_things)
        session.progressed.connect(self._show_progress)
        self.show_things()

    def _build_tools(self) -> None:
        self.name = QLineEdit()
        self.name.setAccessibleName(tr("Name"))
        self.name.setPlaceholderText(tr("Name"))
        self.name.setToolTip(plain_tooltip(with_key(tr("Name the selected thing; Enter confirms"), "F2")))
        self.name.setFixedWidth(190)
        self.name.returnPressed.connect(self._name)
        self.add_key("F2", self._focus_name)
        self.join = button(tr("Same thing"), self._join)
        self.join.setToolTip(plain_tooltip(with_key(tr("Make one thing of the selected ones"), "M")))
        self.add_key("M", partial(_press, self.join))
        self.photos = button(tr("Show photos"), self._open)
        self.photos.setToolTip(plain_tooltip(with_key(tr("Show all photos of this thing"), "P")))
        self.add_key("P", partial(_press, self.photos))
        self.share = button(tr("Share details…"), lambda: self.offers_asked.emit(tuple(self._selected())))
        explained = tr(
            "Give photos the keywords, titles, captions and positions that others of the same thing have"
        )
        self.share.setToolTip(plain_tooltip(with_key(explained, "D")))
        self.add_key("D", partial(_press, self.share))
        self.compared = QProgressBar()
        self.compared.setFixedWidth(120)
        self.compared.setTextVisible(False)
        self.compared.setAccessibleName(tr("Photos compared"))
        self.look = button(tr("Look for new ones"), self._find)
        self.look.setToolTip(plain_tooltip(tr("Compare the photos that were added since the last time")))
        for widget in (self.name, self.join, self.photos, self.share, self.compared, self.look):
            self.tools.addWidget(widget)
        self.tools.setSpacing(6)

    @property
    def home(self) -> QWidget:
        return self.grid if self.grid.isVisible() else self

    # ---- showing

    def show_things(self) -> None:
        """Show all things; those that were selected stay so."""
        selected = {thing.id for thing in self._selected()}
        at = self.grid.currentRow()
        self.grid.clear()
        for thing in self._session.things:
            item = QListWidgetItem(thing.name or counted(len(thing.photos)))
            item.setData(_THING, thing)
            spoken = f"{thing.name or tr('Without a name')}, {counted(len(thing.photos))}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
            item.setToolTip(plain_tooltip(spoken))
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            item.setIcon(self._icon(thing.icon))
            self.grid.addItem(item)
            item.setSelected(thing.id in selected)
        if self.grid.count() and at >= 0:
            self.grid.setCurrentRow(
                min(at, self.grid.count() - 1), self.grid.selectionModel().SelectionFlag.NoUpdate
            )
        self._rest.start()
        self._show_tools()
        self._say()

    def _icon(self, photo: PhotoId) -> QIcon:
        pixmap = self._pictures.get(photo)
        return self.theme.icon("photos", side_px=SIDE_PX) if pixmap is None else QIcon(pixmap)

    def _show_pictures(self) -> None:
        """Ask for the pictures on screen, and cancel requests for all others."""
        view = self.grid.viewport().rect()
        seen = [
            self.grid.item(at).data(_THING).icon
            for at in range(self.grid.count())
            if self.grid.visualItemRect(self.grid.item(at)).intersects(view)
        ]
        for photo in set(self._tickets).difference(seen):
            self._engine.cancel(self._tickets.pop(photo))
        for photo in seen:
            if photo not in self._pictures and photo not in self._tickets and len(self._tickets) < _IN_FLIGHT:
                request = ThumbnailRequest(photo=photo)
                self._tickets[photo] = self._engine.request(request, partial(self._on_picture, photo))

    def _on_picture(self, photo: PhotoId, answer: Answer) -> None:
        self._tickets.pop(photo, None)
        pixmap = picture_of(answer).pixmap if isinstance(answer, PictureAnswer) else QPixmap()
        self._pictures[photo] = _square(pixmap, self.devicePixelRatioF())
        while len(self._pictures) > _MOST:
            self._pictures.popitem(last=False)
        for at in range(self.grid.count()):
            if self.grid.item(at).data(_THING).icon == photo and not pixmap.isNull():
                self.grid.item(at).setIcon(self._icon(photo))
        self._rest.start()

    def _show_progress(self, done: int, total: int) -> None:
        self.compared.setRange(0, total)
        self.compared.setValue(done)
        self.remark.setText(tr("{done} of {total} photos compared", done=number(done), total=number(total)))

    def _say(self) -> None:
        session, things = self._session, self.grid.count()
        self.title.setText(tr("Things"))
        self.compared.setVisible(session.running)
        self.look.setText(tr("Stop") if session.running else tr("Look for new ones"))
        if not session.running:
            self.remark.setText(tr("%Ln thing(s)", "", things) if things else "")
        self.grid.setVisible(bool(things))
        self.message.setVisible(not things)
        if things:
            return
        if session.running:
            text = tr(
                "The program compares your photos by what is stored in the library. You can keep working."
            )
            self.message.show_message("shared", tr("Comparing photos…"), text)
        elif session.report is not None and not session.report.left:
            text = tr("No two photos show the same building, painting or object.")
            self.message.show_message("shared", tr("Nothing in common"), text)
        else:
            begin = button(tr("Compare photos"), session.update, primary=True)
            text = tr(
                "The program can collect all photos of one building, painting or object. It takes about a minute for "
                "a thousand photos, and you can stop at any time. Name a thing once, and a search finds all its photos."
            )
            self.message.show_message("shared", tr("What do your photos have in common?"), text, begin)

    def _show_tools(self) -> None:
        things = self._selected()
        for widget in (self.name, self.join, self.photos, self.share, self.look):
            widget.setVisible(bool(self.grid.count()) or (widget is self.look and self._session.running))
        self.name.setEnabled(len(things) == 1)
        self.photos.setEnabled(len(things) == 1)
        self.join.setEnabled(len(things) > 1)
        if not self.name.hasFocus():
            self.name.setText(things[0].name if len(things) == 1 else "")

    def _selected(self) -> list[Thing]:
        return [item.data(_THING) for item in self.grid.selectedItems()]

    # ---- what a person does

    def _open(self) -> None:
        if things := self._selected():
            self.photos_asked.emit(things[0])

    def _focus_name(self) -> None:
        if self.name.isEnabled():
            self.name.setFocus()
            self.name.selectAll()

    def _name(self) -> None:
        things = self._selected()
        if len(things) == 1:
            self._session.change("name", things[0].id, name=self.name.text())
        self.grid.setFocus()

    def _join(self) -> None:
        things = self._selected()
        if len(things) > 1:
            self._session.change("join", things[0].id, others=[thing.id for thing in things[1:]])

    def _find(self) -> None:
        if self._session.running:
            self._session.stop()
        else:
            self._session.update()

    def forget(self) -> None:
        for ticket in self._tickets.values():
            self._engine.cancel(ticket)
        self._tickets.clear()
        self._pictures.clear()


def _press(push_button: QPushButton) -> None:
    if push_button.isVisible() and push_button.isEnabled():
        push_button.click()


def _square(pixmap: QPixmap, ratio: float) -> QPixmap:
    """The middle of a picture as a square with round corners."""
    side = round(SIDE_PX * ratio)
    shown = QPixmap(side, side)
    shown.fill(Qt.GlobalColor.transparent)
    if pixmap.isNull():
        return shown
    painter = QPainter(shown)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(0, 0, side, side), 8 * ratio, 8 * ratio)
    painter.setClipPath(outline)
    least = min(pixmap.width(), pixmap.height())
    middle = QRectF((pixmap.width() - least) / 2, (pixmap.height() - least) / 2, least, least)
    painter.drawPixmap(QRectF(0, 0, side, side), pixmap, middle)
    painter.end()
    shown.setDevicePixelRatio(ratio)
    return shown
