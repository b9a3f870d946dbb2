"""Small pictures, fetched when they come into view: faces cut from their photos' files, and thumbnails of photos.

None of them is stored on disk.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Hashable, Iterable
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QWidget

from cbir.base.types import Face, FaceId, PhotoId, Region
from cbir.service import Answer, PictureAnswer, PictureRequest, Request, ThumbnailRequest
from cbir_app.base.pictures import cut, paint_filling, picture_of
from cbir_app.engine import Engine

FACE_PX = 96
_MARGIN = 0.35  # share of the box to add on each side: the box ends at the forehead
_MOST = 400
_IN_FLIGHT = 4
Subject = TypeVar("Subject")


class SmallPictures(QObject, Generic[Subject]):
    """Fetches pictures of subjects and keeps the latest ones."""

    loaded = Signal(object)  # the subject's key

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        self._pictures: OrderedDict[Hashable, QPixmap] = OrderedDict()
        self._queue: list[Subject] = []
        self._tickets: dict[Hashable, int] = {}

    @abstractmethod
    def key_of(self, subject: Subject) -> Hashable: ...

    @abstractmethod
    def request_for(self, subject: Subject) -> Request: ...

    @abstractmethod
    def shape(self, subject: Subject, answer: PictureAnswer) -> QPixmap:
        """Return the pixmap to show."""

    def get(self, subject: Subject) -> QPixmap | None:
        return self._pictures.get(self.key_of(subject))

    def show(self, subjects: Iterable[Subject]) -> None:
        """Fetch pictures in the given order, and cancel all other requests."""
        missing = {self.key_of(subject): subject for subject in subjects}
        missing = {key: subject for key, subject in missing.items() if key not in self._pictures}
        for key in self._tickets.keys() - missing.keys():
            self._engine.cancel(self._tickets.pop(key))
        self._queue = [subject for key, subject in missing.items() if key not in self._tickets]
        self._fetch()

    def forget(self) -> None:
        self.show(())
        self._pictures.clear()

    def _fetch(self) -> None:
        while self._queue and len(self._tickets) < _IN_FLIGHT:
            subject = self._queue.pop(0)
            on_answer = partial(self._on_answer, subject)
            self._tickets[self.key_of(subject)] = self._engine.request(self.request_for(subject), on_answer)

    def _on_answer(self, subject: Subject, answer: Answer) -> None:
        key = self.key_of(subject)
        self._tickets.pop(key, None)
        if isinstance(answer, PictureAnswer):
            self._pictures[key] = self.shape(subject, answer)
            while len(self._pictures) > _MOST:
                self._pictures.popitem(last=False)
            self.loaded.emit(key)
        self._fetch()


class FacePictures(SmallPictures[Face]):
    def key_of(self, subject: Face) -> FaceId:
        return subject.id

    def request_for(self, subject: Face) -> PictureRequest:
        return PictureRequest(photo=subject.photo, region=surroundings(subject.box), max_side_px=2 * FACE_PX)

    def shape(self, subject: Face, answer: PictureAnswer) -> QPixmap:
        """Crop the face to a circle."""
        picture = picture_of(answer)
        pixmap = cut(picture, surroundings(subject.box)) if answer.stand_in else picture.pixmap
        circle = QPainterPath()
        circle.addEllipse(0, 0, 2 * FACE_PX, 2 * FACE_PX)
        return cropped(pixmap, 2 * FACE_PX, circle)


class PhotoPictures(SmallPictures[PhotoId]):
    """Thumbnails as squares with round corners. side_px : of the square, in device-independent pixels"""

    def __init__(self, engine: Engine, side_px: int) -> None:
        super().__init__(engine)
        self._side_px = side_px

    def key_of(self, subject: PhotoId) -> PhotoId:
        return subject

    def request_for(self, subject: PhotoId) -> ThumbnailRequest:
        return ThumbnailRequest(photo=subject)

    def shape(self, subject: PhotoId, answer: PictureAnswer) -> QPixmap:
        parent = self.parent()
        ratio = parent.devicePixelRatioF() if isinstance(parent, QWidget) else 1.0
        side = round(self._side_px * ratio)
        outline = QPainterPath()
        outline.addRoundedRect(0, 0, side, side, 8 * ratio, 8 * ratio)
        pixmap = cropped(picture_of(answer).pixmap, side, outline)
        pixmap.setDevicePixelRatio(ratio)
        return pixmap


def surroundings(box: Region) -> Region:
    """Return a square region around a face, including the hair."""
    left, top, width, height = box
    side = max(width, height) * (1 + 2 * _MARGIN)
    return left + width / 2 - side / 2, top + height / 2 - side * 0.54, side, side


def cropped(pixmap: QPixmap, side: int, outline: QPainterPath) -> QPixmap:
    """Return the middle of a picture as a square of this many pixels, transparent outside the outline."""
    square = QPixmap(side, side)
    square.fill(Qt.GlobalColor.transparent)
    painter = QPainter(square)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(outline)
    paint_filling(painter, QRect(0, 0, side, side), pixmap)
    painter.end()
    return square
