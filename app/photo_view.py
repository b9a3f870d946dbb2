"""One photo, large: zoom, pan, fit."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGraphicsPixmapItem, QWidget

from app.details import Details
from app.engine import Engine
from app.facts import place, taken
from app.page import ViewerPage
from app.pictures import picture_of
from app.theme import Theme
from app.wording import OFFLINE, megapixels
from cbir.service import Answer, Failure, PictureAnswer, PictureRequest, ThumbnailRequest
from cbir.types import Hit

PHOTO_SIDE_PX = 3000
"""Sharp on a 4K screen when fitted; 27 MB over the pipe at most."""


class PhotoView(ViewerPage):
    def __init__(self, engine: Engine, details: Details, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Photo", parent=parent)
        self._engine, self._details = engine, details
        details.arrived.connect(self._show_remark)
        self._ticket: int | None = None
        self.hit: Hit | None = None

    def show_hit(self, hit: Hit) -> None:
        self.forget()
        self.hit = hit
        self.title.setText(hit.path.name)
        self._show_remark()
        self._details.ask([hit])
        wanted = PictureRequest(photo=hit.photo, max_side_px=PHOTO_SIDE_PX)
        if hit.offline:
            self.canvas.most_fitted = 4.0
            self._ticket = self._engine.request(ThumbnailRequest(photo=hit.photo), self._on_picture)
        else:
            self.canvas.most_fitted = 1.0
            self._ticket = self._engine.request(wanted, self._on_picture)
        self.canvas.setFocus()

    def _show_remark(self) -> None:
        """Say in one line what is known of the photo."""
        if self.hit is None:
            return
        known = self._details.get(self.hit)
        parts = [megapixels(self.hit.size)]
        if known is not None:
            parts += [taken(known), known.camera, place(known)]
        if self.hit.offline:
            parts.append(f"{OFFLINE} This is the library's small picture of it.")
        self.remark.setText(" · ".join(part for part in parts if part))

    def forget(self) -> None:
        """Give up what is still coming and free the picture."""
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None
        self.canvas.scene().clear()

    def _on_picture(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, PictureAnswer):
            item = QGraphicsPixmapItem(picture_of(answer).pixmap)
            item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
            self.canvas.scene().addItem(item)
            self.canvas.set_area(item.boundingRect())
        elif isinstance(answer, Failure):
            self.remark.setText(answer.message)
