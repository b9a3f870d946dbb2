"""Pictures of faces. They are cut from the photos' files when they come into view, and are never stored on disk."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPixmap

from cbir.base.types import Face, FaceId, Region
from cbir.service import Answer, PictureAnswer, PictureRequest
from cbir_app.base.pictures import cut, picture_of
from cbir_app.engine import Engine

SIDE_PX = 96
_MARGIN = 0.35  # share of the box to add on each side: the box ends at the forehead
_MOST = 400
_IN_FLIGHT = 4


def surroundings(box: Region) -> Region:
    """Return a square region around a face, including the hair."""
    left, top, width, height = box
    side = max(width, height) * (1 + 2 * _MARGIN)
    return left + width / 2 - side / 2, top + height / 2 - side * 0.54, side, side


class FacePictures(QObject):
    loaded = Signal(object)  # FaceId

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._pictures: OrderedDict[FaceId, QPixmap] = OrderedDict()
        self._queue: list[Face] = []
        self._tickets: dict[FaceId, int] = {}

    def get(self, face: Face) -> QPixmap | None:
        return self._pictures.get(face.id)

    def show(self, faces: Iterable[Face]) -> None:
        """Fetch the pictures of faces in the given order, and cancel all other requests."""
        missing = [face for face in faces if face.id not in self._pictures]
        for face in set(self._tickets) - {face.id for face in missing}:
            self._engine.cancel(self._tickets.pop(face))
        self._queue = [face for face in missing if face.id not in self._tickets]
        self._fetch()

    def forget(self) -> None:
        self.show(())
        self._pictures.clear()

    def _fetch(self) -> None:
        while self._queue and len(self._tickets) < _IN_FLIGHT:
            face = self._queue.pop(0)
            request = PictureRequest(photo=face.photo, region=surroundings(face.box), max_side_px=2 * SIDE_PX)
            self._tickets[face.id] = self._engine.request(request, partial(self._on_answer, face))

    def _on_answer(self, face: Face, answer: Answer) -> None:
        self._tickets.pop(face.id, None)
        if isinstance(answer, PictureAnswer):
            picture = picture_of(answer)
            pixmap = cut(picture, surroundings(face.box)) if answer.stand_in else picture.pixmap
            self._pictures[face.id] = round_picture(pixmap)
            while len(self._pictures) > _MOST:
                self._pictures.popitem(last=False)
            self.loaded.emit(face.id)
        self._fetch()


def round_picture(pixmap: QPixmap) -> QPixmap:
    """Crop the middle of a picture to a circle."""
    side = 2 * SIDE_PX
    shown = QPixmap(side, side)
    shown.fill(Qt.GlobalColor.transparent)
    painter = QPainter(shown)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    circle = QPainterPath()
    circle.addEllipse(QRectF(0, 0, side, side))
    painter.setClipPath(circle)
    least = min(pixmap.width(), pixmap.height())
    source = QRectF((pixmap.width() - least) / 2, (pixmap.height() - least) / 2, least, least)
    painter.drawPixmap(QRectF(0, 0, side, side), pixmap, source)
    painter.end()
    return shown
