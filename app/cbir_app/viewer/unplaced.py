"""Photos without a position, in a strip below the map: drag them onto it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView

from cbir.base.types import PhotoId
from cbir.service import Answer, PictureAnswer, ThumbnailRequest
from cbir_app.base.language import tr
from cbir_app.base.pictures import fitted, picture_of
from cbir_app.engine import Engine

PLACED = "application/x-cbir-unplaced"  # ids of photos that are dragged onto the map
TILE = QSize(84, 62)
_Index = QModelIndex | QPersistentModelIndex


class UnplacedModel(QAbstractListModel):
    """Photos by their thumbnails, which are requested when they come into view."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        self.photos: tuple[PhotoId, ...] = ()
        self._pixmaps: dict[PhotoId, QPixmap | None] = {}
        self._tickets: dict[PhotoId, int] = {}

    def show(self, photos: Sequence[PhotoId]) -> None:
        self.beginResetModel()
        self.photos = tuple(photos)
        self.endResetModel()

    def forget(self) -> None:
        for ticket in self._tickets.values():
            self._engine.cancel(ticket)
        self._tickets, self._pixmaps = {}, {}
        self.show(())

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 (Qt's)
        return 0 if parent.isValid() else len(self.photos)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        photo = self.photos[index.row()]
        if role == Qt.ItemDataRole.DecorationRole:
            if photo not in self._pixmaps and photo not in self._tickets:
                on_answer = partial(self._on_thumbnail, photo)
                self._tickets[photo] = self._engine.request(ThumbnailRequest(photo=photo), on_answer)
            return self._pixmaps.get(photo)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return tr("Photo {number} of {count}", number=index.row() + 1, count=len(self.photos))
        return TILE if role == Qt.ItemDataRole.SizeHintRole else None

    def _on_thumbnail(self, photo: PhotoId, answer: Answer) -> None:
        self._tickets.pop(photo, None)
        pixmap = picture_of(answer).pixmap if isinstance(answer, PictureAnswer) else None
        self._pixmaps[photo] = pixmap and fitted(pixmap, TILE.width() - 6, TILE.height() - 6, 1.0)
        if photo in self.photos:
            index = self.index(self.photos.index(photo))
            self.dataChanged.emit(index, index, [Qt.ItemDataRole.DecorationRole])

    def mimeTypes(self) -> list[str]:
        return [PLACED]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        photos = np.array([self.photos[index.row()] for index in indexes], np.int64)
        data.setData(PLACED, photos.tobytes())
        return data


def photos_in(data: QMimeData) -> tuple[PhotoId, ...]:
    """The photos of a drag from the strip."""
    return tuple(PhotoId(photo) for photo in np.frombuffer(data.data(PLACED).data(), np.int64).tolist())


class UnplacedStrip(QListView):
    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self.photos = UnplacedModel(engine)
        self.setModel(self.photos)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(True)
        self.setIconSize(TILE)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFixedHeight(TILE.height() + 22)
        self.setAccessibleName(tr("Photos without a position"))

    @property
    def selected(self) -> tuple[PhotoId, ...]:
        rows = sorted(index.row() for index in self.selectedIndexes())
        return tuple(self.photos.photos[row] for row in rows)
