"""The page of a photo's origin: a tree of the photos that were made from one another."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from cbir.base.types import Derivation, Hit, Origin, OriginPhoto, PhotoId
from cbir.service import Answer, Failure, OriginAnswer, OriginRequest
from cbir_app.base.language import QT_TR_NOOP, number, tr
from cbir_app.base.page import MessagePage, ViewerPage, button, with_key
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.engine import Engine
from cbir_app.viewer.small_pictures import PhotoPictures

_SIDE_PX = 84
_PHOTO = int(Qt.ItemDataRole.UserRole)
STEPS: dict[Derivation, str] = {
    "original": QT_TR_NOOP("Original"),
    "saved anew": QT_TR_NOOP("Saved anew"),
    "edited": QT_TR_NOOP("Edited"),
    "cropped": QT_TR_NOOP("Cropped"),
    "cropped and edited": QT_TR_NOOP("Cropped and edited"),
    "framed": QT_TR_NOOP("With something around it"),
    "photographed": QT_TR_NOOP("Photographed from a print or screen"),
}


class OriginPage(ViewerPage):
    photo_asked = Signal(object)  # OriginPhoto

    def __init__(self, engine: Engine, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, tr("Where the photo comes from"), parent=parent)
        self._engine = engine
        self._ticket: int | None = None
        self._rows: dict[PhotoId, QTreeWidgetItem] = {}
        self._pictures = PhotoPictures(engine, _SIDE_PX)
        self._pictures.loaded.connect(self._show_picture)
        self.title.setText(tr("Where the photo comes from"))
        self.hide_picture()
        self.open_button = button(tr("Show photo"), self._open)
        self.open_button.setToolTip(plain_tooltip(with_key(tr("Search with the selected photo"), "P")))
        self.press_key("P", self.open_button)
        self.tools.addWidget(self.open_button)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Photos that were made from one another"))
        self.tree.setHeaderLabels([tr("Photo"), tr("How"), tr("Size"), tr("Date")])
        self.tree.setIconSize(QSize(_SIDE_PX, _SIDE_PX))
        self.tree.setFrameShape(QFrame.Shape.NoFrame)
        self.tree.setUniformRowHeights(True)
        self.tree.setItemsExpandable(False)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2, 3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemActivated.connect(lambda _item: self._open())
        self.message = MessagePage(theme)
        self.middle.addWidget(self.tree, 1)
        self.middle.addWidget(self.message, 1)

    @property
    def home(self) -> QWidget:
        return self.tree if self.tree.isVisible() else self

    def show_origin(self, hit: Hit) -> None:
        """Look for the photos that a hit was made from, and those that were made from it."""
        self.forget()
        self.remark.setText(hit.path.name)
        self._show_message(tr("Comparing photos…"), tr("It takes some seconds."))
        self._ticket = self._engine.request(OriginRequest(photo=hit.photo), self._on_answer)

    def forget(self) -> None:
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None
        self._pictures.forget()
        self._rows.clear()
        self.tree.clear()

    def _show_message(self, title: str, text: str) -> None:
        self.message.show_message("shared", title, text)
        self.message.show()
        self.tree.hide()
        self.open_button.hide()

    def _on_answer(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, OriginAnswer):
            self._show_tree(answer.origin)
        elif isinstance(answer, Failure) and not answer.cancelled:
            self._show_message(answer.message, "")

    def _show_tree(self, origin: Origin) -> None:
        if len(origin.photos) < 2:
            text = tr("No other photo of the library was made from it, nor it from another.")
            self._show_message(tr("Nothing related"), text)
            return
        for entry in origin.photos:
            above = None if entry.parent is None else self._rows.get(entry.parent)
            size = f"{number(entry.size[0])} × {number(entry.size[1])}"
            cells = [entry.path.name, tr(STEPS[entry.step]), size, (entry.taken_at or "")[:10]]
            row = QTreeWidgetItem(cells)
            row.setData(0, _PHOTO, entry)
            row.setData(0, Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, cells)))
            row.setToolTip(0, plain_tooltip(str(entry.path)))
            if entry.photo == origin.asked:
                font = row.font(0)
                font.setBold(True)
                row.setFont(0, font)
            if above is None:
                self.tree.addTopLevelItem(row)
            else:
                above.addChild(row)
            self._rows[entry.photo] = row
        self.tree.expandAll()
        self.tree.setCurrentItem(self._rows[origin.asked])
        self.message.hide()
        self.tree.show()
        self.open_button.show()
        if self.isVisible():
            self.tree.setFocus()
        self._pictures.show(list(self._rows))

    def _show_picture(self, photo: PhotoId) -> None:
        pixmap = self._pictures.get(photo)
        if pixmap is not None and photo in self._rows:
            self._rows[photo].setIcon(0, QIcon(pixmap))

    def _open(self) -> None:
        row = self.tree.currentItem()
        entry = None if row is None else row.data(0, _PHOTO)
        if isinstance(entry, OriginPhoto):
            self.photo_asked.emit(entry)
